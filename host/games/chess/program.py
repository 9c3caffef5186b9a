"""Bernstein's chess program on its 704, and the hands that operate it.

asm/ibm704/chess.sap describes its cards and words; docs/ibm704/chess.md the papers behind it.
"""

from __future__ import annotations

from typing import NamedTuple

import chess

from emulators.errors import IronboardError
from emulators.processor import Core
from host.games.boards import ProgramFault
from host.games.chess import notation, words
from host.games.chess.game import Position
from host.games.program704 import Printout, Program704

PROGRAM = "chess"
CORE_SIZE = 8192  # words: the machine of 1957
PLIES = range(1, 5)
UNITY = 1 << 20  # the ratio 1
HIGHEST = (1 << 35) - 1
NEAR = 4  # scores so near to 0 or the highest one are mates
SELECTIVE, PRUNED = 4, 5  # sense switches
MOST_NUMBERED = 9999  # moves, as it prints them: a position may say that there were more
RESIGNS = "RESIGNS"
QUESTIONS = {
    1: "1 the king is in check",
    21: "2a a gain",
    22: "2b a man is attacked",
    23: "2c an exchange",
    3: "3 castling",
    4: "4 development",
    5: "5 key squares",
    6: "6 open files",
    7: "7 any pawn",
    8: "8 any man",
}


class Plausible(NamedTuple):
    """A plausible move, the question that proposed it, and its score; None: it was not followed."""

    move: chess.Move
    written: str  # as in 1958
    san: str
    question: int
    score: int | None


class Thought(NamedTuple):
    """A move of the program, and its cost."""

    move: chess.Move
    score: int
    plausible: list[Plausible]
    positions: int  # made, the first one included
    printout: Printout
    resigned: bool = False  # instead of the move

    @property
    def cycles(self) -> int:
        """The cycles of computing."""
        return self.printout.cycles - self.printout.waited

    @property
    def remark(self) -> str:
        """The comment on the move."""
        return f"score {said(self.score)}, {self.positions:,} positions, {self.printout.seconds:.1f} s"


def said(score: int | None) -> str:
    """Return a score as people read it: the ratio of both sides' points, as the machine sees it."""
    if score is None:
        return "-"
    if score <= NEAR:
        return f"mated in {score}"
    if score >= HIGHEST - NEAR:
        return f"mates in {HIGHEST - score}"
    return f"{score / UNITY:.3f}"


class ChessProgram(Program704):
    """The program. `core`: see Ibm704."""

    def __init__(self, core: Core = "compiled") -> None:
        super().__init__(PROGRAM, core, CORE_SIZE)

    def word(self, name: str, place: int = 0) -> int:
        """Return a word of its storage: by its name, or of a table."""
        return self.machine.peek(self.symbols[name] + place)

    def put(self, name: str, *values: int) -> None:
        """Enter words at the console."""
        for place, value in enumerate(values):
            self.machine.poke(self.symbols[name] + place, value)

    def switch(self, *, prune: bool, selective: bool, resign: bool = False) -> None:
        """Choose how it searches, and whether it resigns when all its moves are mated."""
        self.machine.set_sense_switch(SELECTIVE, selective)
        self.machine.set_sense_switch(PRUNED, prune)
        self.put("RESIGN", int(resign))

    def set_up(self, position: Position) -> None:
        """Enter a position at the console, in which the machine is to move."""
        found = words.setting_of(position, position.turn)
        self.put("TA1", *found.ta1)
        self.put("CASTLE", found.castle)
        self.put("PASSED", found.passed)
        self.put("WHITE", 0 if position.turn else words.MINUS)
        self.put("TURN", 0)
        for name in ("MOVENO", "FIRSTN"):
            self.put(name, min(position.fullmove_number, MOST_NUMBERED))
        self.put("FIRSTW", int(not position.turn))
        self.put("SCORED", 0)
        self.put("BEST", 0)  # that of another position would be taken for its own if it is interrupted

    def think(self, position: Position, depth: int) -> Thought:
        """Return its move; raises ProgramFault for one that is not legal."""
        if depth not in PLIES:
            raise IronboardError(f"the program looks {PLIES[0]} to {PLIES[-1]} half-moves ahead, not {depth}")
        self.set_up(position)
        self.put("PLIES", depth)
        self.machine.write_register("IC", self.symbols["GO"])
        printout = self.feed()
        move = words.move_of(self.word("BEST"), position, position.turn)
        if move is None:
            raise ProgramFault(f"the program plays {self.word('BEST'):012o} in {position.fen()}")
        resigned = any(RESIGNS in line for line in printout.lines)
        return Thought(move, self.word("VALUE"), self.plausible(position), self.word("POSNS"), printout, resigned)

    def plausible(self, position: Position) -> list[Plausible]:
        """Return the plausible moves of its last search, which began in a position."""
        found = []
        for place in range(self.word("NPLAUS")):
            move = words.move_of(self.word("PLAUS", place), position, position.turn)
            if move is None:
                raise ProgramFault(f"a plausible move is {self.word('PLAUS', place):012o} in {position.fen()}")
            score = self.word("SCORES", place)
            written, san = notation.written(position, move), position.san(move)
            question = self.word("ASKED", place)
            found.append(Plausible(move, written, san, question, None if score & words.MINUS else score))
        return found

    def best_so_far(self, position: Position) -> chess.Move:
        """Return the best move of a search that was interrupted, or any legal one if it has none yet."""
        legal = next(iter(position.legal_moves))
        return words.move_of(self.word("BEST"), position, position.turn) or legal
