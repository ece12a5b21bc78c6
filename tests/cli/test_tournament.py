"""`merx tournament`."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest

import merx as engine
from merx_cli.output import counted

KEYS = {
    "game", "rules_version", "edition", "edition_hash", "players", "seed", "games", "finished",
    "out", "bots",
}  # fmt: skip
BOT_KEYS = {"bot", "games", "seats", "win_share", "interval", "mean_score", "mean_rank"}


def read_lines(file):
    return file.read_text().splitlines()


RUN = ("tournament", "mercurius", "--players", 3, "--bot", "greedy", "--bot", "random")


def test_the_table_has_a_row_for_every_bot(merx):
    done = merx(*RUN, "--games", 30, "--seed", 4)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "mercurius, edition standard, 3 players, 30 games, seed 4"
    assert lines[2].split("  ")[0] == "bot"
    assert [line.split()[0] for line in lines[3:5]] == ["greedy", "random"]
    assert re.fullmatch(r"30 games in [0-9.]+ s, [0-9,]+ a second\n", done.stderr)


def test_the_table_as_json(merx):
    done = merx(*RUN, "--games", 30, "--json")
    document = json.loads(done.stdout)
    assert set(document) == KEYS
    assert document["games"] == document["finished"] == 30
    greedy, random = document["bots"]
    assert set(greedy) == BOT_KEYS
    assert (greedy["bot"], greedy["games"], greedy["seats"]) == ("greedy", 30, 60)
    assert greedy["interval"][0] <= greedy["win_share"] <= greedy["interval"][1]
    wins = sum(bot["win_share"] * bot["seats"] for bot in document["bots"])
    assert wins == pytest.approx(30)
    assert random["mean_rank"] > greedy["mean_rank"]


def test_every_record_replays_and_follows_the_schedule(merx, tmp_path):
    done = merx(*RUN, "--games", 9, "--seed", 8, "--out", "games.jsonl")
    assert done.returncode == 0
    assert "9 records in games.jsonl" in done.stderr
    games = [engine.replay(line) for line in read_lines(tmp_path / "games.jsonl")]
    assert [game.seed for game in games] == [engine.derive_seed(8, i // 3) for i in range(9)]
    assert [game.bots for game in games[:3]] == [
        ["greedy", "random", "greedy"],
        ["random", "greedy", "greedy"],
        ["greedy", "greedy", "random"],
    ]


def test_no_more_threads_are_taken_than_there_may_be():
    program = (
        "import os; os.cpu_count = lambda: 1000; from merx_cli.__main__ import run;"
        "raise SystemExit(run(['tournament', 'mercurius', '-b', 'random', '-n', '1']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0


def test_the_same_arguments_write_the_same_bytes_on_any_number_of_threads(merx, tmp_path):
    for name, threads in (("a", 1), ("b", 1), ("c", 2)):
        merx(*RUN, "--games", 200, "--threads", threads, "--out", name)
    first = (tmp_path / "a").read_bytes()
    assert first.count(b"\n") == 200
    assert first == (tmp_path / "b").read_bytes() == (tmp_path / "c").read_bytes()


def test_a_bot_in_python_meets_built_in_ones(merx, python_bots, tmp_path):
    specs = ("--bot", "py:mybots.py:First", "--bot", "greedy")
    done = merx(
        "tournament", "mercurius", "--players", 3, *specs, "--games", 6, "--threads", 2,
        "--out", "games.jsonl", "--json",
    )  # fmt: skip
    assert done.returncode == 0
    assert "one by one" in done.stderr
    assert {bot["bot"] for bot in json.loads(done.stdout)["bots"]} == {
        "py:mybots.py:First",
        "greedy",
    }
    assert engine.replay(read_lines(tmp_path / "games.jsonl")[0]).bots[0] == specs[1]


def test_greedy_plays_the_same_beside_a_bot_in_python(merx, python_bots, tmp_path):
    python_bots.write_text("import merx\nRandom = lambda: merx.make_bot('greedy', 1)\n")
    bots = ("--bot", "greedy", "--bot", "random", "--bot", "py:mybots.py:Random")
    arguments = ("tournament", "mercurius", "--players", 2 + 1, "--games", 3, *bots)
    merx(*arguments, "--out", "a")
    merx(*arguments, "--out", "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_an_uneven_number_of_games_is_mentioned(merx):
    done = merx(*RUN, "--games", 10)
    assert done.returncode == 0
    assert "note: 10 is no multiple of 3" in done.stderr


def test_specs_are_canonical(merx):
    document = json.loads(
        merx(
            "tournament", "mercurius", "--bot", "greedy:epsilon=0.5,", "--games", 1, "--json"
        ).stdout
    )
    assert document["bots"][0]["bot"] == "greedy:epsilon=0.5"


def test_a_file_is_not_overwritten_without_force(merx, tmp_path):
    (tmp_path / "games.jsonl").write_text("precious\n")
    refused = merx(*RUN, "--games", 3, "--out", "games.jsonl")
    assert refused.returncode == 2
    assert refused.stderr == ("error: games.jsonl exists already\nhint: --force overwrites it\n")
    assert (tmp_path / "games.jsonl").read_text() == "precious\n"
    assert merx(*RUN, "--games", 3, "--out", "games.jsonl", "--force").returncode == 0
    assert (tmp_path / "games.jsonl").read_text().count("\n") == 3


@pytest.mark.parametrize("out", ["absent/games.jsonl", "folder", "file/games.jsonl"])
def test_a_place_that_cannot_be_written_is_told_at_once(merx, tmp_path, out):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    done = merx(*RUN, "--games", 10**9, "--out", out)
    assert done.returncode == 2
    assert done.stdout == ""
    assert out in done.stderr.splitlines()[-1] or out in done.stderr.splitlines()[-2]


def test_a_device_is_written_to_and_not_replaced(merx):
    done = merx(*RUN, "--games", 3, "--out", "/dev/stderr")
    assert done.returncode == 0
    assert done.stderr.count('{"format"') == 3


def test_a_tournament_needs_bots(merx):
    done = merx("tournament", "mercurius")
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == "error: a tournament needs bots"


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("py:mybots.py:Late", ["game 2", "raised RuntimeError: tired at decision"]),
        ("py:mybots.py:Nonsense", ["game 1", "buy everything"]),
        ("py:mybots.py:Leaves", ["game 1", "bot 0 (py:mybots.py:Leaves)", "SystemExit"]),
        ("gredy", ['did you mean "greedy"?']),
        ("py:absent.py:First", ["cannot be loaded"]),
    ],
)
def test_a_bot_that_fails_is_one_line_and_finished_games_are_kept(
    merx, python_bots, tmp_path, bot, words
):
    done = merx(
        "tournament", "mercurius", "--players", 4, "--bot", bot, "--games", 8, "--threads", 1,
        "--out", "games.jsonl",
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("error: ") == 1
    for word in words:
        assert word in done.stderr
    if "Late" in bot:
        assert "1 record in games.jsonl" in done.stderr
        assert "4 players, 1 game, seed 0" in done.stdout
        (line,) = read_lines(tmp_path / "games.jsonl")
        engine.replay(line)
    else:
        assert done.stdout == ""
        assert not (tmp_path / "games.jsonl").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("bot", ["greedy", "py:mybots.py:First"])
def test_an_interruption_saves_what_is_finished(python_bots, tmp_path, number, bot):
    process = subprocess.Popen(
        [
            *[sys.executable, "-m", "merx_cli", "tournament", "mercurius", "--bot", bot],
            *["--games", "10000000", "--out", "games.jsonl", "--json"],
        ],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 20
    while not any(file.stat().st_size for file in tmp_path.glob("games.jsonl.*.part")):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(number)
    sent = time.monotonic()
    out, err = process.communicate(timeout=20)
    assert time.monotonic() - sent < 5
    assert process.returncode == 130
    document = json.loads(out)
    lines = read_lines(tmp_path / "games.jsonl")
    assert document["finished"] == len(lines) > 0
    assert f"{counted(len(lines), 'record')} in games.jsonl" in err
    assert f"interrupted after {len(lines):,} of 10,000,000 games" in err
    engine.replay(lines[-1])
    assert [file.name for file in tmp_path.glob("games*")] == ["games.jsonl"]


@pytest.mark.parametrize("games", [1000])
def test_no_bar_is_drawn_where_no_person_looks(merx, games):
    done = merx(*RUN, "--games", games)
    assert "\x1b" not in done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 2
