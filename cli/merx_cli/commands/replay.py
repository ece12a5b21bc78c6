"""`merx replay`."""

from typing import Annotated

import typer

from merx_cli.options import AsJson


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Records, one a line; - reads from stdin.")
    ],
    game: Annotated[
        int | None,
        typer.Option("--game", "-g", metavar="N", min=1, help="Only the record in line N."),
    ] = None,
    edition: Annotated[
        str | None,
        typer.Option(
            "--edition", "-e", metavar="NAME|FILE", help="The edition; by default the one it names."
        ),
    ] = None,
    verify_only: Annotated[
        bool, typer.Option("--verify-only", help="Say only whether the records are sound.")
    ] = False,
    step: Annotated[
        bool, typer.Option("--step", help="Show the table before every decision.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check records against the rules, and show the games."""
    from merx_cli.errors import USAGE, CliError
    from merx_cli.output import counted, print_json, say
    from merx_cli.replaying import check, peek, show, summary

    several, records = peek(check(file, game, edition))
    if not several:
        raise CliError(f"{file} has no record in line {game}" if game else f"{file} has no records")
    if step and several > 1:
        raise CliError(f"{file} has more than one record", "--game N shows the one in line N")
    documents = []
    sound = bad = 0
    for record in records:
        if as_json:
            documents.append(record.to_json())
        if isinstance(record.outcome, CliError):
            bad += 1
            say(f"error: {file}, line {record.line}: {record.outcome.message}")
            continue
        sound += 1
        if as_json or verify_only:
            continue
        if several > 1:
            print(summary(record.line, record.outcome))
        else:
            show(record.outcome, step=step)
    if as_json:
        print_json({"file": file, "sound": sound, "bad": bad, "records": documents})
    elif verify_only and not bad:
        print(f"ok: {counted(sound, 'record')}")
    elif several > 1:
        say(f"{counted(sound, 'record')} sound, {bad:,} bad")
    if bad:
        raise typer.Exit(USAGE)
