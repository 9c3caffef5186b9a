"""What the benchmark of the 704's move generators says, and that it believes nothing it has not compared."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.assemblers.roms import CHECKOUT
from host.experiments.bench import document
from host.experiments.bench.checkers import (
    EXAMPLES,
    LABELS,
    counts,
    expand,
    task,
)
from host.games.checkers.generators import Generator


@pytest.fixture(scope="module")
def generators():
    return [Generator(program) for program in LABELS]


def test_boards_that_are_not_those_of_the_rules_are_an_error(generators, monkeypatch):
    monkeypatch.setattr(Generator, "expand", lambda self, *_: ([[0] * 6] * 7, 1))
    with pytest.raises(IronboardError, match=r"perft has other moves than the rules for B:W21,22"):
        expand(generators, EXAMPLES["opening"])


def test_what_is_timed_is_that_count(generators):
    timed, cycles = task(generators[0]), counts(generators[:1]).rows[0][2]
    for _ in range(2):
        timed.prepare()
        assert timed.work() == cycles
    assert cycles / 4 < timed.instructions < cycles / 2  # two cycles or more, and most take two


def test_the_page_about_the_method_shows_these_figures():
    """Each row of its table is one of the stored ones, which are those of today (test_page.py)."""
    page = (CHECKOUT / "docs" / "ibm704" / "samuel.md").read_text(encoding="utf-8")
    stored = document.read(CHECKOUT / "docs" / "benchmarks.json").result("checkers")
    there = {
        f"| {name}{f', {successors:.0f}' if name in EXAMPLES else ''} | {words:,} cycles, {words_ms:.2f} ms | "
        f"{table:,} cycles, {table_ms:.2f} ms | {times:.2f} |"
        for name, successors, words, table, words_ms, table_ms, times in stored.tables[0].rows
    }
    shown = {line for line in page.splitlines() if " cycles, " in line and line.startswith("| ")}
    assert len(shown) == 6
    assert shown <= there
