"""The time of a word of instructions by look-up: its effect on the scoreboard the last time from the same state.

    (state of the scoreboard relative to now, word, its outcomes)  ->  (new state, minor cycles)

`core.stride` executes words as without the model of time, and notes in a key all that the scoreboard asks of them.
When a word is done, its row is looked up. If there is none, the scoreboard passes the word through the units as ever,
and the result becomes a row: nothing here knows a rule of the model. Rows know no address and no moment, only words as
they were executed, so whatever changes programs or time has nothing to tell this table.

    key       1 | how the word was fetched: 2 bits | in their order: an access 4 bits, a conditional jump 2 | ...
    came      0 not in sequence, 1 in sequence from the stack, 2 in sequence from storage
    access    the first of the places of the history that matter which has its bank, from 1; 0 none; NO_ACCESS beyond FL
    jump      2 taken, 1 its target is in the stack

The table is one array, `m.lookup`: the words below, rows and states in the order of their creation. When it is full,
everything is forgotten. A record without such an array (`lookup_size` 0) is run by the scoreboard alone. It is no part
of the machine's state.

No word takes MARGIN minor cycles, so one that begins so long before a deadline is done by then. In every cycle at least
one instruction under way goes on: it works in its unit (29 cycles at most), keeps a bank busy (10) or waits to be tried
again (3) while the others of the hopper go before it (4), moves its word (5), or is stored (1): LONGEST_WORK. A state
has at most 6 of these and no known time more than LARGEST ahead; a word adds at most four, and arrives within 8 cycles.
"""

from __future__ import annotations

from emulators.cdc6600 import relative, scoreboard
from emulators.cdc6600.isa import INSTRUCTIONS, PARCELS
from emulators.cdc6600.relative import BANK, FIELD, LARGEST, MOST, NUMBERS, NUMBERS_END, PLACES
from emulators.cdc6600.scoreboard import (
    BANK_CYCLES,
    FETCHED_CYCLES,
    HOPPER,
    RETRY_CYCLES,
    STORAGE_CYCLES,
)
from emulators.kernels import out_of_line
from emulators.record import State

LONG = sum(1 << each.code for each in INSTRUCTIONS if each.long and each.sub in (None, 0))
LONGEST_WORK = max(each.time for each in INSTRUCTIONS) + BANK_CYCLES + RETRY_CYCLES + HOPPER + STORAGE_CYCLES + 1
MARGIN = 1024
assert LARGEST + (MOST + PARCELS) * LONGEST_WORK + FETCHED_CYCLES < MARGIN

