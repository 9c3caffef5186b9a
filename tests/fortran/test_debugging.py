"""At each statement, the debugger shows what the interpreter of the tree has: for all names of the unit."""

import pytest

from host.debugger.stops import FINAL, Reason
from tests.compiled.watching import watched
from tests.fortran.debugging import compare, compiled_of, session_of
from tests.fortran.oracle import made
from tests.shared import ALL_EXAMPLES, in_turn

SEEDS = range(1, 40) if ALL_EXAMPLES else range(3, 4)
STATEMENTS = 200 if ALL_EXAMPLES else 20  # of each program
SORTS = [("6600", "iv"), ("6600", "ii"), ("6600", "cdc"), ("6600", "failing"), ("704", "ii")]

LEVELS = pytest.mark.parametrize("level", ["0", "1"])


BOTH = pytest.mark.parametrize("machine", ["6600", "704"])


@pytest.mark.parametrize(("machine", "sort", "level"), in_turn(SORTS, "01"))
def test_names_stand_for_what_they_do_in_the_interpreter(machine, sort, level):
    programs = [found for seed in SEEDS if not isinstance(found := made(sort, seed, machine), str)]
    assert programs
    for each in programs:
        statements, names, _ = compare(each.text, each.lines, STATEMENTS, level, machine, each.dialect)
        assert statements > 10
        assert names > 3 * statements


LOOPS = """\
      DIMENSION A(10), B(10), C(3,4)
      N = 10
      DO 10 I = 1, N
      A(I) = I
   10 B(I) = A(I)/2.
      S = 0.
      DO 20 I = 1, N, 3
      S = S + A(I)*B(I)
      IF (S - 20.) 20, 30, 30
   20 CONTINUE
   30 K = I
      DO 40 I = 1, 3
      DO 40 J = 1, 4
   40 C(I,J) = I - J
      N = K
      STOP
      END
"""


@BOTH
@LEVELS
def test_so_it_is_for_loops_that_have_variables_in_registers(level, machine):
    statements, names, without = compare(LOOPS, (), 200, level, machine)
    assert statements > 50
    assert names > 5 * statements
    assert without > 20


def stopped(text, line, level="0", machine="6600", count=1):
    """A session that stands where a line comes next, for the n-th time."""
    session = session_of(compiled_of(text, level, machine), machine=machine)
    for number in range(1000):
        if number or session.language.here() is None:
            session.step_line()
        here = session.language.here()
        assert here is not None
        count -= here.line == line
        if not count:
            return session
    raise AssertionError(f"line {line} is not reached")


def shown(session, name):
    return session.language.evaluate(name).value


@BOTH
@LEVELS
def test_the_variable_of_a_do_is_undefined_after_the_normal_end_and_not_after_a_jump(level, machine):
    def at(line, name="I", count=1):
        return shown(stopped(LOOPS, line, level, machine, count), name)

    assert at(6) == at(7) == "(undefined: the DO of line 3 has ended)"
    assert at(8, count=2) == "4"
    assert at(11) == "7"
    assert at(15, "J") == "(undefined: the DO of line 13 has ended)"


def test_a_statement_that_is_a_jump_or_the_end_of_a_loop_is_stopped_at():
    assert stopped(LOOPS, 10, count=2).language.here().column == 7
    text = "      I = 1\n      GO TO 10\n   20 STOP\n   10 GO TO 20\n      END\n"
    session, lines = session_of(compiled_of(text)), []
    for _ in range(4):
        session.step_line()
        lines.append(session.language.here().line)
    assert lines == [1, 2, 4, 3]


UNITS = """\
      PROGRAM MAIN(OUTPUT)
      COMMON /BLK/ N, V(4)
      COMMON T
      DIMENSION A(2,3)
      EXTERNAL FN
      DO 10 J = 1, 3
      DO 10 I = 1, 2
   10 A(I,J) = I + 10*J
      N = 3
      X = 2.5
      CALL SUB(A, X, N, FN)
      PRINT 20, X, T
   20 FORMAT (2F10.2)
      STOP
      END
      SUBROUTINE SUB(B, Y, K, F)
      DIMENSION B(2,K)
      COMMON /BLK/ M, W(4)
      COMMON S
      S = 0.
      DO 5 I = 1, 2
    5 S = S + B(I,K)
      Y = S + Y
      W(2) = F(Y) + FN(1.)
      RETURN
      END
      FUNCTION FN(Z)
      SQUARE(A) = A*A
      FN = SQUARE(Z)
      RETURN
      END
"""


