"""Mercurius' edition in plain Python: what the tables say, texts of cards and actions, the deal.

Part of the slow, obvious second implementation of rules.md; the game itself is in `mercurius.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from . import common
from .common import Edition, State

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
    edition = common.read_edition(path)
    check_edition(edition)
    return edition


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
    clauses = Counter() if clauses is None else clauses
    clauses.update(SET_UP)
    setup = edition["setup"]
    if players not in edition["edition"]["players"]:
        raise ValueError(f"players: {players} cannot play this edition")
    if sorted(order) != list(range(len(edition["cards"]["deck"]))):
        raise ValueError("order: every card number must occur exactly once")
    rest = list(order)
    backup_deck, rest = rest[: setup["backup_deck"]], rest[setup["backup_deck"] :]  # 2.3
    hands: list[list[int]] = []
    for _ in range(players):
        hand, rest = rest[: setup["hand"]], rest[setup["hand"] :]  # 2.3
        hands.append(sorted(hand))
    if not rest:
        raise ValueError("players: no card is left for the main deck")
    columns: dict[str, int] = {}
    for key in ("share", "good"):  # 1.2
        for item in edition["items"][key + "s"]:
            columns[item] = edition["lanes"]["price"].index(setup[f"{key}_price"])
    none_of_any = {item: 0 for item in items(edition)}
    supply = edition["supply"][str(players)]  # 2.2
    return {
        "game": edition["edition"]["game"],
        "edition": edition["edition"]["name"],
        "players": players,
        "active_player": 0,  # 2.4
        "current_player": 0,
        "phase": "finance",
        "round": 0,
        "last_round": None,
        "columns": columns,
        "bank": {item: supply for item in items(edition)},
        "paid": [],
        "main_deck": rest,
        "backup_deck": backup_deck,
        "gone": [],
        "trades": [],
        "seats": [
            {
                "cash": setup["cash"],
                "tokens": dict(none_of_any),
                "black_market": dict(none_of_any),
                "special": list(SPECIAL_CARDS),
                "hand": hand,
                "board": [None] * setup["card_spaces"],
                "discarded": [],
            }
            for hand in hands
        ],
    }


def order_of(state: State) -> list[int]:
    """2.3: an order of the cards that leads to this start position."""
    hands = [card for seat in state["seats"] for card in seat["hand"]]
    return [*state["backup_deck"], *hands, *state["main_deck"]]
