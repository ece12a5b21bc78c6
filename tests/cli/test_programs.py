"""Programs as bots: what is said of each that goes wrong, and that nothing of it is left."""

import os
import pickle
import re
import time

import pytest

import merx
from merx_cli.errors import CliError
from merx_cli.limits import Limits
from merx_cli.roster import Roster
from tests.cli.programs import QUICK, play_against, processes, spec_of

VERDICTS = [
    ("crash", "crash", "it ended with exit code 1; its last words: out of ideas"),
    ("segfault", "crash", "it ended with signal 11 (SIGSEGV)"),
    ("orphan_and_crash", "crash", "it ended with exit code 4"),
    ("stall", "timeout", "no answer within 0.3 s"),
    ("stall_deaf_to_sigterm", "timeout", "no answer within 0.3 s"),
    ("fork_and_hang", "timeout", "no answer within 0.3 s"),
    ("child_in_a_session_of_its_own", "timeout", "no answer within 0.3 s"),
    ("half_an_answer", "timeout", "no answer within 0.3 s"),
    ("endless_log", "timeout", "no answer within 0.3 s"),
    ("illegal", "illegal_action", '"buy the moon"'),
    ("not_now", "illegal_action", '"end discarding" is not legal'),
    ("rubbish", "protocol_error", "its answer is no JSON: let me think ..."),
    ("no_action", "protocol_error", 'its answer has no "action"'),
    ("binary", "protocol_error", r"its answer is no JSON: \xff\xfe\x00"),
    ("nested", "protocol_error", "its answer is no JSON: [[["),
    ("two_lines", "protocol_error", "it wrote more than one line"),
    ("close_stdout", "protocol_error", "it closed its output"),
    ("endless", "protocol_error", "it wrote more than 65,536 bytes without a line's end"),
]


@pytest.mark.parametrize(("what", "verdict", "text"), VERDICTS, ids=[v[0] for v in VERDICTS])
def test_each_failure_has_its_verdict_and_leaves_no_process(marker, what, verdict, text):
    spec = spec_of(what, marker)
    start = time.monotonic()
    with pytest.raises(merx.BotFailure) as raised:
        play_against(spec, seat=1)
    assert time.monotonic() - start < 5
    failure = raised.value
    assert failure.verdict == verdict
    assert (failure.bot, failure.player) == (spec, 1)
    assert failure.decision > 3
    assert str(failure).startswith(f"bot 1 ({spec}) failed at decision {failure.decision}: ")
    assert text in str(failure)
    assert "\n" not in str(failure)


def test_a_failure_tells_what_was_said_and_the_last_words(marker):
    with pytest.raises(merx.BotFailure) as raised:
        play_against(spec_of("illegal", marker, at=1))
    assert raised.value.decision == 1
    assert raised.value.said == '{"action":"buy the moon"}'
    with pytest.raises(merx.BotFailure) as raised:
        play_against(spec_of("crash", marker, at=1))
    assert raised.value.said is None
    assert raised.value.log == ("thinking hard", "out of ideas")
    with pytest.raises(merx.BotFailure) as raised:
        play_against(spec_of("half_an_answer", marker, at=1))
    assert raised.value.said == '{"action":'


def test_a_failure_travels_between_processes(marker):
    with pytest.raises(merx.BotFailure) as raised:
        play_against(spec_of("crash", marker))
    copy = pickle.loads(pickle.dumps(raised.value))
    assert vars(copy) == vars(raised.value)
    assert str(copy) == str(raised.value)


def test_a_program_that_reads_no_more_is_found_at_the_next_question(marker):
    with pytest.raises(merx.BotFailure) as raised:
        play_against(spec_of("close_stdin", marker))
    assert raised.value.verdict == "protocol_error"
    assert "it closed its input" in str(raised.value)


def test_a_log_longer_than_a_pipe_holds_nothing_up(marker, capfd):
    play_against(spec_of("loud", marker, at=1), games=1, limits=Limits(move=5))
    assert capfd.readouterr().err.count("y" * 60_000) > 3


def test_the_time_of_a_game_is_the_sum_of_its_answers(marker):
    limits = Limits(move=0.3, game=0.4, start=10)
    with pytest.raises(merx.BotFailure) as raised:
        play_against(spec_of("late", marker, at=1), limits=limits)
    assert raised.value.verdict == "timeout"
    assert "its 0.4 s for the game are used up" in str(raised.value)


