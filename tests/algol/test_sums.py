"""Sums of integers beyond 48 bits are exact, or an error, whatever stands between the sum and its place."""

from random import Random

import pytest

from tests.algol.machine import ENDED, ran
from tests.shared import spread

MAXINT = 2**48 - 1
FEW = 1000  # terms that are added without being compared

# Declarations, statements, k at the end; None: an error.
HIDDEN = [
    ("", "k := abs(i + i)", None),
    ("", "k := -abs(j - k)", None),
    ("", "k := (if b then i + i else 0) + 0", None),
    ("", "k := 0 - (if b then abs(i + 1) else 0)", None),
    ("", "for k := abs(i + 1) do", None),
    ("", "for k := 1, abs(i) + abs(j) while b do b := false", None),
    ("", f"k := 128 × abs({' + '.join(['i'] * 33)})", None),
    ("procedure p(x); value x; integer x; k := x;", "p(abs(i + i))", None),
    ("procedure p(x); integer x; k := x;", "p(abs(i + i))", None),
    ("procedure p(x, y); integer x; x := y;", "p(k, abs(i + i))", None),
    ("procedure p(x); x := abs(i + i);", "p(k)", None),
    ("procedure p(x); integer x; k := x; procedure q(y); p(if b then i + i else y);", "q(1)", None),
    ("integer procedure f; f := abs(i + i);", "k := f", None),
    ("", "k := abs(i + i) - i", MAXINT),
    ("real r;", "for r := 0 step -i - 1 until 2 do k := 4", 3),
    ("procedure p(x); if i + i > x then k := 4;", "p(i)", 4),
    ("", "k := (if b then i + i else 0) + j", MAXINT),
    ("", "k := abs(j) - i + abs(k)", 3),
    ("", f"k := sign({' + '.join(['i'] * FEW)})", 1),
    ("", f"k := if {'+ i' * FEW} > {'- i' * FEW} then 1 else 2", 1),
    ("", f"for k := 1 step 1 until {'- i' * FEW} do b := false; if b then k := 5", 5),
]


def outcome(declarations, statements):
    """What k is at the end; None if the program stops because of 48 bits."""
    machine = ran(
        f"begin integer i, j, k; Boolean b; {declarations} i := maxint; j := -maxint; k := 3; b := true; "
        f"{statements}; outinteger(61, k) end"
    )
    if machine.reason == ENDED:
        return int(machine.text("OUTPUT"))
    assert machine.dayfile[-2].endswith("AN INTEGER IS BEYOND 48 BITS")
    return None


@pytest.mark.parametrize(("declarations", "statements", "k"), HIDDEN)
def test_a_sum_is_compared_whatever_it_is_hidden_in(declarations, statements, k):
    assert outcome(declarations, statements) == k


def chain(random, terms):
    """A sum, its value, and the largest magnitude of its parts, from left to right."""
    text, value, largest = "k", 3, 0
    for left in range(terms, 0, -1):
        term, number = random.choice([("i", MAXINT)] * 8 + [("(if b then i else k)", MAXINT), ("j", -MAXINT)])
        if left % 211 == 0:
            text, value = random.choice([(f"abs({text})", abs(value)), (f"(if b then {text} else j)", value)])
        text, value, largest = f"{text} + {term}", value + number, max(largest, abs(value))
    return text, value, max(largest, abs(value))


@pytest.mark.parametrize(("seed", "terms"), spread([(0, FEW // 3), (1, FEW // 3), (0, 3 * FEW), (1, 3 * FEW)], 2))
def test_a_long_sum_is_exact_or_an_error(seed, terms):
    text, value, largest = chain(Random(seed), terms)
    back = value // MAXINT
    few = largest < 2**58
    assert outcome("", f"k := {text} {'- i' * back}") == (value - back * MAXINT if few else None)
    assert outcome("", f"k := sign({text})") == (1 if few else None)


def test_a_sum_that_only_the_running_program_knows_the_type_of_is_exact_or_an_error():
    by_itself = "procedure p(x); begin k := k + 1; if k < 20 then p(if b then x + x else 0) else outinteger(61, x) end;"
    assert outcome(by_itself, "p(i)") is None
