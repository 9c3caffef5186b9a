"""Files of games with any rules: PGN for chess, and in the form of PGN for all others.

    [Variant "ttt-place"]
    [Result "*"]
    [FEN "X2/3/2O w - - 0 1"]

    1. a1 b2 *

Games that are not chess have the name of their rules as Variant. White is the first player. Squares are a1 to z99, the
letter being the abscissa. A move is in the long notation (c4-c5, Nd5xf6, b2 for a man that is put there), its parts
with commas between them (c3-e5,xd4). Who may move where the 6600 says, which has the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from emulators.errors import Place, SourceError
from host.games import movetext
from host.games.boards import within
from host.games.pgn import USUAL, Pgn
from host.games.pitrat.notation import MOST_SHOWN, Notation, Refused, meant_in_chess
from host.games.pitrat.position import Position, parse_fen
from host.games.pitrat.program import Found, after

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.games.pitrat.rules import Rules

Record = movetext.Record[Position, Found]


class PitratFiles(Pgn[Position, Found]):
    """The files of a game. `legal`: finds the moves of a position, none where the game has ended."""

    move_form = r"(?:[A-Za-z]|0-0)[\w@=,+\#-]*"

    def __init__(self, rules: Rules, legal: Callable[[Position], Sequence[Found]]) -> None:
        self.game, self.legal, self.opening = rules.game, legal, rules.start()
        self.notation = Notation(rules.game, "san" if rules.game.chess else "long")
        self.variants = USUAL if rules.game.chess else (rules.path.stem.lower(),)

    def tags_of(self, game: Record) -> dict[str, str]:
        """Return the tag with the name of the rules."""
        return {} if self.game.chess else {"Variant": self.variants[0]}

    def position(self, text: str, place: Place) -> Position:
        """Return the position of a tag FEN; raises SourceError."""
        try:
            return parse_fen(text, self.game)
        except SourceError as error:
            at = within(place, error.place.column - 1, error.place.length)
            raise SourceError(at, error.message, error.hint) from error

    def position_written(self, position: Position) -> str:
        """Return a position for that tag."""
        return position.fen()

    def move(self, text: str, position: Position, place: Place) -> Found:
        """Return the legal move that is meant; raises SourceError."""
        legal = self.legal(position)
        if not legal:
            raise SourceError(place, f"'{text}' is not legal: the game is over")
        try:
            return self.notation.parse(text.replace(",", " "), position, legal)
        except Refused as error:
            if self.game.chess and (found := meant_in_chess(text, position, legal)):
                return found
            shown = [self.move_written(move, position) for move in legal[:MOST_SHOWN]]
            hint = f"legal: {' '.join(shown)}{' ...' * (len(legal) > MOST_SHOWN)}"
            raise SourceError(place, str(error) or f"'{text}' is not a legal move", hint) from None

    def move_written(self, move: Found, position: Position) -> str:
        """Return a move as files have it."""
        return self.notation.move(position, move).replace(" ", ",")

    def after(self, position: Position, move: Found) -> Position:
        """Return the position after a move."""
        return after(position, move)

    def second(self, position: Position) -> bool:
        """Return whether the second player is to move."""
        return position.player != 1
