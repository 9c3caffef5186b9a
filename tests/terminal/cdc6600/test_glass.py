"""The round screens in characters: everything that is written stands within the rim."""

import itertools

import pytest

from host.desk.cdc6600.commands import LETTERS
from host.desk.cdc6600.displays import DISPLAYS
from host.desk.cdc6600.screens import MEDIUM, Row, Screen
from host.terminal.cdc6600.glass import CURSOR, Shown, drawn, folded, margins, placed
from tests.desk.cdc6600.programs import TALK
from tests.terminal.cdc6600.desk import console

SIZES = [(78, 22), (59, 37), (58, 36), (66, 46), (40, 10)]


def screens(tmp_path):
    """Every display of a job that has done something."""
    desk = console(TALK, tmp_path)
    desk.machine.run(50_000)
    return {letter: DISPLAYS[letter].show(desk) for letter in LETTERS}


@pytest.mark.parametrize("size", SIZES)
def test_every_row_stands_within_the_rim(tmp_path, size):
    for screen in screens(tmp_path).values():
        shown = Shown(folded(screen._replace(foot=Row("A LINE", MEDIUM)), size[0]), typed=True)
        written, lines = placed(shown, *size), drawn(shown, *size).plain.split("\n")
        edges = margins(*size, written)
        assert len(lines) == size[1]
        assert all(len(line) <= size[0] for line in lines)
        for number, row in written.items():
            assert row.x > edges[number], (number, row)
            assert row.x + len(row.text) < size[0] - edges[number], (number, row)
            assert lines[number][row.x :].startswith(row.text), (number, row)


@pytest.mark.parametrize("size", SIZES)
def test_the_rim_is_one_closed_line(size):
    """Each row's margin is no greater than the one above it, down to the middle; corners meet."""
    shown = Shown(Screen((Row("A HEAD THAT IS LONGER THAN THE GLASS IS WIDE AT ITS TOP, MUCH LONGER"),)))
    lines = drawn(shown, *size).plain.split("\n")
    for upper, lower in itertools.pairwise(line.ljust(size[0]) for line in lines):
        for place, character in enumerate(upper):
            if character in "╭╮│":  # these go on below
                assert lower[place] in "╯╰│", (upper, lower)


def test_head_and_foot_are_written_upon_the_rim_of_a_low_screen():
    shown = Shown(Screen((Row("HEAD"),), (Row("BODY"),), Row("TYPED")), typed=True)
    low, high = (drawn(shown, 78, rows).plain.split("\n") for rows in (22, 40))
    assert "─ HEAD ─" in low[0]
    assert f"─ TYPED{CURSOR} ─" in low[-1]
    assert "HEAD" in high[1]
    assert f"TYPED{CURSOR}" in high[-2]


@pytest.mark.parametrize(
    ("at_end", "shift", "expected"),
    [
        (False, 0, (0, 17, " ▼")),
        (False, 5, (5, 22, "▲▼")),
        (False, 99, (12, 29, "▲ ")),
        (True, 0, (12, 29, "▲ ")),
        (True, 5, (7, 24, "▲▼")),
        (True, 99, (0, 17, " ▼")),
    ],
)
def test_of_too_many_rows_those_are_shown_that_are_wanted(at_end, shift, expected):
    first, last, arrows = expected
    rows = tuple(Row(f"ROW {number:02}") for number in range(30))
    text = drawn(Shown(Screen((Row("A"), Row("B"), Row("C")), rows), at_end=at_end, shift=shift), 60, 22).plain
    assert [number for number in range(30) if f"ROW {number:02}" in text] == list(range(first, last + 1))
    assert "".join(each if each in text else " " for each in "▲▼") == arrows


def test_a_line_that_is_too_long_goes_on_below_itself_but_not_a_picture():
    screen = Screen((), (Row("A" * 10), Row("B" * 50 + "C" * 20)))
    assert [row.text for row in folded(screen, 60).body] == ["A" * 10, "B" * 50 + "C" * 8, "C" * 12]
    assert folded(screen, 80) == screen
    assert folded(screen._replace(centred=True), 60).body == screen.body


def test_a_picture_is_in_the_middle():
    lines = drawn(Shown(Screen((), (Row("XX"), Row("YYYY")), centred=True)), 60, 22).plain.split("\n")
    found = {row: number for number, line in enumerate(lines) for row in ("XX", "YYYY") if row in line}
    assert found == {"XX": 10, "YYYY": 11}
    assert lines[10].index("XX") == lines[11].index("YYYY") == 28
