from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

import merx

from .helpers import raises


class First:
    """Takes the first legal action."""

    def choose(self, observation: merx.Observation) -> int:
        return observation.legal_actions()[0]


class Told(First):
    """Remembers what it is told."""

    name = "told"

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def start(self, game: merx.Game, player: int) -> None:
        self.calls.append((game, player))

    def choose(self, observation: merx.Observation) -> int:
        self.calls.append(observation.observer)
        return super().choose(observation)

    def end(self, scores: list[int]) -> None:
        self.calls.append(list(scores))
        scores.clear()


class Answering:
    """Gives one answer, always."""

    name = "oracle"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, observation: merx.Observation) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    "specs", [["random"] * 4, ["greedy", "random", "greedy:epsilon=0.3", "random"]]
)
def test_a_game_of_specs_is_the_one_that_many_games_play(game: merx.Game, specs: list[str]) -> None:
    for seed in (0, 7, 2**64 - 1):
        (record,) = merx.play_many(game, [(seed, specs)])
        result = merx.play_game(game, specs, seed)
        assert result.record == record
        assert result.scores == json.loads(record)["scores"]
        assert result.ranks == json.loads(record)["ranks"]


def test_the_result_is_the_game(game: merx.Game) -> None:
    result = merx.play_game(game, [First()] * 4, seed=3)
    state = game.new_initial_state(3)
    for action in result.actions:
        state.apply_action(action)
    assert state.is_terminal()
    assert result.scores == state.scores()
    assert result.ranks == state.ranks()
    assert result.record == game.record(3, ["First"] * 4, result.actions)


def test_bots_are_told_of_start_and_end(game: merx.Game) -> None:
    bot = Told()
    result = merx.play_game(game, ["random", bot, "random", bot])
    assert bot.calls[:2] == [(game, 1), (game, 3)]
    assert set(bot.calls[2:-2]) == {1, 3}
    assert bot.calls[-2:] == [result.scores, result.scores]
    assert sum(result.scores) > 0


def test_bots_are_recorded_by_spec_name_or_class(game: merx.Game) -> None:
    bots: list[Any] = ["greedy", merx.make_bot("random"), Told(), First()]
    record = json.loads(merx.play_game(game, bots).record)
    assert record["bots"] == ["greedy", "random", "told", "First"]


def test_the_callers_sequence_is_not_changed(game: merx.Game) -> None:
    bots = ("random", First(), "greedy", "random")
    before = tuple(bots)
    merx.play_game(game, bots)
    assert bots == before


def test_a_number_of_numpy_is_an_answer(game: merx.Game) -> None:
    class Argmax:
        def choose(self, observation: merx.Observation) -> Any:
            return np.argmax(observation.legal_actions_mask())

    assert (
        merx.play_game(game, [Argmax()] * 4).actions == merx.play_game(game, [First()] * 4).actions
    )


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (ValueError("no idea"), "bot 2 (oracle) raised ValueError: no idea at decision "),
        (ValueError("a\nb  c"), "bot 2 (oracle) raised ValueError: a b c at decision "),
        (RuntimeError("x" * 999), f"RuntimeError: {'x' * 200}... at decision "),
        (None, "bot 2 (oracle) answered None at decision "),
        ("buy silk", "bot 2 (oracle) answered 'buy silk' at decision "),
        (12.0, "bot 2 (oracle) answered 12.0 at decision "),
        (189, "bot 2 (oracle) answered 189 at decision "),
        (190, '"190" is not legal: action ids of mercurius are 0 to 189'),
        (-1, '"-1" is not legal: action ids of mercurius are 0 to 189'),
        (2**70, '"1180591620717411303424" is not legal: action ids of mercurius are'),
    ],
)
def test_a_bot_that_fails_is_named(game: merx.Game, answer: Any, text: str) -> None:
    bots: list[Any] = [First(), First(), Answering(answer), First()]
    with raises(merx.BotFailure, text):
        merx.play_game(game, bots)


def test_the_decision_is_counted_from_one(game: merx.Game) -> None:
    error = ValueError("no idea")
    with pytest.raises(merx.BotFailure) as raised:
        merx.play_game(game, [Answering(error), "random", "random", "random"])
    assert str(raised.value) == "bot 0 (oracle) raised ValueError: no idea at decision 1"
    assert raised.value.__cause__ is error
    text = 'bot 0 (oracle) answered 0 at decision 1: "sell amsterdam" is not legal: the player'
    with raises(merx.BotFailure, text):
        merx.play_game(game, [Answering(0), "random", "random", "random"])
    text = "bot 0 (oracle) answered None at decision 1, which is no action id"
    with raises(merx.BotFailure, text):
        merx.play_game(game, [Answering(None), "random", "random", "random"])


