"""The pure operations of the IR, computed as the 704 does it, to the bit.

    word      S | 1 ... 17 | 18 ... 35     a number is a sign and a magnitude
    integer   S | 1 ... 17 |     0         in the decrement, and the two positions before it
    address   0 | 3 ... 17 |     0         the decrement; counts downwards: the negative of the machine's address

So an integer and an address are added as words are, and an address is in the form for an index register, which the
machine subtracts. The sign of a sum that is zero is that of the operand in AC. The back end chooses which one that is;
here it is the first one. A zero is neither negative nor positive, whatever its sign: branches and `sign` go by numbers.

Reals stop nothing: an indicator is turned on, and the word is not that of a number. That is not computed here, nor are
results of more bits than a word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from emulators.ibm704 import arithmetic, floating
from emulators.ibm704.arithmetic import M35, M36, SIGN
from host.compilers.ir.target import Unknown

DECREMENT = 18  # the position of the decrement, from the right
M15, M17 = (1 << 15) - 1, (1 << 17) - 1
largest = M17
unset = -1  # no word: variables without a value are not told from others
WHOLE = 0o233_000000000  # added to a real, it leaves the whole part in the low positions
ZEROS = (0, SIGN)


def compute(code: str, words: Sequence[int], data: Any = None) -> int:
    """Return the word that a pure operation (div.r, too) gives; raises Unknown."""
    return OPERATIONS[code](words, data)


def accumulator(word: int) -> int:
    """Return AC with a word in it."""
    return (word & SIGN) << 2 | word & M35


def stored(ac: int) -> int:
    """Return the word that STO stores; raises Unknown if AC has more bits than that."""
    if ac >> 35 & 3:
        raise Unknown("AC overflow")
    return ac >> 2 & SIGN | ac & M35


def integer(word: int) -> int:
    """Return the integer that a word represents."""
    number = (word & M35) >> DECREMENT
    return -number if word & SIGN else number


def word(number: int) -> int:
    """Return the word of an integer."""
    return (SIGN if number < 0 else 0) | (abs(number) & M17) << DECREMENT


def base(given: int) -> int:
    """Return a word as a part of an address."""
    return integer(given)


def address(*numbers: int) -> int:
    """Return the sum of addresses and numbers, as an address."""
    return sum(numbers) & M15


def extended(place: int) -> int:
    """Return the word of an address."""
    return place << DECREMENT


def holds(condition: str, given: int) -> bool:
    """Return whether a branch on a word is taken: ng, pl, zr, nz. Both zeros are zero, and not negative."""
    zero = given in ZEROS
    match condition:
        case "ng":
            return bool(given & SIGN) and not zero
        case "pl":
            return not given & SIGN or zero
        case "zr":
            return zero
        case _:
            return not zero


def _sum(left: int, right: int) -> int:
    return stored(arithmetic.add(accumulator(left), right)[0])


def _float_sum(left: int, right: int) -> int:
    ac, _, over, _, _ = floating.add(accumulator(left), right, 1)
    return _real(ac, over)


def _real(ac: int, over: int) -> int:
    if over:  # the characteristic is beyond, above or below
        raise Unknown("a real that is too large, or too small")
    return stored(ac)


def product(words: Sequence[int]) -> int:
    """Return the product of two integers as MPY and ALS 17 leave it."""
    left, right = words
    sign = (left ^ right) & SIGN
    return sign | (abs(integer(left) * integer(right)) & M17) << DECREMENT


def _product(words: Sequence[int], data: Any) -> int:
    if abs(integer(words[0]) * integer(words[1])) > largest or any(each & (1 << DECREMENT) - 1 for each in words):
        raise Unknown("a product that is too large, or not of integers")
    return product(words)


def _quotient(words: Sequence[int], data: Any) -> int:
    """Return the quotient, truncated: CLA, LRS 35, DVP."""
    left, right = words
    if not right & M35:
        raise Unknown("a division by zero")
    return (left ^ right) & SIGN | (left & M35) // (right & M35) << DECREMENT & M35


def _rest(words: Sequence[int], data: Any) -> int:
    left, right = words
    if not right & M35:
        raise Unknown("a division by zero")
    return left & SIGN | (left & M35) % (right & M35)


def _float_product(words: Sequence[int], data: Any) -> int:
    ac, _, over, _, _ = floating.multiply(words[0], words[1], 1)
    return _real(ac, over)


def _float_quotient(words: Sequence[int], data: Any) -> int:
    _, mq, _, over, check, _ = floating.divide(accumulator(words[0]), words[1])
    if check or over:
        raise Unknown("a quotient that is too large, or too small")
    return mq


def _float(words: Sequence[int], data: Any) -> int:
    """Return the real that an integer is: ARS 18, ORA, FAD."""
    unnormal = words[0] & SIGN | integer(words[0] & M35) | WHOLE
    return _float_sum(unnormal, WHOLE)


def _fixed(words: Sequence[int], data: Any) -> int:
    """Return the whole part of a real as an integer: UFA, LRS 0, ANA, LLS 0, ALS 18."""
    ac = floating.add(accumulator(words[0]), WHOLE, 0)[0]
    return (ac >> 2 & SIGN) | (ac & M15) << DECREMENT


def _whole(words: Sequence[int], data: Any) -> int:
    """Return the whole part of a real: UFA, FAD."""
    ac = floating.add(accumulator(words[0]), WHOLE, 0)[0]
    ac, _, over, _, _ = floating.add(ac, WHOLE, 1)
    return _real(ac, over)


def _left(words: Sequence[int], data: Any) -> int:
    """Return a word shifted left, which multiplies a number: ALS."""
    number = (words[0] & M35) << int(data)
    if number > M35:
        raise Unknown("an integer that is too large")
    return words[0] & SIGN | number


def _right(words: Sequence[int], data: Any) -> int:
    """Return a word shifted right, but for its sign: ARS."""
    return words[0] & SIGN | (words[0] & M35) >> int(data)


OPERATIONS: dict[str, Callable[[Sequence[int], Any], int]] = {
    "const": lambda words, data: int(data),
    "add.i": lambda words, data: _sum(words[0], words[1]),
    "sub.i": lambda words, data: _sum(words[0], words[1] ^ SIGN),
    "diff.i": lambda words, data: _sum(words[0], words[1] ^ SIGN),
    "mul.i": _product,
    "div.i": _quotient,
    "rem.i": _rest,
    "neg.i": lambda words, data: words[0] ^ SIGN,
    "neg.r": lambda words, data: words[0] ^ SIGN,
    "abs": lambda words, data: words[0] & M35,
    "add.r": lambda words, data: _float_sum(words[0], words[1]),
    "sub.r": lambda words, data: _float_sum(words[0], words[1] ^ SIGN),
    "diff.r": lambda words, data: _float_sum(words[0], words[1] ^ SIGN),
    "mul.r": _float_product,
    "div.r": _float_quotient,
    "float": _float,
    "fix": _fixed,
    "whole": _whole,
    "and": lambda words, data: words[0] & words[1],
    "or": lambda words, data: words[0] | words[1],
    "xor": lambda words, data: words[0] ^ words[1],
    "eqv": lambda words, data: words[0] ^ words[1] ^ M36,
    "imp": lambda words, data: words[0] ^ M36 | words[1],
    "not": lambda words, data: words[0] ^ M36,
    "shl": _left,
    "shr": _right,
    "count": lambda words, data: word(words[0].bit_count()),
    "sign": lambda words, data: M36 if holds("ng", words[0]) else 0,
    "choose": lambda words, data: words[1] if holds("ng", words[0]) else words[2],
}
