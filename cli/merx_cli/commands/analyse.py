"""`merx analyse`."""

from typing import Annotated

import typer

from merx_cli.options import AsJson, GameName, Seed


def analyse(
    game: GameName,
    position: Annotated[
        str | None,
        typer.Option(
            "--position", metavar="FILE", help="A position: a state dict as JSON; - for stdin."
        ),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="A record instead; see --after."),
    ] = None,
    line: Annotated[
        int | None,
        typer.Option("--line", metavar="N", min=1, help="The record in line N, not the first."),
    ] = None,
    after: Annotated[
        int | None,
        typer.Option(
            "--after", metavar="K", min=0, help="The position after the record's first K decisions."
        ),
    ] = None,
    bot: Annotated[
        str,
        typer.Option("--bot", "-b", metavar="BOT", help="The search that judges: mcts or flat."),
    ] = "mcts:simulations=10000",
    seed: Seed = 0,
    edition: Annotated[
        str | None,
        typer.Option("--edition", "-e", metavar="NAME|FILE", help="By default what the file says."),
    ] = None,
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=1, help="Show the best N moves.")
    ] = 10,
    as_json: AsJson = False,
) -> None:
    """Judge the moves in a position: visits, expected return from -1 to 1, and score."""
    import merx
    from merx_cli import analysing
    from merx_cli.errors import CliError
    from merx_cli.output import counted, print_json, say

    if (position is None) == (record is None):
        raise CliError(
            "a position is wanted, either from --position or from --record",
            "`merx play GAME --record FILE` writes a record",
        )
    if record is None and (line, after) != (None, None):
        raise CliError("--line and --after are for a --record")
    name = merx.load_game(game).name
    bot = analysing.check_adviser(bot)
    if position is not None:
        state = analysing.read_position(position, name, edition)
    else:
        assert record is not None
        state = analysing.read_record(record, line, after or 0, name, edition)
    analysis = analysing.judge(state, bot, seed)
    if as_json:
        print_json(analysing.to_json(state, bot, seed, analysis))
        return
    print(f"P{state.current_player()} to decide, judged by {bot}\n")
    print(analysing.as_table(analysis, top))
    left = len(analysis.actions) - top
    say(
        f"{counted(analysis.simulations, 'simulation')}"
        + (f"; {counted(left, 'move')} more, --top shows them" if left > 0 else "")
    )
