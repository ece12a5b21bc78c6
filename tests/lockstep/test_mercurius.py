"""Engine and reference walk the same games of Mercurius, decision by decision.

After every decision the sets of legal actions and the whole state dict must be equal, and at the
end scores, ranks, returns and the totals of both score sheets. Uniform play rarely reaches the rare
places, so policies lead there: a hoarder empties the bank, News without a discard ends the game in
mid-round, and so on. `MERX_LOCKSTEP_GAMES` plays more games.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import merx
from tests.reference.mercurius import IllegalAction, Mercurius, load_edition

GAMES = int(os.environ.get("MERX_LOCKSTEP_GAMES", "3"))
EDITION = load_edition(
    Path(__file__).resolve().parents[2] / "seeds" / "mercurius" / "standard.toml"
)

Policy = Callable[[random.Random, list[str]], str]


def prefer(*beginnings: str, otherwise: float = 0.1) -> Policy:
    """Take an action with the first of these beginnings that is legal, or now and then any."""

    def choose(rng: random.Random, legal: list[str]) -> str:
        if rng.random() >= otherwise:
            for beginning in beginnings:
                if preferred := [text for text in legal if text.startswith(beginning)]:
                    return rng.choice(preferred)
        return rng.choice(legal)

    return choose


POLICIES: dict[str, Policy] = {
    "uniform": lambda rng, legal: rng.choice(legal),
    "hoards, so that the bank is emptied": prefer("buy", "play"),
    "sells the same item again and again": prefer("sell", "buy silk", "buy hoorn", "play"),
    "plays news at once and keeps its cards": prefer("end discarding", "play news", "buy"),
    "discards all it may": prefer("discard", "play news", "sell"),
    "lays on black market, pays dividends": prefer("lay", "dividend", "buy", otherwise=0.3),
    "keeps special cards for the end": prefer("buy", "end", "play a", "play h", "play d"),
}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("policy", POLICIES)
def test_engine_and_reference_agree(policy: str, players: int) -> None:
    game = merx.load_game("mercurius", players=players)
    for number in range(GAMES):
        rng = random.Random(f"{policy} {players} {number}")
        state = game.new_initial_state(seed=rng.getrandbits(64))
        reference = Mercurius(EDITION, state.to_dict())
        while not reference.is_terminal():
            legal = [state.action_to_string(action) for action in state.legal_actions()]
            assert legal == reference.legal_actions()
            text = POLICIES[policy](rng, legal)
            state.apply_action(state.string_to_action(text))
            reference.apply(text)
            assert state.to_dict() == reference.to_dict(), text
            assert state.scores() == reference.scores()
        assert state.is_terminal()
        assert state.ranks() == reference.ranks()
        assert state.returns() == pytest.approx(reference.returns())
        totals = [sum(points for _, points in lines) for lines in reference.sheet()]
        assert list(state.score_sheet().totals) == totals == state.scores()


def test_illegal_actions_are_refused_by_both() -> None:
    game = merx.load_game("mercurius", players=4)
    rng = random.Random(1)
    state = game.new_initial_state(seed=1)
    reference = Mercurius(EDITION, state.to_dict())
    while not state.is_terminal():
        legal = state.legal_actions()
        for action in rng.sample(range(game.num_distinct_actions()), 20):
            if action not in legal:
                with pytest.raises(merx.IllegalAction):
                    state.apply_action(action)
                with pytest.raises(IllegalAction):
                    reference.apply(game.action_to_string(action))
        assert state.to_dict() == reference.to_dict()
        action = rng.choice(legal)
        reference.apply(state.action_to_string(action))
        state.apply_action(action)


def test_the_policies_exercise_every_clause_that_acts() -> None:
    """Clauses of the turn and the end; what they forbid is counted by the reference as well."""
    clauses: Counter[str] = Counter()
    for players in (3, 4, 5):
        for name, policy in POLICIES.items():
            rng = random.Random(f"clauses {name} {players}")
            game = merx.load_game("mercurius", players=players)
            start = game.new_initial_state(rng.getrandbits(64)).to_dict()
            reference = Mercurius(EDITION, start, clauses)
            while not reference.is_terminal():
                reference.apply(policy(rng, reference.legal_actions()))
    exercised = {clause.split()[0] for clause in clauses}
    wanted = {"1.3", "3.1.1", "3.1.2", "3.1.3", "3.1.4", "3.1.5", "3.1.6", "3.2.1", "3.2.2"}
    wanted |= {"3.3.1", "3.3.2", "3.3.3", "3.4.1", "3.4.2", "5.1"}
    assert wanted <= exercised, sorted(wanted - exercised)
