"""The core storage that images cover, checked before it is written: of the IBM 704, where nothing else is said."""

from __future__ import annotations

from emulators.errors import ImageError
from emulators.ibm704.isa import MOST_WORDS, WORD_BITS
from emulators.image import Image, Segment

LAST = MOST_WORDS - 1


def core_segments(image: Image, word_bits: int = WORD_BITS, most_words: int = MOST_WORDS) -> list[Segment]:
    """Return the segments sorted and joined, after checking that they are words of this width inside the storage."""
    image.expect(word_bits, "a file of this format")
    for segment in image.segments:
        if segment.address < 0 or segment.end > most_words:
            beyond = f"{len(segment.words)} words from {segment.address:o} on"
            raise ImageError(f"{beyond} do not fit the addresses {_addresses(most_words)}")
        if wrong := next((word for word in segment.words if word < 0 or word >> word_bits), None):
            raise ImageError(f"the word {wrong:o} (octal) does not have {word_bits} bits")
    if not image.size:
        raise ImageError("the image is empty: there is nothing to write")
    return image.merged()


def core_start(image: Image, most_words: int = MOST_WORDS) -> int | None:
    """Return the entry point, after checking that it is an address of the storage."""
    if image.entry is not None and not 0 <= image.entry < most_words:
        raise ImageError(f"the entry point {image.entry:o} (octal) is not within {_addresses(most_words)}")
    return image.entry


def _addresses(most_words: int) -> str:
    last = f"{most_words - 1:o}"
    return f"{0:0{len(last)}}-{last}"
