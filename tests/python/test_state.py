from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import merx

from .helpers import advance, finished, raises, state_after, states


def by_pickle(state: merx.State) -> merx.State:
    again = pickle.loads(pickle.dumps(state))
    assert isinstance(again, merx.State)
    return again


def by_bytes(state: merx.State) -> merx.State:
    return merx.deserialize_state(state.serialize())


COPIES: list[Callable[[merx.State], merx.State]] = [
    merx.State.clone,
    copy.copy,
    copy.deepcopy,
    by_pickle,
    by_bytes,
]


def test_a_game_is_played_by_ids(game: merx.Game) -> None:
    state = game.new_initial_state(seed=7)
    played = []
    while not state.is_terminal():
        assert state.current_player() in range(4)
        assert state.active_player() == state.current_player()
        played.append(state.legal_actions()[0])
        state.apply_action(played[-1])
    assert state.current_player() == state.active_player() == merx.TERMINAL
    assert state.legal_actions() == []
    assert state.legal_moves() == []
    assert state.history() == played
    assert state.num_players() == 4
    assert state.game is game


@given(states)
def test_legal_actions_are_ascending_ids(state: merx.State) -> None:
    legal = state.legal_actions()
    assert all(type(action) is int for action in legal)
    assert legal == sorted(set(legal))
    assert bool(legal) is not state.is_terminal()


@given(states)
def test_the_mask_says_what_is_legal(state: merx.State) -> None:
    mask = state.legal_actions_mask()
    assert mask.shape == (190,)
    assert mask.dtype == np.bool_
    assert np.flatnonzero(mask).tolist() == state.legal_actions()


@given(states, st.integers(0, 189))
def test_exactly_the_legal_actions_can_be_applied(state: merx.State, action: int) -> None:
    before = state.clone()
    if action in state.legal_actions():
        state.apply_action(action)
        assert state.history() == [*before.history(), action]
    else:
        with raises(merx.IllegalAction, f'"{state.action_to_string(action)}" is not legal: '):
            state.apply_action(action)
        assert state == before
        assert state.history() == before.history()


def test_an_illegal_action_names_the_rule(game: merx.Game) -> None:
    state = game.new_initial_state()
    text = '"sell hoorn" is not legal: the player holds no hoorn (rules.md 3.1.1)'
    with raises(merx.IllegalAction, text):
        state.apply_action(1)
    with raises(merx.IllegalAction, "is not legal: the game is over"):
        finished().apply_action(1)


@pytest.mark.parametrize("action", [-1, 190, 2**16, -(2**70)])
def test_an_id_that_no_action_has_is_illegal(game: merx.Game, action: int) -> None:
    state = game.new_initial_state()
    text = f'"{action}" is not legal: action ids of mercurius are 0 to 189'
    with raises(merx.IllegalAction, text):
        state.apply_action(action)


@pytest.mark.parametrize("action", [None, 1.0, "buy silk", [12], np.float64(12)])
def test_an_action_is_a_whole_number(game: merx.Game, action: Any) -> None:
    with raises(TypeError, "an action must be a whole number, not "):
        game.new_initial_state().apply_action(action)


def test_reading_an_action_may_use_the_state(game: merx.Game) -> None:
    state = game.new_initial_state()

    class Index:
        def __index__(self) -> int:
            assert state.perft(1) == len(state.legal_actions())
            state.apply_action(12)
            return 18

    state.apply_action(Index())
    assert state.history() == [12, 18]


def test_numbers_of_numpy_are_actions(game: merx.Game) -> None:
    state = game.new_initial_state()
    state.apply_action(np.int64(12))
    assert state.history() == [12]
    assert state.action_to_string(np.uint8(12)) == "buy amsterdam"


@given(states)
def test_moves_are_the_legal_actions_in_typed_form(state: merx.State) -> None:
    moves = state.legal_moves()
    assert [state.game.move_to_action(move) for move in moves] == state.legal_actions()
    for move, action in zip(moves, state.legal_actions(), strict=True):
        by_move, by_id = state.clone(), state.clone()
        by_move.apply(move)
        by_id.apply_action(action)
        assert by_move == by_id
        assert by_move.history() == by_id.history()


def test_a_move_that_is_not_legal_is_refused(game: merx.Game) -> None:
    state = game.new_initial_state()
    with raises(merx.IllegalAction, '"sell silk" is not legal'):
        state.apply(merx.mercurius.Sell(merx.mercurius.Item.SILK))
    with raises(merx.GameError, "'buy silk' is not a move of mercurius"):
        state.apply("buy silk")  # type: ignore[arg-type]
    assert state == game.new_initial_state()


def test_texts_are_those_of_the_game(game: merx.Game) -> None:
    state = game.new_initial_state()
    assert state.action_to_string(18) == game.action_to_string(18) == "buy silk"
    assert state.string_to_action("buy silk") == 18
    with raises(merx.GameError, "there is no action 190"):
        state.action_to_string(190)
    with raises(merx.GameError, "is not an action"):
        state.string_to_action("castle")


@given(states)
def test_scores_ranks_and_returns_belong_together(state: merx.State) -> None:
    scores, ranks, returns = state.scores(), state.ranks(), state.returns()
    assert len(scores) == len(ranks) == len(returns) == state.num_players()
    assert ranks == [1 + sum(other > mine for other in scores) for mine in scores]
    assert sum(returns) == pytest.approx(0)
    assert all(-1 <= value <= 1 for value in returns)
    assert {type(value) for value in (*scores, *ranks)} == {int}


