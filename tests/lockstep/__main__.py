"""Walk many games with engine and reference, and tell what was compared and exercised.

`make lockstep GAMES=10000`, or `python -m tests.lockstep --games 10000`; without `--games` the
sample of `make test`.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from tests.lockstep.coverage import faults, table
from tests.lockstep.jobs import KITS, Job, Result, jobs, play, refuse_editions, sample


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, and return the exit code.

    It is 1 if anything differs or a part of a clause is missing. After Ctrl-C it is 1 only for a
    difference and otherwise 130, for what is missing could have come later.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tests.lockstep", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--games", type=int, default=0, help="of each game; at least the sample")
    cores = os.cpu_count() or 1
    parser.add_argument("--workers", type=int, default=cores, help="processes, %(default)s here")
    parser.add_argument("--game", choices=KITS, action="append", help="only this one")
    options = parser.parse_args(arguments)
    names = options.game or list(KITS)
    # Round by round, so that an interrupted run has seen something of everything.
    chosen = sorted(
        (job for name in names for job in first_jobs(name, options.games)),
        key=lambda job: job.number,
    )
    report = Report(names)
    try:
        for number, result in enumerate(run(chosen, options.workers), 1):
            report.add(result)
            if number % 1000 == 0:
                print(f"{number} of {len(chosen)} games", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        report.interrupted = True
    print(*report.lines(), sep="\n")
    if report.failed:
        return 1
    return 130 if report.interrupted else 0


def first_jobs(game: str, games: int) -> list[Job]:
    """The sample, and more of the same up to a number of games."""
    return list(itertools.islice(jobs(game), max(games, len(sample(game)))))


def run(chosen: list[Job], workers: int) -> Iterator[Result]:
    """Play all, in this process or in others."""
    if workers <= 1:
        yield from map(play, chosen)
        return
    spawn = multiprocessing.get_context("spawn")
    # Ctrl-C is for the parent, which then ends them.
    with spawn.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(play, chosen, chunksize=8)


class Report:
    """What was compared, what was exercised, what went wrong."""

    def __init__(self, games: Iterable[str]) -> None:
        self.clauses = {game: refuse_editions(game) for game in games}
        self.walks: defaultdict[tuple[str, str, int], list[int]] = defaultdict(list)
        self.differences = 0
        self.interrupted = False

    def add(self, result: Result) -> None:
        """Take in one walk; a difference is told at once."""
        job = result.job
        self.walks[job.game, job.edition, job.players].append(result.decisions)
        self.clauses[job.game].update(result.clauses)
        if result.difference:
            self.differences += 1
            print(result.difference, file=sys.stderr, flush=True)

    def faults(self, game: str) -> list[str]:
        """What is wrong with the coverage of a game; an interrupted run cannot tell."""
        return [] if self.interrupted else list(faults(game, self.clauses[game]))

    @property
    def failed(self) -> bool:
        """Whether anything differs, or is missing."""
        return bool(self.differences) or any(map(self.faults, self.clauses))

    def lines(self) -> Iterator[str]:
        """The tables of walks and of clauses, and the faults."""
        yield f"{'game':<10} {'edition':<16} {'players':>7} {'games':>7} {'decisions':>10}"
        for (game, edition, players), walks in sorted(self.walks.items()):
            yield f"{game:<10} {edition:<16} {players:>7} {len(walks):>7} {sum(walks):>10}"
        games, decisions = sum(map(len, self.walks.values())), sum(map(sum, self.walks.values()))
        yield f"{'total':<10} {'':<16} {'':>7} {games:>7} {decisions:>10}"
        for game, clauses in self.clauses.items():
            yield ""
            yield from table(game, clauses)
            yield from (f"  {fault}" for fault in self.faults(game))
        yield ""
        found = sum(len(self.faults(game)) for game in self.clauses)
        coverage = "coverage not judged" if self.interrupted else f"{found} faults of coverage"
        yield f"{self.differences} differences, {coverage}"


if __name__ == "__main__":
    sys.exit(main())
