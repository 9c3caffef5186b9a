"""Decks of cards in files: `read` a file into a list of cards, `write` a list of cards to a file.

    cards = read("program.cbn") + read("positions.deck")
    write(cards, "both.cbn")

A card is 80 columns of 12 bits (card.py), of which the machine reads 24 words. `FORMATS` says which files there are;
host/formats reads and writes programs in the same files as images.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from emulators.errors import ImageError
from host.formats import storage
from host.formats.deck import column_binary, text
from host.formats.deck.card import Card, of_text, of_words, text_of, words
from host.formats.deck.program import cards_of_part, deck, image

__all__ = [
    "FORMATS",
    "Card",
    "cards_of_part",
    "deck",
    "image",
    "of_text",
    "of_words",
    "read",
    "text_of",
    "words",
    "write",
]

LIMIT = 8 << 20  # bytes: 50,000 cards of 160


class Format(NamedTuple):
    """One way to keep a deck in a file."""

    name: str
    extensions: tuple[str, ...]
    loads: Callable[[bytes, str], list[Card]]
    dumps: Callable[[Sequence[Card]], bytes]
    recognises: Callable[[bytes], bool]


FORMATS = (
    Format("cbn", (".cbn",), column_binary.loads, column_binary.dumps, column_binary.recognises),
    Format("deck", (".deck",), text.loads, text.dumps, text.recognises),
)


def read(path: str | os.PathLike[str], format: str | None = None) -> list[Card]:
    """Return the cards in a file: in the format given, else that of the extension or the content, else a text."""
    file = Path(path)
    data = storage.read_all(file, LIMIT, "a deck")
    known = (
        named(format)
        if format
        else by_extension(file) or next((each for each in FORMATS if each.recognises(data)), None)
    )
    return (known or named("deck")).loads(data, str(file))


def write(
    cards: Sequence[Card], path: str | os.PathLike[str], format: str | None = None, *, overwrite: bool = False
) -> None:
    """Write a deck to a file, all or nothing, over an existing file only with `overwrite`."""
    file = Path(path)
    known = named(format) if format else by_extension(file)
    if known is None:
        endings = ", ".join(f"{each.name} ({' '.join(each.extensions)})" for each in FORMATS)
        raise ImageError(f"{file}: cannot tell the format of this deck; name one of {endings}")
    storage.write_all(file, known.dumps(cards), overwrite)


def named(name: str) -> Format:
    """Return the format of this name."""
    for each in FORMATS:
        if each.name == name:
            return each
    raise ImageError(f"there is no format of decks '{name}'; there are {', '.join(each.name for each in FORMATS)}")


def by_extension(file: Path) -> Format | None:
    """Return the format a file name's ending stands for, None if it stands for none."""
    return next((each for each in FORMATS if file.name.lower().endswith(each.extensions)), None)
