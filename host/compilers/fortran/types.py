"""Types of expressions, and the conversions that the language implies.

Operands of different types become the one that holds more: INTEGER, REAL, DOUBLE PRECISION, COMPLEX. FORTRAN II has one
mode in an expression, so that there is a warning. A word (Hollerith, octal, a mask) is taken as it is for a number.

    X = I + 1.5      Assignment X, Binary(+, Convert(REAL, I), 1.5)
    I = X            Assignment I, values: [Convert(INTEGER, X)]

Source: X3.9-1966, 6.1 to 6.4 and 7.1.1.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from emulators.errors import Cure
from host.compilers.fortran import syntax
from host.compilers.fortran.intrinsics import ANY_NUMBER, Intrinsic
from host.compilers.fortran.parser import Parsed
from host.compilers.fortran.syntax import Kind, Operator, Sort, Type
from host.languages.source import Diagnostics, Span

RANK = {Type.INTEGER: 0, Type.REAL: 1, Type.DOUBLE: 2, Type.COMPLEX: 3}
JOINS = (Operator.AND, Operator.OR)
ORDERS = (Operator.LT, Operator.LE, Operator.GE, Operator.GT)


class Limits(NamedTuple):
    """The limits of a machine's numbers and words."""

    name: str  # of the machine
    integer: int  # the largest one that may be written
    real: Fraction  # the smallest one that is too large
    small: Fraction  # the smallest one that is not taken for zero
    bits: int  # of a word
    characters: int  # of a word


def check(parsed: Parsed, limits: Limits, diagnostics: Diagnostics) -> None:
    """Give every expression its type."""
    for unit in parsed.program.units:
        Types(parsed.program, unit, limits, diagnostics, parsed.parts[unit].lost).check()


