"""`merx perft`."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from merx_cli.options import AsJson, Edition, GameName, Players, Seed

if TYPE_CHECKING:
    from merx import State


def perft(
    game: GameName,
    players: Players = None,
    seed: Seed = 0,
    edition: Edition = "standard",
    depth: Annotated[
        int, typer.Option("--depth", "-d", metavar="D", min=0, help="Decisions to look ahead.")
    ] = 4,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count below each first decision.")
    ] = False,
    after: Annotated[
        int, typer.Option("--after", metavar="K", min=0, help="Play K random decisions first.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Count the positions that legal decisions lead to."""
    import merx
    from merx_cli.output import counted, format_table, print_json, say

    setup = merx.load_game(game, players, edition)
    state = setup.new_initial_state(seed)
    _play_at_random(state, seed, after)
    start = perf_counter()
    if divide and depth > 0:
        branches = state.perft_divide(depth)
        counts = {depth: sum(branches.values())}
    else:
        branches = {}
        counts = {d: state.perft(d) for d in range(depth + 1)}
    seconds = perf_counter() - start
    if as_json:
        document = {
            "game": setup.name,
            "edition": setup.edition,
            "players": setup.players,
            "seed": seed,
            "after": after,
            "depth": depth,
            "nodes": counts[depth],
        }
        print_json(document | ({"divide": branches} if divide else {}))
        return
    if divide:
        rows = [[text, f"{nodes:,}"] for text, nodes in branches.items()]
        print(
            format_table(
                ["decision", "nodes"], [*rows, ["total", f"{counts[depth]:,}"]], right=["nodes"]
            )
        )
    else:
        rows = [[str(d), f"{nodes:,}"] for d, nodes in counts.items()]
        print(format_table(["depth", "nodes"], rows, right=["depth", "nodes"]))
    say(f"{counted(sum(counts.values()), 'node')} in {seconds:.2f} s")


def _play_at_random(state: "State", seed: int, decisions: int) -> None:
    """Apply random legal actions; they follow from the seed alone."""
    from merx import derive_seed
    from merx_cli.errors import CliError

    for i in range(decisions):
        if state.is_terminal():
            raise CliError(f"the game is over after {i} decisions, before {decisions} are played")
        legal = state.legal_actions()
        state.apply_action(legal[derive_seed(seed, i) % len(legal)])
