"""Records of games, read back."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from merx._native import Game, State, _replay


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that was played again and found true in everything it says."""

    game: Game
    seed: int
    #: The name of the bot in each seat.
    bots: list[str]
    #: Action ids.
    actions: list[int]
    scores: list[int]
    ranks: list[int]
    #: The record itself, see `docs/formats.md`.
    record: dict[str, Any]

    def states(self) -> Iterator[State]:
        """Yield the start position and the state after each action, each a state of its own."""
        state = self.game.new_initial_state(self.seed)
        yield state.clone()
        for action in self.actions:
            state.apply_action(action)
            yield state.clone()


def replay(line: str, edition: str | os.PathLike[str] | None = None) -> Replay:
    """Read a record, one line of JSON, and play it again.

    Every action goes through the rules, and every hash, the scores and the ranks are compared.
    `edition` is the file of the edition, needed if it is not compiled in: a record is not trusted
    to name files.

    Raises `RecordError` with the first thing that is wrong, and the decision where it is;
    `EditionError` for a fault in the file `edition`.
    """
    game, seed, bots, actions, scores, ranks = _replay(line, edition)
    return Replay(game, seed, bots, actions, scores, ranks, json.loads(line))
