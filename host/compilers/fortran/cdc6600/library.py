"""A program's needs of the run-time library, and the library's of the program.

Each file other than INPUT and OUTPUT needs room at the end of storage. Of the items of formats, a program takes in
those that its formats have, of output and of input.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from emulators.cdc6600.isa import MOST_WORDS
from host.compilers.fortran import syntax
from host.compilers.fortran.syntax import Device, Type

UNITS, FILES, SLOTS = "FUNITS", "FILES.", "SLOTS."  # symbols of the program for the library
STANDARD_FILES = {5: "INPUT", 6: "OUTPUT", 7: "PUNCH"}
DEVICES = {Device.READER: 5, Device.PRINTER: 6, Device.PUNCH: 7}
OWN = frozenset({"INPUT", "OUTPUT"})  # they have their buffers in the library
FILE_WORDS = 256  # of a file, as in forio.compass
MOST_FILES = 8  # of which a program that computes the number of a unit may use any
ITEMS = "IFEDGLARO"
HOLLERITH = re.compile(r"(\d+)H")
QUOTES = "'\"*"


class Needs(NamedTuple):
    """The files and flags that the library has to know."""

    units: Mapping[int, str]  # and the files that they are; others are TAPEn
    files: int  # where the files begin; 0: there are none
    slots: int  # how many there may be
    flags: Mapping[str, int]  # conditions in the library


def needs(program: syntax.Program) -> Needs:
    """Return the files and flags of a program for the library."""
    units = {**STANDARD_FILES, **program.main.files}
    nodes = [*syntax.walk(*program.units)]
    slots = slots_of(nodes, units)
    files = MOST_WORDS - slots * FILE_WORDS if slots else 0
    flags = {FILES: files, "DOUBLE.": _transfers_double(nodes), **dict(_items(nodes))}
    return Needs(units, files, slots, flags)


def slots_of(nodes: Iterable[syntax.Node], units: Mapping[int, str]) -> int:
    """Return for how many files a program needs room."""
    used: set[str] = set()
    for each in nodes:
        number: syntax.Expression | int | None = None
        if isinstance(each, syntax.FileControl):
            number = each.unit
        elif isinstance(each, syntax.IndicatorIf) and each.indicator is syntax.Indicator.END_OF_FILE:
            number = each.number
        elif isinstance(each, syntax.Transfer) and each.device not in (Device.STORAGE, Device.DRUM):
            number = DEVICES.get(each.device) or each.unit
        if isinstance(number, syntax.Integer):
            number = number.value
        if isinstance(number, syntax.Expression):
            return MOST_FILES
        if number is not None:
            used.add(units.get(number, f"TAPE{number}"))
    return min(MOST_FILES, len(used - OWN))


def _transfers_double(nodes: Iterable[syntax.Node]) -> bool:
    """Return whether values of double precision may be read or written."""
    items = [item for each in nodes if isinstance(each, syntax.Transfer) for item in each.items]
    return any(isinstance(each, syntax.Expression) and each.type is Type.DOUBLE for each in syntax.walk(*items))


def _items(nodes: Sequence[syntax.Node]) -> Iterator[tuple[str, bool]]:
    """Yield for each item whether formats of output, and of input, may have it."""
    for output, way in ((True, "OUT"), (False, "IN")):
        codes: set[str] = set()
        for each in nodes:
            if isinstance(each, syntax.Transfer) and each.output is output and each.format is not None:
                layout = each.format.layout if isinstance(each.format, syntax.Label) else None
                codes |= codes_of(layout.text) if layout is not None else {*ITEMS}
        yield from ((f"{way}.{item}", item in codes) for item in ITEMS)


def codes_of(text: str) -> set[str]:
    """Return the letters of a format that are outside of its texts."""
    found, place = set(), 0
    while place < len(text):
        if hollerith := HOLLERITH.match(text, place):
            place = hollerith.end() + int(hollerith[1])
            continue
        character = text[place]
        if character in QUOTES:
            place = text.find(character, place + 1)
            if place < 0:
                break
        found.add(character.upper())
        place += 1
    return found
