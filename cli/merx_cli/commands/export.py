"""`merx export`."""

from typing import Annotated

import typer

from merx_cli.options import Force, RunDirectory


def export(
    directory: RunDirectory,
    parquet: Annotated[
        str, typer.Option("--parquet", metavar="FILE", help="Write a Parquet file, a row a seat.")
    ],
    force: Force = False,
) -> None:
    """Write the games of a tournament as a table, for analysis with other tools."""
    from merx_cli.output import counted, say
    from merx_cli.tournament.export import require_pyarrow, to_parquet
    from merx_cli.tournament.reading.run import read_run, spare
    from merx_cli.wholefile import check_target, write_whole

    require_pyarrow()
    spare(directory, parquet)
    check_target(parquet, force=force)
    run = read_run(directory)
    write_whole(parquet, to_parquet(run), force=force)
    say(f"{counted(run.games.seats.size, 'row')} in {parquet}")
