"""Tapes as SIMH keeps them (`.tap`): records between their lengths, tape marks as a length of zero.

    n 00 00 00   n bytes, one more if n is odd   n 00 00 00        a record
    00 00 00 00                                                    a tape mark
    FE FF FF FF                                                    an erased stretch
    FF FF FF FF                                                    the end of what is recorded

Bytes of a tape of seven tracks have the parity in bit 6. Source: SIMH Magtape Representation and Handling (2017).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from host.formats.faults import damaged

LENGTH_BYTES = 4
MARK, GAP, END = 0, 0xFFFFFFFE, 0xFFFFFFFF
LONGEST = 0xFFFFFF


def loads(data: bytes, file: str = "<data>") -> list[bytes]:
    """Return the records of a tape, an empty one for a tape mark; raises ImageError for lengths that do not agree."""
    found: list[bytes] = []
    read_into(found, data, file)
    return found


def read_into(found: list[bytes], data: bytes, file: str = "<data>") -> None:
    """Add the records of a tape to a list; where ImageError is raised, those before the damage have been added."""
    at = 0
    while at < len(data):
        where = f"record {len(found) + 1} (byte {at + 1})"
        length = length_at(data, at, file, where)
        at += LENGTH_BYTES
        if length == END:
            break
        if length == GAP:
            continue
        if length == MARK:
            found.append(b"")
            continue
        if length > LONGEST:
            problem = (
                "is marked as damaged" if length & LONGEST and length >> 24 == 0x80 else "has an impossible length"
            )
            raise damaged(file, where, f"the record {problem}: {length:08X}")
        behind = at + length + length % 2
        if length_at(data, behind, file, where) != length:
            raise damaged(file, where, f"the length before the record is {length}, and another one behind it")
        found.append(data[at : at + length])
        at = behind + LENGTH_BYTES


def length_at(data: bytes, at: int, file: str, where: str) -> int:
    """Return the length at a place of a file."""
    if at + LENGTH_BYTES > len(data):
        raise damaged(file, where, f"the file ends after {len(data)} bytes, in the middle of the record")
    return int.from_bytes(data[at : at + LENGTH_BYTES], "little")


def dumps(records: Sequence[bytes]) -> bytes:
    """Return the file of these records."""
    return b"".join(_pieces(records))


def _pieces(records: Iterable[bytes]) -> Iterable[bytes]:
    for record in records:
        length = len(record).to_bytes(LENGTH_BYTES, "little")
        yield length + record + bytes(len(record) % 2) + length if record else length
