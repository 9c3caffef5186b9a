"""The units together: the effects of RDS, WRS, CPY and their like, how they are served, and the entry points.

A unit asks for the host's work by a `request`, which is done after the instruction that made it, before the next one:
here, as far as the record has it (cards, printer), or by the host (tapes; media.py), which also fills the hopper and
empties stacker, paper and film.

Addresses, in octal, and 333 (WRS): no unit, but to wait until the one that is selected has let go.

    030 tubes | 201-212 tapes, BCD | 221-232 tapes, binary | 301-310 drums | 321 reader | 341 punch | 361 printer
"""

from __future__ import annotations

from enum import IntEnum

from emulators.ibm704 import connection, core, display, drum, printer, punch, reader, tape
from emulators.ibm704.connection import Request, Trouble
from emulators.ibm704.core import Op
from emulators.ibm704.isa import CORE_SIZES, FIELD, MOST_WORDS
from emulators.kernels import out_of_line
from emulators.machine import Stop
from emulators.record import FLAG, TRACE_ROWS, Fields, State, unsigned

DELAY = 0o333

FIELDS: Fields = {
    **connection.FIELDS,
    **reader.FIELDS,
    **punch.FIELDS,
    **printer.FIELDS,
    **printer.PAPER_FIELDS,
    **drum.FIELDS,
    **tape.FIELDS,
    **display.FIELDS,
    "index_display": unsigned(15),  # the register that a key DISPLAY A, B or C has shown last
    "stepping": FLAG,  # 1: MULTIPLE STEP is down
    **core.FIELDS,
}


def is_selected(m: State) -> bool:
    """Return whether the unit that is selected is there, and has copied no more words than it has."""
    if m.unit == 0:
        return m.unfinished == 0
    if m.unit == reader.UNIT:
        words = m.moved
    elif m.unit == punch.UNIT or (m.unit == printer.UNIT and m.unit_writing):
        words = max(m.moved, m.buffered)
    elif m.unit == printer.UNIT:
        words = max(m.moved - printer.ECHO_COPIES + connection.WORDS, m.buffered)
    else:
        words = 0
    if (
        m.unfinished
        and m.unit != punch.UNIT
        and m.unit != printer.UNIT
        and not (tape.number(m.unit) and m.unit_writing)
    ):
        return False
    mounted = tape.number(m.unit) == 0 or tape.ready(m, tape.number(m.unit), m.unit_writing)
    return can(m.unit, m.unit_writing) and words <= connection.WORDS and mounted


def is_served(m: State) -> bool:
    """Return whether the host has done all that was asked for."""
    return m.request == Request.NONE and m.finished == 0


def are_fetched(m: State) -> bool:
    """Return whether the host has fetched all points but those that are at hand."""
    return 0 <= m.point_count - m.points_fetched <= display.BUFFER


def are_taken(m: State) -> bool:
    """Return whether the buffer has as many words as have been taken from it."""
    return m.taken <= m.buffered


def is_addressed(m: State) -> bool:
    """Return whether core storage has one of its sizes, and IC is within it."""
    return m.core_mask + 1 in CORE_SIZES and m.ic <= m.core_mask


RELATIONS = (is_addressed, is_selected, is_served, are_fetched, are_taken)
# Windows on the media.
MEDIA_FIELDS = frozenset({**reader.HOPPER_FIELDS, **punch.STACKER_FIELDS, **printer.PAPER_FIELDS})


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
    """Release the unit if the program has missed its time. It may be asked any number of times."""
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
    if tape.number(unit) and not tape.ready(m, tape.number(unit), writing):
        connection.not_ready(m, unit)
        m.ic = (m.ic - 1) & m.core_mask
        return
    connection.connect(m, unit, writing)
    if unit == reader.UNIT:
        connection.ask(m, Request.FETCH, 0)
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


# ---------------------------------------------------------------- between two instructions


@out_of_line
def serve(m: State) -> None:
    """Serve the requests of the units, in their order; those that need the host remain."""
    if m.finished == punch.UNIT:
        punch.stack(m)
        m.finished = 0
    elif m.finished == printer.UNIT:
        printer.print_line(m, m.finished_hubs)
        m.finished = 0
    if m.finished:  # a tape: its last words are in the buffer
        return
    done = True
    if m.request == Request.PUNCH:
        punch.stack(m)
    elif m.request == Request.PRINT:
        printer.print_line(m, m.hubs)
    elif m.request == Request.SPACE:
        printer.space(m, m.argument)
    elif m.request == Request.FETCH and m.unit == reader.UNIT:
        done = reader.feed(m)
    else:
        done = False
    if done:
        m.request = Request.NONE


def waits_for_host(m: State) -> bool:
    """Return whether the host has something to do before the next instruction: a request, or a ring to be emptied."""
    asked = m.request != Request.NONE or m.finished != 0
    noted = m.trace_length == TRACE_ROWS or display.is_full(m)
    return asked or noted or printer.is_full(m) or punch.is_full(m)


@out_of_line
def settle(m: State) -> None:
    """Serve the units; none of them waits for a stopped machine."""
    serve(m)
    if m.unit and not m.running and not m.request and not m.finished:
        connection.let_go(m)
        serve(m)


# ---------------------------------------------------------------- what Python calls


class Button(IntEnum):
    """The buttons of the console that `press` knows."""

    RESET = 0
    START = 1
    CLEAR = 2
    LOAD_CARDS = 3
    LOAD_TAPE = 4
    LOAD_DRUM = 5


def power_on(m: State, core_size: int) -> None:
    """Set the state in which the machine is when the power comes on; core storage and drums hold zeros."""
    core.power_on(m, core_size)


def run(m: State, deadline: int) -> None:
    """Run to the cycle `deadline`, or until something stops it or the host has something to do.

    At least one instruction is executed, but none while `waits_for_host`.
    """
    m.stop = Stop.NONE
    going = not waits_for_host(m)
    while going:
        core.run_to(m, UNITS, deadline)
        pass_time(m)
        settle(m)
        going = m.stop == Stop.NONE and m.cycles < deadline and not waits_for_host(m)


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


def press(m: State, button: int) -> None:
    """Press a button; all but RESET do nothing while the machine runs, or on MANUAL.

    LOAD TAPE leaves a request for the host, and so does LOAD CARDS if the host has the cards: then `finish_load`.
    """
    if button == Button.RESET:
        reset(m)
        serve(m)
    elif m.running or not m.automatic:
        return
    elif button == Button.START:
        m.running = 1
        m.cause = core.Cause.NONE
    elif button == Button.CLEAR:
        reset(m)
        for address in range(MOST_WORDS):
            m.memory[address] = 0
    else:
        reset(m)
        m.stop = Stop.NONE
        if button == Button.LOAD_CARDS:
            select(m, reader.UNIT, 0)
        elif button == Button.LOAD_TAPE:
            select(m, tape.FIRST_BINARY, 0)
        else:
            select(m, drum.FIRST, 0)
        serve(m)
        if m.request == Request.NONE:
            finish_load(m)


def finish_load(m: State) -> None:
    """Read the first two words of the unit that a LOAD button has selected into 0 and 1, and start at 0."""
    unit = m.unit
    if m.stop == Stop.INPUT:  # there is no tape
        m.ic = 0
        return
    for address in range(2):
        if copy(m, address):
            core.halt(m, core.Cause.NONE)
            m.trouble = Trouble.NOTHING_TO_LOAD
            m.trouble_unit = unit
            return
    m.running = 1


ENTRY_POINTS = (run, press, finish_load, serve, settle)
