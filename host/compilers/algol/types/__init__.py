"""Type checking: the type of every expression, conversions between integer and real, and mismatches.

Source: Revised Report on ALGOL 60, chapters 3 to 5.
"""

from __future__ import annotations

from collections.abc import Mapping

from host.compilers.algol import syntax
from host.compilers.algol.standard import TYPE_OF_ARGUMENT
from host.compilers.algol.syntax import Kind, Type
from host.compilers.algol.types.expressions import WANTED, Expressions, described, subscripts_in_words
from host.languages.source import Diagnostics

NEEDED = {Kind.ARRAY: "an array", Kind.PROCEDURE: "a procedure", Kind.SWITCH: "a switch", Kind.STRING: "a string"}


ByType = Mapping[str, Mapping[str, str]]


def check(
    program: syntax.Program, diagnostics: Diagnostics, strict_power: bool = False, by_type: ByType | None = None
) -> None:
    """Fill in all that the tree calls [types].

    `by_type`: by the name of a procedure of the library with one parameter, and by the type of what is given for it,
    the procedure that is called in its place.
    """
    types = _Types(diagnostics, strict_power, by_type or {})
    types.statement(program.body)
    types.check_formal_arrays()
    types.check_arrays()


class _Types(Expressions):
    """One walk over a program."""

    def __init__(self, diagnostics: Diagnostics, strict_power: bool, by_type: ByType) -> None:
        super().__init__(diagnostics, strict_power)
        self.by_type = by_type
        self.arrays_passed: list[tuple[syntax.Name, syntax.Formal]] = []

    def statement(self, statement: syntax.Statement) -> None:
        """Visit a statement and all in it."""
        match statement:
            case syntax.Block():
                for declaration in statement.declarations:
                    self.declaration(declaration)
                self.statements(statement.statements)
            case syntax.Compound():
                self.statements(statement.statements)
            case syntax.Assignment():
                self.assignment(statement)
            case syntax.CallStatement():
                self.call(statement.call, valued=False)
            case syntax.If():
                self.want(statement.condition, Type.BOOLEAN)
                self.statement(statement.then)
                if statement.otherwise:
                    self.statement(statement.otherwise)
            case syntax.For():
                self.for_statement(statement)
            case syntax.Goto():
                self.designate(statement.target)

    def statements(self, statements: tuple[syntax.Statement, ...]) -> None:
        """Visit statements one after the other."""
        for statement in statements:
            self.statement(statement)

    def declaration(self, declaration: syntax.Declaration) -> None:
        match declaration:
            case syntax.ArrayDeclaration():
                for segment in declaration.segments:
                    for pair in segment.bounds:
                        self.want(pair.lower, Type.INTEGER)
                        self.want(pair.upper, Type.INTEGER)
            case syntax.Switch():
                for element in declaration.elements:
                    self.designate(element)
            case syntax.Procedure():
                for formal in declaration.formals:
                    self.formal(formal)
                assert declaration.body is not None
                self.statement(declaration.body)

    def formal(self, formal: syntax.Formal) -> None:
        """Check the value part: only parameters with a value can be called by value."""
        if formal.by_value and formal.specification is None:
            hint = f"like: value {formal.spelling}; integer {formal.spelling};"
            self.error(formal, f"'{formal.spelling}' is called by value and must be specified", hint)
        elif formal.by_value and formal.kind in (Kind.PROCEDURE, Kind.SWITCH, Kind.STRING):
            self.error(formal, f"'{formal.spelling}' is a {formal.kind.value} and cannot be called by value")

    def assignment(self, statement: syntax.Assignment) -> None:
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

    def target(self, target: syntax.Name | syntax.Subscripted) -> Type:
        """Return the type of the target of an assignment."""
        if isinstance(target, syntax.Subscripted):
            if self.expression(target) is Type.LABEL:
                return self.error(target, "a switch cannot be assigned to")
            return target.type
        target.type = self.assigned_type(target, target.declared)
        return target.type

    def assigned_type(self, target: syntax.Name, declared: syntax.Declared | None) -> Type:
        """Return the type of a variable, a parameter or the value of a function."""
        match declared:
            case None:
                return Type.UNKNOWN
            case syntax.Variable() | syntax.Formal(kind=Kind.EXPRESSION | Kind.UNKNOWN):
                return declared.type
            case syntax.Procedure() if declared.type is not Type.NONE:
                return declared.type
        message = f"'{target.at.text}' is {described(declared)}: it cannot be assigned to"
        if isinstance(declared, syntax.Procedure):
            return self.valueless(declared, target, message)
        return self.error(target, message)

    def for_statement(self, statement: syntax.For) -> None:
        """Check a for statement."""
        type_ = self.target(statement.variable)
        if type_ is not Type.UNKNOWN and not type_.arithmetic:
            self.error(statement.variable, f"the variable of a for statement is integer or real, not {type_.value}")
            type_ = Type.UNKNOWN
        for element in statement.elements:
            self.for_element(element, Type.NUMBER if type_ is Type.UNKNOWN else type_)
        self.statement(statement.body)

    def for_element(self, element: syntax.ForElement, type_: Type) -> None:
        """Check an element of a for list."""
        if isinstance(element, syntax.ForStep):
            self.want(element.start, type_)
            self.want(element.step, Type.NUMBER)
            self.want(element.limit, Type.NUMBER)
            return
        self.want(element.value, type_)
        if isinstance(element, syntax.ForWhile):
            self.want(element.condition, Type.BOOLEAN)

    # --- Calls: are the actual parameters what the formal ones need (3.2, 4.7) ---------------------------------------

    def call(self, call: syntax.Call, valued: bool) -> Type:
        """Give a call and its parameters their types; `valued` says whether its value is needed."""
        declared = call.procedure.declared
        call.type = (
            self._known(call, declared) if isinstance(declared, syntax.Procedure) else self._formal(call, declared)
        )
        if valued and call.type is Type.NONE:
            return self.valueless(declared, call, f"'{call.procedure.at.text}' is a procedure without a value")
        return call.type

    def _known(self, call: syntax.Call, procedure: syntax.Procedure) -> Type:
        """Match the parameters of a call with those of a declaration."""
        if procedure.name in self.by_type and procedure.of_library and len(call.actuals) == 1:
            procedure = self._by_type(call, procedure)
        given, formals = len(call.actuals), procedure.formals
        if given != len(formals) and not (procedure.rest and given > len(formals)):
            return self._miscounted(call, procedure)
        if procedure.standard and procedure.name in TYPE_OF_ARGUMENT:
            return self._type_of_argument(call.actuals[0], procedure)
        for index, actual in enumerate(call.actuals):
            self.actual(actual, formals[index] if index < len(formals) else None)
        return procedure.type

    def _by_type(self, call: syntax.Call, procedure: syntax.Procedure) -> syntax.Procedure:
        """Return the procedure of the library that is meant for a parameter of this type."""
        node = call.actuals[0].expression
        type_ = Type.STRING if _kind_of(node) is Kind.STRING else self.expression(node)
        other = self.by_type[procedure.name].get(type_.value)
        if other is None or procedure.block is None:
            return procedure
        call.procedure.declared = found = procedure.block.local[other]
        assert isinstance(found, syntax.Procedure)
        found.captured |= procedure.captured
        return found

    def _miscounted(self, call: syntax.Call, procedure: syntax.Procedure) -> Type:
        """Complain of the number of parameters; then it is not known which is for which."""
        needed, given = len(procedure.formals), len(call.actuals)
        has = f"{'at least ' * procedure.rest}{needed or 'no'} parameter{'s' * (needed != 1)}"
        are = "is" if given == 1 else "are"
        formals = ", ".join(each.spelling for each in procedure.formals) + ", ..." * procedure.rest
        hint = f"it is declared as {procedure.spelling}({formals})" if formals else ""
        self.error(call, f"'{call.procedure.at.text}' has {has}, but {given} {are} given", hint)
        for actual in call.actuals:
            self.actual(actual, None)
        return procedure.type

    def _type_of_argument(self, actual: syntax.Actual, procedure: syntax.Procedure) -> Type:
        if self.expression(actual.expression) is not Type.INTEGER:
            self.actual(actual, procedure.formals[0])
            return procedure.type
        actual.formal, actual.kind = procedure.formals[0], Kind.EXPRESSION
        return Type.INTEGER

    def _formal(self, call: syntax.Call, declared: syntax.Declared | None) -> Type:
        """Give a call of a formal parameter its type: its parameters are matched when the program runs."""
        for actual in call.actuals:
            self.actual(actual, None)
        match declared:
            case None | syntax.Formal(specification=None):
                return Type.UNKNOWN
            case syntax.Formal(kind=Kind.PROCEDURE):
                return declared.type
        hint = "an assignment needs ':='" if isinstance(declared, syntax.Variable) and not call.actuals else ""
        if isinstance(declared, syntax.Array | syntax.Switch):
            hint = f"an element is written {call.procedure.at.text}[i]"
        return self.error(call.procedure, f"'{call.procedure.at.text}' is {described(declared)}, not a procedure", hint)

    # --- One actual parameter ----------------------------------------------------------------------------------------

    def actual(self, actual: syntax.Actual, formal: syntax.Formal | None) -> None:
        """Set the kind and type of an actual parameter; `formal` is None if nothing is known of it."""
        actual.formal = formal
        if formal is None or formal.specification is None:
            actual.kind = self._looks_like(actual.expression)
        elif formal.kind is Kind.EXPRESSION:
            actual.kind = self._value(actual.expression, formal)
        elif formal.kind is Kind.LABEL:
            self.designate(actual.expression)
            actual.kind = Kind.LABEL
        else:
            actual.kind = formal.kind
            self._whole(actual.expression, formal)
        if formal is not None and formal.assigned and not formal.by_value and actual.kind is Kind.EXPRESSION:
            self._no_variable(actual.expression, formal)

    def _no_variable(self, node: syntax.Expression, formal: syntax.Formal) -> None:
        """Report an actual parameter that is no variable, although the procedure assigns to it by name (4.7.5.2)."""
        message = f"'{_spelling(formal.owner)}' assigns to its parameter '{formal.spelling}'"
        if formal.owner is not None and formal.owner.standard:
            self.error(node, f"{message}: this must be a variable")
        else:
            self.diagnostics.warn(node.at, f"{message}: this is not a variable, an assignment stops the program")

    def _value(self, node: syntax.Expression, formal: syntax.Formal) -> Kind:
        """Match a value, or an expression by name."""
        if _kind_of(node) in (Kind.ARRAY, Kind.SWITCH) and isinstance(node, syntax.Name):
            what = f"{WANTED[formal.type]} for '{formal.spelling}'"
            self.error(
                node, f"'{_spelling(formal.owner)}' needs {what}, '{node.at.text}' is {described(node.declared)}"
            )
            return Kind.EXPRESSION
        self.want(node, formal.type)
        return Kind.VARIABLE if not formal.by_value and _assignable(node) else Kind.EXPRESSION

    def _whole(self, node: syntax.Expression, formal: syntax.Formal) -> None:
        """Match something that is handed over as a whole: an array, a procedure, a switch, a string."""
        kind = _kind_of(node)
        if kind is Kind.UNKNOWN:
            return
        if kind is not formal.kind:
            what = f", '{node.at.text}' is {described(node.declared)}" if isinstance(node, syntax.Name) else ""
            self.error(node, f"'{_spelling(formal.owner)}' needs {NEEDED[formal.kind]} for '{formal.spelling}'{what}")
            return
        node.type = _type_of(node)
        if formal.kind is Kind.ARRAY and isinstance(node, syntax.Name):
            self.arrays_passed.append((node, formal))
        if not _types_fit(node.type, formal):
            expected = f"{formal.type.value} {formal.kind.value}"
            self.error(node, f"'{formal.spelling}' is specified as {expected}, this one is {_called(node.type)}")

    def _looks_like(self, node: syntax.Expression) -> Kind:
        """Return the kind of an actual parameter, where the formal one does not specify it."""
        kind = _kind_of(node)
        if kind is not Kind.EXPRESSION:
            node.type = _type_of(node)
            return kind
        type_ = self.expression(node)
        if type_ is Type.LABEL:
            return Kind.LABEL
        return Kind.VARIABLE if _assignable(node) else Kind.EXPRESSION

    def check_arrays(self) -> None:
        """Compare the dimensions of arrays passed with those that the procedures use, once all are known."""
        self._hand_on_dimensions()
        for name, formal in self.arrays_passed:
            given = name.declared.dimensions if isinstance(name.declared, syntax.Array | syntax.Formal) else None
            if given and formal.dimensions and given != formal.dimensions:
                uses = subscripts_in_words(formal.dimensions)
                message = f"'{_spelling(formal.owner)}' uses {uses} for '{formal.spelling}'"
                self.error(name, f"{message}, '{name.at.text}' has {given}")

    def _hand_on_dimensions(self) -> None:
        """Give arrays that a procedure only passes on the number of subscripts of their receivers."""
        passed = [(name.declared, formal) for name, formal in self.arrays_passed]
        handed_on = [(given, formal) for given, formal in passed if isinstance(given, syntax.Formal)]
        while new := [each for each in handed_on if not each[0].dimensions and each[1].dimensions]:
            for given, formal in new:
                given.dimensions = formal.dimensions


