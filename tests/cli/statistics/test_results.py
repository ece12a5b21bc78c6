"""What can be the results of games."""

import numpy as np
import pytest

import merx
from merx_cli.tournament.statistics.results import Results

GAMES = {
    "bots": ["a", "b", "c"],
    "block": [0, 0],
    "seats": [[0, 1, 2], [1, 2, 0]],
    "ranks": [[1, 1, 3], [3, 2, 1]],
    "scores": [[5, 5, 1], [0, 1, 2]],
}


def test_results_are_whole_numbers_that_cannot_be_written_to():
    block = np.array([0, 0], dtype=np.uint8)
    results = Results(**{**GAMES, "block": block})
    block[0] = 9
    assert results.block.tolist() == [0, 0]
    assert (results.games, results.players) == (2, 3)
    for array in (results.block, results.seats, results.ranks, results.scores):
        assert array.dtype == np.int64
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bots": ["a", "b", "a"]}, "each only once"),
        ({"bots": []}, "at least one bot"),
        ({"bots": ["a", "b"]}, "beyond the 2 bots"),
        ({"seats": [[0, 1, 2], [1, 2, -1]]}, "beyond the 3 bots"),
        ({"block": [[0, 0]]}, "block has shape"),
        ({"block": [0]}, r"seats has shape \(2, 3\), not \(1, players\)"),
        ({"scores": [[5, 5], [0, 1]]}, r"scores has shape \(2, 2\)"),
        ({"scores": [[5.0, 5, 1], [0, 1, 2]]}, "scores are whole numbers, not float64"),
        ({"ranks": [[1, 1, 2], [3, 2, 1]]}, r"\[1, 1, 2\] are no ranks"),
        ({"ranks": [[1, 1, 3], [2, 3, 4]]}, r"\[2, 3, 4\] are no ranks"),
        (
            {"seats": [[0], [1]], "ranks": [[1], [1]], "scores": [[0], [0]]},
            "at least two players",
        ),
    ],
)
def test_what_is_no_result_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        Results(**{**GAMES, **changes})


def test_parts_are_put_together():
    results = Results.concatenate([Results(**GAMES), Results(**{**GAMES, "block": [1, 1]})])
    assert results.block.tolist() == [0, 0, 1, 1]
    assert results.ranks.tolist() == GAMES["ranks"] * 2
    other = Results(**{**GAMES, "bots": ["a", "b", "d"]})
    for parts in ([], [results, other]):
        with pytest.raises(ValueError, match="differ"):
            Results.concatenate(parts)


def test_the_surplus_of_players_beaten_gives_the_returns_of_the_engine():
    for seed in range(20):
        state = merx.load_game("mercurius", players=5).new_initial_state(seed=seed)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[seed % len(state.legal_actions())])
        game = Results("abcde", [0], [range(5)], [state.ranks()], [state.scores()])
        assert (game.surplus()[0] / 4).tolist() == state.returns()


def test_ties_share_their_places_in_the_surplus():
    game = Results("abcde", [0], [range(5)], [[3, 1, 1, 3, 5]], [[0] * 5])
    assert game.surplus().tolist() == [[-1, 3, 3, -1, -4]]
