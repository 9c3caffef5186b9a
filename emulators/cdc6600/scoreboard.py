"""The time of instructions, by a model of the scoreboard: issue, the ten functional units, banks of storage.

Instructions are issued in their order, one in a minor cycle at most (a long one takes two), and wait in their unit:

    first order    the unit is busy, or a register for the result is reserved: the instruction is not issued
    second order   an operand is still to come: issued, but it does not start
    third order    a register for the result has still to be read by an instruction issued earlier: the result waits

Words of instructions arrive every 8 minor cycles from storage, every 4 from the instruction stack. While a jump is
being decided nothing is issued. docs/cdc6600/timing.md separates facts from assumptions.

Source: J. E. Thornton, Design of a Computer: The Control Data 6600.
"""

from __future__ import annotations

from enum import IntEnum

from emulators.cdc6600.isa import INSTRUCTIONS, MOST_WORDS, Kind, Unit
from emulators.kernels import out_of_line
from emulators.record import ANYTHING, COUNT, FLAG, MOMENT, Field, Fields, State, as_many, unsigned

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
    UNIFIED = 11  # of a 6400: all of them in one (unified.py)


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
    JUMP = 15  # ... and, after a jump, for its decision


class Entry(IntEnum):
    """An instruction under way, with some times not known yet: UNKNOWN; NO_REGISTER, -1 for none."""

    START_FLOOR = 0  # when those operands are there of which this is known
    RESULT_FLOOR = 1  # when the result may arrive, by those who still read its register of whom this is known
    WORD_FLOOR = 2  # the same for the second register: of a load, that of the word
    TIME = 3
    READS = 4  # a bit for each register
    FIRST = 5
    SECOND = 6
    ABSOLUTE = 7
    START = 8
    RESULT = 9
    TURN = 10  # in the order in which addresses enter the hopper
    TRY = 11  # when the address tries its bank next
    ACCEPTED = 12
    DONE = 13
    LOCATION = 14  # from here on, for the timing record
    PARCEL = 15
    INSTRUCTION = 16
    PORT = 17
    SLOT = 18
    ISSUE = 19
    FETCH = 20
    UNIT = 21
    RESERVED = 22


COLUMNS, ENTRY, PORT_COUNT = len(Column), len(Entry), len(Port)
NAMES = tuple(each.name.lower() for each in Column)  # of the columns
TIMING_ROWS = 2047
BANKS, BANK_CYCLES, RETRY_CYCLES, STORAGE_CYCLES, HOPPER = 32, 10, 3, 5, 4
LEAST_CYCLES = 3  # from issue to storage: the time of an increment unit
MOST_WAITING = PORT_COUNT + HOPPER + 1  # an instruction for each unit, and the addresses in the hopper
LONGEST = 10_000  # minor cycles in which whatever has been issued is done by far
UNKNOWN = 1 << 60  # a cycle that is not known yet: later than any other
JUMP_SLOTS = 2  # a jump is long: it takes two slots of issue
FETCHED_CYCLES, STACKED_CYCLES = 8, 4  # from one word of instructions to the next
OUT_OF_STACK, NOT_TAKEN_IN_STACK, NOT_TAKEN_OUT_OF_STACK = 6, 2, 5  # minor cycles more of a conditional jump

TIME = Field(-BANK_CYCLES, UNKNOWN)
TIMES = unsigned(10, 64)  # minor cycles, per code

