"""`merx bots check`."""

import json

import pytest

from tests.cli.programs import spec_of

KEYS = {"bot", "name", "protocol", "games", "findings"}
GAME_KEYS = {
    "game", "played", "answers", "single", "longest", "median_seconds", "slowest_seconds",
    "repeats",
}  # fmt: skip
FINDING_KEYS = {"what", "where", "text", "sent", "received", "log"}


def test_a_sound_program_has_no_findings_in_any_game(merx, marker):
    done = merx("bots", "check", spec_of("fine", marker), "--strict", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert set(document) == KEYS
    assert (document["name"], document["protocol"]) == ("mock fine", "merx-bot/1")
    assert document["findings"] == []
    assert [game["game"] for game in document["games"]] == ["mercurius", "celtic", "merkator"]
    for game in document["games"]:
        assert set(game) == GAME_KEYS
        assert game["played"] == 4
        assert game["answers"] > 20
        assert game["single"] > 0
        assert game["longest"] > 1000
        assert game["repeats"] is True
        assert 0 < game["median_seconds"] <= game["slowest_seconds"]


@pytest.mark.parametrize("spec", ["greedy", "py:mybots.py:First"])
def test_any_bot_can_be_tried(merx, python_bots, spec):
    done = merx("bots", "check", spec, "--strict")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == spec
    assert [line.split()[0] for line in lines[3:6]] == ["mercurius", "celtic", "merkator"]
    assert lines[-1] == "no findings"


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("crash", ["crash: mercurius, 3 players, seat 0", "out of ideas", "came back: nothing"]),
        ("stall", ["timeout: mercurius", "is its output flushed after every line?"]),
        ("illegal", ["illegal_action: mercurius", 'came back: {"action":"buy the moon"}']),
        ("rubbish", ["protocol_error: mercurius", "came back: let me think ..."]),
        ("close_stdout", ["protocol_error: mercurius", "it closed its output"]),
        ("old", ["start: after its start: its", "merx-bot/0", 'sent: {"type": "hello"']),
        ("leave_after_end", ["crash: mercurius", "it ended with exit code 0"]),
        ("stay", ["quit: after the last game: it did not end within 1 s"]),
        ("quit_badly", ["quit: after the last game: it ended with exit code 7"]),
        ("leave_a_child", ["quit: after the last game: it left ", "of its processes behind"]),
        ("strange", ["after a message of an unknown type", "KeyError"]),
    ],
)
def test_what_is_wrong_is_a_line_for_each_finding(merx, marker, what, words):
    arguments = ("bots", "check", spec_of(what, marker), "--game", "mercurius", "--move-time", 0.3)
    done = merx(*arguments)
    assert done.returncode == 0
    finding = done.stdout.splitlines()[-1]
    for word in words:
        assert word in finding
    assert "Traceback" not in done.stdout
    strict = merx(*arguments, "--strict", "--json")
    assert strict.returncode == 1
    (finding,) = json.loads(strict.stdout)["findings"]
    assert set(finding) == FINDING_KEYS
    assert finding["what"] == words[0].partition(":")[0] or what == "strange"


def test_a_bot_that_draws_lots_by_itself_does_not_repeat(merx, tmp_path):
    (tmp_path / "bot.py").write_text(
        "import random\nclass Bot:\n    def choose(self, seen):\n"
        "        return random.choice(seen.legal_actions())\n"
    )
    done = merx("bots", "check", "py:bot.py:Bot", "-g", "celtic", "--json")
    assert json.loads(done.stdout)["games"][0]["repeats"] is False


def test_a_bot_in_python_is_told_what_it_does_wrong(merx, python_bots):
    done = merx("bots", "check", "py:mybots.py:Nonsense", "--game", "celtic", "--strict")
    assert done.returncode == 1
    finding = done.stdout.splitlines()[-1]
    assert finding.startswith("protocol_error: celtic, 2 players, seat 0, seed ")
    assert "answered 'buy everything' at decision 1, which is no action id" in finding
    assert "sent: Celtic (standard)" in finding
    done = merx("bots", "check", "py:mybots.py:Late", "--game", "celtic", "-n", 5)
    assert "raised RuntimeError: tired" in done.stdout


def test_the_first_seat_and_the_last_are_tried(merx, tmp_path):
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    def start(self, game, player):\n        print(game.players, player)\n"
        "    def choose(self, seen):\n        return seen.legal_actions()[0]\n"
    )
    done = merx("bots", "check", "py:bot.py:Bot", "-g", "mercurius", "-n", 4)
    assert done.stderr.splitlines() == ["3 0", "5 4", "4 2", "3 0", "3 0"]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gredy", 'did you mean "greedy"?'),
        ("exec:./absent", "there is no file ./absent"),
        ("py:absent.py:Bot", "cannot be loaded"),
    ],
)
def test_a_bot_that_is_not_there_is_wrong_usage(merx, spec, words):
    done = merx("bots", "check", spec)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_an_unknown_game_is_wrong_usage(merx):
    done = merx("bots", "check", "greedy", "--game", "celtics")
    assert done.returncode == 2
    assert 'hint: did you mean "celtic"?' in done.stderr
