"""FORTRAN compiled for both machines: the speed of the code, and the time to compile it.

Zobrist's program beside ours in COMPASS and ALGOL, and beside the code of IBM's compiler of 1958 for the 704; Kalah;
two loops; a long program. A loop's figure is the cost of a turn: the difference between many turns and few. Cycles in
which the 704 waits for its units do not count there.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from emulators.inputs import NEVER
from emulators.machine import Stop
from host.compilers.fortran.compiler import compile_text
from host.experiments.bench.algol import How, turn_by_hand
from host.experiments.bench.measuring import Cell, Goal, Result, Row, Table, Task, measure
from host.experiments.bench.solvers import kalah_seconds
from host.formats import deck
from host.games.boards import Colour
from host.games.go.influence import PROGRAM as ZOBRIST
from host.games.go.influence import Solver as ByHand
from host.games.go.influence import algol_cycles, fortran_values
from host.games.go.rules import Position
from host.games.kalah import PUBLISHED_PITS, PUBLISHED_SECONDS, AlgolSolver, FortranSolver, Solver, board
from host.games.program6600 import prepared, printed
from host.machines.cdc6600.machine import run_long
from host.machines.ibm704.machine import Ibm704

TITLE = "FORTRAN is compiled, and runs on a 6600 and a 704"
MACHINES = ("6600", "704")
FEW, MANY = 200, 900  # turns
SIZE = 19  # rows of the board
STONES = (0, 1, 60, 200)
BY_HAND, BY_ALGOL = 1.5, 3  # goals: times as many cycles as by hand; times fewer than ALGOL's
KALAH_BY_HAND = 2.0
EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
IBM_RUNS = {"hilbert.f": 33_570, "primes.f": 18_096, "nim.f": 57_277, "influence": 206_607}  # cycles of IBM's code
IBM_WORDS, IBM_CYCLES = 141, 62_414  # of the program as IBM's own compiler, run on a 704 simulator, translates it
STATEMENTS, SECONDS = 1_000, 5.0  # of a long program, to compile it

# The program of the book, in our own words: no subprogram, nothing but FORTRAN II.
INFLUENCE = """
      DIMENSION NODE(21,21), NEWS(21,21)
      DO 10 I = 1,21
      DO 10 J = 1,21
      NODE(I,J) = 0
   10 NEWS(I,J) = 0
      KOLOR = 50
      DO 40 NSIDE = 1,2
   20 READ 100, I, J
      IF (I) 40,30,30
   30 NODE(I+1,J+1) = KOLOR
      GO TO 20
   40 KOLOR = -50
      DO 80 NPASS = 1,4
      DO 60 I = 2,20
      DO 60 J = 2,20
      K = 1
      IF (NODE(I,J)) 50,60,55
   50 K = -1
   55 NEWS(I+1,J) = NEWS(I+1,J) + K
      NEWS(I-1,J) = NEWS(I-1,J) + K
      NEWS(I,J+1) = NEWS(I,J+1) + K
      NEWS(I,J-1) = NEWS(I,J-1) + K
   60 CONTINUE
      DO 80 I = 1,21
      DO 80 J = 1,21
      NODE(I,J) = NEWS(I,J) + NODE(I,J)
   80 NEWS(I,J) = 0
      DO 90 I = 2,20
   90 PRINT 200, (NODE(I,J), J=2,20)
      STOP
  100 FORMAT (2I2)
  200 FORMAT (1H ,19I4)
      END
"""
ONE_STONE = "1010", "-1 0", "-1 0"

SUMS = """
      DIMENSION A(1000), B(1000), C(1000)
      DO 10 I = 1,1000
      B(I) = I
   10 C(I) = 1./B(I)
      N = {turns}
      DO 20 I = 1,N
   20 A(I) = B(I) + C(I)
      STOP
      END
"""
PRODUCT = """
      DIMENSION A(1000), B(1000)
      DO 10 I = 1,1000
      A(I) = I
   10 B(I) = 1./A(I)
      N = {turns}
      S = 0.
      DO 20 I = 1,N
   20 S = S + A(I)*B(I)
      PRINT 30, S
   30 FORMAT (1H ,F10.3)
      STOP
      END
"""
PIECE = """
      DO {label} I = 1,10
      IF (M(I,3) - K) 1{label},2{label},2{label}
 1{label} A(I,J) = A(I,J)*B(I) + 2.*C/(A(I,J) + 1.)
      N = M(I,3) + K*J
      GO TO {label}
 2{label} M(I,J) = N/3 - K
      B(I) = SQRTF(ABSF(B(I)))
{label:>5} CONTINUE
      K = K + 1
      C = C - 1.5
