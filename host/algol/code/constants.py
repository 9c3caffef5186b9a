"""Words for constants: which instruction makes one in a register, and how COMPASS writes one as a literal."""

from __future__ import annotations

from fractions import Fraction

from host.assemblers.compass.numbers import NumberError, floating

WORD = (1 << 60) - 1
SMALL = (1 << 17) - 1  # the largest number that SX makes
TRUE, FALSE = WORD, 0
UNSET = 0o1777 << 48  # what has no value yet, where that is checked: an indefinite number


def of_integer(number: int) -> int:
    """Return the word of an integer of up to 59 bits."""
    return number if number >= 0 else ~-number & WORD


def of_real(number: Fraction) -> int:
    """Return the floating word nearest to a number, zero for one that is too small.

    Raises NumberError if it is too large.
    """
    try:
        return floating(number) if number >= 0 else floating(-number) ^ WORD
    except NumberError:
        if abs(number) > 1:
            raise
        return 0


def made(word: int) -> tuple[str, str] | None:
    """Return the instruction, but for the register's number, that makes a word; None: it must be fetched."""
    if word == 0:
        return "SX", "B0"
    if word == 1:
        return "SX", "B1"
    if word == of_integer(-1):
        return "SX", "-B1"
    if word == WORD:
        return "MX", "60"
    if word <= SMALL:
        return "SX", str(word)
    if word ^ WORD <= SMALL:
        return "SX", str(-(word ^ WORD))
    return None


def literal(word: int) -> str:
    """Return the literal for a word."""
    return f"={word:o}B"
