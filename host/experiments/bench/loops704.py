"""Three loops on the processor of the 704, asm/ibm704/loops.sap: sums, bits, fractions.

A table of 500 words goes through each, time and again. What is left in storage is compared with what Python makes
of the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from emulators.errors import IronboardError
from emulators.ibm704.isa import CYCLE_MICROSECONDS
from host.experiments.bench import loops
from host.experiments.bench.loops import Loop, Observed
from host.experiments.bench.measuring import Result, Table, Task, measure
from host.machines.ibm704.calls import Bare704

PROGRAM = "loops"
TITLE = "three loops on the processor of a 704"
CLOCK = 1e6 / CYCLE_MICROSECONDS  # Hz
TIMES = 10_000  # through the table
SIGN, MAGNITUDE = 1 << 35, (1 << 35) - 1
FRACTION_BITS, EXCESS = 27, 128  # of a floating-point word

# Beside each: millions of instructions a second that SIMH's i704, compiled from C, made of the same loop: median of
# five runs of 120 million instructions, CPU time of a virtual machine with an AMD EPYC.
LOOPS: Mapping[str, Loop] = {
    "SUMS": Loop("sums", "CLA ADD STO TIX", 80.7),
    "BITS": Loop("bits", "CAL ANA LGL SLW TIX", 75.2),
    "FRACTS": Loop("fractions", "LDQ FMP FAD STO TIX", 46.8),
}
OTHER = "SIMH's i704"


def value(word: int) -> Fraction:
    """Return the number that a floating-point word is."""
    magnitude = Fraction(word & (1 << FRACTION_BITS) - 1, 1 << FRACTION_BITS)
    exponent = (word >> FRACTION_BITS & 0xFF) - EXCESS
    return (-1 if word & SIGN else 1) * magnitude * Fraction(2) ** exponent


def summed(machine: Bare704, word: int, found: int) -> bool:
    """Return whether a word is the sum of another one and NUMBER; all are positive."""
    return found == word + machine.get("NUMBER")


def shifted(machine: Bare704, word: int, found: int) -> bool:
    """Return whether a word is the part of another one, three places to the left."""
    return found == (word & machine.get("PART")) << 3


def computed(machine: Bare704, word: int, found: int) -> bool:
    """Return whether a word is the product with FACTOR plus TERM, but for the places that are cut off."""
    exact = value(word) * value(machine.get("FACTOR")) + value(machine.get("TERM"))
    largest = max(abs(value(word)), abs(value(machine.get("TERM"))))
    return abs(value(found) - exact) <= largest / (1 << FRACTION_BITS - 2)


CHECKS: Mapping[str, Callable[[Bare704, int, int], bool]] = {"SUMS": summed, "BITS": shifted, "FRACTS": computed}


def prepared() -> Bare704:
    """Return a machine with the program, its table filled."""
    machine = Bare704(PROGRAM)
    machine.call("FILL")
    return machine


def check(machine: Bare704, routine: str) -> None:
    """Raise IronboardError unless the loop has left what it should."""
    length = machine.get("LENGTH")
    words, found = (machine.words(machine.address(name), length) for name in ("FROM", "TO"))
    for index, (word, result) in enumerate(zip(words, found, strict=True)):
        if not CHECKS[routine](machine, word, result):
            raise IronboardError(f"{PROGRAM}: {routine} makes {result:012o} of {word:012o}, word {index} of the table")


def measure_loops(runs: int, times: int = TIMES) -> Result:
    """Check the loops, then time them."""
    machine = prepared()
    once = observe_all(machine)
    machine.put("TIMES", times)
    tasks = [
        Task(loop.label, partial(machine.call, routine), once[routine].instructions * times)
        for routine, loop in LOOPS.items()
    ]
    rows = measure(tasks, runs, CLOCK)
    notes = [loops.note(row, OTHER, loop.other) for row, loop in zip(rows, LOOPS.values(), strict=True)]
    return Result("loops704", TITLE, rows, tables=(table(machine, once),), notes=tuple(notes))


def observe_all(machine: Bare704) -> dict[str, Observed]:
    """Go through the loops, and look at what is left in storage."""
    return {routine: loops.observe(machine, routine, partial(check, machine, routine)) for routine in LOOPS}


def table(machine: Bare704, once: Mapping[str, Observed]) -> Table:
    """Return what the real machine takes."""
    return loops.table(LOOPS, once, machine.get("LENGTH"), CYCLE_MICROSECONDS)
