"""What `ironboard kalah` prints: the moves of a position, as the 6600 finds them, and how long that takes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from host.games.kalah.solver import MOST_PITS, Found, Language, board, cards, order, parse, run, solver_in, written

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


def show(options: Options) -> None:
    """Print what is wanted; raises IronboardError for what is not a position."""
    for line in lines(options):
        print(line, flush=True)


def lines(options: Options) -> Iterator[str]:
    """Yield what is wanted."""
    if options.pattern is not None and (options.position is not None or options.table):
        raise IronboardError("a pattern is a position of its own: leave the other one, and --table, out")
    if options.language == "algol" and (options.clear or options.pattern is not None):
        raise IronboardError("only the program in COMPASS makes patterns and clears boards")
    how = {"left": options.left, "apart": options.apart}
    if options.pattern is not None:
        if not 1 <= options.pattern <= MOST_PITS:
            raise IronboardError(f"a pattern of {options.pattern} pits: there are those of 1 to {MOST_PITS}")
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
    """Return the words of the program's input that say what is printed of the moves."""
    return ["ROWS"] * options.rows + ["LIST"] * options.moves + ["CLEAR"] * options.clear


def seconds(found: Found) -> float:
    """Return what the search takes the 6600."""
    return found.cycles / Cdc6600.clock
