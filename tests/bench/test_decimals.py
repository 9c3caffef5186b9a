"""The sums of bcd.s are those of Python's integers, for any numbers."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from host.experiments.bench import programs
from host.experiments.bench.programs import BCD, BYTES, F0, F1, L1, PRODUCT, QUOTIENT, N, fibonacci, lucas, packed
from tests.bench.calling import Caller

DECIMAL = 0x3C  # and interrupts off
NUMBERS = st.integers(0, 10 ** (2 * BYTES) - 1)
DIVISORS = st.one_of(st.integers(1, 10 ** (2 * BYTES) - 1), st.integers(1, 200))


@pytest.fixture(scope="module")
def caller():
    return Caller(BCD)


def put(caller, address, number, size=BYTES):
    caller.kim.memory[address : address + size] = packed(number, size)


def at(caller, address, size=BYTES):
    return int(caller.kim.memory[address : address + size][::-1].hex())


def test_the_constants_are_those_of_the_source(caller):
    names = ("N", "BYTES", "F1", "L1", "PRODUCT", "F0", "QUOTIENT")
    values = (N, BYTES, F1, L1, PRODUCT, F0, QUOTIENT)
    assert {name: caller.symbols[name] for name in names} == dict(zip(names, values, strict=True))


@given(NUMBERS, NUMBERS)
@example(0, 10 ** (2 * BYTES) - 1)
@example(10 ** (2 * BYTES) - 1, 10 ** (2 * BYTES) - 1)
@settings(max_examples=40, deadline=None)
def test_a_product_is_pythons(caller, left, right):
    put(caller, F0, left, BYTES + 1)
    put(caller, L1, right)
    put(caller, PRODUCT, 0, 2 * BYTES)
    caller.call("TIMES_TEN", p=DECIMAL)
    caller.call("MULTIPLY", p=DECIMAL)
    assert at(caller, PRODUCT, 2 * BYTES) == left * right


@given(NUMBERS, DIVISORS, st.data())
@example(10 ** (2 * BYTES) - 1, 1, None)
@settings(max_examples=40, deadline=None)
def test_a_quotient_and_what_is_left_are_pythons(caller, quotient, divisor, data):
    rest = data.draw(st.integers(0, divisor - 1)) if data else 0
    put(caller, F0, divisor, BYTES + 1)
    put(caller, PRODUCT, quotient * divisor + rest, 2 * BYTES)
    caller.call("TIMES_TEN", p=DECIMAL)
    caller.call("DIVIDE", p=DECIMAL)
    assert (at(caller, QUOTIENT), at(caller, PRODUCT, 2 * BYTES)) == (quotient, rest)


def test_sums_go_up_and_differences_come_back(caller):
    caller.call("BEGIN", p=DECIMAL)
    caller.call("UP", p=DECIMAL)
    assert (at(caller, F0), at(caller, F1)) == (fibonacci(N), fibonacci(N + 1))
    caller.call("LUCAS", p=DECIMAL)
    assert at(caller, L1) == lucas(N)
    caller.call("DOWN", p=DECIMAL)
    assert (at(caller, F0), at(caller, F1)) == (0, 1)


def test_the_numbers_fill_their_places():
    assert len(str(fibonacci(N + 1))) == 2 * BYTES
    assert len(str(fibonacci(N + 2))) == 2 * BYTES
    assert len(str(fibonacci(2 * N))) == 255
    assert programs.packed(1234, 3) == bytes([0x34, 0x12, 0x00])
