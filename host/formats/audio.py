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
from array import array
from collections.abc import Iterator, Sequence
from math import ceil, pi, sin, sqrt
from statistics import median
from typing import NamedTuple

from emulators.errors import ImageError
from emulators.loops import Loops, signals, zeros
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


def edges(sound: Sound) -> list[int]:
    """Return the times, in cycles, at which the loudest channel's signal changes sign."""
    channel, fine, found = loudest(sound), fineness(sound.rate), []
    trigger = Trigger(CYCLES / (sound.rate * fine), ceil(fine * sound.rate * LOUDNESS_SECONDS))
    for start in range(0, sound.length, BLOCK):
        signal = filtered(sound, channel, start, min(start + BLOCK, sound.length))
        found += trigger.crossings(signal)
    return found


def loudest(sound: Sound) -> int:
    """Return the channel that changes most from sample to sample."""
    if sound.channels == 1:
        return 0
    changes = [0.0] * sound.channels
    for start in range(0, sound.length, BLOCK):
        for channel in range(sound.channels):
            signal, loops = samples(sound, channel, start, start + BLOCK), Loops(signals)
            loops.lend(signal=signal)
            loops.call("restlessness", len(signal))
            changes[channel] += loops.numbers.last
    return changes.index(max(changes))


def samples(sound: Sound, channel: int, start: int, stop: int) -> array[float]:
    """Return a channel's samples between -1 and 1; beyond the recording the first and last one repeat."""
    first, last = max(start, 0), min(stop, sound.length)
    octets = array("B", bytes(sound.frames[first * sound.frame_size : last * sound.frame_size]))
    found, loops, size = array("d", bytes(8 * (stop - start))), Loops(signals), sound.bits // 8
    loops.lend(octets=octets, signal=found)
    loops.call("decode", start - first, len(found), sound.frame_size, channel * size, size)
    return found


def fineness(rate: int) -> int:
    """Return how many samples the interpolation makes of one."""
    return max(1, ceil(FINE / rate))


def filtered(sound: Sound, channel: int, start: int, stop: int) -> array[float]:
    """Return the tones alone, `fineness` samples for each frame."""
    reach, mean = ceil(max(FILTER_FRAMES, FILTER_SECONDS * sound.rate)), ceil(MEAN_SECONDS * sound.rate)
    signal, loops = samples(sound, channel, start - reach - mean, stop + reach + mean), Loops(signals)
    loops.lend(signal=signal, sums=array("d", bytes(8 * (len(signal) + 1))))
    loops.call("without_mean", len(signal), mean)
    fine = fineness(sound.rate)
    output = array("d", bytes(8 * (stop - start) * fine))
    for phase, taps in enumerate(low_pass(sound.rate, fine, reach)):
        loops.lend(taps=array("d", reversed(taps)), output=output)
        loops.call("filter_all", stop - start, phase, fine)
    return output


def low_pass(rate: int, fine: int, reach: int) -> list[list[float]]:
    """Return a low-pass filter as one row of coefficients for each sample between two frames.

    A sinc under a Kaiser window: it passes frequencies below `HIGHEST` and below half the sample rate.
    """
    highest, rows = min(rate / 2, HIGHEST), []
    for phase in range(fine):
        places = [phase / fine + frame for frame in range(-reach, reach + 1)]
        windows = [bessel(6.0 * sqrt(max(1 - (at / (reach + 1)) ** 2, 0.0))) for at in places]
        taps = [sinc(2 * highest * at / rate) * window for at, window in zip(places, windows, strict=True)]
        rows.append([tap / sum(taps) for tap in taps])
    return rows


def bessel(x: float) -> float:
    """Return the modified Bessel function of order zero, by its series."""
    total = term = 1.0
    for n in range(1, 60):
        term *= (x / (2 * n)) ** 2
        total += term
    return total


def sinc(x: float) -> float:
    """Return sin(pi x) / (pi x)."""
    return sin(pi * x) / (pi * x) if x else 1.0


class Trigger:
    """A Schmitt trigger that goes through a signal block by block.

    Its times are in samples from the very first one, times `unit`; loudness is measured in stretches of some samples.
    """

    def __init__(self, unit: float, stretch: int) -> None:
        self._loops, self._stretch = Loops(signals), stretch
        self._loops.numbers.step = unit

    def crossings(self, signal: array[float]) -> list[int]:
        """Return the times at which the next block of the signal changes sides."""
        loops, found = self._loops, zeros(len(signal))
        levels = array("d", bytes(8 * -(-len(signal) // self._stretch)))
        loops.lend(output=signal, levels=levels, found=found)
        loops.call("peaks", len(signal), self._stretch)
        levels[:] = array("d", (LEVEL * each for each in loudness(levels)))
        return found[: loops.call("cross", len(signal), self._stretch)].tolist()


def loudness(peaks: Sequence[float]) -> list[float]:
    """Return the present loudness from the peaks of stretches: the usual one of some, whatever clicks there are."""
    padded = [peaks[0], peaks[0], *peaks, peaks[-1], peaks[-1]]
    near = [median(padded[at : at + 5]) for at in range(len(peaks))]
    least = max(QUIET * max(near), SILENT)
    return [max(each, least) for each in near]


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
    total = ((edges[-1] if edges else 0) + 2 * GAP) * rate // CYCLES + 1
    wave = Waveform(edges, hold, 0.0, CYCLES / rate, max(CYCLES / rate, smooth))
    volume, size, parts = ((1 << bits - 1) - 1) * VOLUME, bits // 8, []
    for start in range(0, total, BLOCK):
        octets = wave.rounded(min(BLOCK, total - start), volume).tobytes()
        part = bytearray(len(octets) // 8 * size)
        for place in range(size):
            part[place::size] = octets[place::8]
        parts.append(part.translate(UNSIGNED) if size == 1 else part)
    return b"".join(parts)


UNSIGNED = bytes(each ^ 0x80 for each in range(256))  # a byte with sign -> the byte that is 128 more


class Waveform:
    """The signal between -1 and 1 that changes sign at given times, as samples that follow each other.

    `hold`: how long the last level before a pause stays, in cycles. `sign`: of the signal after the first change.
    Sample 0 is at the cycle `origin`, the next one a `step` later; each is the mean over a `stretch` round it.
    """

    def __init__(
        self, edges: Sequence[float], hold: int, origin: float, step: float, stretch: float, sign: int = 1
    ) -> None:
        self._loops, self._next = Loops(signals), 0
        m, self._times, self._areas = (
            self._loops.numbers,
            *(array("d", bytes(8 * (2 * len(edges) + 1))) for _ in range(2)),
        )
        m.gap, m.hold, m.origin, m.step, m.half, m.sign = GAP, hold, origin, step, stretch / 2, sign
        self._step = step
        self._loops.lend(edges=array("d", edges), times=self._times, areas=self._areas)
        self._corners = max(1, self._loops.call("polygon"))

    def samples(self, count: int) -> array[float]:
        """Return the next samples."""
        found = array("d", bytes(8 * count))
        self._loops.numbers.step = self._step
        self._loops.lend(signal=found)
        self._loops.call("wave", self._next, count, self._corners)
        self._next += count
        return found

    def rounded(self, count: int, volume: float) -> array[int]:
        """Return the next samples times a volume, as integers."""
        samples, found = self.samples(count), zeros(count)
        self._loops.numbers.step = volume
        self._loops.lend(signal=samples, found=found)
        self._loops.call("round_all", count)
        return found
