"""How procedures with frames begin and end in COMPASS: what comes early in optimised code."""

from host.compilers.algol.compiler import compile_text

POWER = """begin
  integer procedure power(n, k); value n, k; integer n, k;
    power := if k = 0 then 1 else n + power(n, k - 1);
  outinteger(61, power(3, 5))
end"""


def procedure(level):
    """The instructions of the procedure."""
    lines = [" ".join(line.split()) for line in compile_text(POWER, "test", level=level).written.split("\n")]
    return [line for line in lines[lines.index("POWER. PS") + 1 : lines.index("F..1 EQU 7")] if line[0] != "*"]


def test_parameters_that_all_ways_need_are_loaded_while_the_frame_is_made():
    code = procedure("1")
    assert code[code.index("SA6 B6+2") + 1] == "SA1 B6+4"
    assert "SA1 B6+4" not in procedure("0")[: procedure("0").index("SA6 B6") + 1]


def test_the_way_back_is_loaded_before_the_value_is_compared():
    code = procedure("1")
    assert code[-12:] == [
        "SA1 B6", "SA3 B6+6", "IX6 X3+X6", "SA2 B6+2", "BX0 X6", "AX0 48", "NZ X0,LARGE", "AX1 30",
        "SB7 B6", "SB6 X2", "SB5 X1", "JP B5",
    ]  # fmt: skip
    assert procedure("0")[-7:] == ["SA1 B6", "SA2 B6+2", "AX1 30", "SB7 B6", "SB6 X2", "SB5 X1", "JP B5"]
