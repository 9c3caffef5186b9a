"""Procedures of ALGOL and FORTRAN that are stubbed or spied on: a stub that answers as the real one is the real one."""

from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.testing.calling import StubError
from host.testing.rig import Pool

TEST = Path("test_it.py")
ALGOL = """real procedure f(x); value x; real x; f := if x < 0 then - x else x × 2;
procedure split(whole, part, rest); value whole; real whole, rest; integer part;
begin part := entier(whole); rest := whole - part end;
integer procedure fac(n); value n; integer n; fac := if n < 2 then 1 else n × fac(n - 1);
Boolean procedure near(x, y); value x, y; real x, y; near := abs(x - y) < 1;
procedure reverse(a, n); value n; integer n; real array a;
begin integer i; real t;
  for i := 1 step 1 until n ÷ 2 do begin t := a[i]; a[i] := a[n + 1 - i]; a[n + 1 - i] := t end
end;
real procedure work(a, n, k); value n; integer n, k; real array a;
begin
  real s; integer i;
  array held[1:3];
  i := 1; held[2] := 5;
  s := f(a[1]) + fac(n);
  for i := 1 step 1 until n do begin split(a[i], k, held[i - i ÷ 4 × 3]); s := s + f(k) + held[1] end;
  split(f(s) / 3, k, s);
  if near(s, 0) then s := s + 1;
  reverse(a, n);
  work := s + by name(f(2) + s)
end;
real procedure by name(x); real x; by name := x + x;
procedure note(x); real x; ;
real procedure keeps(a); value a; real a;
begin real b; b := 5; note(b); b := b + 1; note(b); b := b × 2; keeps := b - a end;
procedure twice(x); real x; note(x × 2);
real procedure say(s); string s; begin outstring(61, s); say := 1 end;
procedure says; say("hello")
"""
FORTRAN = """      FUNCTION F(X)
      F=X*2.0
      IF (X) 1,2,2
    1 F=-X
    2 RETURN
      END
      SUBROUTINE SPLIT(WHOLE,IPART,REST)
      IPART=WHOLE
      FPART=IPART
      REST=WHOLE-FPART
      RETURN
      END
      FUNCTION ISUM(M,N)
      DIMENSION M(2,3)
      ISUM=N
      DO 1 I=1,2
      DO 1 J=1,3
    1 ISUM=ISUM+M(I,J)
      RETURN
      END
      SUBROUTINE TURN(M)
      DIMENSION M(2,3)
      DO 1 I=1,2
      DO 1 J=1,3
    1 M(I,J)=-M(I,J)
      RETURN
      END
      SUBROUTINE NOTE(X)
      RETURN
      END
      FUNCTION WORK(A,N)
      DIMENSION A(3),M(2,3)
      WORK=F(A(1))
      DO 1 I=1,N
      CALL SPLIT(A(I),K,R)
      DO 2 J=1,3
      M(1,J)=K
    2 M(2,J)=I
      CALL TURN(M)
      L=ISUM(M,I)
      FL=L
    1 WORK=WORK+F(R)+FL
      CALL NOTE(WORK)
      RETURN
      END
      FUNCTION AKEEPS(A)
      B=5.0
      CALL NOTE(B)
      B=B+1.0
      CALL NOTE(B)
      B=B*2.0
      AKEEPS=B-A
      RETURN
      END
      SUBROUTINE ONE
      CALL NOTE(1.0)
      RETURN
      END
"""
FORTRAN_IV = """      SUBROUTINE CALLS(A,N,X,Y,L)
      LOGICAL L,LESS
      COMPLEX CONJ,Z
      DOUBLE PRECISION HALF,D
      DIMENSION A(N)
      Z=CONJ(CMPLX(X,Y))
      D=HALF(1.0D0/3.0D0)
      L=LESS(A,N)
      X=REAL(Z)
      Y=AIMAG(Z)+SNGL(D*12.0D0)
      RETURN
      END
      LOGICAL FUNCTION LESS(A,N)
      DIMENSION A(N)
      LESS=A(1).LT.A(N)
      RETURN
      END
      COMPLEX FUNCTION CONJ(Z)
      COMPLEX Z
      CONJ=CONJG(Z)
      RETURN
      END
      DOUBLE PRECISION FUNCTION HALF(D)
      DOUBLE PRECISION D
      HALF=D/2.0D0
      RETURN
      END
"""
MACHINES = ("6600", "704")
REALS = st.integers(-4000, 4000).map(lambda number: number / 16)


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    return Pool(tmp_path_factory.mktemp("routines"))


