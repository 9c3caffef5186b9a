"""The common part of SAP and COMPASS: fields of a line, expressions without parentheses, numbers, typed lines.

expression  =  [ + - ] term  { + - term }          term  =  element  { * / element }
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import ClassVar, NamedTuple

from emulators.errors import Place
from host.assemblers.expressions import (
    ADD,
    DIVIDE,
    MULTIPLY,
    NEGATE,
    SUBTRACT,
    Binary,
    Expression,
    Literal,
    Operator,
    Scope,
    Unary,
    known,
)
from host.languages.assembly import AssemblyError, Line

SUMS = {"+": ADD, "-": SUBTRACT}
PRODUCTS = {"*": MULTIPLY, "/": DIVIDE}


class Field(NamedTuple):
    """A part of a line, in capitals, and the column of its first character, from 1."""

    line: Line
    text: str
    column: int

    def place(self, start: int = 0, length: int | None = None) -> Place:
        """Return the place of a part of the field; the blanks at its ends do not count when it is the whole."""
        if length is None:
            text = self.text[start:]
            bare = text.lstrip()
            start, length = start + len(text) - len(bare), len(bare.rstrip())
        return self.line.place(self.column + start, length or 1)

    def error(self, message: str, hint: str = "") -> AssemblyError:
        """Return an error at this field."""
        return AssemblyError(self.place(), message, hint)

    def part(self, start: int, end: int | None = None) -> Field:
        """Return the characters from `start` to before `end`."""
        return Field(self.line, self.text[start:end], self.column + start)


def capitals(text: str) -> str:
    """Return the text in capitals, every character in its column."""
    if text.isascii():
        return text.upper()
    return "".join(each.upper() if len(each.upper()) == 1 else each for each in text)


def checked_name(field: Field, longest: int, pattern: re.Pattern[str]) -> str:
    """Return the symbol in a field; raises AssemblyError for one that is too long or malformed."""
    name = field.text
    if len(name) > longest:
        raise field.error(f"the symbol '{name}' has more than {longest} characters")
    if not pattern.fullmatch(name):
        bad = next((i for i, each in enumerate(name) if not pattern.fullmatch(f"A{each}")), 0)
        raise AssemblyError(field.place(bad, 1), f"'{name[bad : bad + 1]}' cannot be part of a symbol")
    return name


class FieldReader:
    """Reads a variable field from left to right; languages define its elements."""

    sums: ClassVar[dict[str, Operator]] = SUMS  # operators between terms
    products: dict[str, Operator] = PRODUCTS  # and between elements

    def __init__(self, field: Field) -> None:
        self.field = field
        self.position = 0

    def next(self) -> str:
        """Return the next character, empty at the end of the field."""
        found = self.field.text[self.position : self.position + 1]
        return "" if found.isspace() else found

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the text that a pattern matches here, without advancing."""
        return pattern.match(self.field.text, self.position)

    def take(self, length: int) -> Field:
        """Advance and return the text."""
        self.position += length
        return self.field.part(self.position - length, self.position)

    def skip(self, text: str) -> bool:
        """Advance over a text, if it is present."""
        there = self.field.text.startswith(text, self.position)
        self.position += len(text) if there else 0
        return there

    def unexpected(self, expected: str) -> AssemblyError:
        """Return the error for the text here."""
        found = f"'{self.next()}'" if self.next() else "the end of the field"
        return AssemblyError(self.field.place(self.position, 1), f"expected {expected}, found {found}")

    def expression(self) -> Expression:
        sign = self.take(1) if self.next() in SUMS else None
        found = self.term()
        if sign and sign.text == "-":
            found = Unary(NEGATE, found, sign.place())
        while self.next() in self.sums:
            operator = self.take(1)
            found = Binary(self.sums[operator.text], found, self.term(), operator.place())
        return found

    def term(self) -> Expression:
        """Read a term: products and quotients."""
        found = self.element()
        while self.next() in self.products:
            operator = self.take(1)
            found = Binary(self.products[operator.text], found, self.element(), operator.place())
        return found

    def element(self) -> Expression:
        """Read a number, a symbol, or another element of the language."""
        raise NotImplementedError


def known_by_now(expression: Expression, place: Place, hint: str) -> int:
    """Return the value of an expression; raises AssemblyError if it is not known yet."""
    value = known(expression)
    if value is None or value.bases:
        raise AssemblyError(place, "the value is not known yet", hint)
    return value.number


# ---------------------------------------------------------------- numbers


class NumberError(ValueError):
    """A number that does not fit into a word: message, hint, and the wrong part of the text."""

    def __init__(self, message: str, hint: str = "", start: int = 0, length: int | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.start, self.length = message, hint, start, length


def converted(read: Callable[[str], int], field: Field) -> int:
    """Return the word of a number that `read` parses; turns a NumberError into an AssemblyError."""
    try:
        return read(field.text)
    except NumberError as error:
        place = field.place(error.start, error.length) if error.length else field.place()
        raise AssemblyError(place, error.message, error.hint) from None


def normalized(number: Fraction, bits: int) -> tuple[int, int]:
    """Return (c, e) with c * 2**e nearest to a number above zero and c of exactly `bits` bits; a half rounds up."""
    exponent = number.numerator.bit_length() - number.denominator.bit_length() - bits
    if number >= Fraction(2) ** (exponent + bits):
        exponent += 1  # now 2**(bits - 1) <= number / 2**exponent < 2**bits
    coefficient = nearest(number / Fraction(2) ** exponent)
    return (coefficient >> 1, exponent + 1) if coefficient >> bits else (coefficient, exponent)


def nearest(number: Fraction) -> int:
    """Return the integer nearest to a number that is not negative, a half rounded up."""
    return int(number + Fraction(1, 2))


# ---------------------------------------------------------------- given from outside


def define_all(root: Scope, values: Iterable[tuple[str, int]]) -> None:
    """Define the symbols that the command line gives."""
    for name, value in values:
        root.symbol(name.upper()).expression = Literal(value, Place("command line", 1, 1))


def names_in(text: str, pattern: re.Pattern[str], value_of: Callable[[str], int | None]) -> dict[str, int]:
    """Return the values of the names in a typed line, as written or else in capitals; for a debugger."""
    found = {}
    for name in pattern.findall(text):
        value = value_of(name)
        value = value_of(name.upper()) if value is None else value
        if value is not None:
            found[name.upper()] = value
    return found
