"""The figures of a tournament, as a table and as JSON."""

from dataclasses import asdict
from math import isnan
from typing import Any

from merx_cli.output import counted, format_table
from merx_cli.tournament.books import Books
from merx_cli.tournament.statistics.analysis import Analysis, analyse
from merx_cli.tournament.statistics.bootstrap import RESAMPLES
from merx_cli.tournament.statistics.estimate import Estimate
from merx_cli.tournament.statistics.sequential import Decision

HEADER = ["bot", "seats", "win share", "95 %", "rating", "95 %", "mean rank", "mean score"]


def headline(books: Books) -> str:
    """Say in a line what was played."""
    played, schedule = books.config.played, books.config.schedule
    return (
        f"{played.game}, edition {played.edition}, {played.players} players, "
        f"{schedule.format}, {counted(books.tally.games, 'game')}, seed {schedule.seed}"
    )


def analysis_of(books: Books, resamples: int = RESAMPLES) -> Analysis | None:
    """Work out the figures; `None` if no game counts."""
    results = books.tally.results()
    return analyse(results, books.config.schedule.seed, resamples) if results.games else None


def table(books: Books, analysis: Analysis | None) -> str:
    """Return the standings, the best first, and below them what else there is to know."""
    if analysis is None:
        parts = ["no game counts, so there are no figures"]
    else:
        parts = [format_table(HEADER, rows(analysis), right=HEADER[1:])]
    if lines := [*_limits(books, analysis), *_failures(books), *_test(books)]:
        parts += ["", *lines]
    return "\n".join(parts)


def rows(analysis: Analysis) -> list[list[str]]:
    """Return the cells of the standings."""
    return [
        [
            figures.bot,
            f"{figures.seats:,}",
            _show(figures.win_share.value, "{:.1%}"),
            _interval(figures.win_share, "{:.1%}"),
            _show(elo.value, "{:+.0f}"),
            _interval(elo, "{:+.0f}"),
            _show(figures.mean_rank.value, "{:.2f}"),
            _show(figures.mean_score.value, "{:.1f}"),
        ]
        for figures, elo in (
            (analysis.bots[bot], analysis.ratings.elo[bot]) for bot in best_first(analysis)
        )
    ]


def best_first(analysis: Analysis) -> list[int]:
    """Return the bots that have played, by rating; by win share if not all can be compared."""
    played = [bot for bot, figures in enumerate(analysis.bots) if figures.seats]
    comparable = len({analysis.ratings.group[bot] for bot in played}) == 1

    def strength(bot: int) -> tuple[float, float]:
        elo = analysis.ratings.elo[bot].value if comparable else None
        return elo or 0.0, analysis.bots[bot].win_share.value or 0.0

    return sorted(played, key=strength, reverse=True)


def as_json(books: Books, analysis: Analysis | None) -> dict[str, Any]:
    """Return all figures as a JSON document; not-a-numbers are `null`."""
    played, schedule = books.config.played, books.config.schedule
    document: dict[str, Any] = {
        "game": played.game,
        "rules_version": played.rules,
        "edition": played.edition,
        "edition_hash": played.edition_hash,
        "players": played.players,
        "seed": schedule.seed,
        "format": schedule.format,
        "rotation": schedule.rotation,
        "games": schedule.games,
        "finished": books.tally.games,
        "out": books.directory and books.directory.path,
        "verdicts": dict(books.tally.verdicts),
        "failures": [
            {"bot": bot, "verdict": verdict, "games": games}
            for (bot, verdict), games in books.failures.items()
        ],
        "bots": [],
        "seats": [],
        "superiority": None,
    }
    if books.stopping is not None and books.config.until is not None:
        test, until = books.stopping.test, books.config.until
        document["until"] = {
            **asdict(until.claim),
            "decision": test.decision.value,
            "blocks": test.blocks,
            "log_ratios": test.log_ratios,
            "bounds": test.bounds,
        }
    if analysis is not None:
        document |= _figures(analysis)
    return document


def _figures(analysis: Analysis) -> dict[str, Any]:
    ranking, ratings = best_first(analysis), analysis.ratings
    names = [figures.bot for figures in analysis.bots]
    chances = ratings.superiority
    return {
        "bots": [
            asdict(analysis.bots[bot])
            | {
                "rating": asdict(ratings.elo[bot]),
                "comparable_with": names[ratings.group[bot]],
                "separated": ratings.separated[bot],
            }
            for bot in ranking
        ],
        "seats": [asdict(figures) for figures in analysis.seats],
        "superiority": [
            [
                None if isnan(chances[bot, other]) else float(chances[bot, other])
                for other in ranking
            ]
            for bot in ranking
        ],
    }


def _limits(books: Books, analysis: Analysis | None) -> list[str]:
    if analysis is None:
        return []
    lines = []
    ratings, players = analysis.ratings, books.config.played.players
    if len(set(books.config.schedule.given)) < max(len(books.config.schedule.given), players):
        lines.append(f"Win shares are per seat: equal bots would have {1 / players:.1%}.")
    if any(ratings.separated):
        lines.append("Some bots never lost to some others: how far they are ahead is a guess.")
    if len({ratings.group[bot] for bot in best_first(analysis)}) > 1:
        lines.append("Not all bots have met, directly or through others: ratings do not compare.")
    return lines


def verdicts(books: Books) -> str | None:
    """Return how many games had which verdict, if not all went well."""
    if not books.failures:
        return None
    counts = books.tally.verdicts.most_common()
    return "Verdicts: " + ", ".join(f"{games:,} {verdict}" for verdict, games in counts)


def _failures(books: Books) -> list[str]:
    line = verdicts(books)
    whose = books.failures.most_common()
    return (
        []
        if line is None
        else [line, *(f"  {n:,} {verdict} of {bot}" for (bot, verdict), n in whose)]
    )


def _test(books: Books) -> list[str]:
    if books.stopping is None or books.config.until is None:
        return []
    test, claim = books.stopping.test, books.config.until.claim
    words = {
        Decision.ACCEPTED: "accepted",
        Decision.REJECTED: "rejected: not stronger by the margin",
        Decision.CONTINUE: "not decided",
    }
    (pro, con), (most_pro, most_con) = test.log_ratios, test.bounds
    return [
        f"{claim.stronger} > {claim.weaker}: {words[test.decision]} after "
        f"{counted(test.blocks, 'block')}; for {pro:+.2f} of {most_pro:.2f}, "
        f"against {con:+.2f} of {most_con:.2f}"
    ]


def _show(value: float | None, form: str) -> str:
    return "-" if value is None else form.format(value)


def _interval(estimate: Estimate, form: str) -> str:
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{form.format(estimate.low)} to {form.format(estimate.high)}"
