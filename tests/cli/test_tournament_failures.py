"""Bots that fail in tournaments: the right verdict, a complete run, and no process left behind."""

import json

import pytest

import merx as engine
from merx_cli.tournament.tally import Tally
from tests.cli.programs import processes, spec_of, wait_for

OURS = ("tournament", "mercurius", "-p", 3, "--move-time", 0.3, "--no-bot-log", "--workers", 2)
MOCKS = [
    ("crash", "crash", "it ended with exit code 1; its last words: out of ideas"),
    ("stall", "timeout", "no answer within 0.3 s"),
    ("illegal", "illegal_action", "'buy the moon'"),
    ("rubbish", "protocol_error", "its answer is no JSON: let me think ..."),
    ("fork_and_hang", "timeout", "no answer within 0.3 s"),
]
BOTS = """\
import os, signal, time

class Answers:
    answer = 10_000
    def choose(self, observation):
        return self.answer

class Nothing(Answers):
    answer = object()

class Raises:
    def choose(self, observation):
        raise RuntimeError(f"out of ideas {object()}")

class Leaves:
    def choose(self, observation):
        raise SystemExit

class Unwilling:
    made = 0
    def __init__(self):
        Unwilling.made += 1
        if Unwilling.made > 1:
            raise RuntimeError("tired")
    def choose(self, observation):
        return observation.legal_actions()[0]

class SoreLoser(Answers):
    def choose(self, observation):
        return observation.legal_actions()[0]
    def end(self, scores):
        raise RuntimeError("unfair")

class Dies:
    def choose(self, observation):
        os._exit(7)

class Killed:
    def choose(self, observation):
        os.kill(os.getpid(), signal.SIGKILL)

class Once(Dies):
    def choose(self, observation):
        if os.path.exists("once"):
            return observation.legal_actions()[0]
        open("once", "w").close()
        os._exit(7)

class Stalls:
    def choose(self, observation):
        while True:
            try:
                time.sleep(60)
            except Exception:
                pass

class Stubborn:
    def choose(self, observation):
        try:
            time.sleep(60)
        except BaseException:
            return observation.legal_actions()[0]

class Prints:
    def choose(self, observation):
        print("hello")
        os.write(1, b"hello")
        return observation.legal_actions()[0]
"""


@pytest.fixture
def bots(tmp_path):
    (tmp_path / "b.py").write_text(BOTS)


def games_of(tmp_path):
    lines = (tmp_path / "run" / "games.jsonl").read_text().splitlines()
    return sorted(map(json.loads, lines), key=lambda game: game["number"])


def play(merx, tmp_path, spec, *options, games=3, code=0):
    done = merx(*OURS, "-b", spec, "-b", "greedy", "-n", games, "--out", "run", *options)
    assert done.returncode == code, done.stderr
    return done, games_of(tmp_path)


@pytest.mark.parametrize(("what", "verdict", "said"), MOCKS)
def test_a_program_that_fails_has_the_right_verdict(merx, marker, tmp_path, what, verdict, said):
    spec = spec_of(what, marker, at=4)
    done, games = play(merx, tmp_path, spec)
    wait_for(lambda: processes(marker) == [])
    assert [game["number"] for game in games] == [0, 1, 2]
    for game in games:
        assert game["verdict"] == verdict
        assert game["seats"][game["player"]] == 0
        assert said.strip("'") in game["said"]
        assert game["ranks"][game["player"]] == 3
        assert len(game["record"]["actions"]) == game["decisions"] == game["decision"] - 1
    assert f"3 {verdict} of {spec}" in done.stdout
    assert done.stderr.count("note: game ") == 1


def test_a_game_that_was_broken_off_can_be_taken_up_where_it_ended(merx, bots, tmp_path):
    _, games = play(merx, tmp_path, "py:b.py:Raises")
    for game in games:
        record = game["record"]
        state = engine.load_game("mercurius", 3).new_initial_state(record["seed"])
        for text in record["actions"]:
            state.apply_action(state.string_to_action(text))
        assert state.current_player() == game["player"]
        assert state.scores() == game["scores"]


@pytest.mark.parametrize(
    ("name", "verdict", "decision", "said"),
    [
        ("Answers", "illegal_action", True, "it answered 10000, which is not legal"),
        ("Nothing", "protocol_error", True, "it answered <object object at 0x...>, no action id"),
        ("Raises", "crash", True, "it raised RuntimeError: out of ideas <object object at 0x...>"),
        ("Leaves", "crash", True, "it raised RuntimeError: SystemExit"),
        (
            "Unwilling",
            "crash",
            False,
            "Unwilling' cannot be made: RuntimeError: tired",
        ),
        ("SoreLoser", "crash", False, "it raised RuntimeError: unfair"),
        ("Stalls", "timeout", True, "no answer within 0.3 s"),
        ("Stubborn", "timeout", True, "no answer within 0.3 s"),
        ("Dies", "crash", True, "its process ended: exit code 7"),
        ("Killed", "crash", True, "its process ended: signal 9 (SIGKILL)"),
    ],
)
def test_a_bot_in_python_that_fails_is_told_too(
    merx, bots, tmp_path, name, verdict, decision, said
):
    _, games = play(merx, tmp_path, f"py:b.py:{name}", games=1)
    (game,) = games
    assert game["verdict"] == verdict
    assert (game["decision"] is not None) == decision
    assert game["said"].endswith(said)
    assert game["ranks"][game["player"]] == 3


