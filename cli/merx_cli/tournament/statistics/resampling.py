"""Random draws for the bootstrap, the same in every version and on every machine."""

from __future__ import annotations

from math import exp, factorial, prod

import numpy as np
from numpy.typing import NDArray

from merx_cli.tournament.statistics.results import Floats

_RESAMPLES_AT_ONCE = 100
_AT_MOST = np.cumsum([exp(-1) / factorial(events) for events in range(13)])
"""How likely at most 0, 1, 2 ... events are where one is expected. 32 bits do not tell of more."""


class Resampler:
    """How often each unit goes into each resample, drawn from a seed.

    The generator is one whose stream NumPy promises never to change, and what is made of its bits
    stands here, as NumPy does not promise that for its distributions (NEP 19).
    """

    weights: Floats
    """Shape (resamples, units). Each row adds up to the number of units."""

    def __init__(self, units: int, seed: int, resamples: int) -> None:
        self._seed = seed
        self.weights = np.empty((resamples, units))
        bits = self._bits(self.weights.size, stream=0)
        for start in range(0, resamples, _RESAMPLES_AT_ONCE):
            some = self.weights[start : start + _RESAMPLES_AT_ONCE]
            drawn = bits[start * units :][: some.size].astype(np.uint64)
            # A number below `units` out of 32 bits; they are unequal by less than one in a million.
            unit = (drawn * np.uint64(units) >> np.uint64(32)).astype(np.int64)
            row = np.repeat(np.arange(len(some)) * units, units)
            some[:] = np.bincount(row + unit, minlength=some.size).reshape(some.shape)

    def virtual(self, shape: tuple[int, ...], stream: int) -> Floats:
        """Draw how often virtual blocks go into each resample; the shape is (resamples, *shape).

        The numbers have the distribution of Poisson with mean 1, as those of real blocks have,
        nearly. `stream`, not 0, tells independent draws apart.
        """
        bits = self._bits(len(self.weights) * prod(shape), stream)
        events = np.searchsorted(_AT_MOST, bits / 2.0**32, side="right")
        return events.reshape(len(self.weights), *shape).astype(np.float64)

    def _bits(self, count: int, stream: int) -> NDArray[np.uint32]:
        """Draw numbers of 32 bits."""
        generator = np.random.PCG64(np.random.SeedSequence(self._seed, spawn_key=(stream,)))
        raw = np.asarray(generator.random_raw(-(-count // 2)), dtype="<u8")
        return raw.view("<u4")[:count]
