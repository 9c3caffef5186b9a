"""The live map of memory: what happened to every word last, how long ago, and where that is."""

import pytest
from textual.events import MouseMove

from emulators.errors import IronboardError
from emulators.machine import Stop
from host.debugger.activity import EXECUTED, READ, WRITTEN, Activity
from host.debugger.stops import Kind
from tests.debugger.screen.desk import HUGE, SMALL, driven, kim1, on_desk, opened, toy, wally

COUNTER, ONE = 0o100, 0o101


def happened(activity, look=None):
    """Return what is known of every word touched: address -> what, at this look or at any."""
    return {
        address: mark & 3 for address, mark in enumerate(activity.marks) if mark and (look is None or mark >> 2 == look)
    }


def test_a_step_is_told_of_exactly():
    session = toy().session
    activity = Activity(session)
    activity.look()
    session.step(1)  # LDA COUNTER
    activity.look()
    assert happened(activity) == {0: EXECUTED, COUNTER: READ}
    session.step(2)  # ADD ONE, STA COUNTER
    activity.look()
    assert happened(activity, look=2) == {1: EXECUTED, 2: EXECUTED, ONE: READ, COUNTER: WRITTEN}
    assert happened(activity)[0] == EXECUTED  # of the first look


def test_looking_changes_nothing_and_keeps_breakpoints():
    session = wally().session
    session.stops.add(Kind.EXECUTE, 0x0203)
    session.stops.add(Kind.WRITE, 0x00F9)
    activity = Activity(session)
    activity.look()
    session.cont()
    before = session.machine.snapshot()
    activity.look()
    assert happened(activity)[0x0200] == EXECUTED
    after = session.machine.snapshot()
    assert (before.cycle, before.record) == (after.cycle, after.record)
    assert session.cont().breakpoints


def test_a_program_at_work_is_told_of_as_the_bus_has_it():
    """Every access of the chip, one instruction after the other, against one look at all of them."""
    session = kim1().session
    session.press("AD", "1")
    activity = Activity(session)
    activity.look()
    machine, start = session.machine, session.machine.snapshot()
    read, written, executed = set(), set(), set()
    for _ in range(200):
        address = machine.read_register("PC")
        executed |= {*range(address, machine.disassemble(address)[1])}
        for access in machine.step_on_bus():
            (written if access.write else read).add(access.address)
    end = machine.cycles
    machine.restore(start)
    assert session.machine.run_to(end) == Stop.NONE
    activity.look()
    found = happened(activity)
    assert {address for address, what in found.items() if what == WRITTEN} == written
    assert executed - written == {address for address, what in found.items() if what == EXECUTED}
    seen = {address for address, what in found.items() if what == READ}
    assert seen <= read
    unseen = read - seen - executed - written
    discarded = {address for address in unseen if address < 0x200 or address - 1 in executed}  # no device can see these
    assert unseen == discarded


def test_what_fails_while_living_again_leaves_the_machine_where_it_is(monkeypatch):
    session = toy().session
    activity = Activity(session)
    activity.look()
    session.step(3)
    before = session.machine.snapshot()

    def fail(cycle):
        raise IronboardError("the tape is gone")

    monkeypatch.setattr(session.machine, "run_to", fail)
    activity.look()
    assert session.machine.snapshot() == before
    assert happened(activity) == {}


def test_a_journey_into_the_past_begins_the_map_anew():
    session = toy().session
    activity = Activity(session)
    activity.look()
    session.step(5)
    activity.look()
    session.go(session.history.start)
    activity.look()
    assert happened(activity) == {}


def told(desk):
    """What the last row says."""
    return [line for line in desk.lines("map") if line][-1]


@on_desk(size=SMALL)
async def test_the_key_and_the_command_open_it_and_a_step_is_seen(desk):
    await desk.press("m")
    assert desk.app.map.has_focus
    legend = desk.lines("map")[0]
    assert "▒ read" in legend
    assert "█ written" in legend
    await desk.press("f10")
    row = desk.lines("map")[1]
    assert row[5] == "▚"
    assert told(desk).startswith(" 000 LOOP")
    await desk.press("0")
    await desk.command("map COUNTER")
    assert desk.app.map.display
    assert desk.app.map.words_in_cell == 1
    assert told(desk) == " 100 COUNTER: read just now"


@on_desk(size=SMALL)
async def test_while_the_machine_runs_the_map_is_alive_and_older_cells_are_dimmer(desk):
    await desk.press("m", "f5")
    await desk.wait(1)
    first = desk.app.map._activity.looks
    await desk.wait(1)
    assert desk.app.map._activity.looks > first > 2
    await desk.press("f5", "4")
    await desk.command("map COUNTER")
    assert "written" in told(desk)
    assert desk.app.map._style(4 * 1 + WRITTEN).color != desk.app.map._style(4 * desk.app.map._activity.looks + 3).color


@on_desk(wally, size=HUGE)
async def test_it_is_zoomed_and_scrolled_and_leads_to_the_word(desk):
    await desk.press("m")
    whole = desk.app.map.words_in_cell
    await desk.press("z", "z")
    assert desk.app.map.words_in_cell == whole // 4
    await desk.press("Z", "Z", "Z")
    assert desk.app.map.words_in_cell == whole
    await desk.press("l")
    await desk.fill(place="COUNT")
    assert desk.app.map.address == 0x0051
    await desk.press("z", "pagedown", "right")
    moved = desk.app.map.address
    assert moved > 0x0051
    await desk.press("enter")
    assert (desk.app.memory.has_focus, desk.app.memory.address) == (True, moved)


@pytest.mark.parametrize("size", [SMALL, HUGE])
@driven
async def test_the_mouse_tells_address_and_label_and_a_click_goes_there(size):
    async with opened(size=size) as desk:
        await desk.press("m")
        await desk.command("map LOOP")
        pane = desk.app.map
        column, row = 5 + COUNTER % pane._per_row, 1 + COUNTER // pane._per_row
        await desk.pilot._post_mouse_events([MouseMove], "#map", offset=(column, row), button=0)
        await desk.settle()
        assert told(desk).startswith(" 100 COUNTER: untouched")
        await desk.click("map", column, row)
        assert pane.address == COUNTER
