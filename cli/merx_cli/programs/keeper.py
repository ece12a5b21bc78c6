"""Keep a program: run it, and when it ends, or merx does, end everything that it started.

A script and not a module: `process.py` runs `python -I -S keeper.py LIFELINE STATUS COMMAND...`.
It imports no more than it needs, as a program's start waits for it.

LIFELINE is the reading end of a pipe. Its other end is merx's alone, so that it closes when merx
wants the program ended and also when merx ends in whatever way, killed outright included.

STATUS is the writing end of a pipe. Lines in it say what happened: `started PID`, or `failed ERRNO`
if the command cannot be run; last `ended CODE LEFT`, with CODE as in `subprocess` (negative for a
signal) and the number of processes that the program left behind. They are ended first.

On Linux the keeper adopts the orphans among the program's descendants, so it finds them all,
whatever process group or session they have moved to. Elsewhere it ends the program's group.
"""

import os
import select
import signal
import sys
import time

_SECONDS_TO_END = 5.0
_PR_SET_CHILD_SUBREAPER = 36


def main(lifeline: int, status: int, command: list[str]) -> None:
    """Run the command until it ends or the lifeline closes, then end what is left."""
    for inherited in (lifeline, status):
        os.set_inheritable(inherited, False)
    adopts = _adopt_orphans()
    woken = _note_signals()
    program = os.fork()
    if program == 0:
        _become(command, status)
    _let_go_of_streams()
    _tell(status, f"started {program}")
    code = _wait(program, lifeline, woken)
    left = len(_living_descendants()) if adopts else 0
    _end_all(program, adopts)
    _tell(status, f"ended {-signal.SIGKILL if code is None else code} {left}")


def _become(command: list[str], status: int) -> None:
    """In the child: be the program, in a session of its own."""
    try:
        os.setsid()
        # Python ignores these; a program expects to be ended by them.
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        _tell(status, f"failed {error.errno}")
    finally:
        os._exit(127)


def _adopt_orphans() -> bool:
    """Become the parent of all descendants that lose theirs; whether that is possible here."""
    if not os.path.exists("/proc/self/stat"):
        return False
    try:
        import ctypes

        return bool(ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def _note_signals() -> int:
    """Let signals that would end the keeper, or tell of ended children, become bytes in a pipe."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    return woken


def _let_go_of_streams() -> None:
    """Close the program's streams here, so that they end when the program closes them."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


def _wait(program: int, lifeline: int, woken: int) -> int | None:
    """Return the program's exit code, or `None` once it is to be ended."""
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    poll.register(woken, select.POLLIN)
    while True:
        for ready, _ in poll.poll():
            if ready == lifeline:
                return None
            if set(os.read(woken, 512)) != {signal.SIGCHLD}:
                return None
        if (code := _reap(program)) is not None:
            return code


def _reap(program: int) -> int | None:
    """Bury children that have ended; return the program's exit code if it is one of them."""
    code = None
    try:
        while True:
            pid, ending = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return code
            if pid == program:
                code = os.waitstatus_to_exitcode(ending)
    except ChildProcessError:
        return code


def _end_all(program: int, adopts: bool) -> None:
    """End every process that is left; those that the kernel will not end are given up."""
    give_up = time.monotonic() + _SECONDS_TO_END
    while time.monotonic() < give_up:
        for target in _living_descendants() if adopts else [-program]:  # minus means its group
            try:  # noqa: SIM105 - importing contextlib takes longer than all else here
                os.kill(target, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def _living_descendants() -> list[int]:
    """List the processes below this one, without those that only wait to be buried."""
    children: dict[int, list[int]] = {}
    living = set()
    for entry in os.listdir("/proc"):
        if not entry.isdecimal():
            continue
        try:
            with open(f"/proc/{entry}/stat", "rb") as file:
                # PID (NAME) STATE PARENT ..., where NAME may hold anything.
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        children.setdefault(int(parent), []).append(int(entry))
        if state not in (b"Z", b"X"):
            living.add(int(entry))
    found = list(children.get(os.getpid(), ()))
    for pid in found:
        found.extend(children.get(pid, ()))
    return [pid for pid in found if pid in living]


def _tell(status: int, line: str) -> None:
    try:  # noqa: SIM105
        os.write(status, f"{line}\n".encode())
    except OSError:  # merx has ended
        pass


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
