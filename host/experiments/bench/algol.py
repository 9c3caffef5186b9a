"""The speed of compiled ALGOL: loops and programs compared with the same code by hand and with goals.

A loop's figure is the cost of a turn: the difference between many turns and few. The code by hand is the loops of
asm/cdc6600/turns.compass, which work on the tables of the ALGOL programs and must leave the same words, and the
programs in COMPASS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, NamedTuple

from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS, return_address
from emulators.errors import IronboardError
from emulators.inputs import NEVER
from host.compilers.algol.compiler import Compiled, compile_text
from host.compilers.passes import PASSES
from host.experiments.bench.measuring import Cell, Table
from host.experiments.bench.solvers import chosen, mean_seconds, search_kalah, solve
from host.games.kalah import AlgolSolver, Solver
from host.games.mates import AlgolMates, MatesProgram
from host.games.program6600 import met, prepared, printed
from host.machines.cdc6600.calls import Bare6600
from host.machines.cdc6600.machine import Cdc6600, run_long

FEW, MANY = 500, 1500  # turns
WORD = (1 << WORD_BITS) - 1
PITS = 8
ORDER, SIZE = 40, 8191  # rows and columns of the matrices, flags of the sieve

EMPTY = """
begin
  integer i, n;
  n := {turns};
  for i := 1 step 1 until n do
end
"""
PRODUCT = """
begin
  integer i, n; real s; array a, b[1:2000];
  for i := 1 step 1 until 2000 do begin a[i] := i; b[i] := 1 / i end;
  n := {turns}; s := 0;
  for i := 1 step 1 until n do s := s + a[i] × b[i]
end
"""
MATRIX = """
begin
  integer i, j, n; array a, b, c[1:40, 1:40];
  procedure multiply;
  begin
    integer i, j, k; real s;
    for i := 1 step 1 until n do
    for j := 1 step 1 until n do
    begin
      s := 0;
      for k := 1 step 1 until n do s := s + a[i, k] × b[k, j];
      c[i, j] := s
    end
  end multiply;
  n := 40;
  for i := 1 step 1 until n do
  for j := 1 step 1 until n do begin a[i, j] := i + j / 16; b[i, j] := i - j × j end;
  multiply
end
"""
SIEVE = """
begin
  integer count; Boolean array flags[0:8190];
  procedure sift;
  begin
    integer i, k, prime;
    count := 0;
    for i := 0 step 1 until 8190 do flags[i] := true;
    for i := 0 step 1 until 8190 do
      if flags[i] then
      begin
        prime := i + i + 3; count := count + 1;
        for k := i + prime step prime until 8190 do flags[k] := false
      end
  end sift;
  sift
end
"""
ACKERMANN = """
begin
  integer result;
  integer procedure ackermann(m, n); value m, n; integer m, n;
    ackermann := if m = 0 then n + 1
      else if n = 0 then ackermann(m - 1, 1)
      else ackermann(m - 1, ackermann(m, n - 1));
  result := ackermann(2, {turns})
end
"""
BY_NAME = """
begin
  integer i, n; real z;
  real procedure gps(index, count, target, source); real index, count, target, source;
  begin
    for index := 1 step 1 until count do target := source;
    gps := 1
  end gps;
  n := {turns}; z := 0;
  z := gps(i, n, z, z + i) × z
end
"""


class How(NamedTuple):
    """How a program is compiled."""

    checks: bool = True
    without: tuple[str, ...] = ()  # passes that are left out
    level: str = "1"  # of optimisation

    @property
    def options(self) -> dict[str, Any]:
        """The compiler's options."""
        return {"no_checks": not self.checks, "level": self.level, "without": self.without}


class Measured(NamedTuple):
    """A loop or program to time: how to measure it, and its goals."""

    label: str
    measure: Callable[[How], float]
    checked: float  # the goals
    unchecked: float
    by_hand: Callable[[], float] | None = None


# ---------------------------------------------------------------- compiled


def compiled(text: str, how: How, turns: int = 0) -> Compiled:
    """Return a program compiled, for this number of turns."""
    return compile_text(text.replace("{turns}", str(turns)), "turns.alg", **how.options)


def ended(program: Compiled, lines: Iterable[str] = ()) -> Cdc6600:
    """Return a machine where a program that reads these lines has ended; raises ProgramFault if it does not."""
    machine = prepared(program.image, lines, "compiled")
    run_long(machine, NEVER)
    printed(machine)
    return machine


def between(text: str, few: int, many: int, how: How) -> int:
    """Return the cycles that a program takes for many turns, less those for few."""
    less, more = (ended(compiled(text, how, turns)).cycles for turns in (few, many))
    return more - less


def by_turn(text: str, how: How) -> float:
    """Return the cycles of one turn of a program's loop."""
    return round(between(text, FEW, MANY, how) / (MANY - FEW), 1)


def by_call(how: How) -> float:
    """Return the cycles of a call of Ackermann's function."""
    few, many = 10, 20
    return round(between(ACKERMANN, few, many, how) / (calls(many) - calls(few)), 1)


def calls(n: int) -> int:
    """Return the number of calls that Ackermann's function of 2 and n makes."""
    return (2 * n + 5) * (n + 1)


def by_procedure(text: str, name: str, how: How) -> float:
    """Return the cycles of a procedure, from its first instruction to its end."""
    program = compiled(text, how)
    machine, entry = prepared(program.image, (), "compiled"), program.assembly.procedures[name]
    met(machine, entry + 1)
    begun = machine.cycles
    met(machine, return_address(machine.peek(entry)))
    return machine.cycles - begun


def kalah(how: How) -> float:
    """Return the cycles of all moves of Kalah, an element of an array for each pit."""
    return search_kalah(AlgolSolver(checks=how.checks), PITS, apart=True).cycles


