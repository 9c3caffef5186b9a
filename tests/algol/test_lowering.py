"""Statements and expressions of ALGOL as operations of the intermediate form."""

import re
import textwrap

import pytest

from host.compilers.algol import front
from host.compilers.algol.cdc6600 import limits
from host.compilers.algol.lowering.program import lower
from host.compilers.algol.lowering.unit import Settings
from host.compilers.ir.text import format_unit
from host.languages.source import deep_recursion

DECLARED = "begin integer i, n; real x, y; Boolean b; integer array a[1 : 9], m[1 : 3, 0 : 4];"


def units(text, **options):
    """The units of a program by their symbols, as text, the numbers of values and labels in order."""
    program = front.analyse(text, "test.alg", None, False, limits.check)
    with deep_recursion():
        form, _ = lower(program, Settings(**options))
    return {each.symbol: format_unit(each) for each in form.units}


def main(statements, **options):
    """What the main program does in some statements, without the lines that begin it and end it."""
    text = units(f"{DECLARED} {statements} end", **options)["START"]
    lines = [re.sub(r" *\*.*", "", each).strip() for each in text.splitlines()]
    return [each for each in lines if each]


@pytest.mark.parametrize(
    ("statement", "operations"),
    [
        (
            "i := n + 1",
            """
            v1:i = load slot [N.]
            v2:i = const 1
            v3:i = add.i v1, v2
            limit v3
            store slot [I.], v3
            """,
        ),
        (
            "x := i",
            """
            v1:i = load slot [I.]
            v2:r = call ITOR X1=v1
            store slot [XX.], v2
            """,
        ),
        (
            "i := 12 × n",
            """
            v1:i = load slot [N.]
            v2:i = shl v1, 2
            v3:i = shl v1, 3
            v4:i = add.i v2, v3
            limit v4
            store slot [I.], v4
            """,
        ),
        (
            "i := i - i ÷ n × n",
            """
            v1:i = load slot [I.]
            v2:i = load slot [N.]
            v3:i, v4:i = call DIV X1=v1 X2=v2
            store slot [I.], v4
            """,
        ),
        (
            "x := y ↑ 3",
            """
            v1:r = load slot [Y.]
            v2:r = mul.r v1, v1
            v3:r = mul.r v1, v2
            store slot [XX.], v3
            """,
        ),
        (
            "a[i] := a[2]",
            """
            v1:i = load slot [I.]
            v2:i = const 1
            v3:i = const 9
            bound v1, v2, v3 {[AA.] 0}
            v4:i = load elements [AA.+6]
            store elements [v1+AA.+4], v4
            """,
        ),
        (
            "m[i, n] := 0",
            """
            v1:i = load slot [I.]
            v2:i = load slot [N.]
            v3:a = element v1, v2 {[M.] 1:3 0:4 at [M.+3]}
            v4:i = const 0
            store elements [v3], v4
            """,
        ),
        (
            "b := i > n",
            """
            v1:i = load slot [I.]
            v2:i = load slot [N.]
            v3:i = diff.i v2, v1
            v4:b = sign v3
            store slot [BB.], v4
            """,
        ),
        (  # of both differences only the signs count
            "if i ≥ 1 ∧ i ≤ n then i := 0",
            """
            v1:i = load slot [I.]
            v2:i = const 1
            v3:i = diff.i v1, v2
            v4:i = load slot [I.]
            v5:i = load slot [N.]
            v6:i = diff.i v5, v4
            v7:w = or v3, v6
            branch pl v7, L..1, L..2
            L..1:
            v8:i = const 0
            store slot [I.], v8
            jump L..2
            L..2:
            """,
        ),
        (  # a sign and a zero make no common test
            "if b ∧ i = n then i := 0",
            """
            v1:b = load slot [BB.]
            branch ng v1, L..3, L..2
            L..3:
            v2:i = load slot [I.]
            v3:i = load slot [N.]
            v4:i = diff.i v2, v3
            branch zr v4, L..1, L..2
            L..1:
            v5:i = const 0
            store slot [I.], v5
            jump L..2
            L..2:
            """,
        ),
        (
            "b := a[i] = 0 ∧ a[n] = 0",
            """
            v1:i = load slot [I.]
            v2:i = load elements [v1+AA.+4]
            v3:i = load slot [N.]
            v4:i = load elements [v3+AA.+4]
            v5:i = count v2
            v6:i = count v4
            v7:i = or v5, v6
            v8:i = count v7
            v9:i = const 1
            v10:i = sub.i v8, v9
            v11:b = sign v10
            store slot [BB.], v11
            """,
        ),
        (  # each part is stored where it is found
            "i := if b then 1 else n",
            """
            v1:b = load slot [BB.]
            branch ng v1, L..1, L..2
            L..1:
            v2:i = const 1
            store slot [I.], v2
            jump L..3
            L..2:
            v3:i = load slot [N.]
            store slot [I.], v3
            jump L..3
            L..3:
            """,
        ),
        (  # what is needed after another block has begun is kept in a temporary, or made again
            "i := n + (if b then 1 else 2)",
            """
            v1:i = load slot [N.]
            store slot [T..1], v1
            v2:b = load slot [BB.]
            branch ng v2, L..1, L..2
            L..1:
            v3:i = const 1
            jump L..3(v3)
            L..2:
            v4:i = const 2
            jump L..3(v4)
            L..3(v5:i):
            v6:i = load slot [T..1]
            v7:i = add.i v6, v5
            limit v7
            store slot [I.], v7
            """,
        ),
        (  # it is known that there is a first turn
            "for i := 1 step 1 until 9 do n := i",
            """
            v1:i = const 1
            store slot [I.], v1
            jump L..2
            L..2:
            v2:i = load slot [I.]
            store slot [N.], v2
            v3:i = load slot [I.]
            v4:i = const 1
            v5:i = add.i v3, v4
            store slot [I.], v5
            v6:i = load slot [I.]
            v7:i = const 9
            v8:i = diff.i v7, v6
            branch pl v8, L..2, L..3
            L..3:
            """,
        ),
        (  # the test stands after the body
            "for i := 1, n while b do n := i",
            """
            v1:i = const 1
            store slot [I.], v1
            jump L..1
            L..1:
            v4:i = load slot [I.]
            store slot [N.], v4
            jump L..2
            L..2:
            v2:i = load slot [N.]
            store slot [I.], v2
            v3:b = load slot [BB.]
            branch ng v3, L..1, L..3
            L..3:
            """,
        ),
        (  # a word says where to go on after the body
            "for i := 1, 2 do n := i",
            """
            v1:i = const 1
            store slot [I.], v1
            v2:a = label L..3
            store slot [T..1], v2
            jump L..1
            L..3:
            v3:i = const 2
            store slot [I.], v3
            v4:a = label L..4
            store slot [T..1], v4
            jump L..1
            L..4:
            jump L..2
            L..1:
            v5:i = load slot [I.]
            store slot [N.], v5
            v6:a = load slot [T..1]
            indirect v6, L..3, L..4
            L..2:
            """,
        ),
    ],
)
def test_statements(statement, operations):
    expected = [each for each in textwrap.dedent(operations).splitlines() if each]
    assert main(statement, no_checks="a[n]" in statement) == ["unit START main", "START:", *expected, "end"]


