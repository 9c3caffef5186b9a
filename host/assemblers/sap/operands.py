"""How is a variable field read? Up to three expressions between commas: address, tag, decrement.

    expression  =  [ + - ] term  { + - term }          term  =  element  { * / element }
    element     =  integer (decimal)  |  symbol  |  *  (this location)  |  **  (zero: the program fills it in)

There are no parentheses; an element that is missing is zero, so that - alone is. A symbol has up to six characters,
none of them + - * / , $ or a blank, the first one not = and one at least not a digit; H$SYMBOL is the one that was
defined under the heading H, $SYMBOL the one without heading. An address may be a literal: = and a number as in DEC, =O
and one as in OCT, =H and up to six characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from host.assemblers.diagnostics import AssemblyError
from host.assemblers.expressions import ADD, DIVIDE, MULTIPLY, NEGATE, SUBTRACT, Binary, Expression, Literal, Unary
from host.assemblers.sap.card import Field

LONGEST_SYMBOL = 6
OCTAL, OCTAL_DIGITS = 8, re.compile("[0-7]+")
MOST_DIGITS = 12  # of an integer
LARGEST_INTEGER = (1 << 36) - 1
WORD = re.compile(r"[^+\-*/,$\s]+")
NAME = re.compile(r"(?=.*\D)[A-Z0-9.()#@'&%][A-Z0-9.()#@'&%=]*")
SUMS = {"+": ADD, "-": SUBTRACT}
PRODUCTS = {"*": MULTIPLY, "/": DIVIDE}


@dataclass
class Names:
    """What an expression may mean: symbols by name and heading (None: the one in force), and this location."""

    symbol: Callable[[str, str | None, Field], Expression]
    here: Callable[[Field], Expression]
    literal: Callable[[Field], Expression]  # from what stands behind the =
    radix: int = 10  # of integers; where it is 8, + before one that begins an expression says that it is decimal


def subfields(field: Field) -> Iterator[Field]:
    """Yield the parts between commas."""
    start = 0
    for part in field.text.split(","):
        yield field.part(start, start + len(part))
        start += len(part) + 1


def is_name(text: str) -> bool:
    """Return whether that can be a symbol."""
    return len(text) <= LONGEST_SYMBOL and NAME.fullmatch(text) is not None


def check_name(field: Field) -> str:
    """Return the symbol that a field holds; raises AssemblyError for what cannot be one."""
    name = field.text
    if name.isdigit():
        raise AssemblyError(field.place(), f"'{name}' is a number, not a symbol", "one character at least is no digit")
    if len(name) > LONGEST_SYMBOL:
        raise AssemblyError(field.place(), f"the symbol '{name}' has more than {LONGEST_SYMBOL} characters")
    if not NAME.fullmatch(name):
        bad = next((i for i, each in enumerate(name) if not NAME.fullmatch(f"A{each}")), 0)
        raise AssemblyError(field.place(bad, 1), f"'{name[bad]}' cannot be part of a symbol")
    return name


def expression(field: Field, names: Names) -> Expression:
    """Read a field that is one expression; raises AssemblyError."""
    if field.text.startswith("="):
        return names.literal(field.part(1))
    return Reader(field, names).whole()


class Reader:
    """Reads one expression."""

    def __init__(self, field: Field, names: Names) -> None:
        self.field, self.names, self.position = field, names, 0
        self.radix = names.radix

    def whole(self) -> Expression:
        """Return the expression, which must take the whole field."""
        found = self._sum()
        if self.position < len(self.field.text):
            raise self._unexpected("an operator")
        return found

    def _next(self) -> str:
        return self.field.text[self.position : self.position + 1]

    def _take(self, text: str) -> Field:
        part = self.field.part(self.position, self.position + len(text))
        self.position += len(text)
        return part

    def _sum(self) -> Expression:
        sign = self._take(self._next()) if self._next() in SUMS and self._next() else None
        if sign and sign.text == "+":
            self.radix = 10
        found = self._product()
        self.radix = self.names.radix
        if sign and sign.text == "-":
            found = Unary(NEGATE, found, sign.place())
        while self._next() and self._next() in SUMS:
            operator = self._take(self._next())
            found = Binary(SUMS[operator.text], found, self._product(), operator.place())
        return found

    def _product(self) -> Expression:
        found = self._element()
        while self._next() and self._next() in PRODUCTS:
            operator = self._take(self._next())
            found = Binary(PRODUCTS[operator.text], found, self._element(), operator.place())
        return found

    def _element(self) -> Expression:
        text = self.field.text[self.position :]
        if text.startswith("**"):
            return Literal(0, self._take("**").place())
        if text.startswith("*"):
            return self.names.here(self._take("*"))
        match = WORD.match(text)
        if text.startswith("$"):
            self._take("$")
            return self._symbol("")
        if not match:
            return Literal(0, self.field.place(self.position, 1))
        if text[match.end() : match.end() + 1] == "$":
            heading = self._take(match[0])
            if len(heading.text) > 1:
                raise AssemblyError(heading.place(), "a heading is one character")
            self._take("$")
            return self._symbol(heading.text)
        if match[0].isdecimal() and match[0].isascii():
            return self._integer(self._take(match[0]))
        return self._symbol(None)

    def _symbol(self, heading: str | None) -> Expression:
        match = WORD.match(self.field.text, self.position)
        if not match:
            raise self._unexpected("a symbol")
        field = self._take(match[0])
        return self.names.symbol(check_name(field), heading, field)

    def _integer(self, field: Field) -> Expression:
        if self.radix == OCTAL and not OCTAL_DIGITS.fullmatch(field.text):
            hint = f"numbers are octal here; +{field.text} is decimal"
            raise AssemblyError(field.place(), f"'{field.text}' is not octal", hint)
        if len(field.text) > MOST_DIGITS or int(field.text, self.radix) > LARGEST_INTEGER:
            raise AssemblyError(field.place(), f"'{field.text}' is too large for a word")
        return Literal(int(field.text, self.radix), field.place())

    def _unexpected(self, expected: str) -> AssemblyError:
        found = f"'{self._next()}'" if self._next() else "the end of the field"
        return AssemblyError(self.field.place(self.position, 1), f"expected {expected}, found {found}")