def test_a_game_whose_worker_dies_is_played_once_more(merx, bots, tmp_path):
    _, games = play(merx, tmp_path, "py:b.py:Once", "--workers", 1)
    assert [game["verdict"] for game in games] == ["ok"] * 3


def test_what_a_bot_prints_does_not_get_into_the_data(merx, bots, tmp_path):
    done, _ = play(merx, tmp_path, "py:b.py:Prints", "--json")
    assert json.loads(done.stdout)["finished"] == 3
    assert "hello" in done.stderr


def test_a_random_move_takes_the_place_of_a_missing_one(merx, bots, tmp_path):
    _, games = play(merx, tmp_path, "py:b.py:Raises", "--on-failure", "random")
    for game in games:
        engine.replay(json.dumps(game["record"]))
        assert (game["verdict"], game["said"][:14]) == ("crash", "it raised Runt")
        assert game["record"]["scores"] == game["scores"]
        seats = [seat for seat, bot in enumerate(game["seats"]) if bot == 0]
        assert game["substituted"] >= 5 * len(seats)


@pytest.mark.parametrize("what", ["crash", "stall", "illegal"])
def test_a_program_that_failed_is_replaced_by_chance_for_the_rest(merx, marker, tmp_path, what):
    spec = spec_of(what, marker, at=4)
    _, games = play(merx, tmp_path, spec, "--on-failure", "random", games=1)
    (game,) = games
    engine.replay(json.dumps(game["record"]))
    assert game["substituted"] > 3


def test_a_bot_that_cannot_be_made_can_be_replaced_by_chance(merx, bots, tmp_path):
    options = ("--on-failure", "crash=random", "--workers", 1)
    _, games = play(merx, tmp_path, "py:b.py:Unwilling", *options, games=1)
    engine.replay(json.dumps(games[0]["record"]))
    assert games[0]["decision"] is None


def test_void_games_do_not_count(merx, bots):
    done = merx(*OURS, "-b", "py:b.py:Raises", "-b", "greedy", "-n", 3, "--on-failure", "void")
    assert done.returncode == 0
    assert "no game counts, so there are no figures" in done.stdout
    assert "Verdicts: 3 crash" in done.stdout


def test_a_void_game_makes_its_block_void():
    tally = Tally(["a", "b"], 2)
    for number, ranks in enumerate([[1, 2], [2, 1], [1, 2], None, [1, 2]]):
        game = {"number": number, "block": number // 2, "seats": [0, 1], "verdict": "ok"}
        tally.add([game | {"ranks": ranks, "scores": [number, 0], "decisions": 1}])
    assert tally.games == 5
    results = tally.results()
    assert results.block.tolist() == [0, 0, 2]
    assert results.scores[:, 0].tolist() == [0, 1, 4]


def test_a_game_of_too_many_decisions_ends(merx, tmp_path):
    done, games = play(merx, tmp_path, "random", "--step-limit", 20)
    for game in games:
        assert game["verdict"] == "step_limit"
        assert (game["decision"], game["decisions"]) == (21, 20)
        assert game["said"] == "the game is not over after 20 decisions"
    done = merx(*OURS, "-b", "random", "-n", 3, "--step-limit", 20, "--on-failure", "void")
    assert "no game counts" in done.stdout


def test_strict_makes_a_failure_a_finding(merx, bots, tmp_path):
    play(merx, tmp_path, "py:b.py:Raises", "--strict", code=1)
    play(merx, tmp_path, "py:b.py:Prints", "--strict", "--force")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gredy", 'did you mean "greedy"?'),
        ("py:absent.py:First", "bot 'py:absent.py:First' cannot be loaded"),
        ("py:mybots.py:Unmakable", "bot 'py:mybots.py:Unmakable' cannot be made"),
        ("py:mybots.py:Mute", "which has no method choose(observation)"),
        ("exec:./absent", "bot 'exec:./absent': there is no file ./absent"),
        ("exec:true", "bot 'exec:true' is not ready"),
    ],
)
def test_bots_are_checked_before_the_first_game(merx, python_bots, tmp_path, spec, words):
    done = merx(*OURS, "-b", spec, "-b", "greedy", "-n", 3, "--out", "run")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("error: ") == 1
    assert words in done.stderr
    assert not (tmp_path / "run").exists()
