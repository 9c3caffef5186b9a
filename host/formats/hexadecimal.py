"""Records of hexadecimal digits: Intel HEX, Motorola S-records, MOS Technology paper tape.

    :LLAAAATTdd..CC       Intel HEX: length, address, type, bytes; CC makes the sum of all bytes 00
    Stllaaaadd..cc        S-record: type, length, address, bytes; cc makes the sum of all bytes FF
    ;LLAAAAdd..CCCC       paper tape: length, address, bytes, the sum of all of them (16 bits)

bincopy and hexrec read the first two as well, but say less about damage: they know no file and line of a record, take
contradictions, a missing end and anything after it.

Sources: Intel, Hexadecimal Object File Format Specification, Revision A (1988); Motorola M68000 Family Programmer's
Reference Manual, Appendix C; KIM-1 User Manual, Appendix F (Paper tape format).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from emulators.errors import ImageError
from emulators.image import Image
from host.formats.faults import NEWLINE, damaged, refuse_empty, shown, text_lines
from host.formats.memory import BYTES, SPACE, Memory

NOT_HEX = re.compile(r"[^0-9A-Fa-f]")


def hex_bytes(digits: str, file: str, where: str) -> bytes:
    """Return the bytes that a record spells as pairs of hexadecimal digits."""
    if wrong := NOT_HEX.search(digits):
        raise damaged(file, where, f"{shown(wrong.group())} in {shown(digits)} is not a hexadecimal digit")
    if len(digits) % 2:
        raise damaged(file, where, f"{shown(digits)} has an odd number of hexadecimal digits: one is missing")
    return bytes.fromhex(digits)


def checked(body: bytes, check_sum: int, bytes_of_sum: int, file: str, where: str) -> None:
    """Raise ImageError when a record does not end with the checksum that its bytes give."""
    stated = int.from_bytes(body[-bytes_of_sum:], "big")
    if stated != check_sum:
        digits = 2 * bytes_of_sum
        message = f"the checksum is {stated:0{digits}X}, but the record's bytes give {check_sum:0{digits}X}"
        raise damaged(file, where, message)


def pieces(image: Image, length: int, most: int) -> list[tuple[int, bytes]]:
    """Return (address, bytes) in pieces of at most `length` bytes; the format's records take `most`."""
    if not 1 <= length <= most:
        raise ImageError(f"a record of {length} bytes is not possible in this format: expected 1 to {most}")
    return [(address, bytes(words)) for address, words in BYTES.pieces(image, length)]


def begins(head: bytes, mark: bytes, length: int) -> bool:
    """Return whether a text begins with a mark and hexadecimal digits, `length` characters in all."""
    start = head[:length]
    digits = start[len(mark) :]
    return len(start) == length and start.startswith(mark) and not NOT_HEX.search(digits.decode("latin-1"))


# ---------------------------------------------------------------- Intel HEX


class Kind(IntEnum):
    """The types of Intel HEX records."""

    DATA = 0
    END = 1
    SEGMENT_BASE = 2  # bits 4-19 of the addresses that follow
    SEGMENT_START = 3  # CS and IP
    LINEAR_BASE = 4  # bits 16-31 of the addresses that follow
    LINEAR_START = 5  # EIP


SIZES = {Kind.END: 0, Kind.SEGMENT_BASE: 2, Kind.SEGMENT_START: 4, Kind.LINEAR_BASE: 2, Kind.LINEAR_START: 4}


