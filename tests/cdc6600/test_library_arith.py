"""Integers of the library against Python's: products, quotients, powers; on machines with and without the feature."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError

from .library import MINUS_ZERO, Library

repeatable = settings(derandomize=True, deadline=None)
LIMIT = 1 << 48
MORE = ("B3", "B4", "B5")

MACHINES = {True: Library("arith", *MORE), False: Library("arith", *MORE, integer_multiply=False)}
feature = st.sampled_from([True, False])
sizes = st.integers(0, 48)
integer = st.builds(
    lambda bits, value, negative: -(value % (1 << bits)) if negative else value % (1 << bits),
    sizes, st.integers(0, LIMIT - 1), st.booleans(),
)  # fmt: skip


def as_word(value, minus_zero):
    """The word of an integer; of 0 also -0."""
    return MINUS_ZERO if value == 0 and minus_zero else value


def call(machine, name, first, second, minus_zero=False):
    """Call a routine; return X6 and X7, which are not -0."""
    machine.call(name, X1=as_word(first, minus_zero), X2=as_word(second, minus_zero))
    assert machine.word("X6") != MINUS_ZERO
    return machine.integer("X6"), machine.integer("X7")


@repeatable
@given(integer, integer, feature, st.booleans())
def test_products_are_exact_below_2_to_the_48(first, second, multiplies, minus_zero):
    assume(abs(first * second) < LIMIT)
    for name in ("MPY", "MPYQ"):
        assert call(MACHINES[multiplies], name, first, second, minus_zero)[0] == first * second


@repeatable
@given(integer, integer)
def test_the_quick_product_has_the_last_48_bits(first, second):
    product = abs(first * second) % LIMIT
    assert call(MACHINES[False], "MPYQ", first, second)[0] == (product if (first < 0) == (second < 0) else -product)


@repeatable
@given(integer, integer, feature, st.booleans())
def test_quotients_are_cut_off_and_the_rest_has_the_sign_of_the_dividend(first, second, multiplies, minus_zero):
    assume(second)
    quotient, rest = divmod(abs(first), abs(second))
    signed = (-quotient if (first < 0) != (second < 0) else quotient, -rest if first < 0 else rest)
    assert call(MACHINES[multiplies], "DIV", first, second, minus_zero) == signed
    assert MACHINES[multiplies].word("X7") != MINUS_ZERO


@pytest.mark.parametrize("base", [0, 1, -1, 2, -2, 3, 7, -10, 1000, 16777215, -281474976710655])
def test_powers_are_exact_as_far_as_they_go(base):
    library = MACHINES[False]
    library.kept = {name: value for name, value in library.kept.items() if name not in MORE}
    exponent = 0
    while exponent < 60 and abs(base**exponent) < LIMIT:
        assert call(library, "POW", base, exponent, minus_zero=True)[0] == base**exponent
        exponent += 1
    assert call(library, "POW", 1 if base > 0 else -1, 2**40 + 1)[0] == (1 if base > 0 else -1)


@pytest.mark.parametrize(
    ("name", "first", "second", "why"),
    [
        ("MPY", 1 << 24, 1 << 24, "AN INTEGER IS BEYOND 48 BITS"),
        ("MPY", -(1 << 47), 2, "AN INTEGER IS BEYOND 48 BITS"),
        ("MPY", 1 << 48, 0, "AN INTEGER IS BEYOND 48 BITS"),
        ("MPY", 0, -(1 << 58), "AN INTEGER IS BEYOND 48 BITS"),
        ("DIV", 1 << 48, 1, "AN INTEGER IS BEYOND 48 BITS"),
        ("DIV", 1, 1 << 48, "AN INTEGER IS BEYOND 48 BITS"),
        ("DIV", 5, 0, "DIVISION BY ZERO"),
        ("DIV", 5, MINUS_ZERO, "DIVISION BY ZERO"),
        ("POW", 2, 48, "AN INTEGER IS BEYOND 48 BITS"),
        ("POW", -7, 18, "AN INTEGER IS BEYOND 48 BITS"),
        ("POW", 2, -1, "NEGATIVE POWER OF AN INTEGER"),
    ],
)
def test_what_is_out_of_range_aborts_the_program_and_says_why(name, first, second, why):
    library = Library("arith")
    with pytest.raises(IronboardError, match="aborted"):
        library.call(name, X1=first, X2=second)
    assert library.machine.dayfile[0][12:] == why


@pytest.mark.parametrize(("first", "second"), [(3, -5), (0, 7), ((1 << 24) - 1, 1 << 24)])
def test_the_macro_multiplies_in_line(tmp_path, first, second):
    source = tmp_path / "inline.compass"
    source.write_text(" XTEXT ARITH\nTIMES PS\n MULT 6,1,2\n EQ TIMES\n")
    library = Library(source, *MORE, integer_multiply=False)
    library.call("TIMES", X1=first, X2=second)
    assert library.integer("X6") == first * second
