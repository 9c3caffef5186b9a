"""What the plugin says about a whole run: coverage, the baseline of cycles, annotations, JUnit's file."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from lcov_cobertura import LcovCobertura

from emulators.errors import IronboardError
from host.debugger.profile.coverage import Branch, FileCoverage, total
from host.testing import rig as pool
from host.testing.baseline import Baseline
from host.testing.coverage import chosen, of_plain, plain

SIGN = """
        .org $0200
SIGN:   CMP #0
        BEQ @zero
        BMI @minus
        JSR ONE
        RTS
@minus: LDX #$FF
        RTS
@zero:  LDX #0
        RTS
ONE:    LDX #1
        RTS
"""
TESTS = """
import pytest

@pytest.fixture(autouse=True)
def program(load):
    load("sign.s")

def test_zero(call):
    assert call("SIGN", A=0).X == 0

def test_plus(call):
    assert call("SIGN", A=5).X == 1
"""
MINUS = """
def test_minus(call):
    assert call("SIGN", A=0x80).X == 0xFF
"""


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    machines = pool.Pool(tmp_path_factory.mktemp("texts"))
    with machines.rig("kim1", {}, Path(__file__)) as rig:
        rig.load("wally")
        rig.cycles.hottest(0)
    return machines


@pytest.fixture
def run(pytester, machines, monkeypatch):
    """Write the source and tests, and run them; returns the result."""
    monkeypatch.setattr(pool, "Pool", lambda scratch: machines)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (pytester.path / "sign.s").write_text(SIGN)

    def run(*arguments, tests=TESTS):
        pytester.makepyfile(test_sign=tests)
        return pytester.runpytest_inprocess("--strict-markers", "-p", "no:cacheprovider", *map(str, arguments))

    return run


# ------------------------------------------------------------ coverage


def test_coverage_is_summed_over_tests_and_names_what_is_missing(run):
    result = run("--asm-cov", "--asm-cov-report=term-missing")
    result.stdout.fnmatch_lines(
        [
            "*= coverage of assembly =*",
            "source * lines  never  branches  not both ways  coverage",
            "sign.s * 11 *2 *2 *1 *80 %",
            "sign.s: lines never executed: 8-9",
            "sign.s:5: BMI @minus: went on once, never jumped",
        ]
    )
    assert result.ret == 0


def test_the_page_shows_what_is_printed(run, pytester):
    page = (Path(__file__).parents[2] / "docs" / "testing.md").read_text()
    printed = [line.strip() for line in run("--asm-cov", "--asm-cov-report=term-missing").outlines]
    run("--cycles-baseline=cycles.json", "--cycles-baseline-update")
    (pytester.path / "sign.s").write_text(SIGN.replace("@zero:  LDX #0", "; a remark\n@zero:  NOP\n        LDX #0"))
    printed += [line.removeprefix("E   ").strip() for line in run("--cycles-baseline=cycles.json").outlines]
    shown = [line.strip().removeprefix("E   ").strip() for line in page.splitlines() if line.startswith("    ")]
    shown = [line for line in shown if line.startswith(("source ", "sign.s", "SIGN takes"))]
    assert len(shown) == 6
    assert not [line for line in shown if not any(each.endswith(line) for each in printed)]


def test_all_lines_and_both_ways_are_all_of_it(run):
    result = run("--asm-cov=sign.s", "--asm-cov-fail-under=100", tests=TESTS + MINUS)
    result.stdout.fnmatch_lines(["sign.s * 11 *0 *2 *0 *100 %"])
    assert result.ret == 0


def test_too_little_coverage_fails_the_run(run):
    assert run("--asm-cov", "--asm-cov-fail-under=80").ret == 0
    result = run("--asm-cov", "--asm-cov-fail-under=80.1")
    result.stdout.fnmatch_lines(["*coverage is 80.0 %, --asm-cov-fail-under=80.1*"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_a_source_that_no_test_loads_is_named(run):
    result = run("--asm-cov=sing.s", "--asm-cov-fail-under=0")
    result.stdout.fnmatch_lines(["sing.s: no test has loaded such a source"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_what_a_stub_replaces_is_not_covered(run):
    tests = TESTS.replace('    assert call("SIGN", A=5).X == 1', '    rig.stub("ONE", X=1)\n    call("SIGN", A=5)')
    result = run("--asm-cov", "--asm-cov-report=term-missing", tests=tests.replace("plus(call)", "plus(call, rig)"))
    result.stdout.fnmatch_lines(["sign.s: lines never executed: 8-9, 12-13"])


def test_explanations_count_nothing_twice(run):
    explains = '\ndef test_cycles(call, cycles):\n    call("SIGN", A=0)\n    assert cycles.of("SIGN") == 13\n'
    run("--asm-cov", "--asm-cov-report=lcov", tests=TESTS + explains)
    assert "DA:3,3" in Path("coverage.info").read_text()


def test_property_tests_are_covered(run):
    tests = """
