"""Tournaments whose truth is known."""

from collections.abc import Sequence

import numpy as np

from merx_cli.tournament.statistics.bootstrap import Bootstrap
from merx_cli.tournament.statistics.results import Results
from merx_cli.tournament.statistics.sums import sum_units, units_of


def tournament(
    blocks: int,
    seed: int,
    strengths: Sequence[float] = (0, 0, 0, 0),
    seat_effect: Sequence[float] = (0, 0, 0, 0),
) -> Results:
    """Blocks of all rotations of one line-up.

    A score is the bot's strength and the seat's effect, and luck of three kinds, each with
    standard deviation 1: of the seat in this deal, of the bot in this deal, of the game. Ties are
    rare.
    """
    random = np.random.default_rng(seed)
    players = len(strengths)
    rotations = np.stack([np.roll(np.arange(players), -turn) for turn in range(players)])
    of_seat = random.normal(size=(blocks, 1, players)) + np.asarray(seat_effect)
    of_bot = random.normal(size=(blocks, players)) + np.asarray(strengths)
    luck = random.normal(size=(blocks, players, players))
    scores = np.rint(10**6 * (of_seat + of_bot[:, rotations] + luck)).astype(int)
    shape = (blocks * players, players)
    return results_of(
        np.repeat(np.arange(blocks), players),
        np.broadcast_to(rotations, scores.shape).reshape(shape),
        scores.reshape(shape),
    )


def results_of(block, seats, scores, bots: Sequence[str] = "abcdefgh") -> Results:
    """Results in which higher scores are better; as many of the bots as sit somewhere."""
    seats, scores = np.asarray(seats), np.asarray(scores)
    ranks = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    return Results(bots[: seats.max() + 1], block, seats, ranks, scores)


def bootstrap_of(results: Results, seed: int = 7, resamples: int = 1000) -> Bootstrap:
    unit, units = units_of(results.block)
    return Bootstrap(sum_units(results, unit, units), seed, resamples)
