"""What can become of a game besides being played to its end, and what then happens."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from merx_cli.errors import CliError, one_line

OK = "ok"
Failure: TypeAlias = Literal["illegal_action", "timeout", "crash", "protocol_error", "step_limit"]
Policy: TypeAlias = Literal["forfeit", "random", "void"]
"""`forfeit`: the bot takes the last place, the others the places that they hold at that moment.
`random`: a random move is made for it, and the game goes on. `void`: its block does not count."""

FAILURES: tuple[Failure, ...] = get_args(Failure)
POLICIES: tuple[Policy, ...] = get_args(Policy)
Policies: TypeAlias = Mapping[Failure, Policy]


def read_policies(given: Sequence[str]) -> dict[Failure, Policy]:
    """Read policies as they are given: `VERDICT=POLICY`, or `POLICY` for all verdicts.

    >>> read_policies(["void", "timeout=random"])["timeout"]
    'random'
    """
    policies: dict[Failure, Policy] = dict.fromkeys(FAILURES, "forfeit")
    for text in given:
        verdict, equals, policy = text.rpartition("=")
        where = [failure for failure in FAILURES if verdict == failure or not equals]
        what = next((known for known in POLICIES if known == policy), None)
        if not where or what is None:
            raise CliError(
                f"--on-failure {one_line(text)!r} is not of the form VERDICT=POLICY or POLICY",
                f"verdicts: {', '.join(FAILURES)}; policies: {', '.join(POLICIES)}",
            )
        if where == ["step_limit"] and what == "random":
            raise CliError(
                "a random move does not end a game that has reached the step limit",
                "step_limit=forfeit or step_limit=void",
            )
        # A bare `random` is about bots that give no move, so the step limit keeps what it has.
        policies.update({f: what for f in where if (f, what) != ("step_limit", "random")})
    return policies


def forfeited(ranks: Sequence[int], player: int) -> list[int]:
    """Return the ranks with `player` moved to the last place, behind all others.

    >>> forfeited([1, 2, 2, 4], player=0)
    [4, 1, 1, 3]
    """
    others = [seat for seat in range(len(ranks)) if seat != player]
    moved = [1 + sum(ranks[other] < ranks[seat] for other in others) for seat in range(len(ranks))]
    moved[player] = len(ranks)
    return moved