def table(session, frame=0):
    """The scopes of an activation, with what is shown of each name."""
    language = session.language
    return {
        scope.title: {each.name: each.value for each in language.variables(scope.level, frame)}
        for scope in language.scopes(frame)
    }


@BOTH
@LEVELS
def test_a_unit_has_its_dummies_its_variables_and_its_common_blocks(level, machine):
    session = stopped(UNITS, 20, level, machine)
    found = table(session)
    assert found["subroutine SUB"].pop("I") in ("0", "(it has a value in the range of a DO only)")
    assert found == {
        "subroutine SUB": {"B": "(11.0, 12.0, 21.0, 22.0, 31.0, 32.0)", "Y": "2.5", "K": "3", "F": "FN"},
        "COMMON /BLK/": {"M": "3", "W": "(0.0, 0.0, 0.0, 0.0)"},
        "blank COMMON": {"S": "0.0"},
    }
    assert list(table(session, 1)) == ["the main program", "COMMON /BLK/", "blank COMMON"]
    assert table(session, 1)["COMMON /BLK/"] == {"N": "3", "V": "(0.0, 0.0, 0.0, 0.0)"}
    assert session.language.scopes()[-1].whole


@BOTH
def test_an_activation_says_what_its_dummies_are_and_what_the_caller_wrote(machine):
    session = stopped(UNITS, 29, machine=machine)
    inner, outer, main = session.language.activations()
    assert (inner.name, inner.note) == ("FN", "Z = 65.5")
    assert (outer.name, outer.note) == ("SUB", "B = (11.0, 12.0, 21.0, 22.0, 31.0, 32.0), Y = 65.5, K = 3, F")
    assert (main.name, main.passage.line) == ("the main program", 11)
    notes = {each.name: each.note for each in session.language.variables(0, 1)}
    assert [notes[each] for each in "BYKF"] == ["A, line 11", "X, line 11", "N, line 11", "FN, line 11"]


@BOTH
def test_while_a_subprogram_is_entered_its_dummies_stand_for_nothing_yet(machine):
    session = stopped(UNITS, 11, machine=machine)
    while session.language.activations(1)[0].name != "SUB":
        session.step()
    assert "being entered" in shown(session, "Y")
    assert shown(session, "S") == "0.0"


@BOTH
def test_steps_over_calls_back_over_them_and_out(machine):
    session = stopped(UNITS, 23, machine=machine)
    session.step_line(over=True)
    session.step_line(over=True)
    assert session.language.here().line == 25
    session.line_back()
    assert session.language.here().line == 24
    session.step_line()
    assert session.language.here().line == 29
    session.out()
    assert [each.name for each in session.language.activations()] == ["SUB", "the main program"]


HANDED_OVER = """\
      EXTERNAL SQRT
      Y = SUB(SQRT)
      STOP
      END
      FUNCTION SUB(F)
      SUB = F(-4.)
      RETURN
      END
"""


def test_a_function_of_the_language_that_is_an_argument_has_an_activation():
    session = session_of(compiled_of(HANDED_OVER, level="0"))
    seen = set()
    while session.halt is None or session.halt.reason not in FINAL.values():
        seen |= {each.name for each in session.language.activations()}
        for number, _ in enumerate(session.language.activations()):
            assert session.language.scopes(number)
            assert session.language.variables(0, number) is not None
        session.step()
    assert {"the main program", "SUB", "SQRT"} <= seen


@pytest.mark.parametrize(
    ("text", "name", "line"),
    [("SUB", "SUB", 20), ("fn", "FN", 29), ("SUB.5", "SUB.5", 22), (".10", ".10", 8)],
)
@BOTH
def test_places_are_subprograms_and_statement_numbers(machine, text, name, line):
    session = session_of(compiled_of(UNITS, machine=machine), machine=machine)
    found, spots = session.language.place(text)
    assert found == name
    assert [session.language.code.begins[spot].node.at.line for spot in spots] == [line]


@pytest.mark.parametrize("text", ["MAIN", "NONE", "10", ".99", "SUB.10", ".20"])
def test_what_has_no_code_is_no_place(text):
    assert session_of(compiled_of(UNITS)).language.place(text) is None


def test_names_are_completed_in_the_unit_and_subprograms_everywhere():
    session = stopped(UNITS, 20)
    assert session.language.names("s") == ["S", "SUB"]
    assert session.language.names() == ["B", "F", "FN", "I", "K", "M", "S", "SUB", "W", "Y"]


