"""What few programs reach of the run-time library: rare types, wide numbers, short input, errors of data."""

import pytest

from host.compilers.algol.compiler import compile_text
from tests.algol.machine import ENDED, printed, ran, ran_image
from tests.shared import in_turn

DECLARED = "begin integer i, j; real x; Boolean b; integer array n[1:3]; Boolean array t[1:3]; array r[0:1, 0:2, -1:1];"

# Of a parameter x and a y without specification: x - y, x ↑ y, -x; an error at the end.
OF_ANY_TYPE = {
    ("7", "2"): "5 49 -7",
    ("7.5", "2"): "5.5 56.25 -7.5",
    ("9", "0.5"): "8.5 3 -9",
    ("4.0", "-1"): "5 0.25 -4",
    ("2", "-1"): "3 0.5 -2",
    ("0", "0"): "0 ZERO TO THE POWER ZERO",
    ("0.0", "0"): "0 ZERO TO THE POWER ZERO",
    ("-2.0", "0.5"): "-2.5 A NEGATIVE NUMBER TO A REAL POWER",
    ("0", "-0.5"): "0.5 ZERO TO A POWER THAT IS NOT POSITIVE",
    ("true", "2"): "A PARAMETER IS OF THE WRONG KIND",
    ("2", "true"): "A PARAMETER IS OF THE WRONG KIND",
}

REAL_DIVIDED = "DIV DIVIDES INTEGERS, THIS IS A REAL NUMBER"

