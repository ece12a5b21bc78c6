"""Engine and reference walk the same games of Mercurius, decision by decision.

Uniform play rarely reaches the rare places, so policies lead there: a hoarder empties the bank,
News without a discard ends the game in mid-round, and so on.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import merx
from tests.lockstep.walk import GAMES, SEEDS, Policy, bot, prefer, uniform, walk, walk_into_refusals
from tests.reference.mercurius import IllegalAction, Mercurius, load_edition

EDITION = load_edition(SEEDS / "mercurius" / "standard.toml")

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "plays well": bot("greedy"),
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
        walk(state, Mercurius(EDITION, state.to_dict()), POLICIES[policy], rng)


def odd_edition(rng: random.Random) -> str:
    """Write an edition with other numbers, as far as they may differ."""
    price = sorted(rng.sample(range(4, 60), 20))
    dividend = sorted(rng.choices(range(20), k=20))
    hand = rng.randint(3, 8)
    setup = {
        "cash": rng.choice([0, 30, 70, 10_000]),
        "hand": hand,
        "backup_deck": rng.randint(10, 71 - 5 * hand),
        "card_spaces": rng.randint(1, 3),
        "transactions_per_turn": rng.randint(1, 3),
        "final_rounds": rng.randint(0, hand - 1),
        "share_price": rng.choice(price),
        "good_price": rng.choice(price),
        "share_step": rng.randint(1, 3),
        "good_step": rng.randint(1, 9),
        "black_market": rng.randint(1, 4),
        "news_discards": rng.randint(1, 3),
        "repeat_surcharge": rng.randint(0, 1),
    }
    lines = ["[edition]", 'game = "mercurius"', 'name = "odd"', 'extends = "standard"', "[setup]"]
    lines += [f"{key} = {value}" for key, value in setup.items()]
    lines += ["[supply]", *(f"{n} = {rng.randint(1, 12)}" for n in (3, 4, 5))]
    return "\n".join([*lines, "[lanes]", f"price = {price}", f"dividend = {dividend}"])


@pytest.mark.parametrize("number", range(3 * GAMES))
def test_they_agree_on_editions_with_other_numbers(number: int, tmp_path: Path) -> None:
    rng = random.Random(f"odd {number}")
    path = tmp_path / "odd.toml"
    path.write_text(odd_edition(rng))
    # The reference looks for the edition it extends in the same folder.
    (tmp_path / "standard.toml").write_text((SEEDS / "mercurius" / "standard.toml").read_text())
    for players in (3, 4, 5):
        game = merx.load_game("mercurius", players, edition=path)
        state = game.new_initial_state(seed=number)
        reference = Mercurius(load_edition(path), state.to_dict())
        walk(state, reference, rng.choice(list(POLICIES.values())), rng)


def test_illegal_actions_are_refused_by_both() -> None:
    state = merx.load_game("mercurius", players=4).new_initial_state(seed=1)
    walk_into_refusals(state, Mercurius(EDITION, state.to_dict()), IllegalAction)


def test_the_policies_exercise_every_clause_that_acts() -> None:
    """Clauses of the turn and the end; what they forbid is counted by the reference as well."""
    clauses: Counter[str] = Counter()
    for players in (3, 4, 5):
        for name, policy in POLICIES.items():
            rng = random.Random(f"clauses {name} {players}")
            game = merx.load_game("mercurius", players=players)
            state = game.new_initial_state(rng.getrandbits(64))
            walk(state, Mercurius(EDITION, state.to_dict(), clauses), policy, rng)
    exercised = {clause.split()[0] for clause in clauses if not clause.endswith("refused")}
    wanted = {"1.3", "3.1.1", "3.1.2", "3.1.3", "3.1.4", "3.1.5", "3.2.1", "3.2.2"}
    wanted |= {"3.3.1", "3.3.2", "3.3.3", "3.4.1", "3.4.2", "5.1"}
    assert wanted <= exercised, sorted(wanted - exercised)
