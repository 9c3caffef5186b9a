"""Samuel's 38 terms and his scoring polynomial, from the text of his paper's appendix C: a model to compare with.

Nothing is done by words of bits. A board is pieces on squares with row and column, and what a term says of a move is
found by making that move. The active side is to move; the passive side has just moved. Squares have their usual
numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations

from host.games.boards import Colour
from host.games.checkers.generators import PAIRS, PARAMETERS, START_COEFFICIENTS, TERMS
from host.games.checkers.rules import FAR_ROW, KINGS, SQUARE_AT, SQUARES, Piece, Position, place

CENTRE = {10, 11, 14, 15, 18, 19, 22, 23}  # 11 12 15 16 20 21 24 25 in Samuel's numbers
DOUBLE_CORNERS = {1, 5, 28, 32}
MOVE_SYSTEM = {square for square in SQUARES if place(square)[0] % 2 == 0}
MAIN_DIAGONALS = {1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32}
BRIDGE = {Colour.BLACK: {1, 3}, Colour.WHITE: {30, 32}}
OREO = {Colour.BLACK: {2, 3, 7}, Colour.WHITE: {26, 30, 31}}
CRAMP = {  # the cramping square, one of these, and all of those
    Colour.BLACK: (13, {9, 14}, {17, 21, 22, 25}),
    Colour.WHITE: (20, {19, 24}, {8, 11, 12, 16}),
}
Step = tuple[int, int]  # of row and column
STEPS: tuple[Step, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
DIAGONALS: tuple[tuple[Step, Step], ...] = (((1, 1), (-1, -1)), ((1, -1), (-1, 1)))
WAY = {Colour.BLACK: 1, Colour.WHITE: -1}  # of men, in rows


@cache
def beside(square: int, step: Step, count: int = 1) -> int | None:
    """Return the square that many steps away, None off the board."""
    row, column = place(square)
    return SQUARE_AT.get((row + count * step[0], column + count * step[1]))


def steps_of(piece: Piece) -> list[Step]:
    """Return where a piece can go."""
    return [step for step in STEPS if piece.king or step[0] == WAY[piece.colour]]


class Seen:
    """A position, as the terms see it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.pieces = position.pieces
        self.active, self.passive = position.to_move, position.to_move.other
        kinds = [(colour, king) for colour in Colour for king in (False, True)]
        self._of: dict[tuple[Colour, bool], set[int]] = {kind: set() for kind in kinds}
        for square, piece in self.pieces.items():
            self._of[piece.colour, piece.king].add(square)

    def of(self, colour: Colour, king: bool | None = None) -> set[int]:
        """Return the squares of a side's pieces, of its men, or of its kings."""
        return self._of[colour, False] | self._of[colour, True] if king is None else self._of[colour, king]

    def empty(self, square: int | None) -> bool:
        """Return whether this is a square, and empty."""
        return square is not None and square not in self.pieces

    def holds(self, square: int | None, colour: Colour) -> bool:
        """Return whether this is a square with a piece of that side."""
        return square is not None and square in self.pieces and self.pieces[square].colour is colour

    def material(self, colour: Colour) -> int:
        """Return 2 for each man and 3 for each king."""
        return 2 * len(self.of(colour)) + len(self.of(colour, king=True))

    def around(self, square: int) -> list[int]:
        """Return the squares next to one."""
        return [found for step in STEPS if (found := beside(square, step)) is not None]

    def steps(self) -> Iterator[tuple[int, int]]:
        """Yield start and end of all moves of the active side that are not jumps; jumps are disregarded."""
        for start in self.of(self.active):
            for step in steps_of(self.pieces[start]):
                end = beside(start, step)
                if end is not None and self.empty(end):
                    yield start, end

    def after_step(self, start: int, end: int) -> Seen:
        """Return the board after one of them."""
        pieces = dict(self.pieces)
        piece = pieces.pop(start)
        pieces[end] = KINGS[piece.colour] if place(end)[0] == FAR_ROW[piece.colour] else piece
        return Seen(Position(pieces, self.passive))

    def jumps(self) -> Iterator[tuple[int, int, int]]:
        """Yield start, middle and end of all single jumps of the active side."""
        for start in self.of(self.active):
            for step in steps_of(self.pieces[start]):
                over, end = beside(start, step), beside(start, step, 2)
                if over and end and self.holds(over, self.passive) and self.empty(end):  # squares begin with 1
                    yield start, over, end

    def after_jump(self, start: int, over: int, end: int) -> Seen:
        """Return the board after a single jump, the other side to move."""
        pieces = dict(self.pieces)
        pieces[end] = pieces.pop(start)
        del pieces[over]
        return Seen(Position(pieces, self.passive))


# ---------------------------------------------------------------- the ratings

Rating = Callable[[Seen], int]
RATINGS: dict[str, Rating] = {}


def rating(found: Rating) -> Rating:
    """Enter a rating into the table, under its name."""
    RATINGS[found.__name__.upper()] = found
    return found


