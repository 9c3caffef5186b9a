"""Pitrat's program on the 6600: rules interpreted and compiled, in the machine's cycles and in the host's time.

Executing rules alone is measured between the call of EXEC and its return, with a sink for moves that does nothing. The
search is that of figure 14 of the paper, from its start to the win.

Source: J. Pitrat, A General Game-Playing Program (1971).
"""

from __future__ import annotations

from typing import NamedTuple

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.bench.measuring import Goal, Result, Table, Task, measure
from host.cdc6600 import return_address
from host.games.algol6600 import met
from host.games.pitrat.position import Position, parse_fen
from host.games.pitrat.program import Pitrat
from host.games.pitrat.rules import Rules, read

TITLE = "a 6600 executes the rules of chess, interpreted and compiled"
FIGURE_14 = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 11"
SEARCH = "WIN 100 100"
N = 2  # modifications
LEAST = 10  # percent
LIMIT = 5  # seconds of the host for a search with compiled rules
SINK = 0o377700  # a routine that returns at once is put here: its entry word, and the jump back
RETURN = 0o0400 << 48 | SINK << 30


class Executed(NamedTuple):
    """An algorithm, executed once."""

    cycles: int
    statements: int  # 0: they were not counted


def execute(program: Pitrat, position: Position, modifications: int = 0, *, conditions: bool = False) -> Executed:
    """Execute the algorithm MOVES for a position."""
    machine = program.machine(position, ["LIST"])
    symbols = program.image().symbols
    entry = symbols["EXEC"]
    if not met(machine, entry + 1):
        raise IronboardError(f"rules are not executed: {machine.reason}")
    machine.poke(SINK + 1, RETURN)
    for name, value in (("EXN", modifications), ("EXCONDS", conditions), ("EXSINK", SINK), ("EXDEPTH", 0)):
        machine.poke(symbols[name], int(value))
    if modifications:
        machine.poke(symbols["EXDEPTH"], (1 << 60) - 2)  # -1: all depths
    begun, before = machine.cycles, machine.peek(symbols["STMTS"])
    if not met(machine, return_address(machine.peek(entry))):
        raise IronboardError(f"the rules do not come to their end: {machine.reason}")
    return Executed(machine.cycles - begun, machine.peek(symbols["STMTS"]) - before)


def by_modifications(rules: Rules) -> Table:
    """Return what a statement takes, moves included, in the first position of figure 14."""
    position = parse_fen(FIGURE_14, rules.game)
    rows: list[tuple[str | int | float | None, ...]] = []
    for modifications in range(N + 1):
        for conditions in (False, True):
            slow, quick = (
                execute(Pitrat(rules, interpreted=each), position, modifications, conditions=conditions)
                for each in (True, False)
            )
            each = slow.statements
            label = f"N = {modifications}, {'with' if conditions else 'without'} conditions"
            times = round(slow.cycles / quick.cycles, 1)
            rows.append((label, each, round(slow.cycles / each), round(quick.cycles / each), times))
    columns = ("figure 14, all moves", "statements", "cycles each, interpreted", "compiled", "times as fast")
    return Table("executing rules: minor cycles for each statement, moves included", columns, tuple(rows))


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
    table = by_modifications(rules)
    share = round(100 / max(times for *_, times in table.rows if isinstance(times, float)), 1)
    goals = (
        Goal(
            "compiled rules, of the cycles of interpreted ones; the paper's 20 times as fast are 5 %", share, LEAST, "%"
        ),
        Goal("the host's time for the search with compiled rules", round(rows[1].median, 2), LIMIT, "s"),
    )
    return Result("pitrat", TITLE, rows, tables=(table,), goals=goals)
