"""The scoreboard's state relative to now: whatever can still make a difference, as a few small numbers.

Two states with the same numbers do the same from now on, however long ago they were, and in whichever banks their
addresses are: the model asks only whether two addresses have the same bank. `lookup.py` keeps such states. Between two
runs the scoreboard itself is in this form, `normalised`: whatever makes no difference any more has one value, so that
the saved state of a moment does not depend on the way there.

    now            `slot`, the first cycle in which the next instruction may be issued
    floor          nothing that is not known yet happens before it: the next work of storage, or now and LEAST_CYCLES
    history        the last PLACES banks that were accessed, FIELD bits each, the latest in the lowest
    0 - LARGEST    a number: a time counts from now, or from BIAS before it; NEVER_BYTE is a time not known yet

A state of more than MOST entries, a time further away than LARGEST, a busy bank that is not among the last DEEP: these
have no such numbers (`fits`); they are rare.
"""

from __future__ import annotations

from emulators.cdc6600 import scoreboard
from emulators.cdc6600.scoreboard import (
    BANK_CYCLES,
    BANKS,
    ENTRY,
    FETCHED_CYCLES,
    HOPPER,
    LEAST_CYCLES,
    MOST_WAITING,
    NO_ADDRESS,
    NO_REGISTER,
    REGISTERS,
    STORAGE_CYCLES,
    UNKNOWN,
    Entry,
    Port,
)
from emulators.kernels import out_of_line
from emulators.record import State

FIELD, PLACES, DEEP = 6, 10, 6  # a word accesses storage four times at most: PLACES is DEEP and four
BANK = BANKS - 1  # the bits of an address that are its bank
MOST, LARGEST, NEVER_BYTE, BIAS = 6, 254, 255, 64
PORTS = int(Port.NONE)  # the units of a 6600

# The numbers of a state, in `m.lookup`, beginning at NUMBERS.
NUMBERS = 8
ARRIVAL = NUMBERS
READY = ARRIVAL + 1
LAST_READ = READY + REGISTERS
FREE = LAST_READ + REGISTERS
TICK = FREE + PORTS
BUSY = TICK + 1  # by places of the history: how long its bank is busy
LENGTH = BUSY + DEEP
ENTRIES = LENGTH + 1
START_FLOOR, RESULT_FLOOR, WORD_FLOOR, TIME, READS, FIRST, SECOND, PLACE, START, RESULT, TURN, TRY, ACCEPTED, PORT = (
    *(0, 1, 2, 3),
    *(4, 7, 8, 9, 10, 11, 12, 13, 14, 15),  # READS takes three numbers
)
NUMBERS_OF_ENTRY = 16
NO_PLACE, DONE_WITH = 0, 1  # PLACE of an entry without address, or with one that storage has; else 2 and its place
NUMBERS_END = ENTRIES + MOST * NUMBERS_OF_ENTRY


# ---------------------------------------------------------------- one value for all that makes no difference


def floor_of(m: State) -> int:
    """Return the cycle before which nothing happens that is not known yet."""
    return min(m.next_tick, m.slot + LEAST_CYCLES)


@out_of_line
def normalise(m: State) -> None:
    """Give one value to everything that makes no difference any more."""
    slot, floor = m.slot, floor_of(m)
    m.arrival = max(m.arrival, slot - FETCHED_CYCLES)
    for register in range(REGISTERS):
        m.ready[register] = max(m.ready[register], slot)
        m.last_read[register] = max(m.last_read[register], slot + LEAST_CYCLES - 1)
    for port in range(PORTS):
        m.free[port] = max(m.free[port], slot)
    m.tick = max(m.tick, floor)
    for bank in range(BANKS):
        m.bank_accepted[bank] = max(m.bank_accepted[bank], floor - BANK_CYCLES)
    count_turns(m)
    for each in range(0, m.waiting_length, ENTRY):
        normalise_entry(m, each, floor)
    for place in range(m.waiting_length, MOST_WAITING * ENTRY):
        m.waiting[place] = 0