def test_start_and_end_may_fail_too(game: merx.Game) -> None:
    class Late(First):
        def end(self, scores: list[int]) -> None:
            raise KeyError("lost")

    class Early(First):
        def start(self, game: merx.Game, player: int) -> None:
            raise OSError("no table")

    with raises(merx.BotFailure, "bot 3 (Late) raised KeyError: 'lost' at the end"):
        merx.play_game(game, ["random", "random", "random", Late()])
    with raises(merx.BotFailure, "bot 0 (Early) raised OSError: no table at the start"):
        merx.play_game(game, [Early(), "random", "random", "random"])


@pytest.mark.parametrize(
    ("answer", "verdict", "said"),
    [
        (ValueError("no idea"), "crash", None),
        (None, "protocol_error", "None"),
        ("buy silk", "protocol_error", "'buy silk'"),
        (0, "illegal_action", "0"),
        (-1, "illegal_action", "-1"),
        (merx.BotFailure("it sleeps", "timeout", "zzz", ("good night",)), "timeout", "zzz"),
    ],
)
def test_a_failure_has_a_verdict_and_says_who_and_when(
    game: merx.Game, answer: Any, verdict: str, said: str | None
) -> None:
    with pytest.raises(merx.BotFailure) as raised:
        merx.play_game(game, [Answering(answer), "random", "random", "random"])
    failure = raised.value
    assert (failure.verdict, failure.said) == (verdict, said)
    assert (failure.bot, failure.player, failure.decision) == ("oracle", 0, 1)
    assert str(failure).startswith("bot 0 (oracle) ")
    if verdict == "timeout":
        assert str(failure) == "bot 0 (oracle) failed at decision 1: it sleeps"
        assert failure.log == ("good night",)
    copy = pickle.loads(pickle.dumps(failure))
    assert vars(copy) == vars(failure)
    assert str(copy) == str(failure)


def test_a_failure_before_or_after_the_game_has_no_decision(game: merx.Game) -> None:
    class Early(First):
        def start(self, game: merx.Game, player: int) -> None:
            raise OSError("no table")

    with pytest.raises(merx.BotFailure) as raised:
        merx.play_game(game, ["random", Early(), "random", "random"])
    assert (raised.value.verdict, raised.value.player) == ("crash", 1)
    assert raised.value.decision is None


def test_start_comes_before_any_decision_and_what_hooks_return_is_ignored(
    game: merx.Game,
) -> None:
    calls: list[str] = []

    class Noting(First):
        def start(self, game: merx.Game, player: int) -> str:
            calls.append("start")
            return "ignored"

        def choose(self, observation: merx.Observation) -> int:
            calls.append("choose")
            return super().choose(observation)

        def end(self, scores: list[int]) -> str:
            calls.append("end")
            return "ignored"

    merx.play_game(game, [Noting() for _ in range(4)])
    assert calls[:4] == ["start"] * 4
    assert calls[-4:] == ["end"] * 4
    assert set(calls[4:-4]) == {"choose"}


def test_a_game_that_is_broken_off_has_no_end(game: merx.Game) -> None:
    bot = Told()
    with pytest.raises(merx.BotFailure):
        merx.play_game(game, [bot, Answering(None), "random", "random"])
    assert bot.calls[0] == (game, 0)
    assert set(bot.calls[1:]) == {0}


def test_an_answer_that_cannot_be_shown_is_still_told(game: merx.Game) -> None:
    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError

    with raises(merx.BotFailure, "answered a Mute that cannot be shown at decision 1, which is"):
        merx.play_game(game, [Answering(Mute()), "random", "random", "random"])


def test_an_interrupt_is_not_the_bots_failure(game: merx.Game) -> None:
    class Impatient:
        def choose(self, observation: merx.Observation) -> int:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        merx.play_game(game, [Impatient()] * 4)


@pytest.mark.parametrize(
    ("bots", "text"),
    [
        ([], "0 bots are given, and there are 4 players"),
        (["random"] * 3, "3 bots are given, and there are 4 players"),
        (["random"] * 3 + ["x"], 'bot "x": there is no bot "x"'),
        (
            ["random"] * 3 + [5],
            "bot 3 (int) is neither a spec nor an object with choose(observation)",
        ),
    ],
)
def test_bots_that_cannot_sit_down_are_refused(game: merx.Game, bots: Any, text: str) -> None:
    with raises(merx.BotError, text):
        merx.play_game(game, bots)


def test_a_seed_is_checked(game: merx.Game) -> None:
    with raises(merx.GameError, "seed is -1, it must be 0 to 18446744073709551615"):
        merx.play_game(game, ["random"] * 4, seed=-1)
