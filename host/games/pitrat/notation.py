"""Moves as people write them, and moves as people type them.

Three notations: `paper`, in the words of Pitrat's paper (`Knight in (4,5) captures (6,6)`); `long`, with both squares
(`Nd5xf6`, `c4-c5`); `san`, the short one of chess, which python-chess makes for positions that it understands. A typed
move may be its number in a list, its squares (`(5,2) (5,4)`, `e2e4`), as many of them as tell it from the other moves,
or any of these notations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.games.pitrat.position import CHESS, LETTERS, Game, Position, Square
from host.games.pitrat.program import Condition, Found, Submove

if TYPE_CHECKING:
    import chess

STYLES = ("paper", "long", "san")
PROMOTED = dict(zip(CHESS, "kqrbnp", strict=True))
SQUARE = re.compile(r"\(?\s*([0-9]+)\s*,\s*([0-9]+)\s*\)?|([a-z])([0-9]{1,2})")
SQUARES = re.compile(rf"[A-Z]?@?(?:(?:{SQUARE.pattern})[\s:x-]*)+=?[A-Za-z]?")  # Nb1-c3, e7e8q, (5,2) (5,4)
NAMELESS = ("PAWN", "MAN")  # men without a letter in the long notation
MOST_SHOWN = 12  # moves in a message


class Refused(IronboardError):
    """A move that has been typed and is not one."""


class Notation:
    """How the moves of a game are written. `style`: one of STYLES, or None: the one that suits the game."""

    def __init__(self, game: Game, style: str | None = None) -> None:
        self.game = game
        self.style = style or ("san" if game.chess else "long" if (game.width, game.height) == (8, 8) else "paper")
        if self.style == "san" and not game.chess:
            raise IronboardError("only moves of chess with castling have a short notation: --notation paper or long")

    @property
    def algebraic(self) -> bool:
        """Whether squares are c4, not (3,4)."""
        return self.style != "paper"

    def square(self, square: Square) -> str:
        """Return the name of a square."""
        x, y = square
        return f"{LETTERS[x - 1]}{y}" if self.algebraic else f"({x},{y})"

    def move(self, position: Position, move: Found) -> str:
        """Return a move of the player to move."""
        if self.style == "san":
            return san(position, move) or self._long(position, move)
        return self._long(position, move) if self.algebraic else self._paper(position, move)

    def line(self, position: Position, moves: Sequence[str]) -> str:
        """Return moves of both players in turn, with numbers; the first one is made in the position."""
        words = ["1..."] * (position.player == 2)
        for number, move in enumerate(moves, position.player - 1):
            words += [f"{number // 2 + 1}."] * (number % 2 == 0) + [move]
        return " ".join(words)

    # ------------------------------------------------------------ writing

    def _long(self, position: Position, move: Found) -> str:
        text, captured = "", [each.squares[0] for each in move.submoves if each.kind == "CAPTURE"]
        for each in in_one(move):
            squares = each.squares
            letter = self.game.letters[each.nature - 1] if each.nature else ""
            if each.kind == "TRAVEL":
                number = self._traveller(position, move, squares[0])
                nameless = not number or self.game.natures[number - 1] in NAMELESS
                name = "" if nameless else self.game.letters[number - 1]
                steps = (f"{'x' if each in captured else '-'}{self.square(each)}" for each in squares[1:])
                text += f" {name}{self.square(squares[0])}{''.join(steps)}"
                text += "".join(f" x{self.square(each)}" for each in captured if each not in squares[1:])
                captured = []
            elif each.kind == "PUT":
                text += f" {'' if len(self.game.natures) == 1 else letter + '@'}{self.square(squares[0])}"
            elif each.kind == "PROMOTION":
                text += f"={letter}"
        return (text + "".join(f" x{self.square(each)}" for each in captured)).strip() or "pass"

    def _paper(self, position: Position, move: Found) -> str:
        parts, captured = [], [each.squares[0] for each in move.submoves if each.kind == "CAPTURE"]
        for each in in_one(move):
            squares = [self.square(square) for square in each.squares]
            nature = self.nature(each.nature) if each.nature else ""
            if each.kind == "TRAVEL":
                number = self._traveller(position, move, each.squares[0])
                who = f"{self.nature(number)} in " if number and len(self.game.natures) > 1 else ""
                others = [self.square(each) for each in captured if self.square(each) not in squares[1:]]
                verb = "captures" if captured and not others else "goes to"
                parts.append(" captures ".join([f"{who}{squares[0]} {verb} {', '.join(squares[1:])}", *others]))
                captured = []
            elif each.kind == "PUT":
                parts.append(f"put a {nature.lower()} in {squares[0]}")
            elif each.kind == "PROMOTION":
                parts.append(f"becomes {nature}")
        return ", ".join([*parts, *(f"capture {self.square(each)}" for each in captured)]) or "pass"

    def _traveller(self, position: Position, move: Found, start: Square) -> int:
        """Return the nature of the man who travels, 0 if unknown; conditions that are not fulfilled may tell it."""
        supposed = [
            each.value for each in move.conditions if (each.what, each.where, each.relation) == ("N", start, "=")
        ]
        man = position.men.get(start)
        return supposed[0] if supposed else man.nature if man else 0

    def nature(self, number: int) -> str:
        """Return the name of a nature: Knight."""
        return self.game.natures[number - 1].capitalize()

    def condition(self, condition: Condition, player: int) -> str:
        """Return a condition, or a change, as the paper has them: OCCUPY(2,3) = EMPTY, CAS1 becomes 1."""
        value: int | str = condition.value
        if condition.what in ("O", "N"):
            x, y = condition.where if isinstance(condition.where, tuple) else (0, 0)
            what = f"{'OCCUPY' if condition.what == 'O' else 'NATURE'}({x},{y})"
            if condition.what == "O":
                value = {0: "EMPTY", player: "FRIEND", 3 - player: "ENEMY"}.get(condition.value, condition.value)
            else:
                value = self.game.natures[condition.value - 1] if condition.value > 0 else "NONE"
        else:
            what = condition.what + (f" of player {condition.where}" if condition.where not in (0, player) else "")
        if condition.modified:
            return f"{what} becomes {'other than ' * (condition.relation != '=')}{value}"
        return f"{what} {condition.relation} {value}"

    # ------------------------------------------------------------ reading

    def parse(self, text: str, position: Position, moves: Sequence[Found]) -> Found:
        """Return the move of a list that is meant; raises Refused where none or several can be."""
        text = text.strip()
        if text.isdecimal():
            if not 1 <= int(text) <= len(moves):
                raise Refused(f"there are {len(moves)} moves: {text} is not the number of one")
            return moves[int(text) - 1]
        plain = re.sub(r"[+#!?]+$", "", text)
        ways = [self, *(Notation(self.game, style) for style in STYLES if style != "san")]
        found = [move for move in moves if plain in {re.sub(r"[+#]+$", "", way.move(position, move)) for way in ways}]
        squares = squares_of(plain)
        led = [move for move in moves if squares and leads(path_of(move), squares)]
        found = found or [move for move in led if self._lettered(plain, position, move)]
        if len(found) == 1:
            return found[0]
        meant = found or led
        if not meant:
            raise Refused("")
        shown = [f"{moves.index(each) + 1} {self.move(position, each)}" for each in meant[:MOST_SHOWN]]
        several = f"{', '.join(shown)}{', ...' * (len(meant) > MOST_SHOWN)}"
        if not found:
            raise Refused(f"'{text}' is not a legal move; with these squares there is {several}")
        raise Refused(f"'{text}' can mean {several}: type a number")

    def _lettered(self, text: str, position: Position, move: Found) -> bool:
        """Return whether a typed move names the man who moves before its squares, after them what a man becomes."""
        new = {self.game.letters[each.nature - 1] for each in move.submoves if each.nature}
        mover = self._traveller(position, move, path_of(move)[0])
        first = {self.game.letters[mover - 1]} if mover else set()
        before, last = not text[0].isupper() or text[0] in first | new, text[-1].upper()
        return before and (not last.isalpha() or last in new)


def squares_of(text: str) -> list[Square]:
    """Return the squares that a move is typed with, in either way; none if it is not typed so."""
    if not SQUARES.fullmatch(text):
        return []
    found = SQUARE.findall(text[text[:1].isupper() :])
    return [(int(x), int(y)) if x else (LETTERS.index(letter) + 1, int(row)) for x, y, letter, row in found]


def in_one(move: Found) -> list[Submove]:
    """Return the submoves of a move; a man who travels on from where he has come makes one TRAVEL of many squares."""
    found: list[Submove] = []
    last = None  # the place in the list of the last TRAVEL
    for each in move.submoves:
        if each.kind == "TRAVEL" and last is not None and found[last].squares[-1] == each.squares[0]:
            found[last] = found[last]._replace(squares=(*found[last].squares, each.squares[1]))
        else:
            last = len(found) if each.kind == "TRAVEL" else last
            found.append(each)
    return found


def path_of(move: Found) -> list[Square]:
    """Return the squares by which a move is named: from where over which to where, or where a man is put."""
    for kinds in (("TRAVEL", "PUT"), ("CAPTURE", "PROMOTION")):
        for each in in_one(move):
            if each.kind in kinds:
                return [*each.squares]
    return []


def leads(path: Sequence[Square], squares: Sequence[Square]) -> bool:
    """Return whether squares that are typed can mean a path: its first ones, or its first and its last."""
    return path[: len(squares)] == squares or [*path[:1], *path[-1:]] == squares


# ---------------------------------------------------------------- python-chess, as a translator


@lru_cache(64)
def _board(fen: str) -> chess.Board:
    import chess

    return chess.Board(fen)


def meant_in_chess(text: str, position: Position, moves: Sequence[Found]) -> Found | None:
    """Return the move that python-chess understands, which allows more than one spelling; None if there is none."""
    import chess

    try:
        made = _board(position.fen()).parse_san(text)
    except ValueError:
        return None
    squares = (made.from_square, made.to_square)
    ends = [(chess.square_file(square) + 1, chess.square_rank(square) + 1) for square in squares]
    letter = chess.piece_symbol(made.promotion) if made.promotion else ""
    promoted = [name for name, each in PROMOTED.items() if each == letter]
    for move in moves:
        becomes = [position.game.natures[each.nature - 1] for each in move.submoves if each.kind == "PROMOTION"]
        if path_of(move) == ends and becomes == promoted:
            return move
    return None


def san(position: Position, move: Found) -> str:
    """Return a move of chess in short notation; nothing if python-chess does not know it, as the capture of a king."""
    import chess

    path = path_of(move)
    if len(path) != 2:
        return ""
    board = _board(position.fen())
    start, end = (chess.square(x - 1, y - 1) for x, y in path)
    becomes = next((each.nature for each in move.submoves if each.kind == "PROMOTION"), 0)
    promotion = chess.PIECE_SYMBOLS.index(PROMOTED[CHESS[becomes - 1]]) if becomes else None
    made = chess.Move(start, end, promotion)
    return board.san(made) if board.is_legal(made) else ""
