"""WAV files: where the samples are in one, and how a new one is made.

    RIFF size WAVE
      fmt  size  format, channels, rate, bytes per second, bytes per frame, bits per sample
      data size  frames: one sample for each channel

The standard library's `wave` reads too little: before Python 3.12 not the extensible format that
other programs use for 24 bits, and a file cut short not as an error.
Source: Multimedia Programming Interface and Data Specifications 1.0 (IBM, Microsoft, 1991).
"""

from __future__ import annotations

import io
import struct
import wave
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from emulators.errors import ImageError
from host.formats.faults import damaged, refuse_empty, shown

PCM, EXTENSIBLE = 0x0001, 0xFFFE
CODINGS = {0x0002: "ADPCM", 0x0003: "floating point", 0x0006: "A-law", 0x0007: "mu-law", 0x0011: "ADPCM", 0x0055: "MP3"}
WIDTHS = (8, 16, 24, 32)
RATES = range(8000, 384_001)
FORMAT = struct.Struct("<HHIIHH")
SUBFORMAT = 24  # where the extensible format keeps the real one


class Sound(NamedTuple):
    """The samples of a WAV file."""

    channels: int
    rate: int  # frames a second
    bits: int  # in a sample: 8 without sign, 16, 24 and 32 with
    frames: memoryview

    @property
    def frame_size(self) -> int:
        """Bytes in a frame."""
        return self.channels * self.bits // 8

    @property
    def length(self) -> int:
        """Number of frames."""
        return len(self.frames) // self.frame_size


def parse(data: bytes, file: str) -> Sound:
    """Return the samples of an uncompressed WAV file, after checking that all of them are there."""
    refuse_empty(data, file, "a WAV file, which begins with 'RIFF'")
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise damaged(file, "bytes 0-11", f"not a WAV file: expected 'RIFF....WAVE', found {shown(data[:12])}")
    sound: Sound | None = None
    for name, start, size in chunks(data, file):
        if name == b"fmt ":
            sound = described(data[start : start + size], file, start)
        elif name == b"data":
            if sound is None:
                raise damaged(file, f"byte {start - 8}", "the samples come before their description (chunk 'fmt ')")
            return filled(sound, memoryview(data)[start : start + size], file, start)
    missing = "'fmt '" if sound is None else "'data'"
    raise damaged(file, f"byte {len(data)}", f"the file ends without a chunk {missing}")


def chunks(data: bytes, file: str) -> Iterator[tuple[bytes, int, int]]:
    """Yield (name, start, size) of the chunks."""
    at = 12
    while at + 8 <= len(data):
        name, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        left = len(data) - at - 8
        if size > left:
            message = f"the chunk {shown(name)} should have {size:,} bytes, but the file ends after {left:,} of them"
            raise damaged(file, f"byte {at}", message)
        yield name, at + 8, size
        at += 8 + size + size % 2  # chunks begin at even places


def described(fields: bytes, file: str, at: int) -> Sound:
    """Return the still empty sound that a chunk 'fmt ' describes."""
    where = f"byte {at}"
    if len(fields) < FORMAT.size:
        raise damaged(file, where, f"the chunk 'fmt ' has {len(fields)} bytes, expected at least {FORMAT.size}")
    coding, channels, rate, _, frame_size, bits = FORMAT.unpack_from(fields)
    if coding == EXTENSIBLE:
        coding = int.from_bytes(fields[SUBFORMAT : SUBFORMAT + 2], "little")
    if coding != PCM:
        name = CODINGS.get(coding, "unknown")
        raise damaged(file, where, f"the samples are coded in format {coding} ({name}); expected 1, uncompressed PCM")
    if bits not in WIDTHS:
        raise damaged(file, where, f"samples of {bits} bits; expected 8, 16, 24 or 32")
    if not channels or frame_size != channels * bits // 8:
        raise damaged(file, where, f"{channels} channels of {bits} bits do not make frames of {frame_size} bytes")
    if rate not in RATES:
        message = f"a sample rate of {rate} Hz; expected {RATES[0]} to {RATES[-1]}: the tones have 2.4 and 3.7 kHz"
        raise damaged(file, where, message)
    return Sound(channels, rate, bits, memoryview(b""))


def filled(sound: Sound, frames: memoryview, file: str, at: int) -> Sound:
    """Return the sound with its samples."""
    if not len(frames):
        raise damaged(file, f"byte {at}", "there are no samples in the file")
    if len(frames) % sound.frame_size:
        message = f"{len(frames):,} bytes of samples are not a whole number of frames of {sound.frame_size} bytes"
        raise damaged(file, f"byte {at}", message)
    return sound._replace(frames=frames)


