"""The reference alone: the worked example, clauses in small positions, whole random games."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from . import celtic
from .celtic import Celtic, IllegalAction, check_edition, deal, goods, load_edition

STANDARD = Path(__file__).parents[2] / "seeds" / "celtic" / "standard.toml"
EDITION = load_edition(STANDARD)
GOALS, GOODS, SPACES = celtic.goal_texts(EDITION), goods(EDITION), celtic.spaces(EDITION)
ONE_ROAD = ["milk_pails", "cauldron", "lentils", "pottery_kiln", "hounds"]  # from the village
TWO_ROADS = ["cows", "beehives", "granary", "loom", "whetstone", "spear", "herbs", "geese"]


def edition_with(**setup: Any) -> dict[str, Any]:
    """The standard edition with other values in its set-up."""
    edition = copy.deepcopy(EDITION)
    edition["setup"] |= setup
    return edition


def new_game(players: int = 2, **setup: Any) -> Celtic:
    """The position after dealing the goals in the order of the table, with another set-up."""
    edition = edition_with(**setup)
    return Celtic(edition, deal(edition, players, range(20)))


def stand(game: Celtic, player: int, **pieces: int) -> None:
    """Put pieces of a player onto the board, the others into the village."""
    pieces["village"] = 8 - sum(pieces.values())
    standing = {space: pieces[space] for space in SPACES if pieces.get(space)}
    game.state["seats"][player]["pieces"] = standing


def stock_up(game: Celtic, player: int, *cards: int) -> None:
    """Move goods cards from the stocks to a seat, so many of each kind from the first on."""
    for good, number in zip(GOODS, cards, strict=False):
        game.state["stocks"][good] -= number
        game.state["seats"][player]["goods"][good] += number


def apply(game: Celtic, *texts: str) -> None:
    """Apply actions, each of them legal."""
    for text in texts:
        assert game.canonical(text) in game.legal_actions(), text
        game.apply(text)


def legal(game: Celtic, verb: str) -> list[str]:
    """What follows the verb in the legal actions."""
    return [text.split()[1] for text in game.legal_actions() if text.split()[0] == verb]


def refuses(game: Celtic, text: str, reason: str) -> None:
    """The action is illegal, for the reason given, and leaves the state unharmed."""
    before = game.to_dict()
    assert text not in game.legal_actions()
    with pytest.raises(IllegalAction, match=reason):
        game.apply(text)
    assert game.to_dict() == before


def asked(game: Celtic) -> tuple[Any, ...]:
    """Whose turn it is, who decides, and what."""
    return tuple(game.state[key] for key in ("active_player", "current_player", "phase"))


def move_one(game: Celtic, start: str, destination: str) -> None:
    """Make the move with one piece; nobody travels along."""
    apply(game, f"from {start}", f"to {destination}")
    if game.state["phase"] == "count":
        apply(game, "move 1")
    while game.state["phase"] == "along":
        apply(game, "along 0")


# --- the edition ---


def test_tables_add_up() -> None:
    kinds = Counter(kind for _, kind, _, _ in EDITION["board"]["spaces"])
    assert kinds == {"village": 1, "place": 50, "trade": 7}  # 1.1
    roads = {frozenset(road) for road in EDITION["board"]["roads"]}
    assert len(roads) == len(EDITION["board"]["roads"]) == 92
    assert all(len(road) == 2 and road <= set(SPACES) for road in roads)
    deck = EDITION["goals"]["deck"]
    assert Counter((points, len(places)) for points, places in deck) == {(15, 2): 10, (20, 3): 10}
    named = Counter(place for _, places in deck for place in places)  # 1.3: each place once
    assert named == {name: 1 for name, kind, _, _ in EDITION["board"]["spaces"] if kind == "place"}
    assert len(GOODS) * EDITION["goods"]["cards_per_kind"] == 112
    assert sum(EDITION["scoring"]["rank_value"]) == 28  # 6.2
    assert sum(EDITION["scoring"]["cap_per_kind"]) == 21  # 6.3
    far = new_game(steps=len(SPACES))
    assert set(far.destinations("village")) == set(SPACES[1:])  # no space is cut off


def test_action_texts_have_the_documented_ids_and_others_are_refused() -> None:
    texts = celtic.action_texts(EDITION)
    assert len(texts) == len(set(texts)) == 162
    assert texts[:20] == [f"fulfil {goal}" for goal in GOALS]
    assert texts[20:27] == [f"take {good}" for good in GOODS]
    assert texts[27:143] == [f"{verb} {space}" for verb in ("from", "to") for space in SPACES]
    assert texts[143:151] == [f"move {number}" for number in range(1, 9)]
    assert texts[151:] == [*(f"along {number}" for number in range(9)), "announce", "end turn"]
    assert (GOALS[14], GOODS[0], SPACES[0]) == ("cows+fish+sheep", "tin", "village")
    copies = EDITION | {"goals": {"deck": [[15, ["pigs", "wool"]]] * 3}}
    assert celtic.goal_texts(copies) == ["pigs+wool", "pigs+wool/2", "pigs+wool/3"]
    for text in ("", "from", "from atlantis", "fulfil 20", "end", "move 0", "along 9", "take pigs"):
        refuses(new_game(), text, "no such action")


@pytest.mark.parametrize(
    ("table", "key", "value", "refused"),
    [
        ("setup", "goals_to_end", 6, "run out"),  # 3.2: 4 x 6 > 20
        ("setup", "goals_in_hand", 6, "goals_in_hand"),
        ("setup", "turn_limit", 0, "turn_limit"),
        ("scoring", "rank_value", [1, 2, 3], "rank_value"),
        ("scoring", "cap_per_kind", [1, 2, 3, 4, 5], "cap_per_kind"),
        ("goals", "deck", [[15, ["pigs", "tin"]]], "different places"),  # 1.3
        ("board", "roads", [["village", "pigs"]], "no road leads to mushrooms"),  # 2.1
        ("board", "spaces", [["pigs", "place", 1, 1]], "one village"),
    ],
)
def test_impossible_editions_are_refused(table: str, key: str, value: Any, refused: str) -> None:
    with pytest.raises(ValueError, match=refused):
        check_edition(EDITION | {table: EDITION[table] | {key: value}})


# --- 1: set-up ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_set_up(players: int) -> None:
    order = random.Random(players).sample(range(20), 20)
    state = deal(EDITION, players, order)
    assert state["stocks"] == dict.fromkeys(GOODS, 16)  # 1.2
    assert state["deck"] == order[2 * players :]  # 1.3
    for number, seat in enumerate(state["seats"]):
        assert seat["goals"] == sorted(order[2 * number : 2 * number + 2])
        assert seat["pieces"] == {"village": 8}  # 1.1
        assert (seat["fulfilled"], seat["goods"]) == ([], dict.fromkeys(GOODS, 0))
    game = Celtic(EDITION, state)
    assert asked(game) == (0, 0, "before")  # 1.4
    assert (state["turn"], state["journey"], state["taken"]) == (0, None, None)
    assert game.legal_actions() == ["from village"]
    assert game.scores() == [0] * players
    for seats, cards in ((1, order), (players, order[1:]), (players, [0] * 20)):
        with pytest.raises(ValueError, match=r"players|order"):
            deal(EDITION, seats, cards)


# --- 2: the turn ---


def test_2_the_order_of_a_turn() -> None:
    game = new_game()
    stand(game, 0, tin=1, glass=1)
    stand(game, 1, pigs=8)
    assert legal(game, "take") == ["tin", "glass"]
    assert legal(game, "from") == ["village", "tin", "glass"]
    refuses(game, "end turn", "not in the phase before")
    apply(game, "take tin", "from village")
    assert game.state["journey"] == {"from": "village", "to": None}
    assert game.state["taken"] is None  # "from" has ended the first window
    refuses(game, "take glass", "not in the phase to")
    apply(game, "to geese")
    assert game.state["journey"] == {"from": "village", "to": "geese"}
    assert asked(game) == (0, 0, "count")
    assert game.legal_actions() == [f"move {number}" for number in range(1, 8)]
    apply(game, "move 7")
    assert (asked(game), game.state["journey"]) == ((0, 0, "after"), None)
    assert game.legal_actions() == ["take glass", "end turn"]
    refuses(game, "from geese", "not in the phase after")  # only one move
    apply(game, "end turn")
    assert asked(game) == (1, 1, "before")


def test_2_goals_before_goods_and_goods_in_the_order_of_the_table() -> None:
    game = new_game()
    stand(game, 0, pigs=1, fish_trap=1, mushrooms=1, barley=1, tin=1, furs=2)
    stand(game, 1, wool=8)
    assert legal(game, "fulfil") == GOALS[:2]
    apply(game, "take furs")
    assert game.state["taken"] == "furs"
    refuses(game, f"fulfil {GOALS[0]}", "goals come before goods")
    refuses(game, "take tin", "order of the trading places")
    apply(game, "take furs")
    move_one(game, "village", "geese")  # in the second window anew
    apply(game, f"fulfil {GOALS[1]}", f"fulfil {GOALS[0]}", "take tin")  # goals in any order
    refuses(game, "take furs", "no own piece")
    apply(game, "end turn")
    assert game.state["taken"] is None
    assert game.state["seats"][0]["goods"] == dict.fromkeys(GOODS, 0) | {"tin": 1, "furs": 2}
    assert game.state["seats"][0]["pieces"] == {"village": 7, "geese": 1}


def test_2_1_one_or_two_roads_and_not_the_start() -> None:
    game = new_game()
    refuses(game, "from pigs", "no own piece")
    apply(game, "from village")
    assert sorted(legal(game, "to")) == sorted(ONE_ROAD + TWO_ROADS)
    refuses(game, "to village", "not the start")
    refuses(game, "to wine", "too far")
    for steps, number in ((1, 5), (3, 24)):
        game = new_game(steps=steps)
        apply(game, "from village")
        assert len(legal(game, "to")) == number


def test_2_1_any_number_of_pieces_moves_together() -> None:
    for number in range(1, 9):
        game = new_game()
        apply(game, "from village", "to beehives", f"move {number}")
        left = {"village": 8 - number} if number < 8 else {}
        assert game.state["seats"][0]["pieces"] == left | {"beehives": number}
        apply(game, "along 0")  # 2.2: nobody has to travel along
        assert game.state["seats"][1]["pieces"] == {"village": 8}


def test_2_2_the_others_on_the_start_are_asked_in_seat_order() -> None:
    game = new_game(4)
    game.state |= {"turn": 2, "active_player": 2, "current_player": 2}
    for player, pieces in enumerate([{"axe": 1}, {"axe": 3}, {"axe": 2}, {"goats": 8}]):
        stand(game, player, **pieces)
    apply(game, "from axe", "to goats", "move 1")
    assert asked(game) == (2, 0, "along")  # seat 3 has no piece on the start
    assert game.state["seats"][2]["pieces"] == {"village": 6, "axe": 1, "goats": 1}
    assert game.state["journey"] == {"from": "axe", "to": "goats"}
    assert game.legal_actions() == ["along 0", "along 1"]
    refuses(game, "along 2", "not so many")
    apply(game, "along 1")
    assert asked(game) == (2, 1, "along")
    assert game.state["seats"][0]["pieces"] == {"village": 7, "goats": 1}
    assert game.legal_actions() == [f"along {number}" for number in range(4)]
    apply(game, "along 2")
    assert game.state["seats"][1]["pieces"] == {"village": 5, "axe": 1, "goats": 2}
    assert asked(game) == (2, 2, "after")


def test_2_1_and_2_3_one_piece_is_moved_unasked_and_travelling_along_is_movement_only() -> None:
    game = new_game()
    stand(game, 0, flax=1)
    stand(game, 1, flax=1, pigs=1, fish_trap=1)
    game.state["seats"][1]["goals"] = [0]
    apply(game, "from flax", "to tin")  # a trading place is a space like any other
    assert list(game.state["seats"][0]["pieces"].items()) == [("village", 7), ("tin", 1)]
    assert game.legal_actions() == ["along 0", "along 1"]
    apply(game, "along 1")
    assert game.legal_actions() == ["take tin", "end turn"]  # of the active player
    apply(game, "end turn")
    assert game.legal_actions()[:2] == [f"fulfil {GOALS[0]}", "take tin"]


# --- 3: goals ---


def test_3_1_one_piece_from_each_place_goes_home() -> None:
    game = new_game()
    stand(game, 0, pigs=3, fish_trap=1, mushrooms=1)
    refuses(game, f"fulfil {GOALS[1]}", "one of its places")
    refuses(game, f"fulfil {GOALS[2]}", "not in hand")
    game.apply(" FULFIL  0 ")  # lenient reading
    seat = game.state["seats"][0]
    assert seat["pieces"] == {"village": 5, "pigs": 2, "mushrooms": 1}
    assert (seat["fulfilled"], seat["goals"]) == ([0], [1, 4])  # 3.2
    assert game.state["deck"] == list(range(5, 20))


def test_3_1_and_3_2_several_goals_in_a_turn_the_drawn_too() -> None:
    game = new_game()
    stand(game, 0, pigs=1, fish_trap=1, mushrooms=1, fish=1, necklace=1, spear=1)
    assert legal(game, "fulfil") == [GOALS[0]]
    apply(game, "from fish", "to barley")  # goal 0 is not compulsory before the move
    apply(game, f"fulfil {GOALS[1]}", f"fulfil {GOALS[4]}", f"fulfil {GOALS[0]}")
    assert game.state["seats"][0]["pieces"] == {"village": 8}
    assert game.state["seats"][0]["fulfilled"] == [0, 1, 4]
    assert game.clauses["3.2 fulfilled in the turn it was drawn"] == 1


def test_3_2_no_more_goals_are_drawn_than_can_be_fulfilled() -> None:
    for done, in_hand in (([], 2), ([4, 5], 2), ([4, 5, 6], 1)):
        game = new_game()
        stand(game, 0, pigs=1, fish_trap=1)
        game.state["seats"][0]["fulfilled"] = done
        apply(game, f"fulfil {GOALS[0]}")
        assert len(game.state["seats"][0]["goals"]) == in_hand


def test_3_3_and_4_2_what_a_player_sees() -> None:
    game = new_game(3)
    stock_up(game, 1, 2, 0, 1)
    game.state["seats"][1]["fulfilled"] = [7]
    game.state["stocks"]["glass"] = 0
    seen, state = game.observe(1), game.to_dict()
    assert (seen["observer"], seen["deck"]) == (1, 14)
    assert seen["stocks"] == dict.fromkeys(GOODS, True) | {"glass": False}
    assert seen["seats"][1] == state["seats"][1]  # the own kinds and goals
    assert [seat["goals"] for seat in seen["seats"]] == [2, [2, 3], 2]
    other = game.observe(0)["seats"][1]
    assert other == state["seats"][1] | {"goals": 2, "goods": 3}
    changed = {key: seen[key] for key in ("observer", "deck", "stocks", "seats")}
    assert seen == state | changed
    with pytest.raises(ValueError, match="seat 3"):
        game.observe(3)


# --- 4: goods ---


def test_4_1_a_piece_at_a_time_goes_home_for_a_card() -> None:
    game = new_game()
    stand(game, 0, tin=1, coral=2, wine=1)
    stock_up(game, 1, 0, 0, 0, 15, 16)
    apply(game, "take coral")
    assert game.state["stocks"] == dict.fromkeys(GOODS, 16) | {"coral": 0, "wine": 0}
    assert game.state["seats"][0]["goods"]["coral"] == 1
    assert game.state["seats"][0]["pieces"] == {"village": 5, "tin": 1, "coral": 1, "wine": 1}
    apply(game, "take coral")  # the stock is empty: for nothing
    assert game.state["seats"][0]["goods"]["coral"] == 1
    assert game.state["seats"][0]["pieces"] == {"village": 6, "tin": 1, "wine": 1}
    assert legal(game, "take") == ["wine"]  # 2: tin comes earlier
    apply(game, "take wine")
    assert game.state["taken"] == "wine"  # taken or not


# --- 5: the end ---


def last_goal(moment: str, **setup: Any) -> Celtic:
    """Seat 1 of 3 can fulfil its fifth goal, before its move or with it."""
    game = new_game(3, **setup)
    game.state |= {"turn": 1, "active_player": 1, "current_player": 1}
    game.state["seats"][1] |= {"goals": [2], "fulfilled": [10, 11, 12, 13]}
    stand(game, 1, cauldron=1, **{"flax" if moment == "before" else "tin": 1})
    return game


@pytest.mark.parametrize("moment", ["before", "after"])
def test_5_1_the_fifth_goal_ends_the_game_with_the_turn(moment: str) -> None:
    game = last_goal(moment)
    if moment == "before":
        apply(game, f"fulfil {GOALS[2]}")
        assert asked(game) == (1, 1, "before")
        apply(game, "from village", "to cauldron", "move 1")  # still compulsory
        apply(game, "along 8", "along 0")  # the others may travel along
    else:
        apply(game, "from tin", "to flax", f"fulfil {GOALS[2]}")
    assert game.state["seats"][1]["goals"] == []
    apply(game, "end turn")
    assert asked(game) == (None, None, "end")  # seat 2 has no turn any more
    assert (game.is_terminal(), game.state["turn"], game.legal_actions()) == (True, 1, [])
    assert game.scores() == [0, 95, 0]
    refuses(game, "end turn", "not in the phase end")


def test_5_2_all_seven_kinds_end_the_game_at_once_or_in_a_later_own_turn() -> None:
    game = new_game()
    stand(game, 0, flax=1, tin=1, glass=1)
    stand(game, 1, wool=8)
    stock_up(game, 0, 0, 1, 2, 1, 1, 1, 0)
    apply(game, "take glass", "from flax", "to tin")
    refuses(game, "announce", "not all kinds")
    apply(game, "take tin")
    announced = Celtic(EDITION, game.to_dict())
    apply(announced, "announce")  # the rest of the turn is lost
    assert asked(announced) == (None, None, "end")
    assert (announced.state["turn"], announced.state["taken"]) == (0, None)
    apply(game, "take tin", "end turn")
    move_one(game, "wool", "tools")
    refuses(game, "announce", "not all kinds")  # of another player
    apply(game, "end turn")
    refuses(game, "announce", "not in the phase before")
    move_one(game, "village", "geese")
    assert game.legal_actions() == ["announce", "end turn"]
    apply(game, "announce")
    assert game.is_terminal()
    assert game.scores() == [1 + 2 + 3 + 4 + 5 + 6 + 7, 0]


@pytest.mark.parametrize("how", ["5.1", "5.2"])
def test_5_3_the_others_collect_once_more_if_the_edition_says_so(how: str) -> None:
    game = last_goal("after", final_collect=True)
    stand(game, 2, pottery_kiln=1, jug=1, spelt=1, hounds=1, tin=2)
    game.state["seats"][2]["goals"] = [3, 5]
    stock_up(game, 1, *[1] * 7)
    stock_up(game, 2, *[1] * 7)
    apply(game, "from tin", "to flax", "along 0")
    if how == "5.1":
        apply(game, f"fulfil {GOALS[2]}", "end turn")
    else:
        apply(game, "announce")
    assert asked(game) == (1, 2, "collect")
    assert legal(game, "fulfil") == [GOALS[3], GOALS[5]]
    assert game.legal_actions()[2:] == ["take tin", "end turn"]  # no move, no announcement
    deck = list(game.state["deck"])
    apply(game, f"fulfil {GOALS[3]}", "take tin")
    refuses(game, f"fulfil {GOALS[5]}", "goals come before goods")
    apply(game, "take tin", "end turn")
    assert game.state["deck"] == deck  # no new goals
    assert game.state["seats"][2]["goods"] == dict.fromkeys(GOODS, 1) | {"tin": 3}
    assert game.state["seats"][2]["goals"] == [5]
    assert (asked(game), game.state["taken"]) == ((1, 0, "collect"), None)
    assert game.legal_actions() == ["end turn"]  # asked all the same
    apply(game, "end turn")
    assert (asked(game), game.state["turn"]) == ((None, None, "end"), 1)


@pytest.mark.parametrize("final_collect", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_4_and_5_4_seat_order_and_the_turn_limit(players: int, final_collect: bool) -> None:
    game = new_game(players, turn_limit=players - 1, final_collect=final_collect)
    for turn in range(players * (players - 1)):
        assert asked(game) == (turn % players, turn % players, "before")
        move_one(game, "village", "lentils")
        apply(game, "end turn")
    assert asked(game) == (None, None, "end")  # 5.3: no last collection
    assert game.state["turn"] == players * (players - 1) - 1


def test_5_3_and_5_4_the_last_goal_counts_before_the_limit_of_turns() -> None:
    game = new_game(turn_limit=1, final_collect=True, goals_to_end=2)
    game.state |= {"turn": 1, "active_player": 1, "current_player": 1}
    stand(game, 1, flax=1, cauldron=1, mushrooms=1)
    game.state["seats"][1] |= {"goals": [2], "fulfilled": [3]}
    move_one(game, "mushrooms", "pigs")
    apply(game, f"fulfil {GOALS[2]}", "end turn")
    assert asked(game) == (1, 0, "collect")


# --- 6: scoring ---


def scored(*hands: tuple[list[int], list[int]]) -> Celtic:
    """A position in which each player has fulfilled goals and goods cards."""
    game = new_game(len(hands))
    for player, (goals, cards) in enumerate(hands):
        game.state["seats"][player]["fulfilled"] = goals
        stock_up(game, player, *cards)
    return game


@pytest.mark.parametrize(
    ("goals", "cards", "points"),
    [
        ([], [], 0),
        ([], [1] * 7, 28),  # 6.2
        ([], [6, 4, 2, 1], 1 + 2 + 3 + 4),  # 6.3
        ([4], [6, 4, 2, 1], 15 + 2 + 4 + 6 + 4),
        ([4, 10], [6, 4, 2, 1], 35 + 3 + 6 + 6 + 4),
        ([4, 5, 6], [6, 4, 2, 1], 45 + 22),  # the worked example
        ([4, 5, 6], [1, 0, 2, 0, 4, 0, 6], 45 + 22),  # whatever the kinds are
        ([4, 5, 10, 11], [6, 4, 2, 1], 70 + 5 + 8 + 6 + 4),
        ([4, 5, 6, 10, 11], [6, 4, 2, 1], 85 + 6 + 8 + 6 + 4),
        ([4, 5, 6, 10, 11], [3, 3, 3], 85 + 3 + 6 + 9),
    ],
)
def test_6_points(goals: list[int], cards: list[int], points: int) -> None:
    game = scored((goals, cards), ([], []))
    assert game.scores() == [points, 0]  # goals in hand count nothing


def test_6_the_sheet() -> None:
    game = scored(([4, 14], [1, 5, 2]), ([], []))
    lines = [[line for line in sheet if line[1]] for sheet in game.sheet()]
    assert lines == [[("goals", 15 + 20), ("tin", 1 * 3), ("amber", 3 * 1), ("furs", 2 * 2)], []]


@pytest.mark.parametrize(
    ("hands", "ranks", "returns"),
    [
        ([([], [1]), ([4], []), ([10], [])], [3, 2, 1], [-1, 0, 1]),
        ([([], [1] * 5), ([4], [])], [2, 1], [-1, 1]),  # 15 points, more goals
        ([([4], [2]), ([5], [3]), ([6], [2])], [2, 1, 2], [-0.5, 1, -0.5]),  # more cards
        ([([4], [2]), ([5], [2]), ([], [16])], [1, 1, 3], [0.5, 0.5, -1]),
        ([([], [])] * 4, [1] * 4, [0] * 4),
    ],
)
def test_6_4_points_then_goals_then_cards(hands: Any, ranks: Any, returns: Any) -> None:
    game = scored(*hands)
    assert game.ranks() == ranks
    assert game.returns() == pytest.approx(returns)


# --- the class itself ---


def test_the_state_is_copied_on_the_way_in_and_out() -> None:
    state = deal(EDITION, 2, range(20))
    game = Celtic(EDITION, state)
    game.to_dict()["seats"][0]["pieces"]["village"] = 0
    game.observe(0)["seats"][0]["goals"].clear()
    apply(game, "from village", "to lentils", "move 3")
    assert state == deal(EDITION, 2, range(20))


# --- whole games ---


def check_conservation(edition: dict[str, Any], state: dict[str, Any]) -> None:
    """Goals, goods and pieces are somewhere, once; lists are in order."""
    goals = list(state["deck"])
    for seat in state["seats"]:
        goals += seat["goals"] + seat["fulfilled"]
        assert all(seat[key] == sorted(seat[key]) for key in ("goals", "fulfilled"))
        assert len(seat["goals"]) <= edition["setup"]["goals_in_hand"]
        assert len(seat["goals"] + seat["fulfilled"]) <= edition["setup"]["goals_to_end"]
        assert sum(seat["pieces"].values()) == 8
        assert min(seat["pieces"].values()) > 0
        assert list(seat["pieces"]) == [space for space in SPACES if space in seat["pieces"]]
    assert sorted(goals) == list(range(20))
    for good in goods(edition):
        piles = [state["stocks"][good]] + [seat["goods"][good] for seat in state["seats"]]
        assert min(piles) >= 0
        assert sum(piles) == edition["goods"]["cards_per_kind"]
    assert (state["journey"] is not None) == (state["phase"] in ("to", "count", "along"))
    assert state["taken"] is None or state["phase"] in ("before", "after", "collect")
    if state["phase"] != "end":
        assert state["active_player"] == state["turn"] % state["players"]
        elsewhere = state["phase"] in ("along", "collect")
        assert (state["current_player"] != state["active_player"]) == elsewhere


def choose(game: Celtic, texts: list[str], rng: random.Random) -> str:
    """Choose an action at random, more often one that leads somewhere."""
    wanted = [place for card in game.seat()["goals"] for place in game.places(card)] + GOODS
    useful = ["from village", "move 1", *(f"to {space}" for space in wanted)]
    better = [text for text in texts if text in useful or text.split()[0] in ("fulfil", "take")]
    return rng.choice(better if better and rng.random() < 0.8 else texts)


def random_game(edition: dict[str, Any], seed: int, players: int) -> None:
    """Play a whole random game, checking what holds in it."""
    rng = random.Random(seed)
    game = Celtic(edition, deal(edition, players, rng.sample(range(20), 20)))
    while not game.is_terminal():
        check_conservation(edition, game.state)
        texts = game.legal_actions()
        assert texts == sorted(texts, key=game.actions.index) != []
        if rng.random() < 0.1:
            before = game.to_dict()
            assert Celtic(edition, json.loads(json.dumps(before))).to_dict() == before
            illegal = rng.choice([text for text in game.actions if text not in texts])
            with pytest.raises(IllegalAction):
                game.apply(illegal)
            assert game.state == before
        game.apply(choose(game, texts, rng))
    check_conservation(edition, game.state)
    assert game.state["turn"] < players * edition["setup"]["turn_limit"]  # 5.4
    assert [sum(points for _, points in sheet) for sheet in game.sheet()] == game.scores()
    assert game.scores()[game.ranks().index(1)] == max(game.scores())
    assert sum(game.returns()) == pytest.approx(0)


def test_random_games_keep_the_rules() -> None:
    wide = edition_with(steps=5, goals_in_hand=1, goals_to_end=2, final_collect=True)
    wide["goods"]["cards_per_kind"] = 4
    for space in wide["board"]["spaces"][-4:]:
        space[1] = "place"  # three trading places are left
    for goal in wide["goals"]["deck"]:
        goal[1] = goal[1][:2]
    for edition, games in ((edition_with(turn_limit=10), 3), (wide, 8)):
        for seed in range(games):
            for players in (2, 3, 4):
                random_game(edition, seed, players)