def test_many(fresh_rig):
    for a in (0, 1, 0x80):
        rig = fresh_rig()
        rig.load("sign.s")
        rig.call("SIGN", A=a)
"""
    run("--asm-cov", tests=tests).stdout.fnmatch_lines(["sign.s *100 %"])


def test_files_are_written_in_their_formats(run):
    kinds = ["lcov:out.info", "xml", "html"]
    result = run("--asm-cov", *(f"--asm-cov-report={kind}" for kind in kinds))
    result.stdout.fnmatch_lines(["lcov written to out.info", "xml written to coverage.xml"])
    tracefile = Path("out.info").read_text()
    assert f"SF:{Path('sign.s').resolve()}" in tracefile
    assert {"DA:3,2", "DA:8,0", "BRDA:4,0,0,1", "BRDA:4,0,1,1", "BRDA:5,1,0,0", "LH:9"} <= set(tracefile.splitlines())
    root = ElementTree.parse("coverage.xml").getroot()
    theirs = ElementTree.fromstring(LcovCobertura(tracefile).convert())
    names = ("number", "hits", "condition-coverage")
    ours, others = ({tuple(map(each.get, names)) for each in tree.iter("line")} for tree in (root, theirs))
    assert ours <= others
    assert len(ours) == 11
    assert root.get("line-rate") == f"{9 / 11:.4f}"
    assert "tr class='never'" in Path("coverage.html").read_text()


def test_workers_are_summed(pytester, run):
    run("--asm-cov", "-n2", "--asm-cov-fail-under=100", tests=TESTS + MINUS).stdout.fnmatch_lines(["sign.s *100 %"])


def test_coverage_survives_the_way_to_another_process(run, machines):
    with machines.rig("kim1", {}, Path(__file__)) as rig:
        from host.debugger.profile import Profile

        rig.load(SIGN)
        profile = Profile(rig.machine, rig.sources)
        profile.watch(lambda: rig.call("SIGN", A=1))
        parts = profile.coverage()
    assert of_plain(json.loads(json.dumps(plain(parts)))) == parts
    twice = total([*parts, *parts])
    assert [each.lines for each in twice] == [{line: 2 * count for line, count in each.lines.items()} for each in parts]


def test_branches_of_a_line_are_added_one_by_one():
    part = FileCoverage("a.s", "a.s", {1: 2}, branches=[Branch("BNE", 1, 2, 2, 0), Branch("BCC", 1, 1, 0, 1)])
    (sums,) = total([part, part])
    assert sums.branches == [Branch("BNE", 1, 4, 4, 0), Branch("BCC", 1, 2, 0, 2)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--asm-cov", "--asm-cov-report=pdf"], "--asm-cov-report=pdf: expected term, term-missing, lcov, xml, html"),
        (["--asm-cov-report=lcov"], "--asm-cov-report and --asm-cov-fail-under need --asm-cov"),
        (["--cycles-baseline-update"], "--cycles-baseline-update needs --cycles-baseline=FILE"),
        (["--cycles-baseline=none.json"], "none.json does not exist: --cycles-baseline-update writes it"),
        (["--cycles-baseline=sign.s"], "sign.s is no file of cycles: *; expected what --cycles-baseline-update writes"),
    ],
)
def test_options_that_make_no_sense_are_errors(run, arguments, message):
    result = run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (result.stderr if "ERROR" in result.stderr.str() else result.stdout).fnmatch_lines([f"*{message}*"])


def test_a_pattern_is_seen_from_a_folder_with_any_name(tmp_path):
    folder = tmp_path / "my [new] games" / "tests"
    part = FileCoverage("a.s", str(folder.parent / "src" / "a.s"))
    for name in ("../src/*.s", "../src", str(folder.parent / "src" / "a.s")):
        assert chosen([part], [name], folder) == ([part], []), name
    assert chosen([part], ["src/*.s"], folder) == ([], ["src/*.s"])


# ------------------------------------------------------------ cycles


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Expecting value"),
        ("[]", "expected a JSON object, not \\[\\]"),
        ('{"a": {"b": 5}}', "expected a JSON object, not 5"),
        ('{"a": {"SIGN": {"cycles": 5}}}', "there is no 'lines'"),
        ('{"a": {"SIGN": {"cycles": true, "lines": {}}}}', "'SIGN' is True: expected a number"),
        ('{"a": {"SIGN": {"cycles": 5, "lines": {"a.s": "5 NOP"}}}}', "'a.s' is '5 NOP': expected a list"),
        ('{"a": {"SIGN": {"cycles": 5, "lines": {"a.s": ["NOP"]}}}}', "'NOP' in 'a.s' is no line with its cycles"),
        ('{"a": {"SIGN": {"cycles": 5, "lines": {"a.s": ["%s NOP"]}}}}' % ("9" * 5000), "is no line with its cycles"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": "\xff"}', "byte .FF is not UTF-8"),
    ],
)
def test_a_damaged_file_of_cycles_is_refused_in_one_line(tmp_path, text, message):
    file = tmp_path / "cycles.json"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(IronboardError, match=message) as caught:
        Baseline(file)
    assert "\n" not in str(caught.value)


def test_a_file_of_cycles_that_cannot_be_written_fails_the_run_in_one_line(run):
    result = run("--cycles-baseline=none/cycles.json", "--cycles-baseline-update")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["FAIL cannot write *cycles.json: No such file or directory"])
    assert "Traceback" not in result.stderr.str()


def test_more_cycles_than_the_baseline_are_a_failure_with_the_line(run, pytester):
    result = run("--cycles-baseline=cycles.json", "--cycles-baseline-update")
    result.stdout.fnmatch_lines(["cycles.json written: 2 of 2 tests changed, 0 gone"])
    written = json.loads(Path("cycles.json").read_text())
    assert written["test_sign.py::test_zero"]["SIGN"] == {
        "cycles": 2 + 3 + 2 + 6,
        "lines": {"sign.s": ["2 SIGN: CMP #0", "3 BEQ @zero", "2 @zero: LDX #0", "6 RTS"]},
    }
    run("--cycles-baseline=cycles.json").assert_outcomes(passed=2)
    (pytester.path / "sign.s").write_text(SIGN.replace("@zero:  LDX #0", "; a remark\n@zero:  NOP\n        LDX #0"))
    before = Path("cycles.json").read_text()
    result = run("--cycles-baseline=cycles.json")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*SIGN takes 15 cycles, 2 more than the 13 in cycles.json",
            "*  sign.s:11  @zero: NOP: 2 cycles, not 0 (+2)",
        ]
    )
    assert Path("cycles.json").read_text() == before


def test_fewer_cycles_and_new_tests_are_told(run, pytester):
    run("--cycles-baseline=cycles.json", "--cycles-baseline-update")
    (pytester.path / "sign.s").write_text(SIGN.replace("        JSR ONE\n        RTS", "        JMP ONE"))
    result = run("--cycles-baseline=cycles.json", tests=TESTS + MINUS)
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(
        [
            "*= cycles =*",
            "test_sign.py::test_minus: SIGN is not in cycles.json",
            "test_sign.py::test_plus: SIGN takes 17 cycles, 9 fewer",
            "--cycles-baseline-update puts the cycles of this run into the file",
        ]
    )


def test_an_update_keeps_what_has_not_run_and_drops_what_is_gone(run):
    run("--cycles-baseline=cycles.json", "--cycles-baseline-update", tests=TESTS + MINUS)
    run("--cycles-baseline=cycles.json", "--cycles-baseline-update", "-k", "zero", tests=TESTS + MINUS)
    assert len(json.loads(Path("cycles.json").read_text())) == 3
    result = run("--cycles-baseline=cycles.json", "--cycles-baseline-update", "-n2")
    result.stdout.fnmatch_lines(["cycles.json written: 0 of 2 tests changed, 1 gone"])
    assert [*json.loads(Path("cycles.json").read_text())] == ["test_sign.py::test_plus", "test_sign.py::test_zero"]


def test_an_update_of_one_test_keeps_the_others_of_its_file(run):
    run("--cycles-baseline=cycles.json", "--cycles-baseline-update")
    run("test_sign.py::test_zero", "--cycles-baseline=cycles.json", "--cycles-baseline-update")
    assert len(json.loads(Path("cycles.json").read_text())) == 2


def test_a_test_that_fails_is_not_measured(run):
    wrong = TESTS.replace("X == 1", "X == 2")
    run("--cycles-baseline=cycles.json", "--cycles-baseline-update", tests=wrong).assert_outcomes(passed=1, failed=1)
    assert [*json.loads(Path("cycles.json").read_text())] == ["test_sign.py::test_zero"]


# ------------------------------------------------------------ forges


def test_failures_are_annotations_at_the_line_of_the_source(run, monkeypatch):
    tests = (
        TESTS
        + """
