"""Sounds of machines as data: things that are struck or rubbed, each of which rings in a few modes.

    STROKE = (Mode(110, 0.020, 0.30), Mode(1180, 0.008, 0.22), Mode(3400, 0.0006, 0.20, rub=0.006))

The view function `hear` of a panel returns the new sounds: [[name, cycle], ...]; `Panel.sounds` has the recipes by
these names. The window and a page make samples of them by the same function, which host/ui/script.py translates.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

RATE = 44_100  # samples a second
FASTEST = 2.0  # times the original's clock: above it nothing is heard
APART = 0.025  # seconds between two sounds of a name; an earlier one is not heard
DELAY = 0.04  # seconds from an event to its sound: pictures, and so events, are that uneven
STALE = 0.25  # seconds after which an event has no sound any more: time has jumped, or the sound was off
VOLUME = 0.5  # of things that are struck
QUIET = 7.0  # times its fading after which a mode is not heard: 60 dB


class Mode(NamedTuple):
    """A way in which a thing rings. Struck once, or rubbed: by noise that fades within `rub` seconds (to 1/e)."""

    hertz: float
    fade: float  # seconds to 1/e; the shorter, the less it sounds like a tone: 0.0005 is noise round `hertz`
    loud: float  # struck: the amplitude, 0 to 1; rubbed: the root of the mean square when it begins
    at: float = 0.0  # seconds from the event
    rub: float = 0.0


Recipe = tuple[Mode, ...]


def struck(recipe: Recipe, *times: float) -> Recipe:
    """Return a recipe repeated: its modes begin anew at these times, in seconds."""
    return tuple(mode._replace(at=mode.at + time) for time in times for mode in recipe)


def louder(recipe: Recipe, times: float) -> Recipe:
    """Return a recipe with all of its modes louder, or softer."""
    return tuple(mode._replace(loud=mode.loud * times) for mode in recipe)


def plan(recipe: Recipe) -> list[list[float]]:
    """Return the rows for `samples`: [first sample, last, turn, damping, first push, noise, its fading].

    A mode is a resonator of two poles; noise is scaled by the resonator's gain, so that `loud` is its output.
    """
    rows: list[list[float]] = []
    for mode in recipe:
        left = math.exp(-1 / (RATE * mode.fade))
        angle = 2 * math.pi * mode.hertz / RATE
        turn, damping = 2 * left * math.cos(angle), left * left
        gain = (1 + damping) / ((1 - damping) * ((1 + damping) ** 2 - turn * turn))
        first = round(mode.at * RATE)
        last = first + round(QUIET * (mode.fade + mode.rub) * RATE)
        if mode.rub:
            noise = mode.loud * math.sqrt(3 / gain)  # even between -1 and 1, its mean square is a third
            rows.append([first, last, turn, damping, 0.0, noise, math.exp(-1 / (RATE * mode.rub))])
        else:
            rows.append([first, last, turn, damping, mode.loud * math.sin(angle), 0.0, 0.0])
    return rows


def samples(rows: Any) -> Any:
    """Return the samples of a plan. The noise is the same every time (Park and Miller's generator)."""
    longest = 0
    for row in rows:
        longest = max(longest, row[1])
    out = [0.0] * longest
    seed = 1
    for row in rows:
        turn, damping, push, noise, left = row[2], row[3], row[4], row[5], row[6]
        before, now = 0.0, 0.0
        for place in range(row[0], row[1]):
            if noise:
                seed = seed * 16807 % 2147483647
                push = noise * (seed / 1073741823.5 - 1)
                noise = noise * left
            after = push + turn * now - damping * before
            before = now
            now = after
            push = 0.0
            out[place] += now
    return out
