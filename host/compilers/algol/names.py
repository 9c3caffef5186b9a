"""Name resolution: the declaration of each identifier, and variables that are used but never given a value.

Blocks, procedures and the program are scopes. Labels are local to the block (or procedure, where its body is not a
block) with their statements, however deep inside of compound, conditional and for statements.
Source: Revised Report on ALGOL 60, 2.4.3, 2.7, 4.1.3, 4.3, 4.6.6, 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from host.compilers.algol import hints, syntax
from host.compilers.algol.standard import standard_procedures
from host.compilers.algol.syntax import Kind, Type, walk
from host.languages.source import Diagnostics


@dataclass
class Scope:
    """The names of a block or procedure, inside of another."""

    outer: Scope | None
    owner: syntax.Procedure | None
    block: syntax.Block | None
    local: dict[str, syntax.Declared] = field(default_factory=dict)

    def lookup(self, name: str) -> syntax.Declared | None:
        """Return the declaration that a name refers to here."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.local:
                return scope.local[name]
            scope = scope.outer
        return None

    def visible(self) -> dict[str, str]:
        """Return all names that mean something here, with their spellings."""
        scope: Scope | None = self
        names: dict[str, str] = {}
        while scope is not None:
            names = {each.name: each.spelling for each in scope.local.values()} | names
            scope = scope.outer
        return names


def resolve(program: syntax.Program, diagnostics: Diagnostics) -> None:
    """Fill in all that the tree calls [names]."""
    _Names(program, diagnostics).resolve()


