"""Where every pane goes: which of them stand beside each other, and which share a place and are chosen by a tab.

    small (80 x 24)                 large (110 x 36)                huge (190 x 46)
    source|code     registers       source|code       registers     source      code        registers
    memory|map|calls|...|log        memory|memory|map calls|stops   log         memory      calls|stops
                                    log               bus           paper       memory      bus
                                                      devices|paper             map         devices

Where the program's language is known, source and variables get the room:

    source|code     variables|regs  source|code       variables|regs  source    variables   code
    calls|log|memory|map|...        log|memory|map    calls|stops     log       calls|stops registers|bus
                                                      devices|paper                         memory|map
                                                                                            devices|paper

Everything here is arithmetic: no widget is touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

LARGE, HUGE = (110, 36), (190, 46)  # columns and rows from which there is more to see at once
HEADING = 1  # row above each place
BARS = 4  # lines below the panes
GAP = 1  # column between places that stand side by side
LOWEST = 2  # rows below which a place is not worth having

PANES = {
    "source": "1", "code": "2", "registers": "3", "memory": "4", "memory2": "5", "calls": "6", "breakpoints": "7",
    "bus": "8", "devices": "9", "log": "0", "paper": "t", "variables": "v", "map": "m",
}  # the panes and the keys that go to them  # fmt: skip


SOURCES, VALUES, CALLS = ("source", "code"), ("variables", "registers"), ("calls", "breakpoints")
MEMORY, DEVICES = ("memory", "memory2", "map"), ("devices", "paper")  # tabs of one place


class Box(NamedTuple):
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int


class Place(NamedTuple):
    """A rectangle shared by several panes, below a heading."""

    panes: tuple[str, ...]
    box: Box


Tabs = tuple[str, ...]  # panes that share a place


class Divided(NamedTuple):
    """Parts side by side, or one below the other. A size of a whole number is fixed, the others share what is left."""

    across: bool
    parts: tuple[tuple[float, Node], ...]  # size, content


Node = Divided | Tabs


def across(*parts: tuple[float, Node]) -> Divided:
    """Return parts side by side."""
    return Divided(True, parts)


def down(*parts: tuple[float, Node]) -> Divided:
    """Return parts one below the other."""
    return Divided(False, parts)


def plan(width: int, height: int, registers: int, language: bool = False) -> Node:
    """Return the layout for a screen of this size; `registers` is the number of rows they need.

    `language`: the program's language is known.
    """
    if language:
        return plan_of_language(width, height)
    rows = registers + HEADING
    if width >= HUGE[0] and height >= HUGE[1]:
        return across(
            (0.5, down((0.6, ("source",)), (0.2, ("log",)), (0.2, ("paper",)))),
            (75, down((0.4, ("code",)), (0.2, ("memory",)), (0.2, ("memory2",)), (0.2, ("map",)))),
            (46, down((rows, VALUES), (0.3, CALLS), (9, ("bus",)), (0.7, ("devices",)))),
        )
    if width >= LARGE[0] and height >= LARGE[1]:
        return across(
            (0.5, down((0.55, SOURCES), (0.25, MEMORY), (0.2, ("log",)))),
            (45, down((rows, VALUES), (0.3, CALLS), (0.3, ("bus",)), (0.4, DEVICES))),
        )
    lower = max(LOWEST, min(9, round(0.42 * height)))
    beside = 30 if width >= 60 else max(0, width // 3)
    return down((0.5, across((0.5, SOURCES), (beside, VALUES))), (lower, (*MEMORY, *CALLS, "bus", *DEVICES, "log")))


def plan_of_language(width: int, height: int) -> Node:
    """Return the layout for a program whose language is known."""
    if width >= HUGE[0] and height >= HUGE[1]:
        return across(
            (0.45, down((0.7, ("source",)), (0.3, ("log",)))),
            (0.3, down((0.6, ("variables",)), (0.4, CALLS))),
            (0.25, down((0.3, ("code",)), (0.25, ("registers", "bus")), (0.25, MEMORY), (0.2, DEVICES))),
        )
    if width >= LARGE[0] and height >= LARGE[1]:
        return across(
            (0.62, down((0.75, SOURCES), (0.25, ("log", *MEMORY)))),
            (0.38, down((0.55, VALUES), (0.25, CALLS), (0.2, (*DEVICES, "bus")))),
        )
    lower = max(LOWEST, min(7, round(0.3 * height)))
    return down((0.5, across((0.55, SOURCES), (0.45, VALUES))), (lower, (*CALLS, "log", *MEMORY, "bus", *DEVICES)))


def places(node: Node, box: Box, there: Iterable[str]) -> list[Place]:
    """Return the places of a layout, without missing panes and places that are too small."""
    panes = set(there)
    if not isinstance(node, Divided):
        shown = tuple(name for name in node if name in panes)
        return [Place(shown, box)] if shown and box.height >= LOWEST and box.width > 0 else []
    parts = [each for each in node.parts if _names(each[1]) & panes]
    gap, total = (GAP, box.width) if node.across else (0, box.height)
    found, at = [], 0
    for size, (_, content) in zip(divided(total - gap * (len(parts) - 1), parts), parts, strict=True):
        part = Box(box.x + at, box.y, size, box.height) if node.across else Box(box.x, box.y + at, box.width, size)
        found += places(content, part, panes)
        at += size + gap
    return found


def divided(total: int, parts: list[tuple[float, Node]]) -> list[int]:
    """Return the size of each part: fixed ones as given, the others share the rest."""
    left = max(0, total)
    sizes: dict[int, int] = {}
    for i, (size, _) in enumerate(parts):
        if isinstance(size, int):
            sizes[i] = min(size, left)
            left -= sizes[i]
    sharing = [i for i in range(len(parts)) if i not in sizes] or [len(parts) - 1]
    left += sum(sizes.get(i, 0) for i in sharing)
    shares = sum(parts[i][0] for i in sharing)
    for i in sharing:
        sizes[i] = left if i == sharing[-1] else round(left * parts[i][0] / shares)
        left, shares = left - sizes[i], shares - parts[i][0]
    return [sizes[i] for i in range(len(parts))]


def _names(node: Node) -> set[str]:
    return {name for _, part in node.parts for name in _names(part)} if isinstance(node, Divided) else set(node)
