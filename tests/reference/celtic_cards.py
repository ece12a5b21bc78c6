"""Celtic's edition in plain Python: what the tables say, texts of cards and actions, the deal.

Part of the slow, obvious second implementation of rules.md; the game itself is in `celtic.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from . import common
from .common import Edition, Piles, State

SET_UP = [  # the clauses that every start position shows
    "1.1 all pieces in the village",
    "1.2 stocks of goods cards",
    "1.3 goals drawn and hidden",
    "1.4 seat 0 starts",
]


def load_edition(path: str | Path) -> Edition:
    """Read an edition, extended from the standard where it says so, and check it."""
    return common.load_edition(path, check_edition)


def check_edition(edition: Edition) -> None:
    """Refuse the editions in which a rule could not be kept."""
    setup, kinds = edition["setup"], dict(space[:2] for space in edition["board"]["spaces"])
    if list(kinds.values()).count("village") != 1:  # 1.1
        raise ValueError("board.spaces: there must be one village")
    for space, joined in neighbours(edition).items():  # 2.1
        if not joined - {space}:
            raise ValueError(f"board.roads: no road leads to {space}")
    for _, places in edition["goals"]["deck"]:  # 1.3
        if any(kinds.get(place) != "place" or places.count(place) > 1 for place in places):
            raise ValueError(f"goals.deck: {places} must be different places")
    if not 0 < setup["goals_in_hand"] <= setup["goals_to_end"]:  # 3.2
        raise ValueError("setup.goals_in_hand: at least 1, at most goals_to_end")
    if setup["goals_to_end"] * max(edition["edition"]["players"]) > len(edition["goals"]["deck"]):
        raise ValueError("setup.goals_to_end: the deck could run out")
    if len(edition["scoring"]["rank_value"]) < len(goods(edition)):  # 6.2
        raise ValueError("scoring.rank_value: a value for every kind is needed")
    if len(edition["scoring"]["cap_per_kind"]) <= setup["goals_to_end"]:  # 6.3
        raise ValueError("scoring.cap_per_kind: a cap for every number of goals is needed")
    for key in ("pieces", "steps", "turn_limit"):  # 1.1, 2.1, 5.4
        if setup[key] < 1:
            raise ValueError(f"setup.{key}: at least 1")


def spaces(edition: Edition) -> list[str]:
    """1.1: the spaces in the order of the table."""
    return [name for name, _, _, _ in edition["board"]["spaces"]]


def goods(edition: Edition) -> list[str]:
    """1.2: the goods are named as their trading places, in the order of the table."""
    return [name for name, kind, _, _ in edition["board"]["spaces"] if kind == "trade"]


def village(edition: Edition) -> str:
    """1.1: the one village."""
    return next(name for name, kind, _, _ in edition["board"]["spaces"] if kind == "village")


def goal_texts(edition: Edition) -> list[str]:
    """The text of every goal card by its number: its places, joined."""
    return common.number_copies(["+".join(places) for _, places in edition["goals"]["deck"]])


def action_texts(edition: Edition) -> list[str]:
    """Every action of the game in the order of the action ids."""
    pieces = edition["setup"]["pieces"]
    return (
        [f"fulfil {goal}" for goal in goal_texts(edition)]
        + [f"take {good}" for good in goods(edition)]
        + [f"from {space}" for space in spaces(edition)]
        + [f"to {space}" for space in spaces(edition)]
        + [f"move {number}" for number in range(1, pieces + 1)]
        + [f"along {number}" for number in range(pieces + 1)]
        + ["announce", "end turn"]
    )


def neighbours(edition: Edition) -> dict[str, set[str]]:
    """1.1: the spaces one road away from each space."""
    joined: dict[str, set[str]] = {space: set() for space in spaces(edition)}
    for one_end, other_end in edition["board"]["roads"]:
        joined[one_end].add(other_end)
        joined[other_end].add(one_end)
    return joined


def deal(
    edition: Edition, players: int, order: Sequence[int], clauses: Counter[str] | None = None
) -> State:
    """1: the start position from all goal-card numbers in shuffled order; `clauses` counts."""
    if clauses is not None:
        clauses.update(SET_UP)
    setup, deck = edition["setup"], list(order)
    start = common.start(edition, players)  # 1.4
    common.check_order(order, len(edition["goals"]["deck"]))
    hands = common.deal_hands(deck, players, setup["goals_in_hand"])  # 1.3
    return {
        **start,
        "phase": "before",
        "turn": 0,
        "journey": None,
        "taken": None,
        "stocks": dict.fromkeys(goods(edition), edition["goods"]["cards_per_kind"]),  # 1.2
        "deck": deck,
        "seats": [
            {
                "goals": hand,
                "fulfilled": [],
                "goods": dict.fromkeys(goods(edition), 0),
                "pieces": {village(edition): setup["pieces"]},  # 1.1
            }
            for hand in hands
        ],
    }


def piles_of(_edition: Edition, state: State) -> Piles:
    """1.3: an order of the goal cards that leads to this start position: what `deal` wants."""
    return {"order": [card for seat in state["seats"] for card in seat["goals"]] + state["deck"]}
