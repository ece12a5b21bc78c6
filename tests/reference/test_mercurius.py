"""The reference alone: worked examples, clauses in small positions, whole random games."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from .mercurius import (
    IllegalAction,
    Mercurius,
    action_texts,
    card_texts,
    deal,
    items,
    load_edition,
)

STANDARD = Path(__file__).parents[2] / "seeds" / "mercurius" / "standard.toml"
EDITION = load_edition(STANDARD)
CARDS = card_texts(EDITION)
ITEMS = items(EDITION)
SHARES, GOODS = ITEMS[:6], ITEMS[6:]
PRICE, DIVIDEND = EDITION["lanes"]["price"], EDITION["lanes"]["dividend"]
LAST_COLUMN = len(PRICE) - 1
TURNS = {3: 17, 4: 12, 5: 9}  # 5.2
RANDOM_GAMES = 5  # for each number of players
REACHED = [  # in random games; what is rarer has a position of its own
    "1.3 stopped at the first column",
    "1.3 stopped at the last column",
    "3.1.1 all transactions used",
    "3.1.2 buy, token 3",
    "3.1.2 sell, token 2",
    "3.1.3 bank empty refused",
    "3.1.3 item order refused",
    "3.1.3 no debts refused",
    "3.1.3 sales and purchases in one turn",
    "3.1.3 sales before purchases refused",
    "3.1.3 sold and bought refused",
    "3.1.4 item order refused",
    "3.1.4 sold at the start of the turn",
    "3.1.4 sold from Black Market, then buy",
    "3.1.4 token 3 laid",
    "3.1.5 a chamber pays once refused",
    "3.1.5 own shares not needed",
    "3.1.6 Black Market refused",
    "3.1.6 Dividend refused",
    "3.2.2 0 discarded",
    "3.2.2 3 discarded",
    "3.2.2 News and Black Market in one turn",
    "3.2.2 News and Dividend in one turn",
    "3.2.2 ascending refused",
    "3.2.2 drawn from the backup deck",
    "3.2.2 main deck empty",
    "3.3.1 3 cards act",
    "3.3.1 News does nothing",
    "3.3.2 the order matters",
    "3.3.3 News gone",
    "3.4.2 main deck empty",
    "5.2 last card drawn by another seat",
    "5.2 last card drawn by the last seat",
]


def new_game(players: int = 3, **changes: Any) -> Mercurius:
    """The position after dealing the cards in the order of the table, with changes."""
    return Mercurius(EDITION, deal(EDITION, players, range(72)) | changes)


def give(game: Mercurius, seat: int, *tokens: str) -> None:
    """Move tokens from the bank to a seat."""
    for item in tokens:
        game.state["bank"][item] -= 1
        game.state["seats"][seat]["tokens"][item] += 1


def set_price(game: Mercurius, item: str, price: int) -> None:
    game.state["columns"][item] = PRICE.index(price)


def apply(game: Mercurius, *texts: str) -> None:
    for text in texts:
        assert game.canonical(text) in game.legal_actions(), text
        game.apply(text)


def skip_turn(game: Mercurius) -> None:
    """Do nothing, then play the first card of the hand."""
    apply(game, "end finance", f"play {game.seat()['hand'][0]}")


def legal(game: Mercurius, verb: str) -> list[str]:
    return [text.split()[1] for text in game.legal_actions() if text.split()[0] == verb]


def card_number(text: str) -> int:
    return CARDS.index(text)


def refuses(game: Mercurius, text: str, reason: str) -> None:
    """The action is illegal, for the reason given, and leaves the state unharmed."""
    before = game.to_dict()
    assert text not in game.legal_actions()
    with pytest.raises(IllegalAction, match=reason):
        game.apply(text)
    assert game.to_dict() == before


# --- the edition ---


def test_tables_add_up() -> None:
    deck = EDITION["cards"]["deck"]
    assert len(deck) == 72  # 2.1
    for index, names in ((0, SHARES), (2, GOODS)):
        assert Counter(card[index] for card in deck) == dict.fromkeys(names, 12)
        for name in names:
            assert sum(card[index + 1] for card in deck if card[index] == name) == 0
    assert (len(PRICE), sum(PRICE)) == (20, 250)
    assert (len(DIVIDEND), sum(DIVIDEND)) == (20, 90)
    assert len(ITEMS) == 12  # 1.1
    assert len(set(CARDS)) == 72


def test_action_texts_have_the_documented_ids() -> None:
    texts = action_texts(EDITION)
    assert len(texts) == 190
    assert texts[0] == "sell amsterdam" and texts[11] == "sell tea"
    assert texts[12] == "buy amsterdam" and texts[24] == "end finance"
    assert texts[25] == "lay amsterdam" and texts[37] == "end laying"
    assert texts[38] == "dividend amsterdam" and texts[43] == "dividend middelburg"
    assert texts[44] == "play amsterdam+silk+" and texts[116] == "play news"
    assert texts[117] == "discard amsterdam+silk+" and texts[189] == "end discarding"


def test_later_copies_of_a_card_are_numbered() -> None:
    edition = copy.deepcopy(EDITION)
    edition["cards"]["deck"] = [["delft", 1, "tea", -1]] * 3
    assert card_texts(edition) == ["delft+tea-", "delft+tea-/2", "delft+tea-/3"]


@pytest.mark.parametrize(
    ("table", "refused"),
    [
        ("[setup]\nshare_price = 5\n", "share_price"),  # 1.2: occurs three times
        ("[setup]\ngood_price = 21\n", "good_price"),
        ("[setup]\nrepeat_surcharge = 2\n", "less than 0"),  # 3.1.2: 5 - 2*2*2 = -3
        ("[setup]\nbackup_deck = 9\n", "backup_deck"),  # 3.2.2: 2*5 = 10
        ("[setup]\nbackup_deck = 10\n", None),
    ],
)
def test_editions_extend_the_standard_or_are_refused(
    tmp_path: Path, table: str, refused: str | None
) -> None:
    (tmp_path / "standard.toml").write_text(STANDARD.read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(f'[edition]\nname = "own"\nextends = "standard"\n{table}', encoding="utf-8")
    if refused:
        with pytest.raises(ValueError, match=refused):
            load_edition(path)
        return
    edition = load_edition(path)
    assert edition["edition"] == {"game": "mercurius", "name": "own", "players": [3, 4, 5]}
    assert edition["setup"] == EDITION["setup"] | {"backup_deck": 10}
    assert edition["cards"] == EDITION["cards"]


# --- 1 and 2: prices and set-up ---


@pytest.mark.parametrize(("players", "supply"), [(3, 5), (4, 7), (5, 9)])
def test_2_set_up(players: int, supply: int) -> None:
    order = list(range(72))
    random.Random(players).shuffle(order)
    state = deal(EDITION, players, order)
    assert state["backup_deck"] == order[:12]  # 2.3
    for seat, has in enumerate(state["seats"]):
        assert has["hand"] == sorted(order[12 + 5 * seat : 17 + 5 * seat])
        assert has["cash"] == 70 and has["board"] == [None] * 3
        assert has["special"] == ["black_market", "dividend", "news"]
        assert list(has["tokens"]) == list(has["black_market"]) == ITEMS
    assert state["main_deck"] == order[12 + 5 * players :]
    assert state["bank"] == dict.fromkeys(ITEMS, supply)  # 2.2
    assert state["columns"] == dict.fromkeys(SHARES, 7) | dict.fromkeys(GOODS, 12)  # 1.2
    assert (state["active_player"], state["phase"], state["round"]) == (0, "finance", 0)  # 2.4
    assert state["last_round"] is None


@pytest.mark.parametrize(
    ("players", "order"), [(2, range(72)), (3, range(71)), (3, [0] + list(range(71)))]
)
def test_2_impossible_deals_are_refused(players: int, order: Any) -> None:
    with pytest.raises(ValueError):
        deal(EDITION, players, order)


@pytest.mark.parametrize("column", [0, 1, 18, 19])
@pytest.mark.parametrize("card", ["amsterdam+silk+", "amsterdam-silk-"])
def test_1_3_markers_stop_at_both_ends(column: int, card: str) -> None:
    game = new_game()
    game.state["columns"] |= {"amsterdam": column, "silk": column}
    sign = +1 if "+" in card else -1
    game.state["seats"][0]["hand"] = [card_number(card)]
    apply(game, "end finance", f"play {card}")
    assert game.state["columns"]["amsterdam"] == min(max(column + sign, 0), LAST_COLUMN)
    assert game.state["columns"]["silk"] == min(max(column + 2 * sign, 0), LAST_COLUMN)
    end = "last" if sign > 0 else "first"
    lost = column + 2 * sign - min(max(column + 2 * sign, 0), LAST_COLUMN)
    lost += column + sign - min(max(column + sign, 0), LAST_COLUMN)
    assert game.clauses[f"1.3 stopped at the {end} column"] == abs(lost)


# --- 3.1: finance ---


def test_1_4_and_3_1_1_trades_move_tokens_and_cash_but_no_price() -> None:
    game = new_game()
    give(game, 0, "hoorn")
    columns = dict(game.state["columns"])
    apply(game, "sell hoorn", "buy silk")
    assert game.state["trades"] == ["sell hoorn", "buy silk"]
    assert game.seat()["cash"] == 70 + 10 - 15
    assert game.seat()["tokens"]["hoorn"] == 0 and game.seat()["tokens"]["silk"] == 1
    assert game.state["bank"]["hoorn"] == 5 and game.state["bank"]["silk"] == 4
    assert game.state["columns"] == columns
    assert game.state["phase"] == "finance"
    apply(game, "buy silk")  # 3.1.1: the third
    assert (game.state["phase"], game.state["trades"]) == ("card", [])
    assert game.seat()["cash"] == 80 - 15 - 17


@pytest.mark.parametrize(("tokens", "cost", "brings"), [(1, 19, 19), (2, 40, 36), (3, 63, 51)])
def test_3_1_2_price_19(tokens: int, cost: int, brings: int) -> None:
    buyer = new_game()
    set_price(buyer, "tea", 19)
    apply(buyer, *["buy tea"] * tokens)
    assert buyer.state["seats"][0]["cash"] == 70 - cost
    seller = new_game()
    set_price(seller, "tea", 19)
    give(seller, 0, "tea", "tea", "tea")
    apply(seller, *["sell tea"] * tokens)
    assert seller.state["seats"][0]["cash"] == 70 + brings


def test_3_1_2_is_3_1_1_summed_at_every_price() -> None:
    for price in sorted(set(PRICE)):
        for n in (1, 2, 3):
            game = new_game()
            set_price(game, "tea", price)
            apply(game, *["buy tea"] * n)
            assert game.state["seats"][0]["cash"] == 70 - n * (price + n - 1)
            game = new_game()
            set_price(game, "tea", price)
            give(game, 0, "tea", "tea", "tea")
            apply(game, *["sell tea"] * n)
            assert game.state["seats"][0]["cash"] == 70 + n * (price - (n - 1))


def test_3_1_3_sales_come_first_and_both_go_in_item_order() -> None:
    game = new_game()
    give(game, 0, "amsterdam", "hoorn", "hoorn", "silk")
    assert legal(game, "sell") == ["amsterdam", "hoorn", "silk"]
    apply(game, "sell hoorn")
    assert legal(game, "sell") == ["hoorn", "silk"]
    refuses(game, "sell amsterdam", "order of the items")
    apply(game, "buy coffee")
    assert legal(game, "sell") == []
    refuses(game, "sell silk", "before purchases")
    assert legal(game, "buy") == GOODS[1:]
    refuses(game, "buy silk", "order of the items")


def test_3_1_3_an_item_sold_cannot_be_bought() -> None:
    game = new_game()
    give(game, 0, "hoorn")
    apply(game, "sell hoorn")
    assert legal(game, "buy") == ["amsterdam"] + SHARES[2:] + GOODS
    refuses(game, "buy hoorn", "sold in this turn")


def test_3_1_3_what_the_bank_lacks_cannot_be_bought() -> None:
    game = new_game()
    give(game, 1, *["delft"] * 5)
    refuses(game, "buy delft", "the bank has no token")


def test_3_1_3_a_purchase_is_paid_from_cash_in_hand() -> None:
    game = new_game()
    give(game, 0, "amsterdam")
    game.seat()["cash"] = 14
    assert legal(game, "buy") == SHARES
    refuses(game, "buy silk", "not enough cash")
    apply(game, "sell amsterdam", "buy silk")  # 24 in hand now
    assert game.seat()["cash"] == 9
    game = new_game()
    game.seat()["cash"] = 21
    apply(game, "buy hoorn")
    refuses(game, "buy hoorn", "not enough cash")  # 11 left, the second costs 12
    apply(game, "buy delft")
    refuses(game, "buy rotterdam", "not enough cash")
    game.seat()["cash"] = 10
    apply(game, "buy rotterdam")  # to the last guilder
    assert game.state["seats"][0]["cash"] == 0


def test_3_1_3_doing_nothing_is_allowed() -> None:
    game = new_game()
    game.seat()["cash"] = 0
    assert game.legal_actions() == ["end finance"] + [f"dividend {name}" for name in SHARES]
    apply(game, "end finance")
    assert game.state["phase"] == "card"
    assert game.clauses["3.1.3 nothing done"] == 1


# --- 3.1.4: Black Market ---


def test_3_1_4_tokens_are_laid_in_item_order_and_three_at_most() -> None:
    game = new_game()
    give(game, 0, "hoorn", "hoorn", "delft", "tea", "tea")
    assert legal(game, "lay") == ["hoorn", "delft", "tea"]
    apply(game, "lay hoorn")
    assert game.state["phase"] == "laying"
    assert game.seat()["special"] == ["dividend", "news"]
    assert game.legal_actions() == ["lay hoorn", "lay delft", "lay tea", "end laying"]
    apply(game, "lay delft")
    refuses(game, "lay hoorn", "order of the items")
    apply(game, "lay tea")
    assert game.state["phase"] == "card"
    assert game.seat()["black_market"] == dict.fromkeys(ITEMS, 0) | {
        "hoorn": 1,
        "delft": 1,
        "tea": 1,
    }
    assert game.seat()["tokens"] == dict.fromkeys(ITEMS, 0) | {"hoorn": 1, "tea": 1}


def test_3_1_4_fewer_tokens_may_be_laid_and_nothing_is_left_to_lay() -> None:
    game = new_game()
    give(game, 0, "tea")
    apply(game, "lay tea")
    assert game.legal_actions() == ["end laying"]
    apply(game, "end laying")
    assert game.state["phase"] == "card"


def black_market_turn(*laid: str) -> Mercurius:
    """Seat 0 has laid the tokens, and it is the start of its next turn; no marker has moved."""
    game = new_game()
    give(game, 0, *laid)
    apply(game, *[f"lay {item}" for item in laid])
    if len(laid) < 3:
        apply(game, "end laying")
    columns = dict(game.state["columns"])
    apply(game, f"play {game.seat()['hand'][0]}")
    skip_turn(game)
    assert game.state["seats"][0]["black_market"][laid[0]] > 0  # still there
    game.state["columns"] = columns
    game.state["seats"][2]["board"] = ["news"] + [None] * 2  # so that the last turn moves nothing
    game.state["phase"] = "discarding"
    apply(game, "end discarding")
    assert (game.state["active_player"], game.state["phase"]) == (0, "finance")
    return game


def test_3_1_4_sold_at_the_next_turn_without_deduction() -> None:
    game = black_market_turn("silk", "silk", "silk")
    assert game.seat()["cash"] == 70 + 3 * 15
    assert game.seat()["black_market"] == dict.fromkeys(ITEMS, 0)
    assert game.state["bank"]["silk"] == 5
    assert game.state["trades"] == []


def test_3_1_4_the_price_is_the_one_then_shown() -> None:
    game = new_game()
    give(game, 0, "silk")
    for seat, card in enumerate(["amsterdam+silk+", "hoorn-silk+", "delft-silk-"]):
        game.state["seats"][seat]["hand"] = [card_number(card)]
    apply(game, "lay silk", "end laying", "play amsterdam+silk+")
    apply(game, "end finance", "play hoorn-silk+", "end finance", "play delft-silk-")
    assert game.seat()["cash"] == 70 + PRICE[12 + 2 + 2 - 2]


def test_3_1_4_the_sale_is_no_part_of_the_finance_that_follows() -> None:
    game = black_market_turn("silk", "silk")
    apply(game, "buy silk", "buy silk", "buy silk")  # three transactions, item not forbidden
    assert game.state["seats"][0]["cash"] == 70 + 30 - 15 - 17 - 19
    game = black_market_turn("silk", "silk")
    give(game, 0, "silk")
    apply(game, "sell silk")  # the first of the turn
    assert game.seat()["cash"] == 70 + 30 + 15


def test_3_1_4_the_sale_is_over_before_a_dividend_of_that_turn() -> None:
    game = black_market_turn("hoorn")
    apply(game, "dividend hoorn")  # 3.1.6 is open
    assert game.seat()["cash"] == 70 + 10


def test_3_1_4_black_market_is_played_once_a_game() -> None:
    game = black_market_turn("hoorn")
    give(game, 0, "hoorn")
    refuses(game, "lay hoorn", "has been played")


# --- 3.1.5 and 3.1.6: Dividend ---


def test_3_1_5_every_player_is_paid_for_each_share_those_on_black_market_too() -> None:
    game = new_game()
    give(game, 0, "hoorn", "hoorn", "delft")
    give(game, 2, "hoorn")
    apply(game, "lay hoorn", "end laying", f"play {game.seat()['hand'][0]}")
    game.state["columns"]["hoorn"] = 13
    apply(game, "dividend hoorn")  # seat 1 has none
    assert [seat["cash"] for seat in game.state["seats"]] == [70 + 2 * 6, 70, 70 + 6]
    assert game.state["paid"] == ["hoorn"] and game.state["phase"] == "card"
    assert game.clauses["3.1.5 own shares not needed"] == 1
    assert game.clauses["3.1.5 shares on Black Market paid"] == 1


def test_3_1_5_a_chamber_pays_once_and_a_player_plays_dividend_once() -> None:
    game = new_game(paid=["hoorn"])
    assert legal(game, "dividend") == ["amsterdam"] + SHARES[2:]
    refuses(game, "dividend hoorn", "has paid")
    apply(game, "dividend amsterdam")
    assert game.state["paid"] == ["amsterdam", "hoorn"]  # in the order of the table
    apply(game, f"play {game.seat()['hand'][0]}")
    skip_turn(game)
    skip_turn(game)
    refuses(game, "dividend delft", "has been played")


def test_3_1_6_only_one_of_finance_black_market_and_dividend() -> None:
    game = new_game()
    give(game, 0, "hoorn", "delft")
    apply(game, "sell hoorn")
    refuses(game, "dividend delft", "instead of finance")
    refuses(game, "lay delft", "instead of finance")
    game = new_game()
    give(game, 0, "hoorn", "delft")
    apply(game, "lay hoorn")
    refuses(game, "dividend delft", "not in the phase")
    refuses(game, "buy delft", "not in the phase")


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
    assert game.sheet()[0] == [("cash", 70), ("3 hoorn at 10", 30), ("1 tea at 15", 15)]
    on_market = [("1 delft on Black Market at 11", 11), ("1 silk on Black Market at 17", 17)]
    assert game.sheet()[2] == [("cash", 70), ("1 delft at 11", 11)] + on_market
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


def random_game(seed: int, players: int, clauses: Counter[str]) -> None:
    """Play a whole random game, checking what holds in it."""
    rng = random.Random(seed)
    order = list(range(72))
    rng.shuffle(order)
    game = Mercurius(EDITION, deal(EDITION, players, order), clauses)
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


def test_random_games_keep_the_rules_and_reach_every_clause() -> None:
    clauses: Counter[str] = Counter()
    for seed in range(RANDOM_GAMES):
        for players in (3, 4, 5):
            random_game(seed, players, clauses)
    missing = [clause for clause in REACHED if not clauses[clause]]
    assert not missing
