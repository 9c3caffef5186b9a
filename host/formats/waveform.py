"""Edges to samples: the signal that changes sign at given times, sampled at any rate.

A sample is the mean of a square wave over a short stretch, so the exact time of each change of
sign survives between two samples. A stretch as long as the shortest half period makes triangles
of the high tone and rounds the low one without moving the places where they cross zero.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from host.formats.tape import HIGH, LOW

CYCLES = 1_000_000  # a second
GAP = 1000  # cycles without a change of sign that make a pause
HOLD = LOW.half_period  # cycles for which the last level before a pause stays
LOUDNESS = 0.7  # of the largest sample
BLOCK = 1 << 18  # samples computed at a time

Floats = NDArray[np.float64]


def frames(edges: Sequence[int], rate: int, bits: int, square: bool) -> bytes:
    """Return the samples of one channel, as they stand in a WAV file."""
    times, areas = area_below(np.array(edges, dtype=np.float64))
    stretch = CYCLES / rate if square else max(CYCLES / rate, HIGH.half_period)
    total = length(edges[-1] if edges else 0, rate)
    parts = []
    for start in range(0, total, BLOCK):
        at = np.arange(start, min(start + BLOCK, total)) * (CYCLES / rate)
        ends = np.interp(at + stretch / 2, times, areas) - np.interp(at - stretch / 2, times, areas)
        parts.append(quantised(ends / stretch, bits))
    return b"".join(parts)


def length(last: int, rate: int) -> int:
    """Return the number of samples of a recording whose last change of sign is at `last`."""
    return (last + 2 * GAP) * rate // CYCLES + 1


def area_below(edges: Floats) -> tuple[Floats, Floats]:
    """Return the square wave's integral as a polygon: times and values of its corners."""
    if not len(edges):
        return np.zeros(1), np.zeros(1)
    levels = np.where(np.arange(len(edges)) % 2, -1.0, 1.0)
    pauses = np.flatnonzero(np.diff(edges, append=np.inf) > GAP)
    times = np.insert(edges, pauses + 1, edges[pauses] + HOLD)
    levels = np.insert(levels, pauses + 1, 0.0)
    return times, np.concatenate([np.zeros(1), np.cumsum(levels[:-1] * np.diff(times))])


def quantised(signal: Floats, bits: int) -> bytes:
    """Return samples between -1 and 1 as integers of 8 bits without sign, or of 16, 24, 32 bits with."""
    largest = (1 << bits - 1) - 1
    values = np.rint(signal * (largest * LOUDNESS)).astype("<i8")
    if bits == 8:
        values += 128
    return values.view(np.uint8).reshape(-1, 8)[:, : bits // 8].tobytes()
