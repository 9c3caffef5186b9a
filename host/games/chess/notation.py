"""The English notation of 1958: P-K4, N-KB3, B(Q4)XP(N7), P-K8(Q), PXP EP, O-O.

Files are named after the men that begin on them, ranks are counted from the mover's side. A move is written as short as
it means one legal move only; a man's square follows it in parentheses where that is needed.

Source: A. Bernstein, M. de V. Roberts, Computer v. Chess-Player, Scientific American, June 1958, 96-105.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from emulators.errors import Place, SourceError

if TYPE_CHECKING:
    import chess

FILES = ("QR", "QN", "QB", "Q", "K", "KB", "KN", "KR")
FORM = re.compile(r"[KQRBNP](?:\([^)]*\))?\s*(?:-\s*[KQRBNP]|X\s*[QRBNP](?![1-8])).*")
CASTLES = re.compile(r"([O0](?:-[O0]){1,2})\s*(?:CH)?[+#!?.]*", re.IGNORECASE)
PROMOTED = re.compile(r"(?<=[1-8)QRBN])(?:=|/|(?<=[8)]))([QRBN])$")


def squares(square: int, white: bool) -> tuple[str, ...]:
    """Return the names of a square for a side: first the short one, which may be that of another square, too."""
    rank = str(square // 8 + 1 if white else 8 - square // 8)
    name = FILES[square % 8]
    return (name[-1] + rank, name + rank) if len(name) > 1 else (name + rank,)


def forms(board: chess.Board, move: chess.Move) -> Iterator[str]:
    """Yield the ways to write a legal move, the short ones first."""
    import chess

    if board.is_castling(move):
        yield "O-O" if chess.square_file(move.to_square) == 6 else "O-O-O"
        return
    white = board.turn
    man = chess.piece_symbol(board.piece_type_at(move.from_square) or 0).upper()
    promoted = f"({chess.piece_symbol(move.promotion).upper()})" if move.promotion else ""
    from_here = ["", *(f"({name})" for name in squares(move.from_square, white))]
    if board.is_capture(move):
        taken = board.piece_type_at(move.to_square)
        there = ["", *(f"({name})" for name in squares(move.to_square, white))]
        end = promoted if taken else " EP"
        letter = chess.piece_symbol(taken or chess.PAWN).upper()
        ways = sorted(((h, t) for h in from_here for t in there), key=lambda way: len("".join(way)))
        yield from (f"{man}{here}X{letter}{to}{end}" for here, to in ways)
    else:
        yield from (f"{man}{here}-{to}{promoted}" for here in from_here for to in squares(move.to_square, white))


@lru_cache(maxsize=8)
def meanings(fen: str) -> dict[str, list[chess.Move]]:
    """Return the legal moves that each text means in a position."""
    import chess

    found: dict[str, list[chess.Move]] = {}
    board = chess.Board(fen)
    for move in board.legal_moves:
        for form in forms(board, move):
            found.setdefault(plain(form), []).append(move)
    return found


def is_english(text: str) -> bool:
    """Return whether a text has the form of such a move, rather than of an algebraic one."""
    return FORM.fullmatch(text.upper()) is not None


def castling(text: str) -> str:
    """Return a text that means castling as it is written today; any other as it is."""
    found = CASTLES.fullmatch(text)
    return found[1].upper() if found else text


def plain(text: str) -> str:
    """Return a text as texts are compared: capitals, P-K8=Q as P-K8(Q), without blanks and marks of check."""
    short = re.sub(r"[\s+#!?.]|CH\W*$|E\.?P\.?$", "", text.upper().replace("0", "O").replace("*", "X"))
    return PROMOTED.sub(r"(\1)", short)


def written(board: chess.Board, move: chess.Move) -> str:
    """Return a legal move, as short as it means no other one."""
    known = meanings(board.fen())
    return next(form for form in forms(board, move) if len(known[plain(form)]) == 1)


def read(text: str, board: chess.Board, place: Place) -> chess.Move:
    """Return the legal move that is meant; raises SourceError."""
    known = meanings(board.fen())
    found = known.get(plain(text), [])
    if len(found) == 1:
        return found[0]
    if found:
        ways = " or ".join(written(board, move) for move in found)
        raise SourceError(place, f"'{text}' can mean several moves", f"write {ways}")
    moves = {written(board, each[0]) for form, each in known.items() if form[0] == text[0].upper()}
    raise SourceError(place, f"'{text}' is not legal", f"legal are {', '.join(sorted(moves))}" if moves else "")
