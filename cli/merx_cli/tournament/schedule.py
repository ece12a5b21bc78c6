"""Who sits where in which game: a pure function of the arguments."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, permutations, repeat
from math import comb, factorial
from typing import Literal, NamedTuple

from merx import derive_seed
from merx_cli.errors import CliError

Format = Literal["round-robin", "gauntlet", "match"]
Rotation = Literal["cyclic", "all"]
LineUp = tuple[int, ...]
"""A bot for each seat, as an index into the tournament's bots."""


class Fixture(NamedTuple):
    """One game of a tournament, to be played."""

    number: int
    """From 0, in the order of the schedule."""
    block: int
    """Games of one block share line-up and seed and differ in who sits where."""
    seed: int
    seats: LineUp


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a tournament. The same arguments give the same games, on any machine.

    Each block takes the next line-up, and its games are the line-up's rotations, all dealt from
    seed number `block` of the family that `seed` founds. After the last line-up comes the first
    again.
    """

    given: LineUp
    """The bots as they were given; one may be given twice."""
    players: int
    games: int
    seed: int
    format: Format = "round-robin"
    rotation: Rotation = "cyclic"

    def __post_init__(self) -> None:
        """Raise `CliError` if the format has no line-ups of these bots."""
        if self.format == "match" and len(self.given) > self.players:
            raise CliError(
                f"{len(self.given)} bots are given for a match of {self.players} players",
                "--players N sets their number",
            )
        if self.format == "gauntlet" and len(self.given) < 2:
            raise CliError(
                "a gauntlet needs a pool", "the first --bot runs it, against all those after it"
            )

    def fixtures(self, start: int = 0, stop: int | None = None) -> Iterator[Fixture]:
        """List the games from number `start` to before `stop`, in order.

        Disjoint ranges give disjoint games.
        """
        stop = self.games if stop is None else min(stop, self.games)
        number = 0
        for block, line_up in enumerate(self._line_ups_again_and_again()):
            seats_of_games = self.rotations(line_up)
            if number + len(seats_of_games) > start:
                seed = derive_seed(self.seed, block)
                for offset, seats in enumerate(seats_of_games, start=number):
                    if offset >= stop:
                        return
                    if offset >= start:
                        yield Fixture(offset, block, seed, seats)
            number += len(seats_of_games)
            if number >= stop:
                return

    def line_ups(self) -> Iterator[LineUp]:
        """List who meets whom, once. Bots too few for the seats take turns."""
        if self.format == "gauntlet":
            runner, *pool = self.given
            return ((runner, *others) for others in meetings(pool, self.players - 1))
        return meetings(self.given, self.players)

    def rotations(self, line_up: LineUp) -> tuple[LineUp, ...]:
        """Return the seatings of a line-up that make a block, each once."""
        return rotations(line_up) if self.rotation == "cyclic" else seatings(line_up)

    def games_per_round(self) -> int:
        """Count the games after which every line-up has been played in each of its rotations.

        After a multiple of these, every bot of a line-up has sat in every seat equally often.
        """
        pool = self.given[1:] if self.format == "gauntlet" else self.given
        seats = self.players - (self.format == "gauntlet")
        if len(set(self.given)) == len(self.given) and len(pool) >= seats:
            turns = self.players if self.rotation == "cyclic" else factorial(self.players)
            return comb(len(pool), seats) * turns
        return sum(len(self.rotations(line_up)) for line_up in self.line_ups())

    def _line_ups_again_and_again(self) -> Iterator[LineUp]:
        return chain.from_iterable(self.line_ups() for _ in repeat(None))


def meetings(bots: Sequence[int], seats: int) -> Iterator[LineUp]:
    """List all combinations of the bots in order; if they are too few, the one of taking turns.

    >>> list(meetings([0, 1, 2], 2))
    [(0, 1), (0, 2), (1, 2)]
    >>> list(meetings([0, 1], 3))
    [(0, 1, 0)]
    """
    if len(bots) >= seats:
        return combinations(bots, seats)
    return iter([tuple(bots[seat % len(bots)] for seat in range(seats))])


@lru_cache(maxsize=1024)
def rotations(line_up: LineUp) -> tuple[LineUp, ...]:
    """Move the line-up round the table seat by seat until it looks the same again.

    The same bot in the same seat with the same seed would play the same game once more.

    >>> rotations((0, 1, 0, 1))
    ((0, 1, 0, 1), (1, 0, 1, 0))
    """
    turned = (line_up[i:] + line_up[:i] for i in range(len(line_up)))
    return tuple(dict.fromkeys(turned))


@lru_cache(maxsize=1024)
def seatings(line_up: LineUp) -> tuple[LineUp, ...]:
    """Return all orders of the line-up, each once.

    >>> seatings((0, 0, 1))
    ((0, 0, 1), (0, 1, 0), (1, 0, 0))
    """
    return tuple(dict.fromkeys(permutations(line_up)))
