"""`merx play` between bots."""

import json

import pytest

import merx as engine


def test_bots_play_and_the_game_is_told(merx):
    done = merx(
        "play", "mercurius", "--players", 3, "--seed", 7, "--bot", "greedy", "--bot", "random",
        "--bot", "greedy:epsilon=0.5",
    )  # fmt: skip
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "mercurius, edition standard, 3 players, seed 7"
    assert lines[1] == "P0 greedy  P1 random  P2 greedy:epsilon=0.5"
    assert lines[3].startswith("   1  P0  ")
    assert lines[4].startswith("   2  P1  ")
    assert any(line.split()[:1] == ["player"] for line in lines)
    assert done.stderr == ""


def test_the_same_seed_is_the_same_game(merx):
    arguments = ("play", "mercurius", "--seed", 3, "--bot", "greedy")
    assert merx(*arguments).stdout == merx(*arguments).stdout


def test_seats_without_a_bot_are_filled_and_told(merx):
    done = merx("play", "mercurius", "--seed", 3, "--bot", "greedy")
    assert done.returncode == 0
    assert done.stderr == "random plays in 3 of 4 seats\n"
    assert done.stdout.splitlines()[1] == "P0 greedy  P1 random  P2 random  P3 random"


def test_a_seed_that_is_drawn_is_told(merx):
    done = merx("play", "mercurius", "--json")
    seed = json.loads(done.stdout)["seed"]
    assert f"seed {seed}" in done.stderr


def test_json_is_the_record(merx):
    done = merx("play", "mercurius", "--seed", 3, "--json", "--record", "game.jsonl")
    record = json.loads(done.stdout)
    assert record["format"] == "merx-record/1"
    assert engine.replay(done.stdout).scores == record["scores"]
    assert merx("replay", "-", "--verify-only", stdin=done.stdout).stdout == "ok: 1 record\n"
    assert merx("replay", "game.jsonl", "--verify-only").stdout == "ok: 1 record\n"


def test_a_record_is_not_overwritten_without_force(merx, tmp_path):
    (tmp_path / "game.jsonl").write_text("precious\n")
    arguments = ("play", "mercurius", "--seed", 3, "--record", "game.jsonl")
    refused = merx(*arguments)
    assert refused.returncode == 2
    assert "hint: --force" in refused.stderr
    assert (tmp_path / "game.jsonl").read_text() == "precious\n"
    assert merx(*arguments, "--force").returncode == 0
    assert (tmp_path / "game.jsonl").read_text().startswith('{"format"')


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bot", "gredy"], ["gredy", 'hint: did you mean "greedy"?']),
        (["--bot", "greedy:epsilom=1"], ["epsilom", 'hint: did you mean "epsilon"?']),
        (["--bot", "greedy:epsilon=2"], ["between 0 and 1"]),
        (["--bot", "greedy:epsilon"], ["key=value"]),
        (["--players", "7"], ["3, 4, 5 players, not with 7"]),
        (["--players", "3", *["--bot", "random"] * 4], ["4 bots", "3 seats"]),
        (["--human", "4"], ["no seat 4", "from 0 to 3"]),
        (["--players", "4", "--human", "0", *["--bot", "random"] * 4], ["4 bots", "3 seats"]),
        (["--edition", "gold"], ["gold"]),
        (["--record", "no/such/folder.jsonl"], ["no/such/folder.jsonl", "cannot be written"]),
        (["--record", "."], ["directory"]),
    ],
)
def test_bad_input_is_one_line_before_anything_is_played(merx, arguments, words):
    done = merx("play", "mercurius", "--seed", 1, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    for word in words:
        assert word in done.stderr


def test_the_bots_say_how_many_players_there_are(merx):
    done = merx("play", "mercurius", "--seed", 1, *["--bot", "greedy"] * 5)
    assert done.returncode == 0
    assert "5 players" in done.stdout.splitlines()[0]
    refused = merx("play", "mercurius", "--seed", 1, *["--bot", "greedy"] * 6)
    assert refused.returncode == 2
    assert "3, 4, 5 players, not with 6" in refused.stderr


def test_more_bots_than_seats_is_answered_with_the_option(merx):
    done = merx("play", "mercurius", "--players", 3, *["--bot", "greedy"] * 4)
    assert done.stderr.splitlines()[-1] == "hint: --players N sets their number"


def test_json_is_ascii_where_stdout_is(merx, python_bots):
    python_bots.rename(python_bots.with_name("b\N{LATIN SMALL LETTER O WITH DIAERESIS}se.py"))
    spec = "py:b\N{LATIN SMALL LETTER O WITH DIAERESIS}se.py:First"
    done = merx("play", "mercurius", "--seed", 1, "--bot", spec, "--json", PYTHONIOENCODING="ascii")
    assert done.stdout.isascii()
    assert json.loads(done.stdout)["bots"][0] == spec
    table = merx(
        "tournament", "mercurius", "--bot", spec, "-n", 1, "--json", PYTHONIOENCODING="ascii"
    )
    assert json.loads(table.stdout)["bots"][0]["bot"] == spec


def test_a_bot_in_python_plays(merx, python_bots):
    done = merx("play", "mercurius", "--seed", 1, "--bot", "py:mybots.py:First", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["bots"] == ["py:mybots.py:First", "random", "random", "random"]


def test_a_bot_in_python_is_found_by_module(merx, python_bots):
    assert merx("play", "mercurius", "--seed", 1, "--bot", "py:mybots:First").returncode == 0


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (
            "py:mybots.py:Raises",
            ["bot 0", "RuntimeError: out of ideas", "decision 1", "hint: MERX_DEBUG"],
        ),
        ("py:mybots.py:Nonsense", ["buy everything", "decision 1"]),
        ("py:mybots.py:Illegal", ["10000", "decision 1"]),
        ("py:mybots.py:Unmakable", ["TypeError"]),
        ("py:mybots.py:Mute", ["no method choose"]),
        ("py:mybots.py:number", ["no method choose"]),
        ("py:mybots.py:Absent", ["no 'Absent'", "hint: mybots.py has First"]),
        ("py:absent.py:First", ["FileNotFoundError"]),
        ("py:absent:First", ["ModuleNotFoundError"]),
        ("py:mybots.py", ["py:FILE.py:NAME"]),
        ("py:broken.py:First", ["SyntaxError"]),
    ],
)
def test_a_bad_bot_in_python_is_one_line(merx, python_bots, spec, words):
    python_bots.with_name("broken.py").write_text("class First\n")
    done = merx("play", "mercurius", "--seed", 1, "--bot", spec, "--record", "game.jsonl")
    assert done.returncode == 2
    assert done.stdout == ""
    errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    for word in words:
        assert word in done.stderr
    assert not python_bots.with_name("game.jsonl").exists()
