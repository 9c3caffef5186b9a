"""How is a variable field read? Expressions and registers between commas, up to the first blank.

    expression  =  [ + - ] term  { + - term }          term  =  element  { * / element }
    element     =  number  |  symbol  |  text  |  * (this location)  |  $ (position in the word)  |  = data (a literal)

There are no parentheses. A symbol has up to eight characters, the first neither a digit nor $ or =; the registers
A0-A7, B0-B7, X0-X7 cannot be symbols. A.N is the register whose number is the value of N. /Q/NAME is the symbol of the
qualifier Q.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from emulators.errors import Place
from host.assemblers.compass import numbers, texts
from host.assemblers.compass.line import Field
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.expressions import (
    ADD,
    DIVIDE,
    MULTIPLY,
    NEGATE,
    SUBTRACT,
    Binary,
    Evaluation,
    Expression,
    Literal,
    Unary,
    Value,
    known,
)

LONGEST_SYMBOL = 8
NAME = re.compile(r"[A-Z.:;#%&'?!@\\\[\]<>][A-Z0-9.:;#%&'?!@\\\[\]<>$=]*")
WORD = re.compile(r"[^+\-*/,\s()\"_^|]+")
QUALIFIED = re.compile(r"/([^/\s,+\-*]*)/")
REGISTER = re.compile(r"([ABX])([0-7])(?![A-Z0-9.:;#%&'?!@\\\[\]<>$=])", re.ASCII)
NUMBERED = re.compile(r"([ABX])\.(?=[A-Z0-9])")
SPECIAL = re.compile(r"\*(?P<letter>[LOP]?)(?![A-Z0-9])")  # in the place of a value
SUMS = {"+": ADD, "-": SUBTRACT}
PRODUCTS = {"*": MULTIPLY, "/": DIVIDE}
WORD_BITS = 60


@dataclass
class Here(Expression):
    """The location of a statement: known when its words have a place, which may be the next word."""

    place: Place
    origin: bool  # where the words are loaded, not where they will be
    found: Expression | None = None

    def value(self, evaluation: Evaluation) -> Value:
        """Return the value of the location."""
        assert self.found is not None
        return evaluation.of(self.found)


@dataclass
class Names:
    """What elements of expressions mean."""

    symbol: Callable[[str, str | None, Field], Expression]  # by name and qualifier, None: the one in force
    here: Callable[[str, Field], Expression]  # this location: L, O the origin, P the position in the word
    literal: Callable[[list[int], Field], Expression]  # the address of words
    octal: bool = False  # BASE


def is_name(text: str) -> bool:
    """Return whether that can be a symbol."""
    return len(text) <= LONGEST_SYMBOL and NAME.fullmatch(text) is not None and not REGISTER.fullmatch(text)


def check_name(field: Field) -> str:
    """Return the symbol that a field holds; raises AssemblyError for what cannot be one."""
    name = field.text
    if REGISTER.fullmatch(name):
        raise AssemblyError(field.place(), f"'{name}' is a register, not a symbol")
    if len(name) > LONGEST_SYMBOL:
        raise AssemblyError(field.place(), f"the symbol '{name}' has more than {LONGEST_SYMBOL} characters")
    if name[:1].isdigit() or name[:1] in "$=":
        raise AssemblyError(field.place(0, 1), f"a symbol cannot begin with '{name[:1]}'")
    if not NAME.fullmatch(name):
        bad = next((i for i, each in enumerate(name) if not NAME.fullmatch(f"A{each}")), 0)
        raise AssemblyError(field.place(bad, 1), f"'{name[bad : bad + 1]}' cannot be part of a symbol")
    return name


class Reader:
    """Reads a variable field from left to right. `bits` is the room that texts in expressions have."""

    def __init__(self, field: Field, names: Names, bits: int = WORD_BITS) -> None:
        self.field, self.names, self.bits = field, names, bits
        self.position = 0

    # --- characters -------------------------------------------------------------------------------------

    def next(self) -> str:
        """Return the next character, nothing at the end of the field."""
        found = self.field.text[self.position : self.position + 1]
        return "" if found.isspace() else found

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return what a pattern matches here; does not move."""
        return pattern.match(self.field.text, self.position)

    def take(self, length: int) -> Field:
        """Move on and return what was there."""
        self.position += length
        return self.field.part(self.position - length, self.position)

    def skip(self, text: str) -> bool:
        """Move over a text, if it is there."""
        there = self.field.text.startswith(text, self.position)
        self.position += len(text) if there else 0
        return there

    def rest(self) -> Field:
        """Return what is left of the field, up to the first blank."""
        text = self.field.text[self.position :]
        return self.field.part(self.position, self.position + len(text.split(None, 1)[0] if text.strip() else ""))

    def unexpected(self, expected: str) -> AssemblyError:
        """Return the error for what is here."""
        found = f"'{self.next()}'" if self.next() else "the end of the field"
        return AssemblyError(self.field.place(self.position, 1), f"expected {expected}, found {found}")

    def end(self) -> None:
        """Raise AssemblyError unless this is the end of the field."""
        if self.next():
            raise self.unexpected("the end of the field")

    def more(self, what: str = "a comma") -> bool:
        """Move over a comma; at the end of the field return False; raises AssemblyError otherwise."""
        if self.skip(","):
            return True
        if self.next():
            raise self.unexpected(f"an operator or {what}")
        return False

    # --- expressions ------------------------------------------------------------------------------------

    def expression(self) -> Expression:
        """Read an expression."""
        start = self.position
        negative = self.skip("-")
        if not negative:
            self.skip("+")
        found = self.term()
        if negative:
            found = Unary(NEGATE, found, self.field.place(start, 1))
        while self.next() in SUMS:
            operator = self.take(1)
            found = Binary(SUMS[operator.text], found, self.term(), operator.place())
        return found

    def constant(self) -> int:
        """Read an expression that must be known by now."""
        start = self.position
        value = known(self.expression())
        if value is None or value.bases:
            hint = "the symbols in it must be defined further up, in the first block"
            place = self.field.place(start, self.position - start)
            raise AssemblyError(place, "the value is not known yet", hint)
        return value.number

    def width(self) -> int:
        """Read the number of bits before a slash: an element that must be known by now."""
        start = self.position
        value = known(self._element())
        if value is None or value.bases:
            place = self.field.place(start, self.position - start)
            raise AssemblyError(place, "the width is not known yet", "the symbol must be defined further up")
        return value.number

    def term(self) -> Expression:
        """Read a term: products and quotients."""
        found = self._element()
        while self.next() in PRODUCTS:
            operator = self.take(1)
            found = Binary(PRODUCTS[operator.text], found, self._element(), operator.place())
        return found

    def name(self) -> Field:
        """Read a symbol, whatever it may mean."""
        match = self.match(WORD)
        if not match:
            raise self.unexpected("a symbol")
        return self.take(len(match[0]))

    def register(self) -> tuple[str, int, Field] | None:
        """Read a register, if there is one: its letter and number."""
        if match := self.match(REGISTER):
            return match[1], int(match[2]), self.take(2)
        match = self.match(NUMBERED)
        if not match:
            return None
        start = self.position
        self.take(2)
        value = known(self._element())
        field = self.field.part(start, self.position)
        if value is None or value.bases or not 0 <= value.number <= 7:
            message = f"there is no register '{field.text}'"
            raise AssemblyError(field.place(), message, "the number must be known here, 0 to 7")
        return match[1], value.number, field

    def _element(self) -> Expression:
        if match := self.match(SPECIAL):
            return self.names.here(match["letter"] or "L", self.take(len(match[0])))
        if self.next() == "$":
            return self.names.here("$", self.take(1))
        if self.next() == "=":
            return self._literal()
        if found := self.text():
            return Literal(found.number(self.bits), found.field.place())
        if self.next().isdecimal():
            return self._number()
        if match := self.match(QUALIFIED):
            self.take(len(match[0]))
            return self._symbol(match[1])
        return self._symbol(None)

    def _symbol(self, qualifier: str | None) -> Expression:
        if not self.match(WORD):
            raise self.unexpected("a value")
        field = self.name()
        if REGISTER.fullmatch(field.text):
            raise AssemblyError(field.place(), f"the register {field.text} has no place here")
        return self.names.symbol(check_name(field), qualifier, field)

    def _literal(self) -> Expression:
        start = self.position
        self.take(1)
        if match := re.match(r"([SXY])([A-Z.]\S*)", self.rest().text):
            place = self.field.place(start, 2)
            message = f"={match[1]} (a symbol of another program) is not supported"
            raise AssemblyError(place, message, "everything is in one source: take it in with XTEXT")
        words = self.item()
        return self.names.literal(words, self.field.part(start, self.position))

    # --- data -------------------------------------------------------------------------------------------

    def text(self) -> texts.Text | None:
        """Read characters with a count, if they are here."""
        match = self.match(texts.TEXT)
        if not match:
            return None
        found, self.position = texts.counted(self.field, match)
        return found

    def item(self) -> list[int]:
        """Read an item of data: a number with its sign, or characters. Return its words."""
        if found := self.text():
            return found.words()
        if match := self.match(texts.DELIMITED):
            start = self.position
            found, self.position = texts.delimited(self.field, start + 1, match[1], start)
            return found.words()
        negative = self.skip("-")
        if not negative:
            self.skip("+")
        if not (self.next().isdecimal() or self.next() == "."):
            expected = self.unexpected("a number or characters")
            expected.hint = "CON takes expressions with symbols"
            raise expected
        return [self._converted(negative)]

    def _number(self) -> Expression:
        start = self.position
        word = self._converted(negative=False)
        return Literal(word, self.field.place(start, self.position - start))

    def _converted(self, negative: bool) -> int:
        match = self.match(numbers.NUMBER)
        assert match is not None
        field = self.take(len(match[0]))
        behind = self.match(WORD)
        try:
            word = numbers.word(numbers.magnitude(match, self.names.octal), negative)
        except numbers.NumberError as error:
            raise AssemblyError(field.place(), error.message, error.hint) from None
        if behind:
            whole = self.field.part(self.position - len(field.text), self.position + len(behind[0]))
            raise AssemblyError(whole.place(), f"'{whole.text}' is no number", numbers.EXAMPLES)
        return word
