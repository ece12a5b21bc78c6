"""Entries of `games.jsonl`, one finished game a line: made, and read.

An entry is put together from texts, as reading and writing a whole record again would take longer
than playing a game of fast bots does.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from merx_cli.tournament.schedule import Fixture
from merx_cli.tournament.verdicts import OK, Failure

_RECORD = ',"record":'
"""Where the head of an entry ends. No string in a head can hold it, as its quotes are escaped."""


@dataclass(frozen=True, slots=True)
class Failed:
    """How a bot failed in a game."""

    verdict: Failure
    player: int
    decision: int | None
    """From 1; `None` before the first and after the last."""
    said: str
    """What went wrong, in one line."""
    substituted: int | None = None
    """Random moves made for bots that failed; `None` where the game ended with the failure."""


class Head(TypedDict):
    """An entry without its record, as the figures need it. There may be more keys."""

    number: int
    block: int
    seats: list[int]
    verdict: str
    ranks: list[int] | None
    """`None` if the game is void, and with it its block."""
    scores: list[int]
    decisions: int
    player: NotRequired[int]
    """As `decision` and `said`, only with another verdict than `ok`: see `Failed`."""
    decision: NotRequired[int | None]
    said: NotRequired[str]


def entry_of_record(fixture: Fixture, record: str, failed: Failed | None = None) -> str:
    """Return the entry of a game that was played to its end, whose record is `record`."""
    end = record.rindex('],"ranks":[')
    scores = record[record.rindex('"scores":[', 0, end) + 10 : end]
    # Canonical texts of actions have no quotes in them.
    first = record.index('"actions":[')
    decisions = record.count('"', first + 11, record.rindex('],"hashes":[', 0, end)) // 2
    return (
        f"{_start(fixture, failed)}"
        f',"ranks":[{record[end + 11 : -2]}],"scores":[{scores}],"decisions":{decisions}'
        f"{_RECORD}{record}}}"
    )


def entry_of_fragment(
    fixture: Fixture,
    failed: Failed,
    ranks: Sequence[int] | None,
    scores: Sequence[int],
    bots: Sequence[str],
    actions: Sequence[str],
) -> str:
    """Return the entry of a game that was broken off after these actions."""
    fragment = {"seed": fixture.seed, "bots": list(bots), "actions": list(actions)}
    return (
        f"{_start(fixture, failed)}"
        f',"ranks":{_json(ranks)},"scores":{_json(scores)},"decisions":{len(actions)}'
        f"{_RECORD}{_json(fragment)}}}"
    )


def read_head(entry: str) -> Head:
    """Read the head of an entry; raises `ValueError` if there is none."""
    (head,) = read_heads([entry])
    if not isinstance(head, dict) or not head.keys() >= Head.__required_keys__:
        raise ValueError("this is no entry of games.jsonl")
    return head


def read_heads(entries: Iterable[str]) -> list[Head]:
    """Read the heads of entries of our own, in half the time that it takes one by one."""
    heads: list[Head] = json.loads(f"[{','.join([_head(entry) for entry in entries])}]")
    return heads


def _head(entry: str) -> str:
    return entry[: entry.index(_RECORD)] + "}"


def _start(fixture: Fixture, failed: Failed | None) -> str:
    seats = ",".join(map(str, fixture.seats))
    place = f'{{"number":{fixture.number},"block":{fixture.block},"seats":[{seats}]'
    if failed is None:
        return f'{place},"verdict":"{OK}"'
    who = f'"player":{failed.player},"decision":{_json(failed.decision)}'
    said = f'"said":{_json(failed.said)}'
    count = "" if failed.substituted is None else f',"substituted":{failed.substituted}'
    return f'{place},"verdict":"{failed.verdict}",{who},{said}{count}'


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
