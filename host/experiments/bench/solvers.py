"""The moves of Kalah on the 6600, with 1 to 10 pits, scanned from both sides, packed and with a word for each pit.

Numbers of moves are compared with those in the book, and the 6600's seconds with its one published time.
On the host the search with 10 pits is timed, by the program in COMPASS. The one in ALGOL 60 searches from the
right only. The player looks ahead from the beginning of the usual game, and plays small boards to the end.

Source: A. G. Bell, Games Playing with Computers, section 3.3.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.experiments.bench.measuring import Cell, Goal, Result, Table, Task, measure
from host.games.fen import parse as parse_fen
from host.games.kalah import PUBLISHED_PITS, PUBLISHED_SECONDS, AlgolSolver, Found, Solver, board
from host.games.kalah_board import opening
from host.games.kalah_play import TO_THE_END, Player, Thought
from host.games.mates import (
    BOOK_SECONDS,
    MILLISECOND,
    TRIVIAL,
    AlgolMates,
    Known,
    MatesProgram,
    RecursiveMates,
    Solution,
    Verdict,
    known,
    verdict,
)
from host.games.mates import Found as RecursiveFound

# ---------------------------------------------------------------- kalah
KALAH_TITLE = "a 6600 lists the moves of Kalah, positions on a stack of its own"
MOVES = (1, 2, 11, 56, 232, 912, 3333, 12149, 42800, 149117)  # with 1, 2, ... pits, as the book prints them


def measure_kalah(runs: int) -> Result:
    """Search the boards; time the largest."""
    solver = Solver()
    pits = len(MOVES)
    instructions = solver.instructions(board(pits))
    task = Task(f"{pits} pits", lambda: search_kalah(solver, pits).cycles, instructions)
    rows = measure([task], runs, Cdc6600.clock)
    player = Player()
    tables = (boards(solver), kalah_gap(solver, AlgolSolver()), looking_ahead(player), solved(player))
    return Result("kalah", KALAH_TITLE, rows, tables=tables, goals=(kalah_goal(search_kalah(solver, PUBLISHED_PITS)),))


def search_kalah(solver: Solver | AlgolSolver, pits: int, *, left: bool = False, apart: bool = False) -> Found:
    """Search a board; raises IronboardError if the number of moves differs from the published one."""
    found = solver.search(board(pits), left=left, apart=apart)
    if found.moves != MOVES[pits - 1]:
        raise IronboardError(f"{found.moves:,} moves with {pits} pits: the book has {MOVES[pits - 1]:,}")
    return found


def boards(solver: Solver, most: int = len(MOVES)) -> Table:
    """Return the cost of each board."""
    left = ("stack, from the left", "seconds, from the left")
    columns = ("pits", "moves", "stack", "seconds", *left, "seconds, a pit a word")
    rows: list[tuple[Cell, ...]] = []
    for pits in range(1, most + 1):
        cells: list[Cell] = [str(pits), MOVES[pits - 1]]
        for from_left in (False, True):
            found = search_kalah(solver, pits, left=from_left)
            cells += [found.depth, kalah_seconds(found)]
        rows.append((*cells, kalah_seconds(search_kalah(solver, pits, apart=True))))
    return Table("every pit holds as many counters as it is away from the kalah", columns, tuple(rows))


def kalah_gap(solver: Solver, algol: AlgolSolver, most: int = len(MOVES)) -> Table:
    """Return the ratio of the times of the programs in ALGOL and COMPASS, in both layouts."""
    columns = ("pits", "ALGOL, s", "COMPASS, s", "times as long", "ALGOL, a pit a word", "COMPASS", "times as long")
    rows: list[tuple[Cell, ...]] = []
    for pits in range(1, most + 1):
        cells: list[Cell] = [str(pits)]
        for apart in (False, True):
            compiled, by_hand = (kalah_seconds(search_kalah(each, pits, apart=apart)) for each in (algol, solver))
            cells += [compiled, by_hand, round(compiled / by_hand, 1)]
        rows.append(tuple(cells))
    return Table("compiled and by hand", columns, tuple(rows))


AHEAD = 8  # moves
SOLVED = tuple(  # pits, counters in each
    (pits, counters) for pits, most in enumerate((6, 6, 6, 3, 2, 1), 1) for counters in range(1, most + 1)
)


def looking_ahead(player: Player, most: int = AHEAD) -> Table:
    """Return the cost of the search from the opening position of the usual game."""
    columns = ("moves ahead", "score", "positions", "cycles a position", "positions a second", "seconds")
    rows: list[tuple[Cell, ...]] = []
    for depth in range(1, most + 1):
        found = player.think(opening(), depth)
        cycles, speed = found.cycles / found.positions, found.positions * Cdc6600.clock / found.cycles
        rows.append((str(depth), found.score, found.positions, round(cycles), round(speed), kalah_seconds(found)))
    return Table("the game, six pits with six counters each: the first move", columns, tuple(rows))


def solved(player: Player, boards: Iterable[tuple[int, int]] = SOLVED) -> Table:
    """Return the values of small boards, by both rules of captures."""
    columns = ("pits", "counters", "South wins by", "positions", "seconds", "always: by", "positions", "seconds")
    rows: list[tuple[Cell, ...]] = []
    for pits, counters in boards:
        cells: list[Cell] = [str(pits), str(counters)]
        for always in (False, True):
            found = player.think(opening(pits, counters, always=always), TO_THE_END)
            cells += [found.score, found.positions, kalah_seconds(found)]
        rows.append(tuple(cells))
    return Table("boards that are played to the end", columns, tuple(rows))


def kalah_goal(found: Found) -> Goal:
    """Return the comparison with the published time."""
    what = "10 pits, ours; published is 4.3 s, of FORTRAN on an IBM 360/75"
    return Goal(what, found.cycles / Cdc6600.clock, PUBLISHED_SECONDS, "s")


def kalah_seconds(found: Found | Thought) -> float:
    """Return the 6600's time."""
    return round(found.cycles / Cdc6600.clock, 4)


