"""Conditions and values as users write them: `A == $10 && [BOARD+X] > 3`.

    expression = the operators below, the weakest first; ( ) groups
    ||   &&   == != < <= > >=   |   ^   &   << >>   + -   * / %   unary - ~ !

    A  PC  P.Z   a register, a bit of one          [e]          the word at address e
    START        a label                           cycles       clock cycles since power-on
    C0 1F        digits in the machine's own radix: hexadecimal for the 6502, octal for machines of octal words
    $C0 0xC0     hexadecimal   0o17 octal   %1010 binary   +10 decimal

A word that is the name of a register or a label is that; any other made of digits is a number. Comparisons are weaker
than & | ^, so that `A & 1 == 0` means `(A & 1) == 0`. Numbers are Python's: they neither wrap nor overflow.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from emulators.errors import IronboardError, Place, SourceError
from emulators.machine import TRACE_CYCLE, TRACE_REGISTERS, Machine

if TYPE_CHECKING:
    from host.languages.running import Language

TOKEN = re.compile(
    r"\s*(?:(?P<number>\$[0-9A-Fa-f]+|0[xX][0-9A-Fa-f]+|0[oO][0-7]+|%[01]+)"
    r"|(?P<word>[@A-Za-z0-9_][A-Za-z0-9_:.@?]*)"
    r"|(?P<operator>\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%~!<>|^&()\[\]]))"
)
PREFIXES = {"$": 16, "%": 2}
LEVELS: tuple[dict[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: int(bool(a) or bool(b))},
    {"&&": lambda a, b: int(bool(a) and bool(b))},
    {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge},
    {"|": operator.or_},
    {"^": operator.xor},
    {"&": operator.and_},
    {"<<": lambda a, b: a << min(b, 256) if b >= 0 else a >> -b, ">>": lambda a, b: a >> b if b >= 0 else a},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "/": lambda a, b: a // b if b else 0, "%": lambda a, b: a % b if b else 0},
)
UNARY: dict[str, Callable[[int], int]] = {"-": operator.neg, "~": operator.invert, "!": operator.not_}
CYCLES = "cycles"
DEEPEST = 50  # levels of parentheses

Compute = Callable[[], int]


class Names(Protocol):
    """Looks up labels."""

    def address_of(self, name: str) -> int | None:
        """Return the value of a label, None for an unknown one."""


class ExpressionError(SourceError):
    """An error in an expression, with its position."""


@dataclass(frozen=True)
class Expression:
    """A computation from a machine's state that can be repeated."""

    text: str
    compute: Compute = field(repr=False)
    reads_memory: bool = False

    def __str__(self) -> str:
        return self.text


