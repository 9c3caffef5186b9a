"""Programs run identically wherever in storage they are: words, registers, time, files; RA is the only difference."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulators.cdc6600.machine import Cdc6600 as Bare
from emulators.machine import Stop
from host.machines.cdc6600.job import Job, run_job
from host.machines.cdc6600.machine import Cdc6600

from .machines import START

LENGTH = 0o1000  # words of the programs
addresses = st.integers(1, 0o3770).map(lambda hundreds: hundreds * 0o100)
instructions = st.lists(st.integers(0, (1 << 60) - 1), min_size=1, max_size=24)


def run(program, registers, ra, exact):
    """A machine after a program of any words."""
    machine = Bare(ra=ra, exact=exact)
    machine.write_register("FL", LENGTH)
    machine.give("load", [[START, program]])
    for name, value in registers.items():
        machine.write_register(name, value)
    machine.write_register("P", START)
    machine.run(3000)
    return machine


@settings(derandomize=True, deadline=None, max_examples=60)
@given(instructions, st.lists(st.integers(0, (1 << 60) - 1), min_size=8, max_size=8), addresses, st.booleans())
def test_any_words_do_the_same_at_any_address(program, values, ra, exact):
    registers = {f"X{number}": value for number, value in enumerate(values)}
    registers |= {f"B{number}": value & 0o777 for number, value in enumerate(values[1:], 1)}
    here, there = run(program, registers, 0, exact), run(program, registers, ra, exact)
    for name in here.registers:
        if name != "RA":
            assert here.read_register(name) == there.read_register(name), name
    assert [here.peek(at) for at in range(LENGTH)] == [there.peek(at) for at in range(LENGTH)]
    assert (here.cycles, here.reason, here.instructions) == (there.cycles, there.reason, there.instructions)
    assert not any(there.memory[at] for at in range(ra))  # nothing of others is touched


@pytest.mark.parametrize("ra", [0o100, 0o4700, 0o300000])
def test_a_job_does_the_same_at_any_address(ra, capsys):
    told = []
    for each in (0, ra):
        assert run_job(Job("docs/examples/table.compass", options={"ra": each})) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert "LOGARITHM" in told[0]


def test_requests_files_and_displays_are_where_the_program_is():
    pictures = []
    for ra in (0, 0o1200):
        machine = Cdc6600(ra=ra)
        machine.load("docs/examples/keys.compass")
        machine.run(seconds=0.1)
        machine.give("key", 1)
        machine.run(seconds=0.2)
        pictures.append([machine.peek(at) for at in range(0o200)])
    assert pictures[0] == pictures[1]
    assert machine.run(10) == Stop.NONE


@pytest.mark.parametrize("ra", [1, 0o77, -0o100, 0o400000])
def test_an_address_that_is_none_is_refused(ra):
    with pytest.raises(ValueError, match="a reference address"):
        Bare(ra=ra)
