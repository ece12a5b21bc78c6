"""Long work leaves the interpreter free and answers Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest

import merx

from .helpers import state_after

#: Seconds. The engine looks for the signal between some games, which a debug build plays slowly.
LONGEST = 0.1 if merx.build_profile == "release" else 0.5

SETUP = """
import merx
game = merx.load_game("mercurius")
state = game.new_initial_state()
jobs = [(seed, ["greedy"] * 4) for seed in range(20_000)]
class Slow:
    def choose(self, observation):
        merx.playouts(game, 10_000_000)
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("done", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    "work",
    [
        "merx.playouts(game, 10_000_000)",
        "merx.playouts(game, 10_000_000, threads=2)",
        "merx.play_many(game, jobs)",
        "merx.play_many(game, jobs, threads=2)",
        "state.perft(4_294_967_295)",
        "state.perft_divide(30)",
        "merx.play_game(game, [Slow()] * 4)",
        "merx.analyse(state.observation(0), 'mcts:simulations=1000000000')",
        "merx.analyse(state.observation(0), 'flat:ms=3600000,threads=2')",
        "merx.make_bot('mcts:ms=3600000').choose(state.observation(0))",
        "merx.play_many(game, [(1, ['mcts:simulations=1000000000'] * 4)])",
        "[merx.play_game(game, ['greedy'] * 4) for _ in jobs]",
    ],
)
def test_ctrl_c_is_answered_within_100_ms(work: str) -> None:
    def seconds_to_answer() -> float:
        command = [sys.executable, "-c", SETUP.format(work=work)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.2)
            began = time.perf_counter()
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n"
            return time.perf_counter() - began

    # On a busy machine one of three may be late; were it the rule, all would be.
    assert min(seconds_to_answer() for _ in range(3)) < LONGEST


def test_other_threads_run_while_the_engine_works(game: merx.Game) -> None:
    worker = threading.Thread(target=merx.playouts, args=(game, 30_000))
    worker.start()
    rounds = 0
    while worker.is_alive():
        rounds += 1
        time.sleep(0.001)
    assert rounds > 10


def test_a_state_can_be_used_while_its_sequences_are_counted() -> None:
    state = state_after(0)
    counts = []
    worker = threading.Thread(target=lambda: counts.append(state.perft(4)))
    worker.start()
    state.apply_action(state.legal_actions()[0])
    worker.join()
    assert counts in ([state_after(0).perft(4)], [state.perft(4)])
