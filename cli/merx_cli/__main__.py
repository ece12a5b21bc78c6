"""The entry point of `merx` and of `python -m merx_cli`."""

import os
import signal
import sys
from io import TextIOWrapper

from merx_cli.app import app
from merx_cli.errors import INTERRUPTED, report


def main() -> None:
    """Run the command line that `sys.argv` holds, and exit with its code."""
    # A scheduler's SIGTERM saves what is finished, as Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A character that a terminal cannot send or show is no reason to fail.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code; whatever goes wrong is told on stderr."""
    try:
        code = app(arguments, prog_name="merx", standalone_mode=False)
        if code == INTERRUPTED:  # Typer makes it of a KeyboardInterrupt
            raise KeyboardInterrupt
        sys.stdout.flush()
    except BaseException as error:  # also a panic of the engine, which is no Exception
        # Typer makes a SystemExit of a broken pipe.
        if isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError):
            # The reader of our output has seen enough, as in `merx rules mercurius | head -1`.
            _drop_output()
            return 0
        if isinstance(error, OSError):
            _drop_output()
        return report(error)
    return code if isinstance(code, int) else 0


def _open_closed_streams() -> None:
    """Let nothing be read from, or written to, streams that the caller closed, as by `2>&-`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _drop_output() -> None:
    """Give up what stdout still holds; writing it would fail again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
