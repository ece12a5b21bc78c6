"""A whole tournament: playing, saving, and the table at the end."""

import sys
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import merx
from merx_cli.errors import CliError, InterruptedRunError
from merx_cli.interrupt import uninterrupted
from merx_cli.output import counted, format_table, print_json, say
from merx_cli.progress import progress
from merx_cli.recordfile import RecordFile
from merx_cli.roster import Roster
from merx_cli.tournament.runner import play_all
from merx_cli.tournament.schedule import games_per_round, schedule
from merx_cli.tournament.standings import Standing, Standings


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play; everything but `threads` decides what comes of it."""

    game: merx.Game
    roster: Roster
    games: int
    seed: int
    threads: int


def run(plan: Plan, out: str | None, *, force: bool, as_json: bool) -> None:
    """Play a tournament, write its records to `out`, and print its table.

    If it is stopped, by Ctrl-C or by a bot that fails, what is finished is saved and printed
    before the error is raised.
    """
    file = RecordFile(out, force=force) if out is not None else None
    _mention_limits(plan)
    standings = Standings(plan.roster.specs)
    stopped: CliError | None = None
    start = perf_counter()
    try:
        _play(plan, standings, file)
    except KeyboardInterrupt:
        stopped = InterruptedRunError(
            f"interrupted after {standings.games:,} of {plan.games:,} games"
        )
    except CliError as error:
        stopped = error
    if standings.games:
        _print(plan, standings, out, as_json=as_json)
        _mention_pace(standings.games, perf_counter() - start)
    if file is not None and file.games:
        say(f"{counted(file.games, 'record')} in {file.path}")
    if stopped is not None:
        raise stopped


def _play(plan: Plan, standings: Standings, file: RecordFile | None) -> None:
    pairings = schedule(plan.roster.specs, plan.game.players, plan.games, plan.seed)
    with ExitStack() as stack:
        if file is not None:
            stack.enter_context(file)
        # What a bot in Python prints is diverted while it runs. A Ctrl-C between diverting and
        # undoing that leaves stdout diverted; here it is put back in any case.
        stack.enter_context(redirect_stdout(sys.stdout))
        advance = stack.enter_context(progress(plan.games))
        for batch in play_all(plan.game, pairings, plan.roster, plan.threads):
            # Records and table agree whenever Ctrl-C comes.
            with uninterrupted():
                for pairing, line in batch:
                    if file is not None:
                        file.write(line)
                    standings.add(pairing, line)
            advance(len(batch))


def _mention_limits(plan: Plan) -> None:
    round_of = games_per_round(plan.roster.specs, plan.game.players)
    if plan.games % round_of:
        say(
            f"note: {plan.games:,} is no multiple of {round_of:,}, "
            "so some bots sit in some seats more often than others"
        )
    if not plan.roster.built_in and plan.threads > 1:
        say(
            "note: with a bot in Python or a program the games are played one by one, on one thread"
        )


def _mention_pace(games: int, seconds: float) -> None:
    rate = games / max(seconds, 1e-9)
    say(f"{counted(games, 'game')} in {seconds:.1f} s, {rate:,.0f} a second")


def _print(plan: Plan, standings: Standings, out: str | None, *, as_json: bool) -> None:
    game, ranking = plan.game, standings.best_first()
    if as_json:
        print_json(
            {
                "game": game.name,
                "rules_version": game.rules_version,
                "edition": game.edition,
                "edition_hash": game.edition_hash,
                "players": game.players,
                "seed": plan.seed,
                "games": plan.games,
                "finished": standings.games,
                "out": out,
                "bots": [_as_json(standing) for standing in ranking],
            }
        )
        return
    print(
        f"{game.name}, edition {game.edition}, {game.players} players, "
        f"{counted(standings.games, 'game')}, seed {plan.seed}\n"
    )
    print(_as_table(ranking))
    if any(standing.seats != standing.games for standing in ranking):
        print(
            f"\nWin shares are per seat: bots of equal strength would have {1 / game.players:.1%}."
        )


def _as_json(standing: Standing) -> dict[str, Any]:
    return {
        "bot": standing.bot,
        "games": standing.games,
        "seats": standing.seats,
        "win_share": standing.win_share,
        "interval": standing.interval(),
        "mean_score": standing.mean_score,
        "mean_rank": standing.mean_rank,
    }


def _as_table(ranking: list[Standing]) -> str:
    header = ["bot", "games", "seats", "win share", "95 % interval", "mean score", "mean rank"]
    rows = [
        [
            standing.bot,
            f"{standing.games:,}",
            f"{standing.seats:,}",
            f"{standing.win_share:.1%}",
            _percentages(standing.interval()),
            f"{standing.mean_score:.1f}",
            f"{standing.mean_rank:.2f}",
        ]
        for standing in ranking
    ]
    return format_table(header, rows, right=header[1:])


def _percentages(interval: tuple[float, float] | None) -> str:
    return "-" if interval is None else f"{interval[0]:.1%} - {interval[1]:.1%}"
