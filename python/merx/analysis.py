"""What a search thinks of a position."""

from __future__ import annotations

from dataclasses import dataclass

from merx._native import Bot, Observation, make_bot


@dataclass(frozen=True, slots=True)
class JudgedAction:
    """What a search thinks of a legal action."""

    action: int
    #: The action's text.
    text: str
    #: The simulations that began with it.
    visits: int
    #: The mean over them of what the player got, from -1 to 1: the return where a simulation came
    #: to the end of the game, else by how much the player stood better than where it began.
    mean_return: float
    #: The mean over them of the player's points where they ended; that is before the end of the
    #: game in a search that looks some rounds ahead.
    mean_score: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search thinks of all legal actions."""

    simulations: int
    #: The best first: of those that were tried much, by `mean_return`, which `mcts` mixes with what
    #: the evaluation says of the position right after the action (`prior`).
    actions: tuple[JudgedAction, ...]


def analyse(observation: Observation, bot: str | Bot = "mcts", seed: int = 0) -> Analysis:
    """Let a bot that searches judge the actions of the player who observes and decides.

    `bot` is a spec, with `seed` for its random numbers, or a bot made already. Raises `BotError` if
    it does not search, or the observation's player does not decide.
    """
    player = bot if isinstance(bot, Bot) else make_bot(bot, seed)
    simulations, rows = player._analyse(observation)
    text = observation.action_to_string
    actions = tuple(
        JudgedAction(action, text(action), visits, mean_return, mean_score)
        for action, visits, mean_return, mean_score in rows
    )
    return Analysis(simulations, actions)
