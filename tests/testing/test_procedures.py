"""Procedures of ALGOL and FORTRAN called from tests, on both machines, at the speed of compiled code."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.testing.calling import CallError
from host.testing.rig import Pool

ALGOL = """comment procedures alone, without a program;
real procedure mean(n, a); value n; integer n; real array a;
begin integer i; real s; s := 0;
  for i := 1 step 1 until n do s := s + a[i];
  mean := s / n
end;
procedure swap(a, b); real a, b;
begin real c; c := a; a := b; b := c end;
procedure transpose(m, n); value n; integer n; integer array m;
begin integer i, j, k;
  for i := 1 step 1 until n do for j := i + 1 step 1 until n do
  begin k := m[i, j]; m[i, j] := m[j, i]; m[j, i] := k end
end;
Boolean procedure odd(n); value n; integer n; odd := n - n ÷ 2 × 2 ≠ 0;
integer procedure fac(n); value n; integer n; fac := if n < 2 then 1 else n × fac(n - 1);
procedure say(s, n); string s; integer n;
begin outstring(61, s); outinteger(61, n); ininteger(60, n) end;
procedure twice(p); procedure p; begin p; p end;
procedure endless; begin again: goto again end
"""
PROGRAM = """begin
  integer last; comment a whole program: its own statements are left out in tests;
  integer procedure next(by); value by; integer by; next := last + by;
  last := 100;
  outinteger(61, next(1))
end
"""
FORTRAN = """      SUBROUTINE SWAP(A,B)
      C=A
      A=B
      B=C
      RETURN
      END
      FUNCTION AMEAN(A,N)
      DIMENSION A(10)
      S=0.0
      DO 1 I=1,N
    1 S=S+A(I)
      FN=N
      AMEAN=S/FN
      RETURN
      END
      SUBROUTINE TRANS(M,L)
      DIMENSION M(2,3),L(3,2)
      DO 1 I=1,2
      DO 1 J=1,3
    1 L(J,I)=M(I,J)
      RETURN
      END
      FUNCTION ISUM(I1,I2,I3,I4,I5,I6,I7,I8,I9)
      ISUM=I1+I2+I3+I4+I5+I6+I7+I8+I9
      RETURN
      END
"""
FORTRAN_IV = """      PROGRAM MAIN(INPUT,OUTPUT,TAPE5=INPUT,TAPE6=OUTPUT)
      WRITE(6,1)
    1 FORMAT(6H MAIN.)
      STOP
      END
      LOGICAL FUNCTION NEAR(A,B,EPS)
      DOUBLE PRECISION A,B
      NEAR=DABS(A-B).LT.EPS
      RETURN
      END
      COMPLEX FUNCTION SQUARE(Z)
      COMPLEX Z
      SQUARE=Z*Z
      RETURN
      END
      SUBROUTINE ECHO(N,A)
      DIMENSION A(N)
      READ(5,2) A
      WRITE(6,2) A
    2 FORMAT(3F5.1)
      I=A(1)
      A(N)=A(I)
      RETURN
      END
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    return Pool(tmp_path_factory.mktemp("procedures"))


@pytest.fixture
def algol(pool, tmp_path):
    with pool.rig("6600", {}, tmp_path / "test_it.py") as rig:
        rig.load(ALGOL, language="algol")
        yield rig


@pytest.fixture(params=["6600", "704"])
def fortran(request, pool, tmp_path):
    with pool.rig(request.param, {}, tmp_path / "test_it.py") as rig:
        rig.load(FORTRAN, language="fortran" if request.param == "6600" else "fortran-704")
        yield rig


def test_a_function_has_a_value_and_parameters_by_name_are_changed(algol):
    assert algol.call("mean", 3, [1, 2.5, 4.0]).value == 2.5
    assert algol.call("MEAN", 1, (7.0,)).value == 7
    assert algol.call("odd", 7).value is True
    assert algol.call("fac", 15).value == 1307674368000
    result = algol.call("swap", 1.5, 2)
    assert (result.a, result.b, result.value) == (2.0, 1.5, None)
    result = algol.call("transpose", [[1, 2, 3], [4, 5, 6], [7, 8, 9]], 3)
    assert result.m == [[1, 4, 7], [2, 5, 8], [3, 6, 9]]
    assert result.arguments == {"m": result.m, "n": 3}


@settings(deadline=None)
@given(st.lists(st.integers(-(2**30), 2**30), min_size=4, max_size=4), st.integers(-40, 40))
def test_reals_go_there_and_back_to_the_last_bit(numbers, power):
    """The sum of reals of few bits is exact; each call finds the compiled program again."""
    pool = test_reals_go_there_and_back_to_the_last_bit.pool
    with pool.rig("6600", {}, FILE) as rig:
        rig.load(ALGOL, language="algol")
        reals = [number * 2.0**power for number in numbers]
        result = rig.call("mean", 4, reals)
        assert result.a == reals
        assert Fraction(result.value) == sum(map(Fraction, reals)) / 4


@pytest.fixture(autouse=True)
def _for_hypothesis(pool, tmp_path):
    global FILE
    test_reals_go_there_and_back_to_the_last_bit.pool, FILE = pool, tmp_path / "test_it.py"


