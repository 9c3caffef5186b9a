"""Go in plain functions that pages run, too: the rules on a board of cells, and SGF read and written.

A board is a text with a sign for each point, row by row from the top: # black, 0 white, a blank. A move is a sign and a
cell, -1 for a pass.

    collection(text)   the games of a file: "nodes" of the main line, "wrong", and where each is in the text
    record_of(game)    {"size", "cells" to begin with, "moves": [[sign, cell, line, column]], ...}
    text_of(nodes)     the text of a game

A node has [name, values, line, column] for each property, a value is [text, line, column], a mistake [text, line,
column, reason]; lines and columns are from 1.

Source: SGF, file formats FF[1] to FF[4], https://www.red-bean.com/sgf/
"""

from __future__ import annotations

import re
from typing import Any

from host.formats.scanning import scan

BLACK, WHITE, EMPTY = "#", "0", " "
OTHER = {BLACK: WHITE, WHITE: BLACK}
PASS = -1
LARGEST = 25  # rows
LETTERS = "abcdefghijklmnopqrstuvwxyz"  # of a point: column, row from the top
OLD_PASS, OLD_LARGEST = "tt", 19  # a pass in FF[3] and before, on boards of this size at most
SIGNS = {"b": BLACK, "black": BLACK, "1": BLACK, "w": WHITE, "white": WHITE, "2": WHITE}  # values of PL
SET_UP = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}
MOVED = {"B": BLACK, "W": WHITE}
OWN = ("B", "W", "AB", "AW", "AE", "PL", "SZ", "GM", "FF", "CA", "AP", "KM")  # properties that are written afresh
WIDTH = 79  # characters of a line
FORM = re.compile(
    r"(?P<space>\s+)|(?P<game>\((?=\s*(?:;|[A-Z]+\[)))|(?P<open>\()|(?P<close>\))|(?P<node>;)|(?P<name>[A-Za-z0-9]+)"
    r"|(?P<value>\[(?:\\[\s\S]|[^\]\\])*\])|(?P<unknown>[\s\S])"
)
NUMBER = re.compile(r"(?P<number>^\s*[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)\s*$)")


# ---------------------------------------------------------------- the rules


def beside(cell: int, size: int) -> list[int]:
    """Return the neighbours of a point."""
    row, column = cell // size, cell % size
    near = [[row - 1, column], [row, column + 1], [row + 1, column], [row, column - 1]]
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


def liberties(cells: str, group: list[int], size: int) -> int:
    """Return how many liberties a group has; more than one may be counted twice."""
    near = [each for stone in group for each in beside(stone, size)]
    return len([each for each in near if cells[each] == EMPTY])


def with_sign(cells: str, changed: list[int], sign: str) -> str:
    """Return the cells with a sign on some."""
    for each in changed:
        cells = cells[:each] + sign + cells[each + 1 :]
    return cells


def played(cells: str, size: int, sign: str, cell: int, ko: int) -> dict[str, Any]:
    """Return a board after a move: "cells", the point of a "ko" or -1, stones "taken", the reason why it is "wrong".

    `ko`: the point that may not be retaken now. Also a wrong move is made, if the point is empty.
    """
    found: dict[str, Any] = {"cells": cells, "ko": -1, "taken": [], "wrong": ""}
    if cell == PASS:
        return found
    if cells[cell] != EMPTY:
        found["wrong"] = "the point is taken"
        return found
    after = with_sign(cells, [cell], sign)
    for each in beside(cell, size):
        if after[each] == OTHER[sign]:
            group = group_of(after, each, size)
            if liberties(after, group, size) == 0:
                found["taken"] += group
                after = with_sign(after, group, EMPTY)
    own = group_of(after, cell, size)
    if cell == ko:
        found["wrong"] = "the ko may not be retaken at once"
    elif liberties(after, own, size) == 0:
        found["wrong"] = "the move would be suicide"
    if len(found["taken"]) == 1 and len(own) == 1 and liberties(after, own, size) == 1:
        found["ko"] = found["taken"][0]
    found["cells"] = after
    return found


def without_liberty(cells: str, size: int) -> int:
    """Return the first stone of a chain that has no liberty, -1 if there is none."""
    for cell in range(len(cells)):
        if cells[cell] != EMPTY and liberties(cells, group_of(cells, cell, size), size) == 0:
            return cell
    return -1


# ---------------------------------------------------------------- the text


