"""Actions in typed form. `Game`, `State` and `Observation` call these functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from merx._native import Game, Observation, State
from merx.errors import GameError
from merx.registry import module_of
from merx.texts import one_line

if TYPE_CHECKING:
    from merx.registry import AnyMove


class _Table:
    """The moves of a game by id, and their ids. No edition changes them."""

    def __init__(self, game: Game) -> None:
        make_move = module_of(game.name).make_move
        ids = range(game.num_distinct_actions())
        self.moves = tuple(make_move(*game._action_to_parts(action)) for action in ids)
        self.ids = {move: action for action, move in enumerate(self.moves)}


_tables: dict[str, _Table] = {}


def _table(game: Game) -> _Table:
    table = _tables.get(game.name)
    if table is None:
        table = _tables[game.name] = _Table(game)
    return table


def from_action(game: Game, action: int) -> AnyMove:
    """Return the move with the id `action`, which the game has."""
    return _table(game).moves[action]


def to_action(game: Game, move: object) -> int:
    """Return the id of `move`; raise `GameError` if it is not a move of `game`."""
    try:
        return _table(game).ids[move]  # type: ignore[index]
    except (KeyError, TypeError):
        raise GameError(f"{one_line(repr, move)} is not a move of {game.name}") from None


def legal_moves(position: State | Observation) -> list[AnyMove]:
    """Return the legal actions as moves, in the order of their ids."""
    moves = _table(position.game).moves
    return [moves[action] for action in position.legal_actions()]
