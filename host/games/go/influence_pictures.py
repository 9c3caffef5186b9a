"""Pictures of influence: numbers or shades in rows of text, with the borders of segments; shapes for SVG and PNG.

In text, a node is a number in three columns or, as a shade, one sign; behind it and below it stand the borders. Nodes
with 34 or more, or -34 or less, are stones; nothing between 17 and 33 occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from host.games.drawing import Picture, Shape, box
from host.games.go.gtp import COLUMNS
from host.games.go.influence import Domain, Found
from host.games.go.rules import Position

LEAST_STONE, MOST_EMPTY = 34, 16  # values between them never occur
BOUNDS = (1, 5, 9)  # from which a value is weak, medium, strong
Edges = frozenset[tuple[int, int]]  # pairs of neighbours with a border between them, the smaller point first

UNICODE = {"stones": "●○", "black": "░▒▓", "white": "-=≡", "zero": "·", "lines": " ╵╷│╶└┌├╴┘┐┤─┴┬┼"}
ASCII = {"stones": "XO", "black": "+*#", "white": "-=%", "zero": ".", "lines": " ||||++|-++|-+++"}
SIGNS = "".join(UNICODE.values())
UP, DOWN, RIGHT, LEFT = 1, 2, 4, 8  # arms of a corner, as they stand in "lines"


def edges(domain: Domain) -> Edges:
    """Return the borders of the segments."""
    width = 1 + round(len(domain.numbers) ** 0.5)
    return frozenset(
        (point, other)
        for point, number in domain.numbers.items()
        for other in (point + 1, point + width)
        if domain.numbers.get(other, number) != number
    )


# ---------------------------------------------------------------- text


def text(found: Found, position: Position, *, shades: bool = False, ascii: bool = False) -> str:
    """Return a row of text for each row of the board, with lines between segments where these have been looked for."""
    signs = ASCII if ascii else UNICODE
    domain = found.domains or found.segments
    borders = edges(domain) if domain else frozenset()
    cells = 1 if shades else 3

    def cell(point: int) -> str:
        value = found.values[point]
        return shade(value, signs) if shades else f"{value:3}"

    def mark(point: int) -> str:
        """Return what stands behind a node: a border, or the sign of a stone with a number."""
        if (point, point + 1) in borders:
            return signs["lines"][UP | DOWN]
        value = found.values[point]
        return signs["stones"][value < 0] if not shades and not domain and abs(value) >= LEAST_STONE else " "

    return "\n".join(rows(position.size, cell, mark, borders, cells, signs["lines"]))


def rows(
    size: int, cell: Callable[[int], str], mark: Callable[[int], str], borders: Edges, cells: int, lines: str
) -> Iterator[str]:
    """Yield the names of the columns, and the rows with what stands between them."""
    width = size + 1
    yield ("   " + "".join(f"{each:>{cells}} " for each in COLUMNS[:size])).rstrip()
    for row in range(1, width):
        points = range(row * width + 1, row * width + width)
        yield f"{width - row:2} {''.join(cell(point) + mark(point) for point in points)}".rstrip()
        below = "".join(
            (lines[LEFT | RIGHT] if (point, point + width) in borders else " ") * cells
            + lines[corner(point, width, borders)]
            for point in points
        )
        if below.strip() and any((point, point + width) in borders for point in points):
            yield f"   {below}".rstrip()


def corner(point: int, width: int, borders: Edges) -> int:
    """Return the arms of the corner at the lower right of a node."""
    arms = {
        UP: (point, point + 1),
        DOWN: (point + width, point + width + 1),
        LEFT: (point, point + width),
        RIGHT: (point + 1, point + width + 1),
    }
    return sum(arm for arm, pair in arms.items() if pair in borders)


def shade(value: int, signs: Mapping[str, str]) -> str:
    """Return the sign of a value."""
    if abs(value) >= LEAST_STONE:
        return signs["stones"][value < 0]
    strength = sum(abs(value) >= bound for bound in BOUNDS)
    return signs["white" if value < 0 else "black"][strength - 1] if strength else signs["zero"]


# ---------------------------------------------------------------- drawings

CELL, RIM = 36, 30  # units of a node, and around the board
WOOD, INK, FRAME, BORDER = (230, 200, 150), "#241a10", "#4a3a28", "#b3261e"
DARK = 7  # the value from which Black's grounds are dark
BLACK_GROUND, WHITE_GROUND = (64, 92, 140), (255, 252, 244)  # of nodes with the most that an empty one can have
STONES = {True: ("#26221f", "#8a837b", "#ffffff"), False: ("#fbf6ea", "#57504a", "#26221f")}  # fill, edge, number


def picture(found: Found, position: Position, title: str = "") -> Picture:
    """Return the board as a drawing: grounds from blue (Black's) to white, values, stones, borders.

    With lost pockets, what borders domains is drawn thick, what borders segments only is thin.
    """
    size, width = position.size, position.size + 1
    length = size * CELL + 2 * RIM
    shapes = [box(0, 0, length, length, FRAME)]
    for point, value in found.values.items():
        row, column = divmod(point, width)
        shapes.append(box(RIM + (column - 1) * CELL, RIM + (row - 1) * CELL, CELL, CELL, ground(value)))
    first, last = RIM + CELL / 2, length - RIM - CELL / 2
    for each in range(size):
        at = first + each * CELL
        shapes += [bar(first, at, last, at, 0.8, "#9a8560"), bar(at, first, at, last, 0.8, "#9a8560")]
        for place in (RIM / 2, length - RIM / 2):
            shapes.append(Shape(((at, place),), "#f0dfc0", radius=13, text=COLUMNS[each]))
            shapes.append(Shape(((place, at),), "#f0dfc0", radius=13, text=str(size - each)))
    for point, value in found.values.items():
        row, column = divmod(point, width)
        shapes += node(first + (column - 1) * CELL, first + (row - 1) * CELL, value)
    thick = edges(found.domains or found.segments) if found.segments else frozenset()
    thin = edges(found.segments) - thick if found.segments else frozenset()
    shapes += [edge(pair, width, 1.6) for pair in sorted(thin)]
    shapes += [edge(pair, width, 5) for pair in sorted(thick)]
    return Picture(length, length, tuple(shapes), title)


def node(x: float, y: float, value: int) -> Iterator[Shape]:
    """Yield the stone or the number of a node."""
    if abs(value) >= LEAST_STONE:
        fill, edge, ink = STONES[value > 0]
        yield Shape(((x, y),), fill, edge, radius=CELL * 0.46)
        yield Shape(((x, y),), ink, radius=13, text=str(value))
    else:
        yield box(x - 11, y - 8, 22, 16, ground(value))  # the lines of the board do not cross numbers
        yield Shape(((x, y),), INK if value < DARK else "#ffffff", radius=13, text=str(value))


def ground(value: int) -> str:
    """Return the colour of a node's ground."""
    if value == 0:
        return mixed(0, WOOD)
    part = min(abs(value), MOST_EMPTY) / MOST_EMPTY
    return mixed(0.25 + 0.75 * part, BLACK_GROUND if value > 0 else WHITE_GROUND)


def mixed(part: float, colour: tuple[int, int, int]) -> str:
    """Return wood with so much of a colour in it."""
    return "#" + "".join(f"{round(wood + part * (other - wood)):02x}" for wood, other in zip(WOOD, colour, strict=True))


def edge(pair: tuple[int, int], width: int, thickness: float) -> Shape:
    """Return the border between two neighbours."""
    row, column = divmod(pair[0], width)
    x, y = RIM + column * CELL, RIM + row * CELL  # the lower right corner of the first node
    if pair[1] == pair[0] + 1:
        return bar(x, y - CELL, x, y, thickness, BORDER)
    return bar(x - CELL, y, x, y, thickness, BORDER)


def bar(x1: float, y1: float, x2: float, y2: float, thickness: float, fill: str) -> Shape:
    """Return a line as a rectangle, a little longer so that corners are closed."""
    half = thickness / 2
    return box(x1 - half, y1 - half, x2 - x1 + thickness, y2 - y1 + thickness, fill)
