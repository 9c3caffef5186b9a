"""What does an ALGOL program print? The tree, interpreted by the words of the Revised Report.

Where the Report leaves the order of evaluation open, it is as written: left to right.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from math import floor, prod
from typing import Any

from host.compilers.algol.syntax import (
    Array,
    ArrayDeclaration,
    Assignment,
    Binary,
    Block,
    Call,
    CallStatement,
    Compound,
    Dummy,
    For,
    Formal,
    ForStep,
    ForValue,
    Goto,
    If,
    IfExpression,
    Integer,
    Kind,
    Label,
    LogicalValue,
    Name,
    Operator,
    Procedure,
    Real,
    String,
    Subscripted,
    Switch,
    Type,
    TypeDeclaration,
    Unary,
    Variable,
    children,
)
from host.languages.source import deep_recursion
from tests.algol import arithmetic as numbers
from tests.algol.arithmetic import Failure, Undefined, Unspecified
from tests.algol.formats import output
from tests.algol.things import (
    KIND,
    Cell,
    Closure,
    Elements,
    Switching,
    Target,
    Thunk,
    converted,
    copied,
    defined,
    fits,
    stored,
    zero,
)

LARGE = 20_000  # an array that may not fit into storage
TRANSPUT = ("outinteger", "outboolean", "outstring", "output", "ininteger")
INEXACT = {"sin": math.sin, "cos": math.cos, "arctan": math.atan, "ln": math.log, "exp": math.exp}
EITHER_TYPE = ("abs", "sign", "entier")  # of an argument


class Jump(Exception):
    """A go to statement, on its way to the block that has the label."""

    def __init__(self, label, environment):
        self.label, self.environment = label, environment


class Environment:
    """An activation of a block or of a procedure: what its names stand for."""

    def __init__(self, outer=None, procedure=None):
        self.outer, self.procedure = outer, procedure
        self.things: dict[Any, Any] = {}

    def find(self, declared):
        """What a name stands for; the environment of a label."""
        place = self
        while declared not in place.things:
            place = place.outer
        return place.things[declared]

    def activation(self, procedure):
        """The innermost activation of a procedure that is around here."""
        place = self
        while place.procedure is not procedure:
            place = place.outer
        return place


@cache
def labels_in(*roots):
    """The labels that are local to where some statements stand."""
    found, waiting = set(), list(roots)
    while waiting:
        each = waiting.pop()
        found |= set(getattr(each, "labels", ()))
        if not isinstance(each, Block | Procedure):
            waiting.extend(children(each))
    return frozenset(each for each in found if isinstance(each, Label))


class Interpreter:
    """One run of one program."""

    def __init__(
        self, program, given=(), steps=20_000, deepest=150, strict_switch=False, strict_power=False, unset=False
    ):
        self.strict_switch, self.strict_power = strict_switch, strict_power
        self.unset = unset  # whether using what has no value is a failure; own variables begin without one, too
        self.program, self.steps, self.deepest = program, steps, deepest  # at most: steps, activations at once
        self.own: dict[Any, Any] = {}
        self.line = 0  # of the program: where it is
        self.given, self.taken = list(given), 0  # numbers to read, and how many have been read
        self.pieces: list[str] = []
        self.files: dict[int, list[str]] = {}  # what is written to other channels
        self.depth = 0

    def run(self):
        """Run the program."""
        try:
            with deep_recursion(), deep_recursion(), deep_recursion():
                self.body((self.program.body,), Environment())
        except Undefined:
            if self.unset:
                raise Failure("a value is used that has never been given") from None
            raise
        finally:
            labels_in.cache_clear()

    @property
    def output(self):
        return "".join(self.pieces)

    def count(self):
        self.steps -= 1
        if self.steps < 0:
            raise Unspecified("so many steps")

    # ------------------------------------------------------------ statements

    def body(self, statements, here):
        """Execute statements that have labels of their own, in a new environment."""
        for label in labels_in(*statements):
            here.things[label] = here
        self.catching(statements, here)

    def catching(self, statements, here):
        """Execute statements until their end, or until something jumps out of them."""
        target = None
        while True:
            try:
                self.sequence(statements, here, target)
                return
            except Jump as jump:
                if jump.environment is not here or jump.label not in labels_in(*statements):
                    raise
                target = jump.label

    def sequence(self, statements, here, target):
        """Execute statements, from a label on if there is a target."""
        for each in statements:
            if target is None or target in labels_in(each):
                self.statement(each, here, target)
                target = None

    def statement(self, node, here, target=None):
        self.count()
        if target in node.labels:
            target = None
        if not isinstance(node, Compound | Block | Dummy):
            self.line = node.at.line
        match node:
            case Compound(statements=statements):
                self.sequence(statements, here, target)
            case Block():
                self.block(node, Environment(here))
            case If(then=then) if target is not None:
                self.statement(then if target in labels_in(then) else node.otherwise, here, target)
            case If(then=then, otherwise=otherwise):
                if self.value(node.condition, here):
                    self.statement(then, here)
                elif otherwise:
                    self.statement(otherwise, here)
            case Assignment(targets=targets):
                cells = [self.place(each, here) for each in targets]
                value = self.value(node.value, here)
                for cell, each in zip(cells, targets, strict=True):
                    self.assign(cell, each, value)
            case Goto():
                found = self.designated(node.target, here)
                if found is not None:
                    raise Jump(found.label, found.environment)
            case CallStatement(call=call):
                self.call(call.procedure, call.actuals, here)
            case For():
                assert target is None
                for element in node.elements:
                    self.line = node.at.line
                    self.turns(node, element, here)

    def turns(self, node, element, here):
        """One element of a for list, as 4.6.4 writes it out."""
        if isinstance(element, ForStep):
            self.control(node, element.start, here)
            while not self.exhausted(node, element, here):
                self.catching((node.body,), here)
                self.line = node.at.line
                cell = self.place(node.variable, here)
                self.assign(cell, node.variable, self.stepped(node, element, here))
            return
        self.control(node, element.value, here)
        while isinstance(element, ForValue) or self.value(element.condition, here):
            self.catching((node.body,), here)
            if isinstance(element, ForValue):
                return
            self.line = node.at.line
            self.control(node, element.value, here)

    def control(self, node, expression, here):
        cell = self.place(node.variable, here)
        self.assign(cell, node.variable, self.value(expression, here))

    def stepped(self, node, element, here):
        left, right = self.value(node.variable, here), self.value(element.step, here)
        return numbers.add(*alike(left, right))

    def exhausted(self, node, element, here):
        """(V - C) x sign(B) > 0."""
        self.count()
        distance = numbers.exact(self.value(node.variable, here)) - numbers.exact(self.value(element.limit, here))
        return distance * sign(numbers.exact(self.value(element.step, here))) > 0

    # ------------------------------------------------------------ blocks

    def block(self, node, here):
        for declaration in node.declarations:
            match declaration:
                case TypeDeclaration(variables=variables):
                    for each in variables:
                        here.things[each] = self.owned(each) if each.own else Cell(each.type)
                case Procedure():
                    here.things[declaration] = Closure(declaration, here)
                case Switch():
                    here.things[declaration] = Switching(declaration, here)
        for declaration in node.declarations:
            if isinstance(declaration, ArrayDeclaration):
                for segment in declaration.segments:
                    self.arrays(segment, here)
        self.body(node.statements, here)

    def owned(self, variable):
        return self.own.setdefault(variable, Cell(variable.type, None if self.unset else zero(variable.type)))

    def arrays(self, segment, here):
        self.line = segment.arrays[0].at.line
        bounds = [(self.value(each.lower, here), self.value(each.upper, here)) for each in segment.bounds]
        if prod(max(0, upper - lower + 1) for lower, upper in bounds) > LARGE:
            raise Unspecified("so large an array")
        for array in segment.arrays:
            made = Elements(array.type, bounds, array.own and not self.unset)
            if array.own:
                made = self.own.setdefault(array, made)
                made.change(bounds)
            here.things[array] = made

    # ------------------------------------------------------------ places

    def place(self, target, here):
        """The variable that is assigned to."""
        if isinstance(target, Subscripted):
            return self.element(target, here)
        declared = target.declared
        if isinstance(declared, Procedure):
            return here.activation(declared).things["result"]
        found = here.find(declared)
        return found if isinstance(found, Cell) else self.behind(found)

    def behind(self, found):
        """The variable that a parameter by name stands for."""
        self.count()
        match found:
            case Thunk(expression=Subscripted() as node, environment=environment) if not node.enclosed:
                return self.elsewhere(node, lambda: self.element(node, environment))
            case Thunk(expression=Name(declared=Variable() | Formal() as declared) as node) if not node.enclosed:
                cell = found.environment.find(declared)
                return cell if isinstance(cell, Cell) else self.behind(cell)
        raise Failure("an assignment to a parameter that is no variable")

    def assign(self, cell, target, value):
        """A formal parameter has a type of its own: the value is brought to it first."""
        cell.value = stored(converted(converted(value, target.type), cell.type))

    def element(self, node, here):
        subscripts = tuple(self.value(each, here) for each in node.subscripts)
        found = here.find(node.array.declared)
        if not isinstance(found, Elements):
            raise Failure(KIND)
        return found.cell(subscripts)

    # ------------------------------------------------------------ expressions

    def value(self, node, here):
        """The value of an expression, of the type that its surroundings need."""
        return converted(self.raw(node, here), node.transfer)

    def whole(self, node, here):
        """An operand of ÷, which divides integers only (3.3.4.2)."""
        found = self.raw(node, here)
        if isinstance(found, numbers.Real):
            raise Failure("div divides integers, this is a real number")
        return converted(found, node.transfer)

    def raw(self, node, here):
        self.count()
        match node:
            case Integer(value=value) | LogicalValue(value=value):
                return value
            case Real(value=value):
                return numbers.real(value)
            case Name():
                return self.name(node, here)
            case Subscripted():
                return defined(self.element(node, here).value)
            case Call(procedure=procedure, actuals=actuals):
                return converted(defined(self.call(procedure, actuals, here)), node.type)
            case Unary(operator=operator):
                value = self.value(node.operand, here)
                if operator is Operator.NOT:
                    return not value
                return numbers.negative(value) if operator is Operator.MINUS else value
            case Binary(operator=operator):
                of_operand = self.whole if operator is Operator.QUOTIENT else self.value
                left, right = of_operand(node.left, here), of_operand(node.right, here)
                if self.strict_power and operator is Operator.POWER and isinstance(left, int) and right < 0:
                    raise Failure("negative power of an integer")
                result = operation(operator, left, right)
                return stored(result) if node.type is Type.NUMBER else result  # by operations that look at types
            case IfExpression():
                chosen = node.then if self.value(node.condition, here) else node.otherwise
                return self.value(chosen, here)
        raise Failure(KIND)

    def name(self, node, here):
        declared = node.declared
        if isinstance(declared, Procedure) or node.called:
            return converted(defined(self.call(node, (), here)), node.type)
        found = here.find(declared)
        return converted(self.read(found), declared.type)

    def read(self, found):
        """The value of a variable, or of what a parameter stands for."""
        self.count()
        match found:
            case Cell(value=value):
                return defined(value)
            case Thunk(expression=expression, environment=environment):
                return self.elsewhere(expression, lambda: stored(self.raw(expression, environment)))
            case Closure():
                return defined(self.enter(found, (), None))
        raise Failure(KIND)

    def elsewhere(self, node, evaluate):
        """What the expression of an actual parameter gives, evaluated where it stands."""
        line, self.line = self.line, node.at.line
        value = evaluate()
        self.line = line
        return value

    # ------------------------------------------------------------ labels

    def designated(self, node, here):
        self.count()
        match node:
            case Integer(declared=Label() as label) | Name(declared=Label() as label):
                return Target(label, here.find(label))
            case Name(declared=Formal() as formal):
                found = here.find(formal)
                if isinstance(found, Thunk) and found.expression.type in (Type.LABEL, Type.INTEGER):
                    return self.designated(found.expression, found.environment)
                if isinstance(found, Target):
                    return found
            case IfExpression():
                return self.designated(node.then if self.value(node.condition, here) else node.otherwise, here)
            case Subscripted(array=array, subscripts=(subscript,)):
                index, found = self.value(subscript, here), here.find(array.declared)
                if isinstance(found, Switching):
                    if 1 <= index <= len(found.switch.elements):
                        return self.designated(found.switch.elements[index - 1], found.environment)
                    if self.strict_switch:
                        raise Failure("a switch has no such element")
                    return None  # undefined (3.5.3): the go to statement is a dummy statement (4.3.5)
        raise Failure(KIND)

    # ------------------------------------------------------------ procedures

    def call(self, name, actuals, here):
        """Call a procedure by its name; give its value."""
        declared = name.declared
        if isinstance(declared, Procedure) and declared.standard:
            return self.standard(declared, actuals, here)
        found = here.find(declared)
        if not isinstance(found, Closure):
            raise Failure("a call of a parameter that is no procedure")
        return self.enter(found, actuals, here)

    def enter(self, closure, actuals, caller):
        procedure = closure.procedure
        if procedure.standard:
            return self.standard(procedure, actuals, caller)
        if len(actuals) != len(procedure.formals):
            raise Failure("a procedure with a wrong number of parameters")
        here = Environment(closure.environment, procedure)
        for formal, actual in zip(procedure.formals, actuals, strict=True):
            here.things[formal] = self.bound(formal, actual, caller)
        for formal in procedure.formals:
            if formal.by_value and formal.kind is Kind.ARRAY:
                here.things[formal] = copied(here.things[formal], formal.type)
        here.things["result"] = Cell(procedure.type)
        self.depth += 1
        if self.depth > self.deepest:
            raise Unspecified("so deep")
        line = self.line
        try:
            self.body((procedure.body,), here)
        finally:
            self.depth -= 1
        self.line = line
        return here.things["result"].value

    def bound(self, formal, actual, caller):
        """What a formal parameter stands for."""
        node = actual.expression
        if formal.by_value and formal.kind is Kind.EXPRESSION:
            return Cell(formal.type, stored(converted(self.raw(node, caller), formal.type)))
        if formal.by_value and formal.kind is Kind.LABEL:
            label = self.designated(node, caller)
            if label is None:
                raise Failure("a switch has no such element")
            return label
        found = self.handed_over(actual, caller)
        if not fits(found, formal):
            raise Failure(KIND)
        return found

    def handed_over(self, actual, caller):
        node = actual.expression
        if isinstance(node, String):
            return node.text
        if isinstance(node, Name) and not node.enclosed:
            match node.declared:
                case Formal(by_value=False) | Array() | Switch() as declared:
                    return caller.find(declared)
                case Formal(by_value=True, kind=Kind.ARRAY | Kind.LABEL) as declared:
                    return caller.find(declared)
                case Procedure() as procedure if actual.kind is Kind.PROCEDURE:
                    return Closure(procedure, None) if procedure.standard else caller.find(procedure)
        return Thunk(node, caller)

    # ------------------------------------------------------------ standard procedures

    def standard(self, procedure, actuals, here):
        name, formals = procedure.name, procedure.formals
        if len(actuals) != len(formals) and not procedure.rest:
            raise Failure("a procedure with a wrong number of parameters")
        if name in TRANSPUT:
            return self.transput(name, procedure, actuals, here)
        if name in ("length", "outchar", "fault"):
            return self.with_string(name, procedure, actuals, here)
        if procedure.rest or not all(each.by_value for each in formals):
            raise Unspecified(f"standard procedure {name}")
        values = [self.argument(each.expression, formal, here) for each, formal in zip(actuals, formals, strict=True)]
        if name in INEXACT:
            return self.inexact(name, *values)
        match name:
            case "maxint":
                return numbers.LIMIT - 1
            case "abs" | "iabs":
                return values[0] if numbers.exact(values[0]) >= 0 else numbers.negative(values[0])
            case "sqrt":
                return numbers.root(values[0])
            case "sign":
                return sign(numbers.exact(values[0]))
            case "entier":
                return numbers.of_real(floor(numbers.exact(values[0])))
        raise Unspecified(f"standard procedure {name}")

    def with_string(self, name, procedure, actuals, here):
        """What concerns a string, the first parameter or the one after the channel."""
        if name == "length":
            return len(written(self.string(actuals[0].expression, here)))
        number = self.argument(actuals[-1].expression, procedure.formals[-1], here)
        text = self.string(actuals[-2].expression, here)
        if name == "fault":
            raise Failure(f"fault: {text.upper()} {float(number.exact):g}")
        if not 1 <= number <= len(text):
            raise Failure("a string has no such character")
        self.pieces.append(text[number - 1])
        return None

    def transput(self, name, procedure, actuals, here):
        """Read from `given`, or write: channel 61 to the output, others to `files`."""
        channel = self.argument(actuals[0].expression, procedure.formals[0], here)
        why = ""
        if channel > 99 or channel == (61 if name == "ininteger" else 60):
            why = "no such channel"
        elif name == "ininteger" and self.taken == len(self.given):
            why = "reading past the end"
        if name == "ininteger":
            cell = self.behind(self.handed_over(actuals[1], here))  # where it would go is known before
        elif procedure.formals[1].by_value:
            value = self.argument(actuals[1].expression, procedure.formals[1], here)
        if why:
            raise Failure(why)
        match name:
            case "ininteger":
                self.taken += 1
                number = self.given[self.taken - 1]
                cell.value = numbers.real(number) if cell.type is Type.REAL else number
            case "output":
                values = [self.value(each.expression, here) for each in actuals[2:]]
                exact = [each.exact if isinstance(each, numbers.Real) else each for each in values]
                self.pieces.append(output(self.string(actuals[1].expression, here), exact))
            case "outstring":
                self.pieces.append(written(self.string(actuals[1].expression, here)))
            case _:
                shown = f"{str(value).upper() if name == 'outboolean' else value} "
                (self.pieces if channel == 61 else self.files.setdefault(channel, [])).append(shown)

    def inexact(self, name, argument):
        """A value that is used in hundredths: of those near the middle between two nobody knows which it is."""
        x = float(argument.exact)
        if name == "ln" and x <= 0:
            raise Failure("logarithm of a number that is not positive")
        if name == "exp" and x > 741.66:
            raise Failure("exponential too large")
        if name in ("sin", "cos") and abs(x) >= 1e6:
            raise Failure("sine or cosine of a number beyond 10 to the 6")
        value = INEXACT[name](x)
        hundredths = 100 * value + 0.5
        if abs(hundredths - round(hundredths)) < 1e-6 + abs(value) * 1e-10:
            raise Unspecified("not exact")
        return numbers.real(Fraction(value))

    def argument(self, node, formal, here):
        value = self.value(node, here)
        return value if formal.owner.name in EITHER_TYPE else converted(value, formal.type)

    def string(self, node, here):
        found = node.text if isinstance(node, String) else here.find(node.declared)
        if not isinstance(found, str):
            raise Failure("a parameter is no string")
        return found


def written(text):
    """A string as it is written, with its inner quotes in the characters of the machine."""
    return text.replace("‘", '"("').replace("’", '")"')


def sign(number):
    return (number > 0) - (number < 0)


def alike(left, right):
    """Two numbers, both real if one is."""
    if isinstance(left, numbers.Real) or isinstance(right, numbers.Real):
        return converted(left, Type.REAL), converted(right, Type.REAL)
    return left, right


def operation(operator, left, right):
    match operator:
        case Operator.EQUIVALENT:
            return left == right
        case Operator.IMPLIES:
            return not left or right
        case Operator.OR:
            return left or right
        case Operator.AND:
            return left and right
        case Operator.QUOTIENT:
            return numbers.quotient(left, right)
        case Operator.POWER:
            return numbers.power(left, right)
        case Operator.DIVIDE:
            return numbers.divided(*alike(left, right))
    if operator in numbers.RELATIONS:
        return numbers.RELATIONS[operator](numbers.exact(left), numbers.exact(right))
    left, right = alike(left, right)
    if operator is Operator.TIMES:
        return numbers.times(left, right)
    return numbers.add(left, right if operator is Operator.PLUS else numbers.negative(right))