@pytest.mark.parametrize("again", COPIES)
def test_a_copy_is_equal_and_lives_on_its_own(again: Callable[[merx.State], merx.State]) -> None:
    for state in (state_after(0), state_after(60, seed=3, players=5), finished()):
        other = again(state)
        assert other == state
        assert hash(other) == hash(state)
        assert other.state_hash() == state.state_hash()
        assert other.history() == state.history()
        assert other.game == state.game
        assert other.to_dict() == state.to_dict()
        advance(other, 1)
        assert state.is_terminal() or other != state


def test_states_are_equal_if_the_positions_are(game: merx.Game) -> None:
    state = state_after(30)
    rebuilt = game.new_state(state.to_dict())
    assert rebuilt == state
    assert hash(rebuilt) == hash(state)
    assert rebuilt.history() == []
    assert len({rebuilt, state, state.clone()}) == 1
    for other in (state_after(31), state_after(30, players=3), game, None, 0):
        assert state != other


@given(states)
def test_bytes_and_pickles_bring_a_state_back(state: merx.State) -> None:
    for other in (by_bytes(state), by_pickle(state)):
        assert other == state
        assert other.history() == state.history()


def test_bytes_bring_an_edition_to_a_process_that_never_loaded_it(
    my_box: Path, python: Callable[..., str]
) -> None:
    state = merx.load_game("mercurius", 3, my_box).new_initial_state(4)
    advance(state, 40)
    code = (
        "import merx, sys; state = merx.deserialize_state(bytes.fromhex(sys.argv[1]))\n"
        "print(state.game.edition, state.state_hash(), state.history())\n"
    )
    printed = python(code, state.serialize().hex())
    assert printed == f"my-box {state.state_hash()} {state.history()}\n"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"merx-state/1", b"merx-state/9", 'format is "merx-state/9", this version reads'),
        (b'"game":"mercurius"', b'"game":"chess"', 'there is no game "chess"'),
        (b'"rules":1', b'"rules":99', "it follows rules version 99"),
        (b'"edition_hash":"', b'"edition_hash":"0', "its edition has hash 0"),
        (b'"edition":"standard"', b'"edition":"x.toml"', 'there is no edition "x.toml"'),
        (b'"players":4', b'"players":7', "mercurius is played with 3, 4, 5 players"),
        (b'"cash":70', b'"cash":-1', "seats[0].cash: -1 is not in 0 to 1000000"),
        (b'"history":["', b'"history":["jump', "is not an action: an action begins with"),
        (b'"history":[', b'"story":[', "unknown field `story`"),
        (b"}", b"", "this is not a saved state: EOF while parsing"),
    ],
)
def test_bytes_that_hold_no_state_are_explained(old: bytes, new: bytes, reason: str) -> None:
    state = state_after(0)
    state.apply_action(state.string_to_action("end finance"))
    data = state.serialize()
    assert old in data
    with raises(merx.PositionError, reason):
        merx.deserialize_state(data.replace(old, new, 1))


@given(st.data())
def test_bytes_that_are_cut_off_are_no_state(data: st.DataObject) -> None:
    whole = state_after(10).serialize()
    length = data.draw(st.integers(0, len(whole) - 1))
    with raises(merx.PositionError, "this is not a saved state: "):
        merx.deserialize_state(whole[:length])


@given(st.binary(max_size=200))
def test_any_bytes_are_a_state_or_an_error(data: bytes) -> None:
    with raises(merx.PositionError, "this is not a saved state: "):
        merx.deserialize_state(data)


def test_a_player_must_exist() -> None:
    state = state_after(5)
    for player in (-1, 4, 2**64):
        with raises(merx.GameError, f"player is {player}, it must be 0 to 3"):
            state.observation(player)
        with raises(merx.GameError, f"player is {player}, it must be 0 to 3"):
            state.evaluate(player)
    with raises(TypeError, "player must be a whole number, not NoneType"):
        state.observation(None)  # type: ignore[arg-type]


@given(states, st.integers(0, 2**64 - 1))
def test_evaluation_knows_only_what_the_player_may_know(state: merx.State, seed: int) -> None:
    for player in range(state.num_players()):
        sampled = state.observation(player).sample_state(seed)
        assert sampled.evaluate(player) == state.evaluate(player)


def test_perft_counts_sequences_of_decisions() -> None:
    state = state_after(50)
    legal = state.legal_actions()
    assert state.perft(0) == 1
    assert state.perft(1) == len(legal)
    following = []
    for action in legal:
        after = state.clone()
        after.apply_action(action)
        following.append(len(after.legal_actions()))
    texts = [state.action_to_string(action) for action in legal]
    assert state.perft_divide(2) == dict(zip(texts, following, strict=True))
    assert state.perft(2) == sum(following)
    assert state.perft(3) == sum(state.perft_divide(3).values())
    assert state.perft_divide(1) == dict.fromkeys(texts, 1)


def test_perft_of_an_ended_game_is_nothing() -> None:
    assert finished().perft(0) == 1
    assert finished().perft(4_294_967_295) == 0
    assert finished().perft_divide(3) == {}


@pytest.mark.parametrize("depth", [-1, 2**32, 2**64])
def test_a_depth_is_in_range(depth: int) -> None:
    with raises(merx.GameError, f"depth is {depth}, it must be 0 to 4294967295"):
        state_after(0).perft(depth)
    with raises(merx.GameError, f"depth is {depth}, it must be 1 to 4294967295"):
        state_after(0).perft_divide(depth)


def test_a_state_can_be_read_by_people() -> None:
    state = state_after(0)
    state.apply_action(12)
    digits = state.state_hash()
    assert len(digits) == 16
    expected = f"<merx.State mercurius, 1 actions, player 0 decides, hash {digits}>"
    assert repr(state) == expected
    assert "amsterdam" in str(state)
    assert str(state).count("\n") > 12
    assert "the game is over" in repr(finished())
