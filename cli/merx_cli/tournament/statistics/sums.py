"""Results summed over blocks: all that the figures of a tournament are made of."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import lcm

import numpy as np

from merx_cli.tournament.statistics.results import Floats, Ints, Results

MOST_UNITS = 2_500
"""No more units than these are resampled; with more blocks, neighbours are pooled."""


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums of games. The first axes, written `...`, tell units or resamples apart, or are none.

    All are whole numbers, held as floats. Their sums are exact in any order, which is why equal
    games give equal figures to the last bit on any machine.
    """

    games: Floats
    """Shape (..., 1): number of games."""
    seats: Floats
    """Shape (..., bots): how many seats a bot had."""
    played: Floats
    """Shape (..., bots): in how many games a bot had a seat."""
    wins: Floats
    """Shape (..., bots): in parts of a win, see `parts_of_a_win`; k winners have 1/k each."""
    ranks: Floats
    """Shape (..., bots)."""
    scores: Floats
    """Shape (..., bots)."""
    points: Floats
    """Shape (..., bots, bots): 2 for each time the first came in before the second, 1 for a tie.

    Each player of a game is compared with each other one. Two seats of one bot are not compared.
    """
    seat_wins: Floats
    """Shape (..., players): as `wins`."""
    seat_ranks: Floats
    """Shape (..., players)."""

    def total(self) -> Sums:
        """Add up along the first axis."""
        return Sums(*(array.sum(axis=0) for array in self._arrays()))

    def combine(self, weights: Floats) -> Sums:
        """Add up along the first axis, n times, with weights of shape (n, units)."""
        arrays = self._arrays()
        flat = [array.reshape(len(array), -1) for array in arrays]
        # One product of matrices for all, as reading the weights is most of the work.
        columns = weights @ np.concatenate(flat, axis=1)
        ends = np.cumsum([array.shape[1] for array in flat])[:-1]
        parts = zip(np.split(columns, ends, axis=1), arrays, strict=True)
        return Sums(*(part.reshape(-1, *array.shape[1:]) for part, array in parts))

    def _arrays(self) -> list[Floats]:
        return [getattr(self, field.name) for field in fields(self)]


def parts_of_a_win(players: int) -> int:
    """Return in how many parts a win is counted, so that up to `players` can share it evenly."""
    return lcm(*range(1, players + 1))


def units_of(block: Ints, most: int = MOST_UNITS) -> tuple[Ints, int]:
    """Return for each game the unit it belongs to, and the number of units.

    A unit is a block. If there are more than `most` blocks, it is several blocks with
    neighbouring numbers, as many in each unit as in any other, or one more.
    """
    blocks, index = np.unique(block, return_inverse=True)
    units = min(len(blocks), most)
    return index * units // max(len(blocks), 1), units


def sum_units(results: Results, unit: Ints, units: int) -> Sums:
    """Sum the games of each unit; the first axis of the sums is the unit."""
    bots, players = len(results.bots), results.players
    won = results.ranks == 1
    wins = won * parts_of_a_win(players) // np.maximum(won.sum(axis=1, keepdims=True), 1)

    def by_bot(values: Ints) -> Floats:
        key = unit[:, None] * bots + results.seats
        return _total(key, values, (units, bots))

    def by_seat(values: Ints) -> Floats:
        key = unit[:, None] * players + np.arange(players)
        return _total(key, values, (units, players))

    return Sums(
        games=_total(unit, np.ones_like(unit), (units, 1)),
        seats=by_bot(np.ones_like(results.seats)),
        played=by_bot(_first_of_each(results.seats)),
        wins=by_bot(wins),
        ranks=by_bot(results.ranks),
        scores=by_bot(results.scores),
        points=_points(results, unit, units),
        seat_wins=by_seat(wins),
        seat_ranks=by_seat(results.ranks),
    )


def _first_of_each(seats: Ints) -> Ints:
    """Return 1 for the first seat a bot has in a game, and 0 for further ones."""
    again = np.tril(seats[:, :, None] == seats[:, None, :], -1).any(axis=2)
    return np.where(again, 0, 1).astype(np.int64)


def _points(results: Results, unit: Ints, units: int) -> Floats:
    bots = len(results.bots)
    sums = np.zeros((units, bots, bots))
    for seat in range(results.players):
        for other in range(seat + 1, results.players):
            # 2, 1 or 0 for `seat`, and the rest of 2 for `other`.
            points = 1 + np.sign(results.ranks[:, other] - results.ranks[:, seat])
            mine, theirs = results.seats[:, seat], results.seats[:, other]
            shape = (units, bots, bots)
            sums += _total((unit * bots + mine) * bots + theirs, points, shape)
            sums += _total((unit * bots + theirs) * bots + mine, 2 - points, shape)
    sums[:, np.arange(bots), np.arange(bots)] = 0
    return sums


def _total(key: Ints, values: Ints, shape: tuple[int, ...]) -> Floats:
    """Add up the values that have the same key, which is an index into an array of this shape."""
    size = int(np.prod(shape))
    return np.bincount(key.ravel(), values.ravel(), size).astype(np.float64).reshape(shape)