"""


WAYS = {"checked": How(), "unchecked": How(checks=False), "-O0": How(level="0")}


@cache
def compiled(text: str, machine: str, how: How = WAYS["checked"]) -> Any:
    """Return a program of FORTRAN II compiled."""
    return compile_text(text, "text.f", machine=machine, version="ii", **how.options)


def ended(text: str, machine: str, how: How) -> int:
    """Return the cycles that a program takes; raises IronboardError if it does not end."""
    program = compiled(text, machine, how)
    if machine == "6600":
        running = prepared(program.image, (), "compiled")
        run_long(running, NEVER)
        printed(running)
        return running.cycles
    stopped = started(program)
    stopped.run_to(10**9)
    if stopped.read_register("IC") - 1 != program.symbol("FSTP1"):
        raise IronboardError(f"a program in FORTRAN does not come to its end: {stopped.reason}")
    return stopped.cycles - stopped.waited


def started(program: Any, cards: tuple[str, ...] = ()) -> Ibm704:
    """Return a 704 with a program loaded, at its first instruction."""
    machine = Ibm704()
    machine.load(program.image)
    machine.read_cards([deck.of_text(each) for each in cards])
    machine.write_register("IC", program.image.entry)
    return machine


def by_turn(text: str, machine: str, how: How) -> float:
    """Return the cycles of a turn of a loop."""
    few, many = (ended(text.replace("{turns}", str(turns)), machine, how) for turns in (FEW, MANY))
    return round((many - few) / (MANY - FEW), 1)


# ---------------------------------------------------------------- tables


def loops() -> Table:
    """Return the cycles of a turn, on both machines."""
    rows: list[tuple[Cell, ...]] = []
    hand = {("S = S + A(I)*B(I)", "6600"): turn_by_hand("PRODUCT")}
    for label, text in {"A(I) = B(I) + C(I)": SUMS, "S = S + A(I)*B(I)": PRODUCT}.items():
        for machine in MACHINES:
            turns = [by_turn(text, machine, how) for how in WAYS.values()]
            rows.append((f"{label}, {machine}", *turns, hand.get((label, machine))))
    return Table("cycles of a turn: minor cycles on the 6600", ("loop", *WAYS, "by hand"), tuple(rows))


def some_position(stones: int) -> Position:
    """Return a position with n stones, always the same ones."""
    points = random.Random(stones).sample([*Position(SIZE).points], stones)
    return Position(SIZE, {point: (Colour.BLACK, Colour.WHITE)[number % 2] for number, point in enumerate(points)})


def zobrist() -> Table:
    """Return the time of the influence function on the 6600, in three languages."""
    rows = []
    for stones in STONES:
        position = some_position(stones)
        fortran, bare = (fortran_values(position, checks=each).cycles for each in (True, False))
        algol, bare_algol = (algol_cycles(position, checks=each) for each in (True, False))
        rows.append((str(stones), fortran, bare, algol, bare_algol, ByHand().values(position).cycles))
    columns = ("stones", "FORTRAN", "unchecked", "ALGOL", "unchecked", "COMPASS")
    return Table(f"{ZOBRIST}: minor cycles of the function on the 6600", columns, tuple(rows))


class Zobrist704(NamedTuple):
    """The program on the 704."""

    words: int  # of code, constants and variables, without the arrays
    cycles: int  # from the call that reads the last card to the call that prints the first line

    @property
    def cells(self) -> tuple[int, int]:
        return self.words, self.cycles


@cache
def zobrist_704(how: How, text: str = INFLUENCE) -> Zobrist704:
    """Measure the program on the 704, ours or another one that reads the same cards."""
    program = compiled(text, "704", how)
    machine = started(program, ONE_STONE)
    for _ in ONE_STONE:
        machine.step()
        _met(machine, program.symbol("CARDIN"))
    begun = machine.cycles
    _met(machine, program.symbol("LINOUT"))
    return Zobrist704(program.words.program, machine.cycles - begun)


def _met(machine: Ibm704, address: int) -> None:
    machine.set_breakpoint(address)
    stop = machine.run_to(machine.cycles + 10**8)
    machine.set_breakpoint(address, False)
    if stop != Stop.BREAKPOINT:
        raise IronboardError(f"Zobrist's program stops before it has read and printed: {machine.reason}")


def zobrist_on_the_704() -> Table:
    """Return words and cycles beside those of IBM's compiler."""
    rows: list[tuple[Cell, ...]] = [(label, *zobrist_704(how).cells) for label, how in WAYS.items()]
    rows.append(("IBM's compiler of 1958", IBM_WORDS, IBM_CYCLES))
    columns = ("compiled", "words without arrays and library", "cycles from the last card to the first line")
    return Table(f"{ZOBRIST} on the 704, one stone", columns, tuple(rows))


def program_of_ours(name: str) -> tuple[str, Sequence[str]]:
    """Return a program and its data cards; raises IronboardError where the examples are not."""
    if name == "influence":
        return INFLUENCE, ONE_STONE
    program, data = EXAMPLES / name, (EXAMPLES / name).with_suffix(".txt")
    if not program.exists():
        raise IronboardError(f"there is no {program}: the examples are in the project's repository")
    return program.read_text("ascii", "replace"), data.read_text("ascii").splitlines() if name == "nim.f" else ()


def there(name: str) -> bool:
    """Whether a program is there: the examples are not in the package."""
    return name == "influence" or (EXAMPLES / name).exists()


