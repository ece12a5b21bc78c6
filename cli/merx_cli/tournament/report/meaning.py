"""What the figures mean, in a few words; `docs/statistics.md` has the rest."""

from __future__ import annotations

from merx_cli.tournament.report.markup import Html, join, tag

_MEANINGS = {
    "Block": "One deal, played in all rotations of one line-up, so that everybody has had every "
    "seat with the same luck. Games of a block depend on each other; so blocks, not games, are "
    "what intervals are made from.",
    "95 % interval": "Made so that in 95 of 100 tournaments it covers the truth, from 1,000 "
    "resamples of the blocks. Intervals hold one by one: of 20, one may well miss.",
    "Win share": "Wins per seat. A win that k players share counts 1/k for each.",
    "Mean rank": "1 is the best; joint winners both have 1, and the next one 3.",
    "Rating": "On Elo's scale, fitted to all pairs of players of all games (Bradley and Terry), "
    "ties as half a win. 400 points more are odds of 10 to 1 of coming in before the other.",
    "Superiority": "How sure it is that one bot is stronger than another. It is about strength, "
    "not about the next game: a small advantage proved by many games is near 100%.",
    "Seat effect": "What a seat is worth, whoever sits in it. In whole blocks every bot of the "
    "line-up has sat everywhere.",
    "Time per move": "Measured on the machines the games ran on. Times are the one thing that "
    "does not repeat.",
}


def meanings() -> Html:
    """Return the list of terms."""
    terms = [join(tag("dt", term), tag("dd", meaning)) for term, meaning in _MEANINGS.items()]
    return join(
        tag("dl", terms),
        tag(
            "p",
            "The page “Statistics of tournaments” in merx's documentation (docs/statistics.md) has "
            "the definitions, the sources and how well the intervals hold; “For analysis” "
            "(docs/analysis.md) shows how to ask the games anything else.",
        ),
    )
