"""The peripheral side: it looks at word 1 of the program, and serves the request there.

    word 1      59-42 name, three characters   40 recall   35-18 a number   17-0 an address
    END ABT     the program's end; its abortion
    MSG         a line for the dayfile: display code from the address on, up to a zero character pair
    TIM         time to the address: seconds in bits 35-12, milliseconds in 11-0, and other forms
    MEM MOD     the field length; the exit mode
    LDR         another program is loaded
    CIO         input and output by the file environment table at the address; cio.py does it
    RCL         with recall: wait for the end of the request in the table at the address; else wait a while
    CON         from now on the console shows the lines at the address
    ABC LUN     peripheral programs that work for the program: displays.py

Word 1 is zero again when the request has been taken, of one with recall when it is done. The status of CIO is odd when
the data have been moved, later. Everything happens at cycles. docs/cdc6600/system.md has the details and says what is
known of the real systems. requests.py does what is not input and output.

This is the kernel of the machine: processor and peripheral side in one record, which runs a program with its files by
itself. Where the arena of files is too small, and where the host listens to a file that has been written, `advance`
comes back and is called again.
"""

from __future__ import annotations

from enum import IntEnum

from emulators.cdc6600 import cio, core, dayfile, displays, files, lookup, requests
from emulators.cdc6600.arithmetic import M18
from emulators.cdc6600.core import Cause
from emulators.cdc6600.dayfile import Fault, fail
from emulators.cdc6600.display_code import CODE_BITS
from emulators.cdc6600.displays import Driver
from emulators.cdc6600.files import HEAD, NOWHERE, TRANSFERS, Head
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.cdc6600.requests import CIO, NAME_CODES, PERIOD, RCL, REQUEST_WORD, Form, store_request
from emulators.inputs import NEVER
from emulators.kernels import out_of_line
from emulators.machine import Stop
from emulators.record import MOMENT, TRACE_ROWS, Fields, State, unsigned

TAKEN_CYCLES = 1_000  # from the store into word 1 to its being zero again: 100 microseconds
MOVED_CYCLES = 10_000  # from there to the end of input and output, or from a typed line to it: a millisecond
RECALL = 1 << 40
INPUT, OUTPUT = cio.INPUT, cio.OUTPUT


class Row(IntEnum):
    """A transfer under way, in the block TRANSFERS of the arena."""

    CYCLE = 0  # when it is done; WAITING: it waits for a line to be typed
    ADDRESS = 1  # of the FET
    NUMBER = 2  # in the request
    NAME = 3  # of the file for which it waits for a line


ROW, WAITING = len(Row), -1
FIELDS: Fields = {
    **core.FIELDS,
    **files.FIELDS,
    **dayfile.FIELDS,
    **cio.FIELDS,
    **requests.FIELDS,
    **displays.FIELDS,
    "taking": MOMENT,  # the cycle at which word 1 is looked at; 0: nothing was asked
    "ending": unsigned(18),  # END or ABT, which has been taken, and goes on when all transfers are done
    "recall": unsigned(18),  # the address of the FET; the end of its request clears word 1; 0: none
    "shown": unsigned(18),  # the address of the picture; 0: there is none
}
SCRATCH = {"lookup": lookup.WORDS}  # arrays that are no part of the machine, and their words

# ---------------------------------------------------------------- transfers under way


def first_transfer(m: State) -> int:
    """Return where in the arena the row of the transfer is that is done next, NOWHERE if there is none."""
    block, first = files.find(m, TRANSFERS), NOWHERE
    if block == NOWHERE:
        return NOWHERE
    for place in range(block + HEAD, block + HEAD + m.arena[block + Head.LENGTH], ROW):
        if m.arena[place + Row.CYCLE] != WAITING and (first == NOWHERE or goes_before(m, place, first)):
            first = place
    return first


def goes_before(m: State, row: int, other: int) -> bool:
    """Return whether a transfer comes before another one: by cycle, address, number."""
    if m.arena[row + Row.CYCLE] != m.arena[other + Row.CYCLE]:
        return m.arena[row + Row.CYCLE] < m.arena[other + Row.CYCLE]
    if m.arena[row + Row.ADDRESS] != m.arena[other + Row.ADDRESS]:
        return m.arena[row + Row.ADDRESS] < m.arena[other + Row.ADDRESS]
    return m.arena[row + Row.NUMBER] < m.arena[other + Row.NUMBER]


def add_transfer(m: State, cycle: int, address: int, number: int, name: int) -> None:
    """Note a transfer; there must be room."""
    block = files.reserve(m, TRANSFERS, ROW)
    files.append(m, block, cycle)
    files.append(m, block, address)
    files.append(m, block, number)
    files.append(m, block, name)


