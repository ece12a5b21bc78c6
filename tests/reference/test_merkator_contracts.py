"""The reference of Merkator alone: fulfilling, joining, the end, scoring."""

from __future__ import annotations

from typing import Any

import pytest

from . import merkator_cards as cards
from .merkator import Merkator
from .merkator_scenes import (
    CONTRACTS,
    EDITION,
    PEACE,
    apply,
    asked,
    chart_game,
    clear,
    finish,
    give,
    hold,
    legal,
    new_game,
    refuses,
    rooms,
    time,
    visit,
)

# --- 3.3: fulfilling ---


def at(place: str, *held: str, players: int = 2, **goods: int) -> Merkator:
    """Seat 0 at a place where nothing happens, holding contracts and goods, may fulfil."""
    game = new_game(players)
    clear(game, "bonus")
    hold(game, 0, *held)
    for seat in game.state["seats"]:
        seat["time"] = 0
    give(game, 0, **goods)
    game.state |= {"phase": "fulfilling", "figure": place}
    return game


def test_3_3_1_goods_for_the_next_higher_contract_once_a_turn() -> None:
    game = at("danzig", "danzig2", "danzig3", "russia2", plums=3, spice=2, coal=9, livestock=1)
    assert legal(game, "fulfil") == ["danzig2", "danzig3"]  # coal can be exchanged for two
    refuses(game, "fulfil russia2", "does not name the place")
    refuses(game, "fulfil peace", "not held")
    top = game.state["stacks"]["3"][0]
    apply(game, "fulfil danzig2")
    assert rooms(game) == {"plums": 2, "spice": 1, "coal": 9, "livestock": 1}
    kept = sorted([CONTRACTS.index(text) for text in ("danzig2", "danzig3", "russia2")] + [top])
    assert game.state["seats"][0]["contracts"] == kept
    assert game.state["done"] == [0]
    refuses(game, "fulfil danzig2", "was fulfilled")
    assert top not in game.state["stacks"]["3"]
    finish(game)
    assert (game.state["done"], game.state["turn"]) == ([], 1)


def test_3_3_1_a_contract_gained_may_be_fulfilled_at_once() -> None:
    game = at("danzig", "danzig2", "danzig4", plums=1, spice=2, muskets=1, vegetables=1)
    game.state["stacks"]["3"].insert(0, CONTRACTS.index("danzig3"))
    apply(game, "fulfil danzig2", "fulfil danzig3")
    assert (game.state["done"], rooms(game)) == ([0, 6], {})
    assert game.clauses["3.3.1 fulfilled in the turn it was gained"] == 1


def test_3_3_1_and_4_1_a_fulfilled_ten_earns_the_peace_and_calls_the_end() -> None:
    goods = {"copper": 3, "vegetables": 3, "calfskin": 2, "plums": 2, "grain": 1}
    game = at("hamburg", "hamburg10", "danzig10", players=3, **goods)
    apply(game, "fulfil hamburg10")
    assert game.state["seats"][0]["contracts"] == [73, 74, PEACE]
    assert (game.state["stacks"]["14"], game.state["last_turn"]) == ([], 3)
    refuses(game, "fulfil peace", "does not name the place")
    again = at("hamburg", "hamburg10", **goods)
    again.state["stacks"] |= {"10": [75], "14": []}
    apply(again, "fulfil hamburg10")  # 3.3.2: the next is among the tens
    assert again.state["seats"][0]["contracts"] == [73, 75]
    assert again.state["last_turn"] is None


@pytest.mark.parametrize(
    ("empty", "gained"), [([], 5), ([5], 4), ([5, 4], 3), ([5, 4, 3], None), ([4, 3], 5)]
)
def test_3_3_2_empty_stacks(empty: list[int], gained: int | None) -> None:
    game = at("france", "france4", calfskin=2, muskets=2)
    for value in empty:
        game.state["stacks"][str(value)] = []
    apply(game, "fulfil france4")
    held = [card for card in game.state["seats"][0]["contracts"] if CONTRACTS[card] != "france4"]
    assert [cards.contracts(EDITION)[card][0] for card in held] == ([gained] if gained else [])
    assert rooms(game) == {}
    low = at("spain", "spain2", saltpeter=1, wine=1)
    low.state["stacks"]["3"] = []
    apply(low, "fulfil spain2")  # below 3 there is no stack
    assert low.clauses["3.3.2 nothing taken, the lowest value"] == 1