def count_turns(m: State) -> None:
    """Give the addresses in the hopper the numbers from 0, in their order."""
    last, m.turn = -1, 0
    for _ in range(HOPPER):
        chosen, turn = -1, UNKNOWN
        for each in range(0, m.waiting_length, ENTRY):
            if scoreboard.is_in_hopper(m, each) and last < m.waiting[each + Entry.TURN] < turn:
                chosen, turn = each, m.waiting[each + Entry.TURN]
        if chosen >= 0:
            last = turn
            m.waiting[chosen + Entry.TURN] = m.turn
            m.turn += 1


def normalise_entry(m: State, each: int, floor: int) -> None:
    """Do so with an instruction under way. Its row of the timing record, if it has one, is lost."""
    has_result, came = m.waiting[each + Entry.RESULT] != UNKNOWN, m.waiting[each + Entry.TURN] != UNKNOWN
    for column in range(Entry.LOCATION, ENTRY):
        if column != Entry.PORT:
            m.waiting[each + column] = 0
    m.waiting[each + Entry.ISSUE] = m.slot - 1
    if m.waiting[each + Entry.START] == UNKNOWN:
        scoreboard.raise_to(m, each + Entry.START_FLOOR, floor)
    else:
        m.waiting[each + Entry.START_FLOOR] = m.waiting[each + Entry.READS] = 0
        scoreboard.raise_to(m, each + Entry.START, floor - m.waiting[each + Entry.TIME])
    if has_result:
        m.waiting[each + Entry.START] = m.waiting[each + Entry.RESULT_FLOOR] = m.waiting[each + Entry.TIME] = 0
        m.waiting[each + Entry.FIRST] = NO_REGISTER
    else:
        scoreboard.raise_to(m, each + Entry.RESULT_FLOOR, floor)
    scoreboard.raise_to(m, each + Entry.WORD_FLOOR, floor)
    if came:
        m.waiting[each + Entry.RESULT] = 0
        m.waiting[each + Entry.PORT] = Port.NONE
    if m.waiting[each + Entry.ACCEPTED] != UNKNOWN:
        m.waiting[each + Entry.TURN] = m.waiting[each + Entry.TRY] = m.waiting[each + Entry.ABSOLUTE] = 0
        scoreboard.raise_to(m, each + Entry.ACCEPTED, floor - STORAGE_CYCLES)
    elif m.waiting[each + Entry.ABSOLUTE] >= 0:
        m.waiting[each + Entry.ABSOLUTE] &= BANK


# ---------------------------------------------------------------- to numbers


def put(m: State, place: int, value: int) -> bool:
    """Put a number in its place; return whether it is one."""
    m.lookup[place] = value
    return 0 <= value <= LARGEST


def put_time(m: State, place: int, time: int, base: int) -> bool:
    """Put a time that may not be known yet."""
    if time == UNKNOWN:
        m.lookup[place] = NEVER_BYTE
        return True
    return put(m, place, time - base)


def place_of(history: int, bank: int) -> int:
    """Return the first place of the history with a bank; DEEP if none of the first DEEP has it."""
    place = 0
    while place < DEEP and history >> FIELD * place & BANK != bank:
        place += 1
    return place


def wanted_banks(m: State) -> int:
    """Return the banks that make a difference: busy ones, and those of addresses under way; a bit for each."""
    wanted, floor = 0, floor_of(m)
    for bank in range(BANKS):
        wanted |= (m.bank_accepted[bank] > floor - BANK_CYCLES) << bank
    for each in range(0, m.waiting_length, ENTRY):
        if m.waiting[each + Entry.ABSOLUTE] >= 0 and m.waiting[each + Entry.ACCEPTED] == UNKNOWN:
            wanted |= 1 << (m.waiting[each + Entry.ABSOLUTE] & BANK)
    return wanted


