"""Boards as words, and files of positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import Place, SourceError, SourceErrors
from host.experiments.bench import go as bench
from host.games.go.rules import Colour
from host.games.wally_board import POINTS, StoredPosition, parsed, read_positions, written
from tests.kim1.wally import DATA, known_positions

BOARDS = st.dictionaries(st.sampled_from(POINTS), st.sampled_from(Colour))
EMPTY = "/".join(["15"] * 15)


@given(BOARDS)
def test_a_board_that_is_written_is_the_same_when_it_is_read(stones):
    assert parsed(written(stones)) == stones
    assert written(parsed(written(stones))) == written(stones)


def test_the_stored_positions_are_read_as_the_benchmark_and_the_tests_read_them():
    text = (DATA / "positions.txt").read_text()
    found = read_positions(text, "positions.txt")
    assert [parsed(each.board) for each in found] == list(bench.positions())
    assert [(each.kind, each.move) for each in found] == [(known.kind, known.move) for known in known_positions()]
    assert all(written(parsed(each.board)) == each.board for each in found)
    lines = text.splitlines()
    assert all(lines[each.line - 1].split()[1] == each.board for each in found)


def test_remarks_and_empty_lines_are_passed_over_and_columns_may_be_missing():
    text = f"# a remark\n\n  a {EMPTY}\nb\t{EMPTY} 4D 11,12\r\nc {EMPTY} -\nd {EMPTY} 00"
    assert read_positions(text, "x") == [
        StoredPosition(3, "a", EMPTY, None),
        StoredPosition(4, "b", EMPTY, 0x4D),
        StoredPosition(5, "c", EMPTY, None),
        StoredPosition(6, "d", EMPTY, 0),
    ]


@pytest.mark.parametrize(
    ("line", "column", "length", "message"),
    [
        ("alone", 1, 5, "expected a kind and a board"),
        (f"x {EMPTY[:-3]}", 3, 41, "the board has 14 rows: expected 15"),
        (f"x {EMPTY}/15", 3, 47, "the board has 16 rows: expected 15"),
        (f"x 15/14/{EMPTY[6:]}", 6, 2, "the row has 14 points: expected 15"),
        (f"x 15/15#/{EMPTY[6:]}", 6, 3, "the row has 16 points: expected 15"),
        (f"x 15//{EMPTY[6:]}", 6, 1, "the row has 0 points: expected 15"),
        (f"x 15/#0o12x/{EMPTY[6:]}", 11, 1, "'x' is neither a stone"),
        (f"x 15/#000/{EMPTY[6:]}", 7, 3, "'000' is neither a stone"),
        (f"x 15/٣/{EMPTY[6:]}", 6, 1, "'٣' is neither a stone"),
        (f"x {EMPTY} 4d", 48, 2, "'4d' is not a move"),
        (f"x {EMPTY} 40", 48, 2, "'40' is not a move"),
        (f"x {EMPTY} pass", 48, 4, "'pass' is not a move"),
    ],
)
def test_a_line_that_is_wrong_is_shown_with_the_place(line, column, length, message):
    with pytest.raises(SourceErrors) as caught:
        read_positions(f"# remark\n{line}\nalso\n", "mine.txt")
    first, second = caught.value.errors
    assert first.place == Place("mine.txt", 2, column, length, line)
    assert first.message.startswith(message)
    assert second.place.line == 3


@given(st.text(alphabet="#o/0123456789x ", max_size=80))
def test_any_text_is_a_board_or_a_fault(text):
    fault = None
    try:
        stones = parsed(text)
    except SourceError as error:
        fault = error.place
    if fault:
        assert 1 <= fault.column <= len(text) + 1
        assert fault.length >= 1
    else:
        assert sum(map(text.count, "#o")) == len(stones)
        assert text.count("/") == 14
