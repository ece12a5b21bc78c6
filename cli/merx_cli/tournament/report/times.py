"""The section of the report that says how long bots thought."""

from __future__ import annotations

from math import ceil, floor, log10

import numpy as np

from merx_cli.output import counted
from merx_cli.tournament.report import charts
from merx_cli.tournament.report.axis import Axis
from merx_cli.tournament.report.comparisons import BOT, named
from merx_cli.tournament.report.figures import Figures
from merx_cli.tournament.report.markup import Column, Html, join, table, tag
from merx_cli.tournament.report.words import duration


def times(figures: Figures) -> Html:
    """Return the section that says how long bots thought."""
    found, games = figures.run.times, figures.run.games
    seconds = found.seconds[~np.isnan(found.seconds)]
    if not seconds.size:
        return tag("p", "No times were kept.")
    sentence = tag(
        "p",
        f"A game took {duration(float(np.median(seconds)))} (median of "
        f"{counted(seconds.size, 'game')}), the longest {duration(float(seconds.max()))}.",
    )
    rows = []
    for bot, name in named(figures):
        mine = (games.seats == bot) & ~np.isnan(found.moves)
        if moves := int(found.moves[mine].sum()):
            each = float(found.thinking[mine].sum()) / moves
            rows.append((name, moves, each, float(found.slowest[mine].max())))
    if not rows:
        return join(sentence, tag("p", "Times of single moves were not kept."))
    return join(sentence, _times_table(rows))


def _times_table(rows: list[tuple[Html, int, float, float]]) -> Html:
    """Return the table of times for names, numbers of moves, mean and slowest times."""
    known = [log10(max(value, 1e-9)) for row in rows for value in row[2:]]
    low, high = floor(min(known)), max(ceil(max(known)), floor(min(known)) + 1)
    step = ceil((high - low) / 4)
    axis = Axis(low, high, tuple(range(low, high + 1, step)))
    columns = [
        BOT,
        Column("Mean"),
        Column(charts.scale(axis, lambda power: _power(int(power))), "chart"),
        Column("Slowest"),
        Column("Moves"),
    ]
    caption = "Time per move: the mean (dot) and the slowest move (end of the line)."
    cells = []
    for name, moves, each, slowest in rows:
        words = f"Mean {duration(each)}, slowest {duration(slowest)}"
        dot, end = (log10(max(value, 1e-9)) for value in (each, slowest))
        drawn = charts.reach(dot, end, axis, words)
        cells.append([name, duration(each), drawn, duration(slowest), f"{moves:,}"])
    return table(caption, columns, cells)


def _power(power: int) -> str:
    """Return ten to the power, in seconds."""
    units = (("s", 0), ("ms", -3), ("µs", -6), ("ns", -9))
    unit, least = next(pair for pair in units if power >= pair[1])
    return f"{10 ** (power - least):,} {unit}"
