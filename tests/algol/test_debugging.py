"""At each statement, the debugger shows what the interpreter of the tree has: for all names that can be used there."""

from pathlib import Path
from random import Random

import pytest

from host.compilers.algol.compiler import compile_text
from host.debugger.cli import Monitor
from tests.algol.debugging import compare, compare_steps, session_of
from tests.algol.loop_programs import Looping
from tests.algol.random_programs import Maker
from tests.compiled.watching import watched
from tests.shared import ALL_EXAMPLES

DATA = Path(__file__).parents[1] / "data" / "algol"
PROGRAMS = ("jensen", "recursion", "own", "switches", *(("procedures", "loops") if ALL_EXAMPLES else ()))
STATEMENTS = 20 if ALL_EXAMPLES else 10  # of each program


LEVELS = pytest.mark.parametrize("level", ["0", "1"])


@LEVELS
@pytest.mark.parametrize("name", PROGRAMS)
def test_names_stand_for_what_they_do_in_the_interpreter(name, level):
    statements, names, _ = compare((DATA / f"{name}.alg").read_text(encoding="utf-8"), STATEMENTS, level)
    assert statements > STATEMENTS // 2
    assert names > 3 * statements


@LEVELS
@pytest.mark.parametrize("seed", [2, 14])
def test_so_it_is_for_programs_made_at_random(seed, level):
    statements, names, unset = compare(Maker(Random(seed), 25, channels=False).program(), STATEMENTS, level)
    assert statements > STATEMENTS // 2
    assert names > 3 * statements
    assert unset


LABELLED = """begin integer i;
  for i := 1 step 1 until 3 do outinteger(1, i);
there: i := 2;
here: outinteger(1, i);
  if i > 5 then goto here;
last: end
"""


@LEVELS
def test_a_label_has_a_place_whether_code_goes_there_or_not(level):
    language = session_of(compile_text(LABELLED, "labels", level=level)).language
    for name, line in (("there", 3), ("here", 4)):
        (spelling, spots), (_, _, begins) = language.place(name), language.line("labels", line)
        assert (spelling, spots[0]) == (name, begins[0])
    assert language.place("last") is None  # after it there is no statement


LOOPS = """begin
  integer i, j, n; real s; real array a, b[1:9]; array c[1:3, 0:4];
  n := 9; s := 0;
  for i := 1 step 1 until n do
    begin
    a[i] := i;
    b[i] := a[i] / 2
    end;
  for i := n step -2 until 1 do
    begin
    s := s + a[i] × b[i];
    s := s - 1
    end;
  for i := 1 step 1 until 3 do
    for j := 0 step 1 until 4 do
      begin
      c[i, j] := i - j;
      s := s + c[i, j]
      end;
  n := i + j
end"""


@LEVELS
def test_so_it_is_for_loops_that_have_variables_in_registers(level):
    statements, names, _ = compare(LOOPS, 1000, level)
    assert statements > 60
    assert names >= 7 * statements


@LEVELS
@pytest.mark.parametrize("name", ["jensen", "labels"])
def test_steps_over_statements_back_over_them_and_out_follow_activations(name, level):
    """The statement behind a step is the next one of an activation that was open; behind a step back, the last one."""
    over, back, out = compare_steps((DATA / f"{name}.alg").read_text(encoding="utf-8"), STATEMENTS, 2, level)
    assert min(over, back) > 3
    assert out


def ended(text, level):
    """What the inspector tells of a program that has stopped: why, where it was called from, all simple variables."""
    session = session_of(compile_text(text, "test.alg", level=level))
    session.run(until=3_000_000)
    language = session.language
    scopes = range(len(language.scopes()))
    shown = {(each.name, each.value) for scope in scopes for each in language.variables(scope) if not each.children}
    return language.complaint(), [(each.passage, each.name) for each in language.activations()], shown


FAILING = {
    "the library has used the register since": (
        "begin integer i; integer array a[1:10];\nfor i := 1 step 1 until 12 do\na[i] := i × i;\ni := 0 end",
        (3, "11"),
    ),
    "its next value is computed before the check": (
        "begin integer i, k, n, s; integer array b[1:8], c[0:9];\nk := 3; n := 6;\nfor i := 1 step 1 until k do\n"
        "begin\nif b[i] > s then s := c[i];\nk := n × k + i;\nc[5] := b[n - i] := 0\nend;\ns := 0 end",
        (7, "6"),
    ),
}


@LEVELS
@pytest.mark.parametrize("case", FAILING.values(), ids=[*FAILING])
def test_after_a_failure_a_variable_in_a_register_has_the_value_of_the_statement_that_failed(case, level):
    text, (line, value) = case
    complaint, ((passage, _), *_), shown = ended(text, level)
    assert "subscript is out of its bounds" in complaint
    assert passage.line == line
    assert ("i", value) in shown


@pytest.mark.parametrize("seed", range(60 if ALL_EXAMPLES else 7))
def test_a_program_that_fails_stands_where_it_does_without_optimisation(seed):
    text = Looping(Random(seed), 14, 9).program()
    assert ended(text, "1") == ended(text, "0")


WATCHED = """begin integer i, j, k, s; real x; integer array a[1:9];
i := j := k := s := 0; x := 0;
for i := 1 step 1 until 7 do
begin s := s + i; for j := 1 step 1 until i do x := x + j end;
s := 1; s := 2;
for k := 1 step 1 until 8 do begin s := s × 2; a[s ÷ 256 + k] := s end;
k := s
end"""


@LEVELS
def test_a_watchpoint_notices_each_change_or_says_at_once_which_it_does_not(level):
    """A word whose values are all distinct from one to the next is watched: nothing may be missed in silence."""
    said = set()
    for name in "ijksx":
        plain, none = watched(session_at(WATCHED, 2, "0"), name)
        assert (len(plain) > 7, none) == (True, "")
        seen, missed = watched(session_at(WATCHED, 2, level), name)
        assert seen == plain or missed
        said.add(bool(missed))
    assert said == {level == "1", False}


def session_at(text, line, level):
    """A session of a program that has come to a line."""
    session = session_of(compile_text(text, "test", level=level))
    while session.language.here() is None or session.language.here().line != line:
        session.step_line()
    return session


SAME_NAMES = """begin
  integer k;
  procedure w(n); integer n; begin integer k; k := 7; n := n + 1; k := 8 end;
  k := 1;
  w(k)
end
"""


def test_a_watchpoint_shows_the_variable_that_it_watches_and_not_another_of_its_name():
    said = []
    monitor = Monitor(session_of(compile_text(SAME_NAMES, "test.alg", level="0")), said.append)
    for line in ("break w", "continue", "frame 1", "watch change k", "continue"):
        monitor.execute(line)
    monitor.session.stops.clear()  # other tests use the same machine
    text = "\n".join(said)
    assert "watchpoint (change) 2: k" in text
    assert "\n   k = 2\n" in text
    assert "k = 7" not in text
