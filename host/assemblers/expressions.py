"""The value of an expression, as far as it is known.

An expression is a tree built while a line is read and evaluated when its value is needed: at once where
the source demands a constant, at the end for everything else. Before the sections have their addresses a
value is a number plus multiples of section addresses, so that differences inside a section are numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from emulators.errors import Place, did_you_mean
from host.languages.assembly import AssemblyError, Context

DEEPEST = 80  # levels of a tree, and of definitions in terms of one another


class Base:
    """A section; its address is known only at the end. `address_size` counts words, 0 unknown."""

    name: str = ""
    address: int | None = None
    address_size: int = 0


class Value(NamedTuple):
    """number + sum of factor * address over the bases."""

    number: int
    bases: tuple[tuple[Base, int], ...] = ()


class UnresolvedError(AssemblyError):
    """The value depends on an undefined symbol."""


class NotConstantError(AssemblyError):
    """The value depends on the address of a section."""


class Evaluation:
    """One evaluation: its limits, and the symbols in progress."""

    def __init__(self, outer: bool = False, active: Iterable[Symbol] = ()) -> None:
        self.outer = outer  # an undefined symbol may mean the one of an enclosing scope
        self.active = [*active]
        self.depth = 0
        self.finished: dict[Symbol, Value] = {}

    def of(self, expression: Expression) -> Value:
        """Return the value of an expression inside this evaluation."""
        if isinstance(expression, Literal):
            return Value(expression.number)
        self.depth += 1
        if self.depth > 2 * DEEPEST:
            raise AssemblyError(expression.place, "expressions defined by one another are nested too deeply")
        value = expression.value(self)
        self.depth -= 1
        return value

    def number(self, expression: Expression) -> int:
        """Return the value of an expression that must be a plain number."""
        if isinstance(expression, Literal):
            return expression.number
        value = self.of(expression)
        if value.bases:
            raise NotConstantError(expression.place, "the value depends on where a segment will lie")
        return value.number


class Expression:
    """A tree. `place` is its position, `depth` the levels below."""

    __slots__ = ("place",)  # a long program has hundreds of thousands of the small ones
    place: Place
    depth = 0

    def value(self, evaluation: Evaluation) -> Value:
        """Return the value; raises UnresolvedError, NotConstantError or AssemblyError."""
        raise NotImplementedError


def wrap(number: int) -> int:
    """Return the number in 64-bit two's complement."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


@dataclass(slots=True)
class Literal(Expression):
    """A number."""

    number: int
    place: Place

    def value(self, evaluation: Evaluation) -> Value:
        """Return the number."""
        return Value(self.number)


@dataclass(slots=True)
class Relative(Expression):
    """An address inside a section."""

    base: Base
    offset: int
    place: Place

    def value(self, evaluation: Evaluation) -> Value:
        """Return base + offset, as a number once the section has its address."""
        if self.base.address is not None:
            return Value(self.base.address + self.offset)
        return Value(self.offset, ((self.base, 1),))


@dataclass(slots=True)
class Reference(Expression):
    """A symbol."""

    symbol: Symbol
    place: Place

    def value(self, evaluation: Evaluation) -> Value:
        """Return the value of the expression that defines the symbol."""
        symbol = self.symbol.meant(evaluation.outer)
        if isinstance(symbol.expression, Literal):
            return Value(symbol.expression.number)
        if symbol.expression is None:
            raise UnresolvedError(self.place, f"undefined symbol '{self.symbol.name}'")
        if symbol in evaluation.active:
            raise AssemblyError(symbol.place or self.place, f"'{symbol.name}' is defined in terms of itself")
        if symbol not in evaluation.finished:
            evaluation.active.append(symbol)
            evaluation.finished[symbol] = evaluation.of(symbol.expression)
            evaluation.active.pop()
        return evaluation.finished[symbol]


class Operator(NamedTuple):
    """An operator: `name` as dialects tell it apart, and its effect on numbers."""

    name: str
    apply: Callable[..., int]