def loads_intelhex(data: bytes, file: str = "<data>") -> Image:
    """Return the image of a file that ends with an end record; every address must be within 64 K."""
    refuse_empty(data, file, "Intel HEX records, which begin with ':'")
    memory = Memory(file)
    base, ended, entry = 0, False, None
    for where, kind, address, content in _intel_records(data, file):
        if ended:
            raise damaged(file, where, "a record follows the end record")
        ended = kind == Kind.END
        number = int.from_bytes(content, "big")
        start = None
        match kind:
            case Kind.DATA:
                memory.add(base + address, content, where)
            case Kind.SEGMENT_BASE | Kind.LINEAR_BASE:
                base = number << (4 if kind == Kind.SEGMENT_BASE else 16)
            case Kind.SEGMENT_START:
                start = (number >> 16 << 4) + (number & 0xFFFF)
            case Kind.LINEAR_START:
                start = number
            case Kind.END:
                start = address or None  # the older 8-bit format gives the start address here
        if start is not None:
            if start >= SPACE:
                raise damaged(file, where, f"the start address {start:X} is beyond FFFF")
            if entry not in (None, start):
                raise damaged(file, where, f"a second start address, {start:04X}, after {entry:04X}")
            entry = start
    if not ended:
        raise damaged(file, "", "the file ends without the end record ':00000001FF'")
    return memory.image(entry)


def _intel_records(data: bytes, file: str) -> Iterator[tuple[str, Kind, int, bytes]]:
    """Yield where each record is, its type, address and bytes, its checksum and length verified."""
    for where, line in text_lines(data, file):
        if line[0] != ":":
            raise damaged(file, where, f"{shown(line)} is not an Intel HEX record: expected ':' and hexadecimal digits")
        body = hex_bytes(line[1:], file, where)
        if len(body) < 5 or len(body) != body[0] + 5:
            expected = f"{body[0] + 5} bytes" if body else "at least 5 bytes"
            raise damaged(file, where, f"the record has {len(body)} bytes, expected {expected}: {shown(line)}")
        checked(body, -sum(body[:-1]) & 0xFF, 1, file, where)
        if body[3] not in list(Kind):
            raise damaged(file, where, f"unknown record type {body[3]:02X}: expected 00 to 05")
        kind = Kind(body[3])
        if body[0] != SIZES.get(kind, body[0]):
            raise damaged(file, where, f"a record of type {kind:02X} has {SIZES[kind]} data bytes, not {body[0]}")
        yield where, kind, int.from_bytes(body[1:3], "big"), body[4:-1]


def dumps_intelhex(image: Image, *, record_size: int = 16) -> bytes:
    """Return the file in records of `record_size` bytes (1 to 255), with a start record if there is an entry."""
    records = [(Kind.DATA, address, data) for address, data in pieces(image, record_size, 0xFF)]
    if (entry := BYTES.start(image)) is not None:
        records.append((Kind.LINEAR_START, 0, entry.to_bytes(4, "big")))
    lines = []
    for kind, address, data in [*records, (Kind.END, 0, b"")]:
        body = bytes([len(data)]) + address.to_bytes(2, "big") + bytes([kind]) + data
        lines.append(f":{body.hex().upper()}{-sum(body) & 0xFF:02X}\n")
    return "".join(lines).encode("ascii")


def recognises_intelhex(head: bytes) -> bool:
    """Return whether the beginning of a file looks like Intel HEX."""
    return begins(head.lstrip(), b":", 9)


# ---------------------------------------------------------------- S-records

# S0 header; S1 S2 S3 data with 2, 3, 4 address bytes; S5 S6 number of data records; S9 S8 S7 end, with start address
ADDRESS_BYTES = {"S0": 2, "S1": 2, "S2": 3, "S3": 4, "S5": 2, "S6": 3, "S7": 4, "S8": 3, "S9": 2}


class SRecord(NamedTuple):
    """One line, its checksum verified; in a count record `address` is the count."""

    where: str
    kind: str
    address: int
    data: bytes


