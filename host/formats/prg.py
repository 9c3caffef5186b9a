"""Commodore program file: two bytes of load address, low byte first, then the bytes of memory."""

from __future__ import annotations

from emulators.image import Image
from host.formats import binary
from host.formats.faults import damaged, refuse_empty
from host.formats.memory import SPACE, byte_segments


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return the image of a program file."""
    refuse_empty(data, file, "two bytes of load address and the bytes of a program")
    if len(data) < 3:
        expected = "a load address of 2 bytes and at least 1 byte more"
        raise damaged(file, "", f"the file ends after {len(data)} bytes; expected {expected}")
    address = int.from_bytes(data[:2], "little")
    if address + len(data) - 2 > SPACE:
        message = f"{len(data) - 2} bytes from the load address {address:04X} on reach beyond address FFFF"
        raise damaged(file, "bytes 0-1", message)
    return Image.of(address, data[2:])


def dumps(image: Image, *, fill: int = 0) -> bytes:
    """Return the program file from the lowest address to the highest, gaps holding `fill`."""
    first = byte_segments(image)[0].address
    return first.to_bytes(2, "little") + binary.dumps(image, fill=fill)
