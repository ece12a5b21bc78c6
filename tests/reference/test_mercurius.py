"""The reference of Mercurius alone: edition, set-up, and the first phase of the turn."""

from __future__ import annotations

import copy
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from .mercurius import (
    Mercurius,
    action_texts,
    card_texts,
    deal,
    load_edition,
)
from .mercurius_scenes import (
    CARDS,
    DIVIDEND,
    EDITION,
    GOODS,
    ITEMS,
    LAST_COLUMN,
    PRICE,
    SHARES,
    STANDARD,
    apply,
    card_number,
    give,
    legal,
    new_game,
    refuses,
    set_price,
    skip_turn,
)

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
