"""Errors of running programs: what is said, the line, and the procedures that have not returned."""

import io
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from host.algol.compiler import compile_text
from host.algol.front import analyse
from host.algol.run import run
from host.desk.cdc6600.job import Job
from tests.algol.arithmetic import Failure
from tests.algol.interpreter import Interpreter
from tests.algol.random_programs import Maker


class Fault(NamedTuple):
    """A program that fails, what is said of that behind the file's name, and the calls with their lines."""

    text: str
    message: str
    calls: tuple[str, ...] | None = ()


FAULTS = [
    Fault(
        """begin switch s := inside; integer i;
i := 5; goto s[1];
for i := 1, 2 do
inside: i := i + 1
end""",
        "4: the program has lost its way: did it go into a for statement from outside?",
    ),
    Fault(
        """begin integer array a[1:10]; integer i;
i := 11;
a[i] := 0
end""",
        "3: a subscript is out of its bounds: a[11], bounds 1:10",
    ),
    Fault(
        """begin integer array b[1:3,0:4]; integer i;
i := -1;
b[1, i] := 0
end""",
        "3: a subscript is out of its bounds: b[-1], bounds 0:4",
    ),
    Fault(
        """begin integer i;
i := 2↑40;
i := i × i
end""",
        "3: an integer is beyond 48 bits",
    ),
    Fault(
        """begin integer i;
i := 0;
i := 1 ÷ i
end""",
        "3: division by zero",
    ),
    Fault(
        """begin real x, y;
y := 0;
x := 1/y;
x := x + 1
end""",
        "3: division by zero",
    ),
    Fault(
        """begin real x;
x := -1;
x := sqrt(x)
end""",
        "3: square root of a negative number",
    ),
    Fault(
        """begin integer i;
i := -1;
i := 2↑i
end""",
        "3: negative power of an integer",
    ),
    Fault(
        """begin real x; integer i;
x := 1⏨30;
i := x
end""",
        "3: the integer of a real is too large",
    ),
    Fault(
        """begin integer array a[0:3]; integer i; integer procedure sum(k, e); integer k, e;
begin integer s; s := 0;
for k := 0 step 1 until 9 do
s := s + e;
sum := s end;
procedure show(v); integer v;
output(61, "ZD/", v);
for i := 0, 1, 2, 3 do a[i] := i;
show(sum(i,
a[i] + 1))
end""",
        "10: a subscript is out of its bounds: a[4], bounds 0:3",
        (
            "a parameter 4",
            "sum 9",
            "a parameter 7",
            "show 9",
        ),
    ),
    Fault(
        """begin procedure p(k); value k; integer k;
begin integer array c[1:4];
c[k] := 1;
p(k + 2) end;
p(1)
end""",
        "3: a subscript is out of its bounds: c[5], bounds 1:4",
        (
            "p 4",
            "p 4",
            "p 5",
        ),
    ),
    Fault(
        """begin procedure twice(f); procedure f;
begin f(1);
f(2) end;
procedure g(n); value n; integer n;
outreal(61, ln(2 - n));
twice(g)
end""",
        "5: logarithm of a number that is not positive",
        (
            "g 3",
            "twice 6",
        ),
    ),
    Fault(
        """begin integer n; integer procedure down(k); value k; integer k;
down := 1 + down(k + 1);
n := down(1)
end""",
        "1: the stack is full",
        None,
    ),
    Fault(
        """begin output(61, "ZD, ZD",
1)
end""",
        "1: the list is shorter than its format",
    ),
    Fault(
        """begin output(61, "ZD", 1,
2)
end""",
        "1: the list is longer than its format",
    ),
    Fault(
        """begin output(61, "ZD,Q", 1, 2) end""",
        "1: a format is wrong: ZD,Q, character 4",
    ),
    Fault(
        """begin output(61, "3(ZD", 1, 2, 3) end""",
        "1: a format is wrong: 3(ZD, character 4",
    ),
    Fault(
        """begin integer n;
ininteger(60, n);
ininteger(60, n)
end""",
        '3: no number: line 2 of the input: "X12"',
    ),
    Fault(
        """begin integer n;
l: inchar(60, "A", n);
goto l
end""",
        '2: reading past the end: line 2 of the input: "X12"',
    ),
    Fault(
        """begin integer n;
ininteger(9, n)
end""",
        "2: there is no channel 9",
    ),
    Fault(
        """begin integer n;
n := 100;
outinteger(n, n)
end""",
        "3: no such channel: 100",
    ),
    Fault(
        """begin integer n;
ininteger(61, n)
end""",
        "2: no such channel: 61 is written, not read",
    ),
    Fault(
        """begin
outinteger(60, 1)
end""",
        "2: no such channel: 60 is read, not written",
    ),
    Fault(
        """begin integer n;
ininteger(7, n);
outinteger(7, n)
end""",
        "3: a channel that has been read cannot be written",
    ),
    Fault(
        """begin integer i;
i := 5;
outchar(61, "abc", i)
end""",
        "3: a string has no such character: 5",
    ),
    Fault(
        """begin integer i, k; i := maxint;
for k := 1 step 1 until 14 do
i := i + i;
outinteger(61, i)
end""",
        "3: an integer is beyond 48 bits",
    ),
    Fault(
        """begin integer i, k;
for i := 1 step maxint until
maxint × 2 do k := i
end""",
        "2: an integer is beyond 48 bits",
    ),
    Fault(
        """begin integer i; procedure p(n); value n; integer n; ;
i := -maxint;
p(i - maxint)
end""",
        "3: an integer is beyond 48 bits",
    ),
    Fault(
        """begin real x;
x := 1⏨300;
x := x × x
end""",
        "3: a number has become too large",
    ),
    Fault(
        """begin real x;
x := 0;
x := x/x
end""",
        "3: division by zero",
    ),
    Fault(
        """begin integer i; procedure p(n); value n; integer n; outinteger(61, n);
procedure q(z); procedure z;
z(1 ÷ i);
procedure r(z); procedure z;
q(z);
i := 0; r(p) end""",
        "3: division by zero",
        ("a parameter 3", "q 5", "r 6"),
    ),
    Fault(
        """begin array a[1:3, 0:1]; procedure p(k, x); value k, x; integer k; array x;
begin x[k, 1] := 1;
p(k + 1, x) end;
p(1, a)
end""",
        "2: a subscript is out of its bounds: x[4], bounds 1:3",
        ("p 3", "p 3", "p 3", "p 4"),
    ),
    Fault(
        """begin integer array t[1:2]; procedure p(x);
x[1, 1] := 0;
p(t)
end""",
        "2: an array has another number of subscripts: t has 1, not 2",
        ("p 3",),
    ),
    Fault(
        """begin integer array t[1:2]; procedure p(x); array x; x[1] := 0;
procedure q(z); procedure z;
z(t);
q(p)
end""",
        "3: a parameter is of the wrong kind",
        ("q 4",),
    ),
    Fault(
        """begin procedure p(x);
goto x;
p(1)
end""",
        "2: a parameter is of the wrong kind",
        ("p 3",),
    ),
    Fault(
        """begin integer procedure f; f := 1;
procedure p(x); integer x;
x := 1;
procedure q(z); procedure z; z(f);
q(p)
end""",
        "3: an assignment to a parameter that is no variable",
        ("p 4", "q 5"),
    ),
    Fault(
        """begin integer i; switch s := l, m; procedure p(x); value x; label x; outinteger(61, 1);
i := 3;
p(s[i]);
l: m: end""",
        "3: a switch has no such element: [3] of 2",
    ),
    Fault(
        """begin array t[1:1000]; procedure p(x); value x; array x;
p(x);
p(t)
end""",
        "1: the stack is full",
        None,
    ),
    Fault(
        """begin integer i; i := 1000;
begin
integer array u[1:2];
own array t[1:i, 1:i]; t[1, 1] := 0 end
end""",
        "4: the stack is full",
    ),
    Fault(
        """begin output(61, "ZD,V", 1, 2) end""",
        "1: a format is wrong: ZD,V, character 4",
    ),
    Fault(
        """begin
fault("so what", 2.5)
end""",
        "2: fault: SO WHAT 2.5",
    ),
    Fault(
        """begin
l:
goto l
end""",
        "3: the program has not ended within 1,000,000 cycles",
    ),
]


