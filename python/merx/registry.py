"""The table of games: which module knows a game's typed moves and its score pad."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

if TYPE_CHECKING:
    from merx import celtic, mercurius, merkator
    from merx.scoring import Line

    AnyMove: TypeAlias = mercurius.Move | celtic.Move | merkator.Move

#: A new game is named here and in `AnyMove`, nowhere else.
MODULES = {
    "mercurius": "merx.mercurius",
    "celtic": "merx.celtic",
    "merkator": "merx.merkator",
}


class GameModule(Protocol):
    """What the module of a game offers to the rest of the package."""

    def make_move(self, kind: str, argument: int | None) -> AnyMove:
        """Make the move of a kind, as `Game` takes an action apart."""

    def score_lines(
        self, position: Mapping[str, Any], tables: Mapping[str, Any], player: int
    ) -> tuple[Line, ...]:
        """List a player's points, from a state dict and the edition's tables."""


def module_of(game: str) -> GameModule:
    """Import the module of the game called `game`."""
    return cast(GameModule, import_module(MODULES[game]))
