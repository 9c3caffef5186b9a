"""Words of 36 bits and nothing else, each in 8 bytes, the lowest first. The address has to come from the user."""

from __future__ import annotations

from emulators.errors import ImageError
from emulators.ibm704.isa import MOST_WORDS, WORD_BITS
from emulators.image import Image
from host.formats.core_storage import LAST, core_segments
from host.formats.faults import damaged, refuse_empty

WORD_BYTES = 8


def loads(data: bytes, file: str = "<data>", *, origin: int | None = None) -> Image:
    """Return the image of `data` placed at address `origin`."""
    refuse_empty(data, file, "the words of a program")
    if origin is None:
        raise damaged(file, "", "words alone do not say where they belong in memory; give their origin")
    if len(data) % WORD_BYTES:
        raise damaged(file, "", f"{len(data)} bytes are no whole number of words: a word has {WORD_BYTES}")
    words = [int.from_bytes(data[at : at + WORD_BYTES], "little") for at in range(0, len(data), WORD_BYTES)]
    if not 0 <= origin <= MOST_WORDS - len(words):
        raise damaged(file, "", f"{len(words)} words from {origin:05o} on are not within 00000-{LAST:o}")
    for number, word in enumerate(words, 1):
        if word >> WORD_BITS:
            raise damaged(file, f"word {number}", f"{word:o} (octal) has more than {WORD_BITS} bits")
    return Image.of(origin, words, word_bits=WORD_BITS)


def dumps(image: Image, *, fill: int = 0) -> bytes:
    """Return the words from the lowest address to the highest, gaps holding `fill`."""
    if not 0 <= fill < 1 << WORD_BITS:
        raise ImageError(f"the fill value {fill:o} (octal) does not have {WORD_BITS} bits")
    flat = Image(core_segments(image), word_bits=WORD_BITS).flat(fill)
    return b"".join(word.to_bytes(WORD_BYTES, "little") for word in flat.words)
