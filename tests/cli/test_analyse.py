"""`merx analyse`, and hints in `merx play`."""

import json
import re

import pytest

import merx as engine

QUICK = ("--bot", "mcts:simulations=50")


@pytest.fixture
def position(tmp_path):
    """A file with a position of Celtic, in which P0 decides."""
    state = engine.load_game("celtic", players=2).new_initial_state(seed=3)
    file = tmp_path / "position.json"
    file.write_text(json.dumps(state.to_dict()))
    return file


@pytest.fixture
def record(merx, tmp_path):
    arguments = ("--seed", 3, "--players", 3, "--record", "game.jsonl")
    assert merx("play", "mercurius", *arguments).returncode == 0
    return tmp_path / "game.jsonl"


def test_moves_of_a_position_are_ranked(merx, record):
    done = merx("analyse", "mercurius", "--record", record, "--bot", "flat:simulations=100")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "P0 to decide, judged by flat:simulations=100"
    assert lines[2].split() == ["move", "visits", "return", "score"]
    returns = [float(line.split()[-2]) for line in lines[3:]]
    assert len(set(returns)) > 3
    assert returns == sorted(returns, reverse=True)
    assert done.stderr.startswith("100 simulations; ")


def test_a_position_is_read_from_stdin(merx, position):
    arguments = ("analyse", "celtic", *QUICK, "--json", "--position")
    piped = merx(*arguments, "-", stdin=position.read_text())
    assert piped.returncode == 0
    assert piped.stdout == merx(*arguments, position).stdout


def test_json_holds_every_move(merx, record):
    done = merx("analyse", "mercurius", "--record", record, "--after", 5, *QUICK, "--json")
    document = json.loads(done.stdout)
    game = engine.load_game("mercurius", 3)
    state = game.new_initial_state(3)
    for action in engine.replay(record.read_text()).actions[:5]:
        state.apply_action(action)
    assert document["player"] == state.current_player()
    assert sorted(move["action"] for move in document["actions"]) == state.legal_actions()
    assert sum(move["visits"] for move in document["actions"]) == document["simulations"] == 50
    assert set(document["actions"][0]) == {"action", "text", "visits", "mean_return", "mean_score"}


def test_the_best_are_shown_and_the_rest_is_counted(merx, record):
    done = merx("analyse", "mercurius", "--record", record, "--top", 2, *QUICK)
    assert len(done.stdout.splitlines()) == 5
    assert "more, --top shows them" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        ((), "a position is wanted, either from --position or from --record", "merx play"),
        (("--position", "none.json"), "none.json cannot be read: No such file or directory", None),
        (("--position", "words"), "words is not JSON", "json.dump"),
        (("--position", "list"), "list is no position: it holds no JSON object", None),
        (("--position", "other"), "other is a position of 'celtic', not of 'mercurius'", None),
        (("--position", "short"), "short is no position: it has no edition and no players", None),
        (("--position", "view"), "view is an observation", "the dict of a state"),
        (
            ("--position", "pipe"),
            r"pipe: its edition '\x1b[1mpipe.toml' is no part of merx",
            "--edition",
        ),
        (("--record", "words"), "words, line 1: this is not JSON", None),
        (("--record", "words", "--line", 9), "words has no record in line 9", None),
        (("--position", "other", "--after", 5), "--line and --after are for a --record", None),
        (("--bot", "greedy", "--position", "other"), "greedy does not search", "flat and mcts do"),
        (("--bot", "exec:true", "--position", "other"), "exec:true does not", "flat and mcts do"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(merx, tmp_path, position, arguments, message, hint):
    (tmp_path / "words").write_text("not json\n")
    (tmp_path / "list").write_text("[1]")
    (tmp_path / "short").write_text('{"game": "mercurius"}')
    state = engine.load_game("mercurius").new_initial_state(1)
    (tmp_path / "view").write_text(json.dumps(state.observation(0).to_dict()))
    # Only who runs merx may name files, and nothing a file says reaches the terminal raw.
    (tmp_path / "pipe").write_text(json.dumps(state.to_dict() | {"edition": "\x1b[1mpipe.toml"}))
    position.rename(tmp_path / "other")
    done = merx("analyse", "mercurius", *arguments)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert lines[0].startswith(f"error: {message}")
    assert (hint is None) == (len(lines) == 1)
    assert hint is None or hint in lines[1]


def test_an_impossible_position_names_its_field(merx, position):
    wrong = json.loads(position.read_text()) | {"turn": -1}
    position.write_text(json.dumps(wrong))
    done = merx("analyse", "celtic", "--position", position)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {position}: turn")


def test_after_the_end_there_is_nothing_to_judge(merx, record):
    done = merx("analyse", "mercurius", "--record", record, "--after", 5000)
    assert done.returncode == 2
    assert "the game in" in done.stderr
    assert "is over after" in done.stderr


def test_a_person_gets_hints(merx):
    play = ("play", "mercurius", "--players", 3, "--seed", 5, "--human", 0)
    adviser = ("--adviser", "mcts:simulations=50")
    asked = merx(*play, *adviser, stdin="h\nq\n").stderr
    assert asked.count("hint: ") == 1
    assert re.search(r"hint: [a-z ]+ \([+-]0\.\d\d\), ", asked)
    always = merx(*play, *adviser, "--hint", stdin="1\nq\n").stderr
    assert always.count("hint: ") == 2


@pytest.mark.parametrize("option", [["--hint"], ["--adviser", "flat"]])
def test_hints_are_for_a_person(merx, option):
    done = merx("play", "mercurius", *option)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "error: hints are for a person at the table",
        "hint: --human P gives you seat P",
    ]
