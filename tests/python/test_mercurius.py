from __future__ import annotations

from typing import get_args

import pytest

import merx
from merx import mercurius
from merx.mercurius import (
    Buy,
    Discard,
    Dividend,
    EndDiscarding,
    EndFinance,
    EndLaying,
    Item,
    Lay,
    Move,
    News,
    Play,
    Sell,
)

FIRST_IDS: list[tuple[int, Move, str]] = [
    (0, Sell(Item.AMSTERDAM), "sell amsterdam"),
    (12, Buy(Item.AMSTERDAM), "buy amsterdam"),
    (24, EndFinance(), "end finance"),
    (25, Lay(Item.AMSTERDAM), "lay amsterdam"),
    (37, EndLaying(), "end laying"),
    (38, Dividend(Item.AMSTERDAM), "dividend amsterdam"),
    (44, Play(0), "play amsterdam+silk+"),
    (116, News(), "play news"),
    (117, Discard(0), "discard amsterdam+silk+"),
    (189, EndDiscarding(), "end discarding"),
]


@pytest.mark.parametrize(("action", "move", "text"), FIRST_IDS)
def test_the_action_space_is_pinned(game: merx.Game, action: int, move: Move, text: str) -> None:
    assert game.action_to_move(action) == move
    assert game.action_to_string(action) == text


def test_every_kind_of_move_is_in_the_union() -> None:
    kinds = [type(move) for _, move, _ in FIRST_IDS]
    assert list(get_args(Move)) == kinds
    assert len({kind.kind for kind in kinds}) == 10
    assert all("rules.md 3." in (kind.__doc__ or "") for kind in kinds)


def test_items_are_those_of_the_standard_edition(game: merx.Game) -> None:
    items = game.edition_tables()["items"]
    assert [item.name.lower() for item in Item] == items["shares"] + items["goods"]
    assert [game.action_to_string(item) for item in Item] == [
        f"sell {item.name.lower()}" for item in Item
    ]


def test_moves_can_be_matched(game: merx.Game) -> None:
    bought = []
    for move in game.new_initial_state().legal_moves():
        match move:
            case Buy(item):
                bought.append(item)
            case Sell() | Lay():
                pytest.fail("nobody has tokens yet")
            case _:
                pass
    assert bought == list(Item)


def test_score_lines_are_the_final_sale(game: merx.Game) -> None:
    position = game.new_initial_state().to_dict()
    seat = position["seats"][2]
    seat["tokens"]["silk"], seat["black_market"]["tea"] = 2, 3
    position["columns"]["silk"] = 19
    lines = mercurius.score_lines(position, game.edition_tables(), 2)
    points = {line.label: line.points for line in lines if line.points}
    assert points == {"cash": 70, "silk at 20": 40, "on Black Market": 45}