@rating
def adv(board: Seen) -> int:
    """Passive men on rows 5 and 6 less those on rows 3 and 4, counted from their own side."""
    rows = [place(square)[0] for square in board.of(board.passive, king=False)]
    own = [row + 1 if board.passive is Colour.BLACK else 8 - row for row in rows]
    return sum(row in (5, 6) for row in own) - sum(row in (3, 4) for row in own)


@rating
def apex(board: Seen) -> int:
    """-1 if there are no kings, an active man is on 7 or 26, and no passive man is on either."""
    if any(piece.king for piece in board.pieces.values()) or {7, 26} & board.of(board.passive):
        return 0
    return -1 if {7, 26} & board.of(board.active) else 0


@rating
def back(board: Seen) -> int:
    """1 if there is no active king and passive pieces hold both squares of the bridge."""
    return int(not board.of(board.active, king=True) and BRIDGE[board.passive] <= board.of(board.passive))


@rating
def cent(board: Seen) -> int:
    """Passive men on the centre."""
    return len(CENTRE & board.of(board.passive, king=False))


@rating
def kcent(board: Seen) -> int:
    """Passive kings on the centre."""
    return len(CENTRE & board.of(board.passive, king=True))


@rating
def cntr(board: Seen) -> int:
    """Squares of the centre that an active piece is on, or can move to."""
    return len(CENTRE & (board.of(board.active) | {end for _, end in board.steps()}))


@rating
def corn(board: Seen) -> int:
    """1 if active has 6 or less and passive more, and active can move into a double corner."""
    own, other = board.material(board.active), board.material(board.passive)
    return int(own <= 6 and other > own and bool(DOUBLE_CORNERS & {end for _, end in board.steps()}))


@rating
def cramp(board: Seen) -> int:
    """2 if passive holds the cramping square and one beside, and active all of four."""
    square, one_of, all_of = CRAMP[board.passive]
    held = board.of(board.passive)
    return 2 if square in held and one_of & held and all_of <= board.of(board.active) else 0


def offers(board: Seen) -> tuple[set[int], set[int]]:
    """Return the squares where active can move a piece and it can be captured: with an exchange, and without."""
    exchanged, lost = set(), set()
    for start, end in board.steps():
        moved = board.after_step(start, end)
        for jump in moved.jumps():
            if jump[1] == end:
                back = moved.after_jump(*jump)
                taken = any(over == jump[2] for _, over, _ in back.jumps())
                (exchanged if taken else lost).add(end)
    return exchanged, lost


def forced(board: Seen) -> set[int]:
    """Return the squares where active can move a piece and so force an exchange: no capture of it is without one."""
    exchanged, lost = offers(board)
    return exchanged - lost


@rating
def deny(board: Seen) -> int:
    """Squares of MOB where the piece could be captured without an exchange."""
    return len(offers(board)[1])


@rating
def exch(board: Seen) -> int:
    """Squares to which active can move a piece and so force an exchange."""
    return len(forced(board))


@rating
def recap(board: Seen) -> int:
    """The same."""
    return exch(board)


@rating
def dia(board: Seen) -> int:
    """Passive pieces on the diagonals that end in the double corners."""
    return len(MAIN_DIAGONALS & board.of(board.passive))


