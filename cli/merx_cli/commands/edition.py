"""`merx edition`."""

from typing import Annotated

import typer

from merx_cli.options import AsJson, require_command

edition = typer.Typer(
    name="edition",
    help="Work with editions of a game.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@edition.callback()
def _edition(context: typer.Context) -> None:
    """Work with editions of a game."""
    require_command(context)


@edition.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A TOML file.")],
    as_json: AsJson = False,
) -> None:
    """Check an edition file; its first fault, if it has one, is an error."""
    import merx
    from merx_cli.output import print_json

    try:
        info = merx.check_edition(file)
    except merx.EditionError as error:
        if as_json:
            print_json({"ok": False, "file": file, "error": str(error)})
        raise
    if as_json:
        print_json(
            {
                "ok": True,
                "file": file,
                "name": info.name,
                "hash": info.hash,
                "players": info.players,
                "reconstructed": info.reconstructed,
            }
        )
        return
    players = ", ".join(map(str, info.players))
    print(f"ok: edition {info.name}, hash {info.hash}, players {players}")
