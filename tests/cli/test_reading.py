"""Reading run directories."""

import json
from random import Random

import numpy as np
import pytest

import merx as engine
from merx_cli.errors import CliError
from merx_cli.tournament.reading.run import read_run
from tests.cli.rundirs import RunDir, drawn, fail, finished, line, played

BOTS = ["greedy", "random", "greedy:epsilon=0.5"]


def read(run, path):
    return read_run(str(run.write(path)))


def test_arrays_hold_what_the_records_say(tmp_path):
    run = played(BOTS, 3, 9)
    games = read(run, tmp_path).games
    assert games.number.tolist() == list(range(9))
    assert games.block.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    for index, game in enumerate(run.games):
        again = engine.replay(json.dumps(game["record"]))
        assert games.scores[index].tolist() == again.scores
        assert games.ranks[index].tolist() == again.ranks
        assert [BOTS[bot] for bot in games.seats[index]] == again.bots
    assert games.counted.all() and not games.failures and not games.torn


def test_lines_may_stand_in_any_order(tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 300)
    fail(run.games[5], "crash", 1, "gone")
    fail(run.games[200], "timeout", 0, "slow")
    first = read(run, tmp_path / "first")
    Random(1).shuffle(run.games)
    Random(2).shuffle(run.times)
    second = read(run, tmp_path / "second")
    for name in ("number", "block", "seats", "verdict", "ranks", "scores", "decisions"):
        assert (getattr(first.games, name) == getattr(second.games, name)).all()
    assert first.games.failures == second.games.failures
    assert (first.times.thinking == second.times.thinking).all()


@pytest.mark.parametrize(
    "tear",
    [
        lambda text: text[:-1],
        lambda text: text[:-40],
        lambda text: text[: text.rindex("\n", 0, -1) + 3],
        lambda text: text[:-40] + "\n",
        lambda text: text[: text.rindex('"record"')] + "\n",
    ],
)
def test_a_torn_last_line_is_left_out(tmp_path, tear):
    path = drawn({"a": 1, "b": 0}, 2, 6).write(tmp_path)
    file = path / "games.jsonl"
    file.write_text(tear(file.read_text()))
    run = read_run(str(path))
    assert run.games.torn
    assert run.games.number.tolist() == [0, 1, 2, 3, 4]
    assert run.games.counted.tolist() == [True] * 4 + [False]
    assert run.not_counted() == "1 game in incomplete blocks and a torn last line"


@pytest.mark.parametrize("wrong", ["", "{}", "[1]", "null", '{"number":1', '{"number":1}'])
def test_a_wrong_line_before_the_last_is_told_by_its_number(tmp_path, wrong):
    path = drawn({"a": 1, "b": 0}, 2, 6).write(tmp_path)
    file = path / "games.jsonl"
    lines = file.read_text().splitlines()
    lines.insert(2, wrong)
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(CliError, match=r"games\.jsonl, line 3, cannot be read"):
        read_run(str(path))


def test_a_wrong_line_beyond_the_first_thousands_is_told_as_well(tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 5000)
    path = run.write(tmp_path)
    lines = list(map(line, run.games))
    lines.insert(4500, "}\n")
    (path / "games.jsonl").write_text("".join(lines))
    with pytest.raises(CliError, match=r"line 4501, cannot"):
        read_run(str(path))


def test_incomplete_blocks_do_not_count(tmp_path):
    run = drawn({"a": 1, "b": 0, "c": 0}, 3, 12)
    del run.games[4], run.games[0]
    games = read(run, tmp_path).games
    assert games.incomplete.tolist() == [True] * 4 + [False] * 6
    assert games.results("abc").games == 6


@pytest.mark.parametrize(
    ("rotation", "seatings", "whole"),
    [
        ("cyclic", ["ab", "ba"], True),
        ("cyclic", ["abab", "baba"], True),
        ("cyclic", ["aab", "aba"], False),
        ("cyclic", ["aaa"], True),
        ("all", ["abc", "acb", "bac", "bca", "cab", "cba"], True),
        ("all", ["abc", "bca", "cab"], False),
        ("all", ["aab", "aba", "baa"], True),
    ],
)
def test_a_whole_block_has_every_seating_of_its_line_up(tmp_path, rotation, seatings, whole):
    run = RunDir(list("abc"), len(seatings[0]), rotation=rotation)
    ranks = list(range(1, run.players + 1))
    for number, seating in enumerate(seatings):
        seats = ["abc".index(bot) for bot in seating]
        run.games.append(finished(number, 0, seats, ranks, ranks, 9, {}))
    assert read(run, tmp_path).games.counted.all() == whole


def test_a_void_game_takes_its_block_with_it(tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 6)
    fail(run.games[2], "timeout", 1, "no answer", void=True)
    games = read(run, tmp_path).games
    assert games.void.tolist() == [False, False, True, True, False, False]
    assert not games.incomplete.any()
    assert games.counted.tolist() == [True, True, False, False, True, True]


def test_a_failure_is_told_with_the_bot_and_its_words(tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 4)
    fail(run.games[1], "crash", 0, 'it said ,"record": and left')
    (failure,) = read(run, tmp_path).games.failures
    assert (failure.number, failure.seat, failure.verdict) == (1, 0, "crash")
    assert failure.bot == run.games[1]["seats"][0]
    assert failure.said == 'it said ,"record": and left'


