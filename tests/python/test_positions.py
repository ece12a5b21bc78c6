"""`State.to_dict` and `Game.new_state`."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import merx

from .helpers import raises, state_after, states

Dict = dict[str, Any]


@given(states)
def test_a_position_is_plain_data_and_sets_the_state_up_again(state: merx.State) -> None:
    position = state.to_dict()
    assert json.loads(json.dumps(position)) == position
    again = state.game.new_state(position)
    assert again == state
    assert again.to_dict() == position
    assert again.legal_actions() == state.legal_actions()


def test_a_position_says_who_decides(game: merx.Game) -> None:
    state = game.new_initial_state()
    position = state.to_dict()
    assert list(position)[:6] == [
        "game",
        "edition",
        "players",
        "active_player",
        "current_player",
        "phase",
    ]
    assert position["current_player"] == 0
    assert [len(seat["hand"]) for seat in position["seats"]] == [5] * 4


def test_tuples_and_numbers_of_numpy_are_plain_enough(game: merx.Game) -> None:
    state = state_after(20)
    position = state.to_dict()
    position["main_deck"] = tuple(position["main_deck"])
    position["players"] = np.int8(4)
    position["seats"][0]["cash"] = np.int64(position["seats"][0]["cash"])
    assert game.new_state(position) == state


def _set(path: str, value: Any) -> Callable[[Dict], None]:
    """Return a change of one entry; `path` is like `seats.0.cash`."""

    def change(position: Dict) -> None:
        at: Any = position
        *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        for key in parents:
            at = at[key]
        at[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (_set("game", "chess"), 'game: "chess" is not "mercurius"'),
        (_set("edition", "deluxe"), 'edition: "deluxe" is not "standard", which the game was'),
        (_set("players", 7), "players: mercurius is played with 3, 4, 5 players, not with 7"),
        (_set("players", 3), "seats: 4 seats for 3 players"),
        (_set("players", "4"), 'players: invalid type: string "4"'),
        (
            _set("current_player", 2),
            "current_player: in Mercurius the active player always",
        ),
        (_set("phase", "lunch"), 'phase: "lunch" is not one of finance, laying'),
        (_set("round", 300), "round: invalid value: integer `300`"),
        (_set("round", -1), "round: invalid value: integer `-1`"),
        (_set("round", 1), "seats[0].board[1]: after 1 turns it must hold a card"),
        (_set("last_round", 5), "last_round: it is a number if the main deck is empty"),
        (_set("columns.silk", 20), "columns.silk: 20 is not a column of 0 to 19"),
        (_set("columns.slik", 3), 'columns: "slik" does not exist, did you mean "silk"?'),
        (_set("bank.tea", 6), "bank.tea: bank and players have 6 tokens together, there are 7"),
        (_set("paid", ["silk"]), 'paid[0]: "silk" is not a chamber'),
        (_set("gone", [3]), "card 3 is in two places"),
        (_set("main_deck.3", 72), "main_deck[3]: there is no card 72"),
        (_set("trades", ["dance"]), "trades[0]: "),
        (_set("seats.2.cash", -5), "seats[2].cash: -5 is not in 0 to 1000000"),
        (_set("seats.2.cash", 1.5), "seats[2].cash: invalid type: floating point `1.5`"),
        (_set("seats.2.cash", None), "seats[2].cash: invalid type: null"),
        (_set("seats.1.special.0", "joker"), 'seats[1].special[0]: "joker" is no special card'),
        (_set("seats.3.board", []), "seats[3].board: 0 spaces, there are 3"),
        (_set("seats.3.hat", 1), "seats[3].hat: unknown field `hat`"),
        (_set("mood", 1), "mood: unknown field `mood`"),
        (lambda position: position.pop("bank"), "missing field `bank`"),
        (lambda position: position["seats"][1].pop("hand"), "seats[1]: missing field `hand`"),
    ],
)
def test_a_position_that_could_not_arise_is_refused_by_field(
    game: merx.Game, change: Callable[[Dict], object], text: str
) -> None:
    position = game.new_initial_state(9).to_dict()
    change(position)
    with raises(merx.PositionError, text):
        game.new_state(position)


class Strange:
    """No plain data."""

    def __repr__(self) -> str:
        return "strange"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Strange(), "seats[1].cash: strange is no plain data (its class is Strange)"),
        (float("nan"), "seats[1].cash: it is not finite"),
        (2**64, "seats[1].cash: 18446744073709551616 is no plain data (its class is int)"),
        (b"70", "seats[1].cash: b'70' is no plain data (its class is bytes)"),
        ({"a": {2}}, "seats[1].cash.a: {2} is no plain data (its class is set)"),
        ({7: 1}, "seats[1].cash: the key 7 is no text"),
        ([[[[[[[[[[[[[[[[70]]]]]]]]]]]]]]]], "seats[1].cash[0][0][0][0][0][0][0][0]"),
        ("\ud800", "seats[1].cash: this text is not valid Unicode"),
        (np.eye(2), "seats[1].cash: array([[1., 0.], [0., 1.]]) is no plain data"),
        ({"a\nb": {3}}, "seats[1].cash.a b: {3} is no plain data"),
    ],
)
def test_what_is_no_plain_data_is_named(game: merx.Game, value: object, text: str) -> None:
    position = game.new_initial_state().to_dict()
    position["seats"][1]["cash"] = value
    with raises(merx.PositionError, text):
        game.new_state(position)


def test_a_dict_that_holds_itself_is_refused(game: merx.Game) -> None:
    position = game.new_initial_state().to_dict()
    position["gone"] = position
    with raises(merx.PositionError, "it is nested too deep"):
        game.new_state(position)


def test_a_position_is_a_dict(game: merx.Game) -> None:
    with pytest.raises(TypeError):
        game.new_state([])  # type: ignore[arg-type]


def test_a_position_of_other_players_is_refused(game: merx.Game) -> None:
    with raises(merx.PositionError, "players: it is 3, this game has 4"):
        game.new_state(state_after(5, players=3).to_dict())


@given(states, st.data())
def test_no_change_of_a_position_breaks_more_than_the_position(
    state: merx.State, data: st.DataObject
) -> None:
    position = copy.deepcopy(state.to_dict())
    at: Any = position
    while True:
        key = data.draw(st.sampled_from(list(at) if isinstance(at, dict) else range(len(at))))
        if not isinstance(at[key], dict | list) or not at[key]:
            break
        at = at[key]
    at[key] = data.draw(
        st.none() | st.integers(-2, 300) | st.sampled_from(["silk", "news", [], {}, 1.5])
    )
    try:
        again = state.game.new_state(position)
    except merx.PositionError:
        return
    while not again.is_terminal():
        again.apply_action(again.legal_actions()[0])
