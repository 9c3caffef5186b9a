"""Values as the debugger writes them, expressions as it computes them, variables that it changes."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.compilers.backends.cdc6600.compiled import WORD, of_double, of_real
from host.compilers.debuginfo.values import Odd, Real
from host.compilers.fortran.cdc6600.debugging import CdcWords
from host.compilers.fortran.ibm704.debugging import SapWords
from host.compilers.fortran.inspect.values import Bits, Pair
from host.compilers.fortran.syntax import Type
from tests.fortran.debugging import compiled_of, session_of, value

KNOWN = CdcWords()
COEFFICIENTS = st.integers(1 << 95, (1 << 96) - 1)


def written(words, kind):
    return KNOWN.written(KNOWN.decoded(words, kind), kind)


@pytest.mark.parametrize(
    ("words", "kind", "text"),
    [
        ([WORD - 7], Type.INTEGER, "-7"), ([(1 << 59) - 1], Type.INTEGER, "576460752303423487"),
        ([WORD], Type.LOGICAL, ".TRUE."), ([0], Type.LOGICAL, ".FALSE."), ([1 << 59], Type.LOGICAL, ".TRUE."),
        ([5], Type.LOGICAL, ".FALSE."), ([of_real(Fraction(1, 10))], Type.REAL, "0.1"),
        ([of_real(Fraction(10) ** 20)], Type.REAL, "1E20"), ([0o3777 << 48], Type.REAL, "infinite"),
        ([0o1777 << 48], Type.REAL, "indefinite"),
        ([*of_double(Fraction(1, 10))], Type.DOUBLE, "0.1"),
        ([*of_double(Fraction(1, 3))], Type.DOUBLE, "0.333333333333333333333333333335"),
        ([*of_double(-(Fraction(10) ** 30))], Type.DOUBLE, "-1D30"),
        ([of_real(Fraction(1)), of_real(Fraction(-5, 2))], Type.COMPLEX, "(1.0,-2.5)"),
        ([0o0102030405 << 30], Type.WORD, "01020304050000000000B"),
    ],
)  # fmt: skip
def test_words_are_written_as_constants_of_their_type(words, kind, text):
    assert written(words, kind) == text


@given(COEFFICIENTS, st.integers(-900, 800), st.booleans())
def test_a_number_of_double_precision_as_it_is_written_is_the_same_two_words(coefficient, exponent, negative):
    words = of_double(Fraction(coefficient) * Fraction(2) ** exponent * (-1 if negative else 1))
    mantissa, _, power = written([*words], Type.DOUBLE).partition("D")
    assert of_double(Fraction(mantissa) * Fraction(10) ** int(power or 0)) == words
    assert len(mantissa.strip("-0.").replace(".", "")) <= 31


@pytest.mark.parametrize(
    ("found", "kind", "message"),
    [
        (1 << 59, Type.INTEGER, "576460752303423488 is too large for an integer"),
        (Real(Fraction(10) ** 400), Type.REAL, "too large for a REAL"),
        (Real(Fraction(10) ** 400), Type.DOUBLE, "too large for a DOUBLE PRECISION"),
        (Odd("indefinite"), Type.REAL, "indefinite is not a value"),
        (Pair(Odd("infinite"), Real(Fraction(0))), Type.COMPLEX, "is not a value"),
    ],
)
def test_what_has_no_words_is_refused(found, kind, message):
    with pytest.raises(IronboardError, match=message):
        KNOWN.encoded(found, kind)


def test_values_have_the_words_that_they_are_made_of():
    assert KNOWN.encoded(True, Type.LOGICAL) == (WORD,)
    assert KNOWN.encoded(Bits(7), Type.INTEGER) == (7,)
    assert KNOWN.encoded(3, Type.REAL) == (of_real(Fraction(3)),)


# ---------------------------------------------------------------- expressions and changes

PROGRAM = """\
      LOGICAL L
      DOUBLE PRECISION D
      COMPLEX C
      DIMENSION A(3,2), M(4), NAME(2)
      EQUIVALENCE (Q, IQ)
      DATA NAME /10HABCDEFGHIJ, 2HXY/
      AVERAGE(P, R) = (P + R)/2.
      I = 7
      J = I - 2
      X = I/4.
      L = X .GT. 1.
      D = 1.D0/3
      C = (1.,-2.)*X
      A(3,2) = I
      M(2) = 77B
      H = 4HWORD
      Q = 1.
      J = J + I
      CALL SUB(X, J, 3, A(1,2))
      PRINT 10, I, J, X, D, C
   10 FORMAT (2I5, F10.2, F12.6, 2F8.2)
      END
      SUBROUTINE SUB(X, N, K, V)
      DIMENSION V(1)
      V(3) = X
      X = N*K
      RETURN
      END