@rating
def diav(board: Seen) -> int:
    """3 for each of these, 2 for a passive piece one diagonal further, 1 for one two further."""
    distances = [abs(column - row) for row, column in map(place, board.of(board.passive))]  # 1, 3, 5, 7
    return sum(max(0, 3 - distance // 2) for distance in distances)


@rating
def dyke(board: Seen) -> int:
    """Strings of passive pieces on three adjacent squares of a diagonal."""
    held = board.of(board.passive)
    return sum({beside(square, one), beside(square, other)} <= held for square in held for one, other in DIAGONALS)


@rating
def expos(board: Seen) -> int:
    """Passive pieces with empty squares on both sides along a diagonal."""
    return sum(
        any(board.empty(beside(square, one)) and board.empty(beside(square, other)) for one, other in DIAGONALS)
        for square in board.of(board.passive)
    )


@rating
def fork(board: Seen) -> int:
    """Pairs of passive pieces beside each other in a row that an active piece on the square between could both jump."""
    ways = {row for square in board.of(board.active) for row, _ in steps_of(board.pieces[square])}
    found = 0
    for one, other in combinations(sorted(board.of(board.passive)), 2):
        (row, column), (next_row, next_column) = place(one), place(other)
        if row == next_row and next_column - column == 2:
            for way in ways:
                squares = [(row - way, column + 1), (row + way, column - 1), (row + way, column + 3)]
                found += all(board.empty(SQUARE_AT.get(each)) for each in squares)
    return found


@rating
def gap(board: Seen) -> int:
    """Empty squares between two passive pieces of a diagonal, or between one and the edge."""

    def closed(square: int, step: Step) -> bool:
        found = beside(square, step)
        return found is None or board.holds(found, board.passive)

    def between(square: int, one: Step, other: Step) -> bool:
        held = [board.holds(beside(square, step), board.passive) for step in (one, other)]
        return any(held) and closed(square, one) and closed(square, other)

    return sum(any(between(square, *both) for both in DIAGONALS) for square in SQUARES if board.empty(square))


@rating
def guard(board: Seen) -> int:
    """1 if there is no active king and passive holds the bridge or the triangle of Oreo."""
    held = board.of(board.passive)
    holds = BRIDGE[board.passive] <= held or OREO[board.passive] <= held
    return int(holds and not board.of(board.active, king=True))


@rating
def hole(board: Seen) -> int:
    """Empty squares with passive pieces on three or more squares around them."""
    return sum(
        sum(board.holds(each, board.passive) for each in board.around(square)) >= 3
        for square in SQUARES
        if board.empty(square)
    )


@rating
def mob(board: Seen) -> int:
    """Squares that active can move to without a jump."""
    return len({end for _, end in board.steps()})


@rating
def mobil(board: Seen) -> int:
    """MOB less DENY."""
    return mob(board) - deny(board)


@rating
def move(board: Seen) -> int:
    """1 if the sides are even, the count is below 24, and an odd number of pieces is in the move system."""
    sides = [(len(board.of(colour)), board.material(colour)) for colour in Colour]
    few = sum(material for _, material in sides) < 24
    return int(sides[0] == sides[1] and few and len(MOVE_SYSTEM & {*board.pieces}) % 2 == 1)


@rating
def node(board: Seen) -> int:
    """Passive pieces with three or more empty squares around them."""
    return sum(sum(map(board.empty, board.around(square))) >= 3 for square in board.of(board.passive))


@rating
def oreo(board: Seen) -> int:
    """1 if there is no passive king and passive holds the triangle of Oreo."""
    return int(not board.of(board.passive, king=True) and OREO[board.passive] <= board.of(board.passive))


@rating
def pole(board: Seen) -> int:
    """Passive men with nothing but empty squares around them."""
    return sum(all(map(board.empty, board.around(square))) for square in board.of(board.passive, king=False))


@rating
def thret(board: Seen) -> int:
    """Squares to which an active piece can move and there threaten to capture."""
    found = set()
    for start, end in board.steps():
        moved = board.after_step(start, end)
        again = Seen(Position(moved.pieces, board.active))
        if any(jump[0] == end for jump in again.jumps()):
            found.add(end)
    return len(found)


# ---------------------------------------------------------------- terms and polynomial


def exchanged(position: Position) -> Position:
    """Return the same board with the sides exchanged: the other is to move."""
    return Position(position.pieces, position.to_move.other)


def turned(position: Position) -> Position:
    """Return a position with the colours exchanged and the board turned: the same to whoever sits there."""
    swap = {
        Piece.BLACK_MAN: Piece.WHITE_MAN,
        Piece.WHITE_MAN: Piece.BLACK_MAN,
        Piece.BLACK_KING: Piece.WHITE_KING,
        Piece.WHITE_KING: Piece.BLACK_KING,
    }
    return Position({33 - square: swap[piece] for square, piece in position.pieces.items()}, position.to_move.other)


def ratings(position: Position) -> dict[str, int]:
    """Return all 26 ratings of a board."""
    board = Seen(position)
    return {name: RATINGS[name](board) for name in PARAMETERS}


def terms(position: Position, before: Position | None, antisymmetric: bool = False) -> dict[str, int]:
    """Return all 38 terms of a board: the ratings less those of the board before. Without one: the sides exchanged.

    `antisymmetric`: a binary term is less what it would be with the sides exchanged, which no paper has.
    """
    now, then = ratings(position), ratings(before or exchanged(position))
    found = {name: now[name] - then[name] for name in PARAMETERS}
    for (one, other), names in PAIRS.items():
        positive = (found[one] > 0, found[other] > 0)
        negative = (found[one] < 0, found[other] < 0) if antisymmetric else None
        cases = ((True, True), (True, False), (False, True), (False, False))
        found |= {name: (case == positive) - (case == negative) for name, case in zip(names, cases, strict=True)}
    return {name: found[name] for name in TERMS}


UNIT = 2**27  # of piece advantage, of which a man has 2
SCALE = 2**6  # of terms


def piece_advantage(position: Position) -> int:
    """Return what passive has more than active: more, the fewer pieces there are."""
    board = Seen(position)
    ahead = board.material(board.passive) - board.material(board.active)
    return ahead * (UNIT + (24 - len(board.pieces)) * UNIT // 64)


def contributions(
    position: Position, before: Position | None, coefficients: Mapping[str, int], antisymmetric: bool = False
) -> list[int]:
    """Return what each term of a polynomial contributes to the score, and at last piece advantage."""
    found = terms(position, before, antisymmetric)
    return [SCALE * factor * found[name] for name, factor in coefficients.items()] + [piece_advantage(position)]


def score(
    position: Position, before: Position | None, coefficients: Mapping[str, int] = START_COEFFICIENTS, sign: int = 1
) -> int:
    """Return the score of a board, for the side that has just moved. `sign`: -1 if pieces shall be lost."""
    *parts, pieces = contributions(position, before, coefficients)
    return sum(parts) + sign * pieces
