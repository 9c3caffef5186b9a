"""Matches of chess: Bernstein's program on the 704, and other programs by UCI."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

import chess
import chess.engine

from host.experiments.sweeps.board_games import BoardGame, Watcher, digest
from host.experiments.sweeps.contest import BERNSTEIN
from host.experiments.sweeps.workload import Parameters, Result, kept
from host.games import movetext
from host.games.boards import Colour
from host.games.chess.game import CHESS, SIDES, Position, termination
from host.games.chess.program import PLIES, PROGRAM, ChessProgram
from host.games.engine import Crash, EngineError, Silence

ENDS = (
    chess.Termination.CHECKMATE,
    chess.Termination.STALEMATE,
    chess.Termination.INSUFFICIENT_MATERIAL,
    chess.Termination.FIFTY_MOVES,
    chess.Termination.THREEFOLD_REPETITION,
)


class Ended(NamedTuple):
    """How a game has ended."""

    winner: Colour | None
    reason: str


class Game:
    """A game, adjudicated: draws need no claim, for the 704's program knows none."""

    def __init__(self) -> None:
        self.position = Position()
        self.moves: list[chess.Move] = []

    @property
    def result(self) -> Ended | None:
        """The result; None while the game lasts."""
        found = self.position.outcome(claim_draw=True)
        if found is None:
            return None
        return Ended(None if found.winner is None else SIDES[found.winner], termination(found))

    def play(self, move: chess.Move) -> None:
        """Make a legal move."""
        self.position = self.position.played(move)
        self.moves.append(move)


class Bernstein(Watcher):
    """The 704's program, on a machine of its own."""

    title = BERNSTEIN

    def __init__(self, program: ChessProgram, depth: int) -> None:
        super().__init__()
        self.program, self.depth = program, depth

    def choose(self, game: Game) -> chess.Move:
        """Return the program's move."""
        thought = self.program.think(game.position, self.depth)
        self.cycles.append(thought.cycles)
        return thought.move


class Other(Watcher):
    """A program that speaks UCI."""

    def __init__(self, engine: chess.engine.SimpleEngine, seconds: float) -> None:
        super().__init__()
        self.engine, self.limit = engine, chess.engine.Limit(time=seconds)
        self.title = engine.id.get("name", "")

    def choose(self, game: Game) -> chess.Move | None:
        """Ask the program for a move; raises EngineError."""
        with told():
            return self.engine.play(game.position, self.limit, game=game).move or None


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Raise EngineError for a program's faults."""
    try:
        yield
    except chess.engine.EngineTerminatedError as error:
        raise Crash(f"the engine has ended: {error}") from error
    except TimeoutError as error:
        raise Silence("the engine does not answer") from error
    except chess.engine.EngineError as error:
        raise EngineError(f"the engine violates the protocol: {error}") from error


class Chess(BoardGame):
    """Chess; other programs speak UCI."""

    name, program, suffix = "chess", BERNSTEIN, ".pgn"
    ends = tuple(each.name.lower().replace("_", " ") for each in ENDS)
    first, depth, depths = Colour.WHITE, PLIES[-1], PLIES
    defaults: ClassVar = {"moves": 400, "timeout": 60.0, "move_time": 1.0}

    def digest(self) -> str:
        """Return a digest that tells versions of the program apart."""
        return digest(PROGRAM)

    def begun(self) -> Game:
        """Return a new game."""
        return Game()

    def legal(self, position: Position) -> list[chess.Move]:
        """Return the legal moves."""
        return [*position.legal_moves]

    def own(self, parameters: Parameters, colour: Colour, depth: int) -> Bernstein:
        """Return the 704's program for a side."""
        program = kept(("bernstein", colour), ChessProgram)
        program.switch(prune=True, selective=False)
        return Bernstein(program, depth)

    @contextlib.contextmanager
    def other(self, command: str, parameters: Parameters) -> Iterator[Other]:
        """Return another program, which is started by a command line."""
        try:
            with told():
                engine = chess.engine.SimpleEngine.popen_uci(shlex.split(command), timeout=parameters["timeout"])
        except (OSError, ValueError) as error:
            raise EngineError(f"cannot start the engine '{command}': {error}") from error
        with engine:
            yield Other(engine, parameters["move_time"])

    def written(self, result: Result, tags: dict[str, str], score: str) -> bytes:
        """Return a game in PGN."""
        moves = [chess.Move.from_uci(text) for text in result["moves"].split()]
        return CHESS.written(movetext.Record[Any, Any](tags, Position(), moves, score, {}))


MATCH_CHESS = Chess().workload
