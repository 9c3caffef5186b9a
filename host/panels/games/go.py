"""A board for the Go programs of the 6600 that are written in ALGOL: the thesis' program and Zobrist's.

They do not show a board. So it is put together from the typed lines and their answers: a line of two numbers is a move
of ours, column and row from the top left, MOVE X Y the program's, and a line that is called ILLEGAL or WRONG was none.
"""

from __future__ import annotations

from typing import Any

from host.panels.cdc6600.view import asked, not_now, output_lines, say
from host.ui.advice import command, to_move
from host.ui.parts import Board, Box, Command, Game, Label, Pane, Step, View

SIDE = 19
BLACK, WHITE, EMPTY = "#", "0", " "
START: View = {"read": 0, "size": 0, "cells": EMPTY * SIDE * SIDE, "before": "", "last": -1, "plies": 0, "said": ""}


def integers(line: str) -> list[int]:
    """Return the two numbers of a line; nothing if it is something else."""
    words = [each for each in line.split(" ") if each != ""]
    if len(words) != 2 or len([each for each in words if not whole(each)]) > 0:
        return []
    return [int(each) for each in words]


def whole(text: str) -> bool:
    """Return whether a text is a whole number."""
    digits = text[1:] if text.startswith("-") else text
    return digits != "" and len([each for each in digits if "0123456789".find(each) < 0]) == 0


def stars(size: int) -> list[int]:
    """Return the points with a dot of a board with an odd number of lines."""
    edge, middle = 3 if size >= 13 else 2, size // 2
    lines = [edge, middle, size - 1 - edge] if size >= 13 else [edge, size - 1 - edge]
    found = [size * row + column for row in lines for column in lines]
    return found if size >= 13 else [*found, size * middle + middle]


def follow(ui: View) -> None:
    """Read the lines that are new."""
    game, lines = ui["go"], output_lines(ui)
    if len(lines) < game["read"]:
        for name in ["read", "size", "plies"]:
            game[name] = 0
        game["cells"], game["before"], game["last"], game["said"] = EMPTY * SIDE * SIDE, "", -1, ""
    while game["read"] < len(lines):
        line = lines[game["read"]].strip()
        game["read"] += 1
        if line[:7] == "ILLEGAL" or line[:5] == "WRONG":
            game["said"] = line.lower()
            if game["before"] != "":
                game["cells"], game["plies"], game["last"] = game["before"], game["plies"] - 1, -1
                game["before"] = ""
        elif line.startswith("MOVE "):
            play(game, integers(line[5:]))
            game["before"] = ""
        elif len(integers(line)) == 2:
            read_typed(game, integers(line))


def read_typed(game: View, numbers: list[int]) -> None:
    """Take a line that was typed: the size at first, then moves."""
    if game["size"] == 0:
        game["size"] = min(SIDE, numbers[0])
        game["cells"] = EMPTY * game["size"] * game["size"]
    elif numbers[0] >= 0:
        game["before"], game["said"] = game["cells"], ""
        if numbers[0] > 0 or game["plies"] > 0:  # 0 0 at the beginning lets the program begin
            play(game, numbers)


def play(game: View, numbers: list[int]) -> None:
    """Put a stone down, and remove the stones that it captures; 0 0 is a pass."""
    colour, other = (BLACK, WHITE) if (game["plies"] % 2) == 0 else (WHITE, BLACK)
    game["plies"] += 1
    if len(numbers) != 2 or numbers[0] < 1 or numbers[1] < 1:
        game["last"] = -1
        return
    size = game["size"]
    cell = size * (numbers[1] - 1) + numbers[0] - 1
    cells = with_sign(game["cells"], [cell], colour)
    for each in beside(cell, size):
        if cells[each] == other:
            group = group_of(cells, each, size)
            if not breathes(cells, group, size):
                cells = with_sign(cells, group, EMPTY)
    game["cells"], game["last"] = cells, cell


def with_sign(cells: str, changed: list[int], sign: str) -> str:
    """Return the cells with a sign on some."""
    for each in changed:
        cells = cells[:each] + sign + cells[each + 1 :]
    return cells


def beside(cell: int, size: int) -> list[int]:
    """Return the neighbours of a point."""
    row, column = cell // size, cell % size
    near = [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]]
    return [size * each[0] + each[1] for each in near if 0 <= each[0] < size and 0 <= each[1] < size]


