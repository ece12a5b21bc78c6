"""Celtic in Python: its actions in typed form, and its score pad.

`docs/formats.md` lists the same actions as ids and texts; the rules are in
`seeds/celtic/rules.md`, and `merx.rules("celtic")` gives them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, TypeAlias

from merx.scoring import Line


class Good(IntEnum):
    """Kinds of goods, named as their trading places (rules.md 1.2).

    Other editions may name them otherwise.
    """

    TIN = 0
    AMBER = 1
    FURS = 2
    CORAL = 3
    WINE = 4
    OLIVE_OIL = 5
    GLASS = 6


class Space(IntEnum):
    """Spaces of the map: the village, 50 places, 7 trading places (rules.md 1.1).

    Other editions may name them otherwise; the village is always the first.
    """

    VILLAGE = 0
    PIGS = 1
    MUSHROOMS = 2
    WOOL = 3
    TOOLS = 4
    OXEN = 5
    FLAX = 6
    JUG = 7
    NECKLACE = 8
    PLUM_TREES = 9
    COWS = 10
    MEAD = 11
    FORGE = 12
    CHICKENS = 13
    SPELT = 14
    SPINDLE = 15
    SWORD = 16
    BEEHIVES = 17
    MILK_PAILS = 18
    CAULDRON = 19
    GRANARY = 20
    BLACKBERRIES = 21
    DUGOUT_CANOE = 22
    AXE = 23
    HORSES = 24
    LENTILS = 25
    POTTERY_KILN = 26
    SPEAR = 27
    PEAR_TREES = 28
    BREAD_OVEN = 29
    CHARCOAL_PILE = 30
    GOATS = 31
    BARLEY = 32
    LOOM = 33
    WHETSTONE = 34
    HOUNDS = 35
    HERBS = 36
    DRINKING_HORN = 37
    BROOCH = 38
    HAZELNUTS = 39
    FISH = 40
    FISH_TRAP = 41
    SICKLE = 42
    GEESE = 43
    MILLET = 44
    BASKETS = 45
    SHIELD = 46
    APPLE_TREES = 47
    CHEESE = 48
    IRON_ORE = 49
    SHEEP = 50
    TIN = 51
    AMBER = 52
    FURS = 53
    CORAL = 54
    WINE = 55
    OLIVE_OIL = 56
    GLASS = 57


@dataclass(frozen=True, slots=True)
class Fulfil:
    """Show a goal whose places hold own pieces (rules.md 3.1).

    `goal` is its place in the edition's deck.
    """

    kind: ClassVar[str] = "fulfil"
    goal: int


@dataclass(frozen=True, slots=True)
class Take:
    """Send a piece home from a trading place for a card (rules.md 4.1)."""

    kind: ClassVar[str] = "take"
    good: Good


@dataclass(frozen=True, slots=True)
class From:
    """Start the move from a space (rules.md 2.1)."""

    kind: ClassVar[str] = "from"
    space: Space


@dataclass(frozen=True, slots=True)
class To:
    """Move to a space (rules.md 2.1)."""

    kind: ClassVar[str] = "to"
    space: Space


@dataclass(frozen=True, slots=True)
class Count:
    """Move so many pieces, 1 to 8 (rules.md 2.1)."""

    kind: ClassVar[str] = "count"
    pieces: int


@dataclass(frozen=True, slots=True)
class Along:
    """Travel along with so many pieces, 0 to 8 (rules.md 2.2)."""

    kind: ClassVar[str] = "along"
    pieces: int


@dataclass(frozen=True, slots=True)
class Announce:
    """Say that all seven kinds of goods are collected (rules.md 5.2)."""

    kind: ClassVar[str] = "announce"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn, or the own last collection (rules.md 2, 5.3)."""

    kind: ClassVar[str] = "end_turn"


Move: TypeAlias = Fulfil | Take | From | To | Count | Along | Announce | EndTurn


_ALONE = {move.kind: move for move in (Announce, EndTurn)}
_WITH_SPACE = {move.kind: move for move in (From, To)}
_WITH_PIECES = {move.kind: move for move in (Count, Along)}


def make_move(kind: str, argument: int | None) -> Move:
    """Make the move of a kind; `argument` is its goal, good, space or number of pieces, if any."""
    if argument is None:
        return _ALONE[kind]()
    if kind in _WITH_SPACE:
        return _WITH_SPACE[kind](Space(argument))
    if kind in _WITH_PIECES:
        return _WITH_PIECES[kind](argument)
    return Take(Good(argument)) if kind == Take.kind else Fulfil(argument)


_PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")


def score_lines(
    position: Mapping[str, Any], tables: Mapping[str, Any], player: int
) -> tuple[Line, ...]:
    """Add up fulfilled goals and goods (rules.md 6).

    The player's kinds are ranked by the number of cards, most first, equal ones in the order of the
    table; of each kind at most a number of cards counts that depends on the fulfilled goals. So
    `2nd: 4 x 2` is the second kind, with four cards that count 2 each. `position` is a state dict,
    `tables` are those of the edition.
    """
    seat = position["seats"][player]
    goals = [tables["goals"]["deck"][goal][0] for goal in seat["fulfilled"]]
    cap, values = tables["scoring"]["cap_per_kind"][len(goals)], tables["scoring"]["rank_value"]
    ranked = sorted(seat["goods"], key=lambda good: -seat["goods"][good])
    lines = [Line("goals", sum(goals), " + ".join(map(str, goals)))]
    for good, cards in seat["goods"].items():
        rank, counted = ranked.index(good), min(cards, cap)
        working = f"{_PLACES[rank]}: {counted} x {values[rank]}" if cards else ""
        lines.append(Line(good, counted * values[rank], working))
    return tuple(lines)
