"""The line of a word, the address of a name: several images' symbols and source lines as one.

sources = Sources([program, monitor], folders=["sources"])
line = sources.line_at(0x0200)          # SourceLine(address=0x0200, ..., file=".../wally.s", line=120)
sources.breakable("wally.s", 118)       # (120, [0x0200]): the next line with code
sources.address_of("COUNT")             # 0x0052
sources.near(0x0055)                    # "COUNT+3"
"""

from __future__ import annotations

import heapq
import os
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import NamedTuple

from emulators.errors import ImageError, IronboardError
from emulators.image import Image, SourceLine
from host.formats import storage
from host.formats.faults import split_lines
from host.languages.running import Inspect

LIMIT = 8 << 20  # bytes in the largest source that is shown
FAR_INSIDE = 0x100  # words after a label, in memory with known content
FAR_OUTSIDE = 0x10  # elsewhere: variables, tables, registers of devices


class UnknownFileError(IronboardError):
    """A file without any line in the program, or an ambiguous file name."""


class AmbiguousNameError(IronboardError):
    """A name without its scopes that several symbols have."""


class Named(NamedTuple):
    """A symbol; the better name for an address sorts first."""

    image: int  # which image knows it
    constant: bool
    local: bool
    scopes: int
    order: int  # in its image
    name: str
    value: int


