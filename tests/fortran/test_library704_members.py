"""The members of the 704's run-time library: each assembles alone, all of them together, with what they need."""

import re

import pytest

from emulators.ibm704.machine import Ibm704
from host.assemblers.roms import CHECKOUT
from host.assemblers.sap.assembler import Assembler
from host.compilers.fortran.ibm704.library import CONVERSIONS, FIELDS, MEMBERS, cards
from host.languages.assembly import LIBRARY_704, Line
from tests.fortran.library704 import Library

FILES = sorted(path.stem.upper() for path in (CHECKOUT / "asm" / "ibm704").glob("for*.sap"))
OPEN = [f"CNV.{direction}{field} SYN CNV.NO" for direction in "OI" for field in FIELDS]
WORDS = 1300  # of core for a program that reads and prints integers: IBM's deck had 91 cards of 24 words


def assembled(*lines):
    numbered = [Line("program", n, each) for n, each in enumerate(("       ORG 24", *lines), 1)]
    return Assembler(include_dirs=LIBRARY_704).assemble_lines("program", numbered)


@pytest.mark.parametrize("member", FILES)
def test_a_member_takes_in_what_it_needs(member):
    text = "".join(path.read_text() for path in (CHECKOUT / "asm" / "ibm704").glob("for*.sap"))
    own = (CHECKOUT / "asm" / "ibm704" / f"{member.lower()}.sap").read_text()
    defined = set(re.findall(r"^(CNV\.\w\w) ", own, re.M))
    needed = [each for each in OPEN if each.split()[0] not in defined and each.split()[0] in text]
    assembly = assembled(*needed, "       LIB FORFLT", f"       LIB {member}")
    assert not assembly.warnings


def test_all_members_can_be_taken_together():
    library = Library(*MEMBERS)
    assert not library.warnings
    assert set(MEMBERS) <= set(library.symbols)


def test_every_file_is_a_member_of_the_table_or_needed_by_one():
    taken = {*MEMBERS.values(), *CONVERSIONS.values()}
    needed = set()
    for path in (CHECKOUT / "asm" / "ibm704").glob("for*.sap"):
        needed |= set(re.findall(r"^ +LIB +(\w+)", path.read_text(), re.M))
    assert taken <= set(FILES)
    assert set(FILES) == taken | needed


def test_names_that_all_headings_share_are_those_of_routines():
    """Names of six characters would be names of the program, too."""
    members = [*(CHECKOUT / "asm" / "ibm704").glob("for*.sap")]
    assert members
    for path in members:
        for name in re.findall(r"^([A-Z0-9]{6}) ", path.read_text(), re.M):
            assert name in {*MEMBERS, "NOCARD"}, path


def test_a_program_takes_in_no_more_than_its_formats_ask_for():
    assert list(cards(["LINOUT", "ITEM", "SQRT"], "IE")) == [
        "CNV.OA SYN CNV.NO",
        "CNV.OO SYN CNV.NO",
        "       LIB FORIT",
        "       LIB FOROF",
        "       LIB FOROI",
        "       LIB FORPRT",
        "       LIB FORSQT",
    ]


def test_the_library_for_integers_is_small():
    library = assembled(*cards(["LINOUT", "CARDIN", "ITEM", "IOEND"], "I"))
    assert library.image.size < WORDS


def test_the_example_of_the_page_prints_a_root():
    page = (CHECKOUT / "docs" / "ibm704" / "fortran-library.md").read_text(encoding="utf-8")
    text = page.split("```sap\n")[1].split("```")[0]
    lines = [Line("page", n, each) for n, each in enumerate(text.splitlines(), 1)]
    assembly = Assembler(include_dirs=LIBRARY_704).assemble_lines("page", lines)
    assert not assembly.warnings
    machine = Ibm704(core="compiled")
    machine.load(assembly.image)
    machine.write_register("IC", assembly.image.symbols["START"])
    machine.run(seconds=10)
    assert list(machine.paper) == [" ROOT OF  2.000  1.414214"]


def test_every_routine_and_member_is_described_on_the_page():
    page = (CHECKOUT / "docs" / "ibm704" / "fortran-library.md").read_text(encoding="utf-8")
    assert all(f"`{each}`" in page for each in {*MEMBERS, *MEMBERS.values(), *CONVERSIONS.values()} - {"FORIT"})