def test_files_are_read_and_written(algol):
    result = algol.call("say", "six: ", 6, files={"INPUT": ["  42"]})
    assert result.n == 42
    assert algol.machine.text("OUTPUT").split() == ["SIX:", "6"]


def test_an_error_of_the_program_is_a_failure_with_its_line(algol):
    with pytest.raises(CallError) as failure:
        algol.call("mean", 3, [1, 2])
    said = str(failure.value).splitlines()
    assert said[0] == "mean has failed"
    assert said[1].endswith(".alg:4: error: a subscript is out of its bounds: zz2[3], bounds 1:2")
    assert said[2].strip() == "4 |   for i := 1 step 1 until n do s := s + a[i];"
    with pytest.raises(CallError, match=r"(?s)endless has not returned within 20,000 cycles.*where they went:"):
        algol.call("endless", limit=20_000)
    assert algol.call("mean", 2, [1, 2]).value == 1.5  # on a machine as new


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("men", 1), r"there is no procedure 'men' in .*\.alg: did you mean 'mean'\?"),
        (("mean", 1), r"mean has 2 parameters \(n, a\), not 1"),
        (("mean", 1.5, [1]), "the parameter n of mean is of type integer: 1.5 does not fit"),
        (("mean", True, [1]), "the parameter n of mean is of type integer: True does not fit"),
        (("mean", 1, 1.0), "the parameter a of mean is an array: 1.0 does not fit"),
        (("odd", [1]), r"the parameter n of odd is no array: \[1\] does not fit"),
        (("mean", 1, [[1], [2, 3]]), "is no array: expected a list of values, or of lists of equal length"),
        (("twice", 1), "the parameter p of twice is a procedure: a test cannot hand over any"),
        (("fac", None), "None cannot be handed over"),
        (("mean", 0, []), r"\[\] is no array: expected one or more numbers, or truth values"),
        (("mean", 2, [1, "a"]), r"\[1, 'a'\] is no array"),
        (("transpose", [[1, 2.5], [3, 4]], 2), "the parameter m of transpose is of type integer"),
        (("swap", float("nan"), 1.0), "nan cannot be handed over: expected a finite number"),
        (("fac", 1 << 60), "1152921504606846976 is too large for an integer"),
    ],
)
def test_what_does_not_fit_is_an_error(algol, arguments, message):
    with pytest.raises(IronboardError, match=message):
        algol.call(*arguments)


def test_options_of_subroutines_are_refused(algol):
    with pytest.raises(TypeError, match="fac is a procedure"):
        algol.call("fac", 1, A=5)
    algol.load("SUB      PS\n         EQ     SUB\n")
    with pytest.raises(TypeError, match="SUB is no procedure of ALGOL or FORTRAN"):
        algol.call("SUB", 1)


def test_procedures_of_a_whole_program_are_called_without_its_statements(algol):
    algol.load(PROGRAM, language="algol")
    result = algol.call("next", 5)
    assert result.value == 5
    assert algol.machine.text("OUTPUT") == ""


def test_cycles_are_those_of_the_call(algol):
    few, more = (algol.call("fac", number).cycles for number in (5, 6))
    assert 0 < few < more < 10_000
    assert algol.call("fac", 5).cycles == few
    assert any("test_it.alg:15" in line for line in few.explanation())


def test_a_file_with_an_error_says_where(algol):
    with pytest.raises(IronboardError, match=r"\.alg:2:\d+: error: 'y' is not declared"):
        algol.load("real procedure f(x);\n  real x; f := y", language="algol")
    with pytest.raises(IronboardError, match="there is no language 'pascal'"):
        algol.load("x\ny", language="pascal")


def test_subroutines_and_functions_of_fortran(fortran):
    result = fortran.call("SWAP", 1.5, 2)
    assert (result.a, result.b) == (2.0, 1.5)
    assert fortran.call("AMEAN", [1, 2, 6.0], 3).value == 3.0
    assert fortran.call("TRANS", [[1, 2, 3], [4, 5, 6]], [[0, 0]] * 3).l == [[1, 4], [2, 5], [3, 6]]
    assert fortran.call("ISUM", 1, 2, 4, 8, 16, 32, 64, 128, -256).value == -1


def test_types_files_and_errors_of_fortran_iv(pool, tmp_path):
    with pool.rig("6600", {}, tmp_path / "test_it.py") as rig:
        rig.load(FORTRAN_IV, language="fortran")
        assert rig.call("NEAR", 1.0, 1.25, 0.5).value is True
        assert rig.call("NEAR", 1, 1.75, 0.5).value is False
        assert rig.call("SQUARE", 1 + 2j).value == -3 + 4j
        assert rig.call("ECHO", 3, [0, 0, 0.0], files={"INPUT": ["  2.0  3.5  9.0"]}).a == [2.0, 3.5, 3.5]
        assert rig.machine.text("OUTPUT").split() == ["2.0", "3.5", "9.0"]
        with pytest.raises(CallError, match=r"\.f:22: error: a subscript is out of its bounds: A\(4\)"):
            rig.call("ECHO", 3, [0, 0, 0.0], files={"INPUT": ["  4.0  3.5  9.0"]})
