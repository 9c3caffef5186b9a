"""FORTRAN sources wherever sources go: consoles, jobs, images, profiles, the debugger and its protocol, tests."""

from pathlib import Path

import pytest

from host import registry
from host.assemblers import cached
from host.assemblers.dialects import dialect_of
from host.cli.main import main
from host.debugger.opening import Target, open_session
from host.debugger.stops import Kind
from host.formats import deck
from host.machines.ibm704.machine import Ibm704, program_deck
from tests.debugger.dap_editor import over_a_port
from tests.debugger.screen.desk import LARGE, driven, opened

PROGRAM = """\
      DIMENSION A(3)
      N = 7
      DO 20 I = 1, 3
   20 A(I) = TWICE(FLOAT(I))
      S = A(1) + A(2)*A(3)
      WRITE (6,30) N, S
   30 FORMAT (I5, F8.2)
      STOP
      END
      FUNCTION TWICE(X)
      TWICE = X*2.
      RETURN
      END
"""
PRINTED = ["7", "26.00"]
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "spread.f"


@pytest.fixture(params=[".f", ".for", ".f66", ".F"])
def source(tmp_path, request):
    path = tmp_path / f"twice{request.param}"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "twice.f"
    path.write_text(PROGRAM)
    return path


def said(capsys, *arguments, status=0):
    assert main([*map(str, arguments)]) == status
    return capsys.readouterr().out


# ---------------------------------------------------------------- which machine's


def test_a_source_is_the_6600s_where_no_machine_is_named(source):
    assert dialect_of(source).name == "fortran"
    assert registry.meant(str(source)) == "6600"
    assert cached.assembled(source).image.word_bits == 60


def test_a_source_is_the_704s_for_the_704(source):
    assert dialect_of(source, machine="704").name == "fortran-704"
    assert dialect_of(source, "fortran-704").name == "fortran-704"
    assert cached.assembled(source, dialect="fortran-704").image.word_bits == 36
    assert program_deck(str(source)).symbols["START"] == 0o30


@pytest.mark.parametrize(
    ("path", "machine", "name"),
    [("a.sap", "6600", "sap"), ("a.s", "704", "ca65"), ("a.x", None, "ca65"), ("a.compass", "704", "compass"),
     ("a.f", "kim1", "fortran")],
)  # fmt: skip
def test_other_suffixes_have_one_language(path, machine, name):
    assert dialect_of(path, machine=machine).name == name


# ---------------------------------------------------------------- commands


def test_a_program_is_run_as_a_job(program, capsys):
    assert said(capsys, "run", "6600", program).split()[:2] == PRINTED


def test_a_program_is_run_at_the_console_of_the_6600(program, capsys):
    out = said(capsys, "6600", program, "--headless")
    assert " ".join(PRINTED) in " ".join(out.split())


def test_a_program_is_run_at_the_console_of_the_704_from_its_cards(program, capsys):
    program.write_text(PROGRAM.replace("N = 7", "READ 10, N\n   10 FORMAT (I3)"))
    data = program.with_suffix(".deck")
    deck.write([deck.of_text("  7")], data)
    out = said(capsys, "704", program, "--headless", "--cards", data)
    assert out.split()[:2] == PRINTED
    assert "program stop: HPR" in out


def test_an_image_is_made_for_either_machine(program, capsys):
    assert "words, entry 000100" in said(capsys, "asm", program)
    assert "words, entry 00030" in said(capsys, "asm", program, "--dialect", "fortran-704")
    machine = Ibm704(core="compiled")
    machine.load_cards(program.with_suffix(".cbn"))
    assert machine.hopper
    assert program.with_suffix(".o60").is_file()


def test_an_image_with_its_source_beside_it_is_debugged_in_its_language(program, capsys):
    said(capsys, "asm", program, "--dialect", "fortran-704", "-O", "0")
    out = said(capsys, "debug", program.with_suffix(".cbn"), "-O", "0", "-e", "break TWICE", "-e", "frames")
    assert "TWICE" in out


def test_time_is_told_by_units_and_lines(program, capsys):
    listing = program.with_suffix(".cost")
    out = said(capsys, "profile", program, "--listing", listing, "--coverage",
               program.with_suffix(".info"))  # fmt: skip
    assert any(line.split()[:2] == ["TWICE.", "3"] for line in out.splitlines())
    assert "TWICE = X*2." in listing.read_text()
    covered = program.with_suffix(".info").read_text().partition(f"SF:{program}")[2].partition("end_of_record")[0]
    assert {line.split(":")[1].split(",")[0] for line in covered.splitlines() if line.startswith("DA:")} >= {"4", "11"}


