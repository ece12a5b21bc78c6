"""A run directory as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from merx_cli.errors import CliError
from merx_cli.output import counted
from merx_cli.tournament.reading.config import Config, read_config
from merx_cli.tournament.reading.games import Games, read_games
from merx_cli.tournament.reading.times import Times, read_times

_OWN = ("config.toml", "games.jsonl", "times.jsonl", "lock", "engine-error-*")
"""What a run consists of, in its directory; all else there is made from it."""


def spare(directory: str, target: str) -> None:
    """Refuse, with a `CliError`, to write over the run that is read."""
    file = Path(target).resolve()
    if file.parent == Path(directory).resolve() and any(map(file.match, _OWN)):
        raise CliError(f"{target} is a part of the run", "give another file")


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What was asked for, the finished games, and their times."""

    directory: str
    """As it was given."""
    config: Config
    games: Games
    times: Times
    """Of `games`, in the same order."""

    def not_counted(self) -> str | None:
        """Say what the figures leave out, and why; `None` if that is nothing."""
        parts = []
        if void := int(self.games.void.sum()):
            parts.append(f"{counted(void, 'game')} in void blocks")
        if incomplete := int(self.games.incomplete.sum()):
            parts.append(f"{counted(incomplete, 'game')} in incomplete blocks")
        if self.games.torn:
            parts.append("a torn last line")
        return " and ".join(parts) or None


def read_run(directory: str) -> Run:
    """Read a run directory. A run that still goes on can be read as well.

    What is no run directory, or cannot be read, is a `CliError`.
    """
    path = Path(directory)
    if not path.is_dir():
        raise CliError(f"{directory} is no directory", "`merx tournament GAME --out DIR` makes one")
    config = read_config(path / "config.toml")
    games = read_games(path / "games.jsonl", config)
    times = read_times(path / "times.jsonl", games.number, config.players)
    return Run(directory, config, games, times)
