"""Entries of `games.jsonl`."""

import json

import pytest

import merx
from merx_cli.tournament.entries import (
    Failed,
    entry_of_fragment,
    entry_of_record,
    read_head,
    read_heads,
)
from merx_cli.tournament.schedule import Fixture
from merx_cli.tournament.verdicts import FAILURES, read_policies

FIXTURE = Fixture(number=12, block=3, seed=5, seats=(1, 0, 1))
KEYS = ["number", "block", "seats", "verdict", "ranks", "scores", "decisions", "record"]
NASTY = 'py:a,"record":{"scores":[.py:"actions":['


def record(name):
    game = merx.load_game("mercurius", 3)
    return merx.play_many(game, [(5, ["random"] * 3)])[0].replace('"random"', json.dumps(name), 1)


@pytest.mark.parametrize("name", ["greedy", NASTY])
def test_an_entry_holds_the_record_and_what_the_record_says(name):
    line = record(name)
    entry = entry_of_record(FIXTURE, line)
    assert entry.endswith(f',"record":{line}}}')
    document, inner = json.loads(entry), json.loads(line)
    assert list(document) == KEYS
    assert (document["number"], document["block"], document["seats"]) == (12, 3, [1, 0, 1])
    assert document["verdict"] == "ok"
    assert (document["ranks"], document["scores"]) == (inner["ranks"], inner["scores"])
    assert document["decisions"] == len(inner["actions"])


@pytest.mark.parametrize("substituted", [None, 4])
def test_a_failure_stands_right_after_its_verdict(substituted):
    failed = Failed("crash", 2, None, f"it said {NASTY}", substituted)
    entry = entry_of_fragment(FIXTURE, failed, None, [1, 2, 3], ["a", NASTY, "a"], ["buy silk"])
    document = json.loads(entry)
    what = ["player", "decision", "said", *(["substituted"] if substituted else [])]
    assert list(document) == [*KEYS[:4], *what, *KEYS[4:]]
    assert (document["player"], document["decision"], document["ranks"]) == (2, None, None)
    assert document["record"] == {"seed": 5, "bots": ["a", NASTY, "a"], "actions": ["buy silk"]}
    assert read_head(entry)["said"] == f"it said {NASTY}"


def test_heads_are_the_entries_without_their_records():
    entries = [entry_of_record(FIXTURE, record(name)) for name in ("greedy", NASTY)]
    for head, entry in zip(read_heads(entries), entries, strict=True):
        document = json.loads(entry)
        del document["record"]
        assert head == document == read_head(entry)


@pytest.mark.parametrize("line", ["", "{}", '{"number":1,"record":{}}', "[1]", '7,"record":'])
def test_what_is_no_entry_is_told(line):
    with pytest.raises(ValueError):
        read_head(line)


def test_policies_are_for_one_verdict_or_all():
    assert set(read_policies([]).values()) == {"forfeit"}
    assert set(read_policies(["void"]).values()) == {"void"}
    mixed = read_policies(["random", "timeout=void"])
    assert mixed["timeout"] == "void"
    assert mixed["crash"] == "random"
    assert mixed["step_limit"] == "forfeit"
    assert list(mixed) == list(FAILURES)
