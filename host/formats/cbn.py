"""Programs of the IBM 704 as decks in column binary: a loader, absolute cards, a transfer card."""

from __future__ import annotations

from emulators.image import Image
from host.formats.deck import column_binary, program

recognises = column_binary.recognises


def loads(data: bytes, file: str = "<data>", *, origin: int | None = None) -> Image:
    """Return the program on a deck; with an origin, its cards are 24 words each of memory from there on."""
    return program.image(column_binary.loads(data, file), file, origin=origin)


def dumps(image: Image, *, bare: bool = False) -> bytes:
    """Return a program as a deck, behind a loader unless it is to be `bare`."""
    return column_binary.dumps(program.deck(image, bare=bare))
