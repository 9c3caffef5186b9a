"""What asm/ibm704/checkers.sap thinks, from its description in docs/ibm704/checkers.md: moves, score and search.

Squares have Samuel's numbers, pieces stand in a dictionary, and nothing is done by shifts of words: the program of the
704 and this model have no more in common than what that page says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

SQUARES = tuple(number for number in range(1, 36) if number % 9)
DIRECTIONS = (4, 5, -4, -5)  # to Samuel's number of the next square
FORWARD = {True: (4, 5), False: (-4, -5)}  # of Black's men, and of White's
WIN = 100_000
UNIT = 64  # of values: a move further away counts 1
DRAWN_PLIES = (1, 2)  # where a board of the game is a draw


def row(square: int) -> int:
    """Return the row of a square, from 1 on Black's side to 8."""
    return (square - square // 9 - 1) // 4 + 1


CENTRE = {11, 12, 15, 16, 20, 21, 24, 25}
BRIDGE = {True: (1, 3), False: (33, 35)}
FAR_ROW = {True: 8, False: 1}


class Piece(NamedTuple):
    """A piece."""

    black: bool
    king: bool


class Board(NamedTuple):
    """A position. `move`: the squares the last move left and reached, `path` all it touched."""

    pieces: dict[int, Piece]
    black: bool  # who is to move
    path: tuple[int, ...] = ()
    captured: bool = False

    @property
    def move(self) -> tuple[frozenset[int], bool]:
        """What a move is known by when a board is looked for: not by the way it went."""
        return frozenset({self.path[0], self.path[-1]}), self.black


@cache
def directions(piece: Piece) -> tuple[int, ...]:
    """Return where a piece goes."""
    return DIRECTIONS if piece.king else FORWARD[piece.black]


# ---------------------------------------------------------------- moves, in the order in which they are tried


def successors(board: Board) -> list[Board]:
    """Return the boards behind all moves; the last one found is tried first."""
    found = list(captures(board)) or list(steps(board))
    return found[::-1]


def steps(board: Board) -> Iterator[Board]:
    """Yield the boards behind moves without capture: direction by direction, the highest square first."""
    own = sorted((square for square, piece in board.pieces.items() if piece.black == board.black), reverse=True)
    for direction in DIRECTIONS:
        for square in own:
            target = square + direction
            if direction in directions(board.pieces[square]) and target in SQUARES and target not in board.pieces:
                yield moved(board, (square, target), ())


def king_at(piece: Piece, square: int) -> bool:
    """Return whether a piece is a king when it stands there."""
    return piece.king or row(square) == FAR_ROW[piece.black]


def captures(board: Board) -> Iterator[Board]:
    """Yield the boards behind captures: the highest square first, and of each piece the last direction first."""
    for square in sorted(board.pieces, reverse=True):
        piece = board.pieces[square]
        if piece.black == board.black:
            others = {each: what for each, what in board.pieces.items() if each != square}
            for path, captured in jumps(piece, others, (square,), ()):
                yield moved(board, path, captured)


def jumps(
    piece: Piece, others: dict[int, Piece], path: tuple[int, ...], captured: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield path and captured squares of every complete capture that begins so."""
    ways = []
    if piece.king or row(path[-1]) != FAR_ROW[piece.black]:
        for direction in directions(piece):
            over, end = path[-1] + direction, path[-1] + 2 * direction
            enemy = others.get(over)
            if enemy and enemy.black != piece.black and over not in captured and end in SQUARES and end not in others:
                ways.append((over, end))
    for over, end in reversed(ways):
        yield from jumps(piece, others, (*path, end), (*captured, over))
    if captured and not ways:
        yield path, captured


def moved(board: Board, path: tuple[int, ...], captured: tuple[int, ...]) -> Board:
    """Return the board behind a move."""
    pieces = {square: piece for square, piece in board.pieces.items() if square not in (*captured, path[0])}
    piece = board.pieces[path[0]]
    pieces[path[-1]] = Piece(piece.black, king_at(piece, path[-1]))
    return Board(pieces, not board.black, path, bool(captured))


# ---------------------------------------------------------------- the score


def quiet(board: Board) -> bool:
    """Return whether a board is scored as it stands: there is a move, and no capture."""
    return next(captures(board), None) is None and next(steps(board), None) is not None


def score(board: Board) -> int:
    """Return the score as the side to move sees it."""
    return sum(weight * term(board) for term, weight in WEIGHTS.items())


def difference(count: Callable[[Board, bool], int]) -> Callable[[Board], int]:
    """Return a term: what counts for the side to move, less what counts for the other."""

    def term(board: Board) -> int:
        return count(board, board.black) - count(board, not board.black)

    return term


def men(board: Board, black: bool) -> list[int]:
    """Return the squares of a side's men."""
    return [square for square, piece in board.pieces.items() if piece == (black, False)]


def kings(board: Board, black: bool) -> list[int]:
    """Return the squares of a side's kings."""
    return [square for square, piece in board.pieces.items() if piece == (black, True)]


@difference
def material(board: Board, black: bool) -> int:
    """Two for a man and three for a king."""
    return 2 * len(men(board, black)) + 3 * len(kings(board, black))


def trade(board: Board) -> int:
    """Who has more wins by every exchange."""
    return material(board) * (24 - len(board.pieces))


@difference
def advancement(board: Board, black: bool) -> int:
    """Men on the fourth and fifth row count 1, on the sixth and seventh 2."""
    rows = [row(square) if black else 9 - row(square) for square in men(board, black)]
    return sum(2 if each >= 6 else 1 for each in rows if each >= 4)


@difference
def guard(board: Board, black: bool) -> int:
    """Men on both bridge squares of the back row, and no king against them."""
    held = all(board.pieces.get(square) == (black, False) for square in BRIDGE[black])
    return int(held and not kings(board, not black))


@difference
def centre(board: Board, black: bool) -> int:
    """Men on the centre."""
    return sum(square in CENTRE for square in men(board, black))


@difference
def kings_in_centre(board: Board, black: bool) -> int:
    """Kings on the centre."""
    return sum(square in CENTRE for square in kings(board, black))


def reached(board: Board, black: bool) -> dict[int, set[int]]:
    """Return the empty squares a side can step on, and from which directions."""
    found: dict[int, set[int]] = {}
    for square, piece in board.pieces.items():
        if piece.black == black:
            for direction in directions(piece):
                target = square + direction
                if target in SQUARES and target not in board.pieces:
                    found.setdefault(target, set()).add(direction)
    return found


@difference
def mobility(board: Board, black: bool) -> int:
    """Squares that can be stepped on, whether there is a capture or not."""
    return len(reached(board, black))


@difference
def denial(board: Board, black: bool) -> int:
    """Those of them on which the other side could capture at once."""
    return sum(deniable(board, black, square, steps) for square, steps in reached(board, black).items())


def deniable(board: Board, black: bool, square: int, steps: set[int]) -> bool:
    """Return whether an enemy stands beside a square, can go there, and finds the other side free or just left."""
    for direction in DIRECTIONS:
        enemy, behind = board.pieces.get(square + direction), square - direction
        free = direction in steps or (behind in SQUARES and behind not in board.pieces)
        if enemy and enemy.black != black and -direction in directions(enemy) and free:
            return True
    return False


def the_move(board: Board) -> int:
    """With as many pieces on both sides: 1 if an odd number of all is on rows 1, 3, 5 and 7, otherwise -1."""
    if 2 * sum(piece.black for piece in board.pieces.values()) != len(board.pieces):
        return 0
    return 1 if sum(row(square) % 2 for square in board.pieces) % 2 else -1


WEIGHTS: dict[Callable[[Board], int], int] = {
    material: 50,
    trade: 1,
    advancement: 3,
    guard: 12,
    centre: 4,
    kings_in_centre: 6,
    mobility: 2,
    denial: -2,
    the_move: 5,
}


# ---------------------------------------------------------------- the search


Key = tuple[frozenset[tuple[int, Piece]], bool]


def key(board: Board) -> Key:
    """Return the men, kings and side to move of a board."""
    return frozenset(board.pieces.items()), board.black


def backed_up(value: int) -> int:
    """Return the value of a board for the side that has moved there: the sense of direction takes 1 off."""
    return -value + (value > 0) - (value < 0)


def minimax(board: Board, depth: int, ply: int = 0, past: Set[Key] = frozenset()) -> int:
    """Return the value of a board, looking at everything. `past`: the boards of the game."""
    if ply in DRAWN_PLIES and key(board) in past:
        return 0
    if ply >= depth and quiet(board):
        return UNIT * score(board)
    values = [backed_up(minimax(after, depth, ply + 1, past)) for after in successors(board)]
    return max(values, default=-UNIT * WIN)


def printed(value: int) -> int:
    """Return the score that a value is; of a won game, less a move each."""
    near = UNIT * WIN - abs(value)
    size = WIN - near if near < UNIT else -(-abs(value) // UNIT)
    return size if value > 0 else -size


@dataclass
class Search:
    """The search for the best move of a board."""

    depth: int
    past: Set[Key] = frozenset()  # the boards of the game
    nodes: int = 0
    best: Board | None = None
    better: dict[int, list[tuple[frozenset[int], bool]]] = field(default_factory=dict)  # by ply, the last one first

    def value(self, board: Board) -> int:
        """Return the score of the board for the side to move; the move is in `best`."""
        return printed(self.expand(board, 0, -UNIT * WIN, UNIT * WIN))

    def look(self, board: Board, ply: int, alpha: int, beta: int) -> int:
        """Return the value of a board, or the bound that it does not keep to."""
        self.nodes += 1
        if ply in DRAWN_PLIES and key(board) in self.past:
            return 0
        if ply >= self.depth and quiet(board):
            return UNIT * score(board)
        return self.expand(board, ply, alpha, beta)

    def expand(self, board: Board, ply: int, alpha: int, beta: int) -> int:
        """Return the value found by the moves of a board."""
        boards = successors(board)
        if not boards:
            return -UNIT * WIN
        better = self.better.setdefault(ply, [])
        for wanted in better[::-1]:
            bring_to_front(boards, wanted)
        for after in boards:
            value = backed_up(self.look(after, ply + 1, *below(alpha, beta)))
            if value > alpha:
                alpha = value
                if better[:1] != [after.move]:
                    better[:] = [after.move, *better[:1]]
                if ply == 0:
                    self.best = after
                if alpha >= beta:
                    return beta
        return alpha


def below(alpha: int, beta: int) -> tuple[int, int]:
    """Return alpha and beta one move further, for the other side: of the values that come up as these the lowest."""
    return -(beta + 1 if beta > 0 else beta - 1), -(alpha + 1 if alpha >= 0 else alpha - 1)


def bring_to_front(boards: list[Board], move: tuple[frozenset[int], bool]) -> None:
    """Let the first board that a move led to change places with the first of all."""
    for index, board in enumerate(boards):
        if board.move == move:
            boards[0], boards[index] = boards[index], boards[0]
            break
