"""Small drawings in SVG. All but lines stand beside the numbers they show, in a table's cell.

Places along a drawing are percentages of its width, so that it fits whatever room there is while
letters, dots and strokes keep their size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from merx_cli.tournament.report.axis import Axis
from merx_cli.tournament.report.markup import Html, join, tag
from merx_cli.tournament.statistics.estimate import Estimate

_ROW = 28
_HISTOGRAM = 44
_ABOVE = 6


def scale(axis: Axis, label: Callable[[float], str]) -> Html:
    """Return the axis with its numbers, for the head of a column of drawings."""
    texts = [
        tag("text", label(tick), x=_at(axis, tick), y=11, text_anchor=_anchor(axis, tick))
        for tick in axis.ticks
    ]
    return tag("svg", texts, class_="scale", height=14, aria_hidden="true")


def whisker(estimate: Estimate, axis: Axis, words: str, reference: float | None = None) -> Html:
    """Return a dot at the figure and a line over its interval; `words` say the same."""
    if estimate.value is None:
        return Html()
    middle = _ROW // 2
    drawn = [_grid(axis, _ROW)]
    if reference is not None:
        drawn.append(_vertical(axis, reference, _ROW, "reference"))
    if estimate.low is not None and estimate.high is not None:
        ends = {"x1": _at(axis, estimate.low), "x2": _at(axis, estimate.high)}
        drawn.append(tag("line", **ends, y1=middle, y2=middle, class_="whisker"))
        drawn += [
            tag("line", x1=x, x2=x, y1=middle - 4, y2=middle + 4, class_="whisker")
            for x in ends.values()
        ]
    drawn.append(tag("circle", cx=_at(axis, estimate.value), cy=middle, r=5, class_="dot"))
    return _drawing(words, drawn, height=_ROW)


def histogram(counts: Sequence[int], edges: Sequence[float], axis: Axis, words: str) -> Html:
    """Return bars as high as the counts, each from one edge to the next."""
    highest = max(max(counts), 1)
    tallest = _HISTOGRAM - _ABOVE
    bars = [
        tag(
            "rect",
            x=_at(axis, left),
            width=f"{axis.percent(right) - axis.percent(left):.3f}%",
            y=f"{_HISTOGRAM - tallest * count / highest:.2f}",
            height=f"{tallest * count / highest:.2f}",
            class_="bar",
        )
        for count, (left, right) in zip(counts, pairwise(edges), strict=True)
        if count
    ]
    floor = tag("line", x1="0%", x2="100%", y1=_HISTOGRAM, y2=_HISTOGRAM, class_="floor")
    return _drawing(words, [_grid(axis, _HISTOGRAM), *bars, floor], height=_HISTOGRAM)


def reach(value: float, highest: float, axis: Axis, words: str) -> Html:
    """Return a dot at a number and a line from it to the highest."""
    middle, end = _ROW // 2, _at(axis, highest)
    drawn = [
        _grid(axis, _ROW),
        tag("line", x1=_at(axis, value), x2=end, y1=middle, y2=middle, class_="whisker"),
        tag("line", x1=end, x2=end, y1=middle - 4, y2=middle + 4, class_="whisker"),
        tag("circle", cx=_at(axis, value), cy=middle, r=5, class_="dot"),
    ]
    return _drawing(words, drawn, height=_ROW)


def lines(
    across: Axis,
    up: Axis,
    xs: Sequence[float],
    series: Sequence[Sequence[float]],
    label: Callable[[float], str],
    words: str,
) -> Html:
    """Return a line for each series over the same places; `label` writes the numbers on the left.

    In this drawing the axes' numbers are text around it, as they must not be stretched with it.
    """
    drawn = [
        tag("line", x1=0, x2=1000, y1=y, y2=y, class_="grid")
        for y in (f"{10 * (100 - up.percent(tick)):.1f}" for tick in up.ticks)
    ]
    for number, values in enumerate(series):
        points = " ".join(
            f"{10 * across.percent(x):.1f},{10 * (100 - up.percent(y)):.1f}"
            for x, y in zip(xs, values, strict=True)
        )
        drawn.append(tag("polyline", points=points, class_=f"line {colour(number)}"))
    plot = tag(
        "svg",
        tag("title", words),
        drawn,
        viewBox="0 0 1000 1000",
        preserveAspectRatio="none",
        role="img",
    )
    left = [
        tag("span", label(tick), style=f"top:{100 - up.percent(tick):.2f}%") for tick in up.ticks
    ]
    below = [
        tag("span", f"{tick:,.0f}", style=f"left:{across.percent(tick):.2f}%")
        for tick in across.ticks
    ]
    return tag(
        "div",
        tag("div", left, class_="left", aria_hidden="true"),
        tag("div", plot, class_="plot"),
        tag("div", below, class_="below", aria_hidden="true"),
        class_="lines",
    )


def colour(number: int) -> str:
    """Return the class that gives a bot its colour and dashes, in the order of the standings.

    There are eight colours; the next eight bots have them with dashes, and so on.
    """
    return f"c{number % 8} d{number // 8 % 3}"


def swatch(number: int) -> Html:
    """Return a short line in a bot's colour."""
    line = tag("line", x1=0, x2=22, y1=5, y2=5, class_=f"line {colour(number)}")
    return tag("svg", line, class_="swatch", width=22, height=10, aria_hidden="true")


def _drawing(words: str, drawn: Sequence[Html], *, height: int) -> Html:
    return tag(
        "svg",
        tag("title", words),
        drawn,
        width="100%",
        height=height,
        role="img",
    )


def _grid(axis: Axis, height: int) -> Html:
    return join([_vertical(axis, tick, height, "grid") for tick in axis.ticks])


def _vertical(axis: Axis, value: float, height: int, kind: str) -> Html:
    x = _at(axis, value)
    return tag("line", x1=x, x2=x, y1=0, y2=height, class_=kind)


def _at(axis: Axis, value: float) -> str:
    return f"{axis.percent(value):.3f}%"


def _anchor(axis: Axis, value: float) -> str:
    """Keep a number at an end of the axis within the drawing."""
    place = axis.percent(value)
    return "start" if place < 8 else "end" if place > 92 else "middle"
