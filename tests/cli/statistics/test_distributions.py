"""Histograms and summaries."""

import numpy as np
import pytest

from merx_cli.tournament.statistics.distributions import score_histogram, summarise
from merx_cli.tournament.statistics.results import Results
from tests.cli.statistics.simulate import results_of, tournament


def test_scores_are_counted_bot_by_bot():
    results = results_of([0, 1], [[0, 1], [1, 0]], [[-2, 1], [1, 0]])
    histogram = score_histogram(results)
    assert histogram.edges.tolist() == [-2, -1, 0, 1, 2]
    assert histogram.counts.tolist() == [[1, 0, 1, 0], [0, 0, 0, 2]]


@pytest.mark.parametrize("most_bins", [1, 7, 40])
def test_bins_are_equally_wide_and_hold_every_seat(most_bins):
    results = tournament(50, 1)
    histogram = score_histogram(results, most_bins)
    assert histogram.counts.shape == (4, len(histogram.edges) - 1)
    assert most_bins // 2 <= histogram.counts.shape[1] <= most_bins
    assert len(set(np.diff(histogram.edges))) == 1
    assert histogram.counts.sum(axis=1).tolist() == [200] * 4
    expected, _ = np.histogram(results.scores[results.seats == 2], histogram.edges - 0.5)
    assert histogram.counts[2].tolist() == expected.tolist()


def test_one_score_makes_one_bin():
    assert score_histogram(results_of([0], [[0, 1]], [[7, 7]])).edges.tolist() == [7, 8]


def test_numbers_are_summarised():
    summary = summarise([5, 1, 2, 3, 4])
    assert (summary.count, summary.mean, summary.median) == (5, 3, 3)
    assert (summary.lowest, summary.lower_quartile) == (1, 2)
    assert (summary.upper_quartile, summary.highest) == (4, 5)


def test_nothing_is_refused():
    with pytest.raises(ValueError, match="no numbers"):
        summarise([])
    none = np.empty((0, 2), int)
    with pytest.raises(ValueError, match="no games"):
        score_histogram(Results("ab", [], none, none, none))
