"""What the passes believe of the library's routines is what their instructions do: the registers that they keep."""

import pytest

from host.assemblers.compass.assembler import Assembler
from host.compilers.backends.cdc6600 import routines
from host.compilers.fortran.cdc6600.effects import COMPLEX, DOUBLE, EFFECTS, FUNCTIONS
from host.compilers.fortran.cdc6600.machine import MACHINE
from host.compilers.fortran.cdc6600.program import SOURCES
from host.compilers.library import taken_in
from host.languages.assembly import Line
from host.machines.cdc6600.calls import Bare6600
from tests.fortran.registers6600 import kept

CANDIDATES = frozenset(("X0", "X1", "X2", "X3", "X4", "X5", "X7", "B2", "B3", "B4", "B5"))  # of the passes
ALWAYS = frozenset(("A0", "A5", "B1", "B6", "B7", "X0", "X5"))
PARTS = {"reals": routines.TABLE, "formath": FUNCTIONS, "fordfn": DOUBLE, "forcplx": COMPLEX}
ROUTINES = [(file, line.split()[0]) for file, table in PARTS.items() for line in table.strip().splitlines()]
ARITH = ("MPY", "DIV", "POW")


@pytest.fixture(scope="module")
def programs():
    return {file: Bare6600(file) for file in (*PARTS, "arith")}


@pytest.mark.parametrize(("file", "name"), ROUTINES)
def test_a_routine_keeps_the_registers_of_the_table_and_no_others(programs, file, name):
    found = kept(programs["arith" if name in ARITH else file], name)
    assert found & CANDIDATES == EFFECTS[name].keeps
    assert found >= ALWAYS


def test_the_effects_of_all_routines_that_programs_use_are_known():
    """The others are operations of the form, with small letters; FCALLD runs code of the program."""
    wanted = {each.name for each in MACHINE.routines.values() if each.name.isupper()} - {"FCALLD"}
    assert wanted <= set(EFFECTS)


# ---------------------------------------------------------------- what a program takes in

ARGUMENTS = {"X1": 0o17217000000000000000, "X2": 0, "X3": 0o17214000000000000000, "X4": 0}  # 3.5, 2.
INTEGERS = {"X1": 3, "X2": 0, "X3": 2, "X4": 0}
OF_INTEGERS = {"MPY", "POW", "POWII", "ITORF", "DBFLT", "MASK", "SHIFT"}
POWERS = {"DBPOWI", "CPPOWI"}
UP_TO_ONE = {"ASIN", "ACOS"}
WITH_REALS = {"AMOD", "ATAN2", "POWR"}


def arguments(name):
    """Registers that any routine takes."""
    if name in OF_INTEGERS:
        return INTEGERS
    if name in UP_TO_ONE:
        return {**ARGUMENTS, "X1": ARGUMENTS["X1"] - (4 << 48)}
    if name in POWERS:
        return {**ARGUMENTS, "X3": 2}
    return {**ARGUMENTS, "X2": ARGUMENTS["X3"]} if name in WITH_REALS else ARGUMENTS


@pytest.mark.parametrize(("file", "name"), [each for each in ROUTINES if each[1] != "DIV"])
def test_a_routine_taken_in_alone_gives_the_same(programs, file, name):
    """A program takes in only the parts of the library that it needs: none is missing, and they are few."""
    texts = (
        "         IDENT  ALONE",
        "START    SB1    1",
        f"         RJ     {name}",
        "         PS",
        "         END    START",
    )
    *own, end = (Line("alone", number, text) for number, text in enumerate(texts, 1))
    assembly = Assembler().assemble_lines("alone", [*own, *taken_in(SOURCES, [name], {}), end])
    alone, whole = Bare6600("alone", image=assembly.image), programs["arith" if name in ARITH else file]
    found = []
    for program in (alone, whole):
        program.load()  # seeds
        program.call(name, **arguments(name), X6=0, X7=0)
        found.append((program.word("X6"), program.word("X7")))
    assert found[0] == found[1]
