"""The books of a tournament: what is finished is written down, counted, and told."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from merx_cli.tournament.config import Config
from merx_cli.tournament.directory import RunDirectory
from merx_cli.tournament.entries import Head, read_heads
from merx_cli.tournament.referee import Outcome
from merx_cli.tournament.schedule import Fixture
from merx_cli.tournament.stopping import Stopping
from merx_cli.tournament.tally import Tally
from merx_cli.tournament.verdicts import OK


class Books:
    """Keeps the finished games, those that a directory has from an earlier time included."""

    def __init__(
        self, config: Config, directory: RunDirectory | None, tell: Callable[[str], None]
    ) -> None:
        """`tell` takes a line for the first failure of each kind of each bot."""
        self.config = config
        self.directory = directory
        self.tally = Tally(config.bots, config.played.players)
        self.failures: Counter[tuple[str, str]] = Counter()
        """How often each bot had each verdict but `ok`."""
        self.new = 0
        """Games that were finished since these books were opened."""
        self._tell = tell
        done = list(directory.heads()) if directory is not None else []
        self._count(done)
        self._done = {head["number"] for head in done}
        self.stopping = Stopping(config, done) if config.until is not None else None

    @property
    def decided(self) -> bool:
        """Whether no more games are wanted, as the sequential test has come to an end."""
        return self.stopping is not None and self.stopping.decided

    def missing(self) -> Iterator[Fixture]:
        """List the games that were not finished when the books were opened, in order."""
        return (f for f in self.config.schedule.fixtures() if f.number not in self._done)

    def take(self, outcomes: Iterable[Outcome]) -> None:
        """Write finished games down, then count them; raises `CliError` if there is no room."""
        if self.stopping is not None:
            outcomes = self.stopping.let_through(outcomes)
        kept = list(outcomes)
        entries = [outcome.entry for outcome in kept]
        if self.directory is not None:
            self.directory.add(entries, [o.times for o in kept if o.times is not None])
        heads = read_heads(entries)
        self._count(heads, tell=self._tell)
        self.new += len(heads)

    def _count(self, heads: list[Head], tell: Callable[[str], None] | None = None) -> None:
        self.tally.add(heads)
        for head in heads:
            if head["verdict"] != OK:
                bot = self.config.bots[head["seats"][head["player"]]]
                self.failures[bot, head["verdict"]] += 1
                if tell is not None and self.failures[bot, head["verdict"]] == 1:
                    tell(_in_words(bot, head))


def _in_words(bot: str, head: Head) -> str:
    when = "" if head["decision"] is None else f" at decision {head['decision']}"
    return f"note: game {head['number']}: {head['verdict']} of {bot}{when}: {head['said']}"
