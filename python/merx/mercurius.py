"""Mercurius in Python: its actions in typed form, and its score pad.

`docs/formats.md` lists the same actions as ids and texts; the rules are in
`seeds/mercurius/rules.md`, and `merx.rules("mercurius")` gives them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, TypeAlias

from merx.scoring import Line


class Item(IntEnum):
    """Shares and goods, the shares first (rules.md 1.1). Other editions may name them otherwise."""

    AMSTERDAM = 0
    HOORN = 1
    DELFT = 2
    ROTTERDAM = 3
    ENKHUIZEN = 4
    MIDDELBURG = 5
    SILK = 6
    COFFEE = 7
    PORCELAIN = 8
    COPPER = 9
    SPICES = 10
    TEA = 11


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell one token to the bank (rules.md 3.1.1)."""

    kind: ClassVar[str] = "sell"
    item: Item


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy one token from the bank (rules.md 3.1.1)."""

    kind: ClassVar[str] = "buy"
    item: Item


@dataclass(frozen=True, slots=True)
class EndFinance:
    """Make no further transaction (rules.md 3.1.3)."""

    kind: ClassVar[str] = "end_finance"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay one own token on Black Market (rules.md 3.1.4)."""

    kind: ClassVar[str] = "lay"
    item: Item


@dataclass(frozen=True, slots=True)
class EndLaying:
    """Lay no further token (rules.md 3.1.4)."""

    kind: ClassVar[str] = "end_laying"


@dataclass(frozen=True, slots=True)
class Dividend:
    """Play Dividend: `chamber`, one of the six shares, pays (rules.md 3.1.5)."""

    kind: ClassVar[str] = "dividend"
    chamber: Item


@dataclass(frozen=True, slots=True)
class Play:
    """Put a price-change card on the own board (rules.md 3.2.1).

    `card` is its place in the edition's deck.
    """

    kind: ClassVar[str] = "play"
    card: int


@dataclass(frozen=True, slots=True)
class News:
    """Put News on the own board (rules.md 3.2.2)."""

    kind: ClassVar[str] = "news"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a price-change card for News (rules.md 3.2.2).

    `card` is its place in the edition's deck.
    """

    kind: ClassVar[str] = "discard"
    card: int


@dataclass(frozen=True, slots=True)
class EndDiscarding:
    """Discard no further card (rules.md 3.2.2)."""

    kind: ClassVar[str] = "end_discarding"


Move: TypeAlias = (
    Sell | Buy | EndFinance | Lay | EndLaying | Dividend | Play | News | Discard | EndDiscarding
)


_ALONE = {move.kind: move for move in (EndFinance, EndLaying, News, EndDiscarding)}
_WITH_ITEM = {move.kind: move for move in (Sell, Buy, Lay, Dividend)}
_WITH_CARD = {move.kind: move for move in (Play, Discard)}


def make_move(kind: str, argument: int | None) -> Move:
    """Make the move of a kind; `argument` is its item or card, or `None` where it has neither."""
    if argument is None:
        return _ALONE[kind]()
    if kind in _WITH_CARD:
        return _WITH_CARD[kind](argument)
    return _WITH_ITEM[kind](Item(argument))


def score_lines(
    position: Mapping[str, Any], tables: Mapping[str, Any], player: int
) -> tuple[Line, ...]:
    """Sell all that `player` has at the full price shown, without deductions (rules.md 5.3).

    Tokens on Black Market are still the player's (3.1.4). `position` is a state dict, `tables` are
    those of the edition.
    """
    seat = position["seats"][player]
    price_row = tables["lanes"]["price"]
    prices = {item: price_row[column] for item, column in position["columns"].items()}
    lying = sum(prices[item] * tokens for item, tokens in seat["black_market"].items())
    sales = [
        Line(f"{item} at {prices[item]}", prices[item] * tokens)
        for item, tokens in seat["tokens"].items()
    ]
    return (Line("cash", seat["cash"]), *sales, Line("on Black Market", lying))
