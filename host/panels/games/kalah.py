"""The 6600's two kalah programs: the pits of one side, and the game.

In the first, a click puts a counter into a pit; COUNT and ROWS print the possible outcomes. In the game a click plays a
pit of the side to move; when the turn is over, the program answers.

Sources of the pictures: asm/cdc6600/kpaint.compass, which paints the pits in their present state;
kgpaint.compass, which paints the board.
"""

from __future__ import annotations

from typing import Any

from host.panels.cdc6600.view import asked, not_now, picture_lines, say
from host.panels.games import files
from host.panels.games.lines import next_kalah, open_kalah, save_kalah
from host.ui.advice import command, pick, to_move
from host.ui.parts import Board, Box, Colour, Command, Game, Label, Pane, Step, View

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
        found["now"] = (
            pick(ui, "pits") + " to add counters; " + command(ui, "count") + ": how a move can end, "
            + command(ui, "rows") + " shows it; the game is the program kalah"
        )  # fmt: skip
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


# ---------------------------------------------------------------- the game


SIDE = 8  # pits of a side, at most
NUMBER_ROW = 4  # of a picture: where South's numbers are; two rows for each side, and the kalahs between them


def first_column(pits: int) -> int:
    """Return the column of a side's left pit: boards of fewer pits are centred."""
    return (SIDE - pits) // 2


def numbers(line: str) -> list[int]:
    """Return the numbers of a line."""
    words = [each for each in line.split(" ") if each != "" and "0123456789".find(each[0]) >= 0]
    return [int(each) for each in words]


def look_game(m: Any, ui: View) -> View:
    """Return the board, the kalahs, and the side to move."""
    lines = picture_lines(m)
    board = {"cells": "-" * (2 * SIDE), "marks": [], "chosen": -1}
    found: View = {"board": board, "north": "", "south": "", "result": ""}
    if len(lines) <= NUMBER_ROW + 1:
        return found
    north, south, kalahs = numbers(lines[1]), numbers(lines[3]), numbers(lines[2])
    first = first_column(len(north))
    left, right = "-" * first, "-" * (SIDE - len(north) - first)
    marks = []
    for line in lines:
        if line.startswith("LAST MOVE") and asked(m):
            last = numbers(line)
            ours = mover(lines) == "south"  # the side to move; the other side moved last, unless the turn goes on
            if ui["again"]:
                ours = not ours
            marks = [first + (each - 1 if ours else SIDE + len(south) - each) for each in last]
    rows = [left + "".join([sign_of_game(each) for each in row]) + right for row in [north, south]]
    cells = rows[0] + rows[1]
    found["board"] = {"cells": cells, "marks": marks, "chosen": -1}
    if len(kalahs) == 2:
        found["north"] = "north's kalah " + str(kalahs[0])
        found["south"] = "south's kalah " + str(kalahs[1])
    if mover(lines) == "":
        found["result"] = lines[NUMBER_ROW + 1].strip().lower()
    if asked(m):
        if mover(lines) == "":
            found["now"] = "the game is over: " + command(ui, "new game") + " begins another"
        else:
            side = mover(lines)
            found["now"] = (
                ("once more: " if ui["again"] else "") + to_move(ui, side, ui["side"] == side, "a pit") + "; "
                + command(ui, "play") + ": the machine moves, " + str(ui["depth"]) + " moves ahead"
            )  # fmt: skip
    return found


def sign_of_game(counters: int) -> str:
    """Return the sign of a pit: 0 to 9, A is 10, + more than 35."""
    return "+" if counters > 35 else sign(counters)


def mover(lines: list[str]) -> str:
    """Return who is to move: "south", "north"; nothing if the game is over."""
    for line in lines:
        if line.startswith("SOUTH TO MOVE"):
            return "south"
        if line.startswith("NORTH TO MOVE"):
            return "north"
    return ""


def act_game(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Play a pit, let the program move."""
    lines = picture_lines(m)
    if what == "board":
        if not asked(m):
            return not_now(m, ui)
        if mover(lines) == "":
            return [["say", "the game is over: " + command(ui, "new game") + " begins another"]]
        pits = len(numbers(lines[1]))
        row, column = value // SIDE, value % SIDE - first_column(pits)
        if column < 0 or column >= pits:
            return []
        if (row == 0) != (mover(lines) == "north"):
            return [["say", "the pits of " + mover(lines) + " are in the other row"]]
        ui["side"] = mover(lines)
        steps = say(m, ui, "MOVE " + str(column + 1 if row == 0 else pits - column))
        return [["command", "remember"], *steps, ["until", "asked", 0], ["command", "answer"]]
    if what != "command":
        return None
    if value == "play":
        ui["again"] = False
        return say(m, ui, "PLAY " + str(ui["depth"]))
    if value == "answer":
        if len([line for line in lines if line.startswith("NO SUCH")]) > 0:
            return [["say", "that pit is empty"]]
        ui["again"] = mover(lines) == ui["side"]
        return [] if ui["again"] or mover(lines) == "" else say(m, ui, "PLAY " + str(ui["depth"]))
    if value == "new game":
        ui["again"] = False
        return say(m, ui, "NEW")
    if value == "take up":
        return next_kalah(m, ui)
    if value == "deeper" or value == "shallower":
        ui["depth"] = max(1, min(199, ui["depth"] + (1 if value == "deeper" else -1)))
        return [["say", "the machine looks " + str(ui["depth"]) + " moves ahead"]]
    return None


def game_panes(box: Box) -> tuple[Pane, ...]:
    """Return the board, the kalahs below it."""
    width = box.w - 40
    place = Box(box.x + 20, box.y + 200, width, 2 * width / SIDE)
    below = place.y + place.h
    parts = (
        Board(name="board", box=place, rows=2, columns=SIDE, style="pits", men={}),
        Label(name="north", at=(box.centre[0] - 20, below + 40), size=26, colour=INK, width=280, align="right"),
        Label(name="south", at=(box.centre[0] + 20, below + 40), size=26, colour=INK, width=280),
        Label(name="result", at=(box.centre[0], below + 90), size=26, colour=INK, width=600, align="centre"),
    )
    return (Pane(name="board", box=box, title="KALAH   north above", parts=parts, group="right", column=1),)


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
    Game(
        programs=("kalgame",),
        look=look_game,
        act=act_game,
        panes=game_panes,
        commands=(
            Command("play", "PLAY", "f2", "the machine makes a move"),
            Command("take back", "TAKE BACK", "ctrl+z", "back to before your last play"),
            Command("new game", "NEW", "ctrl+n", "a new game"),
            Command("deeper", "DEEPER", "f4", "the machine looks a move further ahead"),
            Command("shallower", "LESS DEEP", "f5", "the machine looks a move less ahead"),
        ),
        ui={"depth": 6, "side": "", "again": False, "filed": {}},
        file=files.KALAH,
        save=save_kalah,
        open=open_kalah,
        help=(
            ("A, +", "in a pit: 10 counters (B: 11, ...); more than 35"),
            ("MOVE 6 3", "typed: pit 6, and pit 3 in the same turn, counted from the kalah"),
            ("SCORE, POSITIONS", "in OUTPUT: what its move is worth, positions looked at"),
            ("kalmoves", "another program: in how many positions a move can end"),
        ),
    ),
)
