"""`config.toml`: what a tournament was asked to play."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import dataclass
from math import factorial, prod
from pathlib import Path
from typing import Any, TypeVar

from merx_cli.errors import CliError, one_line

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Config:
    """What the figures and their explanation need; the rest is in `text`."""

    text: str
    """The file as it stands."""
    table: dict[str, Any]
    game: str
    players: int
    seed: int
    bots: tuple[str, ...]
    """Canonical specs, each once; games name them by their index."""
    rotation: str
    """`cyclic` or `all`: in which orders the line-up of a block sits at the table."""
    games: int
    """How many games were asked for."""

    def games_in_block(self, seats: tuple[int, ...]) -> int:
        """Return how many games there are in a whole block, of which `seats` is one.

        They are all the different rotations, or orders, of the line-up.
        """
        if self.rotation == "all":
            return factorial(len(seats)) // prod(factorial(seats.count(bot)) for bot in set(seats))
        return len({seats[turn:] + seats[:turn] for turn in range(len(seats))})

    def command(self) -> list[str]:
        """Return the arguments that play the same tournament again, `merx` first."""
        words = ["merx", "tournament", self.game, "--players", str(self.players)]
        words += ["--seed", str(self.seed), "--games", str(self.games)]
        for key in ("edition", "format", "rotation"):
            if isinstance(self.table.get(key), str):
                words += [f"--{key}", self.table.get(f"{key}_path") or self.table[key]]
        for bot in self.bots:
            words += ["--bot", bot]
        return words

    def shell_command(self) -> str:
        """Return `command` as a person can paste it into a shell."""
        return shlex.join(self.command())


def read_config(path: Path) -> Config:
    """Read the file; what is missing or wrong is a `CliError` that names it."""
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except FileNotFoundError as error:
        raise CliError(
            f"{path.parent} is no run directory: it has no {path.name}",
            "`merx tournament GAME --out DIR` makes one",
        ) from error
    except OSError as error:
        raise CliError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:  # of TOML and of UTF-8
        raise CliError(f"{path} cannot be read: {one_line(str(error))}") from error

    def value(key: str, kind: type[_T], otherwise: _T | None = None) -> _T:
        found = table.get(key, otherwise)
        if not isinstance(found, kind):
            raise CliError(f"{path} is wrong: {key} is missing or no {kind.__name__}")
        return found

    bots = value("bots", list)
    if not bots or not all(isinstance(bot, str) for bot in bots) or len(set(bots)) < len(bots):
        raise CliError(f"{path} is wrong: bots are not a list of different specs")
    return Config(
        text=text,
        table=table,
        game=value("game", str),
        players=value("players", int),
        seed=value("seed", int),
        bots=tuple(bots),
        rotation=value("rotation", str, "cyclic"),
        games=value("games", int),
    )
