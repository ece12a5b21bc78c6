"""Engine and reference walk the same games of Merkator, decision by decision.

Uniform play seldom fulfils a contract, so policies lead to the rare places: planning play for dear
contracts and exchanges, hoarding for full rooms, journeys that empty the chart or never touch it,
joiners who follow everywhere. Editions with other numbers bring empty piles, rows of two markers,
the Peace of Westphalia.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import merx
from tests.lockstep.walk import GAMES, SEEDS, Policy, bot, prefer, uniform, walk, walk_into_refusals
from tests.reference.merkator import IllegalAction, Merkator, load_edition

FOLDER = SEEDS / "merkator"
PLAYERS = {"standard": (2, 3, 4, 5), "published": (1, 2, 3, 4)}

# Games this short still reach the end by the limit; the longer ones end by the chart.
OTHER_NUMBERS = {
    "rows of two markers": "[setup]\nturn_limit = 12\n[time_chart]\nrow_length = 2\n",
    "cheap exchanges and dear joining": (
        "[setup]\nturn_limit = 12\ncoins = 5\n"
        "[limits]\nexchange = 2\njoin_major = 2\ncontracts = 2\ncoins = 5\n"
    ),
    "many cubes": "[setup]\nturn_limit = 10\nstart_cubes = 20\nsupply_tile = 1\ncoins = 15\n",
}

POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "plans": bot("greedy"),
    "plans with slips": bot("greedy:epsilon=0.2"),
    "fulfils, joins and buys": prefer("fulfil", "exchange", "join", "buy", "unload", "store 1"),
    "sells and turns markers": prefer("sell", "turn next", "go hamburg", "go sweden", "stay"),
    "hoards time and empties the chart": prefer("go hamburg", "go danzig", "keep", "join"),
    "never takes time": prefer("end investing", "go russia", "go england", "go france", "stay"),
    "travels far": prefer("go newfoundland", "go italy", "go spain", "join", "fulfil", "unload"),
}


def edition_file(folder: Path, numbers: str) -> Path:
    """Write an edition with these numbers; the reference looks beside it for what it extends."""
    head = '[edition]\ngame = "merkator"\nname = "other"\nextends = "standard"\n'
    path = folder / "other.toml"
    path.write_text(head + numbers)
    (folder / "standard.toml").write_text((FOLDER / "standard.toml").read_text())
    return path


@pytest.mark.parametrize("edition", PLAYERS)
@pytest.mark.parametrize("policy", POLICIES)
def test_engine_and_reference_agree(policy: str, edition: str) -> None:
    tables = load_edition(FOLDER / f"{edition}.toml")
    for players in PLAYERS[edition]:
        game = merx.load_game("merkator", players, edition)
        rng = random.Random(f"{policy} {players} {edition}")
        state = game.new_initial_state(seed=rng.getrandbits(64))
        walk(state, Merkator(tables, state.to_dict()), POLICIES[policy], rng)


@pytest.mark.parametrize("number", range(2 * GAMES))
@pytest.mark.parametrize("other", OTHER_NUMBERS)
def test_they_agree_on_editions_with_other_numbers(other: str, number: int, tmp_path: Path) -> None:
    path = edition_file(tmp_path, OTHER_NUMBERS[other])
    rng = random.Random(f"{other} {number}")
    game = merx.load_game("merkator", rng.choice([2, 3, 4, 5]), edition=path)
    state = game.new_initial_state(seed=number)
    reference = Merkator(load_edition(path), state.to_dict())
    walk(state, reference, rng.choice(list(POLICIES.values())), rng)


@pytest.mark.parametrize(("edition", "players"), [("standard", 3), ("published", 1)])
def test_illegal_actions_are_refused_by_both(edition: str, players: int) -> None:
    tables = load_edition(FOLDER / f"{edition}.toml")
    state = merx.load_game("merkator", players, edition).new_initial_state(seed=1)
    walk_into_refusals(state, Merkator(tables, state.to_dict()), IllegalAction)


@pytest.mark.parametrize(("edition", "players"), [("standard", 4), ("published", 1)])
def test_observations_are_equal(edition: str, players: int) -> None:
    tables = load_edition(FOLDER / f"{edition}.toml")
    state = merx.load_game("merkator", players, edition).new_initial_state(seed=3)
    reference = Merkator(tables, state.to_dict())
    rng = random.Random(3)
    while not state.is_terminal():
        for player in range(players):
            assert state.observation(player).to_dict() == reference.observe(player)
        text = POLICIES["plans with slips"](rng, reference.legal_actions(), state)
        state.apply_action(state.string_to_action(text))
        reference.apply(text)


def test_the_policies_exercise_every_clause_that_acts(tmp_path: Path) -> None:
    clauses: Counter[str] = Counter()
    rich = str(edition_file(tmp_path, OTHER_NUMBERS["many cubes"]))
    for edition, numbers in {**PLAYERS, rich: (2,)}.items():
        tables = load_edition(FOLDER / f"{edition}.toml" if edition in PLAYERS else Path(edition))
        for players in numbers[:2]:
            game = merx.load_game("merkator", players, edition)
            for name in ("plans", "fulfils, joins and buys", "sells and turns markers"):
                rng = random.Random(f"clauses {name} {players}")
                state = game.new_initial_state(rng.getrandbits(64))
                walk(state, Merkator(tables, state.to_dict(), clauses), POLICIES[name], rng)
    exercised = {clause.split()[0] for clause in clauses if not clause.endswith("refused")}
    wanted = {"3.1.1", "3.1.3", "3.1.4", "3.1.5", "3.2.1", "3.2.2", "3.2.3", "3.2.4", "3.2.5"}
    wanted |= {"3.2.6", "3.3.1", "3.3.3", "3.3.4", "3.4.1", "4.1", "6"}
    assert wanted <= exercised, sorted(wanted - exercised)
