"""What the benchmark of the 6600's move generators says, and that it believes nothing it has not compared."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.assemblers.roms import CHECKOUT
from host.experiments.bench import document
from host.experiments.bench.draughts import EXAMPLES, LABELS, ONES, expand, ones, task
from host.games.draughts import Count, Generator
from tests.games.draughts.boards import PUBLISHED


@pytest.fixture(scope="module")
def generators():
    return [Generator(program) for program in LABELS]


def test_moves_that_are_not_those_of_the_rules_are_an_error(generators, monkeypatch):
    monkeypatch.setattr(Generator, "count", lambda self, _: Count(8, 1))
    with pytest.raises(IronboardError, match="draughts has other moves than the rules for W:W31"):
        expand(generators, EXAMPLES["opening"])


def test_ones_that_are_counted_wrong_are_an_error(generators, monkeypatch):
    assert [row[0] for row in ones(generators).rows] == list(map(str, ONES))
    monkeypatch.setattr(Generator, "ones", lambda self, word: Count(1, 1))
    with pytest.raises(IronboardError, match="of 0 ones 1 and 1 are counted"):
        ones(generators)


def test_what_is_timed_is_a_count_from_the_opening(generators):
    timed = task(generators[0])
    for _ in range(2):
        timed.prepare()
        cycles = timed.work()
        assert generators[0].get("TALLYS") == 0
        assert generators[0].words(generators[0].address("TALLYS") + 1, 1) == [next(iter(PUBLISHED.values()))[4]]
    assert cycles / 8 < timed.instructions < cycles


def test_the_page_about_the_method_shows_these_figures():
    """Each row of its tables is one of the stored ones, which are those of today (test_page.py)."""
    page = (CHECKOUT / "docs" / "cdc6600" / "draughts.md").read_text(encoding="utf-8")
    made, counted, words, sequences = document.read(CHECKOUT / "docs/benchmarks.json").result("draughts").tables
    rows = {
        table: {
            f"| {name}, {moves:g} | {' | '.join(f'{each:,}' for each in cycles)} |"
            for name, moves, *cycles, _, _ in table.rows
        }
        for table in (made, counted)
    }
    for table, head in ((made, "all successors of a position"), (counted, "how many there are")):
        shown = page.partition(f"| {head} | words, CX |")[2].partition("\n\n")[0].splitlines()[2:]
        assert len(shown) >= 4
        assert {*shown} <= rows[table]
    for column, name in ((1, "CX"), (2, "loop")):
        assert f"| a call, {name} | {' | '.join(f'{row[column]:,}' for row in words.rows)} |" in page
    for row in sequences.rows:
        assert f" {row[-1]:,}" in page
