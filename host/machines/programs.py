"""The program that a user means: by its name, from a source, or from an image file. One way for all machines."""

from __future__ import annotations

import os
from collections.abc import MutableSequence, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from emulators.errors import ImageError, IronboardError
from emulators.image import Image
from emulators.roms import ROOTS, installed, manifest, no_program
from host import formats, registry
from host.assemblers import cached
from host.assemblers.dialects import dialect_of

Name = str | os.PathLike[str]


def names(machine: str) -> list[str]:
    """Return the names of the programs for a machine that come with Ironboard."""
    model = registry.find(machine)
    return [*model.programs(), *model.sources()]


def file_of(machine: str, program: Name) -> Path:
    """Return the file of a program; raises ImageError for a name that no program has, or one for another machine."""
    if entry := manifest().get(os.fspath(program)):
        if entry.get("machine", machine) != machine:
            known = ", ".join(names(machine)) or "none"
            raise ImageError(f"'{program}' is not a program for the {machine}: there are {known}")
        found = installed(program)
        assert found is not None
        return found
    path, model = Path(program), registry.find(machine)
    if path.suffix or path.exists():
        return path
    source = model.sources().get(os.fspath(program))
    if source is None:
        raise no_program(str(program), names(machine), "" if model.default else machine)
    return source


def find_program(
    machine: str, program: Name, *, format: str | None = None, origin: int | None = None, **compiling: Any
) -> Image:
    """Return the image of a program for a machine of the registry. A name goes before a file: `./wally` is a file.

    `format` and `origin` are those of image files, `compiling` the options of the assembler or compiler. Raises
    ImageError, also for a file that holds labels or source lines only, and for options that the program does not need;
    SourceErrors.
    """
    path, model = file_of(machine, program), registry.find(machine)
    suffix, own = path.suffix.lower(), registry.source_suffixes(model)
    if suffix in model.decks:
        raise ImageError(f"{program}: this is {model.decks[suffix]}: `ironboard run {machine}` does its job")
    if format is None and suffix in own:
        if origin is not None:
            raise ImageError(f"{program}: a source says where it belongs, by .org or ORG: leave the origin out")
        image = cached.assembled(path, dialect=dialect_of(path, machine=machine).name, **compiling).image
    elif any(compiling.values()):
        raise cached.not_compiled(program)
    elif os.fspath(program) in manifest():
        image = formats.read_installed(os.fspath(program))
    elif format is None and (
        others := [name for name, each in registry.languages().items() if suffix in each.suffixes]
    ):
        other = registry.of_language(others[0]).processor
        raise ImageError(f"{program}: this is a source for the {other}; the {machine}'s end in {' or '.join(own)}")
    else:
        image = formats.read(path, format, origin=origin)
    try:
        image.expect(model.word_bits, f"the {model.title}")
    except ImageError as error:
        raise ImageError(f"{program}: {error}") from None
    if not image.size:
        held = "symbols or lines, not a program" if image.symbols or image.lines else "no program"
        raise ImageError(f"{program}: this file holds {held}")
    return image


# ---------------------------------------------------------------- routines called one by one

# A program with routines that are called one by one. The machines share its source, symbols and storage.
#
# A machine's own file (`machines/M/calls.py`) says how a routine is called, and when it has come back.


def find_source(path: Path) -> Path:
    """Return the place of one of the project's sources, asm/MACHINE/NAME; raises IronboardError."""
    found = next((root / path for root in ROOTS if (root / path).is_file()), None)
    if found is None:
        raise IronboardError(f"there is no program '{path.stem}': no {path} in {' or '.join(map(str, ROOTS))}")
    return found


@cache
def assembled(source: Path) -> Image:
    """Assemble a source; raises IronboardError."""
    return cached.assembled(source).image


class Bare:
    """A program in the storage of a machine."""

    def __init__(self, program: str, image: Image) -> None:
        self.program = program
        self.image = image
        self.symbols = image.symbols

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.program}: {self.image!r}>"

    @property
    def memory(self) -> MutableSequence[int]:
        """The storage of the machine."""
        raise NotImplementedError

    def call(self, name: str) -> int:
        """Call a routine; return its cycles."""
        raise NotImplementedError

    def instructions(self, name: str) -> int:
        """Call a routine; return how many instructions it executes."""
        raise NotImplementedError

    def load(self) -> None:
        """Put the program into storage."""
        for address, words in self.image.segments:
            self.store(address, words)

    def address(self, name: str) -> int:
        """Return the address of a symbol of the program; raises IronboardError."""
        if name not in self.symbols:
            raise IronboardError(f"{self.program} has no symbol '{name}'")
        return self.symbols[name]

    def store(self, address: int, words: Sequence[int]) -> None:
        """Put words into storage."""
        for offset, word in enumerate(words):
            self.memory[address + offset] = word

    def put(self, name: str, *words: int) -> None:
        """Put words where a symbol says."""
        self.store(self.address(name), words)

    def get(self, name: str) -> int:
        """Return the word where a symbol says."""
        return self.words(self.address(name), 1)[0]

    def words(self, address: int, count: int) -> list[int]:
        """Return words of storage."""
        return [int(self.memory[each]) for each in range(address, address + count)]

    def not_back(self, routine: str, where: str) -> IronboardError:
        """Return the error of a routine that has not come back."""
        return IronboardError(f"{self.program}: {routine} has not come back: {where}")