"""
LINE = 18  # what comes next


@cache
def compiled(level="0"):
    return compiled_of(PROGRAM, level)


def standing(line, level="0"):
    """A session where a line comes next."""
    session = session_of(compiled(level))
    while session.language.here() is None or session.language.here().line != line:
        session.step_line()
    return session


@pytest.fixture
def session():
    return standing(LINE)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I", "7"), ("I*2 - J", "9"), ("I/2", "3"), ("-I/2", "-3"), ("I/2.", "3.5"), ("2**10", "1024"),
        ("2**(-1)", "0"), ("(-1)**(-3)", "-1"), ("2.**(-1)", "0.5"), ("x + 1.0", "2.75"), ("X + 1", "2.75"),
        ("L .AND. .NOT. I .EQ. 8", ".TRUE."), ("I == 7 && J != 7", ".TRUE."), ("i.ge.7.or.l", ".TRUE."),
        ("A(3,2)", "7.0"), ("A(6)", "7.0"), ("A(X+1.5, 2) + 1", "8.0"), ("M(2)", "00000000000000000077B"),
        ("H", "27172204555555555555B"), ("NAME(1)", "01020304050607101112B"), ("D", "0.33333333333333333333333333333"),
        ("D + 1.5D0", "1.83333333333333333333333333334"), ("C", "(1.75,-3.5)"), ("C*(0.,1.)", "(3.5,1.75)"),
        ("C/(0.,1.)", "(-3.5,-1.75)"), ("C - 1.", "(0.75,-3.5)"), ("-C", "(-1.75,3.5)"), ("C .EQ. C", ".TRUE."),
        ("ABS(-X) + IABS(-I)", "8.75"), ("MOD(-I, 4)", "-3"), ("MAX0(I, J, 3)", "7"), ("AMIN1(X, 0.5)", "0.5"),
        ("SIGN(X, -1.)", "-1.75"), ("DIM(X, 3.)", "0.0"), ("INT(X)", "1"), ("IFIX(-X)", "-1"), ("AINT(X)", "1.0"),
        ("FLOAT(I)", "7.0"), ("DBLE(X)", "1.75"), ("REAL(C)", "1.75"), ("AIMAG(C)", "-3.5"),
        ("CMPLX(X, 1.)", "(1.75,1.0)"), ("CONJG(C)", "(1.75,3.5)"), ("AVERAGE(X, 0.25)", "1.0"),
        ("M(2) .AND. 17B", "00000000000000000017B"), ("I .OR. 8", "00000000000000000017B"),
        (".NOT. 0B", "7" * 20 + "B"), ("COMPL(I)", "77777777777777777770B"), ("1E3", "1000.0"), ("0.1 + 0.2", "0.3"),
        ("IQ", "17204000000000000000B"), ("4HWORD .EQ. H", ".TRUE."),
    ],
)  # fmt: skip
def test_expressions_are_computed_from_storage(session, text, wanted):
    if text == "IQ":  # the word of a real, as an integer
        wanted = str(0o17204000000000000000)
    assert value(session, text) == wanted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ZZ", "there is no 'ZZ' in the main program"), ("I +", "expected an operand, found the end"),
        ("SQRT(X)", "'SQRT(X)' calls a function: the debugger runs no code"),
        ("I + L", "+ needs numbers, this is LOGICAL"),
        ("A(4,1)", "the subscript 4 is not from 1 to 3"), ("A(1,3)", "the subscript 3 is not from 1 to 2"),
        ("A(1,1,1)", "'A' has 2 subscripts, not 3"), ("I/0", "division by zero"), ("I(1)", "'I' is not an array"),
        ("C/(0.,0.)", "division by zero"), ("I)", "expected an operator or the end"), ("MOD(I,0)", "division by zero"),
        ("MOD(I)", "'MOD' has 2 arguments, not 1"), ("X**0.5", "computed by the program's library"),
        ("AVERAGE(1.)", "'AVERAGE' has 2 arguments, not 1"), ("X $ Y", "found '$'"), ("I" * 1001, "1,000 characters"),
    ],
)  # fmt: skip
def test_what_has_no_value_is_said(session, text, message):
    assert message in value(session, text)


def test_an_array_is_shown_in_the_order_of_storage_and_by_element(session):
    shown = session.language.evaluate("A")
    assert (shown.value, shown.type, shown.children) == ("(0.0, 0.0, 0.0, 0.0, 0.0, 7.0)", "REAL array (3,2)", 6)
    third, fourth = session.language.children("A", 2, 2)
    assert (third.name, third.expression, fourth.name) == ("(3,1)", "A(3,1)", "(1,2)")
    assert fourth.address == shown.address + 3


def test_texts_are_octal_and_characters(session):
    assert session.language.evaluate("H").note == '"WORD"'
    assert [each.note for each in session.language.children("NAME", 0, 2)] == ['"ABCDEFGHIJ"', '"XY"']


def test_a_variable_is_changed_and_the_program_goes_on_with_it(session):
    session.assign("I", "100.7")
    session.assign("J", "I + 1")
    session.assign("D", "-D*3.D0")
    session.assign("C", "(0.5,-0.25)")
    session.assign("L", ".NOT. L")
    session.assign("A(1,2)", "12")
    assert [value(session, each) for each in ("L", "A(1,2)")] == [".FALSE.", "12.0"]
    session.cont()
    assert session.machine.text("OUTPUT").split() == ["100", "201", "603.00", "-1.000000", "0.50", "-0.25"]


@pytest.mark.parametrize(
    ("target", "source", "message"),
    [
        ("L", "1", "1 is not LOGICAL"), ("I", "L", ".TRUE. is not INTEGER"), ("I + 1", "2", "is not a variable"),
        ("A", "2", "'A' is an array"), ("AVERAGE", "2.", "is a statement function"),
        ("I", "2**60", "too large for an integer"),
    ],
)  # fmt: skip
def test_what_cannot_be_assigned_is_said(session, target, source, message):
    with pytest.raises(IronboardError, match=message.replace("(", r"\(")):
        session.assign(target, source)


def test_variables_of_an_optimised_program_are_not_changed():
    with pytest.raises(IronboardError, match="-O0"):
        standing(LINE, "1").assign("I", "100")


def test_variables_are_not_changed_in_the_middle_of_a_statement():
    session = standing(9)
    session.step()
    with pytest.raises(IronboardError, match="where a statement begins"):
        session.assign("I", "100")


def test_a_dummy_is_changed_where_the_caller_has_it_and_in_the_copy_that_the_unit_uses():
    session = standing(25)
    session.assign("N", "5")
    assert value(session, "N") == "5"
    session.cont()
    assert session.machine.text("OUTPUT").split()[:3] == ["7", "5", "15.00"]


def test_a_dummy_that_stands_for_a_constant_is_not_changed():
    with pytest.raises(IronboardError, match="'K' stands for a constant here"):
        standing(25).assign("K", "5")


def test_a_dummy_array_whose_last_dimension_is_1_has_any_size():
    session = standing(26)
    assert [value(session, each) for each in ("V(3)", "X", "V")] == ["1.75", "1.75", "(0.0)"]
    session.assign("V(2)", "9.5")
    session.step_line()
    session.out()
    assert value(session, "A") == "(0.0, 0.0, 0.0, 0.0, 9.5, 1.75)"


# ---------------------------------------------------------------- the 704

SAP = SapWords()
FRACTIONS = st.integers(1 << 26, (1 << 27) - 1)


@pytest.mark.parametrize(
    ("word", "kind", "text"),
    [
        (0o001750000000, Type.INTEGER, "1000"), (0o400001000000, Type.INTEGER, "-1"),
        (0o377777000000, Type.INTEGER, "131071"), (0, Type.REAL, "0.0"), (0o201400000000, Type.REAL, "1.0"),
        (0o602500000000, Type.REAL, "-2.5"), ((1 << 36) - 1, Type.LOGICAL, ".TRUE."), (0, Type.LOGICAL, ".FALSE."),
        (0o212223606060, Type.WORD, "212223606060B"),
    ],
)  # fmt: skip
def test_words_of_the_704_are_written_as_constants(word, kind, text):
    assert SAP.written(SAP.decoded([word], kind), kind) == text
    if kind is not Type.WORD:
        assert SAP.encoded(SAP.decoded([word], kind), kind) == (word,)


@given(FRACTIONS, st.integers(2, 255), st.booleans())
def test_a_real_of_the_704_as_it_is_written_is_the_same_word(fraction, characteristic, negative):
    word = characteristic << 27 | fraction | (negative << 35)
    text = SAP.written(SAP.decoded([word], Type.REAL), Type.REAL)
    mantissa, _, power = text.partition("E")
    assert SAP.of_real(Fraction(mantissa) * Fraction(10) ** int(power or 0)) == word


PROGRAM_704 = """\
      DIMENSION A(2,3), N(3)
      DO 10 I = 1, 2
      DO 10 J = 1, 3
   10 A(I,J) = I + 10*J
      M = -7
      N(2) = M/2
      X = A(2,3)/4.
      M = M + 1
      CALL SUB(A(1,2), M)
      PRINT 20, M, X, A(2,2)
   20 FORMAT (I6, 2F8.2)
      STOP
      END
      SUBROUTINE SUB(V, K)
      DIMENSION V(4)
      V(2) = V(2) + FLOATF(K)
      K = K*2
      RETURN
      END
