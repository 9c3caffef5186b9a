"""Traces: rows of named columns, whole numbers of 64 bits; NumPy, which takes them as they are, says what they hold."""

from __future__ import annotations

import copy
import pickle
from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.kim1 import Kim1
from emulators.trace import Flow, Trace

NUMBERS = st.integers(-(1 << 63), (1 << 63) - 1)
NAMES = ("cycle", "flow", "PC", "A")


@st.composite
def traces(draw):
    """A trace whose cycles rise, and the same as lists."""
    count = draw(st.integers(0, 12))
    cycles = sorted(draw(st.lists(st.integers(0, 50), min_size=count, max_size=count)))
    columns = draw(st.integers(2, 4))
    rest = draw(st.lists(st.lists(NUMBERS, min_size=columns - 1, max_size=columns - 1), min_size=count, max_size=count))
    rows = [[cycle, *row] for cycle, row in zip(cycles, rest, strict=True)]
    return Trace(NAMES[:columns], [cell for row in rows for cell in row]), rows


@given(traces(), st.slices(12))
def test_rows_and_columns_are_those_of_numpy(given_trace, part):
    trace, rows = given_trace
    known = np.array(rows, np.int64).reshape(len(rows), len(trace.columns))
    assert np.array_equal(np.asarray(trace), known)
    assert np.asarray(trace).dtype == known.dtype
    assert len(trace) == len(known)
    assert list(map(list, trace)) == [list(trace[number]) for number in range(len(trace))] == known.tolist()
    for number, name in enumerate(trace.columns):
        assert trace[name] == trace.column(number) == array("q", known[:, number].tolist())
    some = trace[part]
    assert isinstance(some, Trace)
    assert np.array_equal(np.asarray(some), known[part])
    assert list(map(list, reversed(trace))) == known[::-1].tolist()


@given(traces(), st.integers(-1, 52))
def test_time_divides_a_trace(given_trace, cycle):
    trace, rows = given_trace
    assert list(map(list, trace.before(cycle))) == [row for row in rows if row[0] < cycle]
    assert list(map(list, trace.since(cycle))) == [row for row in rows if row[0] >= cycle]


@given(traces())
def test_copies_are_equal_and_independent(given_trace):
    trace, rows = given_trace
    for each in (copy.copy(trace), copy.deepcopy(trace), pickle.loads(pickle.dumps(trace)), trace[:]):
        assert each == trace
        assert list(map(list, each)) == rows
    for row in trace:
        other = pickle.loads(pickle.dumps(row))
        assert (other, other.columns) == (row, trace.columns)


def test_a_row_has_names():
    trace = Trace(NAMES, [7, 5, 0x200, 3, 9, 0, 0x203, 4])
    row = trace[0]
    assert (row.cycle, row.flow, row["PC"], row[3], row[-2], row[2:]) == (7, 5, 0x200, 3, 0x200, (0x200, 3))
    assert row.flow == Flow.CALL | Flow.INTERRUPT
    assert (list(trace.cycle), list(trace.flow)) == ([7, 9], [5, 0])
    assert repr(row) == "Row(cycle=7, flow=5, PC=512, A=3)"
    assert repr(trace) == "<Trace of 2 rows: cycle flow PC A>"
    assert trace != Trace((*NAMES[:3], "X"), trace.cells)
    for wrong in (row, trace):
        with pytest.raises(KeyError, match="there is no column 'B': expected one of cycle, flow, PC, A"):
            wrong["B"]
        with pytest.raises(IndexError):
            wrong[4]
    with pytest.raises(ValueError, match="3 integers are no whole number of rows of 2"):
        Trace(NAMES[:2], [1, 2, 3])


def test_a_machine_gives_its_trace_away():
    kim = Kim1()
    kim.trace()
    kim.run(1000)
    first, again = kim.traced(), kim.traced()
    assert first.columns == ("cycle", "flow", *kim.registers)
    assert (len(first) > 100, len(again), again.columns) == (True, 0, first.columns)
    kept = np.asarray(first).copy()
    kim.run(1000)
    assert np.array_equal(np.asarray(first), kept)
    assert kim.traced()[0].cycle > first[-1].cycle
