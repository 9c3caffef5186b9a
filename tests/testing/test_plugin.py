"""The pytest plugin, as a user meets it: tests in a folder of their own, run by pytest."""

import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from host.registry import models
from host.testing import rig as pool
from host.testing.calling import CallError
from ironboard import pytest_plugin

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
PAGE = ROOT / "docs" / "testing.md"

ROUTINES = '''
ROUTINES = """
RESULT  = $20
        .org $0200
ADD:    STA $21
        TXA
        CLC
        ADC $21
        STA RESULT
        RTS
MANY:   PHA             ; and never pulled
        RTS
FEW:    PLA
        RTS
STUCK:  JMP STUCK
JAM:    .byte $02
BREAK:  BRK
FAR:    LDA #1
        STA $30
        RTS
SETS:   LDX #$80        ; the stack is set elsewhere, and looks like before
        TXS
        LDA #$FF
        PHA
        LDA #$F9
        PHA
        RTS
OUTER:  JSR ADD
        JSR ADD
        RTS
"""
'''


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    """The machines of all runs. What is imported within a run is forgotten behind it: so everything is imported now."""
    machines = pool.Pool(tmp_path_factory.mktemp("texts"))
    with machines.rig("kim1", {}, Path(__file__)) as rig:
        rig.load("wally")
        rig.cycles.hottest(0)
    with machines.rig("kim1", {"core": "py65"}, Path(__file__)):
        pass
    with machines.rig("6600", {}, EXAMPLES / "test_mean.py") as rig, suppress(CallError):
        rig.load("mean.alg")
        rig.call("mean", 1, [1, 2])
        rig.call("mean", 3, [1, 2])
    return machines


@pytest.fixture
def tests(pytester, machines, monkeypatch):
    """Write tests of the ROUTINES, and run them; returns what pytest printed."""

    monkeypatch.setattr(pool, "Pool", lambda scratch: machines)

    def run(text, *arguments, **outcomes):
        pytester.makepyfile(ROUTINES + text)
        result = pytester.runpytest_inprocess("--strict-markers", "-p", "no:cacheprovider", *arguments)
        result.assert_outcomes(**outcomes)
        return result.stdout

    return run


# ------------------------------------------------------------ the example of the page


def test_the_examples_pass(pytester, machines):
    for file in EXAMPLES.iterdir():
        if file.is_file():
            (pytester.path / file.name).write_text(file.read_text())
    pytester.runpytest_inprocess().assert_outcomes(passed=9)


@pytest.mark.parametrize("name", ["multiply.s", "test_multiply.py", "mean.alg"])
def test_the_page_shows_the_examples_as_they_are(name):
    assert f"```{'python' if name.endswith('.py') else ''}\n{(EXAMPLES / name).read_text()}```" in PAGE.read_text()


def test_the_page_shows_a_failure_as_it_looks(pytester, machines):
    shown = re.search(r"^    >   .*?\n\n", PAGE.read_text(), re.MULTILINE | re.DOTALL)[0]
    (pytester.path / "multiply.s").write_text((EXAMPLES / "multiply.s").read_text())
    wrong = (EXAMPLES / "test_multiply.py").read_text().replace("cycles == 145\n", "cycles == 140\n")
    pytester.makepyfile(test_multiply=wrong)
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(passed=8, failed=1)
    lines = [line[4:] for line in shown.rstrip().splitlines()]
    result.stdout.fnmatch_lines([re.sub(r"([\[\]])", r"[\1]", line).replace("...", "*") for line in lines])


def test_the_page_shows_how_a_procedure_fails(pytester, machines):
    shown = re.search(r"^    E       host.*?\n\n", PAGE.read_text(), re.MULTILINE | re.DOTALL)[0]
    (pytester.path / "mean.alg").write_text((EXAMPLES / "mean.alg").read_text())
    pytester.makepyfile("""
        import pytest

        @pytest.mark.cdc6600
        def test_a_mean(load, call):
            load("mean.alg")
            call("mean", 3, [1, 2])
    """)
    result = pytester.runpytest_inprocess()
    lines = [line[4:] for line in shown.rstrip().splitlines()]
    result.stdout.fnmatch_lines([re.sub(r"([\[\]])", r"[\1]", line).replace("...", "*") for line in lines])


