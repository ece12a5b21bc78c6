"""What came of a tournament, bot by bot."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from merx_cli.tournament.schedule import Pairing

_Z = 1.959964
"""Of a normal distribution, 95 % lie within so many standard deviations."""


def read_result(line: str) -> tuple[list[int], list[int]]:
    """Return scores and ranks of a record. They end it, so the long part need not be read."""
    end = json.loads("{" + line[line.rindex('"scores":') :])
    return end["scores"], end["ranks"]


@dataclass(slots=True)
class _BlockSums:
    """Sums over blocks, from which the spread of a win share follows."""

    blocks: int = 0
    seats2: float = 0.0
    share2: float = 0.0
    product: float = 0.0

    def add(self, seats: int, share: float) -> None:
        self.blocks += 1
        self.seats2 += seats * seats
        self.share2 += share * share
        self.product += seats * share


@dataclass(slots=True)
class Standing:
    """One bot's results. Means and shares are per seat it took; it may take two in a game."""

    bot: str
    games: int = 0
    seats: int = 0
    _wins: float = 0.0
    _scores: int = 0
    _ranks: int = 0
    _sums: _BlockSums = field(default_factory=_BlockSums)
    _block_seats: int = 0
    _block_wins: float = 0.0

    @property
    def win_share(self) -> float:
        """Wins per seat; a win that k players share counts 1/k for each."""
        return self._wins / self.seats

    @property
    def mean_score(self) -> float:
        """Points per seat."""
        return self._scores / self.seats

    @property
    def mean_rank(self) -> float:
        """Rank per seat; 1 is the best."""
        return self._ranks / self.seats

    def interval(self) -> tuple[float, float] | None:
        """Return a 95 % interval of the win share; `None` after a single block.

        Wilson's interval of the games won, of which there is at most one a game however many
        seats the bot has; scaled to seats. It counts as many independent games as explain how much
        blocks differ, as the games of a block share a deal, but never more than were played.
        """
        sums = self._sums
        if sums.blocks < 2:
            return None
        # Each block's wins minus what its seats would bring at this share, squared and summed.
        share = self.win_share
        residuals = sums.share2 - 2 * share * sums.product + share * share * sums.seats2
        variance = residuals * sums.blocks / (sums.blocks - 1) / self.games**2
        p = self._wins / self.games
        spread = p * (1 - p)
        n = spread / variance if 1e-9 < spread < variance * self.games else self.games
        z2 = _Z * _Z
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = _Z * sqrt(spread / n + z2 / (4 * n * n)) / (1 + z2 / n)
        most = self.games / self.seats
        return max(0.0, middle - half) * most, min(1.0, middle + half) * most

    def add_game(self, seats: Sequence[int], scores: Sequence[int], ranks: Sequence[int]) -> None:
        """Count a game in which the bot had these seats."""
        share = 1 / ranks.count(1)
        wins = sum(share for seat in seats if ranks[seat] == 1)
        self.games += 1
        self.seats += len(seats)
        self._wins += wins
        self._scores += sum(scores[seat] for seat in seats)
        self._ranks += sum(ranks[seat] for seat in seats)
        self._block_seats += len(seats)
        self._block_wins += wins

    def end_block(self) -> None:
        """Count the block that ends here, if the bot played in it."""
        if self._block_seats:
            self._sums.add(self._block_seats, self._block_wins)
            self._block_seats, self._block_wins = 0, 0.0


class Standings:
    """The results of every bot, fed game by game in the order of the schedule."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.games = 0
        self._of = {bot: Standing(bot) for bot in bots}
        self._block = 0

    def add(self, pairing: Pairing, line: str) -> None:
        """Count the game of a record."""
        if pairing.block != self._block:
            self._end_block()
            self._block = pairing.block
        scores, ranks = read_result(line)
        seats_of: dict[str, list[int]] = {}
        for seat, bot in enumerate(pairing.seats):
            seats_of.setdefault(bot, []).append(seat)
        for bot, seats in seats_of.items():
            self._of[bot].add_game(seats, scores, ranks)
        self.games += 1

    def best_first(self) -> list[Standing]:
        """Return the bots that have played, by win share; to be called at the end."""
        self._end_block()
        played = [standing for standing in self._of.values() if standing.seats]
        return sorted(played, key=lambda standing: -standing.win_share)

    def _end_block(self) -> None:
        for standing in self._of.values():
            standing.end_block()
