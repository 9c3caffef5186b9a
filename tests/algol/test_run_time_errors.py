"""Errors of running programs: what is said, the line, and the procedures that have not returned."""

import io
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from host.compilers.algol.compiler import compile_text
from host.machines.cdc6600.job import Job
from tests.algol.machine import run
from tests.shared import spread

pytestmark = pytest.mark.usefixtures("quick")


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
        "4: the program jumped to a wrong place: did it enter a for statement from outside?",
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
        """begin integer i, j;
j := -1;
i := 2↑j
÷ 3
end""",
        "3: div divides integers, this is a real number",
    ),
    Fault(
        """begin procedure p(y);
outinteger(61, 7 ÷ y);
p(2);
p(2.5)
end""",
        "2: div divides integers, this is a real number",
        ("p 4",),
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
i := 0↑(i + 1)
end""",
        "3: zero to the power zero",
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
        """begin integer i;
procedure p(x); real x;
outreal(61, x);
i := 1; p(
maxint + i)
end""",
        "5: an integer is beyond 48 bits",
        ("a parameter 3", "p 4"),
    ),
    Fault(
        """begin real x;
x := 1⏨300;
x := x × x
end""",
        "3: a number became too large",
    ),
    Fault(  # the quotient must not take the divisor's register: it says which of the two errors it is
        """begin real x, y; integer k; y := 1⏨-80; x := 1⏨300;
k := x/y;
outinteger(61, k) end""",
        "2: a number became too large",
    ),
    Fault(
        """begin real x, y; integer k; y := 0; x := 1⏨300;
k := x/y;
outinteger(61, k) end""",
        "2: division by zero",
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
        """begin integer n; integer procedure down(k); integer k;
down := down(k + 1) + k;
n := down(1)
end""",
        "1: the stack is full",
        None,
    ),
    Fault(
        """begin integer n; integer procedure sum(k, deep); value deep; integer k, deep;
sum := if deep > 0 then sum(k + 1, deep - 1)
  else k;
n := sum(1, 16000)
end""",
        "2: the stack is full",
        None,
    ),
    Fault(
        """begin integer n; integer procedure down(k); value k; integer k;
down := 1 + down(k + 1);
procedure keep; begin own integer array a[1:n]; a[n] := n end;
n := 5000; keep;
n := down(1)
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
        """begin integer i; i := maxint;
i := i - 1;
i := i + 1;
i := i + 1
end""",
        "4: an integer is beyond 48 bits",
    ),
    Fault(
        """begin integer i;
for i := maxint - 2 step 1 until maxint do;
end""",
        "2: an integer is beyond 48 bits",
    ),
    Fault(
        """begin procedure p(x, b); value b; integer x; Boolean b;
if b then
x := 1;
p(3, false);
p(3, true)
end""",
        "3: an assignment to a parameter that is no variable",
        ("p 5",),
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
    job = Job("test.alg", files=files, cycles=cycles)
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


LARGEST = 2**48 - 1
EDGES = (1, 0, 10, LARGEST, -LARGEST)
PAIRS = {  # statements that check two things, and what is wrong with i and j: the first thing that is
    "a[i] := b[j]": lambda i, j: _subscript("a", i) or _subscript("b", j),
    "a[i] := j + 1": lambda i, j: _subscript("a", i) or _integer(j + 1),
    "a[i] := j + k": lambda i, j: _subscript("a", i) or _integer(j + 1),
    "p(i + 1, j - 1)": lambda i, j: _integer(i + 1) or _integer(j - 1),
    "p(i + j, i - j)": lambda i, j: _integer(i + j) or _integer(i - j),
    "p(1 - i, b[j])": lambda i, j: _integer(1 - i) or _subscript("b", j),
}


def _subscript(array, number):
    return f"a subscript is out of its bounds: {array}[{number}], bounds 1:9" if not 1 <= number <= 9 else ""


def _integer(number):
    return "an integer is beyond 48 bits" if abs(number) > LARGEST else ""


@pytest.mark.parametrize("statement", PAIRS)
@pytest.mark.parametrize("i", spread(EDGES, 3))
def test_of_two_checks_the_first_one_that_fails_is_told(statement, i):
    for j in EDGES:
        _, _, err = failed(f"""begin integer array a, b[1:9]; integer k, s;
procedure p(i, j); value i, j; integer i, j; s := 0;
procedure q(i, j); value i, j; integer i, j;
{statement};
k := 1; q({i}, {j}) end""")
        wrong = PAIRS[statement](i, j)
        assert err.splitlines()[:1] == ([f"test.alg:4: error: {wrong}"] if wrong else []), (i, j)


def test_long_chains_of_calls_are_told_at_both_ends():
    _, _, err = failed(next(each.text for each in FAULTS if "stack" in each.message), cycles=10**8)
    assert 15 < len(err.splitlines()) < 22
    assert "more calls" in err


def test_what_was_printed_before_an_error_is_not_lost():
    _, out, _ = failed('begin real x; outstring(61, "before"); x := 0; x := 1.0/x; x := x + 1; outreal(61, x) end')
    assert out.startswith("BEFORE\n")


@pytest.mark.parametrize(
    "number", ["6", "0", "-100", "0.1", "-2.5", "0.33333333333333", "1E+20", "-3.5E-200", "1.2E+322"]
)
def test_a_fault_of_the_programs_own_has_its_number_in_14_digits(number):
    _, _, err = failed(f"begin fault(‘why’, {number.replace('E', '⏨')}) end")
    assert err.splitlines()[0] == f"test.alg:1: error: fault: WHY {number}"


def test_an_empty_input_has_no_lines(tmp_path):
    (tmp_path / "empty").write_text("")
    err = io.StringIO()
    job = Job("test.alg", files={"INPUT": tmp_path / "empty"})
    run(compile_text("begin integer i; ininteger(60, i) end", "test.alg"), job, io.StringIO(), err, io.StringIO())
    assert err.getvalue().startswith("test.alg:1: error: reading past the end: the input, which has no lines (")


def test_without_checks_subscripts_are_not_compared():
    text = "begin integer array a[1:2]; integer i; i := 3; a[i] := 1 end"
    out = io.StringIO()
    assert run(compile_text(text, "test.alg", no_checks=True), Job("test.alg"), out, out, out) == 0


UNSET = {
    "integer j; outinteger(61, j)": "j",
    "own integer j; j := j + 1": "j",
    "Boolean b; if b then i := 1": "b",
    "array a[1:2, 0:3]; outreal(61, a[2, i])": "a[2, 1]",
    "integer array a[i:3]; a[2] := a[3]": "a[3]",
    "own array a[1:i]; outarray(61, a)": "a[1]",
    "array a[1:3]; procedure p(x); value x; array x; i := x[2]; a[1] := 0; p(a)": "x[2]",
    "integer procedure f(n); value n; integer n; if n > 1 then f := 2; f(0); i := f(0)": "f",
    "integer j; procedure p(x); integer x; i := x + 1; p(j)": "j",
    "integer j; output(61, ‘ZD’, j)": "j",
    "procedure p(n); value n; integer n; begin integer k; if n > 0 then p(n - 1); k := k end; p(2)": "k",
    "for i := 1, 2 do begin integer z; if i = 1 then z := 2; outinteger(61, z) end": "z",
}


@pytest.mark.parametrize("text", UNSET)
def test_a_value_that_was_never_given_is_noticed_where_that_is_asked_for(text):
    err = io.StringIO()
    program = f"begin integer i; i := 1;\nbegin {text} end end"
    run(compile_text(program, "t", check_unset=True), Job("t"), io.StringIO(), err, io.StringIO())
    assert err.getvalue().splitlines()[0] == f"t:2: error: a value is used that has never been given: {UNSET[text]}"
    run(compile_text(program, "t"), Job("t"), io.StringIO(), err := io.StringIO(), io.StringIO())
    assert err.getvalue() == ""


@pytest.mark.parametrize(("option", "text", "message"), [
    ("strict_switch", "switch s := l; goto s[2]; l:", "a switch has no such element: [2] of 1"),
    ("strict_power", "integer i; i := -1; i := 2 ↑ i", "negative power of an integer"),
])  # fmt: skip
def test_what_the_report_allows_may_be_an_error(option, text, message):
    for given, said in ({option: True}, f"t:1: error: {message}"), ({}, ""):
        err = io.StringIO()
        program = compile_text(f"begin {text} end", "t", **given)
        run(program, Job("t"), io.StringIO(), err, io.StringIO())
        assert err.getvalue().split("\n")[0] == said