# Declarations and statements, lines of the input: what is printed, and the error, if the program ends with one.
CORNERS = [
    ("; for i := 1, 2, 3 do t[i] := i > 1; outarray(61, t)", "", "FALSE TRUE TRUE"),
    ("; inarray(60, t); outarray(61, t)", "T 0,FALSE", "TRUE FALSE FALSE"),
    ("procedure p(a); outarray(61, a); p(n[1])", "", "A PARAMETER IS NO ARRAY"),
    ("procedure p(a); inarray(60, a); p(i)", "", "A PARAMETER IS NO ARRAY"),
    ("; for i := 1, 2 do begin inboolean(60, b); outboolean(61, b) end", "FALSE MAYBE", "FALSE NO BOOLEAN"),
    ("integer procedure f(k); value k; real k; f := k; procedure p(g); real procedure g; outreal(61, g(5)/2); p(f)",
     "", "2.5"),
    ("real procedure f(k); real k; f := k × 1.3; procedure p(g); integer procedure g; outinteger(61, g(2)); p(f)",
     "", "3"),
    ("Boolean procedure f(k); integer k; f := k = 2; procedure p(g); outinteger(61, g(2)); p(f)",
     "", "A PARAMETER IS OF THE WRONG KIND"),
    ("integer procedure f(a, b, c, d, e, g, h, k, l, m, n, o); value a, b, d, l, m, o; "
     "integer a, b, c, d, e, g, h, k, l, m, n, o; f := a + b×2 + c×3 + d×4 + e×5 + g×6 + h×7 + k×8 + l×9 + m×10 + n×11 "
     "+ o×12; procedure p(g); outinteger(61, g(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)); p(f)", "", "650"),
    ("switch s := l, l; procedure f(w); value w; label w; goto w; procedure p(g); procedure g; g(s[i]); "
     "i := 2; p(f); outinteger(61, 7); l: outinteger(61, i); i := i + 1; p(f)", "", "2 A SWITCH HAS NO SUCH ELEMENT"),
    ("procedure p(f); real procedure f; outreal(61, f(-2)); p(abs); p(sign); p(sqrt)",
     "", "2 -1 SQUARE ROOT OF A NEGATIVE NUMBER"),
    ("procedure p(x); integer x; x := 1; procedure q(x); procedure x; x(b); q(p)",
     "", "A PARAMETER IS OF THE WRONG KIND"),
    ("procedure p(x); begin x := 2; goto x end; p(i); 2: outinteger(61, 2)", "", "A PARAMETER IS OF THE WRONG KIND"),
    ("procedure p(y); input(60, ‘N’, y); p(b); p(i); p(x); p(n[i]); outboolean(61, b); outinteger(61, i); "
     "outreal(61, x); outinteger(61, n[3]); p(3)", "T 3 4.5 6 7",
     "TRUE 3 4.5 6 AN ASSIGNMENT TO A PARAMETER THAT IS NO VARIABLE"),
    ("; ininteger(60, i); outinteger(61, i); ininteger(60, i)", "281474976710655 281474976710656",
     "281474976710655 THE NUMBER IS TOO LARGE"),
    ("; ininteger(60, i)", "-99999999999999999999", "THE NUMBER IS TOO LARGE"),
    ("; for i := 1, 2, 3 do begin inreal(60, x); outreal(61, x) end; inreal(60, x)", "-1E-400 1.5E+3 .25E-2 E5",
     "0 1500 0.0025 NO NUMBER"),
    ("; inreal(60, x)", "1E400", "THE NUMBER IS TOO LARGE"),
    ("; input(60, ‘2ZD, B, ‘xx’ ZD / (ZD)’, i, j, n[1], n[2], n[3]); outinteger(61, i); outinteger(61, j); "
     "outarray(61, n)", "123 ab45junk\n 6 78", "123 45 6 7 8"),
    ("; input(60, ‘N,N,N,N’, i, x, b, n[2]); outinteger(61, i); outreal(61, x); outboolean(61, b); "
     "outinteger(61, n[2])", "1,2.5 FALSE\n7", "1 2.5 FALSE 7"),
    ("; input(60, ‘12Z.10Z’, x); outreal(61, x)", "0000000000123.4567890125", "123.456789012"),
    ("; input(60, ‘4D’, i); outinteger(61, i); input(60, ‘4D’, i)", "1 2\n12X4", "12 NO NUMBER"),
    ("; input(60, ‘4D’, i)", "1+2", "NO NUMBER"),
    ("; input(60, ‘12A’, i); output(61, ‘8A’, i)", "ABCDEFGHIJKLMNOP", "ABCDEFGH"),
    ("; output(61, ‘X(ZD,2(B,ZD)),N’, 0, 5); output(61, ‘X(2(ZD,B)),N’, 2, 5, 6, 7, 8, 9)", "", "5 5 6 7 8 9"),
    ("; output(61, ‘3NB’, 1⏨30, -7, 1⏨-30); output(61, ‘2N’, true, false)", "", "1E+30 -7 1E-30 TRUE FALSE"),
    ("; output(61, ‘20ZDB’, maxint); output(61, ‘-19ZDB’, - maxint); output(61, ‘30ZD’, 2.0 ↑ 80)", "",
     "281474976710655 -281474976710655 1208925819614629174706176"),
    ("; output(61, ‘ZD\"X’, 5)", "", "A FORMAT IS WRONG"),
    ("; for i := 1, 999999999999, 1000000000000, 1000000000001, -281474000000000 do outinteger(61, i)", "",
     "1 999999999999 1000000000000 1000000000001 -281474000000000"),
    ("; outreal(61, 1⏨300); outreal(61, -1.5⏨-200); outreal(61, 123456789012345); outreal(61, 0.0001)", "",
     "1E+300 -1.5E-200 1.2345678901235E+14 0.0001"),
    ("; outstring(61, ‘123456789:abc’); outinteger(61, length(‘:’))", "", "123456789:ABC1"),
    ("; i := 3; x := 0; x := x ↑ i; outreal(61, x); i := -3; x := x ↑ i", "", "0 ZERO TO A NEGATIVE POWER"),
    ("procedure p(c); Boolean c; outboolean(61, c); procedure q(f, y); f(if i > 0 then y else y); "
     "i := 1; q(p, true); q(p, false); q(p, 1)", "", "TRUE FALSE A PARAMETER IS OF THE WRONG KIND"),
    ("procedure p(c); Boolean c; c := ¬ c; procedure q(f, y); f(y[2]); t[2] := true; q(p, t); outboolean(61, t[2]); "
     "q(p, n)", "", "FALSE A PARAMETER IS OF THE WRONG KIND"),
    ("procedure p(c); Boolean c; c := true; procedure q(f, y); f(y[2]); q(p, t); outboolean(61, t[2]); q(p, n)", "",
     "TRUE A PARAMETER IS OF THE WRONG KIND"),
    ("procedure p(c); Boolean c; c := true; procedure q(y); p(y); q(t[1]); outboolean(61, t[1]); q(n[1])", "",
     "TRUE A PARAMETER IS OF THE WRONG KIND"),
    ("procedure p(x); b := x; p(1)", "", "A PARAMETER IS OF THE WRONG KIND"),
    ("procedure p(k); integer k; k := 3; procedure q(f, y); f(y); q(p, x); outreal(61, x / 2); q(p, b)", "",
     "1.5 A PARAMETER IS OF THE WRONG KIND"),
    *((f"{declared}; i := 2; j := -1; n[1] := 5; " + program, "", f"{printed_before} {REAL_DIVIDED}".strip())
      for declared, program, printed_before in (
          ("", "outinteger(61, n[i↑j]); outinteger(61, 7 ÷ i↑j)", "5"),  # a subscript is rounded (3.1.4.2)
          ("", "j := 3; outinteger(61, i↑j ÷ 3); j := - j; outinteger(61, (i↑j + 1) ÷ 2)", "2"),
          ("procedure p(y); outinteger(61, y - y ÷ 3 × 3)", "p(7); p(7.0)", "1"),
          ("procedure p(y); outinteger(61, (if i > 2 then 9 else - y) ÷ 2)", "p(7); i := 3; p(7.5); i := 2; p(7.5)",
           "-3 4"),
          ("procedure p(y); outinteger(61, y[1] ÷ 2)", "p(n); begin array m[1:1]; m[1] := 1; p(m) end", "2"),
          ("procedure p(f); outinteger(61, 9 ÷ f(2)); integer procedure g(k); integer k; g := k; real procedure h(k); "
           "integer k; h := k", "p(g); p(h)", "4"),
      )),
    ("procedure p(y); outinteger(61, y ÷ 2); p(true)", "", "A PARAMETER IS OF THE WRONG KIND"),
    ("; i := 2; j := 3; x := i ↑ j; outreal(61, x / 16)", "", "0.5"),
    ("; i := 3; x := i ↑ 2; outreal(61, x); x := i ↑ (- i); outreal(61, x × 27)", "", "9 1"),
    ("; for i := 1 step 1 until 9 do outinteger(i + 1, i)", "", "TOO MANY CHANNELS"),
    ("; i := maxint; x := i + i + i; outboolean(61, x = 3 × 2.0 ↑ 48 - 4); x := - i - i; outboolean(61, x = - 2.0 × i)",
     "", "TRUE TRUE"),
    ("procedure p(k); if k > 0 then begin integer array a[k : k + 1]; procedure q; outinteger(61, a[k - 3]); "
     "p(k - 1); a[k] := k; outinteger(61, a[k]); if k = 2 then q end; p(2)", "",
     "1 2 A SUBSCRIPT IS OUT OF ITS BOUNDS"),
    ("procedure p(a, k); a[1, k, 0] := k; p(r, 2); outreal(61, r[1, 2, 0]); p(r, 3)", "",
     "2 A SUBSCRIPT IS OUT OF ITS BOUNDS"),
    ("; i := -5; outinteger(61, iabs(i) ÷ 2); x := -2.5; outinteger(61, iabs(x)); outinteger(61, iabs(- maxint))", "",
     "2 2 281474976710655"),
    ("procedure p(f); integer procedure f; outinteger(61, f(- 7) ÷ 2); p(iabs); i := iabs(maxint + 1)", "",
     "3 AN INTEGER IS BEYOND 48 BITS"),
    ("procedure p(x); x(1); p(3.5)", "", "A CALL OF A PARAMETER THAT IS NO PROCEDURE"),
    ("procedure p(s); switch s; begin goto s[i]; outinteger(61, i) end; switch u := l, m; i := 2; p(u); l: i := i - 1; "
     "m: outinteger(61, i); i := i - 1; p(u)", "", "2 0 -1"),
    ("procedure p(k); if k > 0 then begin array a[k : k + 1]; procedure q(m); value m; integer m; begin a[m] := m; "
     "if m = k then q(m + 1); outreal(61, a[m]) end; q(k); p(k - 1); if k = 2 then q(0) end; p(2)", "",
     "3 2 2 1 A SUBSCRIPT IS OUT OF ITS BOUNDS"),
    ("; for i := 1, 2 do begin inreal(60, x); outboolean(61, x = 2.0 ↑ 48) end; inreal(60, x); outreal(61, x)",
     f"281474976710655.75 281474976710655.25\n0.{'0' * 80}25E80", "TRUE FALSE 0.25"),
    ("; input(60, ‘5B/,2ZD’, i); outinteger(61, i)", "123\n456", "456"),
    ("; for i := 141 step 1 until 281 do "
     "begin j := i × 1000000 × 1000000; outinteger(61, j - 1); outinteger(61, j) end", "",
      " ".join(f"{each}999999999999 {each + 1}000000000000" for each in range(140, 281))),
]  # fmt: skip
UNSET = [
    "integer procedure f(n); value n; integer n; if n > 1 then f := n; "
    "procedure p(g); integer procedure g; i := g(1); p(f)",
    "integer procedure f; if n[1] > 1 then f := 1; procedure p(g); integer g; i := g; n[1] := 0; p(f)",
    "integer procedure f; if n[1] > 1 then f := 1; procedure p(g); outinteger(61, g); n[1] := 0; p(f)",
    "; n[1] := 1; i := n[1] + n[1] × n[2]",
]


