"""Files of games of Kalah: a notation of our own, in the form of PGN, for Kalah has no standard.

    [South "player"]
    [North "CDC 6600, 6 moves ahead"]
    [Result "*"]
    [Rules "standard"]
    [Position "6,6,6,6,6,6,0/6,6,6,6,6,6,0 south"]

    1. 6,3 4 2. 1,5 *

A move is the pits that a side plays before it is the other side's turn, each by its number from the kalah, with commas
between them. The first move of each pair is South's; 1-0 is a win of South's. The tag Position has the board on which
the game begins (the usual one if it is missing), as host/games/kalah_board.py describes it. Rules says whether a last
counter in an empty pit captures only if there are counters opposite (standard), or always.
"""

from __future__ import annotations

from dataclasses import replace

from emulators.errors import IronboardError, Place, SourceError
from host.games import movetext
from host.games.kalah_board import IllegalMove, Move, Position, Side, opening, parse

STANDARD, ALWAYS = RULES = ("standard", "always")  # values of the tag Rules

Record = movetext.Record[Position, Move]


class Kalah(movetext.Notation[Position, Move]):
    """Kalah's files."""

    title, suffix = "a game of Kalah", ".kalah"
    move_form = r"[0-9]+(?:,[0-9]+)*(?![0-9,]|\s?\.)"
    roster = ("Event", "Site", "Date", "Round", "South", "North", "Result")
    start_tag, always_starts = "Position", True
    opening = opening()

    def position(self, text: str, place: Place) -> Position:
        """Return the position of a tag Position; raises SourceError."""
        try:
            return parse(text)
        except IronboardError as error:
            raise SourceError(place, str(error)) from error

    def position_written(self, position: Position) -> str:
        """Return a position for that tag."""
        return str(position)

    def tagged(self, game: Record, name: str, value: str, place: Place) -> None:
        """Take the rule from its tag."""
        if name == "Rules" and value.lower() not in RULES:
            raise SourceError(place, f"'{value}' are no rules of Kalah: expected {' or '.join(RULES)}")
        game.start = replace(game.start, always=game.tags.get("Rules", STANDARD).lower() == ALWAYS)

    def tags_of(self, game: Record) -> dict[str, str]:
        """Return the tag with the rule."""
        return {"Rules": RULES[game.start.always]}

    def move(self, text: str, position: Position, place: Place) -> Move:
        """Return the legal move that is meant; raises SourceError."""
        move = tuple(int(pit[:4]) for pit in text.split(","))  # Python reads no number of 5,000 digits
        try:
            position.played(move)
        except IllegalMove as error:
            raise SourceError(place, f"'{text}' is not legal: {error}") from error
        return move

    def move_written(self, move: Move, position: Position) -> str:
        """Return a move as files have it."""
        return ",".join(map(str, move))

    def after(self, position: Position, move: Move) -> Position:
        """Return the position after a move."""
        return position.played(move)

    def add(self, game: Record, move: Move, position: Position) -> None:
        """Add the pits of a move, which may be the rest of one."""
        if game.moves and self.positions(game)[-2].to_move is position.to_move:
            game.moves[-1] += move
        else:
            game.moves.append(move)

    def second(self, position: Position) -> bool:
        """Return whether North is to move."""
        return position.to_move is Side.NORTH


KALAH = Kalah()
