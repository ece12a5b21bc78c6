"""What a program writes, made fit for people: of bounded length, and nothing unprintable in it."""

from collections import deque
from collections.abc import Callable

from merx_cli.output import printable

LONGEST_LINE = 65_536
"""A program's line may have so many bytes; more without a line's end are rubbish."""

_LINES_KEPT = 10
_LONGEST_SHOWN = 500


class LastWords:
    """What a program writes to its stderr: passed on line by line, and the last lines kept."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self.last: deque[str] = deque(maxlen=_LINES_KEPT)
        self._log = log
        self._rest = bytearray()

    def take(self, data: bytes) -> None:
        """Take the next bytes."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._pass_on(line)
        if len(self._rest) > LONGEST_LINE:
            self.end()

    def end(self) -> None:
        """Take what there is as a line, though its end is missing."""
        if self._rest:
            self._pass_on(self._rest)
            self._rest.clear()

    def _pass_on(self, line: bytearray) -> None:
        text = printable(line.decode(errors="backslashreplace").rstrip("\r"))
        self._log(text)
        if text.strip():
            self.last.append(shortened(text, _LONGEST_SHOWN))


def shown(data: bytes | bytearray, longest: int = _LONGEST_SHOWN) -> str:
    """Return a program's bytes as text for people, of at most about so many characters."""
    text = data[: longest + 1].decode(errors="backslashreplace").rstrip("\n")
    return shortened(printable(text), longest)


def shortened(text: str, longest: int) -> str:
    """Return the text, cut off with dots if it is longer."""
    return text if len(text) <= longest else f"{text[:longest]}..."
