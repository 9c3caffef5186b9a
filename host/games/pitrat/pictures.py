"""Pictures of boards with men; and the flowchart of rules, as lines of text and as a picture.

Men of chess are drawn as outlines, all others as discs with the letters of their natures.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from host.games.drawing import Picture, Shape, box
from host.games.pitrat.notation import Notation
from host.games.pitrat.position import CHESS, LETTERS, Man, Position, Square
from host.games.pitrat.rules import CASES, END, IF, LOOP, MOVE, RESULT, SCAN, Algorithm, Node, Rules

CELL, RIM = 48, 22  # units of a square's side, and around the board
LIGHT, DARK, FRAME, MARKED = "#f0dfc0", "#b58d63", "#4a3a28", "#c9b037"
FILL, EDGE = ("", "#fbf6ea", "#26221f"), ("", "#3a332d", "#d8cfc0")  # of the players' men
OUTLINES = {  # of chessmen: points in a square of 48 units
    "PAWN": "14,40 34,40 33,35 28,32 27,25 30,21 30,15 27,11 21,11 18,15 18,21 21,25 20,32 15,35",
    "ROOK": "12,41 36,41 36,36 32,33 32,20 36,17 36,9 31,9 31,13 27,13 27,9 21,9 21,13 17,13 17,9 12,9 12,17 16,20 "
    "16,33 12,36",
    "KNIGHT": "13,41 35,41 35,32 34,22 30,14 24,10 22,6 19,11 14,16 10,24 12,29 16,29 20,25 23,25 21,31 14,36",
    "BISHOP": "12,41 36,41 35,36 28,34 28,31 32,27 33,21 30,15 26,11 26,7 22,7 22,11 18,15 15,21 16,27 20,31 20,34 "
    "13,36",
    "QUEEN": "12,41 36,41 35,35 38,17 32,24 31,12 26,23 24,9 22,23 17,12 16,24 10,17 13,35",
    "KING": "12,41 36,41 35,34 39,27 38,20 33,17 26,21 26,14 30,14 30,10 26,10 26,6 22,6 22,10 18,10 18,14 22,14 22,21 "
    "15,17 10,20 9,27 13,34",
}


def board(
    position: Position, notation: Notation, *, flipped: bool = False, marked: Collection[Square] = (), title: str = ""
) -> Picture:
    """Return a board, the first player below, or above; `marked` squares have another colour."""
    game = position.game
    width, height = game.width * CELL + 2 * RIM, game.height * CELL + 2 * RIM
    shapes = [box(0, 0, width, height, FRAME)]
    for square in game.squares:
        column = game.width - square[0] if flipped else square[0] - 1
        row = square[1] - 1 if flipped else game.height - square[1]
        x, y = RIM + column * CELL, RIM + row * CELL
        ground = MARKED if square in marked else DARK if sum(square) % 2 == 0 else LIGHT
        shapes.append(box(x, y, CELL, CELL, ground))
        if column == 0:
            shapes.append(Shape(((RIM / 2, y + CELL / 2),), LIGHT, radius=12, text=str(square[1])))
        if row == game.height - 1:
            name = LETTERS[square[0] - 1] if notation.algebraic else str(square[0])
            shapes.append(Shape(((x + CELL / 2, height - RIM / 2),), LIGHT, radius=12, text=name))
        if man := position.men.get(square):
            shapes += _man(position, man, x, y)
    return Picture(width, height, tuple(shapes), title)


def _man(position: Position, man: Man, x: float, y: float) -> Iterator[Shape]:
    fill, edge = FILL[man.player], EDGE[man.player]
    nature = position.game.natures[man.nature - 1]
    if nature in CHESS and position.game.natures[: len(CHESS)] == CHESS:
        pairs = (point.split(",") for point in OUTLINES[nature].split())
        yield Shape(tuple((x + int(right), y + int(down)) for right, down in pairs), fill, edge)
        return
    middle = ((x + CELL / 2, y + CELL / 2),)
    yield Shape(middle, fill, edge, radius=18)
    if len(position.game.natures) > 1:
        yield Shape(middle, edge, radius=20, text=position.game.letters[man.nature - 1])


# ---------------------------------------------------------------- flowcharts


SCAN_ON, LOOP_ON, STEP = SCAN[1], LOOP[1], LOOP[3]  # nodes that a SCANNING or a LOOP has besides its own
ROW, LANE, MARGIN, WIDTH = 26, 9, 20, 560  # units: a node's row, an arrow's lane, the rim, the width of a node
ARROW, CONJUGUE = "#33518f", "#a8552d"
GROUNDS = {IF: "#fff3d6", CASES: "#fff3d6", MOVE: "#dcefdc", RESULT: "#dcefdc", END: "#e6e6e6"}


def nodes_of(rules: Rules, algorithm: Algorithm) -> list[Node]:
    """Return the nodes of an algorithm in their order, and FINISHED, which both have, at the end."""
    own = [each for each in rules.nodes if each.number and algorithm.first <= each.number <= algorithm.last]
    return [*own, rules.nodes[0]]


def described(rules: Rules, node: Node) -> str:
    """Return what a node does: the statement, or what a SCANNING or a LOOP does besides."""
    own = node.label[1:]
    auxiliary = {
        END: "FINISHED",
        SCAN_ON: "the next square",
        LOOP_ON: f"W{own} := W{own} + 1, the next increment",
        LOOP[2]: "back to the first square, no step yet",
        STEP: f"Y{own} := Y{own} + 1, a step further",
    }
    return auxiliary.get(node.kind) or re.sub(r"^([A-Z][A-Z0-9]*)?\s*\.\s*", "", rules.text(node).upper())


def marks(node: Node) -> Sequence[str]:
    """Return what leads to each successor of a node."""
    if node.kind == CASES:
        return node.cases
    pairs = {IF: ("true", "false"), SCAN_ON: ("", "none left"), LOOP_ON: ("", "none left"), STEP: ("", "off the board")}
    return pairs.get(node.kind, [""] * len(node.successors))


def flowchart_text(rules: Rules) -> Iterator[str]:
    """Yield a line for each node: number, label, statement, successors, conjugué."""
    for algorithm in rules.algorithms:
        nodes = nodes_of(rules, algorithm)
        yield f"{algorithm.name}, {len(nodes)} nodes, begins at {algorithm.entry}"
        width = max(len(node.label) for node in nodes)
        for node in nodes:
            leads = (f"{mark} -> {to}".strip() for mark, to in zip(marks(node), node.successors, strict=True))
            conjugue = "" if node.conjugue is None else f"   conjugué {node.conjugue}"
            way = f"   {', '.join(leads)}" if node.successors else ""
            yield f"{node.number:4} {node.label:{width}}  {described(rules, node)}{way}{conjugue}"


def flowchart(rules: Rules) -> Picture:
    """Return the flowchart of both algorithms, one below the other.

    An arrow to the next node is short and straight, others run on the right. On the left a dashed line leads from each
    test to its conjugué.
    """
    shapes: list[Shape] = []
    charts = [(algorithm, nodes_of(rules, algorithm)) for algorithm in rules.algorithms]
    lanes = []
    for _, nodes in charts:
        rows = {node.number: row for row, node in enumerate(nodes)}
        ways = {(rows[node.number], rows[to]) for node in nodes for to in node.successors}
        conjugues = {(rows[node.number], rows[node.conjugue]) for node in nodes if node.conjugue is not None}
        lanes.append((_lanes(way for way in ways if way[1] != way[0] + 1), _lanes(conjugues)))
    first = MARGIN + LANE * (2 + max(max(left.values(), default=0) for _, left in lanes))
    last = first + WIDTH
    top = 0.0
    for (algorithm, nodes), (right, left) in zip(charts, lanes, strict=True):
        shapes.append(Shape(((first, top + ROW),), "#000000", radius=15, text=algorithm.name, anchor="start"))
        shapes += _chart(rules, nodes, right, left, top + ROW, first, last)
        top += ROW * (len(nodes) + 2)
    width = last + MARGIN + LANE * (2 + max(max(right.values(), default=0) for right, _ in lanes))
    return Picture(width, top + ROW, tuple(shapes), f"{rules.name}: flowchart")


Jumps = dict[tuple[int, int], int]  # rows from and to -> lane


def _chart(
    rules: Rules, nodes: Sequence[Node], right: Jumps, left: Jumps, top: float, first: float, last: float
) -> Iterator[Shape]:
    """Yield the shapes of an algorithm; nodes are between `first` and `last`, arrows have lanes."""

    def middle(row: int, offset: float = 0) -> float:
        return top + ROW * (row + 1) + offset

    for (start, end), lane in left.items():
        x = first - LANE * (lane + 1)
        points = ((first, middle(start, 4)), (x, middle(start, 4)), (x, middle(end, -5)), (first, middle(end, -5)))
        yield Shape(points, edge=CONJUGUE, dashed=True)
    for (start, end), lane in right.items():
        x = last + LANE * (lane + 1)
        points = ((last, middle(start, 3)), (x, middle(start, 3)), (x, middle(end, -4)), (last, middle(end, -4)))
        yield Shape(points, edge=ARROW)
        yield Shape(((last, middle(end, -4)), (last + 6, middle(end, -7)), (last + 6, middle(end, -1))), ARROW)
    rows = {node.number: row for row, node in enumerate(nodes)}
    for row, node in enumerate(nodes):
        if any(rows[to] == row + 1 for to in node.successors):
            yield Shape(((first + 30, middle(row)), (first + 30, middle(row + 1))), edge=ARROW)
        yield box(first, middle(row, 4 - ROW / 2), WIDTH, ROW - 8, GROUNDS.get(node.kind, "#f7f7fb"), "#8a8a99")
        words = f"{node.number}  {node.label or '.'}   {described(rules, node)}"
        yield Shape(((first + 6, middle(row)),), "#000000", radius=11, text=words, anchor="start")


def _lanes(arrows: Iterable[tuple[int, int]]) -> Jumps:
    """Return a lane for each arrow, so that no two in one lane meet; short arrows are nearest to the nodes."""
    lanes: list[list[tuple[int, int]]] = []
    found = {}
    for start, end in sorted(arrows, key=lambda each: (abs(each[1] - each[0]), each)):
        low, high = sorted((start, end))
        free = (number for number, taken in enumerate(lanes) if all(high < a or b < low for a, b in taken))
        number = next(free, len(lanes))
        lanes += [[]] * (number == len(lanes))
        lanes[number] = [*lanes[number], (low, high)]
        found[start, end] = number
    return found
