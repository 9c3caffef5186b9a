"""The ALGOL 60 compiler: its speed, the size of its code, and the code's time on the 6600.

CDC's own compiler needed 2900 words for the rook ending in Zuidema's version of 390 lines; whether its library is
counted is not known. The game is that of Zuidema's figure 30.

Source: C. Zuidema, Chess, how to program the exceptions, chapter 4.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
import statistics
from functools import cache, partial
from typing import Any, NamedTuple

from emulators.cdc6600.isa import return_address
from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.compilers.algol.compiler import Compiled, compile_file, compile_text
from host.experiments.bench.algol import code, passes
from host.experiments.bench.measuring import Cell, Goal, Result, Row, Table, Task, measure
from host.experiments.bench.solvers import chosen, solve
from host.experiments.bench.solvers import search_kalah as search
from host.games import program6600
from host.games.endings.program import without_boards
from host.games.kalah import AlgolSolver
from host.games.mates import AlgolMates
from host.games.pitrat.position import Position, parse_fen
from host.games.pitrat.program import Pitrat
from host.games.pitrat.rules import Rules, read
from host.games.program6600 import CompiledProgram, met

# ---------------------------------------------------------------- algol
ALGOL_TITLE = "ALGOL 60 is compiled, and runs on a 6600"
PROGRAMS = ("rook", "queen", "mates", "kalah")
LINES, SECONDS = 400, 0.5
LONG, COPIES = ("rook", "queen", "mates"), 6  # a program of some 10,000 lines: blocks that are these programs
LONG_LINES, LONG_SECONDS = 10_000, 8.0
CDC_WORDS, CDC_LINES = 2900, 390  # of Zuidema's new version
REPLIES = ("E5", "E4", "F4", "G4", "F4", "G4", "H4", "H5", "G5", "H5", "H6", "H7", "H8", "G8", "H8")
BEGIN, END = '"BEGIN"', '"END"'  # as these programs have them
GAME = ("2N", "KH1 RA1 KD5", *(f"K{square}" for square in REPLIES), "0")
OLD_ROOM = re.compile(r'("PROCEDURE" OLD ROOM;).*?"END" OLD ROOM;', re.DOTALL)
MOVE = "whitemoves"  # the procedure that finds a move of White
PITS = 6


def measure_algol(runs: int) -> Result:
    """Time the compilation of the programs, then run them."""
    tasks = [Task(label(name), partial(compile_words, name)) for name in PROGRAMS]
    rows = measure(tasks, runs)
    long = long_program()
    (whole,) = measure([Task(f"{len(long.splitlines()):,} lines", partial(compile_text_words, long))], 1)
    seconds = round(whole.median / len(long.splitlines()) * LONG_LINES, 2)
    goals = (
        Goal(f"compiling {LINES} lines", for_lines(rows), SECONDS, "s"),
        Goal(f"compiling {LONG_LINES:,} lines", seconds, LONG_SECONDS, "s"),
        words_goal(),
    )
    timed = tuple(dataclasses.replace(row, cycles=None) for row in (*rows, whole))
    return Result("algol", ALGOL_TITLE, timed, tables=(words(), times(), *code(), passes()), goals=goals)


def long_program() -> str:
    """Return the text of a long program: one block after the other."""
    texts = [source(name) for name in LONG]
    blocks = [text[text.index(BEGIN) : text.rindex(END) + len(END)] for text in texts]
    return "\n".join((BEGIN, ";\n".join(blocks * COPIES), END, ""))


@cache
def compiled(name: str, checks: bool) -> Compiled:
    """Return a program compiled, in all its forms."""
    return compile_file(program6600.source(name), no_checks=not checks)


def label(name: str) -> str:
    """Return the label of a program's row."""
    return f"{name}.alg, {lines(name)} lines"


def lines(name: str) -> int:
    """Return the number of lines of a program."""
    return len(source(name).splitlines())


def source(name: str) -> str:
    """Return a program's text."""
    return program6600.source(name).read_text(encoding="utf-8")


def compile_words(name: str) -> int:
    """Compile a program; return its size in words."""
    return compile_text_words(source(name))


def compile_text_words(text: str) -> int:
    """Compile a text; return its size in words."""
    return compile_text(text, "text.alg").image.size


def for_lines(rows: tuple[Row, ...]) -> float:
    """Return the seconds that 400 lines of the slowest program take."""
    each = [row.median / lines(name) for row, name in zip(rows, PROGRAMS, strict=True)]
    return round(max(each) * LINES, 3)


def words_goal() -> Goal:
    """Return the comparison of version 2 of the rook ending, library, buffers and files included, with CDC's words."""
    cdc = f"CDC's compiler needed {CDC_WORDS:,} for Zuidema's new one"
    ours = sum(new_version().words)
    return Goal(f"words of our version 2 without boards and prompts; {cdc}", ours, CDC_WORDS, "words")