@BOTH
def test_a_failure_has_the_values(machine):
    text = UNITS.replace("N = 3\n", "N = 4\n").replace("B(I,K)", "B(I,K+1)")
    session = session_of(compiled_of(text, machine=machine), machine=machine)
    session.cont()
    assert "a subscript is out of its bounds: B(., 5), dimensions 2, K" in session.language.complaint()


FAILING = """\
      K = 7
      CALL SUB(K, -2.)
      STOP
      END
      SUBROUTINE SUB(I, X)
      DIMENSION A(5)
      Y = 3.
    9 CONTINUE
      Y = 4.
      RETURN
   10 FORMAT (I3)
      END
"""
FAILURES = {
    "A(I) = 2.": "a subscript is out of its bounds: A(7), dimensions 5",
    "GO TO (9, 9), I": "a computed GO TO has 2 statement numbers: there is no number 7",
    "DO 9 J = 1, I, X": "the step of a DO is -2: it must be positive",
    "Y = SQRT(X)": "",
    "READ (5, 10) I": "",
}
ONLY_ON_THE_6600 = {
    "WRITE (6, 10) X": "",
    "Y = Y/(X + 2.)": "division by zero",
    "J = I**(20*I)": "an integer is beyond 48 bits",
}
FAILED = [(machine, *each) for machine in ("6600", "704") for each in FAILURES.items()]
FAILED += [("6600", *each) for each in ONLY_ON_THE_6600.items()]


@LEVELS
@pytest.mark.parametrize(("machine", "statement", "message"), FAILED)
def test_after_a_failure_it_is_at_the_statement_that_has_called_the_library(machine, statement, message, level):
    text = FAILING.replace("    9 CONT", f"      {statement}\n    9 CONT")
    session = session_of(compiled_of(text, level, machine, "iv"), machine=machine)
    session.cont()
    language = session.language
    assert message in language.complaint()
    inner, outer = language.activations()
    assert (inner.passage.line, outer.passage.line) == (8, 2)
    assert language.evaluate("I").value == "7"
    assert language.evaluate("X").value == "-2.0"
    if level == "0":
        assert language.evaluate("Y").value == "3.0"


def test_a_condition_is_of_the_language_where_its_names_are():
    language = stopped(UNITS, 22).language
    assert language.condition("S .GT. 100.") is not None
    assert language.condition("I == 1 && S < 0.5")() == 1
    assert language.condition("Z")() == 0  # of another unit
    assert language.condition("NOSUCH + 1") is None
    assert language.condition("X1") is None  # the machine's


def test_at_its_end_a_program_of_the_704_is_at_its_last_statement():
    session = session_of(compiled_of(UNITS, machine="704"), machine="704")
    session.cont()
    assert session.machine.printed.decode().split() == ["65.50", "63.00"]
    assert [each.name for each in session.language.activations()] == ["the main program"]
    assert session.language.complaint() == ""


@BOTH
@LEVELS
@pytest.mark.parametrize("ending", ["STOP 3", "END", "CALL LAST"])
def test_names_are_shown_after_the_end_however_the_program_ends(ending, level, machine):
    text = LOOPS.replace("      STOP\n      END\n", f"      {ending}\n" + "      END\n" * (ending != "END"))
    text += "      SUBROUTINE LAST\n      M = 7\n      STOP\n      END\n" * (ending == "CALL LAST")
    session = session_of(compiled_of(text, level, machine), machine=machine)
    assert session.run().reason == Reason.HALT
    if ending == "CALL LAST":
        assert shown(session, "M") == "7"
        assert [each.name for each in session.language.activations()] == ["LAST", "the main program"]
    found = session.language.evaluate("K", len(session.language.activations()) - 1)
    assert found.value == "7"


WATCHED = """\
      DIMENSION A(10)
      K = 0
      S = 0.
      DO 10 I = 1, 7
      K = K + I
      DO 10 J = 1, 2
   10 S = S + 1.
      K = 1
      DO 20 L = 1, 7
      K = K*2
   20 A(L) = K
      STOP
      END
"""


@BOTH
@LEVELS
def test_a_watchpoint_notices_each_change_or_says_at_once_which_it_does_not(level, machine):
    said = set()
    for name in "KS":
        plain, none = watched(stopped(WATCHED, 2, "0", machine), name)
        assert (len(plain) > 7, none) == (True, "")
        seen, missed = watched(stopped(WATCHED, 2, level, machine), name)
        assert seen == plain or missed
        said.add(bool(missed))
    assert (True in said) == ((level, machine) == ("1", "6600"))
