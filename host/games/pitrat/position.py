"""A position of any game: men on a rectangular board, indicatifs, the player to move; read, written and drawn.

Squares are pairs as in Pitrat's paper, (1,1) at the first player's left. A position is written as a FEN or drawn:

    # tic-tac-toe, figure 9 of the paper          X . X
    TO 1                                          O O .
    X . X                                         O . X
    O O .
    O . X

A drawing has a line for each row, the farthest row first; numbers at its ends and a line of the columns' names may be
there. A man is the letter of its nature, the first one in its name that no nature before it has taken (chess: K Q R B N
P), capital for the first player, small for the second; `.` is empty. With one nature only the men are X and O. Lines
before or after the drawing say who moves (`TO 2`) and the values of indicatifs (`CAS1 0 1`, one for each player, or
`PASSANT 5`); without them the first player moves, and indicatifs have their initial values. In pictures, men of chess
are outlines, all others discs with the letters of their natures.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from emulators.errors import Place, SourceError
from host.games.boards import men_of_rows, typed, within, words_of
from host.games.drawing import Picture, Shape, box

Square = tuple[int, int]  # abscissa and ordinate, from 1
LETTERS = "abcdefghijklmnopqrstuvwxyz"
GLOBAL = 0  # the player of an indicatif that both share
PLAYERS = (1, 2)
NONE = -1  # the nature of a square that has been left
CASTLING = {"K": ("CAS1", 1), "Q": ("CAS2", 1), "k": ("CAS1", 2), "q": ("CAS2", 2)}  # of a FEN: 0 is allowed
PASSANT = "PASSANT"
CHESS = ("KING", "QUEEN", "ROOK", "BISHOP", "KNIGHT", "PAWN")

CELL, RIM = 48, 22  # units of a square's side, and around the board
LIGHT, DARK, FRAME, MARKED = "#f0dfc0", "#b58d63", "#4a3a28", "#c9b037"
FILL, EDGE = ("", "#fbf6ea", "#26221f"), ("", "#3a332d", "#d8cfc0")  # of the players' men
OUTLINES = {  # of chessmen: points in a square of 48 units
    "PAWN": "14,40 34,40 33,35 28,32 27,25 30,21 30,15 27,11 21,11 18,15 18,21 21,25 20,32 15,35",
    "ROOK": "12,41 36,41 36,36 32,33 32,20 36,17 36,9 31,9 31,13 27,13 27,9 21,9 21,13 17,13 17,9 12,9 12,17 16,20 "
    "16,33 12,36",
    "KNIGHT": "13,41 35,41 35,32 34,22 30,14 24,10 22,6 19,11 14,16 10,24 12,29 16,29 20,25 23,25 21,31 14,36",
    "BISHOP": "12,41 36,41 35,36 28,34 28,31 32,27 33,21 30,15 26,11 26,7 22,7 22,11 18,15 15,21 16,27 20,31 20,34 "
    "13,36",
    "QUEEN": "12,41 36,41 35,35 38,17 32,24 31,12 26,23 24,9 22,23 17,12 16,24 10,17 13,35",
    "KING": "12,41 36,41 35,34 39,27 38,20 33,17 26,21 26,14 30,14 30,10 26,10 26,6 22,6 22,10 18,10 18,14 22,14 22,21 "
    "15,17 10,20 9,27 13,34",
}


class Man(NamedTuple):
    """A man on a square."""

    player: int
    nature: int  # its number, from 1


class Indicatif(NamedTuple):
    """An integer that belongs to the position: one for both players, or one for each."""

    name: str
    initial: tuple[int, ...]
    transient: bool = False  # it has its initial value again after every move that does not set it

    @property
    def players(self) -> tuple[int, ...]:
        """The players that have values."""
        return PLAYERS if len(self.initial) > 1 else (GLOBAL,)


@dataclass(frozen=True)
class Game:
    """The board and the men of a game, from its rules."""

    width: int
    height: int
    natures: tuple[str, ...]
    indicatifs: tuple[Indicatif, ...] = ()

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """A capital for each nature."""
        found: list[str] = []
        for name in self.natures:
            free = [each for each in f"{name}ABCDEFGHIJKLMNOPQRSTUVWXYZ" if each.isalpha() and each not in found]
            found.append(free[0])
        return tuple(found)

    @cached_property
    def men(self) -> dict[str, Man]:
        """The man of each letter of a drawing."""
        if len(self.natures) == 1:
            letter = self.letters[0]
            signs = {letter: 1, letter.lower(): 2, "X": 1, "x": 1, "O": 2, "o": 2}
            return {sign: Man(player, 1) for sign, player in signs.items()}
        both = enumerate(self.letters, 1)
        return {sign: Man(player, number) for number, capital in both
                for player, sign in ((1, capital), (2, capital.lower()))}  # fmt: skip

    def sign(self, man: Man | None) -> str:
        """Return the letter of a man, or that of an empty square."""
        if man is None:
            return "."
        if len(self.natures) == 1:
            return " XO"[man.player]
        letter = self.letters[man.nature - 1]
        return letter if man.player == 1 else letter.lower()

    @property
    def chess(self) -> bool:
        """Whether board, natures and castling are those of chess."""
        names = {each.name for each in self.indicatifs}
        return (self.width, self.height, self.natures) == (8, 8, CHESS) and {"CAS1", "CAS2", PASSANT} <= names

    @property
    def squares(self) -> Iterator[Square]:
        """All squares, the abscissa running fastest."""
        return ((x, y) for y in range(1, self.height + 1) for x in range(1, self.width + 1))


@dataclass(frozen=True)
class Position:
    """Men, indicatifs and the player to move."""

    game: Game
    men: Mapping[Square, Man] = field(default_factory=dict)
    values: Mapping[tuple[str, int], int] = field(default_factory=dict)  # of an indicatif's name and a player
    player: int = 1

    def _repr_html_(self) -> str:
        return self.picture(algebraic=(self.game.width, self.game.height) == (8, 8)).svg()

    def value(self, indicatif: Indicatif, player: int) -> int:
        """Return the value of an indicatif."""
        first = indicatif.initial[max(player - 1, 0)]
        return self.values.get((indicatif.name, player), first)

    def lines(self) -> Iterator[str]:
        """Yield the commands that put the position into the 6600's program."""
        yield "CLEAR"
        for (x, y), man in sorted(self.men.items(), key=lambda item: item[0][::-1]):
            yield f"MAN {x} {y} {man.player} {man.nature}"
        for number, indicatif in enumerate(self.game.indicatifs):
            yield from (f"INDIC {number} {player} {self.value(indicatif, player)}" for player in indicatif.players)
        yield f"TO {self.player}"

    # ------------------------------------------------------------ FEN

    def fen(self) -> str:
        """Return the position as a FEN; the fields after the second one mean something for chess only."""
        rows = []
        for y in range(self.game.height, 0, -1):
            row = "".join(self.game.sign(self.men.get((x, y))) for x in range(1, self.game.width + 1))
            rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
        own = {each.name: each for each in self.game.indicatifs}
        castling = "".join(letter for letter, (name, player) in CASTLING.items()
                           if name in own and self.value(own[name], player) == 0)  # fmt: skip
        file = self.value(own[PASSANT], GLOBAL) if PASSANT in own else 0
        passing = f"{LETTERS[file - 1]}{6 if self.player == 1 else 3}" if file else "-"
        return f"{'/'.join(rows)} {' wb'[self.player]} {castling or '-'} {passing} 0 1"

    # ------------------------------------------------------------ drawing

    def drawing(self, *, algebraic: bool, flipped: bool = False) -> list[str]:
        """Return the lines of a diagram, the first player below; `algebraic`: columns have letters, not numbers."""
        columns, rows = range(1, self.game.width + 1), range(self.game.height, 0, -1)
        if flipped:
            columns, rows = columns[::-1], rows[::-1]
        names = [LETTERS[x - 1] if algebraic else str(x) for x in columns]
        width, edge = max(map(len, names)), len(str(self.game.height))
        lines = []
        for y in rows:
            signs = (self.game.sign(self.men.get((x, y))).rjust(width) for x in columns)
            lines.append(f"{y:>{edge}}  {' '.join(signs)}")
        return [*lines, f"{'':{edge}}  {' '.join(each.rjust(width) for each in names)}"]

    def picture(
        self, *, algebraic: bool, flipped: bool = False, marked: Collection[Square] = (), title: str = ""
    ) -> Picture:
        """Return the board drawn, the first player below, or above; `marked` squares have another colour."""
        game = self.game
        width, height = game.width * CELL + 2 * RIM, game.height * CELL + 2 * RIM
        shapes = [box(0, 0, width, height, FRAME)]
        for square in game.squares:
            column = game.width - square[0] if flipped else square[0] - 1
            row = square[1] - 1 if flipped else game.height - square[1]
            x, y = RIM + column * CELL, RIM + row * CELL
            ground = MARKED if square in marked else DARK if sum(square) % 2 == 0 else LIGHT
            shapes.append(box(x, y, CELL, CELL, ground))
            if column == 0:
                shapes.append(Shape(((RIM / 2, y + CELL / 2),), LIGHT, radius=12, text=str(square[1])))
            if row == game.height - 1:
                name = LETTERS[square[0] - 1] if algebraic else str(square[0])
                shapes.append(Shape(((x + CELL / 2, height - RIM / 2),), LIGHT, radius=12, text=name))
            if man := self.men.get(square):
                shapes += self._man(man, x, y)
        return Picture(width, height, tuple(shapes), title)

    def _man(self, man: Man, x: float, y: float) -> Iterator[Shape]:
        fill, edge = FILL[man.player], EDGE[man.player]
        nature = self.game.natures[man.nature - 1]
        if nature in CHESS and self.game.natures[: len(CHESS)] == CHESS:
            pairs = (point.split(",") for point in OUTLINES[nature].split())
            yield Shape(tuple((x + int(right), y + int(down)) for right, down in pairs), fill, edge)
            return
        middle = ((x + CELL / 2, y + CELL / 2),)
        yield Shape(middle, fill, edge, radius=18)
        if len(self.game.natures) > 1:
            yield Shape(middle, edge, radius=20, text=self.game.letters[man.nature - 1])

    def statements(self) -> list[str]:
        """Return the player to move and the indicatifs that differ from their initial values, as a file has them."""
        found = [f"TO {self.player}"]
        for each in self.game.indicatifs:
            values = tuple(self.value(each, player) for player in each.players)
            if values != each.initial:
                found.append(f"{each.name} {' '.join(map(str, values))}")
        return found


