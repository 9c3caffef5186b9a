"""A model of Bernstein's chess program of 1957-58 in plain Python: positions, moves and tables.

Written from the two papers (Bernstein, Roberts, Arbuckle, Belsky, Western Joint Computer Conference 1958, and
Scientific American, June 1958), and from docs/ibm704/chess.md where they are silent; not from asm/ibm704/chess.sap,
which it checks. questions.py and tree.py have the rest.

Squares are 0 to 63, octal 00 to 77; the machine is side 0 and begins on rows 0 and 1, the opponent is side 1. Words
have 36 bits: prefix (S, 1, 2), decrement, tag, address.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

MACHINE, OPPONENT = SIDES = (0, 1)
QUEEN, ROOK, BISHOP, PAWN, KNIGHT, KING = range(6)  # kinds, as TA1 has them
VALUES = (9, 5, 3, 1, 3, 0)
MINUS = 1 << 35
DECREMENT, TAG = 18, 15  # places from the right

ORTHOGONAL, DIAGONAL = (8, 1, -8, -1), (9, 7, -9, -7)
DIRECTIONS = (*ORTHOGONAL, *DIAGONAL)
LINES = {QUEEN: DIRECTIONS, ROOK: ORTHOGONAL, BISHOP: DIAGONAL}
MOST_DIRECT, MOST_DOUBLED = 8, 6  # squares that the words of TA3 have room for
REGULAR, CASTLING, EN_PASSANT, PROMOTION = 1, 2, 3, 4  # tags of move words


def steps(square: int, direction: int) -> int:
    """Return how many squares lie ahead in a direction."""
    row, file = divmod(square, 8)
    along = {8: (1, 0), 1: (0, 1), 9: (1, 1), 7: (1, -1)}
    up, right = along[direction] if direction > 0 else [-each for each in along[-direction]]
    rows = 7 - row if up > 0 else row if up else 8
    files = 7 - file if right > 0 else file if right else 8
    return min(rows, files)


RAYS = [
    {way: [square + way * (n + 1) for n in range(steps(square, way))] for way in DIRECTIONS} for square in range(64)
]
KNIGHTS = [
    [
        to
        for jump in (17, 10, -6, -15, -17, -10, 6, 15)
        if 0 <= (to := square + jump) < 64 and abs(to % 8 - square % 8) < 3
    ]
    for square in range(64)
]


class Man(NamedTuple):
    """A man on the board: its number in TA2, 1 to 32, and its kind."""

    number: int
    kind: int

    @property
    def side(self) -> int:
        """Whose it is."""
        return MACHINE if self.number <= 16 else OPPONENT


class Move(NamedTuple):
    """A move: the fields of its word. Of castling `start` is the king's square, which the word does not have."""

    tag: int
    start: int
    to: int
    capture: bool = False

    @property
    def word(self) -> int:
        """The move as the machine writes it."""
        if self.tag == CASTLING:
            return self.to << DECREMENT | CASTLING << TAG | (0o77 if self.to > self.start else 0)
        return MINUS * self.capture | self.start << DECREMENT | self.tag << TAG | self.to


@dataclass(frozen=True)
class Position:
    """A position: TA1, and what TA1 does not say."""

    men: tuple[Man | None, ...]  # by square
    to_move: int = MACHINE
    white: int = MACHINE  # the side that has the white men
    rights: frozenset[tuple[int, int]] = frozenset()  # of castling: side, +1 up or -1 down
    passed: int | None = None  # the square that a pawn has just passed over by its double step

    @property
    def ta1(self) -> list[int]:
        """The words of TA1, square 77 first."""
        return [man_word(man) for man in reversed(self.men)]


def man_word(man: Man | None) -> int:
    """Return a word of TA1."""
    if man is None:
        return 0
    return MINUS * (man.side == MACHINE) | man.number << DECREMENT | man.kind


def forward(side: int) -> int:
    """Return the step of a pawn."""
    return 8 if side == MACHINE else -8


def far_row(side: int) -> int:
    """Return the row on which pawns promote."""
    return 7 if side == MACHINE else 0


