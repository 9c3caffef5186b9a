"""Games of the 6600 from the lines that are typed for its programs and from OUTPUT: what has been played.

Plain functions that pages run, too: a page saves a game, and takes one up, by them alone. The program is the judge of
the moves of a file: after a line that it refuses, everything is as before.

    told(ui)             [line, answer] of all lines that the program has taken; the answer to PLAY
    take_up, next_line   the steps that type the lines of a file, each after the program has asked for it
"""

from __future__ import annotations

from typing import Any

from host.games import kalah_board as kalah_board_rules
from host.games.kalah_notation import KALAH as NOTATION
from host.panels.cdc6600.screens import TEXT_COLUMNS
from host.panels.cdc6600.view import asked, follow_paper, picture_lines, pieces, say
from host.panels.games import notes
from host.ui.parts import Step, View

REFUSED = "NO SUCH LINE"  # on the picture, after a line that the program has not taken
BAD_LINE = "BAD LINE "  # in OUTPUT, with the line's number, from 1
KALAH = NOTATION.form
USUAL_PITS = 6  # of a board of Kalah, and counters in each


def told(ui: View) -> list[list[str]]:
    """Return the lines that the program has taken, each with the line of OUTPUT that answers PLAY."""
    typed, lines, count, skip = ui["typed"], [], 0, 0
    for line in ui["paper"]["lines"]:
        if skip > 0:
            skip -= 1
        elif count < len(typed) and line == pieces(typed[count][1], TEXT_COLUMNS)[0]:
            skip = len(pieces(typed[count][1], TEXT_COLUMNS)) - 1
            count += 1
        else:
            lines.append(line.strip())
    bad = [line for line in lines if line.startswith(BAD_LINE)]
    answers = [line for line in lines if line.find("  SCORE ") > 0]
    found, answered = [], 0
    for number in range(len(typed)):
        line = typed[number][1].upper().strip()
        if BAD_LINE + str(number + 1) not in bad:
            answer = ""
            if words_of(line)[:1] == ["PLAY"] and answered < len(answers):
                answer = answers[answered]
                answered += 1
            found.append([line, answer])
    return found


def words_of(line: str) -> list[str]:
    """Return the words of a line, which may have commas between them."""
    return [each for each in line.replace(",", " ").split(" ") if each != ""]


def take_up(m: Any, ui: View, name: str, lines: list[list[Any]], game: View) -> list[Step]:
    """Return the steps that type lines, [line, text, line, column] with their places in the file, and then moves."""
    wrong = notes.refusal(name, game)
    if wrong != "":
        return [["wrong", wrong]]
    if not asked(m):
        return [["wrong", "the program does not wait for a line now"]]
    ui["taking"] = {"name": name, "lines": lines, "game": game, "typed": 0}
    return [["command", "remember"], ["command", "take up"]]


def to_be_typed(ui: View) -> str:
    """Return the move of the file that is next; nothing before the first, and after the last."""
    taking = ui["taking"]
    number = taking["typed"] - len(taking["lines"])
    moves = taking["game"]["moves"]
    return moves[number][0] if 0 <= number < len(moves) else ""


def next_line(m: Any, ui: View, move: str, record: View) -> list[Step]:
    """Return the steps that type the next line, or a move of the file as the program reads it; or undo all.

    `record`: the game so far, as it is saved.
    """
    taking, game = ui["taking"], ui["taking"]["game"]
    number = taking["typed"]
    places = [each[1:] for each in taking["lines"]] + game["moves"]
    said = [line.strip() for line in picture_lines(m) if line.startswith(REFUSED)]
    if number > 0 and len(said) > 0:
        last = places[number - 1]
        return [["undo", notes.mistake(taking["name"], last, "'" + last[0] + "' is not legal: " + said[0])]]
    if number == len(places):
        notes.keep(ui, game, record)
        return [["say", taking["name"] + ": taken up after " + str(len(game["moves"])) + " moves"]]
    taking["typed"] += 1
    line = taking["lines"][number][0] if number < len(taking["lines"]) else move
    return [*say(m, ui, line), ["until", "asked", 0], ["command", "take up"]]


# ---------------------------------------------------------------- Kalah


def save_kalah(m: Any, ui: View) -> str:
    """Return the game as a file has it."""
    follow_paper(m, ui)
    return notes.saved(ui, "Kalah", ["South", "North"], record_of_kalah(ui))


