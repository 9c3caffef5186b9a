"""A game: the men, the moves of both sides, how it ends. The rules decide that, not the program."""

from __future__ import annotations

from typing import NamedTuple

from emulators.errors import IronboardError
from host.games.mates import rules
from host.games.mates.position import Move, name
from host.games.program6600 import ProgramFault
from host.games.rook.positions import NAMES, piece_of, where
from host.games.rook.replies import written
from host.games.rook.white import Answer, White

WHITE_WINS, DRAWN, OPEN = "1-0", "1/2-1/2", "*"


class Result(NamedTuple):
    """How a game has ended."""

    score: str
    why: str


class Turn(NamedTuple):
    """A move, in algebraic notation; with the time of the 6600 if it is White's."""

    written: str
    cycles: int = 0


class Game:
    """A game with a program, from White's first move on."""

    def __init__(self, white: White, start: dict[int, str]) -> None:
        self.white, self.start = white, start
        self._begin()

    def _begin(self) -> None:
        self.men, self.result = dict(self.start), None
        self.turns: list[Turn] = []
        self.replies: list[int] = []
        self.over_for_program = False  # whether it asks for another game
        self._take(self.white.begin(self.start))

    result: Result | None

    @property
    def moves(self) -> int:
        """How many moves White has made."""
        return (len(self.turns) + 1) // 2

    @property
    def cycles(self) -> int:
        """What White's moves have taken the 6600, reading and printing included."""
        return sum(turn.cycles for turn in self.turns)

    def reply(self, target: int) -> None:
        """Move Black's king, which must be legal; and let White move unless that has ended the game."""
        taken = target in self.men
        self.turns.append(Turn(written(self.men, target)))
        self.replies.append(target)
        piece = NAMES[piece_of(self.men)]
        self.men = rules.played(self.men, Move(where(self.men, "k"), target))
        if taken:  # which the program does not take for a move
            self._end(DRAWN, f"a draw: the {piece} is lost, and two kings cannot mate")
        else:
            self._take(self.white.answer(target))

    def resign(self) -> None:
        """Give the game up."""
        self.refuse_if_over()
        self._end(WHITE_WINS, "Black resigns")

    def undo(self) -> None:
        """Take Black's last move back, and the answer to it: the program plays the game again up to there."""
        if not self.replies:
            raise IronboardError("there is no move of yours to take back")
        replies = self.replies[:-1]
        self.white.restart()
        self._begin()
        for target in replies:
            self.reply(target)

    def refuse_if_over(self) -> None:
        """Raise IronboardError if the game has ended."""
        if self.result:
            raise IronboardError(f"the game is over ({self.result.why}): type new, undo or quit")

    def _take(self, answer: Answer) -> None:
        """Make the program's move; see whether that ends the game."""
        start = where(self.men, answer.man)
        move = Move(start, answer.square)
        if move not in rules.legal(self.men, white=True):
            raise ProgramFault(f"the program plays {answer.man}{name(answer.square)}, which is not legal")
        self.turns.append(Turn(rules.written(self.men, move), answer.cycles))
        self.men = rules.played(self.men, move)
        self.over_for_program = answer.mate or answer.fifty or answer.stalemate
        if rules.is_mate(self.men):
            self._end(WHITE_WINS, f"Black is mated at move {self.moves}")
        elif not any(rules.legal(self.men, white=False)):
            self._end(DRAWN, "a draw: Black is not in check and has no move, which is stalemate")
        elif answer.fifty:
            self._end(DRAWN, f"a draw: there is no mate within {self.moves} moves")
        elif self.over_for_program:
            raise ProgramFault("the program says that the game is over, which it is not")

    def _end(self, score: str, why: str) -> None:
        self.result = Result(score, why)
        if not self.over_for_program:
            self.white.resign()
            self.over_for_program = True