def test_the_other_python_on_the_page_works(pytester, machines):
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)[1:]
    text = "\n".join(blocks)
    pytester.makepyfile(f"import pytest\n\n{text}")
    (pytester.path / "mean.alg").write_text((EXAMPLES / "mean.alg").read_text())
    pytester.runpytest_inprocess("--strict-markers").assert_outcomes(
        passed=len(re.findall("^def test_", text, re.MULTILINE)) + 1  # one of them has two cases
    )


# ------------------------------------------------------------ a machine for every test


def test_every_test_has_a_machine_that_has_just_been_switched_on(tests):
    tests(
        """
import pytest

@pytest.mark.parametrize("turn", [1, 2])
def test_fresh(machine, load, turn):
    assert machine.memory[0x20] == machine.memory[0x200] == 0
    assert machine.cycles == 8
    load(ROUTINES)
    machine.set_breakpoint(0x1F1F)
    machine.set_watchpoint(0x20)
    machine.memory[0x20] = 5
    machine.trace(True)
    machine.press("AD")

def test_nothing_is_left_of_breakpoints(machine):
    assert machine.run(20_000) == 0
    assert len(machine.traced()) == 0
""",
        passed=3,
    )


def test_the_mark_gives_the_machine_options(tests):
    tests(
        """
import pytest

@pytest.mark.kim1(expand_high="8K", low_expansion=True)
def test_memory(machine, rig):
    rig.put(0x0400, [1, 2])
    rig.put(0x3FFF, [3])
    assert (machine.memory[0x0401], machine.memory[0x3FFF]) == (2, 3)

def test_no_memory(machine, rig):
    rig.put(0x0400, [1])
    assert machine.memory[0x0400] == 0x04

@pytest.mark.kim1(core="py65")
def test_core(machine):
    assert machine.processor.running_on == "py65"

@pytest.mark.kim1(core="py65")
def test_it_is_the_same_machine(machine, fresh_rig):
    assert fresh_rig().machine is not machine
""",
        passed=4,
    )


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ("expand=8", "*the KIM-1 has no option 'expand'; did you mean 'expand_low'?*"),
        ('expand_high="lots"', "*expand_high: 'lots' is not a number*"),
        ('rom="none.bin"', "*cannot read *none.bin*"),
        ("True", '*kim1 takes options by name: kim1(core="python")*'),
    ],
)
def test_wrong_options_get_a_clear_answer(tests, mark, message):
    text = f"import pytest\n@pytest.mark.kim1({mark})\ndef test_it(machine): pass"
    tests(text, errors=1).fnmatch_lines([message])


def test_the_closest_mark_names_the_machine(tests):
    tests(
        """
import pytest

pytestmark = pytest.mark.kim1(core="python")

def test_of_the_module(machine):
    assert repr(machine) == "<Kim1: 8 cycles, python core>"

@pytest.mark.cdc6600
class TestClass:
    def test_of_the_class(self, machine):
        assert machine.title == "CDC 6600"

    @pytest.mark.ibm704
    def test_of_its_own(self, machine):
        assert machine.title == "IBM 704"
""",
        passed=3,
    )
    twice = "import pytest\n@pytest.mark.kim1\n@pytest.mark.ibm704\ndef test_it(machine): pass"
    tests(twice, errors=1).fnmatch_lines(["*test_it is marked with two machines: ibm704, kim1*"])


def test_a_text_may_be_loaded_in_two_languages(tests):
    tests(
        """
import pytest

TEXT = "real procedure next(x); value x; real x; next := x + 1;" + chr(10)

def test_as_a_program_for_the_6502(load):
    with pytest.raises(Exception, match="unknown operation 'real'"):
        load(TEXT)

@pytest.mark.cdc6600
def test_in_algol(load, call):
    load(TEXT, language="algol")
    assert call("next", 1.5).value == 2.5
""",
        passed=2,
    )


def test_hands_and_eyes_of_the_machine_work(tests):
    tests(
        """
def test_keys(machine):
    machine.press("AD", "0", "2", "0", "0", "DA", "4", "2")
    assert machine.display == "020042"
""",
        passed=1,
    )


# ------------------------------------------------------------ load


