"""The pure operations of the form, computed as the 6600 does it, to the bit.

An address has 18 bits, a word 60; both are ones' complement. Reals stop the program where an operand or the result is
infinite or indefinite: the machine leaves it to its exit conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from emulators.cdc6600.arithmetic import (
    M18,
    M60,
    SIGN_60,
    add,
    add18,
    add60,
    count,
    divide,
    extend,
    is_odd,
    magnitude,
    multiply,
    normalize,
    pack,
    rotate_left,
    shift_right,
    subtract60,
    unpack,
)
from host.compilers.ir.target import Stops, Unknown

largest = (1 << 48) - 1  # of a product, of an integer that a variable holds
unset = 0o1777 << 48  # in variables without a value, where that is checked


def compute(code: str, words: Sequence[int], data: Any = None) -> int:
    """Return the word that a pure operation (div.r, too) gives; raises Stops and Unknown."""
    if code.endswith(".r") and code != "neg.r":
        return _real(code, words)
    return OPERATIONS[code](words, data)


def _real(code: str, words: Sequence[int]) -> int:
    left, right = words
    if is_odd(left) or is_odd(right):
        raise Stops
    match code:
        case "mul.r":
            result = multiply(left, right, 0, 1, 0)
        case "div.r":
            result = divide(left, right, 1)
        case "diff.r":
            result = add(left, right ^ M60, 0, 0)
        case _:
            result = add(left, right if code == "add.r" else right ^ M60, 0, 1)
    if is_odd(result):
        raise Stops
    return normalize(result, 0)[0] if code in ("add.r", "sub.r") else result


def _product(words: Sequence[int], data: Any) -> int:
    if magnitude(words[0]) * magnitude(words[1]) > largest:
        raise Unknown
    return product(words)


def product(words: Sequence[int]) -> int:
    """Return the lower 48 bits of the product of the coefficients, with its sign."""
    left, right = words
    result = magnitude(left) * magnitude(right) & largest
    return result ^ M60 if result and (left ^ right) & SIGN_60 else result


def _float(words: Sequence[int], data: Any) -> int:
    if magnitude(words[0]) > largest:
        raise Unknown
    return normalize(pack(words[0], 0), 0)[0]


def _fix(words: Sequence[int], data: Any) -> int:
    coefficient, exponent = unpack(words[0])
    shift = exponent - M18 if exponent >> 17 else exponent
    if is_odd(words[0]) or shift > 11:  # more than 59 bits
        raise Unknown
    return add60(rotate_left(coefficient, shift) if shift >= 0 else shift_right(coefficient, min(-shift, 59)), 0)


OPERATIONS: dict[str, Callable[[Sequence[int], Any], int]] = {
    "const": lambda words, data: int(data),
    "add.i": lambda words, data: add60(words[0], words[1]),
    "sub.i": lambda words, data: subtract60(words[0], words[1]),
    "diff.i": lambda words, data: subtract60(words[0], words[1]),
    "mul.i": _product,
    "neg.i": lambda words, data: subtract60(0, words[0]),
    "neg.r": lambda words, data: words[0] ^ M60 if words[0] else 0,
    "and": lambda words, data: words[0] & words[1],
    "or": lambda words, data: words[0] | words[1],
    "xor": lambda words, data: words[0] ^ words[1],
    "eqv": lambda words, data: words[0] ^ words[1] ^ M60,
    "imp": lambda words, data: words[0] ^ M60 | words[1],
    "not": lambda words, data: words[0] ^ M60,
    "float": _float,
    "fix": _fix,
    "shl": lambda words, data: rotate_left(words[0], data),
    "shr": lambda words, data: shift_right(words[0], data),
    "count": lambda words, data: count(words[0]),
    "sign": lambda words, data: M60 if words[0] & SIGN_60 else 0,
}


def holds(condition: str, word: int) -> bool:
    """Return whether a branch on a word is taken: ng, pl, zr, nz."""
    match condition:
        case "ng":
            return bool(word & SIGN_60)
        case "pl":
            return not word & SIGN_60
        case "zr":
            return word in (0, M60)
        case _:
            return word not in (0, M60)


def base(given: int) -> int:
    """Return a word as a part of an address."""
    return given


def address(*words: int) -> int:
    """Return the sum of addresses, words or numbers, as the address of a word: 18 bits."""
    total = 0
    for each in words:
        total = add18(total, each & M18 if each >= 0 else each + M18)
    return total


def integer(word: int) -> int:
    """Return the integer that a word represents."""
    return word - M60 if word & SIGN_60 else word


def word(number: int) -> int:
    """Return the word of an integer."""
    return number if number >= 0 else number + M60


def extended(place: int) -> int:
    """Return the word of an address, as instructions that compute one make it: with copies of its sign."""
    return extend(place)
