"""The back end for the 704: subprograms and their arguments, jumps by values, checks; what is written for loops."""

import pytest

from host.compilers.backends.ibm704 import compute
from tests.middle.form704 import instructions, meant, run, same

ONE, TWO, THREE = 0o201400000000, 0o202400000000, 0o202600000000
EFFECTS = "routine SUM writes any elements\n"


def words(*numbers):
    return [compute.word(each) for each in numbers]


def test_a_loop_over_arrays_is_five_instructions():
    lines = instructions("""
        temporaries [I.]
        unit M. main
        M.:
          v1:i = const 0o1000000
          store slot [I.], v1
          jump L1
        L1: narrow [I.] [N.]
          v2:i = load slot [I.]
          v3:r = load elements [v2+B.-1]
          v4:r = load elements [v2+C.-1]
          v5:r = add.r v3, v4
          store elements [v2+A.-1], v5
          v6:i = const 0o1000000
          v7:i = add.i v2, v6
          store slot [I.], v7
          v8:i = load slot [N.]
          v9:i = diff.i v8, v7
          branch pl v9, L1, L2
        L2:
          end""", passes=True)  # fmt: skip
    assert lines[2:-2] == [
        "LXA =1,1", "CLA N.", "STD L1003",
        "L1 CLA B.+1,1", "FAD C.+1,1", "STO A.+1,1", "TXI *+1,1,1", "L1003 TXL L1,1,**",
    ]  # fmt: skip


def test_a_nest_over_two_subscripts_is_counted_by_the_address_that_it_steps():
    lines = instructions("""
        temporaries [I.] [J.]
        unit M. main
        M.:
          v1:i = const 0o1000000
          store slot [I.], v1
          jump L0
        L0: narrow [I.]
          v20:i = const 0o1000000
          store slot [J.], v20
          jump L1
        L1: narrow [I.] [J.]
          v2:i = load slot [J.]
          v3:i = const 0o25000000
          v4:i = mul.i v2, v3
          v5:i = load slot [I.]
          v6:i = add.i v4, v5
          v7:i = load elements [v6+A.-22]
          v8:i = load elements [v6+B.-22]
          v9:i = add.i v7, v8
          store elements [v6+A.-22], v9
          v10:i = const 0
          store elements [v6+B.-22], v10
          v11:i = const 0o1000000
          v12:i = add.i v2, v11
          store slot [J.], v12
          v13:i = diff.i v3, v12
          branch pl v13, L1, L2
        L2:
          v14:i = load slot [I.]
          v15:i = const 0o1000000
          v16:i = add.i v14, v15
          store slot [I.], v16
          v17:i = const 0o25000000
          v18:i = diff.i v17, v16
          branch pl v18, L0, L3
        L3:
          end""", passes=True)  # fmt: skip
    start = next(number for number, each in enumerate(lines) if each.startswith("L1 "))
    assert [each.split()[-2:] for each in lines[start : start + 6]] == [
        ["CLA", "A.+22,1"], ["ADD", "B.+22,1"], ["STO", "A.+22,1"], ["STZ", "B.+22,1"], ["TXI", "*+1,1,21"],
        ["TXL", "L1,1,**"],
    ]  # fmt: skip
    assert lines[-4:-2] == ["TXI *+1,2,1", "TXL L0,2,21"]


def test_an_arithmetic_if_is_two_jumps():
    """The value is left in AC: what the first block stores for the second one is not asked for in storage."""
    lines = instructions("""
        temporaries [T.]
        unit M. main
        M.:
          v1:r = load slot [A.]
          v2:r = load slot [B.]
          v3:r = sub.r v1, v2
          store slot [T.], v3
          branch zr v3, L2, L0
        L0:
          v4:r = load slot [T.]
          branch ng v4, L1, L3
        L1:
          v5:r = const 0
          store slot [C.], v5
          jump L2
        L3:
          v6:r = const 0
          store slot [D.], v6
          jump L2
        L2:
          end""")  # fmt: skip
    assert lines[1:-2] == ["CLA A.", "FSB B.", "TZE L2", "TPL L3", "STZ C.", "TRA L2", "L3 STZ D."]


SUBPROGRAM = (
    EFFECTS
    + """
unit M. main
M.:
  v1:a = address [A.]
  v2:a = address [I.]
  v3:a = address [K.]
  v4:i = invoke S. @1=v1 @2=v2 @3=v3
  store slot [X.], v4
  v5:i = load slot [I.]
  v6:a = address [v5+A.+1]
  v7:a = address [J.]
  v8:i = load slot [X.]
  v9:i = invoke S. @1=v6 @2=v7 @3=v3
  v10:i = add.i v8, v9
  store slot [Y.], v10
  end
unit S. procedure dummies P Q R
S.:
  v1:i = load any [Q]
  v2:i = load elements [v1+P-1]
  v3:i = load elements [P+2]
  v4:i = add.i v2, v3
  store any [R], v4
  store elements [v1+P+1], v4
  v5:a = address [P]
  v6:a = address [v1+P+1]
  v7:i = invoke U. @1=v5 @2=v6
  return v7
unit U. procedure dummies V W
U.:
  v1:i = load any [V]
  v2:i = load any [W]
  v3:i = mul.i v1, v2
  return v3
"""
)