def test_programs_are_sources_texts_images_and_names(tests, pytester):
    (pytester.path / "one.s").write_text(" .org $0200\n.ifdef ODD\n .byte ODD\n.endif\nSTART: lda #1\n rts\n")
    (pytester.path / "two.hex").write_text(":02030000EA60B1\n:00000001FF\n")
    tests(
        """
import pytest
from emulators.errors import IronboardError
from emulators.image import Image

def test_source(load, call, machine):
    program = load("one.s")
    assert (program.entry, program.START, program.address("START")) == (0x200, 0x200, 0x200)
    assert program.symbols["START"] == 0x200
    assert call("START").A == 1

def test_symbols_are_defined(load):
    assert load("one.s", defines={"ODD": 3}).START == 0x201
    assert load("one.s").START == 0x200

def test_text_and_image(load, call):
    load('''
        .org $0210
ONE:    inc $20
        rts
        ''')
    load(Image.of(0x300, [0xE6, 0x20, 0x60]))
    call("ONE")
    call(0x300)
    assert call("ONE").memory[0x20] == 3

def test_image_file(load, machine):
    load("two.hex")
    assert machine.memory[0x300:0x302] == b"\\xea\\x60"

def test_name(load, machine):
    program = load("wally")
    assert program.entry == 0x200
    assert machine.memory[program.COUNT] == dict(program.image)[program.COUNT]

def test_labels_of_the_monitor(call):
    assert call("HEXTA", A=0x0C, memory={}, limit=20_000).name == "HEXTA"

def test_unknown_names(load):
    program = load("one.s")
    with pytest.raises(AttributeError, match="did you mean 'START'"):
        program.STRAT
    with pytest.raises(IronboardError, match="there is no label 'NOTHING'"):
        program.address("NOTHING")
""",
        passed=7,
    )


def test_a_source_that_changes_is_assembled_again(tests, pytester):
    tests(
        """
from pathlib import Path

def test_it(load):
    path = Path(__file__).with_name("one.s")
    path.write_text(" .org $0200\\nSTART: rts\\n")
    assert load("one.s").START == 0x200
    path.write_text(" .org $0201\\nSTART: rts ; longer\\n")
    assert load("one.s").START == 0x201
""",
        passed=1,
    )


def test_errors_in_a_source_are_shown_with_their_lines_and_nothing_else(tests):
    out = tests("def test_it(load):\n    load('\\nSTART: lda #\\n foo\\n')", failed=1)
    out.fnmatch_lines(["*SourceErrors:*.s:2:13: error: expected a value*", "*2 | START: lda #*", "*foo*"])
    out.no_fnmatch_line("*host/testing*")


# ------------------------------------------------------------ call


def test_a_call_sets_registers_flags_and_memory_and_returns_them(tests):
    tests(
        """
import pytest
from emulators.errors import IronboardError

@pytest.fixture(autouse=True)
def program(load):
    return load(ROUTINES)

def test_result(call):
    result = call("ADD", A=0xF0, X=0x20)
    assert (result.A, result.X, result.C, result.Z, result.N) == (0x10, 0x20, True, False, False)
    assert result.memory["RESULT"] == result.memory[0x20] == 0x10
    assert result.memory["RESULT":0x22] == b"\\x10\\xf0"
    assert result.cycles == 3 + 2 + 2 + 3 + 3 + 6
    assert "ADD: " in repr(result) and "A=0x10" in repr(result)
    with pytest.raises(AttributeError, match="there is no 'Q': there are PC A X Y S P N V B D I Z C"):
        result.Q

def test_flags_and_memory(call, rig):
    result = call("ADD", A=1, C=1, D=True, memory={"RESULT": 9, 0x40: "AB", 0x50: [1, 2]}, X=0x09)
    assert (result.A, result.D) == (0x10, True)
    assert rig.memory[0x40:0x42] == b"AB"
    assert rig.memory[0x50:0x52] == b"\\x01\\x02"

WRONG = [({"A": 256}, "A=256 does not fit"), ({"Q": 1}, "flag 'Q'"), ({"PC": 1}, "flag 'PC'")]

@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_wrong_registers(call, wrong, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call("ADD", **wrong)

def test_an_unknown_label(call):
    with pytest.raises(IronboardError, match="there is no label 'ADDD': did you mean 'ADD'"):
        call("ADDD")

def test_what_may_be_written(call):
    call("ADD", writes=["RESULT", 0x21])
    call("ADD", writes=[("RESULT", 2)])
    call("ADD", writes=[range(0x20, 0x22)])
    call("OUTER", writes=[("RESULT", 2)])

def test_calls_follow_each_other(call):
    assert call("ADD", A=1, X=2).A == 3
    assert call("ADD", A=4).A == 6

def test_the_debuggers_stops_do_not_stay(call, machine):
    call("ADD", writes=[("RESULT", 2)])
    machine.write_register("PC", 0x1C4F)
    assert machine.run(100_000) == 0
""",
        passed=9,
    )


