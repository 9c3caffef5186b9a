"""What the line says when a program or a key has led nowhere: BRK, ST and SST without vectors, a jammed processor."""

from __future__ import annotations

import pytest

from emulators.kim1.bus import IRQ, NMI
from host.debugger.session import Session
from host.machines.kim1.machine import Kim1
from host.panels.kim1.controller import KimController

BRK = "BRK after BRK, for 17FE, 17FF hold 0000. RS; then put 00 1C there (AD 17FE DA 00 + 1C)"
ENDS = {  # program at 0200 -> what is said of it
    (0xA9, 0x01, 0x00): BRK,  # LDA #1, BRK
    (0xEA,) * 0x100: BRK,  # it runs into the empty page after it
    (0x4C, 0x00, 0x14): BRK,  # JMP 1400, where nothing is on the board
    (0x4C, 0x00, 0x05): "the program has run into empty memory and jammed at 1200: RS resets the processor",
    (0x02,): "the processor has jammed at 0200: 02 is no instruction; RS resets it",
    (0x4C, 0x00, 0x02): "the program has ended in a jump to itself at 0200: RS goes to the monitor",
    (0x4C, 0x4F, 0x1C): "type an address",  # JMP 1C4F
}


def controller_after(program, vectors=()):
    kim = Kim1()
    kim.log_on()
    kim.go_to_keypad()
    for address, byte in (*enumerate(program, 0x200), *vectors):
        kim.poke(address, byte)
    kim.press("AD", "0", "2", "0", "0", "GO")
    kim.run(seconds=0.2)
    controller = KimController(kim)
    controller.refresh(still=True)
    return controller


@pytest.mark.parametrize("program", ENDS)
def test_a_program_that_leads_nowhere_is_told_with_what_helps(program):
    assert controller_after(program).shown["now"].startswith(ENDS[program])


def test_with_the_vector_set_a_brk_stops_in_the_monitor():
    controller = controller_after((0xA9, 0x01, 0x00), [(IRQ, 0x00), (IRQ + 1, 0x1C)])
    assert controller.machine.display.strip().startswith("0204")
    assert controller.shown["now"].startswith("type")
    assert controller.machine.reason == ""


@pytest.mark.parametrize("key", ["ST", "SST"])
def test_st_and_sst_say_that_their_vector_is_not_set(key):
    said = f"{key} goes where 17FA, 17FB say, which hold 0000: put 00 1C there first (RS, AD 17FA DA 00 + 1C)"
    controller = controller_after((0x4C, 0x00, 0x02))
    controller.press("pad", key)
    assert controller.notice == said
    assert said in controller.shown["now"]
    there = controller_after((0x4C, 0x00, 0x02), [(NMI, 0x00), (NMI + 1, 0x1C)])
    there.press("pad", key)
    assert there.notice == ""
    assert "goes where" not in there.shown["now"]


def test_the_debugger_says_it_where_it_stops():
    session = Session(controller_after((0xA9, 0x01, 0x00)).machine)
    halt = session.run(until=session.cycles + 1000)
    assert halt.words.startswith("BRK after BRK: 17FE, 17FF hold 0000; with 00 1C there BRK stops in the monitor")
