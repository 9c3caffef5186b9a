"""What the function takes the 6600: the page's figures are those of the programs."""

import re
from pathlib import Path

from host.games.go import diagrams
from host.games.go.influence import Solver, algol_cycles, analysed, fortran_values
from tests.games.go.influence import boards, oracle

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "cdc6600" / "influence.md").read_text(encoding="utf-8")
POSITION = diagrams.read(ROOT / "docs" / "examples" / "influence.txt")


def told(row):
    """The cycles in a row of the page's table."""
    return int(re.search(rf"^\| {row} \| ([0-9,]+) \|", PAGE, re.MULTILINE)[1].replace(",", ""))


def test_the_page_has_the_cycles_of_compass_and_of_its_parts():
    solver = Solver()
    assert solver.values(POSITION).cycles == told("COMPASS")
    rows = ("its parts: words made", "four passes", "values made")
    assert [*solver.parts(POSITION).values()] == [told(each) for each in rows]
    assert analysed(POSITION).cycles == told("COMPASS")


def test_the_page_has_the_cycles_of_algol():
    assert algol_cycles(POSITION) == analysed(POSITION, language="algol").cycles == told("ALGOL 60")
    assert algol_cycles(POSITION, checks=False) == told("ALGOL 60 without checks of subscripts")
    page = " ".join(PAGE.split())
    for text, by_hand in (
        (r"takes (\d+) times as long, without checks (\d+) times", "COMPASS"),
        (r"by the four passes alone, (\d+) and (\d+) times", "four passes"),
    ):
        rows = ("ALGOL 60", "ALGOL 60 without checks of subscripts")
        assert [*map(int, re.search(text, page).groups())] == [round(told(row) / told(by_hand)) for row in rows]


def test_the_page_has_the_cycles_of_fortran():
    checked, bare = (fortran_values(POSITION, checks=each).cycles for each in (True, False))
    assert checked == bare == told("FORTRAN")
    assert f"takes {round(checked / told('COMPASS'))} times as long. COMPASS" in " ".join(PAGE.split())


def test_in_compass_the_time_does_not_depend_on_the_stones():
    solver = Solver()
    assert len({solver.values(boards.position(*oracle.some_board(seed, 19))).cycles for seed in range(10)}) == 1


def test_instructions_are_those_of_the_call():
    solver = Solver()
    assert 8_000 < solver.instructions(POSITION) < 9_000
