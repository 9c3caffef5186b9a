"""multiply.s, tested."""

import pytest
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture
def program(load):
    return load("multiply.s")


@pytest.mark.parametrize(("a", "x"), [(0, 0), (1, 255), (7, 6), (200, 100), (255, 255)])
def test_the_product_has_two_bytes(program, call, a, x):
    result = call("MULTIPLY", A=a, X=x)
    product = result.A + 256 * result.X
    assert product == a * x


def test_only_two_bytes_of_memory_are_used(program, call):
    call("MULTIPLY", A=7, X=6, C=1, memory={"LOW": 0xFF}, writes=["FACTOR", program.LOW])


def test_it_takes_145_cycles_and_4_more_for_every_bit_of_a(program, call):
    assert call("MULTIPLY", A=0b00000000, X=99).cycles == 145
    assert call("MULTIPLY", A=0b10010001, X=99).cycles == 145 + 3 * 4


def test_ten_products_take_less_than_two_milliseconds(program, call, cycles):
    with cycles(max=2_000) as spent:
        for factor in range(10):
            call("MULTIPLY", A=factor, X=factor)
    assert cycles.of("MULTIPLY") == spent.cycles


@given(a=st.integers(0, 255), x=st.integers(0, 255))
def test_any_product_is_right(fresh_rig, a, x):
    rig = fresh_rig()
    rig.load("multiply.s")
    result = rig.call("MULTIPLY", A=a, X=x)
    product = result.A + 256 * result.X
    assert product == a * x