def quotient(a: int, b: int) -> int:
    """Return a / b, truncated towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def shifted_left(a: int, b: int) -> int:
    """Return a shifted by b places; counts outside 0 to 63 leave nothing."""
    return a << b if 0 <= b < 64 else 0


def shifted_right(a: int, b: int) -> int:
    """Return a, taken as 64 bits without a sign, shifted by b places to the right."""
    return a % (1 << 64) >> b if 0 <= b < 64 else 0


ADD = Operator("+", lambda a, b: a + b)
SUBTRACT = Operator("-", lambda a, b: a - b)
MULTIPLY = Operator("*", lambda a, b: a * b)
DIVIDE = Operator("/", quotient)
MODULO = Operator("mod", lambda a, b: a - b * quotient(a, b))
AND = Operator("&", lambda a, b: a & b)
OR = Operator("|", lambda a, b: a | b)
XOR = Operator("^", lambda a, b: a ^ b)
SHIFT_LEFT = Operator("<<", shifted_left)
SHIFT_RIGHT = Operator(">>", shifted_right)
EQUAL = Operator("=", lambda a, b: int(a == b))
NOT_EQUAL = Operator("<>", lambda a, b: int(a != b))
LESS = Operator("<", lambda a, b: int(a < b))
GREATER = Operator(">", lambda a, b: int(a > b))
LESS_EQUAL = Operator("<=", lambda a, b: int(a <= b))
GREATER_EQUAL = Operator(">=", lambda a, b: int(a >= b))
LOGICAL_AND = Operator("and", lambda a, b: int(bool(a) and bool(b)))
LOGICAL_OR = Operator("or", lambda a, b: int(bool(a) or bool(b)))
LOGICAL_XOR = Operator("xor", lambda a, b: int(bool(a) != bool(b)))
MAXIMUM = Operator("max", max)
MINIMUM = Operator("min", min)

NEGATE = Operator("negate", lambda a: -a)
COMPLEMENT = Operator("~", lambda a: ~a)
LOGICAL_NOT = Operator("not", lambda a: int(not a))


@dataclass
class Unary(Expression):
    """An operator and its operand."""

    operator: Operator
    operand: Expression
    place: Place

    def __post_init__(self) -> None:
        self.depth = _depth(self.place, self.operand)

    def value(self, evaluation: Evaluation) -> Value:
        """Return the operator applied to the operand."""
        if self.operator is NEGATE:
            number, bases = evaluation.of(self.operand)
            return Value(wrap(-number), tuple((base, -factor) for base, factor in bases))
        return Value(wrap(self.operator.apply(evaluation.number(self.operand))))


@dataclass
class Binary(Expression):
    """An operator between two operands."""

    operator: Operator
    left: Expression
    right: Expression
    place: Place

    def __post_init__(self) -> None:
        self.depth = _depth(self.place, self.left, self.right)

    def value(self, evaluation: Evaluation) -> Value:
        """Return the operator applied to both operands."""
        if self.operator in (ADD, SUBTRACT):
            sign = 1 if self.operator is ADD else -1
            return _sum(evaluation.of(self.left), evaluation.of(self.right), sign)
        if self.operator is MULTIPLY:
            return _product(evaluation.of(self.left), evaluation.of(self.right), self)
        left = evaluation.number(self.left)
        if self.operator in (LOGICAL_AND, LOGICAL_OR) and bool(left) is (self.operator is LOGICAL_OR):
            return Value(int(bool(left)))  # the other operand does not matter and may be undefined
        right = evaluation.number(self.right)
        if self.operator in (DIVIDE, MODULO) and right == 0:
            raise AssemblyError(self.right.place, "division by zero")
        return Value(wrap(self.operator.apply(left, right)))


def _sum(left: Value, right: Value, sign: int) -> Value:
    factors = dict(left.bases)
    for base, factor in right.bases:
        factors[base] = factors.get(base, 0) + sign * factor
    bases = tuple((base, factor) for base, factor in factors.items() if factor)
    return Value(wrap(left.number + sign * right.number), bases)


def _product(left: Value, right: Value, at: Binary) -> Value:
    """Return a product, of which one factor may depend on addresses of sections: differences are numbers then."""
    if left.bases and right.bases:
        raise NotConstantError(at.left.place, "the value depends on where a segment will lie")
    many, times = (left, right.number) if left.bases else (right, left.number)
    bases = tuple((base, factor * times) for base, factor in many.bases if times)
    return Value(wrap(many.number * times), bases)


def _depth(place: Place, *operands: Expression) -> int:
    depth = 1 + max(operand.depth for operand in operands)
    if depth > DEEPEST:
        raise AssemblyError(place, f"the expression is nested more than {DEEPEST} levels deep")
    return depth


def known(expression: Expression, outer: bool = False) -> Value | None:
    """Return the current value, None when it depends on an undefined symbol."""
    if isinstance(expression, Literal):
        return Value(expression.number)
    try:
        return Evaluation(outer).of(expression)
    except (UnresolvedError, NotConstantError):
        return None


# ---------------------------------------------------------------- symbols
# Which symbol does a name mean? Scopes, definitions, and the places where symbols are used.
#
# A name means the symbol of its scope, even when that is defined further down; only at the end
# does a symbol that was never defined there become the one of the nearest enclosing scope.


NOWHERE = Context(0, None, None)


class Kind(Enum):
    """The way a symbol was defined."""

    LABEL = "label"
    CONSTANT = "constant"
    VARIABLE = "variable"  # may be defined again


@dataclass(eq=False)
class Symbol:
    """A name in a scope. `expression` is None until it is defined."""

    name: str
    scope: Scope
    kind: Kind = Kind.CONSTANT
    expression: Expression | None = None
    place: Place | None = None  # of the definition
    context: Context = NOWHERE  # of the definition
    address_size: int = 0  # words that hold its value, where short and long addresses differ; 0 unknown
    length: int | None = None  # words of the thing that the symbol names
    used: list[Place] = field(default_factory=list)
    private: bool = False  # has no name that other programs could use
    weak: bool = False  # from a table: a definition of the program itself replaces it
    local_name: str | None = None  # a debugger's name for it, where other programs cannot
    alias: Symbol | None = None  # the symbol of an enclosing scope that was meant

    @property
    def full_name(self) -> str:
        """The name with its scopes, as `outer::inner`."""
        return self.scope.prefix + self.name

    def meant(self, outer: bool = False) -> Symbol:
        """Return the symbol that this one stands for; with `outer`, search enclosing scopes immediately."""
        if self.alias:
            return self.alias
        if outer and self.expression is None:
            return self.scope.enclosing(self.name) or self
        return self


@dataclass(eq=False)
class Scope:
    """Related names. `prefix` precedes them in a listing."""

    name: str
    parent: Scope | None = None
    prefix: str = ""
    symbols: dict[str, Symbol] = field(default_factory=dict)
    scopes: dict[str, Scope] = field(default_factory=dict)
    length: int | None = None  # words inside
    used: list[Place] = field(default_factory=list)  # names before ::
    stretches: list[tuple[Place, Place]] = field(default_factory=list)  # from the opening mark to the closing one

    def symbol(self, name: str) -> Symbol:
        """Return the symbol of this scope, creating an undefined one if necessary."""
        found = self.symbols.get(name)
        if found is None:
            found = self.symbols[name] = Symbol(name, self)
        return found

    def enclosing(self, name: str) -> Symbol | None:
        """Return the defined symbol of that name in the nearest scope around this one."""
        scope = self.parent
        while scope:
            found = scope.symbols.get(name)
            if found and found.expression is not None:
                return found
            scope = scope.parent
        return None

    def visible(self, name: str) -> Symbol | None:
        """Return the defined symbol with that name here or in an enclosing scope."""
        found = self.symbols.get(name)
        return found if found and found.expression is not None else self.enclosing(name)

    def visible_scope(self, name: str) -> Scope | None:
        """Return the scope with that name inside this one or an enclosing one."""
        scope: Scope | None = self
        while scope:
            if name in scope.scopes:
                return scope.scopes[name]
            scope = scope.parent
        return None

    def inner(self, name: str) -> Scope:
        """Return the scope of that name inside this one; opening it again continues it."""
        return self.scopes.setdefault(name, Scope(name, self, f"{self.prefix}{name}::"))

    def all_symbols(self) -> Iterator[Symbol]:
        """Yield the symbols of this scope and of those inside."""
        yield from self.symbols.values()
        for scope in self.scopes.values():
            yield from scope.all_symbols()


def define(symbol: Symbol, expression: Expression, kind: Kind, place: Place) -> None:
    """Define a symbol; only a variable may be redefined."""
    if symbol.expression is not None and not (kind == symbol.kind == Kind.VARIABLE):
        first = symbol.place
        where = f"the first definition is at {first.file}:{first.line}" if first else "the command line defines it"
        raise AssemblyError(place, f"'{symbol.name}' is already defined", where)
    symbol.expression, symbol.kind, symbol.place = expression, kind, place


def undefined(symbol: Symbol, place: Place) -> AssemblyError:
    """Return the error for the use of an undefined symbol, with the most similar name that is defined."""
    if symbol.name.startswith(":"):
        return AssemblyError(place, "there are not enough unnamed labels below this line")
    names: set[str] = set()
    scope: Scope | None = symbol.scope
    while scope:
        names.update(name for name, each in scope.symbols.items() if each.expression is not None)
        scope = scope.parent
    return AssemblyError(place, f"undefined symbol '{symbol.name}'", did_you_mean(symbol.name, names))
