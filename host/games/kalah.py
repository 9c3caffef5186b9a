"""Kalah on the 6600: all moves of a position, boards that are cleared in one move; and the output of `ironboard kalah`.

The program's search is called, and its cycles are counted; or the whole program is run on its input.

solver = Solver()
found = solver.search(board(6))
found.moves, found.depth, found.cycles
solver.positions()  # in which those moves end, in the program's order

There are three programs, in COMPASS, ALGOL 60 and FORTRAN. Of the compiled ones, the whole program is run for every
search; the one in FORTRAN only counts moves, from the right, of 3 to 10 pits.

A position is the counters of the mover's pits, from the left; the kalah is at the right. 6 means the board that the
book uses: six pits, each with as many counters as it is away from the kalah. A comma after the number makes it the
counters of one pit: 6, is a board of one pit with six.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Literal, NamedTuple, TypedDict

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError, shown
from emulators.processor import Core
from emulators.roms import manifest
from host.formats import results
from host.games.boards import ProgramFault
from host.games.program6600 import work
from host.machines.cdc6600.calls import Bare6600
from host.machines.cdc6600.machine import find_program
from host.options import ascii_only

MOST_PITS = 60
MOST_COUNTERS = 99_999  # in a pit

Pits = tuple[int, ...]


def board(pits: int) -> Pits:
    """Return the board of n pits in which every pit goes on: n, n - 1, ... 1."""
    return tuple(range(pits, 0, -1))


def parse(text: str) -> Pits:
    """Return the position that `6`, `3,2,1` or `3,` means; raises IronboardError."""
    one_pit = text.count(",") == 1 and text.rstrip().endswith(",")
    try:
        numbers = [int(each) for each in ascii_only(text).rstrip().removesuffix("," * one_pit).split(",")]
    except ValueError:
        raise IronboardError(
            f"'{shown(text)}' is not a position: expected a number of pits, or counters as in 3,2,1 or 3,"
        ) from None
    of_board = len(numbers) == 1 and not one_pit
    if not 1 <= (numbers[0] if of_board else len(numbers)) <= MOST_PITS:
        raise IronboardError(f"'{shown(text)}': a board has 1 to {MOST_PITS} pits")
    pits = board(numbers[0]) if of_board else tuple(numbers)
    if not all(0 <= each <= MOST_COUNTERS for each in pits):
        raise IronboardError(f"'{text}': a pit has 0 to {MOST_COUNTERS} counters")
    if not any(pits):
        raise IronboardError(f"'{text}': all pits are empty")
    return pits


def written(pits: Pits) -> str:
    """Return a position as text that `parse` reads."""
    return ",".join(map(str, pits)) + "," * (len(pits) == 1 and pits != board(1))


Language = Literal["compass", "algol", "fortran"]

PROGRAM = "kalah"  # asm/cdc6600/kalah.compass, kalah.alg and kalah.f
ALGOL_SEARCH = "search"  # the procedure that is timed in compiled programs
ALGOL_END = "STOP"  # a word: ALGOL has no way to find out that there is no further input
COUNTED = re.compile(r"([0-9]+) MOVES, STACK ([0-9]+)")
PIT_BITS = 5  # of a packed position
COUNT_MODE = 0
LIMIT = 10**11  # minor cycles of a search: nearly three hours


class Layout(IntEnum):
    """How the program kept its positions."""

    APART = 0  # a word for each pit
    PACKED = 1  # in a word
    CHANGED = 2  # packed, until one did not fit


class Found(NamedTuple):
    """The result of a search for all moves of a position."""

    moves: int
    depth: int  # of the stack, at most
    cycles: int  # minor cycles, from the search's first instruction to the last
    layout: Layout | None = None  # not known of the program in ALGOL


class Solver:
    """A 6600 with the program in COMPASS in its storage."""

    def __init__(self, core: Core = "compiled") -> None:
        image = find_program(PROGRAM)
        image.symbols.update(manifest()[PROGRAM]["symbols"])
        self.program = Bare6600(PROGRAM, core, image=image)
        self.pits = 0

    def search(self, pits: Pits, *, left: bool = False, apart: bool = False) -> Found:
        """Have it look for all moves. `left`: scan from the left. `apart`: never pack a position into a word."""
        program = self.program
        self.place(pits, left=left, apart=apart)
        cycles = program.call("SEEK", LIMIT)
        return Found(program.get("MOVES"), program.get("DEPTH"), cycles, Layout(program.get("LAYOUT")))

    def instructions(self, pits: Pits) -> int:
        """Have it look for all moves; return the number of instructions."""
        self.place(pits)
        return self.program.instructions("SEEK")

    def place(self, pits: Pits, *, left: bool = False, apart: bool = False) -> None:
        """Give it a position."""
        program = self.program
        self.pits = len(pits)
        program.put("N", len(pits))
        program.put("PITS", 0, *reversed(pits))
        program.put("LEFT", int(left))
        program.put("WIDE", int(apart))
        program.put("MODE", COUNT_MODE)

    def positions(self) -> list[Pits]:
        """Return the positions in which the moves of the last search end, in its order.

        The program's list has room for some 32,000 words, and begins anew when it is full or the layout changes. Raises
        IronboardError if that has happened.
        """
        program, layout = self.program, Layout(self.program.get("LAYOUT"))
        size = 1 if layout == Layout.PACKED else self.pits
        start, length = program.address("LIST"), program.get("MOVES") * size
        if layout == Layout.CHANGED or length > program.address("LISTEND") - start:
            raise IronboardError(f"the list no longer holds all of {program.get('MOVES'):,} moves")
        words = program.words(start, length)
        if layout == Layout.PACKED:
            return [unpacked(word, self.pits) for word in words]
        return [tuple(reversed(words[at : at + size])) for at in range(0, length, size)]


def unpacked(word: int, pits: int) -> Pits:
    """Return the position in a word: the pit beside the kalah is on the right."""
    return tuple(word >> PIT_BITS * place & (1 << PIT_BITS) - 1 for place in reversed(range(pits)))


class AlgolSolver:
    """A 6600 and the program in ALGOL."""

    def __init__(self, core: Core = "compiled", *, checks: bool = True) -> None:
        from host.games.program6600 import CompiledProgram  # the compiler takes as long to import as the rest together

        self.program = CompiledProgram(PROGRAM, core, checks=checks)

    def search(self, pits: Pits, *, left: bool = False, apart: bool = False) -> Found:
        """Have it look for all moves. `left`: scan from the left. `apart`: an element of an array for each pit."""
        done = self.program.work([*cards(pits, left=left, apart=apart), "COUNT", ALGOL_END], ALGOL_SEARCH)
        match = COUNTED.fullmatch(done.printed[-1].rstrip())
        if match is None:
            raise ProgramFault(f"the program prints '{done.printed[-1]}' instead of the number of moves")
        return Found(int(match[1]), int(match[2]), done.cycles[-1])


FORTRAN_COUNTED = re.compile(r" *[0-9]+ PITS +([0-9]+) MOVES +([0-9]+) DEEP")
FORTRAN_PITS, FORTRAN_COUNTERS = range(3, 11), 25


class FortranSolver:
    """A 6600 and the program in FORTRAN."""

    def __init__(self, core: Core = "compiled", *, checks: bool = True) -> None:
        from host.games.program6600 import CompiledProgram  # the compiler takes as long to import as the rest together

        self.program = CompiledProgram(PROGRAM, core, checks=checks, language="fortran")

    def search(self, pits: Pits, *, left: bool = False, apart: bool = False) -> Found:
        """Have it look for all moves, from the right; raises IronboardError for options that the program lacks."""
        if left or apart:
            raise IronboardError("the program in FORTRAN scans from the right, and packs positions into words")
        if len(pits) not in FORTRAN_PITS or max(pits) > FORTRAN_COUNTERS:
            raise IronboardError(
                f"the program in FORTRAN has 3 to 10 pits, and up to {FORTRAN_COUNTERS} counters in one"
            )
        card = "".join(f"{each:3}" for each in (len(pits), *pits))
        done = self.program.work([card, f"{0:3}"], ALGOL_SEARCH)
        match = FORTRAN_COUNTED.fullmatch(done.printed[-1].rstrip())
        if match is None:
            raise ProgramFault(f"the program prints '{done.printed[-1]}' instead of the number of moves")
        return Found(int(match[1]), int(match[2]), done.cycles[-1])


def solver_in(language: Language, core: Core = "compiled") -> Solver | AlgolSolver | FortranSolver:
    """Return the solver with the program in a language."""
    return SOLVERS[language](core)


SOLVERS: dict[Language, type[Solver | AlgolSolver | FortranSolver]] = {
    "compass": Solver, "algol": AlgolSolver, "fortran": FortranSolver,
}  # fmt: skip


def cards(pits: Pits, *, left: bool, apart: bool) -> Iterator[str]:
    """Yield the input that makes a position, and says how to look for its moves."""
    yield from ("PITS", *map(str, pits))
    yield from order(left=left, apart=apart)


def order(*, left: bool, apart: bool) -> Iterator[str]:
    """Yield the input that says how to look for moves."""
    yield "LEFT" if left else "RIGHT"
    yield "APART" if apart else "PACKED"


def run(lines: Iterable[str], core: Core = "compiled", language: Language = "compass") -> list[str]:
    """Run the program with these lines of INPUT; return its lines of OUTPUT. Raises ProgramFault if it fails."""
    if language == "algol":
        return AlgolSolver(core).program.work([*lines, ALGOL_END], ALGOL_SEARCH).printed
    return work(find_program(PROGRAM), lines, core)[0]


# ---------------------------------------------------------------- printing


PUBLISHED_PITS, PUBLISHED_SECONDS = 10, 4.3  # "a Fortran program ... on an IBM 360/75"
DEFAULT = "6"
HEADING = f"{'pits':>4}{'moves':>9}{'stack':>7}{'seconds':>10}   from the left:{'stack':>6}{'seconds':>10}"


@dataclass(frozen=True)
class Options:
    """What to show. One of `rows`, `moves`, `clear`, `table`, or none of them: the count."""

    position: str | None = None
    pattern: int | None = None  # instead of a position: the board of n pits that can be cleared
    rows: bool = False
    moves: bool = False
    clear: bool = False
    table: bool = False
    left: bool = False
    apart: bool = False
    as_json: bool = False
    language: Language = "compass"
    core: Core = "compiled"


class KalahResult(TypedDict):
    """All moves of a position of Kalah."""

    position: Annotated[list[int], "the counters of the pits, from the left"]
    moves: Annotated[int, "how many there are"]
    stack: Annotated[int, "the most positions that were on the stack"]
    cycles: Annotated[int, "minor cycles of the 6600"]
    seconds: Annotated[float, "the same in seconds"]
    ends: Annotated[list[list[int]] | None, "with --moves: the positions after the moves"]


def result(options: Options) -> KalahResult:
    """Return all moves of a position."""
    if options.pattern is not None or options.rows or options.clear or options.table:
        raise IronboardError("--json does not go with --pattern, --rows, --clear or --table")
    if options.moves and options.language != "compass":
        raise IronboardError("--json --moves goes with the program in COMPASS")
    pits = parse(DEFAULT if options.position is None else options.position)
    solver = solver_in(options.language, options.core)
    found = solver.search(pits, left=options.left, apart=options.apart)
    ends = [[*each] for each in solver.positions()] if options.moves and isinstance(solver, Solver) else None
    return KalahResult(
        position=[*pits], moves=found.moves, stack=found.depth, cycles=found.cycles, seconds=seconds(found), ends=ends
    )


def show(options: Options) -> None:
    """Print the output; raises IronboardError for an invalid position."""
    if options.as_json:
        results.show(result(options))
        return
    for line in lines(options):
        print(line, flush=True)


def lines(options: Options) -> Iterator[str]:
    """Yield the output."""
    if options.pattern is not None and (options.position is not None or options.table):
        raise IronboardError("a pattern is itself a position: omit the other one, and --table")
    if options.language != "compass" and (options.clear or options.pattern is not None):
        raise IronboardError("only the program in COMPASS makes patterns and clears boards")
    if options.language == "fortran" and (any(wanted(options)) or options.table):
        raise IronboardError("the program in FORTRAN only counts the moves of one position")
    how = {"left": options.left, "apart": options.apart}
    if options.pattern is not None:
        if not 1 <= options.pattern <= MOST_PITS:
            raise IronboardError(f"a pattern of {options.pattern} pits: expected 1 to {MOST_PITS}")
        begun = [f"PATTERN {options.pattern}", "SHOW", *order(**how)]
        yield from run([*begun, *wanted(options)], options.core, options.language)
        return
    pits = parse(DEFAULT if options.position is None else options.position)
    if any(wanted(options)) and not options.table:
        yield from run([*cards(pits, **how), *wanted(options)], options.core, options.language)
        return
    solver = solver_in(options.language, options.core)
    if options.table:
        yield HEADING
        for size in range(1, len(pits) + 1):
            right, left = (solver.search(board(size), left=side, apart=options.apart) for side in (False, True))
            yield (
                f"{size:>4}{right.moves:>9}{right.depth:>7}{seconds(right):>10.4f}"
                f"{'':17}{left.depth:>7}{seconds(left):>10.4f}"
            )
        return
    found = solver.search(pits, **how)
    yield f"position {written(pits)}"
    yield f"moves    {found.moves:,}"
    yield f"stack    {found.depth}"
    yield f"CP time  {found.cycles:,} minor cycles, {seconds(found):.6f} s"
    if pits == board(PUBLISHED_PITS):
        times = PUBLISHED_SECONDS / seconds(found)
        yield f"1972     {PUBLISHED_SECONDS} s, FORTRAN on an IBM 360/75: {times:.1f} times as long"


def wanted(options: Options) -> list[str]:
    """Return the words of the program's input that select the output about the moves."""
    return ["ROWS"] * options.rows + ["LIST"] * options.moves + ["CLEAR"] * options.clear


def seconds(found: Found) -> float:
    """Return the 6600's time for the search."""
    return found.cycles / Cdc6600.clock
