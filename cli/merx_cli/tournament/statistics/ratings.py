"""Ratings of the bots, and how sure it is that one is stronger than another."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from merx_cli.tournament.statistics.bootstrap import Bootstrap
from merx_cli.tournament.statistics.estimate import Estimate, estimates
from merx_cli.tournament.statistics.fit import (
    Mask,
    either_way,
    fit,
    fit_with_choix,
    reachable,
    separated,
)
from merx_cli.tournament.statistics.results import Floats, Ints
from merx_cli.tournament.statistics.sums import Sums

ELO = 400 / log(10)
"""Points of rating for one unit of strength; 400 points are odds of 10 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings on Elo's scale, 0 on average, fitted to all pairs of players of all games.

    From a difference of d points follows the chance 1 / (1 + 10 ** (-d / 400)) of coming in before
    the other.
    """

    elo: tuple[Estimate, ...]
    """For each bot."""
    group: tuple[int, ...]
    """For each bot, the first bot it can be compared with, directly or through others.

    Ratings are comparable within a group only, and 0 on average in each.
    """
    separated: tuple[bool, ...]
    """For each bot, whether some of its group never lost to others of it.

    The results then set no limit to how much stronger those are. The ratings are finite because
    each pair that met was given half a win more for either side.
    """
    superiority: Floats
    """Shape (bots, bots): see `superiority`."""


def rate(bootstrap: Bootstrap) -> Ratings:
    """Rate the bots; a bot that has met no other one has no rating."""
    points = bootstrap.units.points
    wins = points.sum(axis=0) / 2
    games = either_way(wins)
    met_in_unit: Mask = np.asarray(either_way(points) > 0)
    met: Mask = np.asarray(met_in_unit.any(axis=0))
    # For either side of a pair a virtual block in which it always comes first.
    virtual = bootstrap.resampler.virtual(met.shape, stream=3)
    size = games / np.maximum(met_in_unit.sum(axis=0), 1)
    resampled = fit(bootstrap.resampled.points / 2 + virtual * size, met)
    values = np.where(met.any(axis=1), fit_with_choix(wins, met), np.nan)
    together = reachable(met)
    return Ratings(
        elo=estimates(ELO * values, ELO * resampled, met_in_unit.any(axis=2).sum(axis=0)),
        group=tuple(together.argmax(axis=1).tolist()),
        separated=tuple(separated(wins, met).tolist()),
        superiority=superiority(resampled, together),
    )


def superiority(resampled: Floats, together: Mask) -> Floats:
    """Return how likely each bot is stronger than each other one; shape (bots, bots).

    That is the share of the resamples, of shape (resamples, bots), in which the first has the
    higher rating, equal ratings counted half. It is 1/2 on the diagonal and not a number for bots
    of different groups. It is about strength, not about the next game: a small advantage proved by
    many games is near 1.
    """
    higher = np.sign(resampled[:, :, None] - resampled[:, None, :])
    share = (1 + higher.mean(axis=0)) / 2
    return np.where(together, share, np.nan)


def rating_history(units: Sums, steps: int = 50) -> tuple[Ints, Floats]:
    """Return the ratings after ever more games: their numbers, and the ratings of each bot.

    The shapes are (k,) and (k, bots), where k is `steps` or the number of units, if that is less.
    Ratings after few games rest, as `fit` does, on half a win more for either side where needed.
    """
    count = len(units.games)
    after = np.linspace(0, count, min(steps, count) + 1).astype(np.int64)[1:] - 1
    wins = units.points.cumsum(axis=0)[after] / 2
    met = np.greater(either_way(wins[-1]), 0)
    games = units.games.cumsum(axis=0)[after, 0].astype(np.int64)
    return games, ELO * fit(wins, met)
