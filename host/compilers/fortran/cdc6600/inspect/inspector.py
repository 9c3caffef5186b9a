"""A running FORTRAN program on the 6600, for the debugger: its words, its registers, where its arguments are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.cdc6600.machine import Cdc6600
from emulators.machine import Machine
from host.assemblers.columns import NumberError
from host.compilers.backends.cdc6600 import compiled as cdc6600
from host.compilers.backends.cdc6600.compiled import of_integer, real, rounded, signed
from host.compilers.debuginfo.values import Calculator, Notation, Odd, Real
from host.compilers.fortran.cdc6600.compiled import Compiled
from host.compilers.fortran.inspect import inspector
from host.compilers.fortran.inspect.evaluate import Environment, Storage
from host.compilers.fortran.inspect.values import Words
from host.compilers.fortran.syntax import Symbol

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