def test_forbidden(call, rig):
    rig.forbid("ONE", reads=True)
    call("SIGN", A=1)
"""
    )
    assert "::error" not in run(tests=tests).stdout.str()
    result = run("--asm-annotations=github", tests=tests.replace("X == 1", "X == 2"))
    lines = [line for line in result.outlines if line.startswith("::error")]
    assert re.match(
        r"::error file=test_sign.py,line=1\d,title=test_sign.py%3A%3Atest_plus::AssertionError: assert 1 == 2%0A",
        lines[0],
    )
    assert lines[1].startswith("::error file=sign.s,line=12,title=test_sign.py%3A%3Atest_forbidden::host.testing")
    assert len(lines) == 2
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert "::error file=sign.s" in run(tests=tests).stdout.str()
    assert "::error" not in run("--asm-annotations=none", tests=tests).stdout.str()


def test_a_source_that_does_not_assemble_is_annotated(run, pytester):
    (pytester.path / "sign.s").write_text(SIGN.replace("LDX #1", "LDA #"))
    result = run("--asm-annotations=github")
    result.assert_outcomes(errors=2)
    assert result.stdout.str().count("::error file=sign.s,line=12,title=test_sign.py%3A%3Atest_") == 2


def test_junits_file_has_cycles_coverage_and_the_line(run):
    tests = TESTS + '\ndef test_forbidden(call, rig):\n    rig.forbid("ONE", reads=True)\n    call("SIGN", A=1)\n'
    tests += '\ndef test_fresh(fresh_rig):\n    rig = fresh_rig()\n    rig.load("sign.s")\n    rig.call("SIGN", A=0)\n'
    tests = tests.replace("autouse=True", "").replace("(call", "(program, call")
    run("--junitxml=out.xml", "--asm-cov", tests=tests)
    root = ElementTree.parse("out.xml").getroot()
    of = {case.get("name"): {each.get("name"): each.get("value") for each in case.iter("property")}
          for case in root.iter("testcase")}  # fmt: skip
    assert of["test_zero"] == {"machine": "KIM-1", "cycles SIGN": "13"}
    assert of["test_fresh"] == {"machine": "KIM-1"}
    assert of["test_forbidden"] == {"machine": "KIM-1", "source": "sign.s:12"}
    suite = root.find("testsuite/properties")
    assert {each.get("name"): each.get("value") for each in suite} == {"assembly coverage": "80.0"}


# ------------------------------------------------------------ other machines

OTHERS = {
    "ibm704": ("sign.sap", """       ORG  24
