"""`times.jsonl`: how long games and moves took. It may be missing, as may any game in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from merx_cli.errors import CliError
from merx_cli.tournament.reading.lines import JsonLines
from merx_cli.tournament.statistics.results import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Times:
    """Times of the games that were asked for, in that order; not a number where none is known."""

    seconds: Floats
    """Shape (games,): how long a game took."""
    moves: Floats
    """Shape (games, players): how many decisions a seat made."""
    thinking: Floats
    """Shape (games, players): how many seconds it took for them, in all."""
    slowest: Floats
    """Shape (games, players): how many seconds the slowest one took."""


def read_times(path: Path, numbers: Ints, players: int) -> Times:
    """Read the times of the games with these numbers, which ascend.

    Without a file, nothing is known. A file that cannot be what a tournament wrote is a `CliError`.
    A game that was played again, as its first result was lost, has its last time.
    """
    seconds = np.full(len(numbers), np.nan)
    thinking = np.full((len(numbers), players, 3), np.nan)
    if not path.exists() or not len(numbers):
        return Times(seconds, *np.moveaxis(thinking, 2, 0))
    try:
        for times in JsonLines(path).batches():
            place = np.searchsorted(numbers, [time["number"] for time in times])
            # The time of a game may be written before the game is, and outlive its torn line.
            times = [
                time | {"place": at}
                for time, at in zip(times, place.tolist(), strict=True)
                if at < len(numbers) and numbers[at] == time["number"]
            ]
            seconds[[time["place"] for time in times]] = [time["seconds"] for time in times]
            detailed = [time for time in times if time.get("thinking") is not None]
            if detailed:
                places = [time["place"] for time in detailed]
                given = np.array([time["thinking"] for time in detailed], dtype=np.float64)
                # Of another shape they must not be spread over what they do not tell of.
                thinking[places] = given.reshape(len(places), players, 3)
    except (KeyError, TypeError, ValueError) as error:
        raise CliError(f"{path} is not the times of a tournament: {error!r}") from error
    return Times(seconds, *np.moveaxis(thinking, 2, 0))
