"""What the benchmark of the 6600's move generators says, and that it believes nothing it has not compared."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.assemblers.roms import CHECKOUT
from host.experiments.bench import document, draughts
from host.experiments.bench.draughts import EXAMPLES, LABELS, ONES, counts, expand, expansions, ones, played, task
from host.games.draughts import BY_SQUARES, LOOP, WORDS, Count, Generator
from tests.games.draughts.boards import PUBLISHED


@pytest.fixture(scope="module")
def generators():
    return [Generator(program) for program in LABELS]


def test_the_examples_are_what_they_are_called():
    moves = {name: position.legal_moves() for name, position in EXAMPLES.items()}
    assert {name: len(each) for name, each in moves.items()} == {
        "opening": 9, "Woldouby's position": 6, "three kings and one": 27, "three men captured": 2,
        "fourteen men captured": 14, "a man that cannot move": 0,
    }  # fmt: skip
    assert {len(move.captured) for move in moves["fourteen men captured"]} == {14}
    assert {len(move.captured) for move in moves["three men captured"]} == {3}


def test_the_positions_of_games_are_always_the_same_and_have_moves():
    found = played(30)
    assert found == played(100)[:30]
    assert all(position.legal_moves() for position in found)
    assert any(position.legal_moves()[0].captured for position in found)


def test_the_cycles_do_not_depend_on_what_was_done_before(generators):
    first = {name: expand(generators, position) for name, position in EXAMPLES.items()}
    assert first == {name: expand(generators, position) for name, position in reversed(EXAMPLES.items())}


def test_words_are_faster_than_squares_and_counting_is_faster_by_the_instruction(generators):
    found = expand(generators, EXAMPLES["opening"])
    assert found.making[WORDS] < found.making[BY_SQUARES]
    assert found.counting[WORDS] < found.counting[LOOP] < found.counting[BY_SQUARES]
    assert found.counting[WORDS] < found.making[WORDS]


def test_moves_that_are_not_those_of_the_rules_are_an_error(generators, monkeypatch):
    monkeypatch.setattr(Generator, "count", lambda self, _: Count(8, 1))
    with pytest.raises(IronboardError, match="draughts has other moves than the rules for W:W31"):
        expand(generators, EXAMPLES["opening"])


def test_ones_that_are_counted_wrong_are_an_error(generators, monkeypatch):
    assert [row[0] for row in ones(generators).rows] == list(map(str, ONES))
    monkeypatch.setattr(Generator, "ones", lambda self, word: Count(1, 1))
    with pytest.raises(IronboardError, match="of 0 ones 1 and 1 are counted"):
        ones(generators)


def test_the_tables_say_means_and_how_much_more(generators):
    opening, other = (expand(generators, EXAMPLES[name]) for name in ("opening", "a man that cannot move"))
    (row,) = expansions("made", {"mean": [opening, other]}, lambda each: each.making).rows
    by_words, by_squares = ((opening.making[each] + other.making[each]) / 2 for each in (WORDS, BY_SQUARES))
    assert row[:3] == ("mean", 4.5, round(by_words))
    assert (row[4], row[6]) == (round(by_squares), round(by_squares / by_words, 2))


def test_positions_are_counted_and_timed(generators, monkeypatch):
    monkeypatch.setattr(draughts, "DEEP", 3)
    for row, each in zip(counts(generators).rows, generators, strict=True):
        label, positions, cycles, _, rate = row
        assert (label, positions) == (LABELS[each.program], 9 + 81 + 658)
        assert rate == pytest.approx(positions / (cycles * 1e-7), abs=0.5)


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
