"""How fast merx is on this machine: `make bench`.

Seconds differ between machines and between minutes, so random games, the loop in Python and
searches come with their ratio to something measured in the same run: the yardstick
(`benches/yardstick`), a rough Mercurius in one file. Both are measured in turns, and the median
counts. Two threads of a search are set against one, and against two processes. The times to import
merx and to copy a state are beside nothing, and those of this machine. Instruction counts
(Valgrind's callgrind) repeat exactly; `--record` writes them to `benches/instructions.json`, and
later runs show how far they have moved. `docs/benchmarks.md` tells figure by figure.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import merx

ROOT = Path(__file__).resolve().parent.parent
COUNTS = ROOT / "benches" / "instructions.json"
ROUNDS = 5
SECONDS = 0.5
# Whole random games from the leaves of a tree, as other engines search, and the default.
TEXTBOOK = "mcts:rollout=random,rounds=0,candidates=0,widening=0,prior=0,opponents=tree"
RANDOM_SEARCH = f"{TEXTBOOK},simulations=20000"
SEARCHES = (RANDOM_SEARCH, "mcts:simulations=1000")
# Games for a count of instructions: the difference of the two leaves out what starting costs.
FEW, MANY = 100, 1100


def main() -> int:
    """Measure, print a table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--record", action="store_true", help="keep the instruction counts")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    if not is_release_build():
        return 2
    speed = build("rust/engine/Cargo.toml", "--package", "merx-engine", "--bench", "speed")
    yardstick = build("benches/yardstick/Cargo.toml", "--bin", "yardstick")
    report = {
        "random_games": random_games(speed, yardstick),
        "python": python_figures(yardstick),
        "search": search_figures(speed, yardstick),
        "threads": thread_figures(speed),
        "instructions": instruction_counts(speed, arguments.record),
    }
    print(json.dumps(report) if arguments.json else table(report))
    return 0


def is_release_build() -> bool:
    """Whether merx is worth measuring; says so if it is not."""
    if merx.build_profile == "release":
        return True
    print("error: a debug build is not measured\nhint: maturin develop --release", file=sys.stderr)
    return False


def build(manifest: str, *target: str) -> str:
    """Build a release executable with cargo and return its path."""
    command = ["cargo", "build", "--release", "--quiet", "--message-format=json"]
    output = subprocess.run(
        [*command, "--manifest-path", str(ROOT / manifest), *target],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    messages = [json.loads(line) for line in output.stdout.splitlines()]
    return next(m["executable"] for m in reversed(messages) if m.get("executable"))


def random_games(speed: str, yardstick: str) -> list[dict[str, object]]:
    """Decisions per second of each game and number of players, and the ratio to the yardstick."""
    rows: dict[tuple[str, int], list[dict[str, float]]] = {}
    measure: list[float] = []
    for _ in range(ROUNDS):
        measure.append(json.loads(run(yardstick, str(SECONDS)))["decisions_per_second"])
        for line in run(speed, "time", str(SECONDS)).splitlines():
            row = json.loads(line)
            row["ratio"] = row["decisions_per_second"] / measure[-1]
            rows.setdefault((row["game"], row["players"]), []).append(row)
    result: list[dict[str, object]] = [
        {"game": "yardstick", "decisions_per_second": statistics.median(measure), "ratio": 1.0}
    ]
    for (game, players), runs in rows.items():
        names = ["decisions_per_second", "ratio", "copy_ns"]
        middle = {name: statistics.median(run[name] for run in runs) for name in names}
        fixed = {name: runs[0][name] for name in ("decisions_per_game", "state_bytes")}
        result.append({"game": game, "players": players, **middle, **fixed})
    return result


def search_figures(speed: str, yardstick: str) -> list[dict[str, object]]:
    """Simulations a second of searches from the start, and per 1000 yardstick decisions."""
    rates: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for _ in range(ROUNDS):
        measure = json.loads(run(yardstick, str(SECONDS)))["decisions_per_second"]
        for bot in SEARCHES:
            for info in merx.games():
                rate = search(speed, info.name, bot)
                rates.setdefault((info.name, bot), []).append((rate, 1000 * rate / measure))
    return [
        {
            "game": game,
            "bot": bot,
            "simulations_per_second": statistics.median(rate for rate, _ in runs),
            "per_1000_yardstick": statistics.median(ratio for _, ratio in runs),
        }
        for (game, bot), runs in rates.items()
    ]


def search(speed: str, game: str, bot: str) -> float:
    """Simulations a second of a search from the start of a game."""
    rate: float = json.loads(run(speed, "search", game, str(SECONDS), bot))[
        "simulations_per_second"
    ]
    return rate


def thread_figures(speed: str) -> dict[str, float]:
    """How much two threads speed up a search in Mercurius, beside two processes of one each.

    Two cores are not always two; the processes show what there is to gain.
    """
    shares, gains = [], []
    for _ in range(ROUNDS):
        alone = search(speed, "mercurius", RANDOM_SEARCH)
        with ThreadPoolExecutor(2) as pool:
            one = partial(search, speed, "mercurius")
            processes = sum(pool.map(one, [RANDOM_SEARCH] * 2))
        threads = search(speed, "mercurius", f"{RANDOM_SEARCH},threads=2")
        shares.append(threads / processes)
        gains.append(threads / alone)
    return {"of_two_processes": statistics.median(shares), "of_one": statistics.median(gains)}


def python_figures(yardstick: str) -> dict[str, float]:
    """Decisions per second of a Python loop over ids, and milliseconds to import merx."""
    game = merx.load_game("mercurius", players=4)
    rates, ratios = [], []
    for seed in range(ROUNDS):
        measure = json.loads(run(yardstick, str(SECONDS)))["decisions_per_second"]
        start, decisions = time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            decisions += play_in_python(game.new_initial_state(seed))
        rates.append(decisions / (time.perf_counter() - start))
        ratios.append(rates[-1] / measure)
    imports = []
    for _ in range(ROUNDS):
        code = "import time; t = time.perf_counter(); import merx; print(time.perf_counter() - t)"
        imports.append(float(run(sys.executable, "-c", code)) * 1000)
    return {
        "decisions_per_second": statistics.median(rates),
        "ratio": statistics.median(ratios),
        "import_ms": min(imports),
    }


def play_in_python(state: merx.State) -> int:
    """Play a random game by ids; the number of decisions."""
    uniform, decisions = random.random, 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(uniform() * len(legal))])
        decisions += 1
    return decisions