@pytest.mark.parametrize(
    ("goods", "possible"),
    [
        ({"citrus": 2, "coal": 2}, True),  # M = E = 0
        ({"citrus": 2, "coal": 1}, False),
        ({"citrus": 2, "coal": 1, "iron": 4}, True),
        ({"citrus": 2, "coal": 1, "iron": 3, "wine": 3}, False),  # good by good rounded down
        ({"citrus": 2, "coal": 1, "time": 4}, True),
        ({"citrus": 5, "coal": 1}, False),  # four beyond what is needed
        ({"citrus": 6, "coal": 1}, True),
        ({"iron": 8, "time": 8}, True),  # M = E = 4
        ({"iron": 11, "time": 7}, False),
    ],
)
def test_3_3_5_what_is_missing_must_be_exchangeable(goods: dict[str, int], possible: bool) -> None:
    game = at("netherlands", "netherlands4", **goods)
    game.state["seats"][0]["tile"]["grey"] = 9  # the tile does not count
    if not possible:
        refuses(game, "fulfil netherlands4", "more goods are missing")
        return
    apply(game, "fulfil netherlands4")
    assert game.state["phase"] == "fulfilling"  # 3.5.1: one outcome is not asked
    assert (rooms(game), game.state["exchange"]) == ({}, None)
    assert time(game) == [0, 0]


def test_3_3_3_and_3_5_2_exchanges_in_an_order_that_can_be_completed() -> None:
    game = at("netherlands", "netherlands4", citrus=1, coal=1, iron=5, copper=8, time=4)
    apply(game, "fulfil netherlands4")
    assert game.state["exchange"] == {"contract": 20, "missing": 2, "last": None}
    assert (asked(game), game.state["done"]) == ((0, 0, "exchanging"), [20])
    assert legal(game, "exchange") == ["iron", "copper"]
    refuses(game, "exchange time", "would follow")
    refuses(game, "exchange coal", "too few")
    refuses(game, "end fulfilling", "not in the phase")  # nothing can be put in between
    held = len(game.state["seats"][0]["contracts"])
    apply(game, "exchange copper")
    assert game.state["exchange"] == {"contract": 20, "missing": 1, "last": "copper"}
    assert legal(game, "exchange") == ["copper", "time"]
    refuses(game, "exchange iron", "same good or a later one")
    assert len(game.state["seats"][0]["contracts"]) == held  # the next comes after the last
    apply(game, "exchange time")
    assert (rooms(game), time(game)) == ({"iron": 5, "copper": 4}, [0, 0])
    assert len(game.state["seats"][0]["contracts"]) == held + 1
    assert (game.state["exchange"], game.state["phase"]) == (None, "fulfilling")


def test_3_5_2_an_exchange_does_not_name_an_earlier_good() -> None:
    game = at("netherlands", "netherlands4", iron=8, copper=16)
    apply(game, "fulfil netherlands4", "exchange iron", "exchange copper")
    assert rooms(game) == {"iron": 4, "copper": 4}  # the last two are copper, unasked
    game = at("netherlands", "netherlands4", citrus=1, coal=1, iron=4, copper=8, wine=4)
    apply(game, "fulfil netherlands4", "exchange copper")
    refuses(game, "exchange iron", "same good or a later one")


def test_3_3_4_the_tile_is_unloaded_into_either_room() -> None:
    game = at("denmark", "danzig2")
    game.state["seats"][0]["tile"] |= {"green": 1, "red": 2}
    assert game.legal_actions() == [
        *(f"unload {good}" for good in ("livestock", "muskets", "citrus", "spice")),
        "end fulfilling",
    ]
    apply(game, "unload citrus")  # without a contract for the place
    assert game.state["unloaded"] == "citrus"
    refuses(game, "unload muskets", "order of the goods")  # 3.5.2
    apply(game, "unload citrus")
    refuses(game, "unload spice", "no such cube")
    assert (rooms(game), game.state["seats"][0]["tile"]["red"]) == ({"citrus": 2}, 0)
    hold(game, 0, "denmark4", "denmark4/2")
    give(game, 0, spice=2)
    apply(game, "fulfil denmark4", "unload muskets")  # a new start after a contract
    apply(game, "end fulfilling")
    assert game.state["unloaded"] is None


# --- 3.4: joining ---


def test_3_4_1_the_others_follow_one_after_the_other() -> None:
    game = at("danzig", "danzig2", players=4)
    game.state |= {"turn": 2, "active_player": 2, "current_player": 2}
    for player, markers in ((0, 1), (1, 3), (3, 0)):
        give(game, player, time=markers)
    hold(game, 0, "danzig+coal", "danzig4", "danzig2")
    hold(game, 1, "danzig+coal", "spain+iron")
    give(game, 0, plums=1, spice=1)
    cubes = dict(game.state["cubes"])
    apply(game, "end fulfilling")
    assert (asked(game), game.legal_actions()) == ((2, 0, "joining"), ["join", "stay"])  # not 3
    apply(game, "join")
    assert (asked(game), time(game)) == ((2, 0, "fulfilling"), [0, 3, 1, 0])
    assert rooms(game, 0) == {"plums": 1, "spice": 1, "coal": 1}  # one cube, not two
    apply(game, "fulfil danzig2")
    assert (game.state["done"], rooms(game, 0)) == ([0], {"coal": 1})
    apply(game, "end fulfilling")
    assert (asked(game), game.state["done"]) == ((2, 1, "joining"), [])
    apply(game, "join")  # without a contract
    assert rooms(game, 1) == {"coal": 1}
    apply(game, "end fulfilling")
    assert (asked(game), time(game)) == ((3, 3, "investing"), [0, 2, 2, 0])
    assert (game.state["cubes"], game.state["figure"]) == (cubes, "danzig")