def size(cycles: int, rate: int, bits: int) -> int:
    """Return the bytes that a recording of `cycles` cycles of 1 MHz takes, after checking rate and bits."""
    if bits not in WIDTHS:
        raise ImageError(f"samples of {bits} bits are not possible: expected 8, 16, 24 or 32")
    if rate not in RATES:
        raise ImageError(f"a sample rate of {rate} Hz is not possible: expected {RATES[0]} to {RATES[-1]}")
    return cycles * rate * bits // 8_000_000


def compose(frames: bytes, rate: int, bits: int) -> bytes:
    """Return a WAV file with one channel."""
    target = io.BytesIO()
    with wave.open(target, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(bits // 8)
        writer.setframerate(rate)
        writer.writeframes(frames)
    return target.getvalue()


# ---------------------------------------------------------------- slicer
# Samples to edges: the times at which a recorded signal changes sign.
#
# Tapes add an offset, hum, hiss and changes of loudness. So the signal's running mean is taken
# away, frequencies above the tones are filtered out, and a change counts only when the signal goes on to
# a quarter of its present loudness; its time is that of the crossing before, between two samples.


CYCLES = 1_000_000  # a second
BLOCK = 1 << 18  # frames worked on at a time
FINE = 40_000  # Hz: slower recordings are interpolated to at least this rate
HIGHEST = 6500  # Hz: above it is hiss
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
    """Return a channel's samples between -1 and 1; beyond the recording the first and last one repeat."""
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

    A sinc under a Kaiser window: it passes frequencies below `HIGHEST` and below half the sample rate.
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


# ---------------------------------------------------------------- waveform
# Edges to samples: the signal that changes sign at given times, sampled at any rate.
#
# A sample is the mean of a square wave over a short stretch, so the exact time of each change of
# sign survives between two samples. A stretch as long as the shortest half period makes triangles
# of the high tone and rounds the low one without moving the places where they cross zero.


GAP = 1000  # cycles without a change of sign that make a pause
VOLUME = 0.7  # of the largest sample


def frames(edges: Sequence[int], rate: int, bits: int, smooth: int, hold: int) -> bytes:
    """Return the samples of one channel, as a WAV file has them.

    `smooth` is the length of the stretches, in cycles, `hold` how long the last level before a pause stays.
    """
    stretch = max(CYCLES / rate, smooth)
    total = ((edges[-1] if edges else 0) + 2 * GAP) * rate // CYCLES + 1
    wave = Waveform(edges, hold)
    parts = []
    for start in range(0, total, BLOCK):
        at = np.arange(start, min(start + BLOCK, total)) * (CYCLES / rate)
        values = np.rint(wave.at(at, stretch) * (((1 << bits - 1) - 1) * VOLUME)).astype("<i8") + 128 * (bits == 8)
        parts.append(values.view(np.uint8).reshape(-1, 8)[:, : bits // 8].tobytes())
    return b"".join(parts)


class Waveform:
    """The signal between -1 and 1 that changes sign at given times.

    `hold`: how long the last level before a pause stays, in cycles. `sign`: of the signal after the first change.
    """

    def __init__(self, edges: Sequence[int], hold: int, sign: int = 1) -> None:
        self._times, self._areas = _area_below(np.array(edges, dtype=np.float64), hold)
        self._sign = sign

    def at(self, times: NDArray[np.floating[Any]], stretch: float) -> Floats:
        """Return the means over stretches round these times, in cycles."""
        ends = [np.interp(times + half, self._times, self._areas) for half in (stretch / 2, -stretch / 2)]
        return np.asarray((ends[0] - ends[1]) / stretch * self._sign)


def _area_below(edges: Floats, hold: int) -> tuple[Floats, Floats]:
    """Return the square wave's integral as a polygon: times and values of its corners."""
    if not len(edges):
        return np.zeros(1), np.zeros(1)
    levels = np.where(np.arange(len(edges)) % 2, -1.0, 1.0)
    pauses = np.flatnonzero(np.diff(edges, append=np.inf) > GAP)
    times = np.insert(edges, pauses + 1, edges[pauses] + hold)
    levels = np.insert(levels, pauses + 1, 0.0)
    return times, np.concatenate([np.zeros(1), np.cumsum(levels[:-1] * np.diff(times))])
