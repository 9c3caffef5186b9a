"""Boards of the 6600's chess programs: mates, and the endings with a rook, a queen or two pieces.

The position is read from the program's own picture or from OUTPUT:

    8 *K *B  K  .  .  .  .  .       a star before Black's men
    ...
    1  R  .  .  .  .  .  .  .

For mates men are chosen below the board and put on it; SOLVE types the problem. In an ending the men are put on the
board one after the other, then a click on a square is the move of Black's king.
"""

from __future__ import annotations

from typing import Any

from host.panels.cdc6600.view import asked, not_now, output_lines, picture_lines, say, tail
from host.panels.games import files
from host.panels.games.endings import PIECES, next_of_ending, open_ending, question, save_ending
from host.ui.advice import command, pick, to_move
from host.ui.parts import Board, Box, Colour, Command, Game, Key, Keys, Label, Pane, Step, View

MEN = "KQRBNPkqrbnp"  # White's, Black's
EMPTY = " "
FILES = "ABCDEFGH"
ROWS = 8
INK: Colour = (232, 228, 218)
EXAMPLE = ("C6", "H1", "G1")  # squares of White's men in an example; the black king is on E5
ENDS = [" MATE", "A DRAW.", "RESIGNS."]  # of lines that say how an ending has ended
SPAN = 40  # lines of OUTPUT in which a board is looked for


def cells_in(lines: list[str]) -> str:
    """Return the last board in these lines, a sign for each square from a8 on; nothing if there is none."""
    last = len(lines) - ROWS
    while last >= 0:
        if lines[last].startswith("8 ") and lines[last + ROWS - 1].startswith("1 "):
            return "".join([row_of(lines[last + each]) for each in range(ROWS)])
        last -= 1
    return ""


def row_of(line: str) -> str:
    """Return the signs of a row."""
    padded, signs = line + "                         ", ""
    for column in range(8):
        man = padded[3 + 3 * column]
        if MEN.find(man) < 0:
            signs += EMPTY
        elif padded[2 + 3 * column] == "*":
            signs += man.lower()
        else:
            signs += man
    return signs


