"""Mercurius' edition in plain Python: what the tables say, texts of cards and actions, the deal.

Part of the slow, obvious second implementation of rules.md; the game itself is in `mercurius.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import common
from .common import Edition, Piles, State

SPECIAL_CARDS = ["black_market", "dividend", "news"]  # 2.1
SIGNS = {+1: "+", -1: "-"}
SET_UP = [  # the clauses that every start position shows
    "1.2 the start columns",
    "2.1 money, cards and spaces",
    "2.2 tokens by number of players",
    "2.3 backup deck, hands, main deck",
    "2.4 seat 0 starts",
]


# --- the edition -------------------------------------------------------------------------------


def load_edition(path: str | Path) -> Edition:
    """Read an edition, extended from the standard where it says so, and check it."""
    return common.load_edition(path, check_edition)


def check_edition(edition: Edition) -> None:
    """Refuse the editions that the rules refuse."""
    setup, prices = edition["setup"], edition["lanes"]["price"]
    for key in ("share_price", "good_price"):
        if prices.count(setup[key]) != 1:  # 1.2
            raise ValueError(f"setup.{key}: {setup[key]} must occur once in the price row")
    last_token = setup["transactions_per_turn"]
    if min(prices) - 2 * setup["repeat_surcharge"] * (last_token - 1) < 0:  # 3.1.2
        raise ValueError("setup.repeat_surcharge: a sale could bring less than 0")
    # 3.2.2: News takes all but its first card from the backup deck, once for every player
    if setup["backup_deck"] < (setup["news_discards"] - 1) * max(edition["edition"]["players"]):
        raise ValueError("setup.backup_deck: too small for News of every player")


def items(edition: Edition) -> list[str]:
    """1.1: the twelve items in the order of the table, shares before goods."""
    return edition["items"]["shares"] + edition["items"]["goods"]


def card_texts(edition: Edition) -> list[str]:
    """The text of every card by its number; copies of an earlier card get `/2`, `/3`, ..."""
    return common.number_copies(
        [
            f"{share}{SIGNS[share_sign]}{good}{SIGNS[good_sign]}"
            for share, share_sign, good, good_sign in edition["cards"]["deck"]
        ]
    )


def action_texts(edition: Edition) -> list[str]:
    """Every action of the game in the order of the action ids."""
    everything, cards = items(edition), card_texts(edition)
    return (
        [f"sell {item}" for item in everything]
        + [f"buy {item}" for item in everything]
        + ["end finance"]
        + [f"lay {item}" for item in everything]
        + ["end laying"]
        + [f"dividend {chamber}" for chamber in edition["items"]["shares"]]
        + [f"play {card}" for card in cards]
        + ["play news"]
        + [f"discard {card}" for card in cards]
        + ["end discarding"]
    )


def deal(
    edition: Edition, players: int, order: Sequence[int], clauses: Counter[str] | None = None
) -> State:
    """2: the start position from all card numbers in shuffled order; `clauses` counts."""
    if clauses is not None:
        clauses.update(SET_UP)
    setup, deck = edition["setup"], list(order)
    start = common.start(edition, players)  # 2.4
    common.check_order(order, len(edition["cards"]["deck"]))
    backup_deck, deck = deck[: setup["backup_deck"]], deck[setup["backup_deck"] :]  # 2.3
    hands = common.deal_hands(deck, players, setup["hand"])
    if not deck:
        raise ValueError("players: no card is left for the main deck")
    return {
        **start,
        "phase": "finance",
        "round": 0,
        "last_round": None,
        "columns": start_columns(edition),
        "bank": dict.fromkeys(items(edition), edition["supply"][str(players)]),  # 2.2
        "paid": [],
        "main_deck": deck,
        "backup_deck": backup_deck,
        "gone": [],
        "trades": [],
        "seats": [start_seat(edition, hand) for hand in hands],
    }


def start_columns(edition: Edition) -> dict[str, int]:
    """1.2: the columns in which the start prices stand."""
    columns: dict[str, int] = {}
    for key in ("share", "good"):
        column = edition["lanes"]["price"].index(edition["setup"][f"{key}_price"])
        columns |= dict.fromkeys(edition["items"][key + "s"], column)
    return columns


def start_seat(edition: Edition, hand: list[int]) -> dict[str, Any]:
    """2.1: what a player has at the start."""
    setup = edition["setup"]
    return {
        "cash": setup["cash"],
        "tokens": dict.fromkeys(items(edition), 0),
        "black_market": dict.fromkeys(items(edition), 0),
        "special": list(SPECIAL_CARDS),
        "hand": hand,
        "board": [None] * setup["card_spaces"],
        "discarded": [],
    }


def piles_of(_edition: Edition, state: State) -> Piles:
    """2.3: an order of the cards that leads to this start position: what `deal` wants."""
    hands = [card for seat in state["seats"] for card in seat["hand"]]
    return {"order": [*state["backup_deck"], *hands, *state["main_deck"]]}
