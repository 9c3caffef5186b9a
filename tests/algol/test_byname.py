"""Which parameters by name always stand for variables of one type, and what is made of them."""

import pytest

from host.compilers.algol import front
from host.compilers.algol.lowering.byname import variables
from host.compilers.algol.syntax import Type, walk
from tests.algol.machine import printed

HEAD = """
begin
  integer i; real x; Boolean b; integer array a[1:9];
  procedure p(f); integer f; {body};
  procedure q(g); integer g; {other};
  {calls}
end
"""


def found(calls, body="i := f", other="i := g"):
    """The names of such parameters with their types."""
    program = front.analyse(HEAD.format(calls=calls, body=body, other=other), "test.alg")
    return {each.name: kind for each, kind in variables(walk(program)).items()}


@pytest.mark.parametrize(
    ("calls", "kinds"),
    [
        ("p(i); q(i)", {"f": Type.INTEGER, "g": Type.INTEGER}),
        ("p(x); q(3)", {"f": Type.REAL, "g": Type.INTEGER}),
        ("p(i); p((i)); p(-7)", {"f": Type.INTEGER}),
        ("p(i); p(x)", {}),
        ("p(i); p(i + 1)", {}),
        ("p(i); p(a[1])", {}),
    ],
)
def test_variables_and_constants_of_one_type_are_what_a_parameter_stands_for(calls, kinds):
    assert found(calls) == kinds


def test_what_is_given_a_value_is_no_constant():
    assert found("p(i)", "f := 1") == {"f": Type.INTEGER}
    assert found("p(i); p(1)", "f := 1") == {}
    assert found("p(i); p((i))", "f := 1") == {}


def test_what_is_handed_on_brings_along_what_it_stands_for():
    assert found("p(i)", "q(f)") == {"f": Type.INTEGER, "g": Type.INTEGER}
    assert found("p(x); q(i)", "q(f)") == {"f": Type.REAL}
    assert found("p(i + i)", "q(f)") == {}
    assert found("p(i)", "q((f))") == {"f": Type.INTEGER}
    assert found("p(i); q(i + 1)", "q(f)", "p(g)") == {}
    assert found("q(x)", "q(f)", "p(g)") == {"f": Type.REAL, "g": Type.REAL}


def test_a_procedure_that_is_a_parameter_is_called_with_anything():
    text = "begin integer i; procedure p(f); integer f; i := f; procedure r(h); procedure h; h(i + 1); p(i); r(p) end"
    assert not variables(walk(front.analyse(text, "test.alg")))


def test_values_are_transferred_to_the_type_of_the_variable_and_back():
    text = """
    begin
      integer i; real x; Boolean b;
      procedure double(r, n); real r; integer n; begin r := r × 1.25; n := n + 2 × n end;
      procedure change(c); Boolean c; c := ¬ c;
      i := 3; x := 2.6; b := false;
      double(i, x); change(b);
      outinteger(61, i); outreal(61, x); outboolean(61, b)
    end
    """
    assert {each.name for each in variables(walk(front.analyse(text, "test.alg")))} == {"r", "n", "c"}
    (line,) = printed(text)
    assert line.split() == ["4", "9", "TRUE"]