SIGN   TMI  MINUS
       CLA  ONE
       TRA  1,4
MINUS  CLS  ONE
       TRA  1,4
ONE    DEC  1
       END
""", "AC", "sign.sap  * 5 *0 *1 *0 *100 %", "sign.sap: lines never executed: 5-6", "sign.sap:2: SIGN TMI"),
    "cdc6600": ("sign.compass", """         IDENT  SIGN
SIGN     PS
         NG     X1,MINUS
         SX6    1
         EQ     SIGN
MINUS    SX6    -1
         EQ     SIGN
         END
""", "X1", "sign.compass * 6 *0 *1 *0 *100 %", "sign.compass: lines never executed: 6-7", "sign.compass:3: NG"),
}  # fmt: skip


@pytest.mark.parametrize("mark", OTHERS)
def test_other_machines_have_the_same(run, pytester, mark):
    name, source, register, all_of_it, missing, _ = OTHERS[mark]
    (pytester.path / name).write_text(source)
    negative = {"ibm704": 1 << 37, "cdc6600": (1 << 60) - 2}[mark]
    tests = f"""
import pytest
pytestmark = pytest.mark.{mark}

@pytest.mark.parametrize("value", [1, {negative}], ids=["plus", "minus"])
def test_it(load, call, value):
    load("{name}")
    call("SIGN", {register}=value)
