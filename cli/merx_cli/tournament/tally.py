"""What came of the games so far, for the figures."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from merx_cli.tournament.entries import Head
from merx_cli.tournament.statistics.results import Ints, Results

_COLUMNS = ("block", "seats", "ranks", "scores")


class Tally:
    """Finished games as arrays. A game that is void makes its whole block void."""

    def __init__(self, bots: Sequence[str], players: int) -> None:
        self.games = 0
        """Finished games, void ones too."""
        self.verdicts: Counter[str] = Counter()
        """How many games had each verdict."""
        self._bots = bots
        self._players = players
        self._void: set[int] = set()
        self._parts: list[tuple[Ints, ...]] = []

    def add(self, heads: Sequence[Head]) -> None:
        """Count finished games."""
        self.games += len(heads)
        self.verdicts.update(head["verdict"] for head in heads)
        counting = [head for head in heads if head["ranks"] is not None]
        if len(counting) < len(heads):
            self._void.update(head["block"] for head in heads if head["ranks"] is None)
        if counting:
            self._parts.append(_columns(counting))

    def results(self) -> Results:
        """Return the games that count."""
        if not self._parts:
            none = np.zeros((0, self._players), np.int64)
            return Results(self._bots, none[:, 0], none, none, none)
        columns = tuple(map(np.concatenate, zip(*self._parts, strict=True)))
        self._parts = [columns]
        if self._void:
            counts = ~np.isin(columns[0], list(self._void))
            columns = tuple(column[counts] for column in columns)
        return Results(self._bots, *columns)


def _columns(heads: Sequence[Head]) -> tuple[Ints, ...]:
    rows = ([head[name] for head in heads] for name in _COLUMNS)  # type: ignore[literal-required]
    return tuple(np.array(row, np.int64) for row in rows)
