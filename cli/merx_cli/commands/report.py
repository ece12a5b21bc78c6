"""`merx report`."""

from typing import Annotated

import typer

from merx_cli.options import Force, RunDirectory


def report(
    directory: RunDirectory,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", "-o", metavar="FILE.html", help="The page; by default DIR/report.html, anew."
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Make a page of a tournament: standings, ratings, seats, scores, times, verdicts."""
    from pathlib import Path

    from merx_cli.output import say
    from merx_cli.tournament.reading.run import read_run, spare
    from merx_cli.tournament.report.page import make_page
    from merx_cli.wholefile import check_target, write_whole

    target = str(Path(directory) / "report.html") if out is None else out
    # What stands in the directory beside the games is made from them, and may be made anew.
    replace = force or out is None
    spare(directory, target)
    check_target(target, force=replace)
    run = read_run(directory)
    write_whole(target, make_page(run).encode(), force=replace)
    if left_out := run.not_counted():
        say(f"note: not in the figures: {left_out}")
    say(f"report in {target}")
