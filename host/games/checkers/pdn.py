"""Files of games of checkers and of international draughts: Portable Draughts Notation, read and written.

host/games/movetext.py has all that PDN shares with other notations. 1-0 is a win of White's, as the tags have it,
although Black moves first in checkers.

Source: Portable Draughts Notation 3.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

from emulators.errors import Place, SourceError, SourceErrors
from host.formats import storage
from host.games import movetext
from host.games.boards import Colour
from host.games.checkers.notation import parse_move, parse_position, short
from host.games.checkers.rules import OPENING, Move, Placing, Position, Result
from host.games.movetext import DRAWN, LARGEST, OPEN

WHITE_WINS, BLACK_WINS = movetext.FIRST_WINS, movetext.SECOND_WINS

P = TypeVar("P", bound=Placing[Any])
M = TypeVar("M")


class Pdn(movetext.Notation[P, M]):
    """PDN of either game. `game_type`: its number among the kinds that PDN has; `first`: the side that begins."""

    title, suffix = "PDN", ".pdn"
    result_form = "1/2(?:-1/2)?|[012]-[012]"
    move_form = r"[0-9]+(?:\s?[-x:X×]\s?[0-9]+)+"
    game_type: ClassVar[str]
    named: ClassVar[str]
    first: ClassVar[Colour]

    def position_written(self, position: P) -> str:
        """Return a position for the tag FEN."""
        return position.fen

    def after(self, position: P, move: M) -> P:
        """Return the position after a move."""
        return position.played(move)

    def second(self, position: P) -> bool:
        """Return whether the side to move is the one with the second move of each pair."""
        return position.to_move is not self.first

    def tagged(self, game: movetext.Record[P, M], name: str, value: str, place: Place) -> None:
        """Raise SourceError for a game of another type."""
        if name.upper() == "GAMETYPE" and value.split(",")[0].strip() != self.game_type:
            raise SourceError(place, f"the game's type is {value}: expected {self.game_type}, {self.named}")

    def tags_of(self, game: movetext.Record[P, M]) -> dict[str, str]:
        """Return the tag with the game's type."""
        return {"GameType": self.game_type}


def result_of(result: Result | None) -> str:
    """Return how a result is written."""
    if result is None:
        return OPEN
    return {Colour.WHITE: WHITE_WINS, Colour.BLACK: BLACK_WINS, None: DRAWN}[result.winner]


# ---------------------------------------------------------------- checkers


@dataclass
class Record(movetext.Record[Position, Move]):
    """A game of checkers."""

    tags: dict[str, str] = field(default_factory=dict)
    start: Position = OPENING

    @property
    def positions(self) -> list[Position]:
        """The positions before the moves, and the one after the last."""
        return CHECKERS.positions(self)


class Checkers(Pdn[Position, Move]):
    """PDN of checkers."""

    game_type, named, first = "21", "English draughts", Colour.BLACK
    opening = OPENING

    def position(self, text: str, place: Place) -> Position:
        """Return the position of a tag FEN; raises SourceError."""
        return parse_position(text, place)

    def move(self, text: str, position: Position, place: Place) -> Move:
        """Return the legal move that is meant; raises SourceError."""
        return parse_move(text, position, place)

    def move_written(self, move: Move, position: Position) -> str:
        """Return the shortest unambiguous form of a move."""
        return short(move, position)

    def begun(self, line: int) -> Record:
        """Return a game without tags and moves."""
        return Record(line=line)


CHECKERS = Checkers()


class Skipped(NamedTuple):
    """A game that is wrong: the error, and the moves before it."""

    error: SourceError
    game: movetext.Record[Position, Move]

    def __str__(self) -> str:
        sides = " - ".join(self.game.tags.get(side, "?") for side in ("Black", "White"))
        event = f", {self.game.tags['Event']}" if "Event" in self.game.tags else ""
        return f"{self.error}\n       skipped: the game {sides}{event}, which begins in line {self.game.line}"


def collection(path: Path) -> tuple[list[Record], list[Skipped]]:
    """Return the games of a file, and those that are wrong; raises ImageError if it cannot be read."""
    return sorted_out(movetext.decoded(storage.read_filled(path, LARGEST, "a file of games")), str(path))


def read_file(path: Path) -> list[Record]:
    """Return the games of a file; raises ImageError if it cannot be read, SourceErrors if it is wrong."""
    return without_errors(*collection(path))


def read(text: str, file: str = "games") -> list[Record]:
    """Return the games of a text; raises SourceErrors with the first error of each game."""
    return without_errors(*sorted_out(text, file))


def without_errors(games: list[Record], skipped: list[Skipped]) -> list[Record]:
    """Return the games; raises SourceErrors if there are others that are wrong."""
    if skipped:
        raise SourceErrors([each.error for each in skipped])
    return games


def sorted_out(text: str, file: str) -> tuple[list[Record], list[Skipped]]:
    """Return the games of a text, and those that are wrong."""
    games, skipped = [], []
    for part in CHECKERS.parts_of(text, file):
        game, error = CHECKERS.played(part)
        if error:
            skipped.append(Skipped(error, game))
        else:
            assert isinstance(game, Record)
            games.append(game)
    return games, skipped


def write(games: Iterable[movetext.Record[Position, Move]]) -> str:
    """Return the text of a file with these games."""
    return CHECKERS.write(games)
