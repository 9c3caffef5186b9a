"""Raw binary: the bytes of memory and nothing else. The address has to come from the user."""

from __future__ import annotations

from emulators.errors import ImageError
from emulators.image import Image
from host.formats.faults import damaged, refuse_empty
from host.formats.memory import SPACE, byte_segments


def loads(data: bytes, file: str = "<data>", *, origin: int | None = None) -> Image:
    """Return the image of `data` placed at address `origin`."""
    refuse_empty(data, file, "the bytes of a program")
    if origin is None:
        raise damaged(file, "", "a raw binary does not say where it belongs in memory; give its origin")
    if not 0 <= origin < SPACE:
        raise damaged(file, "", f"the origin {origin:X} (hexadecimal) is not within 0000-FFFF")
    if origin + len(data) > SPACE:
        raise damaged(file, "", f"{len(data)} bytes from the origin {origin:04X} on reach beyond address FFFF")
    return Image.of(origin, data)


def dumps(image: Image, *, fill: int = 0) -> bytes:
    """Return the bytes from the lowest address to the highest, gaps holding `fill`."""
    if not 0 <= fill <= 0xFF:
        raise ImageError(f"the fill value {fill} is not a byte: 0 to 255 are")
    return bytes(Image(byte_segments(image)).flat(fill).words)
