"""How long does it take? A model of the scoreboard: issue, the ten functional units, banks of storage.

Instructions are issued in their order, one in a minor cycle at most (a long one takes two), and wait in their unit:

    first order    the unit is busy, or a register for the result is reserved: the instruction is not issued
    second order   an operand is still to come: issued, but it does not start
    third order    a register for the result has still to be read by an instruction issued earlier: the result waits

Words of instructions come every 8 minor cycles from storage, every 4 from the instruction stack. While a jump is being
decided nothing is issued. What is certain, and what is assumed, says docs/cdc6600/timing.md.

Source: J. E. Thornton, Design of a Computer: The Control Data 6600.
"""

from __future__ import annotations

from enum import IntEnum

from emulators.cdc6600.isa import INSTRUCTIONS, Kind, Unit
from emulators.compiled import njit
from emulators.record import Fields, State

# Registers by number: A0-A7, B0-B7, X0-X7.
A, B, X, NO_REGISTER = 0, 8, 16, -1
NO_ADDRESS = -1  # of storage
REGISTERS = 24


class Port(IntEnum):
    """The units one by one, of multiply and increment both."""

    BRANCH = 0
    BOOLEAN = 1
    SHIFT = 2
    ADD = 3
    LONG_ADD = 4
    MULTIPLY_1 = 5
    MULTIPLY_2 = 6
    DIVIDE = 7
    INCREMENT_1 = 8
    INCREMENT_2 = 9
    NONE = 10


PORTS = {
    Unit.NONE: (Port.NONE, Port.NONE), Unit.BRANCH: (Port.BRANCH, Port.BRANCH),
    Unit.BOOLEAN: (Port.BOOLEAN, Port.BOOLEAN), Unit.SHIFT: (Port.SHIFT, Port.SHIFT), Unit.ADD: (Port.ADD, Port.ADD),
    Unit.LONG_ADD: (Port.LONG_ADD, Port.LONG_ADD), Unit.MULTIPLY: (Port.MULTIPLY_1, Port.MULTIPLY_2),
    Unit.DIVIDE: (Port.DIVIDE, Port.DIVIDE), Unit.INCREMENT: (Port.INCREMENT_1, Port.INCREMENT_2),
}  # fmt: skip


class Column(IntEnum):
    """A row of the timing record: one instruction. Times are minor cycles since power-on, waits are lengths."""

    LOCATION = 0  # address of its word
    PARCEL = 1
    INSTRUCTION = 2  # its first parcel
    PORT = 3
    SLOT = 4  # when it could have been issued but for conflicts of the first order
    ISSUE = 5
    START = 6
    RESULT = 7
    DONE = 8  # when storage has delivered or taken the word; otherwise RESULT
    FETCH = 9  # waits: for the word of instructions ...
    UNIT = 10  # ... for the unit ...
    RESERVED = 11  # ... for the register of the result ...
    OPERAND = 12  # ... for an operand ...
    READER = 13  # ... for an earlier reader of the register of the result ...
    BANK = 14  # ... for storage, or for an earlier reader of the register that it loads ...
    JUMP = 15  # ... and, behind a jump, for its decision


COLUMNS = len(Column)
TIMING_ROWS = 2048
BANKS, BANK_CYCLES, RETRY_CYCLES, STORAGE_CYCLES = 32, 10, 3, 5
JUMP_SLOTS = 2  # a jump is long: it takes two slots of issue
FETCHED_CYCLES, STACKED_CYCLES = 8, 4  # from one word of instructions to the next
OUT_OF_STACK, NOT_TAKEN_IN_STACK, NOT_TAKEN_OUT_OF_STACK = 6, 2, 5  # minor cycles more of a conditional jump

FIELDS: Fields = {
    "exact": ("int", 1),  # 1: cycles are those of the model; 0: one for every instruction
    "slot": ("int", 1),  # the first cycle in which the next instruction may be issued
    "arrival": ("int", 1),  # when the word being executed came
    "ready": ("int", REGISTERS),  # when the result of the unit that reserved a register is stored
    "last_read": ("int", REGISTERS),  # when the last instruction issued so far that reads a register does so
    "free": ("int", len(Port)),  # from when on a unit is free
    "bank_accepted": ("int", BANKS),  # when a bank last accepted an address: to come, if its unit waits for a word
    "bank_accepted_before": ("int", BANKS),
    "accepted": ("int", 1),  # when storage last accepted an address ...
    "accepted_before": ("int", 1),  # ... and the last time before that
    "timing": ("int", 1),  # 1: note every instruction in `timing_rows`
    "timing_length": ("int", 1),
    "timing_rows": ("int", TIMING_ROWS * COLUMNS),
    "kinds": ("int", 64),  # Kind, per code
    "times": ("int", 64),
    "first_port": ("int", 64),
    "second_port": ("int", 64),
}
CONSTANT_FIELDS = frozenset({"kinds", "times", "first_port", "second_port"})

