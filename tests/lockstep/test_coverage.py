"""The walks exercise every clause of rules.md, and every part of it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.lockstep import coverage
from tests.lockstep.coverage import clauses_of, faults, parts_of, read_clauses, table
from tests.lockstep.jobs import KITS, played, refuse_editions, sample
from tests.lockstep.parts import PARTS


@pytest.mark.parametrize("game", KITS)
def test_the_walks_exercise_every_clause(game: str) -> None:
    counted = sum((played(job).clauses for job in sample(game)), refuse_editions(game))
    assert "\n".join(faults(game, counted)) == ""


def test_clauses_are_numbered_paragraphs_and_headings_with_text() -> None:
    rules = """# Game
Text without a number.
## 1 Set-up
1.1 S First
    goes on, as in 3.1.2.
## 2 The turn
In this order.
2.1 R Second
### 2.2 Phase
2.2.1 Third
## 3 Table
| one | two |
"""
    assert read_clauses(rules) == {
        "1.1": "S First",
        "2": "In this order.",
        "2.1": "R Second",
        "2.2.1": "Third",
        "3": "| one | two |",
    }
    with pytest.raises(ValueError, match=r"1\.1 stands twice"):
        read_clauses("1.1 one\n1.1 two")


@pytest.mark.parametrize("game", KITS)
def test_no_clause_is_overlooked(game: str) -> None:
    """After every number but the first comes the next: 3.1.2 after 3.1.1."""
    found = set(clauses_of(game))
    for number in found:
        head, dot, last = number.rpartition(".")
        assert last == "1" or not dot or f"{head}.{int(last) - 1}" in found, number
    sections = {number.split(".")[0] for number in found}
    assert sections == {str(n) for n in range(1, len(sections) + 1)}


def everything(game: str) -> Counter[str]:
    """As if every part had been exercised once."""
    parts = parts_of(game).items()
    return Counter(f"{number} {part}" for number, listed in parts for part in listed)


def test_faults_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = everything("merkator")
    assert list(faults("merkator", counted)) == []
    counted["3.1.4 coins lost"] = 0
    counted["7 length"] = counted["3.3.3 coins given"] = 1
    monkeypatch.setitem(PARTS, "merkator", PARTS["merkator"] + "9.9 nothing\n")
    counted["9.9 nothing"] = 1
    clauses = clauses_of("merkator") | {"3.6": "S Something new"}
    monkeypatch.setattr(coverage, "clauses_of", lambda _: clauses)
    assert list(faults("merkator", counted)) == [
        "3.6 is neither exercised nor excused: S Something new",
        "9.9 is no clause of the rules",
        "7 is excused, and exercised all the same",
        "not exercised: 3.1.4 coins lost",
        "exercised, but not listed: 3.3.3 coins given",
        "exercised, but not listed: 7 length",
    ]


def test_the_table_has_a_line_for_every_clause() -> None:
    head, *lines = table("merkator", Counter({"3.1.2 a": 3, "3.1.2 b refused": 4}))
    assert head.split() == ["merkator", "acts", "refuses"]
    assert [line.split()[0] for line in lines] == list(clauses_of("merkator"))
    assert [line.split()[1:3] for line in lines if line.startswith("3.1.2 ")] == [["3", "4"]]
