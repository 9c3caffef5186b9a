"""Names with their values, as text for people: variables, arrays, dummies, functions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from emulators.errors import IronboardError
from host.compilers.fortran import syntax
from host.compilers.fortran.inspect.evaluate import Array, Environment, Evaluator, NoStorageError
from host.compilers.fortran.inspect.undefined import Undefined
from host.compilers.fortran.syntax import Kind, Symbol, Type, walk
from host.languages.running import Variable

FEW = 12  # elements that are shown in a line
TEXTS = {"A", "R", "O"}  # fields of formats whose values are words


class Showing:
    """Shows what the names of one program stand for."""

    def __init__(self, evaluator: Evaluator, program: syntax.Program) -> None:
        self._evaluator, self._storage, self._words = evaluator, evaluator.storage, evaluator.words
        self._undefined = Undefined(program)
        self._texts = texts(program)

    def symbol(
        self, symbol: Symbol, here: Environment, at: syntax.Node | None = None, under_way: bool = False
    ) -> Variable:
        """Return a name, seen from an environment, where a statement begins or goes on."""
        kind = type_of(symbol)
        try:
            match symbol.kind:
                case Kind.VARIABLE:
                    return self._variable(symbol, here, self._undefined.told(symbol, here.unit, at, under_way))
                case Kind.ARRAY:
                    return self.array(self._evaluator.array(symbol, here))
        except IronboardError as error:
            return Variable(symbol.name, f"({error})", kind)
        if symbol.kind is Kind.STATEMENT_FUNCTION and symbol.statement_function is not None:
            text = " ".join(symbol.statement_function.at.text.split())
            return Variable(symbol.name, text, kind)
        return Variable(symbol.name, "", kind)

    def _variable(self, symbol: Symbol, here: Environment, undefined: str) -> Variable:
        assert symbol.type is not None
        try:
            address = self._storage.first(symbol, here)
        except NoStorageError:
            if undefined:
                return Variable(symbol.name, undefined, type_of(symbol))
            raise
        value, note = self.value(symbol, address)
        shown = Variable(
            symbol.name, undefined or value, type_of(symbol), symbol.name, True, address, symbol.type.words,
            note="" if undefined else note,
        )  # fmt: skip
        if address > self._storage.mask:  # in a register only
            return shown._replace(address=None, assignable=False, note=f"in {self._storage.held()[address]}")
        return shown

    def value(self, symbol: Symbol, address: int) -> tuple[str, str]:
        """Return the value at an address as the program takes it for a variable, and what else is to be said."""
        assert symbol.type is not None
        if symbol in self._texts and symbol.type.words == 1:
            word = self._storage.peek(address)
            return self._words.octal(word), f'"{self._words.text(word)}"'
        return self._words.written(self._storage.value(address, symbol.type), symbol.type), ""

    def array(self, found: Array) -> Variable:
        """Return an array with its dimensions, and its elements if they are few."""
        shown = [each.value for each in self.elements(found, 0, FEW)]
        more = ", ..." if found.elements > FEW else ""
        symbol = found.symbol
        assert symbol.type is not None
        words = found.elements * symbol.type.words
        lowest = found.first if self._storage.step > 0 else self._storage.moved(found.first, words - 1)
        return Variable(
            symbol.name, f"({', '.join(shown)}{more})", type_of(symbol, found.sizes), symbol.name,
            address=lowest, words=words, children=found.elements,
        )  # fmt: skip

    def elements(self, found: Array, first: int, count: int) -> Iterator[Variable]:
        """Yield elements of an array in the order of storage, from one on."""
        kind = found.symbol.type
        assert kind is not None
        backwards = product(*(range(1, size + 1) for size in reversed(found.sizes)))
        for index, each in enumerate(islice(backwards, first, first + count), first):
            address = self._storage.moved(found.first, index * kind.words)
            element = f"({','.join(map(str, reversed(each)))})"
            value, note = self.value(found.symbol, address)
            yield Variable(
                element, value, kind.value, found.symbol.name + element, True, address, kind.words, note=note
            )


def type_of(symbol: Symbol, sizes: tuple[int, ...] | None = None) -> str:
    """Return what a name is, in FORTRAN's words."""
    kind = symbol.type.value if symbol.type is not None else ""
    match symbol.kind:
        case Kind.VARIABLE:
            return kind
        case Kind.ARRAY:
            written = map(str, sizes) if sizes else (each.at.text for each in symbol.dimensions)
            return f"{kind} array ({','.join(written)})"
        case Kind.SUBROUTINE:
            return "subroutine"
    return f"{kind} {symbol.kind.value}"


def texts(program: syntax.Program) -> set[Symbol]:
    """Return the variables and arrays that hold texts or octal words, and nothing else as far as the program shows."""
    words: set[Symbol] = set()
    numbers: set[Symbol] = set()

    def note(node: syntax.Node, word: bool) -> None:
        if isinstance(node, syntax.Name | syntax.Element):
            (words if word else numbers).add(node.symbol)

    for unit in program.units:
        for symbol in unit.symbols.values():
            for value in symbol.data.values():
                inner = value.operand if isinstance(value, syntax.Convert) else value
                (words if inner.type is Type.WORD else numbers).add(symbol)
        for each in walk(*unit.statements):
            match each:
                case syntax.Assignment(targets=targets, value=given):
                    for target in targets:
                        note(target, given.type is Type.WORD)
                case syntax.Do(variable=variable) | syntax.ImpliedDo(variable=variable):
                    note(variable, False)
                case syntax.Transfer(output=False, format=form, items=items):
                    layout = form.layout if isinstance(form, syntax.Label) else None
                    text = layout is not None and layout.fields <= TEXTS
                    for part in walk(*items):
                        note(part, text)
    return words - numbers
