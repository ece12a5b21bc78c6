"""A program that has said hello and plays one game after the other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import merx
from merx_cli.errors import from_engine
from merx_cli.limits import Limits
from merx_cli.moves import read_action
from merx_cli.output import say
from merx_cli.programs import protocol
from merx_cli.programs.process import Ending, Process
from merx_cli.programs.protocol import NoMessage
from merx_cli.programs.words import shown

SECONDS_TO_QUIT = 1.0
"""So long a program has to end after `quit` before it is killed."""

_Read = TypeVar("_Read")


class Program:
    """A running program. When it fails, it is killed before the error is raised."""

    asked: bytes
    """The last message that was sent to it."""

    def __init__(
        self, spec: str, command: Sequence[str], limits: Limits, *, show_log: bool
    ) -> None:
        """Start it, and wait for its hello; raises `BotFailure`."""
        self.spec = spec
        self._limits = limits
        self._seconds_left = limits.game
        self._prefix = spec
        self._show_log = show_log
        self._process = Process(command, self._log)
        with self._killed_if_it_fails():
            self.asked = protocol.encode(protocol.hello())
            line = self._process.ask(self.asked, limits.start, _late(limits.start))
            self.hello = self._understand(protocol.read_hello, line)

    @property
    def killed(self) -> bool:
        """Whether it has failed, or was ended for another reason."""
        return self._process.killed

    def new_game(self, game: merx.Game, seat: int, seed: int) -> None:
        """Tell it that a game begins, and fill its time bank; `seed` is its own."""
        self._seconds_left = self._limits.game
        self._prefix = f"P{seat} {self.spec}"
        self.tell(protocol.new_game(game, seat, seed, self._limits))

    def choose(self, observation: merx.Observation) -> int:
        """Return its choice, which is legal; raises `BotFailure`."""
        limits, left = self._limits, self._seconds_left
        question = protocol.choose(observation, limits.move, left, text=self.hello.text)
        self.asked = protocol.encode(question)
        with self._killed_if_it_fails():
            start = monotonic()
            if limits.move <= left:
                line = self._process.ask(self.asked, limits.move, _late(limits.move))
            else:
                late = f"its {limits.game:g} s for the game are used up"
                line = self._process.ask(self.asked, left, late)
            self._seconds_left = max(0.0, left - (monotonic() - start))
            return self._legal(self._understand(protocol.read_answer, line), line, observation)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message that wants no answer; raises `BotFailure` if nobody reads it."""
        self.asked = protocol.encode(message)
        with self._killed_if_it_fails():
            self._process.tell(self.asked)

    def quit(self) -> Ending:
        """Let it end by itself, or kill it."""
        self.asked = protocol.encode(protocol.quit())
        return self._process.finish(self.asked, SECONDS_TO_QUIT)

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        self._process.kill()

    def _understand(self, read: Callable[[bytes], _Read], line: bytes) -> _Read:
        try:
            return read(line)
        except NoMessage as error:
            text = f"{error}: {shown(line, 100)}"
            raise self._process.failure(text, "protocol_error", line) from None

    def _legal(self, action: str, line: bytes, observation: merx.Observation) -> int:
        try:
            return read_action(action, observation)
        except merx.MerxError as error:
            reason = from_engine(error)
            text = f"{reason.message}; {reason.hint}" if reason.hint else reason.message
            raise self._process.failure(text, "illegal_action", line) from None

    @contextmanager
    def _killed_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.kill()
            raise

    def _log(self, line: str) -> None:
        if self._show_log:
            say(f"{self._prefix}: {line}")


def _late(seconds: float) -> str:
    return f"no answer within {seconds:g} s"
