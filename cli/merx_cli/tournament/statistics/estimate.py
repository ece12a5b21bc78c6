"""A number and how far it can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isnan, sqrt

import numpy as np

from merx_cli.tournament.statistics.results import Floats

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval, which always contains the figure."""

    value: float | None
    """`None` if there are no games to tell it from."""
    low: float | None = None
    """`None`, as `high` then is, if fewer than two blocks tell something of the figure."""
    high: float | None = None


def estimate(value: float, resampled: Floats, units: int) -> Estimate:
    """Return an estimate with the *expanded percentile interval* of the bootstrap.

    `value` is the figure, `resampled` of shape (resamples,) is the same figure of each resample,
    and `units` is the number of units that tell something of it. Not-a-numbers mean that there is
    no figure; resamples without one are left out.

    The percentiles are not 2.5 and 97.5 but those that a normal distribution needs to be as wide
    as Student's t interval (Hesterberg 2015, "What Teachers Should Know About the Bootstrap",
    The American Statistician 69:371-386): without that, intervals from few units are too short.
    """
    if isnan(value):
        return Estimate(None)
    known = resampled[~np.isnan(resampled)]
    if units < 2 or not known.size:
        return Estimate(value)
    tail = tail_of(units)
    low, high = np.quantile(known, [tail, 1 - tail])
    # The figure itself is never denied, not even where it lies at the end of its range.
    return Estimate(value, min(float(low), value), max(float(high), value))


def estimates(values: Floats, resampled: Floats, units: Floats) -> tuple[Estimate, ...]:
    """Return `estimate` for each of k figures; shapes (k,), (resamples, k), (k,)."""
    return tuple(
        estimate(float(value), column, int(count))
        for value, column, count in zip(values, resampled.T, units, strict=True)
    )


@lru_cache(maxsize=1024)
def tail_of(units: int) -> float:
    """Return which share of the resamples lies beyond each end of the interval."""
    from scipy.special import ndtr, stdtrit

    t = stdtrit(units - 1, (1 + CONFIDENCE) / 2)
    return float(ndtr(-sqrt(units / (units - 1)) * t))
