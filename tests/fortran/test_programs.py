"""The programs of tests/data/fortran, and those on the pages, print what the comments in them expect."""

import re

import pytest

from host.assemblers.roms import CHECKOUT
from tests.fortran.expecting import cards, compiled, expected, machines
from tests.shared import in_turn

PROGRAMS = sorted((CHECKOUT / "tests/data/fortran").glob("*.f"))
PAGES = [CHECKOUT / "docs" / each for each in ("fortran.md", "cdc6600/fortran.md", "ibm704/fortran.md")]
PAGES = [each for each in PAGES if each.exists()]
FENCE = re.compile(r"^```fortran\n(.*?)^```", re.MULTILINE | re.DOTALL)
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in PROGRAMS}
TEXTS |= {
    f"{page.parent.name} {number}": each
    for page in PAGES
    for number, each in enumerate(FENCE.findall(page.read_text(encoding="utf-8")), 1)
}
RUNS = [(name, machine) for name, text in TEXTS.items() for machine in machines(text)]


@pytest.mark.parametrize(("name", "machine", "level"), in_turn(RUNS, "01"))
def test_a_program_prints_what_it_expects(name, machine, level):
    """And nothing in it is doubtful: it shows how something is written."""
    program = compiled(TEXTS[name], machine, level=level)
    assert program.printed(cards(TEXTS[name])) == expected(TEXTS[name], machine)
    assert not [each.message for each in program.compiled.assembly.warnings]


def test_the_page_of_the_language_names_every_program_and_no_other():
    page = PAGES[0].read_text(encoding="utf-8")
    rows = [line.rsplit("|", 2)[1] for line in page.splitlines() if line.startswith("|") and line.count("|") == 5]
    named = {each for programs in rows for each in re.findall(r"`(\w+)`", programs)}
    assert named == {path.stem for path in PROGRAMS}


def test_every_program_expects_something():
    assert all(expected(text, machine) for text in TEXTS.values() for machine in machines(text))
