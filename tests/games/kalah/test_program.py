"""The whole program: its input, its tables row by row, the picture on the console, what it refuses."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600.core import Cause
from emulators.errors import IronboardError
from host.games.kalah import run
from host.machines.cdc6600.calls import Bare6600
from host.machines.cdc6600.machine import Cdc6600
from tests.games.kalah import rules
from tests.games.kalah.texts import text
from tests.games.typing6600 import typed

# The book's first table of 3 2 1, its two slips put right: 011 leaves 010 on the stack, and gives 002.
FROM_THE_RIGHT = """
     START     S1  S2  S3   OUTPUT
     321  CCC  320 302 032
S3   032  -**  320 302      030 003
S2   302  C-*  320 013      300
S2   013  -**  320          010 004
S1   320  CC-  301 031
S2   031  -*C  301 030      002
S2   030  -*-  301          001
S1   301  C-C  300 012
S2   012  -**  300          010 003
S1   300  C--  011
S1   011  -*C  010          002
S1   010  -*-               001
S0   STOP
11 MOVES, STACK 3
"""
positions = st.lists(st.integers(0, 40), min_size=1, max_size=6).filter(any).map(tuple)


def cards(position, *words):
    return ["PITS", *map(str, position), *words]


def table(position, left):
    """The rows as the rules have them, without the heading: words, for the columns depend on the numbers."""
    label = []
    for row in rules.rows(position, left):
        stack, ended = map(text, row.stack), map(text, row.ended)
        yield [*label, text(row.position), row.marks, *stack, *ended]
        label = [f"S{len(row.stack)}"]
    yield ["S0", "STOP"]


def test_the_example_of_the_book_row_by_row():
    assert run(["PITS 3,2,1", "ROWS"]) == FROM_THE_RIGHT.strip("\n").splitlines()


@settings(deadline=None, max_examples=8)
@given(each=st.lists(positions, min_size=1, max_size=8), left=st.booleans(), apart=st.booleans())
def test_rows_are_those_of_the_rules(each, left, apart):
    order = ["LEFT" if left else "RIGHT", "APART" if apart else "PACKED"]
    lines = run([*order, *(word for position in each for word in cards(position, "ROWS"))])
    printed = [line.split() for line in lines if "START" not in line and "MOVES" not in line]
    assert printed == [row for position in each for row in table(position, left)]


def test_in_the_rows_every_column_has_its_place():
    heading, *rows, _, _ = run(["BOARD 5", "LEFT", "ROWS"])
    for row in rows:
        for each in re.finditer(r"[0-9A-Z]+", row[heading.index("S1") :]):
            start = each.start() + heading.index("S1")
            assert start >= heading.index("OUTPUT") or heading[start] == "S"


@settings(deadline=None, max_examples=8)
@given(each=st.lists(positions, min_size=1, max_size=8), left=st.booleans())
def test_lists_are_those_of_the_rules(each, left):
    assert run(["LEFT" if left else "RIGHT", *(word for position in each for word in cards(position, "LIST"))]) == [
        line for position in each for line in listed(position, left)
    ]


def listed(position, left=False):
    """What LIST prints."""
    ended, depth = rules.search(position, left)
    return [*map(text, ended), f"{len(ended)} MOVES, STACK {depth}"]


def test_a_list_longer_than_the_room_for_it_is_printed_whole():
    assert run(["BOARD 8", "APART", "LIST"]) == listed(range(8, 0, -1))


def test_count_says_the_seconds_of_the_processor():
    assert re.fullmatch(r"912 MOVES, STACK 6, 0\.00[78] S", run(["BOARD 6 COUNT"])[0])


def test_words_change_what_comes_behind_them():
    lines = run(["BOARD 6", "LEFT", "COUNT RIGHT COUNT", "PITS 1", "COUNT"])
    assert [line.split(", ")[:2] for line in lines] == [
        ["912 MOVES", "STACK 35"],
        ["912 MOVES", "STACK 6"],
        ["1 MOVES", "STACK 1"],
    ]


def test_a_number_of_counters_beyond_z_makes_them_numbers():
    assert run(["PITS 35 10 9 0 SHOW PITS 36 1 SHOW"]) == ["ZA90", "36,1"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["BOARD 6", "CONT"], "LINE 2: THERE IS NO SUCH WORD"),
        (["BOARD 6 ."], "LINE 1: THERE IS NO SUCH WORD"),
        (["COUNT"], "LINE 1: THERE IS NO BOARD"),
        (["SHOW"], "LINE 1: THERE IS NO BOARD"),
        (["CLEAR"], "LINE 1: THERE IS NO BOARD"),
        (["BOARD", "0"], "LINE 1: A BOARD HAS 1 TO 60 PITS"),
        (["BOARD 61"], "LINE 1: A BOARD HAS 1 TO 60 PITS"),
        (["PATTERN 61"], "LINE 1: A BOARD HAS 1 TO 60 PITS"),
        (["PITS" + " 1" * 61], "LINE 1: A BOARD HAS 1 TO 60 PITS"),
        (["PITS 1 -1"], "LINE 1: A PIT HAS 0 TO 99999 COUNTERS"),
        (["PITS 100000"], "LINE 1: A PIT HAS 0 TO 99999 COUNTERS"),
        (["PITS 0 0"], "LINE 1: ALL PITS ARE EMPTY"),
        (["PITS COUNT"], "LINE 1: ALL PITS ARE EMPTY"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_ends_the_program(lines, message):
    with pytest.raises(IronboardError, match=message):
        run(lines)


def test_a_board_without_its_number_is_refused():
    machine = machine_with(["BOARD X"])
    machine.run(seconds=1)
    assert machine.m.cause == Cause.ABORT
    assert any("A BOARD HAS 1 TO 60 PITS" in line for line in machine.dayfile)


def test_a_stack_beyond_its_room_ends_the_program():
    machine = machine_with(["BOARD 40 LEFT COUNT"])
    machine.run(seconds=1)
    assert machine.m.cause == Cause.ABORT
    assert any("THE STACK IS FULL" in line for line in machine.dayfile)


def machine_with(lines):
    machine = Cdc6600(core="compiled")
    machine.load(Bare6600("kalah").image)
    machine.attach("INPUT", lines)
    machine.attach("OUTPUT")
    return machine


def test_the_console_shows_the_pits_and_what_has_been_found():
    machine = machine_with(["BOARD 6", "LEFT", "COUNT"])
    machine.run(seconds=1)
    assert [line.rstrip() for line in machine.system.picture] == [
        "KALAH", "", "   6   5   4   3   2   1", "", "       912 MOVES", "        35 STACK", "",
        "TYPE  BOARD 6  OR  PITS 3 2 1", "THEN  COUNT LIST ROWS CLEAR", "O. SHOWS WHAT THEY PRINT",
    ]  # fmt: skip


def test_before_anything_is_typed_the_console_says_what_can_be():
    machine = machine_with([])
    machine.give("connect", "INPUT")
    machine.run(seconds=0.1)
    assert machine.m.cause == Cause.NONE
    assert machine.system.picture[-3].startswith("TYPE  BOARD 6")


def test_a_wide_board_takes_several_lines_of_the_picture():
    machine = machine_with(["PATTERN 60 CLEAR"])
    machine.run(seconds=0.1)
    picture = machine.system.picture
    assert len(picture) == 13
    assert all(len(line) <= 64 for line in picture)


def test_at_the_keyboard_a_wrong_line_is_named_and_the_next_one_can_be_typed():
    machine = typed("kalah", ["BORD 6", "BOARD 99 COUNT", "BOARD", "X", "BOARD 3 COUNT"])
    assert machine.text("OUTPUT").splitlines() == [
        "LINE 1: THERE IS NO SUCH WORD", "LINE 2: A BOARD HAS 1 TO 60 PITS", "LINE 3: A BOARD HAS 1 TO 60 PITS",
        "11 MOVES, STACK 3, 0.001 S",
    ]  # fmt: skip
    assert [line.split(None, 1)[1] for line in machine.dayfile] == [
        "THERE IS NO SUCH WORD", "A BOARD HAS 1 TO 60 PITS", "A BOARD HAS 1 TO 60 PITS",
    ]  # fmt: skip
