"""The notations of games on boards that are clicked: those of the terminal, loaded when they are needed.

A board saves and opens a game by view functions (`save`, `open` of host/ui/parts.py), in a page, too. In windows and
terminals the notation reads the file before that, knows the rules, and chooses the game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple


class GameFile(NamedTuple):
    """The files of a game: how their names end, and the way to their notation."""

    suffix: str
    load: Callable[[], Any]
    is_tidied: bool = False  # the board, which does not know when a short form is enough, writes moves at length

    @property
    def notation(self) -> Any:
        """The notation: `parts`, `read` and `written` of host/games/conversation.py."""
        return self.load()

    def tidied(self, text: str) -> str:
        """Return the text of a game as the notation writes it."""
        if not self.is_tidied:
            return text
        notation = self.notation
        tidied: bytes = notation.written(notation.read(notation.parts(text.encode(), "game")[-1]))
        return tidied.decode()


def draughts() -> Any:
    """Return PDN of international draughts."""
    from host.games.draughts_play import DRAUGHTS

    return DRAUGHTS


def checkers() -> Any:
    """Return PDN of checkers."""
    from host.games.checkers.pdn import CHECKERS

    return CHECKERS


def kalah() -> Any:
    """Return the notation of Kalah."""
    from host.games.kalah_notation import KALAH

    return KALAH


def chess() -> Any:
    """Return PGN of chess, of which a board takes the last position."""
    from host.games.chess.game import LAST_POSITION

    return LAST_POSITION


def go(program: str) -> Any:
    """Return SGF for the boards of a program."""
    from host.games.go.game import PROGRAMS
    from host.games.go.sgf import Sgf

    return Sgf(PROGRAMS[program].title, PROGRAMS[program].sizes)


def ending(program: str) -> Any:
    """Return PGN of games that end with the men of a program."""
    from host.games.endings.game import BoardEndings
    from host.games.endings.notation import VERSIONS

    return BoardEndings(next(each.pieces for each in VERSIONS.values() if each.program == program))


DRAUGHTS, CHECKERS, KALAH = GameFile(".pdn", draughts, True), GameFile(".pdn", checkers), GameFile(".kalah", kalah)
CHESS = GameFile(".pgn", chess)
ENDINGS = {
    name: GameFile(".pgn", partial(ending, name)) for name in ("rook", "queen", "bishops", "knight", "triangles")
}
NPS, ZOBRIST, WALLY = (GameFile(".sgf", partial(go, name)) for name in ("nps", "zobrist", "wally"))
