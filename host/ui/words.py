"""Functions that take words apart and write numbers, for view functions: Python and JavaScript differ in these.

In a page the same names are functions of host/ui/web/words.js; a test compares both. A number of a page has 53 bits,
so words of 60 bits are read by `bits` and `octal_word`, never whole.
"""

from __future__ import annotations

from collections.abc import Sequence


def bits(words: Sequence[int], index: int, shift: int, width: int) -> int:
    """Return `width` bits (up to 48) of a word, starting at bit `shift` (0 is the lowest)."""
    return int(words[index]) >> shift & (1 << width) - 1


def octal_word(words: Sequence[int], index: int, digits: int) -> str:
    """Return the lowest octal digits of a word."""
    return f"{int(words[index]) & (1 << 3 * digits) - 1:0{digits}o}"


def octal(number: int, digits: int) -> str:
    """Return a number of up to 53 bits in octal."""
    return f"{number:0{digits}o}"


def hexadecimal(number: int, digits: int) -> str:
    """Return a number in hexadecimal, with capitals."""
    return f"{number:0{digits}X}"


def decimal(number: int, digits: int = 1) -> str:
    """Return a number with zeros before it."""
    return f"{number:0{digits}d}"


def grouped(number: int) -> str:
    """Return a number with commas between thousands."""
    return f"{number:,}"


def fixed(number: float, decimals: int) -> str:
    """Return a number with digits after the point."""
    return f"{number:.{decimals}f}"


def left(text: str, width: int) -> str:
    """Return a text with blanks after it."""
    return text.ljust(width)


def right(text: str, width: int) -> str:
    """Return a text with blanks before it."""
    return text.rjust(width)


def is_text(value: object) -> bool:
    """Return whether a value is a text."""
    return isinstance(value, str)


def count_bits(counts: list[int], word: int) -> None:
    """Add the bits of a word (up to 53) to their counts; the last count is that of bit 0."""
    while word:
        lowest = word & -word
        counts[len(counts) - lowest.bit_length()] += 1
        word ^= lowest
