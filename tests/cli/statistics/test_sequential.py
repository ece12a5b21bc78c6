"""The sequential test: its errors are as rare as promised, and nothing upsets it."""

from math import log

import numpy as np
import pytest

from merx_cli.tournament.statistics.margin import block_scores
from merx_cli.tournament.statistics.sequential import Decision, SequentialTest
from tests.cli.statistics.simulate import tournament

MARGIN = 0.2


def decisions(mean, alpha, beta, runs=400, blocks=4000):
    """What comes of scores like those of blocks of four games: multiples of 1/6, skewed."""
    random = np.random.default_rng(3)
    came = []
    for _ in range(runs):
        # A step of 1/2 up or down, in unequal chances, gives each score its exact mean.
        up = (mean + 0.5) / 1.5
        scores = np.where(random.random(blocks) < up, 1.0, -0.5)
        came.append(SequentialTest(alpha, beta, MARGIN).feed(scores.tolist()))
    return came


def test_equal_bots_are_called_unequal_as_rarely_as_alpha():
    came = decisions(0.0, alpha=0.1, beta=0.1)
    # Three standard errors above 10 of 100.
    assert came.count(Decision.ACCEPTED) / len(came) < 0.1 + 3 * np.sqrt(0.09 / len(came))
    assert came.count(Decision.REJECTED) / len(came) > 0.85


def test_a_bot_ahead_by_the_margin_is_missed_as_rarely_as_beta():
    came = decisions(MARGIN, alpha=0.1, beta=0.1)
    assert came.count(Decision.REJECTED) / len(came) < 0.1 + 3 * np.sqrt(0.09 / len(came))
    assert came.count(Decision.ACCEPTED) / len(came) > 0.85


def test_errors_are_rare_even_if_the_first_blocks_happen_to_agree():
    # Nearly always a little ahead, rarely far behind: the spread is seen late.
    random, accepted = np.random.default_rng(5), 0
    for _ in range(300):
        scores = np.where(random.random(500) < 0.9, 0.2, -1.8)
        accepted += SequentialTest(0.05, 0.05, MARGIN).feed(scores.tolist()) is Decision.ACCEPTED
    assert accepted / 300 < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)


def test_the_stronger_the_bot_the_sooner_it_is_known():
    counts = []
    for strength in (0.4, 1.0, 3.0):
        test = SequentialTest(0.05, 0.05, MARGIN)
        results = tournament(600, 1, strengths=(strength, 0, 0, 0))
        assert test.feed(block_scores(results, "a", "b")[1]) is Decision.ACCEPTED
        counts.append(test.blocks)
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] < 30


@pytest.mark.parametrize(
    ("score", "decision"),
    [
        (2.0, Decision.ACCEPTED),
        (MARGIN, Decision.ACCEPTED),
        (0.0, Decision.REJECTED),
        (-2.0, Decision.REJECTED),
    ],
)
def test_blocks_that_are_all_equal_decide_in_time(score, decision):
    test = SequentialTest(0.05, 0.05, MARGIN)
    assert test.feed([score] * 200) is decision
    assert 5 < test.blocks < 100


def test_nothing_is_decided_by_no_block_or_one():
    test = SequentialTest(0.05, 0.05, MARGIN)
    assert (test.decision, test.blocks, test.log_ratios) == (Decision.CONTINUE, 0, (0, 0))
    assert test.feed([2.0]) is Decision.CONTINUE
    assert test.blocks == 1


def test_the_first_bet_by_hand():
    # Variance 1 to begin with: the stakes are 0.2 / (1 + 0.04).
    test = SequentialTest(0.05, 0.1, MARGIN)
    test.feed([0.5])
    stake = 0.2 / 1.04
    assert test.log_ratios == pytest.approx((log(1 + stake * 0.5), log(1 - stake * 0.3)))
    assert test.bounds == pytest.approx((log(20), log(10)))


def test_batches_do_not_matter_and_a_decision_stands():
    scores = np.random.default_rng(1).choice([-0.5, 1.0], 300).tolist()
    whole, pieces = SequentialTest(0.05, 0.05, MARGIN), SequentialTest(0.05, 0.05, MARGIN)
    whole.feed(scores)
    for start in range(0, 300, 7):
        pieces.feed(scores[start : start + 7])
    assert whole.decision is pieces.decision is Decision.ACCEPTED
    assert whole.blocks == pieces.blocks < 300
    assert whole.log_ratios == pieces.log_ratios
    assert whole.feed([-2.0] * 100) is Decision.ACCEPTED


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((0, 0.05, 0.1), "alpha lies between 0 and 1, and 0 does not"),
        ((0.05, 1, 0.1), "beta lies between"),
        ((0.05, 0.05, 0), "margin lies between 0 and 2"),
        ((0.05, 0.05, 2), "margin lies between 0 and 2"),
        ((float("nan"), 0.05, 0.1), "alpha lies between"),
    ],
)
def test_impossible_demands_are_refused(numbers, message):
    with pytest.raises(ValueError, match=message):
        SequentialTest(*numbers)


@pytest.mark.parametrize("score", [2.1, -3.0, float("nan"), float("inf")])
def test_impossible_scores_are_refused(score):
    test = SequentialTest(0.05, 0.05, 0.1)
    with pytest.raises(ValueError, match=r"in \[-2, 2\]"):
        test.feed([score])
