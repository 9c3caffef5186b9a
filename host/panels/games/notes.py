"""Games of boards that are clicked, from files and for files, in plain functions that are translated for pages.

The grammar is that of host/games/movetext.py. A board has no rules of its own: programs, or the functions of a board,
say which moves are legal.

    last_game(form, text)   the last game of a text, as game_of has it
    saved(ui, event, sides, record)   the text of a game: {"tags", "start": tags of the position, "second", "moves"}

A game that was taken up from a file is `ui["filed"]`: its tags, comments and result stay while it is the game.
"""

from __future__ import annotations

import re
from typing import Any

from host.games.movetext import OPEN, game_of, games_in, text_of, tokens

DIGITS = "0123456789"
LAST = 50  # square of the larger board
POSITIONS = ["SETUP", "FEN", "POSITION"]  # tags that are written afresh


def last_game(form: re.Pattern[str], text: str) -> dict[str, Any]:
    """Return the last game of a text; one without anything if there is none."""
    games = games_in(tokens(form, text))
    return game_of(games[len(games) - 1]) if len(games) > 0 else game_of([])


def tag(game: dict[str, Any], name: str, usual: str) -> list[Any]:
    """Return the value of a tag with its place, [value, line, column]; the usual value if there is none."""
    found = [each[1:] for each in game["tags"] if each[0].upper() == name]
    return found[len(found) - 1] if len(found) > 0 else [usual, 1, 1]


def refusal(name: str, game: dict[str, Any]) -> str:
    """Return the mistake in a file, nothing without one."""
    if len(game["wrong"]) > 0:
        return mistake(name, game["wrong"], game["wrong"][3])
    if len(game["tags"]) + len(game["moves"]) == 0:
        return mistake(name, ["", 1, 1], "there is no game in this file")
    return ""


def is_number(text: str) -> bool:
    """Return whether a text is digits, a few of them."""
    return 0 < len(text) < 5 and len([each for each in text if DIGITS.find(each) < 0]) == 0


def mistake(name: str, place: list[Any], reason: str) -> str:
    """Return the message for a place, [text, line, column], of a file."""
    return name + ":" + str(place[1]) + ":" + str(place[2]) + ": error: " + reason


# ---------------------------------------------------------------- writing


def keep(ui: dict[str, Any], game: dict[str, Any], record: dict[str, Any]) -> None:
    """Note that the game on the board, which is to be saved as `record`, was taken up from a file."""
    ui["filed"] = {
        "tags": game["tags"], "comments": game["comments"], "result": game["result"], "start": record["start"],
        "moves": record["moves"],
    }  # fmt: skip


def put(tags: list[list[str]], name: str, value: str) -> None:
    """Give a tag a value, in its place or after the others."""
    same = [each for each in tags if each[0] == name]
    if len(same) > 0:
        same[0][1] = value
    else:
        tags.append([name, value])


def saved(ui: dict[str, Any], event: str, sides: list[str], record: dict[str, Any]) -> str:
    """Return the text of a game."""
    moves, result, taken = record["moves"], OPEN, ui["filed"]
    comments = [""] + ["" for each in moves]
    tags = [["Event", event], ["Site", "?"], ["Date", "????.??.??"], ["Round", "?"], [sides[0], "?"], [sides[1], "?"]]
    tags.append(["Result", result])
    for each in record["tags"]:
        put(tags, each[0], each[1])
    if "moves" in taken and taken["start"] == record["start"] and moves[: len(taken["moves"])] == taken["moves"]:
        for name, value, _, _ in taken["tags"]:
            if name.upper() not in POSITIONS:
                put(tags, name, value)
        comments = taken["comments"] + comments[len(taken["comments"]) :]
        result = taken["result"] if len(moves) == len(taken["moves"]) else OPEN
    put(tags, "Result", result)
    return text_of(tags + record["start"], record["second"], moves, comments, result)


# ---------------------------------------------------------------- draughts of any size


def pieces_of(position: str) -> dict[str, Any]:
    """Return the position of a tag FEN: {"turn": b or w, "pieces": [[sign, square]], "wrong": reason or nothing}."""
    parts = position.strip().upper().split(":")
    turn = parts[0].strip().lower()
    found: dict[str, Any] = {"turn": turn, "pieces": [], "wrong": ""}
    if turn != "b" and turn != "w":
        found["wrong"] = "expected B or W, the side to move"
    for side in parts[1:]:
        part = side.strip()
        colour = part[:1].lower()
        if part[len(part) - 1 :] == ".":
            part = part[: len(part) - 1]
        if colour == "h" or colour == "f":
            continue  # numbers of moves
        if colour != "b" and colour != "w":
            found["wrong"] = "expected B or W and the squares of that side"
            return found
        for group in part[1:].split(","):
            king = group.strip()[:1] == "K"
            ends = group.replace("K", "").strip().split("-")
            if group.strip() == "":
                continue
            if len(ends) > 2 or len([each for each in ends if not is_number(each.strip())]) > 0:
                found["wrong"] = "'" + group.strip() + "' is not a square"
                return found
            first, last = int(ends[0].strip()), int(ends[len(ends) - 1].strip())
            for square in range(first, min(last, first + 50) + 1):
                found["pieces"].append([colour.upper() if king else colour, square])
    return found


def position_of(turn: str, pieces: list[list[Any]]) -> str:
    """Return a position as a tag FEN has it; pieces are [sign, square]."""
    sides = []
    for man in ["w", "b"]:
        men = [square for sign, square in pieces if sign == man]
        kings = [square for sign, square in pieces if sign == man.upper()]
        own = [str(square) for square in range(1, LAST + 1) if square in men]
        sides.append(man.upper() + ",".join(own + ["K" + str(each) for each in range(1, LAST + 1) if each in kings]))
    return turn.upper() + ":" + ":".join(sides)


def squares_of(move: str) -> list[int]:
    """Return the squares of a move such as 11-15, 9x18x25; nothing if it is not one."""
    words = move.lower().replace("x", "-").replace("×", "-").replace(":", "-").split("-")
    if len(words) < 2 or len([each for each in words if not is_number(each)]) > 0:
        return []
    return [int(each) for each in words]
