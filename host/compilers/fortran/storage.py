"""Storage: the places of variables in COMMON and by EQUIVALENCE, and the initial values of DATA.

    COMMON A(3), B              area "", of 4 words: A at 0, B at 3
    EQUIVALENCE (B, C(1))       C at 3: the area has as many words as the last name needs
    EQUIVALENCE (X, Y(2))       an area of the unit: Y at 0, X at 1

In FORTRAN II the names of COMMON that EQUIVALENCE names too come first in it, in the order of these.
Sources: X3.9-1966, 7.2.1.3, 7.2.1.4 and 7.2.2; IBM, FORTRAN II for the 704, COMMON.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from host.compilers.fortran import syntax
from host.compilers.fortran.parser import Parsed
from host.compilers.fortran.parser.stream import Data, Parts
from host.compilers.fortran.syntax import Area, Kind, Sort, Symbol, Type
from host.compilers.fortran.types import Limits, Types
from host.languages.source import Diagnostics, Span

LARGEST = 1 << 18  # words of an array


def place(parsed: Parsed, limits: Limits, diagnostics: Diagnostics) -> None:
    """Give all variables of COMMON and EQUIVALENCE their places, and all constants of DATA their variables."""
    common: dict[str, Area] = {}
    own: list[Area] = []
    for unit in parsed.program.units:
        parts = parsed.parts[unit]
        _large(parts, diagnostics)
        if diagnostics.found:
            continue  # sizes may be missing
        _Places(parsed.program, unit, parts, common, diagnostics).find(own)
    parsed.program.areas = [*common.values(), *own]
    _share(parsed.program)
    if not diagnostics.found:
        for unit in parsed.program.units:
            checked = Types(parsed.program, unit, limits, diagnostics)
            for data in parsed.parts[unit].data:
                _Values(unit, data, checked, diagnostics).give()


def _large(parts: Parts, diagnostics: Diagnostics) -> None:
    for name, _ in parts.dimensions:
        if name.symbol.kind is Kind.ARRAY and name.symbol.sizes is not None and name.symbol.elements > LARGEST:
            diagnostics.error(name.at, f"'{name.name}' has {name.symbol.elements} elements: {LARGEST} are the most")


def words(symbol: Symbol) -> int:
    """Return the words that a variable or array takes."""
    return symbol.elements * (symbol.type or Type.REAL).words


class _Places:
    """The places of a unit's variables."""

    def __init__(
        self,
        program: syntax.Program,
        unit: syntax.Unit,
        parts: Parts,
        common: dict[str, Area],
        diagnostics: Diagnostics,
    ) -> None:
        self.program, self.unit, self.parts = program, unit, parts
        self.common, self.diagnostics = common, diagnostics
        self.group: dict[Symbol, dict[Symbol, int]] = {}  # the offsets of all names that are tied together

    def find(self, own: list[Area]) -> None:
        for each in self.parts.equivalence:
            self._tie(each)
        self._blocks()
        done: set[Symbol] = set()
        for symbol, group in self.group.items():
            if symbol.area is None and symbol not in done:
                own.append(self._own(group))
            done.update(group)

    def _tie(self, names: list[syntax.Name | syntax.Element]) -> None:
        """Tie the names of an EQUIVALENCE together."""
        first = names[0]
        base = self._offset(first)
        for each in names[1:]:
            one, other = self._group(first.symbol), self._group(each.symbol)
            distance = one[first.symbol] + base - self._offset(each) - other[each.symbol]
            if one is other:
                if distance:
                    message = f"'{each.name}' cannot stand here: other EQUIVALENCEs have tied it to another word"
                    self.diagnostics.error(each.at, message)
                continue
            for symbol, offset in other.items():
                one[symbol] = offset + distance
                self.group[symbol] = one

    def _group(self, symbol: Symbol) -> dict[Symbol, int]:
        return self.group.setdefault(symbol, {symbol: 0})

    def _offset(self, node: syntax.Name | syntax.Element) -> int:
        """Return the number of the word, from 0, that is named in its array."""
        symbol = node.symbol
        if isinstance(node, syntax.Name):
            return 0
        numbers = [each.value if isinstance(each, syntax.Integer) else 0 for each in node.subscripts]
        sizes = symbol.sizes or ()
        count = len(numbers)
        if 0 in numbers:
            self.diagnostics.error(node.at, "a subscript is a number in EQUIVALENCE")
            return 0
        if count > 1 and count != len(sizes):
            message = f"'{node.name}' has {len(sizes)} subscripts, not {count}; one counts its elements"
            self.diagnostics.error(node.at, message)
            return 0
        if count == 1:
            sizes = (symbol.elements,)
        element, factor = 0, 1
        for number, size in zip(numbers, sizes, strict=False):
            if number > size and (symbol.kind is Kind.ARRAY or number > 1) and count > 1:
                self.diagnostics.error(node.at, f"the subscript {number} is greater than the dimension {size}")
                return 0
            element += (number - 1) * factor
            factor *= size
        return element * (symbol.type or Type.REAL).words

    # ---------------------------------------------------------------- COMMON

    def _blocks(self) -> None:
        blocks: dict[str, list[syntax.Name]] = {}
        for block, name in self.parts.common:
            blocks.setdefault(block, []).append(name)
        for block, names in blocks.items():
            area = self.common.setdefault(block, Area(block, None))
            if self.program.dialect == "ii":
                tied = [symbol for group in self.parts.equivalence for symbol in (each.symbol for each in group)]
                order = {symbol: at for at, symbol in reversed([*enumerate(tied)])}
                names = sorted(names, key=lambda each: order.get(each.symbol, len(order)))
            offset = 0
            for name in names:
                symbol = name.symbol
                if symbol.area is None:
                    self._into(area, symbol, offset, name.at)
                elif symbol.area is not area or symbol.offset != offset:
                    message = f"EQUIVALENCE ties '{name.name}' to another word of COMMON"
                    self.diagnostics.error(name.at, message)
                offset += words(symbol)
            area.size = max(area.size, offset)
            names[-1].symbol.ends = True

    def _into(self, area: Area, symbol: Symbol, offset: int, at: Span) -> None:
        """Put a name, and all that are tied to it, into COMMON."""
        group = self.group.get(symbol, {symbol: 0})
        for each, distance in group.items():
            each.area, each.offset = area, offset + distance - group[symbol]
            area.size = max(area.size, each.offset + words(each))
            if each.offset < 0:
                message = f"EQUIVALENCE makes '{each.name}' begin before the first word of COMMON"
                self.diagnostics.error(at, message)

    def _own(self, group: dict[Symbol, int]) -> Area:
        """Return the area of names that are tied together, but not to COMMON."""
        lowest = min(group.values())
        area = Area(min(group, key=lambda each: group[each]).name, self.unit)
        for each, offset in group.items():
            each.area, each.offset = area, offset - lowest
            area.size = max(area.size, each.offset + words(each))
        return area


