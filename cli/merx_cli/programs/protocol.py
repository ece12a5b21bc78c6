"""The messages of `merx-bot/1`, which `docs/bots.md` describes: made, and read.

A message is a JSON object in a line. Those that merx sends are ASCII, without spaces outside
strings, and have their keys in the order below, so that a script can take them apart with the
tools for text that it has.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import merx
from merx_cli.limits import Limits

PROTOCOL = "merx-bot/1"

_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Hello:
    """What a program says about itself."""

    name: str
    text: bool
    """Whether it wants the table as text with every question."""


class NoMessage(ValueError):
    """A line that is not the message that is expected; says what is wrong with it."""


def encode(message: Mapping[str, Any]) -> bytes:
    """Return the message as a line."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def hello() -> dict[str, Any]:
    """Make the first message."""
    return {"type": "hello", "protocol": PROTOCOL, "merx": merx.__version__}


def new_game(game: merx.Game, seat: int, seed: int, limits: Limits) -> dict[str, Any]:
    """Make the message that a game begins; `seed` is the bot's own."""
    return {
        "type": "new_game",
        "game": game.name,
        "rules": game.rules_version,
        "edition": game.edition,
        "edition_hash": game.edition_hash,
        "players": game.players,
        "seat": seat,
        "seed": seed,
        "move_time": limits.move,
        "game_time": limits.game,
        "tables": game.edition_tables(),
    }


def choose(
    observation: merx.Observation, move: float, left: float, *, text: bool
) -> dict[str, Any]:
    """Make the question for a decision; times are in seconds, `left` those left for the game."""
    message: dict[str, Any] = {
        "type": "choose",
        "legal": [observation.action_to_string(a) for a in observation.legal_actions()],
        "move_time": move,
        "time_left": round(left, 3),
        "observation": observation.to_dict(),
    }
    return message | ({"text": observation.text()} if text else {})


def end(scores: Sequence[int], ranks: Sequence[int]) -> dict[str, Any]:
    """Make the message that a game is over."""
    return {"type": "end", "scores": list(scores), "ranks": list(ranks)}


def quit() -> dict[str, Any]:
    """Make the last message."""
    return {"type": "quit"}


def read_hello(line: bytes) -> Hello:
    """Read the answer to `hello`; raise `NoMessage` if it is none."""
    message = _read(line, "hello")
    if message.get("type") != "hello":
        raise NoMessage('its first message has no "type":"hello"')
    if (protocol := message.get("protocol")) != PROTOCOL:
        raise NoMessage(f'its "protocol" is {json.dumps(protocol)}, it must be "{PROTOCOL}"')
    name = message.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST_NAME:
        raise NoMessage(f'its hello has no "name", a text of 1 to {_LONGEST_NAME} characters')
    return Hello(_sound(name), message.get("text") is True)


def read_answer(line: bytes) -> str:
    """Read the answer to `choose`, an action's text; raise `NoMessage` if it is none."""
    message = _read(line, "action")
    action = message.get("action")
    if not isinstance(action, str):
        raise NoMessage('its answer has no "action", the text of one')
    return _sound(action)


def _read(line: bytes, kind: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise NoMessage("its answer is no JSON") from None
    if not isinstance(message, dict):
        raise NoMessage("its answer is no JSON object")
    if message.get("type", kind) != kind:
        raise NoMessage(f'its answer has another "type" than "{kind}"')
    return message


def _sound(text: str) -> str:
    """Return the text without halves of surrogate pairs, which JSON can hold and UTF-8 cannot."""
    return text.encode("utf-8", "backslashreplace").decode()


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed for a bot's own randomness, in a game dealt from `seed`.

    It repeats, and differs from seat to seat. `merx.derive_seed` can be computed backwards, so a
    hash stands between: from this number nobody finds the deal but by trying every seed, which the
    cards in one's hand allow as well. It is below 2**53, so that every JSON reader has it exactly.
    """
    own = merx.derive_seed(seed, seat).to_bytes(8, "big")
    return int.from_bytes(sha256(b"merx-bot/1 seed " + own).digest()[:8], "big") >> 11