# The words of the table before rows and states.
USED, DEBT, MISSED_AT, PAUSE, NEXT_PAUSE = range(5)
BYTES, BYTE_BITS = 7, 8  # numbers of a state in one word
PACKED = -(-(NUMBERS_END - NUMBERS) // BYTES)  # words of them
ROW_HEADS, STATE_HEADS = 2048, 512
ROWS_AT = NUMBERS + PACKED * BYTES
STATES_AT = ROWS_AT + ROW_HEADS
NO_ROW = STATES_AT + STATE_HEADS  # the row that there is before the first
WORD, KEY, NEW_STATE, CYCLES, MASK, FOLLOWING, _, NEXT = range(8)  # FOLLOWING: guesses at the next row, two of them
ROW = 8
STATE_MASK, STATE_NUMBERS = 1, 2  # after NEXT_STATE, of a state
STATE = STATE_NUMBERS + PACKED
FIRST = NO_ROW + ROW
WORDS = 1 << 16  # of the table: several times the need of any of our programs
NO_STATE = 0

STATE_SHIFT = 20  # in a key: it has 19 bits at most, in a word of four accesses
ACCESS_BITS, JUMP_BITS, NO_ACCESS, NO_KEY = 4, 2, 15, 0
ONES = sum(1 << FIELD * place for place in range(PLACES))
HISTORY = (1 << FIELD * PLACES) - 1
HIGHEST = 1 << FIELD - 1  # of the bits of a place

# Words that are new each time are slower by look-up. A row that has to be made is a debt, which time pays off; when it
# is too high, the scoreboard works alone for some words, each time for twice as many, unless it went well in between.
MISS, CYCLES_OF_DEBT, MOST_DEBT = 4, 16, 4096
FIRST_PAUSE, LONGEST_PAUSE, SHORT_PAUSE = 1 << 14, 1 << 22, 16


# ---------------------------------------------------------------- while a word is executed


def note_word(m: State, in_sequence: bool, fetched: int) -> None:
    """Begin the key of a word."""
    m.lookup_key = 4 + (in_sequence << fetched)


def note_access(m: State, absolute: int) -> None:
    """Note an access to storage: whether its bank is one of those that matter."""
    bank, history = absolute & BANK, m.lookup_history
    same = m.lookup_mask & ~((history ^ bank * ONES) + (HIGHEST - 1) * ONES)
    m.lookup_history = history << FIELD & HISTORY | bank
    m.lookup_mask = m.lookup_mask << FIELD | HIGHEST
    m.lookup_key <<= ACCESS_BITS
    if same:
        m.lookup_key |= first_place(same)


def first_place(places: int) -> int:
    """Return the first place with its highest bit, from 1."""
    place = 1
    while places & HIGHEST == 0:
        places >>= FIELD
        place += 1
    return place


def note_no_access(m: State) -> None:
    """Note an address that does not exist."""
    m.lookup_key = m.lookup_key << ACCESS_BITS | NO_ACCESS


def note_jump(m: State, taken: int, in_stack: bool) -> None:
    """Note a conditional jump."""
    m.lookup_key = m.lookup_key << JUMP_BITS | taken << 1 | in_stack


# ---------------------------------------------------------------- states


def hash_of(word: int) -> int:
    """Return a hash of 63 bits; a head is found by the lowest."""
    return word ^ word >> 15 ^ word >> 31


@out_of_line
def state_of(m: State) -> int:
    """Return the place of the scoreboard's state, normalised, in the table; NO_STATE if it does not fit."""
    mask = relative.put_numbers(m, m.lookup_history)
    if mask < 0:
        return NO_STATE
    state = m.lookup[USED]
    found = 0
    for place in range(PACKED):
        word = 0
        for byte in range(BYTES):
            word |= m.lookup[NUMBERS + place * BYTES + byte] << byte * BYTE_BITS
        m.lookup[state + STATE_NUMBERS + place] = word
        found = (found * 37 ^ hash_of(word)) & HISTORY >> 6
    head = STATES_AT + (hash_of(found) & STATE_HEADS - 1)
    other = m.lookup[head]
    while other != NO_STATE:
        if has_same_numbers(m, state, other):
            return other
        other = m.lookup[other]
    m.lookup[state] = m.lookup[head]
    m.lookup[state + STATE_MASK] = mask
    m.lookup[head] = state
    m.lookup[USED] += STATE
    return state


def has_same_numbers(m: State, state: int, other: int) -> bool:
    """Return whether two states are the same."""
    place = STATE_NUMBERS
    while place < STATE and m.lookup[state + place] == m.lookup[other + place]:
        place += 1
    return place == STATE


def go_to_state(m: State, state: int, history: int) -> None:
    """Bring the scoreboard into a state, now."""
    for place in range(PACKED):
        word = m.lookup[state + STATE_NUMBERS + place]
        for byte in range(BYTES):
            m.lookup[NUMBERS + place * BYTES + byte] = word >> byte * BYTE_BITS & 0xFF
    relative.take_numbers(m, history)


@out_of_line
def forget(m: State) -> None:
    """Forget all rows and states."""
    for head in range(ROWS_AT, NO_ROW):
        m.lookup[head] = 0
    m.lookup[NO_ROW + WORD], m.lookup[NO_ROW + KEY] = -1, NO_KEY
    m.lookup[NO_ROW + FOLLOWING] = m.lookup[NO_ROW + FOLLOWING + 1] = NO_ROW
    m.lookup[USED] = FIRST


# ---------------------------------------------------------------- words


def noted_bits(instruction: int) -> int:
    """Return how many bits of a key an instruction has."""
    code = instruction >> 9
    if code >> 3 == 5:
        return ACCESS_BITS if instruction >> 6 & 7 else 0
    return JUMP_BITS if 2 < code < 8 else 0


def accesses(m: State, executed: int) -> tuple[int, int]:
    """Return how often the `executed` instructions have accessed storage, and the bits of the key for them."""
    word, made, bits = m.word, 0, 0
    while m.lookup_key >> bits > 7:
        bits += JUMP_BITS
    left, shift = bits, 45
    for _ in range(executed):
        instruction = word >> shift & 0o77777
        noted = noted_bits(instruction)
        left -= noted
        made += noted == ACCESS_BITS and m.lookup_key >> left & NO_ACCESS != NO_ACCESS
        shift = max(0, shift - (30 if LONG >> (instruction >> 9) & 1 else 15))
    return made, bits


@out_of_line
def pass_again(m: State, state: int, executed: int) -> None:
    """Bring the scoreboard into a state, and pass the `executed` instructions of the word through the units."""
    left, bits = accesses(m, executed)
    key, history, instructions = m.lookup_key, m.lookup_history, m.instructions
    if state != NO_STATE:
        go_to_state(m, state, history >> FIELD * left)
    if executed:
        came = key >> bits & 3
        scoreboard.word_comes(m, came != 0, came >> 1)
    parcel = 0
    for _ in range(executed):
        instruction = m.word >> (45 - 15 * parcel) & 0o77777
        code = instruction >> 9
        long = LONG >> code & 1
        noted = noted_bits(instruction)
        bits -= noted
        if 0 < code < 8:
            jump = key >> bits & 3 if noted else 0
            scoreboard.advance_jump(m, m.location, parcel, instruction, jump >> 1, jump & 1)
        else:
            absolute = scoreboard.NO_ADDRESS
            if noted and key >> bits & NO_ACCESS != NO_ACCESS:
                left -= 1
                absolute = history >> FIELD * left & BANK
            scoreboard.advance(m, m.location, parcel, instruction, long, absolute)
        parcel += 1 + long
    m.instructions = instructions
    relative.normalise(m)


@out_of_line
def find(m: State, last: int, executed: int) -> int:
    """Return the row of the word that has been executed after that of the row `last`; make it if there is none.

    It is NO_ROW, with the result, where no row can be kept; its state is NO_STATE where look-up has to end.
    """
    state = m.lookup[last + NEW_STATE]
    key, guess = state << STATE_SHIFT | m.lookup_key, last + FOLLOWING + (m.lookup_key >> 1 & 1)
    head = ROWS_AT + (hash_of(m.word + key * 40503 & HISTORY) & ROW_HEADS - 1)
    row = m.lookup[head]
    while row:
        if m.lookup[row + KEY] == key and m.lookup[row + WORD] == m.word:
            m.lookup[guess] = row
            return row
        row = m.lookup[row + NEXT]
    owe(m)
    begun = m.cycles
    pass_again(m, state, executed)
    taken, m.cycles = m.cycles - begun, begun
    is_full = m.lookup[USED] + STATE + ROW > m.lookup_size
    if is_full:
        forget(m)
    new_state = state_of(m) if m.lookup[PAUSE] == 0 else NO_STATE
    row = NO_ROW
    if new_state != NO_STATE and not is_full:
        row = m.lookup[USED]
        m.lookup[USED] += ROW
        m.lookup[row + WORD], m.lookup[row + KEY], m.lookup[row + NEXT] = m.word, key, m.lookup[head]
        m.lookup[row + FOLLOWING] = m.lookup[row + FOLLOWING + 1] = NO_ROW
        m.lookup[head] = m.lookup[guess] = row
    m.lookup[row + NEW_STATE], m.lookup[row + CYCLES] = new_state, taken
    m.lookup[row + MASK] = m.lookup[new_state + STATE_MASK]
    return row


def owe(m: State) -> None:
    """Note that a row has to be made."""
    debt = m.lookup[DEBT] - max(0, m.cycles - m.lookup[MISSED_AT]) // CYCLES_OF_DEBT
    if debt <= 0:
        debt, m.lookup[NEXT_PAUSE] = 0, FIRST_PAUSE
    debt += MISS
    if debt > MOST_DEBT:
        debt = MOST_DEBT // 2
        m.lookup[PAUSE] = m.lookup[NEXT_PAUSE]
        m.lookup[NEXT_PAUSE] = min(2 * m.lookup[NEXT_PAUSE], LONGEST_PAUSE)
    m.lookup[DEBT], m.lookup[MISSED_AT] = debt, m.cycles


# ---------------------------------------------------------------- a stretch of words


def may_begin(m: State) -> bool:
    """Return whether the word that is executed next may be looked up."""
    if m.parcel or m.cycles + MARGIN >= m.horizon or m.lookup_size == 0 or m.exact == 0 or m.unified:
        return False
    if m.lookup[PAUSE] > 0:
        m.lookup[PAUSE] -= 1
        m.lookup[MISSED_AT] = m.cycles
        return False
    return True


@out_of_line
def begin(m: State) -> int:
    """Return the row before the first word, with the scoreboard's state. The history has the banks that matter."""
    if m.lookup[USED] + STATE > m.lookup_size or m.lookup[USED] == 0:
        forget(m)
    relative.normalise(m)
    wanted = relative.wanted_banks(m)
    m.lookup_history = 0
    for bank in range(BANK + 1):
        if wanted >> bank & 1:
            m.lookup_history = m.lookup_history << FIELD & HISTORY | bank
    state = m.lookup[NO_ROW + NEW_STATE] = state_of(m)
    m.lookup_mask = m.lookup[state + STATE_MASK]
    m.lookup_key = NO_KEY
    return NO_ROW


@out_of_line
def end(m: State, row: int, executed: int) -> None:
    """Bring the scoreboard to now: `executed` instructions of a word follow the word of a row."""
    state = m.lookup[row + NEW_STATE]
    if state == NO_STATE:
        m.lookup[PAUSE] = max(m.lookup[PAUSE], SHORT_PAUSE)
    pass_again(m, state, executed)
    m.lookup_key = m.lookup_history = m.lookup_mask = 0
