"""Three loops on the processor of the 6600, asm/cdc6600/loops.compass: sums, products, bits.

Each runs with the model of time, as on the real machine, with it but without the table of look-up, and without the
model. So do words of which none is executed twice, for which the table is of no use. The words left in storage are
compared with Python's results from the same words. All products and sums are positive and normalized, so rounding
cuts off after 48 places, and Python needs none of the 6600's own arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import repeat
from random import Random

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.image import Image, Segment
from host.experiments.bench.loops import Loop, Workload
from host.experiments.bench.measuring import Task
from host.machines.cdc6600.calls import Bare6600

PROGRAM = "loops"
COEFFICIENT_BITS, BIAS = 48, 0o2000  # of a floating-point word
WORD_BITS, WORD = 60, (1 << 60) - 1
ALONE = ", no table"  # of rows: the scoreboard works out the time of every word
COLD_AT, COLD_WORDS = 0o10000, 20_000
COLD_CODES = (*range(0o10, 0o20), 0o36, 0o37, 0o73, 0o76)  # booleans, sums, SX: all short, nothing in storage

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


def prepared(*, exact: bool = True, table: bool = True) -> Bare6600:
    """Return a machine with the program, its tables filled; without `table` the scoreboard works alone."""
    program = Bare6600(PROGRAM, exact=exact)
    if not table:
        program.machine.drop_table()
    program.call("FILL")
    return program


def cold(*, table: bool = True) -> Bare6600:
    """Return a machine with a routine of words that are all different."""
    rng = Random(1)
    parcels = (rng.choice(COLD_CODES) << 9 | rng.randrange(0o1000) for _ in repeat(None))
    words = {sum(next(parcels) << shift for shift in (45, 30, 15, 0)): None for _ in range(COLD_WORDS)}
    back = 0o0400 << 48 | COLD_AT << 30 | 0o46000 << 15 | 0o46000  # EQ to the word that the RJ has stored
    image = Image([Segment(COLD_AT, (0, *words, back))], symbols={"COLD": COLD_AT}, word_bits=WORD_BITS)
    program = Bare6600("cold", image=image)
    if not table:
        program.machine.drop_table()
    return program


def cold_tasks() -> list[Task]:
    """Return the tasks of words that are all different."""
    tasks = []
    for suffix, table in ((ALONE, False), ("", True)):
        program = cold(table=table)
        program.call("COLD")
        tasks.append(Task(f"cold words{suffix}", partial(program.call, "COLD"), program.instructions("COLD")))
    return tasks


WORKLOAD = Workload(
    name="loops6600",
    title="three loops on the processor of a 6600, with the model of its time and without (fast); cold words",
    clock=Cdc6600.clock,
    times=1_000,
    loops=LOOPS,
    other="DtCyber",
    prepared=prepared,
    check=check,
    others={", fast": partial(prepared, exact=False), ALONE: partial(prepared, table=False)},
    more=cold_tasks,
)
