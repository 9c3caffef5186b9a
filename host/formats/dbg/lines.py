"""The source lines of a debug information file of ld65, and which of them stands inside which."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key
from typing import NamedTuple

from emulators.image import SourceLine
from host.formats.dbg.origins import Addresses
from host.formats.dbg.records import Records
from host.formats.faults import damaged
from host.formats.memory import SPACE

C_LINE, MACRO_LINE = 1, 2  # types of lines; others are those of plain assembler


class Stretch(NamedTuple):
    """Words that a line made."""

    address: int
    length: int
    file: str
    line: int
    kind: int
    level: int  # `count` in the file


def source_lines(records: Records) -> list[SourceLine]:
    """Return the source lines, with how deep each one stands in those that called it."""
    found: list[SourceLine] = []
    ends: list[int] = []  # of the lines around the next one
    for each in sorted(_without_compiled(list(_stretches(records))), key=cmp_to_key(_outside_in)):
        while ends and ends[-1] <= each.address:
            ends.pop()
        found.append(SourceLine(each.address, each.length, each.file, each.line, len(ends)))
        ends.append(each.address + each.length)
    return found


def _without_compiled(stretches: list[Stretch]) -> list[Stretch]:
    """Leave out the assembler lines that the C compiler wrote."""
    in_c = bytearray(SPACE)
    for each in stretches:
        if each.kind == C_LINE:
            in_c[each.address : each.address + each.length] = bytes([True]) * each.length
    return [each for each in stretches if each.kind == C_LINE or not in_c[each.address]]


def _outside_in(one: Stretch, other: Stretch) -> int:
    """Compare two stretches: by address, then the one around before the one inside."""
    if (one.address, one.length) != (other.address, other.length):
        return -1 if (one.address, -one.length) < (other.address, -other.length) else 1
    if (one.kind == MACRO_LINE) == (other.kind == MACRO_LINE):
        return one.level - other.level
    return -1 if _around(one, other) else 1


def _around(one: Stretch, other: Stretch) -> bool:
    """Tell whether the first of a line in a macro and one outside of it, with the same words, is around the other.

    A macro is called below its definition. A line of a macro that is called further up, by a line with a count, is
    the .endrepeat of a repetition in the macro.
    """
    macro, plain = (one, other) if one.kind == MACRO_LINE else (other, one)
    repetition = plain.level > 0 and macro.file == plain.file and macro.line > plain.line
    return (one is macro) == repetition


def _stretches(records: Records) -> Iterator[Stretch]:
    """Yield what each line made of what the linker put out."""
    addresses = Addresses(records)
    for line in records.all("line").values():
        name, number = records.one("file", line).name, line.number("line")
        for span in records.many("span", line):
            segment = records.one("seg", span)
            address, size = addresses.of(span), span.number("size")
            if not 0 <= address <= address + size <= SPACE:
                message = f"{size} bytes from {address:04X} on are not within 0000-FFFF"
                raise damaged(records.file, span.where, message)
            if size and "oname" in segment.values:
                yield Stretch(address, size, name, number, line.number("type", 0), line.number("count", 0))
