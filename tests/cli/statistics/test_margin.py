"""The margin between two bots, from paired blocks."""

import numpy as np
import pytest

from merx_cli.tournament.statistics.margin import block_scores, margin
from tests.cli.statistics.simulate import results_of, tournament


def test_a_block_score_is_the_difference_of_mean_returns():
    # Four players: returns are 1, 1/3, -1/3, -1. Block 1 lacks bot b; block 2 has a twice.
    seats = [[0, 1, 2, 3], [1, 2, 3, 0], [0, 2, 3, 4], [0, 1, 0, 2]]
    scores = [[4, 3, 2, 1], [4, 3, 2, 1], [4, 3, 2, 1], [1, 4, 3, 2]]
    results = results_of([0, 0, 1, 2], seats, scores)
    blocks, differences = block_scores(results, "a", "b")
    assert blocks.tolist() == [0, 2]
    # Block 0: (1 - 1) / 2 against (1/3 + 1) / 2. Block 2: (-1 + 1/3) / 2 against 1.
    assert differences == pytest.approx([-2 / 3, -4 / 3])
    assert margin(results, "a", "b", seed=1).value == pytest.approx(-1)
    assert block_scores(results, "b", "a")[1] == pytest.approx(-differences)


def test_two_that_never_meet_in_a_block_have_no_margin():
    results = results_of([0, 1], [[0, 1], [2, 1]], [[1, 0], [1, 0]])
    assert margin(results, "a", "c", seed=1).value is None
    one = margin(results, "a", "b", seed=1)
    assert (one.value, one.low, one.high) == (2, None, None)
    with pytest.raises(ValueError, match="no bot 'x'"):
        margin(results, "a", "x", seed=1)


def test_a_margin_without_any_spread_is_no_certainty():
    results = results_of(range(30), [[0, 1]] * 30, [[1, 0]] * 30)
    ahead = margin(results, "a", "b", seed=1)
    assert ahead.value == ahead.high == 2
    assert 1.5 < ahead.low < 2


def test_the_interval_covers_the_truth_and_a_head_start_is_seen():
    covered = 0
    for seed in range(200):
        between = margin(tournament(60, seed), "a", "d", seed, resamples=300)
        covered += between.low <= 0 <= between.high
    # Within three standard errors of 190, and not all.
    assert 181 <= covered < 200
    ahead = margin(tournament(300, 1, strengths=(0.8, 0, 0, 0)), "a", "b", seed=1)
    assert ahead.low > 0.1


def test_pairing_takes_the_luck_of_the_deal_away():
    results = tournament(400, 3)
    paired = margin(results, "a", "b", seed=1)
    # Without pairing, from one game a block each.
    returns = results.surplus() / 3
    of = [returns[results.seats == bot][bot::4] for bot in (0, 1)]
    unpaired = 2 * 1.96 * np.sqrt(sum(part.var() for part in of) / 400)
    assert paired.high - paired.low < 0.9 * unpaired
