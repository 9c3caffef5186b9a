"""Old and new figures beside each other: what counts as a change, and what is said of it."""

from __future__ import annotations

import dataclasses

import pytest

from host.experiments.bench.document import FASTER, SAME, SLOWER, UNKNOWN, Change, Document, comparison
from host.experiments.bench.measuring import Row
from tests.bench.samples import DOCUMENT, WAITS, WORK

OLD = Row("compiled", (1.0, 1.1, 1.2), 1_000_000)


@pytest.mark.parametrize(
    ("seconds", "judgement"),
    [
        ((0.5, 0.6, 0.7), FASTER),
        ((0.5, 0.6, 1.05), SAME),  # one of the new runs is among the old ones
        ((1.5, 1.6, 1.7), SLOWER),
        ((1.15, 1.6, 1.7), SAME),
        ((0.97, 0.98, 0.99), FASTER),
        ((0.5,), UNKNOWN),
    ],
)
def test_a_change_is_one_when_the_runs_do_not_mix(seconds, judgement):
    assert Change("x", OLD, dataclasses.replace(OLD, seconds=seconds)).judgement == judgement


def test_a_change_must_be_more_than_processes_differ():
    old = dataclasses.replace(OLD, seconds=(1.00, 1.01, 1.02))
    assert Change("x", old, dataclasses.replace(OLD, seconds=(0.93, 0.94, 0.95))).judgement == SAME
    assert Change("x", old, dataclasses.replace(OLD, seconds=(0.89, 0.90, 0.91))).judgement == FASTER


def test_speeds_are_compared_by_the_clock_if_there_is_one():
    twice_the_work = dataclasses.replace(OLD, cycles=2_000_000)
    assert Change("x", OLD, twice_the_work).ratio == 2.0
    assert Change("x", Row("a", (2.0,)), Row("a", (1.0,))).ratio == 2.0


def test_the_same_figures_are_the_same():
    lines = list(comparison(DOCUMENT, DOCUMENT))
    assert lines[0] == "compared with the figures of 2026-11-20 21:30 UTC:"
    rows = [line for line in lines if "within the spread" in line]
    assert len(rows) == 7
    assert all("1.00" in row for row in rows)
    assert lines[-2] == "  the rows of py65, which measure the host: 1.00 times as fast"
    assert lines[-1].endswith("exact figures of the emulated machine, none changed")


def replaced(result, **changes):
    results = tuple(dataclasses.replace(each, **changes) if each is result else each for each in DOCUMENT.results)
    return dataclasses.replace(DOCUMENT, results=results)


def test_faster_rows_and_the_host_are_told_apart():
    halved = tuple(dataclasses.replace(row, seconds=tuple(s / 2 for s in row.seconds)) for row in WORK.rows)
    lines = list(comparison(DOCUMENT, replaced(WORK, rows=halved)))
    (row,) = (line for line in lines if "compiled" in line)
    assert row.split() == ["work", "compiled", "784", "MHz", "1,569", "MHz", "2.00", "faster"]
    assert "  the rows of py65, which measure the host: 2.00 times as fast" in lines


def test_rows_of_one_file_only_are_named():
    lines = list(comparison(DOCUMENT, replaced(WAITS, rows=(WAITS.rows[0], Row("third", (1.0, 1.0))))))
    assert "  start, later: only in the old figures" in lines
    assert "  start, third: only in the new figures" in lines


def test_workloads_that_were_not_measured_now_do_not_count():
    assert not any("start" in line for line in comparison(DOCUMENT, Document("now", {}, (WORK,))))


def test_a_workload_without_old_figures_is_new():
    lines = list(comparison(Document("then", {}, ()), Document("now", {}, (WAITS,))))
    assert "  start, first: only in the new figures" in lines


def test_changes_of_the_emulated_machine_are_exact():
    table = dataclasses.replace(WORK.tables[0], rows=(("first", 904_341, 11.0), ("second", 1, None)))
    rows = (dataclasses.replace(WORK.rows[0], cycles=8_000_002), *WORK.rows[1:])
    lines = list(comparison(DOCUMENT, replaced(WORK, rows=rows, tables=(table, WORK.tables[1]))))
    at = next(index for index, line in enumerate(lines) if "exact figures" in line)
    assert "2 changed" in lines[at]
    assert lines[at + 1 :] == [
        "    work, compiled, cycles: 8,000,000 then, 8,000,002 now",
        "    work, by sections, first, cycles: 904,340 then, 904,341 now",
    ]


def test_another_host_is_named():
    other = dataclasses.replace(DOCUMENT, host={"ironboard": "0.1.0", "Python": "3.13.0", "processor": "Z80"})
    lines = list(comparison(DOCUMENT, other))
    assert lines[1:3] == ["  Python: 3.11.7 then, 3.13.0 now", "  processor: unknown then, Z80 now"]
