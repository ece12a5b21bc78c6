"""What `merx bench` measures: the best of several runs, as noise only slows a run down."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from merx import Game, derive_seed, playouts

_RUNS = 5
_PLAYOUTS = 2_000
_LOOP_GAMES = 20
_CLONES = 100_000
_IMPORT = "from time import perf_counter as now; start = now(); import merx; print(now() - start)"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure."""

    key: str
    """Its key in the JSON document."""
    label: str
    value: float
    unit: str

    @property
    def text(self) -> str:
        """Show the value with as many digits as mean something."""
        return f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.1f}"


def measure(game: Game) -> list[Figure]:
    """Measure every figure for one game made ready."""
    rust = max(_playouts_per_second(game) for _ in range(_RUNS))
    loop = max(_loop_per_second(game) for _ in range(_RUNS))
    clone = min(_seconds_per_clone(game) for _ in range(_RUNS))
    imported = min(_seconds_to_import() for _ in range(_RUNS))
    rate = "decisions a second"
    return [
        Figure("playout_decisions_per_second", "random games in Rust, one thread", rust, rate),
        Figure("python_decisions_per_second", "the same from a Python loop over ids", loop, rate),
        Figure("clone_nanoseconds", "state.clone() from Python", clone * 1e9, "ns"),
        Figure("import_milliseconds", "import merx", imported * 1e3, "ms"),
    ]


def _playouts_per_second(game: Game) -> float:
    played, seconds = _timed(lambda: playouts(game, _PLAYOUTS, seed=1, threads=1).decisions)
    return played / seconds


def _loop_per_second(game: Game) -> float:
    decisions, seconds = _timed(lambda: sum(_loop(game, seed) for seed in range(_LOOP_GAMES)))
    return decisions / seconds


def _loop(game: Game, seed: int) -> int:
    """Play one game over ids at random, and count the decisions."""
    state = game.new_initial_state(seed)
    number = derive_seed(seed, 0)
    decisions = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        # A linear congruential step costs little, so that the engine is what is measured.
        number = (number * 6364136223846793005 + 1442695040888963407) & 0xFFFF_FFFF_FFFF_FFFF
        state.apply_action(legal[(number >> 33) % len(legal)])
        decisions += 1
    return decisions


def _seconds_per_clone(game: Game) -> float:
    state = game.new_initial_state(1)

    def clones() -> int:
        for _ in range(_CLONES):
            state.clone()
        return _CLONES

    count, seconds = _timed(clones)
    return seconds / count


def _seconds_to_import() -> float:
    """Import merx in a fresh interpreter, without what that needs to start."""
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _timed(work: Callable[[], int]) -> tuple[int, float]:
    start = perf_counter()
    result = work()
    return result, perf_counter() - start
