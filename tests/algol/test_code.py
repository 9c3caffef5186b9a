"""Compiled programs print on the machine what the interpreter of the tree prints."""

import re

import pytest

from emulators.errors import SourceErrors
from host.compilers.algol.compiler import compile_text
from host.compilers.algol.front import analyse
from host.compilers.algol.lowering.jumps import LARGE
from host.machines.cdc6600.machine import Cdc6600
from tests.algol.arithmetic import Failure, Unspecified
from tests.algol.interpreter import Interpreter
from tests.algol.programs import PROGRAMS

CYCLES = 10**8
ENDED = "the program has ended"


def run(text, **options):
    """Compile and run a program; give the words of its output and why it stopped."""
    machine = Cdc6600(core="compiled", exact=False)
    machine.load(compile_text(text, "test", **options).image)
    machine.attach("OUTPUT")
    machine.attach("INPUT")
    machine.run(CYCLES)
    return machine.text("OUTPUT").split(), machine.reason


def interpreted(text, **limits):
    """The words of a program's output by the Report; None if it does not come to its end."""
    try:
        interpreter = Interpreter(analyse(text, "test"), **limits)
        interpreter.run()
    except (Failure, Unspecified, SourceErrors):
        return None
    return interpreter.output.split()


def simplified(path):
    """A program of tests/data with its numbers printed by outinteger, and the words it should print."""
    text = re.sub(r'output\(61, "[-+0-9ZD]*/", ', "outinteger(61, ", path.read_text(encoding="utf-8"))
    return text, " ".join(re.findall(r"expect: *([^;]*);", text)).split()


# The interpreter knows neither formats nor functions whose values are not exact; one program nests too deep for it.
SIMPLE = [
    path
    for path in PROGRAMS
    if path.stem not in ("arithmetic", "calls", "expressions", "man_or_boy", "values")
    and not re.search(r"output *\(|outsymbol|length", simplified(path)[0].lower())
]


@pytest.mark.parametrize("path", SIMPLE, ids=lambda path: path.stem)
def test_the_interpreter_prints_what_the_program_says(path):
    text, expected = simplified(path)
    assert interpreted(text, steps=10**6, deepest=500) == expected


OWN = """
begin
  integer i;
  procedure grow(n); value n; integer n;
  begin
    own integer array a, b[1:n, 0:1];
    integer i, sum;
    sum := 0;
    for i := 1 step 1 until n do
    begin sum := sum + a[i, 0] + b[i, 1]; a[i, 0] := i; b[i, 1] := 10 × i; a[i, 1] := 1000 end;
    outinteger(61, sum)
  end;
  for i := 2, 2, 4, 1, 4 do grow(i)
end
"""


def test_own_arrays_keep_the_elements_that_old_and_new_bounds_share():
    """0 at first; all of 2; two of four are new; one is left; so three of four are new."""
    assert interpreted(OWN) == ["0", "33", "33", "11", "11"]
    assert run(OWN) == (["0", "33", "33", "11", "11"], ENDED)


COPIES = """
begin
  integer array z[1:3]; integer i;
  integer procedure sum(t, u); value t, u; integer array t; array u;
  begin
    integer i, s; array w[1:t[1]];
    for i := 1 step 1 until 3 do begin w[1] := i; t[i] := t[i] + 1; u[i] := u[i] + 0.25 end;
    if t[1] > 0 then goto on;
    t[1] := 100;
on: begin integer array x[1:9]; for i := 1 step 1 until 9 do x[i] := 0 end;
    s := 0;
    for i := 1 step 1 until 3 do s := s + t[i];
    sum := s + 4 × (u[1] + u[2] + u[3])
  end;
  for i := 1, 2, 3 do z[i] := i;
  for i := 1, 2 do outinteger(61, sum(z, z));
  outinteger(61, z[1])
end
"""


