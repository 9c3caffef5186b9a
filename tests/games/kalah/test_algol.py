"""The program in ALGOL 60: moves, depths and lines are those of the rules and of the program in COMPASS."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.cli.main import main
from host.games.kalah import ALGOL_END, ALGOL_SEARCH, PROGRAM, AlgolSolver, board, run
from host.games.program6600 import CompiledProgram
from tests.games.kalah import rules
from tests.games.kalah.texts import text

PUBLISHED = (1, 2, 11, 56, 232, 912, 3333)  # all ten, and 11 to 13, have been counted once
DEPTHS_FROM_THE_LEFT = (1, 2, 5, 11, 20, 35, 53)

positions = st.lists(st.integers(0, 7), min_size=1, max_size=5).filter(any).map(tuple)
laps = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 40)), min_size=1, max_size=4).filter(any).map(tuple)
several = st.lists(st.one_of(positions, laps), min_size=1, max_size=5)


@pytest.fixture(scope="module")
def program():
    return CompiledProgram(PROGRAM)


def printed(program, *lines):
    return program.work([*lines, ALGOL_END], ALGOL_SEARCH).printed


def cards(position, *words):
    return ["PITS", *map(str, position), *words]


def counted(position, left):
    ended, depth = rules.search(position, left)
    return f"{len(ended)} MOVES, STACK {depth}"


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("layout", ["PACKED", "APART"])
def test_the_counts_are_the_published_ones(program, left, layout):
    side = "LEFT" if left else "RIGHT"
    most = 7 if layout == "PACKED" else 5
    lines = printed(program, side, layout, *(f"BOARD {pits} COUNT" for pits in range(1, most + 1)))
    depths = DEPTHS_FROM_THE_LEFT if left else range(1, 8)
    assert lines == [f"{moves} MOVES, STACK {depth}" for moves, depth in zip(PUBLISHED, depths, strict=True)][:most]


def test_the_tables_of_the_book_are_those_of_the_program_in_compass(program):
    lines = ["PITS 3,2,1 ROWS", "LEFT ROWS"]
    assert printed(program, *lines) == run(lines)


@settings(deadline=None, max_examples=3)
@given(each=several, left=st.booleans())
def test_counts_are_those_of_the_rules(program, each, left):
    layouts = ("PACKED", "APART")
    lines = (word for position in each for layout in layouts for word in cards(position, layout, "COUNT"))
    expected = [counted(position, left) for position in each for _ in layouts]
    assert printed(program, "LEFT" if left else "RIGHT", *lines) == expected


@settings(deadline=None, max_examples=3)
@given(each=several, left=st.booleans())
def test_lists_are_those_of_the_rules(program, each, left):
    lines = (word for position in each for word in cards(position, "LIST"))
    expected = [
        line
        for position in each
        for line in (*map(text, rules.search(position, left)[0]), counted(position, left))
    ]  # fmt: skip
    assert printed(program, "LEFT" if left else "RIGHT", *lines) == expected


@settings(deadline=None, max_examples=3)
@given(each=st.lists(positions, min_size=1, max_size=3), left=st.booleans())
def test_rows_are_those_of_the_program_in_compass(program, each, left):
    lines = ["LEFT" if left else "RIGHT", *(word for position in each for word in cards(position, "ROWS"))]
    assert printed(program, *lines) == run(lines)


@pytest.mark.parametrize("position", [(4, 3, 25, 25), (0, 5, 4, 25, 2, 1), (0, 0, 0, 0, 6, 0, 22, 0, 2, 1)])
def test_pits_too_full_for_one_element_are_spread_over_several(program, position):
    lines = [*cards(position), "PACKED COUNT APART COUNT"]
    moves = run([*lines[:-1], "COUNT"])[0].rpartition(",")[0]
    assert printed(program, *lines) == [moves, moves]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["BOARD 6", "CONT"], "LINE 2: THERE IS NO SUCH WORD"),
        (["BOARD 6 ."], "LINE 1: THERE IS NO SUCH WORD"),
        (["COUNT"], "LINE 1: THERE IS NO BOARD"),
        (["BOARD 61"], "LINE 1: A BOARD HAS 1 TO 60 PITS"),
        (["BOARD", "0"], "LINE 2: A BOARD HAS 1 TO 60 PITS"),
        (["PITS" + " 1" * 61], "LINE 1: A BOARD HAS 1 TO 60 PITS"),
        (["PITS 100000"], "LINE 1: A PIT HAS 0 TO 99999 COUNTERS"),
        (["PITS 0 0 COUNT"], "LINE 1: ALL PITS ARE EMPTY"),
        (["BOARD 40 LEFT COUNT"], "THE STACK IS FULL"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_ends_the_program(program, lines, message):
    with pytest.raises(IronboardError, match=re.escape(message)):
        printed(program, *lines)


def test_the_time_is_that_of_the_search():
    solver = AlgolSolver()
    packed, apart = (solver.search(board(5), apart=apart) for apart in (False, True))
    assert packed[:2] == apart[:2] == (232, 5)
    assert packed.cycles != apart.cycles
    assert packed == solver.search(board(5))


def test_the_command_runs_it(capsys):
    assert main(["kalah", "6", "--language", "algol"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["position 6,5,4,3,2,1", "moves    912", "stack    6"]
    assert main(["kalah", "3,2,1", "--moves", "--language", "algol"]) == 0
    assert capsys.readouterr().out.splitlines() == run(["PITS 3 2 1 LIST"])


@pytest.mark.parametrize("wish", [["--pattern", "5"], ["6", "--clear"]])
def test_patterns_are_only_in_compass(capsys, wish):
    assert main(["kalah", *wish, "--language", "algol"]) == 1
    assert "only the program in COMPASS makes patterns" in capsys.readouterr().err