@cache
def new_version() -> Compiled:
    """Return the program without the parts that the paper's new version lacks: primitive room, boards, prompts."""
    text, emptied = OLD_ROOM.subn(r"\1 OLD ROOM := 0;", without_boards().text)
    assert emptied == 1
    return compile_text(text, "rook.alg")


def words() -> Table:
    """Return the sizes of the programs in words, with subscripts checked and without."""
    columns = ("program", "lines", "words", "library", "buffers", "files", "unchecked", "its library")
    rows: list[tuple[Cell, ...]] = []
    for name in PROGRAMS:
        checked, unchecked = (compiled(name, checks).words for checks in (True, False))
        rows.append((name, lines(name), *checked, unchecked.program, unchecked.library))
    compared = new_version()
    rows.append(("version 2 without boards", len(compared.text.splitlines()), *compared.words, None, None))
    rows.append(("rook, CDC's compiler", CDC_LINES, CDC_WORDS, None, None, None, None, None))
    return Table("words of storage, arrays included; files are buffers at its end", columns, tuple(rows))


def times() -> Table:
    """Return how long the programs take on the 6600, with subscripts checked and without."""
    programs = {
        "a move in the rook ending, mean of a game": move_seconds,
        "the first problem of the mates": mate_seconds,
        f"all moves of Kalah with {PITS} pits": kalah_seconds,
    }
    rows = tuple((label, seconds(True), seconds(False)) for label, seconds in programs.items())
    return Table("seconds of the 6600", ("program", "checked", "unchecked"), rows)


def move_seconds(checks: bool) -> float:
    """Return the mean time of White's moves in the game."""
    done = CompiledProgram("rook", checks=checks).work(GAME, MOVE)
    return round(statistics.mean(done.cycles) / Cdc6600.clock, 4)


def mate_seconds(checks: bool) -> float:
    """Return the time of a search for a mate."""
    return round(solve(AlgolMates(checks=checks), chosen()[0]).milliseconds / 1000, 3)


def kalah_seconds(checks: bool) -> float:
    """Return the time of a search for all moves."""
    return round(search(AlgolSolver(checks=checks), PITS).cycles / Cdc6600.clock, 4)


# ---------------------------------------------------------------- pitrat
PITRAT_TITLE = "a 6600 executes the rules of chess, interpreted and compiled"
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
    """Execute an algorithm twice for a position; count the second time, when its variables are the player's."""
    machine = program.machine(position, ["LIST", "LIST"])
    symbols = program.image().symbols
    entry = symbols["EXEC"]
    back = met(machine, entry + 1) and return_address(machine.peek(entry))
    if not back or not met(machine, back) or not met(machine, entry + 1):
        raise IronboardError(f"rules are not executed: {machine.reason}")
    machine.poke(SINK + 1, RETURN)
    settings = {"EXALG": algorithm, "EXN": modifications, "EXCONDS": int(conditions), "EXSINK": SINK}
    for name, value in {**settings, "EXDEPTH": ALL_DEPTHS if modifications else 0}.items():
        machine.poke(symbols[name], value)
    begun, before = machine.cycles, machine.peek(symbols["STMTS"])
    if not met(machine, back):
        raise IronboardError(f"the rules do not come to their end: {machine.reason}")
    return Executed(machine.cycles - begun, machine.peek(symbols["STMTS"]) - before)


def execute_all(program: Pitrat, position: Position, command: str) -> Executed:
    """Add up the executions of rules that a command needs, its work with the moves included."""
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
    """Return the cycles of a statement in each command, in the first position of figure 14."""
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
    """Return the cycles of a statement in both algorithms of several games, in their opening positions."""
    rows = []
    for name in GAMES:
        rules = read(name, compass=True)
        for algorithm, label in ((MOVES, "MOVES"), (WIN, "WIN")):
            rows.append((f"{name}, {label}", *compared(rules, rules.start(), algorithm=algorithm)))
    return Table("without conditions, where a game begins", ("rules", *COLUMNS), tuple(rows))


def by_modifications(rules: Rules) -> Table:
    """Return the cycles of a statement, moves included, in the first position of figure 14."""
    position = parse_fen(FIGURE_14, rules.game)
    rows = []
    for number, wanted in itertools.product(range(N + 1), (False, True)):
        label = f"N = {number}, {'with' if wanted else 'without'} conditions"
        rows.append((label, *compared(rules, position, number, conditions=wanted)))
    return Table("executing rules: minor cycles of a statement", ("figure 14, all moves", *COLUMNS), tuple(rows))


def measure_pitrat(runs: int) -> Result:
    """Search for the win, both ways; count the cycles of statements."""
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
    return Result("pitrat", PITRAT_TITLE, rows, tables=tables, goals=(goal,))
