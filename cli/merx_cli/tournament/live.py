"""What a person sees while a tournament is played: on a terminal only, the table and a bar."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from merx_cli.output import say
from merx_cli.tournament.books import Books

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.progress import Progress, TaskID

_SECONDS_BETWEEN_TABLES = 1.0
_SHARE_FOR_TABLES = 0.05
"""Of the time, for working out figures that are shown for a moment."""
_RESAMPLES = 200


class View(Protocol):
    """Somebody who watches."""

    def note(self, text: str) -> None:
        """Show a line that is to stay."""

    def update(self, books: Books) -> None:
        """Show how things stand now."""


class Nobody:
    """Nobody watches; what is to stay goes to stderr."""

    def note(self, text: str) -> None:
        """Show a line that is to stay."""
        say(text)

    def update(self, books: Books) -> None:
        """Show nothing."""


class Person:
    """A person at a terminal, with the table and a bar that are drawn over and over again."""

    def __init__(self, display: "Live", bar: "Progress") -> None:
        self._display = display
        self._bar = bar
        self._task: TaskID | None = None
        self._start = monotonic()
        self._next = self._start + _SECONDS_BETWEEN_TABLES

    def note(self, text: str) -> None:
        """Show a line that is to stay, above what is drawn."""
        self._display.console.print(text, markup=False, highlight=False)

    def update(self, books: Books) -> None:
        """Move the bar, and work out the table if that is due."""
        if self._task is None:
            total = books.config.schedule.games
            self._task = self._bar.add_task("", total=total, completed=books.tally.games, rate="")
        start = monotonic()
        rate = books.new / max(start - self._start, 1e-9)
        self._bar.update(self._task, completed=books.tally.games, rate=f"{rate:,.0f} games/s")
        if start >= self._next and books.tally.games:
            self._display.update(self._drawn(books))
            end = monotonic()
            self._next = end + max(_SECONDS_BETWEEN_TABLES, (end - start) / _SHARE_FOR_TABLES)

    def _drawn(self, books: Books) -> "RenderableType":
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        from merx_cli.tournament.table import HEADER, analysis_of, rows, verdicts

        analysis = analysis_of(books, _RESAMPLES)
        drawn: list[RenderableType] = [self._bar]
        if (line := verdicts(books)) is not None:
            drawn.insert(0, Text(line))
        if analysis is not None:
            standings = Table(box=None, pad_edge=False)
            for place, name in enumerate(HEADER):
                standings.add_column(name, justify="right" if place else "left", no_wrap=True)
            for row in rows(analysis):
                standings.add_row(*map(Text, row))
            drawn.insert(0, standings)
        return Group(*drawn)


@contextmanager
def watched() -> Iterator[View]:
    """Show a tournament on stderr as long as the block lasts, if that is a terminal."""
    if not sys.stderr.isatty():
        yield Nobody()
        return
    from rich.console import Console
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn()
    )
    with Live(bar, console=Console(stderr=True), transient=True) as display:
        yield Person(display, bar)