def test_each_game_fills_the_time_bank_again(marker, capfd):
    play_against(spec_of("tell_time", marker, at=1), games=2, limits=Limits(move=5, game=100))
    left = [float(x) for x in re.findall("time_left ([0-9.]+)", capfd.readouterr().err)]
    assert left.count(100) == 2
    second = left.index(100, 1)
    for game in (left[:second], left[second:]):
        assert len(game) > 20
        assert game == sorted(game, reverse=True)
        assert 90 < game[-1] < 100


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("mute", "no answer within 0.3 s"),
        ("old", 'its "protocol" is "merx-bot/0", it must be "merx-bot/1"'),
        ("banner", "Mockfish 16 by the authors"),
    ],
)
def test_a_program_that_does_not_say_hello_is_told_before_the_game(marker, what, text):
    with pytest.raises(CliError) as raised:
        Roster([spec_of(what, marker)], Limits(start=0.3 if what == "mute" else 10))
    assert "is not ready: " in raised.value.message
    assert text in raised.value.message
    assert "merx bots check" in raised.value.hint


def test_a_program_plays_game_after_game_and_is_started_once(marker):
    spec = spec_of("fine", marker)
    game = merx.load_game("mercurius", 3)
    with Roster([spec], QUICK) as roster:
        with roster.seated([spec, "random", spec], 1) as bots:
            first = {bots[0].program, bots[2].program}
            assert len(first) == 2
            assert len(processes(marker)) == 4  # two programs with a keeper each
            merx.play_game(game, bots, 1)
        with roster.seated(["random", spec, spec], 2) as bots:
            assert {bots[1].program, bots[2].program} == first
            merx.play_game(game, bots, 2)


def test_a_program_that_failed_is_replaced_in_the_next_game(marker):
    spec = spec_of("illegal", marker, at=5)
    game = merx.load_game("mercurius", 3)
    with Roster([spec], QUICK) as roster:
        for seed in range(2):
            with (
                pytest.raises(merx.BotFailure) as raised,
                roster.seated([spec, "random", "random"], seed) as bots,
            ):
                merx.play_game(game, bots, seed)
            assert raised.value.verdict == "illegal_action"


def test_failures_use_up_no_file_descriptors(marker):
    before = len(os.listdir("/proc/self/fd"))
    for what in ("illegal", "crash", "close_stdout", "endless", "two_lines"):
        with pytest.raises(merx.BotFailure):
            play_against(spec_of(what, marker, at=1))
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_program_that_ends_between_games_has_crashed(marker):
    spec = spec_of("leave_after_end", marker)
    assert len(play_against(spec, games=1)) == 1
    with pytest.raises(merx.BotFailure) as raised:
        play_against(spec, games=2)
    assert raised.value.verdict == "crash"


def test_a_program_that_stays_after_quit_is_killed(marker):
    play_against(spec_of("stay", marker))


def test_a_program_plays_as_it_would_in_python(marker):
    class First:
        def choose(self, observation):
            return observation.legal_actions()[0]

    (result,) = play_against(spec_of("fine", marker), seat=2)
    game = merx.load_game("mercurius", 3)
    assert merx.play_game(game, ["random", "random", First()]).actions == result.actions


@pytest.mark.parametrize(
    ("spec", "text", "hint"),
    [
        ("exec:", "names no program", "exec:./mybot --flag"),
        ("exec:./absent --fast", "there is no file ./absent", "current directory"),
        ("exec:absent-command", "there is no command absent-command", "current directory"),
        ("exec:./plain", "./plain is not executable", "chmod +x ./plain"),
        ("exec:ready", "there is no command ready", "exec:./ready"),
        ("exec:./folder", "./folder is a directory", ""),
        ("exec:'open", "no closing quotation", ""),
        ("exec:./no_interpreter", "it cannot be run: No such file or directory", "bots check"),
        ("exec:./no_program", "(a script's first line names its interpreter", "bots check"),
    ],
)
def test_a_program_that_cannot_be_run_is_one_line_and_a_hint(
    tmp_path, monkeypatch, spec, text, hint
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for name, first_line, mode in [
        ("plain", "#!/bin/sh", 0o644),
        ("ready", "#!/bin/sh", 0o755),
        ("no_interpreter", "#!/absent/sh", 0o755),
        ("no_program", "hello", 0o755),
    ]:
        (tmp_path / name).write_text(f"{first_line}\n")
        (tmp_path / name).chmod(mode)
    with pytest.raises(CliError) as raised:
        Roster([spec])
    assert text in raised.value.message
    assert hint in (raised.value.hint or "")
    assert raised.value.code == 2
