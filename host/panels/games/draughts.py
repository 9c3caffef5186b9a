"""The board of the 6600's draughts program, ten by ten: the position is the picture that the program paints.

A click chooses a man, a second one says where it goes, the last square of a capture; then the program answers, looking
as many moves ahead as is wanted. Of several captures with the same ends it takes the first: MOVE typed with the squares
that are captured says which.
"""

from __future__ import annotations

from typing import Any

from host.games.checkers.pdn import CHECKERS
from host.panels.cdc6600.view import asked, follow_paper, not_now, picture_lines, say
from host.panels.games import files, lines, notes
from host.ui.advice import command, pick, to_move
from host.ui.parts import Board, Box, Command, Game, Pane, Step, View

MEN = {"b": "black", "w": "white", "B": "blackking", "W": "whiteking"}
ROWS, SIDE = 10, 5  # rows of the board, dark squares in a row
NO_SQUARE = "-"
FORM = CHECKERS.form  # of all PDN
LAST, GAME_TYPE = 50, "20"  # square; among the kinds of PDN
NAMES = tuple(str(1 + 5 * (cell // 10) + cell % 10 // 2) if (cell // 10 + cell % 10) % 2 else "" for cell in range(100))


def cells_in(lines: list[str]) -> str:
    """Return the board of the picture, a sign for each of the hundred squares; nothing if there is none."""
    rows = [line for line in lines if len(line) >= 22 and number_of(line[0:2]) > 0]
    if len(rows) < ROWS:
        return ""
    cells = ""
    for row in range(ROWS):
        signs = [sign for sign in rows[row][2:].split(" ") if sign != ""]
        for each in range(SIDE):
            sign = man_of(signs[each])
            cells += NO_SQUARE + sign if (row % 2) == 0 else sign + NO_SQUARE
    return cells


def number_of(text: str) -> int:
    """Return a number of two places, 0 if it is none."""
    digits = text.strip()
    if digits == "" or len([each for each in digits if "0123456789".find(each) < 0]) > 0:
        return 0
    return int(digits)


def man_of(sign: str) -> str:
    """Return the sign of a board for one of the picture: B and W are men, KB and KW or *B and *W kings."""
    if sign == "B" or sign == "W":
        return sign.lower()
    return sign[len(sign) - 1] if "BW".find(sign[len(sign) - 1 :]) >= 0 else " "


def square(cell: int) -> int:
    """Return the number of a dark square, 1 to 50; 0 of a light one."""
    row, column = cell // 10, cell % 10
    return 1 + SIDE * row + (column // 2) if ((row + column) % 2) == 1 else 0


def last_move(lines: list[str]) -> list[int]:
    """Return the squares of the last move: LAST MOVE 20 TO 25."""
    for line in lines:
        if line.startswith("LAST MOVE"):
            words = [number_of(each) for each in line.split(" ") if number_of(each) > 0]
            return [each for each in range(100) if square(each) in words]
    return []


def mover(m: Any) -> str:
    """Return the side to move, white or black; nothing if the picture has none."""
    found = [line for line in picture_lines(m) if line.endswith(" TO MOVE")]
    return found[0].lower().split(" ")[0] if len(found) > 0 else ""


def look(m: Any, ui: View) -> View:
    """Return the board, and the side to move."""
    lines = picture_lines(m)
    cells = cells_in(lines)
    chosen = ui["way"][0] if len(ui["way"]) > 0 else -1
    board = {
        "cells": cells if cells != "" else NO_SQUARE * 100,
        "marks": last_move(lines) + ui["way"],
        "chosen": chosen,
    }
    found: View = {"board": board}
    if asked(m):
        if len(ui["way"]) > 0:
            found["now"] = pick(ui, "where the man goes") + ", or the man again to leave it"
        elif cells != "":
            colour, lost = mover(m), [line for line in lines if line.endswith("HAS LOST")]
            playing = (
                to_move(ui, colour, ui["side"] == colour, "a man") + "; " + command(ui, "play")
                + ": the machine moves, " + str(ui["depth"]) + " moves ahead"
            )  # fmt: skip
            over = (lost[0].lower() if len(lost) > 0 else "the game is over") + ": " + command(ui, "new game")
            found["now"] = playing if colour != "" else over + " begins another, or " + command(ui, "take back")
    return found


def act(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Move a man, let the program move."""
    if what == "board":
        return click(m, ui, value)
    if what != "command":
        return None
    if value == "play":
        return say(m, ui, play(ui))
    if value == "answer":
        if len([line for line in picture_lines(m) if line.startswith("NO SUCH")]) > 0:
            return [["say", ui["move"] + " is refused: there is no such move"]]
        note_captures(m, ui)
        return say(m, ui, play(ui))
    if value == "new game":
        ui["way"] = []
        return say(m, ui, "NEW")
    if value == "take up":
        return next_line(m, ui)
    if value == "deeper" or value == "shallower":
        ui["depth"] = max(1, min(20, ui["depth"] + (1 if value == "deeper" else -1)))
        return [["say", "the machine looks " + str(ui["depth"]) + " moves ahead"]]
    return None


def play(ui: View) -> str:
    """Return the line that lets the machine move."""
    return "PLAY " + str(ui["depth"])


def click(m: Any, ui: View, cell: int) -> list[Step]:
    """Choose a man, or the square to which it goes."""
    cells, way = cells_in(picture_lines(m)), ui["way"]
    if not asked(m) or cells == "":
        return not_now(m, ui)
    if square(cell) == 0:
        return [["say", "men are on the dark squares only"]]
    side = mover(m)
    if side != "" and cells[cell] != " " and cells[cell].lower() != side[0:1]:
        return [["say", side + " is to move: " + pick(ui, "one of its men")]]
    if len(way) == 0:
        if cells[cell] == " ":
            return [["say", pick(ui, "a man") + " first, then the square to which it goes"]]
        ui["way"] = [cell]
        return []
    if cell == way[0]:
        ui["way"] = []
        return []
    if cells[cell] != " ":
        ui["way"] = [cell]
        return []
    ui["way"] = []
    first, last = square(way[0]), square(cell)
    rows = (cell // 10) - (way[0] // 10)
    taken = len(men_between(cells, way[0], cell))
    sign = "X" if taken > 0 or rows > 1 or (rows < -1 and cells[way[0]] == cells[way[0]].lower()) else "-"
    ui["move"] = str(first) + sign + str(last)
    ui["before"] = cells
    ui["side"] = "black" if cells[way[0]].lower() == "b" else "white"
    steps = say(m, ui, "MOVE " + ui["move"])
    return [["command", "remember"], *steps, ["until", "asked", 0], ["command", "answer"]]


def note_captures(m: Any, ui: View) -> None:
    """Note which men the last move has captured, if several: another one may have the same ends."""
    follow_paper(m, ui)
    before, cells = ui["before"], cells_in(picture_lines(m))
    gone = [str(square(each)) for each in range(100) if before[each] != " " and cells[each] == " "]
    taken = [each for each in gone if each != str(notes.squares_of(ui["move"])[0])]
    if len(taken) > 1:
        ui["taken"][str(len(lines.told(ui)) - 1)] = taken


def men_between(cells: str, start: int, end: int) -> list[int]:
    """Return the cells with men between two squares of a diagonal; none if they are not on one."""
    rows, columns = (end // 10) - (start // 10), (end % 10) - (start % 10)
    if rows != columns and rows != -columns:
        return []
    across, down = (1 if columns > 0 else -1), (1 if rows > 0 else -1)
    found, place = [], start + 10 * down + across
    while place != end:
        if cells[place] != " " and cells[place] != NO_SQUARE:
            found.append(place)
        place += 10 * down + across
    return found


# ---------------------------------------------------------------- files


def save(m: Any, ui: View) -> str:
    """Return the game as a file has it."""
    follow_paper(m, ui)
    return notes.saved(ui, "International draughts", ["White", "Black"], record_of(ui))


def record_of(ui: View) -> View:
    """Return the game for a file."""
    turn, position, moves = "W", "", []
    told = lines.told(ui)
    for number in range(len(told)):
        line, answer = told[number]
        words = [each for each in line.split(" ") if each != ""]
        word = words[0] if len(words) > 0 else ""
        if answer != "":
            words = ["MOVE"] + [each for each in answer[: answer.find("  SCORE ")].split(" ") if each != ""]
        if words[:1] == ["MOVE"] and len(words) > 1:
            ends = notes.squares_of(words[1])
            between = words[2:] if len(words) > 2 else ui["taken"].get(str(number), [])
            moves.append(
                ("x" if words[1].find("X") > 0 or len(between) > 0 else "-").join(
                    [str(ends[0]), *between, str(ends[1])]
                )
            )
        elif word == "NEW":
            turn, position, moves = "W", "", []
        elif word == "SET":
            turn, position, moves = words[1], words[1], []
            for each in words[2:]:
                position += ("," if "0123456789K".find(each[0]) >= 0 else ":") + each
    found = notes.pieces_of(position)
    if found["wrong"] == "":
        position = notes.position_of(found["turn"], found["pieces"])
    start = [["SetUp", "1"], ["FEN", position]] if position != "" else []
    return {"tags": [["GameType", GAME_TYPE]], "start": start, "second": turn == "B", "moves": moves}


def open_file(m: Any, ui: View, name: str, text: str) -> list[Step]:
    """Return the steps that take up the last game of a file."""
    game = notes.last_game(FORM, text)
    kind, start = notes.tag(game, "GAMETYPE", GAME_TYPE), notes.tag(game, "FEN", "")
    if kind[0].split(",")[0].strip() != GAME_TYPE:
        reason = "the game's type is " + kind[0] + ": expected " + GAME_TYPE + ", international draughts"
        return [["wrong", notes.mistake(name, kind, reason)]]
    if start[0] == "":
        return lines.take_up(m, ui, name, [["NEW", *start]], game)
    found = notes.pieces_of(start[0])
    if found["wrong"] != "":
        return [["wrong", notes.mistake(name, start, found["wrong"])]]
    position = "SET " + notes.position_of(found["turn"], found["pieces"]).replace(":", " ")
    return lines.take_up(m, ui, name, [[position, *start]], game)


def next_line(m: Any, ui: View) -> list[Step]:
    """Return the steps of the next line of a file: a capture has the squares of all men that are taken."""
    move = lines.to_be_typed(ui)
    squares = notes.squares_of(move)
    if len(squares) < 2 or len([each for each in squares if each < 1 or each > LAST]) > 0:
        return lines.next_line(m, ui, "MOVE " + move, record_of(ui))
    cells, way = cells_in(picture_lines(m)), [cell_of(each) for each in squares]
    taken = [each for each in way[1 : len(way) - 1] if cells[each] != " "]  # they may be written, too
    if len(taken) < len(way) - 2:
        taken = []
        for index in range(1, len(way)):
            taken += [each for each in men_between(cells, way[index - 1], way[index]) if each != way[0]]
    ends = str(squares[0]) + ("-" if move.find("-") > 0 else "X") + str(squares[len(squares) - 1])
    named = "".join([" " + str(square(each)) for each in taken]) if len(way) > 2 else ""
    return lines.next_line(m, ui, "MOVE " + ends + named, record_of(ui))


def cell_of(number: int) -> int:
    """Return the cell of a dark square."""
    row, place = (number - 1) // SIDE, (number - 1) % SIDE
    return 10 * row + 2 * place + (1 if (row % 2) == 0 else 0)


def panes(box: Box) -> tuple[Pane, ...]:
    """Return the board."""
    side = 560.0
    place = Box(box.x + (box.w - side) / 2, box.y + 60, side, side)
    board = Board(name="board", box=place, rows=ROWS, columns=ROWS, style="squares", men=MEN, names=NAMES)
    return (Pane(name="board", box=box, title="DRAUGHTS", parts=(board,), group="right", column=1),)


GAMES = (
    Game(
        programs=("draughts",),
        look=look,
        act=act,
        panes=panes,
        commands=(
            Command("play", "PLAY", "f2", "the machine makes a move"),
            Command("take back", "TAKE BACK", "ctrl+z", "back to before your last move"),
            Command("new game", "NEW", "ctrl+n", "a new game"),
            Command("deeper", "DEEPER", "f4", "the machine looks a move further ahead"),
            Command("shallower", "LESS DEEP", "f5", "the machine looks a move less ahead"),
        ),
        ui={"way": [], "depth": 4, "move": "", "side": "", "before": "", "taken": {}, "filed": {}},
        file=files.DRAUGHTS,
        save=save,
        open=open_file,
        help=(
            ("B W", "men; K before them: kings"),
            ("31-26, 48X30", "a move, a capture"),
            ("SCORE, BOARDS", "in OUTPUT: what its move is worth, boards looked at"),
        ),
    ),
)
