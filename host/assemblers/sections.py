"""The place of every word: sections, the chunks they consist of, and the values filled in at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from emulators.errors import Place
from emulators.image import Segment, stretch
from host.assemblers.expressions import Base, Expression, Literal, Relative
from host.languages.assembly import AssemblyError, Context

Encode = Callable[..., Sequence[int]]  # from the values of the expressions to words


@dataclass(slots=True)
class Deferred:
    """Words that depend on expressions: encoded when everything is defined."""

    chunk: Chunk
    start: int
    expressions: tuple[Expression, ...]
    encode: Encode
    context: Context
    field: tuple[int, int] | None = (
        None  # the lowest bit of the field that depends on them, and how many bits; None: not one field
    )


@dataclass(eq=False)
class Chunk:
    """Consecutive words in memory. A reserved chunk holds room without content."""

    section: Section
    offset: int  # of the first word in its section
    origin: int | None  # absolute address, None when the section decides
    reserved: bool
    place: Place
    context: Context
    area: int  # counts the origins set so far: chunks of one area belong together
    words: list[int] = field(default_factory=list)
    fills: list[tuple[int, int]] = field(default_factory=list)  # index and number of words without a value of their own

    @property
    def address(self) -> int:
        """Address of the first word while the program runs; the section must have its address by now."""
        return self.origin if self.origin is not None else (self.section.address or 0) + self.offset

    def location(self, index: int) -> Expression:
        """Return the address of a word as an expression."""
        if self.origin is not None:
            return Literal(self.origin + index, self.place)
        return Relative(self.section, self.offset + index, self.place)

    @property
    def load_address(self) -> int:
        """Address of the first word in the image."""
        return self.address if self.section.load is None else self.section.load + self.offset


@dataclass(eq=False)
class Section(Base):
    """A named stream of words. `loads` is False for a layout without content in the image."""

    name: str
    address_size: int = 0
    loads: bool = True
    length: int = 0
    chunks: list[Chunk] = field(default_factory=list)
    address: int | None = None
    load: int | None = None  # its address in the image, where a configuration says that
    saved_origin: int | None = None  # for dialects in which each section keeps its own

    def fill(self, word: int) -> None:
        """Set the value of words that have none of their own: reserved room and alignment."""
        for chunk in self.chunks:
            for start, length in [(0, len(chunk.words))] if chunk.reserved else chunk.fills:
                chunk.words[start : start + length] = [word] * length

    def room(self, origin: int | None, reserved: bool, area: int, place: Place, context: Context) -> Chunk:
        """Return the chunk for the next words: the last one if they continue it."""
        last = self.chunks[-1] if self.chunks else None
        if last and last.reserved == reserved and last.area == area:
            end = None if last.origin is None else last.origin + len(last.words)
            if end == origin:
                return last
        self.chunks.append(Chunk(self, self.length, origin, reserved, place, context, area))
        return self.chunks[-1]


def lay_out(sections: Iterable[Section], addresses: dict[str, int], size: int) -> None:
    """Assign an address to every section: the requested one, else after the section before it.

    Sections with one-word addresses, in the zero page, follow one another; so do the others.
    """
    free = {True: 0, False: 0}
    for section in sections:
        if section.address is not None:
            continue
        short = section.address_size == 1
        section.address = addresses.get(section.name, free[short])
        free[short] = section.address + sum(len(chunk.words) for chunk in section.chunks if chunk.origin is None)
        for chunk in section.chunks:
            if chunk.origin is None and chunk.address + len(chunk.words) > size:
                raise AssemblyError(chunk.place, f"segment '{section.name}' reaches beyond the last address")


def loaded(sections: Iterable[Section]) -> list[Chunk]:
    """Return the chunks of the image, in the order of sections and source.

    An area (from one origin to the next) that only reserves room merely names addresses: it is omitted.
    """
    chunks = [chunk for section in sections for chunk in section.chunks]
    with_content = {(chunk.section.name, chunk.area) for chunk in chunks if not chunk.reserved}
    return [
        chunk
        for chunk in chunks
        if (
            chunk.section.loads
            if chunk.section.load is not None
            else not chunk.reserved or (chunk.section.loads and (chunk.section.name, chunk.area) in with_content)
        )
    ]


def overlaps(chunks: Iterable[Chunk]) -> list[tuple[Chunk, Chunk]]:
    """Return the pairs (later, earlier) of overlapping chunks with content."""
    filled = sorted(
        (c for c in chunks if not c.reserved and c.words), key=lambda c: (c.load_address, c.context.sequence)
    )
    found = []
    furthest: Chunk | None = None
    for chunk in filled:
        if furthest and chunk.load_address < furthest.load_address + len(furthest.words):
            later, earlier = sorted((furthest, chunk), key=lambda each: each.context.sequence, reverse=True)
            found.append((later, earlier))
        if furthest is None or chunk.load_address + len(chunk.words) > furthest.load_address + len(furthest.words):
            furthest = chunk
    return found


def to_segments(chunks: Iterable[Chunk], word_bits: int) -> list[Segment]:
    """Return image segments in the order of the chunks, joined where one follows the other."""
    joined: list[tuple[int, list[int]]] = []
    for chunk in chunks:
        if not chunk.words:
            continue
        if joined and chunk.load_address == joined[-1][0] + len(joined[-1][1]):
            joined[-1][1].extend(chunk.words)
        else:
            joined.append((chunk.load_address, list(chunk.words)))
    return [stretch(address, words, word_bits) for address, words in joined]
