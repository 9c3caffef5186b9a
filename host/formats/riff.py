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
from collections.abc import Iterator
from typing import NamedTuple

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
        message = f"{channels} channels of {bits} bits do not make frames of {frame_size} bytes"
        raise damaged(file, where, message)
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
    """Return the bytes that a recording of so many cycles of 1 MHz takes, after checking rate and bits."""
    if bits not in WIDTHS:
        raise ImageError(f"samples of {bits} bits are not possible: 8, 16, 24 and 32 are")
    if rate not in RATES:
        raise ImageError(f"a sample rate of {rate} Hz is not possible: {RATES[0]} to {RATES[-1]} are")
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
