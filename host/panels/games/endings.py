"""Files of the 6600's endings: what the program has printed as PGN, and games of a file played with the program.

The program plays White by itself. To take a game up, the position and Black's moves are typed; where the file has
another move of White than the program, the game is given up and begun anew after Black's next move. A board is a text
of 64 signs, from A8; there are White's king and pieces, and Black's king.
"""

from __future__ import annotations

import re
from typing import Any

from host.formats.scanning import scan
from host.games.endings.notation import VERSIONS, in_words
from host.games.pgn import CHESS
from host.panels.cdc6600.view import asked, follow_paper, output_lines, say, tail
from host.panels.games import notes
from host.ui.parts import Step, View

PGN = CHESS.form
BEGUN = re.compile(r"(?P<begun>^POSITION (?:[KRQBN][A-H][1-8] ?)+$)")
MOVED = re.compile(r"(?P<moved>^[0-9]+\. (?:\.\.\. )?[KRQBN]X?[A-H][1-8]\*?(?: MATE)?$)")
EMPTY, FILES, MEN = " ", "abcdefgh", "KRQBN"
PROGRAMS = dict.fromkeys(each.program for each in VERSIONS.values())
PIECES = {program: next(each.pieces for each in VERSIONS.values() if each.program == program) for program in PROGRAMS}
WORDS = {program: in_words(pieces) for program, pieces in PIECES.items()}
TITLES: dict[str, list[str]] = {
    program: [each.title for each in VERSIONS.values() if each.program == program] for program in PROGRAMS
}
ASKS = "the program does not wait for a position or a move now"


def question(ui: View) -> str:
    """Return the last request of an ending: "position", "move", or nothing."""
    lines = [line for line in tail(output_lines(ui), 0, 8) if line.strip() != ""]
    lines.reverse()
    for line in lines:
        if line.startswith("YOUR MOVE"):
            return "move"
        if line.startswith("POSITION, AS IN"):
            return "position"
        if line.startswith("0 RESIGNS"):
            return "position"
    return ""


# ---------------------------------------------------------------- the rules, as far as they matter


