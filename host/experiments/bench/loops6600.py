"""Three loops on the processor of the 6600, asm/cdc6600/loops.compass: sums, products, bits.

Each runs with the model of time, as on the real machine, and without it. The words left in storage are compared with
Python's results from the same words. All products and sums are positive and normalized, so rounding cuts off
after 48 places, and Python needs none of the 6600's own arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.experiments.bench.loops import Loop, Workload
from host.machines.cdc6600.calls import Bare6600

PROGRAM = "loops"
COEFFICIENT_BITS, BIAS = 48, 0o2000  # of a floating-point word
WORD_BITS, WORD = 60, (1 << 60) - 1

# Beside each: millions of instructions a second that DtCyber's processor, compiled from C, made of such a loop: median
# of five runs of 120 to 300 million instructions, CPU time of a virtual machine with a Xeon of 2.6 GHz. The first two
# are the same loops, the third one has as many instructions, shifts, booleans and counts, too.
LOOPS: Mapping[str, Loop] = {
    "SUMS": Loop("sums", "SA1 SA2 IX6 SA6 SB2 NE", 132),
    "INNER": Loop("products", "SA1 SA2 FX3 FX6 NX6 SB2 NE", 116),
    "BITS": Loop("bits", "SA1 BX2 BX3 LX2 AX3 BX6 BX2 CX3 IX7 LX2 BX2 BX6 SA6 SB2 NE", 158),
}


# ---------------------------------------------------------------- the same in Python


def value(word: int) -> Fraction:
    """Return the value of a positive floating-point word."""
    field = word >> COEFFICIENT_BITS
    exponent = field - BIAS + (field < BIAS)  # negative ones are complements: 1776 is -1
    return (word & (1 << COEFFICIENT_BITS) - 1) * Fraction(2) ** exponent


def cut(number: Fraction) -> Fraction:
    """Return a number cut to 48 binary places, beginning at its first 1."""
    below = Fraction(2) ** (number.numerator.bit_length() - number.denominator.bit_length() - COEFFICIENT_BITS)
    if number >= below * (1 << COEFFICIENT_BITS):
        below *= 2
    return number // below * below


def inner(a: list[int], b: list[int]) -> Fraction:
    """Return the sum of all products; each product and each partial sum is cut off."""
    total = Fraction(0)
    for x, y in zip(a, b, strict=True):
        total = cut(total + cut(value(x) * value(y)))
    return total


def mixed(word: int, even: int) -> tuple[int, int]:
    """Return the new value of a word, and the number of bits in which its neighbours differ."""
    odd = word & ~even
    signs = 1 << WORD_BITS - 1 if odd >> WORD_BITS - 1 else 0  # a shift to the right repeats the sign
    exchanged = (word & even) << 1 | odd >> 1 | signs
    changed = exchanged ^ word
    turned = (changed << 9 | changed >> WORD_BITS - 9) & WORD
    return (turned & even) ^ exchanged, changed.bit_count()


def check(program: Bare6600, routine: str) -> None:
    """Raise IronboardError unless the loop has left the right words."""
    a, b, c = tables(program)
    if routine == "INNER":
        if value(program.get("PRODUCT")) != inner(a, b):
            raise IronboardError(f"{PROGRAM}: {routine} makes {program.get('PRODUCT'):020o} of the tables")
        return
    even, tally = program.get("EVEN"), 0
    for index, (x, y, found) in enumerate(zip(a, b, c, strict=True)):
        expected, changed = mixed(x, even) if routine == "BITS" else (x + y, 0)
        tally += changed
        if found != expected:
            raise IronboardError(f"{PROGRAM}: {routine} makes {found:020o} of {x:020o}, word {index} of the table")
    if routine == "BITS" and tally != program.get("TALLY"):
        raise IronboardError(f"{PROGRAM}: {routine} counts {program.get('TALLY')} bits that change: {tally} do")


def tables(program: Bare6600) -> list[list[int]]:
    """Return the words of the tables A, B and C."""
    return [program.words(program.address(name), program.get("LENGTH")) for name in "ABC"]


# ---------------------------------------------------------------- the workload


def prepared(*, exact: bool = True) -> Bare6600:
    """Return a machine with the program, its tables filled."""
    program = Bare6600(PROGRAM, exact=exact)
    program.call("FILL")
    return program


WORKLOAD = Workload(
    name="loops6600",
    title="three loops on the processor of a 6600, with the model of its time and without (fast)",
    clock=Cdc6600.clock,
    times=1_000,
    loops=LOOPS,
    other="DtCyber",
    prepared=prepared,
    check=check,
    fast=partial(prepared, exact=False),
)
