"""Runs that are stopped, in whatever way, and go on: nothing is lost, nothing is there twice."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys

import pytest

import merx as engine
from tests.cli.conftest import environment
from tests.cli.programs import processes, spec_of, wait_for

BOTS = """\
import os, time
class Slow:
    def choose(self, observation):
        open("asked", "w").close()
        time.sleep(float(os.environ.get("SLOW", 0)))
        legal = observation.legal_actions()
        return legal[len(legal) // 2]
"""
BUILT_IN = ("tournament", "mercurius", "-p", "3", "-b", "greedy", "-b", "random", "-n", "6000")
PYTHON = ("tournament", "mercurius", "-p", "3", "-b", "py:b.py:Slow", "-b", "greedy", "-n", "9")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "b.py").write_text(BOTS)
    return tmp_path


def start(folder, *arguments, **variables):
    return subprocess.Popen(
        [sys.executable, "-m", "merx_cli", *map(str, arguments)],
        cwd=folder,
        env=environment(**variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def finish(folder, *arguments, **variables):
    process = start(folder, *arguments, **variables)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return out


def stop(process, folder, number, lines=1):
    """Send a signal once so many games are written."""
    games = folder / "run" / "games.jsonl"
    wait_for(lambda: games.exists() and games.read_bytes().count(b"\n") >= lines, 30)
    process.send_signal(number)
    return process.communicate(timeout=30)


def written(folder):
    lines = (folder / "games.jsonl").read_bytes().splitlines()
    return sorted(lines, key=lambda line: json.loads(line)["number"])


@pytest.mark.parametrize(("command", "slow", "lines"), [(BUILT_IN, "0", 900), (PYTHON, "0.02", 2)])
def test_a_run_that_was_killed_and_resumed_is_equal_to_the_byte(folder, command, slow, lines):
    table = finish(folder, *command, "--out", "whole")
    for begin in ((*command, "--out", "run"), ("tournament", "--resume", "run")):
        process = start(folder, *begin, SLOW=slow)
        stop(process, folder, signal.SIGKILL, lines)
        assert process.returncode == -signal.SIGKILL
        before = (folder / "run" / "games.jsonl").read_bytes()
        lines = before.count(b"\n") + 1
    with (folder / "run" / "games.jsonl").open("ab") as file:
        file.write(b'{"number":3,"blo')
    assert finish(folder, "tournament", "--resume", "run") == table
    whole_lines = before[: before.rfind(b"\n") + 1]
    assert (folder / "run" / "games.jsonl").read_bytes().startswith(whole_lines)
    assert written(folder / "run") == written(folder / "whole")
    assert (folder / "run/config.toml").read_bytes() == (folder / "whole/config.toml").read_bytes()


def test_any_number_of_workers_writes_the_same_games(folder, marker):
    bots = ("-b", "py:b.py:Slow", "-b", spec_of("crash", marker, at=30), "-b", "greedy")
    for workers in (1, 2, 5):
        finish(
            folder, "tournament", "mercurius", "-p", 3, *bots, "-n", 9, "--no-bot-log",
            "--workers", workers, "--out", workers,
        )  # fmt: skip
    assert len(written(folder / "1")) == 9
    assert b'"verdict":"crash"' in b"".join(written(folder / "1"))
    assert written(folder / "1") == written(folder / "2") == written(folder / "5")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", [BUILT_IN, PYTHON])
def test_an_interruption_saves_what_is_finished_and_says_how_to_go_on(folder, number, command):
    process = start(folder, *command[:-1], "1000000", "--out", "run", "--json", SLOW="0.01")
    out, err = stop(process, folder, number)
    assert process.returncode == 130
    games = written(folder / "run")
    assert json.loads(out)["finished"] == len(games) > 0
    assert f"\ninterrupted after {len(games):,} of 1,000,000 games\n" in f"\n{err}"
    assert err.endswith("hint: merx tournament --resume run\n")
    assert "Traceback" not in err
    engine.replay(json.dumps(json.loads(games[-1])["record"]))


def test_the_command_to_resume_is_exact(folder):
    process = start(folder, *PYTHON, "--out", "run", SLOW="0.02")
    _, err = stop(process, folder, signal.SIGINT)
    hint = re.search(r"hint: merx (.*)\n", err)
    assert hint is not None
    finish(folder, *shlex.split(hint[1]))
    assert len(written(folder / "run")) == 9


def test_an_interruption_before_the_first_game_leaves_nothing(folder):
    process = start(folder, *PYTHON, "--out", "run", SLOW="60")
    wait_for(lambda: (folder / "asked").exists(), 30)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "interrupted after 0 of 9 games\n")
    assert not (folder / "run").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_however_a_tournament_ends(folder, marker, number):
    spec = spec_of("stall_deaf_to_sigterm", marker)
    bots = ("-b", spec, "-b", "greedy", "--move-time", 60, "--workers", 2)
    process = start(folder, "tournament", "mercurius", "-p", 3, *bots, "--no-bot-log")
    # Two programs have started a child of their own, and hang.
    wait_for(lambda: sum("sleep(60)" in command for command in processes(marker)) == 2)
    process.send_signal(number)
    process.communicate(timeout=30)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130)
    wait_for(lambda: not processes(marker))


def test_a_run_that_is_complete_only_prints_its_table(folder):
    table = finish(folder, *PYTHON, "--out", "run")
    (folder / "b.py").unlink()
    assert finish(folder, "tournament", "--resume", "run") == table


def test_a_directory_that_holds_no_run_is_told(folder):
    for name in ("absent", "."):
        process = start(folder, "tournament", "--resume", name)
        _, err = process.communicate(timeout=30)
        assert process.returncode == 2
        assert err.splitlines()[0] == f"error: {name} holds no run"


def test_a_full_disk_stops_the_run_between_two_games(folder):
    command = shlex.join([sys.executable, "-m", "merx_cli", *BUILT_IN, "--out", "run"])
    done = subprocess.run(
        f"ulimit -f 300; {command}", shell=True, cwd=folder, capture_output=True, text=True,
        env=environment(), check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "error: run cannot be written: " in done.stderr
    assert done.stderr.endswith("hint: merx tournament --resume run\n")
    games = written(folder / "run")
    assert f"{len(games)} finished games in run" in done.stderr
    assert 0 < len(games) < 6000
    finish(folder, "tournament", "--resume", "run")
    assert len(written(folder / "run")) == 6000


def test_a_disk_that_is_full_from_the_start_is_told_at_once(folder):
    command = shlex.join([sys.executable, "-m", "merx_cli", *BUILT_IN, "--out", "run"])
    done = subprocess.run(
        f"ulimit -f 0; {command} 2>&1 | cat", shell=True, cwd=folder, capture_output=True,
        text=True, env=environment(PYTHONDONTWRITEBYTECODE="1"), check=False,
    )  # fmt: skip
    assert done.stdout == "error: run cannot be written: File too large\n"
    assert not (folder / "run").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_may_not_be_written_is_told_at_once(folder):
    folder.chmod(0o500)
    process = start(folder, *BUILT_IN, "--out", "run")
    _, err = process.communicate(timeout=30)
    folder.chmod(0o700)
    assert err == "error: run cannot be written: Permission denied\n"


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("rules", "7", "began with the mercurius rules version 7, not 1"),
        ("merx", '"0.0.9"', "began with merx 0.0.9, not "),
        ("edition_hash", '"00"', "began with edition standard of hash 00, not "),
    ],
)
def test_a_run_of_other_rules_does_not_go_on(folder, key, value, words):
    finish(folder, *PYTHON[:-1], "3", "--out", "run")
    config = folder / "run" / "config.toml"
    config.write_text(re.sub(rf"(?m)^{key} = .*$", f"{key} = {value}", config.read_text()))
    process = start(folder, "tournament", "--resume", "run")
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (2, "")
    assert err.startswith("error: the run cannot go on: it ")
    assert words in err
    assert len(err.splitlines()) == 1


def test_a_run_of_an_edition_that_has_changed_does_not_go_on(folder):
    edition = folder / "box.toml"
    edition.write_text(
        '[edition]\nextends = "standard"\ngame = "mercurius"\nname = "box"\nplayers = [3]\n'
    )
    command = (*BUILT_IN[:-1], "3", "--edition", "box.toml", "--out", "run")
    finish(folder, *command)
    finish(folder, "tournament", "--resume", "run")
    edition.write_text(edition.read_text() + "[setup]\ncash = 80\n")
    process = start(folder, "tournament", "--resume", "run")
    _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "edition box.toml of hash" in err