def mates(how: How) -> float:
    """Return the mean cycles of Bell's problems."""
    return mean_mates(AlgolMates(checks=how.checks))


def mean_mates(program: MatesProgram) -> float:
    """Return the mean cycles of Bell's problems, with a program."""
    return round(mean_seconds({each.name: solve(program, each) for each in chosen()}) * Cdc6600.clock)


# ---------------------------------------------------------------- by hand


@cache
def by_hand() -> Bare6600:
    """Return a machine with the loops that are written by hand."""
    return Bare6600("turns")


def turn_by_hand(routine: str) -> float:
    """Return the cycles of a turn of a loop."""
    program, cycles = by_hand(), []
    for turns in (FEW, MANY):
        program.put("N", turns)
        cycles.append(program.call(routine))
    return round((cycles[1] - cycles[0]) / (MANY - FEW), 1)


def product_by_hand() -> float:
    """Return the cycles of a turn; raises IronboardError if the sum is not that of the ALGOL program."""
    given(PRODUCT, ("a", "b"), 2000)
    found = turn_by_hand("PRODUCT")
    compare("SUM", PRODUCT, "s", 1)
    return found


def matrix_by_hand() -> float:
    """Return the cycles; raises IronboardError if the product is not that of the ALGOL program."""
    given(MATRIX, ("a", "b"), ORDER * ORDER)
    cycles = by_hand().call("MATRIX")
    compare("C", MATRIX, "c", ORDER * ORDER)
    return cycles


def sieve_by_hand() -> float:
    """Return the cycles; raises IronboardError if the flags are not those of the ALGOL program."""
    cycles = by_hand().call("SIEVE")
    compare("F", SIEVE, "flags", SIZE)
    return cycles


def kalah_by_hand() -> float:
    """Return the cycles of all moves of Kalah, by the program in COMPASS."""
    return search_kalah(Solver(), PITS, apart=True).cycles


@cache
def result(text: str) -> tuple[Compiled, Cdc6600]:
    """Return a compiled program, and a machine on which it has ended after many turns."""
    program = compiled(text, How(), MANY)
    return program, ended(program)


def words(text: str, name: str, count: int) -> list[int]:
    """Return the final words of a variable or an array of an ALGOL program."""
    program, machine = result(text)
    at = program.assembly.variables[name]
    first = at if count == 1 else machine.peek(at) & (1 << ADDRESS_BITS) - 1  # of the description
    return [machine.peek(first + each) for each in range(count)]


def given(text: str, arrays: tuple[str, ...], count: int) -> None:
    """Copy the tables of an ALGOL program into the loops by hand."""
    for name in arrays:
        by_hand().store(by_hand().address(name.upper()), words(text, name, count))


def compare(symbol: str, text: str, name: str, count: int) -> None:
    """Raise IronboardError if the words at `symbol` differ from those of an ALGOL program."""
    if by_hand().words(by_hand().address(symbol), count) != words(text, name, count):
        raise IronboardError(f"turns: {symbol} is not what the ALGOL program makes")


# ---------------------------------------------------------------- the table

TURNS = (
    Measured("an empty loop", partial(by_turn, EMPTY), 16, 16, partial(turn_by_hand, "EMPTY")),
    Measured("an inner product", partial(by_turn, PRODUCT), 45, 30, product_by_hand),
    Measured("Ackermann's function", by_call, 120, 120),
    Measured("GPS, by name", partial(by_turn, BY_NAME), 1000, 1000),
)
MATRICES, SIFTING = partial(by_procedure, MATRIX, "multiply"), partial(by_procedure, SIEVE, "sift")
WHOLE = (
    Measured(f"a product of matrices, {ORDER} rows", MATRICES, 4_000_000, 2_500_000, matrix_by_hand),
    Measured(f"a sieve of {SIZE:,} flags", SIFTING, 1_500_000, 1_000_000, sieve_by_hand),
    Measured(f"Kalah, {PITS} pits, an element for each", kalah, 18_000_000, 12_000_000, kalah_by_hand),
    Measured("a problem of Bell's mates, mean", mates, 40_000_000, 30_000_000, lambda: mean_mates(MatesProgram())),
)


def code() -> tuple[Table, ...]:
    """Return the times of loops and programs, with subscripts checked and without."""
    columns = ("checked", "goal", "unchecked", "its goal", "by hand")
    return (
        Table("minor cycles of a turn, or of a call", ("loop", *columns), tuple(map(row, TURNS))),
        Table("minor cycles of programs", ("program", *columns), tuple(map(row, WHOLE))),
    )


def row(each: Measured) -> tuple[Cell, ...]:
    """Return the figures of a loop or program."""
    hand = each.by_hand() if each.by_hand else None
    return each.label, each.measure(How()), each.checked, each.measure(How(checks=False)), each.unchecked, hand


# ---------------------------------------------------------------- the worth of each pass

COMPARED = (*TURNS, *WHOLE[:2])
NAMES = ("empty", "inner product", "Ackermann", "GPS", "matrices", "sieve")


def passes() -> Table:
    """Return the times of the loops with one pass left out."""
    names = dict.fromkeys(each.name for each in PASSES)
    rows: list[tuple[Cell, ...]] = [("all passes", *compared(How()))]
    rows += [(f"without {name}", *compared(How(without=(name,)))) for name in names]
    rows.append(("none", *compared(How(level="0"))))
    return Table("what the passes are worth: minor cycles, checked", ("compiled with", *NAMES), tuple(rows))


def compared(how: How) -> list[float]:
    """Return the times of the loops, compiled in one way."""
    return [each.measure(how) for each in COMPARED]
