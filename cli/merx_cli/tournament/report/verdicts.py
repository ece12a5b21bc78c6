"""The section of the report that says how games ended, and who failed."""

from __future__ import annotations

from collections import Counter

from merx_cli.tournament.reading.games import OK, Failure
from merx_cli.tournament.report.comparisons import BOT
from merx_cli.tournament.report.figures import Figures
from merx_cli.tournament.report.markup import Column, Content, Html, join, table, tag
from merx_cli.tournament.report.words import NOTHING, bot_name, percent

_FAILURES_SHOWN = 12
VERDICTS = {
    OK: "Played to the end",
    "illegal_action": "A bot chose what the rules do not allow",
    "timeout": "A bot took too long",
    "crash": "A bot ended or raised an error",
    "protocol_error": "A bot's answer could not be understood",
    "step_limit": "The game went on for too long",
    "engine_error": "An error in merx itself",
}


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
