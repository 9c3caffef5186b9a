"""The types of expressions, and the transfers between integer and real.

The type of the power of two integers depends on the sign of the exponent. Where that is a number it is known; else
only the running program knows it. `strict`: it is integer, unless the exponent is written with a minus sign
(2↑(-1)); another negative exponent is an error of the running program, as the Modified Report has it. With a real base
or a real exponent the result is real.

Source: Revised Report on ALGOL 60, chapter 3.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from host.compilers.algol import syntax
from host.compilers.algol.syntax import Kind, Operator, Type
from host.languages.source import Diagnostics

WANTED = {
    Type.INTEGER: "an arithmetic expression",
    Type.REAL: "an arithmetic expression",
    Type.NUMBER: "an arithmetic expression",
    Type.BOOLEAN: "a Boolean expression",
    Type.LABEL: "a label",
}


def described(declared: syntax.Declared) -> str:
    """Return the meaning of a name, in words."""
    match declared:
        case syntax.Formal(specification=None):
            return "a formal parameter"
        case syntax.Formal(kind=Kind.EXPRESSION, type=type_):
            return f"a parameter of type {type_.value}"
        case syntax.Formal(kind=kind):
            return f"a parameter that is {'an' if kind is Kind.ARRAY else 'a'} {kind.value}"
        case syntax.Variable(type=type_):
            return f"a variable of type {type_.value}"
        case syntax.Procedure(type=Type.NONE):
            return "a procedure without a value"
        case syntax.Procedure():
            return "a function"
    return {syntax.Array: "an array", syntax.Switch: "a switch", syntax.Label: "a label"}[type(declared)]


class Expressions:
    """The part of the pass that gives expressions their types."""

    def __init__(self, diagnostics: Diagnostics, strict_power: bool = False) -> None:
        self.diagnostics = diagnostics
        self.strict_power = strict_power  # as in operators.py
        self.array_uses: dict[syntax.Formal, list[syntax.Subscripted]] = {}  # elements of array parameters
        self._valueless: set[syntax.Declared | None] = set()  # procedures already reported as without a value

    def call(self, call: syntax.Call, valued: bool) -> Type:
        """Give a call and its parameters their types; `valued` says whether its value is needed."""
        raise NotImplementedError

    def error(self, at: syntax.Expression | syntax.Declared, message: str, hint: str = "") -> Type:
        """Note an error; return the type that gives rise to no others."""
        self.diagnostics.error(at.at, message, hint)
        return Type.UNKNOWN

    def valueless(self, declared: syntax.Declared | None, at: syntax.Expression, message: str) -> Type:
        """Note that a procedure has no value, unless that was noted of this one before."""
        if declared not in self._valueless:
            hint = ""
            if isinstance(declared, syntax.Procedure) and not declared.standard:
                hint = f"does its declaration lack a type, like: real procedure {declared.spelling}?"
            self.error(at, message, hint)
        self._valueless.add(declared)
        return Type.UNKNOWN

    # --- What is needed ----------------------------------------------------------------------------------------------

    def want(self, node: syntax.Expression, wanted: Type) -> None:
        """Give an expression its type, and mark the transfer to the type that is needed (NUMBER: either one)."""
        self.fit(node, self.expression(node), wanted)

    def fit(self, node: syntax.Expression, type_: Type, wanted: Type) -> None:
        """Mark the transfer of an expression of a known type to the one that is needed."""
        if type_ is Type.UNKNOWN or (type_ is Type.NUMBER and wanted in (Type.INTEGER, Type.REAL)):
            node.transfer = wanted
        elif type_.arithmetic and wanted in (Type.INTEGER, Type.REAL):
            node.transfer = wanted if type_ is not wanted else None
        elif type_ is not wanted and not (type_.arithmetic and wanted is Type.NUMBER):
            self.error(node, f"expected {WANTED[wanted]}, this is {_article(type_)}")

    # --- Values ------------------------------------------------------------------------------------------------------

    def expression(self, node: syntax.Expression) -> Type:
        """Give an expression, and all in it, its type."""
        node.type = self._type(node)
        return node.type

    def _type(self, node: syntax.Expression) -> Type:
        match node:
            case syntax.Name():
                return self.name(node)
            case syntax.Integer():
                return Type.INTEGER
            case syntax.Binary():
                return self.binary(node)
            case syntax.Subscripted():
                return self.subscripted(node)
            case syntax.Call():
                return self.call(node, valued=True)
            case syntax.Unary():
                return self.unary(node)
            case syntax.IfExpression():
                return self.conditional(node)
            case syntax.Real():
                return Type.REAL
            case syntax.LogicalValue():
                return Type.BOOLEAN
            case syntax.String():
                return Type.STRING
        raise AssertionError(node)

    def name(self, name: syntax.Name) -> Type:
        """Return the type of a name that stands for a value (or a label, or a string parameter)."""
        declared = name.declared
        match declared:
            case None | syntax.Formal(specification=None):
                return Type.UNKNOWN
            case syntax.Variable() | syntax.Formal(kind=Kind.EXPRESSION | Kind.LABEL | Kind.STRING):
                return declared.type
            case syntax.Label():
                return Type.LABEL
            case syntax.Formal(kind=Kind.PROCEDURE) if declared.type is not Type.NONE:
                name.called = True
                return declared.type
            case syntax.Procedure() if declared.type is not Type.NONE:
                return self.function(name, declared)
            case syntax.Array() | syntax.Switch() | syntax.Formal(kind=Kind.ARRAY | Kind.SWITCH):
                return self.error(name, f"'{name.at.text}' is {described(declared)}: subscripts are missing")
        message = f"'{name.at.text}' is {described(declared)} and cannot stand in an expression"
        return self.valueless(declared, name, message)

    def function(self, name: syntax.Name, function: syntax.Procedure) -> Type:
        """Return the type of a function that is called without parameters."""
        name.called = True
        if function.formals:
            count = len(function.formals)
            message = f"the function '{name.at.text}' needs {count} parameter{'s' * (count > 1)}"
            self.error(name, message, "within an expression a function's name calls it")
        return function.type

    def subscripted(self, node: syntax.Subscripted) -> Type:
        """Return the type of an element of an array, or LABEL of a switch."""
        for subscript in node.subscripts:
            self.want(subscript, Type.INTEGER)
        declared, count = node.array.declared, len(node.subscripts)
        match declared:
            case None | syntax.Formal(specification=None):
                return Type.UNKNOWN
            case syntax.Array():
                if count != declared.dimensions:
                    self.error(
                        node,
                        f"the array '{node.array.at.text}' has {subscripts_in_words(declared.dimensions)}, not {count}",
                    )
                return declared.type
            case syntax.Formal(kind=Kind.ARRAY):
                self.formal_array(node, declared, count)
                return declared.type
            case syntax.Switch() | syntax.Formal(kind=Kind.SWITCH):
                if count != 1:
                    self.error(node, f"a switch has one subscript, not {count}")
                return Type.LABEL
        return self.error(node.array, f"'{node.array.at.text}' is {described(declared)}: it has no subscripts")

    def formal_array(self, node: syntax.Subscripted, formal: syntax.Formal, count: int) -> None:
        """Note how many subscripts the body of a procedure uses for an array parameter."""
        self.array_uses.setdefault(formal, []).append(node)
        formal.dimensions = formal.dimensions or count

    def check_formal_arrays(self) -> None:
        """Report elements of array parameters that have not as many subscripts as most elements of these, or as many.

        The first ones are right where there are as many of one sort as of the other.
        """
        for formal, nodes in self.array_uses.items():
            ((wanted, _),) = Counter(len(node.subscripts) for node in nodes).most_common(1)
            formal.dimensions = wanted
            for node in nodes:
                if len(node.subscripts) != wanted:
                    here = subscripts_in_words(len(node.subscripts))
                    self.error(node, f"the array '{node.array.at.text}' has {here} here, {wanted} elsewhere")

    def unary(self, node: syntax.Unary) -> Type:
        """Return the type of an operation with one operand."""
        if node.operator is Operator.NOT:
            self.want(node.operand, Type.BOOLEAN)
            return Type.BOOLEAN
        self.want(node.operand, Type.NUMBER)
        return node.operand.type if node.operand.type.arithmetic else Type.NUMBER

    def binary(self, node: syntax.Binary) -> Type:
        """Return the type of an operation with two operands."""
        left, right = self.expression(node.left), self.expression(node.right)
        if node.operator is Operator.QUOTIENT:
            self._integers(node.left, node.right)
        if node.operator in RELATIONS and left is right is Type.BOOLEAN:
            return self.error(node, f"'{node.operator.value}' compares numbers", "Boolean values are compared by ≡")
        if node.operator is Operator.EQUIVALENT and left.arithmetic and right.arithmetic:
            return self.error(node, "'≡' compares Boolean values", "numbers are compared by =")
        wanted = operation(node.operator, left, right, _sign(node.right), self.strict_power)
        self.fit(node.left, left, wanted.left)
        self.fit(node.right, right, wanted.right)
        return wanted.result

    def _integers(self, *operands: syntax.Expression) -> None:
        for operand in operands:
            if operand.type is Type.REAL:
                self.error(operand, "÷ divides integers, this is real", "use / or entier")

    def conditional(self, node: syntax.IfExpression) -> Type:
        """Return the type of a conditional expression, which both cases are brought to."""
        self.want(node.condition, Type.BOOLEAN)
        types = then, otherwise = self.expression(node.then), self.expression(node.otherwise)
        if then is otherwise:
            return then
        if Type.LABEL in types and _leads(node):
            self.designate(node)
            return Type.LABEL
        known = [each for each in types if each is not Type.UNKNOWN]
        both = common(then, otherwise) if all(each.arithmetic for each in known) else known[0]
        if len(known) == 2 and not (then.arithmetic and otherwise.arithmetic):
            return self.error(node.otherwise, f"one case is {_article(then)}, the other {_article(otherwise)}")
        self.fit(node.then, then, both)
        self.fit(node.otherwise, otherwise, both)
        return both

    # --- Designational expressions -----------------------------------------------------------------------------------

    def designate(self, node: syntax.Expression) -> None:
        """Give an expression that must lead to a label its type."""
        match node:
            case syntax.IfExpression():
                self.want(node.condition, Type.BOOLEAN)
                self.designate(node.then)
                self.designate(node.otherwise)
            case syntax.Integer():
                if node.declared is None:
                    self.error(node, f"there is no label {node.at.text} here")
            case syntax.Name() | syntax.Subscripted():
                self.want(node, Type.LABEL)
                return
            case _:
                self.error(node, "expected a label, a switch with a subscript, or a conditional expression of these")
        node.type = Type.LABEL


def _leads(node: syntax.Expression) -> bool:
    """Return whether an actual parameter can be a designational expression: numbers are labels, too."""
    match node:
        case syntax.IfExpression():
            return _leads(node.then) and _leads(node.otherwise)
        case syntax.Integer():
            return node.declared is not None
    return node.type in (Type.LABEL, Type.UNKNOWN)


def _article(type_: Type) -> str:
    names = {Type.NUMBER: "arithmetic", Type.STRING: "a string", Type.LABEL: "a label", Type.NONE: "no value"}
    return names.get(type_, type_.value)


def subscripts_in_words(count: int) -> str:
    """Return a number of subscripts in words."""
    return f"{count} subscript{'s' * (count != 1)}"


def _sign(exponent: syntax.Expression) -> int | None:
    """Return the sign of an exponent that is a number, as it is written: -1, 0 or 1; else None."""
    match exponent:
        case syntax.Integer(value=value):
            return int(value > 0)
        case syntax.Unary(operator=Operator.MINUS, operand=syntax.Integer()):
            return -1
        case syntax.Unary(operator=Operator.PLUS, operand=syntax.Integer(value=value)):
            return int(value > 0)
    return None


LOGICAL = frozenset((Operator.EQUIVALENT, Operator.IMPLIES, Operator.OR, Operator.AND))
RELATIONS = frozenset(
    (Operator.LESS, Operator.NOT_GREATER, Operator.EQUAL, Operator.NOT_LESS, Operator.GREATER, Operator.NOT_EQUAL)
)


class Operation(NamedTuple):
    """The types of an operation's operands (NUMBER: either one, unconverted) and of its result."""

    left: Type
    right: Type
    result: Type


