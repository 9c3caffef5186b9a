"""A second language needs its front end and its back end, and nothing of ALGOL: here one of sums."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import host.compilers.debuginfo
from emulators.cdc6600.isa import PARCEL_BITS
from emulators.cdc6600.scoreboard import Column
from emulators.errors import IronboardError
from host.assemblers.compass.assembler import Assembler
from host.compilers.backends.cdc6600.compiled import target
from host.compilers.backends.cdc6600.debugging import Inspector
from host.compilers.debuginfo.code import Code, Made, Region, points
from host.compilers.debuginfo.reports import Account, failure
from host.compilers.lowering import Settings
from host.debugger.session import Session
from host.languages.assembly import Line
from host.languages.running import Spot, Variable
from host.languages.source import Diagnostics, Span, Text
from host.machines.cdc6600.machine import Cdc6600

STATEMENT = re.compile(r"LET (?P<name>[A-Z]+) = (?P<first>\w+)(?: \+ (?P<second>\w+))?|STOP|FAIL")


class Statement:
    """A line of a program of sums."""

    def __init__(self, at):
        self.at = at


class Sums(Code):
    """The code of a program, which calls nothing."""

    def back(self, machine, region, address, frame, top):
        return None, frame, top


def compiled(text):
    """A program of sums: its code; what is not a statement is an error with its place."""
    source, diagnostics, start = Text(text, "sums"), Diagnostics(), 0
    lines, names = [(Line("sums", 1, "START    SB1    1"), None)], set()
    for number, written in enumerate(text.splitlines(), 1):
        node = Statement(Span(source, start, start + len(written)))
        start += len(written) + 1
        match = STATEMENT.fullmatch(written)
        if match is None:
            diagnostics.error(node.at, "this is not a statement")
            continue
        if match["name"] is None:
            code = ["RJ ENDRUN" if written == "STOP" else "PS"]
        else:
            names.add(match["name"])
            terms = [each for each in (match["first"], match["second"]) if each]
            code = [f"S{'X' if each.isdigit() else 'A'}{at} {each}" for at, each in enumerate(terms, 1)]
            code += ["IX6 X1+X2" if len(terms) == 2 else "BX6 X1", f"SA6 {match['name']}"]
        for each in code:
            operation, variable = [*each.split(), ""][:2]
            made = Made(node, begins=each == code[0])
            lines.append((Line("sums", number, f"{'':9}{operation:7}{variable}".rstrip()), made))
    diagnostics.raise_errors()
    ends = [Line("sums", 1, f"{name:9}BSSZ   1") for name in sorted(names)]
    ends += [Line("library", 1, each) for each in ("ENDRUN   PS", f"{'':9}PS", f"{'':9}END    START")]
    begins = [Line("sums", 1, f"{'':9}IDENT  SUMS"), *(line for line, _ in lines)]
    assembly = Assembler().assemble_lines("sums", [*begins, *ends])
    regions = [Region(assembly.image.symbols["START"], "START", "the program")]
    found = points(assembly, ((a, b) for a, b in lines if b), PARCEL_BITS)
    code = Sums(target(), assembly.image, source, regions, found)
    settings = SimpleNamespace(settings=Settings(level="0"))
    return SimpleNamespace(code=code, shared=settings, complaint=lambda machine, calls: "it failed")


class SumsInspector(Inspector):
    name, assign = "SUMS", "="

    def reached(self, place, call):
        return self.code.image.symbols[place.symbol]

    def assigned(self, text, value, here):
        return [(self.code.image.symbols[text], int(value))]

    def title(self, here):
        return "the program"

    def note(self, here):
        return ""

    def readable(self, text):
        return text in self.code.image.symbols

    def computed(self, text, here):
        return lambda where: self.machine.peek(self.code.image.symbols[text])

    def evaluate(self, text, activation=0):
        return Variable(text, str(self.computed(text, None)(None)), "number")


PROGRAM = "LET A = 5\nLET BEES = A + 37\nLET A = BEES + A\nSTOP\n"


@pytest.fixture
def session():
    program = compiled(PROGRAM)
    machine = Cdc6600(core="compiled")
    machine.load(program.code.image)
    return Session(machine, language=SumsInspector(program, machine))


def test_it_is_stepped_through_by_statements_and_back(session):
    lines = []
    for _ in range(3):
        session.step_line()
        lines.append(session.language.here().line)
    assert lines == [1, 2, 3]
    assert session.language.evaluate("BEES").value == "42"
    session.line_back()
    assert session.language.here().line == 2
    assert session.language.evaluate("A").value == "5"


def test_its_statements_have_places_and_its_names_conditions(session):
    language = session.language
    line, column, (spot,) = language.line("sums", 2)
    assert (line, column) == (2, 1)
    assert isinstance(spot, Spot)
    assert language.columns("sums", 2, 3) == [(2, 1), (3, 1)]
    assert language.condition("CEES") is None
    while session.language.here() is None or session.language.here().line != 3:
        session.step_line()
    assert language.condition("BEES")() == 42
    assert [each.name for each in language.activations()] == ["the program"]


def test_its_variables_are_changed_where_a_statement_begins(session):
    language = session.language
    for _ in range(2):
        session.step_line()
    change = language.change("A", "7")
    assert change == (language.code.image.symbols["A"], 7, (), ())
    session.machine.poke(change.address, change.word)
    session.step_line()
    assert language.evaluate("BEES").value == "44"
    session.step()
    with pytest.raises(IronboardError, match="only where a statement begins"):
        language.change("A", "1")


def test_its_time_is_told_by_line(session):
    code, machine = session.language.code, Cdc6600(core="compiled")
    account = Account(code)
    machine.load(code.image)
    machine.timing()
    machine.run(10_000)
    rows = machine.timed(last=True)
    account.add(rows[:, Column.LOCATION] * code.target.parts + rows[:, Column.PARCEL], rows[:, 0] * 0 + 1)
    assert {each.name.split()[0]: each.times for each in account.lines.shares() if each.name} == {
        f"sums:{number}": 1 for number in (1, 2, 3, 4)
    }


def test_a_failure_has_its_line(session):
    program = session.language.compiled
    session.step_line()
    session.step_line()
    calls = list(session.language.calls())
    assert failure(program, session.machine, calls) == "sums:2: error: it failed\n    2 | LET BEES = A + 37"


def test_what_is_not_a_statement_is_an_error_with_its_place():
    with pytest.raises(Exception, match=r"sums:2:1: error: this is not a statement"):
        compiled("LET A = 5\nLET IT BE\n")


def test_what_compiled_programs_share_says_nothing_of_one_language():
    folder = Path(host.compilers.debuginfo.__file__).parent
    files = [*folder.glob("*.py"), folder.parent / "library.py", folder.parent / "program.py"]
    assert len(files) > 7
    assert not [each.name for each in files if "algol" in each.read_text(encoding="utf-8").lower()]


def test_languages_know_nothing_of_the_desk_above_them():
    folder = Path(host.compilers.debuginfo.__file__).parent
    files = [*folder.glob("*.py"), *(folder.parent / "algol").rglob("*.py")]
    assert len(files) > 40
    assert not [each.name for each in files if "from host.panels" in each.read_text(encoding="utf-8")]
