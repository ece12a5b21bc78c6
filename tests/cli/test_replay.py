"""`merx replay`."""

import json

import pytest

import merx as engine


@pytest.fixture(scope="module")
def lines():
    game = engine.load_game("mercurius", 3)
    return engine.play_many(game, [(seed, ["greedy", "random", "random"]) for seed in range(3)])


@pytest.fixture
def file(tmp_path, lines):
    """Write lines to a file and return its name."""

    def write(*content):
        (tmp_path / "games.jsonl").write_text("".join(f"{line}\n" for line in content))
        return "games.jsonl"

    return write


def test_a_single_game_is_told(merx, file, lines):
    done = merx("replay", file(lines[0]))
    assert done.returncode == 0
    assert done.stdout.startswith("mercurius, edition standard, 3 players, seed 0\nP0 greedy  P1 ")
    assert "total" in done.stdout
    assert done.stderr == ""


def test_the_telling_is_that_of_play(merx, tmp_path):
    played = merx("play", "mercurius", "--seed", 2, "--record", "game.jsonl")
    assert merx("replay", "game.jsonl").stdout == played.stdout


@pytest.mark.parametrize("several", [False, True])
def test_what_a_record_calls_its_bots_is_shown_escaped(merx, file, lines, several):
    name = "\x1b[2Jgreedy\nP1"
    line = tampered(lines[0], lambda record: record["bots"].__setitem__(0, name))
    done = merx("replay", file(*[line] * (1 + several)))
    assert done.returncode == 0
    assert r"P0 \x1b[2Jgreedy\nP1 " in done.stdout
    assert "\x1b" not in done.stdout


def test_several_games_take_a_line_each(merx, file, lines):
    done = merx("replay", file(*lines))
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3
    assert done.stderr == "3 records sound, 0 bad\n"


def test_one_of_several_is_told(merx, file, lines):
    done = merx("replay", file(*lines), "--game", 2)
    assert "seed 1" in done.stdout.splitlines()[0]


def test_step_shows_the_table_before_every_decision(merx, file, lines):
    done = merx("replay", file(lines[0]), "--step")
    assert done.returncode == 0
    decisions = len(json.loads(lines[0])["actions"])
    assert done.stdout.count("cards in hand") >= decisions


def test_step_wants_one_game(merx, file, lines):
    done = merx("replay", file(*lines), "--step")
    assert done.returncode == 2
    assert "hint: --game N" in done.stderr


def test_verify_only_says_ok(merx, file, lines):
    assert merx("replay", file(*lines), "--verify-only").stdout == "ok: 3 records\n"


def test_records_are_read_from_stdin(merx, lines):
    done = merx("replay", "-", "--verify-only", stdin="\n".join(lines))
    assert done.stdout == "ok: 3 records\n"


def test_json_describes_every_record(merx, file, lines):
    done = merx("replay", file(lines[0], "rubbish"), "--json")
    document = json.loads(done.stdout)
    assert done.returncode == 2
    assert (document["sound"], document["bad"]) == (1, 1)
    good, bad = document["records"]
    assert set(good) == {
        "line", "ok", "game", "edition", "players", "seed", "bots", "decisions", "scores", "ranks",
    }  # fmt: skip
    assert set(bad) == {"line", "ok", "error"}


def tampered(line, change):
    record = json.loads(line)
    change(record)
    return json.dumps(record, separators=(",", ":"))


def swap_an_action(record):
    place = record["actions"].index("end finance")
    record["actions"][place] = "sell tea"


CHANGES = {
    "an action": (swap_an_action, "decision"),
    "a hash": (lambda record: record["hashes"].__setitem__(1, "0" * 16), "decision 32"),
    "the final hash": (lambda record: record.update(final_hash="0" * 16), "decision"),
    "a score": (lambda record: record["scores"].__setitem__(0, 999), "scores"),
    "a rank": (lambda record: record["ranks"].reverse(), "ranks"),
    "the seed": (lambda record: record.update(seed=77), "decision"),
    "the end": (lambda record: record["actions"].pop(), "the game is not over"),
    "one action more": (lambda record: record["actions"].append("end finance"), "was over"),
    "the rules version": (lambda record: record.update(rules=99), "rules version 99"),
    "the edition": (lambda record: record.update(edition_hash="0" * 16), "hash"),
    "the game": (lambda record: record.update(game="chess"), "chess"),
    "the format": (lambda record: record.update(format="pgn"), "pgn"),
    "a missing key": (lambda record: record.pop("players"), "players"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_record_is_refused_in_one_line(merx, file, lines, what):
    change, words = CHANGES[what]
    done = merx("replay", file(lines[0], tampered(lines[1], change)))
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 1
    error, summary = done.stderr.splitlines()
    assert error.startswith("error: games.jsonl, line 2: ")
    assert words in error
    assert summary == "1 record sound, 1 bad"


def test_a_truncated_record_is_refused(merx, file, lines):
    for end in (1, 100, len(lines[0]) // 2, len(lines[0]) - 1):
        done = merx("replay", file(lines[0][:end]))
        assert done.returncode == 2
        assert done.stdout == ""
        (error,) = done.stderr.splitlines()
        assert error.startswith("error: games.jsonl, line 1: ")
        assert "cut off" in error


@pytest.mark.parametrize("name", ["absent.jsonl", "folder", "empty.jsonl", "bytes.jsonl"])
def test_a_file_without_records_is_an_error(merx, tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.jsonl").write_text("\n")
    (tmp_path / "bytes.jsonl").write_bytes(bytes(range(256)))
    done = merx("replay", name)
    assert done.returncode == 2
    assert done.stdout == ""
    assert name in done.stderr
    assert all(line.startswith(("error: ", "hint: ")) or  line.endswith(" bad")
               for line in done.stderr.splitlines())  # fmt: skip


def test_a_line_that_is_not_there_is_an_error(merx, file, lines):
    done = merx("replay", file(*lines), "--game", 9)
    assert done.returncode == 2
    assert done.stderr == "error: games.jsonl has no record in line 9\n"
