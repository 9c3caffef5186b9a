"""The memory that images cover, checked before it is written, filled by readers; and files of nothing but its words.

binary   the bytes of memory; the address has to come from the user
words    words of 36 bits, each in 8 bytes, the lowest first; the address has to come from the user
prg      Commodore program file: two bytes of load address, low byte first, then the bytes of memory
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from emulators.cdc6600 import isa as cdc6600
from emulators.errors import ImageError
from emulators.ibm704 import isa as ibm704
from emulators.image import Image, Segment
from host.formats.faults import damaged, refuse_empty

WORD_BYTES = 8  # of a word in a file of words


class Space(NamedTuple):
    """The addresses of a machine and the width of its words."""

    word_bits: int
    size: int  # words
    radix: str  # "X" or "o": how addresses and words are printed

    @property
    def word_digits(self) -> int:
        return -(-self.word_bits // (4 if self.radix == "X" else 3))

    @property
    def addresses(self) -> str:
        """The first address and the last."""
        return f"{self.at(0)}-{self.at(self.size - 1)}"

    @property
    def _unit(self) -> str:
        return "hexadecimal" if self.radix == "X" else "octal"

    def at(self, address: int) -> str:
        """Return an address with all its digits."""
        return f"{address:0{len(f'{self.size - 1:{self.radix}}')}{self.radix}}"

    def segments(self, image: Image) -> list[Segment]:
        """Return the segments sorted and joined, after checking that they are words of this width at these addresses.

        Raises ImageError for anything else, and for an image without words.
        """
        image.expect(self.word_bits, "a file of this format")
        for segment in image.segments:
            if segment.address < 0 or segment.end > self.size:
                beyond = f"{len(segment.words)} words from {segment.address:{self.radix}} on"
                raise ImageError(f"{beyond} do not fit the addresses {self.addresses}")
            if wrong := next((word for word in segment.words if word < 0 or word >> self.word_bits), None):
                byte = "is not a byte; this format holds bytes only"
                problem = byte if self.word_bits == 8 else f"does not have {self.word_bits} bits"
                raise ImageError(f"the word {wrong:{self.radix}} ({self._unit}) {problem}")
        if not image.size:
            raise ImageError("the image is empty: there is nothing to write")
        return image.merged()

    def start(self, image: Image) -> int | None:
        """Return the entry point, after checking that it is one of these addresses."""
        if image.entry is not None and not 0 <= image.entry < self.size:
            raise ImageError(
                f"the entry point {image.entry:{self.radix}} ({self._unit}) is not within {self.addresses}"
            )
        return image.entry

    def pieces(self, image: Image, length: int) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield (address, words) in pieces of at most `length` words."""
        for segment in self.segments(image):
            for start in range(0, len(segment.words), length):
                yield segment.address + start, segment.words[start : start + length]


BYTES = Space(8, 0x10000, "X")
IBM704 = Space(ibm704.WORD_BITS, ibm704.MOST_WORDS, "o")
CDC6600 = Space(cdc6600.WORD_BITS, cdc6600.MOST_WORDS, "o")
SPACE = BYTES.size


class Memory:
    """The words read so far, each with the record it came from.

    Two records may agree about an address, but not contradict each other.
    """

    def __init__(self, file: str, space: Space = BYTES) -> None:
        self.file, self.space = file, space
        self._cells: dict[int, tuple[int, str]] = {}

    def __contains__(self, address: int) -> bool:
        return address in self._cells

    def add(self, address: int, words: Sequence[int], where: str) -> None:
        """Store the words of one record; `where` names the record in messages."""
        space = self.space
        if address + len(words) > space.size:
            unit = "bytes" if space.word_bits == 8 else "words"
            last = space.at(space.size - 1)
            message = f"{len(words)} {unit} from {space.at(address)} on reach beyond address {last}"
            raise damaged(self.file, where, message)
        for at, word in enumerate(words, address):
            known, source = self._cells.setdefault(at, (word, where))
            if known != word:
                digits = f"0{space.word_digits}{space.radix}"
                message = f"puts {word:{digits}} at {space.at(at)}, where {source} put {known:{digits}}"
                raise damaged(self.file, where, message)

    def image(self, entry: int | None = None) -> Image:
        """Return the words read, sorted by address, adjacent records joined."""
        bits = self.space.word_bits
        if not self._cells:
            raise damaged(self.file, "", f"there {'is no data' if bits == 8 else 'are no words'} in the file")
        one = bytes if bits == 8 else tuple
        cells = [Segment(address, one([word])) for address, (word, _) in self._cells.items()]
        return Image(Image(cells, word_bits=bits).merged(), entry, word_bits=bits)


# ---------------------------------------------------------------- words and nothing else


def loads_binary(data: bytes, file: str = "<data>", *, origin: int | None = None) -> Image:
    """Return the image of `data` placed at address `origin`."""
    refuse_empty(data, file, "the bytes of a program")
    if origin is None:
        raise damaged(file, "", "a raw binary does not contain its address; give its origin")
    if not 0 <= origin < SPACE:
        raise damaged(file, "", f"the origin {origin:X} (hexadecimal) is not within {BYTES.addresses}")
    if origin + len(data) > SPACE:
        raise damaged(file, "", f"{len(data)} bytes from the origin {origin:04X} on reach beyond address FFFF")
    return Image.of(origin, data)


def dumps_binary(image: Image, *, fill: int = 0) -> bytes:
    """Return the bytes from the lowest address to the highest, gaps holding `fill`."""
    if not 0 <= fill <= 0xFF:
        raise ImageError(f"the fill value {fill} is not a byte: 0 to 255 are")
    return bytes(Image(BYTES.segments(image)).flat(fill).words)


def loads_prg(data: bytes, file: str = "<data>") -> Image:
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


def dumps_prg(image: Image, *, fill: int = 0) -> bytes:
    """Return the program file from the lowest address to the highest, gaps holding `fill`."""
    first = BYTES.segments(image)[0].address
    return first.to_bytes(2, "little") + dumps_binary(image, fill=fill)


def loads_words(data: bytes, file: str = "<data>", *, origin: int | None = None) -> Image:
    """Return the image of `data` placed at address `origin`."""
    refuse_empty(data, file, "the words of a program")
    if origin is None:
        raise damaged(file, "", "words alone do not contain their address; give their origin")
    if len(data) % WORD_BYTES:
        raise damaged(file, "", f"{len(data)} bytes are not a whole number of words: a word has {WORD_BYTES}")
    words = [int.from_bytes(data[at : at + WORD_BYTES], "little") for at in range(0, len(data), WORD_BYTES)]
    if not 0 <= origin <= IBM704.size - len(words):
        raise damaged(file, "", f"{len(words)} words from {origin:05o} on are not within {IBM704.addresses}")
    for number, word in enumerate(words, 1):
        if word >> IBM704.word_bits:
            raise damaged(file, f"word {number}", f"{word:o} (octal) has more than {IBM704.word_bits} bits")
    return Image.of(origin, words, word_bits=IBM704.word_bits)


def dumps_words(image: Image, *, fill: int = 0) -> bytes:
    """Return the words from the lowest address to the highest, gaps holding `fill`."""
    if not 0 <= fill < 1 << IBM704.word_bits:
        raise ImageError(f"the fill value {fill:o} (octal) does not have {IBM704.word_bits} bits")
    flat = Image(IBM704.segments(image), word_bits=IBM704.word_bits).flat(fill)
    return b"".join(word.to_bytes(WORD_BYTES, "little") for word in flat.words)
