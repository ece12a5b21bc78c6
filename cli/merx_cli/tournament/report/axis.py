"""Where numbers lie on an axis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear axis from `low` to `high`, with ticks at round numbers."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def percent(self, value: float) -> float:
        """Return where a number lies, between 0 and 100 if it is on the axis.

        >>> axis_over([0, 10]).percent(5)
        50.0
        """
        return 100 * (value - self.low) / (self.high - self.low)


def axis_over(values: Iterable[float], most_ticks: int = 4, margin: float = 0.0) -> Axis:
    """Return an axis on which all values lie; `margin` is a share of its length, at either end.

    >>> axis_over([13, 88]).ticks
    (20.0, 40.0, 60.0, 80.0)
    """
    known = list(values)
    low, high = min(known), max(known)
    if low == high:
        low, high = low - 1, high + 1
    room = margin * (high - low)
    low, high = low - room, high + room
    step = _step((high - low) / most_ticks)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    digits = max(0, -floor(log10(step)))
    # Rounded, as 3 * 0.1 is not 0.3; and + 0.0, as there is a -0.0.
    return Axis(low, high, tuple(round(i * step, digits) + 0.0 for i in range(first, last + 1)))


def _step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10 ... (or tenths of them ...) that is large enough."""
    power = 10.0 ** floor(log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * 0.999)