@out_of_line
def put_numbers(m: State, history: int) -> int:
    """Put the numbers of the scoreboard, normalised, in their places.

    Return the places of the history that make a difference, the highest bit of each; -1 if the state does not fit.
    """
    slot, idle = m.slot, floor_of(m) - BANK_CYCLES
    if m.waiting_length > MOST * ENTRY:
        return -1
    fits = put(m, ARRIVAL, m.arrival - slot + FETCHED_CYCLES) and m.arrival <= slot
    for register in range(REGISTERS):
        fits = put_time(m, READY + register, m.ready[register], slot) and fits
        fits = put(m, LAST_READ + register, m.last_read[register] - slot) and fits
    for port in range(PORTS):
        fits = put_time(m, FREE + port, m.free[port], slot) and fits
    fits = put(m, TICK, m.tick - slot + BIAS) and fits
    wanted, places = wanted_banks(m), 0
    for place in range(DEEP):
        bank = history >> FIELD * place & BANK
        busy = 0
        if wanted >> bank & 1:
            wanted ^= 1 << bank
            places |= 1 << FIELD * place + FIELD - 1
            busy = 1 + m.bank_accepted[bank] - idle
        fits = put(m, BUSY + place, busy) and fits
    m.lookup[LENGTH] = m.waiting_length // ENTRY
    for each in range(0, m.waiting_length, ENTRY):
        fits = put_entry(m, each, ENTRIES + each // ENTRY * NUMBERS_OF_ENTRY, history) and fits
    for place in range(ENTRIES + m.waiting_length // ENTRY * NUMBERS_OF_ENTRY, NUMBERS_END):
        m.lookup[place] = 0
    return places if fits and wanted == 0 else -1


def put_entry(m: State, each: int, at: int, history: int) -> bool:
    """Put the numbers of an instruction under way in their places; return whether they fit."""
    base = m.slot - BIAS
    has_started, has_result = m.waiting[each + Entry.START] != UNKNOWN, m.waiting[each + Entry.RESULT] != UNKNOWN
    came, is_done = m.waiting[each + Entry.TURN] != UNKNOWN, m.waiting[each + Entry.ACCEPTED] != UNKNOWN
    fits = put(m, at + START_FLOOR, 0 if has_started else m.waiting[each + Entry.START_FLOOR] - base)
    fits = put(m, at + RESULT_FLOOR, 0 if has_result else m.waiting[each + Entry.RESULT_FLOOR] - base) and fits
    fits = put(m, at + WORD_FLOOR, m.waiting[each + Entry.WORD_FLOOR] - base) and fits
    fits = put(m, at + TIME, m.waiting[each + Entry.TIME]) and fits
    for part in range(3):
        m.lookup[at + READS + part] = m.waiting[each + Entry.READS] >> 8 * part & 0xFF
    m.lookup[at + FIRST] = m.waiting[each + Entry.FIRST] + 1
    m.lookup[at + SECOND] = m.waiting[each + Entry.SECOND] + 1
    m.lookup[at + PLACE] = NO_PLACE
    if m.waiting[each + Entry.ABSOLUTE] >= 0:
        m.lookup[at + PLACE] = DONE_WITH if is_done else 2 + place_of(history, m.waiting[each + Entry.ABSOLUTE] & BANK)
    fits = put_time(m, at + START, base if has_result else m.waiting[each + Entry.START], base) and fits
    fits = put_time(m, at + RESULT, base if came else m.waiting[each + Entry.RESULT], base) and fits
    fits = put_time(m, at + TURN, m.waiting[each + Entry.TURN], 0) and fits
    fits = put_time(m, at + TRY, base if is_done else m.waiting[each + Entry.TRY], base) and fits
    fits = put_time(m, at + ACCEPTED, m.waiting[each + Entry.ACCEPTED], base) and fits
    m.lookup[at + PORT] = m.waiting[each + Entry.PORT]
    return fits


# ---------------------------------------------------------------- and back


def time_at(m: State, place: int, base: int) -> int:
    """Return the time in a place."""
    number = m.lookup[place]
    return UNKNOWN if number == NEVER_BYTE else base + number


@out_of_line
def take_numbers(m: State, history: int) -> None:
    """Bring the scoreboard into the state with the numbers in their places, now: at `cycles`."""
    slot = m.slot = m.cycles
    m.arrival = slot - FETCHED_CYCLES + m.lookup[ARRIVAL]
    for register in range(REGISTERS):
        m.ready[register] = time_at(m, READY + register, slot)
        m.last_read[register] = slot + m.lookup[LAST_READ + register]
    for port in range(PORTS):
        m.free[port] = time_at(m, FREE + port, slot)
    m.tick = slot - BIAS + m.lookup[TICK]
    m.waiting_length = m.lookup[LENGTH] * ENTRY
    m.still_to_read = m.turn = 0
    for each in range(0, m.waiting_length, ENTRY):
        take_entry(m, each, ENTRIES + each // ENTRY * NUMBERS_OF_ENTRY, history)
        if m.waiting[each + Entry.START] == UNKNOWN:
            m.still_to_read |= m.waiting[each + Entry.READS]
        m.turn += scoreboard.is_in_hopper(m, each)
    m.next_tick = scoreboard.first_try(m)
    idle = floor_of(m) - BANK_CYCLES
    for bank in range(BANKS):
        m.bank_accepted[bank] = idle
    for place in range(DEEP):
        if m.lookup[BUSY + place]:
            m.bank_accepted[history >> FIELD * place & BANK] = idle + m.lookup[BUSY + place] - 1


def take_entry(m: State, each: int, at: int, history: int) -> None:
    """Put an instruction under way again."""
    base = m.slot - BIAS
    for column in range(ENTRY):
        m.waiting[each + column] = 0
    m.waiting[each + Entry.DONE] = UNKNOWN
    m.waiting[each + Entry.ISSUE] = m.slot - 1
    m.waiting[each + Entry.WORD_FLOOR] = base + m.lookup[at + WORD_FLOOR]
    m.waiting[each + Entry.TIME] = m.lookup[at + TIME]
    for part in range(3):
        m.waiting[each + Entry.READS] |= m.lookup[at + READS + part] << 8 * part
    m.waiting[each + Entry.FIRST] = m.lookup[at + FIRST] - 1
    m.waiting[each + Entry.SECOND] = m.lookup[at + SECOND] - 1
    m.waiting[each + Entry.PORT] = m.lookup[at + PORT]
    place = m.lookup[at + PLACE]
    if place == NO_PLACE:
        m.waiting[each + Entry.ABSOLUTE] = NO_ADDRESS
    elif place != DONE_WITH:
        m.waiting[each + Entry.ABSOLUTE] = history >> FIELD * (place - 2) & BANK
    start, result = time_at(m, at + START, base), time_at(m, at + RESULT, base)
    turn, accepted = time_at(m, at + TURN, 0), time_at(m, at + ACCEPTED, base)
    if start == UNKNOWN:
        m.waiting[each + Entry.START_FLOOR] = base + m.lookup[at + START_FLOOR]
    if result == UNKNOWN:
        m.waiting[each + Entry.RESULT_FLOOR] = base + m.lookup[at + RESULT_FLOOR]
    m.waiting[each + Entry.START] = start if result == UNKNOWN else 0
    m.waiting[each + Entry.RESULT] = result if turn == UNKNOWN else 0
    m.waiting[each + Entry.TURN] = turn
    m.waiting[each + Entry.ACCEPTED] = accepted
    if accepted == UNKNOWN:
        m.waiting[each + Entry.TRY] = time_at(m, at + TRY, base)
