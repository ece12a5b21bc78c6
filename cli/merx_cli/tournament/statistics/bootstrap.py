"""The bootstrap over blocks: the same tournament again, as it might have gone.

The games of a block share their deal, and in a whole block each bot has had each seat. So blocks,
not games, are drawn, with replacement, as many as there are (Davison & Hinkley 1997, "Bootstrap
Methods and their Application", section 3.8).

Where all blocks agree, so do all resamples: a bot that has won 20 of 20 would win for ever. Hence
two virtual blocks, on average, are mixed in, one in which everything goes well and one in which
everything goes badly. This is the proper Bayesian bootstrap of Muliere & Secchi (1996, Annals of
the Institute of Statistical Mathematics 48:663-673) with such a prior; Agresti & Coull (1998, The
American Statistician 52:119-126) do the like for proportions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from merx_cli.tournament.statistics.estimate import Estimate, estimates
from merx_cli.tournament.statistics.resampling import Resampler
from merx_cli.tournament.statistics.results import Floats
from merx_cli.tournament.statistics.sums import Sums

RESAMPLES = 1_000

Part = Callable[[Sums], Floats]
"""What a figure takes of sums (...): an array of shape (..., k)."""


@dataclass(frozen=True, slots=True)
class Range:
    """What figures can be at least and at most: numbers, or one for each of k figures."""

    low: float | Floats
    high: float | Floats


class Bootstrap:
    """Resamples of the units of a tournament, drawn from its seed."""

    units: Sums
    """The first axis tells the units apart."""
    resampled: Sums
    """The first axis tells the resamples apart."""

    def __init__(self, units: Sums, seed: int, resamples: int = RESAMPLES) -> None:
        self.resampler = Resampler(len(units.games), seed, resamples)
        self.units = units
        self.resampled = units.combine(self.resampler.weights)

    def figures(
        self, numerator: Part, denominator: Part, within: Range | None = None
    ) -> tuple[Estimate, ...]:
        """Return `ratios` of two parts of the sums."""
        return ratios(
            self.resampler,
            (numerator(self.units), denominator(self.units)),
            (numerator(self.resampled), denominator(self.resampled)),
            within,
        )


def ratios(
    resampler: Resampler,
    of_units: tuple[Floats, Floats],
    resampled: tuple[Floats, Floats],
    within: Range | None,
) -> tuple[Estimate, ...]:
    """Return k figures, each the ratio of two sums, with their intervals.

    Numerators and denominators have the shape (units, k), and (resamples, k) when `resampled`. If
    the figures are known to lie `within` a range, a virtual block is put at either end of it.
    """
    (numerator, denominator), (above, below) = of_units, resampled
    units, total = np.count_nonzero(denominator, axis=0), denominator.sum(axis=0)
    if within is not None:
        at_high, at_low = (resampler.virtual((1,), stream) for stream in (1, 2))
        size = divide(total, units)
        above = above + size * (at_high * within.high + at_low * within.low)
        below = below + size * (at_high + at_low)
    return estimates(divide(numerator.sum(axis=0), total), divide(above, below), units)


def divide(numerator: Floats, denominator: Floats) -> Floats:
    """Divide; what is over zero is not a number."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(denominator == 0, np.nan, numerator / denominator)
