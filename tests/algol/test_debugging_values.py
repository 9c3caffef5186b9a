"""Values as the debugger writes them, expressions as it computes them, variables that it changes."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import IronboardError, SourceError
from host.compilers.algol.cdc6600.inspect.storage import decoded, encoded, written
from host.compilers.algol.compiler import compile_text
from host.compilers.algol.syntax import Type
from host.compilers.backends.cdc6600.compiled import WORD, of_real
from host.compilers.debuginfo.values import Odd, Real
from tests.algol.debugging import session_of

COEFFICIENTS = st.integers(1 << 47, (1 << 48) - 1)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0.0"), (1, "1.0"), (-2, "-2.0"), (Fraction(1, 10), "0.1"), (Fraction(1, 3), "0.333333333333334"),
        (Fraction(5, 2), "2.5"), (100, "100.0"), (10**20, "1⏨20"), (Fraction(15, 10**6), "1.5⏨-5"),
        (123456789, "123456789.0"), (-Fraction(1, 10**290), "-1⏨-290"),
    ],
)  # fmt: skip
def test_a_real_is_written_with_the_fewest_digits_that_mean_it(number, text):
    assert written(decoded(of_real(Fraction(number)), Type.REAL)) == text


@given(COEFFICIENTS, st.integers(-900, 900), st.booleans())
def test_a_real_as_it_is_written_is_the_same_word(coefficient, exponent, negative):
    number = Fraction(coefficient) * Fraction(2) ** exponent * (-1 if negative else 1)
    text = written(decoded(of_real(number), Type.REAL))
    mantissa, _, power = text.partition("⏨")
    assert of_real(Fraction(mantissa) * Fraction(10) ** int(power or 0)) == of_real(number)
    assert len(mantissa.strip("-0.").replace(".", "")) <= 16


@pytest.mark.parametrize(
    ("word", "kind", "text"),
    [
        (WORD, Type.BOOLEAN, "TRUE"), (0, Type.BOOLEAN, "FALSE"), (5, Type.BOOLEAN, "00000000000000000005B"),
        (WORD - 7, Type.INTEGER, "-7"), ((1 << 59) - 1, Type.INTEGER, "576460752303423487"),
        (0o3777 << 48, Type.REAL, "infinite"), (0o4000 << 48, Type.REAL, "-infinite"),
        (0o1777 << 48, Type.REAL, "indefinite"),
    ],
)  # fmt: skip
def test_words_that_are_no_numbers_have_names(word, kind, text):
    assert written(decoded(word, kind)) == text


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (True, Type.INTEGER, "TRUE is not a value of type integer"),
        (3, Type.BOOLEAN, "3 is not a value of type Boolean"),
        (1 << 59, Type.INTEGER, "too large for an integer"),
        (Real(Fraction(10) ** 400), Type.REAL, "too large for a real"),
        (Odd("indefinite"), Type.REAL, "indefinite is not a value"),
    ],
)
def test_what_does_not_fit_a_variable_is_refused(value, kind, message):
    with pytest.raises(IronboardError, match=message):
        encoded(value, kind)


def test_a_real_is_rounded_for_an_integer_as_the_report_says():
    assert [encoded(Real(Fraction(each, 2)), Type.INTEGER) for each in (5, 3, -3, -5)] == [3, 2, WORD - 1, WORD - 2]


# ---------------------------------------------------------------- expressions and changes

PROGRAM = """begin
  integer i, j; real x; Boolean b; integer array a[0:2, 1:2];
  i := 7; j := i - 2; x := i / 4; b := x > 1; a[1, 2] := i;
  j := j + i;
  output(61, "3ZD/", j)
