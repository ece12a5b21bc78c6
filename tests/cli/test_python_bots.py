"""Bots in Python: each at home in its folder, and none of them able to disturb the rest."""

import json

import pytest

import merx as engine

HELPED = """\
import helper

class Bot:
    def choose(self, observation):
        import late
        assert (helper.NAME, late.NAME) == ("{0}", "{0}"), (helper.NAME, late.NAME)
        return observation.legal_actions()[0]
"""

ODD = """\
class Odd(BaseException):
    def __str__(self):
        raise ValueError

class Exit:
    def choose(self, observation):
        raise GeneratorExit("enough")

class Unsayable:
    def choose(self, observation):
        raise Odd

class Property:
    @property
    def choose(self):
        raise RuntimeError("not today")

class StartProperty:
    choose = id

    @property
    def start(self):
        raise RuntimeError("not today")

class Mute:
    def __repr__(self):
        raise RuntimeError

def tired():
    raise Odd

class Later:
    made = 0

    def __init__(self):
        Later.made += 1
        if Later.made > 5:  # One is made before the first game.
            raise GeneratorExit("enough")

    def choose(self, observation):
        return observation.legal_actions()[0]
"""

LOUD = """\
print("loaded")

class Bot:
    def choose(self, observation):
        print("thinking")
        return observation.legal_actions()[0]
"""


def write_folder(folder, name, **files):
    (folder / name).mkdir()
    for stem, text in files.items():
        (folder / name / f"{stem}.py").write_text(text)


def test_bots_of_two_folders_do_not_share_modules(merx, tmp_path):
    for name in "ab":
        same = f"NAME = {name!r}\n"
        write_folder(tmp_path, name, bot=HELPED.format(name), helper=same, late=same)
    bots = ("--bot", "py:a/bot.py:Bot", "--bot", "py:b/bot.py:Bot")
    done = merx("tournament", "mercurius", *bots, "--games", 2, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["finished"] == 2


def test_bots_of_one_folder_share_modules(merx, tmp_path):
    (tmp_path / "helper.py").write_text("made = []\n")
    for name in "ab":
        (tmp_path / f"{name}.py").write_text(
            "import helper\nhelper.made.append(1)\nclass Bot:\n"
            "    def choose(self, seen):\n        return seen.legal_actions()[len(helper.made) - 2]"
        )
    bots = ("--bot", "py:a.py:Bot", "--bot", "py:b.py:Bot")
    assert merx("tournament", "mercurius", *bots, "--games", 2).returncode == 0


@pytest.mark.parametrize("stem", ["merx", "json", "merx_cli"])
def test_a_bots_file_takes_no_modules_place(merx, tmp_path, stem):
    write_folder(
        tmp_path,
        "a",
        **{stem: "import merx\nclass Bot:\n    choose = merx.make_bot('greedy').choose\n"},
    )
    done = merx("play", "mercurius", "--seed", 1, "--bot", f"py:a/{stem}.py:Bot", "--json")
    assert done.returncode == 0, done.stderr
    engine.replay(done.stdout)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Exit", "GeneratorExit: enough at decision 1"),
        ("Unsayable", "Odd: which cannot be shown at decision 1"),
        ("Property", "cannot be made: RuntimeError: not today"),
        ("StartProperty", "cannot be made: RuntimeError: not today"),
        ("Mute", "makes a Mute, which has no method choose"),
        ("tired", "cannot be made: RuntimeError: Odd: which cannot be shown"),
    ],
)
@pytest.mark.parametrize("command", ["play", "tournament"])
def test_a_bot_that_fails_oddly_is_named(merx, tmp_path, command, name, words):
    (tmp_path / "odd.py").write_text(ODD)
    games = ("--games", 2) if command == "tournament" else ()
    done = merx(command, "mercurius", "--seed", 1, "--bot", f"py:odd.py:{name}", *games)
    fails_in_the_game = words.endswith("at decision 1")
    if command == "tournament" and fails_in_the_game:
        # The run goes on without it.
        assert done.returncode == 0
        assert f"crash of py:odd.py:{name} at decision 1: " in done.stderr
        assert words.removesuffix(" at decision 1") in done.stderr
        return
    assert done.returncode == 2
    error = next(line for line in done.stderr.splitlines() if line.startswith("error: "))
    assert f"py:odd.py:{name}" in error
    assert words in error


def test_games_before_an_odd_failure_are_kept(merx, tmp_path):
    (tmp_path / "odd.py").write_text(ODD)
    bot = ("--bot", "py:odd.py:Later", "--out", "run", "--workers", 1)
    done = merx("tournament", "mercurius", *bot, "--games", 8)
    assert done.returncode == 0
    first, *others = (tmp_path / "run" / "games.jsonl").read_text().splitlines()
    engine.replay(json.dumps(json.loads(first)["record"]))
    assert [json.loads(line)["verdict"] for line in others] == ["crash"] * 7


@pytest.mark.parametrize("command", ["play", "tournament"])
def test_what_a_bot_prints_goes_to_stderr(merx, tmp_path, command):
    (tmp_path / "loud.py").write_text(LOUD)
    done = merx(command, "mercurius", "--seed", 1, "--bot", "py:loud.py:Bot", "--json")
    assert done.returncode == 0
    json.loads(done.stdout)
    assert {"loaded", "thinking"} <= set(done.stderr.splitlines())
