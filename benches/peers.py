"""How fast merx is beside its own plain-Python reference and beside OpenSpiel: `make bench-peers`.

Random games on one core. All is measured in turns, every ratio is one of decisions per second in
the same round, and the median of the rounds counts. What a decision is stands in `contestants.py`,
how to read the table in `docs/benchmarks.md`. One game asks more work of a decision than another,
so a ratio between different games is no verdict about engines.
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import statistics
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import merx
from benches.contestants import (
    Contestant,
    Play,
    Sample,
    merx_contestants,
    open_spiel_contestants,
    reference_contestants,
    total,
)
from benches.speed import ROOT, ROUNDS, SECONDS, is_release_build

# What every game is compared with, and the way merx plays it beside each way of OpenSpiel.
YARDSTICK = "mercurius"
YARDSTICK_WAYS = {"loop": "loop", "games": "games", "rollouts": "games"}

# More games than anyone plays in a round, so that each round has its own.
GAMES_APART = 10**6
HEAD = [
    f"  {'':<34}" + "".join(f"{word:>11}" for word in words)
    for words in [
        ("decisions", "chance", "Python", "own whole", "own"),
        ("a game", "nodes", "loop", "games", "rollouts"),
    ]
]

Report = dict[str, Any]


class Measured:
    """What one contestant did: for each of its ways to play, a sample a round."""

    def __init__(self, contestant: Contestant) -> None:
        self.contestant = contestant
        self.rounds: dict[str, list[Sample]] = {way: [] for way in contestant.plays}

    def counted(self) -> Sample:
        """All games of which the decisions are known."""
        samples = [sample for each in self.rounds.values() for sample in each]
        return total([sample for sample in samples if sample.decisions is not None])

    def rates(self, way: str) -> list[float]:
        """Decisions per second, a round each; by the mean length where only games are counted."""
        counted = self.counted()
        length = (counted.decisions or 0) / counted.games
        return [
            (each.games * length if each.decisions is None else each.decisions) / each.seconds
            for each in self.rounds[way]
        ]

    def ratio(self, way: str, other: Measured, other_way: str) -> float:
        """How many times the other's decisions per second this is, to three digits."""
        pairs = zip(self.rates(way), other.rates(other_way), strict=True)
        return float(f"{statistics.median(own / others for own, others in pairs):.3g}")

    def row(self) -> Report:
        """What a report says of any contestant."""
        counted = self.counted()
        return {
            "engine": self.contestant.engine,
            "game": self.contestant.game,
            "players": self.contestant.players,
            "decisions_per_game": round((counted.decisions or 0) / counted.games, 1),
            "chance_nodes_per_game": round(counted.chance_nodes / counted.games, 1),
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a table, write it as JSON, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "target" / "peers.json")
    output: Path = parser.parse_args(arguments).output
    if not is_release_build():
        return 2
    contestants = merx_contestants() + reference_contestants()
    pyspiel = find_open_spiel()
    if pyspiel is not None:
        contestants += open_spiel_contestants(pyspiel)
    report = {
        "unit": "ratios of decisions per second on one core, medians of rounds in one run",
        "versions": {
            "merx": merx.__version__,
            "open_spiel": None if pyspiel is None else version("open_spiel"),
            "python": platform.python_version(),
        },
        **ratios(measure(contestants, ROUNDS, SECONDS)),
    }
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(report, indent=2) + "\n")
    print(table(report))
    return 0


def find_open_spiel() -> Any:
    """Return OpenSpiel's Python module, or None after saying that there is none."""
    try:
        return import_module("pyspiel")
    except ImportError as error:
        print(
            f"warning: merx is measured without OpenSpiel: {error}\n"
            "hint: `pip install open_spiel` with a version of Python it has wheels for",
            file=sys.stderr,
        )
        return None


def measure(contestants: Sequence[Contestant], rounds: int, seconds: float) -> list[Measured]:
    """Let everyone play in every way for so many seconds a round; a first game warms up."""
    everyone = [Measured(contestant) for contestant in contestants]
    for number in range(rounds):
        for measured in everyone:
            for way, play in measured.contestant.plays.items():
                if number == 0:
                    play(0)
                # In a round all begin with the same number, so merx and its reference share games.
                measured.rounds[way].append(play_for(seconds, play, number * GAMES_APART))
    return everyone


def play_for(seconds: float, play: Play, first: int) -> Sample:
    """Play the games of one number after the other until so many seconds are on the clock."""
    samples: list[Sample] = []
    spent = 0.0
    for number in itertools.count(first):
        samples.append(play(number))
        spent += samples[-1].seconds
        if spent >= seconds:
            break
    return total(samples)


def ratios(everyone: Sequence[Measured]) -> Report:
    """Compare merx with its reference game by game, and every other with the yardstick."""
    engines = {(each.contestant.engine, each.contestant.game): each for each in everyone}
    yardstick = engines["merx", YARDSTICK]
    reference, others = [], []
    for (engine, game), measured in engines.items():
        if engine == "reference":
            fast = engines["merx", game]
            ways = {way: fast.ratio(way, measured, "loop") for way in fast.rounds}
            reference.append(fast.row() | ways)
        else:
            beside = {
                way: measured.ratio(way, yardstick, YARDSTICK_WAYS[way]) for way in measured.rounds
            }
            others.append(measured.row() | beside)
    return {"times_the_reference": reference, f"times_merx_{YARDSTICK}": others}


def table(report: Report) -> str:
    """Return the report as text for people."""
    versions = report["versions"]
    lines = [f"{report['unit']}:", *HEAD]
    lines.append(f"merx {versions['merx']}, times its reference in Python {versions['python']}")
    lines += [line(row) for row in report["times_the_reference"]]
    spiel = versions["open_spiel"]
    lines.append(f"OpenSpiel {spiel} and merx, times merx {YARDSTICK}" if spiel else "no OpenSpiel")
    lines += [line(row) for row in report[f"times_merx_{YARDSTICK}"] if spiel]
    return "\n".join(lines)


def line(row: Report) -> str:
    """Return one row of the table."""
    name = f"{row['engine']} {row['game']}, {row['players']} players"
    figures = [f"{row['decisions_per_game']:.1f}", f"{row['chance_nodes_per_game']:.1f}"]
    figures += [f"{row[way]:,g}" if way in row else "" for way in YARDSTICK_WAYS]
    return f"  {name:<34}" + "".join(f"{figure:>11}" for figure in figures).rstrip()


if __name__ == "__main__":
    sys.exit(main())
