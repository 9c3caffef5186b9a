"""Compiled programs on the CDC 6600: the columns of a trace they need, and the word form of their numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from emulators.cdc6600 import arithmetic
from emulators.cdc6600.isa import MOST_WORDS, PARCEL_BITS, PARCELS, WORD_BITS
from emulators.machine import Machine
from host.assemblers.columns import NumberError, normalized
from host.assemblers.compass.numbers import COEFFICIENT_BITS, MOST_EXPONENT
from host.assemblers.compass.numbers import floating as floating_word
from host.compilers.debuginfo.code import Call, Target
from host.compilers.debuginfo.values import Odd, Real

WORD = (1 << WORD_BITS) - 1
DIVIDES = (0o44, 0o45)  # FX, RX of Xj/Xk
DIVISION = "division by zero"
STOPS = {  # conditions of an error exit -> the message
    arithmetic.INFINITE: "a number became too large",
    arithmetic.INDEFINITE: "a number that has no value",
    arithmetic.ADDRESS: "an address out of range",
}


@cache
def target() -> Target:
    """Return the description of code for programs with frames at B6 and a stack that ends at B7."""
    from emulators.cdc6600.machine import Cdc6600  # compilers do without

    return Target(tuple(Cdc6600.registers), "P", "PARCEL", PARCELS, PARCEL_BITS, MOST_WORDS, "B6", "B7")


def signed(word: int, bits: int = WORD_BITS) -> int:
    """Return the integer value of a word, or of a field, in ones' complement."""
    return word - ((1 << bits) - 1) if word >> bits - 1 else word


def of_integer(number: int) -> int:
    """Return the word of an integer of up to 59 bits."""
    return number if number >= 0 else ~-number & WORD


def of_real(number: Fraction) -> int:
    """Return the floating word nearest to a number, zero for one that is too small.

    Raises NumberError if it is too large.
    """
    try:
        return floating_word(number) if number >= 0 else floating_word(-number) ^ WORD
    except NumberError:
        if abs(number) > 1:
            raise
        return 0


def of_double(number: Fraction) -> tuple[int, int]:
    """Return the two words nearest to a number: a real, and the next 48 bits with its sign and an exponent 48 less.

    Words too small are zeros. Raises NumberError if the number is too large.
    """
    if not number:
        return 0, 0
    coefficient, exponent = normalized(abs(number), 2 * COEFFICIENT_BITS)
    halves = ((exponent + COEFFICIENT_BITS, coefficient >> COEFFICIENT_BITS), (exponent, coefficient & arithmetic.M48))
    if halves[0][0] > MOST_EXPONENT:
        raise NumberError("the number is out of range")
    high, low = (arithmetic.packed(*each, number < 0) if each[0] >= -MOST_EXPONENT else 0 for each in halves)
    return high, low


def real(word: int) -> Real | Odd:
    """Return the value of a floating word."""
    size, negative = arithmetic.magnitude(word), word >> WORD_BITS - 1
    if arithmetic.is_odd(word):
        infinite = arithmetic.conditions(word) == arithmetic.INFINITE
        return Odd(("-" if negative else "") + "infinite" if infinite else "indefinite")
    number = Fraction(size & arithmetic.M48) * Fraction(2) ** arithmetic.exponent(size >> 48)
    return Real(-number if negative else number)


def rounded(number: Fraction) -> Real | Odd:
    """Return the real nearest to a number."""
    try:
        return real(of_real(number)) if number else Real(Fraction(0))
    except NumberError:
        return Odd("infinite")


def error_exit(machine: Machine, call: Call[Any, Any] | None, conditions: int) -> str:
    """Return why a machine has stopped by itself, at an instruction of a program; nothing if that is not known.

    `call`: where the program is. Its last instruction may have divided: then it may be the divisor's fault.
    """
    if conditions & (arithmetic.INFINITE | arithmetic.INDEFINITE) and call is not None:
        instruction = machine.peek(call.address) >> PARCEL_BITS * (PARCELS - 1 - call.part)
        if instruction >> 9 & 0o77 in DIVIDES:
            return _quotient(machine, instruction, conditions)
    return next((text for condition, text in STOPS.items() if conditions & condition), "")


def _quotient(machine: Machine, instruction: int, conditions: int) -> str:
    """Return the error of a quotient, which compiled code puts into another register than the divisor's."""
    if conditions & arithmetic.INDEFINITE:  # zero by zero: an infinite operand has stopped the program before
        return DIVISION
    divisor = machine.read_register(f"X{instruction & 7}")
    return STOPS[arithmetic.INFINITE] if arithmetic.unpack(divisor)[0] else DIVISION
