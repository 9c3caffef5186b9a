"""Corners of the language, one program each, on both machines: what is printed, and how the program ends."""

import pytest

from host.assemblers.roms import CHECKOUT
from tests.fortran.corners import ended, more
from tests.fortran.expecting import expected, machines
from tests.shared import in_turn

PROGRAMS = {path.stem: path.read_text() for path in sorted((CHECKOUT / "tests/data/fortran/corners").glob("*.f"))}
RUNS = [(name, machine) for name, text in PROGRAMS.items() for machine in machines(text)]


@pytest.mark.parametrize(("name", "machine", "level"), in_turn(RUNS, "01"))
def test_a_program_prints_what_it_expects_and_ends_as_it_says(name, machine, level):
    text = PROGRAMS[name]
    end, told = ended(text, machine, level), more(text)
    assert end.lines == expected(text, machine)
    failed = [each for each in end.said if "error:" in each]
    if "FAILS" in told:
        line, message = told["FAILS"]
        assert failed[0] == f"program.f:{line + 1}: error: {message}"
    else:
        assert not failed
    if "STOP" in told:
        assert any(f"STOP {told['STOP'][1]}" in each for each in end.said)
