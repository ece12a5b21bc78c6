"""`merx bots`."""

from merx_cli.options import AsJson


def bots(as_json: AsJson = False) -> None:
    """List the built-in bots and what can be set."""
    import merx
    from merx_cli.output import format_table, print_json, say

    known = merx.bots()
    if as_json:
        print_json(
            {
                "bots": [
                    {
                        "name": bot.name,
                        "help": bot.help,
                        "parameters": [
                            {
                                "name": parameter.name,
                                "default": parameter.default,
                                "help": parameter.help,
                            }
                            for parameter in bot.parameters
                        ],
                    }
                    for bot in known
                ]
            }
        )
        return
    rows = []
    for bot in known:
        rows.append([bot.name, "", bot.help])
        rows.extend(["", f"{p.name}={p.default}", p.help] for p in bot.parameters)
    print(format_table(["bot", "parameter", "what it does"], rows))
    say("\nIn Python: py:FILE.py:NAME or py:MODULE:NAME, a class with choose(observation) -> int.")
