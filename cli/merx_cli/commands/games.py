"""`merx games`."""

from merx_cli.options import AsJson

NOTICE = "merx is unofficial; games and publishers are named only to identify them."


def games(as_json: AsJson = False) -> None:
    """List the games and their editions."""
    import merx
    from merx_cli.output import format_table, print_json

    known = merx.games()
    if as_json:
        print_json(
            {
                "notice": NOTICE,
                "games": [
                    {
                        "name": game.name,
                        "rules_version": game.rules_version,
                        "editions": [
                            {
                                "name": edition.name,
                                "hash": edition.hash,
                                "players": edition.players,
                                "reconstructed": edition.reconstructed,
                            }
                            for edition in game.editions
                        ],
                    }
                    for game in known
                ],
            }
        )
        return
    rows = [
        [
            game.name,
            str(game.rules_version),
            edition.name,
            edition.hash,
            ", ".join(map(str, edition.players)),
            ", ".join(edition.reconstructed) or "none",
        ]
        for game in known
        for edition in game.editions
    ]
    header = ["game", "rules", "edition", "hash", "players", "reconstructed tables"]
    print(format_table(header, rows, right=["rules"]))
    print(f"\n{NOTICE}")