def collection(text: str) -> list[dict[str, Any]]:
    """Return the games of a text, which may have other things around them: their main lines up to the first mistake."""
    games: list[dict[str, Any]] = []
    opened: list[int] = []  # of each open parenthesis: how many variations have begun in it
    aside, line, begun = 0, 1, 0  # how many are open when a variation that is left out begins; where the line begins
    named: list[Any] = []  # the property whose values follow
    is_begun = True  # whether the node is; some files have no ; before the first one
    for kind, said, place in scan(FORM, text):
        column, wrong = place - begun + 1, ""
        if kind != "space" and kind != "value" and len(named) > 0:
            wrong = named[0] + " has no value: expected [" if len(named[1]) == 0 else ""
            named = []
        if len(opened) == 0 and kind == "game":
            games.append({"nodes": [], "wrong": [], "start": place, "end": len(text), "line": line, "column": column})
            opened, aside, is_begun = [0], 0, False
        elif len(opened) == 0:
            wrong = ""
        elif kind == "game" or kind == "open":
            opened[len(opened) - 1] += 1
            if aside == 0 and opened[len(opened) - 1] > 1:
                aside = len(opened)
            opened.append(0)
            is_begun = is_begun and aside > 0
            wrong = "a variation has no nodes: expected ;" if kind == "open" else wrong
        elif kind == "close":
            opened = opened[: len(opened) - 1]
            aside = 0 if len(opened) <= aside else aside
        elif kind == "unknown":
            wrong = "the value is not closed: expected ]" if said == "[" else "expected a property, ; or )"
        elif aside == 0 and kind == "node":
            wrong = "a node is not allowed after a variation" if opened[len(opened) - 1] > 0 else wrong
            games[len(games) - 1]["nodes"].append([])
            is_begun = True
        elif aside == 0 and kind == "name":
            name = "".join([letter for letter in said if letter.upper() == letter])  # FF[1]: Black[aa] is B[aa]
            named = [name, [], line, column]
            if not is_begun:
                games[len(games) - 1]["nodes"].append([])
                is_begun = True
            games[len(games) - 1]["nodes"][len(games[len(games) - 1]["nodes"]) - 1].append(named)
        elif aside == 0 and kind == "value":
            if len(named) == 0:
                wrong = "the value has no property"
            else:
                named[1].append([said[1 : len(said) - 1], line, column + 1])
        if wrong != "" and aside == 0 and len(games[len(games) - 1]["wrong"]) == 0:
            games[len(games) - 1]["wrong"] = [said[:1], line, column, wrong]
        if kind == "close" and len(opened) == 0 and len(games) > 0:
            games[len(games) - 1]["end"] = min(games[len(games) - 1]["end"], place + 1)
        if said.find("\n") >= 0:
            line, begun = line + len(said.split("\n")) - 1, place + said.rfind("\n") + 1
    if len(opened) > 0 and len(games[len(games) - 1]["wrong"]) == 0:
        last = games[len(games) - 1]
        last["wrong"] = ["(", last["line"], last["column"], "the game is not closed: expected )"]
    return games


def value_of(node: list[Any], name: str) -> list[Any]:
    """Return the first value of a property, [text, line, column]; nothing if the node does not have it."""
    found = [each[1][0] for each in node if each[0] == name and len(each[1]) > 0]
    return found[0] if len(found) > 0 else []


def record_of(game: dict[str, Any]) -> dict[str, Any]:
    """Return a game for a board; it begins after the stones that are set up last.

    size, cells, moves   rows, the board before the first move, [sign, cell, line, column]
    komi, first          text; the sign of who moves first, where the file says so
    kept                 other properties, [name, texts]: of the root, then of each move
    board, ko, taken     after the last move: cells, the point of a ko or -1, stones that have been taken by sign
    illegal, wrong       the first move that is not legal, the first mistake
    """
    root = game["nodes"][0] if len(game["nodes"]) > 0 else []
    found: dict[str, Any] = {
        "size": 19, "cells": "", "moves": [], "komi": "", "first": "", "kept": [kept(root)], "board": "", "ko": -1,
        "taken": {BLACK: 0, WHITE: 0}, "illegal": [], "wrong": game["wrong"],
    }  # fmt: skip
    if len(found["wrong"]) > 0:
        return found
    kind, size, komi = value_of(root, "GM"), value_of(root, "SZ"), value_of(root, "KM")
    if len(kind) > 0 and kind[0].strip() != "1":
        found["wrong"] = [*kind, "this is not a game of Go: GM[" + kind[0] + "]"]
    if len(size) > 0:
        rows = size[0].strip()
        square = rows.split(":")
        if len(square) == 2 and square[0] == square[1]:
            rows = square[0]
        number = int(rows) if is_number(rows) else 0
        if number < 1 or number > LARGEST:
            reason = "SZ[" + size[0] + "]: expected the number of rows of a square board, 1 to " + str(LARGEST)
            found["wrong"] = [*size, reason]
        found["size"] = number
    if len(komi) > 0 and komi[0].strip() != "":
        found["komi"] = komi[0].strip().replace(",", ".")
        if len(scan(NUMBER, komi[0])) == 0:
            found["wrong"] = [*komi, "KM[" + komi[0] + "]: expected a number"]
    found["board"] = EMPTY * (found["size"] * found["size"])
    found["cells"] = found["board"]
    for number in range(len(game["nodes"])):
        if len(found["wrong"]) == 0:
            set_up(found, game["nodes"][number])
        if len(found["wrong"]) == 0:
            move(found, game["nodes"][number], number == 0)
    return found


