"""KIM-1 cassettes as WAV files, in two layers that each stand alone.

    audio   read_edges, write_edges    WAV file <-> times at which the signal changes sign
    code    tape.edges, records        those times <-> records of bytes

Times are cycles of the machine's 1 MHz clock. `loads` and `dumps` go through both layers.
"""

from __future__ import annotations

from collections.abc import Sequence

from emulators.errors import ImageError
from emulators.image import Image
from host.formats import riff, tape
from host.formats.memory import Memory, byte_segments
from host.formats.tape_reading import records

FAST, FAST_RATE = 3, 11025  # above this speed, tones of 3 half periods need this sample rate
LIMIT = 256 << 20  # bytes in a WAV file: 50 minutes of 16 bits at 44.1 kHz

__all__ = ["dumps", "loads", "read_edges", "records", "write_edges"]


def read_edges(data: bytes, file: str = "<data>") -> list[int]:
    """Return the times at which the signal in a WAV file changes sign, in rising order.

    A constant offset, hum, hiss below the signal and its strength do not matter. Of several
    channels the one with the most signal counts.
    """
    sound = riff.parse(data, file)
    from host.formats import slicer  # imports NumPy

    return slicer.edges(sound)


def write_edges(edges: Sequence[int], *, rate: int = 44100, bits: int = 16, square: bool = False) -> bytes:
    """Return a WAV file whose signal changes sign at these times; pauses are silent.

    The signal is a smooth one, or with `square` as steep as the sample rate allows.
    """
    size = riff.size(edges[-1] if edges else 0, rate, bits)
    if size > LIMIT:
        hint = "record faster (speed), or with fewer samples (rate, bits)"
        raise ImageError(f"the recording would have {size:,} bytes, more than {LIMIT:,}: {hint}")
    from host.formats import waveform  # imports NumPy

    return riff.compose(waveform.frames(edges, rate, bits, square), rate, bits)


def loads(data: bytes, file: str = "<data>", *, id: int | None = None) -> Image:
    """Return the image of all records on a tape, or of those with one ID."""
    memory = Memory(file)
    for number, record in enumerate(records(read_edges(data, file), file, id), 1):
        memory.add(record.address, record.data, f"record {number} (ID {record.id:02X})")
    return memory.image()


def dumps(
    image: Image, *, id: int = 1, speed: int = 1, rate: int = 44100, bits: int = 16, square: bool = False
) -> bytes:
    """Return the recording of a record for each segment, with the IDs `id`, `id` + 1 and so on.

    Speeds above 1 are those of Hypertape: 2, 3 and 6.
    """
    if speed > FAST and rate < FAST_RATE:
        raise ImageError(f"a sample rate of {rate} Hz is too low for speed {speed}: {FAST_RATE} Hz or more are needed")
    segments = byte_segments(image)
    if id not in tape.IDS or id + len(segments) - 1 not in tape.IDS:
        last = f" to {id + len(segments) - 1:02X}" if len(segments) > 1 else ""
        raise ImageError(f"the ID {id:02X}{last} is not possible: 01 to FE are; 00 and FF mean any record to LOADT")
    found = [tape.Record(id + number, each.address, bytes(each.words)) for number, each in enumerate(segments)]
    return write_edges(tape.edges(found, speed), rate=rate, bits=bits, square=square)


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file looks like a WAV file."""
    return head[:4] == b"RIFF" and head[8:12] == b"WAVE"
