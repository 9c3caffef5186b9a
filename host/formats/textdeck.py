"""Programs of the IBM 704 as decks that are texts: a loader, absolute cards, a transfer card."""

from __future__ import annotations

from emulators.image import Image
from host.formats.deck import program, text

recognises = text.recognises


def loads(data: bytes, file: str = "<data>", *, origin: int | None = None) -> Image:
    """Return the program on a deck; with an origin, its cards are 24 words each of memory from there on."""
    return program.image(text.loads(data, file), file, origin=origin)


def dumps(image: Image, *, bare: bool = False, raw: bool = False) -> bytes:
    """Return a program as a deck, `raw` as SIMH knows it, behind a loader unless it is to be `bare`."""
    return text.dumps(program.deck(image, bare=bare), raw=raw)
