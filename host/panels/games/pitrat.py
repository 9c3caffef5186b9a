"""A board for the games of Pitrat's general game player: it has read their rules, and is asked for everything.

After each move the program is asked for the position, for all moves (LIST; PLAY takes its numbers) and for those
after which the other player does not win at once (LEGAL). A click on a man and one on a square find a legal move with
these squares; then CHOOSE prints the program's answer, which is played in the same way. Nothing here knows a game.

A line that is typed begins with a blank, so that it is not taken for one that the program has printed. `ui["pit"]`:

    read      how many lines of OUTPUT have been read
    wanted    kinds of output expected from the typed commands, each up to its DONE
    found     what the last LIST, LEGAL, CHOOSE, RESULTS have printed: moves as lists of lines
    cells     the position: a sign for each square, the last row first
    to        whose turn it is: player 1 or 2
"""

from __future__ import annotations

from typing import Any

from host.games.pitrat.position import CHESS
from host.games.pitrat.position import Game as Rules
from host.panels.cdc6600.screens import lines_of, rows_of
from host.panels.cdc6600.view import asked, foot, not_now, output_lines, say, small
from host.ui.advice import command, pick, to_move
from host.ui.parts import Board, Box, Command, Game, Pane, Step, View
from host.ui.words import left

EMPTY = " "
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOVES_IN_A_LINE, MOVE_COLUMNS = 5, 11  # of the list of legal moves
COLUMNS = MOVES_IN_A_LINE * MOVE_COLUMNS


def follow(ui: View) -> None:
    """Read the lines that are new."""
    pit, lines = ui["pit"], output_lines(ui)
    if len(lines) < pit["read"]:
        restart(pit)
    while pit["read"] < len(lines):
        line = lines[pit["read"]]
        words = [each for each in line.split(" ") if each != ""]
        pit["read"] += 1
        if len(words) == 0 or line.startswith(" "):
            continue
        if words[0] == "DONE":
            finish(pit)
        elif words[0] == "FAULT":
            pit["said"], pit["wanted"] = line.lower(), []
        elif words[0] == "TO":
            pit["to"], pit["cells"] = int(words[1]), EMPTY * (pit["width"] * pit["height"])
        elif words[0] == "MAN":
            put_man(pit, [int(each) for each in words[1:]])
        elif words[0] == "MOVE" or words[0] == "RESULT":
            pit["rows"].append([line])
        elif words[0] == "END":
            pass
        elif len(pit["rows"]) > 0:
            pit["rows"][len(pit["rows"]) - 1].append(line)


def restart(pit: View) -> None:
    """Forget everything that has been read: the job has begun anew."""
    pit["read"], pit["wanted"], pit["rows"], pit["said"] = 0, ["position", "list", "legal"], [], ""
    for name in ["list", "legal", "choose", "results"]:
        pit["found"][name] = []


def finish(pit: View) -> None:
    """Keep the output of a command."""
    if len(pit["wanted"]) > 0:
        pit["found"][pit["wanted"][0]] = pit["rows"]
        pit["wanted"] = pit["wanted"][1:]
    pit["rows"] = []


def put_man(pit: View, numbers: list[int]) -> None:
    """Put a man on the board: abscissa, ordinate, player, nature."""
    cell = cell_of(pit, numbers[0], numbers[1])
    signs = pit["signs"][numbers[2] - 1]
    pit["cells"] = pit["cells"][:cell] + signs[numbers[3] - 1] + pit["cells"][cell + 1 :]


def cell_of(pit: View, x: int, y: int) -> int:
    """Return the cell of a square."""
    return pit["width"] * (pit["height"] - y) + x - 1


