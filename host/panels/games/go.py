"""A board for the Go programs of the 6600 that are written in ALGOL: the thesis' program and Zobrist's.

They do not show a board. So it is put together from the typed lines and their answers: a line of two numbers is a move
of ours, column and row from the top left, MOVE X Y the program's, and a line that is called ILLEGAL or WRONG was none.
"""

from __future__ import annotations

from typing import Any

from emulators.cdc6600 import core
from host.games.go.cells import BLACK, EMPTY, OTHER, PASS, WHITE, open_game, played, saved
from host.panels.cdc6600.view import asked, not_now, output_lines, say
from host.panels.games import files
from host.ui.advice import command, to_move
from host.ui.parts import Board, Box, Command, Game, Label, Pane, Step, View
from host.ui.words import bits

SMALLEST, SIDE = 9, 19  # rows of a board
MODERN, WITHOUT_CHANCE = " 1", " 0"  # after the size: which dialogue of nps, the seed of zobrist
START: View = {
    "read": 0, "size": 0, "start": EMPTY * SIDE * SIDE, "cells": EMPTY * SIDE * SIDE, "before": "", "turn": BLACK,
    "moves": [], "said": "",
}  # fmt: skip
STRIDE = 21  # of the programs' BOARD, from row to row
OWN, OTHERS = 1, 2  # its stones
VARIABLES = ("BOARD.", "KO.", "TAKEN.", "LOST.")  # all that a program knows between two moves, with:
MADE = {"nps": ("LAST.", "COUNT."), "zobrist": ("PLIES.",)}
ADDRESS_BITS = 18


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
        game["read"], game["said"] = 0, ""
        begin(game, 0, EMPTY * SIDE * SIDE, BLACK)
    while game["read"] < len(lines):
        line = lines[game["read"]].strip()
        game["read"] += 1
        if line[:7] == "ILLEGAL" or line[:5] == "WRONG":
            game["said"] = line.lower()
            if game["before"] != "":
                game["cells"], game["before"], game["turn"] = game["before"], "", OTHER[game["turn"]]
                game["moves"] = game["moves"][: len(game["moves"]) - 1]
        elif line.startswith("MOVE "):
            play(game, integers(line[5:]))
            game["before"] = ""
        elif len(integers(line)) == 2:
            read_typed(game, integers(line))


def begin(game: View, size: int, cells: str, turn: str) -> None:
    """Begin a game with a board, and a side to move."""
    game["size"], game["start"], game["cells"], game["before"] = size, cells, cells, ""
    game["turn"], game["moves"] = turn, []


def read_typed(game: View, numbers: list[int]) -> None:
    """Take a line that was typed: the size at first, then moves."""
    if game["size"] == 0:
        size = min(SIDE, numbers[0])
        begin(game, size, EMPTY * size * size, BLACK)
    elif numbers[0] >= 0:
        game["before"], game["said"] = game["cells"], ""
        if numbers[0] > 0 or is_begun(game):  # 0 0 at the beginning lets the program begin
            play(game, numbers)


def is_begun(game: View) -> bool:
    """Return whether there is a move, or a stone."""
    return len(game["moves"]) > 0 or game["start"].strip() != ""


def play(game: View, numbers: list[int]) -> None:
    """Put a stone down, and remove the stones that it captures; 0 0 is a pass."""
    size, sign = game["size"], game["turn"]
    here = len(numbers) == 2 and numbers[0] >= 1 and numbers[1] >= 1
    cell = size * (numbers[1] - 1) + numbers[0] - 1 if here else PASS
    game["cells"] = played(game["cells"], size, sign, cell, -1)["cells"]
    game["moves"].append([sign, cell])
    game["turn"] = OTHER[sign]


def look(m: Any, ui: View) -> View:
    """Return the board, and the line of possible actions."""
    follow(ui)
    game = ui["go"]
    marks = [each[1] for each in game["moves"][max(0, len(game["moves"]) - 1) :] if each[1] != PASS]
    size = game["size"] if game["size"] > 0 else SIDE
    board = {"cells": game["cells"], "columns": size, "stars": stars(size), "marks": marks, "chosen": -1}
    found: View = {"board": board, "answer": game["said"]}
    if asked(m) and game["size"] == 0:
        found["now"] = "how large a board? 9, 13 or 19"
    elif asked(m):
        begins = "; " + command(ui, "begin") + " lets the program begin" if not is_begun(game) else ""
        colour = "Black" if game["turn"] == BLACK else "White"
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
    if what == "command" and value == "take up":
        return take_up(m, ui)
    if what == "command" and value == "end":
        return say(m, ui, "-1 -1")
    return None