@cache
def failed(text, cycles=1_000_000):
    """Exit status, OUTPUT and messages of a program that is run."""
    out, err = io.StringIO(), io.StringIO()
    files = {"INPUT": Path(__file__).parent / "input.txt", "CH7": Path(__file__).parent / "input.txt"}
    job = Job("test.alg", core="compiled", files=files, cycles=cycles)
    status = run(compile_text(text, "test.alg"), job, out, err, io.StringIO())
    return status, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("fault", FAULTS, ids=[each.message[:40] for each in FAULTS])
def test_a_run_time_error_has_its_line_and_the_calls(fault):
    text, message, calls = fault
    status, _, err = failed(text, cycles=100_000_000 if "stack" in message else 1_000_000)
    assert status == 1
    number, what = message.split(": ", 1)
    assert err.splitlines()[0] == f"test.alg:{number}: error: {what}"
    if calls is not None:
        told = re.findall(r" in (.*), (?:called|wanted) at test\.alg:(\d+)", err)
        assert [f"{name} {line}" for name, line in told] == [*calls]


def test_long_chains_of_calls_are_told_at_both_ends():
    _, _, err = failed(next(each.text for each in FAULTS if "stack" in each.message), cycles=10**8)
    assert 15 < len(err.splitlines()) < 22
    assert "more calls" in err


