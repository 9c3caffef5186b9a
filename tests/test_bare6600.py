"""Routines of a 6600's programs, called one by one."""

from __future__ import annotations

import pytest

from emulators.cdc6600 import display_code
from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from host.machines.cdc6600.calls import Bare6600, integer

PROGRAM = """
ADD       PS
          IX6    X1+X2
          SX7    B2
          EQ     ADD
COUNT     PS
          SB3    B0
LOOP      SB3    B3+B1
          NE     B2,B3,LOOP
          EQ     COUNT
AWAY      PS
          PS
FOREVER   PS
          EQ     *
TABLE     CON    1,2
"""


@pytest.fixture(params=["compiled", "python"])
def machine(request, tmp_path):
    path = tmp_path / "small.compass"
    path.write_text(PROGRAM)
    return Bare6600(path, request.param)


def test_a_routine_gets_registers_and_gives_some(machine):
    machine.call("ADD", X1=5, X2=-7, B2=-3)
    assert (machine.integer("X6"), machine.integer("X7"), machine.integer("B2")) == (-2, -3, -3)
    assert machine.word("X6") == (1 << 60) - 1 - 2
    assert machine.word("B1") == 1


def test_minor_cycles_are_those_of_the_scoreboard(machine):
    """A pass of the loop takes an increment, 3, and the jump in the stack, 8."""
    few, many = machine.call("COUNT", B2=10), machine.call("COUNT", B2=110)
    assert many - few == 100 * (3 + 8)
    assert machine.call("COUNT", B2=10) == few


def test_instructions_are_those_of_the_routine(machine):
    """SB3 and three passes; ten times two; a pass behind the jump not taken; both jumps back."""
    counts = [machine.instructions("COUNT", B2=passes) for passes in (10, 11)]
    assert counts[1] - counts[0] == 2
    assert counts[0] == 4 + 10 * 2 + 1 + 2


def test_words_are_put_where_a_symbol_says(machine):
    machine.put("TABLE", 3, 4)
    assert machine.words(machine.address("TABLE"), 2) == [3, 4]
    assert machine.get("TABLE") == 3


def test_machines_have_storage_of_their_own():
    one, other = Bare6600("arith", "python"), Bare6600("arith", "python")
    one.put("/ARITH/BASE", 7)
    assert other.get("/ARITH/BASE") == 0


def test_the_system_works_for_routines(machine):
    library = Bare6600("textio")
    library.machine.attach("INPUT", ["K"])
    library.call("INC")
    assert library.word("X6") == display_code.code("K")


def test_a_routine_that_stops_elsewhere_is_an_error(machine):
    with pytest.raises(IronboardError, match=r"small: AWAY has not come back: program stop \(PS\) at"):
        machine.call("AWAY")


def test_a_routine_that_goes_on_for_ever_is_an_error_at_its_limit(machine):
    with pytest.raises(IronboardError, match=r"FOREVER has not come back: after 5,000 cycles it is at 000\d\d\d"):
        machine.call("FOREVER", 5000)


def test_ctrl_c_is_heard_while_a_routine_runs(machine, monkeypatch):
    heard = iter([False, False, True])

    def collect(self, collect=Cdc6600.collect):
        collect(self)
        if next(heard):
            raise KeyboardInterrupt

    machine.machine.processor.piece = 1000
    monkeypatch.setattr(Cdc6600, "collect", collect)
    with pytest.raises(KeyboardInterrupt):
        machine.call("FOREVER", 1_000_000)


def test_a_symbol_or_program_that_is_not_there_is_an_error(machine):
    with pytest.raises(IronboardError, match="small has no symbol 'FULL'"):
        machine.call("FULL")
    with pytest.raises(IronboardError, match=r"there is no program 'loop': no asm/cdc6600/loop\.compass in"):
        Bare6600("loop")


def test_minus_zero_is_zero():
    assert (integer((1 << 60) - 1), integer(0), integer((1 << 60) - 2), integer(5)) == (0, 0, -1, 5)
