"""How scores, lengths of games and the like are distributed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from merx_cli.tournament.statistics.results import Ints, Results


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """How many seats of each bot ended with which score."""

    edges: Ints
    """Shape (bins + 1,). A bin has the scores from its edge to below the next one's."""
    counts: Ints
    """Shape (bots, bins)."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Of some numbers: how many, and where they lie."""

    count: int
    mean: float
    lowest: float
    lower_quartile: float
    median: float
    upper_quartile: float
    highest: float


def score_histogram(results: Results, most_bins: int = 40) -> Histogram:
    """Count the scores of each bot in bins that are the same for all.

    Scores are whole numbers, so bins are as wide as a whole number too and have equal chances.
    Results without games are a `ValueError`.
    """
    if not results.games:
        raise ValueError("there are no games to count the scores of")
    lowest, highest = int(results.scores.min()), int(results.scores.max())
    width = -(-(highest - lowest + 1) // most_bins)
    bins = (highest - lowest) // width + 1
    bin_of = (results.scores - lowest) // width
    counts = np.bincount(
        (results.seats * bins + bin_of).ravel(), minlength=len(results.bots) * bins
    )
    return Histogram(
        edges=lowest + width * np.arange(bins + 1),
        counts=counts.reshape(len(results.bots), bins),
    )


def summarise(numbers: ArrayLike) -> Summary:
    """Summarise numbers, such as the decisions of each game; `ValueError` if there are none."""
    array = np.asarray(numbers, dtype=np.float64)
    if not array.size:
        raise ValueError("there are no numbers to summarise")
    quartiles = np.quantile(array, [0, 0.25, 0.5, 0.75, 1])
    return Summary(array.size, float(array.mean()), *map(float, quartiles))
