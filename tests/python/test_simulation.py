from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import merx

from .helpers import raises


def test_playouts_give_an_array_of_scores(game: merx.Game) -> None:
    results = merx.playouts(game, 30, seed=5)
    assert results.scores.shape == (30, 4)
    assert results.scores.dtype == np.int32
    assert results.scores.flags.writeable
    assert 30 * 24 <= results.decisions <= 30 * game.max_game_length()


def test_threads_do_not_change_the_results() -> None:
    game = merx.load_game("mercurius", 3)
    alone = merx.playouts(game, 3000, seed=8)
    for threads in (2, 5):
        together = merx.playouts(game, 3000, 8, threads)
        assert np.array_equal(alone.scores, together.scores)
        assert alone.decisions == together.decisions


def test_a_game_depends_on_its_number_alone(game: merx.Game) -> None:
    many, few = merx.playouts(game, 50, seed=2), merx.playouts(game, 20, seed=2)
    assert np.array_equal(many.scores[:20], few.scores)
    assert not np.array_equal(few.scores, merx.playouts(game, 20, seed=3).scores)


def test_no_games_are_an_empty_array(game: merx.Game) -> None:
    scores, decisions = merx.playouts(game, 0)
    assert scores.shape == (0, 4)
    assert decisions == 0


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((-1,), "n is -1, it must be 0 to 10000000"),
        ((10_000_001,), "n is 10000001, it must be 0 to 10000000"),
        ((1, -1), "seed is -1, it must be 0 to 18446744073709551615"),
        ((1, 0, 0), "threads is 0, it must be 1 to 256"),
        ((1, 0, 257), "threads is 257, it must be 1 to 256"),
    ],
)
def test_numbers_are_checked(game: merx.Game, arguments: tuple[Any, ...], text: str) -> None:
    with raises(merx.GameError, text):
        merx.playouts(game, *arguments)


def test_derived_seeds_are_pinned_to_their_family() -> None:
    family = [merx.derive_seed(7, index) for index in range(100)]
    assert len(set(family)) == 100
    assert all(0 <= seed < 2**64 for seed in family)
    assert family[3] == merx.derive_seed(7, 3) != merx.derive_seed(8, 3)
    for arguments, what in [((-1, 0), "seed"), ((0, 2**64), "index")]:
        with raises(merx.GameError, f"{what} is "):
            merx.derive_seed(*arguments)