def drop_transfer(m: State, row: int) -> None:
    """Forget a transfer."""
    block = files.find(m, TRANSFERS)
    m.arena[block + Head.LENGTH] -= ROW
    for place in range(row, block + HEAD + m.arena[block + Head.LENGTH]):
        m.arena[place] = m.arena[place + ROW]


def under_way(m: State, address: int) -> bool:
    """Return whether there is a transfer by the FET at an address."""
    block, found = files.find(m, TRANSFERS), False
    if block != NOWHERE:
        for place in range(block + HEAD, block + HEAD + m.arena[block + Head.LENGTH], ROW):
            found = found or m.arena[place + Row.ADDRESS] == address
    return found


def wake(m: State) -> None:
    """Make those who have waited for a line look again."""
    block = files.find(m, TRANSFERS)
    if block != NOWHERE:
        for place in range(block + HEAD, block + HEAD + m.arena[block + Head.LENGTH], ROW):
            if m.arena[place + Row.CYCLE] == WAITING:
                m.arena[place + Row.CYCLE], m.arena[place + Row.NAME] = m.cycles + MOVED_CYCLES, 0


@out_of_line
def move(m: State, row: int) -> bool:
    """Do an input or output, unless it has to wait for a line; return False if the arena has to grow first."""
    address, number = m.arena[row + Row.ADDRESS], m.arena[row + Row.NUMBER]
    found = cio.table(m, address)
    wanted = files.growth(m, files.DAYFILE, dayfile.LINE_WORDS)
    if not files.make_room(m, wanted + (cio.room_wanted(m) if found else 0)):
        m.fault = Fault.NONE
        return False
    row = first_transfer(m)  # blocks may have moved
    if found and cio.waits(m):
        m.arena[row + Row.CYCLE], m.arena[row + Row.NAME] = WAITING, m.fet[cio.Fet.NAME]
        return True
    drop_transfer(m, row)
    if found:
        cio.transfer(m, number)
    if m.fault == Fault.NONE and m.recall == address:
        m.recall = 0
        store_request(m, 0)
    return True


# ---------------------------------------------------------------- requests


def ask(m: State) -> None:
    """Note that something was stored into word 1."""
    if not m.taking:
        m.taking = m.cycles + TAKEN_CYCLES


@out_of_line
def take(m: State) -> bool:
    """Look at word 1, serve its request, set it to zero; return False if the arena has to grow first."""
    wanted = files.growth(m, files.DAYFILE, dayfile.LINE_WORDS) + files.growth(m, TRANSFERS, ROW)
    if not files.make_room(m, wanted):
        return False
    m.taking = 0
    if not cio.exists(m, REQUEST_WORD):
        return True
    word = cio.word_at(m, REQUEST_WORD)
    name, number, address = word >> WORD_BITS - CODE_BITS * NAME_CODES, word >> ADDRESS_BITS & M18, word & M18
    if name in (requests.END, requests.ABT):
        m.ending = name
        return True
    obey(m, name, number, address, word)
    if m.fault == Fault.NONE:
        m.recall = address if word & RECALL and name in (CIO, RCL) and under_way(m, address) else 0
        m.recall_at = m.cycles + PERIOD if name == RCL and not word & RECALL else 0
        if m.recall == 0 and m.recall_at == 0:
            store_request(m, 0)
    return True


def obey(m: State, name: int, number: int, address: int, word: int) -> None:
    """Do a request that is neither END nor ABT."""
    if name == requests.MSG:
        requests.message(m, address)
    elif name == requests.TIM:
        requests.tell_time(m, address, number)
    elif name == requests.DAT:
        requests.tell_time(m, address, Form.DATE)
    elif name == requests.CLK:
        requests.tell_time(m, address, Form.CLOCK)
    elif name == requests.JDT:
        requests.tell_time(m, address, Form.JULIAN)
    elif name == requests.RTM:
        requests.tell_time(m, address, Form.REAL_TIME)
    elif name == CIO:
        if cio.table(m, address):
            add_transfer(m, m.cycles + MOVED_CYCLES, address, number, 0)
    elif name == requests.CON:
        if address == 0 or cio.exists(m, address):
            m.shown = address
    elif name == requests.MEM:
        requests.memory(m, address)
    elif name == requests.MOD:
        requests.mode(m, address)
    elif name == requests.LDR:
        requests.load(m, address)
    elif name == displays.ABC:
        displays.begin(m, Driver.ABC, address)
    elif name == displays.LUN:
        displays.begin(m, Driver.LUN, address)
    elif word and name != RCL:
        requests.refuse(m, word, name)


@out_of_line
def end(m: State) -> None:
    """END and ABT: end the program, all transfers being done."""
    how, m.ending = m.ending, 0
    displays.drop(m)
    if how == requests.ABT:
        fail(m, Fault.ABORTED, 0, 0)
        return
    core.halt(m, Cause.END)
    m.recall = m.recall_at = 0
    store_request(m, 0)


