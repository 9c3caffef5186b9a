"""What the debugger shows of an ALGOL program at each of its statements, and what the interpreter has there."""

from contextlib import suppress
from itertools import product

from host.compilers.algol.cdc6600.inspect.inspector import AlgolInspector
from host.compilers.algol.cdc6600.inspect.storage import written
from host.compilers.algol.compiler import compile_text
from host.compilers.algol.syntax import (
    Array,
    Assignment,
    Block,
    Call,
    CallStatement,
    For,
    Formal,
    ForWhile,
    If,
    Kind,
    Name,
    Procedure,
    String,
    Type,
    Variable,
    walk,
)
from host.compilers.debuginfo.values import Real
from host.debugger.session import Session
from host.debugger.stops import FINAL
from tests.algol import arithmetic as numbers
from tests.algol.arithmetic import Failure, Unspecified
from tests.algol.interpreter import Cell, Elements, Interpreter, Thunk
from tests.algol.machine import started

STOPPED_AT = (Assignment, CallStatement, For, If)  # a go to statement may be a part of the If around it
PRINTING = ("output", "outreal", "outboolean", "outarray")
VALUES = (Type.INTEGER, Type.REAL, Type.BOOLEAN)
UNSET = "(no value yet)"
MOST_ELEMENTS = 12


class Enough(Exception):
    """As many statements as wanted have been executed."""


def stops_at(node):
    """Whether both, debugger and interpreter, surely stop once at a statement each time it is executed."""
    if isinstance(node, For):
        return not any(isinstance(each, ForWhile) for each in node.elements)
    return isinstance(node, STOPPED_AT)


class Recorder(Interpreter):
    """Notes at each statement what the names around it stand for, as text. None: that cannot be told."""

    def __init__(self, program, scopes, most):
        super().__init__(program, steps=200_000)
        self.scopes, self.most = scopes, most
        self.seen = []  # statement, names, the activations that are open
        self.open, self.entered = [0], 0

    def statement(self, node, here, target=None):
        if stops_at(node) and (target is None or target in node.labels):
            if len(self.seen) == self.most:
                raise Enough
            self.seen.append((node, self.names(node, here), tuple(self.open)))
        super().statement(node, here, target)

    def body(self, statements, here):
        if here.procedure is None:
            super().body(statements, here)
            return
        self.entered += 1
        self.open.append(self.entered)
        try:
            super().body(statements, here)
        finally:
            self.open.pop()

    def names(self, node, here):
        return {
            (scope, declared): self.text(declared, here) for scope in self.scopes(node) for declared in local(scope)
        }

    def text(self, declared, here):
        if isinstance(declared, Procedure):
            found = here.activation(declared).things["result"]
        else:
            try:
                found = here.find(declared)
            except AttributeError:  # the arrays of this very block have not been made yet
                return None
        match found:
            case Cell(value=None):
                return None
            case Cell(value=value):
                return in_algol(self.as_formal(value, declared))
            case Elements():
                return [element(found, key) for key in keys(found)]
            case Thunk():
                return self.of_thunk(found, declared)
            case str():
                return f"‘{found}’"
        return None

    def of_thunk(self, found, declared):
        if calls(found):
            return None
        try:
            return in_algol(self.as_formal(self.raw(found.expression, found.environment), declared))
        except (Failure, Unspecified):
            return None

    @staticmethod
    def as_formal(value, declared):
        if isinstance(declared, Formal) and declared.type is Type.INTEGER and isinstance(value, numbers.Real):
            return numbers.rounded(value)
        if isinstance(declared, Formal) and declared.type is Type.REAL and type(value) is int:
            return numbers.real(value)
        return value

    def standard(self, procedure, actuals, here):
        if procedure.name not in PRINTING:
            return super().standard(procedure, actuals, here)
        for each in actuals[1:]:
            if not isinstance(each.expression, String) and each.kind is not Kind.ARRAY:
                self.raw(each.expression, here)
        return None


def calls(thunk, depth=0):
    """Whether a parameter is one that only running code can evaluate."""
    for node in walk(thunk.expression):
        if isinstance(node, Call) or (isinstance(node, Name) and (node.called or isinstance(node.declared, Procedure))):
            return True
        if isinstance(node, Name) and isinstance(node.declared, Formal) and not node.declared.by_value:
            inner = thunk.environment.find(node.declared)
            if not isinstance(inner, Cell | Elements) and (
                not isinstance(inner, Thunk) or depth > 20 or calls(inner, depth + 1)
            ):
                return True
    return False


