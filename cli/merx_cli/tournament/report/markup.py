"""HTML from Python: text is escaped where it goes in, so that none can be forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from merx_cli.output import printable


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Content = str | Iterable[str] | None
"""Plain text, which is escaped; `Html`, which is not; several of them; or nothing."""

_EMPTY = frozenset({"meta", "line", "circle", "rect", "polyline"})
"""These have no content, as HTML has it or as SVG may have it."""


def tag(name: str, /, *contents: Content, **attributes: str | int | None) -> Html:
    """Return an element. Attributes lose a trailing `_`, other `_` become `-`; `None` is left out.

    >>> print(tag("p", "1 < 2", tag("b", "!"), class_="sum"))
    <p class="sum">1 &lt; 2<b>!</b></p>
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(printable(str(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _EMPTY:
        return Html(f"<{name}{given}>" if name == "meta" else f"<{name}{given}/>")
    return Html(f"<{name}{given}>{join(*contents)}</{name}>")


def join(*contents: Content) -> Html:
    """Put contents after one another.

    >>> print(join("a & b", ["c", None], Html("<br>")))
    a &amp; bc<br>
    """
    return Html("".join(map(_html, contents)))


def _html(content: Content) -> str:
    match content:
        case None:
            return ""
        case Html():
            return content
        case str():
            return escape("\n".join(map(printable, content.split("\n"))))
        case _:
            return join(*content)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    head: Content
    kind: str = "number"
    """A class of the style sheet: `text`, `bots`, `number`, `chart` or `cell`."""
    title: str | None = None
    """What the head means, in more words."""


def table(
    caption: Content,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Content]],
    **attributes: str,
) -> Html:
    """Return a table; the first cell of each row is its head."""
    head = [
        tag("th", column.head, scope="col", class_=column.kind, title=column.title)
        for column in columns
    ]
    body = [
        tag("tr", [_cell(column, cell, first=column is columns[0]) for column, cell in pairs])
        for row in rows
        if (pairs := list(zip(columns, row, strict=True)))
    ]
    whole = tag(
        "table",
        tag("caption", tag("span", caption)),
        tag("thead", tag("tr", head)),
        tag("tbody", "\n", join(*(f for row in body for f in (row, "\n")))),
        **attributes,
    )
    # A wide table scrolls on its own, by keys as well, and the page does not.
    return tag("div", whole, class_="wide", tabindex="0", role="group", aria_label=plain(caption))


def plain(content: Content) -> str:
    """Return the text of contents that have no tags in them."""
    if content is None:
        return ""
    return str(content) if isinstance(content, str) else "".join(map(plain, content))


def _cell(column: Column, content: Content, *, first: bool) -> Html:
    if isinstance(content, Html) and content.startswith("<td"):
        return content
    if first:
        return tag("th", content, scope="row", class_=column.kind)
    return tag("td", content, class_=column.kind)
