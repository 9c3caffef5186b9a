"""A position of Go as text: a drawing with a line for each row, rows in one line, or the names of nodes; and diagrams.

    ; remarks begin like this                    X . . . . . . . .
       A B C D E F G H J                         . . O . . . . . .
    9  X . . . . . . . .  9                      ...
    8  . . O . . . . . .  8

A drawing has the top row first; numbers at the ends of its rows and lines of the columns' names may be there, blanks
between the nodes as well. In one line, rows have slashes between them and digits may stand for empty nodes:
`X8/2O6/9/9/9/9/9/9/9`. Names have the colour in front: `B K10 Q16 W D4`; columns are letters without I, rows are
counted from below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from emulators.errors import Place, SourceError
from host.formats import storage
from host.games.boards import Colour, can_show
from host.games.go import gtp
from host.games.go.rules import COLUMNS, Position, stars

SIZES = range(9, 20)
LIMIT = 1 << 16  # bytes of a file
SIGNS: Mapping[str, Colour | None] = {
    **dict.fromkeys("Xx#@B●", Colour.BLACK),
    **dict.fromkeys("OoW○", Colour.WHITE),
    **dict.fromkeys(".+,*·", None),
}
COLOURS = {"B": Colour.BLACK, "W": Colour.WHITE}
EXPECTED = "X is a black stone, O a white one, . an empty node"
LABEL = r"(?<!\S)[0-9]+(?!\S)"  # of a row
BOARDS = f"boards have {SIZES[0]} to {SIZES[-1]} rows"


def read(path: Path) -> Position:
    """Return the position that a file draws; raises SourceError, or ImageError if it cannot be read."""
    return parse(storage.text_of(storage.read_filled(path, LIMIT, "a drawing"), path), str(path))


def parse(text: str, file: str = "position") -> Position:
    """Return the position that a text draws; raises SourceError."""
    rows: list[list[tuple[str, Place]]] = []
    labels: list[tuple[int, int, Place]] = []  # of a row: its number from above, and its label in the drawing
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition(";")[0]
        letters = "".join(content.split()).upper()
        if not letters or (len(letters) > 1 and COLUMNS.startswith(letters)):  # nothing, or the names of the columns
            continue
        for each in re.finditer(LABEL, content):
            labels.append((len(rows) + 1, int(each[0]), Place(file, number, each.start() + 1, len(each[0]), line)))
        signs = re.finditer(r"\S", re.sub(LABEL, lambda digits: " " * len(digits[0]), content))
        rows.append([(each[0], Place(file, number, each.start() + 1, 1, line)) for each in signs])
    end_of_file = Place(file, len(text.splitlines()) or 1, 1, text=(text.splitlines() or [""])[-1])
    for row, label, place in labels:
        if label != len(rows) + 1 - row:
            raise SourceError(place, f"row {row} of {len(rows)} from above is not row {label}", "rows count from below")
    return _position(rows, end_of_file)


def looks_like_rows(text: str) -> bool:
    """Return whether a text is rows in one line: it has their slashes, or one and nothing but their signs."""
    signs = {*SIGNS, *"0123456789/ "}
    return text.count("/") >= SIZES[0] - 1 or ("/" in text and {*text} <= signs)


def parse_rows(text: str, file: str = "position") -> Position:
    """Return the position of rows with slashes between them; raises SourceError."""
    rows: list[list[tuple[str, Place]]] = [[]]
    for each in re.finditer(r"[0-9]+|\S", text):
        place = Place(file, 1, each.start() + 1, len(each[0]), text)
        if each[0] == "/":
            rows.append([])
        elif each[0].isdigit():
            if len(each[0]) > 2 or int(each[0]) > SIZES[-1]:
                raise SourceError(place, f"no row has {each[0]} empty nodes", BOARDS)
            rows[-1] += [(".", place)] * int(each[0])
        else:
            rows[-1].append((each[0], place))
    return _position(rows, Place(file, 1, max(1, len(text)), 1, text))


def parse_names(text: str, size: int, file: str = "position") -> Position:
    """Return the position with stones on nodes that are named; raises SourceError."""
    stones: dict[int, Colour] = {}
    places: dict[int, Place] = {}
    colour: Colour | None = None
    expected = f"nodes are A1 to {COLUMNS[size - 1]}{size}, without I, in front of them B or W"
    for each in re.finditer(r"[^\s,:]+", text):
        place, word = Place(file, 1, each.start() + 1, len(each[0]), text), each[0].upper()
        if word in COLOURS:
            colour = COLOURS[word]
            continue
        try:
            point = gtp.point(word, size)
        except gtp.GtpError:
            point = None
        if point is None:
            raise SourceError(place, f"'{each[0]}' is neither a node of {size} by {size} nor B or W", expected)
        if colour is None:
            raise SourceError(
                place, f"the color of the stone on {word} is missing", "write B or W in front of the nodes"
            )
        if point in stones:
            raise SourceError(place, f"there is a stone on {word} already")
        stones[point], places[point] = colour, place
    return possible(Position(size, stones), places)


def _position(rows: Sequence[Sequence[tuple[str, Place]]], end: Place) -> Position:
    """Return the position of these rows; `end` is the place for errors about missing rows."""
    size = len(rows)
    stones: dict[int, Colour] = {}
    places: dict[int, Place] = {}
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, 1):
        for column, (sign, place) in enumerate(row, 1):
            if sign not in SIGNS:
                raise SourceError(place, f"'{sign}' is not a node", EXPECTED)
            if column > width or column > SIZES[-1]:
                raise SourceError(place, f"row {number} has {len(row)} nodes, not {min(width, SIZES[-1])}", BOARDS)
            if colour := SIGNS[sign]:
                stones[number * (width + 1) + column] = colour
                places[number * (width + 1) + column] = place
        if len(row) < width:
            place = row[-1][1] if row else end
            raise SourceError(place, f"row {number} has {len(row)} nodes, not {width}", BOARDS)
        if number > width:
            raise SourceError(row[0][1] if row else end, f"there are {size} rows of {width} nodes", BOARDS)
    if size < width or size not in SIZES:
        what = f"there are {size} rows of {width} nodes" if rows else "nothing is drawn"
        raise SourceError(end, what, BOARDS)
    return possible(Position(size, stones), places)


def possible(position: Position, places: Mapping[int, Place]) -> Position:
    """Return a position; raises SourceError for a chain without a liberty. `places`: where the stones are written."""
    for chain in position.chains():
        first = min(chain)
        if not position.group(first)[1]:
            raise SourceError(places[first], f"the chain of {gtp.vertex(first, position.size)} has no liberty")
    return position


# ---------------------------------------------------------------- diagrams


STONES = {Colour.BLACK: "●", Colour.WHITE: "○", None: "·"}
ASCII_STONES = {Colour.BLACK: "X", Colour.WHITE: "O", None: "."}
STAR = "+"
LAST = "()"  # around the last move
GAP = "   "  # between a board and the text beside it


def diagram(
    position: Position,
    marks: Mapping[int, str] | None = None,
    texts: Mapping[int, str] | None = None,
    *,
    shown: Mapping[int, str] | None = None,
    ascii: bool = False,
) -> list[str]:
    """Return the lines of a diagram.

    `marks`: two brackets around a point; `texts`: signs on empty points; `shown`: signs of stones other than the usual.
    """
    signs = ASCII_STONES if ascii or not can_show("".join(STONES.values())) else STONES
    marks, texts, shown = marks or {}, texts or {}, shown or {}
    size, starred = position.size, stars(position.size)
    width = size + 1
    names = "   " + " ".join(COLUMNS[:size])
    lines = [names]
    for row in range(1, width):
        line, after = f"{width - row:2}", " "
        for point in range(row * width + 1, row * width + width):
            around = marks.get(point, "  ")
            stone = position.stones.get(point)
            if stone:
                sign = shown.get(point) or signs[stone]
            else:
                sign = texts.get(point) or (STAR if point in starred else signs[None])
            line += (after if around[0] == " " else around[0]) + sign
            after = around[1]
        lines.append(f"{line}{after}{width - row}")
    return [*lines, names]


def beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Return the lines of two texts, one beside the other."""
    width = max(map(len, left), default=0)
    first = (len(left) - len(right)) // 2 if len(right) < len(left) else 0  # in the middle
    texts = dict(enumerate(right, first))
    count = max(len(left), first + len(right))
    lines = [(left[each] if each < len(left) else "", texts.get(each, "")) for each in range(count)]
    return [f"{one:{width}}{GAP}{other}".rstrip() for one, other in lines]