def square(cell: int) -> str:
    """Return the name of a square, such as A8."""
    return FILES[cell % 8] + str(8 - (cell // 8))


def changed(before: str, after: str) -> list[int]:
    """Return the squares that differ."""
    return [each for each in range(len(after)) if len(before) == len(after) and before[each] != after[each]]


def board_pane(box: Box, title: str, *below: Any) -> tuple[Pane, ...]:
    """Return the pane with a chess board, and the parts below it."""
    side = 528.0
    place = Box(box.x + (box.w - side) / 2, box.y + 34, side, side)
    parts = (
        Board(
            name="board",
            box=place,
            rows=8,
            columns=8,
            style="squares",
            men={man: man for man in MEN},
            row_names=tuple("87654321"),
            column_names=tuple(FILES),
        ),
        *below,
    )
    return (Pane(name="board", box=box, title=title, parts=parts, group="right", column=1),)


# ---------------------------------------------------------------- mates


def look_mates(m: Any, ui: View) -> View:
    """Return the problem as it is being set up, or as the program shows it."""
    lines = picture_lines(m)
    told = cells_in(lines)
    if told != "" and told != ui["told"]:
        ui["told"], ui["cells"] = told, told
    answer = answer_of(lines)
    shown = {"cells": ui["cells"], "marks": marks_of(answer), "chosen": -1}
    found = {"board": shown, "palette": [ui["man"]], "answer": answer.lower()}
    if asked(m):
        found["now"] = setting_up(ui)
    return found


def setting_up(ui: View) -> str:
    """Return how a problem is set up: by hand, or by a line, with an example."""
    if ui["cells"] == EMPTY * 64:
        return "type a problem, such as WHITE KC8 PB6 RA1, Enter, BLACK KA8 BB8 PA7 PB7 SOLVE, Enter" + (
            "" if ui["terminal"] else "; or choose a man below the board and click its square"
        )
    solves = command(ui, "solve") + " looks for White's mate in two; " + command(ui, "clear board")
    if ui["terminal"]:
        return solves + "; " + pick(ui, "squares") + " for " + ui["man"] + ", or type WHITE ..., BLACK ..."
    return "choose a man below the board, click its square; " + solves


def answer_of(lines: list[str]) -> str:
    """Return the program's line about the problem, for the place below the board."""
    for each in range(len(lines)):
        if lines[each].strip().startswith("A  B  C"):
            return lines[each + 1].strip() if each + 1 < len(lines) else ""
    return ""


def marks_of(answer: str) -> list[int]:
    """Return the squares of the key in an answer such as MATE IN 2 A1-A6."""
    words = answer.split(" ")
    key = words[len(words) - 1].split("-")
    if not answer.startswith("MATE IN") or len(key) != 2:
        return []
    cells = [cell_of(each[max(0, len(each) - 2) :]) for each in [key[0], key[1][:2]]]
    return [each for each in cells if each >= 0]


def cell_of(name: str) -> int:
    """Return the number of a square, -1 if there is none."""
    if len(name) != 2 or FILES.find(name[0]) < 0 or "12345678".find(name[1]) < 0:
        return -1
    return 8 * (8 - int(name[1])) + FILES.find(name[0])


def act_mates(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Set up a problem by clicks; have it solved."""
    if what == "palette":
        ui["man"] = value
        return []
    if what == "board":
        sign = EMPTY if ui["man"] == "-" or ui["cells"][value] == ui["man"] else ui["man"]
        ui["cells"] = ui["cells"][:value] + sign + ui["cells"][value + 1 :]
        return []
    if what == "command" and value == "clear board":
        ui["cells"], ui["told"] = EMPTY * 64, EMPTY * 64
        return say(m, ui, "NEW")
    if what == "command" and (value == "solve" or value == "all keys"):
        white, black = men_of(ui["cells"], "KQRBNP"), men_of(ui["cells"], "kqrbnp")
        end = " SOLVE" if value == "solve" else " ALL SOLVE"
        if white == "" or black == "":
            return [["say", "put men of both sides on the board first"]]
        return say(m, ui, "NEW") + say(m, ui, "WHITE" + white) + say(m, ui, "BLACK" + black + end)
    return None


def men_of(cells: str, men: str) -> str:
    """Return the men of a side as the program reads them: KC8 PB6."""
    found = ""
    for man in men:
        for cell in range(64):
            if cells[cell] == man:
                found += " " + man.upper() + square(cell)
    return found


def mates_panes(box: Box) -> tuple[Pane, ...]:
    """Return the board, the men to be put on it, the answer."""
    width, top = 38.0, box.y + 596
    left = box.x + (box.w - 13 * width) / 2
    keys = tuple(
        Key(
            man,
            Box(left + width * each, top, width - 4, 34),
            man if man < "a" else "*" + man.upper(),
            meaning,
            "key",
            colour,
            ink,
        )
        for each, (man, meaning, colour, ink) in enumerate(
            [
                *((man, f"White's {man}", (222, 214, 196), (24, 24, 26)) for man in MEN[:6]),
                *((man, f"Black's {man.upper()}", (40, 40, 44), INK) for man in MEN[6:]),
                ("-", "takes a man off the board", (110, 60, 52), INK),
            ]
        )
    )
    answer = Label(name="answer", at=(box.centre[0], box.y + 650), size=22, colour=INK, width=600, align="centre")
    return board_pane(box, "THE PROBLEM", Keys(name="palette", keys=keys, columns=7), answer)


MATES = Game(
    programs=("mates",),
    look=look_mates,
    act=act_mates,
    panes=mates_panes,
    commands=(
        Command("solve", "SOLVE", "f2", "type the problem and have it solved"),
        Command("all keys", "ALL", "f3", "the same, all keys wanted"),
        Command("clear board", "CLEAR", "f4", "take all men off the board"),
    ),
    ui={"cells": EMPTY * 64, "told": EMPTY * 64, "man": "K"},
    help=(
        ("*K", "a star: Black's men"),
        ("MATE IN 2 A1-A6", "the key: the man on A1 goes to A6"),
        ("KEY, LIST USED ...", "in OUTPUT: the key, and what the search took"),
    ),
)

# ---------------------------------------------------------------- endings


def outcome(lines: list[str]) -> str:
    """Return the end of the game before, nothing if there was none: the program says it beside its last board."""
    if len([line for line in lines if line.startswith("ANOTHER GAME")]) == 0:
        return ""
    said = [line.strip() for line in lines]
    ends = [line for line in said if len([end for end in ENDS if line.endswith(end)]) > 0]
    last = ends[len(ends) - 1] if len(ends) > 0 else "THE GAME IS OVER."
    if last.endswith(ENDS[0]):
        return "White mates: " + last[: len(last) - len(ENDS[0])]
    return last[:1] + last[1 : len(last) - 1].lower()


def look_ending(m: Any, ui: View) -> View:
    """Return the position as the program has printed it, or the men put on the board so far."""
    pieces, names = PIECES[ui["ending"]], NAMES[ui["ending"]]
    wanted, lines = question(ui), tail(output_lines(ui), 0, SPAN)
    told = cells_in(lines)
    if told != "" and told != ui["told"]:
        ui["marks"] = changed(ui["told"], told) if ui["told"].strip() != "" else []
        ui["told"] = told
    cells, chosen = ui["told"], -1
    ended = outcome(lines) if wanted == "position" and len(ui["put"]) == 0 else ""
    if wanted == "position" and ended == "":
        cells = EMPTY * 64
        men = "K" + pieces + "k"
        for each in range(len(ui["put"])):
            cells = cells[: ui["put"][each]] + men[each] + cells[ui["put"][each] + 1 :]
    elif wanted == "move":
        chosen = cells.find("k")
    found: View = {"board": {"cells": cells, "marks": ui["marks"] if wanted == "move" else [], "chosen": chosen}}
    if asked(m) and wanted == "position":
        whose = ["White's king", *["White's " + each for each in names], "your king, the black one"]
        men = "K" + pieces
        line = before_men(ui) + " ".join([men[each] + EXAMPLE[each] for each in range(len(men))]) + " KE5"
        square_of = pick(ui, "the square of " + whose[len(ui["put"])])
        before = ended + ". " if ended != "" else ""
        found["now"] = before + "A new position: " + square_of + "; or type one, such as " + line + ", Enter"
    elif asked(m) and wanted == "move":
        wrong = len([line for line in tail(lines, 0, 3) if line.startswith("NOT CORRECT")]) > 0
        found["now"] = (
            ("not correct: " if wrong else "")
            + to_move(ui, "black", True, "a square for your king") + "; " + command(ui, "resign")
        )  # fmt: skip
    return found


def before_men(ui: View) -> str:
    """Return the beginning of a typed position: the version of the program, if it has several and asks for it."""
    return ui["version"] + " " if ui["version"] != "" and not has_version(ui) else ""


def has_version(ui: View) -> bool:
    """Return whether the program has read its version, as it does once: since then it speaks of the position."""
    return len([line for line in output_lines(ui) if line.startswith("POSITION")]) > 0


def act_ending(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Put the men on the board, move the king; choose a version of the program."""
    pieces = PIECES[ui["ending"]]
    if what == "board" and not asked(m):
        return not_now(m, ui)
    if what == "board":
        wanted = question(ui)
        if wanted == "move":
            return [["command", "remember"], *say(m, ui, "K" + square(value))]
        if wanted == "position":
            ui["put"] = [each for each in ui["put"] if each != value] + ([] if value in ui["put"] else [value])
            if len(ui["put"]) == len(pieces) + 2:
                squares = [square(each) for each in ui["put"]]
                ui["put"] = []
                men, line = "K" + pieces + "K", before_men(ui)
                for each in range(len(men)):
                    line += (" " if each > 0 else "") + men[each] + squares[each]
                return say(m, ui, line)
        return []
    if what == "command" and value == "resign":
        return say(m, ui, "0")
    if what == "command" and value == "take up":
        return next_of_ending(m, ui, before_men(ui))
    if what == "command" and value.startswith("version "):
        if has_version(ui):
            return [["say", "the program has asked for its version: RERUN. starts it anew"]]
        ui["version"] = value[8:]
        return [["say", "the game is played by version " + value[8:]]]
    return None


def ending_panes(box: Box) -> tuple[Pane, ...]:
    """Return the board."""
    return board_pane(box, "THE ENDING")


ENDING = (
    Command("resign", "RESIGN", "f2", "give up; a new position, or the end"),
    Command("take back", "TAKE BACK", "ctrl+z", "back to before your last move"),
)
SIGNS = (
    ("*K", "a star: your king"),
    ("RD1*", "in OUTPUT: a move with check"),
    ("N, P", "typed: no boards, boards again"),
    ("0", "typed: resigns, or stops"),
)
NAMES = {
    "rook": ["rook"],
    "queen": ["queen"],
    "bishops": ["first bishop", "second bishop, on squares of the other colour"],
    "knight": ["bishop", "knight"],
    "triangles": ["bishop", "knight"],
}
ENDING_UI: View = {"told": EMPTY * 64, "marks": [], "put": [], "taking": {}, "filed": {}}
VERSIONS = (
    Command("version 1", "PRIMITIVE", "f3", "play against version 1, the primitive one: before the first position"),
    Command("version 2", "NEW", "f4", "play against version 2, the new one"),
    Command("version 3", "REPAIRED", "f5", "play against version 3, the repaired one"),
)
ENDINGS = [
    Game(
        programs=(name,),
        look=look_ending,
        act=act_ending,
        panes=ending_panes,
        commands=(*ENDING, *(VERSIONS if name == "rook" else ())),
        ui={**ENDING_UI, "ending": name, "version": "2" if name == "rook" else ""},
        file=files.ENDINGS[name],
        save=save_ending,
        open=open_ending,
        help=SIGNS,
    )
    for name in NAMES
]

GAMES = (MATES, *ENDINGS)
