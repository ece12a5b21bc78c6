"""Walking one game twice: the engine and the reference, side by side."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

import pytest

import merx
from tests.lockstep.policies import Policy
from tests.reference.common import IllegalAction

# May return another position to go on from, made of the one it is given; asked at every decision.
Meddle = Callable[[random.Random, dict[str, Any], dict[str, Any]], dict[str, Any] | None]


class Difference(AssertionError):
    """Engine and reference disagree; the message says in what."""


def refused(apply: Callable[[Any], object], action: object, refusal: type[Exception]) -> bool:
    """Whether an action is refused."""
    try:
        apply(action)
    except refusal:
        return True
    return False


class Reference(Protocol):
    """What the reference games have in common."""

    edition: dict[str, Any]
    state: dict[str, Any]

    def to_dict(self) -> dict[str, Any]: ...
    def observe(self, player: int) -> dict[str, Any]: ...
    def legal_actions(self) -> list[str]: ...
    def apply(self, text: str) -> None: ...
    def is_terminal(self) -> bool: ...
    def scores(self) -> list[int]: ...
    def ranks(self) -> list[int]: ...
    def returns(self) -> list[float]: ...
    def sheet(self) -> list[list[tuple[str, int]]]: ...


class Walk:
    """Both sides in one position, and the way there."""

    def __init__(self, state: merx.State, reference: Reference, rng: random.Random) -> None:
        self.state = state
        self.reference = reference
        self.rng = rng
        self.start = state.to_dict()
        self.texts: list[str] = []  # the actions since the start
        self.decisions = 0

    def same(self, what: str, engine: object, reference: object) -> None:
        """Raise `Difference` unless both sides say the same."""
        if engine != reference:
            raise Difference(f"{what}: the engine says {engine!r}, the reference {reference!r}")

    def way(self) -> str:
        """How to get here: `game.new_state` of the start, then the actions."""
        return f"actions: {self.texts}\nfrom: {self.start}"

    def same_dict(self, what: str, engine: dict[str, Any], reference: dict[str, Any]) -> None:
        """Compare key by key, so that a difference is told shortly."""
        self.same(f"keys of the {what}", sorted(engine), sorted(reference))
        for key, value in engine.items():
            self.same(f"{what}, {key}", value, reference[key])

    def go(self, policy: Policy, meddle: Meddle | None = None) -> None:
        """Play to the end, comparing both sides.

        Before each decision: the legal actions, and the refusal of up to two illegal ones. After it
        what `compare_position` compares, and at the end everything both can say.
        """
        self.compare_position()
        while not self.reference.is_terminal():
            if meddle:
                edition, position = self.reference.edition, self.state.to_dict()
                self.set_position(meddle(self.rng, edition, position))
            legal = [self.state.action_to_string(action) for action in self.state.legal_actions()]
            self.same("legal actions", legal, self.reference.legal_actions())
            self.refuse_others(legal)
            self.apply(policy(legal, self.state))
            self.compare_position()
        self.compare_end()

    def set_position(self, position: dict[str, Any] | None) -> None:
        """Go on from another position, on both sides."""
        if position is None:
            return
        self.state = self.state.game.new_state(position)
        self.reference.state = self.state.to_dict()
        self.start, self.texts = position, []
        self.same_dict("set position", self.state.to_dict(), position)

    def apply(self, text: str) -> None:
        """Carry out an action on both sides."""
        self.texts.append(text)
        self.decisions += 1
        self.state.apply_action(self.state.string_to_action(text))
        self.reference.apply(text)

    def refuse_others(self, legal: list[str]) -> None:
        """Both refuse what is not legal; that nothing has changed, the next comparison sees."""
        game = self.state.game
        for action in self.rng.sample(range(game.num_distinct_actions()), 2):
            text = game.action_to_string(action)
            if text in legal:
                continue
            engine = refused(self.state.apply_action, action, merx.IllegalAction)
            reference = refused(self.reference.apply, text, IllegalAction)
            self.same(f"whether {text} is refused", (engine, reference), (True, True))

    def compare_position(self) -> None:
        """Compare the state, the scores, a view, the players' in turn, and one in 16 sheets."""
        self.same_dict("state", self.state.to_dict(), self.reference.to_dict())
        self.compare_view(self.decisions % self.state.num_players())
        self.same("scores", self.state.scores(), self.reference.scores())
        if self.rng.random() < 1 / 16:
            self.compare_sheet()

    def compare_view(self, player: int) -> None:
        """Compare what a player sees."""
        seen = self.state.observation(player).to_dict()
        self.same_dict(f"view of player {player}", seen, self.reference.observe(player))

    def compare_sheet(self) -> None:
        """Compare the score sheets line by line."""
        sheets = self.state.score_sheet().players
        lines = [[(line.label, line.points) for line in sheet.lines] for sheet in sheets]
        self.same("score sheet", lines, self.reference.sheet())

    def compare_end(self) -> None:
        """Compare what only the end can say."""
        self.same("the end", self.state.is_terminal(), True)
        self.same("legal actions", self.state.legal_actions(), self.reference.legal_actions())
        self.same("ranks", self.state.ranks(), self.reference.ranks())
        self.same("returns", self.state.returns(), pytest.approx(self.reference.returns()))
        self.compare_sheet()
        for player in range(self.state.num_players()):
            self.compare_view(player)
