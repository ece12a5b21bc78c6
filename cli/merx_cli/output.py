"""Output: data goes to stdout, talk to stderr; colours only where a person sees them."""

import json
import os
import re
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any


def say(message: str) -> None:
    """Print talk: a line on stderr."""
    print(message, file=sys.stderr)


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document on stdout: in one line, but indented on a terminal."""
    print_json_text(
        json.dumps(document, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None)
    )


def print_json_text(text: str) -> None:
    """Print JSON on stdout, with JSON's own escapes where stdout is not UTF-8."""
    if sys.stdout.encoding.lower() != "utf-8":
        text = re.sub(r"[^\x00-\x7f]", lambda match: json.dumps(match[0])[1:-1], text)
    print(text)


def printable(text: str) -> str:
    r"""Return a stranger's text with control characters escaped.

    >>> print(printable("a\x1b[1mb\nc"))
    a\x1b[1mb\nc
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def strong(text: str) -> str:
    """Return the text, in bold if stdout is a terminal that wants it."""
    wanted = (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
    return f"\x1b[1m{text}\x1b[0m" if wanted else text


def counted(number: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "game"), counted(2000, "game")
    ('1 game', '2,000 games')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def format_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, right: Collection[str] = ()
) -> str:
    """Align rows in columns under a header; those named in `right` are flush right.

    >>> print(format_table(["bot", "games"], [["random", "8"], ["greedy", "12"]], right=["games"]))
    bot     games
    random      8
    greedy     12
    """
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.rjust(width) if name in right else cell.ljust(width)
            for name, cell, width in zip(header, cells, widths, strict=True)
        )
        return "  ".join(padded).rstrip()

    return "\n".join([strong(line(header)), *map(line, rows)])
