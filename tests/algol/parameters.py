"""Actual parameters of every kind for formal ones of every kind, handed over in every way: programs from tables."""

from itertools import product
from typing import NamedTuple


class Formal(NamedTuple):
    """What a procedure says of its parameter x, and what it does with it."""

    specification: str
    use: str


DECLARED = """
  integer i; real r; Boolean b; integer array ia[1:2], ib[1:2, 1:2]; real array ra[1:2]; Boolean array ba[1:2];
  switch s := one, two;
  integer procedure zero; zero := 7;
  integer procedure f(n); value n; integer n; f := n + 1;
  real procedure h(z); value z; real z; h := z × 2;
  Boolean procedure g; g := i = 3;
  procedure nothing; outinteger(61, 50);
  procedure show(n); value n; integer n; outinteger(61, n);
"""
SET = """
  i := 3; r := 2.5; b := true; ia[1] := 11; ia[2] := 12; ib[1, 1] := 21; ib[2, 1] := 22; ra[1] := 1.5; ra[2] := 3.5;
  ib[1, 2] := 23; ib[2, 2] := 24; ba[1] := true; ba[2] := false;
"""
LABELS = """
  outinteger(61, 60); goto out;
one: outinteger(61, 61); goto out;
two: outinteger(61, 62); goto out;
5: outinteger(61, 65);
out: outinteger(61, i); outinteger(61, r × 4); outinteger(61, if b then 1 else 0); outinteger(61, ia[1] + ia[2]);
  outinteger(61, ib[2, 1]); outinteger(61, 4 × ra[1]); outinteger(61, if ba[1] then 1 else 0)
"""

FORMALS = (
    Formal("integer x;", "outinteger(61, x); outinteger(61, x + 1)"),
    Formal("value x; integer x;", "outinteger(61, x); x := x + 1; outinteger(61, x)"),
    Formal("integer x;", "outinteger(61, x); x := 2.6; outinteger(61, x)"),
    Formal("real x;", "outinteger(61, x × 4)"),
    Formal("value x; real x;", "outinteger(61, x × 4); x := 9"),
    Formal("real x;", "x := 4; outinteger(61, x × 4)"),
    Formal("Boolean x;", "outinteger(61, if x then 1 else 0)"),
    Formal("value x; Boolean x;", "x := ¬ x; outinteger(61, if x then 1 else 0)"),
    Formal("Boolean x;", "x := ¬ x; outinteger(61, if x then 1 else 0)"),
    Formal("integer array x;", "outinteger(61, x[2]); x[1] := 7"),
    Formal("value x; integer array x;", "outinteger(61, x[2]); x[1] := 7; outinteger(61, x[1])"),
    Formal("array x;", "outinteger(61, 4 × x[2]); x[1] := 7"),
    Formal("value x; array x;", "outinteger(61, 4 × x[2]); x[1] := 7"),
    Formal("Boolean array x;", "outinteger(61, if x[2] then 1 else 0); x[1] := false"),
    Formal("value x; Boolean array x;", "outinteger(61, if x[2] then 1 else 0); x[1] := false"),
    Formal("integer array x;", "outinteger(61, x[2, 1]); x[1, 1] := 7"),
    Formal("label x;", "i := 1; goto x"),
    Formal("value x; label x;", "i := 1; goto x"),
    Formal("switch x;", "goto x[2]"),
    Formal("string x;", "outstring(61, x); outstring(61, ‘ ’)"),
    Formal("procedure x;", "x"),
    Formal("procedure x;", "x(8)"),
    Formal("integer procedure x;", "outinteger(61, x)"),
    Formal("integer procedure x;", "outinteger(61, x(4))"),
    Formal("real procedure x;", "outinteger(61, 4 × x(4))"),
    Formal("Boolean procedure x;", "outinteger(61, if x then 1 else 0)"),
    Formal("", "outinteger(61, x); outinteger(61, 4 × (x + 1))"),
    Formal("", "x := 2.6; outinteger(61, 4 × x)"),
    Formal("", "outinteger(61, if x then 1 else 0)"),
    Formal("", "x := false"),
    Formal("", "outinteger(61, 4 × x[2]); x[1] := 4.4"),
    Formal("", "outinteger(61, if x[2] then 1 else 0)"),
    Formal("", "outinteger(61, x[2, 1]); x[1, 1] := 9"),
    Formal("", "i := 1; goto x"),
    Formal("", "goto x[2]"),
    Formal("", "x"),
    Formal("", "x(8)"),
    Formal("", "outinteger(61, 4 × x(4))"),
    Formal("", "outstring(61, x); outstring(61, ‘ ’)"),
    Formal("", "outinteger(61, 70)"),
)
ACTUALS = (
    "i", "r", "b", "17", "2.5", "true", "5", "i + 1", "r + 1", "b ∧ b", "(i)", "ia[i - 2]", "ra[i - 1]", "ba[1]",
    "ib[2, 1]", "ia", "ra", "ba", "ib", "one", "s[i - 1]", "if b then two else one", "s", "zero", "f", "h", "g",
    "nothing", "show", "‘TEXT’", "if b then i else r", "sqrt", "outinteger",
)  # fmt: skip
WAYS = {
    "direct": "p({})",
    "by an unspecified parameter": "q({})",
    "by a formal procedure": "t(p)",
    "from an unspecified parameter by a formal procedure": "v({}, p)",
}
CASES = list(product(FORMALS, ACTUALS, WAYS))


def program(formal, actual, way):
    """The text of a program."""
    return f"""begin{DECLARED}
  procedure p(x); {formal.specification}
  begin {formal.use} end;
  procedure q(y); p(y);
  procedure t(z); procedure z; z({actual});
  procedure v(y, z); procedure z; z(y);{SET}
  {WAYS[way].format(actual)};{LABELS}end
"""
