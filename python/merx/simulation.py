"""Random games in bulk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from merx._native import Game, _playouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Playouts(NamedTuple):
    """The results of random games."""

    #: Scores, shape (n, players), in the order of the games.
    scores: NDArray[np.int32]
    #: The decisions of all games together.
    decisions: int


def playouts(game: Game, n: int, seed: int = 0, threads: int = 1) -> Playouts:
    """Play `n` games in which every legal action is equally likely.

    Game number i depends on `seed` and i alone, so the number of threads (1 to 256) changes the
    speed and not the result. Ctrl-C stops it. Raises `GameError` if a number is out of range; `n`
    is at most 10,000,000.
    """
    return Playouts(*_playouts(game, n, seed, threads))
