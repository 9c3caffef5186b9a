"""An IBM 704 in its room: the machine of `emulators.ibm704` with files, and an operator's hands.

    machine = Ibm704()
    machine.load_cards("program.cbn", "data.deck")   # put into the reader, LOAD CARDS pressed
    machine.run(seconds=10)
    print(machine.printed.decode())

Everything here is done the way one did it: with cards, tapes and buttons. Only `load` puts a program straight into
core storage.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import ImageError
from emulators.ibm704 import machine
from emulators.ibm704.isa import WORD_BITS
from emulators.image import Image
from emulators.roms import installed, manifest, no_program
from host import formats, registry
from host.assemblers import cached
from host.assemblers.dialects import dialect_of
from host.formats import by_extension, deck, storage, tapes
from host.formats.tapes import dumps_p7b, loads_p7b
from host.ui.notebook import InNotebook

Name = str | os.PathLike[str]


class Ibm704(InNotebook, machine.Ibm704):
    """The machine, with files. The parameters are those of `emulators.ibm704.machine.Ibm704`."""

    def load(self, program: Image | Name, *, format: str | None = None, origin: int | None = None) -> None:
        """Put an image, a program of the manifest (by name) or an image file into core storage, whole or not at all."""
        super().load(program if isinstance(program, Image) else find_program(program, format=format, origin=origin))

    def read_cards(self, *decks: Name | Image | list[deck.Card]) -> None:
        """Put decks into the hopper of the card reader, one after the other, after what is there.

        A deck is a list of cards, a file, a program of the manifest by its name, or an image, which gets a loader.
        """
        cards = [card for each in decks for card in find_deck(each)]
        self.put_cards(deck.words(card) for card in cards)

    def load_cards(self, *decks: Name | Image | list[deck.Card]) -> None:
        """Put decks into an empty hopper, and press LOAD CARDS."""
        self.give("remove_cards", 0)
        self.read_cards(*decks)
        self.press("LOAD CARDS")

    def save_punched(self, path: Name, *, format: str | None = None, overwrite: bool = False) -> None:
        """Write the cards that have been punched to a file."""
        deck.write([deck.of_words(card) for card in self.punched], path, format, overwrite=overwrite)

    def save_paper(self, path: Name, *, overwrite: bool = False) -> None:
        """Write what has been printed to a file."""
        storage.write_all(Path(path), bytes(self.printed), overwrite)

    def insert_tape(self, unit: int, path: Name | None = None, *, format: str | None = None, ring: bool = True) -> str:
        """Put a tape on a unit, from a file or a new one; return what is wrong with the file, nothing if all is well.

        Of a file that is damaged somewhere, the records before that are on the tape. Without a `ring` it cannot be
        written.
        """
        records, damage = tapes.read_good(path, format) if path is not None else ([], "")
        self.mount(unit, dumps_p7b(records), ring=ring)
        return damage

    def save_tape(self, unit: int, path: Name, *, format: str | None = None, overwrite: bool = False) -> None:
        """Write what is on the tape of a unit to a file; raises ImageError when there is no tape."""
        data = self.tape(unit)
        if data is None:
            raise ImageError(f"there is no tape on unit {unit}")
        tapes.write(loads_p7b(data), path, format, overwrite=overwrite)


def find_program(program: Name, *, format: str | None = None, origin: int | None = None) -> Image:
    """Return an image of 36-bit words by its name in the manifest, else from a file. Raises ImageError."""
    path = installed(program)
    image = formats.read(path) if path else formats.read(program, format, origin=origin)
    image.expect(WORD_BITS, "the IBM 704")
    if not image.size:
        raise ImageError(f"{program}: this file holds no program")
    return image


def find_deck(what: Name | Image | list[deck.Card]) -> list[deck.Card]:
    """Return the cards of a file, of a program of the manifest, or of an image with a loader before it."""
    if isinstance(what, Image):
        return deck.deck(what)
    if isinstance(what, list):
        return what
    return deck.read(installed(what) or what)


# Programs for a 704 as an operator gets them: a deck of cards, and the programmer's list of symbols beside it.


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
