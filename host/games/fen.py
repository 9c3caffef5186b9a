"""Positions of chess: men on squares, White to move; castling and en passant only where `Rights` are given. And as FEN.

Squares are numbered as by the program: 1 is a1, 2 is b1, 64 is h8. Men are letters as in FEN: KQRBNP White's, kqrbnp
Black's. The rules are those of python-chess.

    r2qkbnr/ppp2p1p/2np2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 1

Of a FEN only the men need be there, and it must be White who moves. Castling and en passant are considered by option
only; without it `Position.rights` names them.

Problems are typed, or are in a file:

    problems.fen   a FEN in each line; empty lines and those with # in front say nothing
    problems.tsv   a name, perhaps more columns, and a FEN, with tabs between

Source: Portable Game Notation, 16.1: Forsyth-Edwards Notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from emulators.errors import IronboardError, Place, SourceError, SourceErrors
from host.formats import storage
from host.games.boards import men_of_rows, typed, words_of

if TYPE_CHECKING:
    import chess


Men = Mapping[int, str]  # square -> man
SIZE = 8
SQUARES = range(1, SIZE * SIZE + 1)
FILES = "abcdefgh"
PIECES = "PNBRQK"
BOARD_PIXELS = 336  # of a board in a notebook


class Move(NamedTuple):
    """A move. `promotion` is a pawn's new piece, a capital; empty for other moves."""

    start: int
    end: int
    promotion: str = ""

    def __str__(self) -> str:
        return f"{name(self.start)}{name(self.end)}{self.promotion.lower()}"


class Rights(NamedTuple):
    """The special moves that a position allows."""

    castling: str = ""  # KQkq or some of them
    en_passant: int = 0  # the square that a pawn has just passed, 0: none


def name(number: int) -> str:
    """Return the name of a square."""
    file, rank = place(number)
    return f"{FILES[file]}{rank + 1}"


def numbered(text: str) -> int:
    """Return the square of a name, a1 to h8."""
    return square(FILES.index(text[0]), int(text[1]) - 1)


def place(number: int) -> tuple[int, int]:
    """Return file and rank of a square, both from 0."""
    rank, file = divmod(number - 1, SIZE)
    return file, rank


def square(file: int, rank: int) -> int:
    """Return the square of a file and a rank, 0 where there is none."""
    return SIZE * rank + file + 1 if 0 <= file < SIZE and 0 <= rank < SIZE else 0


def picture(men: Men, *, black_below: bool = False) -> list[str]:
    """Return the lines of a diagram, White below, or Black."""
    order = -1 if black_below else 1
    ranks = (
        f"{rank + 1}  {' '.join(men.get(square(file, rank), '.') for file in range(SIZE)[::order])}"
        for rank in range(SIZE)[::-order]
    )
    return [*ranks, f"   {' '.join(FILES[::order])}"]


def board_of(men: Men, rights: Rights | None = None, *, white: bool = True) -> chess.Board:
    """Return the board of python-chess with these men; `white`: White is to move."""
    import chess

    board = chess.Board(None)
    board.set_piece_map({square - 1: chess.Piece.from_symbol(man) for square, man in men.items()})
    board.turn = white
    if rights is not None:
        board.set_castling_fen(rights.castling or "-")
        board.ep_square = rights.en_passant - 1 if rights.en_passant else None
    return board


MOST_MEN = 16
EXAMPLE = "such as kbK5/pp6/1P6/8/8/8/8/R7 w"
FIELDS = (  # after the men: the value of a missing field, the pattern, the error for others, and a hint
    ("w", "w", "White must be to move: expected w", "swap the colours"),
    ("-", "-|K?Q?k?q?", "expected castling rights: some of KQkq, or -", ""),
    ("-", "-|[a-h]6", "expected a square of the sixth rank, or -", ""),
    ("0", "[0-9]+", "expected a number of half-moves", ""),
    ("1", "[0-9]+", "expected the number of the move", ""),
)


