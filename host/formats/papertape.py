"""MOS Technology paper tape, as the KIM-1's monitor reads (L) and punches (Q) it.

    ; 18 0200 A9..60 0B6C      bytes in the record, address, the bytes, sum of all of them (16 bits)
    ; 00 0003 0003             end record: no bytes, the number of records before it, the sum

Without the blanks. Whatever stands between records (line ends, NULs, leader, DC3) is skipped.

Source: KIM-1 User Manual, Appendix F (Paper tape format).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from emulators.image import Image
from host.formats.faults import NEWLINE, check_sum, damaged, hex_bytes, refuse_empty, shown
from host.formats.memory import Memory, pieces

SEVEN_BITS = bytes(code & 0x7F for code in range(256))  # the monitor drops the parity bit
BREAK = re.compile(r"[\x00\r\n;]")  # what stands between records, never inside one
MONITOR_RECORD = 24  # bytes in a record that Q punches


class Record(NamedTuple):
    """One record of the tape; in the end record `address` is the number of records."""

    where: str
    address: int
    data: bytes


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return the image of a tape that ends with an end record giving the right number of records."""
    refuse_empty(data, file, "paper tape records, which begin with ';'")
    memory = Memory(file)
    count, ended = 0, False
    for record in records(data.translate(SEVEN_BITS).decode("ascii"), file):
        if ended:
            raise damaged(file, record.where, "a record follows the end record, where the KIM-1 has stopped reading")
        if record.data:
            memory.add(record.address, record.data, record.where)
            count += 1
            continue
        ended = True
        if record.address != count & 0xFFFF:
            message = f"the end record counts {record.address} records, but {count} came before it"
            raise damaged(file, record.where, message)
    if not ended:
        problem = "the tape ends without the end record ';00...'" if count else "there is no record (';...') in it"
        raise damaged(file, f"after record {count}", problem)
    return memory.image()


def records(text: str, file: str) -> Iterator[Record]:
    """Yield the records of a tape with their checksums verified."""
    number, line, position = 0, 1, 0
    while (start := text.find(";", position)) >= 0:
        number += 1
        line += len(NEWLINE.findall(text, position, start))
        where = f"record {number} (line {line})"
        position = start + 1
        head = take(text, position, 3, file, where)
        body = take(text, position, 3 + head[0] + 2, file, where)
        position += 2 * len(body)
        check_sum(int.from_bytes(body[-2:], "big"), sum(body[:-2]) & 0xFFFF, 4, file, where)
        yield Record(where, int.from_bytes(body[1:3], "big"), body[3:-2])


def take(text: str, position: int, count: int, file: str, where: str) -> bytes:
    """Return the `count` bytes written from `position` on as two digits each."""
    digits = BREAK.split(text[position : position + 2 * count], maxsplit=1)[0]
    if len(digits) < 2 * count:
        raise damaged(file, where, f"the record ends after {len(digits)} of its {2 * count} digits: {shown(digits)}")
    return hex_bytes(digits, file, where)


def dumps(image: Image, *, record_size: int = MONITOR_RECORD) -> bytes:
    """Return the tape in records of `record_size` bytes (1 to 255), one a line, with the end record."""
    lines = [record_text(address, data) for address, data in pieces(image, record_size, 0xFF)]
    lines.append(record_text(len(lines) & 0xFFFF, b""))
    return "".join(lines).encode("ascii")


def record_text(address: int, data: bytes) -> str:
    """Return one record as a line of text."""
    body = bytes([len(data)]) + address.to_bytes(2, "big") + data
    return f";{body.hex().upper()}{sum(body) & 0xFFFF:04X}\r\n"


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file looks like a paper tape: leader, then a record's first digits."""
    before, mark, after = head.translate(SEVEN_BITS).partition(b";")
    digits = after[:6]
    leader = all(code < 0x20 or code == 0x7F for code in before)
    return bool(mark) and leader and len(digits) == 6 and all(code in b"0123456789ABCDEFabcdef" for code in digits)
