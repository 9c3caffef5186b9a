"""The output of `ironboard influence`: the values of a position, its segments, and the 6600's time.

Pictures are rows of text, or shapes for SVG and PNG, with the borders of segments. In text, a node is a number in three
columns or, as a shade, one sign; the borders are to its right and below it. Nodes with 34 or more, or -34 or less, are
stones; nothing between 17 and 33 occurs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypedDict

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from host.formats import results
from host.games.boards import Colour, can_show
from host.games.drawing import Picture, Shape, box, names
from host.games.go.gtp import vertex
from host.games.go.influence import POCKETS, SEGMENTS, VALUES, Domain, Found, Language, Segment, analysed, fortran_cards
from host.games.go.opened import Opened, opening
from host.games.go.rules import COLUMNS, Position


@dataclass(frozen=True)
class Options:
    """The options: the position, and the parts of it to show."""

    position: str  # a file, rows or nodes
    board: int | None = None
    move: int | None = None  # of a game record; without it, the last one
    segments: bool = False
    pockets: bool = False
    shades: bool = False
    svg: Path | None = None
    png: Path | None = None
    cards: bool = False
    language: Language = "compass"
    ascii: bool = False
    overwrite: bool = False
    as_json: bool = False
    core: Core = "compiled"

    @property
    def wanted(self) -> int:
        """The program's task."""
        return POCKETS if self.pockets else SEGMENTS if self.segments else VALUES


def show(options: Options) -> None:
    """Print the report, write the pictures; raises IronboardError."""
    if options.as_json:
        results.show(result(options))
        return
    for line in lines(options):
        print(line, flush=True)


class SegmentResult(TypedDict):
    """A segment: nodes of one sign that are connected."""

    number: int
    side: Literal["black", "white"]
    nodes: Annotated[int, "empty ones and stones"]
    stones: Annotated[int, "of its own side"]
    vertices: list[str]


class InfluenceResult(TypedDict):
    """The influence of the stones on a Go board."""

    size: Annotated[int, "rows of the board"]
    black: Annotated[list[str], "the vertices of Black's stones"]
    white: Annotated[list[str], "of White's"]
    values: Annotated[list[list[int]], "of the nodes by rows, from the top; positive ones are Black's"]
    segments: Annotated[list[SegmentResult], "with --segments or --pockets"]
    pockets: Annotated[list[int], "with --pockets: the numbers of segments that are lost"]
    domains: Annotated[list[SegmentResult], "with --pockets: what is left then"]
    cycles: Annotated[int, "minor cycles of the 6600, for the values"]
    seconds: Annotated[float, "the same in seconds"]


def result(options: Options) -> InfluenceResult:
    """Return the report for programs; write the pictures."""
    opened, found = worked_out(options)
    size, stones = opened.position.size, opened.position.stones
    draw(options, opened, found)
    rows = [range(row * (size + 1) + 1, row * (size + 1) + size + 1) for row in range(1, size + 1)]
    black, white = ([vertex(at, size) for at in sorted(stones) if stones[at] is side] for side in Colour)
    return {
        "size": size,
        "black": black,
        "white": white,
        "values": [[found.values[point] for point in row] for row in rows],
        "segments": [*segments_of(found.segments, size)],
        "pockets": [each.number for each in found.pockets],
        "domains": [*segments_of(found.domains, size)],
        "cycles": found.cycles,
        "seconds": found.cycles / Cdc6600.clock,
    }


def segments_of(domain: Domain | None, size: int) -> Iterator[SegmentResult]:
    """Yield the segments of a board, if they have been looked for."""
    for each in domain.segments if domain else ():
        assert domain
        vertices = [vertex(point, size) for point, number in sorted(domain.numbers.items()) if number == each.number]
        yield {
            "number": each.number,
            "side": "black" if each.side is Colour.BLACK else "white",
            "nodes": each.nodes,
            "stones": each.stones,
            "vertices": vertices,
        }


def worked_out(options: Options) -> tuple[Opened, Found]:
    """Return the position that is meant, and the program's result; raises IronboardError."""
    opened = checked_names(options)
    found = analysed(opened.position, language=options.language, wanted=options.wanted, core=options.core)
    return opened, found


def checked_names(options: Options) -> Opened:
    """Return the position that is meant, when the names of the pictures have been checked."""
    for path, suffix in ((options.svg, ".svg"), (options.png, ".png")):
        if path is not None and path.suffix.lower() != suffix:
            raise IronboardError(f"{path}: the file name of this picture must end in {suffix}")
    return opening(options.position, options.move, options.board)


def draw(options: Options, opened: Opened, found: Found) -> None:
    """Write the pictures."""
    picture = drawing(found, opened.position, f"Influence: {opened.title}")
    for path in (options.svg, options.png):
        if path is not None:
            picture.write(path, options.overwrite)


