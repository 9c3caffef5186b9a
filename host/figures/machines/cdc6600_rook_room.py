"""The room of the black king, as the ALGOL program for the rook ending finds it on the 6600.

The program's procedure ROOM is called for positions behind a move of White's. What it looks at, White's men and the
black king on the turned board, is put into its variables, and COMPARE is called first, as the program itself does.

Source: C. Zuidema, Chess, how to program the exceptions?, chapters 2 to 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from host.algol.compiler import compile_file
from host.algol.syntax import Label, Procedure
from host.bare6600 import integer
from host.figures.machines.cdc6600_rook import printed
from host.figures.measuring import Measured, Measurement, measures
from host.games.endings.perfect import SIDE, SQUARES, Position, possible, square
from host.games.endings.program import VERSIONS, Ending, program_of, written
from host.games.program6600 import call_routine, source

MEN = ("wf1", "wk1", "rf1", "rk1", "bf", "bk")  # what ROOM looks at
LOWER, UPPER = 2, 3  # words of the description of an array: the bounds of its first subscript
CASES = "newroom"  # a procedure: a label for each case
STEP = 499  # every so manieth position is looked at for cases
ROOK = square("d5")  # of figs 4 and 5, where he has 4 files and 3 ranks
ATTACKED_IN_TWO = 3  # moves of a king to the rook's square


# ---------------------------------------------------------------- the machine


def turned(position: Position) -> tuple[int, ...]:
    """Return the files and ranks of MEN, from 1, turned as the program does: the black king in e5, e8, h8."""
    files, ranks = ([each % SIDE + 1 for each in position], [each // SIDE + 1 for each in position])
    (wf, rf, bf), (wk, rk, bk) = (
        [SIDE + 1 - each for each in line] if line[-1] <= SIDE // 2 else line for line in (files, ranks)
    )
    if bk < bf or (bk == bf and (wk > wf or (wk == wf and rk < rf))):
        return wk, wf, rk, rf, bk, bf
    return wf, wk, rf, rk, bf, bk


class Caller:
    """A 6600 with a version of the program, whose procedures are called."""

    def __init__(self, version: str) -> None:
        self.machine = Ending(version, exact=False).machine
        self._procedures, self.places = program_of(version).procedures, program_of(version).variables
        self.reached: set[int] = set()

    def call(self, procedure: str, places: Sequence[int] = ()) -> set[int]:
        """Call a procedure without parameters; return to which of the places it has come."""
        return set(call_routine(self.machine, self._procedures[procedure], places))

    def word(self, variable: str, behind: int = 0) -> int:
        """Return the word of a variable, or one behind it."""
        return int(self.machine.memory[self.places[variable] + behind])

    def room(self, position: Position, places: Sequence[int] = ()) -> int:
        """Return the room of the black king, who is to move; note to which of the places in the program that leads."""
        for variable, number in zip(MEN, turned(position), strict=True):
            self.machine.memory[self.places[variable]] = number
        self.machine.memory[self.places["strong"]] = 0  # it is not looked at where the rook can be taken
        self.call("compare")
        self.reached = self.call("room", places)
        return integer(self.machine.read_register("X6"))

    @property
    def strong(self) -> bool:
        """Whether the rook cannot be driven away: what the program has found with the last room."""
        return self.word("strong") != 0


@cache
def caller(version: str) -> Caller:
    """Return a machine with a version."""
    return Caller(version)


# ---------------------------------------------------------------- rooms


def behind(start: Position, move: str) -> Position:
    """Return the position behind a move of White's: Kf4."""
    target = square(move[1:])
    return start._replace(king=target) if move.startswith("K") else start._replace(piece=target)


def room(figure: str, version: str, of: str, move: str) -> Measurement:
    """Return what finds the room behind a move in a position of tests/data/zuidema/."""

    def found() -> Measured:
        position = behind(printed(version, of).start, move)
        return Measured(caller(version).room(position), f"procedure ROOM, {written(position, 'R')}")

    return measures(figure)(found)


