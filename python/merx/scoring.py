"""Score sheets: every player's points line by line, as a score pad would show them.

They are computed here, from what lies open in a state dict and from the edition's tables; the
engine is not asked for its scores. So each checks the other: in every state the totals must be
equal.
"""

from __future__ import annotations

from dataclasses import dataclass

from merx._native import State
from merx.registry import module_of


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score pad. Every player has the same labels."""

    label: str
    points: int
    #: How the points come about, where that differs from player to player.
    working: str = ""

    def __str__(self) -> str:
        return f"{self.working} = {self.points}" if self.working else str(self.points)


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player's column."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The columns of all players, in seat order; as text, a table."""

    players: tuple[PlayerSheet, ...]

    @property
    def totals(self) -> list[int]:
        """Every player's total, as `State.scores` gives them."""
        return [player.total for player in self.players]

    def __str__(self) -> str:
        rows = [["", *(f"P{player}" for player in range(len(self.players)))]]
        for lines in zip(*(player.lines for player in self.players), strict=True):
            rows.append([lines[0].label, *map(str, lines)])
        rows.append(["total", *map(str, self.totals)])
        label, *columns = [max(map(len, column)) for column in zip(*rows, strict=True)]
        widths = [max(7, width + 2) for width in columns]
        return "\n".join(_aligned(row, label, widths) for row in rows)


def _aligned(row: list[str], label: int, widths: list[int]) -> str:
    cells = (f"{cell:>{width}}" for cell, width in zip(row[1:], widths, strict=True))
    return f"{row[0]:<{label}} |" + "".join(cells)


def score_sheet(state: State) -> ScoreSheet:
    """Return the sheet of `state`; before the end, as if the game ended now."""
    position, tables = state.to_dict(), state.game.edition_tables()
    score_lines = module_of(state.game.name).score_lines
    return ScoreSheet(
        tuple(
            PlayerSheet(score_lines(position, tables, player))
            for player in range(state.num_players())
        )
    )
