"""Both sieves find the primes: every flag and mark is compared, with another way to find them."""

from __future__ import annotations

import pytest

from emulators.machine import Stop
from host.experiments.bench import programs
from host.experiments.bench.programs import BITS, FLAGS, MARKS, PASSES, SECTION, SIEVE, TALLIED, marks
from host.experiments.bench.programs import SIEVED as SIZE
from tests.bench.calling import Caller


def test_the_primes_are_those_of_a_sieve_in_python():
    numbers = set(range(2, 2 * SIZE + 2))
    for factor in range(2, 128):
        numbers -= set(range(2 * factor, 2 * SIZE + 2, factor))
    assert programs.primes() == numbers - {2}
    assert len(programs.primes()) == 1899  # as BYTE says


@pytest.mark.parametrize(("program", "names"), [(SIEVE, {"FLAGS": FLAGS}), (BITS, {"MARKS": MARKS, "QUARTERS": 4})])
def test_the_constants_are_those_of_the_source(program, names):
    symbols = Caller(program).symbols
    assert {name: symbols[name] for name in names} == names
    assert symbols["PRIMES"] == 1899


def test_bits_marks_every_quarter_as_python_does():
    kim = programs.machine(BITS, "compiled")
    programs.prepare(kim, BITS, {PASSES: 1})
    kim.set_watchpoint(SECTION)
    found = []
    while kim.run(programs.LIMIT) == Stop.WATCH_WRITE:
        if kim.memory[SECTION] == TALLIED:
            found.append(kim.memory[MARKS : MARKS + 256])
    assert found == [marks(quarter) for quarter in range(4)]


def test_the_next_multiples_have_left_the_last_quarter():
    """Behind all four quarters every prime of the table waits at its first multiple above 16385."""
    caller = Caller(BITS)
    programs.run(caller.kim, BITS, {PASSES: 1})
    memory, at = caller.kim.memory, caller.symbols
    table = [memory[at["PRIME_OF"] + index] for index in range(at["BASES"])]
    assert table == sorted(prime for prime in programs.primes() if prime < 128)
    for index, prime in enumerate(table):
        flag = 4 * programs.QUARTER + 256 * memory[at["BIT_OF"] + index] + memory[at["LOW_OF"] + index]
        assert (2 * flag + 3) % prime == 0
        assert flag - prime < 4 * programs.QUARTER <= flag