# ---------------------------------------------------------------- reading


def parse(text: str, game: Game, file: str) -> Position:
    """Return the position that a text draws; raises SourceError."""
    men: dict[Square, Man] = {}
    values: dict[tuple[str, int], int] = {}
    player, row, rows = 1, game.height, []
    indicatifs = {each.name: each for each in game.indicatifs}
    for number, line in enumerate(text.splitlines(), 1):
        found = [*re.finditer(r"\S+", line.partition("#")[0])]
        words = [each[0] for each in found]
        places = [Place(file, number, each.start() + 1, len(each[0]), line) for each in found]
        if not words:
            continue
        if words[0] == "TO" and len(words) == 2:
            if words[1] not in ("1", "2"):
                raise SourceError(places[1], f"'{words[1]}' is not a player", "write TO 1 or TO 2")
            player = int(words[1])
        elif words[0] in indicatifs and len(words) > 1:
            values |= _values(indicatifs[words[0]], words[1:], places)
        elif row == 0 and _names_columns(words, game):
            continue
        else:
            if row == 0:
                raise SourceError(places[0], f"the board has {game.height} rows", _what(game))
            men |= _row(words, places, game, row)
            row -= 1
            rows.append(number)
    if row:
        at = Place(file, len(text.splitlines()) or 1, 1)
        raise SourceError(at, f"the drawing has {len(rows)} of {game.height} rows", _what(game))
    return Position(game, men, values, player)