FAILURES = [
    ("MANY", ["*MANY has *",  # what comes after the wrong return is for the bytes of the ROM to say
              "*the RTS at 020A went to *, where no call had come from: 1 byte more on the stack than at the start"]),
    ("FEW", ["*FEW has*", "*the RTS at 020C went to *: 1 byte fewer on the stack than at the start"]),
    ("STUCK", ["*STUCK has not returned within 1,000,000 cycles; it is at 020D STUCK (*.s:14)",
               "*where they went:", "*.s:14 *100.0 %   STUCK: JMP STUCK"]),
    ("JAM", ["*JAM has come to an illegal instruction at 0210 JAM (*.s:15)"]),
    ("BREAK", ["*BREAK has not returned *", "*an interrupt after 0211 went to 0000: its vector has not been set"]),
    ("SETS", ["*SETS has not left the stack as it was: the stack pointer is 80 instead of BD"]),
]  # fmt: skip


@pytest.mark.parametrize(("routine", "messages"), FAILURES, ids=[routine for routine, _ in FAILURES])
def test_a_subroutine_that_does_not_return_properly_is_a_failure(tests, routine, messages):
    limit = "" if routine == "STUCK" else ", limit=10_000"  # BRK after BRK: their calls within calls take seconds
    out = tests(f"def test_it(load, call):\n    load(ROUTINES)\n    call('{routine}'{limit})", failed=1)
    out.fnmatch_lines([f"E {messages[0]}", *messages[1:]])
    out.no_fnmatch_line("*host/testing*")


def test_a_limit_can_be_given(tests):
    out = tests("def test_it(load, call):\n    load(ROUTINES)\n    call('OUTER', limit=20)", failed=1)
    out.fnmatch_lines(["*OUTER has not returned within 20 cycles; it is at 0224 OUTER+3 (*"])


def test_writing_elsewhere_is_a_failure(tests):
    out = tests("def test_it(load, call):\n    load(ROUTINES)\n    call('FAR', writes=['RESULT'])", failed=1)
    out.fnmatch_lines(["E *FAR wrote 01 to 0030, which is not in writes="])


def test_a_breakpoint_of_the_test_is_named(tests):
    text = "def test_it(load, call, machine):\n    load(ROUTINES)\n    machine.set_breakpoint(0x0206)\n    call('ADD')"
    tests(text, failed=1).fnmatch_lines(["*ADD has come to a breakpoint of the test at 0206 ADD+6 (*"])


# ------------------------------------------------------------ cycles


def test_cycles_are_limited_and_told(tests):
    tests(
        """
import pytest

@pytest.fixture(autouse=True)
def program(load):
    load(ROUTINES)

def test_blocks(call, cycles):
    with cycles(max=56) as spent:
        call("OUTER")
    assert spent.cycles == 56
    with cycles(56):
        call("OUTER")
    with cycles(min=56, max=60), cycles(exactly=56):
        call("OUTER")
    assert cycles.of("ADD") == 3 * 2 * 19
    assert cycles.of("OUTER") == cycles.total == 3 * 56
    assert cycles.of("STUCK") == 0

def test_of_what_is_not_called(cycles, machine):
    machine.write_register("PC", 0x20D)
    machine.run(30)
    assert cycles.of("STUCK") == cycles.total == 30

@pytest.mark.parametrize(("limits", "message"), [
    ({"max": 55}, "56 cycles, but at most 55 are allowed: 1 too many"),
    ({"min": 57}, "56 cycles, but at least 57 are expected"),
    ({"exactly": 55}, "56 cycles, but expected 55 exactly"),
])
def test_violations(call, cycles, limits, message):
    with pytest.raises(AssertionError, match=message) as error:
        with cycles(**limits):
            call("OUTER")
    assert "where they went:\\n  line " in str(error.value)

def test_an_error_in_a_block_comes_first(call, cycles):
    with pytest.raises(ZeroDivisionError):
        with cycles(max=1):
            call("OUTER")
            1 / 0
""",
        passed=6,
    )


def test_a_comparison_that_fails_names_the_hottest_lines(tests):
    text = "def test_it(load, call):\n    load(ROUTINES)\n    assert call('OUTER').cycles == 49"
    out = tests(text, failed=1)
    out.fnmatch_lines(["E *assert 56 == 49 (cycles)", "E *where they went:", "E *.s:9 *2 *12  21.4 %   RTS"])


