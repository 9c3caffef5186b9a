"""Pitrat's program on the 6600: rules interpreted and compiled, in the machine's cycles and in the host's time.

Executing rules alone is measured between the call of EXEC and its return, with a sink for moves that does nothing. The
search is that of figure 14 of the paper, from its start to the win.

Source: J. Pitrat, A General Game-Playing Program (1971).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.bench.measuring import Goal, Result, Table, Task, measure
from host.cdc6600 import return_address
from host.games.pitrat.position import Position, parse_fen
from host.games.pitrat.program import Pitrat
from host.games.pitrat.rules import Rules, read
from host.games.program6600 import met

TITLE = "a 6600 executes the rules of chess, interpreted and compiled"
FIGURE_14 = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 11"
SEARCH, LEGAL = "WIN 100 100", "LEGAL"
N = 2  # modifications
LIMIT = 5  # seconds of the host for a search with compiled rules
SINK = 0o377700  # a routine that returns at once is put here: its entry word, and the jump back
RETURN = 0o0400 << 48 | SINK << 30
ALL_DEPTHS = (1 << 60) - 2  # -1
MOVES, WIN = 0, 1  # the algorithms
GAMES = ("chess", "grasshopper", "checkers", "messenger", "ttt", "gomoku")
COLUMNS = "statements", "interpreted", "compiled", "times as fast"


class Executed(NamedTuple):
    """An algorithm, executed once."""

    cycles: int
    statements: int  # 0: they were not counted


def execute(
    program: Pitrat, position: Position, modifications: int = 0, *, conditions: bool = False, algorithm: int = MOVES
) -> Executed:
    """Execute an algorithm for a position: the second time in a row, so that its variables are those of the player."""
    machine = program.machine(position, ["LIST", "LIST"])
    symbols = program.image().symbols
    entry = symbols["EXEC"]
    back = met(machine, entry + 1) and return_address(machine.peek(entry))
    if not back or not met(machine, back) or not met(machine, entry + 1):
        raise IronboardError(f"rules are not executed: {machine.reason}")
    machine.poke(SINK + 1, RETURN)
    for name, value in (
        ("EXALG", algorithm),
        ("EXN", modifications),
        ("EXCONDS", conditions),
        ("EXSINK", SINK),
        ("EXDEPTH", ALL_DEPTHS if modifications else 0),
    ):
        machine.poke(symbols[name], int(value))
    begun, before = machine.cycles, machine.peek(symbols["STMTS"])
    if not met(machine, back):
        raise IronboardError(f"the rules do not come to their end: {machine.reason}")
    return Executed(machine.cycles - begun, machine.peek(symbols["STMTS"]) - before)


def execute_all(program: Pitrat, position: Position, command: str) -> Executed:
    """Add up the executions of rules that a command needs, what it does with the moves included."""
    machine = program.machine(position, [command], N)
    symbols = program.image().symbols
    entry, cycles = symbols["EXEC"], 0
    while met(machine, entry + 1):
        begun = machine.cycles
        if not met(machine, return_address(machine.peek(entry))):
            raise IronboardError(f"the rules do not come to their end: {machine.reason}")
        cycles += machine.cycles - begun
    return Executed(cycles, machine.peek(symbols["STMTS"]))


def by_command(rules: Rules) -> Table:
    """Return what a statement takes in commands, in the first position of figure 14."""
    position = parse_fen(FIGURE_14, rules.game)
    rows = []
    for command in (LEGAL, SEARCH):
        slow, quick = (execute_all(Pitrat(rules, interpreted=each), position, command) for each in (True, False))
        each = slow.statements
        times = round(slow.cycles / quick.cycles, 1)
        rows.append((command, each, round(slow.cycles / each), round(quick.cycles / each), times))
    return Table("as commands execute them", ("figure 14", *COLUMNS), tuple(rows))


def compared(rules: Rules, position: Position, *settings: int, **more: Any) -> tuple[int, int, int, float]:
    """Return statements, cycles of each when interpreted and when compiled, and how many times as fast that is."""
    slow, quick = (execute(Pitrat(rules, interpreted=each), position, *settings, **more) for each in (True, False))
    each = slow.statements
    return each, round(slow.cycles / each), round(quick.cycles / each), round(slow.cycles / quick.cycles, 1)


def by_game() -> Table:
    """Return what a statement takes in both algorithms of several games, where they begin."""
    rows = []
    for name in GAMES:
        rules = read(name, compass=True)
        for algorithm, label in ((MOVES, "MOVES"), (WIN, "WIN")):
            rows.append((f"{name}, {label}", *compared(rules, rules.start(), algorithm=algorithm)))
    return Table("without conditions, where a game begins", ("rules", *COLUMNS), tuple(rows))


def by_modifications(rules: Rules) -> Table:
    """Return what a statement takes, moves included, in the first position of figure 14."""
    position = parse_fen(FIGURE_14, rules.game)
    rows = [
        (
            f"N = {number}, {'with' if wanted else 'without'} conditions",
            *compared(rules, position, number, conditions=wanted),
        )
        for number in range(N + 1)
        for wanted in (False, True)
    ]
    return Table("executing rules: minor cycles of a statement", ("figure 14, all moves", *COLUMNS), tuple(rows))


def measure_pitrat(runs: int) -> Result:
    """Search for the win, both ways; count what statements take."""
    rules = read("chess", compass=True)
    position = parse_fen(FIGURE_14, rules.game)

    def search(interpreted: bool) -> int:
        program = Pitrat(rules, interpreted=interpreted)
        for _ in program.work(position, [SEARCH], N):
            pass
        return program.cycles

    tasks = [Task("interpreted", lambda: search(True)), Task("compiled", lambda: search(False))]
    rows = measure(tasks, runs, Cdc6600.clock)
    tables = by_command(rules), by_modifications(rules), by_game()
    goal = Goal("the host's time for the search with compiled rules", round(rows[1].median, 2), LIMIT, "s")
    return Result("pitrat", TITLE, rows, tables=tables, goals=(goal,))
