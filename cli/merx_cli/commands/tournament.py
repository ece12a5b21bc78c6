"""`merx tournament`."""

from enum import StrEnum
from typing import Annotated, TypeVar

import typer

from merx_cli.limits import GAME_TIME, MOVE_TIME, START_TIME, Limits
from merx_cli.options import (
    AsJson,
    BotLog,
    BotSpecs,
    Edition,
    GameTime,
    MoveTime,
    Players,
    Seed,
    StartTime,
)

_MOST_THREADS = 256
_MAY_CHANGE = {"resume", "threads", "workers", "cluster", "bot_log", "strict", "as_json"}
"""Options that may differ when a run goes on."""


_Given = TypeVar("_Given")


class Format(StrEnum):
    """Who meets whom."""

    round_robin = "round-robin"
    gauntlet = "gauntlet"
    match = "match"


class Rotation(StrEnum):
    """How a line-up changes seats."""

    cyclic = "cyclic"
    all = "all"


def tournament(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game; `merx games` lists them.")
    ] = None,
    players: Players = None,
    seed: Seed = 0,
    bot: BotSpecs = None,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, max=10**9, help="Games to play.")
    ] = 1000,
    format: Annotated[
        Format,
        typer.Option(
            help="All line-ups of the bots; the first one against all others; or one line-up."
        ),
    ] = Format.round_robin,
    rotation: Annotated[
        Rotation, typer.Option(help="Seatings of a line-up that share a deal.")
    ] = Rotation.cyclic,
    edition: Edition = "standard",
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="DIR", help="Keep the run here.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Begin anew in place of a run.")] = False,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="DIR", help="Play what is missing of the run kept here."),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            "-t",
            metavar="T",
            min=1,
            max=_MOST_THREADS,
            help="For built-in bots; one for each CPU if not given.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            "-w",
            metavar="W",
            min=1,
            max=_MOST_THREADS,
            help="Processes for bots in Python and programs; one for each CPU if not given.",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler, tcp://HOST:PORT, to play on."),
    ] = None,
    on_failure: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[VERDICT=]POLICY",
            help="When a bot fails: forfeit (to the last place), random (a move for it) or void.",
        ),
    ] = None,
    step_limit: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="End a game after so many decisions."),
    ] = None,
    move_time: MoveTime = MOVE_TIME,
    game_time: GameTime = GAME_TIME,
    start_time: StartTime = START_TIME,
    bot_log: BotLog = True,
    until: Annotated[
        str | None,
        typer.Option(metavar="'A>B'", help="Stop when it is decided whether bot A is stronger."),
    ] = None,
    alpha: Annotated[
        float, typer.Option(metavar="P", help="--until: risk to say yes where A is not stronger.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(metavar="P", help="--until: risk to say no where A is, by the margin.")
    ] = 0.05,
    margin: Annotated[
        float,
        typer.Option(metavar="M", help="--until: difference of mean returns that would matter."),
    ] = 0.1,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if a bot failed in a game.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games, with seats that rotate, and compare them."""
    from contextlib import ExitStack

    from merx_cli.tournament.directory import RunDirectory
    from merx_cli.tournament.reading.run import read_run
    from merx_cli.tournament.run import Output, run
    from merx_cli.tournament.setup import Means, Wanted, place_for, resolve

    means = Means(threads or _cpus(), workers or _cpus(), cluster, bot_log)
    with ExitStack() as stack:
        directory: RunDirectory | None = None
        if resume is not None:
            _check_unchanged(context)
            directory = stack.enter_context(RunDirectory.resume(resume))
            # Says in which line, if somebody has changed what a run must not find changed.
            kept = read_run(resume)
            kept.games.results(kept.config.bots)
            config = directory.config
        else:
            wanted = Wanted(
                game=_given(game, "a tournament needs a game", "`merx games` lists them"),
                players=players,
                edition=edition,
                bots=_given(bot, "a tournament needs bots", "`merx bots` lists them"),
                games=games,
                seed=seed,
                format=format.value,
                rotation=rotation.value,
                policies=on_failure or [],
                limits=Limits(move_time, game_time, start_time),
                step_limit=step_limit,
                until=until,
                alpha=alpha,
                beta=beta,
                margin=margin,
            )
            config = resolve(wanted)
        setup = config.played.load()
        if out is not None:
            directory = stack.enter_context(RunDirectory.create(out, config, force=force))
        code = run(
            config,
            directory,
            lambda: place_for(config, setup, means),
            Output(json=as_json, strict=strict),
        )
    raise typer.Exit(code)


def _cpus() -> int:
    import os

    return min(_MOST_THREADS, os.cpu_count() or 1)


def _given(value: _Given | None, missing: str, hint: str) -> _Given:
    """Return what a new tournament cannot do without; `CliError` if it is not there."""
    from merx_cli.errors import CliError

    if not value:
        raise CliError(missing, hint)
    return value


def _check_unchanged(context: typer.Context) -> None:
    """Raise `CliError` if something is given that only a new tournament can take."""
    from merx_cli.errors import CliError

    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name not in _MAY_CHANGE and source is not None and source.name != "DEFAULT":
            raise CliError(
                f"{parameter.opts[0]} cannot be given together with --resume",
                "config.toml holds everything that decides what is played",
            )