def loads_srecord(data: bytes, file: str = "<data>") -> Image:
    """Return the image of a file that ends with an end record, or at least with a count.

    Files without a start address contain 0000, so 0000 counts as one only when the image has a byte there.
    """
    refuse_empty(data, file, "S-records, which begin with 'S'")
    memory = Memory(file)
    count, counted, ending, first = 0, False, None, None
    for record in _s_records(data, file):
        if ending:
            raise damaged(file, record.where, f"a record follows the end record of {ending.where}")
        match record.kind:
            case "S1" | "S2" | "S3":
                first = first or record
                _check_width(record, first, file)
                memory.add(record.address, record.data, record.where)
                count += 1
            case "S5" | "S6":
                counted = True
                if record.address != count & (1 << 8 * ADDRESS_BYTES[record.kind]) - 1:
                    message = f"the count record says {record.address} data records, but {count} came before it"
                    raise damaged(file, record.where, message)
            case "S7" | "S8" | "S9":
                ending = record
                _check_width(first or record, record, file)
    if not (ending or counted):
        raise damaged(file, "", "the file ends without an end record (S9, S8 or S7)")
    entry = ending.address if ending and (ending.address or 0 in memory) else None
    if ending and entry is not None and entry >= SPACE:
        raise damaged(file, ending.where, f"the start address {entry:X} is beyond FFFF")
    return memory.image(entry)


def _check_width(record: SRecord, other: SRecord, file: str) -> None:
    """Raise ImageError when a data record has more address bytes than another, or than the end record has.

    A file is written with one kind of records; the checksum does not cover it, and another kind moves the data.
    """
    width = ADDRESS_BYTES[record.kind]
    if width > ADDRESS_BYTES[other.kind]:
        message = f"{record.kind} has {width} address bytes, {other.kind} of {other.where} has fewer"
        raise damaged(file, record.where, message)


def _s_records(data: bytes, file: str) -> Iterator[SRecord]:
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
        checked(body, ~sum(body[:-1]) & 0xFF, 1, file, where)
        yield SRecord(where, kind, int.from_bytes(body[1 : 1 + size], "big"), body[1 + size : -1])


def dumps_srecord(image: Image, *, record_size: int = 32) -> bytes:
    """Return an empty header, S1 records of `record_size` bytes (1 to 252), their count and the end record."""
    data = [("S1", address, data) for address, data in pieces(image, record_size, 0xFC)]
    count = ("S5" if len(data) < SPACE else "S6", len(data), b"")
    lines = []
    for kind, address, content in [("S0", 0, b""), *data, count, ("S9", BYTES.start(image) or 0, b"")]:
        body = address.to_bytes(ADDRESS_BYTES[kind], "big") + content
        body = bytes([len(body) + 1]) + body
        lines.append(f"{kind}{body.hex().upper()}{~sum(body) & 0xFF:02X}\n")
    return "".join(lines).encode("ascii")


def recognises_srecord(head: bytes) -> bool:
    """Return whether the beginning of a file looks like S-records."""
    start = head.lstrip()
    return start[:2].decode("latin-1").upper() in ADDRESS_BYTES and begins(start, start[:2], 8)


# ---------------------------------------------------------------- paper tape
# As the KIM-1's monitor reads (L) and punches (Q) it. The end record has no bytes, and the number of records before it
# in the place of an address. Whatever is between records (line ends, NULs, leader, DC3) is skipped. Nothing in a data
# record may be wrong; of the end record the monitor uses nothing, and other programs write it in other ways.

SEVEN_BITS = bytes(code & 0x7F for code in range(256))  # the monitor drops the parity bit
BREAK = re.compile(r"[\x00\r\n;]")  # found between records, never inside one
RECORD = re.compile(r";[0-9A-Fa-f]{6}")
MONITOR_RECORD = 24  # bytes in a record that Q punches