def reaches(cells: str, start: int, end: int) -> bool:
    """Return whether the man on a cell attacks another one."""
    man = cells[start].upper()
    rows, columns = (end // 8) - (start // 8), (end % 8) - (start % 8)
    far = max(abs(rows), abs(columns))
    if man == "N":
        return abs(rows * columns) == 2
    straight, diagonal = rows == 0 or columns == 0, abs(rows) == abs(columns)
    if far == 0 or (man == "K" and far > 1) or (man == "R" and not straight) or (man == "B" and not diagonal):
        return False
    down = 1 if rows > 0 else -1 if rows < 0 else 0
    right = 1 if columns > 0 else -1 if columns < 0 else 0
    between = [cells[start + each * (8 * down + right)] for each in range(1, far)]
    return (straight or diagonal) and len([each for each in between if each != EMPTY]) == 0


def after(cells: str, white: bool, move: str) -> str:
    """Return the board after a move such as Kd3, Rxb1+; nothing if it is not legal."""
    word = "".join([each for each in move if (MEN + FILES + "12345678").find(each) >= 0])
    end, between = cell_of(word[len(word) - 2 :]), word[1 : len(word) - 2]
    man = word[:1] if white else word[:1].lower()
    if len(word) < 3 or MEN.find(word[:1]) < 0 or end < 0 or (cells[end] != EMPTY and white == (cells[end] != "k")):
        return ""
    for start in range(64):
        square = name_of(start)
        named = len([each for each in between if square.find(each) < 0]) == 0
        if cells[start] == man and named and reaches(cells, start, end):
            found = with_man(with_man(cells, start, EMPTY), end, man)
            king = found.find("K" if white else "k")
            others = [each for each in range(64) if found[each] != EMPTY and (found[each] == "k") == white]
            if king >= 0 and len([each for each in others if reaches(found, each, king)]) == 0:
                return found
    return ""


def with_man(cells: str, cell: int, man: str) -> str:
    """Return the cells with a man on one."""
    return cells[:cell] + man + cells[cell + 1 :]


def name_of(cell: int) -> str:
    """Return the name of a square, such as a8."""
    return FILES[cell % 8] + str(8 - cell // 8)


def cell_of(name: str) -> int:
    """Return the cell of a square, -1 if there is none."""
    file, rank = FILES.find(name[:1]), "87654321".find(name[1:])
    return 8 * rank + file if len(name) == 2 and file >= 0 and rank >= 0 else -1


def key_of(move: str) -> str:
    """Return man and square of a move, which say all."""
    word = "".join([each for each in move if (MEN + FILES + "12345678").find(each) >= 0])
    return word[:1] + word[len(word) - 2 :]


# ---------------------------------------------------------------- saving


def played(ui: View) -> View:
    """Return the last game as the program has printed it: its board at the beginning, moves; no board without one."""
    found: View = {"board": "", "moves": []}
    for line in output_lines(ui):
        text = line.strip()
        if len(scan(BEGUN, text)) > 0:
            words = [each for each in text.split(" ") if each != ""][1:]
            found["board"], found["moves"] = EMPTY * 64, []
            for number in range(len(words)):
                man = words[number][:1].lower() if number == len(words) - 1 else words[number][:1]
                found["board"] = with_man(found["board"], cell_of(words[number][1:].lower()), man)
        elif len(scan(MOVED, text)) > 0:
            words = text.split(" ")
            word = words[len(words) - 1] if words[len(words) - 1] != "MATE" else words[len(words) - 2]
            move = word[:1] + word[1:].lower()
            if move[len(move) - 1 :] == "*":
                move = move[: len(move) - 1] + ("#" if text.endswith("MATE") else "+")
            found["moves"].append(move)
    return found


def record_of(ui: View) -> View:
    """Return the game for a file; moves of the file that were made by hand are before those of the program."""
    game, taken = played(ui), ui["filed"]
    board, moves, black = game["board"], game["moves"], False
    if "by hand" in taken and taken["board"] == board and len(taken["by hand"]) > 0:
        board, black, moves = taken["begun"], taken["black"], taken["by hand"] + moves
    fen = fen_of(board) + (" b" if black else " w") + " - - 0 1"
    return {"tags": [], "start": [["SetUp", "1"], ["FEN", fen]], "second": black, "moves": moves}


def save_ending(m: Any, ui: View) -> str:
    """Return the last game as a file has it; nothing if none has been begun."""
    follow_paper(m, ui)
    program = ui["ending"]
    if played(ui)["board"] == "":
        return ""
    typed = [line[:1] for _, line in ui["typed"] if "123".find(line[:1]) >= 0 and line != ""]
    version = typed[0] if len(typed) > 0 else ui["version"]
    record = record_of(ui)
    title = TITLES[program][int(version) - 1 if version != "" else 0]
    record["tags"] = [["Site", "CDC 6600, by Ironboard"], ["Round", "-"], ["White", title]]
    return notes.saved(ui, "King and " + WORDS[program] + " against king", ["White", "Black"], record)


def fen_of(cells: str) -> str:
    """Return the first field of a FEN."""
    rows = []
    for row in range(8):
        text, empty = "", 0
        for man in cells[8 * row : 8 * row + 8]:
            if man == EMPTY:
                empty += 1
            else:
                text += (str(empty) if empty > 0 else "") + man
                empty = 0
        rows.append(text + (str(empty) if empty > 0 else ""))
    return "/".join(rows)


# ---------------------------------------------------------------- taking up


def board_of(fen: str, pieces: str) -> str:
    """Return the board of a FEN with these pieces of White's; nothing if it is another one."""
    cells = ""
    for sign in fen.strip().split(" ")[0]:
        number = "12345678".find(sign) + 1
        cells += EMPTY * number if number > 0 else "" if sign == "/" else sign
    rows = len(fen.strip().split(" ")[0].split("/"))
    wanted = "".join(sorted([each for each in "K" + pieces + "k" if each != EMPTY]))
    men = "".join(sorted([each for each in cells if each != EMPTY]))
    return cells if rows == 8 and len(cells) == 64 and men == wanted else ""


def open_ending(m: Any, ui: View, name: str, text: str) -> list[Step]:
    """Return the steps that take up the last game of a file."""
    follow_paper(m, ui)
    program = ui["ending"]
    game = notes.last_game(PGN, text)
    start = notes.tag(game, "FEN", "")
    begun, wrong = board_of(start[0], PIECES[program]), notes.refusal(name, game)
    black = [each for each in start[0].split(" ") if each != ""][1:2] == ["b"]
    if wrong == "" and begun == "":
        reason = "expected a position (the tag FEN) of king and " + WORDS[program] + " against king"
        wrong = notes.mistake(name, start, reason)
    boards = [begun]
    for number in range(len(game["moves"])):
        if wrong == "":
            move = game["moves"][number]
            board = after(boards[number], (number % 2 == 0) != black, move[0])
            if board == "":
                wrong = notes.mistake(name, move, "'" + move[0] + "' is not legal")
            boards.append(board)
    if wrong == "" and (not asked(m) or question(ui) == ""):
        wrong = ASKS
    if wrong != "":
        return [["wrong", wrong]]
    ui["taking"] = {"name": name, "game": game, "boards": boards, "black": black, "at": 0, "begun": 0, "state": "begin"}
    return [["command", "remember"], ["command", "take up"]]


def next_of_ending(m: Any, ui: View, before: str) -> list[Step]:
    """Return the steps that type the next line of a file's game; `before`: what is before a typed position."""
    follow_paper(m, ui)
    taking = ui["taking"]
    game, boards, at = taking["game"], taking["boards"], taking["at"]
    last = len(boards) - 1
    place: list[Any] = game["moves"][max(0, at - 1)] if len(game["moves"]) > 0 else ["", 1, 1]
    printed = [line for line in tail(output_lines(ui), 0, 3) if line.startswith("NOT CORRECT")]
    if len(printed) > 0 and taking["state"] == "answer":
        return [["undo", notes.mistake(taking["name"], place, "'" + place[0] + "' is not legal: NOT CORRECT")]]
    if taking["state"] == "answer":
        moves = played(ui)["moves"]
        answer = moves[len(moves) - 1] if len(moves) > 0 else ""
        if at < last and key_of(answer) == key_of(game["moves"][at][0]):
            taking["at"], at = at + 1, at + 1
            if at < last and question(ui) == "move":
                taking["at"] = at + 1
                return typed(m, ui, "K" + name_of(boards[at + 1].find("k")).upper())
        elif at < last:
            taking["at"], taking["begun"], taking["state"] = at + 2, at + 2, "begin"
        if taking["state"] == "answer":
            return done(ui)
    elif at == 0 and taking["black"]:
        taking["at"], taking["begun"] = 1, 1
    if taking["at"] > last:
        reason = "Black is to move after moves that the program would not have made: it begins"
        return [["undo", taking["name"] + ": " + reason]]
    if question(ui) == "move":
        return typed(m, ui, "0")
    taking["state"] = "answer"
    return typed(m, ui, before + words_of(boards[taking["at"]]))


def typed(m: Any, ui: View, line: str) -> list[Step]:
    """Return the steps that type a line, and go on after it."""
    return [*say(m, ui, line), ["until", "asked", 0], ["command", "take up"]]


def words_of(board: str) -> str:
    """Return a position as it is typed."""
    men = [each for each in range(64) if board[each] == "K"]
    men += [each for each in range(64) if "RQBN".find(board[each]) >= 0 and board[each] != EMPTY]
    pieces = [board[each].upper() + name_of(each).upper() for each in [*men, board.find("k")]]
    if pieces[1][:1] == "N":  # bishop and knight are typed in this order
        pieces = [pieces[0], pieces[2], pieces[1], pieces[3]]
    return " ".join(pieces)


def done(ui: View) -> list[Step]:
    """Note that the game is taken up."""
    taking = ui["taking"]
    game, begun = taking["game"], taking["begun"]
    boards, count = taking["boards"], len(game["moves"])
    by_hand = [each[0] for each in game["moves"][:begun]]
    ui["filed"] = {"by hand": by_hand, "board": boards[begun], "begun": boards[0], "black": taking["black"]}
    record = record_of(ui)
    record["moves"] = record["moves"][:count]
    own = ui["filed"]
    notes.keep(ui, game, record)
    for name in own:
        ui["filed"][name] = own[name]
    return [["say", taking["name"] + ": taken up after " + str(count) + " moves"]]
