"""`merx edition check`: every kind of fault is one line with file, table and key."""

import json
import re
from pathlib import Path

import pytest

import merx as engine

STANDARD = Path(__file__).parents[2] / "seeds/mercurius/standard.toml"

FAULTS = {
    "unknown key": ("hand = 5", "hand = 5\nhands = 5", ["setup", "hands"]),
    "missing key": ("cash = 70", "", ["setup", "cash"]),
    "wrong count": ("5 = 9", "", ["supply", "5"]),
    "name that does not exist": (
        '["amsterdam", +1, "silk", +1]',
        '["amsterdm", +1, "silk", +1]',
        ["cards", "amsterdm"],
    ),
    "price row of another length": ("dividend = [2, ", "dividend = [", ["lanes", "dividend"]),
    "deck that is too small": ("backup_deck = 12", "backup_deck = 9", ["setup", "backup_deck"]),
    "not TOML": ("[supply]", "[supply", []),
    "another game": ('game = "mercurius"', 'game = "chess"', ["edition", "chess"]),
}


@pytest.fixture
def edit(tmp_path):
    """Write an edition that differs from the standard one in one place."""

    def write(before: str, after: str) -> str:
        text = STANDARD.read_text()
        assert before in text
        (tmp_path / "box.toml").write_text(text.replace(before, after, 1))
        return "box.toml"

    return write


def test_a_sound_edition_is_ok(merx, edit):
    done = merx("edition", "check", edit('name = "standard"', 'name = "my-box"'))
    assert done.returncode == 0
    assert re.fullmatch(r"ok: edition my-box, hash [0-9a-f]{16}, players 3, 4, 5\n", done.stdout)
    assert done.stderr == ""


def test_a_sound_edition_as_json(merx, edit):
    document = json.loads(merx("edition", "check", edit("cash = 70", "cash = 80"), "--json").stdout)
    assert document["ok"] is True
    assert set(document) == {"ok", "file", "name", "hash", "players", "reconstructed"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_in_one_line(merx, edit, fault):
    before, after, words = FAULTS[fault]
    done = merx("edition", "check", edit(before, after))
    assert done.returncode == 2
    assert done.stdout == ""
    error = done.stderr.splitlines()[0]
    assert error.startswith("error: box.toml: ")
    for word in words:
        assert word in done.stderr
    assert len(done.stderr.splitlines()) <= 2


def test_a_fault_as_json(merx, edit):
    done = merx("edition", "check", edit("cash = 70", "cash = -1"), "--json")
    document = json.loads(done.stdout)
    assert done.returncode == 2
    assert document["ok"] is False
    assert "cash" in document["error"]


@pytest.mark.parametrize("name", ["absent.toml", "folder.toml", "folder", "bytes.toml"])
def test_an_unreadable_file_is_an_error(merx, tmp_path, name):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    done = merx("edition", "check", name)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert name in done.stderr
    assert len(done.stderr.splitlines()) <= 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"a = {'[' * 50_000}{']' * 50_000}", "recurs"),
        ("[edition]\ngame = 3", "[edition] game"),
        ("[edition]", "[edition]"),
        ("edition = 3", "[edition]"),
        ("", "[edition]"),
    ],
)
def test_a_file_without_a_game_is_told_in_one_line(merx, tmp_path, text, reason):
    (tmp_path / "odd.toml").write_text(text)
    done = merx("edition", "check", "odd.toml")
    assert done.returncode == 2
    (error,) = done.stderr.splitlines()
    assert error.startswith("error: odd.toml: ")
    assert reason in error


def test_a_byte_order_mark_is_passed_over(merx, tmp_path):
    (tmp_path / "box.toml").write_text(STANDARD.read_text(), encoding="utf-8-sig")
    assert merx("edition", "check", "box.toml").returncode == 0


@pytest.mark.parametrize("path", ["a\0b.toml", "a\0b", "standard"])
def test_a_path_that_no_file_can_have_is_a_fault(path):
    with pytest.raises(engine.EditionError):
        engine.check_edition(path)


def test_a_game_is_played_with_an_edition_from_a_file(merx, edit):
    file = edit('name = "standard"', 'name = "my-box"')
    played = merx("play", "mercurius", "--seed", 1, "--edition", file, "--record", "game.jsonl")
    assert played.returncode == 0
    assert "edition my-box" in played.stdout
    assert merx("replay", "game.jsonl", "--edition", file, "--verify-only").returncode == 0
    refused = merx("replay", "game.jsonl")
    assert refused.returncode == 2
    assert "my-box" in refused.stderr


def test_a_faulty_edition_stops_every_command_that_uses_it(merx, edit):
    file = edit("cash = 70", "cash = 'much'")
    for command in (["play"], ["perft"], ["tournament", "--bot", "random"], ["bench"]):
        done = merx(command[0], "mercurius", *command[1:], "--edition", file)
        assert done.returncode == 2
        assert "cash" in done.stderr