def record_of_kalah(ui: View) -> View:
    """Return the game for a file."""
    board = kalah_board(USUAL_PITS, USUAL_PITS, False)
    game: View = {"start": kalah_written(board), "second": False, "always": False, "moves": []}
    counters, goes_on = USUAL_PITS, False
    for line, answer in told(ui):
        words = words_of(answer if answer != "" else line)
        word, numbers = words[0] if len(words) > 0 else "", numbers_of(words)
        if word == "MOVE" or word == "PLAYS":
            move = ",".join([str(each) for each in numbers])
            if goes_on:
                game["moves"][len(game["moves"]) - 1] += "," + move
            else:
                game["moves"].append(move)
            goes_on = played(board, numbers)
            continue
        if word == "NEW":
            counters = numbers[1] if len(numbers) == 2 else counters
            board = kalah_board(numbers[0] if len(numbers) == 2 else len(board["south"]) - 1, counters, board["always"])
        elif word == "SET":
            board["south"] = numbers[: len(numbers) // 2]
            board["north"] = numbers[len(numbers) // 2 :]
            board["mover"] = "south"
        elif word == "SOUTH" or word == "NORTH":
            board["mover"] = word.lower()
        elif word == "ALWAYS" or word == "USUAL":
            board["always"] = word == "ALWAYS"
        else:
            continue
        goes_on = False
        game = {
            "start": kalah_written(board), "second": board["mover"] == "north", "always": board["always"], "moves": [],
        }  # fmt: skip
    rules = [["Rules", "always" if game["always"] else "standard"]]
    start = [["Position", game["start"]]]
    return {"tags": rules, "start": start, "second": game["second"], "moves": game["moves"]}


def numbers_of(words: list[str]) -> list[int]:
    """Return the numbers after the first word, up to the next word that is none."""
    found: list[int] = []
    for each in words[1:]:
        if not notes.is_number(each):
            return found
        found.append(int(each))
    return found


def kalah_board(pits: int, counters: int, always: bool) -> View:
    """Return a board: of each side the pits from its left, then its kalah."""
    row = [counters] * pits
    return {"south": [*row, 0], "north": [*row, 0], "mover": "south", "always": always}


def kalah_written(board: View) -> str:
    """Return a board as the tag Position has it."""
    sides = [",".join([str(each) for each in board[side]]) for side in ["south", "north"]]
    return "/".join(sides) + " " + board["mover"]


def played(board: View, pits: list[int]) -> bool:
    """Play pits of the side to move, which are counted from its kalah; return whether the move goes on."""
    side = board["mover"]
    other = "north" if side == "south" else "south"
    size = len(board[side]) - 1
    for pit in pits:
        kalah = board[other][size]
        places = board[side] + board[other][:size]
        last = kalah_board_rules.sow(places, size - pit, board["always"])
        board[side] = places[: size + 1]
        board[other] = [*places[size + 1 :], kalah]
        over = sum(board[side][:size]) == 0 or sum(board[other][:size]) == 0
        if last != size or over:
            board["mover"] = other
            return False
    return True


def open_kalah(m: Any, ui: View, name: str, text: str) -> list[Step]:
    """Return the steps that take up the last game of a file."""
    game, lines = notes.last_game(KALAH, text), []
    rules, position = notes.tag(game, "RULES", "standard"), notes.tag(game, "POSITION", "")
    lines.append(["ALWAYS" if rules[0].lower() == "always" else "USUAL", *rules])
    if rules[0].lower() != "always" and rules[0].lower() != "standard":
        wrong = "'" + rules[0] + "' are no rules of Kalah: expected standard or always"
        return [["wrong", notes.mistake(name, rules, wrong)]]
    size, mover, sets = USUAL_PITS, "SOUTH", ""
    if position[0] != "":
        halves = position[0].strip().split("/")
        words = halves[len(halves) - 1].split(" ")
        mover = words[len(words) - 1].upper() if len(words) > 1 else mover
        rows = [each.split(",") for each in [halves[0], words[0]]]
        numbers = [each for each in [*rows[0], *rows[1]] if notes.is_number(each)]
        if len(halves) != 2 or len(rows[0]) != len(rows[1]) or len(numbers) != 2 * len(rows[0]):
            return [["wrong", notes.mistake(name, position, "'" + position[0] + "' is not a position of the game")]]
        size, sets = len(rows[0]) - 1, "SET " + " ".join(numbers)
    lines.append(["NEW " + str(size) + (" 1" if sets != "" else " " + str(USUAL_PITS)), *position])
    if sets != "":
        lines.append([sets, *position])
    lines.append([mover, *position])
    return take_up(m, ui, name, lines, game)


def next_kalah(m: Any, ui: View) -> list[Step]:
    """Return the steps of the next line."""
    move = to_be_typed(ui)
    return next_line(m, ui, "MOVE " + move.replace(",", " ") if move != "" else "", record_of_kalah(ui))
