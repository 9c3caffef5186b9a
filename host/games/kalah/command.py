"""What `ironboard kalah` prints: the moves of a position, as the 6600 finds them, and how long that takes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from host.games.kalah.solver import (
    MOST_PITS,
    AlgolSolver,
    Found,
    Language,
    Pits,
    Solver,
    board,
    order,
    parse,
    run,
    solver_in,
    written,
)
from host.games.kalah.solver import cards as cards_of

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
    language: Language = "compass"
    core: Core = "compiled"


def show(options: Options, out: TextIO | None = None) -> None:
    """Print what is wanted; raises IronboardError for what is not a position."""
    for line in lines(options):
        print(line, file=out, flush=True)


def lines(options: Options) -> Iterator[str]:
    """Yield what is wanted."""
    if options.pattern is not None and (options.position is not None or options.table):
        raise IronboardError("a pattern is a position of its own: leave the other one, and --table, out")
    if options.language == "algol" and (options.clear or options.pattern is not None):
        raise IronboardError("only the program in COMPASS makes patterns and clears boards")
    if options.table:
        yield from table(options)
    elif options.rows or options.moves or options.clear or options.pattern is not None:
        yield from run([*cards(options)], options.core, options.language)
    else:
        yield from count(options)


def cards(options: Options) -> Iterator[str]:
    """Yield the input of the program."""
    if options.pattern is None:
        yield from cards_of(position(options), left=options.left, apart=options.apart)
    else:
        if not 1 <= options.pattern <= MOST_PITS:
            raise IronboardError(f"a pattern of {options.pattern} pits: there are those of 1 to {MOST_PITS}")
        yield f"PATTERN {options.pattern}"
        yield "SHOW"
        yield from order(left=options.left, apart=options.apart)
    if options.rows:
        yield "ROWS"
    if options.moves:
        yield "LIST"
    if options.clear:
        yield "CLEAR"


def position(options: Options) -> Pits:
    """Return the position; raises IronboardError if it is not one."""
    return parse(DEFAULT if options.position is None else options.position)


def count(options: Options) -> Iterator[str]:
    """Yield how many moves there are."""
    pits = position(options)
    found = search(solver_in(options.language, options.core), pits, options)
    yield f"position {written(pits)}"
    yield f"moves    {found.moves:,}"
    yield f"stack    {found.depth}"
    yield f"CP time  {found.cycles:,} minor cycles, {seconds(found):.6f} s"
    yield from comparison(pits, found)


def comparison(pits: Pits, found: Found) -> Iterator[str]:
    """Yield the published time for this position, if there is one."""
    if pits == board(PUBLISHED_PITS):
        times = PUBLISHED_SECONDS / seconds(found)
        yield f"1972     {PUBLISHED_SECONDS} s, FORTRAN on an IBM 360/75: {times:.1f} times as long"


def table(options: Options) -> Iterator[str]:
    """Yield a line for each board up to this size, scanned from both sides."""
    most = len(position(options))
    solver = solver_in(options.language, options.core)
    yield HEADING
    for pits in range(1, most + 1):
        right, left = (solver.search(board(pits), left=side, apart=options.apart) for side in (False, True))
        yield (
            f"{pits:>4}{right.moves:>9}{right.depth:>7}{seconds(right):>10.4f}"
            f"{'':17}{left.depth:>7}{seconds(left):>10.4f}"
        )


def search(solver: Solver | AlgolSolver, pits: Pits, options: Options) -> Found:
    """Let the solver look for the moves of a position."""
    return solver.search(pits, left=options.left, apart=options.apart)


def seconds(found: Found) -> float:
    """Return what the search takes the 6600."""
    return found.cycles / Cdc6600.clock
