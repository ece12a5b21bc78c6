"""What is said when something goes wrong, and the exit codes.

=====  ==================================================================
0      done
1      findings, of commands that have `--strict`
2      usage: wrong arguments, bad input, a bot that fails
3      an error in merx itself, always our bug
130    interrupted, with everything finished saved
=====  ==================================================================
"""

import os
import re
import shlex
import sys
import traceback

import typer

from merx_cli.output import printable

FINDINGS = 1
USAGE = 2
ENGINE = 3
INTERRUPTED = 130

_REPORT = "please report it with the command line and the output of MERX_DEBUG=1"
_DID_YOU_MEAN = re.compile(r"^(?P<message>.*)[,.] [Dd]id you mean (?P<what>.+)\?$")


class CliError(Exception):
    """An error for people: a line that says what is wrong, and perhaps one with what to do."""

    def __init__(self, message: str, hint: str | None = None, code: int = USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code


class InterruptedRunError(CliError):
    """Ctrl-C, where there is more to say than that."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint, INTERRUPTED)


def report(error: BaseException) -> int:
    """Say on stderr what went wrong, and return the exit code for it."""
    if os.environ.get("MERX_DEBUG") == "1":
        traceback.print_exception(error)
    known = explain(error)
    # What is wrong may quote strangers' texts.
    message = printable(known.message)
    print(message if known.code == INTERRUPTED else f"error: {message}", file=sys.stderr)
    if known.hint is not None:
        print(f"hint: {printable(known.hint)}", file=sys.stderr)
    return known.code


def from_engine(error: Exception) -> CliError:
    """Take over one of merx's own errors."""
    from merx import BotFailure

    # A cause is an exception in a bot's own code.
    where = "MERX_DEBUG=1 shows where" if error.__cause__ is not None else None
    if isinstance(error, BotFailure) and error.bot is not None and error.bot.startswith("exec:"):
        where = f"`merx bots check {shlex.quote(error.bot)}` tries it"
    return _with_suggestion(one_line(str(error)), where)


def one_line(text: str) -> str:
    """Return the text with every run of white space made one space, and nothing unprintable."""
    return printable(" ".join(text.split()))


def explain(error: BaseException) -> CliError:
    """Put any error in our words."""
    match error:
        case CliError():
            return error
        case KeyboardInterrupt() | typer.Abort():
            return InterruptedRunError("interrupted")
        case SystemExit():
            return CliError("a bot in Python has called sys.exit")
        case ImportError():  # those of bots are told as errors of bots
            return CliError(f"merx is not completely installed: {one_line(str(error))}")
        case UnicodeError():
            return CliError(f"an argument is no text: {one_line(str(error))}")
        case OSError():  # where it is expected, it is told better
            where = f"{error.filename}: " if error.filename else ""
            return CliError(f"{where}{error.strerror or one_line(str(error))}")
        case typer.TyperException():
            return _from_typer(error)
    from merx import MerxError

    if isinstance(error, MerxError):
        return from_engine(error)
    what = one_line(f"{type(error).__name__}: {error}")
    return CliError(f"this is a bug in merx: {what}", _REPORT, ENGINE)


def _from_typer(error: typer.TyperException) -> CliError:
    """Explain a usage error, and name the command whose help explains it."""
    message = one_line(error.format_message()).removesuffix(".")
    context = getattr(error, "ctx", None)
    command = "merx" if context is None else context.command_path
    return _with_suggestion(
        message[:1].lower() + message[1:], f"`{command} --help` shows what is possible"
    )


def _with_suggestion(message: str, otherwise: str | None = None) -> CliError:
    """Make the message's "did you mean" the hint."""
    match = _DID_YOU_MEAN.match(message)
    if match is None:
        return CliError(message, otherwise)
    return CliError(match["message"], f"did you mean {match['what']}?")