def test_what_cannot_be_lived_again_is_not_told(tests):
    text = """
def test_it(load, call, machine):
    load(ROUTINES)
    machine.m.memory[0x40] = 5
    assert call("ADD", A=1).cycles == 0
"""
    out = tests(text, failed=1)
    out.fnmatch_lines(["*where they went cannot be told: *"])
    out.no_fnmatch_line("*.s:9 *")


# ------------------------------------------------------------ failures


def test_a_failure_shows_registers_stack_and_the_last_instructions(tests):
    text = """
def test_it(load, call, machine):
    load(ROUTINES)
    call("OUTER", A=1, X=2)
    assert machine.read_register("A") == 9
"""
    tests(text, failed=1).fnmatch_lines(
        [
            "*- the KIM-1 -*",
            "PC FFFA  A 05  X 02  Y 00  S BD  P 24  nvbdIzc   cycle 64",
            "stack: 00 00 * and 50 more",
            "the last instructions:",
            "* 24  0206  STA [$]20 *.s:8  STA RESULT",
            "* 27  0208  RTS *.s:9  RTS",
            "* 33  0224  JSR [$]0200 *.s:28  JSR ADD",
            "* next  the test",
        ]
    )


def test_a_test_without_a_machine_that_fails_is_left_alone(tests):
    out = tests("def test_it():\n    assert 1 == 2", failed=1)
    out.no_fnmatch_line("*KIM-1*")
    out.fnmatch_lines(["E *assert 1 == 2"])


def test_a_failure_in_an_example_of_hypothesis_shows_the_machine_of_that_example(tests):
    text = """
from hypothesis import given, settings, strategies as st

@given(st.integers(0, 255))
@settings(database=None)
def test_it(fresh_rig, a):
    rig = fresh_rig()
    rig.load(ROUTINES)
    assert rig.machine.cycles == 8
    assert rig.call("ADD", A=a, X=1).A < 100
"""
    tests(text, failed=1).fnmatch_lines(["*Failing test case: test_it(*", "PC FFFA  A 64  X 01 *"])


# ------------------------------------------------------------ other tests, other plugins


def test_fixtures_of_the_user_go_before(tests, pytester):
    pytester.makeconftest(
        "import pytest\n@pytest.fixture\ndef machine(): return 'mine'\n@pytest.fixture\ndef load(): return 1"
    )
    tests("def test_it(machine, load): assert (machine, load) == ('mine', 1)", passed=1)


def test_tests_run_in_several_processes(tests):
    text = """
import pytest

@pytest.mark.kim1(core="py65")
@pytest.mark.parametrize("a", range(6))
def test_it(load, call, a):
    load(ROUTINES)
    assert call("ADD", A=a, X=a).A == 2 * a
"""
    tests(text, "-n", "2", passed=6)


def test_a_run_that_does_not_ask_for_a_machine_imports_nothing(pytester):
    pytester.makepyfile(
        """
import sys

def test_it(request):
    assert request.config.pluginmanager.hasplugin("ironboard")
    ours = [name for name in sys.modules if name.split(".")[0] in ("host", "emulators", "ironboard")]
    assert {*ours} == {"ironboard", "ironboard.pytest_plugin"}
    assert not {"numpy", "textual", "pygame"} & set(sys.modules)
"""
    )
    pytester.runpytest_subprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)


def test_the_plugin_itself_imports_only_pytest():
    program = (
        "import sys, pytest; before = set(sys.modules); import ironboard.pytest_plugin;"
        "print(sorted(name for name in set(sys.modules) - before if not name.startswith('ironboard')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_machine_has_a_mark():
    assert pytest_plugin.markers() == sorted(model.marker for model in models().values())


def test_calls_that_are_not_as_expected_are_told_one_by_one(tests):
    text = """
def test_it(load, call, spy, calls):
    load(ROUTINES)
    spy("ADD")
    call("OUTER", A=1, X=2)
    assert calls.of("ADD").A == [1, 9]
"""
    tests(text, failed=1).fnmatch_lines(
        [
            "E *assert [[]1, 3] == [[]1, 9]",
            "E *  1: 01  ADD, called by *.s:27",
            "E *> 2: 03  ADD, called by *.s:28, expected 09",
        ]
    )


def test_a_port_that_was_not_written_fails_the_test(tests):
    text = """
def test_it(load, call, port):
    load(ROUTINES)
    port("RESULT", writes=[1, 2])
    call("ADD", A=0, X=1)
"""
    tests(text, failed=1).fnmatch_lines(["E *RESULT: 1 of 2 writes came, missing 02"])