@cache
def whole_run(name: str) -> int:
    """Return the cycles of a program on the 704, unchecked, from its first instruction to its stop, without waiting."""
    text, cards = program_of_ours(name)
    machine = started(compiled(text, "704", WAYS["unchecked"]), tuple(cards))
    machine.run_to(10**9)
    return machine.cycles - machine.waited


def whole_runs() -> Table:
    """Return the whole runs of programs, printing included, beside those of IBM's code and library."""
    rows: list[tuple[Cell, ...]] = [(name, whole_run(name), ibms) for name, ibms in IBM_RUNS.items() if there(name)]
    return Table("whole runs on the 704: cycles without waiting", ("program", "here", "IBM's"), tuple(rows))


@cache
def kalah() -> dict[str, float]:
    """Return the seconds of Kalah with ten pits, by the program."""
    pits = board(PUBLISHED_PITS)
    solvers: dict[str, Callable[[], Any]] = {
        "FORTRAN": FortranSolver,
        "FORTRAN, unchecked": partial(FortranSolver, checks=False),
        "ALGOL": AlgolSolver,
        "COMPASS": Solver,
    }
    return {label: kalah_seconds(make().search(pits)) for label, make in solvers.items()}


def kalah_table() -> Table:
    """Return the times of Kalah, and the published one."""
    rows: list[tuple[Cell, ...]] = [*kalah().items(), ("published: FORTRAN, IBM 360/75", PUBLISHED_SECONDS)]
    return Table(f"Kalah, {PUBLISHED_PITS} pits: seconds of the 6600", ("program", "s"), tuple(rows))


# ---------------------------------------------------------------- compiling


def long_program() -> tuple[str, int]:
    """Return a program of about a thousand statements, and their exact number."""
    each = len([line for line in PIECE.splitlines() if line.strip()])
    pieces = STATEMENTS // each
    text = "      DIMENSION A(10,10), M(10,10), B(10)\n      J = 1\n      K = 1\n      C = 1.\n"
    text += "".join(PIECE.format(label=100 + number).lstrip("\n") for number in range(pieces))
    return text + "      STOP\n      END\n", 6 + pieces * each


def compile_once(machine: str) -> int:
    """Compile the long program."""
    size: int = compile_text(long_program()[0], "long.f", machine=machine, version="ii").image.size
    return size


# ---------------------------------------------------------------- the result


def measure_fortran(runs: int) -> Result:
    """Time the compiler, and run the programs."""
    statements = long_program()[1]
    tasks = [Task(f"{statements:,} statements for the {each}", partial(compile_once, each)) for each in MACHINES]
    rows = tuple(dataclasses.replace(row, cycles=None) for row in measure(tasks, runs))
    influence = zobrist()
    tables = (influence, zobrist_on_the_704(), whole_runs(), kalah_table(), loops(), aims(influence))
    return Result("fortran", TITLE, rows, tables=tables, goals=goals(rows, statements))


def goals(rows: tuple[Row, ...], statements: int) -> tuple[Goal, ...]:
    """Return the goals that are met."""
    program = "Zobrist's program on the 704"
    checked, bare = zobrist_704(WAYS["checked"]), zobrist_704(WAYS["unchecked"])
    compiling = (
        Goal(f"compiling {STATEMENTS:,} statements for the {machine}",
             round(row.median / statements * STATEMENTS, 2), SECONDS, "s")
        for machine, row in zip(MACHINES, rows, strict=True)
    )  # fmt: skip
    return (
        Goal(f"{program}, without checks; IBM's compiler made {IBM_WORDS}", bare.words, IBM_WORDS + 1, "words"),
        Goal(f"{program}; IBM's compiler made {IBM_CYCLES:,}", checked.cycles, IBM_CYCLES + 1, "cycles"),
        *(
            Goal(f"{name} on the 704, printing included; IBM's took {ibms:,}", whole_run(name), ibms, "cycles")
            for name, ibms in IBM_RUNS.items()
            if there(name)
        ),
        Goal(f"Kalah, 10 pits; published is {PUBLISHED_SECONDS} s", kalah()["FORTRAN"], PUBLISHED_SECONDS, "s"),
        *compiling,
    )


def aims(influence: Table) -> Table:
    """Return further marks to compare the code with, beyond the goals; some are out of reach."""
    _, fortran, _, algol, _, by_hand = (float(each or 0) for each in influence.rows[-1])
    function, seconds = f"the function, {influence.rows[-1][0]} stones", kalah()
    rows: list[tuple[Cell, ...]] = [
        (f"{function}: times COMPASS, which has ten nodes in a word", round(fortran / by_hand, 1), BY_HAND),
        (f"{function}: times faster than ALGOL, at least", round(algol / fortran, 1), BY_ALGOL),
        ("Kalah: times COMPASS", round(seconds["FORTRAN"] / seconds["COMPASS"], 1), KALAH_BY_HAND),
        ("words on the 704 with checks; IBM's had none", zobrist_704(WAYS["checked"]).words, IBM_WORDS),
    ]
    return Table("aims that are not met", ("", "now", "aim"), tuple(rows))