def test_arrays_by_value_are_copies_of_the_wanted_type_that_live_as_long_as_the_procedure():
    assert interpreted(COPIES) == ["36", "36", "1"]
    assert run(COPIES) == (["36", "36", "1"], ENDED)


def test_the_step_of_an_integer_variable_may_be_real():
    """2 + 0.5 is 3, which is above 2.5; rounded, the limit would be 3."""
    text = "begin integer i; for i := 2 step 0.5 until 2.5 do outinteger(61, i); outinteger(61, i) end"
    assert run(text) == (["2", "3"], ENDED)


def test_the_operand_of_an_operation_is_not_overwritten_where_another_value_makes_room_for_the_result():
    """The product stands in X6 when X1 is wanted for its negation, and X1 is put away by way of X6."""
    terms = "i - (1.0 - (6 × y + (10 × x + (x + (y / 4 - (y × 2 - (x + (-3 × i + 1.0 / 11))))))))"
    text = f"begin real x, y; integer i; i := 7; x := -0.5; y := 0.5; i := {terms}; outinteger(61, i) end"
    assert interpreted(text) == ["-19"]
    assert run(text) == (["-19"], ENDED)


def test_a_loop_around_code_that_nothing_leads_to():
    """Nothing comes out of the inner loop but by the jump: the code after it is in the outer loops, and never run."""
    text = """begin integer i, k, n; Boolean b;
        n := 1;
        again: for i := 2, i, 0 while false ∧ b do
            for k := 4 while true do begin n := n + 1; if n > 5 then goto out end;
        if n > 0 then goto again;
        out: outinteger(61, k + n) end"""
    assert run(text) == (interpreted(text), ENDED) == (["10"], ENDED)


def test_a_condition_with_a_number_as_label_is_a_label_where_nothing_is_specified():
    text = """begin procedure p(u); goto u; boolean b; b := true; p(if b then 7 else L);
        L: outinteger(61, 1); 7: outinteger(61, 2) end"""
    assert run(text) == (interpreted(text), ENDED) == (["2"], ENDED)


def test_identifiers_do_not_meet_the_symbols_of_the_library():
    names = ["calls", "files", "reals", "mown", "stack", "start", "mpy", "a", "b", "x", "call", "enter", "output61"]
    declared = ", ".join(names)
    body = "; ".join(f"{name} := {value}" for value, name in enumerate(names))
    text = f"begin integer {declared}; {body}; outinteger(61, {' + '.join(names)}) end"
    assert run(text) == ([str(sum(range(len(names))))], ENDED)


def many_labels(count):
    """A program with a switch of so many labels, a go to statement at each, and some in blocks and a procedure."""
    labels = ", ".join(f"l{each}" for each in range(count))
    places = "\n".join(
        f"l{each}: t := t + {each}; i := i + 1; if i < {2 * count} then goto s[i - i ÷ {count} × {count} + 1];"
        for each in range(count)
    )
    return f"""
    begin integer i, t; switch s := {labels};
      procedure p(n); value n; integer n; begin goto s[n]; t := t + 1000; goto s[n + 1] end;
      i := t := 0;
      begin integer array a[1:3]; a[2] := i; goto s[a[2]]; t := t + 10000; goto s[a[2] + 1] end;
      {places}
      outinteger(61, t);
      if i < {2 * count + 2} then
        begin integer array a[1:i]; i := i + 1; goto s[{count} + 1]; t := t + 100000; p(0) end
    end"""


@pytest.mark.parametrize("options", [{}, {"level": "0"}])
def test_go_to_statements_share_the_table_of_a_large_switch(options):
    """Also out of blocks and procedures; where there is no element the next statement follows."""
    text = many_labels(LARGE + 6)
    assert run(text, **options) == (interpreted(text, steps=100_000), ENDED)
    size = compile_text(text, "test", **options).image.size
    assert size < 1.5 * compile_text(many_labels(LARGE), "test", **options).image.size / 4  # 64 tables of 64
