"""Playing against the 704 as one does at the machine: cards are punched, START is pressed, the paper is read.

The program is asm/ibm704/checkers.sap; its first lines describe the cards that it takes and its printed output. That is
not trusted: each of its moves, its report of the end of the game and the four words of its board are compared with the
rules, and any difference is a ProgramFault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.processor import Core
from host.games import movetext
from host.games.boards import Colour, ProgramFault
from host.games.checkers import pdn
from host.games.checkers.rules import OPENING, Game, GameError, Move, Position, idle
from host.games.checkers.samuel import NAMES, BadWords, octal, position_of, words_of
from host.games.program704 import Printout, Program704

PROGRAM = "checkers"
TURN = "TURN"  # the word that says who is to move: - is White
CORE_SIZE = 32768  # words: the program needs them all
DEPTHS = range(1, 21)
BOARDS = range(1, 7)  # of the games that it can play at once
DEPTH = 3  # that it begins with

MAN = 100  # the worth of a man in its scores, with all pieces on the board
WON = 100_000  # the score of a game that is won, less the moves to its end
NEAR = 99_000  # above it all scores are wins

MOVE = re.compile(r"MOVE +([0-9]+(?:[-X][0-9]+)+) +SCORE +(-?[0-9]+) +NODES +([0-9]+) +PLY +([0-9]+)")
ANNOUNCED = re.compile(r"I WIN IN +([0-9]+)")
CONCEDED = "I CONCEDE"
WINS = {"BLACK WINS": Colour.BLACK, "WHITE WINS": Colour.WHITE}
ILLEGAL = "ILLEGAL MOVE"
LETTERS = {Colour.BLACK: "B", Colour.WHITE: "W"}


class Thought(NamedTuple):
    """A move of the program, and its cost."""

    move: Move
    score: int  # for the side that moves
    nodes: int  # positions it has looked at
    deepest: int  # moves that the longest of its lines has
    printout: Printout
    wins_in: int | None = None  # moves of both sides, if it announces that

    @property
    def seconds(self) -> float:
        """The 704's time for computing."""
        return self.printout.seconds

    @property
    def total(self) -> float:
        """The 704's time, reader and printer included."""
        return self.printout.total


class CheckersProgram(Program704):
    """The program. `core`: see Ibm704."""

    def __init__(self, core: Core = "compiled") -> None:
        super().__init__(PROGRAM, core, CORE_SIZE)
        self.board = BOARDS[0]
        self.knows_endings = False

    # ------------------------------------------------------------ what it can be asked

    def set_up(self, position: Position) -> None:
        """Put a position on its board."""
        words = " ".join(map(octal, words_of(position)))
        self.expect_silence(f"SET {LETTERS[position.to_move]} {words}")
        self._compare(position)

    def take_up(self, positions: Sequence[Position], moves: Sequence[Move]) -> None:
        """Put the last position of a game on its board.

        If it knows endings it repeats no position when ahead, so it gets the moves that could be repeated, too.
        """
        first = len(moves) - (idle(positions, moves) if self.knows_endings else 0)
        self.set_up(positions[first])
        for before, move in zip(positions[first:-1], moves[first:], strict=True):
            self.move(move, before)

    def turn_to(self, board: int) -> None:
        """Go on with another one of its games."""
        if board != self.board:
            self.expect_silence(f"BOARD {board}")
            self.board = board

    def look_ahead(self, depth: int) -> None:
        """Set how many moves it looks ahead at least, 1 to 20."""
        if depth not in DEPTHS:
            raise IronboardError(f"the program looks {DEPTHS[0]} to {DEPTHS[-1]} moves ahead, not {depth}")
        self.expect_silence(f"DEPTH {depth}")

    def prune(self, on: bool) -> None:
        """Switch alpha-beta on, which leaves out boards that cannot change the choice; or off, as in 1959."""
        self.expect_silence(f"PRUNE {'ON' if on else 'OFF'}")

    def resign(self, on: bool) -> None:
        """Have it concede a game that it sees lost, or play that to the end."""
        self.expect_silence(f"RESIGN {'ON' if on else 'OFF'}")

    def move(self, move: Move, before: Position) -> None:
        """Make a legal move on its board, which holds `before`."""
        unknown = self.make("MOVE", move, before)
        if unknown:
            raise ProgramFault(f"the program answers the card 'MOVE {str(move).upper()}' with '{unknown[0]}'")

    def make(self, word: str, move: Move, before: Position) -> list[str]:
        """Make a legal move by a card with this first word; return the printed lines without the winner."""
        printout = self.feed(f"{word} {str(move).upper()}")
        if ILLEGAL in printout.lines:
            raise ProgramFault(f"the program takes {move} for illegal in {before.fen}")
        self._check(before.played(move), printout)
        return [line for line in printout.lines if line not in WINS]

    def think(self, before: Position) -> Thought | None:
        """Have the program move on its board, which holds `before`, a position with legal moves; None: it concedes."""
        printout = self.feed("PLAY")
        if CONCEDED in printout.lines:
            self._compare(before)
            return None
        found = printout.find(MOVE)
        if found is None:
            said = " / ".join(printout.lines) or "nothing"
            raise ProgramFault(f"the program prints {said} instead of a move in {before.fen}")
        written = found[1].lower()
        move = next((each for each in before.legal_moves() if str(each) == written), None)
        if move is None:
            legal = ", ".join(map(str, before.legal_moves()))
            raise ProgramFault(f"the program plays {written} in {before.fen}: legal are {legal}")
        self._check(before.played(move), printout)
        announced = printout.find(ANNOUNCED)
        score, nodes, deepest = (int(found[group]) for group in (2, 3, 4))
        wins_in = int(announced[1]) if announced else None
        return Thought(move, score, nodes, deepest, printout, wins_in)

    def printed_board(self) -> list[str]:
        """Have it print its board; return the lines."""
        return self.feed("PRINT").lines

    def terms(self) -> list[str]:
        """Have it explain its last move: return the board that it expects, and the worth of that term by term.

        If something else has changed its board since then, it is that board.
        """
        return self.feed("TERMS").lines

    def _check(self, after: Position, printout: Printout) -> None:
        """Compare its board, and its report of the end, with the expected position."""
        winner = None if after.legal_moves() else after.to_move.other
        said = next((WINS[line] for line in printout.lines if line in WINS), None)
        if said is not winner:
            says = f"{said.value} has won" if said else "neither side has won"
            raise ProgramFault(f"the program reports that {says} in {after.fen}")
        self._compare(after)

    def _compare(self, position: Position) -> None:
        """Compare the board in the machine's storage with a position."""
        board = board_in(self.machine.peek, self.symbols)
        if board != position:
            shown = board.fen if board else "no position"
            raise ProgramFault(f"the board in the 704 is {shown}: expected {position.fen}")


