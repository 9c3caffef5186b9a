"""Pictures of punched cards: as lines of text, and as SVG in the card's own measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from emulators.ibm704.bcd import READ_COLUMNS, ROWS, code_of, column_of, interpreted
from host.formats.deck.card import Card, text_of

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


def holes(card: Card) -> Iterator[tuple[int, int]]:
    """Yield (row from the top, column) of each hole, both from 0."""
    for row, name in enumerate(ROWS):
        yield from ((row, place) for place, column in enumerate(card) if column & column_of(name))


def lines(card: Card) -> list[str]:
    """Return a picture of 14 lines: what the punches say, then the rows from the top; columns 73-80 if punched."""
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
        parts += [f'<g transform="translate(0 {number * (HEIGHT + GAP)})">', *drawing(card), "</g>"]
    return "\n".join([*parts, "</svg>\n"]).encode("utf-8")


def drawing(card: Card) -> Iterator[str]:
    """Yield the parts of one card: paper, the characters printed above their columns, digits, holes."""
    yield f'<path class="paper" d="M{CORNER} 0 H{WIDTH} V{HEIGHT} H0 V{CORNER * 5 // 3} Z"/>'
    punched = set(holes(card))
    for place, column in enumerate(card):
        middle = FIRST_COLUMN + place * COLUMN_PITCH
        if column and code_of(column) is not None and text_of(card) is not None:
            yield f'<text class="printed" x="{middle}" y="125">{escape(interpreted([column]))}</text>'
        for row, name in enumerate(ROWS):
            at = FIRST_ROW + row * ROW_PITCH
            if (row, place) in punched:
                corner = f'x="{middle - HOLE_WIDTH / 2:g}" y="{at - HOLE_HEIGHT / 2:g}"'
                yield f'<rect class="hole" {corner} width="{HOLE_WIDTH}" height="{HOLE_HEIGHT}"/>'
            elif name < 10:
                yield f'<text class="digit" x="{middle}" y="{at + 40}">{name}</text>'
