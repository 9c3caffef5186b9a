"""The 704's checkers program, its search called from outside: a position in, the best move out, and what it took.

The program is asm/ibm704/checkers.sap, in a 704 without units; program.py has it with cards and paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.ibm704.isa import FIELD
from emulators.processor import Core
from host.games.boards import Colour
from host.games.checkers.bits import Sides, sides, words_of
from host.games.checkers.generators import SIGN, Generator
from host.games.checkers.program import PROGRAM
from host.games.checkers.samuel import Words


class Thought(NamedTuple):
    """What the search has found."""

    score: int  # for the side that moves
    nodes: int  # boards looked at
    after: Words  # the position behind the best move
    cycles: int


class Thinker(Generator):
    """A 704 with the program."""

    def __init__(self, which: Core = "compiled") -> None:
        super().__init__(PROGRAM, which)

    def think(self, words: Words, colour: Colour, depth: int) -> Thought:
        """Return the best of the moves that `colour` has; there must be one. `depth`: moves to look ahead, 1 to 39."""
        self.place(words, colour)
        self.put("DEPTH", depth)
        cycles = self.call("SEARCH")
        best = self.words(self.address("BEST"), self.size)
        return Thought(signed(self.get("VALUE")), self.get("NODES"), words_of(Sides(*best[:4]), colour.other), cycles)

    def forget(self) -> None:
        """Begin a game: no board has been there."""
        self.call("FORGET")

    def remember(self, words: Words, colour: Colour, after: Words) -> None:
        """Let it note that a move in a game has led from `words`, where `colour` moves, to `after`.

        Raises IronboardError if no move does.
        """
        wanted = [*sides(after, colour.other)]
        boards = [board[: len(wanted)] for board in self.expand(words, colour).boards]
        if wanted not in boards:
            raise IronboardError(f"no move of {colour.value}'s leads there")
        top = self.stack + (boards.index(wanted) + 1) * self.size
        self.processor.set(xa=-top & FIELD, xb=-self.stack & FIELD)
        self.call("REMEMB")

    @property
    def weights(self) -> list[int]:
        """The weights of the scoring polynomial."""
        return [signed(each) for each in self.words(self.address("WEIGHT"), self.address("NTERMS"))]

    def set_weights(self, weights: Sequence[int]) -> None:
        """Change them, all of them."""
        self.put("WEIGHT", *(abs(each) | SIGN * (each < 0) for each in weights))


def signed(word: int) -> int:
    """Return the integer that a word is: sign and magnitude."""
    return -(word ^ SIGN) if word & SIGN else word
