"""Sections of the report about the games: seats, scores, lengths, times, verdicts."""

from __future__ import annotations

from collections import Counter
from math import ceil, floor, log10

import numpy as np

from merx_cli.output import counted
from merx_cli.tournament.reading.games import OK, Failure
from merx_cli.tournament.report import charts
from merx_cli.tournament.report.axis import Axis, axis_over
from merx_cli.tournament.report.comparisons import BOT, ends, named
from merx_cli.tournament.report.figures import Figures
from merx_cli.tournament.report.markup import Column, Content, Html, join, table, tag
from merx_cli.tournament.report.words import (
    NOTHING,
    bot_name,
    duration,
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
_FAILURES_SHOWN = 12
_QUARTILES = [
    Column("Mean"),
    Column("Lowest"),
    Column("25 %", title="Lower quartile: a quarter lies below it"),
    Column("Median"),
    Column("75 %", title="Upper quartile: a quarter lies above it"),
    Column("Highest"),
]
VERDICTS = {
    OK: "Played to the end",
    "illegal_action": "A bot chose what the rules do not allow",
    "timeout": "A bot took too long",
    "crash": "A bot ended or raised an error",
    "protocol_error": "A bot's answer could not be understood",
    "step_limit": "The game went on for too long",
    "engine_error": "An error in merx itself",
}


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
    step = ceil((high - low) / 5)
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


def verdicts(figures: Figures) -> Html:
    """Return the section that says how games ended, and who failed."""
    games = figures.run.games
    found = Counter(games.verdict.tolist())
    known = [verdict for verdict in VERDICTS if found[verdict] or verdict == OK]
    known += sorted(found.keys() - VERDICTS.keys())
    rows: list[list[Content]] = [
        [
            tag("code", verdict),
            VERDICTS.get(verdict, NOTHING),
            f"{found[verdict]:,}",
            percent(found[verdict] / len(games.number)),
        ]
        for verdict in known
    ]
    columns = [
        Column("Verdict", "text"),
        Column("Meaning", "text"),
        Column("Games"),
        Column("Share"),
    ]
    left_out = figures.run.not_counted()
    note = None if left_out is None else tag("p", f"Not in the figures: {left_out}.", class_="note")
    return join(table("How all finished games ended.", columns, rows), note, _failures(figures))


def _failures(figures: Figures) -> Html | None:
    failures = figures.run.games.failures
    if not failures:
        return None
    bots, places = figures.run.config.bots, {bot: i + 1 for i, bot in enumerate(figures.order)}
    by_bot = Counter((failure.bot, failure.verdict) for failure in failures)
    kinds = sorted({failure.verdict for failure in failures})

    def name(bot: int | None) -> Content:
        if bot is None:
            return NOTHING
        return bot_name(places.get(bot), bots[bot])

    who = sorted(
        {failure.bot for failure in failures},
        key=lambda bot: len(bots) + 1 if bot is None else places.get(bot, len(bots)),
    )
    by_bot_table = table(
        "Games in which a bot failed, by bot.",
        [BOT, *(Column(tag("code", kind)) for kind in kinds)],
        [[name(bot), *(f"{by_bot[bot, kind]:,}" for kind in kinds)] for bot in who],
    )
    columns = [
        Column("Game", "text"),
        BOT,
        Column("Verdict", "text"),
        Column("Decision"),
        Column("What was said", "text said"),
    ]
    shown = failures[:_FAILURES_SHOWN]
    caption = "Failures, by game."
    if len(failures) > len(shown):
        caption = f"The first {len(shown)} of {len(failures):,} failures."
    return join(
        by_bot_table,
        table(caption, columns, [_failure(failure, name(failure.bot)) for failure in shown]),
    )


def _failure(failure: Failure, name: Content) -> list[Content]:
    return [
        f"{failure.number:,}",
        name,
        tag("code", failure.verdict),
        NOTHING if failure.decision is None else f"{failure.decision:,}",
        tag("bdi", failure.said or NOTHING),
    ]