def common(left: Type, right: Type) -> Type:
    """Return the arithmetic type two operands are brought to: real if one is, integer if both are."""
    if Type.REAL in (left, right):
        return Type.REAL
    return Type.INTEGER if left is right is Type.INTEGER else Type.NUMBER


def operation(operator: Operator, left: Type, right: Type, sign: int | None = None, strict: bool = False) -> Operation:
    """Return the operation for operands of these types; `sign` is that of an exponent that is a number: -1, 0, 1."""
    if operator in LOGICAL:
        return Operation(Type.BOOLEAN, Type.BOOLEAN, Type.BOOLEAN)
    if operator is Operator.DIVIDE:
        return Operation(Type.REAL, Type.REAL, Type.REAL)
    if operator is Operator.QUOTIENT:
        return Operation(Type.INTEGER, Type.INTEGER, Type.INTEGER)
    if operator is Operator.POWER:
        return _power(left, right, sign, strict)
    both = common(left, right)
    return Operation(both, both, Type.BOOLEAN if operator in RELATIONS else both)


def _power(base: Type, exponent: Type, sign: int | None, strict: bool) -> Operation:
    if Type.REAL in (base, exponent) or sign == -1:
        return Operation(Type.REAL, exponent if exponent.arithmetic else Type.NUMBER, Type.REAL)
    result = common(base, exponent) if strict or sign is not None else Type.NUMBER
    return Operation(Type.NUMBER, Type.NUMBER, result)
