"""Merkator in Python: its actions in typed form, and its score pad.

`docs/formats.md` lists the same actions as ids and texts; the rules are in
`seeds/merkator/rules.md`, and `merx.rules("merkator")` gives them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, TypeAlias

from merx.scoring import Line


class Good(IntEnum):
    """Goods, two of each colour, one after the other (rules.md 1.1).

    Other editions may name them otherwise.
    """

    LIVESTOCK = 0
    MUSKETS = 1
    GRAIN = 2
    SALTPETER = 3
    IRON = 4
    COPPER = 5
    HAM = 6
    FISH_OIL = 7
    VEGETABLES = 8
    CALFSKIN = 9
    FABRIC = 10
    COAL = 11
    PLUMS = 12
    WINE = 13
    CITRUS = 14
    SPICE = 15


class Place(IntEnum):
    """Places, eight major ones with cubes and four minor ones (rules.md 3.2).

    Other editions may name them otherwise.
    """

    HAMBURG = 0
    DANZIG = 1
    SWEDEN = 2
    RUSSIA = 3
    NETHERLANDS = 4
    ENGLAND = 5
    FRANCE = 6
    SPAIN = 7
    BOHEMIA = 8
    DENMARK = 9
    ITALY = 10
    NEWFOUNDLAND = 11


#: The number of the Peace of Westphalia among the contracts.
PEACE = 77


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell a contract for coins (rules.md 3.1.1). `contract` is its place in the table."""

    kind: ClassVar[str] = "sell"
    contract: int


@dataclass(frozen=True, slots=True)
class BuyBonus:
    """Buy a bonus card that lies face up (rules.md 3.1.1). `card` is its place in the table."""

    kind: ClassVar[str] = "buy_bonus"
    card: int


@dataclass(frozen=True, slots=True)
class BuyBuilding:
    """Buy a building that lies face up (rules.md 3.1.1). `card` is its place in the table."""

    kind: ClassVar[str] = "buy_building"
    card: int


@dataclass(frozen=True, slots=True)
class EndInvesting:
    """Sell and buy no more (rules.md 3.1.3, 3.1.4)."""

    kind: ClassVar[str] = "end_investing"


@dataclass(frozen=True, slots=True)
class Go:
    """Put the merchant on a place (rules.md 3.2.1)."""

    kind: ClassVar[str] = "go"
    place: Place


@dataclass(frozen=True, slots=True)
class Store:
    """Put so many of the cubes taken into the first room of their colour (rules.md 3.2.2)."""

    kind: ClassVar[str] = "store"
    cubes: int


@dataclass(frozen=True, slots=True)
class TurnNext:
    """Turn the first marker of the next row instead (rules.md 3.2.6)."""

    kind: ClassVar[str] = "turn_next"


@dataclass(frozen=True, slots=True)
class Keep:
    """Let the marker count that was turned (rules.md 3.2.6)."""

    kind: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Lose:
    """Give up a cube (rules.md 3.2.6)."""

    kind: ClassVar[str] = "lose"
    good: Good