def outcome(statements, lines=(), **options):
    """What a program prints, word by word, and why it stops if that is an error."""
    machine = ran_image(compile_text(f"{DECLARED} {statements} end", "t", **options).image, lines)
    error = [] if machine.reason == ENDED else machine.dayfile[-2].split()[1:]
    return " ".join([*machine.text("OUTPUT").split(), *error])


@pytest.mark.parametrize("actuals", OF_ANY_TYPE)
def test_operations_on_numbers_of_any_type(actuals):
    powers = "procedure p(x, y); begin outreal(61, x - y); outreal(61, x ↑ y); outreal(61, - x) end;"
    assert outcome(f"{powers} p({', '.join(actuals)})") == OF_ANY_TYPE[actuals]


@pytest.mark.parametrize(("program", "lines", "said", "level"), in_turn(CORNERS, [0, 1]))
def test_what_the_library_does_in_rare_cases(program, lines, said, level):
    assert outcome(program, lines.split("\n") if lines else [], level=level) == said


@pytest.mark.parametrize("program", UNSET)
def test_a_value_that_was_never_given_is_noticed_whatever_it_belongs_to(program):
    assert outcome(program, check_unset=True) == "A VALUE IS USED THAT HAS NEVER BEEN GIVEN"


@pytest.mark.parametrize("missing", "klmop")
def test_a_variable_without_a_value_is_noticed_in_whatever_register_it_is(missing):
    given = " ".join(f"{each} := 2;" for each in "klmop" if each != missing)
    program = (
        f"begin integer k, l, m, o, p; {given} outinteger(61, 1); outinteger(61, k - (l - (m - (o - (p - k))))) end"
    )
    assert outcome(f"; {program}", check_unset=True) == "1 A VALUE IS USED THAT HAS NEVER BEEN GIVEN"


