"""Playing the games of a schedule, in batches."""

from collections.abc import Iterable, Iterator
from itertools import islice
from time import perf_counter

import merx
from merx_cli.errors import CliError, explain
from merx_cli.roster import Roster, play
from merx_cli.tournament.schedule import Pairing

Played = tuple[Pairing, str]
"""A game and its record."""

_SECONDS_PER_BATCH = 0.2
_MOST_PER_BATCH = 5_000


def play_all(
    game: merx.Game, pairings: Iterable[Pairing], roster: Roster, threads: int
) -> Iterator[list[Played]]:
    """Play the games in order and yield them in batches.

    Built-in bots play in Rust on several threads. With a bot in Python or a program, the games are
    played one by one. A batch is what an interruption can lose, so it stays short.
    """
    if roster.built_in:
        return _in_rust(game, iter(pairings), threads)
    return _one_by_one(game, pairings, roster)


def _in_rust(game: merx.Game, pairings: Iterator[Pairing], threads: int) -> Iterator[list[Played]]:
    size = threads
    while batch := list(islice(pairings, size)):
        start = perf_counter()
        lines = merx.play_many(game, [(p.seed, p.seats) for p in batch], threads)
        seconds = perf_counter() - start
        yield list(zip(batch, lines, strict=True))
        size = _next_size(size, seconds, threads)


def _next_size(size: int, seconds: float, threads: int) -> int:
    """Return how many games fill a batch; at most four times as many as before."""
    fitting = int(size * min(_SECONDS_PER_BATCH / max(seconds, 1e-6), 4.0))
    return max(threads, min(fitting, _MOST_PER_BATCH))


def _one_by_one(
    game: merx.Game, pairings: Iterable[Pairing], roster: Roster
) -> Iterator[list[Played]]:
    for number, pairing in enumerate(pairings, start=1):
        try:
            with roster.seated(pairing.seats, pairing.seed) as bots:
                record = play(game, bots, pairing.seed).record
        except (merx.BotError, CliError) as error:
            known = explain(error)
            raise CliError(f"game {number}: {known.message}", known.hint) from error
        yield [(pairing, record)]
