"""Positions and moves as the 704's chess program has them: the table TA1, and move words.

Squares are octal, 00 to 77, beginning at the corner at the machine's side where a1 or h8 is: with White the machine has
a1 = 00 and h8 = 77, with Black h8 = 00 and a1 = 77.

    TA1     64 words, square 77 first: 0 empty, minus a man of the machine's; decrement its number, address its kind
    move    minus a capture; decrement from, tag 1, address to; tag 2 castling: decrement to where the king goes,
            address 77 if that square is higher, else 0; tag 3 en passant; tag 4 promotion, which is to a queen

Source: Bernstein, Roberts, Arbuckle, Belsky, A Chess Playing Program for the IBM 704, WJCC 1958, 157-159.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import chess

MINUS = 1 << 35
DECREMENT, TAG, FIELD = 18, 15, 0o77777
REGULAR, CASTLING, EN_PASSANT, PROMOTION = 1, 2, 3, 4  # tags
KINDS = "QRBPNK"  # by their numbers
PER_SIDE = 16
EMPTY = " "
NUMBERS = {"K": (1,), "Q": (2,), "B": (3, 4), "N": (5, 6), "R": (7, 8), "P": (*range(9, 17),)}  # of a side's men
NOBODY = MINUS  # the word PASSED if no pawn has passed over a square


class Setting(NamedTuple):
    """A position in words. `castle`: 1 the machine may castle up, 2 down, 4 and 8 the opponent."""

    ta1: list[int]
    machine_to_move: bool
    castle: int
    passed: int


def turned(square: int, white: bool) -> int:
    """Return a square of python-chess as the machine numbers it, or the reverse; `white`: the machine has White."""
    return square if white else 63 - square


def setting_of(board: chess.Board, white: bool) -> Setting:
    """Return a position in words."""
    import chess

    men = [str(board.piece_at(turned(square, white)) or EMPTY) for square in range(64)]
    corners = (chess.H1, chess.A1, chess.H8, chess.A8) if white else (chess.A8, chess.H8, chess.A1, chess.H1)
    rights = board.clean_castling_rights()
    castle = sum(1 << bit for bit, corner in enumerate(corners) if rights & chess.BB_SQUARES[corner])
    passed = NOBODY if board.ep_square is None else turned(board.ep_square, white)
    return Setting(words_of("".join(men), white), board.turn == white, castle, passed)


def words_of(men: str, white: bool) -> list[int]:
    """Return TA1 of a board, a sign for each square from 00 on: K a white king, k a black one. Pages run it, too.

    A man beyond those that a side begins with has the number of a pawn.
    """
    words = [0 for _ in range(64)]
    for own in (True, False):
        free = [each + 1 for each in range(PER_SIDE)]
        promoted = []
        for square in range(64):
            if men[square] != EMPTY and ((men[square] == men[square].upper()) == white) == own:
                usual = [each for each in NUMBERS[men[square].upper()] if each in free]
                if len(usual) == 0:
                    promoted.append(square)
                else:
                    free.remove(usual[0])
                    words[63 - square] = man(men[square], usual[0], own)
        for square in promoted:
            if len(free) > 0:
                words[63 - square] = man(men[square], free.pop(), own)
    return words


def man(sign: str, number: int, own: bool) -> int:
    """Return the word of a man: prefix, decrement and address. `own`: the machine's; `number`: 1 to 16."""
    return (MINUS if own else 0) + (number if own else number + PER_SIDE) * (1 << DECREMENT) + KINDS.find(sign.upper())


def move_word(board: chess.Board, move: chess.Move, white: bool) -> int:
    """Return the word of a legal move."""
    start, to = turned(move.from_square, white), turned(move.to_square, white)
    if board.is_castling(move):
        return to << DECREMENT | CASTLING << TAG | (0o77 if to > start else 0)
    tag = EN_PASSANT if board.is_en_passant(move) else PROMOTION if move.promotion else REGULAR
    return MINUS * board.is_capture(move) | start << DECREMENT | tag << TAG | to


def move_of(word: int, board: chess.Board, white: bool) -> chess.Move | None:
    """Return the legal move that a word means; None if there is none."""
    import chess

    legal = (move for move in board.legal_moves if move.promotion in (None, chess.QUEEN))
    return next((move for move in legal if move_word(board, move, white) == word), None)
