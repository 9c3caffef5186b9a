"""src/bits.compass and the procedures of src/statistics.alg, on the 6600."""

import statistics

import pytest

pytestmark = pytest.mark.cdc6600


@pytest.mark.parametrize("word", [0, 1, 0o525252, 2**60 - 1])
def test_the_bits_of_a_word(load, call, word):
    load("../src/bits.compass")
    result = call("BITS", X1=word)
    bits, odd = result.X6, result.X7
    assert bits == word.bit_count()
    assert odd == bits % 2


@pytest.mark.parametrize("numbers", [[3], [2, 1], [5, -1.5, 3], [4, 4, 1, 0.25]])
def test_a_median_in_algol(load, call, numbers):
    load("../src/statistics.alg")
    result = call("median", numbers, len(numbers))
    assert result.value == statistics.median(numbers)
    assert result.a == sorted(numbers)
    assert call("mean", numbers, len(numbers)).value == pytest.approx(statistics.fmean(numbers))
