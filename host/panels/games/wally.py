"""Wally on the KIM-1: the board to click, the side to move, passing, taking back, the score.

The signs in the display's middle are explained in asm/kim1/wally.s, "ON THE KEYPAD AND THE DISPLAY"; the board
in memory in host/games/wally_board.py. Moves are entered by the keypad's keys, as soon as the program reads them.
"""

from __future__ import annotations

from typing import Any

from emulators.kim1.bus import breaks
from emulators.kim1.keypad import STRAP_ROW
from host.games.go.cells import PASS as NO_CELL
from host.games.go.cells import open_game, played, saved
from host.games.wally_board import (
    BLACK_CODE,
    BLACKS,
    BOARD,
    EMPTIES,
    EMPTY_CODE,
    LINES,
    MARGIN,
    PROGRAMS,
    SETTLED,
    SIZE,
    STARS,
    WHITE_CODE,
    WHITES,
    Point,
)
from host.machines.kim1.operate import LISTENS
from host.panels.games import files
from host.panels.kim1.view import digits, in_monitor, key_down, key_up, listens, pressed
from host.ui.advice import to_move
from host.ui.parts import Board, Box, Buttons, Command, Game, Pane, Step, row
from host.ui.words import decimal, hexadecimal

BLACK, WHITE, COUNTED, EMPTY = Point.BLACK.value, Point.WHITE.value, Point.COUNTED.value, " "
FIRST_STONE, FIRST_WHITE, FIRST_BLACK = EMPTIES.stop, WHITES.start, BLACKS.start  # bytes of the board
ANSWER, MIDDLE, ENTRY = 0x00F9, 0x00FA, 0x00FB  # the display's pairs, from the right
PASS, NO_MOVE = 0, -1
CELLS = SIZE * SIZE
STATES = {"BB": "handicap", "00": "turn", "AA": "atari", "EE": "refused"}  # the middle of the display
ASK = "How many handicap stones? Type 0 9 and Enter, the key GO, for nine black ones (00, or 02 to 17)"
AT_TELETYPE = (
    "Wally waits for a line of the Teletype: row, column, Return; 00 passes; N: new game; X: back to the monitor;"
    " after BB 00 the number of handicap stones"
)
HOW = ", or row, column, GO; 00 passes; PC: new game"


def look(m: Any, ui: Any) -> Any:
    """Return the board, and the line of possible actions."""
    see_turn(m, ui)
    watch(m, ui)
    marks = [place for place in [ui["last black"], ui["last white"]] if place >= 0]
    shown: dict[str, Any] = {"go": {"cells": ui["cells"], "marks": marks, "chosen": -1}}
    if breaks(m):
        return shown
    if m.memory[BOARD + 16] == MARGIN and not in_monitor(m) and not m.sst and not m.stop:
        shown["now"] = what_now(m, ui)
        shown["work"] = "answer" if state_of(m) == "" and not m.reset_held and not listens(m) else ""
    elif in_monitor(m) and not m.reset_held and not m.sst:
        shown["now"] = how_to_start(m)
    return shown


def act(m: Any, ui: Any, what: str, value: Any) -> Any:
    """Return the steps of a click on the board, and of commands; None for those of the machine."""
    if what == "go":
        return choose(m, ui, point_of(value))
    if what == "pad" and value == "GO" and not in_monitor(m):
        return [["command", "remember"], ["command", "entering"], *key_down("GO")]
    if what == "pad up" and value == "GO" and not in_monitor(m):
        return [*key_up("GO"), ["until", "listens", LISTENS], ["command", "answered"]]
    if what != "command":
        return None
    if value == "pass":
        return choose(m, ui, PASS)
    if value == "new game":
        return new_game(m)
    if value == "enter":
        return enter(m, ui)
    if value == "entering":
        ui["entering"] = ui["asked"] == "turn"
        return []
    if value == "answered":
        note(m, ui)
        return []
    if value == "score":
        return [["say", score(m, ui)]]
    if value == "take up":
        return take_up(m, ui)
    return None


def name_of(point: int) -> str:
    """Return a point as it is typed."""
    return hexadecimal(point, 2)