def loads_papertape(data: bytes, file: str = "<data>") -> Image:
    """Return the image of a tape, with notes where its end is not as the KIM-1 punches it.

    Raises ImageError for a wrong data record, another number of records than the end record says, records after it.
    """
    refuse_empty(data, file, "paper tape records, which begin with ';'")
    memory, notes = Memory(file), []
    text = data.translate(SEVEN_BITS).decode("ascii")
    count, rest = 0, None
    for where, body, behind in _tape_records(text, file):
        if body[0]:
            memory.add(int.from_bytes(body[1:3], "big"), body[3:-2], where)
            count += 1
        else:
            notes = [f"{file}, {where}: {note}" for note in _end_record(body, count, file, where)]
            rest = text[behind:]
    if not count and rest is None:
        raise damaged(file, "after record 0", "there is no record (';...') in it")
    if rest is None:
        notes.append(f"{file}: the tape ends without the end record ';00...', for which the KIM-1 waits")
    elif more := RECORD.search(rest):
        line = 1 + len(NEWLINE.findall(text, 0, len(text) - len(rest) + more.start()))
        where = f"record {count + 2} (line {line})"
        raise damaged(file, where, "a record follows the end record, where the KIM-1 has stopped reading")
    elif text_after := "".join(filter(str.isprintable, rest)).strip():
        notes.append(f"{file}: {shown(text_after)} after the end record is not read")
    if any(digit.islower() for record in RECORD.finditer(text) for digit in record.group()):
        notes.append(f"{file}: digits in lower case, of which the KIM-1 itself takes none")
    image = memory.image()
    image.notes = tuple(notes)
    return image


def _end_record(body: bytes, count: int, file: str, where: str) -> Iterator[str]:
    """Yield oddities of an end record after `count` records; raises ImageError for an impossible one."""
    stated = int.from_bytes(body[1:3], "big")
    if stated not in (count & 0xFFFF, count & 0xFF):
        raise damaged(file, where, f"the end record counts {stated} records, but {count} came before it")
    if stated != count:
        yield f"the end record counts {stated} records in place of {count}: without the higher digits"
    if body[1:3] == body[3:5] and sum(body[1:3]) != stated:  # as srec_cat writes it
        yield f"the end record repeats its count, {stated:04X}, in place of its checksum, {sum(body[1:3]):04X}"
    else:
        checked(body, sum(body[:-2]) & 0xFFFF, 2, file, where)


def _tape_records(text: str, file: str) -> Iterator[tuple[str, bytes, int]]:
    """Yield where each record is, up to the end record, its bytes, and the position after it.

    The checksums of data records are verified.
    """
    number, line, position = 0, 1, 0
    while (start := text.find(";", position)) >= 0:
        number += 1
        line += len(NEWLINE.findall(text, position, start))
        where = f"record {number} (line {line})"
        position = start + 1
        length = _tape_bytes(text, position, 3, file, where)[0]
        body = _tape_bytes(text, position, 3 + length + 2, file, where)
        position += 2 * len(body)
        if length:
            checked(body, sum(body[:-2]) & 0xFFFF, 2, file, where)
        yield where, body, position
        if not length:
            return


def _tape_bytes(text: str, position: int, count: int, file: str, where: str) -> bytes:
    """Return the `count` bytes written from `position` on as two digits each."""
    digits = BREAK.split(text[position : position + 2 * count], maxsplit=1)[0]
    if len(digits) < 2 * count:
        raise damaged(file, where, f"the record ends after {len(digits)} of its {2 * count} digits: {shown(digits)}")
    return hex_bytes(digits, file, where)


def dumps_papertape(image: Image, *, record_size: int = MONITOR_RECORD) -> bytes:
    """Return the tape in records of `record_size` bytes (1 to 255), one a line, with the end record."""
    records = pieces(image, record_size, 0xFF)
    lines = []
    for address, data in [*records, (len(records) & 0xFFFF, b"")]:
        body = bytes([len(data)]) + address.to_bytes(2, "big") + data
        lines.append(f";{body.hex().upper()}{sum(body) & 0xFFFF:04X}\r\n")
    return "".join(lines).encode("ascii")


def recognises_papertape(head: bytes) -> bool:
    """Return whether the beginning of a file looks like a paper tape: leader, then a record's first digits."""
    before, mark, after = head.translate(SEVEN_BITS).partition(b";")
    return bool(mark) and all(code < 0x20 or code == 0x7F for code in before) and begins(after, b"", 6)