class _Names:
    """One walk over a program, from the outside to the inside."""

    def __init__(self, program: syntax.Program, diagnostics: Diagnostics) -> None:
        self.program = program
        self.diagnostics = diagnostics
        self.loops: list[syntax.For] = []  # around the statement being visited
        self.procedures: list[syntax.Procedure] = []
        self.everything: dict[str, list[syntax.Declared]] = {}
        self.missing: dict[str, tuple[syntax.Name, Scope]] = {}  # the first use of each name without declaration

    def resolve(self) -> None:
        """Visit the whole program."""
        outermost = Scope(None, None, None, dict(standard_procedures()))
        scope = Scope(outermost, None, None)
        self.declare_labels(self.program.body, scope)
        self.statement(self.program.body, scope)
        self.program.labels = tuple(each for each in scope.local.values() if isinstance(each, syntax.Label))
        self.program.procedures = tuple(self.procedures)
        for name, where in self.missing.values():
            if name.name not in self.program.doubtful:
                self.report_missing(name, where)

    # --- Declaring ---------------------------------------------------------------------------------------------------

    def declare(self, declared: syntax.Declared, scope: Scope) -> None:
        """Make a name known in a scope."""
        declared.owner, declared.block = scope.owner, scope.block
        if first := scope.local.get(declared.name):
            both = isinstance(declared, syntax.Label) and isinstance(first, syntax.Label)
            what = "is a label twice" if both else "is declared twice"
            where = "block" if scope.block else "procedure" if scope.owner else "program"
            hint = f"the first time in line {first.at.line}"
            self.diagnostics.error(declared.at, f"'{declared.spelling}' {what} in this {where}", hint)
        scope.local.setdefault(declared.name, declared)
        self.everything.setdefault(declared.name, []).append(declared)

    def declare_labels(self, statement: syntax.Statement, scope: Scope) -> None:
        """Declare the labels of a statement, and of all inside of it that is not a block."""
        waiting: list[tuple[syntax.Statement, syntax.For | None]] = [(statement, None)]
        while waiting:
            each, loop = waiting.pop()
            for label in each.labels:
                label.statement, label.loop = each, loop
                self.declare(label, scope)
            if isinstance(each, syntax.For):
                loop = each
            waiting.extend((inner, loop) for inner in reversed(_inside(each)))

    def declare_all(self, block: syntax.Block, scope: Scope) -> None:
        """Declare the names in the head of a block, then the labels among its statements."""
        for declaration in block.declarations:
            for declared in _declared(declaration):
                self.declare(declared, scope)
        for statement in block.statements:
            self.declare_labels(statement, scope)

    # --- Scopes ------------------------------------------------------------------------------------------------------

    def block(self, block: syntax.Block, outer: Scope) -> None:
        scope = Scope(outer, outer.owner, block)
        block.owner, block.outer, block.local = outer.owner, outer.block, scope.local
        self.declare_all(block, scope)
        for declaration in block.declarations:
            self.declaration(declaration, scope)
        for statement in block.statements:
            self.statement(statement, scope)

    def declaration(self, declaration: syntax.Declaration, scope: Scope) -> None:
        """Visit the expressions and statements inside of a declaration."""
        match declaration:
            case syntax.ArrayDeclaration():
                self.bounds(declaration, scope)
            case syntax.Switch():
                for element in declaration.elements:
                    self.expression(element, scope)
            case syntax.Procedure():
                self.procedure(declaration, scope)

    def bounds(self, declaration: syntax.ArrayDeclaration, scope: Scope) -> None:
        """Visit the bounds of arrays: they are evaluated before anything of this block exists."""
        for segment in declaration.segments:
            for array in segment.arrays:
                array.segment = segment
            for pair in segment.bounds:
                for node in walk(pair):
                    if isinstance(node, syntax.Name) and node.name in scope.local:
                        message = f"'{node.at.text}' is local to the same block as the array, so it has no value yet"
                        self.diagnostics.error(node.at, message, "declare the array in a block inside of this one")
                self.expression(pair.lower, scope)
                self.expression(pair.upper, scope)

    def procedure(self, procedure: syntax.Procedure, outer: Scope) -> None:
        """Visit a procedure declaration."""
        assert procedure.body is not None
        self.procedures.append(procedure)
        procedure.level = outer.owner.level + 1 if outer.owner else 1
        scope = Scope(outer, procedure, None)
        for index, formal in enumerate(procedure.formals):
            formal.index = index
            self.declare(formal, scope)
        inside = Scope(scope, procedure, None)  # a label may have the name of a parameter: 5.4.3
        self.declare_labels(procedure.body, inside)
        self.statement(procedure.body, inside)
        if procedure.type is not Type.NONE and not procedure.valued and not self.diagnostics.found:
            hint = f"assign it in the body: {procedure.spelling} := ..."
            self.diagnostics.warn(procedure.at, f"the function '{procedure.spelling}' is never given a value", hint)

    # --- Statements --------------------------------------------------------------------------------------------------

    def statement(self, statement: syntax.Statement, scope: Scope) -> None:
        match statement:
            case syntax.Block():
                self.block(statement, scope)
            case syntax.Assignment():
                for target in statement.targets:
                    self.expression(target, scope)
                    self.assigned(target, scope)
                self.expression(statement.value, scope)
            case syntax.CallStatement():
                self.expression(statement.call, scope)
            case syntax.Goto():
                self.expression(statement.target, scope)
                self.jump(statement.target)
            case syntax.If():
                self.expression(statement.condition, scope)
            case syntax.For():
                self.for_clause(statement, scope)
        if isinstance(statement, syntax.For):
            self.loops.append(statement)
        for inner in _inside(statement):
            self.statement(inner, scope)
        if isinstance(statement, syntax.For):
            self.loops.pop()

    def for_clause(self, statement: syntax.For, scope: Scope) -> None:
        """Visit the controlled variable and the list of a for statement."""
        self.expression(statement.variable, scope)
        for element in statement.elements:
            self.expression(element, scope)
        if isinstance(statement.variable, syntax.Name) and isinstance(statement.variable.declared, syntax.Procedure):
            message = f"'{statement.variable.at.text}' is a procedure, not a variable"
            self.diagnostics.error(statement.variable.at, message)
        else:
            self.assigned(statement.variable, scope)

    def assigned(self, target: syntax.Name | syntax.Subscripted, scope: Scope) -> None:
        """Note the assignment to a variable; check that the value of a function is given in its own body."""
        if not isinstance(target, syntax.Name):
            return
        declared = target.declared
        if isinstance(declared, syntax.Variable | syntax.Formal):
            declared.assigned = True
        elif isinstance(declared, syntax.Procedure) and declared.type is not Type.NONE:
            if not _inside_of(declared, scope.owner):
                message = f"the value of '{declared.spelling}' can be assigned only in the body of its declaration"
                self.diagnostics.error(target.at, message)
            declared.valued = True
            declared.value_captured |= scope.owner is not declared

    def jump(self, target: syntax.Expression) -> None:
        """Check that a go to statement does not jump into a for statement."""
        match target:
            case syntax.IfExpression():
                self.jump(target.then)
                self.jump(target.otherwise)
            case syntax.Name(declared=syntax.Label() as label) | syntax.Integer(declared=syntax.Label() as label):
                if label.loop is not None and label.loop not in self.loops:
                    message = f"this would jump into the for statement of line {label.loop.at.line} from outside"
                    self.diagnostics.error(target.at, message)

    # --- Uses --------------------------------------------------------------------------------------------------------

    def expression(self, root: syntax.Node, scope: Scope) -> None:
        """Look up every name in an expression."""
        for node in walk(root):
            if isinstance(node, syntax.Name):
                self.use(node, scope)
            elif isinstance(node, syntax.Integer):
                label = scope.lookup(str(node.value))
                node.declared = label if isinstance(label, syntax.Label) else None
                self.mark_captured(node.declared, scope)

    def use(self, name: syntax.Name, scope: Scope) -> None:
        """Look up one name."""
        found = scope.lookup(name.name)
        if found is None:
            self.missing.setdefault(name.name, (name, scope))
            return
        name.declared = found
        self.mark_captured(found, scope)

    def mark_captured(self, declared: syntax.Declared | None, scope: Scope) -> None:
        """Note that something is used in a procedure inside of the one it is local to."""
        if declared is not None and declared.owner is not scope.owner:
            declared.captured = True

    def report_missing(self, name: syntax.Name, scope: Scope) -> None:
        """Report a name without declaration, once."""
        written = name.at.text
        elsewhere = self.everything.get(name.name)
        if elsewhere:
            hint = f"there is one in line {elsewhere[0].at.line}, but it is local to another block or procedure"
        else:
            before = name.at.source.text[: name.at.start]
            hint = hints.of_missing(written, name.name, scope.visible(), self.program.title, before)
        self.diagnostics.error(name.at, f"'{written}' is not declared", hint)


