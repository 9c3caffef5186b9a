"""The time and the memory that the compilers need for long programs.

The texts are of kinds in which compilers easily become slow: one block of loops with elements of arrays, short
procedures, a main program of mixed statements, and a jump to one of a thousand labels. The lines are an argument.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from itertools import chain, islice

LINES, LABELS = 10_000, 1_000
ROW = 125  # labels of a computed GO TO: a statement has ten cards


def algol_loops(lines: int) -> Iterator[str]:
    """Yield one long block of loops."""
    yield "begin integer i, j, s; integer array a, b[1 : 100]; real array x[1 : 10, 1 : 10]; s := 0;"
    for k in range(lines // 5):
        yield f"  for i := 1 step 1 until {50 + k % 40} do begin"
        yield f"    a[i] := b[i] + {k % 7};"
        yield f"    for j := 1 step 1 until 10 do x[j, {1 + k % 10}] := x[j, {1 + (k + 3) % 10}] + a[i];"
        yield f"    s := s + a[i] × b[{1 + k % 99}]"
        yield "  end;"
    yield "  outinteger(61, s) end"


def algol_procedures(lines: int) -> Iterator[str]:
    """Yield procedures that call one another."""
    yield "begin integer array a[1 : 100];"
    for k in range(1, lines // 4):
        yield f"  integer procedure p{k}(n); value n; integer n;"
        yield f"    begin integer i; i := n + {k % 9};"
        yield f"      p{k} := if n < 2 then i × 2 else a[n] + {f'p{k - 1}(n - 1)' if k > 1 else 'n'}"
        yield "    end;"
    yield f"  outinteger(61, p{lines // 4 - 1}(20)) end"


def algol_statements(lines: int) -> Iterator[str]:
    """Yield a main program of mixed statements."""
    yield "begin integer i, j, k, s; integer array a, b[1 : 100]; real r, q; boolean f;"
    yield "  s := 0; r := 0; q := 1; f := true; i := j := k := 1;"
    for k in range(lines // 8):
        yield f"  if i > {k % 50} then s := s + j else s := s - {k % 11};"
        yield f"  j := if f then i + {k % 5} else k × 2;"
        yield f"  r := r × 0.5 + q / {1 + k % 9};"
        yield f"L{k}: if s > {k * 3} ∧ ¬ f then goto L{k + 1};"
        yield f"  a[{1 + k % 100}] := s; b[{1 + k % 90}] := a[{1 + k % 80}] + i;"
        yield f"  for i := 1 step 1 until {3 + k % 9} do s := s + a[i];"
        yield "  f := s < j ∨ f;"
        yield f"  k := abs(k - {k % 13}) ÷ 2 + 1;"
    yield f"L{lines // 8}: outinteger(61, s) end"


def algol_switch(labels: int) -> Iterator[str]:
    """Yield a switch of many labels."""
    yield "begin integer i, s;"
    yield from textwrap.wrap(f"switch w := {', '.join(f'L{k}' for k in range(labels))};", 70)
    yield "  s := 0; i := 1; again: go to w[i];"
    yield from (f"L{k}: s := s + {k % 17}; i := i + 1; if i < {labels} then go to again;" for k in range(labels))
    yield "  outinteger(61, s) end"


def card(text: str, label: object = "") -> Iterator[str]:
    """Yield the cards of a statement."""
    for number, part in enumerate(textwrap.wrap(text, 66)):
        yield f"{'' if number else label:<5}{' 1'[number > 0]}{part}"


def fortran_loops(lines: int) -> Iterator[str]:
    """Yield one long program of loops."""
    yield from chain(card("INTEGER A(100), B(100), S"), card("REAL X(10,10)"), card("S = 0"))
    for k in range(1, lines // 5):
        yield from card(f"DO {2 * k} I = 1, {50 + k % 40}")
        yield from card(f"A(I) = B(I) + {k % 7}")
        yield from card(f"DO {2 * k + 1} J = 1, 10")
        yield from card(f"X(J,{1 + k % 10}) = X(J,{1 + (k + 3) % 10}) + FLOAT(A(I))", 2 * k + 1)
        yield from card(f"S = S + A(I)*B({1 + k % 99})", 2 * k)
    yield from chain(card("PRINT 1, S"), card("FORMAT (I10)", 1), card("END"))


def fortran_functions(lines: int) -> Iterator[str]:
    """Yield functions that call one another."""
    yield from chain(card("PRINT 1, KF1(20)"), card("FORMAT (I10)", 1), card("END"))
    for k in range(1, lines // 6):
        yield from card(f"FUNCTION KF{k}(N)")
        yield from card(f"KF{k} = N*{1 + k % 9}{f' + KF{k + 1}(N-1)' if k + 1 < lines // 6 else ''}")
        yield from chain(card("IF (N - 2) 2, 2, 3"), card(f"KF{k} = N + 1", 2), card("RETURN", 3), card("END"))


def fortran_statements(lines: int) -> Iterator[str]:
    """Yield a main program of mixed statements."""
    yield from chain(card("INTEGER A(100), B(100), S"), card("S = 0"), card("I = 1"), card("J = 1"), card("K = 1"))
    for k in range(1, lines // 13):
        yield from card(f"IF (I - {k % 50}) {9 * k}, {9 * k}, {9 * k + 1}")
        yield from chain(card("S = S + J", 9 * k), card(f"GO TO {9 * k + 2}"), card(f"S = S - {k % 11}", 9 * k + 1))
        yield from chain(card(f"J = I + {k % 5}", 9 * k + 2), card(f"R = R*0.5 + Q/{1 + k % 9}.0"))
        yield from chain(card(f"A({1 + k % 100}) = S"), card(f"B({1 + k % 90}) = A({1 + k % 80}) + I"))
        yield from chain(card(f"DO {9 * k + 3} I = 1, {3 + k % 9}"), card("S = S + A(I)", 9 * k + 3))
        yield from chain(card(f"K = IABS(K - {k % 13})/2 + 1"), card(f"IF (S .GT. {k * 3}) GO TO {9 * k + 4}"))
        yield from card("CONTINUE", 9 * k + 4)
    yield from chain(card("PRINT 1, S"), card("FORMAT (I10)", 1), card("END"))


def computed(labels: int) -> Iterator[str]:
    """Yield computed GO TO statements of many labels."""
    yield from chain(card("INTEGER S"), card("S = 0"), card("I = 1"), card("CONTINUE", 5))
    numbers = iter(range(10, labels + 10))
    for first in range(0, labels, ROW):
        part = [*islice(numbers, ROW)]
        yield from chain(card(f"IF (I .GT. {first + ROW}) GO TO {5000 + first}"), card(f"J = I - {first}"))
        yield from chain(card(f"GO TO ({','.join(map(str, part))}), J"), card("CONTINUE", 5000 + first))
    for k in range(10, labels + 10):
        yield from chain(card(f"S = S + {k % 17}", k), card("I = I + 1"), card(f"IF (I .LT. {labels}) GO TO 5"))
    yield from chain(card("PRINT 9, S"), card("FORMAT (I10)", 9), card("END"))


def assigned(labels: int) -> Iterator[str]:
    """Yield an assigned GO TO with many labels."""
    yield from chain(card("INTEGER S"), card("S = 0"), card("I = 1"), card("ASSIGN 10 TO M"), card("GO TO M", 5))
    for k in range(10, labels + 10):
        yield from chain(card(f"S = S + {k % 17}", k), card(f"ASSIGN {min(k + 1, labels + 9)} TO M"))
        yield from chain(card("I = I + 1"), card(f"IF (I .LT. {labels}) GO TO 5"))
    yield from chain(card("PRINT 9, S"), card("FORMAT (I10)", 9), card("END"))


KINDS: dict[str, tuple[Callable[[int], Iterator[str]], bool]] = {  # and whether it is of labels
    "ALGOL, loops": (algol_loops, False),
    "ALGOL, procedures": (algol_procedures, False),
    "ALGOL, statements": (algol_statements, False),
    "ALGOL, a switch": (algol_switch, True),
    "FORTRAN, loops": (fortran_loops, False),
    "FORTRAN, functions": (fortran_functions, False),
    "FORTRAN, statements": (fortran_statements, False),
    "FORTRAN, computed GO TO": (computed, True),
    "FORTRAN, assigned GO TO": (assigned, True),
}


def measure(name: str, size: int) -> tuple[int, float, int]:
    """Compile a text; return its lines, the seconds of the processor, and the megabytes of the process at most."""
    from host.compilers.algol.compiler import compile_text as of_algol
    from host.compilers.fortran.compiler import compile_text as of_fortran

    text = "".join(f"{line}\n" for line in KINDS[name][0](size))
    began = time.process_time()
    if name.startswith("ALGOL"):
        of_algol(text, "long.alg")
    else:
        of_fortran(text, "long.f", version="ii")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return text.count("\n"), time.process_time() - began, peak


def main(lines: int = LINES) -> None:
    """Print a table; each text is compiled by a process of its own."""
    print("| text | lines | CPU seconds | MB |\n|---|---:|---:|---:|")
    for name, (_, labels) in KINDS.items():
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found, seconds, peak = pool.apply(measure, (name, LABELS if labels else lines))
        print(f"| {name} | {found:,} | {seconds:.2f} | {peak} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
