"""Walking one game twice: the engine and the reference, side by side."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

import merx

SEEDS = Path(__file__).resolve().parents[2] / "seeds"
# A long run: MERX_LOCKSTEP_GAMES=1000 make test-python
GAMES = int(os.environ.get("MERX_LOCKSTEP_GAMES", "2"))

# Chooses one of the legal texts; the state is the engine's.
Policy = Callable[[random.Random, list[str], merx.State], str]


class Reference(Protocol):
    """What the reference games have in common."""

    def to_dict(self) -> dict[str, Any]: ...
    def legal_actions(self) -> list[str]: ...
    def apply(self, text: str) -> None: ...
    def is_terminal(self) -> bool: ...
    def scores(self) -> list[int]: ...
    def ranks(self) -> list[int]: ...
    def returns(self) -> list[float]: ...
    def sheet(self) -> list[list[tuple[str, int]]]: ...


def uniform(rng: random.Random, legal: list[str], _state: merx.State) -> str:
    """Take any action."""
    return rng.choice(legal)


def prefer(*beginnings: str, otherwise: float = 0.1) -> Policy:
    """Take an action with the first of these beginnings that is legal, or now and then any."""

    def choose(rng: random.Random, legal: list[str], _state: merx.State) -> str:
        if rng.random() >= otherwise:
            for beginning in beginnings:
                if preferred := [text for text in legal if text.startswith(beginning)]:
                    return rng.choice(preferred)
        return rng.choice(legal)

    return choose


def bot(spec: str, *first: str) -> Policy:
    """Take the first of these texts that is legal, and otherwise what a built-in bot takes."""
    player = merx.make_bot(spec)

    def choose(_rng: random.Random, legal: list[str], state: merx.State) -> str:
        for text in first:
            if text in legal:
                return text
        return state.action_to_string(player.choose(state.observation(state.current_player())))

    return choose


def walk(state: merx.State, reference: Reference, policy: Policy, rng: random.Random) -> None:
    """Play to the end; everything both can say must be equal after every decision."""
    while not reference.is_terminal():
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        assert legal == reference.legal_actions()
        text = policy(rng, legal, state)
        state.apply_action(state.string_to_action(text))
        reference.apply(text)
        assert state.to_dict() == reference.to_dict(), text
        assert state.scores() == reference.scores()
    assert state.is_terminal()
    assert state.ranks() == reference.ranks()
    assert state.returns() == pytest.approx(reference.returns())
    totals = [sum(points for _, points in lines) for lines in reference.sheet()]
    assert list(state.score_sheet().totals) == totals == state.scores()


def walk_into_refusals(state: merx.State, reference: Reference, refusal: type[Exception]) -> None:
    """Play a random game; what is not legal is refused by both, and changes nothing."""
    rng = random.Random(1)
    while not state.is_terminal():
        legal = state.legal_actions()
        for action in rng.sample(range(state.game.num_distinct_actions()), 20):
            if action not in legal:
                with pytest.raises(merx.IllegalAction):
                    state.apply_action(action)
                with pytest.raises(refusal):
                    reference.apply(state.action_to_string(action))
        assert state.to_dict() == reference.to_dict()
        action = rng.choice(legal)
        reference.apply(state.action_to_string(action))
        state.apply_action(action)
