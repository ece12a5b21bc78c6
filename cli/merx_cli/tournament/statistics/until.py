"""What `--until` asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from merx_cli.errors import CliError, one_line


@dataclass(frozen=True, slots=True)
class Claim:
    """That one bot is stronger than another."""

    stronger: str
    weaker: str


def parse_claim(text: str, bots: Sequence[str]) -> Claim:
    """Read a claim about two of the bots, such as `greedy>random`.

    Spaces around the names do not matter. What cannot be understood is a `CliError` that names
    the bot that may have been meant.
    """
    parts = text.split(">")
    # A bot's own name may have this sign in it.
    cuts = [(">".join(parts[:i]), ">".join(parts[i:])) for i in range(1, len(parts))]
    pairs = [(left.strip(), right.strip()) for left, right in cuts]
    if not pairs:
        example = f"{bots[0]}>{bots[-1]}"
        raise CliError(
            f"--until {one_line(text)!r} is not of the form 'a>b'", f"for example '{example}'"
        )
    known = [pair for pair in pairs if pair[0] in bots and pair[1] in bots]
    for name in (known or pairs)[0]:
        _check_bot(name, bots)
    stronger, weaker = known[0]
    if stronger == weaker:
        raise CliError(f"--until compares {stronger!r} with itself", _listed(bots))
    return Claim(stronger, weaker)


def _check_bot(name: str, bots: Sequence[str]) -> None:
    if name not in bots:
        near = get_close_matches(name, bots, n=1)
        hint = f"did you mean {near[0]!r}?" if near else _listed(bots)
        raise CliError(f"--until: there is no bot {one_line(name)!r} in this tournament", hint)


def _listed(bots: Sequence[str]) -> str:
    return f"the bots are {', '.join(bots)}"
