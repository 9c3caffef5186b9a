"""What the benchmark of the 704's move generators says, and that it believes nothing it has not compared."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.assemblers.roms import CHECKOUT
from host.experiments.bench import document
from host.experiments.bench.checkers import (
    DEPTH,
    ESTIMATES,
    EXAMPLES,
    LABELS,
    counts,
    estimates,
    expand,
    expansions,
    task,
)
from host.games.checkers.generators import TABLE, WORDS, Generator
from tests.games.checkers.test_bits import COUNTS


@pytest.fixture(scope="module")
def generators():
    return [Generator(program) for program in LABELS]


def test_the_examples_are_what_they_are_called():
    moves = {name: [str(move) for move in position.legal_moves()] for name, position in EXAMPLES.items()}
    kings = {name: any(piece.king for piece in position.pieces.values()) for name, position in EXAMPLES.items()}
    assert {name: len(each) for name, each in moves.items()} == {
        "opening": 7, "middle game, men": 11, "kings and a man": 12, "a capture": 2, "the multiple capture": 9,
        "a man that cannot move": 0, "a king that cannot move": 0,
    }  # fmt: skip
    assert {name for name, each in moves.items() if any("x" in move for move in each)} == {
        "a capture",
        "the multiple capture",
    }
    assert {name for name, found in kings.items() if found} == {
        "kings and a man",
        "the multiple capture",
        "a king that cannot move",
    }


def test_the_cycles_do_not_depend_on_what_was_done_before(generators):
    first = {name: expand(generators, position) for name, position in EXAMPLES.items()}
    again = {name: expand(generators, position) for name, position in reversed(EXAMPLES.items())}
    assert first == again
    assert all(set(each.cycles) == {WORDS, TABLE} for each in first.values())


def test_boards_that_are_not_those_of_the_rules_are_an_error(generators, monkeypatch):
    monkeypatch.setattr(Generator, "expand", lambda self, *_: ([[0] * 6] * 7, 1))
    with pytest.raises(IronboardError, match=r"perft has other moves than the rules for B:W21,22"):
        expand(generators, EXAMPLES["opening"])


def test_the_tables_say_cycles_milliseconds_and_how_much_more(generators):
    examples = {name: expand(generators, EXAMPLES[name]) for name in ESTIMATES}
    opening = examples["opening"]
    words, table = (opening.cycles[program] for program in LABELS)
    rows = expansions(examples, {"mean": [opening, examples["kings and a man"]]}).rows
    assert rows[-2] == ("kings and a man", 12, *rows[-2][2:])
    name, successors, mean_words, *_ = rows[-1]
    assert (name, successors, mean_words) == (
        "mean",
        9.5,
        round((words + examples["kings and a man"].cycles[WORDS]) / 2),
    )
    opening_row = next(row for row in rows if row[0] == "opening")
    milliseconds = (round(words * 0.012, 2), round(table * 0.012, 2))
    assert opening_row == ("opening", 7, words, table, *milliseconds, round(table / words, 2))
    estimated = {row[0]: row[1:] for row in estimates(examples).rows}
    assert estimated["seven moves of men"] == (446, words, 5.35, milliseconds[0])


def test_positions_are_counted_and_timed(generators):
    for row, each in zip(counts(generators).rows, generators, strict=True):
        label, positions, cycles, seconds, rate = row
        assert (label, positions) == (LABELS[each.program], sum(COUNTS[:DEPTH]))
        assert seconds == round(cycles * 12e-6, 1)
        assert rate == pytest.approx(positions / (cycles * 12e-6), abs=0.05)


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