def act_nps(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Play the thesis' program, in the modern dialogue."""
    return act(m, ui, what, value, MODERN)


def act_zobrist(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Play Zobrist's program, with nothing left to chance."""
    return act(m, ui, what, value, WITHOUT_CHANCE)


# ---------------------------------------------------------------- files


def save(m: Any, ui: View) -> str:
    """Return the game as a file has it; nothing before the size of its board is known."""
    follow(ui)
    game = ui["go"]
    record = {
        "size": game["size"],
        "cells": game["start"],
        "moves": game["moves"],
        "first": "",
        "komi": "",
        "kept": [[]],
    }
    return saved(record, ui["filed"], []) if game["size"] > 0 else ""


def open_file(m: Any, ui: View, name: str, text: str, mode: str) -> list[Step]:
    """Return the steps that take up the last game of a file: the size of the board, and the program's memory."""
    game, record = ui["go"], open_game(name, text, SMALLEST, SIDE)
    if record["error"] != "":
        return [["wrong", record["error"]]]
    if not asked(m):
        return not_now(m, ui)
    if game["size"] > 0 and game["size"] != record["size"]:
        return [["wrong", name + ": the board has " + str(record["size"]) + " rows: RERUN. begins another game"]]
    ui["taking"] = record
    first = [] if game["size"] > 0 else [*say(m, ui, str(record["size"]) + mode), ["until", "asked", 0]]
    return [["command", "remember"], *first, ["command", "take up"], ["say", record["said"]]]


def take_up(m: Any, ui: View) -> list[Step]:
    """Return the steps that put the position into the program's memory: the side to move is the user's."""
    follow(ui)
    record, at = ui["taking"], ui["at"]
    begin(ui["go"], record["size"], record["cells"], record["turn"])
    ui["go"]["cells"], ui["go"]["moves"], ui["filed"] = record["board"], [each[:2] for each in record["moves"]], record
    size, own, moves = record["size"], OTHER[record["turn"]], record["moves"]
    made = [each[1] for each in moves if each[0] == own]
    last = [each for each in made if each != PASS]
    first = bits(m.memory, core.absolute_address(m, at["BOARD."]), 0, ADDRESS_BITS)
    wanted = [
        [at["KO."], place(record["ko"], size)],
        [at["TAKEN."], record["taken"][own]],
        [at["LOST."], record["taken"][record["turn"]]],
    ]
    if "COUNT." in at:
        wanted += [[at["COUNT."], len(made)], [at["LAST."], place(last[len(last) - 1] if len(last) > 0 else -1, size)]]
    if "PLIES." in at:
        wanted.append([at["PLIES."], len(moves)])
    for cell in range(size * size):
        sign = record["board"][cell]
        wanted.append([first + place(cell, size), OWN if sign == own else OTHERS if sign != EMPTY else 0])
    return [["give", "poke", each] for each in wanted]


def place(cell: int, size: int) -> int:
    """Return the program's number of a point, 0 for none."""
    return STRIDE * (cell // size + 1) + cell % size + 1 if cell >= 0 else 0


def open_nps(m: Any, ui: View, name: str, text: str) -> list[Step]:
    """Take a game up with the thesis' program."""
    return open_file(m, ui, name, text, MODERN)


def open_zobrist(m: Any, ui: View, name: str, text: str) -> list[Step]:
    """Take a game up with Zobrist's program."""
    return open_file(m, ui, name, text, WITHOUT_CHANCE)


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
UI: View = {"go": START, "taking": {}, "filed": {}}
GAMES = (
    Game(
        programs=("nps",), look=look, act=act_nps, panes=panes, commands=COMMANDS, ui=UI,
        symbols=VARIABLES + MADE["nps"], file=files.NPS, save=save, open=open_nps,
        help=(*SIGNS, ("BY", "the chain of procedures that made the move"), ("CAPTURED N", "stones taken")),
    ),
    Game(
        programs=("zobrist",), look=look, act=act_zobrist, panes=panes, commands=COMMANDS, ui=UI,
        symbols=VARIABLES + MADE["zobrist"], file=files.ZOBRIST, save=save, open=open_zobrist,
        help=(*SIGNS, ("NODE X Y WEIGHT", "the five best nodes"), ("TEMPLATE", "what counted at the node played")),
    ),
)  # fmt: skip
