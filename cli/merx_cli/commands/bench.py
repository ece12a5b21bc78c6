"""`merx bench`."""

from typing import Annotated

import typer

from merx_cli.options import AsJson, Edition, Players


def bench(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game; `merx games` lists them.")
    ] = "mercurius",
    players: Players = None,
    edition: Edition = "standard",
    as_json: AsJson = False,
) -> None:
    """Measure the speed of the engine on this machine."""
    import merx
    from merx_cli.benchmark import measure
    from merx_cli.errors import CliError
    from merx_cli.output import format_table, print_json

    setup = merx.load_game(game, players, edition)
    if merx.build_profile != "release":
        raise CliError(
            f"this is a {merx.build_profile} build of merx; its speed says nothing",
            "build it with `maturin develop --release`",
        )
    figures = measure(setup)
    if as_json:
        document = {"game": setup.name, "edition": setup.edition, "players": setup.players}
        print_json(document | {figure.key: figure.value for figure in figures})
        return
    rows = [[figure.label, figure.text, figure.unit] for figure in figures]
    print(
        format_table(
            [f"{setup.name}, {setup.players} players", "figure", "unit"], rows, right=["figure"]
        )
    )
