"""What the debugger shows of a FORTRAN program at each of its statements, and what the interpreter has there."""

from contextlib import suppress
from functools import partial

from emulators.errors import IronboardError
from host.compilers.fortran import syntax
from host.compilers.fortran.cdc6600.debugging import FortranInspector
from host.compilers.fortran.compiler import compile_text
from host.compilers.fortran.ibm704.debugging import FortranInspector as Inspector704
from host.compilers.fortran.syntax import Kind, Symbol, Type
from host.debugger.session import Session
from host.debugger.stops import FINAL
from host.formats import deck
from host.machines.cdc6600.machine import Cdc6600
from host.machines.ibm704.machine import Ibm704
from tests.fortran.interpreter import Interpreter, Stopped
from tests.fortran.words import Failure, Unspecified

QUIET = (syntax.Specification, syntax.Format, syntax.StatementFunction)
CODELESS = {  # by the level: what may have no code of its own, where conditions are constants, too
    "0": syntax.Continue,
    "1": (syntax.Continue, syntax.LogicalIf, syntax.ArithmeticIf, syntax.TwoWayIf),
}
MOST_ELEMENTS = 30


class Enough(Exception):
    """As many statements as wanted have been executed."""


class Recorder(Interpreter):
    """Notes at each statement the words of all names of its unit. None: no value, or one that cannot be told."""

    def __init__(self, program, machine, lines, most):
        super().__init__(program, machine, lines, strict=True, steps=300_000)
        self.most = most
        self.seen = []  # statement, name -> words
        self.units = []

    def unit(self, unit, arguments=()):
        self.units.append(unit)
        super().unit(unit, arguments)
        self.units.pop()

    def statement(self, node):
        unit = self.units[-1]
        if node in unit.statements and not isinstance(node, QUIET):
            if len(self.seen) == self.most:
                raise Enough
            self.seen.append((node, {each: self.words(each) for each in unit.symbols.values()}))
        return super().statement(node)

    def words(self, symbol):
        if symbol.kind not in (Kind.VARIABLE, Kind.ARRAY) or symbol.type is None:
            return None
        if symbol.dummy is not None:
            found = self.places.get(symbol)
            if found is None or isinstance(found, Symbol):
                return None
            words, at = found
        else:
            words, at = self.area(symbol)
        count = 1
        for each in self.sizes.get(symbol) or symbol.sizes or ():
            count *= each
        size = symbol.type.words
        elements = [words[at + each * size : at + (each + 1) * size] for each in range(min(count, MOST_ELEMENTS))]
        return [None if None in each or not all(isinstance(word, int) for word in each) else each for each in elements]


def machine_6600(compiled, lines=()):
    """A 6600 with a program before its first instruction, and what looks into it."""
    machine = Cdc6600(core="compiled")
    machine.load(compiled.image)
    machine.attach("INPUT", lines)
    machine.attach("OUTPUT")
    return machine, FortranInspector(compiled, machine)


def machine_704(compiled, lines=()):
    """A 704 with a program in storage, its cards in the hopper and new tapes, and what looks into it."""
    machine = Ibm704(core="compiled")
    machine.load(compiled.image)
    machine.read_cards([deck.of_text(each) for each in lines])
    for unit in range(1, 11):
        machine.insert_tape(unit)
    machine.write_register("IC", compiled.image.entry)
    return machine, Inspector704(compiled, machine)


MACHINES = {"6600": machine_6600, "704": machine_704}


def session_of(compiled, lines=(), machine="6600"):
    """A debugging session before the first instruction of a program."""
    started, language = MACHINES[machine](compiled, lines)
    return Session(started, language=language)


def compiled_of(text, level="0", machine="6600", version=None):
    return compile_text(text, "test.f", level=level, machine=machine, version=version)


def compare(text, lines=(), most=60, level="1", machine="6600", version=None):
    """Step through a program; return how many statements, names, and names without a value have been compared."""
    compiled = compiled_of(text, level, machine, version)
    session = session_of(compiled, lines, machine)
    recorder = Recorder(compiled.program, machine, list(lines), most)
    with suppress(Enough, Unspecified, Failure, Stopped):
        recorder.run()
    expected = iter(recorder.seen)
    counts = [0, 0, 0]
    point = session.language.code.begins.get(session.spot)
    while True:
        if point is None or counts[0]:
            halt = session.step_line()
            point = session.language.code.begins.get(session.spot)
            if halt.reason in FINAL.values() or point is None:
                break
        if not isinstance(point.node, syntax.Statement):
            continue
        names = found(expected, point.node, level)
        if names is None:
            break
        counts[0] += 1
        for symbol, words in names.items():
            if words is not None:
                counts[1] += 1
                counts[2] += check(session.language, symbol, words, point.node)
    left = [node for node, _ in expected if not codeless(node, level)]
    assert not left, left[0].at.line
    return counts


def found(expected, node, level):
    """The names where the interpreter comes to a statement next; what it does before must be without code."""
    for other, names in expected:
        if other is node:
            return names
        assert codeless(other, level), (other.at.line, other.at.text, node.at.line, node.at.text)
    return None


def codeless(node, level):
    """Whether a statement may have no code of its own."""
    if level != "0" and isinstance(node, syntax.Assignment):  # to itself
        return node.at.text.partition("=")[0].split() == node.at.text.partition("=")[2].split()
    return isinstance(node, CODELESS[level])


def check(language, symbol, words, node):
    """Compare what is shown of a name; return whether the debugger says that it has no value."""
    shown = language.evaluate(symbol.name)
    where = f"line {node.at.line}, {symbol.name}: {shown} {words}"
    text = partial(written, language, symbol)
    if symbol.kind is Kind.ARRAY:
        elements = [each.value for each in language.children(symbol.name, 0, MOST_ELEMENTS)]
        assert len(elements) == len(words), where
        wrong = [each for each in zip(words, elements, strict=True) if each[0] is not None and text(each[0]) != each[1]]
        assert not wrong, (where, wrong)
        return False
    if shown.value.startswith(("(no value", "(undefined")):
        assert words == [None], where
        return True
    if "the program does not use it" in shown.value or "-O0 keeps it" in shown.value:
        return False
    assert words == [None] or shown.value == text(words[0]), where
    return False


def written(language, symbol, words):
    """The value of words as the debugger writes it."""
    known = language.expressions.words
    if symbol in language._texts and symbol.type.words == 1:
        return known.octal(words[0])
    value = known.decoded(words, symbol.type)
    return known.written(value, Type.DOUBLE if symbol.type is Type.DOUBLE else symbol.type)


def value(session, text):
    """What the debugger shows of an expression, an error as its text."""
    try:
        return session.language.evaluate(text).value
    except IronboardError as error:
        return str(getattr(error, "message", error))