def is_number(text: str) -> bool:
    """Return whether a text is digits, a few of them."""
    return 0 < len(text) < 5 and len([each for each in text if "0123456789".find(each) < 0]) == 0


def kept(node: list[Any]) -> list[Any]:
    """Return the properties of a node that are only kept."""
    return [[name, [each[0] for each in values]] for name, values, _, _ in node if name not in OWN]


def cell_of(text: str, size: int) -> int:
    """Return the cell of a point, -2 if there is none."""
    point = text.strip()
    column, row = LETTERS.find(point[:1]), LETTERS.find(point[1:])
    return size * row + column if len(point) == 2 and 0 <= column < size and 0 <= row < size else -2


def set_up(record: dict[str, Any], node: list[Any]) -> None:
    """Set up the stones of a node: the game begins with them, and its moves so far are forgotten."""
    size, cells = record["size"], record["board"]
    place: list[Any] = []
    for name, values, _, _ in node:
        if name in SET_UP:
            for each in values:
                place = each if len(place) == 0 else place
                corners = [cell_of(corner, size) for corner in each[0].split(":")]
                first, last = corners[0], corners[len(corners) - 1]
                if len(corners) > 2 or first < 0 or last < 0:
                    record["wrong"] = [*each, name + "[" + each[0] + "]: there is no such point" + on_board(size)]
                    return
                for cell in range(first, last + 1):
                    if first % size <= cell % size <= last % size:
                        cells = with_sign(cells, [cell], SET_UP[name])
    if len(place) > 0:
        bad = without_liberty(cells, size)
        if len(record["illegal"]) > 0:
            record["wrong"] = record["illegal"]
        elif bad >= 0:
            reason = "stones without a liberty are set up: those of " + vertex(bad, size)
            record["wrong"] = [*place, reason]
        record["cells"], record["board"], record["ko"], record["first"] = cells, cells, -1, ""
        record["moves"], record["taken"], record["kept"] = [], {BLACK: 0, WHITE: 0}, record["kept"][:1]
    turn = value_of(node, "PL")
    if len(turn) > 0 and len(record["moves"]) == 0:
        record["first"] = SIGNS.get(turn[0].strip().lower(), "")
        if record["first"] == "":
            record["wrong"] = [*turn, "PL[" + turn[0] + "]: expected B or W, the side to move"]


def on_board(size: int) -> str:
    """Return which points there are."""
    return ": expected aa to " + 2 * LETTERS[size - 1] + " on " + str(size) + " by " + str(size)


