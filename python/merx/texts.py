"""Texts for errors."""

from collections.abc import Callable

_LONGEST = 200


def one_line(render: Callable[[object], str], value: object) -> str:
    """Render a stranger's value in one line, not too long, whatever its `repr` or `str` does."""
    try:
        text = " ".join(render(value).split())
    except Exception:
        text = f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
