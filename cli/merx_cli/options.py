"""Arguments and options that several commands share, and the check that there is a command."""

from typing import Annotated

import typer

from merx_cli.errors import USAGE

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; `merx games` lists them.")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", metavar="N", help="Number of players; 4 where possible."),
]
Seed = Annotated[
    int,
    typer.Option("--seed", "-s", metavar="S", help="The same seed gives the same result."),
]
Edition = Annotated[
    str,
    typer.Option("--edition", "-e", metavar="NAME|FILE", help="An edition's name or TOML file."),
]
BotSpecs = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        "-b",
        metavar="BOT",
        help="A bot: NAME, NAME:KEY=VALUE,..., py:FILE.py:CLASS or exec:COMMAND; once for each.",
    ),
]
_A_DAY = 86_400.0
MoveTime = Annotated[
    float,
    typer.Option(
        "--move-time", metavar="SECONDS", min=0.01, max=_A_DAY, help="For a program's answer."
    ),
]
GameTime = Annotated[
    float,
    typer.Option(
        "--game-time",
        metavar="SECONDS",
        min=0.01,
        max=_A_DAY,
        help="For all answers of a program in a game.",
    ),
]
StartTime = Annotated[
    float,
    typer.Option(
        "--start-time", metavar="SECONDS", min=0.01, max=_A_DAY, help="For a program to start."
    ),
]
BotLog = Annotated[
    bool, typer.Option("--bot-log/--no-bot-log", help="Pass on what programs write to stderr.")
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if there is one.")]
RunDirectory = Annotated[
    str, typer.Argument(metavar="DIR", help="The directory of a run: `merx tournament --out DIR`.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def require_command(context: typer.Context) -> None:
    """Show the help, as an error, where a command should follow and none does."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(USAGE)
