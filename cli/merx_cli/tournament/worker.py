"""A worker: a process of its own that plays one game after the other for `workers.py`."""

import os
import signal
import sys
from collections.abc import MutableSequence
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any

from merx_cli.errors import CliError, explain
from merx_cli.roster import Roster
from merx_cli.tournament.blackbox import Blackbox
from merx_cli.tournament.config import Config
from merx_cli.tournament.referee import EngineError, Referee

READY = "ready"


def main(pipe: Connection, cells: MutableSequence[int], config: Config, show_log: bool) -> None:
    """Say that the bots are ready, then play the fixtures that come, until `None` does.

    Back come `Outcome`s; an exception instead, a `CliError` or `EngineError`, ends the worker.
    """
    _stand_alone()
    try:
        game = config.played.load()
        with Roster(config.bots, config.limits, show_log=show_log) as roster:
            roster.try_out()
            referee = Referee(config, game, roster, Blackbox(cells))
            pipe.send(READY)
            for fixture in iter(pipe.recv, None):
                pipe.send(referee.play(fixture))
    except (KeyboardInterrupt, EOFError, BrokenPipeError):
        pass  # The run ends.
    except EngineError as error:
        pipe.send(error)
    except Exception as error:
        known = explain(error)
        pipe.send(CliError(known.message, known.hint, known.code))


def _stand_alone() -> None:
    """Leave Ctrl-C to the process that gave us work, and end with it however it ends."""
    signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN, which programs would inherit
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # stdout is for the run's data
    parent = parent_process()
    assert parent is not None
    Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(parent: Any) -> None:
    wait([parent])
    os._exit(1)  # The programs' keepers notice, and end them.
