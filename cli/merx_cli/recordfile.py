"""Writing records to a file that is either whole or not there."""

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from merx_cli.errors import CliError
from merx_cli.interrupt import uninterrupted


class RecordFile:
    """A file of records, one a line.

    It grows under another name beside its place and takes its own when the block ends, however
    it ends: what is finished is kept. Without a single record it is not made at all if the block
    fails. A device or a pipe is written to directly.
    """

    path: str
    """The path as it was given."""
    games: int
    """Records written so far."""

    def __init__(self, path: str, *, force: bool = False) -> None:
        """Open it at once, so that a wrong place is told before the first game."""
        self.path = path
        self.games = 0
        target = Path(path)
        if target.is_dir():
            raise CliError(f"{path} is a directory", "give a file name in it")
        if target.is_file() and not force:
            raise CliError(f"{path} exists already", "--force overwrites it")
        direct = target.exists() and not target.is_file()
        # What a link points to is replaced, not the link.
        self._target = target if direct else target.resolve()
        part = f"{self._target.name}.{os.getpid()}.part"
        self._growing = target if direct else self._target.with_name(part)
        try:
            self._file: BinaryIO = self._growing.open("wb")
        except OSError as error:
            raise self._cannot_write(error) from error

    def write(self, lines: Sequence[str]) -> None:
        """Add records, as a whole even if a signal arrives."""
        try:
            self._file.write("".join(f"{line}\n" for line in lines).encode())
            self._file.flush()
        except OSError as error:
            raise self._cannot_write(error) from error
        self.games += len(lines)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with uninterrupted():
            self._file.close()
            if self._growing == self._target:
                return
            if kind is None or self.games:
                self._growing.replace(self._target)
            else:
                self._growing.unlink()

    def _cannot_write(self, error: OSError) -> CliError:
        return CliError(f"{self.path} cannot be written: {error.strerror}")
