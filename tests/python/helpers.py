"""Positions to test with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import strategies as st

import merx

ROOT = Path(__file__).parents[2]

#: An edition that is not compiled in.
MY_BOX = """
[edition]
game = "mercurius"
name = "my-box"
extends = "standard"

[setup]
cash = 100
"""


@contextmanager
def raises(error: type[Exception], text: str) -> Iterator[None]:
    """Expect an error of exactly this class, in one line that contains `text`."""
    with pytest.raises(error) as raised:
        yield
    assert type(raised.value) is error
    assert text in str(raised.value)
    assert "\n" not in str(raised.value)


def state_after(decisions: int, seed: int = 0, players: int = 4) -> merx.State:
    """Return the state after so many random decisions, or at the end of the game."""
    state = merx.load_game("mercurius", players).new_initial_state(seed)
    advance(state, decisions, seed)
    return state


def advance(state: merx.State, decisions: int, seed: int = 0) -> None:
    """Apply so many random actions, or those that are left."""
    choice = random.Random(seed).choice
    for _ in range(decisions):
        if state.is_terminal():
            return
        state.apply_action(choice(state.legal_actions()))


def finished(seed: int = 0, players: int = 4) -> merx.State:
    """Return the end of a random game."""
    return state_after(10_000, seed, players)


#: States of all phases, from the start to the end of a game.
states = st.builds(
    state_after,
    decisions=st.integers(0, 250),
    seed=st.integers(0, 2**64 - 1),
    players=st.sampled_from([3, 4, 5]),
)
