from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import merx

from .helpers import finished, raises, state_after, states

seeds = st.integers(0, 2**64 - 1)


def test_an_observation_says_whose_view_it_is(game: merx.Game) -> None:
    state = game.new_initial_state()
    observation = state.observation(2)
    assert observation.game is game
    assert observation.observer == 2
    assert observation.num_players() == 4
    assert observation.current_player() == observation.active_player() == 0
    assert not observation.is_terminal()
    assert repr(observation) == "<merx.Observation mercurius, of player 2>"


def test_after_the_end_nobody_decides() -> None:
    observation = finished().observation(0)
    assert observation.is_terminal()
    assert observation.current_player() == observation.active_player() == merx.TERMINAL
    assert observation.legal_actions() == []


@given(states)
def test_the_player_to_decide_sees_what_is_legal_and_the_others_nothing(state: merx.State) -> None:
    for player in range(state.num_players()):
        observation = state.observation(player)
        decides = player == state.current_player()
        legal = state.legal_actions() if decides else []
        assert observation.legal_actions() == legal
        assert observation.legal_moves() == (state.legal_moves() if decides else [])
        assert np.flatnonzero(observation.legal_actions_mask()).tolist() == legal


@given(states)
def test_what_is_hidden_is_a_number(state: merx.State) -> None:
    truth = state.to_dict()
    for observer in range(state.num_players()):
        seen = state.observation(observer).to_dict()
        expected: dict[str, Any] = {**truth, "observer": observer}
        for deck in ("main_deck", "backup_deck"):
            expected[deck] = len(truth[deck])
        expected["seats"] = [
            seat
            if player == observer
            else {**seat, "hand": len(seat["hand"]), "discarded": len(seat["discarded"])}
            for player, seat in enumerate(truth["seats"])
        ]
        assert seen == expected


@given(states, seeds)
def test_a_sampled_state_looks_the_same_to_the_observer(state: merx.State, seed: int) -> None:
    for player in range(state.num_players()):
        seen = state.observation(player)
        sampled = seen.sample_state(seed)
        assert sampled.history() == []
        assert sampled == seen.sample_state(seed)
        again = sampled.observation(player)
        assert again == seen
        assert hash(again) == hash(seen)
        assert again.text() == seen.text()
        assert again.to_dict() == seen.to_dict()
        assert np.array_equal(again.tensor(), seen.tensor())
        assert again.legal_actions() == seen.legal_actions()


def test_samples_differ() -> None:
    observation = state_after(10).observation(1)
    assert len({observation.sample_state(seed) for seed in range(20)}) == 20
    with raises(merx.GameError, "seed is -1, it must be 0 to 18446744073709551615"):
        observation.sample_state(-1)


@given(states)
def test_a_tensor_has_the_size_of_the_game(state: merx.State) -> None:
    tensor = state.observation(0).tensor()
    assert tensor.shape == (state.game.observation_tensor_size(),)
    assert tensor.dtype == np.float32
    assert np.isfinite(tensor).all()


def test_every_tensor_is_the_callers_own() -> None:
    observation = state_after(10).observation(1)
    tensor = observation.tensor()
    assert tensor.flags.writeable
    assert tensor.flags.c_contiguous
    tensor[:] = -1
    assert (observation.tensor() != -1).any()
    mask = observation.legal_actions_mask()
    assert mask.flags.writeable


@given(states)
def test_a_tensor_shows_the_observers_seat_first(state: merx.State) -> None:
    sizes = [merx.load_game("mercurius", n).observation_tensor_size() for n in (3, 4, 5)]
    seat_size = sizes[1] - sizes[0]
    assert sizes[2] - sizes[1] == seat_size
    n = state.num_players()
    of_first = state.observation(0).tensor()[-n * seat_size :].reshape(n, seat_size)
    for observer in range(n):
        seats = state.observation(observer).tensor()[-n * seat_size :].reshape(n, seat_size)
        assert np.array_equal(np.roll(seats, observer, axis=0), of_first)


def test_observations_are_equal_if_the_same_player_sees_the_same() -> None:
    state = state_after(12)
    first, again = state.observation(0), state.observation(0)
    assert first == again
    assert hash(first) == hash(again)
    for other in (state.observation(1), state_after(13).observation(0), state, None):
        assert first != other


def test_an_observation_stays_as_it_was() -> None:
    state = state_after(0)
    observation = state.observation(0)
    before = observation.to_dict()
    state.apply_action(state.legal_actions()[0])
    assert observation.to_dict() == before


def test_an_observation_can_be_read_by_people(game: merx.Game) -> None:
    state = game.new_initial_state()
    observation = state.observation(3)
    assert str(observation) == observation.text()
    (hand,) = [line for line in observation.text().splitlines() if line.startswith("hand")]
    assert hand.startswith("hand  P3:")
    assert observation.action_to_string(18) == "buy silk"
    assert observation.string_to_action("buy silk") == 18
    with raises(merx.GameError, "there is no action 190"):
        observation.action_to_string(190)


def test_an_observation_cannot_be_pickled() -> None:
    with pytest.raises(TypeError):
        __import__("pickle").dumps(state_after(0).observation(0))