READS_XJ, READS_XK, READS_BJ, READS_BK, READS_AJ, READS_BI, WRITES_XI, WRITES_AI, WRITES_BI, WRITES_BJ, READS_XI = (
    int(each) for each in Kind if each
)


def power_on(m: State) -> None:
    """Fill the tables."""
    for each in INSTRUCTIONS:
        m.kinds[each.code], m.times[each.code] = int(each.kind), each.time
        m.first_port[each.code], m.second_port[each.code] = (int(port) for port in PORTS[each.unit])
    begin(m)


@njit()
def begin(m: State) -> None:
    """Let the model start now, with nothing under way."""
    m.slot = m.arrival = m.cycles
    m.accepted = m.accepted_before = m.cycles - 1
    for bank in range(BANKS):
        m.bank_accepted[bank] = m.bank_accepted_before[bank] = m.cycles - BANK_CYCLES


@njit()
def later(m: State, cycle: int, register: int) -> int:
    """Return the cycle by which an operand is there too."""
    ready = m.ready[register]
    return max(ready, cycle)


@njit()
def operands_ready(m: State, kind: int, i: int, j: int, k: int, cycle: int) -> int:
    """Return from when on all operands of an instruction are there."""
    if kind & READS_XJ:
        cycle = later(m, cycle, X + j)
    if kind & READS_XK:
        cycle = later(m, cycle, X + k)
    if kind & READS_XI:
        cycle = later(m, cycle, X + i)
    if kind & READS_BJ:
        cycle = later(m, cycle, B + j)
    if kind & READS_BK:
        cycle = later(m, cycle, B + k)
    if kind & READS_BI:
        cycle = later(m, cycle, B + i)
    if kind & READS_AJ:
        cycle = later(m, cycle, A + j)
    if kind & WRITES_AI and i >= 6:  # a store reads its X register
        cycle = later(m, cycle, X + i)
    return cycle


@njit()
def note_reads(m: State, kind: int, i: int, j: int, k: int, start: int) -> None:
    """Note when operands are read: results for these registers must wait until then."""
    if kind & READS_XJ:
        m.last_read[X + j] = max(m.last_read[X + j], start)
    if kind & READS_XK:
        m.last_read[X + k] = max(m.last_read[X + k], start)
    if kind & READS_XI:
        m.last_read[X + i] = max(m.last_read[X + i], start)
    if kind & READS_BJ:
        m.last_read[B + j] = max(m.last_read[B + j], start)
    if kind & READS_BK:
        m.last_read[B + k] = max(m.last_read[B + k], start)
    if kind & READS_BI:
        m.last_read[B + i] = max(m.last_read[B + i], start)
    if kind & READS_AJ:
        m.last_read[A + j] = max(m.last_read[A + j], start)
    if kind & WRITES_AI and i >= 6:
        m.last_read[X + i] = max(m.last_read[X + i], start)


@njit()
def result_registers(kind: int, i: int, j: int) -> tuple[int, int]:
    """Return the registers that an instruction reserves; NO_REGISTER for none. B0 is never reserved."""
    first, second = NO_REGISTER, NO_REGISTER
    if kind & WRITES_XI:
        first = X + i
    elif kind & WRITES_AI:
        first = A + i
        if 1 <= i <= 5:
            second = X + i
    elif kind & WRITES_BI and i:
        first = B + i
    if kind & WRITES_BJ and j:
        second = B + j
    return first, second


@njit()
def word_comes(m: State, in_sequence: bool, fetched: int) -> None:
    """Note when a word begins to be executed: one in sequence is asked for when the one before it begins."""
    if in_sequence:
        m.arrival = max(m.slot, m.arrival + (FETCHED_CYCLES if fetched else STACKED_CYCLES))
    else:
        m.arrival = m.slot


@njit()
def storage_time(m: State, absolute: int, cycle: int) -> int:
    """Return when storage accepts an address that comes in a cycle; a request for a busy bank goes round."""
    bank = absolute & (BANKS - 1)
    accepted = cycle
    while True:
        if is_busy(m, bank, accepted):
            accepted += RETRY_CYCLES
        elif accepted == m.accepted or accepted == m.accepted_before:
            accepted += 1
        else:
            break
    if accepted > m.accepted:
        m.accepted_before, m.accepted = m.accepted, accepted
    else:
        m.accepted_before = max(m.accepted_before, accepted)
    if accepted > m.bank_accepted[bank]:
        m.bank_accepted_before[bank], m.bank_accepted[bank] = m.bank_accepted[bank], accepted
    else:
        m.bank_accepted_before[bank] = max(m.bank_accepted_before[bank], accepted)
    return accepted


