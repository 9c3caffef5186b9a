"""Records of 6-bit characters in a file of bytes, as they stand on a tape of seven tracks (P7B).

    bit 7     1: the first character of a record
    bit 6     parity: odd in binary records, even in BCD records
    bits 5-0  the character

A record of the one byte 8F (BCD code 17) is a tape mark. Decks of cards are kept this way, too: a binary record
of 160 characters each. Source: SIMH's and Sim704's files of these kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from host.formats.faults import damaged

FIRST = 0x80
PARITY = 0x40
CHARACTER = 0x3F
MARK = b"\x0f"  # what a tape mark is as a record
ODD = tuple(PARITY if character.bit_count() % 2 == 0 else 0 for character in range(64))  # the bit for odd parity


def records(data: bytes, file: str) -> Iterator[bytes]:
    """Yield the records, characters with their parity bits; raises ImageError when the first is not marked as such."""
    if data and not data[0] & FIRST:
        problem = f"the first byte is {data[0]:02X}: bit 7 of it should be 1, as the beginning of a record has it"
        raise damaged(file, "byte 1", problem)
    starts = [place for place, byte in enumerate(data) if byte & FIRST]
    for start, end in pairwise([*starts, len(data)]):
        yield bytes([data[start] & ~FIRST]) + data[start + 1 : end]


def joined(records: Iterable[bytes]) -> bytes:
    """Return the file of these records."""
    return b"".join(bytes([record[0] | FIRST]) + record[1:] for record in records)


def with_parity(characters: Iterable[int], odd: bool) -> bytes:
    """Return characters of 6 bits with their parity bit."""
    return bytes(each | (ODD[each] if odd else ODD[each] ^ PARITY) for each in characters)


def wrong(record: bytes, odd: bool) -> list[int]:
    """Return the places of the characters whose parity is wrong."""
    return [place for place, each in enumerate(record) if with_parity([each & CHARACTER], odd)[0] != each & 0x7F]
