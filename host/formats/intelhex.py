"""Intel HEX: `:LLAAAATTdd..CC` a line, CC making the sum of all bytes 00.

Source: Intel, Hexadecimal Object File Format Specification, Revision A (1988).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from emulators.image import Image
from host.formats.faults import check_sum, damaged, hex_bytes, refuse_empty, shown, text_lines
from host.formats.memory import SPACE, Memory, pieces, start_address


class Kind(IntEnum):
    """The record types."""

    DATA = 0
    END = 1
    SEGMENT_BASE = 2  # bits 4-19 of the addresses that follow
    SEGMENT_START = 3  # CS and IP
    LINEAR_BASE = 4  # bits 16-31 of the addresses that follow
    LINEAR_START = 5  # EIP


SIZES = {Kind.END: 0, Kind.SEGMENT_BASE: 2, Kind.SEGMENT_START: 4, Kind.LINEAR_BASE: 2, Kind.LINEAR_START: 4}


class Record(NamedTuple):
    """One line, its checksum verified."""

    where: str
    kind: Kind
    address: int
    data: bytes


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return the image of a file that ends with an end record; every address must be within 64 K."""
    refuse_empty(data, file, "Intel HEX records, which begin with ':'")
    memory = Memory(file)
    base, entry, ended = 0, None, False
    for record in records(data, file):
        if ended:
            raise damaged(file, record.where, "a record follows the end record")
        match record.kind:
            case Kind.DATA:
                memory.add(base + record.address, record.data, record.where)
            case Kind.SEGMENT_BASE | Kind.LINEAR_BASE:
                base = base_address(record)
            case Kind.SEGMENT_START | Kind.LINEAR_START:
                entry = agreed(entry, entry_address(record), record, file)
            case Kind.END:
                ended = True
                if record.address:  # the older 8-bit format gives the start address here
                    entry = agreed(entry, record.address, record, file)
    if not ended:
        raise damaged(file, "", "the file ends without the end record ':00000001FF'")
    return memory.image(entry)


def records(data: bytes, file: str) -> Iterator[Record]:
    """Yield the records of a file."""
    for where, line in text_lines(data, file):
        if line[0] != ":":
            raise damaged(file, where, f"{shown(line)} is not an Intel HEX record: expected ':' and hexadecimal digits")
        body = hex_bytes(line[1:], file, where)
        if len(body) < 5 or len(body) != body[0] + 5:
            expected = f"{body[0] + 5} bytes" if body else "at least 5 bytes"
            raise damaged(file, where, f"the record has {len(body)} bytes, expected {expected}: {shown(line)}")
        check_sum(body[-1], -sum(body[:-1]) & 0xFF, 2, file, where)
        yield Record(where, record_kind(body, file, where), int.from_bytes(body[1:3], "big"), body[4:-1])


def record_kind(body: bytes, file: str, where: str) -> Kind:
    """Return a record's type, after checking it and the number of data bytes it requires."""
    if body[3] not in list(Kind):
        raise damaged(file, where, f"unknown record type {body[3]:02X}: expected 00 to 05")
    kind = Kind(body[3])
    if body[0] != SIZES.get(kind, body[0]):
        raise damaged(file, where, f"a record of type {kind:02X} has {SIZES[kind]} data bytes, not {body[0]}")
    return kind


def base_address(record: Record) -> int:
    """Return what a base record adds to the addresses that follow."""
    return int.from_bytes(record.data, "big") << (4 if record.kind == Kind.SEGMENT_BASE else 16)


def entry_address(record: Record) -> int:
    """Return the address of a start record."""
    if record.kind == Kind.LINEAR_START:
        return int.from_bytes(record.data, "big")
    return (int.from_bytes(record.data[:2], "big") << 4) + int.from_bytes(record.data[2:], "big")


def agreed(known: int | None, address: int, record: Record, file: str) -> int:
    """Return the start address, after checking its range and that no record before said otherwise."""
    if address >= SPACE:
        raise damaged(file, record.where, f"the start address {address:X} is beyond FFFF")
    if known not in (None, address):
        raise damaged(file, record.where, f"a second start address, {address:04X}, after {known:04X}")
    return address


def dumps(image: Image, *, record_size: int = 16) -> bytes:
    """Return the file in records of `record_size` bytes (1 to 255), with a start record if there is an entry."""
    lines = [record_text(Kind.DATA, address, data) for address, data in pieces(image, record_size, 0xFF)]
    if (entry := start_address(image)) is not None:
        lines.append(record_text(Kind.LINEAR_START, 0, entry.to_bytes(4, "big")))
    lines.append(record_text(Kind.END, 0, b""))
    return "".join(lines).encode("ascii")


def record_text(kind: Kind, address: int, data: bytes) -> str:
    """Return one record as a line of text."""
    body = bytes([len(data)]) + address.to_bytes(2, "big") + bytes([kind]) + data
    return f":{body.hex().upper()}{-sum(body) & 0xFF:02X}\n"


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file looks like Intel HEX."""
    start = head.lstrip()[:9]
    return len(start) == 9 and start[:1] == b":" and all(code in b"0123456789ABCDEFabcdef" for code in start[1:])
