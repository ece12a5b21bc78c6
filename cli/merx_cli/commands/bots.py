"""`merx bots`."""

from typing import Annotated

import typer

from merx_cli.limits import GAME_TIME, MOVE_TIME, START_TIME, Limits
from merx_cli.options import AsJson, GameTime, MoveTime, Seed, StartTime

bots = typer.Typer(
    name="bots",
    help="List the built-in bots and what can be set, or try a bot.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@bots.callback()
def _list(context: typer.Context, as_json: AsJson = False) -> None:
    """List the built-in bots and what can be set; `check` tries any bot."""
    if context.invoked_subcommand is not None:
        return
    import merx
    from merx_cli.output import format_table, print_json, say

    known = merx.bots()
    if as_json:
        print_json(
            {
                "bots": [
                    {
                        "name": bot.name,
                        "help": bot.help,
                        "searches": bot.searches,
                        "parameters": [
                            {
                                "name": parameter.name,
                                "default": parameter.default,
                                "values": parameter.values,
                                "help": parameter.help,
                            }
                            for parameter in bot.parameters
                        ],
                    }
                    for bot in known
                ]
            }
        )
        return
    rows = []
    for bot in known:
        rows.append([bot.name, "", bot.help])
        rows.extend(["", f"{p.name}={p.default}", p.help] for p in bot.parameters)
    print(format_table(["bot", "parameter", "what it does"], rows))
    say("\nIn Python: py:FILE.py:NAME or py:MODULE:NAME, a class with choose(observation) -> int.")
    say("A program: exec:COMMAND, such as exec:./mybot or 'exec:java -jar mybot.jar --fast'.")


@bots.command()
def check(
    spec: Annotated[str, typer.Argument(metavar="BOT", help="Any bot, such as exec:./mybot.")],
    game: Annotated[
        list[str] | None,
        typer.Option("--game", "-g", metavar="GAME", help="Only this game; may be repeated."),
    ] = None,
    games: Annotated[
        int,
        typer.Option("--games", "-n", metavar="N", min=1, max=1000, help="Games to play of each."),
    ] = 3,
    seed: Seed = 0,
    move_time: MoveTime = MOVE_TIME,
    game_time: GameTime = GAME_TIME,
    start_time: StartTime = START_TIME,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if there are findings.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Try a bot in every game, and say what it does wrong."""
    import merx
    from merx_cli.checking.trials import check as try_bot
    from merx_cli.errors import FINDINGS
    from merx_cli.output import print_json

    names = [merx.load_game(name).name for name in game or [known.name for known in merx.games()]]
    limits = Limits(move_time, game_time, start_time)
    report = try_bot(spec, list(dict.fromkeys(names)), games, seed, limits)
    if as_json:
        print_json(report.to_json())
    else:
        print(report)
    if report.findings and strict:
        raise typer.Exit(FINDINGS)