@contextmanager
def rig_of(pool, machine, text=FORTRAN, language=""):
    with pool.rig(machine, {}, TEST) as rig:
        rig.load(text, language=language or ("fortran" if machine == "6600" else "fortran-704"))
        yield rig


@pytest.fixture
def algol(pool):
    with rig_of(pool, "6600", ALGOL, "algol") as rig:
        yield rig


@pytest.fixture(params=MACHINES)
def fortran(request, pool):
    with rig_of(pool, request.param) as rig:
        yield rig


def recorded(rig, name, *actuals, calls, **options):
    """Return the outcome of a call, and for each routine the answers that a stub would have to give."""
    spies = [rig.spy(each) for each in calls]
    outcome = rig.call(name, *actuals, **options)
    answers = {}
    for each in calls:
        signature = rig.procedure(each)
        answers[each] = [
            {**{formal: value for formal, value in call.returned.items() if call.arguments[formal] != value},
             **({signature.name: call.value} if signature.type else {})}
            for call in rig.calls.of(each)
        ]  # fmt: skip
    for spy in spies:
        spy.remove()
    return outcome, answers


def check_stubs(rig, name, *actuals, calls):
    plain = rig.call(name, *actuals)
    spied, answers = recorded(rig, name, *actuals, calls=calls)
    assert (spied.value, spied.arguments) == (plain.value, plain.arguments)
    for each in calls:
        with rig.stub(each, answers[each]):
            stubbed = rig.call(name, *actuals)
        assert (stubbed.value, stubbed.arguments) == (plain.value, plain.arguments)
    stubs = [rig.stub(each, answers[each]) for each in calls]
    stubbed = rig.call(name, *actuals)
    assert (stubbed.value, stubbed.arguments) == (plain.value, plain.arguments)
    for stub in stubs:
        stub.remove()


@settings(deadline=None)
@given(st.lists(REALS, min_size=3, max_size=3))
def test_in_algol_a_stub_that_answers_as_the_procedure_is_the_procedure(pool, numbers):
    with rig_of(pool, "6600", ALGOL, "algol") as rig:
        check_stubs(rig, "work", numbers, 3, 0, calls=["f", "split", "fac", "near", "reverse"])


@settings(deadline=None)
@given(st.sampled_from(MACHINES), st.lists(REALS, min_size=3, max_size=3))
def test_in_fortran_a_stub_that_answers_as_the_subprogram_is_the_subprogram(pool, machine, numbers):
    with rig_of(pool, machine) as rig:
        check_stubs(rig, "WORK", numbers, 3, calls=["F", "SPLIT", "ISUM", "TURN", "NOTE"])


def test_values_of_all_types_of_fortran_iv(pool):
    with rig_of(pool, "6600", FORTRAN_IV) as rig:
        check_stubs(rig, "CALLS", [1.0, 2.0], 2, 1.5, -3.0, False, calls=["LESS", "CONJ", "HALF"])
        rig.stub("LESS", lambda a, n: a[0] + n == 3)
        rig.stub("CONJ", lambda z: z * 1j)
        rig.stub("HALF", 0.25)
        assert rig.call("CALLS", [1.0, 2.0], 2, 1.5, -3.0, False).arguments == {
            "a": [1.0, 2.0], "n": 2, "x": 3.0, "y": 4.5, "l": True,
        }  # fmt: skip


def test_a_spy_notes_arguments_values_order_callers_and_time(algol):
    algol.spy("fac")
    algol.spy("f", lambda call: call.x > 1)
    algol.call("work", [1.5, 2, 3.25], 3, 0)
    calls = algol.calls.of("fac")
    assert calls.n == [3, 2, 1]
    assert calls.value == [6, 2, 1]
    assert calls.callers == ["test_it.alg:15", "test_it.alg:4", "test_it.alg:4"]
    assert calls[0].cycles > calls[1].cycles > calls[2].cycles
    assert algol.calls.names[:5] == ["f", "fac", "fac", "fac", "f"]
    assert algol.calls.of("f")[0].arguments == {"x": 1.5}
    assert algol.calls.of("f").seen[:2] == [True, False]
    algol.call("fac", 2)
    assert algol.calls.of("fac")[3].caller == "the test"
    assert str(algol.calls.of("fac")[4]) == "<call 5 of fac(n=1) by test_it.alg:4>"
    with pytest.raises(AttributeError, match="fac has no parameter 'm': it has n"):
        _ = algol.calls.of("fac")[0].m


def test_a_stub_takes_the_time_that_it_is_told(algol):
    algol.spy("fac")
    spied = algol.call("work", [1.5, 2, 3.25], 3, 0)
    times = algol.calls.of("fac")[0].cycles
    algol.stub("fac", 6, cycles=times)
    assert algol.call("work", [1.5, 2, 3.25], 3, 0).cycles == spied.cycles