@dataclass(frozen=True, slots=True)
class Fulfil:
    """Fulfil a contract for the place (rules.md 3.3). `contract` is its place in the table."""

    kind: ClassVar[str] = "fulfil"
    contract: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give four of a good for one missing (rules.md 3.3.3)."""

    kind: ClassVar[str] = "exchange"
    good: Good


@dataclass(frozen=True, slots=True)
class ExchangeTime:
    """Give four time markers for one missing good (rules.md 3.3.3)."""

    kind: ClassVar[str] = "exchange_time"


@dataclass(frozen=True, slots=True)
class Unload:
    """Move a cube of the supply tile into the room of a good (rules.md 3.3.4)."""

    kind: ClassVar[str] = "unload"
    good: Good


@dataclass(frozen=True, slots=True)
class EndFulfilling:
    """Fulfil and unload no more (rules.md 3.3)."""

    kind: ClassVar[str] = "end_fulfilling"


@dataclass(frozen=True, slots=True)
class Join:
    """Follow the merchant (rules.md 3.4)."""

    kind: ClassVar[str] = "join"


@dataclass(frozen=True, slots=True)
class Stay:
    """Do not follow the merchant (rules.md 3.4)."""

    kind: ClassVar[str] = "stay"


Move: TypeAlias = (
    Sell
    | BuyBonus
    | BuyBuilding
    | EndInvesting
    | Go
    | Store
    | TurnNext
    | Keep
    | Lose
    | Fulfil
    | Exchange
    | ExchangeTime
    | Unload
    | EndFulfilling
    | Join
    | Stay
)


_ALONE = {
    move.kind: move
    for move in (EndInvesting, TurnNext, Keep, ExchangeTime, EndFulfilling, Join, Stay)
}
_WITH_CONTRACT = {move.kind: move for move in (Sell, Fulfil)}
_WITH_CARD = {move.kind: move for move in (BuyBonus, BuyBuilding)}
_WITH_GOOD = {move.kind: move for move in (Lose, Exchange, Unload)}


def make_move(kind: str, argument: int | None) -> Move:
    """Make the move of a kind; `argument` is its card, place, good or number of cubes, if any."""
    if argument is None:
        return _ALONE[kind]()
    if kind in _WITH_CONTRACT:
        return _WITH_CONTRACT[kind](argument)
    if kind in _WITH_CARD:
        return _WITH_CARD[kind](argument)
    if kind in _WITH_GOOD:
        return _WITH_GOOD[kind](Good(argument))
    return Go(Place(argument)) if kind == Go.kind else Store(argument)


def score_lines(
    position: Mapping[str, Any], tables: Mapping[str, Any], player: int
) -> tuple[Line, ...]:
    """Add up contracts and buildings (rules.md 5, 8).

    The most valuable contracts have a line each, the others one together; then comes every building
    that somebody owns, with what it counts for its owner: `5 x 2, at most 8`. `position` is a state
    dict, `tables` are those of the edition.
    """
    sheet = _Pad(position, tables)
    return (*sheet.contracts(player), *sheet.buildings(player))


class _Pad:
    """A score pad for one position."""

    def __init__(self, position: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
        self.seats: list[Mapping[str, Any]] = position["seats"]
        self.tables = tables
        self.kinds: dict[str, str] = {
            name: kind for name, kind, *_ in tables["places"]["destinations"]
        }

    def value(self, contract: int) -> int:
        """Return the value of a contract."""
        rules = self.tables["contracts"]
        return int(
            rules["peace_of_westphalia"] if contract == PEACE else rules["cards"][contract][0]
        )

    def place(self, contract: int) -> str | None:
        """Return the place that a contract names, `None` for the Peace of Westphalia."""
        return None if contract == PEACE else str(self.tables["contracts"]["cards"][contract][1])

    def contracts(self, player: int) -> list[Line]:
        """List the contracts that count in full, and the part that counts of the others."""
        scoring = self.tables["scoring"]
        held = sorted(self.seats[player]["contracts"], key=self.value, reverse=True)
        full, divisor = scoring["full_contracts"], scoring["rest_divisor"]
        lines = []
        for place in range(full):
            if place < len(held):
                name = self.place(held[place]) or "peace"
                lines.append(Line(f"contract {place + 1}", self.value(held[place]), name))
            else:
                lines.append(Line(f"contract {place + 1}", 0))
        rest = [self.value(contract) for contract in held[full:]]
        working = f"({' + '.join(map(str, rest))}) / {divisor}" if rest else ""
        return [*lines, Line("other contracts", sum(rest) // divisor, working)]

    def buildings(self, player: int) -> list[Line]:
        """List all buildings that somebody owns."""
        owned = sorted(building for seat in self.seats for building in seat["buildings"])
        lines = []
        for building in owned:
            name, _, effect, each, most = self.tables["buildings"]["cards"][building]
            if building not in self.seats[player]["buildings"]:
                lines.append(Line(name, 0))
                continue
            if effect == "bonus_sets":
                sets, others = self.bonus_sets(player)
                points, working = sets * each + others, f"{sets} x {each} + {others}"
            else:
                count = self.count(player, effect)
                points, working = count * each, f"{count} x {each}"
            if points > most:
                working += f", at most {most}"
            lines.append(Line(name, min(points, most), working))
        return lines

    def bonus_sets(self, player: int) -> tuple[int, int]:
        """Count the minor places of which both bonus cards are held, and the other bonus cards."""
        cards = self.tables["bonus"]["cards"]
        held = self.seats[player]["bonus"]
        places = Counter(cards[card][0] for card in held)
        sets = sum(self.kinds[place] == "minor" and count == 2 for place, count in places.items())
        return sets, len(held) - 2 * sets

    def count(self, player: int, effect: str) -> int:
        """Count what a building counts; section 8 of the rules has the words."""
        seat = self.seats[player]
        if effect.startswith("kinds:"):
            colours = effect.removeprefix("kinds:").split("+")
            return sum(
                seat["rooms"][good] > 0
                for colour, _, *goods in self.tables["goods"]["colours"]
                if colour in colours
                for good in goods
            )
        if effect in _SOLE:
            mine, *others = (
                _SOLE[effect](self, self.seats[i])
                for i in (player, *(i for i in range(len(self.seats)) if i != player))
            )
            return int(all(theirs < mine for theirs in others))
        return _COUNTS[effect](self, seat)

    def columns(self, seat: Mapping[str, Any]) -> list[list[int]]:
        """Return the cubes in the rooms of each column."""
        return [
            [seat["rooms"][good] for good in column] for column in self.tables["office"]["columns"]
        ]

    def pairs(self, seat: Mapping[str, Any]) -> list[tuple[int, int]]:
        """Return the cubes of both goods of each colour."""
        colours = self.tables["goods"]["colours"]
        return [(seat["rooms"][one], seat["rooms"][two]) for _, _, one, two in colours]

    def values(self, seat: Mapping[str, Any]) -> list[int]:
        """Return the values of all contracts held."""
        return [self.value(contract) for contract in seat["contracts"]]

    def places(self, seat: Mapping[str, Any]) -> list[str]:
        """Return the places of all contracts that name one."""
        named = (self.place(contract) for contract in seat["contracts"])
        return [place for place in named if place is not None]

    def contracts_for(self, seat: Mapping[str, Any], kind: str) -> int:
        """Count the contracts that name a place of a kind."""
        return sum(self.kinds[place] == kind for place in self.places(seat))


_Count: TypeAlias = Callable[[_Pad, Mapping[str, Any]], int]


def _cubes(_: _Pad, seat: Mapping[str, Any]) -> int:
    return sum(seat["rooms"].values())


_COUNTS: dict[str, _Count] = {
    "kinds_of_goods": lambda pad, seat: sum(cubes > 0 for cubes in seat["rooms"].values()),
    "fullest_column": lambda pad, seat: max(map(sum, pad.columns(seat))),
    "cubes_per_two": lambda pad, seat: _cubes(pad, seat) // 2,
    "full_columns": lambda pad, seat: sum(all(column) for column in pad.columns(seat)),
    "goods_with_three": lambda pad, seat: sum(cubes >= 3 for cubes in seat["rooms"].values()),
    "colours_with_both": lambda pad, seat: sum(all(pair) for pair in pad.pairs(seat)),
    "contracts": lambda pad, seat: len(seat["contracts"]),
    "contracts_from_seven": lambda pad, seat: sum(value >= 7 for value in pad.values(seat)),
    "destinations": lambda pad, seat: len(set(pad.places(seat))),
    "minor_contracts": lambda pad, seat: pad.contracts_for(seat, "minor"),
    "major_contracts": lambda pad, seat: pad.contracts_for(seat, "major"),
    "contract_pairs": lambda pad, seat: sum(n // 2 for n in Counter(pad.values(seat)).values()),
    "bonus_cards": lambda pad, seat: len(seat["bonus"]),
    "time_markers": lambda pad, seat: seat["time"],
    "coins_per_two": lambda pad, seat: seat["coins"] // 2,
    "other_buildings": lambda pad, seat: len(seat["buildings"]) - 1,
}

#: What is compared between the players.
_SOLE: dict[str, _Count] = {
    "sole_most_time": lambda pad, seat: seat["time"],
    "sole_best_contract": lambda pad, seat: max(pad.values(seat), default=0),
    "sole_most_cubes": _cubes,
    "sole_most_minor_contracts": lambda pad, seat: pad.contracts_for(seat, "minor"),
    "sole_most_bonus": lambda pad, seat: len(seat["bonus"]),
}
