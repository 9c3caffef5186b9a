"""SAP text that is being written: its columns, and symbols of six characters."""

from __future__ import annotations

from host.compilers.ir import lines

LONGEST = 6  # characters of a symbol


class Line(lines.Line):
    """A line of SAP."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The line in its columns: a card."""
        written = f"{self.location:<7}{self.operation:<4}{self.variable}" if self.operation else f"* {self.variable}"
        return written.rstrip()


class Text(lines.Text[Line]):
    """Lines of SAP, in order."""

    def __init__(self) -> None:
        super().__init__(Line)


class Symbols(lines.Symbols):
    """Symbols for names: these with a point, if there is room; for unnamed things a number, `)` and a letter."""

    def named(self, name: str) -> str:
        stem = "".join(each for each in name.upper() if each.isascii() and each.isalnum())[: LONGEST - 1] or "N"
        symbol, number = f"{stem}.", 1
        while symbol in self._taken:
            number += 1
            symbol = f"{stem[: LONGEST - 1 - len(str(number))]}.{number}"
        self._taken.add(symbol)
        return symbol

    def numbered(self, letter: str) -> str:
        return f"{self._number(letter, LONGEST - len(letter) - 1)}){letter}"
