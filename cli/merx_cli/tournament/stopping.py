"""The sequential test: whole blocks in order, and no game after the one that decides."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from merx_cli.tournament.config import Config
from merx_cli.tournament.entries import Head, read_head
from merx_cli.tournament.referee import Outcome
from merx_cli.tournament.schedule import Schedule
from merx_cli.tournament.statistics.margin import block_scores
from merx_cli.tournament.statistics.sequential import Decision, SequentialTest
from merx_cli.tournament.tally import Tally

Finished = tuple[Head, Outcome]


class Stopping:
    """Lets through the games up to the decision.

    Which ones those are depends on no number of workers: a block is held back until it is whole
    and all blocks before it are, and what comes after the decision is dropped.
    """

    def __init__(self, config: Config, done: Iterable[Head]) -> None:
        """Go through the games that are `done` already; `config` has an `until`."""
        assert config.until is not None
        until = config.until
        self.test = SequentialTest(until.alpha, until.beta, until.margin)
        self._claim = until.claim
        self._config = config
        self._blocks = _blocks(config.schedule)
        self._wanted = next(self._blocks, None)
        self._done: dict[int, tuple[Head, Outcome | None]] = {
            head["number"]: (head, None) for head in done
        }
        list(self._whole_blocks())

    @property
    def decided(self) -> bool:
        """Whether the test needs no more games."""
        return self.test.decision is not Decision.CONTINUE

    def let_through(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """Take finished games, and return those that are to be kept, as soon as they are."""
        for outcome in outcomes:
            head = read_head(outcome.entry)
            self._done[head["number"]] = head, outcome
        return self._whole_blocks()

    def _whole_blocks(self) -> Iterator[Outcome]:
        while not self.decided and self._wanted is not None:
            numbers, whole = self._wanted
            if not all(number in self._done for number in numbers):
                return
            games = [self._done.pop(number) for number in numbers]
            if whole:
                self._feed([head for head, _ in games])
            self._wanted = next(self._blocks, None)
            yield from (outcome for _, outcome in games if outcome is not None)

    def _feed(self, heads: list[Head]) -> None:
        tally = Tally(self._config.bots, self._config.played.players)
        tally.add(heads)
        claim = self._claim
        _, scores = block_scores(tally.results(), claim.stronger, claim.weaker)
        self.test.feed(scores)


def _blocks(schedule: Schedule) -> Iterator[tuple[list[int], bool]]:
    """List the blocks: the numbers of their games, and whether that is all of their games."""
    for _, group in groupby(schedule.fixtures(), lambda fixture: fixture.block):
        fixtures = list(group)
        whole = len(fixtures) == len(schedule.rotations(fixtures[0].seats))
        yield [fixture.number for fixture in fixtures], whole
