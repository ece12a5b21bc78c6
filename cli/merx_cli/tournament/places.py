"""Where the games of a tournament are played, and the one that needs no other process."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import Protocol

import merx
from merx_cli.home import in_words
from merx_cli.tournament.config import Config
from merx_cli.tournament.entries import entry_of_record
from merx_cli.tournament.referee import EngineError, Outcome
from merx_cli.tournament.schedule import Fixture

_SECONDS_PER_BATCH = 0.2
_MOST_PER_BATCH = 1_000
"""More would not fit into the caches when the entries are put together and written."""

Batch = Iterable[Outcome]
"""Finished games. Their entries may be put together only when they are read, in any thread."""


class Place(Protocol):
    """Somewhere games are played. Bots are checked when it is made, before the first game."""

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Batch]:
        """Play all games, in any order, and yield them as they finish.

        Raises `EngineError` if merx fails, `CliError` if the place does.
        """

    def close(self) -> None:
        """Drop what is still being played; nothing goes on after that."""


class InRust:
    """Built-in bots play whole games on threads of this process."""

    def __init__(self, config: Config, game: merx.Game, threads: int) -> None:
        self._config = config
        self._game = game
        self._threads = threads

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Batch]:
        """Play the games in order. A batch is what an interruption can lose, so it is short."""
        fixtures = iter(fixtures)
        size = self._threads
        while batch := list(islice(fixtures, size)):
            start = perf_counter()
            records = self.records(batch)
            seconds = perf_counter() - start
            yield outcomes(batch, records)
            size = max(self._threads, next_size(size, seconds, _SECONDS_PER_BATCH))

    def close(self) -> None:
        """Nothing plays but in `play`."""

    def records(self, fixtures: Sequence[Fixture]) -> list[str]:
        """Play games and return their records; raises `EngineError`, naming the game."""
        try:
            return self._play(fixtures)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a panic is no Exception
            for fixture in fixtures:
                try:
                    self._play([fixture])
                except KeyboardInterrupt:
                    raise
                except BaseException as same:
                    raise EngineError(in_words(same), fixture) from same
            raise EngineError(in_words(error), fixtures[0]) from error

    def _play(self, fixtures: Sequence[Fixture]) -> list[str]:
        bots = self._config.bots
        jobs = [(fixture.seed, [bots[bot] for bot in fixture.seats]) for fixture in fixtures]
        return merx.play_many(self._game, jobs, self._threads)


def outcomes(fixtures: Sequence[Fixture], records: Sequence[str]) -> Batch:
    """Make games that were played to their end out of their records, when they are read."""
    return (Outcome(entry_of_record(f, r)) for f, r in zip(fixtures, records, strict=True))


def next_size(size: int, seconds: float, wanted: float) -> int:
    """Return how many games take the wanted time, if `size` of them took so many seconds.

    That is at most four times as many, and never more than what fits into the caches.
    """
    fitting = int(size * min(wanted / max(seconds, 1e-6), 4.0))
    return max(1, min(fitting, _MOST_PER_BATCH))
