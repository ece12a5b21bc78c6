"""The reference of Mercurius alone: cards, prices, drawing, the end, whole games."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from .mercurius import (
    IllegalAction,
    Mercurius,
    deal,
)
from .mercurius_scenes import (
    CARDS,
    EDITION,
    GOODS,
    ITEMS,
    LAST_COLUMN,
    RANDOM_GAMES,
    SHARES,
    TURNS,
    apply,
    card_number,
    give,
    new_game,
    refuses,
    skip_turn,
)

# --- 3.2: play a card ---


def test_3_2_1_a_card_from_hand_is_played() -> None:
    game = new_game()
    apply(game, "end finance")
    assert game.legal_actions() == [f"play {CARDS[n]}" for n in range(12, 17)] + ["play news"]
    refuses(game, f"play {CARDS[17]}", "not in hand")
    game.apply("  PLAY   14 ")  # lenient reading
    seat = game.state["seats"][0]
    assert seat["board"] == [None, 14, None]  # 3.3.3
    assert seat["hand"] == [12, 13, 15, 16, 27]  # 3.4.1
    assert (game.state["active_player"], game.state["phase"]) == (1, "finance")


@pytest.mark.parametrize(
    ("discards", "drawn"), [([], []), ([12], [27]), ([13, 16], [27, 0]), ([12, 13, 14], [27, 0, 1])]
)
def test_3_2_2_news_draws_as_many_as_are_discarded(discards: list[int], drawn: list[int]) -> None:
    game = new_game()
    columns = dict(game.state["columns"])
    apply(game, "end finance", "play news")
    assert game.state["phase"] == "discarding" and game.seat()["board"] == ["news", None, None]
    apply(game, *[f"discard {card}" for card in discards])
    if len(discards) < 3:
        apply(game, "end discarding")
    seat = game.state["seats"][0]
    assert seat["hand"] == sorted(set(range(12, 17)) - set(discards) | set(drawn))
    assert len(seat["hand"]) == 5  # 3.4.1: phase 4 has drawn nothing
    assert seat["discarded"] == discards
    assert seat["board"] == [None, "news", None]
    assert seat["special"] == ["black_market", "dividend"]
    assert game.state["columns"] == columns
    assert len(game.state["main_deck"]) == 45 - bool(discards)


def test_3_2_2_cards_are_discarded_in_ascending_number() -> None:
    game = new_game()
    apply(game, "end finance", "play news", "discard 15")
    assert game.legal_actions() == [f"discard {CARDS[16]}", "end discarding"]
    refuses(game, f"discard {CARDS[12]}", "ascending")
    refuses(game, f"discard {CARDS[20]}", "not in hand")


def test_3_2_2_drawn_cards_cannot_be_discarded_at_once() -> None:
    game = new_game()
    apply(game, "end finance", "play news", "discard 12")
    assert game.seat()["hand"] == [13, 14, 15, 16]


def test_3_2_2_with_the_main_deck_empty_the_first_draw_is_skipped() -> None:
    game = new_game(main_deck=[], last_round=2)
    apply(game, "end finance", "play news", "discard 12", "discard 13", "discard 14")
    assert game.state["seats"][0]["hand"] == [0, 1, 15, 16]
    assert game.clauses["3.2.2 main deck empty"] == 1


def test_3_2_2_news_may_be_combined_with_black_market_or_dividend() -> None:
    game = new_game()
    give(game, 0, "tea")
    apply(game, "lay tea", "end laying", "play news", "end discarding")
    apply(game, "dividend hoorn", "play news", "end discarding")
    assert game.clauses["3.2.2 News and Black Market in one turn"] == 1
    assert game.clauses["3.2.2 News and Dividend in one turn"] == 1


def test_3_2_2_news_is_played_once_a_game() -> None:
    game = new_game()
    game.seat()["special"] = []
    apply(game, "end finance")
    refuses(game, "play news", "has been played")


# --- 3.3 and 3.4: update prices, draw ---


def test_3_3_1_every_card_on_the_own_board_acts_share_one_good_two() -> None:
    game = new_game()
    old, older = card_number("hoorn+coffee+"), card_number("delft-tea+")
    other = card_number("enkhuizen+spices+")
    game.state["seats"][0] |= {
        "hand": [card_number("amsterdam+copper-")],
        "board": [None, old, older],
    }
    game.state["seats"][1]["board"] = [None, other, None]
    apply(game, "end finance", "play amsterdam+copper-")
    moved = {"amsterdam": 8, "copper": 10, "hoorn": 8, "coffee": 14, "delft": 6, "tea": 14}
    assert game.state["columns"] == dict.fromkeys(SHARES, 7) | dict.fromkeys(GOODS, 12) | moved
    assert game.state["seats"][0]["board"] == [None, card_number("amsterdam+copper-"), old]  # 3.3.3
    assert game.state["gone"] == [older]


def test_3_3_1_news_counts_as_a_card_that_does_nothing() -> None:
    game = new_game()
    game.seat()["hand"] = [card_number("amsterdam+copper-")]
    game.seat()["board"] = [None, card_number("hoorn+coffee+"), "news"]
    apply(game, "end finance", "play amsterdam+copper-")
    moved = {"amsterdam": 8, "copper": 10, "hoorn": 8, "coffee": 14}
    assert game.state["columns"] == dict.fromkeys(SHARES, 7) | dict.fromkeys(GOODS, 12) | moved
    assert game.state["gone"] == []  # News leaves without being listed
    assert game.state["seats"][0]["board"][2] == card_number("hoorn+coffee+")


def test_3_3_2_the_newest_card_acts_first() -> None:
    game = new_game()
    game.state["columns"]["silk"] = 18
    game.seat()["hand"] = [card_number("amsterdam+silk+")]
    game.seat()["board"] = [None, card_number("amsterdam-silk-"), None]
    apply(game, "end finance", "play amsterdam+silk+")
    assert game.state["columns"]["silk"] == 17  # 18, 19 and one step lost, 17; else 18, 16, 18
    assert game.clauses["3.3.2 the order matters"] == 1


def test_3_4_2_when_the_main_deck_is_empty_nothing_is_drawn() -> None:
    game = new_game(main_deck=[], last_round=2)
    skip_turn(game)
    assert game.state["seats"][0]["hand"] == [13, 14, 15, 16]


# --- 5: the end ---


@pytest.mark.parametrize("players", [3, 4, 5])
def test_5_2_turns_of_a_plain_game(players: int) -> None:
    game = new_game(players)
    turns: Counter[int] = Counter()
    while not game.is_terminal():
        turns[game.state["active_player"]] += 1
        skip_turn(game)
    assert turns == dict.fromkeys(range(players), TURNS[players])
    assert game.state["round"] == TURNS[players]
    assert game.state["last_round"] == TURNS[players] - 1
    assert [len(seat["hand"]) for seat in game.state["seats"]] == [3] * players  # 5.1
    assert game.clauses["5.2 last card drawn by the last seat"] == 1
    assert (game.state["phase"], game.state["active_player"]) == ("end", None)
    assert game.state["current_player"] is None and game.legal_actions() == []
    refuses(game, "end finance", "not in the phase end")


def test_5_1_the_round_is_finished_when_another_seat_draws_the_last_card() -> None:
    game = new_game()
    apply(game, "end finance", "play news", "end discarding")  # nothing drawn: a round more
    while not game.is_terminal():
        skip_turn(game)
    assert game.state["round"] == 18
    assert game.clauses["5.2 last card drawn by another seat"] == 1
    assert [len(seat["hand"]) for seat in game.state["seats"]] == [3, 2, 2]


def test_5_1_the_last_card_may_be_drawn_for_news() -> None:
    game = new_game(main_deck=[70], round=4)
    apply(game, "end finance", "play news", "discard 12", "end discarding")
    assert game.state["main_deck"] == [] and game.state["last_round"] == 6
    for _ in range(2 + 3 + 3):
        assert not game.is_terminal()
        skip_turn(game)
    assert game.is_terminal() and game.state["round"] == 7
    assert [len(seat["hand"]) for seat in game.state["seats"]] == [3, 2, 2]


def test_5_1_news_without_a_discard_in_the_last_rounds_keeps_a_card_more() -> None:
    game = new_game(main_deck=[], last_round=1)
    apply(game, "end finance", "play news", "end discarding")
    while not game.is_terminal():
        skip_turn(game)
    assert [len(seat["hand"]) for seat in game.state["seats"]] == [4, 3, 3]


def test_5_3_everything_is_sold_at_the_full_price_black_market_too() -> None:
    game = new_game(main_deck=[], last_round=0)
    game.state["active_player"] = game.state["current_player"] = 2
    give(game, 0, "hoorn", "hoorn", "hoorn", "tea")
    give(game, 2, "delft", "delft", "silk")
    game.state["seats"][2]["hand"] = [card_number("delft+silk+")]
    apply(game, "lay delft", "lay silk", "end laying", "play delft+silk+")
    assert game.is_terminal() and game.state["seats"][2]["black_market"]["silk"] == 1
    assert game.scores() == [70 + 3 * 10 + 15, 70, 70 + 2 * 11 + 17]
    lines = [[line for line in sheet if line[1]] for sheet in game.sheet()]
    assert lines[0] == [("cash", 70), ("hoorn at 10", 30), ("tea at 15", 15)]
    assert lines[2] == [("cash", 70), ("delft at 11", 11), ("on Black Market", 11 + 17)]
    assert game.ranks() == [1, 3, 2]
    assert game.returns() == [1.0, -1.0, 0.0]
    assert game.clauses["5.3 final sale includes Black Market"] == 1


@pytest.mark.parametrize(
    ("cash", "ranks", "returns"),
    [
        ([50, 50, 10, 20], [1, 1, 4, 3], [2 / 3, 2 / 3, -1, -1 / 3]),
        ([50, 50, 50, 50], [1, 1, 1, 1], [0, 0, 0, 0]),
        ([5, 9, 5, 1, 5], [2, 1, 2, 5, 2], [0, 1, 0, -1, 0]),
    ],
)
def test_5_4_equal_totals_share_the_place(
    cash: list[int], ranks: list[int], returns: list[float]
) -> None:
    game = new_game(len(cash))
    for seat, guilders in zip(game.state["seats"], cash, strict=True):
        seat["cash"] = guilders
    assert game.ranks() == ranks
    assert game.returns() == pytest.approx(returns)


def test_returns_of_one_player() -> None:
    game = new_game()
    del game.state["seats"][1:]
    assert game.returns() == [0.0]


# --- the class itself ---


def test_the_state_is_copied_on_the_way_in_and_out() -> None:
    state = deal(EDITION, 3, range(72))
    game = Mercurius(EDITION, state)
    game.to_dict()["seats"][0]["cash"] = 0
    apply(game, "buy tea")
    assert state == deal(EDITION, 3, range(72))


@pytest.mark.parametrize("text", ["", "buy", "buy gold", "play 99", "end", "end turn", "sell 3"])
def test_unknown_actions_are_refused(text: str) -> None:
    refuses(new_game(), text, "no such action")


# --- whole games ---


def check_conservation(state: dict[str, Any]) -> None:
    """72 cards and all tokens are somewhere, once; no cash below 0; lists are in order."""
    cards = state["main_deck"] + state["backup_deck"] + state["gone"]
    for seat in state["seats"]:
        cards += seat["hand"] + seat["discarded"]
        cards += [card for card in seat["board"] if card not in (None, "news")]
        assert seat["hand"] == sorted(seat["hand"])
        assert seat["discarded"] == sorted(seat["discarded"])
        assert seat["cash"] >= 0
        assert state["phase"] == "discarding" or seat["board"][0] is None
    assert sorted(cards) == list(range(72))
    for item in ITEMS:
        places = [state["bank"]] + [
            seat[place] for seat in state["seats"] for place in ("tokens", "black_market")
        ]
        assert all(place[item] >= 0 for place in places)
        assert sum(place[item] for place in places) == EDITION["supply"][str(state["players"])]
        assert 0 <= state["columns"][item] <= LAST_COLUMN
    assert state["phase"] == "finance" or state["trades"] == []
    assert state["gone"] == sorted(state["gone"])
    assert (state["last_round"] is None) == bool(state["main_deck"])


def random_game(seed: int, players: int) -> None:
    """Play a whole random game, checking what holds in it."""
    rng = random.Random(seed)
    order = list(range(72))
    rng.shuffle(order)
    game = Mercurius(EDITION, deal(EDITION, players, order))
    turns: Counter[int] = Counter()
    shrinking: Counter[int] = Counter()  # turns in which nothing can be drawn to hand
    skipped = 0  # draws from the main deck that News without a discard left out
    while not game.is_terminal():
        before = game.to_dict()
        check_conservation(before)
        texts = game.legal_actions()
        assert texts and sorted(texts, key=game.actions.index) == texts
        assert Mercurius(EDITION, json.loads(json.dumps(before))).to_dict() == before
        illegal = rng.choice([text for text in game.actions if text not in texts])
        with pytest.raises(IllegalAction):
            game.apply(illegal)
        assert game.state == before
        text = rng.choice(texts)
        seat = before["active_player"]
        no_discard = text == "end discarding" and not game.seat()["discarded"]
        skipped += no_discard and bool(before["main_deck"])
        turn_is_over = before["phase"] == "discarding" or text.startswith("play ")
        game.apply(text)
        if turn_is_over and game.state["phase"] != "discarding":
            turns[seat] += 1
            shrinking[seat] += not before["main_deck"] and not no_discard
    state = game.to_dict()
    check_conservation(state)
    assert turns == dict.fromkeys(range(players), state["round"])  # all have as many turns
    main_deck = 72 - 12 - 5 * players
    rounds_with_cards = -(-(main_deck + skipped) // players)
    assert state["round"] >= TURNS[players]
    if skipped == 0:
        assert state["round"] == TURNS[players]  # 5.2
    assert state["round"] <= rounds_with_cards + 2  # 5.1
    for seat, has in enumerate(state["seats"]):
        assert len(has["hand"]) == 5 - shrinking[seat]  # 5.1
        assert has["board"][0] is None
    assert [sum(points for _, points in sheet) for sheet in game.sheet()] == game.scores()
    assert sum(game.returns()) == pytest.approx(0)


def test_random_games_keep_the_rules() -> None:
    for seed in range(RANDOM_GAMES):
        for players in (3, 4, 5):
            random_game(seed, players)
