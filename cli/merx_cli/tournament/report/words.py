"""Numbers and names as the report writes them."""

from __future__ import annotations

from collections.abc import Callable

from merx_cli.tournament.report.axis import Axis
from merx_cli.tournament.report.markup import Html, join, tag
from merx_cli.tournament.statistics.estimate import Estimate

_LONGEST = 36
NOTHING = "\N{EN DASH}"
_MINUS = str.maketrans("-", "\N{MINUS SIGN}")

Format = Callable[[float], str]


def percent(share: float) -> str:
    """Return a share.

    >>> percent(0.25)
    '25.0%'
    """
    return f"{share:.1%}"


def share_of(axis: Axis) -> Format:
    """Return how to write the ticks of an axis of shares, with no more digits than they need."""
    whole = all(abs(100 * tick - round(100 * tick)) < 1e-9 for tick in axis.ticks)
    return "{:.0%}".format if whole else "{:.1%}".format


def chance(share: float) -> str:
    """Return what is never quite sure.

    >>> chance(1.0), chance(0.5)
    ('>99.9%', '50.0%')
    """
    return ">99.9%" if share > 0.9994 else "<0.1%" if share < 0.0006 else percent(share)


def points(rating: float) -> str:
    """Return a rating, or a difference of ratings.

    >>> points(12.6), points(-0.2), points(1234.0)
    ('+13', '0', '+1,234')
    """
    return f"{rating:+,.0f}".translate(_MINUS) if abs(rating) >= 0.5 else "0"


def number(value: float) -> str:
    """Return a number of no kind in particular.

    >>> number(3), number(1234.56)
    ('3', '1,234.6')
    """
    text = f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"
    return text.translate(_MINUS)


def mean(value: float) -> str:
    """Return a mean of whole numbers."""
    return f"{value:,.1f}".translate(_MINUS)


def rank(value: float) -> str:
    """Return a mean rank; it has two decimals, as the differences are small."""
    return f"{value:.2f}"


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it.

    >>> duration(2), duration(0.0123), duration(4.2e-6), duration(0)
    ('2.00 s', '12.3 ms', '4.20 µs', '0 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if seconds >= 0.9995 * size:
            return f"{seconds / size:,.{_decimals(seconds / size)}f} {unit}"
    return "0 s"


def _decimals(value: float) -> int:
    return 2 if value < 9.995 else 1 if value < 99.95 else 0


def in_words(estimate: Estimate, form: Format) -> str:
    """Return a figure with its interval as a phrase.

    >>> in_words(Estimate(0.5, 0.25, 0.75), percent)
    '50.0% (95 % interval 25.0% to 75.0%)'
    """
    if estimate.value is None:
        return "unknown"
    span = interval(estimate, form)
    return form(estimate.value) + (f" (95 % interval {span})" if span else "")


def interval(estimate: Estimate, form: Format) -> str | None:
    """Return the interval alone, or `None` where there is none."""
    if estimate.low is None or estimate.high is None:
        return None
    return f"{form(estimate.low)} to {form(estimate.high)}"


def figure(estimate: Estimate, form: Format, mark: Html | None = None) -> Html:
    """Return a figure, with a mark behind it and its interval below, for a cell of a table."""
    if estimate.value is None:
        return join(NOTHING)
    span = interval(estimate, form)
    return join(form(estimate.value), mark, tag("small", span) if span else None)


def shortened(spec: str) -> str:
    """Return a bot's spec without its middle if it is long.

    >>> shortened("exec:/opt/bots/very/long/way/to/the/engine --level 3")
    'exec:/opt/bots/ve…/engine --level 3'
    """
    if len(spec) <= _LONGEST:
        return spec
    half = (_LONGEST - 1) // 2
    return f"{spec[:half].rstrip()}…{spec[-half:].lstrip()}"


def bot_name(place: int | None, spec: str) -> Html:
    """Return a bot's number in the standings, from 1, and its spec, short; the whole is its title.

    The number tells apart what is short for different specs. A bot without a game that counts has
    none.
    """
    short = shortened(spec)
    # A stranger's text may run from right to left; `bdi` keeps it from turning what follows.
    name = tag("bdi", short, class_="bot", title=spec if short != spec else None)
    return tag("span", tag("span", f"{place or NOTHING} ", class_="place"), name, class_="name")
