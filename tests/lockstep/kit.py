"""What the lock-step walks know of a game: its editions, and the courses that play takes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.lockstep.policies import NewPolicy
from tests.lockstep.walk import Meddle, Reference

SEEDS = Path(__file__).resolve().parents[2] / "seeds"
Dict = dict[str, Any]  # an edition's tables, or a position


@dataclass(frozen=True)
class Edition:
    """An edition to be walked."""

    players: tuple[int, ...]
    #: Writes the tables in which it differs from the standard; `None`: it is compiled in.
    numbers: Callable[[random.Random], str] | None = None


@dataclass(frozen=True)
class Course:
    """A way to play: what is chosen, and a position set up on the way."""

    policy: NewPolicy
    meddle: Meddle | None = None
    #: Where it can be played; empty: everywhere.
    editions: tuple[str, ...] = ()
    players: tuple[int, ...] = ()

    def fits(self, edition: str, players: int) -> bool:
        """Whether it can be played there."""
        return (not self.editions or edition in self.editions) and (
            not self.players or players in self.players
        )


@dataclass(frozen=True)
class Kit:
    """One game."""

    game: str
    reference: Callable[[Dict, Dict, Counter[str]], Reference]
    load_edition: Callable[[Path], Dict]
    #: The reference's start position from an edition, a number of players and shuffled piles.
    deal: Callable[..., Dict]
    #: Shuffled piles that lead to a start position, by their names in `deal`.
    piles_of: Callable[[Dict, Dict], Dict]
    editions: Mapping[str, Edition]
    courses: Mapping[str, Course]
    #: Times each course is played in the sample, in every edition with every number of players.
    rounds: int = 1
    #: Tables of editions that both refuse, by the clause for which they do.
    refused: Mapping[str, str] = field(default_factory=dict)

    def deal_again(self, edition: Dict, start: Dict, clauses: Counter[str]) -> Dict:
        """Deal a start position again from the order of its cards; count the clauses of set-up."""
        piles = self.piles_of(edition, start)
        return self.deal(edition, start["players"], **piles, clauses=clauses)


def edition_text(game: str, name: str, numbers: str) -> str:
    """The file of an edition that differs from the standard in these tables."""
    head = f'[edition]\ngame = "{game}"\nname = "{name}"\nextends = "standard"\n'
    return head + numbers