class Position(NamedTuple):
    """The position of a FEN."""

    men: Men
    castling: str  # KQkq or some of them
    en_passant: str  # a square or nothing

    def _repr_html_(self) -> str:
        from chess import svg

        return str(svg.board(board_of(self.men), size=BOARD_PIXELS))

    @property
    def rights(self) -> str:
        """The rights that the program does not consider, in words; empty without any."""
        castling = f"castling ({self.castling})" if self.castling else ""
        passing = f"the capture en passant on {self.en_passant}" if self.en_passant else ""
        return " and ".join(filter(None, (castling, passing)))

    @property
    def given(self) -> Rights:
        """The same for the rules."""
        return Rights(self.castling, numbered(self.en_passant) if self.en_passant else 0)


def parse(text: str, at: Place | None = None, *, full: bool = False) -> Position:
    """Return the position of a FEN; raises SourceError.

    `at` is the place of the text, for messages; `full`: rights are considered, so they must fit the men.
    """
    at = at or typed(text, "position")
    words = words_of(text, at)
    if not words:
        raise SourceError(at, "there is no position", EXAMPLE)
    if len(words) > len(FIELDS) + 1:
        raise SourceError(words[len(FIELDS) + 1][1], "a FEN has six fields at most", EXAMPLE)
    men = _men(*words[0])
    for (_, form, message, hint), (word, here) in zip(FIELDS, words[1:], strict=False):
        if not re.fullmatch(form, word):
            raise SourceError(here, message, hint)
    fields = [word for word, _ in words[1:]] + [missing for missing, *_ in FIELDS[len(words) - 1 :]]
    position = Position(men, fields[1].strip("-"), fields[2].strip("-"))
    if full:
        for letter in position.castling:
            rank, corner = ("1", "h" if letter == "K" else "a") if letter.isupper() else ("8", "ah"[letter == "k"])
            king, rook = ("K", "R") if letter.isupper() else ("k", "r")
            if (men.get(numbered(f"e{rank}")), men.get(numbered(f"{corner}{rank}"))) != (king, rook):
                message = f"'{letter}' needs a king on e{rank} and a rook on {corner}{rank}"
                raise SourceError(words[2][1], message)
        passed = position.given.en_passant
        if passed and (men.get(passed - SIZE) != "p" or passed in men or passed + SIZE in men):
            raise SourceError(words[3][1], f"no black pawn has just passed {position.en_passant}")
    return position


def _men(text: str, at: Place) -> dict[int, str]:
    """Return the men of the first field; raises SourceError."""
    men = {}
    for x, y, man, here in men_of_rows(
        text, at, SIZE, SIZE, PIECES + PIECES.lower(), "men are KQRBNP and kqrbnp", row="rank"
    ):
        if man in "Pp" and y in (1, SIZE):
            raise SourceError(here, f"a pawn cannot stand on rank {y}")
        men[square(x - 1, y - 1)] = man
    for side, own in (("White", [man for man in men.values() if man.isupper()]),
                      ("Black", [man.upper() for man in men.values() if man.islower()])):  # fmt: skip
        if own.count("K") != 1:
            raise SourceError(at, f"{side} has {own.count('K') or 'no'} king{'s' * (own.count('K') > 1)}")
        if len(own) > MOST_MEN:
            raise SourceError(at, f"{side} has {len(own)} men: {MOST_MEN} at most")
    return men


LIMIT = 1 << 20  # bytes of a file


class Problem(NamedTuple):
    """A position to solve; `title` is its name in a file."""

    title: str
    fen: str
    position: Position


def problems(typed: Sequence[str], file: Path | None, *, full: bool = False) -> list[Problem]:
    """Return the problems that were typed, then those of a file; raises SourceErrors with all faults.

    `full`: their rights are considered, see parse.
    """
    found, faults = [], []
    for title, text, place in [*(("", text, None) for text in typed), *(listed(file) if file else ())]:
        try:
            found.append(Problem(title, text, parse(text, place, full=full)))
        except SourceError as fault:
            faults.append(fault)
    if faults:
        raise SourceErrors(faults)
    if not found:
        raise IronboardError(f"{file}: the file contains no problems")
    return found


def listed(path: Path) -> Iterator[tuple[str, str, Place]]:
    """Yield title, FEN and place of the problems of a file."""
    lines = storage.text_of(storage.read_filled(path, LIMIT, "a file of problems"), path).splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        *titles, text = line.split("\t")
        yield " ".join(titles), text, Place(str(path), number, len(line) - len(text) + 1, max(1, len(text)), line)
