"""A running FORTRAN program on the 704: its units and calls, its words, its index registers, its arguments.

    S 1-17                         an integer: sign and magnitude, in the decrement
    S 1-8 9-35                     a real: characteristic (128 is 2**0) and fraction
    SYMBOL-n                       element n+1 of an array: they lie backwards
    TSX NAME,4 / TSX X / TSX Y     a call, and the addresses of its arguments

A subprogram that calls others keeps index register 4, the complement of where it was called, in a word of its own; one
that calls none leaves it where it is. The frame of an activation is the address of the TSX that has called it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from emulators.ibm704 import bcd
from emulators.ibm704.isa import MOST_WORDS, WORD_BITS
from emulators.ibm704.machine import Ibm704
from emulators.machine import Machine
from host.compilers.debuginfo import code
from host.compilers.debuginfo.code import Target
from host.compilers.debuginfo.table import Framed
from host.compilers.debuginfo.values import Calculator, Notation, Odd, Real
from host.compilers.fortran.ibm704.machine import MACHINE
from host.compilers.fortran.inspect import codemap, inspector
from host.compilers.fortran.inspect.codemap import Call, Compiled, Region
from host.compilers.fortran.inspect.names import FortranStorage
from host.compilers.fortran.inspect.values import Words

ADDRESS = MOST_WORDS - 1
DECREMENT = 18  # to the right of it
CALLER = 4  # the index register


@cache
def target() -> Target:
    """Return the description of code."""
    from emulators.ibm704.machine import REGISTERS  # compilers do without

    return Target(tuple(REGISTERS), "IC", "", 1, WORD_BITS, MOST_WORDS, "XC", "XC")


class FortranCode(codemap.FortranCode):
    def __init__(self, compiled: Compiled) -> None:
        super().__init__(compiled, target())

    def calls(self, machine: Machine, address: int, part: int | None = None) -> Iterator[Call]:
        """Yield where the program is, then from where that was called, each with the address of the TSX."""
        index, seen = machine.read_register("XC"), set[int]()
        while (region := self.region(address)) is not None and region.start not in seen:
            seen.add(region.start)
            called, index, _ = self.back(machine, region, address, index, 0)
            yield code.Call(self.line(address), called or 0, region, address, 0)
            if called is None:
                return
            address = called

    def back(self, machine: Machine, region: Region, address: int, frame: int, top: int) -> tuple[int | None, int, int]:
        """Return where a subprogram was called; `frame` is what index register 4 holds."""
        if region.routine is None:
            return None, frame, top
        own = [register for unit, register in self.shared.saves if unit is region.routine]
        if CALLER in own and address > region.start + own.index(CALLER):  # it has been kept
            word = machine.peek(self.symbols[self.shared.saves[region.routine, CALLER]])
            frame = word >> DECREMENT & ADDRESS
        return -frame & ADDRESS, frame, top


SIGN = 1 << WORD_BITS - 1
ACCUMULATOR_BITS = 38  # S, Q, P and 1-35
INTEGER_BITS, FRACTION_BITS, EXCESS = 17, 27, 128
INDEX = {"XR1": "XA", "XR2": "XB", "XR4": "XC"}  # as the compiler names them, and as the machine does


class SapWords(Words):
    """Words of a sign and 35 positions."""

    machine = "704"
    bits = WORD_BITS

    def __init__(self) -> None:
        self.single = self.double = Calculator(Notation(".TRUE.", ".FALSE.", "E"), self._rounded)

    def integer(self, word: int) -> int:
        magnitude = word >> DECREMENT & (1 << INTEGER_BITS) - 1
        return -magnitude if word & SIGN else magnitude

    def of_integer(self, number: int) -> int:
        return MACHINE.integer(number)

    def real(self, word: int) -> Real | Odd:
        characteristic = word >> FRACTION_BITS & 0xFF
        size = Fraction(word & (1 << FRACTION_BITS) - 1) * Fraction(2) ** (characteristic - EXCESS - FRACTION_BITS)
        return Real(-size if word & SIGN else size)

    def of_real(self, number: Fraction) -> int:
        return MACHINE.single(number)

    def double_of(self, words: Sequence[int]) -> Real | Odd:
        return self.real(words[0])  # the 704's programs have none

    def of_double(self, number: Fraction) -> tuple[int, int]:
        return self.of_real(number), 0

    def _rounded(self, number: Fraction) -> Real | Odd:
        try:
            return self.real(self.of_real(number))
        except OverflowError:
            return Odd("too large")

    def text(self, word: int) -> str:
        return bcd.unpacked([word]).rstrip()


class FortranInspector(inspector.Inspector):
    """Looks into a program that runs on a 704.

    Arrays are at falling addresses; the words after a call, which is the frame, have the addresses of its arguments.
    """

    register_names = INDEX
    arguments_after_call = 1
    results = ("AC",)

    def listed(self) -> int:
        return 1 - self.machine.read_register("XC") & ADDRESS

    def in_register(self, word: int) -> int:
        return (word & SIGN) << ACCUMULATOR_BITS - WORD_BITS | word & SIGN - 1

    def of_register(self, held: int) -> int:
        return held >> ACCUMULATOR_BITS - WORD_BITS & SIGN | held & SIGN - 1

    def __init__(self, compiled: Compiled, machine: Machine) -> None:
        assert isinstance(machine, Ibm704)
        self._cpu = machine
        storage = FortranStorage(compiled.image.symbols, MOST_WORDS, step=-1)
        super().__init__(compiled, machine, storage, SapWords(), lambda dummy: Framed(None, 1 + (dummy.dummy or 0)))

    def peek(self, address: int) -> int:
        """Return a word of storage; of a variable that a loop has in an index register, what it would be."""
        register = self.registers().get(address)
        return self._cpu.peek(address) if register is None else self.register(register) << DECREMENT

    def _followed(self) -> Iterator[Call]:
        """Yield the activations; at the end, which is jumped to, those before: the last call is over."""
        end, pause = (self.storage.symbols.get(each, -1) for each in ("FEND", "FPAUSE"))
        ended = end <= self.spot.address < pause
        return iter(()) if ended and self._cpu.cycles != self._left[0] else super()._followed()

    @property
    def failed(self) -> bool:
        """Whether the library has stopped the machine."""
        return bool(self.compiled.stopped(self._cpu))
