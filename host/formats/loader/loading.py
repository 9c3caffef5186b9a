"""The loader: places modules and common blocks, satisfies externals from libraries, adds places to addresses.

modules     one after the other from the origin on, each after the labelled common blocks that it is the first to name
libraries   modules with an entry that is still wanted, in the order in which they are wanted
then        a word of zeros for each weak external that nothing has, and blank common
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from emulators.cdc6600.isa import MOST_WORDS
from emulators.errors import ImageError
from emulators.image import Image, Segment, stretch
from host.formats.loader import BLANK_COMMON, COMMON, PROGRAM, WORD_BITS, Address, Copy, Module, changed, tables

FIRST_WORD = 0o100  # the words below are shared with the system
MOST_USERS = 3  # places of use that a message names


class Block(NamedTuple):
    """A stretch of storage: a program, or a common block between slashes."""

    name: str
    address: int
    length: int
    file: str = ""
    comment: str = ""


class Use(NamedTuple):
    """A word that uses an external: its module, and its place there."""

    module: str
    address: int


@dataclass
class Loaded:
    """A program in its place."""

    image: Image
    blocks: list[Block]
    entries: dict[str, tuple[int, str]]  # address and program
    uses: dict[str, list[Use]]  # by external
    unsatisfied: list[str]  # weak ones only
    transfer: str
    warnings: list[str] = field(default_factory=list)


def load(
    modules: Sequence[Module],
    libraries: Iterable[Sequence[Module]] = (),
    origin: int = FIRST_WORD,
    entry: str = "",
    system: Callable[[str], Module | None] | None = None,
) -> Loaded:
    """Load modules, with the ones they need of libraries, at an origin; start at `entry`, or where a module says.

    `system` returns the module of the system's library that has an entry.

    Raises ImageError for externals that nothing satisfies, with the places where they are used, and for modules that
    have no room in storage.
    """
    loader = Loader(origin)
    for module in modules:
        loader.add(module)
    loader.search([*libraries], system or (lambda name: None))
    return loader.finish(entry)


class Loader:
    """Storage while it is being filled."""

    def __init__(self, origin: int) -> None:
        self.origin = self.free = origin
        self.modules: list[tuple[Module, int]] = []  # and the place of each
        self.blocks: list[Block] = []
        self.commons: dict[str, tuple[int, int]] = {}  # name -> place and length
        self.blank = 0  # the longest blank common
        self.entries: dict[str, tuple[int, Module]] = {}
        self.words: dict[int, int] = {}
        self.warnings: list[str] = []

    def add(self, module: Module) -> None:
        """Give a module its place."""
        for name, length in module.commons:
            if name == BLANK_COMMON:
                self.blank = max(self.blank, length)
            elif name not in self.commons:
                self.commons[name] = self.free, length
                self.blocks.append(Block(f"/{name}/", self.free, length, module.file))
                self.free += length
            elif length > self.commons[name][1]:
                was = self.commons[name][1]
                raise ImageError(
                    f"{module.name}: /{name}/ has {length:o}B words here, {was:o}B where it is first named"
                )
        place = self.free
        self.blocks.append(Block(module.name, place, module.length, module.file, module.comment))
        self.modules.append((module, place))
        self.free += module.length
        self.check_room(self.free)
        for name in module.entries:
            if name in self.entries:
                first = self.entries[name][1].name
                self.warnings.append(f"{module.name}: {first} has an entry {name} already: the first one counts")
            else:
                self.entries[name] = place, module

    def check_room(self, end: int) -> None:
        """Raise ImageError if storage ends before an address."""
        if end > MOST_WORDS:
            raise ImageError(f"the program reaches to {end - 1:06o}, storage to {MOST_WORDS - 1:06o}")

    def wanted(self) -> list[str]:
        """Return the externals that nothing satisfies so far, without weak ones."""
        found = [name for module, _ in self.modules for name in module.externals if name not in module.weak]
        return [name for name in dict.fromkeys(found) if name not in self.entries]

    def search(self, libraries: Sequence[Sequence[Module]], system: Callable[[str], Module | None]) -> None:
        """Add the modules of libraries that are wanted, and those that these want; then those of the system."""
        having: dict[str, Module] = {}
        for module in (each for library in reversed(libraries) for each in reversed(library)):
            having |= dict.fromkeys(module.entries, module)
        while True:
            wanted = self.wanted()
            ready = next((having[name] for name in wanted if name in having), None)
            ready = ready or next(filter(None, map(system, wanted)), None)
            if ready is None:
                return
            self.add(ready)

    def finish(self, entry: str) -> Loaded:
        """Put the words into storage and return the program."""
        uses = self.uses()
        self.refuse_unsatisfied(uses)
        weak = [name for name in uses if name not in self.entries]
        addresses = {name: self.address(module, place, module.entries[name])
                     for name, (place, module) in self.entries.items()}  # fmt: skip
        for name in weak:
            addresses[name] = self.free
            self.blocks.append(Block(f"({name})", self.free, 1))
            self.words[self.free] = 0
            self.free += 1
        if self.blank:
            self.commons[BLANK_COMMON] = self.free, self.blank
            self.blocks.append(Block("//", self.free, self.blank))
            self.check_room(self.free + self.blank)
        for module, place in self.modules:
            self.fill(module, place, addresses)
        for module, place in self.modules:
            for copy in module.copies:
                if not copy.at_once:
                    self.copy(module, place, copy)
        transfer, start = self.start(entry, addresses)
        entries = {name: (addresses[name], module.name) for name, (_, module) in self.entries.items()}
        blocks = {each.name: each.address for each in self.blocks if each.name not in entries}
        image = Image(segments(self.words), start, {**blocks, **addresses}, word_bits=WORD_BITS)
        return Loaded(image, self.blocks, entries, uses, weak, transfer, self.warnings)

    def uses(self) -> dict[str, list[Use]]:
        """Return the externals, and where they are used."""
        found: dict[str, list[Use]] = {}
        for module, place in self.modules:
            for name, addresses in module.externals.items():
                places = [self.address(module, place, each) for each in addresses if each.base <= PROGRAM]
                found.setdefault(name, []).extend(Use(module.name, each) for each in places)
        return found

    def refuse_unsatisfied(self, uses: dict[str, list[Use]]) -> None:
        """Raise ImageError for externals that no program has."""
        lines = []
        for name in self.wanted():
            places = [f"{use.module} at {use.address:06o}" for use in uses[name]]
            more = f" and {len(places) - MOST_USERS} more" if len(places) > MOST_USERS else ""
            lines.append(f"no program has the entry {name}: it is used in {', '.join(places[:MOST_USERS])}{more}")
        if lines:
            lines.append("  hint: ironboard load takes further files, and libraries (--library)")
            raise ImageError("\n".join(lines))

    def base(self, module: Module, place: int, base: int) -> int:
        """Return the address of a base."""
        if base < COMMON:
            return place if base == PROGRAM else 0
        return self.commons[module.commons[base - COMMON][0]][0]

    def address(self, module: Module, place: int, at: Address) -> int:
        """Return the address in storage of a word of a module."""
        return self.base(module, place, at.base) + at.offset

    def fill(self, module: Module, place: int, addresses: dict[str, int]) -> None:
        """Put the words of a module into storage."""
        for text in module.texts:
            if text.at.base >= COMMON and module.commons[text.at.base - COMMON][0] == BLANK_COMMON:
                raise ImageError(f"{module.name}: there are words for blank common, which holds nothing at the start")
            start = self.address(module, place, text.at)
            self.check_room(start + len(text.words))
            self.words.update(enumerate(text.words, start))
        for change in module.changes:
            at = self.address(module, place, change.at)
            self.check_room(at + 1)
            what = addresses[change.what] if isinstance(change.what, str) else self.base(module, place, change.what)
            try:
                self.words[at] = changed(self.words.get(at, 0), change, what)
            except ImageError as error:
                raise ImageError(f"{module.name} at {at:06o}: {error}") from None
        for copy in module.copies:
            if copy.at_once:
                self.copy(module, place, copy)

    def copy(self, module: Module, place: int, copy: Copy) -> None:
        """Copy words as a module says."""
        source, target = self.address(module, place, copy.source), self.address(module, place, copy.target)
        self.check_room(target + copy.step * max(0, copy.times - 1) + copy.length)
        if copy.length * copy.times > MOST_WORDS:
            raise ImageError(f"{module.name}: {copy.times} times {copy.length} words are more than storage holds")
        for time in range(copy.times):
            for word in range(copy.length):
                self.words[target + copy.step * time + word] = self.words.get(source + word, 0)

    def start(self, entry: str, addresses: dict[str, int]) -> tuple[str, int | None]:
        """Return the entry at which the program starts, and its address; the last module that names one counts."""
        names = [module.transfer for module, _ in self.modules if module.transfer]
        name = entry or (names or [""])[-1]
        if name:
            if name not in addresses:
                raise ImageError(f"no program has the entry {name}, at which the program is to start")
            return name, addresses[name]
        first = next(iter(self.modules), None)
        name = next(iter(first[0].entries), "") if first else ""
        return name, addresses.get(name)


def segments(words: dict[int, int]) -> list[Segment]:
    """Return words as segments, in the order of their addresses."""
    found: list[tuple[int, list[int]]] = []
    for address in sorted(words):
        if not found or found[-1][0] + len(found[-1][1]) != address:
            found.append((address, []))
        found[-1][1].append(words[address])
    return [stretch(address, each, WORD_BITS) for address, each in found]


def load_map(loaded: Loaded, origin: int) -> str:
    """Return the load map: blocks, entry points with their users, in the columns of Control Data's loader."""
    end = max((each.address + each.length for each in loaded.blocks), default=origin)
    start = "" if loaded.image.entry is None else f"{loaded.transfer:<10}{loaded.image.entry:6o}"
    lines = [
        "LOAD MAP", "",
        f"FWA OF THE LOAD     {origin:6o}",
        f"LWA+1 OF THE LOAD   {end:6o}", "",
        f"TRANSFER ADDRESS -- {start}".rstrip(), "",
        "PROGRAM AND BLOCK ASSIGNMENTS.", "",
        "BLOCK       ADDRESS   LENGTH   FILE         COMMENTS", "",
    ]  # fmt: skip
    for each in loaded.blocks:
        file = Path(each.file).stem.upper()
        lines.append(f"{each.name:<12}{each.address:7o}  {each.length:7o}   {file:<13}{each.comment}".rstrip())
    lines += ["", "ENTRY POINT ADDRESS   PROGRAM     REFERENCES", ""]
    for name, (address, program) in loaded.entries.items():
        lines += _references(f"{name:<12}{address:7o}   {program:<12}", loaded.uses.get(name, []))
    if loaded.unsatisfied:
        lines += ["", "UNSATISFIED WEAK EXTERNALS", ""]
        for name in loaded.unsatisfied:
            lines += _references(f"{name:<34}", loaded.uses[name])
    return "\n".join(lines) + "\n"


def _references(head: str, uses: Sequence[Use]) -> list[str]:
    """Return the lines of an entry: its users, each with addresses."""
    found: dict[str, list[int]] = {}
    for use in uses:
        found.setdefault(use.module, []).append(use.address)
    if not found:
        return [head.rstrip()]
    texts = [f"{name:<10}{' '.join(f'{each:6o}' for each in places)}" for name, places in found.items()]
    return [f"{head if not number else '':<{len(head)}}{text}" for number, text in enumerate(texts)]


def image_of(data: bytes, file: str = "<data>", *, origin: int | None = None) -> Image:
    """Return the program that the modules of a file are, loaded at an origin without a library."""
    modules = tables.loads(data, file)
    try:
        return load(modules, origin=FIRST_WORD if origin is None else origin).image
    except ImageError as error:
        raise ImageError(f"{file}: {error}") from None
