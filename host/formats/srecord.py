"""Motorola S-records: `Stllaaaadd..cc` a line, cc making the sum of all bytes FF.

    S0 header   S1 S2 S3 data with 2, 3, 4 address bytes   S5 S6 number of data records
    S9 S8 S7    end, with the start address in 2, 3, 4 bytes

Source: Motorola M68000 Family Programmer's Reference Manual, Appendix C.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from emulators.image import Image
from host.formats.faults import check_sum, damaged, hex_bytes, refuse_empty, shown, text_lines
from host.formats.memory import SPACE, Memory, pieces, start_address

ADDRESS_BYTES = {"S0": 2, "S1": 2, "S2": 3, "S3": 4, "S5": 2, "S6": 3, "S7": 4, "S8": 3, "S9": 2}
DATA = ("S1", "S2", "S3")
COUNT = ("S5", "S6")
END = ("S7", "S8", "S9")


class Record(NamedTuple):
    """One line, its checksum verified; in a count record `address` is the count."""

    where: str
    kind: str
    address: int
    data: bytes


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return the image of a file that ends with an end record, or at least with a count.

    Files without a start address say 0000, so 0000 counts as one only when the image has a byte there.
    """
    refuse_empty(data, file, "S-records, which begin with 'S'")
    memory = Memory(file)
    count, counted, ending, first = 0, False, None, None
    for record in records(data, file):
        if ending:
            raise damaged(file, record.where, f"a record follows the end record of {ending.where}")
        if record.kind in DATA:
            first = first or record
            check_width(record, first, file)
            memory.add(record.address, record.data, record.where)
            count += 1
        elif record.kind in COUNT:
            counted = True
            check_count(record, count, file)
        elif record.kind in END:
            ending = record
            check_width(first or record, record, file)
    if not (ending or counted):
        raise damaged(file, "", "the file ends without an end record (S9, S8 or S7)")
    entry = ending.address if ending and (ending.address or 0 in memory) else None
    if entry is not None and entry >= SPACE:
        raise damaged(file, ending.where if ending else "", f"the start address {entry:X} is beyond FFFF")
    return memory.image(entry)


def check_width(record: Record, other: Record, file: str) -> None:
    """Raise ImageError when a data record has more address bytes than another, or than the end record has.

    A file is written with one kind of records; the checksum does not cover it, and another kind moves the data.
    """
    if ADDRESS_BYTES[record.kind] > ADDRESS_BYTES[other.kind]:
        bytes_here = ADDRESS_BYTES[record.kind]
        message = f"{record.kind} has {bytes_here} address bytes, {other.kind} of {other.where} has fewer"
        raise damaged(file, record.where, message)


def check_count(record: Record, count: int, file: str) -> None:
    """Raise ImageError when a count record does not give the number of data records before it."""
    if record.address != count & (1 << 8 * ADDRESS_BYTES[record.kind]) - 1:
        message = f"the count record says {record.address} data records, but {count} came before it"
        raise damaged(file, record.where, message)


def records(data: bytes, file: str) -> Iterator[Record]:
    """Yield the records of a file."""
    for where, line in text_lines(data, file):
        kind = line[:2].upper()
        if kind not in ADDRESS_BYTES:
            expected = "S0 to S9 (without S4) and hexadecimal digits"
            raise damaged(file, where, f"{shown(line)} is not an S-record: expected {expected}")
        body = hex_bytes(line[2:], file, where)
        size = ADDRESS_BYTES[kind]
        if len(body) < size + 2 or len(body) != body[0] + 1:
            expected = f"{max(body[0] if body else 0, size + 1) + 1} bytes"
            raise damaged(file, where, f"the record has {len(body)} bytes, expected {expected}: {shown(line)}")
        check_sum(body[-1], ~sum(body[:-1]) & 0xFF, 2, file, where)
        yield Record(where, kind, int.from_bytes(body[1 : 1 + size], "big"), body[1 + size : -1])


def dumps(image: Image, *, record_size: int = 32) -> bytes:
    """Return an empty header, S1 records of `record_size` bytes (1 to 252), their count and the end record."""
    lines = [record_text("S0", 0, b"")]
    data = [record_text("S1", address, data) for address, data in pieces(image, record_size, 0xFC)]
    count = "S5" if len(data) < SPACE else "S6"
    lines += [*data, record_text(count, len(data), b""), record_text("S9", start_address(image) or 0, b"")]
    return "".join(lines).encode("ascii")


def record_text(kind: str, address: int, data: bytes) -> str:
    """Return one record as a line of text."""
    body = address.to_bytes(ADDRESS_BYTES[kind], "big") + data
    body = bytes([len(body) + 1]) + body
    return f"{kind}{body.hex().upper()}{~sum(body) & 0xFF:02X}\n"


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file looks like S-records."""
    start = head.lstrip()[:8]
    kind = start[:2].decode("latin-1").upper()
    return len(start) == 8 and kind in ADDRESS_BYTES and all(code in b"0123456789ABCDEFabcdef" for code in start[2:])