ROOMS = (
    room("rook.fig17", "new", "fig17", "Kf4"),
    room("rook.fig18", "new", "fig18", "Kb3"),
    room("rook.fig20", "new", "fig20", "Re1"),
    room("primitive.fig12", "primitive", "fig14 prim", "Kh6"),
    room("primitive.fig14", "primitive", "fig14 prim", "Kg6"),
    room("primitive.fig14-rook", "primitive", "fig14 prim", "Rg2"),
    room("primitive.fig18", "primitive", "fig18 prim", "Ra5"),
)


@measures("rook.fig21")
def room_in_figure_21() -> Measured:
    """Put the rook on each square from which it can mate on e8."""
    positions = [Position(square("g6"), square(f"e{rank}"), square("h8")) for rank in range(7, 0, -1)]
    found, *others = (caller("new").room(each) for each in positions)
    elsewhere = ", ".join(map(str, sorted(set(others))))
    return Measured(found, f"procedure ROOM, {written(positions[0], 'R')}; with the rook on e1 to e6 it is {elsewhere}")


def rooms_behind_the_rook(strong: bool, way: int | None = None) -> list[int]:
    """Return the rooms in all positions with the rook on d5, Black's king in front of it, White's not.

    Neither is White's king level with the rook. `way`: moves of Black's king to the rook's square; None: any.
    """
    (rank, file), found = divmod(ROOK, SIDE), []
    squares = [(divmod(each, SIDE), each) for each in range(SQUARES)]
    for (black_rank, black_file), black in squares:
        if black_rank <= rank or black_file <= file:
            continue
        if way is not None and max(black_rank - rank, black_file - file) != way:
            continue
        for (king_rank, king_file), king in squares:
            position = Position(king, ROOK, black)
            outside = king_rank < rank or king_file < file
            if outside and king_rank != rank and king_file != file and possible()[position]:
                value = caller("primitive").room(position)
                if caller("primitive").strong == strong:
                    found.append(value)
    return found


def same_everywhere(rooms: list[int], what: str) -> Measured:
    """Return the room if it is one; else the list of those that there are, which differ from what is published."""
    values = sorted(set(rooms))
    return Measured(values[0] if len(values) == 1 else values, f"procedure ROOM in {len(rooms):,} positions, {what}")


@measures("primitive.fig4")
def room_with_a_strong_rook() -> Measured:
    """Try all positions that it can be."""
    rooms = rooms_behind_the_rook(strong=True)
    return same_everywhere(rooms, "rook on d5 and strong, White's king neither in its quadrant nor level with it")


@measures("primitive.fig5")
def room_with_a_weak_rook() -> Measured:
    """Try all positions that it can be."""
    rooms = rooms_behind_the_rook(strong=False, way=ATTACKED_IN_TWO)
    return same_everywhere(rooms, "rook on d5 and not strong, White's king as before, Black two moves from an attack")


# ---------------------------------------------------------------- the program's text at work


@measures("rook.cases")
def cases() -> Measured:
    """Look which labels of the procedure are reached."""
    program, at_work = compile_file(source(VERSIONS["new"].program)), caller("new")
    symbols = [
        symbol
        for each, symbol in program.shared.entries.items()
        if isinstance(each, Label) and isinstance(each.owner, Procedure) and each.owner.name == CASES
    ]
    addresses = [program.image.symbols[each] for each in symbols if each in program.image.symbols]
    reached: set[int] = set()
    for position in some_positions():
        at_work.room(position, addresses)
        reached |= at_work.reached
    return Measured(len(reached), f"labels of its NEW ROOM that are reached in {len(some_positions()):,} positions")


def some_positions() -> list[Position]:
    """Return positions with Black to move."""
    return [Position(*each) for each in np.argwhere(possible())[::STEP].tolist()]


@measures("rook.history")
def elements_of_history() -> Measured:
    """Look at the description of the array in storage."""
    lower, upper = (caller("new").word("history", each) for each in (LOWER, UPPER))
    return Measured(upper - lower + 1, "bounds in the description of HISTORY in storage")
