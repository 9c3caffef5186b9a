"""Where does a 6600 stand, and which line of the source is that? Its instructions share words: a parcel says which."""

from __future__ import annotations

from pathlib import Path

from emulators.cdc6600.core import Cause
from emulators.cdc6600.disassembler import split
from emulators.cdc6600.isa import PARCEL_BITS, PARCELS
from emulators.cdc6600.machine import Cdc6600
from emulators.image import Image
from host.desk.source_lines import begun_last


def instruction(machine: Cdc6600) -> tuple[int, int]:
    """Return address and parcel of the instruction at which the processor has stopped; of the next one if it runs."""
    m = machine.m
    location, behind = int(m.location), int(m.behind) or PARCELS
    if m.cause in (Cause.ERROR_EXIT, Cause.ADDRESS):
        return location, next((each.first for each in split(int(m.word)) if each.first + each.size == behind), 0)
    return (location if m.cause == Cause.OPERATION else int(m.p)), int(m.parcel)


def line_of(image: Image, address: int, offset: int = 0) -> str:
    """Return file and line of what stands behind so many bits of a word, nothing where they are not known."""
    line = begun_last(image.lines, address, offset)
    return f"{Path(line.file).name}:{line.line}" if line else ""


def in_brackets(machine: Cdc6600, image: Image) -> str:
    """Return file and line of where the processor stands, as they are put behind what a message says."""
    address, parcel = instruction(machine)
    line = line_of(image, address, parcel * PARCEL_BITS)
    return f" [{line}]" if line else ""
