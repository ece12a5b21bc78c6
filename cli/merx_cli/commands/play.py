"""`merx play`."""

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
    StartTime,
)


def play(
    game: GameName,
    players: Players = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", "-s", metavar="S", help="Deals the game; drawn if not given."),
    ] = None,
    bot: BotSpecs = None,
    human: Annotated[
        int | None,
        typer.Option("--human", metavar="P", min=0, help="The seat that you play, from 0."),
    ] = None,
    hint: Annotated[
        bool, typer.Option("--hint", help="Before each of your moves, show what a search likes.")
    ] = False,
    adviser: Annotated[
        str | None,
        typer.Option("--adviser", metavar="BOT", help="The search that gives hints: mcts or flat."),
    ] = None,
    edition: Edition = "standard",
    move_time: MoveTime = MOVE_TIME,
    game_time: GameTime = GAME_TIME,
    start_time: StartTime = START_TIME,
    bot_log: BotLog = True,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Write the record here.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play one game: bots against each other, or against you."""
    from contextlib import nullcontext
    from secrets import randbits

    import merx
    from merx_cli.analysing import check_adviser
    from merx_cli.errors import CliError
    from merx_cli.match import fill_seats, play_bots, play_with_person
    from merx_cli.output import print_json_text, say
    from merx_cli.recordfile import RecordFile

    setup = merx.load_game(game, players, edition)
    taken = len(bot or []) + (human is not None)
    if players is None and taken > setup.players:
        setup = merx.load_game(game, taken, edition)
    if human is None and (hint or adviser is not None):
        raise CliError("hints are for a person at the table", "--human P gives you seat P")
    adviser = check_adviser(adviser or "mcts")
    limits = Limits(move_time, game_time, start_time)
    with fill_seats(setup, bot or [], human, limits, show_log=bot_log) as roster:
        if seed is None:
            seed = randbits(64)  # too many for a bot to guess the deal
            say(f"seed {seed}")
        with RecordFile(record, force=force) if record is not None else nullcontext() as file:
            if human is None:
                line = play_bots(setup, seed, roster, quiet=as_json)
            else:
                line = play_with_person(
                    setup, seed, roster, human, adviser=adviser, hints=hint, quiet=as_json
                )
            if file is not None:
                file.write(line)
    if as_json:
        print_json_text(line)
