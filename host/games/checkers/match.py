"""A game with the 704 at the board, for one side, both, or as an adviser: it and the rules are kept together."""

from __future__ import annotations

from host.games.boards import Colour
from host.games.checkers import pdn
from host.games.checkers.game import Game, GameError
from host.games.checkers.program import CheckersProgram, Thought
from host.games.checkers.rules import OPENING, Move, Position


class Match:
    """A game on the board of a program and on ours. `depth`: how many moves the program looks ahead."""

    def __init__(self, program: CheckersProgram, depth: int, start: Position = OPENING) -> None:
        self.program = program
        self.depth = depth
        program.look_ahead(depth)
        self.begin(start)

    def begin(self, start: Position = OPENING) -> None:
        """Begin a game."""
        self.game = Game(start)
        self.thoughts: dict[int, Thought] = {}  # number of moves behind it -> what the program thought
        self.program.set_up(start)

    def look_ahead(self, depth: int) -> None:
        """Let the program look further ahead, or less far."""
        self.program.look_ahead(depth)
        self.depth = depth

    def move(self, move: Move) -> None:
        """Make a move that the program has not chosen; raises IllegalMove, GameError."""
        before = self.game.position
        self.game.play(move)
        self.program.move(move, before)

    def answer(self) -> Thought:
        """Let the program move for the side whose turn it is."""
        thought = self._think()
        self.game.play(thought.move)
        self.thoughts[len(self.game.moves)] = thought
        return thought

    def hint(self) -> Thought:
        """Let the program think for the side whose turn it is, and put its board back."""
        thought = self._think()
        self._put_back()
        return thought

    def _think(self) -> Thought:
        if self.game.result is not None:
            raise GameError(f"the game is over: {self.game.result}")
        return self.program.think(self.game.position)

    def undo(self, moves: int = 1) -> None:
        """Take moves back."""
        for _ in range(moves):
            self.thoughts.pop(len(self.game.moves), None)
            self.game.undo()
        self._put_back()

    def _put_back(self) -> None:
        """Bring the program's board to ours, and what it remembers of the game: all since the last capture or man."""
        first = len(self.game.moves) - self.game.idle
        self.program.set_up(self.game.positions[first])
        for before, move in zip(self.game.positions[first:], self.game.moves[first:], strict=False):
            self.program.move(move, before)

    def record(self, names: dict[Colour, str]) -> pdn.Record:
        """Return the game for a file; what the program thought is in its comments."""
        tags = {"Event": "checkers on the IBM 704", "White": names[Colour.WHITE], "Black": names[Colour.BLACK]}
        comments = {count: remark(thought) for count, thought in self.thoughts.items()}
        result = pdn.result_of(self.game.result)
        return pdn.Record(tags, self.game.start, list(self.game.moves), result, comments)


def remark(thought: Thought) -> str:
    """Return what is said of a move: score, positions looked at, the 704's seconds of computing."""
    return f"score {thought.score}, {thought.nodes:,} nodes, {thought.seconds:.2f} s"
