"""Routines of the 704's programs, called one by one."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from emulators.ibm704.isa import BY_MNEMONIC
from host.machines.ibm704.calls import Bare704, assembled

WORDS = 500  # of the table in loops.sap


@pytest.fixture(params=["compiled", "python"])
def machine(request):
    return Bare704("loops", request.param)


def test_a_routine_is_called_and_comes_back(machine):
    """FILL is LXA, CLA, STO FAD TIX for each word, TRA; additions take longer where they shift."""
    cycles = machine.call("FILL")
    assert machine.words(machine.address("FROM"), 1) == [machine.get("FIRST")]
    assert machine.instructions("FILL") == 2 + 3 * WORDS + 1
    assert cycles >= 3 * 2 + WORDS * (2 + 7 + 2)
    assert machine.call("FILL") == cycles


def test_words_are_put_where_a_symbol_says(machine):
    machine.put("TIMES", 3, 4)
    assert machine.words(machine.address("TIMES"), 2) == [3, 4]
    assert machine.get("LENGTH") == 4  # the next symbol


def test_machines_have_storage_of_their_own():
    one, other = Bare704("loops", "python"), Bare704("loops", "python")
    one.put("TIMES", 7)
    assert other.get("TIMES") == 1000


def test_a_routine_that_stops_elsewhere_is_an_error(machine):
    machine.put("FILL", BY_MNEMONIC["HPR"].code)
    at = machine.address("FILL") + 1
    for call in (machine.call, machine.instructions):
        with pytest.raises(IronboardError, match=f"loops: FILL has not come back: it is at {at:05o}"):
            call("FILL")


def test_a_symbol_or_program_that_is_not_there_is_an_error(machine):
    with pytest.raises(IronboardError, match="loops has no symbol 'FULL'"):
        machine.call("FULL")
    with pytest.raises(IronboardError, match=r"there is no program 'loop': no asm/ibm704/loop\.sap in"):
        assembled("loop")