@njit()
def is_busy(m: State, bank: int, cycle: int) -> bool:
    """Return whether a bank is busy in a cycle. A store that still waits for its word is no matter."""
    last = m.bank_accepted[bank]
    if last > cycle:
        last = m.bank_accepted_before[bank]
    return last <= cycle < last + BANK_CYCLES


@njit(forceinline=False)
def advance(m: State, location: int, parcel: int, instruction: int, long: int, absolute: int) -> None:
    """Let an instruction that is no jump go through the units; `absolute`: the address in storage, -1 for none."""
    code, i, j, k = instruction >> 9, instruction >> 6 & 7, instruction >> 3 & 7, instruction & 7
    kind = m.kinds[code]
    wanted = m.slot
    slot = max(wanted, m.arrival)
    port = m.first_port[code]
    other = m.second_port[code]
    if m.free[other] < m.free[port] and m.free[port] > slot:
        port = other
    first, second = result_registers(kind, i, j)
    unit_free = max(slot, m.free[port]) if port != Port.NONE else slot
    issue = unit_free
    if first != NO_REGISTER:
        issue = max(issue, m.ready[first])
    if second != NO_REGISTER:
        issue = max(issue, m.ready[second])
    start = operands_ready(m, kind, i, j, k, issue)
    ready = start + m.times[code]
    result = ready
    if first != NO_REGISTER:
        result = max(result, m.last_read[first] + 1)
    if second != NO_REGISTER and absolute < 0:
        result = max(result, m.last_read[second] + 1)
    done = result
    accepted = result
    if absolute >= 0:
        accepted = storage_time(m, absolute, result)
        done = accepted + STORAGE_CYCLES
        if second != NO_REGISTER:  # the word loaded waits for the register, not the unit
            done = max(done, m.last_read[second] + 1)
    note_reads(m, kind, i, j, k, start)
    if first != NO_REGISTER:
        m.ready[first] = result
    if second != NO_REGISTER:
        m.ready[second] = done
    if port != Port.NONE:
        m.free[port] = result + 1
    m.slot = issue + 1 + long
    m.cycles = m.slot
    m.instructions += 1
    if m.timing:
        place = (location, parcel, instruction, port)
        times = (slot, issue, start, result, done)
        held = (slot - wanted, unit_free - slot, issue - unit_free)
        note(m, place, times, held, (start - issue, result - ready, done - result - STORAGE_CYCLES, 0), absolute)


@njit(forceinline=False)
def advance_jump(m: State, location: int, parcel: int, instruction: int, taken: int, in_stack: int) -> None:
    """Let a jump be decided; nothing is issued before."""
    code, i, j, k = instruction >> 9, instruction >> 6 & 7, instruction >> 3 & 7, instruction & 7
    kind = m.kinds[code]
    wanted = m.slot
    slot = max(wanted, m.arrival)
    issue = slot
    partner = Port.NONE
    if code == 3:
        partner = Port.LONG_ADD
    elif code != 1:
        partner = Port.INCREMENT_1 if m.free[Port.INCREMENT_1] <= m.free[Port.INCREMENT_2] else Port.INCREMENT_2
    if partner != Port.NONE:
        issue = max(issue, m.free[partner])
    start = operands_ready(m, kind, i, j, k, issue)
    time = m.times[code]
    if code >= 3:
        if taken:
            time += 0 if in_stack else OUT_OF_STACK
        else:
            time += NOT_TAKEN_IN_STACK if in_stack else NOT_TAKEN_OUT_OF_STACK
    result = start + time
    note_reads(m, kind, i, j, k, start)
    if partner != Port.NONE:
        m.free[partner] = result
    m.slot = result
    m.cycles = result
    m.instructions += 1
    if m.timing:
        place = (location, parcel, instruction, 0 | Port.BRANCH)
        times = (slot, issue, start, result, result)
        held = (slot - wanted, issue - slot, 0)
        note(m, place, times, held, (start - issue, 0, 0, result - start - JUMP_SLOTS), 0 | NO_ADDRESS)


@njit()
def note(
    m: State,
    place: tuple[int, int, int, int],
    times: tuple[int, int, int, int, int],
    held: tuple[int, int, int],
    waits: tuple[int, int, int, int],
    absolute: int,
) -> None:
    """Write a row of the timing record; when it is full, the last row is written again."""
    m.timing_length = min(m.timing_length + 1, TIMING_ROWS)
    row = (m.timing_length - 1) * COLUMNS
    for column in range(4):
        m.timing_rows[row + column] = place[column]
        m.timing_rows[row + Column.OPERAND + column] = waits[column]
    for column in range(5):
        m.timing_rows[row + Column.SLOT + column] = times[column]
    for column in range(3):
        m.timing_rows[row + Column.FETCH + column] = held[column]
    if absolute < 0:
        m.timing_rows[row + Column.BANK] = 0
