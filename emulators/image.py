"""An image: the result of assemblers, read and written by formats, loaded by machines, consulted by debuggers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.errors import ImageError

BEGINNINGS = ("start", "START", "main", "MAIN")  # symbols at which a program is taken to begin


class Segment(NamedTuple):
    """Consecutive words of memory. On the 6502 a word is a byte."""

    address: int
    words: tuple[int, ...] | bytes

    @property
    def end(self) -> int:
        """The address of the first word after the segment."""
        return self.address + len(self.words)


def parse_address(text: str, radix: int) -> int:
    """Return an address in the digits of a machine: 0200, 0x0200, $0200, 0200h if radix is 16; 0100, 0o100, 100B if 8.

    Raises ImageError for anything else.
    """
    if radix == 16:
        match = re.fullmatch(r"(?:0[xX]|\$)?([0-9A-Fa-f]+)[hH]?", text)
        expected = "hexadecimal digits, such as 0200 or 0x0200"
    else:
        match = re.fullmatch(r"(?:0[oO])?([0-7]+)[bB]?", text)
        expected = "octal digits, such as 0100 or 0o100"
    if not match:
        raise ImageError(f"'{text}' is not an address in {expected}")
    return int(match[1], radix)


def stretch(address: int, words: Iterable[int], word_bits: int) -> Segment:
    """Return a segment of words of this width; bytes are kept as `bytes`."""
    return Segment(address, bytes(words) if word_bits == 8 else tuple(words))


class SourceLine(NamedTuple):
    """A line of source that produced the words beginning at `address`.

    Several lines may have produced a word: the one in a macro and the one that called it. The one that
    is meant first is the shortest, among these the deepest.
    """

    address: int
    length: int  # words
    file: str
    line: int  # from 1
    depth: int = 0  # the depth of the line in macros and repetitions
    offset: int = 0  # bits of the first word that belong to the lines before: instructions may share a word


class Cards(IntEnum):
    """The kind of cards that the words of a part are punched on."""

    ABSOLUTE = 0  # cards that say where their words go
    FULL = 1  # words and nothing else, 24 to a card
    RELOCATABLE = 2  # cards that say which fields of their words change with the place


class Part(NamedTuple):
    """A stretch of a deck of several parts, up to a transfer card, or up to cards of another kind.

    `transfer`: the address on the transfer card after it, None where there is none. `relative`: on relocatable cards,
    how each word of each segment changes with the place: 4 x decrement + address, for each field 0 not at all, 2 the
    place is added, 3 it is subtracted.
    """

    segments: tuple[Segment, ...]
    cards: Cards = Cards.ABSOLUTE
    transfer: int | None = None
    relative: tuple[tuple[int, ...], ...] = ()


@dataclass
class Image:
    r"""Segments in the order of their origin, with the facts known about them.

    `entry` is where the program starts, None when the medium does not say. `symbols` maps names to
    addresses (scoped names as `outer::inner`); those in `constants` are known to be plain numbers rather than
    addresses. `local_symbols` are names that no other program can use, for debuggers: cheap local labels as
    `outer@inner`, names in nameless scopes. `lines` are sorted by address. `word_bits` is the width of the words.
    `notes` are the oddities of the file it was read from, `name` is that of the program, or of the file.
    `parts` is the deck that these segments are punched on, in its order, where it is more than absolute cards and a
    transfer card: segments of different parts may lie on the same addresses.

    >>> from ironboard import Image
    >>> image = Image.of(0x0200, b"\xa9\x2a\x60", entry=0x0200)
    >>> image
    <Image: 3 bytes at 0200-0202, entry 0200>
    >>> dict(image)[0x0201]
    42
    """

    segments: list[Segment] = field(default_factory=list)
    entry: int | None = None
    symbols: dict[str, int] = field(default_factory=dict)
    lines: list[SourceLine] = field(default_factory=list)
    constants: frozenset[str] = frozenset()
    local_symbols: dict[str, int] = field(default_factory=dict)
    word_bits: int = 8
    parts: tuple[Part, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)
    name: str = field(default="", compare=False)

    @classmethod
    def of(cls, address: int, words: Iterable[int], entry: int | None = None, word_bits: int = 8) -> Image:
        """Return an image of one segment."""
        return cls([stretch(address, words, word_bits)], entry, word_bits=word_bits)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Make the lines when they are first asked for: they were given to `later`."""
            if name != "lines" or "_later" not in vars(self):
                raise AttributeError(f"an image has no '{name}'", name=name, obj=self)
            self.lines = vars(self).pop("_later")()
            return self.lines

    def later(self, lines: Callable[[], list[SourceLine]]) -> None:
        """Have the lines made when they are first asked for: it takes time, and who only writes an image does not."""
        del self.lines
        self._later = lines

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __repr__(self) -> str:
        form = "04X" if self.word_bits == 8 else "05o"
        words = f"{self.size:,} {'bytes' if self.word_bits == 8 else 'words'}"
        places = [f"{each.address:{form}}-{each.end - 1:{form}}" for each in self.segments if each.words]
        where = f" at {places[0]}" if len(places) == 1 else f" in {len(places)} segments" if places else ""
        entry = "" if self.entry is None else f", entry {self.entry:{form}}"
        return f"<Image{self.name and f' {self.name}'}: {words}{where}{entry}>"

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield (address, word), in the order of the segments."""
        for segment in self.segments:
            yield from enumerate(segment.words, segment.address)

    @property
    def size(self) -> int:
        """The number of words in all segments."""
        return sum(len(segment.words) for segment in self.segments)

    def beginning(self, *infos: Image) -> int | None:
        """Return where the program begins: its entry, else at one of BEGINNINGS, else its first address.

        `infos` are the images with the symbols that count; without any, it is this one. None when there is nothing in
        it.
        """
        if self.entry is not None:
            return self.entry
        memory = [range(segment.address, segment.end) for segment in self.segments]
        for name in BEGINNINGS:
            for info in infos or (self,):
                address = info.symbols.get(name)
                if address is not None and name not in info.constants and any(address in each for each in memory):
                    return address
        return memory[0].start if memory else None

    def expect(self, word_bits: int, who: str) -> None:
        """Raise ImageError if the words have another width than those of `who`."""
        if self.word_bits != word_bits:
            raise ImageError(f"the image has words of {self.word_bits} bits, {who} has words of {word_bits}")

    def flat(self, fill: int = 0) -> Segment:
        """Return one segment over everything, gaps holding `fill`; later segments win.

        Raises ImageError when there is nothing in the image.
        """
        if not self.segments:
            raise ImageError("the image is empty: there is nothing to write")
        first = min(segment.address for segment in self.segments)
        memory = [fill] * (max(segment.end for segment in self.segments) - first)
        for address, word in self:
            memory[address - first] = word
        return stretch(first, memory, self.word_bits)

    def merged(self) -> list[Segment]:
        """Return the segments sorted by address, adjacent ones joined (later ones win where they overlap)."""
        memory = dict(self)
        joined: list[tuple[int, list[int]]] = []
        for address in sorted(memory):
            if not joined or address != joined[-1][0] + len(joined[-1][1]):
                joined.append((address, []))
            joined[-1][1].append(memory[address])
        return [stretch(address, words, self.word_bits) for address, words in joined]
