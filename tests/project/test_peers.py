"""`make bench-peers` counts and compares what it says it does; OpenSpiel is not needed for that."""

from __future__ import annotations

import json
import random
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import merx
from benches import contestants, peers
from benches.contestants import Contestant, Sample

GAMES = [info.name for info in merx.games()]


class Coins:
    """A game in the manner of OpenSpiel: a coin falls, a player chooses, three times over."""

    def __init__(self, heads: Fraction) -> None:
        self.heads = heads
        self.steps: list[SimpleNamespace] = []

    def is_terminal(self) -> bool:
        return len(self.steps) == 6

    def is_chance_node(self) -> bool:
        return len(self.steps) % 2 == 0

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        return [(0, self.heads), (1, 1 - self.heads)]

    def apply_action(self, action: int) -> None:
        player = -1 if self.is_chance_node() else 0
        self.steps.append(SimpleNamespace(player=player, action=action))

    def full_history(self) -> list[SimpleNamespace]:
        return self.steps


def open_spiel_of_coins(searched: list[int], heads: Fraction = Fraction(1, 2)) -> SimpleNamespace:
    """As much of `pyspiel` as is used; a search notes how many steps its state had."""

    def evaluate_bots(state: Coins, _bots: list[Any], _seed: int) -> None:
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))

    return SimpleNamespace(
        load_game=lambda _: SimpleNamespace(
            num_players=lambda: 1, new_initial_state=lambda: Coins(heads)
        ),
        make_uniform_random_bot=lambda _player, _seed: None,
        RandomRolloutEvaluator=lambda _rollouts, _seed: None,
        MCTSBot=lambda *_: SimpleNamespace(mcts_search=lambda s: searched.append(len(s.steps))),
        evaluate_bots=evaluate_bots,
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_loop_counts_decisions_and_the_reference_plays_the_same_game(name: str) -> None:
    game = merx.load_game(name, players=4)
    state, steps, _ = contestants.timed(5, lambda: game.new_initial_state(5))
    assert state.is_terminal() and steps == len(state.history())
    for contestant in (contestants.merx_contestant, contestants.reference_contestant):
        sample = contestant(game).plays["loop"](5)
        assert (sample.games, sample.decisions, sample.chance_nodes) == (1, steps, 0)


def test_playouts_count_their_own_decisions() -> None:
    game = merx.load_game("celtic", players=2)
    sample = contestants.merx_contestant(game).plays["games"](3)
    assert sample.decisions == merx.playouts(game, sample.games, seed=3).decisions


def test_chance_nodes_are_not_decisions() -> None:
    searched: list[int] = []
    plays = contestants.open_spiel_contestant(open_spiel_of_coins(searched), "coins").plays
    for way in ("loop", "games"):
        sample = plays[way](1)
        assert (sample.games, sample.decisions, sample.chance_nodes) == (1, 3, 3)
    sample = plays["rollouts"](1)
    assert (sample.games, sample.decisions) == (contestants.ROLLOUTS, None)
    assert searched == [1]  # after the deal


def test_a_chance_node_that_is_not_uniform_is_refused() -> None:
    with pytest.raises(ValueError, match="not uniform"):
        contestants.open_spiel_contestant(open_spiel_of_coins([], Fraction(2, 3)), "coins")


def test_ratios_are_medians_of_rounds_and_rollouts_have_the_mean_length() -> None:
    everyone = [
        scripted("merx", {"loop": [10, 10, 20], "games": [100, 100, 100]}),
        scripted("reference", {"loop": [2, 1, 1]}),
        scripted("open_spiel", {"loop": [4, 5, 6], "games": [5, 5, 5], "rollouts": [None] * 3}),
    ]
    report = peers.ratios(everyone)
    assert report["times_the_reference"] == [
        row("merx", decisions_per_game=56.7, loop=10, games=100)
    ]
    assert report["times_merx_mercurius"] == [
        row("merx", decisions_per_game=56.7, loop=1, games=1),
        row("open_spiel", decisions_per_game=5, loop=0.4, games=0.05, rollouts=0.05),
    ]


def scripted(engine: str, rounds: dict[str, list[Any]]) -> peers.Measured:
    """A contestant at Mercurius that has played a game a second, of so many decisions."""
    measured = peers.Measured(Contestant(engine, "mercurius", 4, {}))
    measured.rounds = {
        way: [Sample(1, 1.0, decisions) for decisions in each] for way, each in rounds.items()
    }
    return measured


def row(engine: str, **figures: float) -> dict[str, Any]:
    named = {"engine": engine, "game": "mercurius", "players": 4, "chance_nodes_per_game": 0}
    return named | figures


def test_without_open_spiel_the_rest_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(merx, "build_profile", "release")
    monkeypatch.setattr(peers, "ROUNDS", 1)
    monkeypatch.setattr(peers, "SECONDS", 0.001)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    path = tmp_path / "new" / "peers.json"
    assert peers.main(["--output", str(path)]) == 0
    out, err = capsys.readouterr()
    warning, hint = err.splitlines()
    assert warning.startswith("warning: merx is measured without OpenSpiel")
    assert hint.startswith("hint: ")
    report = json.loads(path.read_text())
    assert report["versions"]["open_spiel"] is None
    assert [each["game"] for each in report["times_the_reference"]] == GAMES
    for each in report["times_the_reference"]:
        assert each["games"] > each["loop"] > 1
        assert f"merx {each['game']}, 4 players" in out
    assert out.splitlines()[-1] == "no OpenSpiel"


def test_a_debug_build_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(merx, "build_profile", "debug")
    assert peers.main(["--output", str(tmp_path / "peers.json")]) == 2
    assert "a debug build is not measured" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
