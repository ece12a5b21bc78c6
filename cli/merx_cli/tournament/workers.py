"""Bots in Python and programs play in worker processes, which they can take down with them."""

import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from time import monotonic
from typing import Any

import merx
from merx_cli.errors import CliError
from merx_cli.tournament import worker
from merx_cli.tournament.blackbox import Blackbox
from merx_cli.tournament.config import Config
from merx_cli.tournament.entries import Failed
from merx_cli.tournament.places import Batch
from merx_cli.tournament.referee import EngineError, Outcome, broken_off
from merx_cli.tournament.schedule import Fixture

_SECONDS_BETWEEN_LOOKS = 0.5
_SECONDS_TO_END = 8.0
"""More than a program takes to be ended."""

_spawn = get_context("spawn")


class Worker:
    """A worker process, as its run sees it."""

    def __init__(self, config: Config, game: merx.Game, *, show_log: bool) -> None:
        """Start it; the bots are ready once `ready` has returned."""
        cells: Any = _spawn.RawArray("i", Blackbox.size(game.max_game_length()))
        self.box = Blackbox(cells)
        self.fixture: Fixture | None = None
        self.pipe, theirs = _spawn.Pipe()
        self._process = _spawn.Process(
            target=worker.main, args=(theirs, cells, config, show_log), daemon=False
        )
        # Until it has handlers of its own, Ctrl-C at the terminal is not for the worker.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
            theirs.close()

    def ready(self) -> None:
        """Wait until its bots are checked; `CliError` if one is not fit to play."""
        with suppress(EOFError):
            while not self.pipe.poll(_SECONDS_BETWEEN_LOOKS) and self._process.is_alive():
                pass
            if self.pipe.poll() and self._received() == worker.READY:
                return
        raise CliError(f"a worker process ended before the first game: {self.ending()}")

    def play(self, fixture: Fixture | None) -> None:
        """Give it a game to play, if there is one."""
        self.fixture = fixture
        if fixture is None:
            return
        with suppress(BrokenPipeError):  # Its end is noticed by `outcome`.
            self.pipe.send(fixture)

    def outcome(self) -> Outcome | None:
        """Return the game it has finished, or `None` if it has ended; once `pipe` is readable."""
        try:
            outcome = self._received()
        except (EOFError, ConnectionResetError):
            return None
        assert isinstance(outcome, Outcome)
        return outcome

    def ended(self) -> bool:
        """Whether it has ended and left nothing to read.

        A process that a bot has forked may hold the pipe open, so its end alone says too little.
        """
        return not self._process.is_alive() and not self.pipe.poll()

    def ending(self) -> str:
        """Say how it ended, to follow a colon."""
        self._process.join(_SECONDS_TO_END)
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"signal {-code} ({signal.Signals(-code).name})"
        return f"exit code {code}"

    def dismiss(self) -> None:
        """Ask it to end, at once if it plays."""
        if self.fixture is None:
            with suppress(OSError):
                self.pipe.send(None)
        elif self._process.is_alive():
            self._process.terminate()

    def close(self, seconds: float) -> None:
        """Wait for its end for so long, then force it."""
        self._process.join(seconds)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()
        self.pipe.close()

    def _received(self) -> object:
        received = self.pipe.recv()
        if isinstance(received, Exception):
            raise received
        return received


class Workers:
    """A number of workers. One that ends with a game is replaced, and the game played again."""

    def __init__(self, config: Config, game: merx.Game, count: int, *, show_log: bool) -> None:
        """Start them. Raises `CliError` if a bot is not fit to play."""
        self._config = config
        self._game = game
        self._show_log = show_log
        self._workers: list[Worker] = []
        self._again: set[int] = set()
        """Games that have ended a worker once."""
        try:
            for _ in range(count):
                self._workers.append(self._start())
            for each in self._workers:
                each.ready()
        except BaseException:
            self.close()
            raise

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Batch]:
        """Play the games, each where there is a worker without one."""
        fixtures = iter(fixtures)
        for each in self._workers:
            each.play(next(fixtures, None))
        while busy := {each.pipe: each for each in self._workers if each.fixture is not None}:
            ready: list[Any] = wait(list(busy), _SECONDS_BETWEEN_LOOKS)
            for pipe in ready or [pipe for pipe, each in busy.items() if each.ended()]:
                each = busy[pipe]
                assert each.fixture is not None
                outcome = each.outcome() if ready else None
                if outcome is None:
                    outcome, each = self._replaced(each, each.fixture)
                if outcome is not None:
                    each.play(next(fixtures, None))
                    yield [outcome]

    def close(self) -> None:
        """End all workers, those that play at once."""
        for each in self._workers:
            each.dismiss()
        give_up = monotonic() + _SECONDS_TO_END
        for each in self._workers:
            each.close(max(0.0, give_up - monotonic()))
        self._workers.clear()

    def _start(self) -> Worker:
        return Worker(self._config, self._game, show_log=self._show_log)

    def _replaced(self, ended: Worker, fixture: Fixture) -> tuple[Outcome | None, Worker]:
        """Start another worker in the place of one, and let it play the game once more.

        If that has been tried, the game is over and counts as a crash of the bot whose turn it was.
        """
        ending = ended.ending()
        ended.close(0)
        new = self._start()
        self._workers[self._workers.index(ended)] = new
        new.ready()
        if fixture.number not in self._again:
            self._again.add(fixture.number)
            new.play(fixture)
            return None, new
        if ended.box.player is None:
            what = f"a worker process ended while no bot was asked: {ending}"
            raise EngineError(what, fixture, ended.box.actions)
        said = f"its process ended: {ending}"
        failed = Failed("crash", ended.box.player, ended.box.decision, said)
        entry = broken_off(self._config, self._game, fixture, failed, ended.box.actions)
        return Outcome(entry), new
