"""`config.toml`: what a tournament was asked to play."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import dataclass
from math import factorial, prod
from pathlib import Path
from typing import Any, TypeVar

from merx_cli.errors import CliError, one_line
from merx_cli.limits import GAME_TIME, MOVE_TIME, START_TIME

_T = TypeVar("_T")

_USUAL_POLICY = "forfeit"


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
    """Canonical specs, each once; games name them by their indices."""
    given: tuple[int, ...]
    """The bots in the order they were given, as indices into `bots`; one may be given twice."""
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
        """Return the arguments that play the same tournament again, `merx` first.

        What is as it would be without an option is left out, but for what names the games.
        """
        words = ["merx", "tournament", self.game, "--players", str(self.players)]
        words += ["--seed", str(self.seed), "--games", str(self.games)]
        if edition := self.table.get("edition_path", self.table.get("edition")):
            words += ["--edition", str(edition)]
        for option in ("format", "rotation"):
            if option in self.table:
                words += [f"--{option}", str(self.table[option])]
        for bot in self.given:
            words += ["--bot", self.bots[bot]]
        for verdict, policy in self._pairs("policies"):
            if policy != _USUAL_POLICY:
                words += ["--on-failure", f"{verdict}={policy}"]
        usual = {"move_time": MOVE_TIME, "game_time": GAME_TIME, "start_time": START_TIME}
        for limit, value in self._pairs("limits"):
            if usual.get(limit) != value:
                words += [f"--{limit.replace('_', '-')}", str(value)]
        until = dict(self._pairs("until"))
        if until:
            words += ["--until", f"{until.pop('stronger')}>{until.pop('weaker')}"]
            words += [word for key, value in until.items() for word in (f"--{key}", str(value))]
        return words

    def _pairs(self, table: str) -> list[tuple[str, Any]]:
        found = self.table.get(table, {})
        return list(found.items()) if isinstance(found, dict) else []

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
        if type(found) is not kind:
            raise CliError(f"{path} is wrong: {key} is missing or no {kind.__name__}")
        return found

    bots = value("bots", list)
    if not bots or not all(isinstance(bot, str) for bot in bots) or len(set(bots)) < len(bots):
        raise CliError(f"{path} is wrong: bots are not a list of different specs")
    if not (value("players", int) >= 1 and value("seed", int) >= 0 and value("games", int) >= 0):
        raise CliError(f"{path} is wrong: players, seed or games is too low")
    if value("rotation", str, "cyclic") not in {"cyclic", "all"}:
        raise CliError(f"{path} is wrong: rotation is neither cyclic nor all")
    given = value("given", list, list(range(len(bots))))
    if not all(isinstance(bot, int) and 0 <= bot < len(bots) for bot in given):
        raise CliError(f"{path} is wrong: given does not list bots")
    return Config(
        text=text,
        table=table,
        game=value("game", str),
        players=value("players", int),
        seed=value("seed", int),
        bots=tuple(bots),
        given=tuple(given),
        rotation=value("rotation", str, "cyclic"),
        games=value("games", int),
    )
