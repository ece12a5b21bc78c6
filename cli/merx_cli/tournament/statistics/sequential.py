"""A test that stops as soon as the blocks played so far decide.

Two gamblers start with 1 each. The first bets on every block that its score will be above 0, at
odds that are fair if the mean is 0; the second bets that it will be below the margin, at odds that
are fair if the mean is the margin. Where the mean of the scores is 0 or less, the first one's
capital ever reaches 1 / alpha with chance alpha at most (Ville 1939); likewise the second's 1 /
beta where the mean is the margin or more. So whoever gets there first has shown the other's odds to
be wrong, however often one looks, for scores of any distribution, and however few the blocks are
(Waudby-Smith & Ramdas 2024, "Estimating means of bounded random variables by betting", Journal of
the Royal Statistical Society B 86:1-27).

Each bets as is best if the truth is the other end of the range between 0 and the margin, given how
much the scores have spread. The logarithm of the first one's capital then is, nearly, the
log-likelihood ratio of Wald's SPRT for normal scores, and the second's its opposite; what SPRT
assumes, this test need not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import isfinite, log, log1p

from merx_cli.tournament.statistics.margin import LARGEST

_FIRST_VARIANCE = (LARGEST / 2) ** 2
"""Counts as one block in the variance, so that the first bets are careful."""
_MOST_AT_STAKE = 0.5
"""The largest share of the capital that a gambler can lose on one block."""


class Decision(Enum):
    """What the test has come to."""

    CONTINUE = "continue"
    ACCEPTED = "accepted"
    """The first bot is stronger: the mean block score is above 0."""
    REJECTED = "rejected"
    """The first bot is not stronger by the margin: the mean block score is below that."""


@dataclass(slots=True)
class _Gambler:
    """Bets that a score will be above what it is expected to be; see the module."""

    expected: float
    hoped: float
    """Above what is expected; the bets are best for this mean."""
    capital: float = 0.0
    """Its logarithm."""

    def bet(self, score: float, variance: float) -> None:
        """Win or lose on a score; the variance is that of the scores before it."""
        gap = self.hoped - self.expected
        stake = min(gap / (variance + gap * gap), _MOST_AT_STAKE / (LARGEST + self.expected))
        self.capital += log1p(stake * (score - self.expected))


class SequentialTest:
    """Tells whether the first bot is stronger than the second, or not so by the margin.

    It is fed with block scores (`block_scores`) in the order of the blocks. If the mean is 0 or
    less, `ACCEPTED` comes with chance `alpha` at most; if it is `margin` or more, `REJECTED` comes
    with chance `beta` at most. In between either may come.
    """

    def __init__(self, alpha: float, beta: float, margin: float) -> None:
        """Both chances lie between 0 and 1, and the margin between 0 and 2; else `ValueError`."""
        for name, value, below in (("alpha", alpha, 1), ("beta", beta, 1), ("margin", margin, 2)):
            if not 0 < value < below:
                raise ValueError(f"{name} lies between 0 and {below}, and {value} does not")
        self._for = _Gambler(0.0, margin)
        # The second gambler bets on the scores with their signs turned.
        self._against = _Gambler(-margin, 0.0)
        self._bound_for, self._bound_against = log(1 / alpha), log(1 / beta)
        self._blocks, self._mean, self._squares = 0, 0.0, _FIRST_VARIANCE
        self._decision = Decision.CONTINUE

    @property
    def decision(self) -> Decision:
        """What the blocks fed so far have decided. It never changes again."""
        return self._decision

    @property
    def blocks(self) -> int:
        """How many blocks were fed before the decision."""
        return self._blocks

    @property
    def log_ratios(self) -> tuple[float, float]:
        """Logarithms of the likelihood ratios for and against, that is, of the capitals."""
        return self._for.capital, self._against.capital

    @property
    def bounds(self) -> tuple[float, float]:
        """What the `log_ratios` have to reach to decide for and against."""
        return self._bound_for, self._bound_against

    def feed(self, scores: Iterable[float]) -> Decision:
        """Take the next blocks' scores, each in [-2, 2] (`ValueError`), and return the decision.

        After the decision, blocks are not counted any more.
        """
        for score in scores:
            if self._decision is Decision.CONTINUE:
                self._take(score)
        return self._decision

    def _take(self, score: float) -> None:
        if not isfinite(score) or abs(score) > LARGEST:
            raise ValueError(f"a block score lies in [-2, 2], and {score} does not")
        # Bets rest on earlier blocks only; nothing else makes the odds fair.
        variance = self._squares / (self._blocks + 1)
        self._for.bet(score, variance)
        self._against.bet(-score, variance)
        self._blocks += 1
        before = score - self._mean
        self._mean += before / self._blocks
        self._squares += before * (score - self._mean)
        if self._for.capital >= self._bound_for:
            self._decision = Decision.ACCEPTED
        elif self._against.capital >= self._bound_against:
            self._decision = Decision.REJECTED
