"""A limit of time for somebody's Python code, which runs in our own process."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SECONDS_BETWEEN_RINGS = 0.1
"""For code that catches everything and goes on."""


class OutOfTimeError(KeyboardInterrupt):
    """The time is up. Like Ctrl-C it ends what no `except Exception` should go on with."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `OutOfTimeError` from the block once it has taken so long.

    As Ctrl-C does, it interrupts Python code and searches of merx, but no other library's call.
    There is no alarm where the system has none, or outside the main thread.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return
    armed, late = True, False

    def ring(_number: int, _frame: FrameType | None) -> None:
        nonlocal late
        if armed:
            late = True
            raise OutOfTimeError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _SECONDS_BETWEEN_RINGS)
    try:
        yield
        if late:  # The block has caught it.
            raise OutOfTimeError
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
