"""What the reference implementations share: editions, the head of a deal, refusals, places."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Edition = dict[str, Any]
State = dict[str, Any]
Piles = dict[str, Any]  # what is shuffled for a game: arguments of its `deal`, by name
Refusal = tuple[str, str]  # the clause that forbids ("" where it is too plain to count), the reason


class IllegalAction(ValueError):
    """An action the rules do not allow now; `text` is the action, `reason` says why."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text}: {reason}")
        self.text = text
        self.reason = reason


def read_edition(path: str | Path) -> Edition:
    """Read an edition; one that extends the standard takes over from it every key it lacks."""
    path = Path(path)
    edition = tomllib.loads(path.read_text(encoding="utf-8"))
    base = edition["edition"].pop("extends", None)
    if base is not None:
        if base != "standard":
            raise ValueError(f'edition.extends: only "standard" can be extended, not {base!r}')
        standard = tomllib.loads((path.parent / "standard.toml").read_text(encoding="utf-8"))
        for table, entries in standard.items():
            for key, value in entries.items():
                edition.setdefault(table, {}).setdefault(key, value)
    return edition


def load_edition(path: str | Path, check: Callable[[Edition], None]) -> Edition:
    """Read an edition, extended from the standard where it says so, and check it."""
    edition = read_edition(path)
    check(edition)
    return edition


def start(edition: Edition, players: int) -> State:
    """Return what every start position begins with: seat 0 is the first to decide."""
    if players not in edition["edition"]["players"]:
        raise ValueError(f"players: {players} cannot play this edition")
    return {
        "game": edition["edition"]["game"],
        "edition": edition["edition"]["name"],
        "players": players,
        "active_player": 0,
        "current_player": 0,
    }


def check_order(order: Sequence[int], cards: int) -> None:
    """Refuse what is not a shuffled deck of so many cards, by number."""
    if sorted(order) != list(range(cards)):
        raise ValueError("order: every card number must occur exactly once")


def deal_hands(deck: list[int], players: int, size: int) -> list[list[int]]:
    """Take a hand of so many cards off the top of the deck for each player; hands are sorted."""
    hands = []
    for _ in range(players):
        hands.append(sorted(deck[:size]))
        del deck[:size]
    return hands


def number_copies(texts: Sequence[str]) -> list[str]:
    """The texts of a deck's cards; copies of an earlier card get `/2`, `/3`, ..."""
    numbered: list[str] = []
    copies: Counter[str] = Counter()
    for text in texts:
        copies[text] += 1
        numbered.append(text if copies[text] == 1 else f"{text}/{copies[text]}")
    return numbered


def ranks(results: Sequence[Any]) -> list[int]:
    """One more than the number of players strictly better; results compare as they are."""
    return [1 + sum(other > result for other in results) for result in results]


def deciders(results: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
    """What sets apart each two neighbours in the order of places: `decided by` a name, `shared`."""
    best_first = sorted(results, reverse=True)
    hows = []
    for one, other in itertools.pairwise(best_first):
        apart = [name for name, a, b in zip(names, one, other, strict=True) if a != b]
        hows.append(f"decided by {apart[0]}" if apart else "place shared")
    return hows


def returns(ranks: Sequence[int]) -> list[float]:
    """From 1 for the first to -1 for the last place; tied players share the mean of theirs."""
    n = len(ranks)
    if n == 1:
        return [0.0]
    values = []
    for rank in ranks:
        places = range(rank, rank + ranks.count(rank))
        values.append(sum(n + 1 - 2 * r for r in places) / (len(places) * (n - 1)))
    return values
