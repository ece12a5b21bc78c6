"""`merx play --human`: a person at the table, through a pipe and on a terminal."""

import json
import os
import re
import select
import signal
import subprocess
import sys

import pytest

import merx as engine

FIRST_MOVE = "1\n" * 1000
PLAY = ("play", "mercurius", "--players", 3, "--seed", 5, "--human", 1)


def test_a_person_plays_a_whole_game(merx):
    done = merx(*PLAY, "--record", "game.jsonl", stdin=FIRST_MOVE)
    assert done.returncode == 0
    assert "P0 random  P1 human  P2 random" in done.stdout
    assert done.stdout.splitlines()[-3].split()[:2] == ["P0", "random"]
    assert "P1> " in done.stderr
    assert "P1> " not in done.stdout
    assert merx("replay", "game.jsonl", "--verify-only").returncode == 0


def test_the_start_says_how_to_get_help_and_how_to_leave(merx):
    assert "? helps, h hints, q quits" in merx(*PLAY, stdin="q\n").stderr.splitlines()


def test_json_leaves_stdout_to_the_record(merx):
    done = merx(*PLAY, "--bot", "greedy", "--json", stdin=FIRST_MOVE)
    assert json.loads(done.stdout)["bots"] == ["greedy", "human", "random"]
    assert "cards in hand" in done.stderr


def test_the_bots_play_as_in_a_game_without_a_person(merx):
    arguments = ("play", "mercurius", "--players", 3, "--seed", 5, "--json")
    bots = json.loads(merx(*arguments).stdout)["actions"]
    person = json.loads(merx(*arguments, "--human", 1, stdin=FIRST_MOVE).stdout)["actions"]
    first_turn = next(i for i, text in enumerate(bots) if text.startswith("play")) + 1
    assert person[:first_turn] == bots[:first_turn]


def test_a_move_is_typed_as_a_number_or_as_text(merx):
    by_text = merx(*PLAY, stdin="Buy  Silk\nend finance\nq\n").stdout
    number = re.search(r"(\d+) buy silk", by_text)[1]
    assert merx(*PLAY, stdin=f"{number}\nend finance\nq\n").stdout == by_text


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("buy gold", 'there is no item "gold"'),
        ("sell tea", "rules.md 3.1.1"),
        ("99", "There is no move 99, they are numbered from 1 to"),
        ("0", "There is no move 0"),
        ("-1", "not an action"),
        ("\N{SUPERSCRIPT TWO}", "not an action"),
        ("9" * 5000, "not an action"),
        ("buy slik", "did you mean"),
        ("?", "t  the table again"),
        ("", "Type the number of a move"),
    ],
)
def test_a_wrong_entry_says_why_and_asks_again(merx, entry, reason):
    done = merx(*PLAY, stdin=f"{entry}\nq\n")
    assert done.returncode == 0
    assert reason in done.stderr
    assert done.stderr.count("P1> ") == 2


def test_t_shows_the_table_again(merx):
    assert merx(*PLAY, stdin="t\nq\n").stdout.count("cards in hand") == 2


def test_quitting_is_no_error_and_writes_no_record(merx, tmp_path):
    done = merx(*PLAY, "--record", "game.jsonl", stdin="q\n")
    assert done.returncode == 0
    assert "left unfinished" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_input_is_an_error_in_two_lines(merx):
    done = merx(*PLAY, stdin="1\n")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-2:] == [
        "error: the input ended before the game",
        "hint: q leaves a game",
    ]


def test_a_person_sees_only_the_own_hand(merx):
    done = merx(*PLAY, stdin="q\n")
    state = engine.load_game("mercurius", 3).new_initial_state(5)
    hands = [seat["hand"] for seat in state.to_dict()["seats"]]
    cards = [{state.action_to_string(44 + card)[5:] for card in hand} for hand in hands]
    assert cards[1] <= set(done.stdout.split())
    last_lines = done.stdout[done.stdout.index("special cards") :]
    assert not (cards[2] & set(last_lines.split()))


def test_what_another_player_discards_is_not_told(merx):
    done = merx("play", "mercurius", "--players", 3, "--seed", 1, "--human", 0, stdin=FIRST_MOVE)
    assert "discard ..." in done.stdout
    others = [line for line in done.stdout.splitlines() if re.match(r" +\d+  P[12]  ", line)]
    assert others
    assert not any(re.search(r"discard [a-z]", line) for line in others)


def test_a_bot_that_fails_ends_the_game_in_one_line(merx, python_bots):
    done = merx(*PLAY, "--bot", "py:mybots.py:Raises", stdin=FIRST_MOVE)
    assert done.returncode == 2
    assert "bot 0 (py:mybots.py:Raises) raised RuntimeError: out of ideas" in done.stderr


class Terminal:
    """`merx` on a pseudo-terminal."""

    def __init__(self, folder, *arguments):
        self.end, child = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "merx_cli", *map(str, arguments)],
            stdin=child,
            stdout=child,
            stderr=child,
            cwd=folder,
            # Whoever runs the tests in the background has Ctrl-C ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(child)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.end)

    def type(self, keys):
        os.write(self.end, keys)

    def read_until(self, words):
        """What is shown up to these words."""
        shown = ""
        while words not in shown:
            ready, _, _ = select.select([self.end], [], [], 20)
            assert ready, shown
            try:
                shown += os.read(self.end, 10_000).decode()
            except OSError:
                pytest.fail(f"the terminal was left after {shown}")
        return shown

    def exit_code(self):
        return self.process.wait(timeout=20)


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
class TestOnATerminal:
    def test_moves_are_typed_at_a_prompt(self, tmp_path):
        with Terminal(tmp_path, *PLAY) as terminal:
            terminal.read_until("P1> ")
            terminal.type(b"buy silk\n")
            terminal.read_until("P1> ")
            terminal.type(b"q\n")
            terminal.read_until("left unfinished")
            assert terminal.exit_code() == 0

    def test_the_end_of_input_key_is_answered(self, tmp_path):
        with Terminal(tmp_path, *PLAY) as terminal:
            terminal.read_until("P1> ")
            terminal.type(b"\x04")
            terminal.read_until("hint: q leaves a game")
            assert terminal.exit_code() == 2

    def test_an_interruption_is_answered(self, tmp_path):
        with Terminal(tmp_path, *PLAY, "--record", "game.jsonl") as terminal:
            terminal.read_until("P1> ")
            terminal.process.send_signal(signal.SIGINT)
            terminal.read_until("interrupted")
            assert terminal.exit_code() == 130
        assert list(tmp_path.iterdir()) == []

    def test_a_tournament_draws_a_bar_and_ends_with_the_table(self, tmp_path):
        arguments = ("tournament", "mercurius", "--bot", "random", "--games", 20_000)
        with Terminal(tmp_path, *arguments) as terminal:
            terminal.read_until("/20000")
            assert "win share" in terminal.read_until("a second")
            assert terminal.exit_code() == 0


def test_a_move_in_steps_is_typed_as_names(merx):
    done = merx(
        *("play", "celtic", "--players", 2, "--seed", 1, "--human", 0),
        stdin="village cauldron 3\nend turn\nalong 0\nvillage nowhere\nq\n",
    )
    assert "P0  from village, to cauldron, move 3" in done.stdout
    assert "nowhere does not name one of the moves that are legal now." in done.stderr
    assert "map: (trading place), *place of an own goal" in done.stdout
    assert "cauldron[3/-]" in done.stdout
