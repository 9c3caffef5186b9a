"""Programs for a 704 as an operator gets them: a deck of cards, and the programmer's list of symbols beside it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import ImageError
from emulators.ibm704.isa import WORD_BITS
from emulators.roms import manifest, no_program
from host import registry
from host.assemblers import cached
from host.assemblers.dialects import dialect_of
from host.formats import by_extension, deck
from host.machines.ibm704.machine import find_deck, find_program

MACHINE = "704"  # as the manifest names it


class Program(NamedTuple):
    """A deck that loads itself, and where things are in storage once it is there."""

    title: str
    cards: list[deck.Card]
    symbols: Mapping[str, int]


def find(program: str, compiling: Mapping[str, Any] | None = None) -> Program:
    """Return a program by its name, from a source, an image or a deck; `compiling`: options of its compiler.

    Raises ImageError or SourceErrors.
    """
    entry, model = manifest().get(program), registry.find(MACHINE)
    if entry is not None:
        if entry.get("machine") != MACHINE:
            known = ", ".join(model.programs()) or "none"
            raise ImageError(f"'{program}' is not a program for the 704: there are {known}")
        return Program(entry.get("title", program), find_deck(program), entry.get("symbols", {}))
    path = Path(program)
    if path.suffix.lower() in registry.source_suffixes(model):
        return assembled(path, compiling or {})
    if not path.exists() and path.suffix == "":
        raise no_program(program, model.programs(), MACHINE)
    if holds_cards(path):
        return Program(path.name, find_deck(path), {})
    return Program(path.name, find_deck(find_program(path)), {})


def assembled(path: Path, compiling: Mapping[str, Any]) -> Program:
    """Assemble or compile a source."""
    image = cached.assembled(path, dialect=dialect_of(path, machine=MACHINE).name, **compiling).image
    image.expect(WORD_BITS, "the IBM 704")
    return Program(path.name, find_deck(image), image.symbols)


def holds_cards(path: Path) -> bool:
    """Return whether a file is a deck rather than an image of storage."""
    return deck.FORMATS.by_extension(str(path)) is not None or by_extension(str(path)) is None
