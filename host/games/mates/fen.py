"""Positions in FEN: the men, the side to move, castling, en passant, two counters. Only the men need be there.

    r2qkbnr/ppp2p1p/2np2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 1

The side to move must be White's. What FEN says of castling and en passant is considered by option only; without it
`Position.rights` names it.

Source: Portable Game Notation, 16.1: Forsyth-Edwards Notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from emulators.errors import Place, SourceError
from host.games.checkers.notation import typed, within
from host.games.mates.position import PIECES, SIZE, Men, Rights, numbered, square

MOST_MEN = 16
EXAMPLE = "such as kbK5/pp6/1P6/8/8/8/8/R7 w"
FIELDS = ("the men", "the side to move", "castling", "en passant", "a counter", "a counter")
CASTLING = re.compile(r"-|K?Q?k?q?")
EN_PASSANT = re.compile(r"-|[a-h]6")
COUNTER = re.compile(r"[0-9]+")
WORD = re.compile(r"\S+")


class Position(NamedTuple):
    """What a FEN says."""

    men: Men
    castling: str  # KQkq or some of them
    en_passant: str  # a square or nothing

    @property
    def rights(self) -> str:
        """What the program does not consider, in words; nothing if there is nothing."""
        castling = f"castling ({self.castling})" if self.castling else ""
        passing = f"the capture en passant on {self.en_passant}" if self.en_passant else ""
        return " and ".join(filter(None, (castling, passing)))

    @property
    def given(self) -> Rights:
        """The same for the rules."""
        return Rights(self.castling, numbered(self.en_passant) if self.en_passant else 0)


def parse(text: str, at: Place | None = None, *, full: bool = False) -> Position:
    """Return the position of a FEN; raises SourceError.

    `at` is where the text stands, for messages; `full`: rights are considered, so they must fit the men.
    """
    at = at or typed(text, "position")
    words = [(found[0], within(at, found.start(), len(found[0]))) for found in WORD.finditer(text)]
    if not words:
        raise SourceError(at, "there is no position", EXAMPLE)
    if len(words) > len(FIELDS):
        raise SourceError(words[len(FIELDS)][1], "a FEN has six fields at most", EXAMPLE)
    men = dict(men_of(*words[0]))
    check(men, words[0][1])
    fields = [word for word, _ in words[1:]] + ["w", "-", "-", "0", "1"][len(words) - 1 :]
    check_field(words, 1, fields[0] == "w", "it must be White who moves: expected w", "turn the colours round")
    check_field(words, 2, CASTLING.fullmatch(fields[1]), "expected who may castle: some of KQkq, or -")
    check_field(words, 3, EN_PASSANT.fullmatch(fields[2]), "expected a square of the sixth rank, or -")
    check_field(words, 4, COUNTER.fullmatch(fields[3]), "expected a number of half-moves")
    check_field(words, 5, COUNTER.fullmatch(fields[4]), "expected the number of the move")
    position = Position(men, fields[1].strip("-"), fields[2].strip("-"))
    if full:
        for letter in position.castling:
            rank, corner = ("1", "h" if letter == "K" else "a") if letter.isupper() else ("8", "ah"[letter == "k"])
            king, rook = ("K", "R") if letter.isupper() else ("k", "r")
            there = men.get(numbered(f"e{rank}")) == king and men.get(numbered(f"{corner}{rank}")) == rook
            check_field(words, 2, there, f"'{letter}' needs a king on e{rank} and a rook on {corner}{rank}")
        if passed := position.given.en_passant:
            fits = men.get(passed - SIZE) == "p" and passed not in men and passed + SIZE not in men
            check_field(words, 3, fits, f"no black pawn has just passed {position.en_passant}")
    return position


def check_field(words: list[tuple[str, Place]], index: int, good: object, message: str, hint: str = "") -> None:
    """Raise SourceError for a field that is there and not good."""
    if not good and index < len(words):
        raise SourceError(words[index][1], message, hint)


def men_of(text: str, at: Place) -> Iterator[tuple[int, str]]:
    """Yield squares and their men; raises SourceError."""
    rank, file = SIZE - 1, 0
    for offset, each in enumerate(text):
        here = within(at, offset)
        if each == "/":
            if file < SIZE:
                raise SourceError(here, f"rank {rank + 1} has {file} squares, not 8")
            rank, file = rank - 1, 0
            if rank < 0:
                raise SourceError(here, "the board has eight ranks")
            continue
        if each.upper() in PIECES:
            width = 1
        elif each in "12345678":
            width = int(each)
        else:
            raise SourceError(here, f"'{each}' is no man and no number of empty squares", "men are KQRBNP and kqrbnp")
        if file + width > SIZE:
            raise SourceError(here, f"rank {rank + 1} has more than 8 squares")
        if each in "Pp" and rank in (0, SIZE - 1):
            raise SourceError(here, f"a pawn cannot stand on rank {rank + 1}")
        if not each.isdigit():
            yield square(file, rank), each
        file += width
    if rank or file < SIZE:
        raise SourceError(within(at, len(text) - 1), "the position ends before h1", EXAMPLE)


def check(men: Men, at: Place) -> None:
    """Raise SourceError for men that cannot be on a board together."""
    sides = {"White": [man for man in men.values() if man.isupper()],
             "Black": [man.upper() for man in men.values() if man.islower()]}  # fmt: skip
    for side, own in sides.items():
        if own.count("K") != 1:
            raise SourceError(at, f"{side} has {own.count('K') or 'no'} king{'s' * (own.count('K') > 1)}")
        if len(own) > MOST_MEN:
            raise SourceError(at, f"{side} has {len(own)} men: {MOST_MEN} at most")
