"""The text of a program that is being written for an assembler: lines, with the nodes of the program they come from."""

from __future__ import annotations

import string
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from host.compilers.ir.form import Place

DIGITS = string.digits + string.ascii_uppercase
Copies = tuple[tuple[str, Place], ...]  # registers, and the variables that they hold copies of


class Line(NamedTuple):
    """A line, and the line of the program that it was made of (0: of none).

    `node` is the statement, or the actual parameter, that it belongs to; `begins`: that begins here, while some
    registers hold copies of variables. `held`: variables that are in registers only. A remark has no operation.
    """

    location: str
    operation: str
    variable: str = ""
    line: int = 0
    node: Any = None
    begins: bool = False
    copies: Copies = ()
    held: Copies = ()

    @property
    def text(self) -> str:
        """The line in the columns of its assembler."""
        raise NotImplementedError


Kind = TypeVar("Kind", bound=Line)


class Symbols(ABC):
    """A supply of symbols for an assembler, each of them new."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}  # the last ones

    @abstractmethod
    def named(self, name: str) -> str:
        """Return a symbol for a name: letters of it, and a number where these are taken."""

    @abstractmethod
    def numbered(self, letter: str) -> str:
        """Return a symbol for something without a name."""

    def _number(self, letter: str, digits: int) -> str:
        """Return the next number of a letter: decimal as long as there is room, then with digits from A to Z.

        1, 2, ... 999, A00, A01, ... ZZZ: no two are alike, and 5 digits are enough for 52 million.
        """
        number = self._numbers[letter] = self._numbers.get(letter, 0) + 1
        if number < 10**digits:
            return str(number)
        number += 10 * len(DIGITS) ** (digits - 1) - 10**digits
        return "".join(DIGITS[number // len(DIGITS) ** place % len(DIGITS)] for place in reversed(range(digits)))


class Text(Generic[Kind]):
    """Lines of some kind, in order."""

    def __init__(self, sort: type[Kind]) -> None:
        self.sort = sort
        self.lines: list[Kind] = []
        self.line = 0  # of the program: the source of the lines that are written
        self.node: Any = None
        self._begun: tuple[int, Any, Copies] | None = None  # the statement that begins with the next line
        self.held: Copies = ()  # the variables that a loop keeps in registers
        self._waiting: list[str] = []

    def at(self, node: Any) -> None:
        """Attribute the lines that follow to a node of the program."""
        self.node, self.line = node, 0 if node is None else node.at.line

    def begin(self, node: Any, copies: Copies) -> None:
        """Attribute the lines that follow to a statement that begins here, with `copies` of variables in registers."""
        self.at(node)
        self._begun = self.line, node, copies

    @property
    def begins(self) -> bool:
        """Whether a statement begins with the next line."""
        return self._begun is not None

    def op(self, operation: str, variable: str = "") -> None:
        """Write an instruction or a word."""
        location = ""
        if self._waiting:
            *others, location = self._waiting
            self.lines.extend(self.sort(symbol, "BSS", "0", self.line) for symbol in others)
            self._waiting.clear()
        if self._begun is not None:
            line, node, copies = self._begun
            self.lines.append(self.sort(location, operation, variable, line, node, True, copies, self.held))
            self._begun = None
        else:
            self.lines.append(self.sort(location, operation, variable, self.line, self.node, held=self.held))

    def label(self, symbol: str) -> None:
        """Give the next word a symbol."""
        self._waiting.append(symbol)

    def labelled(self, new: Callable[[], str]) -> str:
        """Return a symbol of the next word, a new one if it has none."""
        if not self._waiting:
            self._waiting.append(new())
        return self._waiting[-1]

    def remark(self, text: str) -> None:
        """Write a line for people."""
        self.lines.append(self.sort("", "", text, self.line))

    def state(self) -> tuple[int, list[str], int, Any, Any, Copies]:
        """Return a state for `back`."""
        return len(self.lines), self._waiting[:], self.line, self.node, self._begun, self.held

    def back(self, state: tuple[int, list[str], int, Any, Any, Copies]) -> None:
        """Forget all lines since a state."""
        length, self._waiting, self.line, self.node, self._begun, self.held = state
        del self.lines[length:]

    def finish(self) -> list[Kind]:
        """Return the lines; a label at the very end gets a word of its own."""
        if self._waiting:
            self.op("BSS", "0")
        return self.lines