def point_of(cell: int) -> int:
    """Return the point of a cell of the board: row and column, two hex digits."""
    return 16 * (cell // SIZE + 1) + cell % SIZE + 1


def cell_of(point: int) -> int:
    """Return the cell of a point."""
    return (point // 16 - 1) * SIZE + point % 16 - 1


# ---------------------------------------------------------------- entering moves


def choose(m: Any, ui: Any, point: int) -> Any:
    """Return the steps that enter a move when Wally listens; a move that still waits is replaced."""
    if in_monitor(m):
        return [["say", how_to_start(m)]]
    state = state_of(m)
    if state == "handicap" or (state == "refused" and ui["asked"] == "handicap"):
        return [["say", ASK]]
    if point != PASS and position(m)[cell_of(point)] != EMPTY and state != "":
        return [["say", name_of(point) + ": there is a stone already"]]
    waits = ui["chosen"] != NO_MOVE and ui["waiting"]
    ui["chosen"] = point
    return [] if waits else [["until", "listens", LISTENS], ["command", "enter"]]


def enter(m: Any, ui: Any) -> Any:
    """Return the steps that press the keys of the move chosen."""
    move = name_of(ui["chosen"])
    ui["chosen"] = NO_MOVE
    see_turn(m, ui)
    if ui["asked"] != "turn":
        return [["say", ASK]]
    begin = [["command", "remember"], ["command", "entering"], ["say", "you enter " + move]]
    return begin + pressed([move[0], move[1], "GO"]) + [["until", "listens", LISTENS], ["command", "answered"]]


def new_game(m: Any) -> Any:
    """Return the steps that begin a new game: PC, or starting Wally by the monitor."""
    if in_monitor(m):
        return [["instead"], *pressed(["RS", "AD", "0", "2", "0", "0", "GO"])]
    return [["until", "listens", LISTENS], ["command", "remember"], *pressed(["PC"])]


def note(m: Any, ui: Any) -> None:
    """Note the moves that have been made: white's and Wally's."""
    see_turn(m, ui)
    if ui["entering"] and m.memory[MIDDLE] != 0xEE:
        ui["moves"].append([WHITE, m.memory[ENTRY]])
        ui["moves"].append([BLACK, m.memory[ANSWER]])
    ui["entering"] = False
    if not ui["moves"] and ui["asked"] == "turn":
        ui["set up"] = position(m)


# ---------------------------------------------------------------- what can be done


def state_of(m: Any) -> str:
    """Return the input that Wally waits for, "" while it thinks or prints with a dark display."""
    middle = digits(m)[2:4].upper()
    return STATES.get(middle, "")


def see_turn(m: Any, ui: Any) -> None:
    """Follow the program's last request: a number of handicap stones, or a move."""
    state = state_of(m)
    if state == "handicap":
        ui["asked"] = "handicap"
        ui["moves"] = []
        ui["set up"] = ""
    elif state == "turn" or state == "atari":
        if not ui["moves"] and ui["asked"] != "turn":
            ui["set up"] = position(m)
        ui["asked"] = "turn"


def what_now(m: Any, ui: Any) -> str:
    """Return the line of possible actions."""
    state, typed = state_of(m), digits(m)[0:2].upper()
    waits = ui["chosen"] != NO_MOVE and ui["waiting"]
    if state == "handicap":
        return ASK + (", now " + typed if typed != "00" else "")
    if state == "refused" and ui["asked"] == "handicap":
        return "Wally refuses " + typed + ": no such handicap. " + ASK
    if state == "refused":
        return "Wally refuses " + typed + ": the point is taken, or there is none. " + turn(ui)
    if state != "" and waits:
        return "you enter " + name_of(ui["chosen"])
    if state != "":
        warning = "a group is in atari. " if state == "atari" else ""
        return answered(ui) + warning + turn(ui)
    if listens(m):
        return AT_TELETYPE
    doing = "Wally prints the board" if m.keys[STRAP_ROW] and m.cycles - m.last_mark < 200_000 else "Wally thinks"
    return doing + (", then " + name_of(ui["chosen"]) + " is entered" if waits else "")


def turn(ui: Any) -> str:
    """Return the line of possible actions on the user's turn."""
    said = to_move(ui, "white", True, "a point")
    return said[:1].upper() + said[1:] + HOW


def answered(ui: Any) -> str:
    """Return Wally's answer."""
    moves = ui["moves"]
    if len(moves) < 2:
        return ""
    answer, yours = moves[len(moves) - 1][1], moves[len(moves) - 2][1]
    if answer != PASS:
        return "Wally played " + name_of(answer) + ". "
    return "Both have passed: the game is over, SCORE counts. " if yours == PASS else "Wally passes. "


def how_to_start(m: Any) -> str:
    """Return how the monitor starts Wally."""
    keys = "on the Teletype 0200, space, G" if m.keys[STRAP_ROW] else "AD 0200 GO"
    return "the monitor runs, not Wally: " + keys + " starts him"


# ---------------------------------------------------------------- the board


def position(m: Any) -> str:
    """Return the sign of each of the 225 points, row by row."""
    cells = ""
    for line in range(1, SIZE + 1):
        start = BOARD + 16 * line + 1
        for byte in m.memory[start : start + SIZE]:
            if byte < FIRST_STONE:
                cells += EMPTY
            elif byte >= FIRST_BLACK:
                cells += BLACK
            else:
                cells += WHITE if byte >= FIRST_WHITE else COUNTED
    return cells


def watch(m: Any, ui: Any) -> None:
    """Keep the last settled position: thinking tries stones out. A single picture takes the board as it is."""
    cells = position(m)
    if ui["still"]:
        accept(ui, cells)
    elif cells != ui["candidate"] or m.cycles < ui["since"]:
        ui["candidate"] = cells
        ui["since"] = m.cycles
    elif m.cycles - ui["since"] >= SETTLED and cells != ui["cells"] and COUNTED not in cells:
        accept(ui, cells)


def accept(ui: Any, cells: str) -> None:
    """Take a position as settled; find the latest stone of each colour."""
    before = ui["cells"]
    new_black = [place for place in range(CELLS) if cells[place] == BLACK and before[place] != BLACK]
    new_white = [place for place in range(CELLS) if cells[place] == WHITE and before[place] != WHITE]
    mark(ui, "last black", cells, new_black, len(new_white) > 0 and ui["moved"] == WHITE)
    mark(ui, "last white", cells, new_white, len(new_black) > 0 and ui["moved"] == BLACK)
    if new_black or new_white:
        ui["moved"] = BLACK if new_black else WHITE
    ui["cells"] = cells


def mark(ui: Any, name: str, cells: str, new: Any, other_again: bool) -> None:
    """Follow the latest stone of a colour; none after a pass, that is, when only the other has moved twice in a row."""
    if len(new) == 1:
        ui[name] = new[0]
    elif new or other_again or (ui[name] >= 0 and cells[ui[name]] == EMPTY):
        ui[name] = -1


def score(m: Any, ui: Any) -> str:
    """Return the area score of the present position."""
    cells = position(m)
    area = {BLACK: 0, WHITE: 0}
    seen = [False] * CELLS
    for place in range(CELLS):
        if cells[place] == BLACK or cells[place] == WHITE:
            area[cells[place]] += 1
        elif not seen[place]:
            region = region_of(cells, place, seen)
            if region[1] != "":
                area[region[1]] += region[0]
    ahead = area[BLACK] - area[WHITE]
    who = "Wally leads by " + decimal(ahead) if ahead > 0 else "you lead by " + decimal(-ahead) if ahead else "a tie"
    count = "area: Wally (black) " + decimal(area[BLACK]) + ", you (white) " + decimal(area[WHITE]) + ", " + who
    return count + "; " + captured(ui, cells) + ". Dead stones count as they stand"


def captured(ui: Any, cells: str) -> str:
    """Return how many moves have been made, and how many stones have been taken off."""
    black, white = 0, 0
    for sign in ui["set up"]:
        black += 1 if sign == BLACK else 0
        white += 1 if sign == WHITE else 0
    for move in ui["moves"]:
        black += 1 if move[0] == BLACK and move[1] != PASS else 0
        white += 1 if move[0] == WHITE and move[1] != PASS else 0
    for sign in cells:
        black -= 1 if sign == BLACK else 0
        white -= 1 if sign == WHITE else 0
    return decimal(len(ui["moves"])) + " moves, captured " + decimal(black) + " black, " + decimal(white) + " white"


def region_of(cells: str, start: int, seen: Any) -> Any:
    """Return how many empty points are connected with one, and the colour round them if there is one alone."""
    seen[start] = True
    waiting, size, black, white = [start], 0, False, False
    while waiting:
        place = waiting.pop()
        size += 1
        for each in neighbours(place):
            if cells[each] == BLACK:
                black = True
            elif cells[each] == WHITE:
                white = True
            elif not seen[each]:
                seen[each] = True
                waiting.append(each)
    return [size, BLACK if black and not white else WHITE if white and not black else ""]


def neighbours(place: int) -> Any:
    """Return the cells beside a cell."""
    found = []
    if place % SIZE > 0:
        found.append(place - 1)
    if place % SIZE < SIZE - 1:
        found.append(place + 1)
    if place >= SIZE:
        found.append(place - SIZE)
    if place < CELLS - SIZE:
        found.append(place + SIZE)
    return found


# ---------------------------------------------------------------- files


def save(m: Any, ui: Any) -> str:
    """Return the game as a file has it; nothing before it has begun."""
    if ui["set up"] == "":
        return ""
    moves = [[sign, NO_CELL if point == PASS else cell_of(point)] for sign, point in ui["moves"]]
    first = WHITE if len(moves) == 0 else ""
    record = {"size": SIZE, "cells": ui["set up"], "moves": moves, "first": first, "komi": "", "kept": [[]]}
    return saved(record, ui["filed"], [["PB", ["Wally"]], ["RU", ["Chinese"]]])


def open_file(m: Any, ui: Any, name: str, text: str) -> list[Step]:
    """Return the steps that take up the last game of a file, while Wally reads the keypad."""
    record, state = open_game(name, text, SIZE, SIZE), state_of(m)
    if record["error"] != "" or in_monitor(m):
        return [["wrong", record["error"] if record["error"] != "" else how_to_start(m)]]
    if state == "":
        return [["wrong", AT_TELETYPE if listens(m) else "Wally thinks: then he takes a game up"]]
    ui["taking"] = record
    begin: list[Step] = pressed(["+", "0", "0", "GO"]) if ui["asked"] == "handicap" else []
    wait: list[Any] = ["until", "listens", LISTENS]
    return [wait, ["command", "remember"], *begin, wait, ["command", "take up"], ["say", record["said"]]]


def take_up(m: Any, ui: Any) -> Any:
    """Return the steps that put the stones into the memory; White's last move is entered, so that Wally answers it."""
    record = ui["taking"]
    moves, board = record["moves"], record["cells"]
    waits = len(moves) > 0 and moves[len(moves) - 1][0] == WHITE
    before = moves[: len(moves) - 1] if waits else moves
    for each in before:
        board = played(board, SIZE, each[0], each[1], NO_CELL)["cells"]
    ui["moves"] = [[each[0], PASS if each[1] == NO_CELL else point_of(each[1])] for each in before]
    ui["set up"], ui["filed"], ui["asked"], ui["entering"] = record["cells"], record, "turn", False
    codes = {EMPTY: EMPTY_CODE, BLACK: m.memory[BLACK_CODE], WHITE: m.memory[WHITE_CODE]}
    now = position(m)
    steps: list[Step] = []
    for cell in range(CELLS):
        if board[cell] != now[cell]:
            steps.append(["give", "poke", [BOARD + point_of(cell), codes[board[cell]]]])
    if waits:
        last = moves[len(moves) - 1][1]
        ui["chosen"] = PASS if last == NO_CELL else point_of(last)
        steps += [["until", "listens", LISTENS], ["command", "enter"]]
    elif record["turn"] == BLACK:
        steps.append(["say", "Black is to move: a pass lets Wally move"])
    return steps


# ---------------------------------------------------------------- the description

COMMANDS = (
    Command("pass", "PASS", "ctrl+y", "Wally: pass"),
    Command("new game", "NEW GAME", "ctrl+a", "Wally: a new game"),
    Command("take back", "TAKE BACK", "ctrl+z", "Wally: take your last move back"),
    Command("score", "SCORE", "ctrl+e", "Wally: count the area, as the stones stand"),
    Command("sgf", "SAVE SGF", "ctrl+d", "Wally: save the game (SGF)", page=False),
)


def panes(box: Box) -> tuple[Pane, ...]:
    """Return the board with its buttons in a place higher than wide."""
    names = tuple(hexadecimal(line, 1) for line in LINES)
    stars = tuple(cell_of(point) for point in STARS)
    board = Board(
        name="go",
        box=Box(box.x, box.y, box.w, box.w),
        rows=SIZE,
        columns=SIZE,
        style="go",
        men={BLACK: "black", WHITE: "white"},
        row_names=names,
        column_names=names,
        stars=stars,
    )
    widths = (("pass", 54), ("new game", 86), ("take back", 92), ("score", 64), ("sgf", 88))
    buttons = Buttons(name="go commands", places=row(box.x + 4, box.y + box.w + 3, 28, *widths), terminal=False)
    return (Pane(name="board", box=box, title="board", parts=(board, buttons), tab="KIM-1", column=1),)


HELP = (
    ("pairs", "the display: your entry, what Wally asks for, his move"),
    ("bb", "how many handicap stones? 0 0, or 0 2 to 1 7 (decimal), GO"),
    ("00", "your turn; on the right his move, 00: he passes"),
    ("EE", "refused: point taken, no such point, no such handicap"),
    ("AA", "your turn, and a group is in atari (wally-walk)"),
    ("dark", "he thinks, or prints the board on the Teletype"),
    ("row col", "two hex digits, GO: your move; 0 0 GO: you pass"),
    ("+", "clears the entry"),
    ("PC", "a new game"),
    ("click", "a point of the board: its keys are pressed"),
)

UI = {
    "cells": EMPTY * CELLS,
    "candidate": "",
    "since": 0,
    "last black": -1,
    "last white": -1,
    "moved": "",
    "chosen": NO_MOVE,
    "asked": "",
    "entering": False,
    "moves": [],  # [colour, point] as they were played
    "set up": "",  # the board before them
    "taking": {},  # the game of a file, until it has been taken up; then the same as `taken`
    "filed": {},
}

GAMES = (
    Game(
        programs=PROGRAMS,
        look=look,
        act=act,
        panes=panes,
        commands=COMMANDS,
        help=HELP,
        ui=UI,
        file=files.WALLY,
        save=save,
        open=open_file,
    ),
)
