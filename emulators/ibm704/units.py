"""The units together: what RDS, WRS, CPY and their like do, and the compiled entry point.

Addresses, in octal, and 333 (WRS): no unit, but to wait until the one that is selected has let go.

    030 tubes | 201-212 tapes, BCD | 221-232 tapes, binary | 301-310 drums | 321 reader | 341 punch | 361 printer
"""

from __future__ import annotations

from emulators.ibm704 import connection, core, display, drum, printer, punch, reader, tape
from emulators.ibm704.connection import Trouble
from emulators.ibm704.core import Op
from emulators.ibm704.isa import FIELD
from emulators.record import Fields, State

DELAY = 0o333

FIELDS: Fields = {
    **connection.FIELDS,
    **reader.FIELDS,
    **punch.FIELDS,
    **printer.FIELDS,
    **drum.FIELDS,
    **tape.FIELDS,
    **display.FIELDS,
    "index_display": ("int", 1),  # what the keys DISPLAY A, B, C have shown last
    "stepping": ("int", 1),  # 1: MULTIPLE STEP is down
    **core.FIELDS,
}


def too_late(m: State) -> int:
    """Return the cycle from which the unit selected does not wait for a copy any more."""
    unit = m.unit
    if unit == reader.UNIT:
        return reader.too_late(m)
    if unit == punch.UNIT:
        return punch.too_late(m)
    if unit == printer.UNIT:
        return printer.too_late(m)
    if tape.number(unit):
        return tape.too_late(m)
    if drum.FIRST <= unit <= drum.LAST:
        return drum.too_late(m)
    return m.cycles + 1


def pass_time(m: State) -> None:
    """Let the unit go if the program has not come in time. It does not matter how often this is asked."""
    if m.unit and m.cycles >= too_late(m):
        connection.let_go(m)


def can(unit: int, writing: int) -> bool:
    """Return whether there is such a unit, and whether it can be written, or read."""
    if unit == display.UNIT or unit == punch.UNIT:
        return writing == 1
    if unit == reader.UNIT:
        return writing == 0
    return unit == printer.UNIT or drum.FIRST <= unit <= drum.LAST or tape.number(unit) > 0


def select(m: State, unit: int, writing: int) -> None:
    """RDS and WRS: let the unit before go, and connect this one."""
    pass_time(m)
    if unit == DELAY and writing:
        if m.unit:
            connection.wait(m, too_late(m))
            connection.let_go(m)
        return
    connection.let_go(m)
    if not can(unit, writing):
        m.trouble_unit = unit
        connection.check(m, Trouble.NO_UNIT)
        return
    if tape.number(unit) and m.tapes >> tape.number(unit) & 1 == 0:
        connection.not_ready(m, unit)
        m.ic = (m.ic - 1) & m.core_mask
        return
    connection.connect(m, unit, writing)
    if unit == reader.UNIT:
        connection.ask(m, connection.Request.FETCH, 0)
    elif unit == punch.UNIT:
        punch.start(m)
    elif unit == printer.UNIT:
        printer.start(m)
    elif tape.number(unit):
        tape.start(m, unit, writing)
    else:
        m.drum_address = 0


def copy(m: State, address: int) -> int:
    """CPY: move a word between the unit and storage; return how many instructions are skipped."""
    was = m.unit
    pass_time(m)
    unit = m.unit
    if unit == 0:
        m.trouble_unit = was
        connection.check(m, Trouble.TOO_LATE if was else Trouble.NOT_SELECTED)
        return 0
    if unit == reader.UNIT:
        return reader.copy(m, address)
    if unit == punch.UNIT:
        return punch.copy(m, address)
    if unit == printer.UNIT:
        return printer.copy(m, address)
    if tape.number(unit):
        return tape.copy(m, address)
    if unit == display.UNIT:
        return display.copy(m, address)
    return drum.copy(m, address)


def control(m: State, op: int, address: int) -> int:
    """LDA BST WEF REW CFF SPU SPT SPR; return how many instructions are skipped."""
    pass_time(m)
    if op == Op.SPT:
        return m.hubs >> printer.ENTRY_HUB & 1
    if op == Op.SPR:
        printer.sense(m, address - printer.UNIT + 1)
    elif op == Op.CFF:
        display.change_frame(m)
    elif op == Op.LDA:
        word = core.load(m, address)
        if drum.FIRST <= m.unit <= drum.LAST and m.moved == 0:
            drum.locate(m, word & FIELD)
        else:
            connection.check(m, Trouble.NO_DRUM)
    elif op != Op.SPU:
        connection.let_go(m)
        return tape.move(m, op, address)
    return 0


UNITS = core.Units(select, copy, control)


# ---------------------------------------------------------------- what Python calls


def power_on(m: State, core_size: int) -> None:
    """Set the state in which the machine is when the power comes on; core storage and drums hold zeros."""
    core.power_on(m, core_size)


def run(m: State, deadline: int) -> None:
    """Run to the cycle `deadline`, or until something stops it or a unit asks; at least one instruction."""
    core.run_to(m, UNITS, deadline)
    pass_time(m)


def execute(m: State, word: int) -> None:
    """Execute an instruction that does not come from storage: IC changes only if it transfers or skips."""
    core.begin(m, int(m.cycles))
    core.execute(m, UNITS, int(m.ic - 1 & m.core_mask), word)


def reset(m: State) -> None:
    """Press RESET: the unit is let go, too."""
    connection.let_go(m)
    core.reset(m)
    m.trouble = Trouble.NONE
    m.index_display = 0


ENTRY_POINTS = (run,)
