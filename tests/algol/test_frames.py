"""How procedures with frames begin and end in COMPASS: what comes early in optimised code."""

import re

from host.compilers.algol.compiler import compile_text
from tests.algol.machine import ran_image

POWER = """begin
  integer procedure power(n, k); value n, k; integer n, k;
    power := if k = 0 then 1 else n + power(n, k - 1);
  outinteger(61, power(3, 5))
end"""

LATE = """begin
  procedure show(n, k); value n, k; integer n, k;
  begin
    outstring(61, ‘N’); outinteger(61, n);
    if k > 0 then show(n, k - 1)
  end;
  show(3, 5)
end"""


def procedure(level, text=POWER, name="POWER"):
    """The instructions of the procedure."""
    lines = [" ".join(line.split()) for line in compile_text(text, "test", level=level).written.split("\n")]
    size = next(number for number, line in enumerate(lines) if line.startswith("F..1 EQU"))
    return [line for line in lines[lines.index(f"{name}. PS") + 1 : size] if line[0] != "*"]


def test_parameters_that_all_ways_need_are_loaded_while_the_frame_is_made():
    code = procedure("1")
    assert code[code.index("SA6 B6+2") + 1] == "SA1 B6+4"
    assert "SA1 B6+4" not in procedure("0")[: procedure("0").index("SA6 B6") + 1]


def test_parameters_that_are_needed_after_a_call_are_not_loaded_before_it():
    code = procedure("1", LATE, "SHOW")
    loads = [each for each in code[: code.index("SA6 B6")] if re.match("SA[1-5] ", each)]
    assert loads == ["SA4 B7+F..1+BEYOND", "SA5 SHOW."]


def test_the_way_back_is_loaded_before_the_value_is_compared():
    code = procedure("1")
    assert code[-12:] == [
        "SA1 B6", "SA3 B6+6", "IX6 X3+X6", "SA2 B6+2", "BX0 X6", "AX0 48", "NZ X0,LARGE", "AX1 30",
        "SB7 B6", "SB6 X2", "SB5 X1", "JP B5",
    ]  # fmt: skip
    assert procedure("0")[-7:] == ["SA1 B6", "SA2 B6+2", "AX1 30", "SB7 B6", "SB6 X2", "SB5 X1", "JP B5"]


COUNTED = """begin
  integer procedure sum(n, total); value n, total; integer n, total;
    sum := if n = 0 then total else sum(n - 1, total + n);
  integer procedure named(n, total); value n; integer n, total;
    named := if n = 0 then total else named(n - 1, total + n);
  procedure countdown(n); value n; integer n;
    if n > 0 then countdown(n - 1) else outinteger(61, 1);
  integer procedure stacked(n); value n; integer n;
  begin
    integer array a[1 : n + 1];
    a[1] := n;
    stacked := if n = 0 then a[1] else stacked(n - 1)
  end;
  countdown({turns});
  outinteger(61, sum({turns}, 0)); outinteger(61, named(9, 0)); outinteger(61, stacked(9))
end"""


def calls_of_themselves(program):
    """How many RJ there are to each procedure, the first call of each included."""
    calls = [line.split()[-1] for line in program.written.split("\n") if "RJ" in line.split()[:2]]
    return {name: calls.count(name) for name in ("COUNT.", "SUM.", "NAMED.", "STACK.")}


def test_a_call_of_itself_after_which_a_procedure_returns_needs_no_stack():
    program = compile_text(COUNTED.replace("{turns}", "90000"), "test")
    machine = ran_image(program.image)
    assert machine.text("OUTPUT").split() == ["1", str(90000 * 90001 // 2), "45", "0"]
    assert calls_of_themselves(program) == {"COUNT.": 1, "SUM.": 1, "NAMED.": 2, "STACK.": 2}
    watched = compile_text(COUNTED.replace("{turns}", "9"), "test", open={"SUM"})
    assert calls_of_themselves(watched) == {"COUNT.": 1, "SUM.": 2, "NAMED.": 2, "STACK.": 2}