def board_in(peek: Callable[[int], int], symbols: Mapping[str, int]) -> Position | None:
    """Return the position that a program's words BM WM BK WK, and TURN if it has it, hold; None if they hold none.

    For views of a machine that runs: `peek` reads a word of its storage, `symbols` are the program's. While a program
    changes the words one after the other, they may be no position, or one that never was.
    """
    if not all(name in symbols for name in NAMES):
        return None
    white = TURN in symbols and peek(symbols[TURN]) >> 35
    try:
        return position_of([peek(symbols[name]) for name in NAMES], Colour.WHITE if white else Colour.BLACK)
    except BadWords:
        return None


# ---------------------------------------------------------------- games


class Match:
    """A game on a board of a program and on ours. `depth`: how many moves the program looks ahead at least."""

    def __init__(self, program: CheckersProgram, depth: int, start: Position = OPENING, board: int = 1) -> None:
        self._program, self.board = program, board
        self.depth = depth
        program.look_ahead(depth)
        self.begin(start)

    @property
    def program(self) -> CheckersProgram:
        """The program, with the board of this game before it."""
        self._program.turn_to(self.board)
        return self._program

    def begin(self, start: Position = OPENING) -> None:
        """Begin a game."""
        self.game = Game(start)
        self.thoughts: dict[int, Thought] = {}  # number of moves up to it -> the program's thought
        self.taken_up: movetext.Record[Position, Move] | None = None  # the game of a file with which it began
        self.program.set_up(start)

    def take_up(self, record: movetext.Record[Position, Move]) -> None:
        """Go on with a game of a file."""
        self.begin(record.start)
        self.taken_up = record
        self.game.replay(record.moves)
        self._put_back()

    def look_ahead(self, depth: int) -> None:
        """Change the program's search depth."""
        self.program.look_ahead(depth)
        self.depth = depth

    def move(self, move: Move) -> None:
        """Make a legal move; raises IllegalMove, GameError."""
        before = self.game.position
        self.game.play(move)
        self.program.move(move, before)

    def answer(self) -> Thought | None:
        """Have the program move for the side to move; None: it has conceded the game."""
        thought = self._think()
        if thought is None:
            self.game.resign(self.game.position.to_move)
        else:
            self.game.play(thought.move)
            self.thoughts[len(self.game.moves)] = thought
        return thought

    def hint(self) -> Thought | None:
        """Return the program's move for the side to move, None if it would concede, and restore its board."""
        thought = self._think()
        self._put_back()
        return thought

    def _think(self) -> Thought | None:
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
        """Bring the program's board to ours."""
        self.program.take_up(self.game.positions, self.game.moves)

    def record(self, names: dict[Colour, str]) -> movetext.Record[Position, Move]:
        """Return the game for a file; the program's thoughts are its comments."""
        tags = {"Event": "checkers on the IBM 704", "White": names[Colour.WHITE], "Black": names[Colour.BLACK]}
        comments = {count: remark(thought) for count, thought in self.thoughts.items()}
        result = pdn.result_of(self.game.result)
        game = pdn.Record(tags, self.game.start, list(self.game.moves), result, comments)
        return pdn.CHECKERS.continued(game, self.taken_up) if self.taken_up else game


def remark(thought: Thought) -> str:
    """Return the comment on a move: score, positions searched, the 704's seconds of computing, an announced win."""
    wins = f", wins in {thought.wins_in}" if thought.wins_in else ""
    return f"score {thought.score}{wins}, {thought.nodes:,} nodes, {thought.seconds:.2f} s"
