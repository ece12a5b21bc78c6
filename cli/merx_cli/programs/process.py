"""A running program as lines in and lines out: with deadlines, and never blocking.

One loop moves all streams, so a program that does not read, or writes without end, holds up
nobody: neither can a full pipe on one side wait for a full pipe on the other.
"""

import errno
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from merx import BotFailure
from merx_cli.interrupt import uninterrupted
from merx_cli.programs.words import LONGEST_LINE, LastWords, shown

if TYPE_CHECKING:
    from merx.errors import Verdict

_KEEPER = str(Path(__file__).with_name("keeper.py"))
_CHUNK = 65_536
_SECONDS_FOR_LAST_WORDS = 0.5
_SECONDS_TO_DIE = 6.0
"""A little more than the keeper takes at most."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a program ended."""

    code: int | None
    """Its exit code, negative for a signal; `None` if it had to be killed."""
    left: int
    """Processes that it left behind, which have been killed."""

    def __str__(self) -> str:
        """Say it in words, to follow "it ended with"."""
        if self.code is None:
            return "being killed"
        if self.code >= 0:
            return f"exit code {self.code}"
        try:
            return f"signal {-self.code} ({signal.Signals(-self.code).name})"
        except ValueError:
            return f"signal {-self.code}"


class Process:
    """A program and all that it starts; whatever happens, `kill` ends them."""

    def __init__(self, command: Sequence[str], log: Callable[[str], None]) -> None:
        """Start it. `log` takes the lines that it writes to its stderr."""
        lifeline, self._lifeline = os.pipe()
        self._status, status = os.pipe()
        try:
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", _KEEPER, str(lifeline), str(status), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(lifeline, status),
                start_new_session=True,  # Ctrl-C at the terminal is for merx to answer.
                bufsize=0,
            )
        except BaseException:
            os.close(self._lifeline)
            os.close(self._status)
            raise
        finally:
            os.close(lifeline)
            os.close(status)
        assert self._keeper.stdin and self._keeper.stdout and self._keeper.stderr
        self._stdin = self._keeper.stdin.fileno()
        self._stdout = self._keeper.stdout.fileno()
        self._stderr = self._keeper.stderr.fileno()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream, False)
        self._open = {self._stdout, self._stderr, self._status}
        self._unsent = bytearray()
        self._unread = bytearray()
        self._deaf = False
        self._words = LastWords(log)
        self._news = bytearray()
        self._pid: int | None = None
        self._cannot_run: int | None = None
        self._ending: Ending | None = None
        self.killed = False

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines of its stderr, oldest first."""
        return tuple(self._words.last)

    def tell(self, line: bytes) -> None:
        """Send a line as far as the program takes it now; the rest goes before the next line.

        Raises `BotFailure` if nobody reads it any more.
        """
        self._unsent += line
        self._pump(0)
        if self._deaf:
            raise self._gone("input")

    def ask(self, line: bytes, seconds: float, late: str) -> bytes:
        """Send a line and return the line that comes back within `seconds`, without its end.

        Raises `BotFailure`: a timeout with the text `late`, a crash if the program has ended, else
        a protocol error.
        """
        deadline = monotonic() + seconds
        self._pump(0)
        if self._unread:
            text = f"it wrote without being asked: {shown(self._unread, 100)}"
            raise self.failure(text, "protocol_error", self._unread)
        self.tell(line)
        while self._unsent or b"\n" not in self._unread:
            if len(self._unread) > LONGEST_LINE:
                break
            if self._deaf:
                raise self._gone("input")
            if self._stdout not in self._open:
                raise self._gone("output")
            if (left := deadline - monotonic()) <= 0:
                raise self.failure(late, "timeout", self._unread)
            self._pump(left)
        answer, _, rest = self._unread.partition(b"\n")
        if len(answer) > LONGEST_LINE:
            text = f"it wrote more than {LONGEST_LINE:,} bytes without a line's end"
            raise self.failure(text, "protocol_error", answer)
        if rest:
            text = f"it wrote more than one line: {shown(self._unread, 100)}"
            raise self.failure(text, "protocol_error", self._unread)
        self._unread.clear()
        return bytes(answer)

    def finish(self, farewell: bytes, seconds: float) -> Ending:
        """Send a last line, close the program's stdin, wait for its end, and kill what is left."""
        deadline = monotonic() + seconds
        self._unsent += farewell
        while self._ending is None and not self.killed and (left := deadline - monotonic()) > 0:
            if not self._unsent:
                self._close_stdin()
            self._pump(left)
            self._unread.clear()
        ending = self._ending
        self.kill()
        return ending or Ending(None, 0)

    def kill(self) -> None:
        """End the program and everything that it has started; harmless if that is done."""
        if self.killed:
            return
        with uninterrupted():  # or it would pass for killed and live on
            self.killed = True
            os.close(self._lifeline)
        deadline = monotonic() + _SECONDS_TO_DIE
        while self._status in self._open and (left := deadline - monotonic()) > 0:
            self._pump(left)
            self._unread.clear()
        if self._status in self._open:
            self._keeper.kill()
        self._keeper.wait()
        if self._keeper.returncode != 0 and self._pid is not None and self._ending is None:
            # Somebody has ended the keeper before its time. A program known to have ended is left
            # alone: its number may be another's by now.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)
        self._words.end()
        self._close_stdin()
        self._open.clear()
        for stream in (self._keeper.stdout, self._keeper.stderr):
            if stream is not None:
                stream.close()
        os.close(self._status)

    def failure(self, text: str, verdict: "Verdict", said: bytes | bytearray = b"") -> BotFailure:
        """Make the error for what went wrong with this program."""
        return BotFailure(text, verdict, said=shown(said) or None, log=self.last_words)

    def _gone(self, stream: str) -> BotFailure:
        """Say why the program's input or output is closed; an end is known a moment later."""
        deadline = monotonic() + _SECONDS_FOR_LAST_WORDS
        while (self._ending is None or self._stderr in self._open) and self._status in self._open:
            if (seconds := deadline - monotonic()) <= 0:
                break
            self._pump(seconds)
        self._words.end()
        if self._cannot_run is not None:
            return self.failure(_why_not(self._cannot_run), "crash")
        if self._ending is None:
            return self.failure(f"it closed its {stream}", "protocol_error", self._unread)
        text = f"it ended with {self._ending}"
        if self.last_words:
            text += f"; its last words: {self.last_words[-1]}"
        return self.failure(text, "crash", self._unread)

    def _pump(self, seconds: float) -> None:
        """Move what can be moved, after waiting for a chance to for at most so long."""
        poll = select.poll()
        if self._unsent:
            poll.register(self._stdin, select.POLLOUT)
        for stream in self._open:
            poll.register(stream, select.POLLIN)
        for stream, _ in poll.poll(ceil(seconds * 1000)):
            if stream == self._stdin:
                self._write()
            else:
                self._read(stream)

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._stdin, self._unsent[:_CHUNK])]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unsent.clear()
            self._deaf = True

    def _read(self, stream: int) -> None:
        try:
            data = os.read(stream, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._open.discard(stream)
        elif stream == self._stdout:
            self._unread += data
        elif stream == self._stderr:
            self._words.take(data)
        else:
            self._news += data
            while b"\n" in self._news:
                line, _, self._news = self._news.partition(b"\n")
                self._hear(line.split())

    def _hear(self, news: list[bytearray]) -> None:
        """Take a line of the keeper's."""
        what, *numbers = news
        if what == b"started":
            self._pid = int(numbers[0])
        elif what == b"failed":
            self._cannot_run = int(numbers[0])
        else:
            self._ending = Ending(*map(int, numbers))

    def _close_stdin(self) -> None:
        self._unsent.clear()
        if self._keeper.stdin is not None and not self._keeper.stdin.closed:
            self._keeper.stdin.close()


def _why_not(number: int) -> str:
    """Say why the system cannot run a file."""
    text = f"it cannot be run: {os.strerror(number)}"
    if number == errno.ENOEXEC:
        text += " (a script's first line names its interpreter, as #!/bin/sh does)"
    return text
