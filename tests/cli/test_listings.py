"""`merx`, `merx games`, `merx rules`, `merx bots`: what there is."""

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

COMMANDS = [
    *("games", "rules", "play", "tournament", "report", "export", "replay", "analyse", "perft"),
    *("bench", "bots", "edition"),
]
ROOT = Path(__file__).parents[2]


def test_help_names_every_command(merx):
    done = merx("--help")
    assert done.returncode == 0
    lines = done.stdout.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in lines] == COMMANDS


@pytest.mark.parametrize(
    "name", [[c] for c in COMMANDS] + [["edition", "check"], ["bots", "check"]]
)
def test_every_command_has_help(merx, name):
    done = merx(*name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: merx {' '.join(name)}")
    assert done.stderr == ""


@pytest.mark.parametrize("words", [[], ["edition"]])
def test_without_a_command_help_is_shown_as_an_error(merx, words):
    done = merx(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Commands:" in done.stderr


def test_help_loads_neither_engine_nor_rich():
    program = (
        "import sys; from merx_cli.__main__ import run; run(['--help']);"
        "print([m for m in ('merx', 'rich', 'numpy') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == "[]\n"


def test_the_version_is_that_of_the_engine(merx):
    import merx as engine

    done = merx("--version")
    assert (done.returncode, done.stdout) == (0, f"merx {engine.__version__}\n")
    assert version("merx-cli") == engine.__version__


def test_the_engine_is_required_in_the_same_version():
    project = tomllib.loads((ROOT / "cli" / "pyproject.toml").read_text())["project"]
    assert f"merx=={project['version']}" in project["dependencies"]


def test_games_are_listed_with_reconstructed_tables_and_the_notice(merx):
    done = merx("games")
    assert done.returncode == 0
    assert "mercurius" in done.stdout
    assert "3, 4, 5" in done.stdout
    assert "supply" in done.stdout
    assert "unofficial" in done.stdout
    assert done.stderr == ""


def test_games_as_json(merx):
    document = json.loads(merx("games", "--json").stdout)
    assert "unofficial" in document["notice"]
    game = next(game for game in document["games"] if game["name"] == "mercurius")
    assert set(game) == {"name", "rules_version", "editions"}
    edition = game["editions"][0]
    assert set(edition) == {"name", "hash", "players", "reconstructed"}
    assert edition["players"] == [3, 4, 5]


def test_rules_are_printed(merx):
    import merx as engine

    done = merx("rules", "mercurius")
    assert done.returncode == 0
    assert done.stdout == engine.rules("mercurius").rstrip() + "\n"
    assert json.loads(merx("rules", "mercurius", "--json").stdout)["text"].startswith("# Mercurius")


def test_an_unknown_game_is_answered_with_the_nearest(merx):
    done = merx("rules", "mercurios")
    assert done.returncode == 2
    assert done.stdout == ""
    error, hint = done.stderr.splitlines()
    assert error.startswith("error: ")
    assert "mercurios" in error
    assert hint == 'hint: did you mean "mercurius"?'


def test_bots_are_listed_with_their_parameters(merx):
    done = merx("bots")
    assert done.returncode == 0
    assert "greedy" in done.stdout
    assert "epsilon=0" in done.stdout
    assert "py:FILE.py:NAME" in done.stderr
    assert "exec:COMMAND" in done.stderr


def test_bots_as_json(merx):
    document = json.loads(merx("bots", "--json").stdout)
    greedy = next(bot for bot in document["bots"] if bot["name"] == "greedy")
    assert set(greedy) == {"name", "help", "searches", "parameters"}
    assert set(greedy["parameters"][0]) == {"name", "default", "values", "help"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["sing"],
        ["games", "--loud"],
        ["rules"],
        ["play", "mercurius", "--players", "three"],
        ["perft", "mercurius", "--depth", "-1"],
        ["tournament", "mercurius", "--bot", "random", "--games", "0"],
    ],
)
def test_wrong_usage_is_one_line_and_a_hint(merx, arguments):
    done = merx(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    error, hint = done.stderr.splitlines()
    assert error.startswith("error: ")
    assert hint.startswith("hint: ")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell with pipes")
def test_a_reader_that_has_seen_enough_is_no_error():
    program = f"{sys.executable} -m merx_cli rules mercurius | head -1"
    done = subprocess.run(program, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout == "# Mercurius\n"
    assert done.stderr == ""


def test_an_error_of_ours_asks_for_a_report(capsys, monkeypatch):
    from merx_cli import errors

    monkeypatch.delenv("MERX_DEBUG", raising=False)
    assert errors.report(ZeroDivisionError("division\nby zero")) == 3
    error, hint = capsys.readouterr().err.splitlines()
    assert error == "error: this is a bug in merx: ZeroDivisionError: division by zero"
    assert "MERX_DEBUG=1" in hint


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ImportError("No module named 'merx'"), "not completely installed"),
        (OSError(28, "No space left on device"), "error: No space left on device"),
        (OSError(13, "Permission denied", "x.toml"), "error: x.toml: Permission denied"),
        (SystemExit(0), "a bot in Python has called sys.exit"),
    ],
)
def test_what_is_wrong_with_the_machine_is_no_error_of_ours(capsys, error, words):
    from merx_cli import errors

    assert errors.report(error) == 2
    assert words in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "merx_cli", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "error: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [("games >&-", 0), ("games --json >&-", 0), ("rules chess 2>&-", 2), ("games <&- >&- 2>&-", 0)],
)
def test_a_closed_stream_is_no_error_of_ours(arguments, code):
    program = f"{sys.executable} -m merx_cli {arguments}"
    done = subprocess.run(program, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert done.stderr == ""


def test_the_traceback_is_shown_on_demand(merx):
    assert "Traceback" not in merx("rules", "chess").stderr
    assert "Traceback" in merx("rules", "chess", MERX_DEBUG="1").stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("no_color", "bold"), [("", True), ("1", False)])
def test_no_color_is_respected_on_a_terminal(no_color, bold):
    parent, child = os.openpty()
    subprocess.run(
        [sys.executable, "-m", "merx_cli", "games"],
        stdout=child,
        env={**os.environ, "NO_COLOR": no_color, "TERM": "xterm"},
        check=True,
    )
    os.close(child)
    assert (b"\x1b[1m" in os.read(parent, 10_000)) is bold
    os.close(parent)
