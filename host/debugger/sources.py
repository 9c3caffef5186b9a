"""Which line made this word, and which address is this name? Several images' symbols and source lines as one.

sources = Sources([program, monitor], folders=["asm/kim1"])
line = sources.line_at(0x0200)          # SourceLine(address=0x0200, ..., file=".../wally.s", line=120)
sources.breakable("wally.s", 118)       # (120, [0x0200]): the next line with code
sources.address_of("COUNT")             # 0x0052
sources.near(0x0055)                    # "COUNT+3"
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from emulators.errors import IronboardError
from emulators.image import Image, SourceLine
from host.debugger.intervals import Innermost
from host.debugger.names import Names
from host.debugger.texts import Texts, same_path


class UnknownFileError(IronboardError):
    """A file that no line of the program comes from, or a name that fits several of them."""


class Sources:
    """What is known about the memory from the sources of the programs in it.

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
        self._images = tuple(images)
        self._folders = [Path(folder) for folder in folders]
        self._radix, self._address_bits = radix, address_bits
        self._own = Image()  # the names that the user has given
        self._prepare()

    def _prepare(self) -> None:
        self._innermost = [Innermost(image.lines, image.word_bits) for image in self._images]
        self._sharing: defaultdict[int, list[SourceLine]] = defaultdict(list)
        for line in (line for image in self._images for line in image.lines if line.offset):
            self._sharing[line.address].append(line)
        self._lines: defaultdict[str, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
        for image in self._images:
            for line in image.lines:
                self._lines[line.file][line.line].add(line.address)
        longest = {file: max(lines) for file, lines in self._lines.items()}
        self._texts = Texts(longest, self._folders)
        self._words = {address: word for image in reversed(self._images) for address, word in image}
        self._prepare_names()

    def _prepare_names(self) -> None:
        self._names = Names((self._own, *self._images), self._radix, self._address_bits)

    def add(self, image: Image, folders: Iterable[str | os.PathLike[str]] = ()) -> None:
        """Know another image, from now on the most important one; its sources may be in these folders, too."""
        self._images = (image, *self._images)
        self._folders = [*map(Path, folders), *self._folders]
        self._prepare()

    def name(self, name: str, address: int) -> None:
        """Give an address a name: it goes before all that are known."""
        self._own.symbols[name] = address
        self._prepare_names()

    def forget(self, name: str) -> bool:
        """Take away a name that `name` has given; return whether there was one."""
        known = self._own.symbols.pop(name, None) is not None
        self._prepare_names()
        return known

    # --- lines ------------------------------------------------------------------------------------------

    @property
    def images(self) -> tuple[Image, ...]:
        """What all this is known from, the most important first; the first has the names that the user has given."""
        return (self._own, *self._images)

    @property
    def files(self) -> list[str]:
        """The files that lines come from, as the images name them, sorted."""
        return sorted(self._lines)

    def line_at(self, address: int, offset: int = 0) -> SourceLine | None:
        """Return the innermost line that produced the word at `address`: in a macro, the macro's own.

        Where lines share the word, `offset` says which one is meant: that of what stands behind so many of its bits.
        """
        return next(filter(None, (innermost.at(address, offset) for innermost in self._innermost)), None)

    def lines_of(self, address: int, offsets: Iterable[int]) -> list[SourceLine]:
        """Return the innermost lines that have filled a word, each once: those at so many bits of it."""
        found = (self.line_at(address, offset) for offset in offsets)
        return list(dict.fromkeys(line for line in found if line))

    def sharing(self, address: int) -> list[SourceLine]:
        """Return the lines that begin within the word at `address`, after its first bit."""
        return self._sharing.get(address, [])

    def word_at(self, address: int) -> int | None:
        """Return the word that a program has put at `address`, None where none has: memory may hold another by now."""
        return self._words.get(address)

    def first_address(self, line: SourceLine) -> int:
        """Return the lowest address of all that this line of its file produced."""
        return min(self._lines[line.file][line.line], default=line.address)

    def addresses(self, file: str, line: int) -> list[int]:
        """Return the first address of each stretch of memory that a line produced, sorted.

        A line in a macro has one for every call. Raises UnknownFileError.
        """
        return sorted(self._lines[self.file(file)].get(line, ()))

    def breakable(self, file: str, line: int) -> tuple[int, list[int]]:
        """Return this line, or the next one of the file that produced something, and its addresses.

        Raises UnknownFileError, also when nothing follows.
        """
        name = self.file(file)
        following = min((each for each in self._lines[name] if each >= line), default=None)
        if following is None:
            last = max(self._lines[name])
            raise UnknownFileError(f"{name}: no code in line {line} or below; the last line with code is {last}")
        return following, self.addresses(name, following)

    def file(self, name: str) -> str:
        """Return the file that is meant by a name as the user types it, as the images name it.

        A full path, a relative path, or the last part of a path that fits one file only. Raises UnknownFileError.
        """
        if name in self._lines:
            return name
        found = [each for each in self.files if same_path(each, name)]
        found = [each for each in found or self.files if self._texts.is_file(each, name)] or found
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownFileError(f"'{name}' may be {' or '.join(found)}: write more of the path")
        known = f"the files are {', '.join(self.files)}" if self._lines else "no source lines are known"
        raise UnknownFileError(f"no code comes from a file '{name}': {known}")

    def text(self, file: str) -> list[str] | None:
        """Return the lines of a source, None when it cannot be found or read. Raises UnknownFileError."""
        return self._texts.lines(self.file(file))

    def path(self, file: str) -> Path | None:
        """Return where the text of a source was found, None where it was not. Raises UnknownFileError."""
        return self._texts.path(self.file(file))

    # --- names ------------------------------------------------------------------------------------------

    def address_of(self, name: str) -> int | None:
        """Return the value of a symbol, None for an unknown one.

        The name may lack its scopes when only one symbol is called so; raises AmbiguousNameError if not.
        """
        return self._names.address_of(name)

    def name_of(self, address: int) -> str | None:
        """Return the name for an address: a label rather than a constant, an outer one rather than a local one.

        Constants may be variables at fixed addresses, or plain numbers: behind a label of a program they are no names.
        """
        return self._names.name_of(address)

    def near(self, address: int) -> str:
        """Return the name of the address, or the label before it and the distance, or the number."""
        return self._names.near(address)

    def number(self, address: int) -> str:
        """Return an address as the machine's manual prints it."""
        return self._names.number(address)

    def names(self, prefix: str = "") -> Sequence[str]:
        """Return the names that begin with `prefix`, or whose last part does, in alphabetical order."""
        return self._names.starting(prefix)