def instruction_counts(speed: str, record: bool) -> dict[str, dict[str, float | None]]:
    """Instructions per decision in random games, with the recorded ones; empty without Valgrind."""
    if shutil.which("valgrind") is None:
        return {}
    known = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    counts: dict[str, dict[str, float | None]] = {}
    for info in merx.games():
        for players in info.editions[0].players:
            name = f"{info.name} {players} players"
            instructions, decisions = (
                many - few
                for few, many in zip(
                    count(speed, info.name, players, FEW),
                    count(speed, info.name, players, MANY),
                    strict=True,
                )
            )
            per_decision = round(instructions / decisions, 2)
            counts[name] = {"now": per_decision, "recorded": known.get(name)}
    if record:
        now = {name: each["now"] for name, each in counts.items()}
        COUNTS.write_text(json.dumps(now, indent=2) + "\n")
    return counts


def count(speed: str, game: str, players: int, games: int) -> tuple[int, int]:
    """Instructions and decisions of so many random games."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run(
        [*valgrind, speed, "count", game, str(players), str(games)],
        check=True,
        capture_output=True,
        text=True,
    )
    line = next(line for line in done.stderr.splitlines() if "Collected" in line)
    return int(line.split(":")[1]), int(done.stdout)


def run(*command: str) -> str:
    """Return what a program prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def table(report: dict[str, object]) -> str:
    """Return the report as text for people."""
    lines = ["random games on one core, median of rounds in turns:"]
    for row in report["random_games"]:  # type: ignore[attr-defined]
        name = f"{row['game']} {row['players']} players" if "players" in row else row["game"]
        text = f"  {name:<22}{row['decisions_per_second'] / 1e6:8.2f} M decisions/s"
        text += f"  {row['ratio']:5.2f} x yardstick"
        if "copy_ns" in row:
            text += f"  copy {row['copy_ns']:.1f} ns ({row['state_bytes']} bytes)"
        lines.append(text)
    python: dict[str, float] = report["python"]  # type: ignore[assignment]
    lines.append(
        f"python loop over ids     {python['decisions_per_second'] / 1e6:.2f} M decisions/s"
        f"  {python['ratio']:.2f} x yardstick"
    )
    lines.append(f"import merx              {python['import_ms']:.1f} ms")
    for row in report["search"]:  # type: ignore[attr-defined]
        lines.append(
            f"{row['game']} {row['bot']}: {row['simulations_per_second'] / 1e3:.1f} k simulations/s"
            f", {row['per_1000_yardstick']:.2f} per 1000 decisions of the yardstick"
        )
    threads: dict[str, float] = report["threads"]  # type: ignore[assignment]
    lines.append(
        f"two threads of a search: {threads['of_one']:.2f} x one thread, "
        f"{threads['of_two_processes']:.2f} x two processes"
    )
    counts: dict[str, dict[str, float]] = report["instructions"]  # type: ignore[assignment]
    lines.append("instructions per decision (Valgrind):" if counts else "no Valgrind, no counts")
    for name, each in counts.items():
        known = f"{each['now'] / each['recorded'] - 1:+.1%} against" if each["recorded"] else "no"
        lines.append(f"  {name:<22}{each['now']:8.2f}  {known} recorded count")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
