"""Files of games of chess: Portable Game Notation, by the rules of python-chess.

host/games/movetext.py has all that PGN shares with other notations. Moves may be short (Nf3) or have both squares
(g1f3).

Source: Portable Game Notation Specification and Implementation Guide, 1994.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from emulators.errors import Place, SourceError
from host.games import movetext

if TYPE_CHECKING:
    import chess

P = TypeVar("P")
M = TypeVar("M")
USUAL = ("", "chess", "standard", "from position")  # values of the tag Variant that mean chess


class Pgn(movetext.Notation[P, M]):
    """The form of PGN. `variants`: values of the tag Variant that mean the game, in small letters."""

    title, suffix = "PGN", ".pgn"
    move_form = r"(?:[A-Za-z]|0-0)[\w=,+\#-]*"
    variants: tuple[str, ...] = USUAL

    def tagged(self, game: movetext.Record[P, M], name: str, value: str, place: Place) -> None:
        """Raise SourceError for another game."""
        if name.upper() == "VARIANT" and value.lower() not in self.variants:
            expected = next(filter(None, self.variants))
            raise SourceError(place, f"the game is {value}: expected {expected}")


Record = movetext.Record["chess.Board", "chess.Move"]


class Chess(Pgn["chess.Board", "chess.Move"]):
    """PGN of chess. Boards are never changed."""

    @cached_property
    def opening(self) -> chess.Board:  # type: ignore[override]  # made when it is asked for: python-chess loads slowly
        """The usual beginning."""
        import chess

        return chess.Board()

    def position(self, text: str, place: Place) -> chess.Board:
        """Return the position of a tag FEN; raises SourceError."""
        import chess

        try:
            board = chess.Board(text)
        except ValueError as error:
            raise SourceError(place, f"this is not a FEN: {error}", "such as 8/8/8/3k4/8/8/8/R6K w - - 0 1") from error
        if not board.is_valid():
            why = board.status().name or "it cannot be"
            raise SourceError(place, f"this is no position of chess: {why.lower().replace('_', ' ')}")
        return board

    def position_written(self, position: chess.Board) -> str:
        """Return a position for that tag."""
        return position.fen()

    def move(self, text: str, position: chess.Board, place: Place) -> chess.Move:
        """Return the legal move that is meant; raises SourceError."""
        import chess

        try:
            move = position.parse_san(text)
            if move:
                return move
            raise chess.InvalidMoveError
        except chess.InvalidMoveError:
            raise SourceError(place, f"'{text}' is not a move", "write Ke5, exd5, e8=Q or O-O") from None
        except chess.AmbiguousMoveError:
            raise SourceError(place, f"'{text}' can mean several moves", "write the file or rank, too: Nbd2") from None
        except chess.IllegalMoveError:
            raise SourceError(place, f"'{text}' is not legal: {reason(text, position)}") from None

    def move_written(self, move: chess.Move, position: chess.Board) -> str:
        """Return a move in short notation."""
        return position.san(move)

    def after(self, position: chess.Board, move: chess.Move) -> chess.Board:
        """Return the position after a move."""
        board = position.copy(stack=False)
        board.push(move)
        return board

    def second(self, position: chess.Board) -> bool:
        """Return whether Black is to move."""
        return not position.turn


def reason(text: str, board: chess.Board) -> str:
    """Return why no legal move is written so."""
    import chess

    side = chess.COLOR_NAMES[board.turn]
    found = chess.SAN_REGEX.match(text)
    if found is None:
        return f"{side} cannot castle now"
    square, begun = chess.parse_square(found[4]), (found[2] or "") + (found[3] or "")
    piece = chess.PIECE_SYMBOLS.index(found[1].lower()) if found[1] else chess.PAWN
    if not found[1] and len(begun) == 2:  # both squares: g1f3
        piece = board.piece_type_at(chess.parse_square(begun)) or piece
    moves = [
        move
        for move in board.generate_pseudo_legal_moves(to_mask=chess.BB_SQUARES[square])
        if board.piece_type_at(move.from_square) == piece and not board.is_castling(move)
        if begun in chess.SQUARE_NAMES[move.from_square]
    ]
    if not moves:
        here = f" on {begun}" if begun else ""
        return f"no {chess.piece_name(piece)} of {side}{here} can go to {found[4]}"
    if any(map(board.is_legal, moves)):
        return f"the pawn becomes a queen, rook, bishop or knight: {found[4]}=Q"
    return f"{side}'s king would be in check"


CHESS = Chess()
