"""What came of the games of a tournament, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Games of two or more players, in any order. A game that does not count is not among them.

    Every array is checked, copied and made read-only. The constructor raises `ValueError`, in one
    line, for what cannot be the results of games.
    """

    bots: tuple[str, ...]
    """Names, each of them once."""
    block: Ints
    """Shape (games,): the block a game belongs to. Games of one block share a deal."""
    seats: Ints
    """Shape (games, players): who sat where, as an index into `bots`. A bot may have many seats."""
    ranks: Ints
    """Shape (games, players): 1 + the number of players strictly better, so 1, 1, 3."""
    scores: Ints
    """Shape (games, players), in the game's points."""

    def __init__(
        self,
        bots: Sequence[str],
        block: ArrayLike,
        seats: ArrayLike,
        ranks: ArrayLike,
        scores: ArrayLike,
    ) -> None:
        object.__setattr__(self, "bots", tuple(bots))
        given = {"block": block, "seats": seats, "ranks": ranks, "scores": scores}
        for name, array in given.items():
            object.__setattr__(self, name, _integers(name, array))
        self._check()

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.block)

    @property
    def players(self) -> int:
        """Number of seats in a game."""
        return int(self.seats.shape[1])

    @classmethod
    def concatenate(cls, parts: Sequence[Results]) -> Results:
        """Put together the games of at least one part; all have the same bots and players."""
        if not parts or len({(part.bots, part.players) for part in parts}) > 1:
            raise ValueError("parts of results differ in their bots or number of players")
        arrays = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("block", "seats", "ranks", "scores")
        )
        return cls(parts[0].bots, *arrays)

    def index(self, bot: str) -> int:
        """Return the bot's index; `ValueError` if there is none of this name."""
        if bot not in self.bots:
            raise ValueError(f"there is no bot {bot!r}")
        return self.bots.index(bot)

    def surplus(self) -> Ints:
        """Return how many players did worse than each minus how many did better.

        Shape (games, players). Over players - 1 these are the game's `returns`, in [-1, 1].
        """
        mine, other = self.ranks[:, :, None], self.ranks[:, None, :]
        surplus: Ints = np.sign(other - mine).sum(axis=2)
        return surplus

    def _check(self) -> None:
        if not self.bots or len(set(self.bots)) < len(self.bots):
            raise ValueError("results need at least one bot, and each only once")
        if self.block.ndim != 1:
            raise ValueError(f"block has shape {self.block.shape}, not (games,)")
        for name in ("seats", "ranks", "scores"):
            shape = getattr(self, name).shape
            if len(shape) != 2 or shape[0] != self.games or shape != self.seats.shape:
                raise ValueError(f"{name} has shape {shape}, not ({self.games}, players)")
        if self.players < 2:
            raise ValueError("a game has at least two players")
        if ((self.seats < 0) | (self.seats >= len(self.bots))).any():
            raise ValueError(f"seats go beyond the {len(self.bots)} bots")
        better = (self.ranks[:, None, :] < self.ranks[:, :, None]).sum(axis=2)
        wrong = (self.ranks != 1 + better).any(axis=1)
        if wrong.any():
            ranks = self.ranks[int(wrong.argmax())].tolist()
            raise ValueError(f"{ranks} are no ranks: a rank is 1 + the number of better players")


def _integers(name: str, given: ArrayLike) -> Ints:
    array = np.asarray(given)
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise ValueError(f"{name} are whole numbers, not {array.dtype}")
    integers = array.astype(np.int64)
    integers.setflags(write=False)
    return integers
