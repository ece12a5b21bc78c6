"""Ways to choose among the legal actions, to lead a walk to the rare places."""

from __future__ import annotations

import random
from collections.abc import Callable

import merx

# Chooses one of the legal texts; the state is the engine's.
Policy = Callable[[random.Random, list[str], merx.State], str]


def uniform(rng: random.Random, legal: list[str], _state: merx.State) -> str:
    """Take any action."""
    return rng.choice(legal)


def prefer(*beginnings: str | tuple[str, ...], otherwise: float = 0.1) -> Policy:
    """Take an action with the first of these beginnings that is legal, or now and then any.

    Beginnings in a tuple are equally dear.
    """

    def choose(rng: random.Random, legal: list[str], _state: merx.State) -> str:
        if rng.random() >= otherwise:
            for beginning in beginnings:
                if preferred := [text for text in legal if text.startswith(beginning)]:
                    return rng.choice(preferred)
        return rng.choice(legal)

    return choose


def bot(spec: str, *first: str) -> Policy:
    """Take the first of these texts that is legal, and otherwise what a built-in bot takes."""
    player = merx.make_bot(spec)

    def choose(_rng: random.Random, legal: list[str], state: merx.State) -> str:
        for text in first:
            if text in legal:
                return text
        return state.action_to_string(player.choose(state.observation(state.current_player())))

    return choose
