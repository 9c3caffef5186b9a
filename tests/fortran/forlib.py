"""The library of FORTRAN on the 6600, called routine by routine, as compiled programs call it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from emulators.cdc6600 import display_code
from host.assemblers.compass import numbers
from host.machines.cdc6600.calls import LIMIT, Bare6600
from host.machines.cdc6600.machine import run_long

SOURCE = Path(__file__).with_name("forlib.compass")
INTEGER, REAL, LOGICAL, DOUBLE, COMPLEX, WORD = range(6)
WORDS = {DOUBLE: 2, COMPLEX: 2}
FORMAT, ROOM = 0o200000, 0o210000  # behind the program
MASK = (1 << 60) - 1
KEPT = {"B1": 1, "B6": 0o123456, "B7": 0o654321, "A0": 0o313131}


def real_word(number: str | Fraction | float) -> int:
    """Return the word nearest to a number."""
    value = Fraction(number)
    return numbers.word(abs(value), value < 0)


class Fortran(Bare6600):
    """The library; statements of input and output as methods."""

    def __init__(self, exact: bool = False, source: Path = SOURCE) -> None:
        super().__init__(source, exact=exact)
        self.cycles = 0  # of the last statement
        self.fend = 0  # what FEND gave
        self.set(**KEPT)

    def routine(self, name: str, **registers: int) -> None:
        self.cycles += self.call(name, **registers)
        for register, value in KEPT.items():
            assert self.word(register) == value, (name, register)

    def jump(self, name: str, **registers: int) -> None:
        """Go to a place that the program does not come back from."""
        self.set(**registers)
        self.machine.write_register("P", self.address(name))
        run_long(self.machine, self.machine.cycles + LIMIT)

    def format(self, text: str) -> int:
        self.store(FORMAT, display_code.words_of_codes(display_code.codes(text)))
        return FORMAT

    def write(self, unit: int, form: str, *items: tuple[int, Sequence[int]], flags: int = 0) -> None:
        """WRITE: items are types and words."""
        self.cycles = 0
        self.routine("FWRITEF", X1=unit, X2=self.format(form), X3=flags)
        self.items(items)

    def items(self, items: Sequence[tuple[int, Sequence[int]]]) -> None:
        for kind, words in items:
            self.store(ROOM, [each if each >= 0 else MASK + each for each in words])
            self.routine("FITEM", X1=ROOM, X2=len(words) // WORDS.get(kind, 1), X3=kind)
        self.routine("FEND")
        self.fend = self.integer("X6")

    def read(self, unit: int, form: str, *items: tuple[int, int], flags: int = 0) -> list[int]:
        """READ: items are types and how many; return the words."""
        self.cycles = 0
        self.routine("FREADF", X1=unit, X2=self.format(form), X3=flags)
        return self.results(items)

    def results(self, items: Sequence[tuple[int, int]]) -> list[int]:
        place = ROOM
        for kind, count in items:
            self.routine("FITEM", X1=place, X2=count, X3=kind)
            place += count * WORDS.get(kind, 1)
        self.routine("FEND")
        self.fend = self.integer("X6")
        return self.words(ROOM, place - ROOM)

    def cards(self, *lines: str, name: str = "INPUT") -> None:
        """Let a file hold these lines, and begin it anew."""
        words = [word for line in lines for word in display_code.line(line)]
        self.machine.system.attach(name, words)
        if name == "INPUT" and "FREWIND" in self.symbols:
            self.routine("FREWIND", X1=5)

    def printed(self) -> list[str]:
        """Return the lines of OUTPUT since the last time."""
        self.call("FLUSH")
        self.machine.system.finish()
        words = self.machine.system.files["OUTPUT"].words
        self.machine.system.attach("OUTPUT", [])
        return list(display_code.lines(words))

    def line(self, form: str, *items: tuple[int, Sequence[int]]) -> str:
        """Return the line that a format makes of words, without the control of the carriage."""
        self.write(6, f"(1H ,{form})", *items)
        [line] = self.printed()
        return line[1:]

    def file(self, name: str) -> list[str]:
        """Return the lines of a file, what is still in its buffer left out."""
        self.machine.system.finish()
        return list(display_code.lines([each for each in self.machine.system.files[name].words if each >= 0]))

    def statement(self, name: str, unit: int) -> int:
        """Call a routine with a unit; return X6."""
        self.routine(name, X1=unit)
        return self.integer("X6")

    def failure(self) -> tuple[str, list[int]]:
        """Return the line before the last one of the dayfile, and what is behind FAULT."""
        lines = [text for _, text in self.machine.system.dayfile]
        return lines[-2], self.words(self.address("/FORRUN/FAULT") + 1, 7)