def _inside(statement: syntax.Statement) -> Sequence[syntax.Statement]:
    """Return the statements directly inside of one that share its scope."""
    match statement:
        case syntax.Compound():
            return statement.statements
        case syntax.For():
            return (statement.body,)
        case syntax.If():
            return (statement.then, statement.otherwise) if statement.otherwise else (statement.then,)
    return ()


def _declared(
    declaration: syntax.Declaration,
) -> Iterator[syntax.Variable | syntax.Array | syntax.Switch | syntax.Procedure]:
    match declaration:
        case syntax.TypeDeclaration():
            yield from declaration.variables
        case syntax.ArrayDeclaration():
            for segment in declaration.segments:
                yield from segment.arrays
        case _:
            yield declaration


def _inside_of(procedure: syntax.Procedure, inner: syntax.Procedure | None) -> bool:
    while inner is not None and inner is not procedure:
        inner = inner.owner
    return inner is procedure


def warn_of_unset(program: syntax.Program, diagnostics: Diagnostics) -> None:
    """Warn of variables that no assignment and no for clause names, and that no procedure gets by name.

    Own variables begin with zero or false.
    """
    used: dict[syntax.Variable, None] = {}  # in the order of their uses
    given: set[syntax.Variable] = set()
    for node in walk(program):
        match node:
            case syntax.Actual(kind=Kind.VARIABLE, expression=syntax.Name(declared=syntax.Variable() as variable)):
                given.add(variable)
            case syntax.Name(declared=syntax.Variable(own=False, assigned=False) as variable):
                used[variable] = None
    for variable in used:
        if variable not in given:
            diagnostics.warn(variable.at, f"'{variable.spelling}' is used, but never given a value")
