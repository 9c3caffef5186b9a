"""Chess on the 704: the board in storage, a man moved by two clicks, and the stops of Bernstein's program.

A click on a man, then one on a square, punches a card such as N(KN1)-KB3. Whether the move is legal, the program says
(PLEASE CHECK LAST MOVE). The board is drawn as it prints it, the machine's men at the top (asm/ibm704/chess.sap).
"""

from __future__ import annotations

from typing import Any

from emulators.ibm704.core import Cause
from host.games.chess.notation import FILES
from host.games.chess.words import CASTLING, EMPTY, KINDS, MINUS, words_of
from host.games.pgn import CHESS
from host.panels.games import files, notes
from host.panels.games.endings import fen_of
from host.panels.ibm704.cards import card
from host.panels.ibm704.view import counted, hopper
from host.ui.advice import command, pick
from host.ui.parts import Board, Box, Buttons, Command, Game, Pane, Step, View, row
from host.ui.words import bits

HPR = int(Cause.HPR)
BEGIN, MOVE, OVER = 1, 2, 3  # addresses of its HPRs
REFUSED, THINKS = 2, 3  # bits of sense lights 3 and 4
BLACK, PRUNED = 0, 4  # bits of sense switches 1 and 5
MEN = "KQRBNPkqrbnp"
PGN = CHESS.form
OPENING = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def stop(m: Any) -> int:
    """Return the address of the HPR at which the machine stands, 0 if it does not."""
    if m.running or m.cause != HPR or m.automatic == 0:
        return 0
    return bits(m.memory, m.ic - 1, 0, 15)


def machine_is_white(m: Any, ui: View) -> bool:
    """Return whether the machine has White."""
    return bits(m.memory, ui["at"]["WHITE"], 35, 1) == 0


def cells(m: Any, ui: View) -> str:
    """Return the board, a sign for each square: square 07 first, 00 the eighth, 70 the last."""
    first, white, found = ui["at"]["TA1"], machine_is_white(m, ui), ""
    for cell in range(64):
        word = first + 63 - square(cell)
        if bits(m.memory, word, 0, 35) == 0:
            found += EMPTY
        else:
            kind = KINDS[bits(m.memory, word, 0, 15)]
            found += kind if (bits(m.memory, word, 35, 1) == 1) == white else kind.lower()
    return found


