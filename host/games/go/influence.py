"""Zobrist's influence function, computed on the 6600: a value for every node; segments, and pockets that are lost.

    values = influence(position)  # {point: value}, Black's are positive
    found = analysed(position, language="algol", wanted=POCKETS)
    found.segments, found.pockets, found.cycles

A stone is 50 or -50; four times every node that is not zero adds its sign to its neighbours. Three programs do it: one
in ALGOL 60, and one in COMPASS by words of ten nodes, which print the same; and one in FORTRAN, as the book has it,
which prints the values of a board of 19 by 19.

Source: A. G. Bell, Games Playing with Computers, figure 3.13; A. L. Zobrist, A model of visual organization for the
game of Go, figure 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from emulators.errors import IronboardError
from emulators.processor import Core
from emulators.roms import manifest
from host.games.boards import Colour, ProgramFault
from host.games.go.diagrams import SIZES
from host.games.go.rules import Position
from host.games.program6600 import work
from host.machines.cdc6600.calls import MASKS, Bare6600, integer
from host.machines.cdc6600.machine import find_program

Language = Literal["compass", "algol", "fortran"]

PROGRAM = "influence"  # asm/cdc6600/influence.compass, influence.alg, influence.f
ALGOL_FUNCTION, FUNCTION, FORTRAN_FUNCTION = "influence", "INFLU", "influ"  # a procedure, a routine, a subroutine
PARTS = ("FIELDS", "SPREAD", "NUMBERS")  # of FUNCTION: words are made, four passes, values are made
STONES = {Colour.BLACK: 50, Colour.WHITE: MASKS["X"] - 50}  # words: a negative number is a complement
ROW = 21  # words of a row in the program in COMPASS
VALUES, SEGMENTS, POCKETS = range(3)  # the tasks of the programs
END = -1  # after the stones of a side
SIDES = {"BLACK": Colour.BLACK, "WHITE": Colour.WHITE}
SEGMENT = re.compile(r"(?:SEGMENT|DOMAIN) +(\d+) (BLACK|WHITE) +(\d+) NODES +(\d+) STONES FROM +(\d+) +(\d+)")
POCKET = re.compile(r"POCKET +(\d+) (BLACK|WHITE) +(\d+) NODES +(\d+) STONES, SIZE +(\d+), TO (BLACK|WHITE)")


class Segment(NamedTuple):
    """Nodes of one sign connected by row or column."""

    number: int
    side: Colour
    nodes: int  # empty ones and stones
    stones: int  # of its own side

    @property
    def size(self) -> int:
        """Nodes and stones in one number, by which the programs compare segments."""
        return self.nodes + self.stones


class Domain(NamedTuple):
    """The segments of a board, as found by a program, or those after it has removed the pockets."""

    segments: tuple[Segment, ...]
    numbers: dict[int, int]  # point -> the number of its segment

    def side(self, point: int) -> Colour:
        """Return the owner of a node."""
        number = self.numbers[point]
        return next(each.side for each in self.segments if each.number == number)


class Found(NamedTuple):
    """The result of a program."""

    values: dict[int, int]  # point -> value
    cycles: int  # minor cycles of the function itself, without reading, printing and segments
    segments: Domain | None = None
    pockets: tuple[Segment, ...] = ()  # in the order in which they went to the other side
    domains: Domain | None = None  # after that


class Solver:
    """A 6600 with the program in COMPASS in its storage; its function is called."""

    def __init__(self, core: Core = "compiled") -> None:
        image = find_program(PROGRAM)
        image.symbols.update(manifest()[PROGRAM]["symbols"])
        self.program = Bare6600(PROGRAM, core, image=image)

    def values(self, position: Position) -> Found:
        """Compute the values."""
        self.place(position)
        cycles = self.program.call(FUNCTION)
        return Found(self._values(position), cycles)

    def parts(self, position: Position) -> dict[str, int]:
        """Compute the values; return the minor cycles of each part of the function."""
        self.place(position)
        return {name: self.program.call(name) for name in PARTS}

    def instructions(self, position: Position) -> int:
        """Compute the values; return the number of instructions."""
        self.place(position)
        return self.program.instructions(FUNCTION)

    def place(self, position: Position) -> None:
        """Put a position into storage."""
        checked(position)
        board = [0] * (ROW * ROW)
        for point, colour in position.stones.items():
            row, column = divmod(point, position.size + 1)
            board[ROW * row + column] = STONES[colour]
        self.program.put("SIZE", position.size)
        self.program.put("VALUES", *board)

    def _values(self, position: Position) -> dict[int, int]:
        words = self.program.words(self.program.address("VALUES"), ROW * ROW)
        places = ((point, divmod(point, position.size + 1)) for point in position.points)
        return {point: integer(words[ROW * row + column]) for point, (row, column) in places}


@cache
def solver() -> Solver:
    """Return a 6600 with the program, always the same."""
    return Solver()


def influence(position: Position) -> dict[int, int]:
    """Return the value of every node of a board with 9 to 19 rows; Black's are positive.

    Stones have 34 to 66 or -66 to -34, empty nodes -16 to 16. Raises IronboardError for other boards.
    """
    return solver().values(position).values


def segments(position: Position) -> dict[int, int]:
    """Return the number of each node's segment, from 1, in the order of their first nodes, row by row."""
    found = analysed(position, wanted=SEGMENTS).segments
    assert found is not None
    return found.numbers


