"""Ways to choose among the legal actions, to lead a walk to the rare places."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

import merx

# Chooses one of the legal texts; the state is the engine's.
Policy = Callable[[list[str], merx.State], str]
# Makes the policy of one walk, all chance of which is in the walk's generator.
NewPolicy = Callable[[random.Random], Policy]


def uniform(rng: random.Random) -> Policy:
    """Take any action."""
    return lambda legal, _state: rng.choice(legal)


def prefer(*beginnings: str | tuple[str, ...], otherwise: float = 0.1) -> NewPolicy:
    """Take an action with the first of these beginnings that is legal, or now and then any.

    Beginnings in a tuple are equally dear.
    """

    def choose(rng: random.Random, legal: list[str], _state: merx.State) -> str:
        if rng.random() >= otherwise:
            for beginning in beginnings:
                if preferred := [text for text in legal if text.startswith(beginning)]:
                    return rng.choice(preferred)
        return rng.choice(legal)

    return lambda rng: functools.partial(choose, rng)


def bot(spec: str, *first: str) -> NewPolicy:
    """Take the first of these texts that is legal, and otherwise what a built-in bot takes."""

    def new(rng: random.Random) -> Policy:
        player = merx.make_bot(spec, rng.getrandbits(64))

        def choose(legal: list[str], state: merx.State) -> str:
            for text in first:
                if text in legal:
                    return text
            return state.action_to_string(player.choose(state.observation(state.current_player())))

        return choose

    return new
