"""The COMPASS text that is being written: lines with the ALGOL lines they come from, names, words of constants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from host.algol.code.storage import Home
from host.algol.syntax import Node

MOST_LETTERS = 5  # of an identifier in a symbol; the rest of its eight characters tell equal ones apart

REGISTERS = ("A", "B", "X")  # X.2 is a register
FILES, SLOTS = "FILES.", "SLOTS."  # what library.py tells the library: where the words of files are, how many files


class Line(NamedTuple):
    """A line of COMPASS, and the line of the ALGOL program that it was made of (0: of none).

    `node` is the statement, or the actual parameter, that it belongs to; `begins`: that begins here, while these X
    registers hold copies of variables.
    """

    text: str
    line: int = 0
    node: Node | None = None
    begins: bool = False
    copies: tuple[tuple[int, Home], ...] = ()


def written(location: str, operation: str, variable: str = "") -> str:
    """Return a line in the customary columns."""
    return f"{location:<9}{operation:<7}{variable}".rstrip()


class Symbols:
    """Symbols for identifiers: their first letters, a point, and a number where that is taken."""

    def __init__(self) -> None:
        self._taken: set[str] = {FILES, SLOTS}
        self._numbers: dict[str, int] = {}

    def named(self, name: str) -> str:
        """Return a new symbol for an identifier; no symbol of the run-time library has a point at its end."""
        stem = "".join(each for each in name.upper() if each.isascii() and each.isalnum())[:MOST_LETTERS] or "N"
        stem = stem if stem[0].isalpha() else f"L{stem}"[:MOST_LETTERS]
        stem = stem * 2 if stem in REGISTERS else stem
        return self._free(stem)

    def numbered(self, letter: str) -> str:
        """Return a new symbol for something without a name."""
        number = self._numbers[letter] = self._numbers.get(letter, 0) + 1
        return f"{letter}..{number}"

    def _free(self, stem: str) -> str:
        symbol, number = f"{stem}.", 1
        while symbol in self._taken:
            number += 1
            symbol = f"{stem[: 7 - len(str(number))]}.{number}"
        self._taken.add(symbol)
        return symbol


class Text:
    """Lines of a routine, in order."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.line = 0  # of the ALGOL program: where what is emitted comes from
        self.node: Node | None = None  # the statement, or the actual parameter, that it is made of
        self._begins = False
        self._copies: tuple[tuple[int, Home], ...] = ()
        self._waiting: list[str] = []

    def begin(self, node: Node, copies: tuple[tuple[int, Home], ...] = ()) -> None:
        """Let what follows be made of a statement, or of an actual parameter, that begins here.

        `copies` are the X registers that hold variables then.
        """
        self.line, self.node, self._begins, self._copies = node.at.line, node, True, copies

    def op(self, operation: str, variable: str = "") -> None:
        """Write an instruction or a word."""
        for symbol in self._waiting[:-1]:
            self.lines.append(Line(written(symbol, "BSS", "0"), self.line))
        location = self._waiting[-1] if self._waiting else ""
        self._waiting.clear()
        text, copies = written(location, operation, variable), self._copies if self._begins else ()
        self.lines.append(Line(text, self.line, self.node, self._begins, copies))
        self._begins = False

    def label(self, symbol: str) -> None:
        """Let the next word have a symbol."""
        self._waiting.append(symbol)

    def remark(self, text: str) -> None:
        """Write a line for people."""
        self.lines.append(Line(f"* {text}".rstrip(), self.line))

    def finish(self) -> Iterator[Line]:
        """Yield the lines; a label at the very end stands before a word of its own."""
        if self._waiting:
            self.op("BSS", "0")
        yield from self.lines
