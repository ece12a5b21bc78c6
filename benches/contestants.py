"""Who is measured in `peers.py`, and how each of them plays random games.

A *decision* is one action that a player chooses and applies, also where only one is legal. A chance
node (OpenSpiel deals and draws card by card) is not a decision, but its time counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple

import merx
from benches.speed import ROOT, play_in_python

# As many as every game of merx allows.
PLAYERS = 4
OPEN_SPIEL_GAMES = ("hearts", "crazy_eights", "chess", "gin_rummy")
# Games in one call, so that the call itself does not count.
PLAYOUTS, ROLLOUTS = 200, 20
# Games in which the chance nodes of a game of OpenSpiel are looked at before it is measured.
CHANCE_GAMES = 10


class Sample(NamedTuple):
    """Random games, and what they took."""

    games: int
    #: Of processor time, which hardly grows when others use the machine.
    seconds: float
    #: None where the engine does not tell.
    decisions: int | None = None
    chance_nodes: int = 0


def total(samples: Sequence[Sample]) -> Sample:
    """All these games together; their decisions only if all of them are known."""
    decisions = [sample.decisions for sample in samples if sample.decisions is not None]
    return Sample(
        sum(sample.games for sample in samples),
        sum(sample.seconds for sample in samples),
        sum(decisions) if len(decisions) == len(samples) else None,
        sum(sample.chance_nodes for sample in samples),
    )


# Plays the random games that a number stands for.
Play = Callable[[int], Sample]


class Contestant(NamedTuple):
    """An engine with one of its games."""

    engine: str
    game: str
    players: int
    #: By the way to play: `loop` is the one in Python, `games` and `rollouts` are engine code.
    plays: dict[str, Play]


def merx_contestants() -> list[Contestant]:
    """Every game of merx, through the Python loop and by `merx.playouts`."""
    return [merx_contestant(merx.load_game(info.name, PLAYERS)) for info in merx.games()]


def merx_contestant(game: merx.Game) -> Contestant:
    """One game of merx."""

    def loop(number: int) -> Sample:
        _, decisions, seconds = timed(number, lambda: game.new_initial_state(number))
        return Sample(1, seconds, decisions)

    def games(number: int) -> Sample:
        start = time.process_time()
        decisions = merx.playouts(game, PLAYOUTS, seed=number).decisions
        return Sample(PLAYOUTS, time.process_time() - start, decisions)

    return Contestant("merx", game.name, game.players, {"loop": loop, "games": games})


def reference_contestants() -> list[Contestant]:
    """The plain-Python reference of every game, dealing the cards as merx shuffled them."""
    return [reference_contestant(merx.load_game(info.name, PLAYERS)) for info in merx.games()]


def reference_contestant(game: merx.Game) -> Contestant:
    """The reference of one game; the loop of a number plays the same game as merx does."""
    module = import_module(f"tests.reference.{game.name}")
    edition = module.load_edition(ROOT / "seeds" / game.name / "standard.toml")
    rules = getattr(module, game.name.capitalize())

    def loop(number: int) -> Sample:
        piles = module.piles_of(edition, game.new_initial_state(number).to_dict())

        def new_state() -> SimpleNamespace:
            return in_ids(rules(edition, module.deal(edition, game.players, **piles)))

        _, decisions, seconds = timed(number, new_state)
        return Sample(1, seconds, decisions)

    return Contestant("reference", game.name, game.players, {"loop": loop})


def in_ids(reference: Any) -> SimpleNamespace:
    """A game of the reference under the names the loop uses, its texts in the place of ids."""
    return SimpleNamespace(
        is_terminal=reference.is_terminal,
        legal_actions=reference.legal_actions,
        apply_action=reference.apply,
    )


def open_spiel_contestants(pyspiel: Any) -> list[Contestant]:
    """The games of OpenSpiel, given its Python module."""
    return [open_spiel_contestant(pyspiel, name) for name in OPEN_SPIEL_GAMES]


def open_spiel_contestant(pyspiel: Any, name: str) -> Contestant:
    """One game of OpenSpiel with its own parameters, in three ways.

    `loop` is the loop that merx goes through. `games` are whole games between OpenSpiel's uniformly
    random bots. `rollouts` are those of the `RandomRolloutEvaluator`, which Python reaches only
    through a tree search: one of a single simulation does nothing else. A search cannot start at a
    chance node, so the deal is left out of the clock, and it does not count decisions.
    """
    game = pyspiel.load_game(name)
    check_chance_is_uniform(game)
    players = game.num_players()
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(players)]
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    # uct_c, max_simulations, max_memory_mb, solve, seed, verbose
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)

    def loop(number: int) -> Sample:
        state, _, seconds = timed(number, game.new_initial_state)
        return counted(state, seconds)

    def games(number: int) -> Sample:
        start = time.process_time()
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        return counted(state, time.process_time() - start)

    def rollouts(number: int) -> Sample:
        random.seed(number)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
        start = time.process_time()
        search.mcts_search(state)
        return Sample(ROLLOUTS, time.process_time() - start)

    plays: dict[str, Play] = {"loop": loop, "games": games, "rollouts": rollouts}
    return Contestant("open_spiel", name, players, plays)


def check_chance_is_uniform(game: Any) -> None:
    """Raise `ValueError` if some chance node has an outcome more likely than another.

    The loop treats chance nodes as decisions, which is right for uniform ones alone, and spares
    OpenSpiel the list of probabilities.
    """
    for _ in range(CHANCE_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                likely = [probability for _, probability in state.chance_outcomes()]
                if max(likely) - min(likely) > 1e-9:
                    raise ValueError(f"{game}: a chance node is not uniform")
            state.apply_action(random.choice(state.legal_actions()))


def timed(number: int, new_state: Callable[[], Any]) -> tuple[Any, int, float]:
    """A new state played to its end through the Python loop, its steps, and its seconds.

    The number seeds the choices: where legal actions stand in the same order, the game is the same.
    """
    random.seed(number)
    start = time.process_time()
    state = new_state()
    steps = play_in_python(state)
    return state, steps, time.process_time() - start


def counted(state: Any, seconds: float) -> Sample:
    """Tell decisions from chance nodes in a finished game of OpenSpiel."""
    history = state.full_history()
    chance_nodes = sum(step.player < 0 for step in history)
    return Sample(1, seconds, len(history) - chance_nodes, chance_nodes)
