"""What `ironboard kalah` prints: the moves of a position, as the 6600 finds them, and how long that takes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from host.games.kalah.board import MOST_PITS, Pits, board, parse, written
from host.games.kalah.solver import AlgolSolver, Found, Language, Solver, order, run, solver_in
from host.games.kalah.solver import cards as cards_of

PUBLISHED_PITS, PUBLISHED_SECONDS = 10, 4.3  # "a Fortran program ... on an IBM 360/75"
DEFAULT = "6"
HEADING = f"{'pits':>4}{'moves':>9}{'stack':>7}{'seconds':>10}   from the left:{'stack':>6}{'seconds':>10}"


@dataclass(frozen=True)
class Wish:
    """What to show. One of `rows`, `moves`, `clear`, `table`, or none of them: the count."""

    position: str | None = None
    pattern: int | None = None  # instead of a position: the board of so many pits that can be cleared
    rows: bool = False
    moves: bool = False
    clear: bool = False
    table: bool = False
    left: bool = False
    apart: bool = False
    language: Language = "compass"
    core: Core = "compiled"


def show(wish: Wish, out: TextIO | None = None) -> None:
    """Print what is wished; raises IronboardError for a position that there is not."""
    for line in lines(wish):
        print(line, file=out, flush=True)


def lines(wish: Wish) -> Iterator[str]:
    """Yield what is wished."""
    if wish.pattern is not None and (wish.position is not None or wish.table):
        raise IronboardError("a pattern is a position of its own: leave the other one, and --table, out")
    if wish.language == "algol" and (wish.clear or wish.pattern is not None):
        raise IronboardError("only the program in COMPASS makes patterns and clears boards")
    if wish.table:
        yield from table(wish)
    elif wish.rows or wish.moves or wish.clear or wish.pattern is not None:
        yield from run([*cards(wish)], wish.core, wish.language)
    else:
        yield from count(wish)


def cards(wish: Wish) -> Iterator[str]:
    """Yield the input of the program."""
    if wish.pattern is None:
        yield from cards_of(position(wish), left=wish.left, apart=wish.apart)
    else:
        if not 1 <= wish.pattern <= MOST_PITS:
            raise IronboardError(f"a pattern of {wish.pattern} pits: there are those of 1 to {MOST_PITS}")
        yield f"PATTERN {wish.pattern}"
        yield "SHOW"
        yield from order(left=wish.left, apart=wish.apart)
    if wish.rows:
        yield "ROWS"
    if wish.moves:
        yield "LIST"
    if wish.clear:
        yield "CLEAR"


def position(wish: Wish) -> Pits:
    """Return the position; raises IronboardError if what is wished is none."""
    return parse(DEFAULT if wish.position is None else wish.position)


def count(wish: Wish) -> Iterator[str]:
    """Yield how many moves there are."""
    pits = position(wish)
    found = search(solver_in(wish.language, wish.core), pits, wish)
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


def table(wish: Wish) -> Iterator[str]:
    """Yield a line for each board up to this size, scanned from both sides."""
    most = len(position(wish))
    solver = solver_in(wish.language, wish.core)
    yield HEADING
    for pits in range(1, most + 1):
        right, left = (solver.search(board(pits), left=side, apart=wish.apart) for side in (False, True))
        yield (
            f"{pits:>4}{right.moves:>9}{right.depth:>7}{seconds(right):>10.4f}"
            f"{'':17}{left.depth:>7}{seconds(left):>10.4f}"
        )


def search(solver: Solver | AlgolSolver, pits: Pits, wish: Wish) -> Found:
    """Let the solver look for the moves of a position."""
    return solver.search(pits, left=wish.left, apart=wish.apart)


def seconds(found: Found) -> float:
    """Return what the search takes the 6600."""
    return found.cycles / Cdc6600.clock
