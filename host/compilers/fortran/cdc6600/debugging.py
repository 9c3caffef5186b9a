"""A running FORTRAN program on the 6600: its units and calls, why it has stopped, its words and arguments.

A subprogram keeps the way back in its first word: units are static, so that there is one activation of each at most.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS, return_address
from emulators.cdc6600.machine import Cdc6600
from emulators.machine import Machine
from host.assemblers.columns import NumberError
from host.compilers.backends.cdc6600 import compiled as cdc6600
from host.compilers.backends.cdc6600 import debugging
from host.compilers.backends.cdc6600.compiled import error_exit, of_integer, real, rounded, signed, target
from host.compilers.debuginfo.table import Word
from host.compilers.debuginfo.values import Calculator, Notation, Odd, Real
from host.compilers.fortran import syntax
from host.compilers.fortran.inspect import codemap, inspector
from host.compilers.fortran.inspect.codemap import Call, Compiled, Region
from host.compilers.fortran.inspect.names import FortranStorage
from host.compilers.fortran.inspect.values import Words


class FortranCode(codemap.FortranCode):
    def __init__(self, compiled: Compiled) -> None:
        super().__init__(compiled, target())

    def back(self, machine: Machine, region: Region, address: int, frame: int, top: int) -> tuple[int | None, int, int]:
        """Return where a subprogram was called."""
        if region.routine is None:
            return None, frame, top
        called = return_address(machine.peek(region.start)) - 1
        if not self.start <= called < self.end:  # a dummy procedure is called by way of the library
            called = return_address(machine.peek(self.symbols["FCALLD"])) - 1 if "FCALLD" in self.symbols else called
        return called, frame, top


BY_PROGRAM = "ABORTED BY THE PROGRAM"  # the dayfile, where the line before says why
ASTRAY = "the program jumped to a wrong place: was a GO TO variable given a statement number?"
BOUNDS = "OUT OF BOUNDS"  # the text that FOUTSID gives


class Fault:
    """The state of a machine that stopped during the first of these calls."""

    def __init__(self, compiled: Compiled, machine: Cdc6600, calls: Sequence[Call]) -> None:
        self._compiled, self._machine, self._calls = compiled, machine, calls

    def message(self) -> str:
        """Return the fault."""
        machine = self._machine
        if machine.cause == Cause.ERROR_EXIT:
            return error_exit(machine, next(iter(self._calls), None), machine.conditions) or machine.reason
        if machine.cause == Cause.PROGRAM_STOP:
            return ASTRAY
        if machine.cause != Cause.ABORT:
            return machine.reason
        *_, message, last = "", *(line for _, line in machine.system.dayfile)
        if last != BY_PROGRAM:  # by the system
            return said(last)
        if message == BOUNDS:
            return self._compiled.shared.failed(self._word(2), signed(self._word(1)))
        *_, text = message.rpartition(": ")  # the library says line and column, too
        about = self._about(text)
        return said(text) + about if about else said(message)

    # ------------------------------------------------------------ what the library has noted

    def _word(self, offset: int) -> int:
        return self._machine.peek(self._compiled.image.symbols["/FORRUN/FAULT"] + offset)

    def _about(self, message: str) -> str:
        """Return the place in a file that a failure of input or output is about."""
        symbols = self._compiled.image.symbols
        if "/FORRUN/FAULT" not in symbols or not self._word(1) or message not in ABOUT:
            return ""
        unit, name = signed(self._word(1)), display_code.text_of(self._word(2) >> 18, 7)
        parts = [f"unit {unit}"] + ([f"file {name}"] if name.strip() else [])
        if line := self._word(3):
            column = self._word(4) if ABOUT[message] else 0
            parts.append(f"line {line}" + (f", column {column}" if column else ""))
            lines = self._machine.text(name).splitlines() if name.strip() and ABOUT[message] else []
            if 0 < line <= len(lines):
                parts.append(f'"{lines[line - 1]}"')
        return ": " + ", ".join(parts)


def said(message: str) -> str:
    """Return a line of the dayfile in small letters, but for letters and words of the language."""
    return CAPITALS.sub(lambda found: found[0].upper(), message.lower())


CAPITALS = re.compile(r"\b(?:(?<=neither )t|(?<=nor )f|format|amod|dmod|do|tape[0-9]+|input|output|punch)\b")
ABOUT = {  # messages of input and output -> whether they are about a column of a line
    "NO SUCH UNIT": False, "TOO MANY FILES": False, "A FILE THAT CANNOT BE WRITTEN": False,
    "A FILE THAT CANNOT BE READ": False, "READING PAST THE END": False, "THE RECORD HAS NO MORE WORDS": False,
    "NOT A NUMBER": True, "THE NUMBER IS TOO LARGE": True, "NEITHER T NOR F": True,
    "AN ITEM FOR VALUES OF ANOTHER TYPE": True, "THE LINE IS TOO LONG": True,
}  # fmt: skip


CHARACTERS = 10  # of a word
DIGITS = 31  # that a number of 96 bits needs to be told from its neighbours, at most


class CdcWords(Words):
    """Words of 60 bits."""

    machine = "6600"
    bits = WORD_BITS

    def __init__(self) -> None:
        self.single = Calculator(Notation(".TRUE.", ".FALSE.", "E"), rounded)
        self.double = Calculator(Notation(".TRUE.", ".FALSE.", "D", DIGITS), self._rounded)

    def integer(self, word: int) -> int:
        return signed(word)

    def of_integer(self, number: int) -> int:
        if abs(number) >= 1 << WORD_BITS - 1:
            raise OverflowError
        return of_integer(number)

    def real(self, word: int) -> Real | Odd:
        return real(word)

    def of_real(self, number: Fraction) -> int:
        try:
            return cdc6600.of_real(number)
        except NumberError:
            raise OverflowError from None

    def double_of(self, words: Sequence[int]) -> Real | Odd:
        high, low = (real(each) for each in words)
        return Real(high.exact + low.exact) if isinstance(high, Real) and isinstance(low, Real) else high

    def of_double(self, number: Fraction) -> tuple[int, int]:
        try:
            return cdc6600.of_double(number)
        except NumberError:
            raise OverflowError from None

    def _rounded(self, number: Fraction) -> Real | Odd:
        try:
            return self.double_of(self.of_double(number))
        except OverflowError:
            return Odd("infinite")

    def text(self, word: int) -> str:
        return display_code.text_of(word, CHARACTERS)


class FortranInspector(debugging.Inspector[syntax.Unit, syntax.Node], inspector.Inspector):
    """Looks into a program that runs on a 6600, where a word of each dummy holds an address."""

    results = ("X6", "X7")

    def listed(self) -> int:
        return self.machine.read_register("A1")

    def __init__(self, compiled: Compiled, machine: Machine) -> None:
        storage = FortranStorage(compiled.image.symbols, 1 << ADDRESS_BITS)
        homes = compiled.shared.homes
        super().__init__(compiled, machine, storage, CdcWords(), lambda dummy: Word(homes[dummy]))