def _values(indicatif: Indicatif, words: Sequence[str], places: Sequence[Place]) -> dict[tuple[str, int], int]:
    if len(words) != len(indicatif.players):
        wanted = "a value for each player" if len(indicatif.players) > 1 else "one value"
        raise SourceError(places[0], f"'{indicatif.name}' has {wanted}")
    for word, at in zip(words, places[1:], strict=True):
        if not re.fullmatch(r"-?[0-9]{1,5}", word):
            raise SourceError(at, f"'{word}' is not a value of '{indicatif.name}'", "expected an integer")
    return {(indicatif.name, player): int(word) for player, word in zip(indicatif.players, words, strict=True)}


def _row(words: Sequence[str], places: Sequence[Place], game: Game, y: int) -> Iterator[tuple[Square, Man]]:
    kept = [*zip(words, places, strict=True)]
    if len(kept) > 1 and kept[0][0].isdigit():
        kept = kept[1:]
    if len(kept) > 1 and kept[-1][0].isdigit():
        kept = kept[:-1]
    signs = [(sign, within(at, offset)) for word, at in kept for offset, sign in enumerate(word)]
    if len(signs) != game.width:
        raise SourceError(kept[0][1], f"row {y} has {len(signs)} squares, not {game.width}", _what(game))
    for x, (sign, at) in enumerate(signs, 1):
        if sign in game.men:
            yield (x, y), game.men[sign]
        elif sign not in ".-·":
            raise SourceError(at, f"'{sign}' is not a man", _what(game))