class Types:
    """The types of a unit."""

    def __init__(
        self,
        program: syntax.Program,
        unit: syntax.Unit,
        limits: Limits,
        diagnostics: Diagnostics,
        lost: bool = False,
    ) -> None:
        self.program, self.unit, self.limits, self.diagnostics = program, unit, limits, diagnostics
        self.lost = lost  # a type statement may be missing: errors of types are not reported
        self.told = False  # of the mixed modes in a statement of FORTRAN II

    def check(self) -> None:
        """Do all of it."""
        for each in self.unit.statements:
            self.told = False
            self.statement(each)

    def statement(self, node: syntax.Statement) -> None:
        """Type the expressions of a statement."""
        match node:
            case syntax.StatementFunction(value=value, symbol=symbol) if symbol.type is not None:
                node.value = self.assigned(self.typed(value), symbol.type, node.name)
            case syntax.Assignment():
                self._assignment(node)
            case syntax.Assign(variable=variable):
                self.variable(variable, "a variable of ASSIGN")
            case syntax.AssignedGoTo(variable=variable):
                self._assigned_go_to(variable)
            case syntax.ComputedGoTo(value=value):
                node.value = self.integer(value, "the number of a GO TO")
            case syntax.ArithmeticIf(value=value):
                node.value = self.typed(value)
                if node.value.type is Type.LOGICAL:
                    hint = "IF (...) GO TO n goes on there if it is true"
                    self.wrong(node.value.at, "an IF with three statement numbers needs a number", hint)
                elif node.value.type is Type.COMPLEX:
                    self.wrong(node.value.at, "a COMPLEX number has no sign")
            case syntax.TwoWayIf(value=value):
                node.value = self.typed(value)
            case syntax.LogicalIf(condition=condition, statement=inner):
                node.condition = self.typed(condition)
                if node.condition.type is not Type.LOGICAL and node.condition.type is not None:
                    kind = node.condition.type.value
                    message = f"the condition of an IF is LOGICAL, this is {_named(kind)}"
                    self.wrong(node.condition.at, message, "IF (...) n1, n2, n3 looks at a number")
                self.statement(inner)
            case syntax.IndicatorIf(number=number) if number is not None:
                node.number = self.integer(number, f"the number of {node.indicator.value}")
            case syntax.SenseLight(number=number):
                node.number = self.integer(number, "the number of a sense light")
            case syntax.FileControl(unit=number):
                node.unit = self.integer(number, "the number of a unit")
            case syntax.Do():
                self._loop(node)
            case syntax.CallStatement(arguments=arguments):
                node.arguments = [self.argument(each) for each in arguments]
            case syntax.Transfer():
                self._transfer(node)

    def _assignment(self, node: syntax.Assignment) -> None:
        targets = [self.typed(each) for each in node.targets]
        value = self.typed(node.value)
        node.value = value
        values: list[syntax.Expression] = []
        for each in reversed(targets):
            value = self.assigned(value, each.type, getattr(each, "name", ""))
            values.insert(0, value)
        node.values = values

    def assigned(self, value: syntax.Expression, to: Type | None, name: str) -> syntax.Expression:
        """Return a value as it is assigned to a variable of a type."""
        if to is None or value.type is None:
            return value
        if (to is Type.LOGICAL) is not (value.type is Type.LOGICAL) and value.type is not Type.WORD:
            kind = _named(value.type.value)
            self.wrong(value.at, f"'{name}' is {to.value}: it cannot have the value of {kind} expression")
            return value
        return self.converted(value, to)

    def wrong(self, at: Span, message: str, hint: str = "") -> None:
        """Report a wrong type."""
        if not self.lost:
            self.diagnostics.error(at, message, hint)

    def converted(self, value: syntax.Expression, to: Type) -> syntax.Expression:
        """Return a value in another type."""
        if value.type is to or value.type is None:
            return value
        if to is Type.INTEGER and _real(value) >= self.limits.integer + 1:
            message = f"this number is too large for an integer of the {self.limits.name}"
            self.diagnostics.error(value.at, f"{message}: {self.limits.integer} is the largest")
        found = syntax.Convert(value.at, value)
        found.type = to
        return found

    def initial(self, value: syntax.Expression, symbol: syntax.Symbol) -> syntax.Expression:
        """Return the constant that DATA gives to a variable, or to an element of an array, as it is assigned."""
        kind, to = self.typed(value).type, symbol.type
        assert to is not None
        if kind not in (to, Type.WORD) and Type.LOGICAL not in (kind, to) and {kind, to} != {Type.REAL, Type.DOUBLE}:
            assert kind is not None
            message = f"'{symbol.name}' is {to.value}: this {kind.value} constant is converted"
            self.diagnostics.warn(value.at, message)
        return self.assigned(value, to, symbol.name)

    def variable(self, node: syntax.Name, what: str) -> None:
        """Type a variable that must be a whole integer variable."""
        node.type = node.symbol.type or Type.INTEGER
        if node.symbol.kind is not Kind.VARIABLE or node.type is not Type.INTEGER:
            kind = node.type.value if node.symbol.kind is Kind.VARIABLE else node.symbol.kind.value
            self.wrong(node.at, f"{what} is an INTEGER variable, '{node.name}' is {_named(kind)}")

    def _assigned_go_to(self, node: syntax.Name) -> None:
        node.type = node.symbol.type or Type.INTEGER
        if not node.symbol.labelled:
            digits = node.name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            message = f"no ASSIGN gives '{node.name}' a statement number in this unit"
            hint = f"ASSIGN n TO {node.name} does"
            if digits.isdigit():
                hint = Cure(f"is GO TO {digits} meant?", node.name, digits)
            self.diagnostics.error(node.at, message, hint)

    def integer(self, node: syntax.Expression, what: str) -> syntax.Expression:
        """Return an expression that must be an integer."""
        value = self.typed(node)
        if value.type in (Type.LOGICAL, Type.COMPLEX):
            self.wrong(value.at, f"{what} is INTEGER, this is {_named(value.type.value)}")
        elif value.type in (Type.REAL, Type.DOUBLE):
            self.diagnostics.warn(value.at, f"{what} is INTEGER, this is {_named(value.type.value)}: it is truncated")
        return self.converted(value, Type.INTEGER)

    def _loop(self, node: syntax.Do | syntax.ImpliedDo) -> None:
        self.variable(node.variable, "the variable of a DO")
        node.start = self.integer(node.start, "the first value of a DO")
        node.limit = self.integer(node.limit, "the last value of a DO")
        if node.step is not None:
            node.step = self.integer(node.step, "the step of a DO")
            number = _number(node.step)
            if number is not None and number <= 0:
                self.diagnostics.error(node.step.at, "the step of a DO is positive")
        start, limit = _number(node.start), _number(node.limit)
        if start is not None and limit is not None and start > limit:
            message = f"the range is done once, though {start} is greater than {limit}"
            self.diagnostics.warn(node.start.at, message)

    def _transfer(self, node: syntax.Transfer) -> None:
        if node.unit is not None:
            what = "the number of characters" if node.device is syntax.Device.STORAGE else "the number of a unit"
            node.unit = self.integer(node.unit, what)
        if node.place is not None:
            if node.device is syntax.Device.DRUM:
                node.place = self.integer(node.place, "the address on a drum")
            else:
                node.place = self.argument(node.place)
        if isinstance(node.format, syntax.Name):
            node.format.type = node.format.symbol.type or Type.INTEGER
        node.items = self._items(node.items)

    def _items(self, items: Iterable[syntax.Item]) -> list[syntax.Item]:
        found: list[syntax.Item] = []
        for each in items:
            if isinstance(each, syntax.ImpliedDo):
                self._loop(each)
                each.items = self._items(each.items)
                found.append(each)
            else:
                found.append(self.argument(each))
        return found

    # ---------------------------------------------------------------- expressions

    def argument(self, node: syntax.Expression) -> syntax.Expression:
        """Type an argument: arrays and subprograms may be named alone, texts may be long."""
        if isinstance(node, syntax.Hollerith):
            node.type = Type.WORD
            return node
        return self.typed(node)

    def typed(self, node: syntax.Expression) -> syntax.Expression:
        """Return an expression with its type, or its conversion."""
        match node:
            case syntax.Integer(value=value):
                node.type = Type.INTEGER
                if value > self.limits.integer:
                    message = (
                        f"this integer is too large for the {self.limits.name}: {self.limits.integer} is the largest"
                    )
                    self.diagnostics.error(node.at, message)
            case syntax.Real(value=value, double=double):
                node.type = Type.DOUBLE if double else Type.REAL
                if value >= self.limits.real:
                    self.diagnostics.error(node.at, f"this number is too large for the {self.limits.name}")
                if 0 < value < self.limits.small:
                    message = f"this number is too small for the {self.limits.name}: it is zero"
                    self.diagnostics.warn(node.at, message)
            case syntax.Complex(real=real, imaginary=imaginary):
                node.type = Type.COMPLEX
                node.real = self.converted(self.typed(real), Type.REAL)
                node.imaginary = self.converted(self.typed(imaginary), Type.REAL)
            case syntax.Logical():
                node.type = Type.LOGICAL
            case syntax.Octal(value=value):
                node.type = Type.WORD
                if value >= 1 << self.limits.bits:
                    message = f"this octal constant is too large: a word has {self.limits.bits // 3} digits"
                    self.diagnostics.error(node.at, message)
            case syntax.Hollerith(text=text):
                node.type = Type.WORD
                if len(text) > self.limits.characters:
                    message = f"this text has {len(text)} characters: a word has {self.limits.characters}"
                    self.diagnostics.error(node.at, message)
            case syntax.Name(symbol=symbol):
                node.type = symbol.type or Type.INTEGER
            case syntax.Element(symbol=symbol):
                node.type = symbol.type or Type.REAL
                node.subscripts = [self.integer(each, "a subscript") for each in node.subscripts]
            case syntax.Call():
                self._call(node)
            case syntax.Unary():
                self._unary(node)
            case syntax.Binary():
                self._chain(node)
        return node

    def _call(self, node: syntax.Call) -> None:
        symbol = node.symbol
        node.type = symbol.type or Type.REAL
        if symbol.kind is Kind.INTRINSIC:
            self._intrinsic(node, symbol.intrinsic)
        elif symbol.kind is Kind.STATEMENT_FUNCTION:
            assert symbol.statement_function is not None
            dummies = symbol.statement_function.dummies
            node.arguments = [self.typed(each) for each in node.arguments]
            for number, (given, dummy) in enumerate(zip(node.arguments, dummies, strict=False)):
                if given.type is not dummy.type and dummy.type is not None:
                    node.arguments[number] = self._given(given, dummy.type, node.name)
        else:
            node.arguments = [self.argument(each) for each in node.arguments]

    def _intrinsic(self, node: syntax.Call, intrinsic: Intrinsic) -> None:
        wanted = list(intrinsic.arguments)
        given = len(node.arguments)
        if node.name in ANY_NUMBER:
            node.arguments = []
            return
        if intrinsic.more and given > len(wanted):
            wanted += [wanted[-1]] * (given - len(wanted))
        if given != len(wanted):
            message = f"'{node.name}' has {intrinsic.wanted}, not {given}"
            self.diagnostics.error(node.at, message)
        node.arguments = [self.typed(each) for each in node.arguments]
        for number, (each, kind) in enumerate(zip(node.arguments, wanted, strict=False)):
            node.arguments[number] = self._given(each, kind, node.name)

    def _given(self, argument: syntax.Expression, kind: Type, name: str) -> syntax.Expression:
        """Return the argument of a function as a type."""
        if argument.type is kind or argument.type is None:
            return argument
        one_word = kind is Type.WORD and argument.type.words == 1
        if Type.LOGICAL in (kind, argument.type) and not (one_word or argument.type is Type.WORD):
            message = f"the argument of '{name}' is {_named(kind.value)}, not {_named(argument.type.value)}"
            self.wrong(argument.at, message)
        elif not one_word and argument.type is not Type.WORD:
            message = f"the argument of '{name}' is {kind.value}: this {argument.type.value} is converted"
            self.diagnostics.warn(argument.at, message)
        return self.converted(argument, kind)

    def _unary(self, node: syntax.Unary) -> None:
        node.operand = self.typed(node.operand)
        kind = node.operand.type
        if node.operator is Operator.NOT:
            if kind is not Type.LOGICAL:
                node.operand = self._word(node.operand, node.operator)
                kind = Type.WORD
        elif isinstance(node, syntax.Copy):
            pass
        elif kind is Type.LOGICAL:
            self._no_number(node.operand, node.operator)
        elif kind is Type.WORD:
            kind = Type.INTEGER
            node.operand = self.converted(node.operand, kind)
        node.type = kind

    def _chain(self, node: syntax.Binary) -> None:
        """Type a chain of operations that is deep on its left side, starting at its first operand."""
        chain = [node]
        while isinstance(chain[-1].left, syntax.Binary):
            chain.append(chain[-1].left)
        first = chain[-1]
        first.left = self.typed(first.left)
        for each in reversed(chain):
            each.right = self.typed(each.right)
            self._binary(each)

    def _binary(self, node: syntax.Binary) -> None:
        left, right, operator = node.left, node.right, node.operator
        if operator in JOINS:
            self._join(node)
            return
        if Type.LOGICAL in (left.type, right.type):
            self._no_number(left if left.type is Type.LOGICAL else right, operator)
            node.type = Type.LOGICAL if operator.relation else Type.INTEGER
            return
        if operator is Operator.POWER:
            self._power(node)
            return
        kind = self._common(node)
        node.left, node.right = self.converted(left, kind), self.converted(right, kind)
        node.type = Type.LOGICAL if operator.relation else kind
        if kind is Type.COMPLEX and operator in ORDERS:
            self.diagnostics.error(node.at, f"COMPLEX numbers are not compared by {operator.value}")

    def _common(self, node: syntax.Binary) -> Type:
        """Return the type in which an operation is done."""
        kinds = [each.type for each in (node.left, node.right)]
        if kinds == [Type.WORD, Type.WORD]:
            return Type.INTEGER
        if Type.WORD in kinds:
            return kinds[1 - kinds.index(Type.WORD)]
        one, other = kinds
        if one is not other and self.program.dialect == "ii" and not self.told:
            self.told = True
            message = f"{one.value} and {other.value} in one expression: FORTRAN II has one mode"
            self.diagnostics.warn(node.at, message, "an assignment or FLOATF converts")
        return one if RANK[one] >= RANK[other] else other

    def _power(self, node: syntax.Binary) -> None:
        if node.left.type is Type.WORD:
            node.left = self.converted(node.left, Type.INTEGER)
        if node.right.type is Type.WORD:
            node.right = self.converted(node.right, Type.INTEGER)
        base, exponent = node.left.type, node.right.type
        if exponent is Type.COMPLEX or (base is Type.COMPLEX and exponent is not Type.INTEGER):
            message = "a COMPLEX number is not an exponent" if exponent is Type.COMPLEX else (
                f"the exponent of a COMPLEX number is INTEGER, this is {_named(exponent.value)}")  # fmt: skip
            self.diagnostics.error(node.right.at, message)
            node.type = Type.COMPLEX
            return
        node.type = base if exponent is Type.INTEGER or RANK[base] >= RANK[exponent] else exponent
        node.left = self.converted(node.left, node.type)

    def _join(self, node: syntax.Binary) -> None:
        logical = [each.type is Type.LOGICAL for each in (node.left, node.right)]
        if all(logical):
            node.type = Type.LOGICAL
            return
        if any(logical):
            number = node.right if logical[0] else node.left
            if number.type is not None:
                kind = _named(number.type.value)
                message = f"{node.operator.value} joins two conditions or two numbers, this is {kind}"
                self.wrong(number.at, message, "each side is a whole comparison: A .EQ. B .OR. A .EQ. C")
            node.type = Type.LOGICAL
            return
        node.left = self._word(node.left, node.operator)
        node.right = self._word(node.right, node.operator)
        node.type = Type.WORD

    def _word(self, operand: syntax.Expression, operator: Operator) -> syntax.Expression:
        if operand.type is not None and operand.type.words > 1:
            message = f"{operator.value} has conditions or words beside it, this is {operand.type.value}"
            self.wrong(operand.at, message)
        return self.converted(operand, Type.WORD)

    def _no_number(self, node: syntax.Expression, operator: Operator) -> None:
        message = f"{operator.value} needs numbers, this is LOGICAL"
        self.wrong(node.at, message)


def result_type(unit: syntax.Unit) -> Type | None:
    """Return the type of the value of a function."""
    return unit.result.type if unit.sort is Sort.FUNCTION and unit.result is not None else None


def _number(node: syntax.Expression) -> int | None:
    match node:
        case syntax.Integer(value=value):
            return value
        case syntax.Unary(operator=Operator.MINUS, operand=syntax.Integer(value=value)):
            return -value
    return None


def _real(node: syntax.Expression) -> Fraction:
    """Return the magnitude of a real constant that may have signs; 0 for any other expression."""
    match node:
        case syntax.Real(value=value):
            return value
        case syntax.Complex(real=real):
            return _real(real)
        case syntax.Unary(operand=operand) | syntax.Convert(operand=operand):
            return _real(operand)
    return Fraction(0)


def _named(kind: str) -> str:
    """Return a type with its article."""
    return f"{'an' if kind[0] in 'IAai' else 'a'} {kind}"