def vertex(cell: int, size: int) -> str:
    """Return the name of a point: letters without I, rows from below."""
    return "pass" if cell == PASS else "ABCDEFGHJKLMNOPQRSTUVWXYZ"[cell % size] + str(size - cell // size)


def move(record: dict[str, Any], node: list[Any], is_root: bool) -> None:
    """Make the move of a node, if it has one."""
    for name, values, line, column in node:
        if name in MOVED and len(values) > 0:
            text, size, sign = values[0][0].strip(), record["size"], MOVED[name]
            is_pass = text == "" or (text == OLD_PASS and size <= OLD_LARGEST)
            cell = PASS if is_pass else cell_of(text, size)
            if cell < PASS:
                record["wrong"] = [*values[0], name + "[" + text + "]: there is no such point" + on_board(size)]
                return
            after = played(record["board"], size, sign, cell, record["ko"])
            if after["wrong"] != "" and len(record["illegal"]) == 0:
                side = "black " if sign == BLACK else "white "
                reason = side + vertex(cell, size) + " is not legal: " + after["wrong"]
                record["illegal"] = [*values[0], reason]
            record["board"], record["ko"] = after["cells"], after["ko"]
            record["taken"][sign] += len(after["taken"])
            record["moves"].append([sign, cell, line, column])
            record["kept"].append([] if is_root else kept(node))
            return


# ---------------------------------------------------------------- writing


def nodes_of(record: dict[str, Any], notes: list[Any]) -> list[Any]:
    """Return the nodes of a game, [name, texts] for each property; `notes`: more of the root, with their texts."""
    size, before = record["size"], record["kept"]
    root = [["AP", ["Ironboard"]], ["FF", ["4"]], ["CA", ["UTF-8"]], ["GM", ["1"]], ["SZ", [str(size)]]]
    root.append(["KM", [record["komi"] if record["komi"] != "" else "0"]])
    names = [each[0] for each in before[0]]
    root += [*before[0], *[each for each in notes if each[0] not in names]]
    names = [each[0] for each in root]
    stones = {}
    for sign in [BLACK, WHITE]:
        stones[sign] = [point_of(cell, size) for cell in range(size * size) if record["cells"][cell] == sign]
        if len(stones[sign]) > 0:
            root.append(["AB" if sign == BLACK else "AW", sorted(stones[sign])])
    if len(stones[WHITE]) == 0 and len(stones[BLACK]) > 1 and "HA" not in names:
        root.append(["HA", [str(len(stones[BLACK]))]])
    if record["first"] != "":
        root.append(["PL", ["B" if record["first"] == BLACK else "W"]])
    nodes = [root]
    for number in range(len(record["moves"])):
        sign, cell = record["moves"][number][:2]
        own = [["B" if sign == BLACK else "W", ["" if cell == PASS else point_of(cell, size)]]]
        nodes.append(own + (before[number + 1] if number + 1 < len(before) else []))
    return nodes


def point_of(cell: int, size: int) -> str:
    """Return a point as files have it."""
    return LETTERS[cell % size] + LETTERS[cell // size]


def escaped(text: str) -> str:
    """Return a text as the value of a property."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def text_of(nodes: list[Any]) -> str:
    """Return the text of a game; FF is the first property, then they are in the order of the alphabet."""
    pieces = ["("]
    for node in nodes:
        pieces.append(";")
        named = {}
        for name, values in node:
            named[name] = "".join(["[" + each + "]" for each in values])
        for name in [*[each for each in named if each == "FF"], *sorted([each for each in named if each != "FF"])]:
            pieces.append(name + named[name])
    lines, line = "", ""
    for piece in [*pieces, ")"]:
        if len(line) + len(piece) > WIDTH:
            lines += line + "\n"
            line = ""
        line += piece
    return lines + line + "\n"


# ---------------------------------------------------------------- games of a board


def open_game(name: str, text: str, least: int, most: int) -> dict[str, Any]:
    """Return the record of the last game of a file that a board of these sizes can take up.

    With "turn", the sign of the side to move, "said", a notice, and "error": why it cannot be taken up, or nothing.
    """
    games = collection(text)
    if len(games) == 0:
        return {"error": mistake(name, ["", 1, 1, "there is no game in this file: expected SGF"])}
    game = games[len(games) - 1]
    record = record_of(game)
    wrong, count = record["wrong"] if len(record["wrong"]) > 0 else record["illegal"], len(record["moves"])
    if len(wrong) == 0 and not least <= record["size"] <= most:
        size = value_of(game["nodes"][0], "SZ")
        rows = str(least) + (" to " + str(most) if most > least else "")
        reason = "the board has " + str(record["size"]) + " rows: expected " + rows
        wrong = [*(size if len(size) > 0 else ["", game["line"], game["column"]]), reason]
    first = record["first"] if record["first"] != "" else WHITE if record["cells"].strip() != "" else BLACK
    record["turn"] = OTHER[record["moves"][count - 1][0]] if count > 0 else first
    record["said"] = name + ": taken up after " + str(count) + " moves"
    record["error"] = mistake(name, wrong) if len(wrong) > 0 else ""
    return record


def mistake(name: str, wrong: list[Any]) -> str:
    """Return the message for a mistake in a file."""
    return name + ":" + str(wrong[1]) + ":" + str(wrong[2]) + ": error: " + str(wrong[3])


def saved(record: dict[str, Any], taken_up: dict[str, Any], notes: list[Any]) -> str:
    """Return the text of a game on a board, which may have been taken up from a file."""
    return text_of(nodes_of(continued(record, taken_up) if "kept" in taken_up else record, notes))


def continued(record: dict[str, Any], taken_up: dict[str, Any]) -> dict[str, Any]:
    """Return a game with the properties of the one in a file that it was taken up from.

    The result of the file is that of its last position, until the game goes on.
    """
    if record["size"] != taken_up["size"] or record["cells"] != taken_up["cells"]:
        return record
    moves, old, same = record["moves"], taken_up["moves"], 0
    while same < min(len(moves), len(old)) and moves[same][0] == old[same][0] and moves[same][1] == old[same][1]:
        same += 1
    ended = len(moves) > same or len(old) > same or "RE" in [each[0] for each in record["kept"][0]]
    names = [each[0] for each in taken_up["kept"][0] if each[0] != "RE" or not ended]
    root = [each for each in taken_up["kept"][0] if each[0] in names]
    root += [each for each in record["kept"][0] if each[0] not in names]
    kept = [root, *taken_up["kept"][1 : same + 1], *record["kept"][same + 1 :]]
    return {
        "size": record["size"], "cells": record["cells"], "moves": moves, "kept": kept, "komi": taken_up["komi"],
        "first": taken_up["first"],
    }  # fmt: skip