"""
    options = "--asm-cov", "--asm-cov-report=term-missing", "--cycles-baseline=c.json"
    result = run(*options, "--cycles-baseline-update", tests=tests)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines([all_of_it])
    run(*options, "-k", "plus", tests=tests).stdout.fnmatch_lines(
        [missing, f"{OTHERS[mark][-1]}*: went on once, never*"]
    )
    old, new = {"ibm704": ("       CLA  ONE", "       CLA  ONE\n       CLA  ONE")}.get(
        mark, ("SX6    1", "SX6    1\n         SA1    SIGN\n         BX6    X1")
    )
    (pytester.path / name).write_text(source.replace(old, new))
    result = run(*options, tests=tests)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*SIGN takes * cycles, * more than the * in c.json", f"*  {name}:*, not * (+*)"])


# ------------------------------------------------------------ compiled languages

SOURCE = "      FUNCTION SMALL(N)\n      SMALL=0.0\n      IF (N-2) 1,1,2\n    1 SMALL=1.0\n    2 RETURN\n      END\n"
COMPILED = {
    "algol": ("cdc6600", "small.alg", """real procedure small(n); value n; integer n;
begin real s; s := 0;
  if n < 3 then
    s := sqrt(1);
  small := s
end
"""),
    "fortran": ("cdc6600", "four.f", SOURCE),
    "fortran_704": ("ibm704", "two.f", SOURCE),
}  # fmt: skip


OF_COMPILED = """
import pytest

@pytest.mark.{mark}
def test_{title}(load, call, cycles):
    load("{name}")
    with cycles() as spent:
        found = [call("small", number) for number in {numbers}]
    assert [each.value for each in found] == [number < 3 for number in {numbers}]
    assert spent.cycles == cycles.total == sum(each.cycles for each in found)
    where = "(?s)too many.where those of the last call went.* {name}:"
    with pytest.raises(AssertionError, match=where), cycles(max=spent.cycles - 1):
        for number in {numbers}:
            call("small", number)
"""


def _tests(*numbers):
    each = ((title, mark, name) for title, (mark, name, _) in COMPILED.items())
    return "".join(OF_COMPILED.format(title=title, mark=mark, name=name, numbers=numbers) for title, mark, name in each)


@pytest.fixture
def run_compiled(pytester):
    """Write the sources and tests, which call `small` with some numbers; run them in a process of their own."""
    for _, name, source in COMPILED.values():
        (pytester.path / name).write_text(source)

    def run(numbers, *arguments):
        pytester.makepyfile(test_small=_tests(*numbers))
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments)

    return run


def test_statements_and_cycles_of_compiled_languages_are_those_of_the_file(run_compiled):
    options = "--asm-cov", "--asm-cov-report=term-missing", "--cycles-baseline=c.json"
    result = run_compiled([5, 9], *options, "--cycles-baseline-update")
    result.assert_outcomes(passed=3)
    head = next(index for index, each in enumerate(result.outlines) if each.startswith("source "))
    rows = [each.split() for each in result.outlines[head + 1 : head + 8]]
    assert [row[:3] for row in rows[:4]] == [
        ["four.f", "4", "1"],
        ["small.alg", "4", "1"],
        ["two.f", "4", "1"],
        ["all", "12", "3"],
    ]
    assert [" ".join(row) for row in rows[4:]] == [
        f"{name}: lines never executed: 4" for name in ("four.f", "small.alg", "two.f")
    ]
    assert "c.json written" in result.outlines[head + 8]
    known = json.loads(Path("c.json").read_text())
    result = run_compiled([5, 2], *options)
    result.stdout.fnmatch_lines(["all * 12 *0 *0 *0 *100 %"])
    result.assert_outcomes(failed=3)
    for title, (_, name, _) in COMPILED.items():
        ((routine, entry),) = known[f"test_small.py::test_{title}"].items()
        assert 0 < sum(int(row.split()[0]) for row in entry["lines"][name]) < entry["cycles"]  # the rest is the call
        result.stdout.fnmatch_lines(
            [f"*{routine} takes * more than the {entry['cycles']} in c.json", f"*  {name}:4  *: * cycles, not 0 (+*)"]
        )
