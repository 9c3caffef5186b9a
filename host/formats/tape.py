"""The KIM-1's tape code: records of bytes <-> the times at which the tape signal changes sign.

    record      SYN x 100, '*', ID, SAL, SAH, data.., '/', checksum low, checksum high, EOT EOT
    byte        two hexadecimal digits in ASCII, high digit first
    character   8 bits, lowest first
    bit         three slots of 2.47 ms, each of the high or of the low tone

    0   | high | high | low |       a slot of the high tone:  9 cycles of 3.7 kHz
    1   | high | low  | low |       a slot of the low tone:   6 cycles of 2.4 kHz

The checksum is the sum of SAL, SAH and the data. Hypertape divides the cycles of a slot by its speed.
Times are cycles of the machine's 1 MHz clock.

Source: KIM-1 User Manual, Appendix E (Audio tape format); half periods measured on the monitor's output.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, chain
from typing import NamedTuple

from emulators.errors import ImageError

SYN, STAR, SLASH, EOT = 0x16, ord("*"), ord("/"), 0x04
LEADER = 100  # SYN characters before a record
SPEEDS = (1, 2, 3, 6)  # those that leave whole half periods in a slot
PAUSE = 500_000  # cycles of silence before each record
IDS = range(0x01, 0xFF)  # 00 and FF have another meaning when loading


class Tone(NamedTuple):
    """One of the two tones."""

    half_period: int  # cycles
    halves: int  # half periods in a slot at speed 1


HIGH, LOW = Tone(136, 18), Tone(206, 12)
SLOTS = ((HIGH, HIGH, LOW), (HIGH, LOW, LOW))  # of a 0 and of a 1


class Record(NamedTuple):
    """What one command DUMPT writes."""

    id: int
    address: int
    data: bytes


def checksum(record: Record) -> int:
    """Return the 16-bit sum that follows the data."""
    return (sum(record.address.to_bytes(2, "big")) + sum(record.data)) & 0xFFFF


def characters(record: Record) -> bytes:
    """Return the characters of a record."""
    head = bytes([record.id]) + record.address.to_bytes(2, "little") + record.data
    total = checksum(record).to_bytes(2, "little")
    text = f"*{head.hex()}/{total.hex()}".upper().encode("ascii")
    return bytes([SYN]) * LEADER + text + bytes([EOT, EOT])


def bits(text: bytes) -> Iterator[int]:
    """Yield the bits of characters in the order of the tape."""
    for code in text:
        yield from (code >> shift & 1 for shift in range(8))


def half_periods(text: bytes, speed: int = 1) -> list[int]:
    """Return the lengths of the half periods that say these characters."""
    spelled = [[tone.half_period for tone in slots for _ in range(tone.halves // speed)] for slots in SLOTS]
    return list(chain.from_iterable(spelled[bit] for bit in bits(text)))


def edges(records: Iterable[Record], speed: int = 1) -> list[int]:
    """Return the times at which the signal of a tape with these records changes sign.

    The first record begins after a pause, the others follow with pauses between them.
    """
    if speed not in SPEEDS:
        raise ImageError(f"the tape speed {speed} is not possible: {', '.join(map(str, SPEEDS))} are")
    times: list[int] = []
    for record in records:
        start = (times[-1] if times else 0) + PAUSE
        times += accumulate(half_periods(characters(record), speed), initial=start)
    return times
