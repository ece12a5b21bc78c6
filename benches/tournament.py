"""How much of a tournament is play: `python -m benches.tournament`.

100,000 games of Mercurius for four, between `random` bots, are played and kept in a run directory.
The yardstick (`benches/yardstick`) is measured in the same run; where it makes 25 million decisions
a second and there are two free cores, the whole is to take less than 10 s, of which at most 15 %
are spent outside play.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import merx
from benches.speed import SECONDS, build, is_release_build, run
from merx_cli.__main__ import run as run_merx

PLAYING = [0.0]
"""Seconds within `merx.play_many` so far."""

play_many = merx.play_many


def timed(
    game: merx.Game, jobs: Sequence[tuple[int, Sequence[str]]], threads: int = 1
) -> list[str]:
    """Play games and take the time."""
    start = time.perf_counter()
    try:
        return play_many(game, jobs, threads)
    finally:
        PLAYING[0] += time.perf_counter() - start


def main() -> int:
    """Measure, print the figures, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    if not is_release_build():
        return 2
    yardstick = build("benches/yardstick/Cargo.toml", "--bin", "yardstick")
    rate = json.loads(run(yardstick, str(SECONDS)))["decisions_per_second"]
    merx.play_many = timed
    options = f"-b random -n {arguments.games} -t {arguments.threads}".split()
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "run")
        start, cpu = time.perf_counter(), time.process_time()
        code = run_merx(["tournament", "mercurius", "-p", "4", *options, "--out", out])
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    print(f"\nyardstick            {rate / 1e6:8.1f} M decisions/s on one core")
    print(f"the whole tournament {seconds:8.2f} s, {cpu:.2f} s of processor time")
    print(f"outside play         {1 - PLAYING[0] / seconds:8.1%}")
    return code


if __name__ == "__main__":
    sys.exit(main())
