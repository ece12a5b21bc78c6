"""How far one bot is ahead of another, block by block."""

from __future__ import annotations

import numpy as np

from merx_cli.tournament.statistics.bootstrap import RESAMPLES, Range, divide, ratios
from merx_cli.tournament.statistics.estimate import Estimate
from merx_cli.tournament.statistics.resampling import Resampler
from merx_cli.tournament.statistics.results import Floats, Ints, Results
from merx_cli.tournament.statistics.sums import units_of

LARGEST = 2.0
"""A block score lies between minus this and this, as returns lie in [-1, 1]."""


def block_scores(results: Results, bot: str, other: str) -> tuple[Ints, Floats]:
    """Return the blocks in which both bots sat, in order, and for each its *block score*.

    That is the mean return of the first bot's seats in the block minus that of the other's. The
    two have had the same deal and, in a whole block, the same seats, so that luck of either kind
    cancels out. Both arrays have the shape (blocks,).
    """
    blocks, index = np.unique(results.block, return_inverse=True)
    surplus = results.surplus()

    def mean(of: str) -> Floats:
        sat = results.seats == results.index(of)
        seats = _sums(index, sat.sum(axis=1), len(blocks))
        sums = _sums(index, (surplus * sat).sum(axis=1), len(blocks))
        return divide(sums, seats * (results.players - 1))

    scores = mean(bot) - mean(other)
    paired = ~np.isnan(scores)
    return blocks[paired], scores[paired]


def margin(
    results: Results, bot: str, other: str, seed: int, resamples: int = RESAMPLES
) -> Estimate:
    """Return the mean block score of a bot against another; 0 if they are equally strong."""
    blocks, scores = block_scores(results, bot, other)
    unit, units = units_of(blocks)
    if not units:
        return Estimate(None)
    resampler = Resampler(units, seed, resamples)
    sums, counts = (
        _sums(unit, values, units)[:, None] for values in (scores, np.ones_like(scores))
    )
    resampled = (resampler.weights @ sums, resampler.weights @ counts)
    return ratios(resampler, (sums, counts), resampled, Range(-LARGEST, LARGEST))[0]


def _sums(index: Ints, values: Ints | Floats, count: int) -> Floats:
    """Add up the values that have the same index, which is below `count`."""
    return np.bincount(index, values, count).astype(np.float64)
