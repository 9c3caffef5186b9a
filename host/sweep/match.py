"""A game of Go between two players, watched over by somebody who knows the rules.

White moves first after black's handicap stones, as Wally has it, unless the opening says something else. The rules are
those of host/games/go/rules.py: suicide is illegal, and so is retaking a ko at once. A game ends

    passes        when two passes follow each other,
    repetition    when a position comes back: the same stones, the same side to move, the same point forbidden by ko;
                  a player who decides by the board alone would go on like that for ever,
    limit         after so many moves,
    resignation   when somebody resigns,
    crash         when a program ends in the middle of it,
    timeout       when a program does not answer,
    fault         when a player breaks the rules or the protocol, if such games are wanted (FOULS); else it is an error.

After two passes the area is counted, with every stone on the board alive; judging.py asks those who know better.
No komi is given, and nothing for handicap stones.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from emulators.errors import IronboardError
from host.games.engine import Crash, Silence
from host.games.go import gtp
from host.games.go.game import Move
from host.games.go.rules import Colour, IllegalMove, Position
from host.games.wally_board import SIZE
from host.sweep.players import RESIGNATION, Player, random_point

PASSES, REPETITION, LIMIT, RESIGNS = "passes", "repetition", "limit", "resignation"
FAULTS: dict[type[IronboardError], str] = {Crash: "crash", Silence: "timeout"}
FOULS = {**FAULTS, IronboardError: "fault"}  # the first that fits an error counts
ENDS = (PASSES, REPETITION, LIMIT, RESIGNS, *FAULTS.values())
DRAW, NOBODY = "draw", "nobody"


class Opening(NamedTuple):
    """What is on the board before the players are asked."""

    handicap: list[int]  # black's stones
    moves: int  # at random, beginning with the side that moves first
    chance: Random
    size: int = SIZE
    first: Colour = Colour.WHITE  # who moves first
    lines: tuple[int, ...] = ()  # from the edge, 1 the first: where the random moves are made; everywhere if empty


class Match(NamedTuple):
    """A game that is over."""

    moves: list[Move]  # of both sides by turns, the random ones included
    captured: dict[Colour, int]  # stones that each side has taken
    end: str
    winner: str  # black, white, draw; nobody if it was broken off
    area: dict[Colour, int]
    position: Position
    fault: str | None = None  # what a program did that crashed or did not answer
    culprit: Colour | None = None  # whose program it was


Marks = tuple[frozenset[tuple[int, Colour]], Colour, int | None]  # what makes a position the same as another one


class Board:
    """A board, the two players at it, and the one who watches over them."""

    def __init__(
        self,
        players: Mapping[Colour, Player],
        opening: Opening,
        limit: int,
        faults: Mapping[type[IronboardError], str] = FAULTS,
    ) -> None:
        self.players, self.opening, self.limit, self.faults = players, opening, limit, faults
        self.position = Position(opening.size, dict.fromkeys(opening.handicap, Colour.BLACK))
        self.to_move = self._asked = opening.first
        self.moves: list[Move] = []
        self.captured = dict.fromkeys(Colour, 0)
        self._seen: set[Marks] = {self._marks()}
        for player in players.values():
            player.begin(opening.handicap)

    def play(self) -> Match:
        """Let them play; raises IronboardError if one of them does not keep to the rules or to the protocol."""
        end, fault = "", None
        while not end:
            try:
                move = self._next_move()
                end = RESIGNS if move == RESIGNATION else self._make(move)
            except tuple(self.faults) as error:
                end = next(each for kind, each in self.faults.items() if isinstance(error, kind))
                fault = str(error)
        area = self.position.area()
        won = winner(end, area[Colour.BLACK] - area[Colour.WHITE], self.to_move)
        culprit = self._asked if fault else None
        return Match(self.moves, self.captured, end, won, area, self.position, fault, culprit)

    def _next_move(self) -> Move:
        """Return what the side to move does."""
        player, self._asked = self.players[self.to_move], self.to_move
        if len(self.moves) >= self.opening.moves:
            return player.choose(self.position)
        move = random_point(self.opening.chance, self.to_move, self.position, self.opening.lines)
        player.see(self.to_move, move)
        return move

    def _make(self, move: Move) -> str:
        """Make a move; return how the game has ended with it, or nothing."""
        before = len(self.position.stones) + (move is not None)
        self.position = after(self.position, self.to_move, move, self.players[self.to_move])
        self.captured[self.to_move] += before - len(self.position.stones)
        self.moves.append(move)
        self._asked = self.to_move.other
        self.players[self.to_move.other].see(self.to_move, move)
        self.to_move = self.to_move.other
        if self.moves[-2:] == [None, None]:
            return PASSES
        if self._marks() in self._seen:
            return REPETITION
        self._seen.add(self._marks())
        return LIMIT if len(self.moves) >= self.limit else ""

    def _marks(self) -> Marks:
        return frozenset(self.position.stones.items()), self.to_move, self.position.ko


def after(position: Position, colour: Colour, move: Move, player: Player) -> Position:
    """Return the position after a move; raises IronboardError if it is illegal."""
    if move is None:
        return position.passed()
    try:
        return position.play(colour, move)
    except IllegalMove as error:
        vertex = written(move, position.size)
        raise IronboardError(f"{player.name} ({colour.value}) plays {vertex}: {error}") from error


def written(point: int, size: int) -> str:
    """Return a point for a message; on Wally's board as his display has it, too."""
    return f"{gtp.vertex(point, size)} ({point:02X})" if size == SIZE else gtp.vertex(point, size)


def winner(end: str, lead: float, to_move: Colour) -> str:
    """Return who has won; `lead` is by how many points black is ahead."""
    if end == RESIGNS:
        return to_move.other.value
    if end != PASSES:
        return NOBODY
    return DRAW if lead == 0 else Colour.BLACK.value if lead > 0 else Colour.WHITE.value
