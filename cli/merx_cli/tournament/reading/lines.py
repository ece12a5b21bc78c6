"""JSON lines, read fast, from a file whose last line may be torn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from merx_cli.errors import CliError

_LINES_AT_ONCE = 4096


class JsonLines:
    """The objects of a file, one a line.

    A run that was killed or filled the disk may have torn its last line: one that has no end or
    cannot be read is left out. Any other line that cannot be read is a `CliError`.
    """

    torn: bool
    """Whether a last line was left out; known when all is read."""

    def __init__(self, path: Path, until: bytes | None = None) -> None:
        """Read of each object only what stands before `until`, where that is given."""
        self.path = path
        self.torn = False
        self._until = until

    def batches(self) -> Iterator[list[dict[str, Any]]]:
        """Yield the objects in order, some thousands at a time."""
        first = 1
        try:
            with self.path.open("rb") as file:
                while lines := list(islice(file, _LINES_AT_ONCE)):
                    yield self._read(lines, first, at_end=not file.peek(1))
                    first += len(lines)
        except OSError as error:
            raise CliError(f"{self.path} cannot be read: {error.strerror}") from error

    def _read(self, lines: list[bytes], first: int, *, at_end: bool) -> list[dict[str, Any]]:
        try:
            # One call for many lines takes half the time of many calls.
            objects: list[dict[str, Any]] = json.loads(
                b"[" + b",".join(map(self._head, lines)) + b"]"
            )
            if len(objects) == len(lines) and all(type(o) is dict for o in objects):
                return objects
        except ValueError:
            pass
        return self._one_by_one(lines, first, at_end=at_end)

    def _one_by_one(self, lines: list[bytes], first: int, *, at_end: bool) -> list[dict[str, Any]]:
        """Read lines of which at least one is wrong."""
        objects = []
        for number, line in enumerate(lines, start=first):
            try:
                found = json.loads(self._head(line))
                if type(found) is not dict:
                    raise ValueError
            except ValueError as error:
                self.torn = at_end and number == first + len(lines) - 1
                if not self.torn:
                    raise CliError(f"{self.path}, line {number}, cannot be read") from error
            else:
                objects.append(found)
        return objects

    def _head(self, line: bytes) -> bytes:
        """Return the part of a line that is read; `ValueError` if the line is not whole."""
        if not line.endswith(b"}\n"):
            raise ValueError
        if self._until is None:
            return line
        # In a string of JSON, quotation marks are escaped; so this is the key.
        return line[: line.index(self._until)] + b"}"