def test_what_was_printed_before_an_error_is_not_lost():
    _, out, _ = failed('begin real x; outstring(61, "before"); x := 0; x := 1.0/x; x := x + 1; outreal(61, x) end')
    assert out.startswith("BEFORE\n")


def test_an_empty_input_has_no_lines(tmp_path):
    (tmp_path / "empty").write_text("")
    err = io.StringIO()
    job = Job("test.alg", core="compiled", files={"INPUT": tmp_path / "empty"})
    run(compile_text("begin integer i; ininteger(60, i) end", "test.alg"), job, io.StringIO(), err, io.StringIO())
    assert err.getvalue().startswith("test.alg:1: error: reading past the end: the input, which has no lines (")


def test_without_checks_subscripts_are_not_compared():
    text = "begin integer array a[1:2]; integer i; i := 3; a[i] := 1 end"
    out = io.StringIO()
    assert run(compile_text(text, "test.alg", checks=False), Job("test.alg", core="compiled"), out, out, out) == 0


# Programs made at random by a careless maker that fail, each in another way.
CARELESS = (5, 13, 21, 114, 264)


def test_these_programs_fail_in_different_ways():
    assert len({careless(seed)[1] for seed in CARELESS}) == len(CARELESS)


@cache
def careless(seed):
    """The text of a program, what is wrong by the Report, the line, and the words that are printed before."""
    text = Maker(Random(seed), 25, careless=8).program()
    interpreter = Interpreter(analyse(text, "test.alg"))
    with pytest.raises(Failure) as failure:
        interpreter.run()
    return text, str(failure.value), interpreter.line, interpreter.output.split()


@pytest.mark.parametrize("seed", CARELESS)
def test_the_machine_finds_the_error_that_the_interpreter_finds(seed):
    text, why, line, printed = careless(seed)
    status, out, err = failed(text, cycles=10_000_000)
    assert status == 1
    assert re.match(rf"test\.alg:{line}: error: {why}(:|$)", err.splitlines()[0])
    assert out.split("CP time")[0].split() == printed