# ---------------------------------------------------------------- mates
MATES_TITLE = "a 6600 solves chess problems, mate in two"
PUBLISHED = (
    ("ALGOL, CDC 6600", BOOK_SECONDS["algol"]),
    ("ALGOL, Atlas", 45),
    ("Basic Language, Atlas", 5),
    ("Basic Language, CDC 6600", BOOK_SECONDS["compass"]),
)  # fmt: skip


def measure_mates(runs: int) -> Result:
    """Solve all problems; time that."""
    program, problems = MatesProgram(), chosen()
    found = {each.name: solve(program, each) for each in problems}
    instructions = sum(each.instructions for each in found.values())
    task = Task(
        f"{len(problems)} problems", lambda: sum(solve(program, each).cycles for each in problems), instructions
    )
    rows = measure([task], runs, Cdc6600.clock)
    algol = AlgolMates()
    compiled = {each.name: solve(algol, each) for each in problems}
    recursive = {each.name: solve_by_recursion(RecursiveMates(), each) for each in problems}
    tables = (
        by_problem(problems, found),
        published(mean_seconds(found), mean_seconds(compiled)),
        mates_gap(problems, found, compiled),
        by_recursion(problems, compiled, recursive),
    )
    goals = (mates_goal("", found, BOOK_SECONDS["compass"]), mates_goal(" in ALGOL", compiled, BOOK_SECONDS["algol"]))
    return Result("mates", MATES_TITLE, rows, tables=tables, goals=goals)


def mates_goal(language: str, found: Mapping[str, Solution], limit: float) -> Goal:
    """Return the comparison with the book's time."""
    what = f"mean of {len(found) - len(TRIVIAL)} problems{language}, ours; the book says {limit:g} s, of other problems"
    return Goal(what, mean_seconds(found), limit, "s")


def chosen() -> list[Known]:
    """Return the problems with their first keys as published, promotions repaired."""
    return [each for each in known() if not each.printed and not each.every]


def solve(program: MatesProgram, problem: Known) -> Solution:
    """Solve a problem; raises IronboardError if the solution differs from that of the book's program."""
    found = program.solve(parse_fen(problem.fen).men)
    keys = [str(key) for key in found.keys]
    if keys != problem.keys or found.counters != problem.counters:
        raise IronboardError(f"{problem.name}: {keys} {found.counters} instead of {problem.keys} {problem.counters}")
    return found


