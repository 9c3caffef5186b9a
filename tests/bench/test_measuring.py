"""Runs become medians, spreads and ratios; tasks take turns. Nothing here depends on how fast the host is."""

from __future__ import annotations

import itertools
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.experiments.bench import measuring
from host.experiments.bench.measuring import Goal, Result, Row, Task, measure, times

SECONDS = st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=9).map(tuple)


def test_a_row_has_median_clock_and_time_on_the_original():
    row = Row("x", (4.0, 1.0, 2.0), 6_000_000, clock=2_000_000)
    assert (row.median, row.megahertz, row.emulated_seconds, row.times_real) == (2.0, 3.0, 3.0, 1.5)


def test_without_cycles_there_is_only_time():
    row = Row("x", (1.0,))
    assert (row.megahertz, row.emulated_seconds, row.times_real) == (None, None, None)


@given(SECONDS)
def test_quartiles_lie_between_the_extremes_and_round_the_median(seconds):
    row = Row("x", seconds)
    low, high = row.quartiles
    assert min(seconds) <= low * 1.000001
    assert low <= row.median * 1.000001
    assert row.median <= high * 1.000001
    assert high <= max(seconds) * 1.000001


def test_ratios_are_taken_run_by_run():
    """The host was twice as slow in the second run, and hit the base alone in the third."""
    row, base = Row("x", (1.0, 2.0, 1.0), 10), Row("base", (5.0, 10.0, 50.0), 10)
    assert times(row, base) == 5.0
    assert times(base, base) == 1.0


def test_ratios_take_the_cycles_into_account():
    assert times(Row("x", (1.0,), 30), Row("base", (1.0,), 10)) == 3.0
    assert times(Row("x", (1.0, 2.0), 30), Row("base", (1.5,), 10)) == 3.0  # not in turns: the medians
    assert times(Row("x", (2.0,)), Row("base", (1.0,))) == 0.5


def test_a_goal_is_met_below_its_limit():
    assert Goal("x", 14.9, 15, "%").met
    assert not Goal("x", 15, 15, "%").met


def test_the_base_row_is_found_by_its_label():
    rows = (Row("a", (1.0,)), Row("b", (1.0,)))
    assert Result("x", "", rows, "b").base_row is rows[1]
    assert Result("x", "", rows).base_row is None


# ------------------------------------------------------------ taking turns


@pytest.fixture
def clock(monkeypatch):
    """Return a list of what was done; the processor's clock goes on by one second per task done."""
    done = []
    monkeypatch.setattr(measuring.time, "process_time", lambda: float(len(done)))
    return done


def task(done, name, cycles=100):
    def work():
        done.append(name)
        return cycles

    return Task(name, work)


def test_tasks_take_turns_and_each_begins_once(clock):
    measure([task(clock, name) for name in "abc"], 3)
    assert "".join(clock) == "abc" + "abc" + "bca" + "cab"  # once before the clock runs, then in turns


def test_short_tasks_are_done_many_times_in_a_row(clock, monkeypatch):
    monkeypatch.setattr(measuring, "LONG_ENOUGH", 4.0)
    (row,) = measure([task(clock, "a")], 2)
    assert len(clock) == 1 + 2 * 4
    assert row.seconds == (1.0, 1.0)  # for doing it once


def test_preparing_does_not_count(monkeypatch):
    ticks = itertools.count()
    monkeypatch.setattr(measuring.time, "process_time", lambda: float(next(ticks)))
    prepared = []
    (row,) = measure([Task("a", lambda: 5, 3, prepare=lambda: prepared.append(next(ticks)))], 3)
    assert row == Row("a", (1.0, 1.0, 1.0), 5, 3)
    assert len(prepared) == 4


def test_other_cycles_in_another_run_are_an_error(clock):
    cycles = iter([5000, 5000, 6000])
    with pytest.raises(IronboardError, match="a: runs of 5,000 and 6,000 cycles should be the same"):
        measure([Task("a", lambda: clock.append("a") or next(cycles))], 3)


@given(SECONDS)
def test_the_median_is_that_of_the_library(seconds):
    assert Row("x", seconds).median == statistics.median(seconds)
