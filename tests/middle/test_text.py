"""The form as text: what is printed is read back, and what cannot be read is pointed at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import SourceError
from host.compilers.ir.form import (
    TOP,
    Block,
    Bound,
    Effects,
    Elements,
    Frame,
    Op,
    Place,
    Program,
    Routine,
    Unit,
    Value,
)
from host.compilers.ir.text import format_program, parse_program, parse_unit
from tests.middle.random_form import At, Node, program

EXAMPLE = """\
escaped I. J.
temporaries [P.+7] [T.]
routine SUB reads elements writes any slot stops runs keeps X0 X5

unit P. procedure frames P. Q.
P.:
  v1:i = load slot [frame+3]            * 7: k := k + i
  v2:i = const 1
  v3:i = add.i v1, v2
  v4:w = const 0o17170000000000000000
  limit v3                              * 8
  bound v1, v2, v3 {formal [F.] 0}      * -
  store slot [frame1-1], v3
  v5:a = element v1, v2 {[A.] 1:8 -5:7 at [A.+1] unchecked}
  v6:r = load? elements [v5]
  v7:r, v8:i = call SUB X1=v1 X2=v2
  v9:w = shl v4, 48
  v10:a = label P2
  v11:a = address [v5+B.-2]
  set.top [top+4]
  jump P2(v6)
P2(v12:r): open, B2 = [I.], X0 = const 100, narrow [I.] [frame+3]
  v13:i = get B2
  set B2, v13
  branch pl v13, P2, P3
P3:
  table v14, P2, P3
  return v12
"""

symbols = st.from_regex(r"[A-Z][A-Z0-9.]{0,6}", fullmatch=True)
values = st.integers(1, 10).map(lambda number: Value(number, "irbwa"[number % 5]))
bases = st.one_of(st.none(), values, st.builds(Frame, st.integers(0, 3)), st.just(TOP))
places = st.builds(Place, bases, st.one_of(st.just(""), symbols), st.integers(-9, 9))
numbers = st.integers(0, 2**60 - 1)
bounds = st.one_of(st.none(), st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9))).map(tuple))
arrays = st.builds(Elements, places, st.booleans(), bounds, st.one_of(st.none(), places), st.booleans())
effects = st.builds(
    Effects, *[st.frozensets(st.sampled_from(["elements", "any", "slot"]))] * 2, st.booleans(), st.booleans(),
    st.frozensets(st.sampled_from(["X0", "B2"])),
)  # fmt: skip
routines = st.dictionaries(st.sampled_from(["X1", "X2", "X7"]), values).flatmap(
    lambda given: st.builds(
        lambda name, code: Op(code, args=tuple(given.values()), data=Routine(name, tuple(given))),
        symbols, st.sampled_from(["call", "invoke", "exit"]),
    )
)  # fmt: skip
regions = st.sampled_from(["slot", "elements", "any", "stack"])
ops = st.one_of(
    st.builds(lambda word: Op("const", (Value(12, "r"),), data=word), numbers),
    st.builds(lambda place, region: Op("load?", (Value(13, "b"),), place=place, region=region), places, regions),
    st.builds(lambda place, region, v: Op("store", args=(v,), place=place, region=region), places, regions, values),
    st.builds(lambda place, f, n: Op("bound", args=(Value(11, "i"),), data=Bound(place, f, n)), places, st.booleans(),
              st.integers(0, 9)),
    st.builds(lambda data, v: Op("element", (Value(14, "a"),), (v, v), data=data), arrays, values),
    st.builds(lambda v, c, targets: Op("branch", args=(v,), data=c, targets=targets), values,
              st.sampled_from(["ng", "nz"]), st.tuples(symbols, symbols)),
    st.builds(lambda v, targets: Op("jump", args=tuple(v), targets=targets), st.lists(values), st.tuples(symbols)),
    routines,
)  # fmt: skip


def on_a_line(op, line, begins):
    op.node, op.begins = None if line is None else Node(At(line)), begins
    return op


blocks = st.builds(
    Block, symbols, st.lists(st.builds(on_a_line, ops, st.one_of(st.none(), st.integers(1, 30)), st.booleans())),
    st.lists(values).map(tuple), st.booleans(), st.dictionaries(st.sampled_from(["B2", "X0"]), places),
    st.sets(places),
)  # fmt: skip
units = st.builds(
    Unit, symbols, st.sampled_from(["main", "procedure", "parameter", "switch"]),
    frames=st.lists(symbols, max_size=3).map(tuple), blocks=st.lists(blocks),
)  # fmt: skip
programs = st.builds(
    Program,
    st.lists(units),
    st.dictionaries(symbols, effects),
    st.sets(symbols),
    temporaries=st.sets(st.tuples(symbols, st.integers(0, 9))),
)


def test_an_example_is_printed_as_it_was_read():
    source = ["", "", "", "", "", "", "k := k + i"]
    assert format_program(parse_program(EXAMPLE), source) == EXAMPLE


@given(programs)
def test_what_is_printed_is_read_back(made):
    text = format_program(made)
    assert format_program(parse_program(text)) == text


@given(st.integers(0, 10**6))
def test_whole_programs_are_read_back(seed):
    text = format_program(program(seed).program)
    assert format_program(parse_program(text)) == text


def test_a_value_is_the_same_wherever_it_is_used():
    unit = parse_unit("unit M. main\nM.:\n  v1:r = const 0\n  store slot [v1+A.], v1\n  end")
    define, store, _ = unit.blocks[0].ops
    assert store.args[0] is store.place.base is define.result
    assert define.result.type == "r"
    assert unit.values == 1


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("v1:q = const 1", 6, "a type"),
        ("v1:i = konst 1", 10, "an operation"),
        ("v1:i = const one", 16, "a number"),
        ("v1:i = load slots [I.]", 15, "a region"),
        ("v1:i = load slot I.", 20, "'['"),
        ("v1:i = add.i v1, 5", 20, "a value"),
        ("branch gt v1, L, M", 10, "a condition"),
        ("jump L M", 10, "the end of the line"),
        ("jump", 7, "a label"),
        ("store slot [I.]     * 5: i := 1", 18, "','"),
    ],
)
def test_errors_say_where_and_what_was_expected(line, column, expected):
    with pytest.raises(SourceError) as error:
        parse_unit(f"unit M. main\nM.:\n  {line}\n", "some.ir")
    assert str(error.value).startswith(f"some.ir:3:{column}: error: expected {expected}\n")
