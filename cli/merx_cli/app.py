"""The Typer application: every command under its name."""

from typing import Annotated

import typer

from merx_cli.commands.analyse import analyse
from merx_cli.commands.bench import bench
from merx_cli.commands.bots import bots
from merx_cli.commands.edition import edition
from merx_cli.commands.export import export
from merx_cli.commands.games import games
from merx_cli.commands.perft import perft
from merx_cli.commands.play import play
from merx_cli.commands.replay import replay
from merx_cli.commands.report import report
from merx_cli.commands.rules import rules
from merx_cli.commands.tournament import tournament
from merx_cli.options import require_command

app = typer.Typer(
    name="merx",
    help="Play trading board games, and let bots play them: rules, tournaments, replays.",
    epilog="Exit codes: 0 done, 1 findings under --strict, 2 usage or bad input, "
    "3 an error in merx, 130 interrupted.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"merx {version('merx-cli')}")
        raise typer.Exit


@app.callback()
def merx(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Take the options that stand before a command; without a command, show the help."""
    require_command(context)


for command in (games, rules, play, tournament, report, export, replay, analyse, perft, bench):
    app.command()(command)
for group in (bots, edition):
    app.add_typer(group)