def path(pit: View, rows: list[str]) -> list[int]:
    """Return the cells of a move's squares: where a man goes, and from there on, or where one is put."""
    found: list[int] = []
    for row in rows:
        words = row.split(" ")
        if words[0] == "T":
            numbers = [int(each) for each in words[1:] if each != ""]
            cells = [cell_of(pit, numbers[2 * each], numbers[2 * each + 1]) for each in range(len(numbers) // 2)]
            if len(found) == 0:
                found = cells
            elif found[len(found) - 1] == cells[0]:
                found = found + cells[1:]
    if len(found) > 0:
        return found
    for row in rows:
        words = [each for each in row.split(" ") if each != ""]
        if words[0] == "P":
            return [cell_of(pit, int(words[2]), int(words[3]))]
    return []


def body(rows: list[str]) -> str:
    """Return the submoves of a move, which tell it from the others."""
    return "/".join([row for row in rows[1:] if row[0] != "=" and row[0] != "?"])


def number_of(pit: View, rows: list[str]) -> int:
    """Return the number by which PLAY knows a move, 0 if there is none."""
    for each in range(len(pit["found"]["list"])):
        if body(pit["found"]["list"][each]) == body(rows):
            return each + 1
    return 0


def ask(m: Any, ui: View, lines: list[str], wanted: list[str]) -> list[Step]:
    """Return the steps that type commands; `wanted`: the kinds of their output."""
    steps: list[Step] = []
    for line in lines:
        steps = steps + say(m, ui, " " + line)
    ui["pit"]["wanted"] = ui["pit"]["wanted"] + wanted
    return steps


def look(m: Any, ui: View) -> View:
    """Return the board, and the player to move."""
    follow(ui)
    pit = ui["pit"]
    found: View = {"board": {"cells": pit["cells"], "marks": pit["marks"], "chosen": pit["chosen"]}}
    if pit["said"] != "":
        found["now"] = pit["said"]
    elif asked(m) and len(pit["wanted"]) == 0:
        if pit["over"] != "":
            found["now"] = pit["over"] + ": " + command(ui, "take back") + ", or RERUN. for another game"
        elif len(pit["found"]["legal"]) == 0:
            found["now"] = "you have no move: " + command(ui, "take back") + ", or RERUN. for another game"
        elif pit["chosen"] >= 0:
            found["now"] = pick(ui, "where it goes") + ", or the man again"
        else:
            side = "white" if pit["person"] == 1 else "black"
            legal = pit["found"]["legal"]
            moving = len([rows for rows in legal if len(path(pit, rows)) > 1])
            places = "a man, then its square" if moving > 0 else "a square"
            found["now"] = to_move(ui, side, True, places)
            found["now"] += ", one of " + str(len(legal)) + " moves" if len(legal) > 1 else "; it is your only move"
    elif m.running and m.cause == 0 and not ui["paused"]:
        found["now"] = "the program executes the rules"
        found["work"] = pit["wanted"][0] if len(pit["wanted"]) > 0 else "answer"
    if ui["shown"][0] == "K":
        below = foot(ui)
        display = {"head": [["THE GAME", 16]], "body": small(in_words(pit)), "columns": COLUMNS, "end": False}
        found["left"], found["left rows"] = lines_of(display, below), rows_of(display, below[0])
    return found


def in_words(pit: View) -> list[str]:
    """Return the game in words, instead of the numbers and codes of OUTPUT: the last move, and the possible ones."""
    lines = ["PLAYER " + str(pit["to"]) + ", " + ("WHITE" if pit["to"] == 1 else "BLACK") + ", IS TO MOVE", ""]
    if len(pit["marks"]) > 0:
        lines = [*lines, "THE LAST MOVE       " + squares(pit, pit["marks"]), ""]
    legal = [left(squares(pit, path(pit, rows)), MOVE_COLUMNS) for rows in pit["found"]["legal"]]
    if pit["over"] != "":
        lines = [*lines, "THE GAME IS OVER: " + pit["over"].upper()]
    elif len(legal) > 0:
        lines = [*lines, "LEGAL MOVES"]
        for first in range(0, len(legal), MOVES_IN_A_LINE):
            lines.append("".join(legal[first : first + MOVES_IN_A_LINE]).rstrip())
    return [*lines, "", "O. SHOWS WHAT THE PROGRAM PRINTS"]


def squares(pit: View, cells: list[int]) -> str:
    """Return the squares of a move: E2-E4."""
    names = [LETTERS[cell % pit["width"]] + str(pit["height"] - (cell // pit["width"])) for cell in cells]
    return "-".join(names)


def ready(m: Any, ui: View, name: str) -> bool:
    """Return whether everything that was asked has been answered."""
    follow(ui)
    return asked(m) and len(ui["pit"]["wanted"]) == 0


def act(m: Any, ui: View, what: str, value: Any) -> list[Step] | None:
    """Play the move that was clicked, then the program's."""
    pit = ui["pit"]
    if what == "board":
        return click(m, ui, value)
    if what != "command":
        return None
    if value == "machine":
        return let_it_move(m, ui) if ready(m, ui, "") and pit["to"] != pit["person"] else []
    if value == "answer":
        judge(pit)
        return let_it_move(m, ui) if pit["over"] == "" else []
    if value == "answered":
        if len(pit["found"]["choose"]) == 0:
            pit["over"] = "the program has no move"
            return []
        rows = pit["found"]["choose"][0]
        pit["marks"] = path(pit, rows)
        first = ["PLAY " + str(number_of(pit, rows)), "POSITION", "LIST", "LEGAL"]
        lines = first + results(pit, 0) + [other(pit, 1)]
        steps = ask(m, ui, lines, ["play", "position", "list", "legal", "results"])
        return [*steps, ["until", "answered", 0], ["command", "judge"]]
    if value == "judge":
        judge(pit)
        return []
    return None


def other(pit: View, turn: int) -> str:
    """Return the command that addresses questions to the player who has moved, or (with 1) to the player to move."""
    return "TO " + str(3 - pit["person"] if turn == 0 else pit["person"])


def results(pit: View, turn: int) -> list[str]:
    """Return the commands that ask whether the game has ended for a player."""
    return [other(pit, turn), "N 0", "RESULTS", "N " + str(pit["modifications"])]


def let_it_move(m: Any, ui: View) -> list[Step]:
    """Ask the program for its move."""
    steps = ask(m, ui, [ui["pit"]["choose"]], ["choose"])
    return [*steps, ["until", "answered", 0], ["command", "answered"]]


def judge(pit: View) -> None:
    """Look at the results of the player who has moved."""
    if len(pit["found"]["results"]) > 0:
        words = [each for each in pit["found"]["results"][0][0].split(" ") if each != ""]
        result = int(words[len(words) - 1])
        if result == 1:
            pit["over"] = "you have won" if pit["to"] != pit["person"] else "the program has won"
        elif result == 3:
            pit["over"] = "a draw"


def click(m: Any, ui: View, cell: int) -> list[Step]:
    """Choose a man, or play the legal move with the squares clicked."""
    pit = ui["pit"]
    if pit["over"] != "":
        return [["say", pit["over"]]]
    if not ready(m, ui, ""):
        return not_now(m, ui)
    begin = pit["chosen"] if pit["chosen"] >= 0 else cell
    moves = [rows for rows in pit["found"]["legal"] if path(pit, rows)[0] == begin]
    if pit["chosen"] < 0:
        if len(moves) == 0:
            return [["say", "no legal move begins there"]]
        if len(path(pit, moves[0])) > 1:
            pit["chosen"] = cell
            return []
    pit["chosen"] = -1
    if cell == begin and len(path(pit, moves[0])) > 1:
        return []
    fitting = [rows for rows in moves if path(pit, rows)[len(path(pit, rows)) - 1] == cell]
    if len(fitting) == 0:
        return [["say", "the rules do not allow that now"]]
    pit["marks"] = path(pit, fitting[0])
    lines = ["PLAY " + str(number_of(pit, fitting[0])), "POSITION", *results(pit, 1), other(pit, 0), "LIST"]
    steps = ask(m, ui, lines, ["play", "position", "results", "list"])
    return [["command", "remember"], *steps, ["until", "answered", 0], ["command", "answer"]]


# ---------------------------------------------------------------- the board of a game


def figures(rules: Rules) -> dict[str, str]:
    """Return sign -> piece on a board: figures of chess where a nature has such a name, else men."""
    found = {}
    for number, (name, letter) in enumerate(zip(rules.natures, rules.letters, strict=True)):
        for sign, colour in ((letter, "white"), (letter.lower(), "black")):
            chessman = name in CHESS and "MAN" not in rules.natures
            found[sign] = sign if chessman else colour + "king" * (number > 0)
    return found


def game(rules: Rules, person: int, modifications: int, weight: int, situations: int) -> Game:
    """Return the board for the rules of a game; `person` is player 1 or 2, the numbers are those of CHOOSE."""
    letters = "".join(rules.letters)
    columns = "abcdefghijklmnopqrstuvwxyz"[: rules.width]

    def panes(box: Box) -> tuple[Pane, ...]:
        side = 560.0 / max(rules.width, rules.height)
        width, height = side * rules.width, side * rules.height
        board = Board(
            name="board",
            box=Box(box.x + (box.w - width) / 2, box.y + 40, width, height),
            rows=rules.height,
            columns=rules.width,
            style="squares",
            men=figures(rules),
            row_names=tuple(str(each) for each in range(rules.height, 0, -1)),
            column_names=tuple(columns),
        )
        return (Pane(name="board", box=box, title="THE GAME", parts=(board,), group="right", column=1),)

    pit: View = {
        "width": rules.width, "height": rules.height, "signs": [letters, letters.lower()], "person": person,
        "modifications": modifications,
        "choose": f"CHOOSE {weight} {situations}", "read": 0, "wanted": ["position", "list", "legal"], "rows": [],
        "found": {"list": [], "legal": [], "choose": [], "results": []}, "cells": EMPTY * (rules.width * rules.height),
        "to": 1, "marks": [], "chosen": -1, "over": "", "said": "",
    }  # fmt: skip
    return Game(
        programs=("pitrat",),
        look=look,
        act=act,
        ready=ready,
        panes=panes,
        commands=(Command("take back", "TAKE BACK", "ctrl+z", "back to before your last move"),),
        ui={"pit": pit},
        help=(
            ("MOVE N", "a move, by the node N of the rules that made it; then its submoves"),
            ("T P C R I", "a man travels, is put down, captured, promoted; an indicatif is set"),
            ("= O X Y V", "what the move changes: OCCUPY of the square X, Y becomes V; N: its NATURE"),
            ("REASON K N", "why CHOOSE takes this move; N situations were studied for it"),
            ("DONE N", "the answer to a command ends; N statements of the rules were executed"),
        ),
    )


GAMES: tuple[Game, ...] = ()  # a board depends on the rules that are read: `ironboard pitrat play RULES --console`
