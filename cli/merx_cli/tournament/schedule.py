"""Who sits where in which game: a pure function of the arguments."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, repeat
from math import comb

from merx import derive_seed


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a tournament."""

    block: int
    """Games of one block share line-up and seed and differ in who sits where."""
    seed: int
    seats: tuple[str, ...]
    """A bot's spec for each seat."""


def schedule(bots: Sequence[str], players: int, games: int, seed: int) -> Iterator[Pairing]:
    """List the games of a tournament, in order.

    Each block takes the next line-up, and its games are the line-up's rotations, all dealt from
    seed number `block` of the family that `seed` founds.
    """
    return islice(_pairings(bots, players, seed), games)


def _pairings(bots: Sequence[str], players: int, seed: int) -> Iterator[Pairing]:
    again_and_again = chain.from_iterable(line_ups(bots, players) for _ in repeat(None))
    for block, line_up in enumerate(again_and_again):
        for seats in rotations(line_up):
            yield Pairing(block, derive_seed(seed, block), seats)


def line_ups(bots: Sequence[str], players: int) -> Iterator[tuple[str, ...]]:
    """List who meets whom: all combinations of the bots in order.

    If there are fewer bots than players, one line-up in which they take turns.

    >>> list(line_ups(["a", "b", "c"], 2))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> list(line_ups(["a", "b"], 3))
    [('a', 'b', 'a')]
    """
    if len(bots) >= players:
        return combinations(bots, players)
    return iter([tuple(bots[seat % len(bots)] for seat in range(players))])


def rotations(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Move the line-up round the table seat by seat until it looks the same again.

    The same bot in the same seat with the same seed would play the same game once more.

    >>> rotations(("a", "b", "a", "b"))
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    """
    turned = (line_up[i:] + line_up[:i] for i in range(len(line_up)))
    return list(dict.fromkeys(turned))


def games_per_round(bots: Sequence[str], players: int) -> int:
    """Count the games after which every line-up has been played in each of its rotations.

    After a multiple of these, every bot has sat in every seat equally often.
    """
    if len(set(bots)) == len(bots) >= players:
        return comb(len(bots), players) * players
    return sum(len(rotations(line_up)) for line_up in line_ups(bots, players))
