"""What there is: games, editions, built-in bots."""

from __future__ import annotations

import os
from dataclasses import dataclass

from merx import _native
from merx.errors import EditionError


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """What an edition says of itself."""

    name: str
    #: 16 hex digits over its contents.
    hash: str
    #: The numbers of players it is for, ascending.
    players: tuple[int, ...]
    #: The tables whose values nobody we could read gives.
    reconstructed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game and the editions of it that are compiled in, the default first."""

    name: str
    rules_version: int
    editions: tuple[EditionInfo, ...]


@dataclass(frozen=True, slots=True)
class ParameterInfo:
    """A parameter of a bot, as `name=value` in its spec."""

    name: str
    default: str
    #: What it can be, in words.
    values: str
    help: str


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A kind of built-in bot."""

    name: str
    help: str
    #: Whether `merx.analyse` takes it.
    searches: bool
    parameters: tuple[ParameterInfo, ...]


def games() -> list[GameInfo]:
    """List the games."""
    return [
        GameInfo(name, version, tuple(_edition(*row) for row in editions))
        for name, version, editions in _native._describe_games()
    ]


def bots() -> list[BotInfo]:
    """List the kinds of built-in bots."""
    return [
        BotInfo(name, text, searches, tuple(ParameterInfo(*row) for row in parameters))
        for name, text, searches, parameters in _native._bot_kinds()
    ]


def check_edition(path: str | os.PathLike[str], game: str | None = None) -> EditionInfo:
    """Read and check the edition in the file `path`.

    `game` defaults to what the file says in `[edition]`. Raises `EditionError` with the first
    fault, `GameError` if `game` is given and unknown.
    """
    if game is not None:
        return _edition(*_native._describe_edition(game, path))
    file = os.fspath(path)
    if not file.endswith(".toml"):
        raise EditionError(f"{file}: the name of an edition's file ends in .toml")
    known = [info.name for info in games()]
    for name in known:
        try:
            return _edition(*_native._describe_edition(name, file))
        except EditionError as error:
            # Only the engine reads TOML; it says when the file is sound and of another game.
            if not str(error).endswith(f'not of "{name}"'):
                raise
            other = str(error).removesuffix(f', not of "{name}"')
    raise EditionError(f"{other}, which is not one of {', '.join(known)}")


def _edition(name: str, contents: str, players: list[int], reconstructed: list[str]) -> EditionInfo:
    return EditionInfo(name, contents, tuple(players), tuple(reconstructed))
