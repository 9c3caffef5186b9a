"""The three loops of the 704 leave what they should, in the time that the manual gives."""

from __future__ import annotations

from fractions import Fraction

import pytest

from emulators.errors import IronboardError
from emulators.ibm704.isa import BY_MNEMONIC
from host.experiments.bench import loops704
from host.experiments.bench.loops704 import LOOPS, WORKLOAD, prepared, value


@pytest.fixture(scope="module")
def machine():
    return prepared()


@pytest.fixture(scope="module")
def once(machine):
    return WORKLOAD.observe_all(machine)


@pytest.mark.parametrize(
    ("word", "number"),
    [
        (0o201_400000000, 1),
        (0o601_400000000, -1),
        (0o200_600000000, Fraction(3, 4)),
        (0o177_400000000, Fraction(1, 4)),
        (0, 0),
    ],
)
def test_a_floating_point_word_is_a_number(word, number):
    assert value(word) == number


def test_the_table_holds_different_numbers_that_rise(machine):
    numbers = [value(word) for word in machine.words(machine.address("FROM"), machine.get("LENGTH"))]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("routine", LOOPS)
def test_a_pass_is_the_instructions_that_are_named(machine, once, routine):
    seen, length = once[routine], machine.get("LENGTH")
    names = LOOPS[routine].instructions.split()
    assert seen.instructions == len(names) * length + 2  # LXA and TIX of the outer loop
    least = sum(BY_MNEMONIC[name].cycles for name in names)
    assert seen.cycles >= least * length + 4
    if routine != "FRACTS":  # an addition takes as long as its shifts do
        assert seen.cycles == least * length + 4


@pytest.mark.parametrize("routine", LOOPS)
@pytest.mark.parametrize("index", [0, 499])
def test_a_wrong_result_is_an_error(machine, routine, index):
    machine.put("TIMES", 1)
    machine.call(routine)
    loops704.check(machine, routine)
    at = machine.address("TO") + index
    machine.store(at, [machine.words(at, 1)[0] ^ 0o400])
    with pytest.raises(IronboardError, match=rf"{routine} makes .* word {index} of the table"):
        loops704.check(machine, routine)


def test_the_result_says_what_the_host_makes_and_what_the_original_takes():
    result = WORKLOAD.measure(1, times=3)
    assert [row.label for row in result.rows] == ["sums", "bits", "fractions"]
    assert [row.instructions for row in result.rows] == [3 * each for each in (2002, 2502, 2502)]
    assert result.rows[0].emulated_seconds == pytest.approx(3 * (8 * 500 + 4) * 12e-6, rel=0.001)
    assert "SIMH's i704 80.7" in result.notes[0]
    assert [row[2:4] for row in result.tables[0].rows[:2]] == [(8.0, 96.1), (11.0, 132.1)]
