from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import merx
from merx.mercurius import Buy, Item, Sell

from .helpers import raises


def test_ids_moves_and_texts_convert_into_each_other(game: merx.Game) -> None:
    moves = [game.action_to_move(action) for action in range(190)]
    assert len(set(moves)) == 190
    assert [game.move_to_action(move) for move in moves] == list(range(190))
    texts = [game.action_to_string(game.move_to_action(move)) for move in moves]
    assert [game.string_to_action(text) for text in texts] == list(range(190))


def test_moves_do_not_depend_on_edition_or_players(game: merx.Game) -> None:
    other = merx.load_game("mercurius", 3)
    for action in range(190):
        assert other.action_to_move(action) is game.action_to_move(action)


def test_moves_are_values() -> None:
    move = Buy(Item.SILK)
    assert move == Buy(item=Item.SILK)
    others: list[object] = [Sell(Item.SILK), Buy(Item.TEA), None]
    assert move not in others
    assert repr(move) == "Buy(item=<Item.SILK: 6>)"
    with pytest.raises(FrozenInstanceError):
        move.item = Item.TEA  # type: ignore[misc]


def test_a_plain_number_stands_for_an_item(game: merx.Game) -> None:
    assert game.move_to_action(Buy(6)) == game.move_to_action(Buy(Item.SILK))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        (Buy(99), "Buy(item=99)"),  # type: ignore[arg-type]
        (Buy([]), "Buy(item=[])"),  # type: ignore[arg-type]
        (18, "18"),
        ("buy silk", "'buy silk'"),
        (None, "None"),
        ({}, "{}"),
        ("a\nb", "'a\\nb'"),
        pytest.param(10**5000, "a int that cannot be shown", id="huge"),
    ],
)
def test_what_is_no_move_is_refused(game: merx.Game, move: object, shown: str) -> None:
    with raises(merx.GameError, f"{shown} is not a move of mercurius"):
        game.move_to_action(move)  # type: ignore[arg-type]
