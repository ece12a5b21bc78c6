"""Searches: what they think of a position, and that they are fair and can be stopped."""

from __future__ import annotations

import pytest

import merx

from .helpers import raises, state_after

SEARCHES = ["flat:simulations=60", "mcts:simulations=60", "mcts:simulations=60,threads=2"]


@pytest.mark.parametrize("spec", SEARCHES)
def test_every_legal_action_is_judged_the_best_first(spec: str) -> None:
    observation = state_after(12).observation(state_after(12).current_player())
    analysis = merx.analyse(observation, spec, seed=3)
    assert analysis == merx.analyse(observation, spec, seed=3)
    assert sorted(move.action for move in analysis.actions) == observation.legal_actions()
    assert analysis.simulations == sum(move.visits for move in analysis.actions) == 60
    best = analysis.actions[0]
    assert best.text == observation.action_to_string(best.action)
    assert best.visits > 0
    assert -1 <= best.mean_return <= 1
    assert merx.make_bot(spec, seed=3).choose(observation) == best.action


def test_a_bot_made_before_judges_too() -> None:
    observation = state_after(0).observation(0)
    bot = merx.make_bot("mcts:simulations=50", seed=9)
    assert merx.analyse(observation, bot) == merx.analyse(observation, "mcts:simulations=50", 9)


def test_a_bot_that_does_not_search_has_nothing_to_say() -> None:
    observation = state_after(0).observation(0)
    with raises(merx.BotError, "bot greedy: it does not search; flat and mcts do"):
        merx.analyse(observation, "greedy")
    with raises(merx.BotError, "player 1 has nothing to decide here"):
        merx.analyse(state_after(0).observation(1), "mcts")


@pytest.mark.parametrize("bot", [None, 3, b"mcts", object()])
def test_what_is_no_bot_is_refused(bot: object) -> None:
    with pytest.raises(TypeError):
        merx.analyse(state_after(0).observation(0), bot)  # type: ignore[arg-type]


def test_a_sure_win_is_found() -> None:
    """Who has all seven kinds and the most points wins by saying so (celtic, rules.md 5.2)."""
    game = merx.load_game("celtic", players=2)
    position = game.new_initial_state(seed=1).to_dict() | {"turn": 40}
    for good in position["stocks"]:
        position["stocks"][good] -= 1
        position["seats"][0]["goods"][good] += 1
    state = game.new_state(position)
    while "announce" not in [state.action_to_string(a) for a in state.legal_actions()]:
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 0
    best = merx.analyse(state.observation(0), "mcts:simulations=200").actions[0]
    assert best.text == "announce"
    assert best.mean_return > 0.9


def test_alone_a_search_plays_for_points() -> None:
    """The solo game (merkator, rules.md 7) has no rival to rank before."""
    game = merx.load_game("merkator", players=1, edition="published")
    means = []
    for spec in ("random", "mcts:simulations=100"):
        scores = [merx.play_game(game, [spec], seed).scores[0] for seed in range(4)]
        means.append(sum(scores) / len(scores))
    assert means[1] > means[0] + 20
