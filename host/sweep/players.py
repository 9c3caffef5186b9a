"""Who can play a game of Go: Wally on his machine, somebody who moves at random, another program."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol

from host.games.engine import EngineError, GtpEngine, Refusal
from host.games.go import gtp
from host.games.go.game import Move, ProgramGame
from host.games.go.rules import Colour, Position
from host.games.wally import TimedWally, WallyGame
from host.games.wally_board import SIZE, written

RESIGNATION = -1  # instead of a point


class Player(Protocol):
    """One side of a game. `name` is for messages."""

    name: str

    def begin(self, handicap: list[int]) -> None:
        """Begin a game with these black stones on the board."""
        ...

    def see(self, colour: Colour, move: Move) -> None:
        """Take note of a move that is not his own choice, whichever side makes it."""
        ...

    def choose(self, position: Position) -> Move:
        """Make his own move, a point, None for a pass, or RESIGNATION."""
        ...


# ---------------------------------------------------------------- Wally


class Thought(NamedTuple):
    """An answer of Wally's: how long it took, and on which board, black being his colour there."""

    cycles: int
    board: str


class WallyPlayer:
    """Wally on his machine. On it he is always black: if he has white, its colours are exchanged."""

    name = "Wally"

    def __init__(self, wally: TimedWally, colour: Colour) -> None:
        self.game, self.colour = WallyGame(wally), colour
        self.thoughts: list[Thought] = []
        self.refused = 0  # moves he wanted and the rules forbid: the ko

    def _his(self, colour: Colour) -> Colour:
        """Return what a colour is on his board."""
        return colour if self.colour is Colour.BLACK else colour.other

    def begin(self, handicap: list[int]) -> None:
        """Put the handicap stones on his board, by hand."""
        for point in handicap:
            self.game.play(self._his(Colour.BLACK), point)

    def see(self, colour: Colour, move: Move) -> None:
        """Keep the move, to type it when he is asked for his own."""
        self.game.play(self._his(colour), move)

    def choose(self, position: Position) -> Move:
        """Let him answer what he has seen; nothing is a pass to him."""
        board = written(self.game.position.stones)
        move = self.game.answer()
        wally = self.game.wally
        assert isinstance(wally, TimedWally)
        self.thoughts.append(Thought(wally.thought, board))
        self.refused += self.game.refused is not None
        return move


# ---------------------------------------------------------------- a program on the 6600


class ProgramPlayer:
    """A program here that can have either colour. `cycles` are those of its own moves."""

    def __init__(self, game: ProgramGame, colour: Colour) -> None:
        self.game, self.colour, self.name = game, colour, game.program.name
        self.cycles: list[int] = []

    def begin(self, handicap: list[int]) -> None:
        """Put the handicap stones on its board."""
        self.game.begin(handicap)

    def see(self, colour: Colour, move: Move) -> None:
        """Keep the move, or put it on its board."""
        self.game.play(colour, move)

    def choose(self, position: Position) -> Move:
        """Let it think. Raises ProgramFault for a move that the rules refuse."""
        move = self.game.answer(self.colour)
        assert self.game.told is not None
        self.cycles.append(self.game.told.cycles)
        return move


# ---------------------------------------------------------------- at random


def random_point(chance: Random, colour: Colour, position: Position, lines: Sequence[int] = ()) -> Move:
    """Return one of the legal moves, each as likely as the others, or a pass if there is none.

    If lines from the edge are given (1 is the first) it is one of those on them.

    Those into an own eye, a point whose neighbours are all his own stones, do not count: or no game would end. Only
    `random()` is drawn, whose numbers are the same in every version of Python.
    """
    points = [point for point in position.points if point not in position.stones]
    if lines:
        points = [point for point in points if line_of(point, position.size) in lines]
    while points:
        point = points.pop(int(chance.random() * len(points)))
        eye = all(position.stones.get(each) is colour for each in position.neighbours(point))
        if not eye and position.is_legal(colour, point):
            return point
    return None


def line_of(point: int, size: int) -> int:
    """Return how far a point is from the nearest edge: 1 is on it."""
    row, column = divmod(point, size + 1)
    return min(row, column, size + 1 - row, size + 1 - column)


class RandomPlayer:
    """Somebody who knows the rules and nothing else."""

    name = "the random mover"

    def __init__(self, chance: Random, colour: Colour) -> None:
        self.chance, self.colour = chance, colour

    def begin(self, handicap: list[int]) -> None:
        """Look at the board when the time has come."""

    def see(self, colour: Colour, move: Move) -> None:
        """Look at the board when the time has come."""

    def choose(self, position: Position) -> Move:
        """Move anywhere."""
        return random_point(self.chance, self.colour, position)


# ---------------------------------------------------------------- another program


class EnginePlayer:
    """A program that speaks GTP."""

    name = "the engine"

    def __init__(self, engine: GtpEngine, colour: Colour, size: int = SIZE, komi: float = 0) -> None:
        self.engine, self.colour, self.size, self.komi = engine, colour, size, komi

    def begin(self, handicap: list[int]) -> None:
        """Set its board up: stones are told as moves, as programs know different points for handicaps."""
        for command in (f"boardsize {self.size}", "clear_board", f"komi {self.komi:g}"):
            self.engine.ask(command)
        for point in handicap:
            self.see(Colour.BLACK, point)

    def see(self, colour: Colour, move: Move) -> None:
        """Tell it."""
        self.engine.ask(f"play {colour.value} {gtp.vertex(move, self.size)}")

    def choose(self, position: Position) -> Move:
        """Ask it; raises EngineError for what is no move."""
        answer = self.engine.ask(f"genmove {self.colour.value}")
        if answer.lower() == "resign":
            return RESIGNATION
        try:
            return gtp.point(answer, self.size)
        except gtp.GtpError:
            raise EngineError(f"the engine's move is '{answer}': expected a point, pass or resign") from None

    def title(self) -> str:
        """Return its name and version, as far as it tells them."""
        return " ".join(filter(None, (self._told("name"), self._told("version")))) or self.name

    def score(self) -> str | None:
        """Return its count, such as `W+12`; None if it refuses to count. Raises Crash or Silence."""
        return self._told("final_score") or None

    def _told(self, command: str) -> str:
        try:
            return self.engine.ask(command)
        except Refusal:
            return ""
