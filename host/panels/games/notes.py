"""Files of games in a page: their text taken apart and put together, in plain functions that are translated.

The forms are those of host/games/movetext.py. A page has no rules of its own: programs, or the functions of a board,
say which moves are legal. Other encodings than UTF-8 are left to Python.

    tokens(text)           [kind, text, value, line, column] of tags ("tag": a name and its value), words, mistakes
    last_game(text, ends)  {"tags": {NAME: [value, line, column]}, "moves": [[text, line, column]], "wrong": [...]}
    text_of(tags, moves)   the text of a game
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

DIGITS, BLANKS = "0123456789", " \t\r\f\v"
ENDS_WORD = BLANKS + "\n(){}[];"
REMARKS = "*!?"
RESULTS = ("1-0", "0-1", "1/2-1/2", "1/2", "*")
RESULTS_OF_PDN = (*RESULTS, "2-0", "0-2", "1-1", "0-0")
WIDTH = 79  # characters of a line of moves


def tokens(text: str) -> list[list[Any]]:
    """Return the parts of a text that mean something, with lines and columns, both from 1."""
    found: list[list[Any]] = []
    opened: list[list[Any]] = []  # parentheses, as mistakes in case that they are not closed
    at, line, begun = 0, 1, 0  # `begun`: where the line begins
    while at < len(text):
        sign, column = text[at], at - begun + 1
        end = at + 1
        if sign == ";" or (sign == "%" and column == 1):
            end = place_of(text, "\n", at)
        elif sign == "{":
            end = comment_end(text, at)
            if text[end - 1] != "}":
                found.append(["wrong", "{", "the comment is not closed", line, column])
        elif sign == "[":
            end = min(place_of(text, "\n", at), len(text))
            tag = tag_in(text[at:end])
            if len(tag) == 0:
                found.append(["wrong", "[", "the tag is not complete", line, column])
            else:
                found += opened[:1]  # another game begins: the parenthesis was never closed
                opened = []
                found.append(["tag", tag[0], tag[1], line, column + tag[2]])
                end = at + tag[3]
        elif sign == "(":
            opened.append(["wrong", "(", "the variation is not closed", line, column])
        elif sign == ")":
            if len(opened) == 0:
                found.append(["wrong", ")", "no variation is open", line, column])
            opened = opened[: max(0, len(opened) - 1)]
        elif sign == "}" or sign == "]":
            found.append(["wrong", sign, "there is nothing to be closed", line, column])
        elif ENDS_WORD.find(sign) < 0:
            while end < len(text) and ENDS_WORD.find(text[end]) < 0:
                end += 1
            if len(opened) == 0:
                found.append(["word", text[at:end], "", line, column])
        for place in range(at, min(end, len(text))):
            if text[place] == "\n":
                line, begun = line + 1, place + 1
        at = end
    return found + opened[:1]


def place_of(text: str, sign: str, first: int) -> int:
    """Return the first place of a sign, starting at one; the length of the text if it is not there."""
    at = first
    while at < len(text) and text[at] != sign:
        at += 1
    return at


def comment_end(text: str, first: int) -> int:
    """Return the place after a comment in braces; of one that is not closed, its end or that of a line before a tag."""
    at = first
    while at < len(text) and text[at] != "}":
        end = place_of(text, "\n", at)
        line = text[at:end].strip()
        if text[at - 1 : at] == "\n" and line[:1] == "[" and len(tag_in(line)) > 0:
            return at
        close = place_of(text[at:end], "}", 0)
        if at + close < end:
            return at + close + 1
        at = end + 1
    return min(at + 1, len(text))


def tag_in(text: str) -> list[Any]:
    """Return name, value, place of the value and length of the tag with which a text begins; nothing if it is none."""
    quote = place_of(text, '"', 0)
    name, value, at = text[1:quote].strip(), "", quote + 1
    while at < len(text) and text[at] != '"':
        if text[at] == "\\":
            at += 1
        value += text[at : at + 1]
        at += 1
    close = place_of(text, "]", at)
    if name == "" or at >= len(text) or close >= len(text) or text[at + 1 : close].strip() != "":
        return []
    return [name.upper(), value, quote + 1, close + 1]


def last_game(text: str, results: Sequence[str]) -> dict[str, Any]:
    """Return the last game of a text; its first mistake ends it, with [text, line, column, reason]."""
    games = [new_game()]
    moved = False
    for kind, said, value, line, column in tokens(text):
        game = games[len(games) - 1]
        if kind == "tag":
            if moved:
                game = new_game()
                games.append(game)
            game["tags"][said] = [value, line, column]
            moved = False
        elif kind == "wrong":
            game["wrong"].append([said, line, column, value])
            moved = True
        else:
            start = number_before(said)
            move = said[start:]
            if move in results:
                games.append(new_game())
                moved = False
            elif move[:1] != "$" and without_remarks(move) != "":
                if len(game["wrong"]) == 0:
                    game["moves"].append([without_remarks(move), line, column + start])
                moved = True
    filled = [each for each in games if len(each["tags"]) + len(each["moves"]) + len(each["wrong"]) > 0]
    return filled[len(filled) - 1] if len(filled) > 0 else new_game()


def new_game() -> dict[str, Any]:
    """Return a game without anything."""
    return {"tags": {}, "moves": [], "wrong": []}


def number_before(word: str) -> int:
    """Return the length of a move's number with its points, or of two points and more; 0 if the word has none."""
    at = 0
    while at < len(word) and DIGITS.find(word[at]) >= 0:
        at += 1
    end = at
    while end < len(word) and ".…".find(word[end]) >= 0:
        end += 1
    return end if end > at + (1 if at == 0 and word[0] == "." else 0) else 0


