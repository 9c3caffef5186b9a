"""The ending of two bishops once more, from its page in the docs, with the rules of the package chess.

Attacks, legal moves, mates and stalemates are those of the package; where the program has a border around the board and
numbers instead of marks, there are sets of squares here.
"""

from __future__ import annotations

import chess

from .queen_model import centre, measured

BAD = 100_000
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))  # in files and ranks
KING = (*DIAGONALS, (1, 0), (0, 1), (0, -1), (-1, 0))


def board(king: int, first: int, second: int, black: int) -> chess.Board:
    """Return the position with White to move; the order of the bishops is that of their moves."""
    found = chess.Board(None)
    for square, man in zip((king, first, second, black), "KBBk", strict=True):
        found.set_piece_at(square, chess.Piece.from_symbol(man))
    return found


def covered(position: chess.Board) -> chess.SquareSet:
    """Return what White attacks; the black king cannot hide behind himself."""
    without = position.copy()
    without.remove_piece_at(position.king(chess.BLACK))
    return chess.SquareSet(square for square in chess.SQUARES if without.is_attacked_by(chess.WHITE, square))


def room(position: chess.Board) -> int:
    """Return how many squares the black king can reach while White stays as he is."""
    black = position.king(chess.BLACK)
    free = ~(covered(position) | chess.SquareSet(position.occupied_co[chess.WHITE]))
    known, edge = {black}, [black]
    while edge:
        steps = chess.SquareSet(chess.BB_KING_ATTACKS[edge.pop()]) & free
        edge += [square for square in steps if square not in known]
        known |= set(steps)
    return len(known)


def value(position: chess.Board) -> int:
    """Return the value of a position with Black to move: the smaller, the better for White."""
    king, black = position.king(chess.WHITE), position.king(chess.BLACK)
    bishops = position.pieces(chess.BISHOP, chess.WHITE)
    kings = measured(king, black)
    replies = list(position.legal_moves)
    safe = not any(position.is_capture(reply) for reply in replies)
    quiet = [reply for reply in replies if not position.is_capture(reply)]
    return (
        9 * room(position)
        + 25 * len(quiet)
        + 45 * (3 if kings == 5 else kings)
        + 9 * centre(king)
        + sum(2 * measured(each, king) - measured(each, black) for each in bishops)
        - 37 * position.is_check()
        + 2 * BAD * (not safe or not quiet)
    )


def in_order(position: chess.Board, men: list[int]) -> list[chess.Move]:
    """Return White's legal moves: each bishop's lines outwards, then the king's steps. `men`: king, bishops."""
    king, *bishops = men

    def rank_of(move: chess.Move) -> tuple[int, int, int]:
        files = chess.square_file(move.to_square) - chess.square_file(move.from_square)
        ranks = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
        far = max(abs(files), abs(ranks))
        way = files // far, ranks // far
        return ([*bishops, king].index(move.from_square), (*KING,).index(way), far)

    return sorted(position.legal_moves, key=rank_of)


def decide(position: chess.Board, men: list[int], past: set[str]) -> chess.Move:
    """Return White's move; the position it leads to is noted in `past`, and does not come again."""
    best = found(position, men, past)
    if best is None or best[0] > BAD:  # nothing good is left: forget what has been
        past.clear()
        best = found(position, men, past)
    assert best is not None
    past.add(best[2])
    return best[1]


def found(position: chess.Board, men: list[int], past: set[str]) -> tuple[int, chess.Move, str] | None:
    """Return the best move that leads to nothing in `past`: its value, itself, where it leads."""
    best: tuple[int, chess.Move, str] | None = None
    for move in in_order(position, men):
        position.push(move)
        key, mate, worth = position.board_fen(), position.is_checkmate(), value(position)
        position.pop()
        if mate:
            return -BAD, move, key
        if key not in past and (best is None or worth < best[0]):
            best = worth, move, key
    return best
