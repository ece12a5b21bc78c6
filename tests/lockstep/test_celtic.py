"""Engine and reference walk the same games of Celtic, decision by decision.

Aimless play hardly ever fulfils a goal, so policies lead to the rare places: goals, empty stocks,
the fifth goal, the announcement, the last collection.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import merx
from tests.lockstep.walk import GAMES, SEEDS, Policy, bot, prefer, uniform, walk, walk_into_refusals
from tests.reference.celtic import Celtic, IllegalAction, load_edition

STANDARD = SEEDS / "celtic" / "standard.toml"
# Goals on neighbouring places and few cards: games end by goals, announcements and empty stocks.
SHORT = """
[edition]
game = "celtic"
name = "short"
extends = "standard"
players = [2, 3, 4]

[setup]
turn_limit = 30
final_collect = true

[goods]
cards_per_kind = 2
"""

GOODS = ["tin", "amber", "furs", "coral", "wine", "olive_oil", "glass"]


def seeker(rng: random.Random, legal: list[str], state: merx.State) -> str:
    """Send pieces one by one to the trading places of kinds not yet held, and announce."""
    seat = state.to_dict()["seats"][state.current_player()]
    missing = [good for good in GOODS if not seat["goods"][good]]
    takes = [text for text in legal if text.removeprefix("take ") in missing]
    for preferred in (["announce"], takes, ["end turn"], ["along 0"], ["move 1"]):
        if found := [text for text in preferred if text in legal]:
            return found[0]
    away = distances(state.game, missing)
    if state.to_dict()["phase"] == "before":
        away |= {place: 99 for place in missing}  # who stands there waits for a card
    moves = [text for text in legal if text.startswith(("from ", "to "))]
    return min(moves, key=lambda text: (away[text.split()[1]], rng.random()))


def distances(game: merx.Game, places: list[str]) -> dict[str, int]:
    """Count the roads from every space to the nearest of these places."""
    board = game.edition_tables()["board"]
    away = {name: 0 if name in places else 99 for name, *_ in board["spaces"]}
    for _ in away:
        for one, other in board["roads"]:
            away[one] = min(away[one], away[other] + 1)
            away[other] = min(away[other], away[one] + 1)
    return away


POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "plays well": bot("greedy:epsilon=0.05"),
    "plays well and takes what it can": bot("greedy", *(f"take {good}" for good in GOODS)),
    "collects all kinds": seeker,
    "spreads single pieces and fulfils": prefer("fulfil", "move 1", "along 1", "take"),
    "travels along with all": prefer("along 8", "along 7", "along 4", "along 2", "fulfil", "move"),
    "stays at home": prefer("along 0", "end turn", "from village"),
}


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("editions") / "short.toml"
    path.write_text(SHORT)
    # The reference looks for the edition it extends in the same folder.
    (path.parent / "standard.toml").write_text(STANDARD.read_text())
    return path


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", POLICIES)
def test_engine_and_reference_agree(policy: str, players: int, short: Path) -> None:
    for path in (STANDARD, short):
        edition = load_edition(path)
        game = merx.load_game("celtic", players=players, edition=str(path))
        for number in range(GAMES if path == short else 1):
            rng = random.Random(f"{policy} {players} {number} {path.name}")
            state = game.new_initial_state(seed=rng.getrandbits(64))
            walk(state, Celtic(edition, state.to_dict()), POLICIES[policy], rng)


def test_illegal_actions_are_refused_by_both(short: Path) -> None:
    state = merx.load_game("celtic", players=3, edition=str(short)).new_initial_state(seed=1)
    walk_into_refusals(state, Celtic(load_edition(short), state.to_dict()), IllegalAction)


@pytest.mark.parametrize("player", [0, 1, 2])
def test_observations_are_equal(player: int, short: Path) -> None:
    rng = random.Random(f"observations {player}")
    state = merx.load_game("celtic", players=3, edition=str(short)).new_initial_state(seed=3)
    reference = Celtic(load_edition(short), state.to_dict())
    while not state.is_terminal():
        assert state.observation(player).to_dict() == reference.observe(player)
        text = POLICIES["collects all kinds"](rng, reference.legal_actions(), state)
        state.apply_action(state.string_to_action(text))
        reference.apply(text)


def test_the_policies_exercise_every_clause_that_acts(short: Path) -> None:
    clauses: Counter[str] = Counter()
    edition = load_edition(short)
    for players in (2, 3, 4):
        game = merx.load_game("celtic", players=players, edition=str(short))
        for name, policy in POLICIES.items():
            rng = random.Random(f"clauses {name} {players}")
            state = game.new_initial_state(rng.getrandbits(64))
            walk(state, Celtic(edition, state.to_dict(), clauses), policy, rng)
    exercised = {clause.split()[0] for clause in clauses if not clause.endswith("refused")}
    wanted = {"2.1", "2.2", "3.1", "3.2", "4.1", "5.1", "5.2", "5.3", "5.4"}
    assert wanted <= exercised, sorted(wanted - exercised)
