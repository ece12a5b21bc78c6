"""The pipes to a program and its keeper, without a game."""

import os
import signal
import sys

import pytest

import merx
from merx_cli.programs.process import Process
from tests.cli.programs import processes, wait_for

ECHO = """
import sys
for line in sys.stdin.buffer:
    sys.stderr.write("e" * 200_000 + chr(10))
    sys.stdout.write("{}" + chr(10))
    sys.stdout.flush()
"""


def start(program, marker, log=None):
    return Process([sys.executable, "-S", "-c", program, marker], log or (lambda _: None))


def test_a_program_that_never_reads_cannot_hold_up_a_long_question(marker):
    process = start("import time; time.sleep(60)", marker)
    with pytest.raises(merx.BotFailure) as raised:
        process.ask(b"x" * 2_000_000 + b"\n", 0.3, "too late")
    assert (raised.value.verdict, str(raised.value)) == ("timeout", "too late")
    process.kill()


def test_a_notice_that_nobody_reads_yet_goes_before_the_next_question(marker):
    process = start(
        "import time; time.sleep(0.2)\ninput(); print(len(input()), flush=True)", marker
    )
    process.tell(b"x" * 500_000 + b"\n")
    assert process.ask(b"y" * 300_000 + b"\n", 10, "too late") == b"300000"
    process.kill()


def test_long_lines_in_all_directions_at_once(marker):
    lines = []
    process = start(ECHO, marker, lines.append)
    for _ in range(3):
        assert process.ask(b"x" * 1_000_000 + b"\n", 10, "too late") == b"{}"
    assert process.finish(b"", 10).code == 0
    assert "".join(lines) == "e" * 600_000


def test_the_ending_tells_the_code_and_what_was_left_behind(marker):
    assert start("import sys; sys.stdin.read(); sys.exit(3)", marker).finish(b"", 10).code == 3
    program = (
        "import subprocess, sys; subprocess.Popen([sys.executable, '-c', "
        "'import time; time.sleep(60)', sys.argv[1]], start_new_session=True)"
    )
    ending = start(program, marker).finish(b"", 10)
    assert (ending.code, ending.left) == (0, 1)
    ending = start("import time; time.sleep(60)", marker).finish(b"quit\n", 0.1)
    assert ending.code is None


def test_killing_twice_is_harmless(marker):
    process = start("import time; time.sleep(60)", marker)
    process.kill()
    process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_keeper_that_is_ended_before_its_time_leaves_no_program(marker, number):
    process = start("import time; print(input(), flush=True); time.sleep(60)", marker)
    assert process.ask(b"here\n", 10, "too late") == b"here"
    os.kill(process._keeper.pid, number)
    process._keeper.wait()
    process.kill()
    wait_for(lambda: not processes(marker))


def test_a_log_is_passed_on_line_by_line_with_nothing_unprintable(marker):
    lines = []
    program = r"import os; os.write(2, b'a\r\n\x1b[31mred\xff\nrest')"
    start(program, marker, lines.append).finish(b"", 10)
    assert lines == ["a", r"\x1b[31mred\xff", "rest"]


def test_a_program_expects_to_be_ended_by_a_broken_pipe(marker):
    # Python ignores it, and what is ignored is handed down to the programs that it starts.
    process = Process(["sh", "-c", "read x; grep SigIgn /proc/self/status"], lambda _: None)
    ignored = int(process.ask(b"go\n", 10, "too late").split()[1], 16)
    process.kill()
    assert not ignored >> (signal.SIGPIPE - 1) & 1
