"""The limits of the 6600: numbers beyond a word, arrays beyond its storage, characters that it does not have.

An integer has 48 bits and a sign, a real number has 48 bits and an exponent of 11.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, prod

from emulators.cdc6600.isa import MOST_WORDS
from host.assemblers.columns import NumberError
from host.assemblers.compass.numbers import floating
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.syntax import (
    ArraySegment,
    Expression,
    Integer,
    Node,
    Operator,
    Program,
    Real,
    String,
    Type,
    Unary,
    walk,
)
from host.languages.source import Diagnostics, Span

LARGEST = (1 << 48) - 1  # integer that all operations take


def check(program: Program, diagnostics: Diagnostics) -> None:
    """Report numbers, strings and arrays that do not fit, once all types are known."""
    seen: set[int] = set()  # numbers, by their identity: a number is checked together with its signs
    room = MOST_WORDS  # for arrays with bounds that are written as numbers
    for node in walk(program.body):
        written: Node = node
        while isinstance(written, Unary) and written.operator is not Operator.NOT:
            written = written.operand
        if isinstance(written, Integer | Real) and id(written) not in seen:
            seen.add(id(written))
            _number(node, written, diagnostics)
        elif isinstance(node, String):
            _text(node, diagnostics)
        elif isinstance(node, ArraySegment):
            room = _segment(node, room, diagnostics)


def _number(node: Node, written: Integer | Real, diagnostics: Diagnostics) -> None:
    if isinstance(written, Integer):
        if written.value <= LARGEST or written.declared:  # declared: a label
            return
    elif not written.digits or -250 < written.exponent <= written.exponent + len(str(written.digits)) < 15:
        return
    assert isinstance(node, Expression)
    if (node.transfer or node.type) is Type.INTEGER and floor(written.value + Fraction(1, 2)) > LARGEST:
        diagnostics.error(written.at, f"this number is too large for an integer: the largest is {LARGEST}")
        return
    try:
        floating(Fraction(written.value))
    except NumberError:
        if written.value < 1:
            diagnostics.warn(written.at, "this number is too small for a real number: it is zero")
            return
        message = "this number is out of range: real numbers reach from 3.13⏨-294 to 1.26⏨322"
        diagnostics.error(written.at, message)


def _text(node: String, diagnostics: Diagnostics) -> None:
    """Complain of the characters of a string that the machine does not have."""
    for each in words.lacking(node.text):
        at = node.at.start + node.at.text.index(each)
        place = Span(node.at.source, at, at + 1)
        diagnostics.error(place, f"the 6600 has no character {each!r}", "its display code has 64 characters")


def _segment(segment: ArraySegment, room: int, diagnostics: Diagnostics) -> int:
    """Complain of the array that is the first to exceed the storage; return the room for others."""
    sizes = [_size(pair.lower, pair.upper) for pair in segment.bounds]
    words = prod(each for each in sizes if each is not None)
    for array in segment.arrays if None not in sizes else ():
        room -= words
        if room < 0 <= room + words:
            message = f"there is no room for '{array.spelling}', which has {words} element{'s' * (words != 1)}"
            hint = f"the storage has {MOST_WORDS} words for the program and all its arrays"
            diagnostics.error(array.at, message, hint)
    return room


def _size(lower: Expression, upper: Expression) -> int | None:
    """Return how many subscripts there are between two bounds, if both are written as integers."""
    first, last = _written(lower), _written(upper)
    return None if first is None or last is None else max(0, last - first + 1)


def _written(node: Expression) -> int | None:
    match node:
        case Integer():
            return node.value
        case Unary(operator=Operator.MINUS, operand=Integer() as inside):
            return -inside.value
    return None
