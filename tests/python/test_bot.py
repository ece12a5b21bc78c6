from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import merx

from .helpers import finished, raises, state_after

SPECS = ["random", "greedy", "greedy:epsilon=0.5", "flat:simulations=40", "mcts:simulations=40"]


def choices(bot: merx.Bot) -> list[int]:
    return [bot.choose(observation_after(decisions)) for decisions in range(40)]


def observation_after(decisions: int) -> merx.Observation:
    state = state_after(decisions)
    return state.observation(state.current_player())


@pytest.mark.parametrize("spec", SPECS)
def test_a_bot_chooses_legal_actions(spec: str) -> None:
    bot = merx.make_bot(spec)
    assert bot.spec == spec
    assert repr(bot) == f"<merx.Bot {spec}>"
    for decisions in range(40):
        observation = observation_after(decisions)
        assert bot.choose(observation) in observation.legal_actions()


def test_a_bot_repeats_itself_with_its_seed_and_seat() -> None:
    first = choices(merx.make_bot("random", seed=3, seat=1))
    assert first == choices(merx.make_bot("random", 3, 1))
    assert first != choices(merx.make_bot("random", 3, 2))
    assert first != choices(merx.make_bot("random", 4, 1))


def test_a_bot_is_asked_where_its_player_decides() -> None:
    bot, state = merx.make_bot("greedy"), state_after(0)
    with raises(merx.BotError, "bot greedy: player 1 has nothing to decide here"):
        bot.choose(state.observation(1))
    with raises(merx.BotError, "bot greedy: player 0 has nothing to decide here"):
        bot.choose(finished().observation(0))
    with pytest.raises(TypeError):
        bot.choose(state)  # type: ignore[arg-type]


def test_a_bot_serves_several_threads() -> None:
    bot, observation = merx.make_bot("greedy"), observation_after(8)
    with ThreadPoolExecutor(4) as pool:
        answers = set(pool.map(lambda _: bot.choose(observation), range(200)))
    assert answers <= set(observation.legal_actions())


def test_a_spec_has_a_canonical_form() -> None:
    assert merx.check_bot_spec("greedy:epsilon=0.1") == "greedy:epsilon=0.1"
    assert merx.check_bot_spec("greedy:") == "greedy"


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (
            "gredy",
            'bot "gredy": there is no bot "gredy", only random, greedy, flat, mcts, did you mean',
        ),
        ("", 'bot "": there is no bot ""'),
        ("greedy:epsilom=1", 'greedy has no parameter "epsilom", did you mean "epsilon"?'),
        ("greedy:epsilon", '"epsilon" is not of the form key=value'),
        ("greedy:epsilon=2", 'epsilon is "2", it must be a number between 0 and 1'),
        ("greedy:epsilon=nan", 'epsilon is "nan", it must be a number between 0 and 1'),
        ("mcts:rollout=gredy", 'it must be random or greedy or none, did you mean "greedy"?'),
        ("random\n", r'bot "random\n": there is no bot'),
    ],
)
def test_a_spec_that_names_no_bot_is_explained(spec: str, text: str) -> None:
    with raises(merx.BotError, text):
        merx.make_bot(spec)
    with raises(merx.BotError, text):
        merx.check_bot_spec(spec)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (("random", -1), merx.GameError, "seed is -1, it must be 0 to 18446744073709551615"),
        (("random", 0, 5), merx.GameError, "seat is 5, it must be 0 to 4"),
        (("random", 0, "1"), TypeError, "seat must be a whole number, not str"),
        ((7,), TypeError, "'int' object is not an instance of 'str'"),
    ],
)
def test_seed_and_seat_are_checked(
    arguments: tuple[Any, ...], error: type[Exception], text: str
) -> None:
    with raises(error, text):
        merx.make_bot(*arguments)
