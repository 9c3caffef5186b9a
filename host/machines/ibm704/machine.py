"""An IBM 704 in its room: the machine of `emulators.ibm704` with files, and an operator's hands.

    machine = Ibm704()
    machine.load_cards("program.cbn", "data.deck")   # put into the reader, LOAD CARDS pressed
    machine.run(seconds=10)
    print(machine.printed.decode())

Everything here is done the way one did it: with cards, tapes and buttons. Only `load` puts a program straight into
core storage.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import ImageError
from emulators.ibm704 import machine
from emulators.image import Image
from emulators.roms import installed, manifest
from host import registry
from host.formats import by_extension, deck, storage, tapes
from host.formats.tapes import dumps_p7b, loads_p7b
from host.machines import programs
from host.machines.programs import Name, file_of
from host.registry import InNotebook

MACHINE = "704"  # as the manifest names it
find_program = partial(programs.find_program, MACHINE)


class Ibm704(InNotebook, machine.Ibm704):
    """The machine, with files. The parameters are those of `emulators.ibm704.machine.Ibm704`.

    >>> from ironboard import Ibm704, Image
    >>> machine = Ibm704(core_size=4096)
    >>> machine.load(Image.of(0o100, [0o0500_00_000200, 0o0400_00_000200, 0], word_bits=36))  # CLA 200, ADD 200, HTR
    >>> machine.poke(0o200, 21)
    >>> machine.write_register("IC", 0o100)
    >>> machine.run(seconds=1)
    <Stop.HALT: 5>
    >>> machine.read_register("AC"), machine.reason
    (42, 'program stop: HTR')
    """

    def load(self, program: Image | Name, *, format: str | None = None, origin: int | None = None) -> None:
        """Put an image, a program of the manifest (by name) or an image file into core storage, whole or not at all."""
        super().load(program if isinstance(program, Image) else find_program(program, format=format, origin=origin))

    def read_cards(self, *decks: Name | Image | list[deck.Card]) -> None:
        """Put decks into the hopper of the card reader, one after the other, after the cards already there.

        A deck is a list of cards, a file, a program of the manifest by its name, or an image, which gets a loader.
        """
        cards = [card for each in decks for card in find_deck(each)]
        self.put_cards(deck.words(card) for card in cards)

    def load_cards(self, *decks: Name | Image | list[deck.Card]) -> None:
        """Put decks into an empty hopper, and press LOAD CARDS."""
        self.give("remove_cards", 0)
        self.read_cards(*decks)
        self.program = next(filter(None, map(name_of, decks)), "")
        self.press("LOAD CARDS")

    def save_punched(self, path: Name, *, format: str | None = None, overwrite: bool = False) -> None:
        """Write the cards that have been punched to a file."""
        deck.write([deck.of_words(card) for card in self.punched], path, format, overwrite=overwrite)

    def save_paper(self, path: Name, *, overwrite: bool = False) -> None:
        """Write the print to a file."""
        storage.write_all(Path(path), bytes(self.printed), overwrite)

    def insert_tape(self, unit: int, path: Name | None = None, *, format: str | None = None, ring: bool = True) -> str:
        """Put a tape on a unit, from a file or a new one; return the damage of the file, nothing if it is whole.

        Of a file that is damaged somewhere, the records before that are on the tape. Without a `ring` it cannot be
        written.
        """
        records, damage = tapes.read_good(path, format) if path is not None else ([], "")
        self.mount(unit, dumps_p7b(records), ring=ring)
        return damage

    def save_tape(self, unit: int, path: Name, *, format: str | None = None, overwrite: bool = False) -> None:
        """Write the content of the tape of a unit to a file; raises ImageError when there is no tape."""
        data = self.tape(unit)
        if data is None:
            raise ImageError(f"there is no tape on unit {unit}")
        tapes.write(loads_p7b(data), path, format, overwrite=overwrite)


def find_deck(what: Name | Image | list[deck.Card]) -> list[deck.Card]:
    """Return the cards of a file, of a program of the manifest, or of an image with a loader before it."""
    if isinstance(what, Image):
        return deck.deck(what)
    if isinstance(what, list):
        return what
    return deck.read(installed(what) or what)


def name_of(what: Name | Image | list[deck.Card]) -> str:
    """Return the name of a deck, empty for cards that have none."""
    if isinstance(what, Image):
        return what.name
    return "" if isinstance(what, list) else Path(what).name


# ---------------------------------------------------------------- programs as an operator receives them


class ProgramDeck(NamedTuple):
    """A program's deck, which loads itself, with the programmer's list of symbols: where things are in storage."""

    title: str
    cards: list[deck.Card]
    symbols: Mapping[str, int]


def program_deck(program: str, compiling: Mapping[str, Any] | None = None) -> ProgramDeck:
    """Return a program by its name, from a source, an image or a deck; `compiling`: options of its compiler.

    Raises ImageError or SourceErrors.
    """
    path, entry = file_of(MACHINE, program), manifest().get(program)
    if entry is not None:
        return ProgramDeck(entry.get("title", program), find_deck(path), entry.get("symbols", {}))
    source = path.suffix.lower() in registry.source_suffixes(registry.find(MACHINE))
    if not source and holds_cards(path):
        return ProgramDeck(path.name, find_deck(path), {})
    image = find_program(path, **(compiling or {} if source else {}))
    return ProgramDeck(path.name, find_deck(image), image.symbols)


def holds_cards(path: Path) -> bool:
    """Return whether a file is a deck rather than an image of storage."""
    return deck.FORMATS.by_extension(str(path)) is not None or by_extension(str(path)) is None