def group_of(cells: str, start: int, size: int) -> list[int]:
    """Return the stones that are joined to a stone."""
    group, seen = [start], 0
    while seen < len(group):
        for each in beside(group[seen], size):
            if cells[each] == cells[start] and each not in group:
                group.append(each)
        seen += 1
    return group


def breathes(cells: str, group: list[int], size: int) -> bool:
    """Return whether a group has a liberty."""
    near = [each for stone in group for each in beside(stone, size)]
    return len([each for each in near if cells[each] == EMPTY]) > 0


def look(m: Any, ui: View) -> View:
    """Return the board, and the line of possible actions."""
    follow(ui)
    game = ui["go"]
    marks = [game["last"]] if game["last"] >= 0 else []
    size = game["size"] if game["size"] > 0 else SIDE
    board = {"cells": game["cells"], "columns": size, "stars": stars(size), "marks": marks, "chosen": -1}
    found: View = {"board": board, "answer": game["said"]}
    if asked(m) and game["size"] == 0:
        found["now"] = "how large a board? 9, 13 or 19"
    elif asked(m):
        begins = "; " + command(ui, "begin") + " lets the program begin" if game["plies"] == 0 else ""
        colour = "Black" if (game["plies"] % 2) == 0 else "White"
        others = command(ui, "pass") + ", or " + command(ui, "end") + begins
        found["now"] = to_move(ui, colour, True, "a point") + ", " + others
    return found


def act(m: Any, ui: View, what: str, value: Any, mode: str) -> list[Step] | None:
    """Type the move on a point that was clicked, the size, a pass."""
    game = ui["go"]
    if what == "board":
        if asked(m) and game["size"] == 0:
            return [["say", "first the size of the board: 9, 13 or 19"]]
        if not asked(m):
            return not_now(m, ui)
        if game["cells"][value] != EMPTY:
            return [["say", "there is a stone already"]]
        return say(m, ui, str((value % game["size"]) + 1) + " " + str((value // game["size"]) + 1))
    if what == "command" and value.startswith("size "):
        return say(m, ui, value[5:] + mode) if game["size"] == 0 else [["say", "RERUN. begins another game"]]
    if what == "command" and (value == "pass" or value == "begin"):
        return say(m, ui, "0 0")
    if what == "command" and value == "end":
        return say(m, ui, "-1 -1")
    return None


def act_nps(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Play the thesis' program, in the modern dialogue."""
    return act(m, ui, what, value, " 1")


def act_zobrist(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Play Zobrist's program, with nothing left to chance."""
    return act(m, ui, what, value, " 0")


def panes(box: Box) -> tuple[Pane, ...]:
    """Return the pane of the board, with the program's reason for refusing a move."""
    side = 570.0
    place = Box(box.x + (box.w - side) / 2, box.y + 30, side, side)
    men = {BLACK: "black", WHITE: "white"}
    parts = (
        Board(name="board", box=place, rows=SIDE, columns=SIDE, style="go", men=men, stars=tuple(stars(SIDE))),
        Label(
            name="answer", at=(box.centre[0], box.y + 612), size=18, colour=(255, 150, 96), width=600, align="centre"
        ),
    )
    return (Pane(name="board", box=box, title="GO", parts=parts, group="right", column=1),)


COMMANDS = (
    Command("pass", "PASS", "ctrl+y", "no stone; the program moves"),
    Command("begin", "BEGIN", "", "the program makes the first move"),
    Command("size 9", "9", "", "a board of 9 by 9"),
    Command("size 13", "13", "", "a board of 13 by 13"),
    Command("size 19", "19", "", "a board of 19 by 19"),
    Command("end", "END", "f3", "the end of the game"),
)
SIGNS = (
    ("MOVE X Y", "its move, column and row from the top left; 0 0 passes"),
    ("ILLEGAL", "why a move is refused"),
)
GAMES = (
    Game(
        programs=("nps",), look=look, act=act_nps, panes=panes, commands=COMMANDS, ui={"go": START},
        help=(*SIGNS, ("BY", "the chain of procedures that made the move"), ("CAPTURED N", "stones taken")),
    ),
    Game(
        programs=("zobrist",), look=look, act=act_zobrist, panes=panes, commands=COMMANDS, ui={"go": START},
        help=(*SIGNS, ("NODE X Y WEIGHT", "the five best nodes"), ("TEMPLATE", "what counted at the node played")),
    ),
)  # fmt: skip