def _names_columns(words: Sequence[str], game: Game) -> bool:
    return "".join(words) in (LETTERS[: game.width], "".join(map(str, range(1, game.width + 1))))


def _what(game: Game) -> str:
    """Return which letters a drawing may have."""
    if len(game.natures) == 1:
        return "the first player's men are X, the second's O, empty squares ."
    names = ", ".join(f"{letter} {name.lower()}" for letter, name in zip(game.letters, game.natures, strict=True))
    return f"{names}; small letters are the second player's, . is empty"


def parse_fen(text: str, game: Game, file: str = "--fen") -> Position:
    """Return the position of a FEN: rows, the farthest first, side (w, b, 1 or 2), castling, en passant, counters.

    Only the rows need be there. Raises SourceError.
    """
    at = typed(text, file)
    words = words_of(text, at)
    if not words:
        raise SourceError(at, "there is no position", "such as 8/8/8/3k4/8/8/8/R6K w")
    if len(words) > 6:
        raise SourceError(words[6][1], "a FEN has six fields at most")
    rows = men_of_rows(*words[0], game.width, game.height, game.men, _what(game))
    position = Position(game, {(x, y): game.men[sign] for x, y, sign, _ in rows})
    if len(words) > 1:
        side, here = words[1]
        if side not in ("w", "b", "1", "2"):
            raise SourceError(here, f"'{side}' is not a side", "w or 1 is the first player, b or 2 the second")
        position = replace(position, player=1 if side in "w1" else 2)
    values = {}
    names = {each.name for each in game.indicatifs}
    castling, passing = [*words[2:4], ("-", at), ("-", at)][:2]
    for letter, (name, player) in CASTLING.items():
        if name in names:
            values[name, player] = int(letter not in castling[0])
    if not re.fullmatch(r"-|K?Q?k?q?", castling[0]):
        raise SourceError(castling[1], "expected castling rights: some of KQkq, or -")
    if castling[0] != "-" and not {"CAS1", "CAS2"} <= names:
        raise SourceError(castling[1], "the rules have no castling: no indicatifs CAS1 and CAS2", "write -")
    if passing[0] != "-":
        if PASSANT not in names:
            raise SourceError(passing[1], f"the rules have no captures en passant: no indicatif {PASSANT}", "write -")
        if not re.fullmatch(r"[a-h][36]", passing[0]):
            raise SourceError(passing[1], "expected the square that a pawn has just passed, or -")
        values[PASSANT, GLOBAL] = LETTERS.index(passing[0][0]) + 1
    return replace(position, values=values)