def lines(options: Options) -> Iterator[str]:
    """Yield the report; write the pictures."""
    if options.cards:
        yield from fortran_cards(checked_names(options).position)
        return
    opened, found = worked_out(options)
    position = opened.position
    ascii = options.ascii or not can_show(SIGNS)
    count = Counter(position.stones.values())
    yield (
        f"{opened.title}: {position.size} by {position.size}, "
        f"stones: {count[Colour.BLACK]} black, {count[Colour.WHITE]} white"
    )
    yield map_text(found, position, shades=options.shades, ascii=ascii)
    yield from told(found, position.size)
    draw(options, opened, found)


def told(found: Found, size: int) -> Iterator[str]:
    """Yield the lines below the map."""
    signs = Counter((value > 0) - (value < 0) for value in found.values.values())
    yield f"nodes    {signs[1]} positive, {signs[-1]} negative, {signs[0]} zero; sum {sum(found.values.values())}"
    if found.segments:
        for each in found.segments.segments:
            yield f"segment  {described(each, found.segments, size)}"
    for each in found.pockets:
        yield f"pocket   {each.number} is lost: {holding(each)}, size {each.size}, goes to {each.side.other.value}"
    if found.domains:
        for each in found.domains.segments:
            yield f"domain   {described(each, found.domains, size)}"
    yield f"CP time  {found.cycles:,} minor cycles, {found.cycles / Cdc6600.clock:.6f} s, for the values"


def described(segment: Segment, domain: Domain, size: int) -> str:
    """Return number, side, size and first node of a segment."""
    first = min(point for point, number in domain.numbers.items() if number == segment.number)
    return f"{segment.number} {segment.side.value}: {holding(segment)}, from {vertex(first, size)}"


def holding(segment: Segment) -> str:
    """Return the contents of a segment."""
    return f"{segment.nodes} {'node' if segment.nodes == 1 else 'nodes'}, {segment.stones} of them own stones"


# ---------------------------------------------------------------- pictures


LEAST_STONE, MOST_EMPTY = 34, 16  # values between them never occur
BOUNDS = (1, 5, 9)  # from which a value is weak, medium, strong
Edges = frozenset[tuple[int, int]]  # pairs of neighbours with a border between them, the smaller point first

UNICODE = {"stones": "●○", "black": "░▒▓", "white": "-=≡", "zero": "·", "lines": " ╵╷│╶└┌├╴┘┐┤─┴┬┼"}
ASCII = {"stones": "XO", "black": "+*#", "white": "-=%", "zero": ".", "lines": " ||||++|-++|-+++"}
SIGNS = "".join(UNICODE.values())
UP, DOWN, RIGHT, LEFT = 1, 2, 4, 8  # arms of a corner, as indices into "lines"


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


def map_text(found: Found, position: Position, *, shades: bool = False, ascii: bool = False) -> str:
    """Return a row of text for each row of the board, with lines between segments where these have been looked for."""
    signs = ASCII if ascii else UNICODE
    domain = found.domains or found.segments
    borders = edges(domain) if domain else frozenset()
    cells = 1 if shades else 3

    def cell(point: int) -> str:
        value = found.values[point]
        return shade(value, signs) if shades else f"{value:3}"

    def mark(point: int) -> str:
        """Return the character after a node: a border, or the sign of a stone with a number."""
        if (point, point + 1) in borders:
            return signs["lines"][UP | DOWN]
        value = found.values[point]
        return signs["stones"][value < 0] if not shades and not domain and abs(value) >= LEAST_STONE else " "

    return "\n".join(text_rows(position.size, cell, mark, borders, cells, signs["lines"]))


def text_rows(
    size: int, cell: Callable[[int], str], mark: Callable[[int], str], borders: Edges, cells: int, lines: str
) -> Iterator[str]:
    """Yield the names of the columns, and the rows with the borders between them."""
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


def drawing(found: Found, position: Position, title: str = "") -> Picture:
    """Return the board as a drawing: grounds from blue (Black's) to white, values, stones, borders.

    With lost pockets, borders of domains are thick, borders of segments only are thin.
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
    shapes += names(COLUMNS[:size], CELL, RIM)
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
    """Return the colour of wood with this part, 0 to 1, of another colour mixed in."""
    return "#" + "".join(f"{round(wood + part * (other - wood)):02x}" for wood, other in zip(WOOD, colour, strict=True))


def edge(pair: tuple[int, int], width: int, thickness: float) -> Shape:
    """Return the border between two neighbours."""
    row, column = divmod(pair[0], width)
    x, y = RIM + column * CELL, RIM + row * CELL  # the lower right corner of the first node
    if pair[1] == pair[0] + 1:
        return bar(x, y - CELL, x, y, thickness, BORDER)
    return bar(x - CELL, y, x, y, thickness, BORDER)


def bar(x1: float, y1: float, x2: float, y2: float, thickness: float, fill: str) -> Shape:
    """Return a line as a rectangle, slightly longer so that corners are closed."""
    half = thickness / 2
    return box(x1 - half, y1 - half, x2 - x1 + thickness, y2 - y1 + thickness, fill)