def without_remarks(word: str) -> str:
    """Return a move without ! and ? after it."""
    end = len(word)
    while end > 0 and REMARKS.find(word[end - 1]) >= 0:
        end -= 1
    return word[:end]


def is_number(text: str) -> bool:
    """Return whether a text is digits, a few of them."""
    return 0 < len(text) < 5 and len([each for each in text if DIGITS.find(each) < 0]) == 0


def mistake(name: str, place: list[Any], reason: str) -> str:
    """Return the message for a place, [text, line, column], of a file."""
    return name + ":" + str(place[1]) + ":" + str(place[2]) + ": error: " + reason


# ---------------------------------------------------------------- writing


def text_of(tags: list[list[str]], second: bool, moves: list[str]) -> str:
    """Return the text of a game; `second`: the side with the second move of each pair begins."""
    text = "".join(["[" + name + ' "' + value + '"]\n' for name, value in tags]) + "\n"
    words: list[str] = []
    for index in range(len(moves)):
        pair, of_pair = (index + (1 if second else 0)) // 2 + 1, (index + (1 if second else 0)) % 2
        if of_pair == 0 or index == 0:
            words.append(str(pair) + "." + (".." if of_pair == 1 else ""))
        words.append(moves[index])
    line = ""
    for word in [*words, "*"]:
        if line != "" and len(line) + 1 + len(word) > WIDTH:
            text += line + "\n"
            line = ""
        line += (" " if line != "" else "") + word
    return text + line + "\n"


def tags_of(event: str, sides: list[str]) -> list[list[str]]:
    """Return the tags that every game has."""
    return [
        ["Event", event], ["Site", "?"], ["Date", "????.??.??"], ["Round", "?"], [sides[0], "?"], [sides[1], "?"],
        ["Result", "*"],
    ]  # fmt: skip


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
        own = [str(square) for sign, square in pieces if sign == man]
        sides.append(
            man.upper() + ",".join(own + ["K" + str(square) for sign, square in pieces if sign == man.upper()])
        )
    return turn.upper() + ":" + ":".join(sides)


def squares_of(move: str) -> list[int]:
    """Return the squares of a move such as 11-15, 9x18x25; nothing if it is not one."""
    words = move.lower().replace("x", "-").replace("×", "-").replace(":", "-").split("-")
    if len(words) < 2 or len([each for each in words if not is_number(each)]) > 0:
        return []
    return [int(each) for each in words]
