"""Random positions for the tests, and the board of another chess program."""

from __future__ import annotations

import random

import chess

from host.games.fen import Men


def board_of(men: Men) -> chess.Board:
    """Return another program's board with these men, White to move, no castling."""
    board = chess.Board(None)
    for square, man in men.items():
        board.set_piece_at(square - 1, chess.Piece.from_symbol(man))
    return board


def positions(count: int, seed: int, men: str, pawns: tuple[range, range] = (range(2, 8), range(2, 8))) -> list[Men]:
    """Return random positions, White to move, with at most four of these men on either side beside the kings.

    `pawns`: the ranks on which White's and Black's pawns may be.
    """
    rng, found = random.Random(seed), []
    while len(found) < count:
        board = chess.Board(None)
        for white in (True, False):
            for man in "K" + "".join(rng.choices(men, k=rng.randint(white, 4))):
                ranks = pawns[not white] if man == "P" else range(1, 9)
                free = [each for each in range(64) if each // 8 + 1 in ranks and not board.piece_at(each)]
                board.set_piece_at(rng.choice(free), chess.Piece(chess.PIECE_SYMBOLS.index(man.lower()), white))
        if board.is_valid():
            found.append({square + 1: piece.symbol() for square, piece in board.piece_map().items()})
    return found
