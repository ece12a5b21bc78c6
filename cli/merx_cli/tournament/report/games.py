"""Sections of the report about the games: what seats are worth, scores, lengths."""

from __future__ import annotations

import numpy as np

from merx_cli.tournament.reading.games import OK
from merx_cli.tournament.report import charts
from merx_cli.tournament.report.axis import axis_over
from merx_cli.tournament.report.comparisons import BOT, ends, named
from merx_cli.tournament.report.figures import Figures
from merx_cli.tournament.report.markup import Column, Content, Html, table, tag
from merx_cli.tournament.report.words import (
    figure,
    in_words,
    mean,
    number,
    percent,
    rank,
    share_of,
)
from merx_cli.tournament.statistics.distributions import Summary, score_histogram, summarise
from merx_cli.tournament.statistics.results import Ints

_MOST_BINS = 40
_QUARTILES = [
    Column("Mean"),
    Column("Lowest"),
    Column("25 %", title="Lower quartile: a quarter lies below it"),
    Column("Median"),
    Column("75 %", title="Upper quartile: a quarter lies above it"),
    Column("Highest"),
]


def seats(figures: Figures) -> Html:
    """Return the section that says what sitting in a seat is worth."""
    equal, found = 1 / figures.run.config.players, figures.analysis.seats
    axis = axis_over([*ends([seat.win_share for seat in found]), equal], margin=0.04)
    columns = [
        Column("Seat", "text"),
        Column("Win share"),
        Column(charts.scale(axis, share_of(axis)), "chart"),
        Column("Mean rank"),
    ]
    rows: list[list[Content]] = []
    for seat in found:
        words = f"Win share {in_words(seat.win_share, percent)}"
        rows.append(
            [
                _seat_name(seat.seat),
                figure(seat.win_share, percent),
                charts.whisker(seat.win_share, axis, words, equal),
                figure(seat.mean_rank, rank),
            ]
        )
    caption = (
        "Win share and mean rank of each seat over all bots, with 95 % intervals. "
        f"Without a seat effect all would be at {percent(equal)}."
    )
    return table(caption, columns, rows)


def _seat_name(seat: int) -> str:
    return f"{seat}, moves first" if seat == 0 else str(seat)


def scores(figures: Figures) -> Html:
    """Return the section with the distribution of each bot's scores."""
    found = score_histogram(figures.results, _MOST_BINS)
    edges = found.edges.astype(float) - 0.5
    axis = axis_over(edges.tolist())
    columns = [BOT, Column(charts.scale(axis, number), "chart"), *_QUARTILES]
    rows = []
    for bot, name in named(figures):
        summary = summarise(figures.results.scores[figures.results.seats == bot])
        drawn = charts.histogram(
            found.counts[bot].tolist(), edges.tolist(), axis, f"Scores: {_in_words(summary)}"
        )
        rows.append([name, drawn, *_quartiles(summary)])
    caption = "Scores of each bot, seat by seat. Each bot's highest bar is as high as the row."
    return table(caption, columns, rows)


def lengths(figures: Figures) -> Html:
    """Return the section that says how long games are."""
    games = figures.run.games
    decisions = games.decisions[games.counted & (games.verdict == OK)]
    if not decisions.size:
        return tag("p", "No game that counts was played to the end.")
    edges, counts = _bins(decisions)
    axis, summary = axis_over(edges), summarise(decisions)
    columns = [
        Column("Games", "text"),
        Column(charts.scale(axis, number), "chart"),
        *_QUARTILES,
    ]
    drawn = charts.histogram(counts, edges, axis, f"Decisions: {_in_words(summary)}")
    caption = "Decisions in a game, of the games that count and were played to the end."
    return table(caption, columns, [[number(decisions.size), drawn, *_quartiles(summary)]])


def _bins(values: Ints) -> tuple[list[float], list[int]]:
    """Return edges, between whole numbers, and counts of bins that are equally wide."""
    lowest, highest = int(values.min()), int(values.max())
    width = -(-(highest - lowest + 1) // _MOST_BINS)
    counts = np.bincount((values - lowest) // width)
    return [lowest + width * i - 0.5 for i in range(len(counts) + 1)], counts.tolist()


def _quartiles(summary: Summary) -> list[Content]:
    return [mean(summary.mean), *map(number, _five(summary))]


def _five(of: Summary) -> tuple[float, ...]:
    return of.lowest, of.lower_quartile, of.median, of.upper_quartile, of.highest


def _in_words(summary: Summary) -> str:
    lowest, _, median, _, highest = map(number, _five(summary))
    return f"{lowest} to {highest}, median {median}"
