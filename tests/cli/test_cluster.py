"""`merx tournament --cluster`: a real scheduler and two real workers on loopback."""

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from merx_cli.errors import CliError
from merx_cli.tournament import cluster
from tests.cli.conftest import environment
from tests.cli.programs import wait_for

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="the extra merx-cli[dask] is missing"
)

BOTS = """\
import os, time
class Slow:
    def choose(self, observation):
        time.sleep(float(os.environ.get("SLOW", 0)))
        with open(f"playing-{os.getpid()}", "w"):
            pass
        return observation.legal_actions()[0]
class Unmakable:
    def __init__(self, size):
        pass
class Dies(Slow):
    def choose(self, observation):
        os._exit(7)
"""
MERX = (sys.executable, "-m", "merx_cli")
PYTHON = ("tournament", "mercurius", "-p", "3", "-b", "py:b.py:Slow", "-b", "greedy", "-n", "18")


class Dask:
    """A scheduler and workers, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        self.processes = [
            self.start("distributed.cli.dask_scheduler", "--port", port, "--no-dashboard")
        ]

    def start(self, module, *arguments, **variables):
        return subprocess.Popen(
            [sys.executable, "-m", module, "--host", "127.0.0.1", *arguments],
            cwd=self.folder,
            env=environment(**variables),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def add_worker(self, **variables):
        """Start a worker without a nanny, so that killing it means killing it."""
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard")
        worker = self.start("distributed.cli.dask_worker", self.address, *options, **variables)
        self.processes.append(worker)
        return worker

    def wait_for_workers(self, number):
        program = (
            f"from distributed import Client; Client({self.address!r}).wait_for_workers({number})"
        )
        subprocess.run([sys.executable, "-c", program], check=True, timeout=60, capture_output=True)

    def play(self, *arguments):
        return subprocess.Popen(
            [*MERX, *map(str, arguments), "--cluster", self.address],
            cwd=self.folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture
def dask(tmp_path):
    (tmp_path / "b.py").write_text(BOTS)
    running = Dask(tmp_path)
    try:
        yield running
    finally:
        for process in running.processes:
            process.kill()
            process.wait()


def written(folder):
    lines = (folder / "games.jsonl").read_bytes().splitlines()
    return sorted(lines, key=lambda line: json.loads(line)["number"])


def play_here(folder, *arguments):
    subprocess.run([*MERX, *arguments], cwd=folder, env=environment(), check=True, timeout=60)


def test_nothing_is_lost_and_nothing_there_twice_when_a_worker_is_killed(dask):
    victim, survivor = dask.add_worker(SLOW="0.01"), dask.add_worker(SLOW="0.01")
    dask.wait_for_workers(2)
    run = dask.play(*PYTHON, "--out", "run")
    games = dask.folder / "run" / "games.jsonl"
    wait_for(lambda: games.exists() and games.read_bytes().count(b"\n") >= 2, 30)
    # It plays, now.
    playing = dask.folder / f"playing-{victim.pid}"
    playing.unlink(missing_ok=True)
    wait_for(playing.exists)
    victim.kill()
    _, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    assert survivor.poll() is None
    play_here(dask.folder, *PYTHON, "--out", "here")
    assert len(written(dask.folder / "run")) == 18
    assert written(dask.folder / "run") == written(dask.folder / "here")


def test_built_in_bots_play_the_same_there(dask):
    dask.add_worker(), dask.add_worker()
    command = ("tournament", "mercurius", "-p", "3", "-b", "greedy", "-b", "random", "-n", "900")
    run = dask.play(*command, "--out", "run")
    _, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    play_here(dask.folder, *command, "--out", "here")
    assert written(dask.folder / "run") == written(dask.folder / "here")


def test_an_interruption_saves_what_has_arrived(dask):
    dask.add_worker(SLOW="0.01")
    run = dask.play(*PYTHON, "--out", "run")
    games = dask.folder / "run" / "games.jsonl"
    wait_for(lambda: games.exists() and games.read_bytes().count(b"\n") >= 2, 30)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=30)
    assert run.returncode == 130
    assert err.endswith("hint: merx tournament --resume run\n")
    play_here(dask.folder, "tournament", "--resume", "run")
    assert len(written(dask.folder / "run")) == 18


def test_a_scheduler_that_goes_is_told_and_the_run_can_go_on(dask):
    dask.add_worker(SLOW="0.01")
    run = dask.play(*PYTHON, "--out", "run")
    games = dask.folder / "run" / "games.jsonl"
    wait_for(lambda: games.exists() and games.read_bytes().count(b"\n") >= 2, 30)
    dask.processes[0].kill()
    _, err = run.communicate(timeout=60)
    assert run.returncode == 2
    assert err.splitlines()[-2:] == [
        f"error: the Dask scheduler at {dask.address} is gone",
        "hint: merx tournament --resume run",
    ]
    assert "Traceback" not in err


def test_a_bot_that_ends_every_worker_stops_the_run(dask):
    for _ in range(5):
        dask.add_worker()
    dask.wait_for_workers(5)
    run = dask.play("tournament", "mercurius", "-b", "py:b.py:Dies", "-n", "1")
    _, err = run.communicate(timeout=60)
    assert run.returncode == 2
    assert "error: game 0 ends every Dask worker that plays it, between py:b.py:Dies\n" in err


def test_bots_are_checked_on_the_cluster_before_the_first_game(dask):
    dask.add_worker()
    for bot, words in (
        ("py:absent.py:Bot", "cannot be loaded"),
        ("py:b.py:Unmakable", "cannot be made"),
        ("exec:./absent", "there is no file ./absent"),
    ):
        run = dask.play("tournament", "mercurius", "-b", bot, "--out", "run")
        out, err = run.communicate(timeout=30)
        assert (run.returncode, out) == (2, "")
        assert words in err
        assert not (dask.folder / "run").exists()


def test_a_scheduler_without_workers_is_told(dask, monkeypatch):
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 3)
    with pytest.raises(CliError, match=r"the Dask scheduler at .* has no workers"):
        cluster.Cluster(None, dask.address, show_log=False)


def test_a_scheduler_that_is_not_there_is_told(tmp_path):
    address = "tcp://127.0.0.1:1"
    done = subprocess.run(
        [*MERX, *PYTHON, "--cluster", address, "--out", "run"], cwd=tmp_path, env=environment(),
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: no Dask scheduler answers at {address}: ")
    assert len(done.stderr.splitlines()) == 1
    assert os.listdir(tmp_path) == []