def _spelling(procedure: syntax.Procedure | None) -> str:
    return procedure.spelling if procedure else ""


def _kind_of(node: syntax.Expression) -> Kind:
    """Return the kind of a parameter that is no expression: of a name, or a string."""
    if isinstance(node, syntax.String):
        return Kind.STRING
    if not isinstance(node, syntax.Name) or node.enclosed:
        return Kind.EXPRESSION
    match node.declared:
        case None | syntax.Formal(specification=None):
            return Kind.UNKNOWN
        case syntax.Formal(kind=kind):
            return kind
        case syntax.Label():
            return Kind.LABEL
    return {syntax.Array: Kind.ARRAY, syntax.Switch: Kind.SWITCH, syntax.Procedure: Kind.PROCEDURE}.get(
        type(node.declared), Kind.EXPRESSION
    )


def _type_of(node: syntax.Expression) -> Type:
    if isinstance(node, syntax.String):
        return Type.STRING
    match node:
        case syntax.Name(declared=syntax.Array() | syntax.Procedure() | syntax.Formal() as declared):
            return declared.type
        case syntax.Name(declared=syntax.Label()):
            return Type.LABEL
    return Type.NONE if isinstance(node, syntax.Name) and node.declared else Type.UNKNOWN


def _types_fit(type_: Type, formal: syntax.Formal) -> bool:
    if type_ is formal.type or (formal.kind is Kind.PROCEDURE and formal.type is Type.NONE):
        return True
    transferred = formal.kind is Kind.PROCEDURE or formal.by_value  # values are; the elements of an array by name not
    return transferred and type_.arithmetic and formal.type.arithmetic


def _called(type_: Type) -> str:
    return "without a value" if type_ is Type.NONE else type_.value


def _assignable(node: syntax.Expression) -> bool:
    """Whether an expression is a variable: a thunk can give its address."""
    if node.enclosed:
        return False
    match node:
        case syntax.Subscripted():
            return node.type is not Type.LABEL
        case syntax.Name(declared=syntax.Variable() | syntax.Formal(kind=Kind.EXPRESSION | Kind.UNKNOWN) | None):
            return True
    return False
