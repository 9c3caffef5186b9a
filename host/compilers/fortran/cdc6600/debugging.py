"""A running FORTRAN program on the 6600: its units and calls, why it has stopped, its words and arguments.

A subprogram keeps the way back in its first word: units are static, so that there is one activation of each at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS, return_address
from emulators.cdc6600.machine import Cdc6600
from emulators.machine import Machine
from host.assemblers.columns import NumberError
from host.compilers.backends.cdc6600 import compiled as cdc6600
from host.compilers.backends.cdc6600.compiled import Made, error_exit, of_integer, points, real, rounded, signed, target
from host.compilers.debuginfo import code
from host.compilers.debuginfo.values import Calculator, Notation, Odd, Real
from host.compilers.fortran import syntax
from host.compilers.fortran.cdc6600.compiled import Compiled
from host.compilers.fortran.inspect import inspector
from host.compilers.fortran.inspect.evaluate import Environment, Storage
from host.compilers.fortran.inspect.values import Words
from host.compilers.fortran.syntax import Symbol
from host.languages.assembly import Line

MAIN = "the main program"

Region: TypeAlias = code.Region[syntax.Unit, syntax.Node]
Point: TypeAlias = code.Point[syntax.Node]
Call: TypeAlias = code.Call[syntax.Unit, syntax.Node]


class FortranCode(code.Code[syntax.Unit, syntax.Node]):
    """The code of one program."""

    def __init__(self, compiled: Compiled) -> None:
        self.program, self.shared, self.symbols = compiled.program, compiled.shared, compiled.image.symbols
        super().__init__(
            target(),
            compiled.image,
            compiled.program.at.source,
            self._regions(),
            points(compiled.assembly, _made(compiled)),
        )

    def _regions(self) -> Iterator[Region]:
        for unit, symbol in self.shared.entries.items():
            if symbol in self.symbols:
                main = unit is self.program.main
                yield Region(self.symbols[symbol], symbol, MAIN if main else unit.name, None if main else unit)

    def back(self, machine: Machine, region: Region, address: int, frame: int, top: int) -> tuple[int | None, int, int]:
        """Return where a subprogram was called."""
        if region.routine is None:
            return None, frame, top
        called = return_address(machine.peek(region.start)) - 1
        if not self.start <= called < self.end:  # a dummy procedure is called by way of the library
            called = return_address(machine.peek(self.symbols["FCALLD"])) - 1 if "FCALLD" in self.symbols else called
        return called, frame, top

    def owner(self, call: Call) -> syntax.Unit:
        """Return the unit that an activation is of."""
        return call.routine or self.program.main


def _made(compiled: Compiled) -> Iterator[tuple[Line, Made[syntax.Node]]]:
    """Yield the lines of COMPASS that were made of something in the text, and of what."""
    for line, made in zip(compiled.assembled, compiled.lines, strict=True):
        if made.node is not None:
            statement = isinstance(made.node, syntax.Statement)
            yield line, Made(made.node, made.begins, statement, made.copies, made.held)


BY_PROGRAM = "ABORTED BY THE PROGRAM"  # the dayfile, where the line before says why
ASTRAY = "the program jumped to a wrong place: was a GO TO variable given a statement number?"
BOUNDS = "OUT OF BOUNDS"  # the text that FOUTSID gives


class Fault:
    """The state of a machine that stopped during the first of these calls."""

    def __init__(self, compiled: Compiled, machine: Cdc6600, calls: Sequence[Call]) -> None:
        self._compiled, self._machine, self._calls = compiled, machine, calls

    def message(self) -> str:
        """Return what was wrong."""
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


ADDRESS = (1 << ADDRESS_BITS) - 1
CHARACTERS = 10  # of a word
REGISTERS = {name: name for name in (f"{kind}{number}" for kind in "ABX" for number in range(8))}
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


class CdcStorage(Storage):
    """Arrays at rising addresses; a word of each dummy holds an address."""

    step = 1
    mask = ADDRESS

    def argument(self, dummy: Symbol, here: Environment) -> int:
        return self.peek(self.symbols[self.shared.homes[dummy]]) & ADDRESS


class FortranInspector(inspector.Inspector):
    """Looks into a program that runs on a 6600."""

    register_names = REGISTERS

    def __init__(self, compiled: Compiled, machine: Machine) -> None:
        assert isinstance(machine, Cdc6600)
        self._cpu = machine
        storage = CdcStorage(compiled.shared, compiled.image.symbols, CdcWords(), self._peek)
        super().__init__(compiled, compiled.code, machine, storage)

    def _peek(self, address: int) -> int:
        """Return a word of storage; of a variable that a loop has in a register, that one."""
        register = self._registers().get(address)
        if register is None:
            return self._cpu.peek(address)
        word = self.register(register)
        return word if register.startswith("X") else of_integer(signed(word, ADDRESS_BITS))

    @property
    def failed(self) -> bool:
        """Whether the machine has stopped, and not at the program's end."""
        return self._cpu.cause not in (Cause.NONE, Cause.PROGRAM_STOP, Cause.END)
