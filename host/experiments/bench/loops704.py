"""Three loops on the processor of the 704, asm/ibm704/loops.sap: sums, bits, fractions.

Each goes through a table of 500 words many times. The words left in storage are compared with Python's results
from the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from emulators.errors import IronboardError
from emulators.ibm704.isa import CYCLE_MICROSECONDS
from host.experiments.bench.loops import Loop, Workload
from host.machines.ibm704.calls import Bare704

PROGRAM = "loops"
SIGN, MAGNITUDE = 1 << 35, (1 << 35) - 1
FRACTION_BITS, EXCESS = 27, 128  # of a floating-point word

# Beside each: millions of instructions a second that SIMH's i704, compiled from C, made of the same loop: median of
# five runs of 120 million instructions, CPU time of a virtual machine with an AMD EPYC.
LOOPS: Mapping[str, Loop] = {
    "SUMS": Loop("sums", "CLA ADD STO TIX", 80.7),
    "BITS": Loop("bits", "CAL ANA LGL SLW TIX", 75.2),
    "FRACTS": Loop("fractions", "LDQ FMP FAD STO TIX", 46.8),
}


def value(word: int) -> Fraction:
    """Return the value of a floating-point word."""
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
    """Return whether a word is the product with FACTOR plus TERM, up to the places that are cut off."""
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
    """Raise IronboardError unless the loop has left the right words."""
    length = machine.get("LENGTH")
    words, found = (machine.words(machine.address(name), length) for name in ("FROM", "TO"))
    for index, (word, result) in enumerate(zip(words, found, strict=True)):
        if not CHECKS[routine](machine, word, result):
            raise IronboardError(f"{PROGRAM}: {routine} makes {result:012o} of {word:012o}, word {index} of the table")


WORKLOAD = Workload(
    name="loops704",
    title="three loops on the processor of a 704",
    clock=1e6 / CYCLE_MICROSECONDS,
    times=10_000,
    loops=LOOPS,
    other="SIMH's i704",
    prepared=prepared,
    check=check,
)