def test_a_step_of_unknown_sign_is_compared_with_the_distance_to_the_limit():
    found = main("for i := 1 step n until 9 do")
    assert found[found.index("v4:i = diff.i v3, v2") + 1 :][:8] == [
        "v5:i = load slot [N.]",
        "v6:b = sign v5",
        "v7:i = xor v4, v6",
        "v8:i = sub.i v7, v6",
        "v9:i = neg.i v5",
        "v10:i = or v5, v9",
        "v11:i = and v8, v10",
        "branch pl v11, L..2, L..3",
    ]


def test_a_procedure_that_calls_itself_has_its_words_in_a_frame():
    found = units("""begin integer procedure f(k); value k; integer k; f := if k = 0 then 1 else f(k - 1);
        outinteger(61, f(3)) end""")
    assert "  store stack [top+3], v2\n  v3:i = invoke F.\n" in found["START"]
    assert found["F."].startswith("unit F. procedure frames F.\n")
    assert "load slot [frame+3]" in found["F."]


def test_the_code_of_a_parameter_gives_its_value_or_the_address_of_an_element():
    found = units("begin array y[1:9]; procedure p(x); real x; outreal(61, x); p(1.5 + 1); p(y[3]) end")
    assert "v3:r = call NAMER X1=" in found["P."]
    assert found["P..1"].endswith("exit THENV X6=v3")
    assert found["P..2"].endswith("v1:a = address [Y.+7]                 * 1:\n  return v1")


def test_labels_that_other_units_go_to_are_open():
    found = units("begin procedure p; go to l; p; k: go to k; l: end")
    assert "\nL.: open\n" in found["START"]
    assert "exit L." in found["P."]


def test_formal_arrays_have_the_bounds_that_all_their_actual_ones_have():
    text = """begin array x, y[1:9]; array z[1:20];
        procedure p(a); array a; a[i] := 0;
        procedure q(a); array a; begin p(a); a[i] := 0 end;
        integer i; i := 3; q(x); p(y); {} end"""
    inside = units(text.format("p(x)"))
    assert "const 1\n  v4:i = const 9\n" in inside["P."]
    assert "store elements [v5+4]" in inside["P."]
    different = units(text.format("p(z)"))
    assert "v3:i = const 1\n  v4:i = load description [v2+3]\n" in different["P."]
    assert "const 1\n  v" in different["Q."]
    assert "const 9\n" in different["Q."]
    anything = units(text.format("begin array w[1 : i]; p(w) end"))
    assert "v3:i = load description [v2+2]\n" in anything["P."]
