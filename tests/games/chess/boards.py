"""Positions of the model from python-chess, and python-chess's moves in words of the machine."""

from __future__ import annotations

from random import Random

import chess

from tests.games.chess import model
from tests.games.chess.model import MACHINE, Man, Move, Position

KINDS = {
    chess.QUEEN: model.QUEEN, chess.ROOK: model.ROOK, chess.BISHOP: model.BISHOP, chess.PAWN: model.PAWN,
    chess.KNIGHT: model.KNIGHT, chess.KING: model.KING,
}  # fmt: skip
NUMBERS = {model.KING: (1,), model.QUEEN: (2,), model.BISHOP: (3, 4), model.KNIGHT: (5, 6), model.ROOK: (7, 8)}
PAWNS = range(9, 17)


def square_of(square: int, white: int) -> int:
    """Return a square of python-chess as the machine numbers it, and the reverse."""
    return square if white == MACHINE else 63 - square


def position_of(board: chess.Board, white: int) -> Position:
    """Return a board as a position. Promoted men take the numbers of pawns."""
    men: list[Man | None] = [None] * 64
    for colour in chess.COLORS:
        side = white if colour == chess.WHITE else 1 - white
        free = set(range(1, 17))
        later = []
        for square in sorted(square_of(each, white) for each in chess.SquareSet(board.occupied_co[colour])):
            kind = KINDS[board.piece_type_at(square_of(square, white))]
            number = next((each for each in NUMBERS.get(kind, PAWNS) if each in free), None)
            if number is None:
                later.append((square, kind))
            else:
                free.remove(number)
                men[square] = Man(number + 16 * side, kind)
        for square, kind in later:
            number = max(free)
            free.remove(number)
            men[square] = Man(number + 16 * side, kind)
    rights = set()
    for colour, letters in ((chess.WHITE, (chess.H1, chess.A1)), (chess.BLACK, (chess.H8, chess.A8))):
        side = white if colour == chess.WHITE else 1 - white
        for corner in letters:
            if board.castling_rights & chess.BB_SQUARES[corner]:
                rights.add(model.CORNERS[square_of(corner, white)])
    passed = None if board.ep_square is None else square_of(board.ep_square, white)
    to_move = white if board.turn == chess.WHITE else 1 - white
    return Position(tuple(men), to_move, white, frozenset(rights), passed)


def move_of(board: chess.Board, move: chess.Move, white: int) -> Move:
    """Return a move as the machine has it."""
    tag = model.REGULAR
    if board.is_castling(move):
        tag = model.CASTLING
    elif board.is_en_passant(move):
        tag = model.EN_PASSANT
    elif move.promotion:
        tag = model.PROMOTION
    start, to = square_of(move.from_square, white), square_of(move.to_square, white)
    return Move(tag, start, to, board.is_capture(move))


def random_boards(count: int, seed: int) -> list[tuple[chess.Board, int]]:
    """Return positions of random games that are not over, with the machine's colour in turn."""
    random = Random(seed)
    found: list[tuple[chess.Board, int]] = []
    while len(found) < count:
        board = chess.Board()
        until = random.randrange(1, 150)
        while board.ply() < until and not board.is_game_over():
            moves = list(board.legal_moves)
            special = [each for each in moves if each.promotion or board.is_castling(each) or board.is_en_passant(each)]
            board.push(random.choice(special or moves))
        if not board.is_game_over():
            found.append((board, len(found) % 2))
    return found
