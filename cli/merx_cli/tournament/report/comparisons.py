"""Sections of the report that compare bots: standings, ratings, superiority, ratings over games."""

from __future__ import annotations

from math import isnan

import numpy as np

from merx_cli.tournament.report import charts
from merx_cli.tournament.report.axis import axis_over
from merx_cli.tournament.report.figures import Figures
from merx_cli.tournament.report.markup import Column, Content, Html, join, table, tag
from merx_cli.tournament.report.words import (
    NOTHING,
    bot_name,
    chance,
    figure,
    in_words,
    mean,
    number,
    percent,
    points,
    rank,
    share_of,
    shortened,
)
from merx_cli.tournament.statistics.estimate import Estimate

BOT = Column("Bot", "bots")


def named(figures: Figures) -> list[tuple[int, Html]]:
    """Return the index and the name of each bot that played, best first."""
    bots = figures.run.config.bots
    return [(bot, bot_name(place, bots[bot])) for place, bot in enumerate(figures.order, start=1)]


def ends(estimates: list[Estimate]) -> list[float]:
    """Return all numbers that a drawing of estimates has to show."""
    return [
        value
        for estimate in estimates
        for value in (estimate.low, estimate.value, estimate.high)
        if value is not None
    ]


def standings(figures: Figures) -> Html:
    """Return the section that says who won how often."""
    equal = 1 / figures.run.config.players
    shares = [figures.analysis.bots[bot].win_share for bot in figures.order]
    axis = axis_over([*ends(shares), equal], margin=0.04)
    columns = [
        BOT,
        Column("Win share", title="Wins per seat; a shared win is split"),
        Column(charts.scale(axis, share_of(axis)), "chart"),
        Column("Mean rank"),
        Column("Mean score"),
        Column("Seats", title="How many seats it took in all"),
    ]
    rows = []
    for bot, name in named(figures):
        of = figures.analysis.bots[bot]
        words = f"Win share {in_words(of.win_share, percent)}"
        rows.append(
            [
                name,
                figure(of.win_share, percent),
                charts.whisker(of.win_share, axis, words, equal),
                figure(of.mean_rank, rank),
                figure(of.mean_score, mean),
                f"{of.seats:,}",
            ]
        )
    caption = (
        f"Win share, mean rank and mean score, with 95 % intervals. The dashed line is at "
        f"{percent(equal)}, where bots of equal strength would be."
    )
    return join(table(caption, columns, rows), _specs(figures))


def _specs(figures: Figures) -> Html | None:
    """Return the specs that are shown shortened, in full, if there are any."""
    bots = [figures.run.config.bots[bot] for bot in figures.order]
    items = [
        tag("li", tag("bdi", bot, class_="bot"), value=place)
        for place, bot in enumerate(bots, start=1)
        if shortened(bot) != bot
    ]
    return tag("ol", items, class_="specs", aria_label="Bots in full") if items else None


def ratings(figures: Figures) -> Html:
    """Return the section with the ratings."""
    found = figures.analysis.ratings
    known = [found.elo[bot] for bot in figures.order]
    if not ends(known):
        return tag("p", "A bot that has met no other one has no rating.")
    axis = axis_over([*ends(known), 0], margin=0.04)
    columns = [BOT, Column("Rating"), Column(charts.scale(axis, points), "chart")]
    rows: list[list[Content]] = []
    for bot, name in named(figures):
        elo = found.elo[bot]
        mark = tag("sup", "*") if found.separated[bot] else None
        drawn = charts.whisker(elo, axis, f"Rating {in_words(elo, points)}", 0)
        rows.append([name, figure(elo, points, mark), drawn])
    caption = "Ratings with 95 % intervals; 0 is the mean of the bots."
    return join(table(caption, columns, rows), _reservations(figures))


def _reservations(figures: Figures) -> Html:
    """Return what has to be known about the ratings of this run."""
    found, notes = figures.analysis.ratings, []
    if any(found.separated[bot] for bot in figures.order):
        notes.append(
            "* Some of these bots never lost to others of them. The games set no limit to how much "
            "stronger those are: the ratings rest on half a win more for either side."
        )
    if not figures.one_group and len(figures.order) > 1:
        notes.append(
            "Some of the bots never met, not even through others, and their ratings cannot be "
            "compared; so the bots stand in the order of their win shares."
        )
    return join([tag("p", note, class_="note") for note in notes])


def superiority(figures: Figures) -> Html:
    """Return the section with the matrix of who is stronger than whom, and how surely."""
    if len(figures.order) < 2:
        return tag("p", "It takes two bots to compare.")
    bots, matrix = figures.run.config.bots, figures.analysis.ratings.superiority
    columns = [
        BOT,
        *(
            Column(str(place), "cell", bots[bot])
            for place, bot in enumerate(figures.order, start=1)
        ),
    ]
    rows = [
        [name, *(_cell(float(matrix[bot, other]), bot == other) for other in figures.order)]
        for bot, name in named(figures)
    ]
    caption = (
        "How sure it is that the bot of the row is stronger than the bot of the column: the share "
        "of 1,000 resamples in which its rating is the higher one."
    )
    return table(caption, columns, rows)


def _cell(share: float, same: bool) -> Html:
    if same or isnan(share):
        return tag("td", NOTHING, class_="cell none")
    side = "over" if share >= 0.5 else "under"
    return tag("td", chance(share), class_=f"cell {side}", style=f"--sure:{abs(share - 0.5):.3f}")


def history(figures: Figures) -> Html:
    """Return the section that shows how the ratings settled."""
    if not figures.one_group:
        return tag("p", "It is drawn where there are several bots and all of them can be compared.")
    games, elo = figures.history()
    shown = elo[:, figures.order]
    bots = figures.run.config.bots
    up = axis_over(map(float, shown.ravel()), most_ticks=5, margin=0.05)
    across = axis_over([0.0, float(games[-1])], most_ticks=4)
    words = "Rating of each bot after ever more games; the table below has the numbers."
    drawing = charts.lines(across, up, games.tolist(), shown.T.tolist(), points, words)
    legend = tag(
        "ol",
        [
            tag("li", charts.swatch(line), tag("bdi", shortened(bots[bot]), class_="bot"))
            for line, bot in enumerate(figures.order)
        ],
        class_="legend",
    )
    picked = np.unique(np.linspace(0, len(games) - 1, 6).astype(int))
    columns = [
        Column("Games", "text"),
        *(Column(str(place), title=bots[bot]) for place, bot in enumerate(figures.order, start=1)),
    ]
    rows = [[number(int(games[i])), *map(points, shown[i].tolist())] for i in picked]
    caption = "Rating of each bot, by its number in the standings, after so many games."
    return join(tag("figure", drawing, legend), table(caption, columns, rows, class_="close"))
