"""Arrays with one subscript, wherever they are: all elements are apart, and what is out of bounds is refused."""

import pytest

from host.compilers.algol.compiler import compile_text
from tests.algol.machine import printed, ran_image

# Where an array a with bounds l and u is, and the code that walks through it and touches the element i.
PLACES = {
    "known": "begin integer array a[{l}:{u}]; {walk} end",
    "made": "begin integer low; low := {l}; begin integer array a[low:{u}]; {walk} end end",
    "own": "begin own integer array a[{l}:{u}]; {walk} end",
    "formal": "begin integer array b[{l}:{u}]; procedure p(a); integer array a; begin {walk} end; p(b) end",
    "copy": """begin integer array b[{l}:{u}]; procedure p(a); value a; integer array a; begin {walk} end;
        for i := {l} step 1 until {u} do b[i] := 0; p(b) end""",
    "frame": "begin procedure p(n); value n; integer n; if n > 0 then p(n - 1) else "
    "begin integer array a[{l}:{u}]; {walk} end; p(2) end",
    "outer frame": "begin procedure p(n); value n; integer n; begin integer array a[{l}:{u}]; "
    "procedure q; begin {walk} end; if n > 0 then p(n - 1) else q end; p(2) end",
    "formal in a frame": "begin integer array b[{l}:{u}]; procedure p(a, n); value n; integer array a; integer n; "
    "if n > 0 then p(a, n - 1) else begin {walk} end; p(b, 2) end",
}
WALK = """for i := {l} step 1 until {u} do a[i] := i × i - 3 × i;
    a[{l}] := a[{u}] + a[{l}];
    for i := {u} step -1 until {l} do s := s × 3 + a[i];
    i := {at}; t := 7; a[i] := t + 1; outinteger(61, a[i] - t); outinteger(61, s)"""
BOUNDS = [(0, 9), (1, 9), (-4, 3), (7, 7), (-6, -2), (100000, 100004), (-100003, -100000)]

OUTSIDE = [((1, 9), 0), ((1, 9), 10), ((0, 9), -1), ((-4, 3), 2**47), ((7, 7), -(2**40))]  # and a subscript


def program(place, bounds, at):
    low, high = bounds
    walk = WALK.format(l=low, u=high, at=at)
    return "begin integer i, s, t; s := 0;\n" + PLACES[place].format(l=low, u=high, walk=walk) + "\nend"


def total(bounds):
    """What the program prints at last."""
    low, high = bounds
    a = {i: i * i - 3 * i for i in range(low, high + 1)}
    a[low] = a[high] + a[low]
    s = 0
    for i in range(high, low - 1, -1):
        s = s * 3 + a[i]
    return s


@pytest.mark.parametrize("place", PLACES)
def test_all_elements_are_apart_and_none_is_outside(place):
    wanted = [(bounds, bounds[number % 2]) for number, bounds in enumerate(BOUNDS)]
    blocks = ";\n".join(program(place, bounds, at) for bounds, at in wanted)
    assert printed(f"begin\n{blocks}\nend") == ["".join(f"1 {total(bounds)} " for bounds, _ in wanted)]


@pytest.mark.parametrize("number", range(len(PLACES)), ids=[*PLACES])
def test_a_subscript_outside_of_the_bounds_stops_the_program(number):
    for bounds, at in [OUTSIDE[number % len(OUTSIDE)], OUTSIDE[(number + 2) % len(OUTSIDE)]]:
        compiled = compile_text(program([*PLACES][number], bounds, at), "test.alg")
        machine = ran_image(compiled.image)
        assert "A SUBSCRIPT IS OUT OF ITS BOUNDS" in [text.strip() for _, text in machine.system.dayfile]
        fault = compiled.image.symbols["/ALGRUN/FAULT"]
        words = [machine.peek(fault + each) for each in (1, 2, 3)]
        assert words == [each % (2**60 - 1) for each in (at, *bounds)]


def test_the_library_is_called_for_more_subscripts_only():
    one = compile_text("begin integer array a[1:9]; integer i; a[i] := a[i + 1] end", "test.alg").image.symbols
    two = compile_text("begin integer array a[1:9, 0:2]; integer i; a[i, i] := 1 end", "test.alg").image.symbols
    assert not {"SUB1", "SUB2"} & {*one}
    assert "SUB2" in two
