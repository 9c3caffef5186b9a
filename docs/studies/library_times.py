"""How long do the routines of the 6600's library take? Each call of the table is measured."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from host.assemblers.compass.numbers import word
from host.compilers.backends.cdc6600.compiled import of_double
from host.machines.cdc6600.calls import Bare6600

INPUT = ["ABCDEFGHIJKLMN", "12345 3.14159 1.5E-200"]


class Word(int):
    """What a register holds, as it is."""


class Call(NamedTuple):
    """A call with registers; without a text it comes before others and is not shown."""

    routine: str
    text: str = ""
    x1: float = 0
    x2: float = 0
    x3: float = 0
    x4: float = 0
    b2: int = 0
    b3: int = 0


def double(number: Fraction) -> tuple[Word, Word]:
    """Return the words of a double."""
    high, low = of_double(number)
    return Word(high), Word(low)


THIRD, TWO = double(Fraction(1, 3)), double(Fraction(2))


UNSEEN = [Call("INC")] * 8
CALLS = {
    "arith": [
        Call("MPY", "1234 * -5678", 1234, -5678),
        Call("MPYQ", "1234 * -5678", 1234, -5678),
        Call("DIV", "1234567 / -89", 1234567, -89),
        Call("POW", "3 ** 20", 3, 20),
    ],
    "textio": [
        Call("INC"),  # most of its time is that of the system
        Call("INC", "a character in a word"),
        *UNSEEN,
        Call("INC", "the first character of a word"),
        Call("INC"), Call("INC"), Call("INC"),
        Call("INC", "the end of a line"),
        Call("BACKC", "any"),
        Call("OUTC", "a character", 1),
        *[Call("OUTC", "", 1)] * 8,
        Call("OUTC", "the tenth character of a word", 1),
        Call("NEWLINE", "at the beginning of a word"),
    ],
    "number": [
        *[Call("INC")] * 15,
        Call("OUTI", "5 digits in 8 columns", 12345, b2=8),
        Call("OUTO", "20 digits", 12345, b2=20),
        Call("ININT", "5 digits"),
        Call("INREAL", "3.14159"),
        Call("INREAL", "1.5E-200"),
        Call("OUTR", "2.5 with 6 digits", 2.5, b3=6),
        Call("OUTR", "3.14159265358979 with 15 digits", 3.14159265358979, b3=15),
        Call("OUTR", "1.5E-200 with 15 digits", 1.5e-200, b3=15),
        Call("OUTF", "2.5 with 3 places in 8 columns", 2.5, b2=8, b3=3),
    ],
    "reals": [
        Call("SQRT", "2", 2.0), Call("EXP", "1", 1.0), Call("LN", "2", 2.0),
        Call("SIN", "1", 1.0), Call("COS", "1", 1.0), Call("ARCTAN", "1", 1.0),
        Call("ENTIER", "2.5", 2.5), Call("ROUND", "-2.5", -2.5),
        Call("POWI", "1.5 to the power 10", 1.5, 10), Call("POWR", "2 to the power .5", 2.0, 0.5),
    ],
    "formath": [
        Call("LOG10", "2", 2.0), Call("TANH", ".5", 0.5), Call("TANH", "2", 2.0), Call("ATAN2", "1, -2", 1.0, -2.0),
        Call("TAN", "1", 1.0), Call("ASIN", ".25", 0.25), Call("ASIN", ".75", 0.75), Call("ACOS", ".75", 0.75),
        Call("AINT", "2.5", 2.5), Call("IFIX", "2.5", 2.5), Call("ITORF", "12345", 12345),
        Call("AMOD", "7.5, 2", 7.5, 2.0), Call("POWII", "3 ** 20", 3, 20), Call("RANF", "any"),
        Call("SHIFT", "by 6", 1, 6), Call("MASK", "6", 6),
    ],
    "fordop": [
        *(Call(name, "1/3, 2", *THIRD, *TWO) for name in ("DBADD", "DBSUB", "DBMUL", "DBDIV", "DBCMP", "DBMOD")),
        Call("DBFLT", "12345", 12345), Call("DBFIX", "2", *TWO), Call("DBREAL", "1/3", *THIRD),
    ],
    "fordfn": [
        *(Call(name, "1/3", *THIRD) for name in ("DBSQRT", "DBEXP", "DBLN", "DBLOG10", "DBSIN", "DBCOS", "DBATAN")),
        Call("DBSIN", "2", *TWO), Call("DBATAN2", "1/3, 2", *THIRD, *TWO),
        Call("DBPOWI", "1/3 to the power 10", *THIRD, 10), Call("DBPOW", "2 to the power 1/3", *TWO, *THIRD),
    ],
    "forcplx": [
        *(Call(name, "1 + 2i, 3 - i", 1.0, 2.0, 3.0, -1.0) for name in ("CPMUL", "CPDIV")),
        *(Call(name, "1 + 2i", 1.0, 2.0) for name in ("CPABS", "CPSQRT", "CPEXP", "CPLN", "CPSIN", "CPCOS")),
        Call("CPPOWI", "1 + 2i to the power 10", 1.0, 2.0, 10),
    ],
}  # fmt: skip


def register(number: float) -> int:
    """Return the word of an integer or a real."""
    if isinstance(number, Word):
        return number
    return word(Fraction(abs(number)) if isinstance(number, float) else abs(number), number < 0)


def library() -> Iterator[str]:
    """Return a row for each call that is shown."""
    yield "| | | minor cycles | instructions |"
    yield "|---|---|---|---|"
    for file, calls in CALLS.items():
        program = Bare6600(file)
        program.machine.attach("INPUT", INPUT)
        for each in calls:
            arguments = {f"X{number}": register(getattr(each, f"x{number}")) for number in range(1, 5)}
            before = int(program.machine.m.instructions)
            cycles = program.call(each.routine, **arguments, B2=each.b2, B3=each.b3)
            if each.text:
                count = int(program.machine.m.instructions) - before - 2  # without RJ and the stop behind it
                yield f"| `{each.routine}` | {each.text} | {cycles:,} | {count:,} |"
