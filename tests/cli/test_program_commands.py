"""Programs as bots of `merx play` and `merx tournament`."""

import json
import signal
import subprocess
import sys

import pytest

import merx as engine
from tests.cli.programs import processes, spec_of, wait_for

QUICK = ("--move-time", 0.3)


def test_a_program_plays_and_is_recorded_by_its_spec(merx, marker):
    spec = spec_of("fine", marker)
    done = merx("play", "celtic", "--players", 2, "--seed", 1, "--bot", spec, "--json")
    assert done.returncode == 0, done.stderr
    assert engine.replay(done.stdout).bots == [spec, "random"]


def test_a_program_and_a_bot_in_python_and_a_built_in_one_meet(merx, marker, python_bots, tmp_path):
    bots = ("-b", spec_of("fine", marker), "-b", "py:mybots.py:First", "-b", "greedy")
    arguments = ("tournament", "mercurius", "-p", 3, *bots, "-n", 3)
    games = []
    for out in ("a", "b"):
        done = merx(*arguments, "--out", out)
        assert done.returncode == 0, done.stderr
        games.append(sorted((tmp_path / out / "games.jsonl").read_text().splitlines()))
    assert games[0] == games[1]
    for line in games[0]:
        engine.replay(json.dumps(json.loads(line)["record"]))


def test_a_program_sits_beside_a_person(merx, marker):
    bots = ("--bot", spec_of("fine", marker), "--bot", "random")
    done = merx("play", "mercurius", "-p", 3, "--seed", 1, *bots, "--human", 1, stdin="1\n" * 90)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-3].split()[0] == "P0"


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("crash", "it ended with exit code 1; its last words: out of ideas"),
        ("stall", "no answer within 0.3 s"),
        ("illegal", '"buy the moon"'),
        ("rubbish", "its answer is no JSON: let me think ..."),
    ],
)
def test_a_program_that_fails_is_one_line_and_a_hint(merx, marker, what, words):
    spec = spec_of(what, marker)
    done = merx("play", "mercurius", "--seed", 1, "--bot", spec, *QUICK)
    assert (done.returncode, done.stdout) == (2, "")
    error, hint = done.stderr.splitlines()[-2:]
    assert error.startswith("error: ")
    assert f"bot 0 ({spec}) failed at decision " in error
    assert words in error
    assert hint.startswith("hint: `merx bots check ")
    assert marker in hint


def test_a_log_is_passed_on_with_its_bots_name_or_not_at_all(merx, marker):
    spec = spec_of("crash", marker)
    arguments = ("play", "mercurius", "--seed", 1, "--bot", "random", "--bot", spec)
    assert f"P1 {spec}: thinking hard\n" in merx(*arguments).stderr
    quiet = merx(*arguments, "--no-bot-log").stderr
    assert "thinking hard" not in quiet
    assert "its last words: out of ideas" in quiet


@pytest.mark.parametrize("command", ["play", "tournament"])
def test_a_missing_program_is_told_before_the_game(merx, tmp_path, command):
    done = merx(command, "mercurius", "--seed", 1, "--bot", "exec:./absent", "--bot", "random")
    assert (done.returncode, done.stdout) == (2, "")
    error, hint = done.stderr.splitlines()[-2:]
    assert error == "error: bot 'exec:./absent': there is no file ./absent"
    assert hint == "hint: paths start from the current directory"


@pytest.mark.parametrize("option", ["--move-time", "--game-time", "--start-time"])
@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "inf"])
def test_times_are_positive_seconds(merx, option, seconds):
    done = merx("play", "mercurius", "--seed", 1, option, seconds)
    assert done.returncode == 2
    assert option in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_however_merx_ends(marker, tmp_path, number):
    spec = spec_of("stall_deaf_to_sigterm", marker)
    merx = subprocess.Popen(
        [
            *[sys.executable, "-m", "merx_cli", "play", "mercurius", "--seed", "1"],
            *["--bot", spec, "--bot", spec_of("fine", marker), "--move-time", "60"],
        ],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    # merx itself, two programs with a keeper each, and the child of the one that stalls.
    wait_for(lambda: len(processes(marker)) == 6)
    merx.send_signal(number)
    merx.communicate(timeout=20)
    assert merx.returncode == (-9 if number == signal.SIGKILL else 130)
    wait_for(lambda: not processes(marker))


def test_a_program_cannot_write_control_characters_to_the_terminal(merx, tmp_path):
    (tmp_path / "bot.sh").write_text("read x; printf '\\033[2J{\\n'; printf '\\033[2J\\n' >&2\n")
    done = merx("play", "mercurius", "--seed", 1, "--bot", "exec:sh bot.sh", "--json")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert r"\x1b[2J{" in done.stderr


def test_json_names_no_other_document(merx, marker):
    done = merx("play", "mercurius", "--seed", 1, "--bot", spec_of("loud", marker), "--json")
    assert json.loads(done.stdout)["format"] == "merx-record/1"
