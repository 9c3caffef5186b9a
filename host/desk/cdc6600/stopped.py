"""Where does a 6600 stand, and which line of the source is that? Its instructions share words: a parcel says which."""

from __future__ import annotations

from pathlib import Path

from emulators.cdc6600.isa import PARCEL_BITS
from emulators.cdc6600.machine import Cdc6600
from emulators.image import Image
from host.desk.source_lines import begun_last


def line_of(image: Image, address: int, offset: int = 0) -> str:
    """Return file and line of what stands behind so many bits of a word, nothing where they are not known."""
    line = begun_last(image.lines, address, offset)
    return f"{Path(line.file).name}:{line.line}" if line else ""


def in_brackets(machine: Cdc6600, image: Image) -> str:
    """Return file and line of where the processor stands, as they are put behind what a message says."""
    address, parcel = machine.stopped_at
    line = line_of(image, address, parcel * PARCEL_BITS)
    return f" [{line}]" if line else ""
