"""The games of a tournament as a Parquet file, a row for each seat of each finished game."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from merx_cli.errors import CliError
from merx_cli.tournament.reading.games import OK, Games, Mask
from merx_cli.tournament.reading.run import Run
from merx_cli.tournament.statistics.results import Floats

if TYPE_CHECKING:
    import pyarrow as pa

CONFIG_KEY = "merx.config"
"""Under this key the file's metadata hold the run's `config.toml`."""


def require_pyarrow() -> None:
    """Raise a `CliError` that says how to get pyarrow, where it is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise CliError(
            "Parquet files need pyarrow, which is not installed", "pip install 'merx-cli[parquet]'"
        ) from error


def to_parquet(run: Run) -> bytes:
    """Return the contents of a Parquet file; the same run gives the same rows.

    Columns and types are documented in docs/analysis.md. Games are in the order of their numbers,
    seats in theirs. Needs pyarrow.
    """
    import pyarrow.parquet as pq

    file = BytesIO()
    pq.write_table(to_table(run), file, compression="zstd")
    return file.getvalue()


def to_table(run: Run) -> pa.Table:
    """Return the same as a table of Arrow."""
    import pyarrow as pa

    games, times = run.games, run.times
    count, players = games.seats.shape

    def per_game(values: NDArray[Any], kind: pa.DataType, known: Mask | None = None) -> pa.Array:
        missing = None if known is None else np.repeat(~known, players)
        return pa.array(np.repeat(values, players), kind, mask=missing)

    def per_seat(values: NDArray[Any], kind: pa.DataType, known: Mask | None = None) -> pa.Array:
        return pa.array(values.ravel(), kind, mask=None if known is None else ~known.ravel())

    ranked = np.broadcast_to(games.ranks[:, :1] > 0, games.seats.shape)
    scored = np.broadcast_to(games.scored[:, None], games.seats.shape)
    timed = ~np.isnan(times.moves)
    columns = {
        "number": per_game(games.number, pa.int64()),
        "block": per_game(games.block, pa.int64()),
        "counts": per_game(games.counted, pa.bool_()),
        "verdict": _named(games.verdict.repeat(players)),
        "decisions": per_game(games.decisions, pa.int32()),
        "seconds": per_game(times.seconds, pa.float64(), ~np.isnan(times.seconds)),
        "seat": pa.array(np.tile(np.arange(players), count), pa.int8()),
        "bot": pa.DictionaryArray.from_arrays(
            per_seat(games.seats, pa.int32()), pa.array(run.config.bots, pa.string())
        ),
        "rank": per_seat(games.ranks, pa.int8(), ranked),
        "score": per_seat(games.scores, pa.int32(), scored),
        "win_share": per_seat(_win_shares(games), pa.float64(), ranked),
        "failed": per_seat(_failed(games), pa.bool_()),
        "moves": per_seat(np.nan_to_num(times.moves), pa.int32(), timed),
        "thinking": per_seat(times.thinking, pa.float64(), timed),
        "slowest": per_seat(times.slowest, pa.float64(), timed),
    }
    table = pa.table(columns)
    return table.replace_schema_metadata({CONFIG_KEY: run.config.text})


def _named(verdicts: NDArray[np.str_]) -> pa.DictionaryArray:
    import pyarrow as pa

    names, index = np.unique(verdicts, return_inverse=True)
    return pa.DictionaryArray.from_arrays(
        pa.array(index, pa.int32()), pa.array(names.tolist(), pa.string())
    )


def _win_shares(games: Games) -> Floats:
    """Return 1/k for each of the k winners of a game, and 0 for the others."""
    won = games.ranks == 1
    shares: Floats = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return shares


def _failed(games: Games) -> Mask:
    """Return which seats failed in their game."""
    failed = np.zeros(games.seats.shape, np.bool_)
    for failure in games.failures:
        if failure.seat is not None and failure.verdict != OK:
            failed[np.searchsorted(games.number, failure.number), failure.seat] = True
    return failed