"""


def standing_704(line):
    session = session_of(compiled_of(PROGRAM_704, machine="704"), machine="704")
    while session.language.here() is None or session.language.here().line != line:
        session.step_line()
    return session


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A", "(11.0, 12.0, 21.0, 22.0, 31.0, 32.0)"), ("A(2,3)", "32.0"), ("N", "(0, -3, 0)"), ("M*2 - 1", "-15"),
        ("X", "8.0"), ("X .GT. A(1,1)", ".FALSE."), ("XABSF(M)", "7"), ("FLOATF(M)/2.", "-3.5"),
        ("MAX1F(X, 9.)", "9.0"), ("I", "(undefined: the DO of line 2 has ended)"),
    ],
)  # fmt: skip
def test_expressions_are_computed_from_the_704s_words(text, wanted):
    assert value(standing_704(8), text) == wanted


def test_variables_of_the_704_are_changed_arrays_that_lie_backwards_too():
    session = standing_704(8)
    session.assign("M", "-5")
    session.assign("A(2,2)", "M + 0.5")
    session.assign("X", "1.25")
    with pytest.raises(IronboardError, match="131072 is too large for an integer"):
        session.assign("M", "2**17")
    assert value(session, "A") == "(11.0, 12.0, 21.0, -4.5, 31.0, 32.0)"
    session.cont()
    assert session.machine.printed.decode().split() == ["-8", "1.25", "-8.50"]


def test_an_array_of_the_704_has_the_addresses_of_all_its_words():
    session = standing_704(8)
    shown = session.language.evaluate("A")
    elements = session.language.children("A", 0, 6)
    assert [each.address for each in elements] == [*range(shown.address + 5, shown.address - 1, -1)]
    assert elements[3].name == "(2,2)"


def test_dummies_of_the_704_are_what_stands_after_the_call():
    session = standing_704(16)
    inner, _ = session.language.activations()
    assert inner.note == "V = (21.0, 22.0, 31.0, 32.0), K = -6"
    session.assign("K", "4")
    session.step_line()
    assert value(session, "V(2)") == "26.0"
