"""The queen ending once more, from its description, with the rules of the package chess: White's move, and games.

The description: IW 21/76, chapter 5; the measure, chapter 3. What it leaves open: see docs/cdc6600/rook.md. A quicker
one, without that package, is quick_queen.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import chess

ORTHOGONALS = ((0, -1), (-1, 0), (1, 0), (0, 1))  # in files and ranks of the turned board
DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
KING = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
MOST = 50

Turn = Callable[[int], int]


def board(king: int, queen: int, black: int) -> chess.Board:
    """Return the position with White to move."""
    men = {king: "K", queen: "Q", black: "k"}
    found = chess.Board(None)
    found.set_piece_map({square: chess.Piece.from_symbol(man) for square, man in men.items()})
    return found


def places(position: chess.Board) -> tuple[int, int, int]:
    """Return the squares of king, queen and black king."""
    return position.king(chess.WHITE), position.pieces(chess.QUEEN, chess.WHITE).pop(), position.king(chess.BLACK)


def turned(position: chess.Board) -> Turn:
    """Return how squares are turned so that the black king stands in the triangle e5, e8, h8."""
    black = position.king(chess.BLACK)
    mirror = (7 if chess.square_file(black) < 4 else 0) ^ (56 if chess.square_rank(black) < 4 else 0)
    ways = [divmod(square ^ mirror, 8)[::-1] for square in places(position)]  # file, rank
    (king_file, king_rank), (queen_file, queen_rank), (black_file, black_rank) = ways
    if black_file != black_rank:
        crossed = black_rank < black_file
    else:
        crossed = king_rank > king_file or (king_rank == king_file and queen_rank < queen_file)
    return lambda square: swapped(square ^ mirror) if crossed else square ^ mirror


def swapped(square: int) -> int:
    """Return a square with file and rank exchanged."""
    rank, file = divmod(square, 8)
    return chess.square(rank, file)


def in_order(position: chess.Board) -> list[chess.Move]:
    """Return White's legal moves: the queen's lines outwards, then the king's steps, on the turned board."""
    king, queen, _ = places(position)
    turn = turned(position)

    def rank_of(move: chess.Move) -> tuple[int, int, int]:
        start, end = (divmod(turn(square), 8) for square in (move.from_square, move.to_square))
        along, up = end[1] - start[1], end[0] - start[0]
        far = max(abs(along), abs(up))
        directions = (*ORTHOGONALS, *DIAGONALS) if move.from_square == queen else KING
        return move.from_square == king, directions.index((along // far, up // far)), far

    return sorted(position.legal_moves, key=rank_of)


def decide(position: chess.Board, past: set[str]) -> chess.Move:
    """Return White's move; what must not come again is noted in `past`, as it is on the turned board."""
    found, best, noted = chess.Move.null(), None, ""
    turn = turned(position)
    for move in in_order(position):
        position.push(move)
        king, queen, black = places(position)
        replies = list(position.legal_moves)
        key = str([turn(square) for square in (king, queen, black)])
        measure = measured(king, black)
        value = len(replies), 3 if measure == 5 else measure, centre(queen)  # a knight's jump: the imaginary value
        mate, stalemate = position.is_checkmate(), position.is_stalemate()
        lost = any(position.is_capture(reply) for reply in replies)
        position.pop()
        if mate:
            past.add(key)
            return move
        if not stalemate and not lost and key not in past and (best is None or value < best):
            best, found, noted = value, move, key
    past.add(noted)
    return found


def measured(one: int, other: int) -> int:
    """Return the square of the distance of two squares."""
    ranks, files = (a - b for a, b in zip(divmod(one, 8), divmod(other, 8), strict=True))
    return ranks * ranks + files * files


def centre(square: int) -> int:
    """Return how far a square is from the centre: four times the square of the distance."""
    rank, file = divmod(square, 8)
    return (2 * rank - 7) ** 2 + (2 * file - 7) ** 2


def starts(count: int, seed: int) -> Iterator[chess.Board]:
    """Yield positions with White to move, at random."""
    source = random.Random(seed)
    while count:
        position = board(*source.sample(range(64), 3))
        if position.is_valid():
            yield position
            count -= 1


def game(
    position: chess.Board, reply: Callable[[chess.Board], chess.Move], most: int = MOST, past: set[str] | None = None
) -> list[str]:
    """Return the moves of a game, in algebraic notation, as long as it is: at most so many of White's."""
    moves: list[str] = []
    past = set() if past is None else past
    position = position.copy()
    while any(position.legal_moves) and len(moves) < 2 * most:
        move = decide(position, past) if position.turn == chess.WHITE else reply(position)
        moves.append(position.san(move))
        position.push(move)
    return moves
