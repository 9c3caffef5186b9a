"""The 6600's program about draughts, as one uses it at the machine, and what `ironboard draughts` prints.

The program is asm/cdc6600/draughts.compass; asm/cdc6600/drlines.compass says which lines it takes, and what it prints.
Its output is not trusted: the moves it shows are compared with the rules, and whatever is different is a ProgramFault.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from host.bare import assembled, find_source
from host.bare6600 import FOLDER
from host.cdc6600 import find_program
from host.games.boards import ProgramFault, can_show
from host.games.checkers.pictures import SIGNS
from host.games.draughts import rules
from host.games.draughts.generators import LOOP, SQUARES, WORDS
from host.games.draughts.rules import Move, Position
from host.games.program6600 import work

DEPTHS = range(1, 21)
MOVE = re.compile(r"([0-9]+)([-X])([0-9]+)((?: [0-9]+)*)")
BEST = re.compile(r"(.*)  SCORE (-?[0-9]+)  BOARDS ([0-9]+)")
NO_MOVE = "NO MOVE"
NUMBER = re.compile(r"[0-9]+")


class Shown(NamedTuple):
    """What the program shows of a position."""

    moves: list[Move]  # in its order
    steppers: int  # pieces that can step, whether they must capture or not
    squares: int  # that they reach
    takers: int  # pieces that can capture
    cycles: int


class Counted(NamedTuple):
    """How many sequences of 1, 2, ... moves the program counts."""

    counts: list[int]
    cycles: int


class Best(NamedTuple):
    """The move that the program makes."""

    move: Move | None  # None where there is none
    score: int  # for the side that moves
    boards: int  # that it has looked at
    cycles: int


class DraughtsProgram:
    """The program, for one job after the other. `name`: which of the generators."""

    def __init__(self, name: str = WORDS, core: Core = "compiled") -> None:
        source = FOLDER / f"{name}.compass"
        self.image, self.core = find_program(name) if name == WORDS else assembled(find_source(source)), core

    def job(self, lines: Sequence[str]) -> tuple[list[str], int]:
        """Let it read these lines; return what it prints, and the minor cycles."""
        printed, machine = work(self.image, lines, self.core)
        return printed, machine.cycles

    def show(self, position: Position) -> Shown:
        """Let it show the moves of a position."""
        (head, *middle), cycles = self.job([set_line(position), "SHOW", "COUNT"])
        *listed, last = middle
        moves = [move_of(line) for line in listed]
        numbers = [int(each) for each in NUMBER.findall(last)]
        if len(numbers) != 4 or not head == f"MOVES {len(moves)}" == f"MOVES {numbers[0]}":
            raise ProgramFault(f"the program shows {head}, {len(moves)} moves and {last}")
        legal = position.legal_moves()
        if len(moves) != len(legal) or {*moves} != {*legal}:
            raise ProgramFault(f"the program shows other moves than the rules for {position.fen}")
        _, steppers, squares, takers = numbers
        return Shown(moves, steppers, squares, takers, cycles)

    def count(self, position: Position, depth: int) -> Counted:
        """Let it count the sequences of 1 to `depth` moves, which are 20 at most."""
        check_depth(depth, "counts")
        lines, cycles = self.job([set_line(position), f"DEPTH {depth}"])
        found = [[int(each) for each in NUMBER.findall(line)] for line in lines]
        if [row[:1] for row in found] != [[each] for each in range(1, depth + 1)]:
            raise ProgramFault(f"the program prints {' / '.join(lines)} instead of counts")
        return Counted([row[1] for row in found], cycles)

    def best(self, position: Position, depth: int) -> Best:
        """Let it make a move, looking 1 to 20 moves ahead."""
        check_depth(depth, "looks")
        lines, cycles = self.job([set_line(position), f"PLAY {depth}"])
        legal = position.legal_moves()
        if lines == [NO_MOVE] and not legal:
            return Best(None, 0, 0, cycles)
        found = BEST.fullmatch(lines[0]) if len(lines) == 1 else None
        move = move_of(found[1]) if found else None
        if found is None or move not in legal:
            raise ProgramFault(f"the program plays {' / '.join(lines)} in {position.fen}")
        return Best(move, int(found[2]), int(found[3]), cycles)


def check_depth(depth: int, what: str) -> None:
    """Raise IronboardError for a depth that the program refuses; `what` it does: counts or looks."""
    if depth not in DEPTHS:
        ahead = " ahead" if what == "looks" else ""
        raise IronboardError(f"the program {what} {DEPTHS[0]} to {DEPTHS[-1]} moves{ahead}, not {depth}")


def set_line(position: Position) -> str:
    """Return the line that puts a position on the program's board."""
    return f"SET {position.fen.replace(':', ' ')}"


def move_of(line: str) -> Move:
    """Return a move that the program has printed."""
    found = MOVE.fullmatch(line)
    if found is None or (found[2] == "X") != bool(found[4]):
        raise ProgramFault(f"the program prints '{line}' instead of a move")
    return Move(int(found[1]), int(found[3]), frozenset(map(int, found[4].split())))


# ---------------------------------------------------------------- what is printed


PROGRAMS = {"words": WORDS, "loop": LOOP, "squares": SQUARES}


def show(position: Position, depth: int | None, play: int | None, by: str, ascii: bool, core: Core) -> None:
    """Let the program look at a position; print what it finds."""
    for wanted, what in ((depth, "counts"), (play, "looks")):
        if wanted is not None:
            check_depth(wanted, what)
    program = DraughtsProgram(PROGRAMS[by], core)
    print(rules.picture(position, ascii=ascii or not can_show(SIGNS)))
    print(position.fen)
    found = program.show(position)
    print("1 move" if len(found.moves) == 1 else f"{len(found.moves)} moves")
    for move in found.moves:  # with what it captures, as there may be several ways
        print(f"{move}  takes {', '.join(map(str, sorted(move.captured)))}" if move.captured else move)
    print(
        f"{found.steppers} pieces can step, on {found.squares} squares; {found.takers} can capture; "
        f"{spent(found.cycles)}"
    )
    if depth:
        counted = program.count(position, depth)
        for moves, count in enumerate(counted.counts, 1):
            print(f"depth {moves:2}  {count:,}")
        print(spent(counted.cycles))
    if play:
        best = program.best(position, play)
        made = f"it plays {best.move}, score {best.score}, {best.boards:,} boards, {spent(best.cycles)}"
        print("it has no move" if best.move is None else made)


def spent(cycles: int) -> str:
    """Return the time of minor cycles in words."""
    return f"{cycles / Cdc6600.clock:.4f} s of the 6600 with reading and printing"
