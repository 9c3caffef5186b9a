"""The rules of king and pieces against king, by the package chess, whose squares have the same numbers."""

from __future__ import annotations

import chess


def board(kind, position, turn):
    """Return a position with White's pieces, such as R or BN, and who is to move."""
    found = chess.Board(None)
    for square, man in zip(position, f"K{kind}k", strict=True):
        found.set_piece_at(square, chess.Piece.from_symbol(man))
    found.turn = turn
    return found


def white_moves(kind, position):
    """Return the positions behind White's moves."""
    moves = [(move.from_square, move.to_square) for move in board(kind, position, chess.WHITE).legal_moves]
    return [tuple(target if each == start else each for each in position) for start, target in moves]


def black_moves(kind, position):
    """Return the squares to which Black's king can go, by their files, then by their ranks; that of a piece, too."""
    moves = board(kind, position, chess.BLACK).legal_moves
    return sorted((move.to_square for move in moves), key=lambda square: (square % 8, square // 8))


def in_check(kind, position):
    """Return whether Black's king is attacked."""
    return board(kind, position, chess.BLACK).is_check()


def played(kind, position, moves):
    """Return the board behind moves such as `Kg2 Ke4`; raises ValueError for one that is not legal."""
    found = board(kind, position, chess.WHITE)
    for text in moves.split():
        square, letter = chess.parse_square(text[1:]), text[0].lower()
        moves = [each for each in found.legal_moves if each.to_square == square]
        (move,) = (each for each in moves if found.piece_at(each.from_square).symbol().lower() == letter)
        found.push(move)
    return found
