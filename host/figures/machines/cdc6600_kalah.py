"""Kalah, measured on the 6600: its search called, its clearing of a board run.

Source: A. G. Bell, Games Playing with Computers, section 3.3.
"""

from __future__ import annotations

import re
from functools import cache

from emulators.cdc6600.machine import Cdc6600
from host.bench.solvers import MOVES
from host.figures.measuring import Measured, Measurement, measures
from host.games.kalah.board import board
from host.games.kalah.solver import AlgolSolver, Found, Solver, run

PATTERN = 50  # pits
FITS = 3, 10  # pits of positions that are packed
LAYOUTS = "a word for each pit", "each position in a word"


@cache
def solver() -> Solver:
    """Return a 6600 with the program."""
    return Solver()


@cache
def search(pits: int, left: bool = False) -> Found:
    """Search the board of so many pits."""
    return solver().search(board(pits), left=left)


def measurement(pits: int) -> Measurement:
    """Return what counts the moves with so many pits."""
    how = f"the program's count; {LAYOUTS[FITS[0] <= pits <= FITS[1]]}"
    return measures(f"kalah.moves-{pits}")(lambda: Measured(search(pits).moves, how))


(moves_1, moves_2, moves_3, moves_4, moves_5, moves_6, moves_7, moves_8, moves_9, moves_10) = (
    measurement(pits) for pits in range(1, len(MOVES) + 1)
)


@measures("kalah.time")
def time_for_ten_pits() -> Measured:
    """Search with ten pits."""
    cycles = search(10).cycles
    return Measured(round(cycles / Cdc6600.clock, 3), f"by hand in COMPASS: {cycles:,} minor cycles")


@measures("kalah.algol-time")
def time_for_ten_pits_in_algol() -> Measured:
    """Search with ten pits, by the other program."""
    cycles = AlgolSolver().search(board(10)).cycles
    times = cycles / search(10).cycles
    return Measured(round(cycles / Cdc6600.clock, 1), f"compiled: {times:.0f} times as long as by hand")


@measures("kalah.stack-321")
def stack_for_321() -> Measured:
    """Search 3 2 1."""
    return Measured(search(3).depth, "positions on the program's stack, at most")


@measures("kalah.stack-321-left")
def stack_for_321_from_the_left() -> Measured:
    """Search 3 2 1 the other way round."""
    return Measured(search(3, left=True).depth, "positions on the program's stack, at most")


@measures("kalah.stack-6")
def stack_for_six_pits() -> Measured:
    """Search six pits."""
    return Measured(search(6).depth, "positions on the program's stack, at most")


@measures("kalah.stack-6-left")
def stack_for_six_pits_from_the_left() -> Measured:
    """Search six pits the other way round."""
    return Measured(search(6, left=True).depth, "positions on the program's stack, at most")


@measures("kalah.pattern")
def moves_that_clear_fifty_pits() -> Measured:
    """Let the program construct the pattern, in both ways, and play it until nothing is left."""
    last = run([f"PATTERN {PATTERN}", "CLEAR"])[-1]
    moves, left = map(int, re.findall(r"\d+", last))
    return Measured(moves, f"PATTERN {PATTERN} and CLEAR: the program constructs the board and plays; {left} are left")
