"""`merx tournament`."""

from typing import Annotated

import typer

from merx_cli.limits import GAME_TIME, MOVE_TIME, START_TIME, Limits
from merx_cli.options import (
    AsJson,
    BotLog,
    BotSpecs,
    Edition,
    Force,
    GameName,
    GameTime,
    MoveTime,
    Players,
    Seed,
    StartTime,
)

_MOST_THREADS = 256


def tournament(
    game: GameName,
    players: Players = None,
    seed: Seed = 0,
    bot: BotSpecs = None,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, max=10**9, help="Games to play.")
    ] = 1000,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            "-t",
            metavar="T",
            min=1,
            max=_MOST_THREADS,
            help="One for each CPU if not given.",
        ),
    ] = None,
    edition: Edition = "standard",
    move_time: MoveTime = MOVE_TIME,
    game_time: GameTime = GAME_TIME,
    start_time: StartTime = START_TIME,
    bot_log: BotLog = True,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE", help="Write the records here.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games, with seats that rotate, and compare them."""
    import os

    import merx
    from merx_cli.errors import CliError
    from merx_cli.roster import Roster
    from merx_cli.tournament.run import Plan, run

    if not bot:
        raise CliError(
            "a tournament needs bots", "--bot greedy --bot random; `merx bots` lists them"
        )
    setup = merx.load_game(game, players, edition)
    limits = Limits(move_time, game_time, start_time)
    with Roster(bot, limits, show_log=bot_log) as roster:
        plan = Plan(
            game=setup,
            roster=roster,
            games=games,
            seed=seed,
            threads=threads or min(_MOST_THREADS, os.cpu_count() or 1),
        )
        run(plan, out, force=force, as_json=as_json)