def local(scope):
    """What is declared in a scope and has a value."""
    if isinstance(scope, Procedure):
        result = [scope] if scope.type is not Type.NONE and scope.valued else []
        return [*result, *scope.formals]
    if isinstance(scope, Block):
        return [each for each in scope.local.values() if isinstance(each, Variable | Array)]
    return []


def in_algol(value):
    """A value of the interpreter's as text."""
    return written(Real(value.exact) if isinstance(value, numbers.Real) else value)


def keys(array):
    found = list(product(*(range(low, high + 1) for low, high in array.bounds)))
    return found if len(found) <= MOST_ELEMENTS else []


def element(array, key):
    cell = array.cells.get(key)
    if cell is None or cell.value is None:
        return in_algol(zeroed(array.type)) if array.zero and cell is None else None
    return in_algol(cell.value)


def zeroed(type_):
    return {Type.INTEGER: 0, Type.REAL: numbers.Real(0), Type.BOOLEAN: False}[type_]


# ---------------------------------------------------------------- both of them


def session_of(compiled):
    """A debugging session before the first instruction of a program."""
    machine, fresh = started()
    machine.restore(fresh)
    machine.load(compiled.image)
    machine.attach("OUTPUT")
    return Session(machine, language=AlgolInspector(compiled, machine))


def recorded(compiled, codemap, most):
    """What the interpreter sees: statements, and what names stand for."""
    recorder = Recorder(compiled.program, lambda node: list(codemap.around(node)), most)
    with suppress(Enough, Unspecified):
        recorder.run()
    return recorder.seen


def compare(text, most=60, level="1"):
    """Step through a program; return how many statements, names, and names without a value have been compared."""
    compiled = compile_text(text, "test.alg", level=level)
    session = session_of(compiled)
    language = session.language
    expected = recorded(compiled, language.code, most)
    counts = [0, 0, 0]
    for node, names, _ in expected:
        go_on(session, node)
        counts[0] += 1
        wanted = {(scope.at, declared): name for (scope, declared), name in names.items()}
        for level, scope in enumerate(language.around(language.activation(0))):
            for shown, entry in zip(language.variables(level), scope.entries, strict=True):
                if (scope.at, entry.declared) in wanted:
                    counts[1] += 1
                    counts[2] += check(language, shown, entry.declared, wanted[scope.at, entry.declared], node)
    return counts


def go_on(session, node):
    """Step into the next statement, which must be this one; parameters and others do not count."""
    language, point = session.language, None
    while point is None or not stops_at(point.node):
        halt = session.step_line()
        assert halt.reason not in FINAL.values(), (node.at.text, halt)
        point = language.code.begins[session.spot]
    assert point.node is node, (point.node.at.line, point.node.at.text, node.at.line, node.at.text)


def compare_steps(text, most=60, every=1, level="1"):
    """Step over, back over and out of statements; return how often each has been compared."""
    compiled = compile_text(text, "test.alg", level=level)
    session = session_of(compiled)
    language, moments = session.language, []
    expected = recorded(compiled, language.code, most)
    for node, _, _ in expected:
        go_on(session, node)
        moments.append(session.cycles)
    stacks = [stack for _, _, stack in expected]
    counts = [0, 0, 0]
    for index in range(0, len(moments), every):
        behind = next((each for each in range(index + 1, len(moments)) if stacks[each][-1] in stacks[index]), None)
        before = next((each for each in range(index - 1, -1, -1) if stacks[each][-1] in stacks[index]), None)
        if behind is not None:
            session.go(moments[index])
            counts[0] += walked(session, lambda: session.step_line(over=True), moments[behind])
        if before is not None:
            session.go(moments[index])
            counts[1] += walked(session, session.line_back, moments[before])
        if len(stacks[index]) > 1:
            session.go(moments[index])
            session.out()
            procedures = [each for each in language.activations() if not each.parameter]
            assert 0 < len(procedures) < len(stacks[index])  # a jump may lead out of several
            counts[2] += 1
    return counts


def walked(session, step, moment):
    """Step until a statement that counts is reached, which must be at a moment; return 1."""
    step()
    while not stops_at(session.language.code.begins[session.spot].node):
        step()
    assert session.cycles == moment, (session.cycles, moment, session.language.here())
    return 1


def check(language, shown, declared, expected, node):
    where = f"line {node.at.line}, {declared.spelling}: {shown} {expected}"
    if expected is None:
        return shown.value == UNSET
    assert shown.value != UNSET, where
    if isinstance(expected, list):
        if expected:
            elements = [each.value for each in language.children(declared.name, 0, MOST_ELEMENTS)]
            assert len(elements) == len(expected), where
            assert all(want in (None, have) for want, have in zip(expected, elements, strict=True)), (where, elements)
        return 0
    assert shown.value == expected, where
    return 0