@out_of_line
def abort(m: State) -> None:
    """End the program with a line for the dayfile."""
    m.taking = m.recall = m.recall_at = 0
    displays.drop(m)
    block = files.find(m, TRANSFERS)
    if block != NOWHERE:
        m.arena[block + Head.LENGTH] = 0
    dayfile.put_fault(m)
    m.fault = Fault.NONE
    core.halt(m, Cause.ABORT)


# ---------------------------------------------------------------- time


def next_request(m: State) -> int:
    """Return when there is something to do next for the program; NEVER if there is nothing."""
    row = first_transfer(m)
    cycle = m.arena[row + Row.CYCLE] if row != NOWHERE else NEVER
    if m.recall_at:
        cycle = min(cycle, m.recall_at)
    return min(cycle, m.taking) if m.taking else cycle


def next_cycle(m: State) -> int:
    """Return when there is something to do next; NEVER if there is nothing."""
    cycle = next_request(m)
    return min(cycle, m.driver_next) if m.driver else cycle


@out_of_line
def serve(m: State, cycle: int) -> None:
    """Do everything due up to a cycle; an impossible request ends the program."""
    m.lacking = m.told = 0
    going = True
    while going:
        row = first_transfer(m)
        due = next_request(m) if cycle == NEVER else next_cycle(m)  # a driver never ends
        if m.ending and row == NOWHERE:
            going = files.make_room(m, files.growth(m, files.DAYFILE, dayfile.LINE_WORDS))
            if going:
                end(m)
        elif m.ending:
            going = move(m, row)
        elif due > cycle or due == NEVER:
            going = False
        elif m.taking and due == m.taking:
            going = take(m)
        elif m.recall_at and due == m.recall_at:
            m.recall_at = 0
            store_request(m, 0)
        elif cycle != NEVER and m.driver and due == m.driver_next:
            displays.look(m)
        else:
            going = move(m, row)
        if m.fault:
            abort(m)
        going = going and not m.told


def advance(m: State, deadline: int, input_cycle: int) -> int:
    """Go to a cycle, or until something stops the machine, with the system's work at its cycles.

    `input_cycle` is that of the next input, NEVER if there is none: inputs precede the system's work at their cycle.
    Return 0 when all is done; else 1, to be called again after the host has done its part: grow the arena by
    `m.lacking` words, take what has been written (`m.told`), rows of a trace that is full, or do an input that is due.
    `m.stop` has to be 0 when a machine is to go on that something has stopped.
    """
    while m.cycles < input_cycle:
        stop = m.stop
        serve(m, NEVER if stop != Stop.NONE and m.cause == Cause.PROGRAM_STOP else m.cycles)
        if stop != Stop.NONE:
            m.stop = stop
        if m.lacking or m.told:
            return 1
        if m.cause in (Cause.END, Cause.ABORT):
            m.stop = stop if stop != Stop.NONE else Stop.HALT
        if m.stop != Stop.NONE or m.cycles >= deadline:
            return 0
        core.run_to(m, max(min(deadline, input_cycle, next_cycle(m)), m.cycles + 1))
        if m.request:
            m.request = 0
            ask(m)
        if m.trace_length == TRACE_ROWS or m.timing_length >= core.FULL_TIMING:
            return 1
    return 1


def run(m: State, deadline: int) -> None:
    """Run the processor alone to the cycle `deadline`; at least one instruction."""
    core.run_to(m, deadline)


# ---------------------------------------------------------------- the host's side


def attach(m: State, name: int, words: int) -> int:
    """Create an empty file, not connected, with room for `words`; return whether the arena has the room.

    All that follow return so, and have done nothing if it has not: `m.lacking` says how many words it has to grow by.
    """
    if not files.make_room(m, HEAD + words):
        return 0
    files.remove(m, name)
    file = files.reserve(m, name, words)
    m.arena[file + Head.CONNECTED] = 0
    return 1


def put_word(m: State, name: int, word: int) -> int:
    """Append a word to a file: of a typed line, or of a file being made."""
    if not files.make_room(m, files.growth(m, name, 1)):
        return 0
    files.append(m, files.reserve(m, name, 1), word)
    return 1


def connect(m: State, name: int, connected: int) -> int:
    """Make a file a keyboard: after its last word, reading waits for a line; or end its lines."""
    if not files.make_room(m, files.growth(m, name, 0)):
        return 0
    m.arena[files.reserve(m, name, 0) + Head.CONNECTED] = connected
    if not connected:
        wake(m)
    return 1


def press(m: State, key: int) -> int:
    """Press a key of the console for the display driver; return whether there was room for it."""
    return displays.press(m, key)


ENTRY_POINTS = (run, advance, attach, put_word, connect, wake, press)
