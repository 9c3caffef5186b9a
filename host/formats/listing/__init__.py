"""Listings of assemblers: the text in which people step through a program for which there is nothing better.

    0200  A9 00        2        3    start:  lda #0

A listing is its own source: the lines are those of the listing. Its labels become symbols where they are sure to be
labels. `families.py` has the forms that are known; which one a file has, shows by most of its bytes standing
where the ones before them end.
"""

from __future__ import annotations

from collections.abc import Sequence

from emulators.errors import ImageError
from emulators.image import Image, SourceLine
from host.formats.faults import damaged
from host.formats.listing.families import Family
from host.formats.listing.reading import addresses_behind, hides, read
from host.formats.listing.row import Row
from host.formats.listing.symbols import add_cross_reference, add_labels
from host.formats.memory import SPACE
from host.formats.text import split


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return an image without memory: the lines of the listing, and the labels that are sure to be some."""
    family, rows = read(data, file)
    image = Image(lines=_lines(rows, family, file))
    if not (family.name == "ironboard" and add_cross_reference(image, split(data))):
        add_labels(image, rows, family.columns)
    return image


def memory(data: bytes, file: str = "<data>") -> dict[int, int]:
    """Return the bytes that a listing shows, by their addresses."""
    _, rows = read(data, file)
    return {
        row.address + index: word
        for row in rows
        if row.address is not None
        for index, word in enumerate(row.words)
        if word is not None and row.address + index < SPACE
    }


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file looks like a listing."""
    try:
        read(head, "")
    except ImageError:
        return False
    return True


def _lines(rows: Sequence[Row], family: Family, file: str) -> list[SourceLine]:
    """Return the lines with bytes, those that are not shown included."""
    lines = []
    for row, behind in zip(rows, addresses_behind(rows), strict=True):
        if row.address is not None and row.placed:
            end = behind if behind is not None and behind > row.end and hides(row, family) else row.end
            if end > SPACE:
                raise damaged(file, f"line {row.line}", f"{len(row.words)} bytes reach beyond address FFFF")
            lines.append(SourceLine(row.address, end - row.address, file, row.line))
    return sorted(lines)