@pytest.mark.parametrize("machine", ["6600", "704"])
def test_the_debugger_speaks_fortran_on_both_machines(program, capsys, machine):
    commands = (
        "break TWICE if X == 2", "go", "? X", "frames", "delete 1", "break MAIN.20", "break twice.f:5", "go",
        "delete 3", "break twice.f:8", "go", "set S = N/2", "? S", "variables", "? A(3)",
    )  # fmt: skip
    out = said(capsys, "debug", program, "--machine", machine, *(part for each in commands for part in ("-e", each)))
    assert "   X = 2.0  REAL: FLOAT(I), line 4" in out
    assert "#1  the main program  twice.f:4:7  A(I) = TWICE(FLOAT(I))" in out
    assert "   S = 3.0  REAL" in out
    assert "      A  (2.0, 4.0, 6.0)  REAL array (3)" in out
    assert "      I  (undefined: the DO of line 3 has ended)  INTEGER" in out
    assert "   A(3) = 6.0  REAL" in out


def test_an_element_with_several_subscripts_is_set(program, capsys):
    program.write_text("      DIMENSION B(2,3)\n      I = 1\n      B(2,2) = I\n      END\n")
    commands = ("until 3", "set B(1, 2) = I + 0.5", "? B", "set B(I,3)=7")
    out = said(capsys, "debug", program, *(part for each in commands for part in ("-e", each)))
    assert "   B(1, 2) = 1.5  REAL" in out
    assert "   B = (0.0, 0.0, 1.5, 0.0, 0.0, 0.0)  REAL array (2,3)" in out
    assert "   B(I,3) = 7.0  REAL" in out


def test_an_editor_debugs_it(program):
    with over_a_port(open_session) as connect:
        editor = connect()
        editor.launch(program=str(program), stopOnEntry=True)
        assert editor.begin()["reason"] == "entry"
        body = editor.request("setBreakpoints", source={"path": str(program)}, breakpoints=[{"line": 11}])
        assert [each["line"] for each in body["breakpoints"]] == [11]
        assert editor.go("continue")["reason"] == "breakpoint"
        inner, outer = editor.frames()
        assert (inner["name"], outer["name"]) == ("TWICE(X = 1.0)", "the main program")
        scopes = editor.request("scopes", frameId=inner["id"])["scopes"]
        assert [each["name"] for each in scopes][:2] == ["function TWICE", "Registers"]
        editor.request("disconnect")


def test_a_saved_session_of_an_optimised_program_says_what_is_in_registers(program):
    found = open_session(Target(str(program), compiling={"level": "1"}))
    assert found.session.language.name == "FORTRAN"
    assert found.kind.name == "6600"


@pytest.mark.parametrize("machine", ["6600", "704"])
@driven
async def test_the_full_screen_shows_units_common_and_statements(machine):
    found = open_session(Target(str(EXAMPLE), machine=machine))
    _, ((address, part),) = found.session.spots("MEAN.10")
    found.session.stops.add(Kind.EXECUTE, address, part=part, place="MEAN.10")
    found.session.cont()
    async with opened(found, size=LARGE) as desk:
        assert desk.now == (20, "10 S = S + X(I)")
        shown = [" ".join(line.split()) for line in desk.lines("variables")]
        assert shown[:1] + shown[3:8] == [
            "subroutine MEAN", "S 0.0 REAL", "I 1 INTEGER", "blank COMMON", "N 5 INTEGER", "CALLS 1.0 REAL",
        ]  # fmt: skip
        await desk.press("f10")
        assert "S 1.0 REAL" in [" ".join(line.split()) for line in desk.lines("variables")]


PYTEST = """
import pytest


@pytest.mark.cdc6600
def test_it_prints_what_it_computes(machine, load):
    load("twice.f")
    machine.run(1_000_000)
    assert machine.text("OUTPUT").split() == ["7", "26.00"]
"""


def test_pytest_takes_it(program, pytester):
    Path(pytester.path, "twice.f").write_text(PROGRAM)
    pytester.makepyfile(PYTEST)
    pytester.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)
