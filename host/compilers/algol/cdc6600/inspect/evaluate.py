"""Expressions, computed from the words of storage as they are now: no code of the program runs.

Integers are exact. Each operation on reals is rounded to the nearest real: the machine's own may differ in the last
bit. A call of a procedure cannot be computed, but for abs, sign and entier.


Expressions of ALGOL as the user of a debugger types them: the plain representation, whatever the program's is.

`==` is `=` here, as it is elsewhere in the debugger, and not the sign for equivalence.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from emulators.errors import IronboardError, SourceError, SourceErrors
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600.inspect.codemap import AlgolCode
from host.compilers.algol.cdc6600.inspect.names import entry_of, is_array
from host.compilers.algol.cdc6600.inspect.storage import (
    BASES,
    CALCULATOR,
    AlgolStorage,
    Environment,
    Stands,
    stands_for,
    written,
)
from host.compilers.algol.lexer import Lexer
from host.compilers.algol.parser import Parser
from host.compilers.algol.parser.stream import Fault
from host.compilers.algol.standard import standard_procedures
from host.compilers.algol.symbols import NAME, PLAIN
from host.compilers.algol.syntax import Kind, Operator, Type, walk
from host.compilers.algol.syntax import Real as RealNode
from host.compilers.backends.cdc6600.compiled import rounded
from host.compilers.debuginfo.code import Here
from host.compilers.debuginfo.inspector import Expressions
from host.compilers.debuginfo.table import Array, BaseType, Entry, Pointer
from host.compilers.debuginfo.values import Real, RunsCodeError, Value, exact, whole
from host.languages.source import Diagnostics, Span, Text, TooManyErrorsError, deep_recursion

DEEPEST = 100  # parameters that stand for one another
ENTERED = "the procedure is being entered: its names are defined from its first statement on"
NO_VALUE = "it has no actual parameter yet"

T = TypeVar("T")


class AlgolExpressions(Expressions[syntax.Procedure, syntax.Node]):
    """The expressions of one program."""

    name, assign = "ALGOL 60", ":="

    def __init__(self, code: AlgolCode, storage: AlgolStorage) -> None:
        self.code, self.storage = code, storage
        self._depth = 0

    # ------------------------------------------------------------ texts

    def readable(self, text: str) -> bool:
        names = names_of(text)
        if not names or not all(each in self._declared for each in names):
            return False
        try:
            read(text, self._declared.get)
        except UnknownNameError:
            return False
        return True

    @cached_property
    def _declared(self) -> dict[str, syntax.Declared]:
        """Of each name a meaning that it has somewhere."""
        return {
            **standard_procedures(),
            **{each.name: each for each in self.code.parents if isinstance(each, syntax.Declared)},
        }

    def read(self, text: str, here: Here[syntax.Procedure, syntax.Node]) -> syntax.Expression:
        at = self.code.node(here)
        if at is None:
            raise IronboardError(ENTERED)
        return read(text, self.lookup(at))

    def lookup(self, at: syntax.Node) -> Lookup:
        """Return a function that gives the meaning of a name at a place."""
        names: dict[str, syntax.Declared] = {**standard_procedures()}
        for scope in reversed(list(self.code.around(at))):
            names |= self.code.names(scope)
        return names.get

    def entry(self, node: syntax.Expression) -> Entry | None:
        if isinstance(node, syntax.Name) and not node.enclosed:
            return entry_of(node.declared, self.storage.shared.homes)
        return None

    def element(self, node: syntax.Expression) -> Entry | None:
        if isinstance(node, syntax.Subscripted):
            return entry_of(node.array.declared, self.storage.shared.homes)
        return None

    def told(self, node: syntax.Expression, value: Value) -> tuple[str, str]:
        kind = {bool: Type.BOOLEAN, int: Type.INTEGER, Real: Type.REAL}.get(type(value))
        return written(value), kind.value if kind else ""

    # ------------------------------------------------------------ values

    def value(self, node: syntax.Expression, here: Environment) -> Value:
        match node:
            case syntax.Integer(value=number) | syntax.LogicalValue(value=number):
                return number
            case RealNode(value=number):
                return rounded(number)
            case syntax.Name():
                return self._name(node, here)
            case syntax.Subscripted():
                return self._valued(*self.place(node, here))
            case syntax.Call():
                return self._call(node, here)
            case syntax.Unary():
                return self._unary(node.operator, self.value(node.operand, here))
            case syntax.Binary():
                return CALCULATOR.combined(
                    node.operator.value, self.value(node.left, here), self.value(node.right, here)
                )
            case syntax.IfExpression():
                chosen = node.then if self.truth(node.condition, here) else node.otherwise
                return self.value(chosen, here)
        raise IronboardError(f"'{node.at.text}' has no value")

    def truth(self, node: syntax.Expression, here: Environment) -> bool:
        """Return the value of a Boolean expression; raises IronboardError for others."""
        found = self.value(node, here)
        if not isinstance(found, bool):
            raise IronboardError(f"'{node.at.text}' is {written(found)}, neither true nor false")
        return found

    def integer(self, node: syntax.Expression, here: Environment) -> int:
        """Return the value of an expression as a subscript has it: rounded."""
        return CALCULATOR.integer(self.value(node, here))

    def place(self, node: syntax.Expression, here: Environment) -> tuple[int, BaseType]:
        match node:
            case syntax.Name(
                declared=syntax.Variable() | syntax.Procedure(type=Type.INTEGER | Type.REAL | Type.BOOLEAN) as declared
            ):
                return self._word(declared, here), BASES[declared.type]
            case syntax.Name(declared=syntax.Formal(kind=Kind.EXPRESSION | Kind.UNKNOWN) as formal):
                if formal.by_value:
                    return self._word(formal, here), BASES[formal.type]
                return self.place_of(formal, here)
            case syntax.Subscripted(array=syntax.Name(declared=syntax.Array() | syntax.Formal() as declared)):
                array = self.array(entry_of(declared, self.storage.shared.homes), here)
                if array is None:
                    raise IronboardError(f"'{declared.spelling}' is not an array")
                return self._element(array, [self.integer(each, here) for each in node.subscripts]), array.base
        raise IronboardError(f"'{node.at.text}' is not a variable")

    def _word(self, declared: syntax.Declared, here: Environment) -> int:
        """Return the address of the word of a name; of an array that was handed over, of the word that leads to it.

        Raises NoStorageError.
        """
        location = entry_of(declared, self.storage.shared.homes).location
        assert location is not None
        self.storage.check_active(declared, here)
        return self.storage.address(location.word if isinstance(location, Pointer) else location, here)

    def array(self, entry: Entry, there: Environment) -> Array | None:
        declared = entry.declared
        if is_array(declared):
            assert entry.location is not None
            return self.storage.described(self.storage.address(entry.location, there), "own " * _own(declared))
        if not isinstance(declared, syntax.Formal) or declared.by_value:
            return None
        stands = self.stands(declared, there)
        if stands.sort != "array" or stands.address is None:
            raise IronboardError(f"'{declared.spelling}' is not an array")
        return self.storage.described(stands.address)

    @staticmethod
    def _element(array: Array, subscripts: list[int]) -> int:
        """Return the address of an element; raises IronboardError for subscripts that are out of bounds."""
        if len(subscripts) != len(array.bounds):
            raise IronboardError(f"the array has {len(array.bounds)} subscripts, not {len(subscripts)}")
        index = 0
        for subscript, (lower, upper) in zip(subscripts, array.bounds, strict=True):
            if not lower <= subscript <= upper:
                raise IronboardError(f"the subscript {subscript} is out of its bounds {lower}:{upper}")
            index = index * (upper - lower + 1) + subscript - lower
        return array.first + index

    # ------------------------------------------------------------ names

    def stands(self, formal: syntax.Formal, here: Environment) -> Stands:
        """Return what a formal parameter that is not a value stands for."""
        return stands_for(self.storage, self.storage.peek(self._word(formal, here)))

    def _name(self, node: syntax.Name, here: Environment) -> Value:
        declared = node.declared
        if isinstance(declared, syntax.Procedure) and (node.called or declared.standard or not declared.valued):
            raise RunsCodeError(f"'{node.at.text}' is a procedure: the debugger runs no code of the program")
        if isinstance(declared, syntax.Formal) and not declared.by_value:
            return self.of_formal(declared, here)
        return self._valued(*self.place(node, here))

    def of_formal(self, formal: syntax.Formal, here: Environment) -> Value:
        """Return the value of a parameter by name."""
        found = self.of(self.stands(formal, here), formal.spelling)
        if formal.type is Type.INTEGER and isinstance(found, Real):
            return whole(found)
        if formal.type is Type.REAL and isinstance(found, int) and not isinstance(found, bool):
            return rounded(Fraction(found))
        return found

    def of(self, stands: Stands, name: str) -> Value:
        """Return the value of what a parameter stands for."""
        if stands.address is not None and stands.sort in ("variable", "constant"):
            return self._valued(stands.address, BASES[stands.type])
        if stands.sort == "expression" and stands.node is not None and stands.there is not None:
            return self._deeper(lambda: self.value(*self._evaluated(stands)))
        if stands.sort == "procedure":
            raise RunsCodeError(f"'{name}' is a procedure: the debugger runs no code of the program")
        raise IronboardError(f"'{name}' is {_article(stands.sort)}: it has no value" if stands.sort else NO_VALUE)

    def place_of(self, formal: syntax.Formal, here: Environment) -> tuple[int, BaseType]:
        """Return the variable that a parameter by name stands for; raises IronboardError if it does not."""
        stands = self.stands(formal, here)
        if stands.sort == "variable" and stands.address is not None:
            return stands.address, BASES[stands.type]
        if stands.sort == "expression" and isinstance(stands.node, syntax.Subscripted) and not stands.node.enclosed:
            return self._deeper(lambda: self.place(*self._evaluated(stands)))
        raise IronboardError(f"'{formal.spelling}' is not bound to a variable")

    @staticmethod
    def _evaluated(stands: Stands) -> tuple[syntax.Expression, Environment]:
        assert stands.node is not None
        assert stands.there is not None
        return stands.node, stands.there

    def _deeper(self, act: Callable[[], T]) -> T:
        if self._depth >= DEEPEST:
            raise IronboardError("parameters refer to one another too deeply")
        self._depth += 1
        try:
            with deep_recursion():
                return act()
        finally:
            self._depth -= 1

    def _valued(self, address: int, base: BaseType) -> Value:
        found: Value = self.storage.value(address, base)
        return found

    # ------------------------------------------------------------ operations

    def _call(self, node: syntax.Call, here: Environment) -> Value:
        declared: syntax.Declared | None = node.procedure.declared
        known = isinstance(declared, syntax.Procedure) and declared.standard and declared.name in STANDARD
        if known and len(node.actuals) == 1:
            assert declared is not None
            return STANDARD[declared.name](CALCULATOR.number(self.value(node.actuals[0].expression, here)))
        raise RunsCodeError(f"'{node.at.text}' calls a procedure: the debugger runs no code of the program")

    def _unary(self, sign: Operator, operand: Value) -> Value:
        if sign is Operator.NOT:
            return not CALCULATOR.logical(operand)
        return CALCULATOR.negative(operand) if sign is Operator.MINUS else CALCULATOR.number(operand)


def _own(declared: syntax.Declared) -> bool:
    return isinstance(declared, syntax.Array) and declared.own


def _article(sort: str) -> str:
    return f"an {sort}" if sort[0] in "ae" else f"a {sort}"


def _sized(number: int | Real) -> Value:
    return abs(number) if isinstance(number, int) else Real(abs(number.exact))


STANDARD: dict[str, Callable[[int | Real], Value]] = {
    "abs": _sized,
    "iabs": lambda number: abs(whole(number)),
    "sign": lambda number: (exact(number) > 0) - (exact(number) < 0),
    "entier": lambda number: exact(number).__floor__(),
}


BEFORE, BEHIND = "begin ", " end"  # a program begins and ends with a word; what is read stands between
MOST_CHARACTERS = 1000  # characters

Lookup = Callable[[str], syntax.Declared | None]


class UnknownNameError(SourceError):
    """A name that means nothing at this place."""


def read(text: str, lookup: Lookup) -> syntax.Expression:
    """Return an expression whose names are known; raises SourceError for anything else."""
    source = Text(BEFORE + " ".join(text.split()).replace("==", "= ") + BEHIND, "expression")
    diagnostics = Diagnostics()
    if len(text) > MOST_CHARACTERS:
        raise Span(Text(text[:MOST_CHARACTERS], "expression"), 0, MOST_CHARACTERS).error(
            f"an expression of more than {MOST_CHARACTERS:,} characters"
        )
    try:
        with deep_recursion():
            found = _parsed(source, diagnostics)
        diagnostics.raise_errors()
    except (Fault, TooManyErrorsError, SourceErrors):
        raise _first(diagnostics) from None
    assert found is not None
    for node in walk(found):
        if isinstance(node, syntax.Name):
            declared = lookup(node.name)
            if declared is None:
                place = node.at.place
                shown = place._replace(column=place.column - len(BEFORE), text=_stripped(place.text))
                raise UnknownNameError(shown, f"'{node.at.text}' is not declared here")
            node.declared = declared
    return found


def names_of(text: str) -> list[str]:
    """Return the names of ALGOL's that stand in a text, none if it is made of other things."""
    source = Text(BEFORE + text + BEHIND, "expression")
    try:
        tokens = Lexer(source, PLAIN, Diagnostics()).scan()
    except TooManyErrorsError:
        return []
    return [each.value for each in tokens if each.symbol == NAME]


def _parsed(source: Text, diagnostics: Diagnostics) -> syntax.Expression:
    lexer = Lexer(source, PLAIN, diagnostics)
    parser = Parser(source, lexer.scan(), diagnostics, lexer.comment_ends)
    parser.expect("begin")
    found = parser.expression()
    if parser.position != len(parser.tokens) - 2:
        raise parser.fault(f"{parser.found()} is one too many", "expected an operator or the end")
    return found


def _first(diagnostics: Diagnostics) -> SourceError:
    try:
        diagnostics.raise_errors()
    except SourceErrors as errors:
        error = errors.errors[0]
        place = error.place
        shown = place._replace(column=max(1, place.column - len(BEFORE)), text=_stripped(place.text))
        return SourceError(shown, error.message, error.hint)
    raise AssertionError("an error that has not been noted")


def _stripped(text: str) -> str:
    return text.removeprefix(BEFORE).removesuffix(BEHIND)
