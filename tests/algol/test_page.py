"""The page that lists the sections of the Revised Report: all of them, their programs, the decisions they refer to."""

import re
from pathlib import Path

import pytest

from tests.algol.programs import CLASSICS, DATA, PROGRAMS

PAGE = (Path(__file__).parents[2] / "docs" / "algol.md").read_text(encoding="utf-8")
TABLE = {row[0]: row for row in re.findall(r"^\| ([0-9.]+) \| (.*) \| ([0-9, ]*) ?\| (.*?) ?\|$", PAGE, re.MULTILINE)}
DECISIONS = re.findall(r"^(\d+)\. \*\*", PAGE, re.MULTILINE)

# All sections of the Revised Report.
REPORT = """
1 1.1 2 2.1 2.2 2.2.1 2.2.2 2.3 2.4 2.4.1 2.4.2 2.4.3 2.5 2.5.1 2.5.2 2.5.3 2.5.4 2.6 2.6.1 2.6.2 2.6.3 2.7 2.8
3 3.1 3.1.1 3.1.2 3.1.3 3.1.4 3.1.4.1 3.1.4.2 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5
3.3 3.3.1 3.3.2 3.3.3 3.3.4 3.3.4.1 3.3.4.2 3.3.4.3 3.3.5 3.3.5.1 3.3.5.2 3.3.6
3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.4.6.1 3.4.6.2 3.5 3.5.1 3.5.2 3.5.3 3.5.4 3.5.5
4 4.1 4.1.1 4.1.2 4.1.3 4.2 4.2.1 4.2.2 4.2.3 4.2.3.1 4.2.3.2 4.2.3.3 4.2.4 4.3 4.3.1 4.3.2 4.3.3 4.3.4 4.3.5
4.4 4.4.1 4.4.2 4.4.3 4.5 4.5.1 4.5.2 4.5.3 4.5.3.1 4.5.3.2 4.5.4
4.6 4.6.1 4.6.2 4.6.3 4.6.4 4.6.4.1 4.6.4.2 4.6.4.3 4.6.5 4.6.6
4.7 4.7.1 4.7.2 4.7.3 4.7.3.1 4.7.3.2 4.7.3.3 4.7.4 4.7.5 4.7.5.1 4.7.5.2 4.7.5.3 4.7.5.4 4.7.5.5 4.7.6 4.7.7 4.7.8
5 5.1 5.1.1 5.1.2 5.1.3 5.2 5.2.1 5.2.2 5.2.3 5.2.3.1 5.2.3.2 5.2.3.3 5.2.4 5.2.4.1 5.2.4.2 5.2.4.3 5.2.4.4 5.2.5
5.3 5.3.1 5.3.2 5.3.3 5.3.4 5.3.5 5.4 5.4.1 5.4.2 5.4.3 5.4.4 5.4.5 5.4.6
"""
SECTIONS = REPORT.split()
WITHOUT_PROGRAM = {"1", "1.1", "4.6.6", "4.7.6", "4.7.8", "5.4.6"}  # see the decisions, and refused.txt


def named(text):
    """The programs that a piece of the page names."""
    return re.findall(r"`((?:classics/)?[a-z_]+)`", text)


def test_the_page_has_all_sections_in_their_order():
    assert list(TABLE) == SECTIONS


@pytest.mark.parametrize("chapter", "12345")
def test_the_sections_name_programs_that_exist(chapter):
    for section, _, _, programs in TABLE.values():
        if section.startswith(chapter):
            assert bool(named(programs)) == (section not in WITHOUT_PROGRAM), section
            assert all((DATA / f"{name}.alg").exists() for name in named(programs)), section


def test_every_program_is_on_the_page():
    names = {path.relative_to(DATA).with_suffix("").as_posix() for path in [*PROGRAMS, *CLASSICS]}
    assert names <= set(named(PAGE))
    assert names == {path.relative_to(DATA).with_suffix("").as_posix() for path in DATA.rglob("*.alg")}


def test_the_decisions_are_numbered_and_each_belongs_to_a_section():
    assert [int(each) for each in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    assert {each for row in TABLE.values() for each in re.findall(r"\d+", row[2])} == set(DECISIONS)


def test_a_program_that_names_its_sections_is_listed_with_them():
    for path in PROGRAMS:
        title = path.read_text(encoding="utf-8").split("\n")[0]
        for first, last in re.findall(r"(\d(?:\.\d)+)(?: to (\d(?:\.\d)+))?", title if "ection" in title else ""):
            for section in [first, last or first]:
                assert path.stem in named(TABLE[section][3]), (path.stem, section)
