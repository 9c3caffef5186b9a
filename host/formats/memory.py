"""The 64 K bytes that images of byte machines cover: filled by readers, cut into records by writers."""

from __future__ import annotations

from collections.abc import Iterator

from emulators.errors import ImageError
from emulators.image import Image, Segment
from host.formats.faults import damaged

SPACE = 0x10000  # addresses are 0000-FFFF


class Memory:
    """The bytes read so far, each with the record it came from.

    Two records may say the same about an address, but not contradict each other.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self._cells: dict[int, tuple[int, str]] = {}

    def __contains__(self, address: int) -> bool:
        return address in self._cells

    def add(self, address: int, data: bytes, where: str) -> None:
        """Store the data of one record; `where` names the record in messages."""
        if address + len(data) > SPACE:
            message = f"{len(data)} bytes from {address:04X} on reach beyond address FFFF"
            raise damaged(self.file, where, message)
        for at, byte in enumerate(data, address):
            known, source = self._cells.setdefault(at, (byte, where))
            if known != byte:
                raise damaged(self.file, where, f"puts {byte:02X} at {at:04X}, where {source} put {known:02X}")

    def image(self, entry: int | None = None) -> Image:
        """Return what was read, sorted by address, adjacent records joined."""
        if not self._cells:
            raise damaged(self.file, "", "there is no data in the file")
        cells = [Segment(address, bytes([byte])) for address, (byte, _) in self._cells.items()]
        return Image(Image(cells).merged(), entry)


def byte_segments(image: Image) -> list[Segment]:
    """Return the segments sorted and joined, after checking that they are bytes at 0000-FFFF."""
    image.expect(8, "a file of this format")
    for segment in image.segments:
        if segment.address < 0 or segment.end > SPACE:
            message = f"{len(segment.words)} words from {segment.address:X} on do not fit the addresses 0000-FFFF"
            raise ImageError(message)
        if wrong := next((word for word in segment.words if not 0 <= word <= 0xFF), None):
            raise ImageError(f"the word {wrong:X} (hexadecimal) is not a byte; this format holds bytes only")
    if not image.size:
        raise ImageError("the image is empty: there is nothing to write")
    return image.merged()


def start_address(image: Image) -> int | None:
    """Return the entry point, after checking that it is an address of 0000-FFFF."""
    if image.entry is not None and not 0 <= image.entry < SPACE:
        raise ImageError(f"the entry point {image.entry:X} (hexadecimal) is not within 0000-FFFF")
    return image.entry


def pieces(image: Image, length: int, most: int) -> Iterator[tuple[int, bytes]]:
    """Yield (address, bytes) in pieces of at most `length` bytes; the format's records take `most`."""
    if not 1 <= length <= most:
        raise ImageError(f"a record of {length} bytes is not possible in this format: 1 to {most} are")
    for segment in byte_segments(image):
        for start in range(0, len(segment.words), length):
            yield segment.address + start, bytes(segment.words[start : start + length])
