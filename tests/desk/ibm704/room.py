"""A 704 with its operator, on the plain core, and small programs for it."""

from __future__ import annotations

from pathlib import Path

from host.desk.ibm704.operator import Operator
from host.ibm704 import Ibm704
from tests.ibm704.machines import word

HELLO = Path(__file__).parents[2] / "data" / "ibm704" / "hello.deck"  # prints HELLO WORLD, and halts
LEFT, RIGHT = 0o525252525252, 0o252525252525  # every place is a 1 in exactly one of them
LEFT_AT, RIGHT_AT = 0o2000, 0o2001


def room(*words: int, first: int = 0o100) -> Operator:
    """Return a machine with a program, the instruction counter before it."""
    operator = Operator(Ibm704(core="compiled"))
    for address, each in enumerate(words, first):
        operator.machine.poke(address, each)
    operator.machine.poke(LEFT_AT, LEFT)
    operator.machine.poke(RIGHT_AT, RIGHT)
    operator.machine.write_register("IC", first)
    return operator


def flickering() -> Operator:
    """Return a machine that loads the accumulator with LEFT, then RIGHT, again and again."""
    return room(word("CAL", LEFT_AT), word("CAL", RIGHT_AT), word("TRA", 0o100))
