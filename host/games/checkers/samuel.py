"""A position as the programs of the 704 hold it: four words of 36 bits, one bit for each square.

Samuel numbered the squares 1 to 35 and left out 9, 18 and 27. So every move adds or subtracts 4 or 5, wherever it
begins, and a step off the side of the board leads to a number that is not a square:

     .  1  .  2  .  3  .  4
     5  .  6  .  7  .  8  .   9
     . 10  . 11  . 12  . 13
    14  . 15  . 16  . 17  .  18
     . 19  . 20  . 21  . 22
    23  . 24  . 25  . 26  .  27
     . 28  . 29  . 30  . 31
    32  . 33  . 34  . 35  .

Square n is bit n of the word, counted from the left as the 704's manual counts: S, 1, 2, ... 35. S is always 0, so a
word is a positive number. The words are black men, white men, black kings, white kings, BM, WM, BK, WK, on cards and
paper; while a program moves they are the pieces of both sides that go forward and backward, FA, BA, FP, BP.

Source: A. G. Bell, Games Playing with Computers, section 3.2, figures 3.9 and 3.10.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from emulators.errors import IronboardError
from host.games.boards import Colour
from host.games.checkers.rules import OPENING, SQUARES, Piece, Position

LAST = 35  # of Samuel's numbers, and of the bits
NAMES = ("BM", "WM", "BK", "WK")  # of the words, in the programs
PIECES = (Piece.BLACK_MAN, Piece.WHITE_MAN, Piece.BLACK_KING, Piece.WHITE_KING)  # of the words, in their order
WORD = (1 << 36) - 1


class BadWords(IronboardError):
    """Four words that are not a position."""


class Words(NamedTuple):
    """The four words of a position: unsigned, 36 bits each."""

    black_men: int
    white_men: int
    black_kings: int
    white_kings: int


def samuel(square: int) -> int:
    """Return Samuel's number of a square, 1 to 35."""
    return square + (square - 1) // 8


NUMBERS = {samuel(square): square for square in SQUARES}  # Samuel's number -> the usual one
GAPS = tuple(number for number in range(1, LAST + 1) if number not in NUMBERS)


def bit(number: int) -> int:
    """Return the word with a 1 in one of the places S (0) to 35."""
    return 1 << (LAST - number)


def word(squares: Iterable[int]) -> int:
    """Return the word with these squares, which have their usual numbers."""
    return sum({bit(samuel(square)) for square in squares})


def squares(word: int) -> list[int]:
    """Return the squares of a word by their usual numbers; other bits are left out."""
    return [square for number, square in NUMBERS.items() if word & bit(number)]


VALID = word(SQUARES)
GUARD = sum(bit(number) for number in GAPS)


def words_of(position: Position) -> Words:
    """Return a position as four words."""
    return Words(*(word(at for at, what in position.pieces.items() if what is piece) for piece in PIECES))


def position_of(words: Sequence[int], to_move: Colour) -> Position:
    """Return the position of four words; raises BadWords for a bit that is not a square, or a square taken twice."""
    found: dict[int, Piece] = {}
    for name, piece, each in zip(NAMES, PIECES, words, strict=True):
        if each & ~VALID:
            raise BadWords(f"{name} is {octal(each)}: it has bits that are not squares")
        for square in squares(each):
            if square in found:
                raise BadWords(
                    f"{name} is {octal(each)}: there is another piece on square {square} (bit {samuel(square)})"
                )
            found[square] = piece
    return Position(found, to_move)


def octal(word: int) -> str:
    """Return a word as on listings and cards: 12 octal digits."""
    return f"{word:012o}"


def printed(word: int) -> str:
    """Return a word as the book prints it: 36 places, the first of them square 1, the last always 0 here."""
    return f"{word & (WORD >> 1):035b}0"


def empty(words: Words) -> int:
    """Return the empty squares."""
    return ~(words.black_men | words.white_men | words.black_kings | words.white_kings) & VALID


START = words_of(OPENING)


# ---------------------------------------------------------------- as the programs see it


class Board(NamedTuple):
    """The four words by which the programs move: forward is to higher squares, a king moves both ways.

    Active is the side to move, passive the other one. So a man of Black's is in a forward word alone, one of White's in
    a backward word alone, a king of either in both.

    Source: A. L. Samuel, Some Studies in Machine Learning Using the Game of Checkers (1959), appendix A.
    """

    forward_active: int  # FA
    backward_active: int  # BA
    forward_passive: int  # FP
    backward_passive: int  # BP


def board_of(words: Words, to_move: Colour) -> Board:
    """Return a position as one of the two sides, which is to move, sees it."""
    black = words.black_men | words.black_kings, words.black_kings
    white = words.white_kings, words.white_men | words.white_kings
    return Board(*black, *white) if to_move is Colour.BLACK else Board(*white, *black)


def words_of_board(board: Sequence[int], to_move: Colour) -> Words:
    """Return the words of a board of the programs: FA BA FP BP, and those after them."""
    active, passive = board[:2], board[2:4]
    black, white = (active, passive) if to_move is Colour.BLACK else (passive, active)
    kings = black[0] & black[1], white[0] & white[1]
    return Words(black[0] ^ kings[0], white[1] ^ kings[1], *kings)