class Parser:
    """Reads expressions about one machine; `names` knows its labels."""

    def __init__(self, machine: Machine, names: Names | None = None) -> None:
        self._machine = machine
        self._names = names
        self._registers = {name.upper(): name for name in machine.registers}
        self._row: Sequence[int] | None = None  # of a trace: registers are read there
        self._columns = {name: TRACE_REGISTERS + i for i, name in enumerate(machine.registers)}
        self._reads_memory = False
        self.language: Language | None = None  # its names go before the machine's

    def parse(self, text: str) -> Expression:
        """Parse an expression, of the program's language if its names are; raises ExpressionError."""
        if self.language is None:
            return self.plain(text)
        try:
            compute = self.language.condition(text)
        except SourceError as error:
            with suppress(ExpressionError):
                return self.plain(text)
            raise ExpressionError(error.place, error.message, error.hint) from None
        return self.plain(text) if compute is None else Expression(text.strip(), compute, reads_memory=True)

    def plain(self, text: str) -> Expression:
        """Parse an expression about the machine; raises ExpressionError."""
        reader = Reader(text)
        self._reads_memory = False
        compute = self._binary(reader, 0, 0)
        if reader.token:
            raise reader.error(f"'{reader.token}' is unexpected", "expected an operator or the end")
        return Expression(text.strip(), compute, self._reads_memory)

    def value(self, text: str) -> int:
        """Return the current value of an expression about the machine."""
        return self.plain(text).compute()

    def shown(self, text: str) -> str | None:
        """Return the value of an expression of the program's language as text, None if it is about the machine."""
        if self.language is None:
            return None
        try:
            if self.language.condition(text) is None:
                return None
        except SourceError:
            return None
        try:
            return self.language.evaluate(text).value
        except SourceError as error:
            return f"({error.message})"
        except IronboardError as error:
            return f"({error})"

    def true_at(self, expression: Expression, row: Sequence[int]) -> bool:
        """Return whether an expression that reads no memory is true before the instruction of a trace's row."""
        self._row = row
        try:
            return bool(expression.compute())
        finally:
            self._row = None

    def _read_register(self, name: str) -> int:
        return self._machine.read_register(name) if self._row is None else int(self._row[self._columns[name]])

    def _cycles(self) -> int:
        return self._machine.cycles if self._row is None else int(self._row[TRACE_CYCLE])

    def _binary(self, reader: Reader, level: int, depth: int) -> Compute:
        if level == len(LEVELS):
            return self._unary(reader, depth)
        left = self._binary(reader, level + 1, depth)
        while reader.token in LEVELS[level]:
            left = combined(LEVELS[level][reader.take()], left, self._binary(reader, level + 1, depth))
        return left

    def _unary(self, reader: Reader, depth: int) -> Compute:
        token = reader.token
        if depth > DEEPEST:
            raise reader.error(f"more than {DEEPEST} levels of parentheses and signs")
        if token == "+":
            reader.take()
            if not (reader.token.isascii() and reader.token.isdecimal()):
                raise reader.error("expected decimal digits after +")
            decimal = int(reader.take())
            return lambda: decimal
        if token in UNARY:
            return applied(UNARY[reader.take()], self._unary(reader, depth + 1))
        if token in ("(", "["):
            return self._bracket(reader, depth)
        if not (token[:1].isalnum() or token[:1] in ("$", "%", "@", "_")) or token == "%":
            what = f"'{token}' is not possible here" if token else "the expression ends too early"
            raise reader.error(what, "expected a number, a register, a label, [ or (")
        return self._name_or_number(reader)

    def _bracket(self, reader: Reader, depth: int) -> Compute:
        opening = reader.take()
        closing = {"(": ")", "[": "]"}[opening]
        inner = self._binary(reader, 0, depth + 1)
        if reader.token != closing:
            raise reader.error(f"expected '{closing}'")
        reader.take()
        if opening == "(":
            return inner
        self._reads_memory = True
        peek, mask = self._machine.peek, (1 << self._machine.address_bits) - 1
        return lambda: peek(inner() & mask)

    def _name_or_number(self, reader: Reader) -> Compute:
        found = self._register(reader) or self._label(reader.token) or self._number(reader)
        reader.take()
        return found

    def _register(self, reader: Reader) -> Compute | None:
        word = reader.token
        if word.lower() == CYCLES:
            return self._cycles
        base, dot, bit = word.upper().partition(".")
        name = self._registers.get(base)
        if name is None:
            return None
        if not dot:
            return lambda: self._read_register(name)
        bits = self._machine.flags.get(name, "")
        if not bit or bit not in bits.upper().replace("-", ""):
            raise reader.error(f"{name} has no bit '{bit}'", f"its bits are {bits}" if bits else "")
        shift = len(bits) - 1 - bits.upper().index(bit)
        return lambda: self._read_register(name) >> shift & 1

    def _label(self, word: str) -> Compute | None:
        value = self._names.address_of(word) if self._names else None
        return None if value is None else lambda: value

    def _number(self, reader: Reader) -> Compute:
        value = number(reader.token, self._machine.radix)
        if value is None:
            base = {16: "hexadecimal", 8: "octal"}.get(self._machine.radix, f"of base {self._machine.radix}")
            hint = f"the registers are {' '.join(self._machine.registers)}; numbers are {base}, +10 is decimal"
            raise reader.error(f"'{reader.token}' is neither a register nor a label nor a number", hint)
        return lambda: value


def register_named(machine: Machine, text: str) -> str:
    """Return a register's name in the machine's spelling; raises IronboardError for an unknown one."""
    found = next((name for name in machine.registers if name.upper() == text.upper()), None)
    if found is None:
        raise IronboardError(f"there is no register '{text}': there are {' '.join(machine.registers)}")
    return found


def number(word: str, radix: int) -> int | None:
    """Parse an unsigned number, None if the word is not one."""
    try:
        if word[0] in PREFIXES:
            return int(word[1:], PREFIXES[word[0]])
        if word[:2].lower() in ("0x", "0o"):
            return int(word, 0)
        return int(word, radix) if word.isalnum() else None
    except ValueError:
        return None


def combined(function: Callable[[int, int], int], left: Compute, right: Compute) -> Compute:
    return lambda: int(function(left(), right()))


def applied(function: Callable[[int], int], operand: Compute) -> Compute:
    return lambda: int(function(operand()))


class Reader:
    """The tokens of a text, one after the other; the empty token is the end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._end = self._start = 0
        self.token = ""
        self.take()

    def take(self) -> str:
        """Return the token and advance."""
        token = self.token
        rest = self._text[self._end :]
        self._start = self._end + len(rest) - len(rest.lstrip())
        match = TOKEN.match(self._text, self._end)
        if match:
            self.token, self._end = match.group().strip(), match.end()
        elif rest.strip():
            self.token = self._text[self._start]
            raise self.error(f"'{self.token}' has no meaning in an expression")
        else:
            self.token = ""
        return token

    def error(self, message: str, hint: str = "") -> ExpressionError:
        """Return an error at the token."""
        place = Place("expression", 1, self._start + 1, max(1, len(self.token)), self._text)
        return ExpressionError(place, message, hint)
