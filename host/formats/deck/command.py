"""`ironboard cards`: show decks, combine them, convert them, draw them as text and as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Annotated, Literal, TypedDict

from emulators.errors import ImageError
from emulators.ibm704.bcd import READ_COLUMNS, ROWS, code_of, column_of, interpreted
from emulators.image import parse_address
from host import formats
from host.formats import deck, results, storage
from host.formats.deck.cards import Card, contents, described, kinds, text_of

DRAWING = ".svg"


def cards(
    files: Sequence[Path],
    *,
    format: str | None = None,
    span: tuple[int, int] | None = None,
    view: str = "list",
    origin: int | str | None = None,
    output: Path | None = None,
    overwrite: bool = False,
    as_json: bool = False,
) -> None:
    """Print the cards of decks, or write them as one deck or as a picture.

    Files of images are put on cards. `span` takes the cards from one number to another, from 1. `view` is "list",
    "octal" or "picture". `origin` is the address to which relocatable cards are to be loaded: a loader that does it is
    put before them. Raises ImageError for files that are not decks, and for a span without cards.
    """
    whole = [card for file in files for card in _cards_of(file, format)]
    if origin is not None:
        place = parse_address(origin, 8) if isinstance(origin, str) else origin
        whole = deck.relocated(whole, place, str(files[0]))
    first, last = span or (1, len(whole))
    chosen = whole[first - 1 : last]
    if not chosen:
        raise ImageError(f"there is no card {first}: the deck has {len(whole)}")
    if as_json:
        results.show(result(whole, first, min(last, len(whole))))
    elif output is None:
        print("\n".join(_shown(whole, first, min(last, len(whole)), view)))
    elif output.suffix.lower() == DRAWING:
        storage.write_all(output, svg(chosen), overwrite)
    else:
        deck.write(chosen, output, overwrite=overwrite)


class CardResult(TypedDict):
    """A card."""

    number: Annotated[int, "in the deck, from 1"]
    kind: Literal["full", "absolute", "transfer", "relocatable", "text", "binary"]
    content: Annotated[str, "what is on it, in words"]
    columns: Annotated[list[int], "80, of 12 bits: row 12 is the highest"]


class DeckResult(TypedDict):
    """The cards of decks."""

    cards: list[CardResult]


def result(whole: Sequence[Card], first: int, last: int) -> DeckResult:
    """Return the cards from one number to another for programs."""
    found = [*zip(whole, kinds(whole), contents(whole), strict=True)]
    return {
        "cards": [
            {"number": number, "kind": kind.value, "content": content, "columns": [*card]}
            for number, (card, kind, content) in [*enumerate(found, 1)][first - 1 : last]
        ]
    }


def _cards_of(file: Path, format: str | None) -> list[Card]:
    """Return the cards in a file; an image of the 704's is put on cards."""
    known = formats.named(format) if format else formats.by_extension(file.name)
    if known is None or known.name in (each.name for each in deck.FORMATS):
        return deck.read(file, format)
    return deck.deck(formats.read(file, format))


def _shown(whole: Sequence[Card], first: int, last: int, view: str) -> Iterator[str]:
    """Yield lines that show the cards from one number to another."""
    width = len(str(last))
    for number, line in list(enumerate(described(whole), 1))[first - 1 : last]:
        card = whole[number - 1]
        yield f"{number:>{width}}  {line}"
        if view == "octal":
            yield deck.row_lines(card).rstrip("\n").replace("~", "    ")
        elif view == "picture":
            yield from lines(card)


# ---------------------------------------------------------------- pictures

HOLE, PAPER = "█", "·"

# In thousandths of an inch; the first column and row are given by the middle of their holes.
WIDTH, HEIGHT, CORNER = 7375, 3250, 250
HOLE_WIDTH, HOLE_HEIGHT = 55, 125
FIRST_COLUMN, COLUMN_PITCH = 251, 87
FIRST_ROW, ROW_PITCH = 250, 250
GAP = 250  # between two cards

STYLE = """
.paper { fill: #f2e3bf; stroke: #b9a67a; stroke-width: 10 }
.hole { fill: #23201a }
text { font-family: monospace; text-anchor: middle; fill: #7a6f55 }
.digit { font-size: 105px }
.printed { font-size: 110px; fill: #23201a }
"""


def lines(card: Card) -> list[str]:
    """Return a picture of 14 lines: the text of the punches, then the rows from the top; columns 73-80 if punched."""
    shown = card if any(card[READ_COLUMNS:]) else card[:READ_COLUMNS]
    printed = interpreted(shown) if text_of(card) is not None else ""
    edge = "_" * len(shown)
    rows = [f"{name:>4}|{''.join(HOLE if column & column_of(name) else PAPER for column in shown)}|" for name in ROWS]
    return [f"     {edge}", f"    /{printed:<{len(shown)}}|", *rows]


def svg(cards: Sequence[Card]) -> bytes:
    """Return a drawing of cards, one below the other."""
    height = len(cards) * (HEIGHT + GAP) + GAP
    size = f'width="{(WIDTH + 2 * GAP) / 1000}in" height="{height / 1000}in"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{-GAP} {-GAP} {WIDTH + 2 * GAP} {height}">',
        f"<style>{STYLE}</style>",
    ]
    for number, card in enumerate(cards):
        parts += [f'<g transform="translate(0 {number * (HEIGHT + GAP)})">', *_drawing(card), "</g>"]
    return "\n".join([*parts, "</svg>\n"]).encode("utf-8")


def _drawing(card: Card) -> Iterator[str]:
    """Yield the parts of one card: paper, the characters printed above their columns, digits, holes."""
    yield f'<path class="paper" d="M{CORNER} 0 H{WIDTH} V{HEIGHT} H0 V{CORNER * 5 // 3} Z"/>'
    printed = text_of(card) is not None
    for place, column in enumerate(card):
        middle = FIRST_COLUMN + place * COLUMN_PITCH
        if column and printed and code_of(column) is not None:
            yield f'<text class="printed" x="{middle}" y="125">{escape(interpreted([column]))}</text>'
        for row, name in enumerate(ROWS):
            at = FIRST_ROW + row * ROW_PITCH
            if column & column_of(name):
                corner = f'x="{middle - HOLE_WIDTH / 2:g}" y="{at - HOLE_HEIGHT / 2:g}"'
                yield f'<rect class="hole" {corner} width="{HOLE_WIDTH}" height="{HOLE_HEIGHT}"/>'
            elif name < 10:
                yield f'<text class="digit" x="{middle}" y="{at + 40}">{name}</text>'
