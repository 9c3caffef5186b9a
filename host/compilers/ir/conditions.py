"""Tests: a word and the condition under which it means true; and the joining of several tests.

A Boolean expression is tested by a word and the condition of a branch. Two tests make one by an operation on their
words, since only the sign counts. Words that may be negative have no such operation for zero: 1 or -1 is -0 on a
machine with ones' complement.
"""

from __future__ import annotations

from typing import Literal

from host.compilers.ir.builder import Builder
from host.compilers.ir.form import Type, Value

Joined = Literal["and", "or"]
Test = tuple[Value, str]

JOINED: dict[Joined, dict[tuple[str, str], tuple[str, str]]] = {  # conditions -> operation, condition
    "and": {
        ("ng", "ng"): ("and", "ng"),
        ("pl", "pl"): ("or", "pl"),
        ("ng", "pl"): ("imp", "pl"),
    },
    "or": {
        ("ng", "ng"): ("or", "ng"),
        ("pl", "pl"): ("and", "pl"),
        ("pl", "ng"): ("imp", "ng"),
    },
}
INVERSE = {"ng": "pl", "pl": "ng", "zr": "nz", "nz": "zr"}


def both(builder: Builder, how: Joined, one: Test, other: Test) -> Test:
    """Return the test of two conditions that both hold, or one of which does."""
    if (how, one[1], other[1]) in (("and", "zr", "zr"), ("or", "nz", "nz")):
        left, right = (builder.value("count", word) for word, _ in (one, other))
        return builder.value("or", left, right, kind="i"), one[1]
    for (left, left_condition), (right, right_condition) in ((one, other), (other, one)):
        if found := JOINED[how].get((left_condition, right_condition)):
            kind: Type = "b" if left.type == right.type == "b" else "w"
            return builder.value(found[0], left, right, kind=kind), found[1]
    return both(builder, how, *(signed(builder, *each) for each in (one, other)))


def signed(builder: Builder, word: Value, condition: str) -> Test:
    """Return a test of the sign instead of one of zero: by the number of ones."""
    if condition == "zr":
        ones = builder.value("count", word)
        return builder.value("sub.i", ones, builder.const(1, "i")), "ng"
    if condition == "nz":
        return builder.value("neg.i", builder.value("count", word)), "ng"
    return word, condition


def truth(builder: Builder, word: Value, condition: str) -> Value:
    """Return a test as a value: the sign of the word."""
    word, condition = signed(builder, word, condition)
    sign = word if word.type == "b" else builder.value("sign", word)
    return builder.value("not", sign, kind="b") if condition == "pl" else sign