class Sources:
    """The facts about the memory from the sources of the programs in it.

    The images come in the order of their importance: where two know something about an address or a name,
    the first one is right. Sources are looked for in `folders`, then in the current folder. Numbers are
    written in `radix` (8 or 16) with the digits that `address_bits` need.
    """

    def __init__(
        self,
        images: Iterable[Image] = (),
        folders: Iterable[str | os.PathLike[str]] = (),
        *,
        radix: int = 16,
        address_bits: int = 16,
    ) -> None:
        self._own = Image()  # the names that the user has given
        self._images = tuple(images)
        self._folders = [Path(folder) for folder in folders]
        self._format, bits = ("X", 4) if radix == 16 else ("o", 3)
        self._digits = -(-address_bits // bits)
        self._prepare()

    @property
    def images(self) -> tuple[Image, ...]:
        """The images that this information comes from, the most important first; the first has the user's names."""
        return (self._own, *self._images)

    def _prepare(self) -> None:
        self._innermost = [Innermost(image.lines, image.word_bits) for image in self._images]
        self._sharing: defaultdict[int, list[SourceLine]] = defaultdict(list)
        self._lines: defaultdict[str, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
        for line in (line for image in self._images for line in image.lines):
            self._lines[line.file][line.line].add(line.address)
            if line.offset:
                self._sharing[line.address].append(line)
        self._texts = Texts({file: max(lines) for file, lines in self._lines.items()}, self._folders)
        self._words = {address: word for image in reversed(self._images) for address, word in image}
        self._blocks = Blocks(self._images)
        self._prepare_names()

    def _prepare_names(self) -> None:
        self._symbols: dict[str, Named] = {}
        self._by_last_part: dict[str, list[Named]] = {}
        self._by_value: dict[int, Named] = {}
        for symbol in sorted(
            Named(number, name in image.constants, local, name.count("::"), order, name, value)
            for number, image in enumerate(self.images)
            for local, symbols in ((False, image.symbols), (True, image.local_symbols))
            for order, (name, value) in enumerate(symbols.items())
        ):
            if symbol.name not in self._symbols:
                self._symbols[symbol.name] = symbol
                self._by_last_part.setdefault(last_part(symbol.name, symbol.value), []).append(symbol)
                self._by_value.setdefault(symbol.value, symbol)
        self._labels = sorted(value for value, each in self._by_value.items() if not each.constant)

    def add(self, image: Image, folders: Iterable[str | os.PathLike[str]] = ()) -> None:
        """Add an image as the most important one; its sources may be in these folders, too."""
        self._images = (image, *self._images)
        self._folders = [*map(Path, folders), *self._folders]
        self._prepare()

    def name(self, name: str, address: int) -> None:
        """Name an address; this name precedes all others."""
        self._own.symbols[name] = address
        self._prepare_names()

    def forget(self, name: str) -> bool:
        """Remove a name given by `name`; return whether there was one."""
        known = self._own.symbols.pop(name, None) is not None
        self._prepare_names()
        return known

    def is_label(self, address: int) -> bool:
        """Return whether an address has a name that is no constant."""
        named = self._by_value.get(address)
        return named is not None and not named.constant

    # ------------------------------------------------------------ lines

    @property
    def files(self) -> list[str]:
        """The files that lines come from, under the images' names, sorted."""
        return sorted(self._lines)

    def line_at(self, address: int, offset: int = 0) -> SourceLine | None:
        """Return the innermost line that produced the word at `address`: in a macro, the macro's own.

        Where lines share the word, `offset` says which one is meant: the one that begins after that number of its bits.
        """
        return next(filter(None, (innermost.at(address, offset) for innermost in self._innermost)), None)

    def lines_of(self, address: int, offsets: Iterable[int]) -> list[SourceLine]:
        """Return the innermost lines that filled a word, each once: those at these offsets."""
        found = (self.line_at(address, offset) for offset in offsets)
        return list(dict.fromkeys(line for line in found if line))

    def sharing(self, address: int) -> list[SourceLine]:
        """Return the lines that begin within the word at `address`, after its first bit."""
        return self._sharing.get(address, [])

    def word_at(self, address: int) -> int | None:
        """Return the word that a program placed at `address`, None without one: memory may differ by now."""
        return self._words.get(address)

    def addresses(self, file: str, line: int) -> list[int]:
        """Return the first address of each stretch of memory that a line produced, sorted.

        A line in a macro has one for every call. Raises UnknownFileError.
        """
        return sorted(self._lines[self.file(file)].get(line, ()))

    def breakable(self, file: str, line: int) -> tuple[int, list[int]]:
        """Return this line, or the next one of the file that produced code, and its addresses.

        Raises UnknownFileError, also when nothing follows.
        """
        name = self.file(file)
        following = min((each for each in self._lines[name] if each >= line), default=None)
        if following is None:
            last = max(self._lines[name])
            raise UnknownFileError(f"{name}: no code in line {line} or below; the last line with code is {last}")
        return following, self.addresses(name, following)

    def file(self, name: str) -> str:
        """Return the image's name of a file that the user typed.

        A full path, a relative path, or the last part of a path that fits one file only. Raises
        UnknownFileError.
        """
        if name in self._lines:
            return name
        found = [each for each in self.files if same_path(each, name)]
        found = [each for each in found or self.files if self._is_file(each, name)] or found
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownFileError(f"'{name}' may be {' or '.join(found)}: write more of the path")
        known = f"the files are {', '.join(self.files)}" if self._lines else "no source lines are known"
        raise UnknownFileError(f"no code was assembled from a file '{name}': {known}")

    def _is_file(self, file: str, typed: str) -> bool:
        """Return whether the typed name is the very file found under another one."""
        path = self.path(file)
        try:
            return path is not None and os.path.samefile(path, typed)
        except (OSError, ValueError):
            return False

    def text(self, file: str) -> list[str] | None:
        """Return the lines of a source, None when it cannot be found or read. Raises UnknownFileError."""
        found = self._texts.find(self.file(file))
        return found[1] if found else None

    def path(self, file: str) -> Path | None:
        """Return where the text of a source was found, None where it was not. Raises UnknownFileError."""
        found = self._texts.find(self.file(file))
        return found[0] if found else None

    # ------------------------------------------------------------ names

    def address_of(self, name: str) -> int | None:
        """Return the value of a symbol, None for an unknown one.

        The name may lack its scopes when only one symbol is called so; raises AmbiguousNameError if not.
        """
        if name in self._symbols:
            return self._symbols[name].value
        found = self._by_last_part.get(name, [])
        found = [each for each in found if each.image == found[0].image]
        if len({each.value for each in found}) > 1:
            candidates = ", ".join(f"{each.name} ({self.number(each.value)})" for each in found)
            raise AmbiguousNameError(f"'{name}' is the name of several symbols: {candidates}")
        return found[0].value if found else None

    def name_of(self, address: int) -> str | None:
        """Return the name for an address: a label rather than a constant, an outer one rather than a local one.

        Constants may be variables at fixed addresses, or plain numbers: after a label of a program, in memory whose
        content is known, they are not names.
        """
        found = self._by_value.get(address)
        if found is None or (found.constant and self._blocks.at(address) is not None and self._label_before(address)):
            return None
        return found.name

    def near(self, address: int) -> str:
        """Return the name of the address, or the label before it and the distance, or the number."""
        exact = self.name_of(address)
        if exact is not None:
            return exact
        before = self._label_before(address)
        return f"{before.name}+{address - before.value:{self._format}}" if before else self.number(address)

    def _label_before(self, address: int) -> Named | None:
        """Return the label before an address, None if it is too far away."""
        index = bisect_right(self._labels, address) - 1
        if index < 0:
            return None
        label, block = self._labels[index], self._blocks.at(address)
        close = address - label < (FAR_OUTSIDE if block is None else FAR_INSIDE)
        return self._by_value[label] if close and block == self._blocks.at(label) else None

    def number(self, address: int) -> str:
        """Return an address as the machine's manual prints it, with all its digits."""
        return f"{address:{self._format}}".rjust(self._digits, "0") if address >= 0 else f"{address:{self._format}}"

    def names(self, prefix: str = "") -> Sequence[str]:
        """Return the names that begin with `prefix`, or have a last part that does, in alphabetical order."""
        return sorted(
            name
            for name, symbol in self._symbols.items()
            if name.startswith(prefix) or last_part(name, symbol.value).startswith(prefix)
        )


def last_part(name: str, value: int) -> str:
    """Return a name without its scopes: loop of start::loop, @again of start@again.

    The address that tells names apart which would be the same (loop@0203) is not part of it.
    """
    last = name.removesuffix(f"@{value:04X}").rpartition("::")[2]
    return last[max(last.find("@"), 0) :]


class Blocks:
    """The stretches of memory that images fill together."""

    def __init__(self, images: Iterable[Image]) -> None:
        filled = sorted((each.address, each.end) for image in images for each in image.segments if each.words)
        self._stretches: list[tuple[int, int]] = []  # first address, end
        for first, end in filled:
            if self._stretches and first <= self._stretches[-1][1]:
                first, end = self._stretches[-1][0], max(end, self._stretches.pop()[1])
            self._stretches.append((first, end))

    def at(self, address: int) -> int | None:
        """Return the stretch that contains an address, None outside of all."""
        index = bisect_right(self._stretches, (address, 1 << 64)) - 1
        return index if index >= 0 and address < self._stretches[index][1] else None


# ---------------------------------------------------------------- lines


class Innermost:
    """The innermost line for every address: the shortest one, among these the deepest.

    Where lines share words of `word_bits`, as their offsets say, it is the one that has begun last before a bit; of
    those that have begun together the shortest, the deepest.
    """

    def __init__(self, lines: Iterable[SourceLine], word_bits: int = 1) -> None:
        lines = [line for line in lines if line.length > 0]
        shared = word_bits > 1 and any(line.offset for line in lines)
        self._unit = unit = word_bits if shared else 1
        spans = [
            (line.address * unit + line.offset * shared, (line.address + line.length) * unit, line) for line in lines
        ]
        waiting = sorted(spans, key=lambda span: span[0], reverse=True)
        borders = sorted({border for span in spans for border in span[:2]})
        self._starts: list[int] = []
        self._lines: list[SourceLine | None] = []
        open_lines: list[tuple[int, int, int, SourceLine, int]] = []
        for border in borders:
            while waiting and waiting[-1][0] == border:
                start, end, line = waiting.pop()
                heapq.heappush(open_lines, (-start if shared else 0, line.length, -line.depth, line, end))
            while open_lines and open_lines[0][-1] <= border:
                heapq.heappop(open_lines)
            self._starts.append(border)
            self._lines.append(open_lines[0][3] if open_lines else None)

    def at(self, address: int, offset: int = 0) -> SourceLine | None:
        """Return the innermost line over a word, or over the code after that many of its bits; None for none."""
        place = address * self._unit + (offset if self._unit > 1 else 0)
        index = bisect_right(self._starts, place) - 1
        return self._lines[index] if index >= 0 else None


# ---------------------------------------------------------------- texts


class Texts:
    """The lines of source files.

    `longest` has for every file the highest line that must be in it: a shorter text of the same name is another file.
    A file is looked for by its whole path, then by fewer and fewer of its last parts, in every folder and at last in
    the current one.
    """

    def __init__(self, longest: Mapping[str, int], folders: Iterable[str | os.PathLike[str]] = ()) -> None:
        self._longest = longest
        self._folders = [Path(folder) for folder in folders]
        self._found: dict[str, tuple[Path, list[str]] | None] = {}

    def find(self, file: str) -> tuple[Path, list[str]] | None:
        """Return where the text of a file is, and its lines without line ends; None when it is not found."""
        if file not in self._found:
            least = self._longest.get(file, 0)
            texts = ((path, _lines(path)) for path in self._places(file))
            found = ((path, rows) for path, rows in texts if rows is not None and len(rows) >= least)
            self._found[file] = next(found, None)
        return self._found[file]

    def _places(self, file: str) -> Iterator[Path]:
        folders = [*self._folders, Path()]
        yield from (folder / file for folder in folders)
        names = parts(file)
        for start in range(len(names)):
            yield from (folder.joinpath(*names[start:]) for folder in folders)


def _lines(path: Path) -> list[str] | None:
    try:
        return split_lines(storage.read_all(path, LIMIT, "a source")) if path.is_file() else None
    except (ImageError, OSError, ValueError):
        return None


def parts(file: str) -> list[str]:
    """Return the parts of a path of either kind of system, without the root and steps that lead nowhere."""
    pure = PureWindowsPath(file) if "\\" in file else PurePosixPath(file)
    names: list[str] = []
    for name in pure.parts[1:] if pure.anchor else pure.parts:
        if name == ".." and names and names[-1] != "..":
            names.pop()
        else:
            names.append(name)
    return names


def same_path(one: str, other: str) -> bool:
    """Return whether two paths may be the same file: the last parts of one are all of the other."""
    first, second = ([os.path.normcase(name) for name in parts(file) if name != ".."] for file in (one, other))
    shorter = min(len(first), len(second))
    return shorter > 0 and first[-shorter:] == second[-shorter:]


# ---------------------------------------------------------------- a program, with what is known about it

# A program with the facts about it: its memory, symbols and source lines, and its compiler's inspector.


@dataclass
class Program:
    """A program to be debugged.

    `image` is its memory; its `entry` is None only when there is no memory. `infos` are the images with symbols and
    source lines, the most reliable first. `warnings` are for the user.
    """

    name: str  # as the user typed it
    image: Image
    path: Path | None = None  # the file that was read
    infos: list[Image] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)  # where the texts of sources may be
    warnings: list[str] = field(default_factory=list)
    terminal: bool = False  # it is started from the machine's terminal
    inspect: Inspect | None = None  # the inspector of its compiler while it runs

    @property
    def known(self) -> Image:
        """The image with the symbols and lines that are known of it, those of the most reliable source."""
        best = next((each for each in self.infos if each.symbols), self.image)
        return replace(self.image, symbols={**self.image.symbols, **best.symbols}, lines=self.image.lines or best.lines)

    def sources(self, *others: Program, radix: int = 16, address_bits: int = 16) -> Sources:
        """Return the sources of this program, followed by others, such as the monitor ROM."""
        programs = (self, *others)
        images = [info for program in programs for info in program.infos]
        folders = [folder for program in programs for folder in program.folders]
        return Sources(images, folders, radix=radix, address_bits=address_bits)