def square(cell: int) -> int:
    """Return the square of a cell, or the cell of a square."""
    return 8 * (cell // 8) + 7 - (cell % 8)


def last_move(m: Any, ui: View) -> list[int]:
    """Return the cells of the last move: from, to; of castling where the king is."""
    word = ui["at"]["LAST"]
    if bits(m.memory, word, 15, 3) == 0:
        return []
    start = square(bits(m.memory, word, 18, 6))
    return [start] if bits(m.memory, word, 15, 3) == CASTLING else [start, square(bits(m.memory, word, 0, 6))]


def look(m: Any, ui: View) -> View:
    """Return the board, and the line of possible actions."""
    shown: View = {"board": {"cells": cells(m, ui), "marks": last_move(m, ui), "chosen": ui["chosen"]}}
    said = now(m, ui)
    if said:
        shown["now"] = said
    return shown


def lit(m: Any, light: int) -> bool:
    """Return whether a sense light is lit."""
    return bits([m.sense_lights], 0, light, 1) == 1


def now(m: Any, ui: View) -> str:
    """Return the line of possible actions; nothing where the machine has one."""
    if m.running and lit(m, THINKS):
        slow = "" if bits([m.sense_switches], 0, PRUNED, 1) else ": eight minutes, as in 1957; TURBO: seconds"
        return "the 704 thinks" + slow
    at = stop(m)
    if at == BEGIN:
        return command(ui, "begin") + " begins; you have " + side(m) + ", " + command(ui, "side") + " changes that"
    if at == OVER:
        return "the game is over; " + command(ui, "begin") + " goes on"
    if at != MOVE:
        return ""
    if hopper(m, ui):
        return counted(hopper(m, ui)) + " in the hopper; START reads them"
    if ui["chosen"] >= 0:
        return pick(ui, "the square it goes to") + ", or another man"
    refused = "the last move is not legal; " if lit(m, REFUSED) else ""
    return refused + "your move: " + pick(ui, "a man") + "; or " + command(ui, "punch") + " cards such as P-K4"


def side(m: Any) -> str:
    """Return the colour that the opponent gets when a game begins."""
    return "Black" if bits([m.sense_switches], 0, BLACK, 1) else "White"


# ---------------------------------------------------------------- hands


def act(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Return the steps of a click or a command."""
    if what == "board":
        return clicked(m, ui, value)
    if what != "command":
        return None
    if value == "begin":
        ui["chosen"] = -1
        return start_steps() if stop(m) in (BEGIN, OVER) else [["say", "a game is going on: a card RESIGN ends it"]]
    if value == "side":
        down = 0 if side(m) == "Black" else 1
        return [
            ["give", "sense_switch", [1, down]],
            ["say", "in the next game you have " + ("Black" if down else "White")],
        ]
    return None


def start_steps() -> list[Step]:
    """Return the steps that press START."""
    return [["give", "key_down", "START"], ["give", "key_up", "START"]]


def clicked(m: Any, ui: View, cell: int) -> list[Step]:
    """Choose a man, or punch the card of a move."""
    if stop(m) != MOVE:
        return [["say", "the program is at work: it takes a move when it stops"]]
    board, white = cells(m, ui), machine_is_white(m, ui)
    man, begun = board[cell], ui["chosen"]
    if man != EMPTY and (man == man.lower()) == white:
        ui["chosen"] = -1 if cell == begun else cell
        return []
    if begun < 0:
        return [["say", pick(ui, "one of your men") + " first"]]
    ui["chosen"] = -1
    text = written(board, begun, cell, white)
    steps: list[Step] = [["command", "remember"], ["give", "cards", [card(text)]]]
    return [*steps, *start_steps(), ["say", "punched: " + text]]


def written(board: str, begun: int, cell: int, white: bool) -> str:
    """Return a move of the opponent's in full."""
    man, taken = board[begun].upper(), board[cell].upper()
    if man == "K" and (begun // 8) == (cell // 8) and abs(begun - cell) == 2:
        return "O-O" if file(cell, white) == 6 else "O-O-O"
    if taken == EMPTY and man == "P" and (begun % 8) != (cell % 8):
        taken = "P"  # en passant
    there = FILES[file(cell, white)] + rank(cell)
    here = man + "(" + FILES[file(begun, white)] + rank(begun) + ")"
    return here + "-" + there if taken == EMPTY else here + "X" + taken + "(" + there + ")"


def file(cell: int, white: bool) -> int:
    """Return the file of a cell, 0 is a; `white`: the machine has White, h is at the left."""
    return 7 - (cell % 8) if white else cell % 8


def rank(cell: int) -> str:
    """Return the rank of a cell, counted from the opponent's side."""
    return str(8 - (cell // 8))


# ---------------------------------------------------------------- files


def name_of(cell: int, white: bool) -> str:
    """Return the name of a cell, such as e4; `white`: the machine has White."""
    row = 1 + cell // 8 if white else 8 - cell // 8
    return "abcdefgh"[file(cell, white)] + str(row)


def cell_of(name: str, white: bool) -> int:
    """Return the cell of a square such as e4, -1 if there is none."""
    found = [cell for cell in range(64) if name_of(cell, white) == name]
    return found[0] if len(found) > 0 else -1


def turned(board: str, white: bool) -> str:
    """Return a board seen from the other side if the machine has White."""
    return "".join([board[63 - cell] for cell in range(64)]) if white else board


def save(m: Any, ui: View) -> str:
    """Return the position as a file has it; nothing while the machine works."""
    if stop(m) != MOVE and stop(m) != OVER:
        return ""
    board, white, at = cells(m, ui), machine_is_white(m, ui), ui["at"]
    shown = turned(board, white)  # a8 first
    rights = bits(m.memory, at["CASTLE"], 0, 4)
    castling = ["K", "Q", "k", "q"] if white else ["q", "k", "Q", "K"]
    allowed = "".join([sign for sign in "KQkq" if (rights >> castling.index(sign)) % 2 == 1])
    passed = "-"
    if bits(m.memory, at["PASSED"], 35, 1) == 0:
        passed = name_of(square(bits(m.memory, at["PASSED"], 0, 6)), white)
    machines = bits(m.memory, at["TURN"], 35, 1) == 0
    turn = "w" if machines == white else "b"
    number = str(bits(m.memory, at["MOVENO"], 0, 15))
    fen = fen_of(shown) + " " + turn + " " + (allowed if allowed != "" else "-") + " " + passed + " 0 " + number
    record = {"tags": [], "start": [["SetUp", "1"], ["FEN", fen]], "second": turn == "b", "moves": []}
    return notes.saved(ui, "Chess on the IBM 704", ["White", "Black"], record)


def open_file(m: Any, ui: View, name: str, text: str) -> list[Step]:
    """Return the steps that enter the position of the last game of a file at the console, and go on from there."""
    game = notes.last_game(PGN, text)
    start = notes.tag(game, "FEN", OPENING)
    fields = [each for each in start[0].split(" ") if each != ""]
    white, wrong = side(m) == "Black", notes.refusal(name, game)
    shown = cells_of_fen(fields[0])
    kings = sorted([each for each in shown if each.upper() == "K"])
    if wrong == "" and len(game["moves"]) > 0:
        wrong = notes.mistake(name, game["moves"][0], "a page takes positions (the tag FEN), the window takes games")
    if wrong == "" and (len(shown) != 64 or kings != ["K", "k"]):
        wrong = notes.mistake(name, start, "this is no position of chess")
    if wrong == "" and stop(m) not in (BEGIN, MOVE, OVER):
        wrong = "the program is at work: it takes a position when it stops"
    if wrong != "":
        return [["wrong", wrong]]
    board, at = turned(shown, white), ui["at"]
    steps: list[Step] = [["command", "remember"]]
    words = words_of("".join([board[square(each)] for each in range(64)]), white)
    for each in range(64):
        steps.append(["give", "poke", [at["TA1"] + each, words[each]]])
    castling = ["K", "Q", "k", "q"] if white else ["q", "k", "Q", "K"]
    rights = fields[2] if len(fields) > 2 else "-"
    passed = cell_of(fields[3], white) if len(fields) > 3 else -1
    turn = fields[1] if len(fields) > 1 else "w"
    number = int(fields[5]) if len(fields) > 5 and notes.is_number(fields[5]) else 1
    values = {
        "CASTLE": sum([1 << castling.index(sign) for sign in rights if "KQkq".find(sign) >= 0]),
        "PASSED": square(passed) if passed >= 0 else MINUS,
        "TURN": 0 if (turn == "w") == white else MINUS,
        "WHITE": 0 if white else MINUS,
        "MOVENO": number,
        "FIRSTN": number,
        "FIRSTW": 0 if turn == "w" else 1,
        "SCORED": 0,
        "LAST": 0,
    }
    for word in values:
        steps.append(["give", "poke", [at[word], values[word]]])
    ui["chosen"] = -1
    said = [["say", name + ": the position is entered at the console"]]
    return [*steps, ["give", "register", ["IC", at["GO"]]], *start_steps(), *said]


def cells_of_fen(field: str) -> str:
    """Return the signs of the first field of a FEN, a8 first; fewer or more than 64 if it is wrong."""
    found = ""
    for sign in field:
        number = "12345678".find(sign) + 1
        found += EMPTY * number if number > 0 else sign if MEN.find(sign) >= 0 else "" if sign == "/" else "????????"
    return found


# ---------------------------------------------------------------- how it looks


def panes(at: Box) -> tuple[Pane, ...]:
    """Return the board."""
    edge = min(at.w - 36, at.h - 70)
    place = Box(at.x + (at.w - edge) / 2, at.y + 48, edge, edge)
    board = Board(name="board", box=place, rows=8, columns=8, style="squares", men={man: man for man in MEN})
    buttons = Buttons(name="game buttons", places=row(at.x + 12, at.y + 8, 24, *PLACES))
    return (Pane(name="chess", title="CHESS", box=at, parts=(board, buttons), column=1),)


PLACES = (("begin", 84.0), ("take back", 84.0), ("side", 110.0))
GAMES = (
    Game(
        programs=("chess",),
        symbols=("TA1", "WHITE", "LAST", "TURN", "CASTLE", "PASSED", "MOVENO", "FIRSTN", "FIRSTW", "SCORED", "GO"),
        look=look,
        act=act,
        panes=panes,
        commands=(
            Command("begin", "BEGIN", "ctrl+n", "START: a game begins"),
            Command("take back", "TAKE BACK", "ctrl+z", "back to before your last move"),
            Command("side", "OTHER COLOUR", "", "sense switch 1: your colour in the next game"),
        ),
        help=(
            ("P-K4, BXN", "a move on a card, as it is printed"),
            ("B(Q4)XP(N7)", "squares of men, where needed"),
            ("O-O, O-O-O", "castling"),
            ("RESIGN", "a card that ends the game"),
            ("MKG, OQN", "on paper: the machine's king, your queen"),
            ("SENSE 3", "lit: the last move could not be made"),
            ("SENSE 4", "lit: the program thinks"),
            ("switch 4", "down: only promising moves are followed"),
            ("switch 5", "down: alpha-beta, which 1957 did not have"),
            ("switch 6", "down: moves are written on tape 1"),
        ),
        ui={"chosen": -1, "filed": {}},
        file=files.CHESS,
        save=save,
        open=open_file,
    ),
)
