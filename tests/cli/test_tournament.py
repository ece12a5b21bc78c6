"""`merx tournament`: its table, its document, and what it refuses."""

import json
import re
import subprocess
import sys

import pytest

import merx as engine
from merx_cli.output import counted

KEYS = [
    "game", "rules_version", "edition", "edition_hash", "players", "seed", "format", "rotation",
    "games", "finished", "out", "verdicts", "failures", "bots", "seats", "superiority",
]  # fmt: skip
BOT_KEYS = [
    "bot", "seats", "win_share", "mean_rank", "mean_score", "rating", "comparable_with",
    "separated",
]  # fmt: skip
RUN = ("tournament", "mercurius", "--players", 3, "--bot", "greedy", "--bot", "random")


def entries(folder):
    lines = (folder / "games.jsonl").read_text().splitlines()
    return sorted(map(json.loads, lines), key=lambda entry: entry["number"])


def test_the_table_has_a_row_for_every_bot(merx):
    done = merx(*RUN, "--games", 30, "--seed", 4)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "mercurius, edition standard, 3 players, round-robin, 30 games, seed 4"
    assert lines[2].split("  ")[0] == "bot"
    assert [line.split()[0] for line in lines[3:5]] == ["greedy", "random"]
    assert "equal bots would have 33.3%" in done.stdout
    assert re.fullmatch(r"30 games in [0-9.]+ s, [0-9,]+ a second\n", done.stderr)


def test_the_table_as_json(merx):
    done = merx(*RUN, "--games", 30, "--json")
    document = json.loads(done.stdout)
    assert list(document) == KEYS
    assert document["games"] == document["finished"] == 30
    assert document["verdicts"] == {"ok": 30}
    greedy, random = document["bots"]
    assert list(greedy) == BOT_KEYS
    assert (greedy["bot"], greedy["seats"]) == ("greedy", 60)
    share = greedy["win_share"]
    assert share["low"] <= share["value"] <= share["high"]
    wins = sum(bot["win_share"]["value"] * bot["seats"] for bot in document["bots"])
    assert wins == pytest.approx(30)
    assert random["mean_rank"]["value"] > greedy["mean_rank"]["value"]
    assert random["rating"]["value"] < 0 < greedy["rating"]["value"]
    assert document["superiority"][0][1] > 0.9
    assert len(document["seats"]) == 3


