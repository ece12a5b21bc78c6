"""`merx perft`."""

import json
import re


def test_counts_are_printed_by_depth(merx):
    done = merx("perft", "mercurius", "--players", 3, "--seed", 1, "--depth", 2)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["depth", "nodes"]
    assert lines[1].split() == ["0", "1"]
    assert len(lines) == 4
    assert re.fullmatch(r"\d+ nodes in [0-9.]+ s\n", done.stderr)


def test_divide_sums_to_the_count(merx):
    arguments = ("perft", "mercurius", "--seed", 1, "--depth", 3, "--json")
    whole = json.loads(merx(*arguments).stdout)
    divided = json.loads(merx(*arguments, "--divide").stdout)
    keys = {"game", "edition", "players", "seed", "after", "depth", "nodes"}
    assert set(whole) == keys
    assert set(divided) == keys | {"divide"}
    assert sum(divided["divide"].values()) == divided["nodes"] == whole["nodes"]


def test_divide_prints_each_first_decision(merx):
    done = merx("perft", "mercurius", "--seed", 1, "--depth", 1, "--divide")
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"end finance +1", next(x for x in lines if x.startswith("end finance")))
    assert lines[-1].split() == ["total", str(len(lines) - 2)]


def test_the_position_after_random_decisions_follows_from_the_seed(merx):
    arguments = ("perft", "mercurius", "--seed", 5, "--depth", 2, "--after", 40, "--json")
    first = merx(*arguments)
    assert first.returncode == 0
    assert first.stdout == merx(*arguments).stdout


def test_more_random_decisions_than_a_game_has_are_refused(merx):
    done = merx("perft", "mercurius", "--after", 10_000)
    assert done.returncode == 2
    assert "the game is over after" in done.stderr


def test_players_out_of_range_are_refused(merx):
    done = merx("perft", "mercurius", "--players", 7)
    assert done.returncode == 2
    assert done.stderr == "error: mercurius is played with 3, 4, 5 players, not with 7\n"


def test_a_seed_out_of_range_is_refused(merx):
    for seed in (-1, 2**64):
        done = merx("perft", "mercurius", "--seed", seed)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) <= 2
