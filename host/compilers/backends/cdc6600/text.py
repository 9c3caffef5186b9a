"""COMPASS text that is being written: its columns, and symbols."""

from __future__ import annotations

from host.compilers.ir import lines
from host.compilers.ir.lines import Copies as Copies

LONGEST = 8  # characters of a symbol
MOST_LETTERS = 5  # of an identifier in a symbol; the rest tells equal ones apart
REGISTERS = ("A", "B", "X")  # X.2 is a register


class Line(lines.Line):
    """A line of COMPASS."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The line in the customary columns."""
        written = f"{self.location:<9}{self.operation:<7}{self.variable}" if self.operation else f"* {self.variable}"
        return written.rstrip()


class Text(lines.Text[Line]):
    """Lines of COMPASS, in order."""

    def __init__(self) -> None:
        super().__init__(Line)


class Symbols(lines.Symbols):
    """Symbols for identifiers: their first letters, a point, which no run-time library has at the end, a number."""

    def named(self, name: str) -> str:
        stem = "".join(each for each in name.upper() if each.isascii() and each.isalnum())[:MOST_LETTERS] or "N"
        stem = stem if stem[0].isalpha() else f"L{stem}"[:MOST_LETTERS]
        stem = stem * 2 if stem in REGISTERS else stem
        return self._free(stem)

    def numbered(self, letter: str) -> str:
        return f"{letter}..{self._number(letter, LONGEST - len(letter) - 2)}"

    def _free(self, stem: str) -> str:
        number = self._numbers.get(stem, 1)  # all before it are taken
        symbol = f"{stem}." if number == 1 else f"{stem[: LONGEST - 1 - len(str(number))]}.{number}"
        while symbol in self._taken:
            number += 1
            symbol = f"{stem[: LONGEST - 1 - len(str(number))]}.{number}"
        self._taken.add(symbol)
        self._numbers[stem] = number
        return symbol