def algol_cycles(position: Position, *, checks: bool = True, core: Core = "compiled") -> int:
    """Return the minor cycles of the function in ALGOL. `checks`: whether subscripts are compared with their bounds."""
    from host.games.program6600 import CompiledProgram  # the compiler takes as long to import as the rest together

    return CompiledProgram(PROGRAM, core, checks=checks).work(cards(position), ALGOL_FUNCTION).cycles[0]


def fortran_values(position: Position, *, checks: bool = True, core: Core = "compiled") -> Found:
    """Have the program in FORTRAN read a position, 19 by 19; raises IronboardError for another board."""
    from host.games.program6600 import CompiledProgram  # the compiler takes as long to import as the rest together

    program = CompiledProgram(PROGRAM, core, checks=checks, language="fortran")
    done = program.work(fortran_cards(position), FORTRAN_FUNCTION)
    numbers = [int(each) for line in done.printed for each in line.split()]
    return Found(dict(zip(position.points, numbers, strict=True)), done.cycles[-1])


def analysed(
    position: Position, *, language: Language = "compass", wanted: int = VALUES, core: Core = "compiled"
) -> Found:
    """Have the whole program read a position and print the `wanted`: VALUES, SEGMENTS or POCKETS.

    Raises IronboardError for boards that the programs do not have.
    """
    if language == "fortran":
        if wanted != VALUES:
            raise IronboardError("the program in FORTRAN computes values, not segments and pockets")
        return fortran_values(position, core=core)
    lines = [*cards(position, wanted)]
    if language == "algol":
        from host.games.program6600 import CompiledProgram  # the compiler takes as long to import as the rest together

        done = CompiledProgram(PROGRAM, core).work(lines, ALGOL_FUNCTION)
        return parsed(done.printed, position, done.cycles[-1], wanted)
    cycles = Solver(core).values(position).cycles
    return parsed(work(find_program(PROGRAM), lines, core)[0], position, cycles, wanted)


def checked(position: Position) -> None:
    """Raise IronboardError for a board that the programs do not have."""
    if position.size not in SIZES:
        size = position.size
        raise IronboardError(f"a board of {size} by {size}: the programs have {SIZES[0]} to {SIZES[-1]} rows")


def cards(position: Position, wanted: int = VALUES) -> Iterator[str]:
    """Yield the input of the programs in ALGOL and COMPASS."""
    checked(position)
    yield f"{position.size} {wanted}"
    for colour in Colour:
        yield from (f"{row} {column}" for row, column in stones(position, colour))
        yield str(END)
    yield "0"


def fortran_cards(position: Position) -> Iterator[str]:
    """Yield the cards of the book's program, FORMAT(2I2): row and column, 19 by 19; -1 after each side's stones.

    Raises IronboardError for another board.
    """
    if position.size != SIZES[-1]:
        raise IronboardError(f"the book's program has a board of 19 by 19, not {position.size} by {position.size}")
    for colour in Colour:
        yield from (f"{row:2}{column:2}" for row, column in stones(position, colour))
        yield f"{END:2}"


def stones(position: Position, colour: Colour) -> list[tuple[int, int]]:
    """Return row and column of a side's stones, from the top left."""
    return sorted(divmod(point, position.size + 1) for point, each in position.stones.items() if each is colour)


def parsed(printed: Sequence[str], position: Position, cycles: int, wanted: int) -> Found:
    """Parse the lines of a program; raises ProgramFault if they are incomplete."""
    lines = iter(printed)
    try:
        values = matrix(lines, position)
        if wanted == VALUES:
            return Found(values, cycles)
        rest = [*lines]
        size = position.size
        numbers, rest = matrix(iter(rest), position), rest[size:]
        segments = [segment_of(match) for line in rest if (match := SEGMENT.fullmatch(line)) and line[0] == "S"]
        pockets = [segment_of(match) for line in rest if (match := POCKET.fullmatch(line))]
        first = Domain(tuple(segments), numbers)
        if wanted == SEGMENTS:
            return Found(values, cycles, first)
        rest = rest[len(segments) + len(pockets) :]
        left = [segment_of(match) for line in rest if (match := SEGMENT.fullmatch(line))]
        domains = Domain(tuple(left), matrix(iter(rest), position))
    except (ValueError, StopIteration) as error:
        raise ProgramFault(f"the program prints '{printed[-1] if printed else ''}' at its end: {error}") from error
    return Found(values, cycles, first, tuple(pockets), domains)


def matrix(lines: Iterator[str], position: Position) -> dict[int, int]:
    """Return the numbers of the next lines, one for each row; raises ValueError or StopIteration."""
    numbers = [int(each) for _ in range(position.size) for each in next(lines).split()]
    return dict(zip(position.points, numbers, strict=True))


def segment_of(match: re.Match[str]) -> Segment:
    """Return the segment of a line."""
    return Segment(int(match[1]), SIDES[match[2]], int(match[3]), int(match[4]))