FIELDS: Fields = {
    "exact": FLAG,  # 1: cycles are those of the model; 0: one for every instruction
    "slot": MOMENT,  # the first cycle in which the next instruction may be issued
    "arrival": MOMENT,  # when the word being executed arrived
    "ready": as_many(REGISTERS, TIME),  # when the result of the unit that reserved a register is stored
    "last_read": as_many(REGISTERS, TIME),  # when the last instruction issued so far that reads a register does so
    "free": as_many(PORT_COUNT, TIME),  # from when on a unit is free
    "still_to_read": unsigned(REGISTERS),  # the registers that issued instructions will read, at a time not yet known
    "waiting": Field(-1, UNKNOWN, MOST_WAITING * ENTRY),  # instructions under way, in the order of issue
    "waiting_length": Field(0, MOST_WAITING * ENTRY),
    "tick": MOMENT,  # the work of storage is known up to this cycle
    "next_tick": TIME,  # when the next address enters the hopper or tries its bank
    "turn": COUNT,
    "bank_accepted": as_many(BANKS, TIME),  # when a bank last accepted an address
    "timing": FLAG,  # 1: note every instruction in `timing_rows`
    "timing_from": MOMENT,  # the first slot that is noted
    "timing_length": Field(0, TIMING_ROWS),
    "timing_rows": as_many(TIMING_ROWS * COLUMNS, ANYTHING),
    "lookup": as_many(0, ANYTHING),  # the table of lookup.py
    "lookup_size": COUNT,  # its words; 0: there is none
    "lookup_key": ANYTHING,  # of the word being executed; this and the next two are 0 between runs
    "lookup_history": ANYTHING,  # the banks accessed last
    "lookup_mask": ANYTHING,  # those places of it that matter
    "lookup_spare": as_many(COLUMNS - 5, ANYTHING),  # as long as a row: links to pages of before still lead there
    "kinds": unsigned(len(Kind), 64),  # Kind, per code
    "times": TIMES,
    "first_port": Field(0, max(Port), 64),
    "second_port": Field(0, max(Port), 64),
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


def begin(m: State) -> None:
    """Start the model now, with nothing under way."""
    m.slot = m.arrival = m.cycles
    m.tick = m.cycles
    m.next_tick = UNKNOWN
    m.waiting_length = m.still_to_read = 0
    for bank in range(BANKS):
        m.bank_accepted[bank] = m.cycles - BANK_CYCLES


def comes_to_an_end(m: State) -> bool:
    """Return whether the instructions in the units are known as far as they can be, and will end."""
    if not m.exact or m.unified:
        return bool(m.waiting_length == 0)
    limit = m.cycles + LONGEST
    if m.waiting_length % ENTRY or m.slot != m.cycles or m.arrival > limit or m.tick > limit:
        return False
    for times in (m.ready, m.last_read, m.free, m.bank_accepted):
        if any(limit < each < UNKNOWN for each in times):
            return False
    if UNKNOWN in m.last_read or UNKNOWN in m.bank_accepted:
        return False
    if any(m.ready[register] == UNKNOWN and not is_awaited(m, register) for register in range(REGISTERS)):
        return False
    if any(m.free[port] == UNKNOWN and not is_held(m, port) for port in range(PORT_COUNT)):
        return False
    still_to_read = 0
    for each in range(0, m.waiting_length, ENTRY):
        if not is_entry(m, each, limit) or may_start(m, each) or may_have_result(m, each) or may_be_done(m, each):
            return False
        if m.waiting[each + Entry.START] == UNKNOWN:
            still_to_read |= m.waiting[each + Entry.READS]
    return bool(m.still_to_read == still_to_read and m.next_tick == first_try(m))


def is_awaited(m: State, register: int) -> bool:
    """Return whether something under way has a result for a register, at a time not yet known."""
    for each in range(0, m.waiting_length, ENTRY):
        if m.waiting[each + Entry.SECOND] == register:
            return True
        if m.waiting[each + Entry.FIRST] == register and m.waiting[each + Entry.RESULT] == UNKNOWN:
            return True
    return False


def is_held(m: State, port: int) -> bool:
    """Return whether something under way keeps a unit busy until a time not yet known."""
    for each in range(0, m.waiting_length, ENTRY):
        last = Entry.RESULT if m.waiting[each + Entry.ABSOLUTE] < 0 else Entry.TURN
        if m.waiting[each + Entry.PORT] == port and m.waiting[each + last] == UNKNOWN:
            return True
    return False


def is_entry(m: State, each: int, limit: int) -> bool:
    """Return whether an instruction can be under way: `limit` is the latest cycle that can be known."""
    for time in (Entry.START, Entry.RESULT, Entry.TURN, Entry.TRY, Entry.ACCEPTED):
        if not (0 <= m.waiting[each + time] <= limit or m.waiting[each + time] == UNKNOWN):
            return False
    for time in (Entry.START_FLOOR, Entry.RESULT_FLOOR, Entry.WORD_FLOOR, Entry.SLOT, Entry.ISSUE):
        if not 0 <= m.waiting[each + time] <= limit:
            return False
    turn = m.waiting[each + Entry.TURN]
    if is_in_hopper(m, each):
        for other in range(0, each, ENTRY):
            if is_in_hopper(m, other) and m.waiting[other + Entry.TURN] == turn:
                return False
    return bool(
        (turn < m.turn or not is_in_hopper(m, each))
        and m.waiting[each + Entry.DONE] == UNKNOWN
        and 0 <= m.waiting[each + Entry.TIME] <= LONGEST
        and 0 <= m.waiting[each + Entry.READS] < 1 << REGISTERS
        and max(m.waiting[each + Entry.FIRST], m.waiting[each + Entry.SECOND]) < REGISTERS
        and 0 <= m.waiting[each + Entry.PORT] < PORT_COUNT
        and m.waiting[each + Entry.ABSOLUTE] < MOST_WORDS
    )


def later(m: State, cycle: int, register: int) -> int:
    """Return the cycle by which an operand is there too."""
    ready = m.ready[register]
    return max(ready, cycle)


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


def word_comes(m: State, in_sequence: bool, fetched: int) -> None:
    """Note when a word begins to be executed: one in sequence is asked for when the one before it begins."""
    if in_sequence:
        m.arrival = max(m.slot, m.arrival + (FETCHED_CYCLES if fetched else STACKED_CYCLES))
    else:
        m.arrival = m.slot


# ---------------------------------------------------------------- instructions under way

# Most instructions know all their times when they are issued. An address that meets a busy bank does not, for one
# issued later may reach storage earlier; nor do instructions that wait for their word. These are kept in the order of
# issue until storage has come so far: nothing issued at a cycle or later reaches storage within two more.


def registers_read(m: State, kind: int, i: int, j: int, k: int) -> int:
    """Return the registers that an instruction reads, a bit for each."""
    registers = 0
    if kind & READS_XJ:
        registers |= 1 << X + j
    if kind & READS_XK:
        registers |= 1 << X + k
    if kind & READS_XI or (kind & WRITES_AI and i >= 6):
        registers |= 1 << X + i
    if kind & READS_BJ:
        registers |= 1 << B + j
    if kind & READS_BK:
        registers |= 1 << B + k
    if kind & READS_BI:
        registers |= 1 << B + i
    if kind & READS_AJ:
        registers |= 1 << A + j
    return registers


def has(registers: int, register: int) -> bool:
    """Return whether a register is among these; NO_REGISTER never is."""
    return register >= 0 and registers >> register & 1 != 0


def raise_to(m: State, place: int, cycle: int) -> None:
    """Make something that is under way no earlier than a cycle."""
    m.waiting[place] = max(m.waiting[place], cycle)


def store_result(m: State, each: int, register: int, cycle: int) -> None:
    """Note when a register gets its result: those after it that read it start then at the earliest."""
    if register >= 0:
        m.ready[register] = cycle
        for other in range(each + ENTRY, m.waiting_length, ENTRY):
            if has(m.waiting[other + Entry.READS], register):
                raise_to(m, other + Entry.START_FLOOR, cycle)


def can_start(m: State, each: int) -> bool:
    """Return whether it is known when all operands are there."""
    reads = m.waiting[each + Entry.READS]
    for other in range(0, each, ENTRY):
        if m.waiting[other + Entry.RESULT] == UNKNOWN and has(reads, m.waiting[other + Entry.FIRST]):
            return False
        if m.waiting[other + Entry.DONE] == UNKNOWN and has(reads, m.waiting[other + Entry.SECOND]):
            return False
    return True


def is_read_before(m: State, each: int, register: int) -> bool:
    """Return whether an earlier instruction has still to read a register, at a time not yet known."""
    for other in range(0, each, ENTRY):
        if m.waiting[other + Entry.START] == UNKNOWN and has(m.waiting[other + Entry.READS], register):
            return True
    return False


def start_waiting(m: State, each: int) -> None:
    """Make an instruction under way read its operands: results for these registers may arrive from then on."""
    start = m.waiting[each + Entry.START_FLOOR]
    reads = m.waiting[each + Entry.READS]
    m.waiting[each + Entry.START] = start
    for register in range(REGISTERS):
        if has(reads, register):
            m.last_read[register] = max(m.last_read[register], start)
    for other in range(each + ENTRY, m.waiting_length, ENTRY):
        if has(reads, m.waiting[other + Entry.FIRST]):
            raise_to(m, other + Entry.RESULT_FLOOR, start + 1)
        if has(reads, m.waiting[other + Entry.SECOND]):
            raise_to(m, other + Entry.WORD_FLOOR, start + 1)


def may_start(m: State, each: int) -> bool:
    """Return whether an instruction under way has not started, and it can be known when it does."""
    return m.waiting[each + Entry.START] == UNKNOWN and can_start(m, each)


def may_have_result(m: State, each: int) -> bool:
    """Return whether an instruction under way has started, and it can be known now when it has its result."""
    if m.waiting[each + Entry.START] == UNKNOWN or m.waiting[each + Entry.RESULT] != UNKNOWN:
        return False
    in_storage = m.waiting[each + Entry.ABSOLUTE] >= 0
    first, second = m.waiting[each + Entry.FIRST], m.waiting[each + Entry.SECOND]
    return not (is_read_before(m, each, first) or (not in_storage and is_read_before(m, each, second)))


def may_be_done(m: State, each: int) -> bool:
    """Return whether storage has accepted the address of an instruction under way, and nothing else is awaited."""
    return m.waiting[each + Entry.ACCEPTED] != UNKNOWN and not is_read_before(m, each, m.waiting[each + Entry.SECOND])


def go_on(m: State, each: int) -> None:
    """Advance an instruction under way as far as its times are known."""
    first, second = m.waiting[each + Entry.FIRST], m.waiting[each + Entry.SECOND]
    if may_start(m, each):
        start_waiting(m, each)
    if may_have_result(m, each):
        result = m.waiting[each + Entry.START] + m.waiting[each + Entry.TIME]
        result = max(result, m.waiting[each + Entry.RESULT_FLOOR])
        if m.waiting[each + Entry.ABSOLUTE] < 0:
            result = max(result, m.waiting[each + Entry.WORD_FLOOR])
            m.waiting[each + Entry.DONE] = result
            store_result(m, each, second, result)
            m.free[m.waiting[each + Entry.PORT]] = result + 1
        m.waiting[each + Entry.RESULT] = result
        store_result(m, each, first, result)
    if may_be_done(m, each):
        done = m.waiting[each + Entry.ACCEPTED] + STORAGE_CYCLES
        if second != NO_REGISTER:  # the word loaded waits for the register, not the unit
            done = max(done, m.waiting[each + Entry.WORD_FLOOR])
        m.waiting[each + Entry.DONE] = done
        store_result(m, each, second, done)


@out_of_line
def go_on_all(m: State) -> None:
    """Advance everything under way as far as its times are known; forget completed instructions."""
    m.still_to_read = 0
    for each in range(0, m.waiting_length, ENTRY):
        go_on(m, each)
        if m.waiting[each + Entry.START] == UNKNOWN:
            m.still_to_read |= m.waiting[each + Entry.READS]
    kept = 0
    for each in range(0, m.waiting_length, ENTRY):
        if m.waiting[each + Entry.DONE] != UNKNOWN:
            if m.timing and m.waiting[each + Entry.ISSUE] >= m.timing_from:
                note_waiting(m, each)
            continue
        for column in range(ENTRY):
            m.waiting[kept + column] = m.waiting[each + column]
        kept += ENTRY
    m.waiting_length = kept
    m.next_tick = first_try(m)


def first_try(m: State) -> int:
    """Return when the next address enters the hopper or tries its bank."""
    first, in_hopper = UNKNOWN, 0
    for each in range(0, m.waiting_length, ENTRY):
        in_hopper += is_in_hopper(m, each)
    for each in range(0, m.waiting_length, ENTRY):
        if is_in_hopper(m, each):
            first = min(first, m.waiting[each + Entry.TRY])
        elif comes(m, each) and in_hopper < HOPPER:
            first = min(first, max(m.waiting[each + Entry.RESULT], m.tick))
    return first


def comes(m: State, each: int) -> bool:
    """Return whether an instruction under way has an address for storage that has not entered the hopper."""
    known = m.waiting[each + Entry.RESULT] != UNKNOWN and m.waiting[each + Entry.ABSOLUTE] >= 0
    return known and m.waiting[each + Entry.TURN] == UNKNOWN


def is_in_hopper(m: State, each: int) -> bool:
    """Return whether an address waits in the hopper."""
    return m.waiting[each + Entry.TURN] != UNKNOWN and m.waiting[each + Entry.ACCEPTED] == UNKNOWN


def fill_hopper(m: State, cycle: int) -> None:
    """Move waiting addresses into the hopper as long as it has room, the earliest first."""
    in_hopper = 0
    for each in range(0, m.waiting_length, ENTRY):
        in_hopper += is_in_hopper(m, each)
    while in_hopper < HOPPER:
        chosen, earliest = -1, cycle + 1
        for each in range(0, m.waiting_length, ENTRY):
            if comes(m, each) and m.waiting[each + Entry.RESULT] < earliest:
                chosen, earliest = each, m.waiting[each + Entry.RESULT]
        if chosen < 0:
            return
        m.waiting[chosen + Entry.TURN] = m.turn
        m.waiting[chosen + Entry.TRY] = cycle
        m.free[m.waiting[chosen + Entry.PORT]] = cycle + 1
        m.turn += 1
        in_hopper += 1


def is_refused(m: State, each: int, cycle: int) -> bool:
    """Return whether the bank is busy, or wanted by an address that entered the hopper earlier."""
    bank = m.waiting[each + Entry.ABSOLUTE] & (BANKS - 1)
    if cycle < m.bank_accepted[bank] + BANK_CYCLES:
        return True
    for other in range(0, m.waiting_length, ENTRY):
        same_bank = m.waiting[other + Entry.ABSOLUTE] & (BANKS - 1) == bank
        if same_bank and is_in_hopper(m, other) and m.waiting[other + Entry.TURN] < m.waiting[each + Entry.TURN]:
            return True
    return False


@out_of_line
def settle(m: State, limit: int) -> None:
    """Run storage up to a cycle: the addresses in the hopper that are due try their banks, the oldest first.

    One is accepted in a cycle. One that is refused goes round in the hopper, the second in order tries again.
    """
    if settle_alone(m):
        return
    while m.next_tick <= limit:
        cycle = m.next_tick
        fill_hopper(m, cycle)
        taken = False
        last = -1
        while True:
            chosen, turn = -1, UNKNOWN
            for each in range(0, m.waiting_length, ENTRY):
                own = m.waiting[each + Entry.TURN]
                if is_in_hopper(m, each) and m.waiting[each + Entry.TRY] == cycle and last < own < turn:
                    chosen, turn = each, own
            if chosen < 0:
                break
            last = turn
            if is_refused(m, chosen, cycle):
                m.waiting[chosen + Entry.TRY] = cycle + RETRY_CYCLES
            elif taken:
                m.waiting[chosen + Entry.TRY] = cycle + 1
            else:
                taken = True
                m.waiting[chosen + Entry.ACCEPTED] = cycle
                m.bank_accepted[m.waiting[chosen + Entry.ABSOLUTE] & (BANKS - 1)] = cycle
        m.tick = cycle + 1
        go_on_all(m)


def finish(m: State) -> None:
    """Complete everything under way, with nothing more to be issued before."""
    if m.waiting_length:
        settle(m, UNKNOWN - 1)


def unit_of_two(m: State, first: int, second: int, slot: int) -> int:
    """Return which of two equal units is taken: the first one, the other one if it is free earlier; and wait to know.

    While one is free at a known time, storage goes no further than that: the other one may be earlier.
    """
    while True:
        one, other = m.free[first], m.free[second]
        known = min(one, other)
        if max(one, other) < UNKNOWN or m.next_tick >= max(known, slot) or (one <= slot and one < UNKNOWN):
            return second if other < one and one > slot else first
        settle(m, m.next_tick)


@out_of_line
def advance(m: State, location: int, parcel: int, instruction: int, long: int, absolute: int) -> None:
    """Pass an instruction that is not a jump through the units; `absolute`: the address in storage, -1 for none."""
    code, i, j, k = instruction >> 9, instruction >> 6 & 7, instruction >> 3 & 7, instruction & 7
    kind = m.kinds[code]
    wanted = m.slot
    slot = max(wanted, m.arrival)
    if m.next_tick < slot + LEAST_CYCLES:
        settle(m, slot + LEAST_CYCLES - 1)
    if m.waiting_length == MOST_WAITING * ENTRY:  # no more can be kept
        finish(m)
    port = m.first_port[code]
    if m.free[port] > slot and m.second_port[code] != port:
        port = unit_of_two(m, port, m.second_port[code], slot)
    while m.free[port] == UNKNOWN:
        settle(m, m.next_tick)
    unit_free = max(slot, m.free[port])
    first, second = result_registers(kind, i, j)
    issue = unit_free
    if first != NO_REGISTER:
        while m.ready[first] == UNKNOWN:
            settle(m, m.next_tick)
        issue = max(issue, m.ready[first])
    if second != NO_REGISTER:
        while m.ready[second] == UNKNOWN:
            settle(m, m.next_tick)
        issue = max(issue, m.ready[second])
    m.slot = issue + 1 + long
    m.cycles = m.slot
    m.instructions += 1
    start = operands_ready(m, kind, i, j, k, issue)
    result = start + m.times[code]
    if first != NO_REGISTER:
        result = max(result, m.last_read[first] + 1)
    if second != NO_REGISTER and absolute < 0:
        result = max(result, m.last_read[second] + 1)
    known = start < UNKNOWN and not has(m.still_to_read, first) and not has(m.still_to_read, second)
    alone = False
    if absolute >= 0:
        bank_free = m.bank_accepted[absolute & (BANKS - 1)] + BANK_CYCLES
        known = known and m.waiting_length == 0 and result >= max(bank_free, m.tick)
        alone = known and result >= m.slot + LEAST_CYCLES  # a later instruction may reach storage as early
    if not known:
        reads = registers_read(m, kind, i, j, k)
        floor = issue
        for register in range(REGISTERS):
            if has(reads, register) and m.ready[register] < UNKNOWN:
                floor = max(floor, m.ready[register])
        place = (location, parcel, instruction, slot)
        held = (slot - wanted, unit_free - slot, issue - unit_free)
        wait(m, place, held, (issue, floor, m.times[code]), (reads, first, second, port), absolute)
        return
    note_reads(m, kind, i, j, k, start)
    if alone:
        m.waiting[Entry.WORD_FLOOR] = m.last_read[second] + 1 if second != NO_REGISTER else 0
        m.ready[first] = result
        if second != NO_REGISTER:
            m.ready[second] = UNKNOWN
        m.free[port] = result + 1
        place = (location, parcel, instruction, slot)
        held = (slot - wanted, unit_free - slot, issue - unit_free)
        wait_alone(m, place, held, (issue, start, result), (m.times[code], first, second, port), absolute)
        return
    done = result
    if absolute >= 0:
        m.bank_accepted[absolute & (BANKS - 1)] = result
        m.tick = result + 1
        done = result + STORAGE_CYCLES
        if second != NO_REGISTER:  # the word loaded waits for the register, not the unit
            done = max(done, m.last_read[second] + 1)
    if first != NO_REGISTER:
        m.ready[first] = result
    if second != NO_REGISTER:
        m.ready[second] = done
    if port != Port.NONE:
        m.free[port] = result + 1
    if m.timing:
        ready = start + m.times[code]
        place = (location, parcel, instruction, port)
        times = (slot, issue, start, result, done)
        held = (slot - wanted, unit_free - slot, issue - unit_free)
        note(m, place, times, held, (start - issue, result - ready, done - result - STORAGE_CYCLES, 0), absolute)


def wait_alone(
    m: State,
    place: tuple[int, int, int, int],
    held: tuple[int, int, int],
    cycles: tuple[int, int, int],
    work: tuple[int, int, int, int],
    absolute: int,
) -> None:
    """Make an instruction, with an address that will reach an idle storage, all that is under way.

    `cycles`: of issue, start and result. `work`: the time of its unit, the registers of its results, its unit.
    """
    m.waiting_length = ENTRY
    m.next_tick = cycles[2]
    m.waiting[Entry.TURN] = m.waiting[Entry.TRY] = m.waiting[Entry.ACCEPTED] = m.waiting[Entry.DONE] = UNKNOWN
    m.waiting[Entry.READS] = 0  # it has read them
    m.waiting[Entry.ISSUE], m.waiting[Entry.START], m.waiting[Entry.RESULT] = cycles
    m.waiting[Entry.TIME], m.waiting[Entry.FIRST], m.waiting[Entry.SECOND], m.waiting[Entry.PORT] = work
    m.waiting[Entry.ABSOLUTE] = absolute
    m.waiting[Entry.LOCATION], m.waiting[Entry.PARCEL], m.waiting[Entry.INSTRUCTION], m.waiting[Entry.SLOT] = place
    m.waiting[Entry.FETCH], m.waiting[Entry.UNIT], m.waiting[Entry.RESERVED] = held


def settle_alone(m: State) -> bool:
    """Accept the address of the only instruction under way in storage, if it is next; return whether it was."""
    cycle = m.next_tick
    bank = m.waiting[Entry.ABSOLUTE] & (BANKS - 1)
    comes_next = m.waiting_length == ENTRY and m.waiting[Entry.RESULT] == cycle and m.waiting[Entry.TURN] == UNKNOWN
    if not comes_next or cycle < m.bank_accepted[bank] + BANK_CYCLES:
        return False
    second = m.waiting[Entry.SECOND]
    m.free[m.waiting[Entry.PORT]] = cycle + 1
    m.bank_accepted[bank] = cycle
    m.waiting[Entry.DONE] = cycle + STORAGE_CYCLES
    if second != NO_REGISTER:
        m.waiting[Entry.DONE] = max(cycle + STORAGE_CYCLES, m.waiting[Entry.WORD_FLOOR])
        m.ready[second] = m.waiting[Entry.DONE]
    if m.timing and m.waiting[Entry.ISSUE] >= m.timing_from:
        note_waiting(m, 0)
    m.waiting_length = 0
    m.tick = cycle + 1
    m.next_tick = UNKNOWN
    return True


@out_of_line
def wait(
    m: State,
    place: tuple[int, int, int, int],
    held: tuple[int, int, int],
    cycles: tuple[int, int, int],
    registers: tuple[int, int, int, int],
    absolute: int,
) -> None:
    """Add an instruction to those under way. `cycles`: of issue, of its start at the earliest, of its unit's work.

    `registers`: those it reads, those of its results, and its unit.
    """
    each = m.waiting_length
    if each == ENTRY and comes(m, 0):
        m.free[m.waiting[Entry.PORT]] = UNKNOWN  # it need not be alone in the hopper any more
    m.waiting_length += ENTRY
    for column in range(ENTRY):
        m.waiting[each + column] = UNKNOWN
    reads, first, second, port = registers
    m.waiting[each + Entry.LOCATION] = place[0]
    m.waiting[each + Entry.PARCEL] = place[1]
    m.waiting[each + Entry.INSTRUCTION] = place[2]
    m.waiting[each + Entry.SLOT] = place[3]
    m.waiting[each + Entry.FETCH] = held[0]
    m.waiting[each + Entry.UNIT] = held[1]
    m.waiting[each + Entry.RESERVED] = held[2]
    m.waiting[each + Entry.ISSUE] = cycles[0]
    m.waiting[each + Entry.START_FLOOR] = cycles[1]
    m.waiting[each + Entry.TIME] = cycles[2]
    m.waiting[each + Entry.READS] = reads
    m.waiting[each + Entry.FIRST] = first
    m.waiting[each + Entry.SECOND] = second
    m.waiting[each + Entry.PORT] = port
    m.waiting[each + Entry.ABSOLUTE] = absolute
    m.waiting[each + Entry.RESULT_FLOOR] = m.waiting[each + Entry.WORD_FLOOR] = 0
    if first != NO_REGISTER:
        m.waiting[each + Entry.RESULT_FLOOR] = m.last_read[first] + 1
        m.ready[first] = UNKNOWN
    if second != NO_REGISTER:
        m.waiting[each + Entry.WORD_FLOOR] = m.last_read[second] + 1
        m.ready[second] = UNKNOWN
    m.free[port] = UNKNOWN
    go_on_all(m)


@out_of_line
def note_waiting(m: State, each: int) -> None:
    """Write the row of an instruction that was under way."""
    start, result, done = m.waiting[each + Entry.START], m.waiting[each + Entry.RESULT], m.waiting[each + Entry.DONE]
    slot, issue = m.waiting[each + Entry.SLOT], m.waiting[each + Entry.ISSUE]
    place = (
        m.waiting[each + Entry.LOCATION],
        m.waiting[each + Entry.PARCEL],
        m.waiting[each + Entry.INSTRUCTION],
        m.waiting[each + Entry.PORT],
    )
    held = (m.waiting[each + Entry.FETCH], m.waiting[each + Entry.UNIT], m.waiting[each + Entry.RESERVED])
    waits = (start - issue, result - start - m.waiting[each + Entry.TIME], done - result - STORAGE_CYCLES, 0)
    note(m, place, (slot, issue, start, result, done), held, waits, m.waiting[each + Entry.ABSOLUTE])


@out_of_line
def advance_jump(m: State, location: int, parcel: int, instruction: int, taken: int, in_stack: int) -> None:
    """Decide a jump; nothing is issued before."""
    code, i, j, k = instruction >> 9, instruction >> 6 & 7, instruction >> 3 & 7, instruction & 7
    kind = m.kinds[code]
    wanted = m.slot
    slot = max(wanted, m.arrival)
    if m.next_tick < slot + LEAST_CYCLES:
        settle(m, slot + LEAST_CYCLES - 1)
    issue = slot
    partner = int(Port.NONE)
    if code == 3:
        partner = Port.LONG_ADD
    elif code != 1:
        partner = unit_of_two(m, Port.INCREMENT_1, Port.INCREMENT_2, slot)
    while m.free[partner] == UNKNOWN:
        settle(m, m.next_tick)
    if partner != Port.NONE:
        issue = max(issue, m.free[partner])
    start = operands_ready(m, kind, i, j, k, issue)
    while start == UNKNOWN:
        settle(m, m.next_tick)
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
        place = (location, parcel, instruction, Port.BRANCH)
        times = (slot, issue, start, result, result)
        held = (slot - wanted, issue - slot, 0)
        note(m, place, times, held, (start - issue, 0, 0, result - start - JUMP_SLOTS), NO_ADDRESS)


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
