"""A second language needs its front end and its back end, and nothing of ALGOL: here one of sums."""

import re
from array import array
from pathlib import Path
from types import SimpleNamespace

import pytest

import host.compilers.debuginfo
from emulators.cdc6600.isa import MOST_WORDS, PARCEL_BITS
from emulators.cdc6600.scoreboard import Column
from emulators.errors import IronboardError
from host.assemblers.compass.assembler import Assembler
from host.compilers.backends.cdc6600.compiled import of_integer, signed, target
from host.compilers.backends.cdc6600.debugging import Inspector
from host.compilers.debuginfo.code import Code, Made, Region, points
from host.compilers.debuginfo.inspector import Expressions
from host.compilers.debuginfo.reports import Account, failure
from host.compilers.debuginfo.table import BaseType, Entry, Scope, Storage, Word
from host.compilers.lowering import Settings
from host.debugger.opening import Opened
from host.debugger.session import Session
from host.languages.assembly import Line
from host.languages.running import Spot
from host.languages.source import Diagnostics, Span, Text
from host.languages.sources import Program
from host.machines.cdc6600.machine import Cdc6600
from host.machines.cdc6600.model import MODEL
from tests.debugger.dap_editor import over_a_port

STATEMENT = re.compile(r"LET (?P<name>[A-Z]+) = (?P<first>\w+)(?: \+ (?P<second>\w+))?|STOP|FAIL")


class Statement:
    """A line of a program of sums."""

    def __init__(self, at):
        self.at = at


class SumsCode(Code):
    """The code of a program, which calls nothing."""

    def back(self, machine, region, address, frame, top):
        return None, frame, top


def compiled(text, file="sums"):
    """A program of sums: its code; what is not a statement is an error with its place."""
    source, diagnostics, start = Text(text, file), Diagnostics(), 0
    lines, names = [(Line(file, 1, "START    SB1    1"), None)], set()
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
            lines.append((Line(file, number, f"{'':9}{operation:7}{variable}".rstrip()), made))
    diagnostics.raise_errors()
    ends = [Line(file, 1, f"{name:9}BSSZ   1") for name in sorted(names)]
    ends += [Line("library", 1, each) for each in ("ENDRUN   PS", f"{'':9}PS", f"{'':9}END    START")]
    begins = [Line(file, 1, f"{'':9}IDENT  SUMS"), *(line for line, _ in lines)]
    assembly = Assembler().assemble_lines("sums", [*begins, *ends])
    regions = [Region(assembly.image.symbols["START"], "START", "the program")]
    found = points(assembly, ((a, b) for a, b in lines if b), PARCEL_BITS)
    code = SumsCode(target(), assembly.image, source, regions, found)
    settings = SimpleNamespace(settings=Settings(level="0"))
    return SimpleNamespace(
        code=code, names=sorted(names), shared=settings, complaint=lambda machine, calls: "it failed"
    )


class Sums(Expressions):
    """The expressions of the language: names, numbers, and sums of two of them."""

    name, assign = "SUMS", "="

    def __init__(self, storage, entries):
        self.storage, self.entries = storage, {each.name: each for each in entries}

    def readable(self, text):
        return all(each in self.entries for each in re.findall(r"[A-Z]+", text))

    def read(self, text, here):
        terms = [each.strip() for each in text.split("+")]
        for each in terms:
            if not each.isdigit() and each not in self.entries:
                raise IronboardError(f"'{each}' is neither a name nor a number")
        return terms

    def value(self, node, there):
        return sum(int(each) if each.isdigit() else self.storage.value(*self.place([each], there)) for each in node)

    def place(self, node, there):
        entry = self.entry(node)
        if entry is None:
            raise IronboardError("a number cannot be changed")
        return self.storage.address(entry.location, there), entry.base

    def entry(self, node):
        return self.entries.get(node[0]) if len(node) == 1 else None

    def told(self, node, value):
        return str(value), NUMBER.name


NUMBER = BaseType("number", lambda words: signed(words[0]), lambda value: [of_integer(value)], str)


def inspector(program, machine):
    """The debugger's view of a running program: its location table, and no inspector of its own."""
    entries = [Entry(each, NUMBER.name, each, Word(each), NUMBER) for each in program.names]
    storage = Storage(program.code.image.symbols, MOST_WORDS)
    return Inspector(program, machine, storage, Sums(storage, entries), [Scope("the program", None, entries)])


PROGRAM = "LET A = 5\nLET BEES = A + 37\nLET A = BEES + A\nSTOP\n"


@pytest.fixture
def session():
    program = compiled(PROGRAM)
    machine = Cdc6600(core="compiled")
    machine.load(program.code.image)
    return Session(machine, language=inspector(program, machine))


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
    assert [each.name for each in language.activations()] == ["the main program"]


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


def test_its_names_are_in_a_scope_with_their_values(session):
    language = session.language
    session.step_line()
    session.step_line()
    (scope,) = language.scopes()
    assert (scope.title, scope.level) == ("the program", 0)
    assert [(each.name, each.value, each.type) for each in language.variables(0)] == [
        ("A", "5", "number"), ("BEES", "0", "number"),
    ]  # fmt: skip
    assert language.evaluate("A + 37").value == "42"
    assert language.names("B") == ["BEES"]
    for wrong, message in (("CEES", "neither a name nor a number"), ("1", "cannot be changed")):
        with pytest.raises(IronboardError, match=message):
            language.change(wrong, "1")


def test_an_editor_shows_and_changes_its_variables(tmp_path):
    source = tmp_path / "program.sums"
    source.write_text(PROGRAM)

    def open_program(wish):
        program = compiled(source.read_text(), str(source))
        machine = Cdc6600(core="compiled")
        machine.load(program.code.image)
        loaded = Program(wish.program, program.code.image, infos=[program.code.image])
        sources = loaded.sources(radix=8, address_bits=18)
        return Opened(Session(machine, sources, language=inspector(program, machine)), MODEL, loaded)

    with over_a_port(open_program) as connect:
        editor = connect()
        editor.launch(program=str(source), stopOnEntry=True)
        editor.begin()
        body = editor.request("setBreakpoints", source={"path": str(source)}, breakpoints=[{"line": 3}])
        assert [(each["verified"], each["line"]) for each in body["breakpoints"]] == [(True, 3)]
        assert editor.go("continue")["reason"] == "breakpoint"
        assert editor.values("the program") == {"A": "5", "BEES": "42"}
        scope = editor.scope("the program")
        editor.request("setVariable", variablesReference=scope, name="A", value="BEES + 8")
        assert editor.go("next")["reason"] == "step"
        assert editor.evaluate("A + BEES") == "134"
        editor.request("disconnect")


def test_its_time_is_told_by_line(session):
    code, machine = session.language.code, Cdc6600(core="compiled")
    account = Account(code)
    machine.load(code.image)
    machine.timing()
    machine.run(10_000)
    rows = machine.timed(last=True)
    account.add(rows, Column.LOCATION, Column.PARCEL, array("q", [1]) * len(rows))
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