def test_a_game_that_is_there_twice_is_an_error(tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 4)
    run.games.append(run.games[1])
    with pytest.raises(CliError, match="has game 1 more than once"):
        read(run, tmp_path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": [0, 2]}, "bots in its games that are not in"),
        ({"seats": [0, -1]}, "bots in its games that are not in"),
        ({"seats": [0, 1, 1]}, "is not the games of a tournament"),
        ({"ranks": ["1", "two"]}, "is not the games of a tournament"),
        ({"scores": [10**30, 1]}, "is not the games of a tournament"),
        ({"number": None}, "is not the games of a tournament"),
        ({"verdict": "crash", "player": 7}, "is not the games of a tournament"),
    ],
)
def test_games_that_cannot_be_are_an_error(tmp_path, change, words):
    run = drawn({"a": 1, "b": 0}, 2, 4)
    run.games[0] = change | {k: v for k, v in run.games[0].items() if k not in change}
    with pytest.raises(CliError, match=words):
        read(run, tmp_path)


def test_ranks_that_cannot_be_are_an_error(tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 4)
    run.games[0]["ranks"] = [2, 2]
    with pytest.raises(CliError, match="are no ranks"):
        read(run, tmp_path).games.results("ab")


def test_a_run_without_games_can_be_read(tmp_path):
    run = read(RunDir(["a"], 2, asked=10), tmp_path)
    assert run.games.number.size == run.times.seconds.size == 0
    assert run.not_counted() is None


def test_times_may_be_missing(tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 4)
    run.times = None
    times = read(run, tmp_path).times
    assert np.isnan(times.seconds).all() and np.isnan(times.thinking).all()


def test_times_go_with_their_games(tmp_path):
    run = drawn({"a": 1, "b": 0}, 2, 4)
    run.times = [
        {"number": 3, "seconds": 1.5, "thinking": [[10, 1.0, 0.5], [8, 0.25, 0.125]]},
        {"number": 0, "seconds": 2.5},
        {"number": 99, "seconds": 7.0, "thinking": [[1, 1.0, 1.0], [1, 1.0, 1.0]]},
    ]
    times = read(run, tmp_path).times
    assert times.seconds.tolist() == pytest.approx([2.5, np.nan, np.nan, 1.5], nan_ok=True)
    assert times.moves[3].tolist() == [10, 8]
    assert times.thinking[3].tolist() == [1.0, 0.25]
    assert times.slowest[3].tolist() == [0.5, 0.125]
    assert np.isnan(times.moves[:3]).all()


@pytest.mark.parametrize("time", [{"number": 0}, {"number": 0, "seconds": 1.0, "thinking": [[1]]}])
def test_wrong_times_are_an_error(tmp_path, time):
    run = drawn({"a": 1, "b": 0}, 2, 4)
    run.times = [time]
    with pytest.raises(CliError, match="is not the times of a tournament"):
        read(run, tmp_path)


def test_what_is_no_run_directory_is_told(tmp_path):
    with pytest.raises(CliError, match="no directory"):
        read_run(str(tmp_path / "absent"))
    with pytest.raises(CliError, match=r"it has no config\.toml") as caught:
        read_run(str(tmp_path))
    assert "--out DIR" in caught.value.hint
    (tmp_path / "config.toml").write_text(RunDir(["a"], 2).config())
    with pytest.raises(CliError, match=r"games\.jsonl cannot be read: No such file"):
        read_run(str(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("players = 2", "players = two", "cannot be read"),
        ("players = 2", 'players = "two"', "players is missing or no int"),
        ("players = 2", "players = true", "players is missing or no int"),
        ("seed = 7\n", "", "seed is missing"),
        ("seed = 7", "seed = -1", "too low"),
        ('rotation = "cyclic"', 'rotation = "some"', "neither cyclic nor all"),
        ('bots = ["a", "b"]', 'bots = ["a", "a"]', "not a list of different specs"),
        ('bots = ["a", "b"]', "bots = [1, 2]", "not a list of different specs"),
        ("given = [0, 1]", "given = [0, 2]", "given does not list bots"),
    ],
)
def test_a_wrong_configuration_is_told(tmp_path, old, new, words):
    path = drawn({"a": 1, "b": 0}, 2, 4).write(tmp_path)
    file = path / "config.toml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(CliError, match=words):
        read_run(str(path))


def test_the_command_plays_it_again(tmp_path):
    run = drawn({"a b": 1, "b": 0}, 2, 4)
    run.policies = ('crash = "void"', 'timeout = "forfeit"')
    run.limits = ("move_time = 10.0", "game_time = 60.5", "step_limit = 900")
    path = run.write(tmp_path)
    with (path / "config.toml").open("a") as file:
        file.write('[until]\nstronger = "a b"\nweaker = "b"\nalpha = 0.05\nbeta = 0.1\n')
    assert read_run(str(path)).config.shell_command() == (
        "merx tournament mercurius --players 2 --seed 7 --games 4 --edition standard "
        "--format round-robin --rotation cyclic --bot 'a b' --bot b --on-failure crash=void "
        "--game-time 60.5 --step-limit 900 --until 'a b>b' --alpha 0.05 --beta 0.1"
    )


def test_bots_given_twice_and_editions_in_files_are_in_the_command(tmp_path):
    path = drawn({"a": 1, "b": 0}, 2, 4).write(tmp_path)
    file = path / "config.toml"
    text = file.read_text().replace("given = [0, 1]", "given = [0, 1, 0]")
    file.write_text(text.replace("players =", 'edition_path = "my box.toml"\nplayers ='))
    command = read_run(str(path)).config.shell_command()
    assert "--edition 'my box.toml'" in command
    assert command.endswith("--bot a --bot b --bot a")
