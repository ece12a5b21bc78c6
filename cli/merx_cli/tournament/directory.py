"""The directory of a run: the one truth about its games, safe against being killed at any moment.

================  ==================================================================
config.toml       what is played; written once, as a whole and last: with it there is a run
games.jsonl       finished games, in the order they finish; only ever added to
times.jsonl       how long they took, which does not repeat
lock              keeps a second process out
================  ==================================================================
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

from merx_cli.errors import CliError
from merx_cli.tournament.config import Config
from merx_cli.tournament.entries import Head, read_head

CONFIG = "config.toml"
GAMES = "games.jsonl"
TIMES = "times.jsonl"
LOCK = "lock"

_BLOCK = 65_536


class RunDirectory:
    """A run's directory, which only this process writes to until the block ends."""

    path: str
    """As it was given."""
    config: Config

    def __init__(
        self, path: str, config: Config, lock: IO[bytes], made: Sequence[Path] = ()
    ) -> None:
        """Use `create` or `resume`. Half a line at the end of a file is dropped.

        `made` are the files and folders that would not be there without this run.
        """
        self.path = path
        self.config = config
        self._lock = lock
        self._made = made
        self._games = AppendedFile(Path(path) / GAMES)
        self._times = AppendedFile(Path(path) / TIMES)

    @classmethod
    def create(cls, path: str, config: Config, *, force: bool = False) -> Self:
        """Begin a run. If that fails, nothing of it is left behind, and a `CliError` says why.

        Neither is anything left if an error ends the block before the first game is finished.
        """
        folder = Path(path)
        if not path:
            raise CliError("the name of the run's directory is empty")
        if folder.exists() and not folder.is_dir():
            raise CliError(f"{path} is no directory", "a run has a directory of its own")
        made: list[Path] = []
        with ExitStack() as undo, _told(path):
            undo.callback(_remove, made)
            if not folder.exists():
                folder.mkdir()
                made.append(folder)
            lock = undo.enter_context(_locked(folder, made))
            _make_room(folder, force=force)
            for name in (GAMES, TIMES):
                made.append(folder / name)
                made[-1].touch()
            part = folder / f"{CONFIG}.part"
            made += [part, folder / CONFIG]
            part.write_text(config.to_toml(), encoding="utf-8")
            part.replace(folder / CONFIG)
            run = cls(path, config, lock, made)
            undo.pop_all()
        return run

    @classmethod
    def resume(cls, path: str) -> Self:
        """Open the directory of a run that is to go on; raises `CliError`."""
        folder = Path(path)
        if not (folder / CONFIG).is_file():
            raise CliError(f"{path} holds no run", "`merx tournament GAME --out DIR` begins one")
        with ExitStack() as undo, _told(path):
            lock = undo.enter_context(_locked(folder, []))
            config = Config.from_toml((folder / CONFIG).read_text(encoding="utf-8"))
            for name in (GAMES, TIMES):
                (folder / name).touch()
            run = cls(path, config, lock)
            undo.pop_all()
        return run

    def heads(self) -> Iterator[Head]:
        """List the games that are finished; `CliError` if one is no entry or there twice."""
        known: set[int] = set()
        with (Path(self.path) / GAMES).open(encoding="utf-8") as file:
            for place, line in enumerate(file, start=1):
                try:
                    head = read_head(line)
                except ValueError as error:
                    what = f"{self.path}/{GAMES}, line {place}, is no finished game"
                    raise CliError(what) from error
                if head["number"] in known:
                    raise CliError(
                        f"{self.path}/{GAMES}, line {place}: game {head['number']} again"
                    )
                known.add(head["number"])
                yield head

    def add(self, entries: Sequence[str], times: Sequence[str]) -> None:
        """Add finished games, or none of them if there is no room; raises `CliError`."""
        with _told(self.path):
            self._games.add(entries)
            self._times.add(times)

    @property
    def stays(self) -> bool:
        """Whether there is a run to be resumed, whatever happens now."""
        return not self._made or self._games.size > 0

    def save(self, name: str, document: dict[str, Any]) -> str:
        """Write a JSON document beside the games, and return its path."""
        path = Path(self.path) / name
        with _told(str(path)):
            path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        self._made = ()  # There is something to keep.
        return str(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is not None and not self.stays:
            _remove(self._made)
        for file in (self._games, self._times, self._lock):
            file.close()


class AppendedFile:
    """A file of lines that only grows, by whole lines."""

    size: int
    """In bytes."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("r+b", buffering=0)
        self.size = end_of_whole_lines(self._file)
        self._file.truncate(self.size)
        self._file.seek(self.size)

    def add(self, lines: Sequence[str]) -> None:
        """Write all lines, or none of them and raise `OSError`."""
        if not lines:
            return
        rest = memoryview("\n".join([*lines, ""]).encode())
        size = self.size + len(rest)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError:
            self._file.truncate(self.size)
            self._file.seek(self.size)
            raise
        self.size = size

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def end_of_whole_lines(file: IO[bytes]) -> int:
    """Return where a file of JSON lines ends without what a sudden end has left half written."""
    start = file.seek(0, os.SEEK_END)
    tail = b""
    while start and tail.count(b"\n") < 2:
        step = min(start, _BLOCK)
        start = file.seek(start - step)
        tail = file.read(step) + tail
    end = tail.rfind(b"\n") + 1
    last = tail.rfind(b"\n", 0, max(end - 1, 0)) + 1
    try:
        json.loads(tail[last:end] or b"0")
    except ValueError:
        return start + last
    return start + end


def _make_room(folder: Path, *, force: bool) -> None:
    """Remove the run that is there, if that is wanted; else raise `CliError` if there is one."""
    old = [folder / name for name in (CONFIG, GAMES, TIMES)]
    games = folder / GAMES
    if not force and (old[0].exists() or (games.exists() and games.stat().st_size)):
        raise CliError(
            f"{folder} holds a run already",
            "--resume DIR goes on with it, --force begins anew in its place",
        )
    for file in old:  # The configuration first: without it, it is no run any more.
        file.unlink(missing_ok=True)


def _remove(made: Sequence[Path]) -> None:
    for path in reversed(made):
        with suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _locked(folder: Path, made: list[Path]) -> IO[bytes]:
    """Lock the directory as long as the file that is returned stays open in this process."""
    try:
        import fcntl
    except ImportError:
        raise CliError("run directories need a POSIX system such as Linux") from None
    path = folder / LOCK
    if not path.exists():
        made.append(path)
    file = path.open("ab", buffering=0)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        made.clear()  # It is somebody else's.
        raise CliError(f"{folder} is in use by another merx that runs") from None
    return file


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Say in our words what the system does not allow."""
    try:
        yield
    except OSError as error:
        raise CliError(f"{path} cannot be written: {error.strerror}") from error