def test_3_4_1_two_markers_at_a_minor_place() -> None:
    for markers, phase in ((1, "investing"), (2, "joining")):
        game = at("bohemia", "danzig2")
        give(game, 1, time=markers)
        apply(game, "end fulfilling")
        assert asked(game)[1:] == (1, phase)
    apply(game, "join", "end fulfilling")
    assert (asked(game), time(game)) == ((1, 1, "investing"), [2, 0])
    game = at("bohemia", "danzig2")
    give(game, 1, time=2)
    apply(game, "end fulfilling", "stay")
    assert (asked(game), time(game)) == ((1, 1, "investing"), [0, 2])


# --- 4: the end ---


@pytest.mark.parametrize("players", [2, 3, 5])
def test_4_1_everybody_has_one_more_turn(players: int) -> None:
    game = chart_game(players, [], ["A"])
    game.state |= {"turn": 1, "active_player": 1, "current_player": 1}
    visit(game, "hamburg")
    assert game.state["last_turn"] == 1 + players
    finish(game)
    for turn in range(2, 2 + players):
        assert asked(game) == (turn % players, turn % players, "investing")
        visit(game, "denmark")
        finish(game)
    assert (asked(game), game.state["turn"]) == ((None, None, "end"), 1 + players)
    assert (game.is_terminal(), game.legal_actions()) == (True, [])
    refuses(game, "end fulfilling", "not in the phase end")


def test_4_1_a_joiner_calls_the_end_and_only_the_first_cause_counts() -> None:
    game = at("danzig", "danzig2", players=3)
    give(game, 2, time=1, ham=3, citrus=2, fabric=2, wine=2, calfskin=1)
    hold(game, 2, "danzig10")
    apply(game, "end fulfilling", "join", "fulfil danzig10")
    assert game.state["last_turn"] == 3  # from the active player's turn on
    game.state |= {"chart": [["A"]]}
    game.state["cubes"]["danzig"] = 0
    apply(game, "end fulfilling")
    visit(game, "danzig")
    assert (game.state["last_turn"], game.clauses["4.1 called before"]) == (3, 1)


def test_4_3_the_game_stops_at_the_limit_of_turns() -> None:
    game = new_game(3, setup={"turn_limit": 2})
    for turn in range(6):
        assert asked(game) == (turn % 3, turn % 3, "investing")
        if turn == 4:
            game.state["last_turn"] = 7
        visit(game, "denmark")
        finish(game)
    assert (asked(game), game.state["turn"]) == ((None, None, "end"), 5)


# --- 5: scoring ---


def test_5_1_five_contracts_in_full_of_the_others_half() -> None:
    game = new_game()
    hold(game, 0, "danzig2", "hamburg3", "hamburg4", "hamburg5", "hamburg6", "hamburg7", "peace")
    hold(game, 0, "bank", "town_hall")
    give(game, 0, coins=5)
    best = [("contract 1", 14), ("contract 2", 7), ("contract 3", 6), ("contract 4", 5)]
    own = [("contract 5", 4), ("other contracts", 2), ("town_hall", 7), ("bank", 2)]
    few = [4, 3, 2, 0, 0, 0, 0, 0]  # and no buildings
    assert game.sheet() == [
        best + own,
        [(line[0], n) for line, n in zip(best + own, few, strict=True)],
    ]
    assert game.scores() == [47, 9]


@pytest.mark.parametrize(
    ("coins", "markers", "ranks", "returns"),
    [
        ([0, 0, 1], [9, 9, 0], [2, 2, 1], [-0.5, -0.5, 1]),  # more coins
        ([1, 1, 1], [2, 0, 1], [1, 3, 2], [1, -1, 0]),  # then more time markers
        ([1, 1, 1], [2, 2, 2], [1, 1, 1], [0, 0, 0]),  # then shared
    ],
)
def test_5_2_ties(coins: Any, markers: Any, ranks: Any, returns: Any) -> None:
    game = new_game(3)
    for player in range(3):
        give(game, player, coins=coins[player], time=markers[player])
    assert (game.ranks(), game.returns()) == (ranks, pytest.approx(returns))
    hold(game, 1, "hamburg10")
    assert game.ranks()[1] == 1  # points first
