"""All figures of a report, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from merx_cli.errors import CliError
from merx_cli.tournament.reading.run import Run
from merx_cli.tournament.statistics.analysis import Analysis, analyse
from merx_cli.tournament.statistics.ratings import rating_history
from merx_cli.tournament.statistics.results import Floats, Ints, Results
from merx_cli.tournament.statistics.sums import sum_units, units_of


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """A run, the games of it that count, and what they say."""

    run: Run
    results: Results
    analysis: Analysis
    order: list[int]
    """The bots that played, best first."""

    @property
    def blocks(self) -> int:
        """Number of blocks that count."""
        return len(np.unique(self.results.block))

    @property
    def one_group(self) -> bool:
        """Whether all bots that played can be compared, and there are several of them."""
        groups = {self.analysis.ratings.group[bot] for bot in self.order}
        return len(groups) == 1 < len(self.order)

    def history(self) -> tuple[Ints, Floats]:
        """Return `rating_history`: the numbers of games, and the ratings of all bots after them."""
        return rating_history(sum_units(self.results, *units_of(self.results.block)))


def work_out(run: Run) -> Figures:
    """Work out the figures; a run without a game that counts is a `CliError`."""
    if run.config.players < 2:
        raise CliError("there is nothing to compare in games of a single player")
    results = run.games.results(run.config.bots)
    if not results.games:
        left_out = run.not_counted()
        raise CliError(
            f"{run.directory} has no game that counts" + (f" ({left_out})" if left_out else ""),
            None if left_out is None else "figures need at least one whole block",
        )
    analysis = analyse(results, run.config.seed)
    return Figures(run, results, analysis, _order(analysis))


def _order(analysis: Analysis) -> list[int]:
    """Sort the bots that played: by rating if all have comparable ones, else by win share."""
    played = [bot for bot, figures in enumerate(analysis.bots) if figures.seats]
    ratings = analysis.ratings
    comparable = len({ratings.group[bot] for bot in played}) == 1

    def key(bot: int) -> tuple[float, float]:
        rating, share = ratings.elo[bot].value, analysis.bots[bot].win_share.value
        by_rating = rating if comparable and rating is not None else -inf
        return -by_rating, -(share if share is not None else -inf)

    return sorted(played, key=key)
