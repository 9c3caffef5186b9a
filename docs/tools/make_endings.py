"""Let the 704 find out how two kings win against one, and write the memory tape that comes with the program.

    python docs/tools/make_endings.py [--output FILE]

This script chooses the boards that the machine thinks about, and which of them are worth a place on the tape; whether
one is won, and in how many moves, is what the machine announces: its search looks the boards of the tape up, and
beyond those that it sees to the end. A round:

1. The machine thinks about all boards that are open still. What it sees as won is known now.
2. Of the known boards those are chosen that make open ones known: such that after some move each reply, or each reply
   after one more pair of moves, leads to a board of the tape. Boards that help many come first.
3. The machine thinks about those again, and saves them on the tape.

At last it thinks about the whole tape, until no number of moves gets smaller any more. The same command makes the same
tape. It takes two minutes.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[2]))

from host.formats import tapes
from host.formats.tapes import loads_p7b
from host.games.boards import Colour
from host.games.checkers.endings import TAPE
from host.games.checkers.memory import ENDINGS, MORE_ENDINGS, Kept, Tape, memory_of
from host.games.checkers.program import CheckersProgram
from host.games.checkers.rules import SQUARE_AT, SQUARES, Piece, Position, place

ROOT = Path(__file__).resolve().parents[2]
HUNTERS = 2
ROUNDS = 3  # of counting which boards help many


def ways_to_lie() -> list[dict[int, int]]:
    """Return for each of the four ways in which a board of kings can lie the place of each square."""
    turned = {square: 33 - square for square in SQUARES}
    reflected = {square: SQUARE_AT[(7 - column, 7 - row)] for square in SQUARES for row, column in [place(square)]}
    return [{square: square for square in SQUARES}, turned, reflected, {at: turned[reflected[at]] for at in SQUARES}]


SAME = ways_to_lie()


class Board(NamedTuple):
    """Kings against a lone one, the kings to move; of the four ways in which it can lie the least."""

    hunters: tuple[int, ...]
    lone: int

    @classmethod
    def of(cls, hunters: Iterable[int], lone: int) -> Board:
        """Return the board with these squares."""
        squares = tuple(hunters)
        return min(cls(tuple(sorted(map(way.__getitem__, squares))), way[lone]) for way in SAME)

    @classmethod
    def in_position(cls, position: Position) -> Board:
        """Return the board of a position, in which Black is to move and White has the lone king."""
        hunters = [square for square, piece in position.pieces.items() if piece.colour is Colour.BLACK]
        (lone,) = set(position.pieces) - set(hunters)
        return cls.of(hunters, lone)

    @property
    def position(self) -> Position:
        """The position, with Black to move."""
        return Position({**dict.fromkeys(self.hunters, Piece.BLACK_KING), self.lone: Piece.WHITE_KING}, Colour.BLACK)

    def moves(self) -> tuple[tuple[Board, ...], ...] | None:
        """Return for each move the boards after the replies to it; None if a king can capture.

        Moves after which the lone king can capture are left out.
        """
        position = self.position
        legal = position.legal_moves()
        if not legal or legal[0].captured:
            return None
        found = []
        for move in legal:
            then = position.played(move)
            replies = then.legal_moves()
            if not any(reply.captured for reply in replies):
                found.append(tuple({Board.in_position(then.played(reply)): None for reply in replies}))
        return tuple(found)


def all_boards() -> list[Board]:
    """Return all boards."""
    return sorted(
        {
            Board.of(hunters, square)
            for square in SQUARES
            for hunters in combinations([each for each in SQUARES if each != square], HUNTERS)
        }
    )


class Maker:
    """The making of a tape of some boards."""

    def __init__(self, file: Path, boards: Iterable[Board]) -> None:
        self.program = CheckersProgram()
        self.program.resign(on=False)
        self.program.prune(on=True)
        self.tape = Tape(self.program, file, MORE_ENDINGS)
        self.moves = {board: moves for board in boards if (moves := board.moves()) is not None}
        self.open = list(self.moves)
        self.known: dict[Board, int] = {}  # moves to the end
        self.kept: set[Board] = set()  # on the tape
        self.weight = Counter[Board]()  # how many open boards a board helps

    # ------------------------------------------------------------ the machine

    def think(self, boards: Iterable[Board], card: str) -> Iterator[tuple[Board, int | None]]:
        """Have the machine think about boards; yield in how many moves it wins each, None if it does not see that."""
        self.tape.go_on(card)
        for board in boards:
            position = board.position
            self.program.set_up(position)
            thought = self.program.think(position)
            assert thought is not None  # it does not concede
            yield board, thought.wins_in
        self.tape.merge()

    def look(self) -> None:
        """Have it think about the open boards."""
        for board, end in self.think(self.open, ENDINGS):
            if end is not None:
                self.known[board] = end
        self.open = [board for board in self.open if board not in self.known]

    def save(self, boards: Iterable[Board]) -> None:
        """Have it save boards, the nearest to the end first."""
        for board, end in self.think(sorted(boards, key=lambda each: (self.known[each], each)), MORE_ENDINGS):
            assert end is not None
            self.known[board] = end
            self.kept.add(board)

    @property
    def boards(self) -> list[Kept]:
        """The boards of the tape."""
        return list(memory_of(loads_p7b(self.program.machine.tape(self.tape.unit) or b"")).boards)

    # ------------------------------------------------------------ the choice

    def cost(self, board: Board) -> float:
        """Return what it costs to have a board on the tape: nothing if it is, or needs not to be."""
        if board in self.kept or board not in self.moves:
            return 0
        return 1 / (1 + self.weight[board]) if board in self.known else math.inf

    def cheapest(self, replies: Iterable[tuple[Board, ...]]) -> tuple[float, list[Board]]:
        """Return the cheapest boards that answer all replies to one of the moves, and their cost."""
        best = min(replies, key=lambda boards: sum(map(self.cost, boards)), default=None)
        if best is None:
            return math.inf, []
        return sum(map(self.cost, best)), [board for board in best if self.cost(board)]

    def plan(self, board: Board) -> tuple[float, list[Board]]:
        """Return the cheapest boards that make an open one known, and their cost."""
        best: tuple[float, list[Board]] = math.inf, []
        for replies in self.moves[board]:
            total, needed = 0.0, list[Board]()
            for reply in replies:
                price = self.cost(reply)
                if price:
                    deeper, boards = self.cheapest(self.moves[reply])
                    price, boards = min((price, [reply]), (deeper, boards))
                    needed += boards
                total += price
                if total >= best[0]:
                    break
            else:
                best = total, needed
        return best

    def choose(self) -> list[Board]:
        """Return the boards that are to be saved next."""
        self.weight.clear()
        for _ in range(ROUNDS):
            plans = {board: plan for board in self.open if (plan := self.plan(board))[0] < math.inf}
            self.weight = Counter(board for _, needed in plans.values() for board in set(needed))
        chosen = dict[Board, None]()
        for board in sorted(plans, key=lambda each: (plans[each][0], each)):
            for needed in self.plan(board)[1]:
                chosen[needed] = None
                self.kept.add(needed)
        return list(chosen)

    # ------------------------------------------------------------ all of it

    def rounds(self) -> Iterator[str]:
        """Make the tape; yield a line for each round."""
        while self.open:
            before = len(self.open)
            self.look()
            chosen = self.choose()
            self.save(chosen)
            yield f"{before:,} boards were open; {len(self.open):,} are, and {len(chosen)} were saved"
            if len(self.open) == before and not chosen:
                break
        shorter = True
        while shorter:
            old = dict(self.known)
            self.save(self.kept)
            shorter = old != self.known
            yield f"all {len(self.kept)} boards of the tape again: {'some' if shorter else 'none'} nearer to the end"


def main(arguments: list[str] | None = None) -> None:
    """Make the tape."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / TAPE, metavar="FILE", help=f"the tape ({TAPE})")
    options = parser.parse_args(arguments)
    maker = Maker(Path("new.tap"), all_boards())
    for line in maker.rounds():
        print(line, flush=True)
    tapes.write(loads_p7b(maker.program.machine.tape(maker.tape.unit) or b""), options.output, overwrite=True)
    print(f"{options.output}: {maker.tape.boards} boards in {maker.tape.records} records")


if __name__ == "__main__":
    main()
