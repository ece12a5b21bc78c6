"""How strong the built-in bots are: `make strength`.

A bot plays alone against equal others, in every seat of every deal. Such a *block*, one deal and
all seats of the bot, is the unit: the 95 % intervals are by bootstrap over blocks
(docs/statistics.md). The same seed gives the same table, on any number of threads.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import merx
from benches.speed import is_release_build
from merx_cli.tournament.statistics.analysis import analyse
from merx_cli.tournament.statistics.estimate import Estimate
from merx_cli.tournament.statistics.margin import margin
from merx_cli.tournament.statistics.results import Results

PLAYERS = {"mercurius": 4, "celtic": 3, "merkator": 4}
SECONDS = 5.0
"""About how long games are played between two lines of progress, if they are short."""
AT_ONCE = 8
"""Games a thread plays between two lines of progress at least, that few wait for the last."""


@dataclass(frozen=True, slots=True)
class Match:
    """One bot against equal others, and how many deals show how strong it is."""

    bot: str
    rivals: str
    blocks: int


MATCHES = [
    Match("greedy", "random", 200),
    Match("flat:simulations=1000", "greedy", 30),
    Match("mcts:simulations=1000", "greedy", 50),
    Match("mcts:simulations=4000", "mcts:simulations=1000", 30),
]


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, as the command `merx` does."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches, print a table in Markdown, and return the exit code."""
    options = read(arguments)
    if not is_release_build():
        return 2
    try:
        rows = play_all(options)
    except merx.MerxError as error:  # a bot, a seed or a number of threads there cannot be
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(json.dumps({"seed": options.seed, "matches": rows}) if options.json else table(rows))
    return 0


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the arguments, or exit with 2."""
    parser = Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--game", action="append", choices=PLAYERS, help="only this; repeatable")
    parser.add_argument("--bot", help="a bot to measure instead of the table's")
    parser.add_argument("--rivals", help="the bot it plays against: greedy, unless given")
    parser.add_argument("--blocks", type=int, help="deals, instead of the table's")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    if options.blocks is not None and options.blocks < 1:
        parser.error(f"blocks is {options.blocks}, it must be at least 1")
    if options.rivals is not None and options.bot is None:
        parser.error("--rivals needs --bot")
    return options


def play_all(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Play every match in every game chosen; raises `merx.MerxError` for bad input."""
    rows = []
    for match in matches(options.bot, options.rivals or "greedy"):
        for game in options.game or PLAYERS:
            results = play(game, match, options)
            rows.append(row(game, match, results, options.seed))
            if not options.json:
                print(line(rows[-1]), file=sys.stderr)
    return rows


def matches(bot: str | None, rivals: str) -> list[Match]:
    """The table's, or the one of a bot; raises `merx.BotError` unless the rivals are others."""
    if bot is None:
        return MATCHES
    bot, rivals = merx.check_bot_spec(bot), merx.check_bot_spec(rivals)
    if bot == rivals:
        raise merx.BotError(f'bot "{bot}" cannot be measured against itself')
    return [Match(bot, rivals, blocks=50)]


def play(name: str, match: Match, options: argparse.Namespace) -> Results:
    """Play a match: in each block the bot sits in every seat of one deal."""
    game = merx.load_game(name, PLAYERS[name])
    blocks = options.blocks or match.blocks
    jobs = [
        (merx.derive_seed(options.seed, block), line_up(match, seat, game.players))
        for block in range(blocks)
        for seat in range(game.players)
    ]
    ranks, scores = [], []
    for record in records(game, jobs, options.threads):
        ranks.append(record["ranks"])
        scores.append(record["scores"])
    return Results(
        bots=[match.bot, match.rivals],
        block=[block for block in range(blocks) for _ in range(game.players)],
        seats=[[int(spec != match.bot) for spec in specs] for _, specs in jobs],
        ranks=ranks,
        scores=scores,
    )


def line_up(match: Match, seat: int, players: int) -> list[str]:
    """Seat the bot, and its rivals everywhere else."""
    return [match.bot if i == seat else match.rivals for i in range(players)]


def records(
    game: merx.Game, jobs: list[tuple[int, list[str]]], threads: int
) -> Iterator[dict[str, Any]]:
    """Play the games, and say on a terminal how far they are."""
    done, size = 0, threads * AT_ONCE
    while done < len(jobs):
        start = time.perf_counter()
        yield from map(json.loads, merx.play_many(game, jobs[done : done + size], threads))
        done += size
        size = max(threads * AT_ONCE, int(size * SECONDS / (time.perf_counter() - start)))
        if sys.stderr.isatty():
            print(f"\r{min(done, len(jobs))} of {len(jobs)} games ", end="\r", file=sys.stderr)


def row(game: str, match: Match, results: Results, seed: int) -> dict[str, Any]:
    """Say what came of a match."""
    share = analyse(results, seed).bots[0].win_share
    lead = margin(results, match.bot, match.rivals, seed)
    return {
        "game": game,
        "players": results.players,
        "bot": match.bot,
        "rivals": match.rivals,
        "games": results.games,
        "win_share": [share.value, share.low, share.high],
        "margin": [lead.value, lead.low, lead.high],
    }


HEADER = """\
| game | bot | against | games | wins (95 % interval) | margin (95 % interval) |
|---|---|---|---|---|---|"""


def table(rows: list[dict[str, Any]]) -> str:
    """Return the rows as Markdown."""
    return "\n".join([HEADER, *map(line, rows)])


def line(row: dict[str, Any]) -> str:
    """Return a row as Markdown."""
    share, lead = Estimate(*row["win_share"]), Estimate(*row["margin"])
    rivals = f"{row['players'] - 1} {row['rivals']}"
    cells = [row["game"], row["bot"], rivals, f"{row['games']:,}"]
    cells += [
        f"{share.value:.1%}{interval(share, '.1%')}",
        f"{lead.value:+.2f}{interval(lead, '+.2f')}",
    ]
    return f"| {' | '.join(cells)} |"


def interval(figure: Estimate, form: str) -> str:
    """Return the interval of a figure, if there is one."""
    if figure.low is None or figure.high is None:
        return ""
    return f" ({figure.low:{form}} to {figure.high:{form}})"


if __name__ == "__main__":
    sys.exit(main())
