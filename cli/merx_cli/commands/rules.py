"""`merx rules`."""

from merx_cli.options import AsJson, GameName


def rules(game: GameName, as_json: AsJson = False) -> None:
    """Print the rules of a game."""
    import merx
    from merx_cli.output import print_json

    text = merx.rules(game)
    if as_json:
        print_json({"game": game, "text": text})
    else:
        print(text.rstrip())