@pytest.mark.parametrize("passes", [False, True])
def test_arguments_are_reached_where_the_caller_has_them(passes):
    initial = {"A.": words(1, 2, 3, 4, 5, 6, 7, 8), "I.": words(2), "J.": words(1), "K.": words(0)}
    initial |= {"X.": words(0), "Y.": words(0)}
    ran = run(SUBPROGRAM, initial, passes=passes)
    array = [1, 2, 3, 4, 5, 6, 7, 8]

    def subprogram(at, index):
        total = array[at + index - 1] + array[at + 2]
        array[at + index + 1] = total
        return array[at] * total, total

    first, _ = subprogram(0, 2)
    second, last = subprogram(3, 1)
    assert same(ran.words("A."), words(*array))
    assert same(ran.words("X.") + ran.words("Y.") + ran.words("K."), words(first, first + second, last))


TABLE = """
unit M. main
M.:
  v1:i = load slot [I.]
  table v1, L1, L2, L3
L1:
  v21:i = const 0o1000000
  store slot [X.], v21
  jump L4
L2:
  v22:i = const 0o2000000
  store slot [X.], v22
  jump L4
L3:
  v23:i = const 0o3000000
  store slot [X.], v23
  jump L4
L4:
  v3:a = label L6
  store slot [T.], v3
  v4:i = load slot [I.]
  v5:i = const 0o1000000
  v6:i = diff.i v4, v5
  branch zr v6, L5, L7
L5:
  v7:a = label L8
  store slot [T.], v7
  jump L7
L7:
  v8:a = load slot [T.]
  indirect v8, L6, L8
L6:
  v9:i = const 0o6000000
  store slot [Y.], v9
  jump L9
L8:
  v10:i = const 0o7000000
  store slot [Y.], v10
  jump L9
L9:
  end
"""


@pytest.mark.parametrize("passes", [False, True])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_jumps_go_by_tables_and_by_labels(number, passes):
    initial = {name: words(0) for name in ("X.", "Y.", "T.")} | {"I.": words(number)}
    ran = run(TABLE, initial, passes=passes)
    assert same(ran.words("X.") + ran.words("Y."), words(number, 7 if number == 1 else 6))


CHECKED = """
unit M. main
M.:
  v1:i = load slot [I.]
  v2:i = const 0o1000000
  v3:i = const 0o10000000
  bound v1, v2, v3 {[A.] 0}
  v4:i = load elements [v1+A.-1]
  store slot [X.], v4
  end
"""


@pytest.mark.parametrize(("subscript", "stops"), [(1, False), (8, False), (9, True), (0, True), (-1, True), (-0, True)])
def test_a_subscript_that_is_out_of_its_bounds_is_told(subscript, stops):
    initial = {"A.": words(*range(1, 9)), "I.": words(subscript), "X.": words(0)}
    ran = run(CHECKED, initial)
    assert ran.machine.memory[ran.machine.address("WHICH")] == (1 if stops else 0)
    if stops:
        assert same([ran.machine.memory[ran.machine.address("WRONG")]], words(subscript))
    else:
        assert same(ran.words("X."), words(subscript))


CALLS = """
routine SUM writes slot any elements
unit M. main
M.:
  v1:r = load slot [A.]
  v2:r = load slot [B.]
  v3:r = add.r v1, v2
  v4:i = load slot [I.]
  v5:a = address [v4+T.]
  v6:a = address [A.]
  v7:r, v8:i = call SUM @1=v5 @2=v6 AC=v1 MQ=v2
  v9:r = mul.r v3, v7
  store slot [X.], v9
  store slot [K.], v8
  v10:r = load elements [v4+T.]
  store slot [Y.], v10
  end
"""
SUM = """
SUM    STO SUM1
       STQ SUM2
       CLA 1,4
       STA SUM3
       CLA 2,4
       STA SUM4
SUM4   CLA **
       FAD SUM1
SUM3   STO **
       LXA SUM5,1
       LDQ SUM5
       CLA SUM2
       TRA 3,4
SUM1   PZE
SUM2   PZE
SUM5   PZE 7,0,5
"""


def test_a_routine_gets_addresses_and_values_and_gives_two():
    initial = {"A.": [ONE], "B.": [THREE], "I.": words(2), "T.": [0, 0, 0, 0], "K.": [0], "X.": [0], "Y.": [0]}
    ran = run(CALLS, initial, library=SUM)
    assert ran.words("T.") == [0, 0, TWO, 0]
    assert ran.words("Y.") == [TWO]
    assert ran.words("X.") == [compute.compute("mul.r", [0o203400000000, THREE])]
    assert ran.words("K.") == [7 | 5 << 18]


CONVERSIONS = """
unit M. main
M.:
  v1:r = load slot [R.]
  v2:i = fix v1
  store slot [I.], v2
  v3:r = float v2
  store slot [X.], v3
  v4:r = whole v1
  store slot [Y.], v4
  v5:r = abs v1
  store slot [Z.], v5
  end
"""


@pytest.mark.parametrize(
    ("real", "whole"),
    [
        (0o202600000000, 3),
        (0o602700000000, -3),
        (0o200400000000, 0),
        (0o600400000000, 0),
        (0o217777777777, 32767),
        (0, 0),
    ],
)
def test_reals_become_integers_and_come_back(real, whole):
    initial = {"R.": [real], **{name: [0] for name in ("I.", "X.", "Y.", "Z.")}}
    ran, said = run(CONVERSIONS, initial), meant(CONVERSIONS, initial)
    assert compute.integer(ran.words("I.")[0]) == whole
    for name in initial:
        assert ran.words(name) == said.words(name), name
