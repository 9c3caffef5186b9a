"""Why did a running ALGOL program stop, in the words of its author: what was wrong, on which line, who called it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction

from emulators.cdc6600 import display_code
from emulators.cdc6600.arithmetic import ADDRESS, INDEFINITE, INFINITE, M18, unpack
from emulators.cdc6600.cio import INPUT
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS, MOST_WORDS
from emulators.cdc6600.machine import Cdc6600
from host.compilers.algol.cdc6600.inspect.codemap import Call, Compiled
from host.compilers.algol.cdc6600.words import Home
from host.compilers.algol.syntax import Array, Declared, Formal, Kind, Procedure, Variable
from host.compilers.backends.cdc6600.compiled import error_exit, signed
from host.compilers.debuginfo.table import Word

BY_PROGRAM = "ABORTED BY THE PROGRAM"  # the dayfile, where the line before says why
FILE = r"\b(?:file ch|ch(?=\d)|input\b)(\d*)"
STACK_END = MOST_WORDS - 0o10000  # an address out of range is one of the stack if this is full nearly to the end
FET_LINE = 9  # as in textio.compass: lines that have begun to be read
DIGITS = Context(prec=14)  # of a number that a program tells of
ASTRAY = "the program jumped to a wrong place: did it enter a for statement from outside?"  # its return word is 0
ONE_WAY = {  # channels
    0: "0 is read, not written, unless it is a file (--save 0=FILE)",
    1: "1 is written, not read, unless it is a file (--file 1=FILE, --save 1=FILE)",
    60: "60 is read, not written",
    61: "61 is written, not read",
}


class Fault:
    """The state of a machine that stopped during the first of these calls."""

    def __init__(self, compiled: Compiled, machine: Cdc6600, calls: Sequence[Call]) -> None:
        self._compiled, self._machine, self._calls = compiled, machine, calls
        self._symbols = compiled.image.symbols

    def message(self) -> str:
        """Return the fault."""
        machine = self._machine
        if machine.cause == Cause.ERROR_EXIT:
            return self._exit(machine.conditions)
        if machine.cause == Cause.PROGRAM_STOP:
            return ASTRAY
        if machine.cause != Cause.ABORT:
            return machine.reason
        *_, message, last = "", *(line for _, line in machine.system.dayfile)
        if last != BY_PROGRAM:  # by the system
            return re.sub(FILE, _channel, last.lower())
        detail = DETAILS[message](self) if message in DETAILS else ""
        return message.lower() + (f": {detail}" if detail else "")

    def _exit(self, conditions: int) -> str:
        """Return why the machine stopped by itself: a number, or an address where the stack has no room."""
        full = conditions & ADDRESS and not conditions & (INFINITE | INDEFINITE)
        if full and self._machine.read_register("B7") >= STACK_END:
            return "the stack is full"
        return error_exit(self._machine, next(iter(self._calls), None), conditions) or self._machine.reason

    def _subscript(self) -> str:
        value, lower, upper = (self._number("FAULT", each) for each in (1, 2, 3))
        return f"{self._array(self._word('FAULT', 4))}[{value}], bounds {lower}:{upper}"

    def _unset(self) -> str:
        """Return the name of the variable, the element or the function that has no value."""
        address, shared = self._word("FAULT", 1), self._compiled.shared
        for declared, symbol in shared.entries.items():
            if isinstance(declared, Procedure) and self._symbols.get(symbol) == address:
                return declared.spelling
        for declared, home in shared.homes.items():
            if isinstance(declared, Variable) and address in self._places(home):
                return declared.spelling
            for start in self._descriptions(declared, home):
                first, size = self._machine.peek(start) & M18, self._machine.peek(start) >> ADDRESS_BITS & M18
                if first <= address < first + size:
                    return f"{declared.spelling}[{', '.join(map(str, self._indices(start, address - first)))}]"
        return ""

    def _indices(self, start: int, place: int) -> Iterator[int]:
        """Yield the subscripts of an element by its place among the elements, and the description of its array."""
        for each in range(start + 2, start + self._described(start), 3):
            index, place = divmod(place, self._machine.peek(each + 2) or 1)
            yield signed(self._machine.peek(each)) + index

    def _subscripts(self) -> str:
        given, wanted = (self._number("FAULT", each) for each in (1, 2))
        return f"{self._array(self._word('FAULT', 4))} has {given}, not {wanted}".lstrip()

    def _switch(self) -> str:
        return f"[{self._number('FAULT', 1)}] of {self._number('FAULT', 2)}"

    def _value(self) -> str:
        return str(self._number("FAULT", 1))

    def _channel_number(self) -> str:
        number = self._number("FAULT", 1)
        return ONE_WAY.get(number, str(number))

    def _input(self) -> str:
        """Return what stands in the line of the input that has been read last."""
        fet = self._word("/TEXTIO/INFILE")
        name = display_code.text_of(self._machine.peek(fet) >> 18, 7)
        number = self._machine.peek(fet + FET_LINE)
        lines = self._machine.text(name).splitlines()
        channel = re.sub(FILE, _channel, name.lower())
        if name == INPUT and not lines and not number:
            return f"{channel}, which has no lines (--input FILE, --interactive)"
        where = f"line {number} of {channel}" if number else channel
        return f'{where}: "{lines[number - 1]}"' if 0 < number <= len(lines) else where

    def _format(self) -> str:
        base, length = (self._word(f"/ALGIO/{each}") for each in ("BASE", "LEN"))
        return f"{self._text(base, length)}, character {self._number('FAULT', 1)}"

    def _told_by_program(self) -> str:
        text, (coefficient, exponent) = self._word("FAULT", 1), unpack(self._word("FAULT", 2))
        exact = Fraction(signed(coefficient)) * Fraction(2) ** signed(exponent, ADDRESS_BITS)
        value = DIGITS.divide(Decimal(exact.numerator), Decimal(exact.denominator)).normalize()
        number = f"{value:f}" if -DIGITS.prec // 2 < value.adjusted() < DIGITS.prec else str(value)
        return f"{self._text(text & M18, text >> 18 & M18)} {number}"

    def _text(self, address: int, length: int) -> str:
        words = (self._machine.peek(address + each) for each in range(-(-length // 10)))
        return display_code.characters([*display_code.codes_of_words(words)][:length])

    def _array(self, address: int) -> str:
        """Return the name of the array whose description holds an address; nothing if it is not known."""
        for declared, home in self._compiled.shared.homes.items():
            starts = self._descriptions(declared, home)
            if any(start <= address < start + self._described(start) for start in starts):
                return declared.spelling
        return ""

    def _descriptions(self, declared: Declared, home: Home) -> list[int]:
        """Return where the descriptions of an array are, of its copies if it is a parameter by value."""
        if isinstance(declared, Array):
            return self._places(home)
        if isinstance(declared, Formal) and declared.by_value and declared.kind is Kind.ARRAY:
            return [self._machine.peek(each) & M18 for each in self._places(home)]
        return []

    def _places(self, home: Home) -> list[int]:
        """Return where something is: once, or in each activation."""
        if isinstance(home, Word):
            return [self._symbols[home.symbol]]
        return [each.frame + home.offset for each in self._calls if each.routine is home.routine]

    def _described(self, start: int) -> int:
        """Return the words of the description of an array."""
        return 2 + 3 * (self._machine.peek(start) >> 36 & 0o7777)

    def _word(self, symbol: str, offset: int = 0) -> int:
        """Return a word of the library's."""
        name = symbol if symbol.startswith("/") else f"/ALGRUN/{symbol}"
        return self._machine.peek(self._symbols[name] + offset)

    def _number(self, symbol: str, offset: int) -> int:
        return signed(self._word(symbol, offset))


def _channel(name: re.Match[str]) -> str:
    return f"channel {name[1]}" if name[1] else "the input"


DETAILS: Mapping[str, Callable[[Fault], str]] = {
    "A SUBSCRIPT IS OUT OF ITS BOUNDS": Fault._subscript,
    "A SWITCH HAS NO SUCH ELEMENT": Fault._switch,
    "A VALUE IS USED THAT HAS NEVER BEEN GIVEN": Fault._unset,
    "AN ARRAY HAS ANOTHER NUMBER OF SUBSCRIPTS": Fault._subscripts,
    "NO SUCH CHANNEL": Fault._channel_number,
    "A STRING HAS NO SUCH CHARACTER": Fault._value,
    "NO NUMBER": Fault._input,
    "NO BOOLEAN": Fault._input,
    "THE NUMBER IS TOO LARGE": Fault._input,
    "READING PAST THE END": Fault._input,
    "A FORMAT IS WRONG": Fault._format,
    "FAULT": Fault._told_by_program,
}