end"""


@cache
def compiled():
    return compile_text(PROGRAM, "test.alg", level="0")


@pytest.fixture
def session():
    """Stands where the fourth line comes next."""
    found = session_of(compiled())
    for _ in range(6):
        found.step_line()
    assert found.language.here().line == 4
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("i", "7"), ("I × 2 - j", "9"), ("i ÷ 2", "3"), ("-i ÷ 2", "-3"), ("i / 2", "3.5"), ("2 ↑ 10", "1024"),
        ("2 ** (-1)", "0.5"), ("x + 1", "2.75"), ("b and not i = 8", "TRUE"), ("i == 7 && j != 7", "TRUE"),
        ("if b then i else j", "7"), ("a[1, 2]", "7"), ("a[x - 1, 2] + 1", "8"),
        ("abs(-i) + entier(x) + sign(-x)", "7"), ("b == true", "TRUE"),
        ("b ≡ b", "TRUE"), ("0.1 + 0.2", "0.3"), ("i ≥ 7 ⊃ false", "FALSE"), ("1⏨3", "1000.0"), ("1e3", "1000.0"),
    ],
)  # fmt: skip
def test_expressions_are_computed_from_storage(session, text, value):
    assert session.language.evaluate(text).value == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("k", "'k' is not declared here"), ("i +", "expected an operand"), ("i j", "'i j' is not declared here"),
        ("sqrt(x)", "calls a procedure: the debugger runs no code"), ("i + b", "TRUE is not a number"),
        ("a[3, 1]", "the subscript 3 is out of its bounds 0:2"), ("a[1]", "the array has 2 subscripts, not 1"),
        ("if i then 1 else 2", "'i' is 7, neither true nor false"), ("i ÷ 0", "division by zero"),
        ("x ÷ 2", "÷ divides integers"), ("i[1]", "not an array|not a variable"), ("a", None), ("i)", "one too many"),
    ],
)  # fmt: skip
def test_what_has_no_value_is_said(session, text, message):
    if message is None:
        assert session.language.evaluate(text).value == "(0, 0, 0, 7, 0, 0)"
        return
    with pytest.raises((IronboardError, SourceError), match=message):
        session.language.evaluate(text)


@pytest.mark.parametrize("text", ["i ↑ 60 ↑ 60 ↑ 60 ↑ 60", "(0 - i) ↑ 4096", "i ↑ 3000 × i ↑ 3000"])
def test_an_integer_beyond_all_bounds_is_refused_at_once(session, text):
    with pytest.raises(IronboardError, match="an integer of more than 4,096 bits"):
        session.language.evaluate(text)
    assert session.language.evaluate("i ↑ 100 - i ↑ 100").value == "0"


def test_a_variable_is_changed_in_the_registers_that_hold_it_too(session):
    """The code of the fourth line may use what the third one has left in registers."""
    session.assign("i", "100")
    session.assign("j", "i + 1")
    session.cont()
    assert session.machine.text("OUTPUT").split() == ["201"]


def test_variables_of_an_optimised_program_are_not_changed():
    session = session_of(compile_text(PROGRAM, "test.alg"))
    with pytest.raises(IronboardError, match="-O0"):
        session.assign("i", "100")


def test_variables_are_not_changed_in_the_middle_of_a_statement():
    session = session_of(compiled())
    session.step_line()
    session.step()
    with pytest.raises(IronboardError, match="where a statement begins"):
        session.assign("i", "100")


BY_NAME = """begin
  real x; integer i;
  procedure p(r, s, n, u); real r, s; integer n;
    x := r + s + n + u;
  x := 2.5; i := 3;
  p(x, i, x × 3, x)
end"""


def test_a_parameter_by_name_has_the_type_that_it_is_given():
    session = session_of(compile_text(BY_NAME, "test.alg"))
    for _ in range(4):
        session.step_line()
    assert session.language.here().line == 4
    assert [session.language.evaluate(each).value for each in "rsnu"] == ["2.5", "3.0", "8", "2.5"]


ARRAYS = """begin
  procedure first(v, n, k); value v, k; array v, n; integer k;
  begin
    k := 7
  end;
  array a[1:3];
  a[1] := 2.5;
  first(a, a, 1)
end
"""


@pytest.mark.parametrize("level", ["0", "1"])
def test_an_array_that_was_handed_over_has_elements_and_no_value(level):
    session = session_of(compile_text(ARRAYS, "test.alg", level=level))
    while (here := session.language.here()) is None or here.line != 4:
        session.step_line()
    for name in "vn":
        assert session.language.evaluate(f"{name}[1] + 1").value == "3.5"
        assert [each.name for each in session.language.children(name, 1, 5)] == ["[2]", "[3]"]
        for text in (f"{name} + 1", f"-{name}", f"abs({name})", f"{name} == 2"):
            with pytest.raises(IronboardError, match=f"'{name}' (is an array: it has no value|is not a variable)"):
                session.language.evaluate(text)
    for text in ("k[1]", "k[1, 1]"):
        with pytest.raises(IronboardError, match="'k' is not an array"):
            session.language.evaluate(text)


FUNCTION = """begin
  integer n;
  integer procedure next; begin n := n + 1; next := n end;
  n := 5;
  n := next;
  n := next
end
"""


@pytest.mark.parametrize("level", ["0", "1"])
def test_a_function_has_a_value_in_its_body_only(level):
    session = session_of(compile_text(FUNCTION, "test.alg", level=level))
    seen = set()
    for _ in range(8):
        session.step_line()
        here = session.language.here()
        if here is None:
            break
        inside = here.line == 3
        value = session.language.evaluate("next").value
        seen.add((inside, value == "(next is not active here)"))
        if not inside:
            for text in ("next + 1", "- next"):
                with pytest.raises(IronboardError, match="next is not active here"):
                    session.language.evaluate(text)
    assert seen == {(True, False), (False, True)}
