"""What do addresses belong to? Programs, labels, lines, as they are known now."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from emulators.image import Image, SourceLine
from host.debugger.sources import Sources

FAR, FAR_BEHIND_ENTRY = 0x10, 0x100  # words behind a label, a routine, where it is not known what is in memory


class Label(NamedTuple):
    """A name for the instructions from its address up to the next label."""

    address: int
    name: str


class Places:
    """The labels and lines of a program.

    A label counts unless it is local, or inside a scope that has a label itself. Where no label is known, one of
    `entries`, the addresses of routines that were called, takes its place.
    """

    def __init__(self, sources: Sources, entries: Iterable[int] = ()) -> None:
        self.sources = sources
        self._blocks = blocks(sources.images)
        self._entries: set[int] = set()
        labels = {address: sources.name_of(address) or name for address, name in known_labels(sources.images)}
        self._starts = sorted(labels)
        self._entries = {entry for entry in set(entries) - set(labels) if self._label_start(entry) is None}
        labels |= {entry: sources.near(entry) for entry in self._entries}
        self._labels = labels
        self._starts = sorted(labels)

    def label(self, address: int) -> Label | None:
        """Return the label that an address belongs to."""
        start = self._label_start(address)
        return None if start is None else Label(start, self._labels[start])

    def labels(self) -> list[Label]:
        """Return all labels, in the order of their addresses."""
        return [Label(start, self._labels[start]) for start in self._starts]

    def owner(self, address: int) -> int:
        """Return the address of the label that an address belongs to, or itself."""
        start = self._label_start(address)
        return address if start is None else start

    def _label_start(self, address: int) -> int | None:
        index = bisect_right(self._starts, address) - 1
        if index < 0:
            return None
        start = self._starts[index]
        block = self._block(address)
        near = block is not None or address - start < (FAR_BEHIND_ENTRY if start in self._entries else FAR)
        return start if near and block == self._block(start) else None

    def _block(self, address: int) -> int | None:
        index = bisect_right(self._blocks, (address, 1 << 64)) - 1
        return index if index >= 0 and address < self._blocks[index][1] else None


def blocks(images: Iterable[Image]) -> list[tuple[int, int]]:
    """Return the stretches (first, end) of memory that are filled from images."""
    stretches = sorted((each.address, each.end) for image in images for each in image.segments if each.words)
    ends = accumulate((end for _, end in stretches), max)
    joined: list[tuple[int, int]] = []
    for (first, _), end in zip(stretches, ends, strict=True):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((first, end))
    return joined


def known_labels(images: Iterable[Image]) -> Iterator[tuple[int, str]]:
    """Yield address and name of the labels that count."""
    for image in images:
        for name, address in image.symbols.items():
            if name not in image.constants and name.rpartition("::")[0] not in image.symbols:
                yield address, name


def lines_that_count(sources: Sources) -> list[SourceLine]:
    """Return all source lines but those of images that a more important one knows better, sorted."""
    kept: set[SourceLine] = set()
    for image in sources.images:
        own = set(image.lines)
        kept |= {line for line in own if line.length > 0 and sources.line_at(line.address) in own}
    return sorted(kept, key=lambda line: (line.address, line.depth, -line.length))


def origins(sources: Sources) -> dict[int, str]:
    """Return for each image, by its index, the file that most of its words come from."""
    names = {}
    for index, image in enumerate(sources.images):
        words: Counter[str] = Counter()
        for line in image.lines:
            if line.depth == 0:
                words[line.file] += line.length
        names[index] = words.most_common(1)[0][0] if words else ""
    return names


class Origins:
    """Which program is at an address? Called by the name of its main source, "" where that is not known."""

    def __init__(self, sources: Sources) -> None:
        self._names = [name for _, name in sorted(origins(sources).items())]
        self._blocks = [blocks([image]) for image in sources.images]

    def __call__(self, address: int) -> str:
        """Return the name of the program at an address."""
        for name, stretches in zip(self._names, self._blocks, strict=True):
            index = bisect_right(stretches, (address, 1 << 64)) - 1
            if name and index >= 0 and address < stretches[index][1]:
                return name
        return ""
