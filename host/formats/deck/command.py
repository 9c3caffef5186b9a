"""`ironboard cards`: look at decks, put them together, write them in another format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from emulators.errors import ImageError
from host import formats
from host.formats import deck, storage
from host.formats.deck import picture
from host.formats.deck.card import Card
from host.formats.deck.description import described
from host.formats.deck.text import row_lines
from host.formats.table import by_extension

DRAWING = ".svg"


def cards(
    files: Sequence[Path],
    *,
    format: str | None = None,
    span: tuple[int, int] | None = None,
    view: str = "list",
    output: Path | None = None,
    overwrite: bool = False,
) -> None:
    """Print the cards of decks, or write them as one deck or as a picture.

    Files of images are put on cards. `span` takes the cards from one number to another, from 1. `view` is "list",
    "octal" or "picture". Raises ImageError for files that are no decks, and for a span without cards.
    """
    whole = [card for file in files for card in cards_of(file, format)]
    first, last = span or (1, len(whole))
    chosen = whole[first - 1 : last]
    if not chosen:
        raise ImageError(f"there is no card {first}: the deck has {len(whole)}")
    if output is None:
        print("\n".join(shown(whole, first, min(last, len(whole)), view)))
    elif output.suffix.lower() == DRAWING:
        storage.write_all(output, picture.svg(chosen), overwrite)
    else:
        deck.write(chosen, output, overwrite=overwrite)


def cards_of(file: Path, format: str | None) -> list[Card]:
    """Return the cards in a file; an image of the 704's is put on cards."""
    known = formats.named(format) if format else by_extension(file.name)
    if known is None or known.name in (each.name for each in deck.FORMATS):
        return deck.read(file, format)
    return deck.deck(formats.read(file, format))


def shown(whole: Sequence[Card], first: int, last: int, view: str) -> Iterator[str]:
    """Yield lines that show the cards from one number to another."""
    width = len(str(last))
    for number, line in list(enumerate(described(whole), 1))[first - 1 : last]:
        card = whole[number - 1]
        yield f"{number:>{width}}  {line}"
        if view == "octal":
            yield row_lines(card).rstrip("\n").replace("~", "    ")
        elif view == "picture":
            yield from picture.lines(card)
