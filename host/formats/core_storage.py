"""The core storage that images of the IBM 704 cover: 32,768 words of 36 bits, checked before it is written."""

from __future__ import annotations

from emulators.errors import ImageError
from emulators.ibm704.isa import MOST_WORDS, WORD_BITS
from emulators.image import Image, Segment

LAST = MOST_WORDS - 1


def core_segments(image: Image) -> list[Segment]:
    """Return the segments sorted and joined, after checking that they are words of 36 bits at 00000-77777 octal."""
    image.expect(WORD_BITS, "a file of this format")
    for segment in image.segments:
        if segment.address < 0 or segment.end > MOST_WORDS:
            message = f"{len(segment.words)} words from {segment.address:o} on do not fit the addresses 00000-{LAST:o}"
            raise ImageError(message)
        if wrong := next((word for word in segment.words if word < 0 or word >> WORD_BITS), None):
            raise ImageError(f"the word {wrong:o} (octal) does not have {WORD_BITS} bits")
    if not image.size:
        raise ImageError("the image is empty: there is nothing to write")
    return image.merged()


def core_start(image: Image) -> int | None:
    """Return the entry point, after checking that it is an address of 00000-77777 octal."""
    if image.entry is not None and not 0 <= image.entry < MOST_WORDS:
        raise ImageError(f"the entry point {image.entry:o} (octal) is not within 00000-{LAST:o}")
    return image.entry
