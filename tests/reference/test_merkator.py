"""The reference of Merkator alone: edition, set-up, investing, travelling."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from . import merkator_cards as cards
from .merkator import Merkator, check_edition, deal, piles
from .merkator_scenes import (
    BUILDINGS,
    CONTRACTS,
    EDITION,
    GOODS,
    PLACES,
    PUBLISHED,
    VALUES,
    apply,
    asked,
    chart_game,
    clear,
    edition_with,
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

# --- the edition ---


def test_tables_add_up() -> None:
    assert len(GOODS) == len(set(GOODS)) == 16
    assert len(cards.markers(EDITION)) == 42  # 2.2
    assert sum(map(len, cards.markers(EDITION))) == 6 * (4 + 2 * 3)
    by_value = Counter(value for value, _, _ in cards.contracts(EDITION))
    assert [by_value[value] for value in VALUES] == [5, 11, 13, 12, 11, 9, 7, 5, 4, 1]
    assert sorted(by_value) == [*range(2, 11), 14]
    named = Counter(place for place, _, _ in EDITION["bonus"]["cards"])
    assert named == {p: 1 if k == "major" else 2 for p, k in cards.place_kinds(EDITION).items()}
    assert Counter(good for _, good, _ in EDITION["bonus"]["cards"]) == Counter(GOODS)
    assert Counter(price for _, _, price in EDITION["bonus"]["cards"]) == {3: 8, 4: 8}
    lines = {frozenset(line) for line in EDITION["links"]["lines"]}
    assert len(lines) == 11
    links = {len(cards.joined(EDITION, place)) for place in cards.major_places(EDITION)}
    assert links == {2, 3}
    assert sum(cards.times(EDITION).values()) == 2 + 3 - 1 + 2 - 5  # 3.2.1, 3.2.5
    assert len(BUILDINGS) == len(set(BUILDINGS)) == 26
    assert sum(effect.startswith("sole_") for _, _, effect, _, _ in EDITION["buildings"]["cards"])
    assert len(cards.piles(PUBLISHED, 1)["buildings"]) == 21  # 6


def test_action_texts_have_the_documented_ids_and_others_are_refused() -> None:
    texts = cards.action_texts(EDITION)
    assert len(texts) == len(set(texts)) == 306
    assert (texts[0], texts[77]) == ("sell danzig2", "sell peace")
    assert (texts[78], texts[79], texts[94]) == (
        "buy russia+fabric",
        "buy italy+muskets",
        "buy alsterhaus",
    )
    assert texts[120:123] == ["end investing", "go hamburg", "go danzig"]
    assert (texts[133], texts[173:177]) == (
        "store 0",
        ["store 40", "turn next", "keep", "lose livestock"],
    )
    assert (texts[192], texts[269:271]) == (
        "fulfil danzig2",
        ["fulfil peace", "exchange livestock"],
    )
    assert texts[286:288] == ["exchange time", "unload livestock"]
    assert texts[303:] == ["end fulfilling", "join", "stay"]
    assert "denmark4/2" in CONTRACTS
    game = new_game()
    for text in ("", "sell", "sell 78", "go atlantis", "store 41", "end", "turn", "buy 3"):
        refuses(game, text, "no such action")
    game.apply("  SELL 0 ")  # lenient reading
    assert game.state["sold"] == 0


@pytest.mark.parametrize(
    ("table", "key", "value", "refused"),
    [
        ("time_chart", "row_length", 1, "row_length"),  # 3.2.6
        ("time_chart", "singles_per_letter", 1, "not enough markers"),  # 2.2
        ("office", "columns", [["iron"]], "one room"),
        ("goods", "colours", [["red", "spain", "iron", "iron"]], "room"),
        ("links", "lines", [["hamburg", "italy"]], "only major places"),  # 3.2.4
        ("contracts", "cards", [[2, "hamburg", {"gold": 1}]], "hamburg2"),
        ("bonus", "cards", [["atlantis", "iron", 3]], "atlantis"),
        ("edition", "players", [1], "solo"),
        ("setup", "turn_limit", 0, "turn_limit"),
    ],
)
def test_impossible_editions_are_refused(table: str, key: str, value: Any, refused: str) -> None:
    with pytest.raises(ValueError, match=refused):
        check_edition(edition_with(EDITION, **{table: {key: value}}))


# --- 2: set-up ---


@pytest.mark.parametrize(
    ("edition", "players", "start"),
    [
        (EDITION, 2, [1, 2]),
        (EDITION, 3, [1, 1, 2]),
        (EDITION, 5, [1, 1, 1, 1, 2]),
        (PUBLISHED, 2, [0, 2]),
        (PUBLISHED, 4, [0, 1, 1, 2]),
    ],
)
def test_2_set_up(edition: dict[str, Any], players: int, start: list[int]) -> None:
    state = deal(edition, players, **piles(edition, players))
    assert state["cubes"] == dict.fromkeys(PLACES[:8], 1)  # 2.1
    assert list(map(len, state["chart"])) == [6] * (players + 1)  # 2.2
    assert [marker for row in state["chart"] for marker in row] == cards.markers(edition)[
        : 6 * players + 6
    ]
    values = edition["setup"]["contracts"]
    for number, seat in enumerate(state["seats"]):
        assert set(seat["tile"].values()) == {1}  # 2.3
        dealt = [cards.contracts(edition)[card] for card in seat["contracts"]]
        assert [value for value, _, _ in dealt] == values  # 2.4
        assert [edition["bonus"]["cards"][card][2] for card in seat["bonus"]] == [3, 4]  # 2.5
        assert seat["bonus"] == [number, 8 + number]
        assert (seat["time"], seat["coins"], seat["buildings"]) == (start[number], 0, [])  # 2.6
        assert (len(seat["rooms"]), set(seat["rooms"].values())) == (16, {0})
    assert state["discard"] == list(range(players, 5))
    assert list(state["stacks"]) == [str(value) for value in VALUES[1:]]
    assert state["stacks"]["3"] == list(range(5 + players, 16))
    assert state["stacks"]["14"] == [77]
    rest = [*range(players, 8), *range(8 + players, 16)]
    assert (state["bonus_display"], state["bonus_pile"]) == (rest[:4], rest[4:])
    assert (state["building_display"], state["building_pile"][0]) == ([0, 1, 2, 3], 4)
    game = Merkator(edition, state)
    assert asked(game) == (0, 0, "investing")
    nothing = ("last_turn", "figure", "sold", "storing", "marker", "loss", "exchange", "box")
    assert all(state[key] is None for key in (*nothing, "unloaded"))
    assert all(state[key] == [] for key in ("face_up", "seen", "arrivals", "done"))
    for key in ("markers", "contracts", "bonus", "buildings"):
        wrong = piles(edition, players)
        wrong[key] = {} if key == "contracts" else wrong[key][1:]
        with pytest.raises(ValueError, match=key):
            deal(edition, players, **wrong)
    with pytest.raises(ValueError, match="6 cannot play"):
        deal(edition, 6, **piles(edition, players))


def test_2_7_what_players_see() -> None:
    game = new_game(3)
    game.state |= {"face_up": [1], "seen": ["A"]}
    game.state["chart"][0] = game.state["chart"][0][:2]
    state, seen = game.to_dict(), game.observe(2)
    assert seen == game.observe(0) | {"observer": 2}
    assert seen["chart"][:2] == [[None] * 2, ["AA", *[None] * 5]]
    assert [seen[key] for key in ("bonus_pile", "building_pile", "arrivals")] == [6, 22, 0]
    assert seen["stacks"]["3"] == {"top": 8, "cards": 8}
    game.state["stacks"]["14"] = []
    assert game.observe(1)["stacks"]["14"] == {"top": None, "cards": 0}
    changed = ("observer", "chart", "bonus_pile", "building_pile", "arrivals", "stacks")
    assert seen == state | {key: seen[key] for key in changed}
    with pytest.raises(ValueError, match="seat 3"):
        game.observe(3)


# --- 3.1: investing ---


def test_3_1_1_and_3_1_5_sell_and_buy_and_the_card_is_replaced() -> None:
    game = new_game()
    assert game.legal_actions() == ["sell danzig2", "sell hamburg3", "sell hamburg4"] + [
        "end investing"
    ]
    apply(game, "sell hamburg4")
    assert (game.state["sold"], game.state["seats"][0]["coins"]) == (16, 4)
    assert 16 in game.state["discard"]
    assert game.state["discard"] == sorted(game.state["discard"])
    refuses(game, "buy alsterhaus", "do not suffice")
    apply(game, "buy england+grain")
    assert game.state["seats"][0]["coins"] == 1
    assert game.state["seats"][0]["bonus"] == [0, 2, 8]
    assert game.state["bonus_display"] == [3, 4, 5, 6]  # the first of the pile is number 6
    assert game.state["bonus_pile"] == [7, 10, 11, 12, 13, 14, 15]
    assert game.state["sold"] is None
    apply(game, "sell danzig2", "buy spain+iron")  # the new card may be bought too
    give(game, 0, coins=99)
    apply(game, "buy arsenal", "buy granary")
    assert game.state["seats"][0]["buildings"] == [1, 2]
    assert game.state["building_display"] == [0, 3, 4, 5]
    refuses(game, "buy granary", "face up")
    game.state["building_pile"] = []
    apply(game, "buy crane")
    assert game.state["building_display"] == [0, 3, 4]
    assert game.clauses["3.1.5 empty building pile"] == 1


def test_3_1_2_the_last_contract_and_the_peace_are_not_sold() -> None:
    game = new_game()
    hold(game, 0, "hamburg7")
    refuses(game, "sell hamburg7", "last contract")
    hold(game, 0, "hamburg7", "peace")
    refuses(game, "sell peace", "never sold")
    apply(game, "sell hamburg7")  # the Peace counts as one held
    refuses(game, "sell peace", "never sold")


def test_3_1_3_too_many_contracts_must_be_sold() -> None:
    game = new_game()
    hold(game, 0, "danzig2", "hamburg3", "hamburg4", "hamburg5", "hamburg6", "hamburg7", "peace")
    refuses(game, "end investing", "must be sold")
    apply(game, "sell hamburg7", "sell hamburg6")  # 3.5.2: in any order while forced
    refuses(game, "sell hamburg5", "later")
    assert game.legal_actions()[-1] == "end investing"
    game.state["last_turn"] = 1  # 4.2
    hold(game, 0, *CONTRACTS[:3], *CONTRACTS[4:7])
    game.state["sold"] = 3
    assert legal(game, "sell") == CONTRACTS[4:7]  # in order, since nobody is forced
    apply(game, "end investing")
    assert game.clauses["4.2 not forced"] == 1


def test_3_1_4_fifteen_coins_are_kept() -> None:
    for coins, kept in ((15, 15), (16, 15), (40, 15)):
        for last_turn in (None, 1):  # 4.2
            game = new_game()
            game.state["last_turn"] = last_turn
            give(game, 0, coins=coins)
            apply(game, "end investing")
            assert game.state["seats"][0]["coins"] == kept
            assert (game.state["phase"], game.state["sold"]) == ("going", None)


def test_3_5_2_after_a_sale_only_later_contracts_until_something_is_bought() -> None:
    game = new_game()
    apply(game, "sell hamburg3")
    assert legal(game, "sell") == ["hamburg4"]
    refuses(game, "sell danzig2", "only a later")
    apply(game, "buy england+grain")
    assert legal(game, "sell") == ["danzig2", "hamburg4"]


# --- 3.2: travelling ---


def test_3_2_1_places_are_paid_in_time() -> None:
    for markers, closed in ((0, 3), (1, 2), (2, 1), (3, 0)):
        game = new_game()
        give(game, 0, time=markers)
        apply(game, "end investing")
        dear = ["newfoundland", "italy", "spain"][:closed]
        assert legal(game, "go") == [place for place in PLACES if place not in dear]
    refuses(game, "join", "not in the phase going")
    apply(game, "go newfoundland")
    assert (time(game), game.state["figure"]) == ([0, 2], "newfoundland")
    assert sum(map(len, game.state["chart"])) == 18  # payment leaves the game
    game = new_game()
    game.state["figure"] = "bohemia"
    visit(game, "bohemia")  # the present place counts as well
    assert game.state["phase"] == "fulfilling"


@pytest.mark.parametrize(
    ("lying", "ways"), [(1, [0, 1]), (3, [1, 2]), (5, [1, 2, 3, 4]), (40, list(range(1, 40)))]
)
def test_3_2_2_cubes_are_stored_as_asked(lying: int, ways: list[int]) -> None:
    for number in ways:
        game = new_game()
        clear(game, "bonus")
        game.state["cubes"]["england"] = lying
        visit(game, "england")
        assert asked(game) == (0, 0, "storing")
        assert (game.state["storing"], game.state["cubes"]["england"]) == (lying, 0)
        assert game.state["cubes"]["france"] == 1  # 3.2.7: refill comes later
        assert legal(game, "store") == [str(way) for way in ways]
        refuses(game, f"store {lying + 1}", "such action|not so many")
        if lying > 2:
            refuses(game, "store 0", "each room")
        apply(game, f"store {number}")
        stored = {"fabric": number, "coal": lying - number}
        assert rooms(game) == {good: n for good, n in stored.items() if n}
        assert (game.state["storing"], game.state["phase"]) == (None, "fulfilling")
        assert game.state["cubes"]["england"] == 0  # 3.2.7


def test_3_2_2_none_or_two_cubes_are_not_asked() -> None:
    for lying, stored in ((0, {}), (2, {"fabric": 1, "coal": 1})):
        game = new_game()
        clear(game, "bonus")
        game.state["cubes"]["england"] = lying
        visit(game, "england")
        assert (rooms(game), game.state["phase"]) == (stored, "fulfilling")


def test_3_2_3_bonus_cards_give_two_cubes_each() -> None:
    game = new_game()
    hold(game, 0, "denmark+ham", "denmark+plums", "italy+muskets")
    hold(game, 1, "denmark+ham")
    visit(game, "denmark")
    assert (rooms(game, 0), rooms(game, 1)) == ({"ham": 2, "plums": 2}, {})


def test_3_2_4_refill() -> None:
    game = new_game()
    visit(game, "england", "store 1")
    more = {"england": 0, "netherlands": 2, "france": 2, "spain": 2}
    assert game.state["cubes"] == dict.fromkeys(PLACES[:8], 1) | more
    for place, least in (("bohemia", 3), ("denmark", 4), ("italy", 2), ("newfoundland", 1)):
        game = new_game()
        give(game, 0, time=3)
        lying = dict(zip(PLACES[:8], [0, 1, 2, 3, 4, 5, 39, 40], strict=True))
        game.state["cubes"] = dict(lying)
        visit(game, place)
        for major, cubes in lying.items():  # 1.1: at most 40
            assert game.state["cubes"][major] == min(40, cubes + (cubes >= least))
    assert game.clauses["1.1 a place is full"] == 1


def test_3_2_5_time_comes_from_the_chart_row_by_row() -> None:
    gives = {"hamburg": 2, "danzig": 1, "russia": 0, "netherlands": 1, "bohemia": 1, "denmark": 1}
    for place, markers in gives.items():
        game = new_game()
        game.state["cubes"][place] = 0
        if place in ("bohemia", "denmark"):
            del game.state["cubes"][place]
        visit(game, place)
        assert time(game) == [1 + markers, 2]
        assert list(map(len, game.state["chart"])) == [6 - markers, 6, 6]
    game = new_game()
    game.state |= {"chart": [[], [], ["C"]]}
    visit(game, "hamburg", "store 0")
    assert (time(game), game.state["chart"]) == ([2, 2], [[], [], []])  # fewer lie there
    assert game.clauses["3.2.5 1 of 2 left"] == 1


def test_3_2_6_the_last_marker_of_a_row_costs_every_player_goods() -> None:
    game = chart_game(4, ["BB"], ["A", "C"])
    game.state |= {"turn": 1, "active_player": 1, "current_player": 1}
    give(game, 0, grain=1, plums=1, citrus=1, livestock=1)
    give(game, 1, wine=3)  # nothing in the column
    give(game, 2, grain=3, wine=1)  # one possible outcome
    give(game, 3, grain=1, plums=2)
    game.state["seats"][1]["tile"]["yellow"] = 1  # the tile is safe
    visit(game, "danzig")
    assert game.state["seen"] == ["BB"]  # a double has no alternative
    assert [rooms(game, 1), rooms(game, 2)] == [{"wine": 3}, {"grain": 1, "wine": 1}]
    assert asked(game) == (1, 3, "losing")  # from the active player on
    assert game.state["loss"] == {"column": "B", "left": 2, "last": None}
    assert legal(game, "lose") == ["grain", "plums"]
    refuses(game, "lose citrus", "no such cube")
    apply(game, "lose grain")  # the second one can only be plums
    assert rooms(game, 3) == {"plums": 1}
    assert asked(game) == (1, 0, "losing")
    assert legal(game, "lose") == ["grain", "plums"]
    refuses(game, "lose citrus", "too few cubes")  # nothing could follow
    apply(game, "lose grain")
    assert game.state["loss"] == {"column": "B", "left": 1, "last": "grain"}
    refuses(game, "lose livestock", "no such cube")
    apply(game, "lose citrus")
    assert rooms(game, 0) == {"plums": 1, "livestock": 1}
    assert (asked(game), game.state["loss"]) == ((1, 1, "fulfilling"), None)


def test_3_5_2_cubes_are_given_up_in_order_and_what_is_plain_is_not_asked() -> None:
    game = chart_game(2, ["BB"], ["A", "C"])
    give(game, 0, grain=1, plums=2, citrus=2)
    visit(game, "danzig")
    assert legal(game, "lose") == ["grain", "plums", "citrus"]
    apply(game, "lose plums")
    refuses(game, "lose grain", "order of the goods")
    assert legal(game, "lose") == ["plums", "citrus"]
    game = chart_game(2, ["BB"], ["A", "C"])
    give(game, 0, grain=2, citrus=1)
    visit(game, "danzig")  # the first can only be grain: not asked
    assert game.state["loss"] == {"column": "B", "left": 1, "last": "grain"}
    assert legal(game, "lose") == ["grain", "citrus"]


def test_3_2_6_a_single_letter_may_be_exchanged_for_the_next_row() -> None:
    game = chart_game(2, [], ["A"], ["BB", "A", "C"])
    give(game, 0, ham=1, grain=2)
    visit(game, "danzig")
    assert (asked(game), game.state["marker"]) == ((0, 0, "turning"), "A")
    assert (game.legal_actions(), game.state["seen"]) == (["turn next", "keep"], ["A"])
    kept = Merkator(EDITION, game.to_dict())
    apply(kept, "keep")
    assert (rooms(kept), kept.state["face_up"], kept.state["marker"]) == ({"grain": 2}, [], None)
    apply(game, "turn next")  # there is one alternative only; the first marker costs nothing
    assert (rooms(game), game.state["face_up"], game.state["seen"]) == (
        {"ham": 1},
        [2],
        ["A", "BB"],
    )
    assert game.state["chart"] == [[], [], ["BB", "A", "C"]]  # it stays in its place
    assert (asked(game), game.state["marker"]) == ((0, 0, "fulfilling"), None)
    finish(game)
    game.state["cubes"]["hamburg"] = 0
    visit(game, "hamburg")  # a marker lying face up is taken like any other
    assert (game.state["chart"][2], game.state["face_up"]) == (["C"], [])
    assert game.state["seen"] == ["A", "BB"]


def test_3_2_6_all_markers_are_taken_before_the_loss() -> None:
    game = chart_game(2, ["A"], ["B", "C", "D"])
    give(game, 0, grain=1, wine=1)
    visit(game, "hamburg")
    assert (time(game), game.state["chart"]) == ([3, 2], [[], ["C", "D"]])
    assert game.state["seen"] == ["A"]  # B is not looked at
    apply(game, "turn next")  # the first marker then lying in the next row
    assert (rooms(game), game.state["seen"]) == ({"grain": 1}, ["A", "C"])


def test_3_2_6_a_face_up_marker_can_be_the_last_and_counts_again() -> None:
    game = chart_game(2, ["A"], ["B", "C"], ["D", "E"])
    give(game, 0, wine=2, coal=1)
    visit(game, "hamburg", "turn next")
    assert (game.state["chart"], game.state["face_up"]) == ([[], ["C"], ["D", "E"]], [1])
    assert rooms(game) == {"wine": 1, "coal": 1}
    finish(game)
    game.state["cubes"]["danzig"] = 0
    visit(game, "danzig")
    assert (game.state["marker"], game.state["seen"]) == ("C", ["A", "C"])
    apply(game, "keep")
    assert (rooms(game), game.state["face_up"]) == ({"coal": 1}, [])
    assert game.clauses["3.2.6 counts again"] == 1


def test_3_2_6_in_the_last_row_there_is_no_alternative() -> None:
    game = chart_game(2, [], ["A"])
    give(game, 0, ham=1)
    give(game, 1, ham=1, livestock=1)
    visit(game, "danzig")
    assert (rooms(game), asked(game)) == ({}, (0, 1, "losing"))
    apply(game, "lose livestock")
    assert (asked(game), game.state["last_turn"]) == ((0, 0, "fulfilling"), 2)  # 4.1
