"""The page as a whole."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from merx_cli.output import counted
from merx_cli.tournament.reading.run import Run
from merx_cli.tournament.report import comparisons, games, times, verdicts
from merx_cli.tournament.report.figures import Figures, work_out
from merx_cli.tournament.report.markup import Html, join, tag
from merx_cli.tournament.report.meaning import meanings
from merx_cli.tournament.report.words import chance, in_words, points, shortened

SECTIONS: dict[str, tuple[str, Callable[[Figures], Html]]] = {
    "standings": ("Standings", comparisons.standings),
    "ratings": ("Ratings", comparisons.ratings),
    "superiority": ("Superiority", comparisons.superiority),
    "seats": ("Seat effect", games.seats),
    "scores": ("Scores", games.scores),
    "history": ("Rating over games", comparisons.history),
    "times": ("Time per move", times.times),
    "lengths": ("Length of games", games.lengths),
    "verdicts": ("Verdicts", verdicts.verdicts),
    "repeat": ("How to repeat it", lambda figures: _repeat(figures)),
    "meaning": ("What the figures mean", lambda _: meanings()),
}
"""Anchors, headings and contents, in order."""

# Nothing may be loaded or run: not even a stranger's text that got past escaping could do so.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def make_page(run: Run) -> str:
    """Return the report of a run as one page of HTML. The same run gives the same page.

    A run that cannot be reported on is a `CliError`.
    """
    figures = work_out(run)
    title = f"{run.config.game.capitalize()} tournament"
    style = files("merx_cli.tournament.report").joinpath("style.css").read_text(encoding="utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Html(style)),
    )
    body = tag(
        "body",
        tag("header", tag("h1", title), _facts(figures), _lead(figures), _contents()),
        "\n",
        tag("main", [_section(anchor, figures) for anchor in SECTIONS]),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _section(anchor: str, figures: Figures) -> Html:
    heading, content = SECTIONS[anchor]
    return join(
        tag(
            "section",
            tag("h2", heading, id=anchor),
            content(figures),
            aria_labelledby=anchor,
        ),
        "\n",
    )


def _contents() -> Html:
    links = [tag("a", heading, href=f"#{anchor}") for anchor, (heading, _) in SECTIONS.items()]
    return tag("nav", [join(link, " ") for link in links], aria_label="Sections")


def _facts(figures: Figures) -> Html:
    config = figures.run.config
    finished = len(figures.run.games.number)
    played = counted(finished, "game")
    if finished != config.games:
        played = f"{finished:,} of {counted(config.games, 'game')}"
    facts = [
        f"{config.players} players",
        counted(len(config.bots), "bot"),
        played,
        f"{counted(figures.blocks, 'whole block')}",
        f"seed {config.seed}",
    ]
    for key in ("format", "edition"):
        if isinstance(value := config.table.get(key), str):
            facts.append(f"{key} {value}")
    return tag("p", " · ".join(facts), class_="facts")


def _lead(figures: Figures) -> Html:
    """Return what the tournament came to, in a sentence or two."""
    bots, ratings = figures.run.config.bots, figures.analysis.ratings
    if not figures.one_group:
        return join()
    best, second = figures.order[:2]

    def name(bot: int) -> Html:
        return tag("bdi", shortened(bots[bot]), class_="bot")

    sure = float(ratings.superiority[best, second])
    return tag(
        "p",
        name(best),
        f" comes first, with a rating of {in_words(ratings.elo[best], points)}. "
        f"That it is stronger than ",
        name(second),
        f", the second, is {chance(sure)} sure.",
        class_="lead",
    )


def _repeat(figures: Figures) -> Html:
    config = figures.run.config
    merx = config.table.get("merx")
    version = f" {merx}" if isinstance(merx, str) else ""
    return join(
        tag(
            "p",
            f"With merx{version}, and bots that repeat themselves, this plays the same games to "
            "the byte:",
        ),
        tag("pre", tag("code", config.shell_command()), tabindex="0"),
        tag("p", "All that was asked for, as config.toml has it:"),
        tag("pre", tag("code", config.text.rstrip()), tabindex="0"),
    )
