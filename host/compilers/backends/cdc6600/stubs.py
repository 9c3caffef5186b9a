"""The stubs after the program's code: they tell the library which array's subscript was wrong; lists of arguments."""

from __future__ import annotations

from host.compilers.backends.cdc6600.fields import joined, offset_from
from host.compilers.backends.cdc6600.runtime import Runtime
from host.compilers.backends.cdc6600.text import Line, Text
from host.compilers.ir.form import Bound, Frame, Op


class Stubs:
    """Stubs after the program's code, which run when a subscript is wrong: one for each array and register."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.symbols: dict[tuple[Bound, int], str] = {}
        self.lines: list[Line] = []
        self.arguments: list[Line] = []  # lists of addresses: words, each ended by a zero
        self.lists: dict[tuple[str, ...], str] = {}  # address fields, and the operation if there are stores into it

    def symbol(self, bound: Bound, register: int) -> str:
        """Return the label to jump to with the subscript in an X register."""
        if (bound, register) not in self.symbols:
            self.symbols[bound, register] = symbol = f"Q..{len(self.symbols) + 1}"
            text = Text()
            text.label(symbol)
            self._write(text, bound, register)
            self.lines += text.finish()
        return self.symbols[bound, register]

    def list_of(self, fields: tuple[str, ...], op: Op | None) -> str:
        """Return the symbol of a list of addresses; of its own for an operation that stores some of them."""
        key = (*fields, str(id(op))) if op else fields
        if key not in self.lists:
            self.lists[key] = symbol = f"A..{len(self.lists) + 1}"
            words = [Line("" if number else symbol, "CON", each) for number, each in enumerate((*fields, "0"))]
            self.arguments += words
        return self.lists[key]

    def _write(self, text: Text, bound: Bound, register: int) -> None:
        place, free = bound.description, 2 if register == 1 else 1
        base = ""
        if isinstance(place.base, Frame):
            base = "B6"
            for _ in range(place.base.way):
                text.op(f"SA{free}", offset_from(base, self.runtime.around))
                base = f"X{free}"
        field = joined(base, place.symbol, place.offset if bound.formal else place.offset + 3 * bound.number)
        if bound.formal:
            text.op(f"SA{free}", field)
            field = offset_from(f"X{free}", 3 * bound.number)
        text.op("SB4", field)
        if register != 1:
            text.op("BX1", f"X{register}")
        text.op("EQ", self.runtime.outside)
