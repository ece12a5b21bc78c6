"""Shares and means: of each bot, and of each seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from merx_cli.tournament.statistics.bootstrap import Bootstrap, Range, divide
from merx_cli.tournament.statistics.estimate import Estimate
from merx_cli.tournament.statistics.sums import Sums, parts_of_a_win


@dataclass(frozen=True, slots=True)
class BotFigures:
    """One bot's results. Shares and means are per seat it took; it may take two in a game."""

    bot: str
    seats: int
    """How many seats it took in all."""
    win_share: Estimate
    """Wins per seat; a win that k players share counts 1/k for each."""
    mean_rank: Estimate
    """1 is the best."""
    mean_score: Estimate


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What came of sitting in a seat, whoever sat there.

    In whole blocks every bot of the line-up has sat everywhere, so that the seats do not differ by
    who sat in them.
    """

    seat: int
    win_share: Estimate
    mean_rank: Estimate


def bot_figures(bots: tuple[str, ...], bootstrap: Bootstrap) -> list[BotFigures]:
    """Return the figures of each bot, in the order of `bots`."""
    total = bootstrap.units.total()
    players, parts = _players(total)
    # A bot that has several seats in a game can win with one of them only.
    most = divide(total.played, total.seats)
    each = zip(
        bots,
        total.seats,
        bootstrap.figures(lambda sums: sums.wins, lambda sums: sums.seats * parts, Range(0, most)),
        bootstrap.figures(lambda sums: sums.ranks, lambda sums: sums.seats, Range(1, players)),
        # Scores have no known bounds, so there is no virtual block.
        bootstrap.figures(lambda sums: sums.scores, lambda sums: sums.seats),
        strict=True,
    )
    return [BotFigures(bot, int(seats), *figures) for bot, seats, *figures in each]


def seat_figures(bootstrap: Bootstrap) -> list[SeatFigures]:
    """Return the figures of each seat, in order."""
    players, parts = _players(bootstrap.units)
    once = np.ones(players)
    each = zip(
        bootstrap.figures(
            lambda sums: sums.seat_wins,
            lambda sums: sums.games * parts * once,
            Range(0, 1),
        ),
        bootstrap.figures(
            lambda sums: sums.seat_ranks, lambda sums: sums.games * once, Range(1, players)
        ),
        strict=True,
    )
    return [SeatFigures(seat, *figures) for seat, figures in enumerate(each)]


def _players(sums: Sums) -> tuple[int, int]:
    """Return the number of players, and in how many parts they count a win."""
    players = sums.seat_wins.shape[-1]
    return players, parts_of_a_win(players)