def test_every_record_replays_and_follows_the_schedule(merx, tmp_path):
    done = merx(*RUN, "--games", 9, "--seed", 8, "--out", "run")
    assert done.returncode == 0
    assert "9 finished games in run" in done.stderr
    games = entries(tmp_path / "run")
    assert [game["seats"] for game in games[:3]] == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    assert [game["block"] for game in games] == [i // 3 for i in range(9)]
    for game in games:
        replayed = engine.replay(json.dumps(game["record"]))
        assert replayed.seed == engine.derive_seed(8, game["block"])
        assert replayed.bots == [("greedy", "random")[bot] for bot in game["seats"]]
        assert (replayed.scores, replayed.ranks) == (game["scores"], game["ranks"])
        assert len(replayed.actions) == game["decisions"]


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
    for file in ("games.jsonl", "config.toml"):
        a, b, c = ((tmp_path / name / file).read_bytes() for name in "abc")
        assert a == b == c
    assert a.count(b"\n") > 10


def test_a_bot_in_python_meets_built_in_ones(merx, python_bots, tmp_path):
    specs = ("--bot", "py:mybots.py:First", "--bot", "greedy")
    done = merx(
        "tournament", "mercurius", "--players", 3, *specs, "--games", 6, "--out", "run", "--json"
    )
    assert done.returncode == 0
    bots = {bot["bot"] for bot in json.loads(done.stdout)["bots"]}
    assert bots == {"py:mybots.py:First", "greedy"}
    assert entries(tmp_path / "run")[0]["record"]["bots"][0] == specs[1]
    (first, *_) = (tmp_path / "run" / "times.jsonl").read_text().splitlines()
    times = json.loads(first)
    assert list(times) == ["number", "seconds", "thinking"]
    assert [len(seat) for seat in times["thinking"]] == [3, 3, 3]


def test_built_in_bots_play_the_same_in_a_worker_process(merx, tmp_path):
    merx(*RUN, "--games", 6, "--out", "rust")
    merx(*RUN, "--games", 6, "--out", "worker", "--step-limit", 10_000)
    assert entries(tmp_path / "rust") == entries(tmp_path / "worker")


def test_greedy_plays_the_same_beside_a_bot_in_python(merx, python_bots, tmp_path):
    python_bots.write_text("import merx\nRandom = lambda: merx.make_bot('greedy', 1)\n")
    bots = ("--bot", "greedy", "--bot", "random", "--bot", "py:mybots.py:Random")
    arguments = ("tournament", "mercurius", "--players", 2 + 1, "--games", 3, *bots)
    merx(*arguments, "--out", "a")
    merx(*arguments, "--out", "b")
    assert entries(tmp_path / "a") == entries(tmp_path / "b")


def test_an_uneven_number_of_games_is_mentioned(merx):
    done = merx(*RUN, "--games", 10)
    assert done.returncode == 0
    assert "note: 10 is no multiple of 3" in done.stderr


def test_specs_are_canonical(merx):
    done = merx("tournament", "mercurius", "--bot", "greedy:epsilon=0.5,", "--games", 1, "--json")
    assert json.loads(done.stdout)["bots"][0]["bot"] == "greedy:epsilon=0.5"


def test_a_gauntlet_and_a_match(merx, tmp_path):
    bots = ("-b", "greedy", "-b", "random", "-b", "greedy:epsilon=0.5", "-b", "greedy:epsilon=0.9")
    arguments = ("tournament", "mercurius", "-p", 3, *bots)
    assert merx(*arguments, "-n", 9, "--format", "gauntlet", "--out", "g").returncode == 0
    assert all(0 in game["seats"] for game in entries(tmp_path / "g"))
    refused = merx(*arguments, "--format", "match")
    assert refused.stderr == (
        "error: 4 bots are given for a match of 3 players\nhint: --players N sets their number\n"
    )
    four = ("tournament", "mercurius", "-p", 4, *bots, "--format", "match", "--rotation", "all")
    assert merx(*four, "-n", 24, "--out", "m").returncode == 0
    assert len({tuple(game["seats"]) for game in entries(tmp_path / "m")}) == 24
    assert len({game["record"]["seed"] for game in entries(tmp_path / "m")}) == 1


def test_a_tournament_is_for_two_players_or_more(merx):
    done = merx("tournament", "merkator", "-e", "published", "-p", 1, "-b", "random")
    assert done.stderr == "error: a tournament needs games of two players or more\n"


@pytest.mark.parametrize("out", ["absent/run", "file/run", "file"])
def test_a_place_that_cannot_be_written_is_told_at_once(merx, tmp_path, out):
    (tmp_path / "file").write_text("")
    done = merx(*RUN, "--games", 10**9, "--out", out)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[0].startswith(f"error: {out} ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_tournament_needs_bots_and_a_game(merx):
    for arguments, what in ((("mercurius",), "bots"), ((), "a game")):
        done = merx("tournament", *arguments)
        assert done.returncode == 2
        assert done.stderr.splitlines()[0] == f"error: a tournament needs {what}"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--on-failure", "nonsense"], "is not of the form VERDICT=POLICY or POLICY"),
        (["--on-failure", "late=void"], "verdicts: illegal_action, timeout, crash"),
        (["--on-failure", "step_limit=random"], "step_limit=forfeit or step_limit=void"),
        (["--until", "greedy"], "is not of the form 'a>b'"),
        (["--until", "gredy>random"], "did you mean 'greedy'?"),
        (["--until", "greedy>random", "--alpha", "1.5"], "alpha lies between 0 and 1"),
        (["--format", "knockout"], "knockout"),
        (["--resume", "."], "cannot be given together with --resume"),
    ],
)
def test_what_makes_no_sense_is_told(merx, options, words):
    done = merx(*RUN, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


@pytest.mark.parametrize("number", ["2", "12"])
def test_no_bar_is_drawn_where_no_person_looks(merx, number):
    done = merx(*RUN, "--games", number)
    assert "\x1b" not in done.stdout + done.stderr
    assert f"{counted(int(number), 'game')} in " in done.stderr
