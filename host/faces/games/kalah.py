"""The pits of the 6600's kalah program: a click puts a counter into a pit, COUNT and ROWS say what can come of it.

Source of the picture: asm/cdc6600/kpaint.compass, which paints the pits as they stand.
"""

from __future__ import annotations

from typing import Any

from host.faces.cdc6600.view import asked, picture_lines, say
from host.faces.parts import Board, Box, Colour, Command, Game, Label, Pane, Step, View

INK: Colour = (232, 228, 218)
MOST = 10  # pits that are drawn
EMPTY_PIT = "0"


def look(m: Any, ui: View) -> View:
    """Return the pits, and how many moves and how large a stack the program has found."""
    told = pits_in(picture_lines(m))
    if told != ui["told"]:
        ui["told"] = told
        if len(told) > 0:
            ui["pits"] = told
    pits = ui["pits"]
    cells = "".join([sign(each) for each in pits]) + "-" * (MOST - len(pits))
    answer = ", ".join(
        [line.strip().lower() for line in picture_lines(m) if line[len(line) - 5 :] in ["MOVES", "STACK"]]
    )
    found: View = {"board": {"cells": cells, "marks": [], "chosen": -1}, "answer": answer}
    if asked(m):
        found["now"] = "click pits to add counters; COUNT counts how a move can end, ROWS shows it"
    return found


def sign(counters: int) -> str:
    """Return the sign of a pit: 0 to 9, A is 10."""
    return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[min(35, counters)]


def pits_in(lines: list[str]) -> list[int]:
    """Return the pits of the picture, from the left."""
    for line in lines:
        words = [each for each in line.split(" ") if each != ""]
        if (
            len(words) > 0
            and len([each for each in words if len([c for c in each if "0123456789".find(c) < 0]) > 0]) == 0
        ):
            return [int(each) for each in words]
    return []


def act(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Fill pits; have the moves counted."""
    if what == "board":
        if value < len(ui["pits"]):
            ui["pits"] = [ui["pits"][each] + (1 if each == value else 0) for each in range(len(ui["pits"]))]
        return []
    if what != "command":
        return None
    if value == "more pits" or value == "fewer pits":
        count = max(1, min(MOST, len(ui["pits"]) + (1 if value == "more pits" else -1)))
        ui["pits"] = [count - each for each in range(count)]
        return []
    if value == "empty pits":
        ui["pits"] = [0 for each in ui["pits"]]
        return []
    if value == "count" or value == "rows" or value == "list":
        if len([each for each in ui["pits"] if each > 0]) == 0:
            return [["say", "put counters into the pits first"]]
        return say(m, ui, "PITS " + " ".join([str(each) for each in ui["pits"]]) + " " + value.upper())
    return None


def panes(box: Box) -> tuple[Pane, ...]:
    """Return the pits, the kalah on the right of them, and the answer."""
    place = Box(box.x + 20, box.y + 270, box.w - 40, (box.w - 40) / MOST)
    parts = (
        Board(name="board", box=place, rows=1, columns=MOST, style="pits", men={}),
        Label(name="answer", at=(box.centre[0], box.y + 420), size=24, colour=INK, width=600, align="centre"),
    )
    return (
        Pane(name="board", box=box, title="THE PITS   the kalah is on the right", parts=parts, group="right", column=1),
    )


GAMES = (
    Game(
        programs=("kalah",),
        look=look,
        act=act,
        panes=panes,
        commands=(
            Command("count", "COUNT", "f2", "in how many positions a move can end"),
            Command("rows", "ROWS", "f3", "the same, row by row"),
            Command("more pits", "MORE PITS", "f4", "a pit more, each with as many counters as it is away"),
            Command("fewer pits", "FEWER PITS", "f5", "a pit less"),
            Command("empty pits", "EMPTY", "f6", "take all counters out of the pits"),
        ),
        ui={"pits": [6, 5, 4, 3, 2, 1], "told": []},
        help=(
            ("- * C", "in ROWS: an empty pit, one that ends, one that goes on"),
            ("MOVES, STACK", "positions in which a move can end, the largest stack"),
        ),
    ),
)