def solve_by_recursion(program: RecursiveMates, problem: Known) -> RecursiveFound:
    """Solve a problem with the program for N moves; raises IronboardError if its first key is not the problem's."""
    men = parse_fen(problem.fen).men
    found = program.solve(men, 2)
    if not found.keys or verdict(men, found.keys[0]) is not Verdict.MATE_IN_TWO:
        raise IronboardError(f"{problem.name}: {[*map(str, found.keys)]} by recursion")
    return found


def mean_recursive_seconds(program: RecursiveMates) -> float:
    """Return the mean time of the program for N moves, in seconds, trivial problems left out."""
    return statistics.mean(solve_by_recursion(program, each).seconds for each in chosen() if each.name not in TRIVIAL)


def by_recursion(
    problems: list[Known], compiled: Mapping[str, Solution], recursive: Mapping[str, RecursiveFound]
) -> Table:
    """Compare the times of the programs for N moves and for two, both in ALGOL."""
    columns = ("problem", "lists", "moves made", "N moves, s", "two moves, s", "times as long")
    hard = [each for each in problems if each.name not in TRIVIAL]
    rows: list[tuple[Cell, ...]] = []
    for each in hard:
        found = recursive[each.name]
        times = compared(f"{each.name} {each.title}", found.seconds, mate_seconds(compiled[each.name]))
        rows.append((times[0], found.lists, found.made, *times[1:]))
    mean = statistics.mean(recursive[each.name].seconds for each in hard)
    label, *times_of_all = compared("mean", mean, mean_seconds(compiled))
    rows.append((label, None, None, *times_of_all))
    return Table(
        "a program for N moves, by recursion, and that for two, both in ALGOL: first keys", columns, tuple(rows)
    )


def mean_seconds(found: Mapping[str, Solution]) -> float:
    """Return the mean time in seconds, trivial problems left out."""
    return statistics.mean(mate_seconds(each) for name, each in found.items() if name not in TRIVIAL)


def mate_seconds(solution: Solution) -> float:
    """Return the time of a search."""
    return round(solution.milliseconds * MILLISECOND, 3)


def by_problem(problems: list[Known], found: Mapping[str, Solution]) -> Table:
    """Return the cost of each problem."""
    columns = ("problem", "key", "listmoves", "makemove", "men moved", "seconds")
    rows: list[tuple[Cell, ...]] = []
    for each in problems:
        solution = found[each.name]
        keys = " ".join(map(str, solution.keys)) or "-"
        rows.append((f"{each.name} {each.title}", keys, *solution.counters[:3], mate_seconds(solution)))
    return Table("first keys, promotions repaired", columns, tuple(rows))


def published(compass: float, algol: float) -> Table:
    """Return the book's averages and ours."""
    ours = (("ALGOL, CDC 6600: ours", round(algol, 2)), ("COMPASS, CDC 6600: ours", round(compass, 2)))
    rows: list[tuple[Cell, ...]] = [*PUBLISHED, *ours]
    return Table("seconds for a problem, on average; the book's on other problems", ("program", "seconds"), tuple(rows))


def mates_gap(problems: list[Known], found: Mapping[str, Solution], compiled: Mapping[str, Solution]) -> Table:
    """Compare the times of the programs in ALGOL and COMPASS."""
    rows: list[tuple[Cell, ...]] = [
        compared(f"{each.name} {each.title}", mate_seconds(compiled[each.name]), mate_seconds(found[each.name]))
        for each in problems
        if each.name not in TRIVIAL
    ]
    mean = compared("mean", mean_seconds(compiled), mean_seconds(found))
    book = compared("the book's mean", BOOK_SECONDS["algol"], BOOK_SECONDS["compass"])
    return Table("compiled and by hand", ("problem", "ALGOL, s", "COMPASS, s", "times as long"), (*rows, mean, book))


def compared(label: str, algol: float, compass: float) -> tuple[Cell, ...]:
    """Return a row of two times and their ratio."""
    return label, round(algol, 2), round(compass, 2), round(algol / compass, 1)
