"""Samples to edges: the times at which a recorded signal changes sign.

Tapes add an offset, hum, hiss and changes of loudness. So the signal's running mean is taken
away, what is above the tones is filtered out, and a change counts only when the signal goes on to
a quarter of its present loudness; its time is that of the crossing before, between two samples.
"""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.typing import NDArray

from host.formats.riff import Sound

CYCLES = 1_000_000  # a second
BLOCK = 1 << 18  # frames worked on at a time
FINE = 40_000  # Hz: slower recordings are interpolated to at least this rate
HIGHEST = 6500  # Hz: what is above is hiss
FILTER_FRAMES, FILTER_SECONDS = 32, 0.0007  # the filter reaches this far to both sides, whichever is longer
MEAN_SECONDS = 0.002  # the running mean reaches this far to both sides
LOUDNESS_SECONDS = 0.005  # the loudness is the median of the peaks of five stretches of this length
LEVEL = 0.25  # of the loudness: a signal beyond is certainly on this side
QUIET, SILENT = 0.1, 0.002  # the loudness is at least this part of the block's, and of the largest sample's

Floats = NDArray[np.float64]


def edges(sound: Sound) -> list[int]:
    """Return the times, in cycles, at which the loudest channel's signal changes sign."""
    channel = loudest(sound)
    trigger = Trigger()
    found = []
    for start in range(0, sound.length, BLOCK):
        signal = filtered(sound, channel, start, min(start + BLOCK, sound.length))
        found.append(trigger.crossings(signal, ceil(fineness(sound.rate) * sound.rate * LOUDNESS_SECONDS)))
    times = np.concatenate(found) * (CYCLES / (sound.rate * fineness(sound.rate)))
    return [int(time) for time in np.rint(times)]


def loudest(sound: Sound) -> int:
    """Return the channel that changes most from sample to sample."""
    if sound.channels == 1:
        return 0
    changes = [0.0] * sound.channels
    for start in range(0, sound.length, BLOCK):
        for channel in range(sound.channels):
            changes[channel] += float(np.abs(np.diff(samples(sound, channel, start, start + BLOCK))).sum())
    return changes.index(max(changes))


def samples(sound: Sound, channel: int, start: int, stop: int) -> Floats:
    """Return a channel's samples between -1 and 1; outside the recording its ends go on."""
    first, last = max(start, 0), min(stop, sound.length)
    raw = np.frombuffer(sound.frames[first * sound.frame_size : last * sound.frame_size], np.uint8)
    octets = raw.reshape(last - first, sound.channels, -1)[:, channel, :]
    values = np.zeros(last - first, np.int64)
    for place in range(sound.bits // 8):
        values |= octets[:, place].astype(np.int64) << 8 * place
    half = 1 << sound.bits - 1
    signed = values - half if sound.bits == 8 else (values ^ half) - half
    return np.pad(signed / half, (first - start, stop - last), mode="edge")


def fineness(rate: int) -> int:
    """Return how many samples the interpolation makes of one."""
    return max(1, ceil(FINE / rate))


def filtered(sound: Sound, channel: int, start: int, stop: int) -> Floats:
    """Return the tones alone, `fineness` samples for each frame."""
    reach, mean = ceil(max(FILTER_FRAMES, FILTER_SECONDS * sound.rate)), ceil(MEAN_SECONDS * sound.rate)
    signal = samples(sound, channel, start - reach - mean, stop + reach + mean)
    window = 2 * mean + 1
    sums = np.cumsum(np.concatenate([np.zeros(1), signal]))
    signal = signal[mean : len(signal) - mean] - (sums[window:] - sums[:-window]) / window
    fine = fineness(sound.rate)
    output = np.empty((stop - start, fine))
    for phase, taps in enumerate(low_pass(sound.rate, fine, reach)):
        output[:, phase] = np.convolve(signal, taps, "valid")
    return output.reshape(-1)


def low_pass(rate: int, fine: int, reach: int) -> Floats:
    """Return a low-pass filter as one row of coefficients for each sample between two frames.

    A sinc under a Kaiser window: it passes what is below `HIGHEST` and below half the sample rate.
    """
    highest = min(rate / 2, HIGHEST)
    at = (np.arange(fine)[:, None] / fine + np.arange(-reach, reach + 1)[None, :]) / rate  # seconds
    window = np.i0(6.0 * np.sqrt(np.clip(1 - (at * rate / (reach + 1)) ** 2, 0, None))) / np.i0(6.0)
    taps = np.sinc(2 * highest * at) * window
    return np.asarray(taps / taps.sum(axis=1, keepdims=True))


class Trigger:
    """A Schmitt trigger that goes through a signal block by block."""

    def __init__(self) -> None:
        self.side = 0  # of zero: -1, 1, 0 before the first signal
        self.last = 0.0  # the last sample
        self.crossing = 0.0  # the time of the last crossing of zero, in samples
        self.position = 0  # samples so far

    def crossings(self, signal: Floats, stretch: int) -> Floats:
        """Return the times, in samples from the very first one, at which the signal changes sides."""
        level = LEVEL * loudness(signal, stretch)
        sides = np.where(signal > level, 1, np.where(signal < -level, -1, 0))
        sure = np.flatnonzero(sides)
        before = np.concatenate([[self.side], sides[sure[:-1]]]) if len(sure) else np.zeros(0)
        changes = sure[(sides[sure] != before) & (before != 0)]
        zeros = np.concatenate([[self.crossing], self.zero_times(signal)])
        self.side = int(sides[sure[-1]]) if len(sure) else self.side
        self.last, self.crossing = float(signal[-1]), float(zeros[-1])
        found = zeros[np.searchsorted(zeros, changes + self.position, "right") - 1]
        self.position += len(signal)
        return np.asarray(found)

    def zero_times(self, signal: Floats) -> Floats:
        """Return the times at which the lines between neighbouring samples cross zero."""
        line = np.concatenate([[self.last], signal])
        at = np.flatnonzero((line[1:] < 0) != (line[:-1] < 0))
        return np.asarray(at + line[at] / (line[at] - line[at + 1]) + self.position - 1)


def loudness(signal: Floats, stretch: int) -> Floats:
    """Return the present loudness for each sample: the usual peak of some milliseconds, whatever clicks there are."""
    padded = np.pad(np.abs(signal), (0, -len(signal) % stretch))
    peaks = np.pad(padded.reshape(-1, stretch).max(axis=1), 2, mode="edge")
    near = np.median([peaks[shift : len(peaks) - 4 + shift] for shift in range(5)], axis=0)
    return np.repeat(np.maximum(near, max(QUIET * near.max(), SILENT)), stretch)[: len(signal)]