def _share(program: syntax.Program) -> None:
    """Find the names that share words with others."""
    within: dict[Area, list[Symbol]] = {}
    for unit in program.units:
        for symbol in unit.symbols.values():
            if symbol.area is not None:
                within.setdefault(symbol.area, []).append(symbol)
    for symbols in within.values():
        symbols.sort(key=lambda each: each.offset)
        last: Symbol | None = None
        for each in symbols:
            if last is not None and each.offset < last.offset + words(last):
                each.shared = last.shared = True
            if last is None or each.offset + words(each) > last.offset + words(last):
                last = each


# ---------------------------------------------------------------- DATA


class _WrongError(Exception):
    """Raised after an error has been noted."""


class _Values:
    """The constants of one list of DATA."""

    def __init__(self, unit: syntax.Unit, data: Data, types: Types, diagnostics: Diagnostics) -> None:
        self.unit, self.data, self.types, self.diagnostics = unit, data, types, diagnostics
        self.converted: dict[tuple[syntax.Expression, Symbol], syntax.Expression] = {}
        self.told = False

    def give(self) -> None:
        """Give all of them to their variables."""
        with suppress(_WrongError):
            self._give()

    def _give(self) -> None:
        places = self._places()
        values = self._constants()
        waiting: list[syntax.Expression] = []  # the rest of a text that is longer than a word
        while True:
            place = next(places, None)
            value = waiting.pop(0) if waiting else next(values, None)
            if place is None and value is None:
                return
            if place is None or value is None:
                what = "constants than variables" if place is None else "variables than constants"
                raise self._error(self.data.at, f"there are more {what} here")
            symbol, element, whole = place
            if whole and isinstance(value, syntax.Hollerith):
                value, *rest = self._split(value)
                waiting = [*rest, *waiting]
            self._value(symbol, element, value)

    def _split(self, value: syntax.Hollerith) -> list[syntax.Expression]:
        size = self.types.limits.characters
        return [replace(value, text=value.text[at : at + size]) for at in range(0, len(value.text), size)]

    def _constants(self) -> Iterator[syntax.Expression]:
        for count, value in self.data.values:
            for _ in range(count):
                yield value

    def _places(self) -> Iterator[tuple[Symbol, int, bool]]:
        """Yield variables and elements, and whether all of an array is meant."""
        for each in self.data.targets:
            yield from self._of(each, {})

    def _of(self, item: syntax.Item, values: dict[str, int]) -> Iterator[tuple[Symbol, int, bool]]:
        match item:
            case syntax.Name(symbol=symbol):
                for element in range(symbol.elements):
                    yield symbol, element, symbol.kind is Kind.ARRAY
            case syntax.Element(symbol=symbol):
                yield symbol, self._element(item, values), False
            case syntax.ImpliedDo():
                step = 1 if item.step is None else self._number(item.step, values)
                start, limit = self._number(item.start, values), self._number(item.limit, values)
                if step < 1 and item.step is not None:
                    raise self._error(item.step.at, "the step of a DO is positive")
                for number in range(start, max(start, limit) + 1, step):
                    for inner in item.items:
                        yield from self._of(inner, {**values, item.variable.name: number})

    def _element(self, node: syntax.Element, values: dict[str, int]) -> int:
        element, factor = 0, 1
        sizes = node.symbol.sizes or ()
        if len(node.subscripts) == 1:
            sizes = (node.symbol.elements,)
        if len(node.subscripts) > len(sizes):
            raise self._error(node.at, f"'{node.name}' has {len(sizes)} subscripts, not {len(node.subscripts)}")
        for each, size in zip(node.subscripts, sizes, strict=False):
            number = self._number(each, values)
            if not 1 <= number <= size:
                raise self._error(each.at, f"the subscript {number} is not from 1 to {size}")
            element += (number - 1) * factor
            factor *= size
        return element

    def _number(self, node: syntax.Expression, values: dict[str, int]) -> int:
        match node:
            case syntax.Integer(value=value):
                return value
            case syntax.Name(name=name) if name in values:
                return values[name]
            case syntax.Unary(operator=syntax.Operator.MINUS, operand=operand):
                return -self._number(operand, values)
            case syntax.Binary(operator=operator, left=left, right=right):
                one, other = self._number(left, values), self._number(right, values)
                if operator is syntax.Operator.PLUS:
                    return one + other
                if operator is syntax.Operator.MINUS:
                    return one - other
                if operator is syntax.Operator.TIMES:
                    return one * other
        raise self._error(node.at, "this is not a constant, nor the variable of an implied DO")

    def _error(self, at: Span, message: str) -> _WrongError:
        """Note an error; raise the result to give up the list."""
        self.diagnostics.error(at, message)
        return _WrongError()

    def _value(self, symbol: Symbol, element: int, value: syntax.Expression) -> None:
        assert symbol.type is not None
        if symbol.area is not None and symbol.area.unit is None and self.unit.sort is not Sort.BLOCK_DATA:
            if not self.told:
                message = f"'{symbol.name}' is in COMMON: BLOCK DATA gives it a value"
                self.diagnostics.warn(self.data.at, message)
            self.told = True
        if element in symbol.data:
            raise self._error(value.at, f"'{symbol.name}' has a value by DATA already")
        if (value, symbol) not in self.converted:
            self.converted[value, symbol] = self.types.initial(value, symbol)
        symbol.data[element] = self.converted[value, symbol]
