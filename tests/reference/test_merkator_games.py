"""The reference of Merkator alone: solo, building effects, whole games."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from . import merkator_cards as cards
from .merkator import IllegalAction, Merkator, deal, piles
from .merkator_scenes import (
    BONUS,
    BUILDINGS,
    CONTRACTS,
    EDITION,
    GOODS,
    PEACE,
    PUBLISHED,
    apply,
    asked,
    clear,
    edition_with,
    give,
    hold,
    new_game,
    refuses,
    solo_game,
    time,
    visit,
)

# --- 6: solo ---


def test_6_solo_set_up() -> None:
    state = deal(PUBLISHED, 1, **piles(PUBLISHED, 1))
    assert (state["chart"], state["box"], state["seats"][0]["time"]) == ([], 15, 0)
    assert state["seats"][0]["contracts"] == [0, 5, 16, 29]
    assert state["arrivals"] == list(range(61, 78))  # the 14 lies at the bottom
    assert [state["stacks"][value] for value in ("8", "9", "10", "14")] == [[]] * 4
    assert state["seats"][0]["bonus"] == [0, 8]
    assert len(state["building_display"] + state["building_pile"]) == 21
    assert Merkator(PUBLISHED, state).observe(0)["arrivals"] == 17


def test_6_solo_coins_are_lost_and_a_contract_arrives() -> None:
    game = solo_game()
    apply(game, "sell hamburg3", "sell hamburg4", "buy italy+muskets")
    assert game.state["seats"][0]["coins"] == 4
    game.state["stacks"]["8"] = [62]
    game.state["arrivals"].remove(62)
    apply(game, "end investing")
    assert (game.state["seats"][0]["coins"], game.state["arrivals"][0]) == (0, 63)
    assert game.state["stacks"]["8"] == [61, 62]  # the last to come lies on top


def test_6_solo_time_comes_from_the_box_and_goes_into_it() -> None:
    game = solo_game()
    apply(game, "end investing")
    refuses(game, "go spain", "not enough")
    apply(game, "go hamburg", "store 0")
    assert (time(game), game.state["box"]) == ([2], 13)
    assert (asked(game), game.state["last_turn"]) == ((0, 0, "fulfilling"), None)
    apply(game, "end fulfilling")  # nobody joins
    visit(game, "italy")
    assert (time(game), game.state["box"], game.state["turn"]) == ([0], 15, 1)
    game.state |= {"box": 1}
    give(game, 0, time=14, iron=0, wine=1, fish_oil=1, plums=1)
    apply(game, "end fulfilling")
    game.state["cubes"]["hamburg"] = 0
    game.state["seats"][0]["bonus"] = []
    visit(game, "hamburg")
    assert (time(game), game.state["box"]) == ([15], 0)  # as far as they go
    apply(game, "fulfil hamburg4")  # an exchange is paid into the box too
    assert (time(game), game.state["box"]) == ([11], 4)


def test_6_solo_buying_a_building_changes_the_bonus_cards() -> None:
    game = solo_game()
    give(game, 0, coins=99)
    shown, pile = game.state["bonus_display"], game.state["bonus_pile"]
    assert (shown, pile) == ([1, 2, 3, 4], [5, 6, 7, 9, 10, 11, 12, 13, 14, 15])
    apply(game, "buy arsenal")
    assert game.state["building_display"] == [0, 2, 3, 4]
    assert game.state["bonus_display"] == [5, 6, 7, 9]
    assert game.state["bonus_pile"] == [10, 11, 12, 13, 14, 15, 1, 2, 3, 4]
    game.state |= {"bonus_display": [5, 6], "bonus_pile": [10]}
    apply(game, "buy granary")
    assert (game.state["bonus_display"], game.state["bonus_pile"]) == ([5, 6, 10], [])


def test_6_solo_seventeen_turns() -> None:
    game = solo_game()
    hold(game, 0, *CONTRACTS[:6])
    refuses(game, "end investing", "must be sold")
    apply(game, "sell danzig2")
    for turn in range(17):
        assert asked(game) == (0, 0, "investing")
        assert game.state["turn"] == turn
        if turn == 16:
            hold(game, 0, *CONTRACTS[:6])  # in the last turn nobody is forced
            assert game.state["arrivals"] == [77]
        visit(game, "denmark", "end fulfilling")
    assert (asked(game), game.state["turn"]) == ((None, None, "end"), 16)
    assert game.state["last_turn"] is None
    assert game.state["stacks"]["14"] == [77]
    assert (game.ranks(), game.returns()) == ([1], [0.0])


def test_6_solo_the_peace_does_not_end_the_game() -> None:
    game = solo_game()
    game.state |= {"phase": "fulfilling", "figure": "hamburg"}
    hold(game, 0, "hamburg10")
    give(game, 0, copper=3, vegetables=3, calfskin=2, plums=2, grain=1)
    apply(game, "fulfil hamburg10")  # 3.3.2: 10, 9 and 8 are empty too
    assert game.state["seats"][0]["contracts"] == [CONTRACTS.index("hamburg7"), 73]
    game.state["stacks"]["14"] = [PEACE]
    game.state["done"] = []
    give(game, 0, copper=3, vegetables=3, calfskin=2, plums=2, grain=1)
    apply(game, "fulfil hamburg10")
    assert PEACE in game.state["seats"][0]["contracts"]
    assert game.state["last_turn"] is None


# --- 8: building effects ---

ALL = dict.fromkeys(GOODS, 1)
EFFECTS: list[tuple[str, list[str], dict[str, int], int]] = [
    ("alsterhaus", [], {"iron": 9, "wine": 1, "coal": 2}, 3),
    ("alsterhaus", [], ALL, 16),
    ("arsenal", [], {"livestock": 3, "muskets": 1, "copper": 1, "wine": 1}, 6),
    ("granary", [], {"grain": 1, "saltpeter": 1, "ham": 1, "fish_oil": 1}, 8),
    ("victualling_yard", [], {"vegetables": 2, "wine": 1}, 4),
    ("cloth_hall", [], {"fabric": 1, "citrus": 1, "spice": 1, "grain": 1}, 6),
    ("crane", [], {"grain": 2, "plums": 3, "citrus": 1, "ham": 5}, 6),
    ("crane", [], {"grain": 9}, 7),
    ("great_warehouse", [], {"grain": 4, "coal": 3}, 3),
    ("great_warehouse", [], {"grain": 99}, 12),
    ("packing_house", [], {"wine": 1, "spice": 2, "coal": 1, "fabric": 1}, 3),
    ("packing_house", [], ALL, 12),
    ("weigh_house", [], {"wine": 3, "spice": 2, "coal": 7}, 4),
    ("customs_house", [], {"wine": 3, "plums": 1, "coal": 7, "spice": 1}, 2),
    ("customs_house", [], ALL, 12),
    ("town_hall", ["danzig2", "danzig3", "peace"], {}, 3),
    ("town_hall", CONTRACTS[:12], {}, 10),
    ("exchange", ["hamburg6", "hamburg7", "danzig10", "peace"], {}, 6),
    ("chancellery", ["hamburg6", "hamburg7", "danzig10", "peace"], {}, 4),
    ("chancellery", CONTRACTS[5:15], {}, 12),
    ("pilot_house", ["bohemia2", "italy4", "denmark4", "denmark4/2", "danzig2", "peace"], {}, 8),
    ("harbour_office", ["bohemia2", "hamburg6", "hamburg7", "peace"], {}, 4),
    ("senate_house", ["hamburg3", "danzig3", "sweden3", "hamburg4", "peace"], {}, 4),
    ("senate_house", ["hamburg3", "danzig3", "hamburg4", "danzig4"], {}, 8),
    ("senate_house", CONTRACTS[5:11], {}, 8),
    ("trading_post", ["hamburg+wine", "italy+muskets"], {}, 4),
    ("trading_post", BONUS[:7], {}, 10),
    ("guild_house", ["italy+muskets", "italy+saltpeter", "denmark+ham", "hamburg+wine"], {}, 5),
    ("guild_house", ["italy+muskets", "denmark+ham", "hamburg+wine"], {}, 3),
    ("guild_house", BONUS, {}, 9),
    ("clock_tower", [], {"time": 5}, 5),
    ("clock_tower", [], {"time": 12}, 8),
    ("bank", [], {"coins": 9}, 4),
    ("bank", [], {"coins": 15}, 7),
    ("cathedral", ["bank", "crane"], {"coins": 0}, 6),
    ("cathedral", BUILDINGS[:6], {}, 12),
    ("cathedral", [], {}, 0),
    ("admiralty", [], {"time": 4}, 6),
    ("admiralty", [], {"time": 3}, 0),  # the others have 3 of each, strictly more is wanted
    ("merchants_hall", ["hamburg5"], {}, 8),
    ("merchants_hall", ["hamburg4"], {}, 0),
    ("merchants_hall", ["peace"], {}, 8),
    ("storehouse_guild", [], {"wine": 2, "coal": 2}, 7),
    ("storehouse_guild", [], {"wine": 2, "coal": 1}, 0),
    ("consulate", ["bohemia2", "italy4", "denmark4", "danzig2"], {}, 7),
    ("consulate", ["bohemia2", "italy4", "danzig2"], {}, 0),
    ("trading_company", BONUS[:4], {}, 7),
    ("trading_company", BONUS[:3], {}, 0),
]


@pytest.mark.parametrize(("building", "held", "goods", "points"), EFFECTS)
def test_8_building_effects(
    building: str, held: list[str], goods: dict[str, int], points: int
) -> None:
    game = new_game(3)
    clear(game, "bonus")
    hold(game, 0, building, *held)
    give(game, 0, **goods)
    give(game, 1, time=3, iron=3)  # the best of the others in everything
    hold(game, 1, "denmark4", "bohemia4", *BONUS[8:11])
    assert dict(game.sheet()[0])[building] == points


def test_8_every_effect_has_a_case() -> None:
    assert {building for building, *_ in EFFECTS} == set(BUILDINGS)


# --- the class itself ---


def test_the_state_is_copied_on_the_way_in_and_out() -> None:
    state = deal(EDITION, 2, **piles(EDITION, 2))
    game = Merkator(EDITION, state)
    game.to_dict()["seats"][0]["rooms"]["iron"] = 9
    game.observe(0)["seats"][0]["contracts"].clear()
    apply(game, "sell danzig2", "end investing", "go england", "store 1")
    assert state == deal(EDITION, 2, **piles(EDITION, 2))


# --- whole games ---


def check_conservation(edition: dict[str, Any], state: dict[str, Any], markers: int) -> None:
    """Contracts, bonus cards and buildings are somewhere, once; nothing is pending between."""
    seats, whole = state["seats"], piles(edition, state["players"])
    stacks = [card for stack in state["stacks"].values() for card in stack]
    contracts = stacks + state["discard"] + state["arrivals"]
    contracts += [card for seat in seats for card in seat["contracts"]]
    assert sorted(contracts) == list(range(len(cards.contracts(edition))))
    for key, name in (("bonus", "bonus"), ("building", "buildings")):
        lying = state[f"{key}_display"] + state[f"{key}_pile"]
        assert sorted(lying + [card for seat in seats for card in seat[name]]) == whole[name]
        assert len(state[f"{key}_display"]) == 4 or not state[f"{key}_pile"]
        assert state[f"{key}_display"] == sorted(state[f"{key}_display"])
    for seat in seats:
        assert all(seat[key] == sorted(seat[key]) for key in ("contracts", "bonus", "buildings"))
        assert min(seat["coins"], seat["time"], *seat["rooms"].values()) >= 0
        assert set(seat["tile"].values()) <= {0, 1}
    assert all(0 <= cubes <= 40 for cubes in state["cubes"].values())
    time = sum(seat["time"] for seat in seats)
    if state["box"] is not None:  # 6
        assert time + state["box"] == markers
    else:
        assert time + sum(map(len, state["chart"])) <= markers
    lying = [state["chart"][row][0] for row in state["face_up"]]
    known, everything = Counter(state["seen"]), Counter(cards.markers(edition))
    assert Counter(lying) <= known <= everything  # 2.7
    pending = {"storing": "storing", "marker": "turning", "loss": "losing"}
    for key, phase in (pending | {"exchange": "exchanging"}).items():
        assert (state[key] is not None) == (state["phase"] == phase)
    assert state["sold"] is None or state["phase"] == "investing"
    assert state["unloaded"] is None or state["phase"] == "fulfilling"
    assert state["done"] == [] or state["phase"] in ("fulfilling", "exchanging")
    if state["phase"] in ("investing", "going", "storing", "turning"):
        assert state["active_player"] == state["current_player"] == state["turn"] % len(seats)


def choose(game: Merkator, texts: list[str], rng: random.Random) -> str:
    """Choose an action at random, more often one that leads somewhere."""
    named = [game.cards[card][1] for card in game.seat()["contracts"]]
    wanted = ["unload", "join", *(f"go {place}" for place in named)]
    for useful, often in ((["fulfil"], 0.9), (["buy"], 0.3), (wanted, 0.7), (["end"], 0.7)):
        better = [text for text in texts if text in useful or text.split()[0] in useful]
        if better and rng.random() < often:
            return rng.choice(better)
    return rng.choice(texts)


def shuffled(edition: dict[str, Any], players: int, rng: random.Random) -> dict[str, Any]:
    """The piles of a game in random order."""
    order = piles(edition, players)
    for pile in (
        order["markers"],
        order["bonus"],
        order["buildings"],
        *order["contracts"].values(),
    ):
        rng.shuffle(pile)
    return order


def random_game(edition: dict[str, Any], seed: int, players: int) -> None:
    """Play a whole random game, checking what holds in it."""
    rng = random.Random(seed)
    game = Merkator(edition, deal(edition, players, **shuffled(edition, players, rng)))
    start = game.state
    markers = sum(time(game)) + sum(map(len, start["chart"])) + (start["box"] or 0)
    while not game.is_terminal():
        check_conservation(edition, game.state, markers)
        texts = game.legal_actions()
        assert texts == sorted(texts, key=game.actions.index) != []
        always = ("end investing", "end fulfilling")
        assert len(texts) > 1 or texts[0] in always or game.state["phase"] == "going"  # 3.5.1
        if rng.random() < 0.1:
            before = game.to_dict()
            again = Merkator(edition, json.loads(json.dumps(before)))
            assert again.legal_actions() == texts
            illegal = rng.choice([text for text in game.actions if text not in texts])
            with pytest.raises(IllegalAction):
                game.apply(illegal)
            assert game.state == before
            action = choose(game, texts, rng)
            again.apply(action)
            game.apply(action)
            assert game.state == again.state  # nothing decides but the state
        else:
            game.apply(choose(game, texts, rng))
    check_conservation(edition, game.state, markers)
    assert [sum(points for _, points in sheet) for sheet in game.sheet()] == game.scores()
    assert game.scores()[game.ranks().index(1)] == max(game.scores())
    assert sum(game.returns()) == pytest.approx(0)


def test_random_games_keep_the_rules() -> None:
    tight = {"exchange": 1, "coins": 6, "contracts": 4}  # of the limits
    low = {"cards": [card for card in EDITION["contracts"]["cards"] if card[0] <= 4]}
    cheap = {"cards": [[card[0], 4, *card[2:]] for card in EDITION["buildings"]["cards"]]}
    games = [
        (edition_with(EDITION, setup={"turn_limit": 25}), (2, 3, 4, 5), 4),
        (edition_with(EDITION, time_chart={"row_length": 2}), (2, 3, 4, 5), 6),
        (edition_with(EDITION, setup={"turn_limit": 9}, limits=tight), (2, 3, 5), 4),
        (edition_with(EDITION, contracts=low, limits=tight), (2, 5), 4),
        (edition_with(PUBLISHED, setup={"turn_limit": 20}), (1, 2, 3, 4), 3),
        (edition_with(PUBLISHED, limits=tight, solo={"time_markers": 3}, buildings=cheap), (1,), 6),
    ]
    for edition, players, seeds in games:
        for number in players:
            for seed in range(seeds):
                random_game(edition, seed, number)