class Tables:
    """TA2, TA31 and TA32 of a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.men = position.men
        self.squares = {man.number: square for square, man in enumerate(self.men) if man is not None}
        self.direct: list[list[list[int]]] = [[[] for _ in range(64)] for _ in SIDES]  # by side and square
        self.doubled: list[list[list[int]]] = [[[] for _ in range(64)] for _ in SIDES]
        self.marks: list[set[int]] = [set(), set()]  # squares that a king of the other side must not go to
        self.kings = [self.squares.get(1 + 16 * side) for side in SIDES]
        pins = [self._pins(side) for side in SIDES]
        for side in SIDES:
            for number in range(2 + 16 * side, 17 + 16 * side):
                if number in self.squares:
                    self._bear(side, self.squares[number], pins[side])
        for side in SIDES:
            self.marks[side].update(self._round(side))
        for side in SIDES:
            for to in self._round(side):
                if self.side_at(to) == side or to not in self.marks[1 - side]:
                    self._list(side, self.kings[side], to)

    def side_at(self, square: int) -> int | None:
        """Return whose man is on a square."""
        man = self.men[square]
        return None if man is None else man.side

    def _round(self, side: int) -> list[int]:
        king = self.kings[side]
        return [] if king is None else [RAYS[king][way][0] for way in DIRECTIONS if RAYS[king][way]]

    def _pins(self, side: int) -> dict[int, int]:
        """Return the squares of pinned men, and the directions from the king."""
        found: dict[int, int] = {}
        king = self.kings[side]
        if king is None:
            return found
        for way in DIRECTIONS:
            shield = None
            for square in RAYS[king][way]:
                man = self.men[square]
                if man is None:
                    continue
                if man.side == side:
                    if shield is not None:
                        break
                    shield = square
                    continue
                if shield is not None and way in LINES.get(man.kind, ()):
                    found[shield] = way
                break
        return found

    def _list(self, side: int, start: int, to: int, doubled: bool = False) -> None:
        room = (self.doubled if doubled else self.direct)[side][to]
        if len(room) < (MOST_DOUBLED if doubled else MOST_DIRECT):
            room.append(start)

    def _bear(self, side: int, start: int, pins: dict[int, int]) -> None:
        """Enter a man, not a king, where it bears."""
        man = self.men[start]
        pin = pins.get(start)
        enemy_king = self.kings[1 - side]

        def bears(to: int, way: int | None) -> None:
            self.marks[side].add(to)
            if pin is None or way in (pin, -pin) or to == enemy_king:
                self._list(side, start, to)

        if man.kind == KNIGHT:
            for to in KNIGHTS[start]:
                bears(to, None)
        elif man.kind == PAWN:
            ahead = forward(side)
            for way in (ahead + 1, ahead - 1):
                for to in RAYS[start][way][:1]:
                    if self.men[to] is None:
                        self.marks[side].add(to)
                    else:
                        bears(to, way)
            if pin is None or pin in (8, -8):
                home = 1 if side == MACHINE else 6
                for to in RAYS[start][ahead][: 1 + (start // 8 == home)]:
                    if self.men[to] is not None:
                        break
                    self._list(side, start, to)
        else:
            for way in LINES[man.kind]:
                self._ray(side, start, way, bears, pin is None or way in (pin, -pin))

    def _ray(self, side, start, way, bears, free) -> None:
        through = False
        for to in RAYS[start][way]:
            if through:
                self._list(side, start, to, doubled=True)
            else:
                bears(to, way)
            man = self.men[to]
            if man is None:
                continue
            if man.side == side and free and way in LINES.get(man.kind, ()):
                through = True
                continue
            if to == self.kings[1 - side] and not through:
                self.marks[side].update(RAYS[to][way][:1])
            break

    # ------------------------------------------------------------ words

    @property
    def ta2(self) -> list[int]:
        """The words of TA2, number 32 first."""
        words = [0] * 32
        for number, square in self.squares.items():
            words[32 - number] = square << DECREMENT | VALUES[self.men[square].kind]
        return words

    def ta3(self, side: int) -> list[int]:
        """The words of TA31 or TA32, square 77 first."""
        words = []
        for square in reversed(range(64)):
            eight = [0] * 8
            direct, doubled = self.direct[side][square], self.doubled[side][square]
            for place, start in enumerate(direct):
                eight[7 - place] |= start << DECREMENT
            for place, start in enumerate(doubled):
                eight[5 - place] |= start
            eight[7] |= len(direct)
            eight[6] |= len(doubled)
            man = self.men[square]
            if man is not None:
                eight[7] |= MINUS | (MINUS >> 1) * (man.side == MACHINE)
            words += eight
        return words

    # ------------------------------------------------------------ the score

    def terms(self, side: int) -> tuple[int, int, int, int]:
        """Return moves, squares controlled, those of them round the king, material."""
        mine, other = self.direct[side], self.direct[1 - side]
        moves = sum(len(mine[square]) for square in range(64) if self.side_at(square) != side)
        controlled = sum(bool(mine[square]) and not other[square] for square in range(64))
        round_king = sum(bool(mine[square]) and not other[square] for square in self._round(side))
        material = sum(VALUES[man.kind] for man in self.men if man is not None and man.side == side)
        return moves, controlled, round_king, material

    def checkers(self, side: int) -> list[int]:
        """Return the squares of the men that give check to a side."""
        king = self.kings[side]
        return [] if king is None else self.direct[1 - side][king]


# ---------------------------------------------------------------- moves


def played(position: Position, move: Move) -> Position:
    """Return the position after a move."""
    men = list(position.men)
    side = position.to_move
    rights = set(position.rights)
    man = men[move.start]
    assert man is not None
    men[move.start], men[move.to] = None, man
    passed = None
    if move.tag == CASTLING:
        up = move.to > move.start
        corner = move.start // 8 * 8 + 7 * up
        men[corner], men[move.to - 1 if up else move.to + 1] = None, men[corner]
    elif move.tag == EN_PASSANT:
        men[move.to - forward(side)] = None
    elif move.tag == PROMOTION:
        men[move.to] = man._replace(kind=QUEEN)
    elif man.kind == PAWN and abs(move.to - move.start) == 16:
        passed = (move.start + move.to) // 2
    if man.kind == KING:
        rights -= {(side, 1), (side, -1)}
    for corner, right in CORNERS.items():
        if corner in (move.start, move.to):
            rights.discard(right)
    return replace(position, men=tuple(men), to_move=1 - side, rights=frozenset(rights), passed=passed)


CORNERS = {0o07: (MACHINE, 1), 0o00: (MACHINE, -1), 0o77: (OPPONENT, 1), 0o70: (OPPONENT, -1)}


def attacked(position: Position, square: int, by: int) -> bool:
    """Return whether a side's men attack a square, pinned or not."""
    if any(man.kind == KNIGHT and man.side == by for man in map(position.men.__getitem__, KNIGHTS[square]) if man):
        return True
    for way in DIRECTIONS:
        for distance, to in enumerate(RAYS[square][way]):
            man = position.men[to]
            if man is None:
                continue
            if man.side == by:
                if way in LINES.get(man.kind, ()) or (man.kind == KING and distance == 0):
                    return True
                if man.kind == PAWN and distance == 0 and way in (-forward(by) + 1, -forward(by) - 1):
                    return True
            break
    return False
