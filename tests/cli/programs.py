"""Mock programs for the tests, and a look at which of their processes are left."""

import shlex
import sys
import time
from pathlib import Path

import merx
from merx_cli.limits import Limits
from merx_cli.roster import Roster, play

MOCK = Path(__file__).with_name("mock_program.py")
QUICK = Limits(move=0.3, game=30.0, start=10.0)


def spec_of(what, marker, at=3):
    """Return the spec of a mock program that does `what` at question number `at`."""
    command = [sys.executable, "-S", MOCK, what, at, marker]
    return "exec:" + shlex.join(map(str, command))


def processes(marker):
    """Return the command lines of the living processes that have the marker in theirs."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if marker in command:
            found.append(command)
    return found


def wait_for(condition, seconds=10.0):
    """Wait until the condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.01)


def play_against(spec, *, seat=0, games=1, limits=QUICK):
    """Play games of Mercurius with the bot of a spec in a seat, and return their results."""
    game = merx.load_game("mercurius", 3)
    specs = ["random"] * 3
    specs[seat] = spec
    results = []
    with Roster([spec], limits) as roster:
        for seed in range(games):
            with roster.seated(specs, seed) as bots:
                results.append(play(game, bots, seed))
    return results
