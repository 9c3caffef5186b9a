"""How procedures with frames begin and end in COMPASS: in optimised code they are called by a jump."""

from itertools import pairwise

from host.compilers.algol.compiler import compile_text
from tests.algol.machine import ran_image

POWER = """begin
  integer procedure power(n, k); value n, k; integer n, k;
    power := if k = 0 then 1 else n + power(n, k - 1);
  outinteger(61, power(3, 5))
end"""


def procedure(level, text=POWER, name="POWER"):
    """The instructions of the procedure."""
    lines = [" ".join(line.split()) for line in compile_text(text, "test", level=level).written.split("\n")]
    size = next(number for number, line in enumerate(lines) if line.startswith("F..1 EQU"))
    first = next(number for number, line in enumerate(lines) if line.startswith(f"{name}. "))
    return [line for line in lines[first:size] if line[0] != "*"]


def test_a_way_without_a_call_needs_no_frame():
    code = procedure("1")
    assert code[0] == "POWER. ZR X2,L..1"
    assert code[-2:] == ["L..1 SX6 B1", "JP B5"]


def test_a_frame_is_made_before_a_call():
    code = procedure("1")
    assert code[1 : code.index("EQ POWER.") + 1] == [
        "SX6 B5", "SA6 B7", "SX7 B6", "SA7 B7+B1", "SA3 B7+F..1+BEYOND", "SB6 B7", "SB7 B6+F..1", "SX5 B1", "IX2 X2-X5",
        "BX4 X2", "AX4 48", "NZ X4,LARGE", "BX6 X1", "SA6 B6+6", "+ SB5 *+1", "EQ POWER.",
    ]  # fmt: skip


def test_the_way_back_is_loaded_before_the_value_is_compared():
    code = procedure("1")
    end = code[code.index("EQ POWER.") + 1 : code.index("JP B5") + 1]
    assert end.index("SA4 B6") < end.index("NZ X0,LARGE")
    assert end[-4:] == ["SB5 X4", "SB7 B6", "SB6 X5", "JP B5"]
    assert procedure("0")[-7:] == ["SA1 B6", "SA2 B6+B1", "AX1 30", "SB7 B6", "SB6 X2", "SB5 X1", "JP B5"]


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
    """How many calls there are of each procedure, the first call of each included."""
    lines = [line.split() for line in program.written.split("\n")]
    calls = [line[-1] for before, line in pairwise(lines) if "RJ" in line[:2] or before[1:2] == ["SB5"]]
    return {name: calls.count(name) for name in ("COUNT.", "SUM.", "NAMED.", "STACK.")}


def test_a_call_of_itself_after_which_a_procedure_returns_needs_no_stack():
    program = compile_text(COUNTED.replace("{turns}", "90000"), "test")
    machine = ran_image(program.image)
    assert machine.text("OUTPUT").split() == ["1", str(90000 * 90001 // 2), "45", "0"]
    assert calls_of_themselves(program) == {"COUNT.": 1, "SUM.": 1, "NAMED.": 2, "STACK.": 2}
    watched = compile_text(COUNTED.replace("{turns}", "9"), "test", open={"SUM"})
    assert calls_of_themselves(watched) == {"COUNT.": 1, "SUM.": 2, "NAMED.": 2, "STACK.": 2}