def test_a_switch_that_is_a_parameter_may_have_no_such_element():
    program = (
        "procedure p(s); switch s; begin goto s[i]; goto e end; switch u := l, m; i := 2; p(u); l: e: i := i - 1; "
    )
    program += "m: outinteger(61, i); i := i - 1; p(u)"
    assert outcome(program, strict_switch=True) == "2 0 A SWITCH HAS NO SUCH ELEMENT"


@pytest.mark.parametrize("program", [
    "output(61, ‘+D.2DE-ZD’, -12345)", "procedure p(f, n); string f; output(61, f, n); p(‘+D.2DE-ZD’, -12345)",
])  # fmt: skip
def test_an_integer_is_printed_with_an_exponent_in_a_program_without_real_numbers(program):
    assert ran(f"begin {program} end").text("OUTPUT") == "-1.23E  4\n"


def test_without_checks_elements_are_where_they_are_with_them():
    program = """
      begin integer i, j, k; integer procedure f(x); integer x; f := x + 1;
        procedure p(n, a, b); value n; integer n; integer array a, b;
        begin integer array c, d[n : n + 2, - n : n], e[0:1, n:n, 1:2], g[n : n + 1];
          procedure q(k); value k; integer k; begin if k > 0 then q(k - 1); g[n + 1] := k end;
          q(2);
          for i := 0, 1, 2 do for j := - n step 1 until n do c[f(n + i) - 1, j] := d[n + i, f(j) - 1] := 10 × i + j;
          e[1, n, 2] := c[n + 1, n] + d[n, f(- n)]; a[n] := e[f(0), n, 2] + g[n + 1] - 2;
          b[1, f(n) - 1] := a[f(n) - 1] × 2;
          if n > 1 then p(n - 1, a, b)
        end;
        integer array a[1:3], b[0:2, -1:5];
        p(3, a, b); outarray(61, a); for k := 1, 2, 3 do outinteger(61, b[1, k])
      end"""
    images = [compile_text(program, "t", no_checks=each).image for each in (False, True)]
    assert [ran_image(each).text("OUTPUT").split() for each in images] == [["11", "11", "11", "22", "22", "22"]] * 2


OWN_BY_VALUE = """begin
  own integer array a[entier(0.5):entier(2.5)];
  integer procedure last(b, n); value b, n; integer array b; integer n;
    last := b[n];
  a[0] := 7; a[2] := 8;
  outinteger(61, last(a, 0)); outinteger(61, last(a, 2))
end"""


def test_the_copy_of_an_array_at_the_end_of_storage_loads_no_word_beyond_it():
    assert printed(OWN_BY_VALUE) == ["7 8 "]
