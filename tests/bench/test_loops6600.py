"""The three loops of the 6600 leave what they should, in the time that the scoreboard gives."""

from __future__ import annotations

from fractions import Fraction

import pytest

from emulators.errors import IronboardError
from host.experiments.bench import loops6600
from host.experiments.bench.loops6600 import LOOPS, WORKLOAD, cut, mixed, prepared, value

NORMAL = 1 << 47


@pytest.fixture(scope="module")
def program():
    return prepared()


@pytest.fixture(scope="module")
def once(program):
    return WORKLOAD.observe_all(program)


@pytest.mark.parametrize(
    ("word", "number"),
    [
        (0o2000 << 48 | 1, 1),
        (0o1720 << 48 | NORMAL, 1),
        (0o1717 << 48 | NORMAL, Fraction(1, 2)),
        (0o1717 << 48 | NORMAL + (NORMAL >> 1), Fraction(3, 4)),
        (0o2001 << 48 | 5, 10),
        (0, 0),
    ],
)
def test_a_floating_point_word_is_a_number(word, number):
    assert value(word) == number


@pytest.mark.parametrize("number", [1, (1 << 48) - 1, Fraction(3, 1 << 50), NORMAL << 60])
def test_a_number_of_48_places_is_not_cut(number):
    assert cut(Fraction(number)) == number


@pytest.mark.parametrize("places", [1, 7])
def test_what_is_behind_48_places_is_cut_off(places):
    for first in (NORMAL, NORMAL + 1, 2 * NORMAL - 1):
        assert cut(first + Fraction((1 << places) - 1, 1 << places)) == first


def test_neighbours_are_exchanged_and_mixed():
    even = 0o25252525252525252525
    assert mixed(0, even) == (0, 0)
    assert mixed(0b11, even) == (0b11, 0)
    assert mixed(0b01, even) == (0b10 | 1 << 10, 2)  # both differ; turned by nine places they are at 9 and 10
    assert mixed(1 << 59, even)[0] & 3 << 58 == 3 << 58  # the sign is repeated


def test_the_tables_hold_different_numbers(program):
    a, b, _ = ([value(word) for word in table] for table in loops6600.tables(program))
    assert a == sorted(set(a))
    assert b == sorted(set(b), reverse=True)
    assert min(b) > 0


@pytest.mark.parametrize("routine", LOOPS)
def test_a_pass_is_the_instructions_that_are_named(program, once, routine):
    names = LOOPS[routine].instructions.split()
    assert once[routine].instructions // program.get("LENGTH") == len(names)  # and some around the loop


@pytest.mark.parametrize("name", ["PRODUCT", "TALLY", "C"])
def test_a_wrong_result_is_an_error(program, name):
    for routine in LOOPS:
        program.call(routine)
        at = program.address(name) + 499 * (name == "C")
        program.store(at, [program.words(at, 1)[0] ^ 0o400])
        if (routine, name) in {("INNER", "PRODUCT"), ("BITS", "TALLY"), ("SUMS", "C"), ("BITS", "C")}:
            with pytest.raises(IronboardError, match=rf"^loops: {routine} "):
                loops6600.check(program, routine)
        else:
            loops6600.check(program, routine)


def test_the_result_says_what_the_host_makes_and_what_the_original_takes():
    result = WORKLOAD.measure(1, times=2)
    assert [row.label for row in result.rows] == [
        *(f"{label}{how}" for label in ("sums", "products", "bits") for how in (", fast", ", no table", "")),
        "cold words, no table", "cold words",
    ]  # fmt: skip
    assert [row.instructions for row in result.rows[:9:3]] == [2 * each for each in (3007, 3508, 7511)]
    for exact in (*result.rows[2:9:3], result.rows[10]):
        alike = [row for row in result.rows if row.label.startswith(exact.label)]
        assert {(row.cycles, row.instructions) for row in alike} == {(exact.cycles, exact.instructions)}
    assert result.rows[0].emulated_seconds == pytest.approx(2 * 17 * 500 * 1e-7, rel=0.01)
    assert "DtCyber 132" in result.notes[0]
    assert [row[2:4] for row in result.tables[0].rows[:2]] == [(17.0, 1.7), (35.0, 3.5)]