def test_parameters_by_name_are_variables_of_the_caller(algol):
    algol.spy("split")
    algol.call("work", [1.5, 2, 3.25], 3, 0)
    assert algol.calls.of("split").whole[:3] == [1.5, 2, 3.25]
    assert [each["rest"] for each in algol.calls.of("split").returned.arguments][:3] == [0.5, 0, 0.25]
    algol.stub("split", lambda whole, part, rest: {"part": 7, "rest": whole})
    assert algol.call("work", [1.5, 2, 3.25], 3, 0).k == 7
    algol.stub("reverse", a=[9, 8, 7])
    assert algol.call("work", [1.5, 2, 3.25], 3, 0).a == [9, 8, 7]


@pytest.mark.parametrize(
    ("machine", "text", "language"), [("6600", ALGOL, "algol"), *((each, FORTRAN, "") for each in MACHINES)]
)
def test_a_stub_may_read_and_set_what_the_procedure_does_not(pool, machine, text, language):
    """The real one neither reads nor changes its parameter: the compiler must not make use of that."""
    name = "keeps" if language else "AKEEPS"
    with rig_of(pool, machine, text, language) as rig:
        assert rig.call(name, 0.0).value == 12
        seen = []
        rig.stub("note", lambda x: seen.append(x) or {"x": x * 10})
        assert rig.call(name, 0.0).value == 1020
        assert seen == [5, 51]


def test_texts_are_arguments(algol):
    algol.stub("say", lambda s: len(s))
    algol.call("says")
    assert algol.calls.of("say").s == ["HELLO"]
    assert algol.machine.text("OUTPUT") == ""


def test_what_cannot_be_told_or_set_is_an_error_when_it_is_wanted(algol):
    algol.spy("by name")
    algol.call("work", [1.5, 2, 3.25], 3, 0)
    call = algol.calls.of("byname")[0]
    with pytest.raises(IronboardError, match=r"the argument x of by ?name cannot be told: 'f\(2\)' calls a procedure"):
        _ = call.x
    assert "cannot be told" in repr(call)
    algol.stub("note", x=1.0)
    expected = r"note, called by test_it\.alg:26: x stands for 'x × 2' of line 26, which is no variable"
    with pytest.raises(IronboardError, match=expected):
        algol.call("twice", 2.0)
    algol.stub("fac", {"n": 3, "fac": 2})
    with pytest.raises(IronboardError, match="n is a parameter by value: its caller does not see it changed"):
        algol.call("fac", 2)


def test_constants_of_fortran_cannot_be_set(fortran):
    fortran.stub("NOTE", x=2.0)
    with pytest.raises(IronboardError, match=r"NOTE, called by test_it.*\.f:56: x stands for a constant here"):
        fortran.call("ONE")


@pytest.mark.parametrize(
    ("stub", "message"),
    [
        (("f", None), "f is a function of type real: its stub has no value"),
        (("f", {"y": 1}), "f has no parameter 'y': it has x, f"),
        (("split", 3), "split is no function: 3 is no answer of it; a stub gives a dictionary of its parameters"),
    ],
)
def test_stubs_that_make_no_sense_are_errors(algol, stub, message):
    with pytest.raises(IronboardError, match=message):
        algol.stub(*stub)


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        ([], StubError, "fac has 0 answers, and was called once more by the test"),
        (3.5, IronboardError, "the value of fac is of type integer: 3.5 does not fit"),
        (lambda n: None, IronboardError, "fac is a function of type integer: its stub has no value"),
    ],
)
def test_answers_that_do_not_fit_are_errors_of_the_call(algol, answer, error, message):
    algol.stub("fac", answer)
    with pytest.raises(error, match=message):
        algol.call("fac", 5)


def test_options_for_assembly_are_refused(algol):
    with pytest.raises(TypeError, match="fac is a procedure: its stub takes values"):
        algol.stub("fac", 1, skip=2)
    with pytest.raises(TypeError, match="fac is a procedure: skip="):
        algol.spy("fac", skip=2)
    with pytest.raises(IronboardError, match="f is neither stubbed nor spied on"):
        algol.calls.of("f")


def test_a_stub_ends_with_its_block_or_with_remove(algol):
    with algol.stub("fac", 7):
        assert algol.call("fac", 3).value == 7
    assert algol.call("fac", 3).value == 6
    stub = algol.stub("fac", 8)
    assert algol.call("fac", 3).value == 8
    stub.remove()
    assert algol.call("fac", 3).value == 6
