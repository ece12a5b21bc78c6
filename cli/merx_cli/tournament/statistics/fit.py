"""Strengths from pairwise comparisons: the model of Bradley and Terry (1952).

A bot of strength u comes in before one of strength v with chance 1 / (1 + exp(v - u)), and a tie is
half a win for both. The strengths are those that make the results most likely.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from merx_cli.tournament.statistics.results import Floats

Mask = NDArray[np.bool_]

VIRTUAL_WINS = 0.5
"""What either side of a pair is given where the results alone would put a bot infinitely high."""

_TOLERANCE = 1e-8
"""The digits double with each step: the one after a step as small as this would change nothing."""
_MOST_STEPS = 200


def fit_with_choix(wins: Floats, met: Mask) -> Floats:
    """Return the strengths of the bots, 0 on average in each group; shape (bots,).

    `wins[a, b]` is how often a came in before b, and `met` says of whom there can be such wins,
    which must be symmetric. The fit is `choix.ilsr_pairwise_dense` (Maystre & Grossglauser 2015).
    A bot that has met nobody has strength 0.
    """
    import choix

    # It starts where `fit` ends, as from afar it may take thousands of rounds.
    strengths = fit(wins, met)
    wins, together = bounded(wins, met), reachable(met)
    for group in {tuple(np.flatnonzero(row)) for row in together}:
        members = np.array(group)
        # With wins of ten millions to one, rounding keeps choix from settling: it is there already.
        with suppress(RuntimeError):
            strengths[members] = choix.ilsr_pairwise_dense(
                wins[np.ix_(members, members)], initial_params=strengths[members]
            )
    return strengths


def fit(wins: Floats, met: Mask) -> Floats:
    """Return the same for many tournaments at once; shape (..., bots) for wins (..., bots, bots).

    Newton's method on the likelihood, which is concave. The change of its curvature along a step
    is at most r times the curvature, where r is by how much the step changes a difference of two
    strengths; so log(1 + r) / r of the step never loses likelihood, and near the end it is the
    whole step (Sun & Tran-Dinh 2019, Mathematical Programming 178:145-213).
    """
    wins, together = bounded(wins, met), reachable(met)
    games, won = either_way(wins), wins.sum(axis=-1)
    # What keeps the mean of a group at 0; without it the curvature is no full matrix.
    anchor = together / together.sum(axis=-1, keepdims=True)
    strengths = np.zeros(won.shape)
    for _ in range(_MOST_STEPS):
        chance = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
        slope = won - (games * chance).sum(axis=-1)
        bend = games * chance * (1 - chance)
        curvature = bend.sum(axis=-1)[..., None] * np.eye(won.shape[-1]) - bend + anchor
        step = np.linalg.solve(curvature, slope[..., None])[..., 0]
        change = np.maximum(np.ptp(step, axis=-1, keepdims=True), _TOLERANCE)
        strengths += step * np.log1p(change) / change
        if change.max() <= _TOLERANCE:
            break
    centred: Floats = strengths - strengths @ anchor.T
    return centred


def bounded(wins: Floats, met: Mask) -> Floats:
    """Return the wins with `VIRTUAL_WINS` either way for each pair that met, where there is need.

    There is in a group in which some never lost to others; their strengths would be infinite. With
    half a win more for either side, a bot that won n of n games is log(2n + 1) above the other.
    """
    return wins + VIRTUAL_WINS * (met & separated(wins, met)[..., None])


def separated(wins: Floats, met: Mask) -> Mask:
    """Say of each bot whether likelihood alone gives its group no finite strengths.

    It gives finite ones if and only if from each bot a chain of wins leads to each other one
    (Ford 1957).
    """
    together = reachable(met)
    lacking: Mask = np.any(together & ~reachable(np.greater(wins, 0)), axis=-1)
    return np.asarray((together & lacking[..., None, :]).any(axis=-1))


def either_way(wins: Floats) -> Floats:
    """Return how often two bots were compared, whoever won."""
    return wins + np.swapaxes(wins, -1, -2)


def reachable(links: Mask) -> Mask:
    """Say from where to where a chain of links leads, of any length and of none."""
    bots = links.shape[-1]
    reached = links | np.eye(bots, dtype=bool)
    length = 1
    while length < bots - 1:
        ways = reached.astype(np.float32)
        reached = np.greater(ways @ ways, 0)
        length *= 2
    return reached
