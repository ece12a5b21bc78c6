"""Writing records to a file that is either whole or not there."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from merx_cli.errors import CliError
from merx_cli.interrupt import uninterrupted


class RecordFile:
    """A file of records, one a line.

    It grows under another name beside its place and takes its own when the block ends, however
    it ends: what is finished is kept. Without a single record it is not made at all if the block
    fails. A device or a pipe is written to directly.
    """

    path: str
    """Where the records are: the path as it was given, unless that was taken meanwhile."""
    games: int
    """Records written so far."""

    def __init__(self, path: str, *, force: bool = False) -> None:
        """Open it at once, so that a wrong place is told before the first game."""
        self.path = path
        self.games = 0
        self._force = force
        self._size = 0
        if not path:
            raise CliError("the name of the file for the records is empty")
        target = Path(path)
        if target.is_dir():
            raise CliError(f"{path} is a directory", "give a file name in it")
        if target.is_file() and not force:
            raise CliError(f"{path} exists already", "--force overwrites it")
        self._direct = target.exists() and not target.is_file()
        try:
            # What a link points to is replaced, not the link.
            self._target = target if self._direct else target.resolve()
            part = f"{self._target.name}.{os.getpid()}.part"
            self._growing = target if self._direct else self._target.with_name(part)
            self._file = self._growing.open("wb", buffering=0)
        except OSError as error:
            raise self._cannot_write(error) from error
        except RuntimeError as error:  # Python before 3.13
            raise CliError(f"{path} cannot be written: its links form a loop") from error

    def write(self, line: str) -> None:
        """Add a record as a whole, or not at all if there is no room."""
        record = f"{line}\n".encode()
        rest = memoryview(record)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            if not self._direct:
                self._file.seek(self._size)
                self._file.truncate()
            raise self._cannot_write(error) from error
        self._size += len(record)
        self.games += 1

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
            if self._direct:
                return
            if kind is None or self.games:
                self._take_place()
            else:
                self._growing.unlink()

    def _take_place(self) -> None:
        try:
            # Whoever makes the file first has it; to look and then replace would leave a gap.
            if not self._force:
                self._target.touch(exist_ok=False)
            self._growing.replace(self._target)
        except OSError as error:
            given, self.path = self.path, str(self._growing)
            why = f"cannot be written: {error.strerror}"
            if isinstance(error, FileExistsError):
                why = "has been made by another program meanwhile"
            raise CliError(f"{given} {why}", f"the records are in {self.path}") from error

    def _cannot_write(self, error: OSError) -> CliError:
        return CliError(f"{self.path} cannot be written: {error.strerror}")
