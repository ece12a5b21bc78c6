"""`games.jsonl`: the finished games, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from merx_cli.errors import CliError
from merx_cli.tournament.reading.config import Config
from merx_cli.tournament.reading.lines import JsonLines
from merx_cli.tournament.statistics.results import Ints, Results

Mask = NDArray[np.bool_]

OK = "ok"


@dataclass(frozen=True, slots=True)
class Failure:
    """A game in which a bot, or the engine, failed. Under some policies it was played on."""

    number: int
    bot: int | None
    """Its index, or `None` where it is not told."""
    seat: int | None
    verdict: str
    decision: int | None
    """At which, from 1; `None` where it was before the first or after the last."""
    said: str
    """What is known of it: a stranger's text."""


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """All finished games, in the order of their numbers, those that do not count among them."""

    number: Ints
    """Shape (games,), ascending, each once."""
    block: Ints
    """Shape (games,)."""
    seats: Ints
    """Shape (games, players): who sat where, as an index into the configuration's bots."""
    verdict: NDArray[np.str_]
    """Shape (games,)."""
    ranks: Ints
    """Shape (games, players); 0 where there are none."""
    scores: Ints
    """Shape (games, players); 0 where there are none."""
    scored: Mask
    """Shape (games,): whether there are scores."""
    decisions: Ints
    """Shape (games,)."""
    failures: list[Failure]
    void: Mask
    """Shape (games,): in a block that does not count, as a game of it has no ranks or scores."""
    incomplete: Mask
    """Shape (games,): in a block of which games are missing, and which is not void."""
    torn: bool
    """Whether the file's last line was left out."""

    @property
    def counted(self) -> Mask:
        """Shape (games,): which games the figures are made of."""
        return ~(self.void | self.incomplete)

    def results(self, bots: Sequence[str]) -> Results:
        """Return the games that count; `CliError` if they are no games of two or more players."""
        counted = self.counted
        arrays = (self.block, self.seats, self.ranks, self.scores)
        try:
            return Results(bots, *(array[counted] for array in arrays))
        except ValueError as error:
            raise CliError(f"games.jsonl has games that cannot be: {error}") from error


def read_games(path: Path, config: Config) -> Games:
    """Read the heads of the games, in whatever order they stand.

    A torn last line is left out. A file that cannot be what a tournament wrote is a `CliError`.
    """
    lines = JsonLines(path, until=b',"record":')
    failures: list[Failure] = []
    batches: list[list[NDArray[Any]]] = []
    try:
        for heads in lines.batches():
            batches.append(_columns(heads, config.players))
            failures += _failures(heads)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise CliError(f"{path} is not the games of a tournament: {error!r}") from error
    if not batches:
        batches.append(_columns([], config.players))
    columns = [np.concatenate(column) for column in zip(*batches, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    number, block, seats, verdict, ranks, scores, scored, decisions = (
        column[order] for column in columns
    )
    again = np.flatnonzero(number[1:] == number[:-1])
    if again.size:
        raise CliError(f"{path} has game {number[again[0]]} more than once")
    if seats.size and not 0 <= seats.min() <= seats.max() < len(config.bots):
        raise CliError(f"{path} has bots in its games that are not in config.toml")
    void, incomplete = _not_counted(config, block, seats, scored & (ranks[:, 0] > 0))
    return Games(
        number=number,
        block=block,
        seats=seats,
        verdict=verdict,
        ranks=ranks,
        scores=scores,
        scored=scored,
        decisions=decisions,
        failures=sorted(failures, key=lambda failure: failure.number),
        void=void,
        incomplete=incomplete,
        torn=lines.torn,
    )


def _columns(heads: list[dict[str, Any]], players: int) -> list[NDArray[Any]]:
    """Return numbers, blocks, seats, verdicts, ranks, scores, whether scored, and decisions."""
    none = [0] * players

    def rows(values: list[list[int]]) -> Ints:
        return np.array(values, dtype=np.int64).reshape(len(heads), players)

    def each(key: str) -> Ints:
        return np.array([head[key] for head in heads], dtype=np.int64)

    return [
        each("number"),
        each("block"),
        rows([head["seats"] for head in heads]),
        np.array([head["verdict"] for head in heads], dtype=np.str_),
        rows([head["ranks"] or none for head in heads]),
        rows([head["scores"] or none for head in heads]),
        np.array([head["scores"] is not None for head in heads], dtype=np.bool_),
        each("decisions"),
    ]


def _failures(heads: list[dict[str, Any]]) -> Iterator[Failure]:
    for head in heads:
        if head["verdict"] != OK:
            seat = head.get("player")
            yield Failure(
                number=int(head["number"]),
                bot=None if seat is None else int(head["seats"][seat]),
                seat=seat,
                verdict=str(head["verdict"]),
                decision=head.get("decision"),
                said=str(head.get("said", "")),
            )


def _not_counted(config: Config, block: Ints, seats: Ints, has_result: Mask) -> tuple[Mask, Mask]:
    """Return which games are in void blocks, and which in incomplete ones that are not void."""
    if not block.size:
        return np.zeros(0, np.bool_), np.zeros(0, np.bool_)
    _, first, index, games = np.unique(
        block, return_index=True, return_inverse=True, return_counts=True
    )
    line_ups, line_up = np.unique(seats[first], axis=0, return_inverse=True)
    whole = np.array([config.games_in_block(tuple(seats)) for seats in line_ups.tolist()])
    void = np.bincount(index, ~has_result) > 0
    incomplete = (games != whole[line_up.ravel()]) & ~void
    return void[index], incomplete[index]
