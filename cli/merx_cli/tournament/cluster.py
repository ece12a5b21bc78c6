"""Games on a Dask cluster: jobs are pure functions of the configuration and the games to play.

Dask plays a job again whose worker is gone, and a job's games are counted when its result has
arrived here, once. Nothing that comes of the games depends on where they are played.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import islice
from threading import Lock
from time import perf_counter
from typing import Any

from merx_cli.errors import CliError, explain, one_line
from merx_cli.roster import Roster
from merx_cli.tournament.blackbox import Blackbox
from merx_cli.tournament.config import Config
from merx_cli.tournament.places import Batch, InRust, next_size, outcomes
from merx_cli.tournament.referee import EngineError, Outcome, Referee
from merx_cli.tournament.schedule import Fixture

_SECONDS_PER_JOB = 1.0
_SECONDS_TO_CONNECT = 10
_JOBS_PER_THREAD = 2

_foreign_code = Lock()
"""Bots in Python share the module table and stdout of their process, so they take turns."""


def try_out(config: Config, show_log: bool) -> CliError | None:
    """Check the game and the bots on a worker; returns what is wrong with them."""
    try:
        config.played.load()
        with _foreign_code, Roster(config.bots, config.limits, show_log=show_log) as roster:
            roster.try_out()
    except Exception as error:
        known = explain(error)
        return CliError(known.message, known.hint, known.code)
    return None


def play_job(
    config: Config, fixtures: Sequence[Fixture], show_log: bool
) -> tuple[list[Outcome] | EngineError, float]:
    """Play games on a worker; returns them, or our own bug, and the seconds that it took."""
    start = perf_counter()
    game = config.played.load()
    try:
        if config.plays_in_rust:
            played = list(outcomes(fixtures, InRust(config, game, 1).records(fixtures)))
        else:
            box = Blackbox([0] * Blackbox.size(game.max_game_length()))
            with _foreign_code, Roster(config.bots, config.limits, show_log=show_log) as roster:
                referee = Referee(config, game, roster, box)
                played = [referee.play(fixture) for fixture in fixtures]
    except EngineError as error:
        return error, 0.0
    return played, perf_counter() - start


class Cluster:
    """Plays wherever the scheduler at an address sends the jobs."""

    def __init__(self, config: Config, address: str, *, show_log: bool) -> None:
        """Connect, and check the bots on a worker; raises `CliError`."""
        try:
            from distributed import Client
        except ImportError:
            hint = "pip install 'merx-cli[dask]'"
            raise CliError("--cluster needs Dask, which is not installed", hint) from None
        # Whatever it would say, we say in a line.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self._client: Any = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            what = one_line(str(error)) or type(error).__name__
            raise CliError(f"no Dask scheduler answers at {address}: {what}") from error
        self._config = config
        self._address = address
        self._show_log = show_log
        self._pending: Any = None
        try:
            threads = self._threads()
            wrong = self._client.submit(try_out, config, show_log, pure=False).result()
            if wrong is not None:
                raise wrong
        except BaseException:
            self.close()
            raise
        self._jobs = _JOBS_PER_THREAD * threads

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Batch]:
        """Play the games in jobs, as many at a time as keep the workers there are busy."""
        from distributed import KilledWorker, as_completed

        fixtures, size = iter(fixtures), 1
        jobs: dict[Any, list[Fixture]] = {}
        self._pending = as_completed(loop=self._client.loop)

        def submit(games: list[Fixture]) -> None:
            if games:
                job = self._client.submit(play_job, self._config, games, self._show_log, pure=False)
                jobs[job] = games
                self._pending.add(job)

        for _ in range(self._jobs):
            submit(list(islice(fixtures, size)))
        for job in self._pending:
            games = jobs.pop(job)
            try:
                played, seconds = job.result()
            except KilledWorker:
                self._blame(games)
                for fixture in games:
                    submit([fixture])
                continue
            except (CancelledError, OSError) as error:
                raise CliError(f"the Dask scheduler at {self._address} is gone") from error
            if isinstance(played, EngineError):
                raise played
            size = next_size(len(games), seconds, _SECONDS_PER_JOB)
            submit(list(islice(fixtures, size)))
            yield played

    def close(self) -> None:
        """Drop the jobs that are not finished; one that a worker has begun it plays to the end."""
        with suppress(Exception):  # The scheduler may be gone, and with it all jobs.
            if self._pending is not None:
                self._client.cancel(list(self._pending.futures), force=True)
        with suppress(Exception):
            self._client.close()

    def _threads(self) -> int:
        """Count the threads of all workers, after waiting for the first worker to come."""
        try:
            self._client.wait_for_workers(1, timeout=_SECONDS_TO_CONNECT)
        except TimeoutError:
            raise CliError(f"the Dask scheduler at {self._address} has no workers") from None
        return sum(self._client.nthreads().values())

    def _blame(self, games: Sequence[Fixture]) -> None:
        """Raise `CliError` if it is one game that has ended every worker that played it."""
        if len(games) == 1:
            bots = ", ".join(dict.fromkeys(self._config.names(games[0].seats)))
            raise CliError(
                f"game {games[0].number} ends every Dask worker that plays it, between {bots}",
                "without --cluster, a bot that ends its process is found out",
            )
