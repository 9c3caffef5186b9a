"""The flowchart of rules, as lines of text and as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from host.games.drawing import Picture, Shape, box
from host.games.pitrat.rules import CASES, END, IF, LOOP, MOVE, ONE_STEP, RESULT, SCAN, Algorithm, Node, Rules

SCAN_ON, LOOP_ON, STEP = SCAN[1], LOOP[1], LOOP[3]  # nodes that a SCANNING or a LOOP has besides its own
ROW, LANE, MARGIN, WIDTH = 26, 9, 20, 560  # units: a node's row, an arrow's lane, the rim, the width of a node
ARROW, CONJUGUE = "#33518f", "#a8552d"
GROUNDS = {IF: "#fff3d6", CASES: "#fff3d6", MOVE: "#dcefdc", RESULT: "#dcefdc", END: "#e6e6e6"}


def nodes_of(rules: Rules, algorithm: Algorithm) -> list[Node]:
    """Return the nodes of an algorithm in their order, and FINISHED, which both have, at the end."""
    own = [each for each in rules.nodes if each.number and algorithm.first <= each.number <= algorithm.last]
    return [*own, rules.nodes[0]]


def described(rules: Rules, node: Node) -> str:
    """Return the action of a node: the statement, or an implicit step of a SCANNING or a LOOP."""
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
    """Return the condition for each successor of a node."""
    if node.kind == CASES:
        return node.cases
    off = ("", "off the board")
    pairs = {IF: ("true", "false"), SCAN_ON: ("", "none left"), LOOP_ON: ("", "none left"), STEP: off, ONE_STEP: off}
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
