"""Which clauses of rules.md the walks exercised."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tests.lockstep.kit import SEEDS
from tests.lockstep.parts import NOT_MECHANIC, PARTS

HEADING = re.compile(r"#{2,} (\d+(?:\.\d+)*) ")
CLAUSE = re.compile(r"(\d+(?:\.\d+)+) (.*)")
REFUSED = " refused"


def read_clauses(rules: str) -> dict[str, str]:
    """The number and the first line of every clause.

    A clause is a numbered paragraph, or a heading directly under which text stands.
    """
    clauses: dict[str, str] = {}
    heading = None
    for line in rules.splitlines():
        number, text = None, line
        if found := HEADING.match(line):
            heading = found[1]
        elif found := CLAUSE.match(line):
            number, text = found.groups()
        elif heading and line:
            number = heading
        if number:
            if number in clauses:
                raise ValueError(f"{number} stands twice")
            clauses[number], heading = text, None
    return clauses


def clauses_of(game: str) -> dict[str, str]:
    """The clauses of a game."""
    return read_clauses((SEEDS / game / "rules.md").read_text(encoding="utf-8"))


def parts_of(game: str) -> dict[str, list[str]]:
    """The parts of every clause that must be exercised."""
    lines = re.sub(r"\n +", " ", PARTS[game]).strip().splitlines()
    numbers_and_parts = (line.partition(" ") for line in lines)
    return {number: parts.split("; ") for number, _, parts in numbers_and_parts}


def faults(game: str, counted: Counter[str]) -> Iterator[str]:
    """What is missing, and what is listed or counted though it should not be."""
    clauses, parts, excused = clauses_of(game), parts_of(game), NOT_MECHANIC[game]
    wanted = {f"{number} {part}" for number, listed in parts.items() for part in listed}
    seen = {part for part, times in counted.items() if times}
    for number, text in clauses.items():
        if number not in parts and number not in excused:
            yield f"{number} is neither exercised nor excused: {text}"
    for number in [*parts, *excused]:
        if number not in clauses:
            yield f"{number} is no clause of the rules"
    for number in excused:
        if number in parts or any(part.split()[0] == number for part in seen):
            yield f"{number} is excused, and exercised all the same"
    for part in sorted(wanted - seen):
        yield f"not exercised: {part}"
    for part in sorted(seen - wanted):
        yield f"exercised, but not listed: {part}"


def table(game: str, counted: Counter[str]) -> Iterator[str]:
    """For every clause how often it acted and how often it refused."""
    yield f"{game:<10} {'acts':>9} {'refuses':>9}"
    for number, text in clauses_of(game).items():
        if reason := NOT_MECHANIC[game].get(number):
            yield f"{number:<10} {'-':>9} {'-':>9}  no mechanic: {reason}"
            continue
        times = {part: n for part, n in counted.items() if part.split()[0] == number}
        refuses = sum(n for part, n in times.items() if part.endswith(REFUSED))
        acts = sum(times.values()) - refuses
        yield f"{number:<10} {acts:>9} {refuses:>9}  {shortened(text)}"


def shortened(text: str, width: int = 70) -> str:
    """The first words of a text."""
    return text if len(text) <= width else text[: text.rindex(" ", 0, width)] + " ..."
