"""Types: what every expression is, where integer becomes real or real integer, and what does not fit together.

Source: Revised Report on ALGOL 60, chapters 3 to 5.
"""

from __future__ import annotations

from host.algol.diagnostics import Diagnostics
from host.algol.syntax import (
    ArrayDeclaration,
    Assignment,
    Block,
    CallStatement,
    Compound,
    Declaration,
    Declared,
    For,
    ForElement,
    Formal,
    ForStep,
    ForWhile,
    Goto,
    If,
    Kind,
    Name,
    Procedure,
    Program,
    Statement,
    Subscripted,
    Switch,
    Type,
    Variable,
)
from host.algol.types.calls import Calls
from host.algol.types.expressions import described


def check(program: Program, diagnostics: Diagnostics, strict_power: bool = False) -> None:
    """Fill in all that the tree calls [types]."""
    types = _Types(diagnostics, strict_power)
    types.statement(program.body)
    types.check_formal_arrays()
    types.check_arrays()
    types.limits.check_numbers()


class _Types(Calls):
    """One walk over a program."""

    def statement(self, statement: Statement) -> None:
        """Visit a statement and all in it."""
        match statement:
            case Block():
                for declaration in statement.declarations:
                    self.declaration(declaration)
                self.statements(statement.statements)
            case Compound():
                self.statements(statement.statements)
            case Assignment():
                self.assignment(statement)
            case CallStatement():
                self.call(statement.call, valued=False)
            case If():
                self.want(statement.condition, Type.BOOLEAN)
                self.statement(statement.then)
                if statement.otherwise:
                    self.statement(statement.otherwise)
            case For():
                self.for_statement(statement)
            case Goto():
                self.designate(statement.target)

    def statements(self, statements: tuple[Statement, ...]) -> None:
        """Visit statements one after the other."""
        for statement in statements:
            self.statement(statement)

    def declaration(self, declaration: Declaration) -> None:
        """Visit a declaration."""
        match declaration:
            case ArrayDeclaration():
                for segment in declaration.segments:
                    for pair in segment.bounds:
                        self.want(pair.lower, Type.INTEGER)
                        self.want(pair.upper, Type.INTEGER)
                    self.limits.segment(segment)
            case Switch():
                for element in declaration.elements:
                    self.designate(element)
            case Procedure():
                for formal in declaration.formals:
                    self.formal(formal)
                assert declaration.body is not None
                self.statement(declaration.body)

    def formal(self, formal: Formal) -> None:
        """Check the value part: only what has a value can be called by it."""
        if formal.by_value and formal.specification is None:
            hint = f"like: value {formal.spelling}; integer {formal.spelling};"
            self.error(formal, f"'{formal.spelling}' is called by value and must be specified", hint)
        elif formal.by_value and formal.kind in (Kind.PROCEDURE, Kind.SWITCH, Kind.STRING):
            self.error(formal, f"'{formal.spelling}' is a {formal.kind.value} and cannot be called by value")

    def assignment(self, statement: Assignment) -> None:
        """Check that all targets are of one type, and transfer the value to it."""
        types = [(target, self.target(target)) for target in statement.targets]
        known = [(target, type_) for target, type_ in types if type_ is not Type.UNKNOWN]
        for target, type_ in known:
            if type_ is not known[0][1]:
                message = f"this is {type_.value}, but '{known[0][0].at.text}' is {known[0][1].value}"
                self.error(target, message, "all variables on the left must have the same type")
        if known:
            self.want(statement.value, known[0][1])
        elif self.expression(statement.value) in (Type.LABEL, Type.STRING):
            self.error(statement.value, "this has no value that can be assigned")

    def target(self, target: Name | Subscripted) -> Type:
        """Return the type of what is assigned to."""
        if isinstance(target, Subscripted):
            if self.expression(target) is Type.LABEL:
                return self.error(target, "a switch cannot be assigned to")
            return target.type
        target.type = self.assigned_type(target, target.declared)
        return target.type

    def assigned_type(self, target: Name, declared: Declared | None) -> Type:
        """Return the type of a variable, a parameter or the value of a function."""
        match declared:
            case None:
                return Type.UNKNOWN
            case Variable() | Formal(kind=Kind.EXPRESSION | Kind.UNKNOWN):
                return declared.type
            case Procedure() if declared.type is not Type.NONE:
                return declared.type
        message = f"'{target.at.text}' is {described(declared)}: it cannot be assigned to"
        if isinstance(declared, Procedure):
            return self.valueless(declared, target, message)
        return self.error(target, message)

    def for_statement(self, statement: For) -> None:
        """Check a for statement."""
        type_ = self.target(statement.variable)
        if type_ is not Type.UNKNOWN and not type_.arithmetic:
            self.error(statement.variable, f"the variable of a for statement is integer or real, not {type_.value}")
            type_ = Type.UNKNOWN
        for element in statement.elements:
            self.for_element(element, Type.NUMBER if type_ is Type.UNKNOWN else type_)
        self.statement(statement.body)

    def for_element(self, element: ForElement, type_: Type) -> None:
        """Check an element of a for list."""
        if isinstance(element, ForStep):
            self.want(element.start, type_)
            self.want(element.step, Type.NUMBER)
            self.want(element.limit, Type.NUMBER)
            return
        self.want(element.value, type_)
        if isinstance(element, ForWhile):
            self.want(element.condition, Type.BOOLEAN)
