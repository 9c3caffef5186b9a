"""`run_until` means the same on every machine."""

from __future__ import annotations

import pytest

from emulators.cdc6600.machine import Cdc6600
from emulators.ibm704.machine import Ibm704
from emulators.kim1.machine import Kim1
from emulators.machine import Stop

PLACE = 0o100
JUMPS = {  # to PLACE, where they are
    Kim1: (0x4C, PLACE, 0),
    Ibm704: (0o002000000000 | PLACE,),
    Cdc6600: (0o0400000100_0400000100,),
}
LONGEST = 50  # cycles that an instruction may take


@pytest.fixture(params=JUMPS, ids=lambda kind: kind.title)
def machine(request):
    """Return a machine that runs in a loop of one instruction."""
    machine = request.param(core="python")
    for address, word in enumerate(JUMPS[request.param], PLACE):
        machine.poke(address, word)
    machine.write_register(machine.program_counter, PLACE)
    machine.run(10)
    return machine


def test_what_is_true_already_takes_no_time(machine):
    before = machine.cycles
    assert machine.run_until(lambda it: it is machine)
    assert machine.cycles == before


def test_a_condition_is_looked_at_once_in_a_given_time(machine):
    before, seconds, every = machine.cycles, 3000 / machine.clock, 1000 / machine.clock
    looks = []
    assert not machine.run_until(lambda it: looks.append(it.cycles - before), seconds=seconds, interval=every)
    assert len(looks) == 4
    assert all(0 <= look - 1000 * index < LONGEST * (index + 1) for index, look in enumerate(looks))
    assert looks[-1] < 3000 + LONGEST, "the time is not overrun by what each step overruns"


def test_the_machine_runs_on_until_the_next_look(machine):
    at = machine.cycles + 1500
    assert machine.run_until(lambda it: it.cycles >= at, interval=1000 / machine.clock)
    assert at <= machine.cycles < at + 500 + 2 * LONGEST


@pytest.mark.parametrize("wanted", [True, False])
def test_a_stop_is_the_last_time_to_look(machine, wanted):
    machine.run(1)
    machine.set_breakpoint(PLACE)
    before = machine.cycles
    assert machine.run_until(lambda it: wanted and it.cycles > before) is wanted
    assert before < machine.cycles < before + LONGEST
    assert Stop(int(machine.m.stop)) == Stop.BREAKPOINT
