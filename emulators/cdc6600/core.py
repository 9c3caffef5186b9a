"""The central processor of the 6600: every instruction to the last bit; its time is the scoreboard's business.

    X0 - X7   59 ....................................... 0   operands; integers are ones' complement
              sign | exponent 58-48, biased | coefficient 47-0   floating point
    A0 - A7                                    17 ...... 0   addresses: A1-A5 load X1-X5, A6 and A7 store X6 and X7
    B0 - B7                                    17 ...... 0   index registers and counts; B0 is zero
    P  RA  FL                                  17 ...... 0   program address, reference address, field length
    EM                                         17 ...... 0   exits taken: bit 12 address, 13 infinite, 14 indefinite

A machine is one record `m`; FIELDS below are those this file uses. Programs know relative addresses only: RA is added
to them, and those from FL on do not exist. P names the word being executed, `parcel` the place in it.

Instruction words go through a stack of eight words: a word that is still in it is not fetched again, so a program that
changes its own loop goes on with the old words. Jumps to words outside, RJ and JP empty it. A 6400 has none.

Sources: Control Data 6400/6500/6600 reference manual, 60100000; J. E. Thornton, Design of a Computer: The Control Data
6600. docs/cdc6600/cpu.md lists the decisions where sources disagree.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag

from emulators.cdc6600 import arithmetic, lookup, relative, scoreboard, unified
from emulators.cdc6600.arithmetic import ADDRESS, M18, M60, SIGN_60, add18, extend, subtract18
from emulators.cdc6600.isa import INSTRUCTIONS, MOST_WORDS
from emulators.kernels import out_of_line
from emulators.machine import Flow, Stop
from emulators.record import (
    COUNT,
    FLAG,
    MOMENT,
    TRACE_ROWS,
    Field,
    Fields,
    State,
    catch,
    debugging_fields,
    log,
    octets,
    unsigned,
)

MEMORY_MASK = MOST_WORDS - 1
STACK_WORDS = 8  # of the instruction stack
LONG = sum(1 << each.code for each in INSTRUCTIONS if each.long and each.sub in (None, 0))
EM_SHIFT = 12  # exit conditions 1, 2, 4 are selected by 010000, 020000, 040000 in EM


class Cause(IntEnum):
    """Why the processor stopped by itself."""

    NONE = 0
    PROGRAM_STOP = 1
    ERROR_EXIT = 2  # a condition that EM selects; `conditions` says which
    ADDRESS = 3  # an instruction or a jump at or beyond FL
    OPERATION = 4  # a code that the 6600 does not have, or a long instruction in the last parcel
    END = 5  # the program asked the system for its end
    ABORT = 6  # it asked to be aborted, or the system did so


class Special(IntFlag):
    """The special uses of an absolute address; one byte per address in `m.special`."""

    WATCH_READ = 1
    WATCH_WRITE = 2
    BREAKPOINT = 4
    TRACE = 8
    REQUEST = 16  # a word other than zero that is stored here is for the peripheral side
    BREAKPOINT_1 = 32  # before the instruction that begins at parcel 1 of the word, 2, 3
    BREAKPOINT_2 = 64
    BREAKPOINT_3 = 128


WATCH_READ, WATCH_WRITE, BREAKPOINT, TRACE, REQUEST = (int(each) for each in Special if each < Special.BREAKPOINT_1)
BREAKPOINTS = (BREAKPOINT, *(int(each) for each in Special if each >= Special.BREAKPOINT_1))  # by parcel
EVERY_BREAKPOINT = sum(BREAKPOINTS)
SPECIAL_READ, SPECIAL_WRITE = WATCH_READ | TRACE, WATCH_WRITE | TRACE | REQUEST
FLOW_CALL, FLOW_RETURN = int(Flow.CALL), int(Flow.RETURN)
JUMP, RETURN_JUMP, M30 = 0o0400, 0o010, (1 << 30) - 1  # twelve bits of EQ B0,B0; nine of RJ
COMPUTED_JUMP, SET_B5 = 0o02, 0o6150  # six bits of JP; twelve of SB5 B0+K
FULL_TIMING = scoreboard.TIMING_ROWS - scoreboard.MOST_WAITING  # an instruction may let that many be done
TRACED_REGISTERS = 2 + 24 + 3  # P, parcel; A, B, X; RA, FL, EM
NOTHING = -1  # returned by `step` when there was no instruction to execute
PACKAGE_WORDS = 16
TRACE_COLUMNS = 2 + TRACED_REGISTERS

FIELDS: Fields = {
    "p": unsigned(18),
    "parcel": unsigned(2),
    "word": unsigned(60),  # the instruction word being executed
    "location": unsigned(18),  # its address
    "ra": unsigned(18),
    "fl": unsigned(18),
    "em": unsigned(18),
    "a": unsigned(18, 8),
    "b": unsigned(18, 8),
    "x": unsigned(60, 8),
    "behind": unsigned(2),  # the parcel after the instruction that stopped it, by an error exit or beyond FL
    "conditions": unsigned(3),  # exit conditions met: ADDRESS, INFINITE, INDEFINITE
    "stack_low": unsigned(18),  # addresses of the words in the instruction stack: low <= address <= high
    "stack_high": Field(-1, M18),
    "stack": unsigned(60, STACK_WORDS),  # the word of an address is at its last three bits
    "integer_multiply": FLAG,  # 1: the machine has the feature
    "running": FLAG,
    "request": FLAG,  # 1: a word was stored where requests go
    "instructions": COUNT,  # executed since power-on
    "cycles": MOMENT,  # minor cycles of 100 ns since power-on; without the model of time, one per instruction
    **debugging_fields(TRACE_COLUMNS),  # straight after `cycles`: elsewhere the core is a tenth slower
    "cause": Field(0, max(Cause)),
    "memory": unsigned(60, MOST_WORDS),
    "special": octets(MOST_WORDS),
    "breakpoints": Field(0, 4 * MOST_WORDS),  # how many there are
    **scoreboard.FIELDS,
    **unified.FIELDS,
}
CONSTANT_FIELDS = frozenset({"special", "breakpoints"}) | scoreboard.CONSTANT_FIELDS | unified.CONSTANT_FIELDS
PASSING_FIELDS = frozenset(debugging_fields(TRACE_COLUMNS)) | {
    name for name in FIELDS if name.startswith(("breakpoints", "timing", "lookup"))
}


def has_b0(m: State) -> bool:
    """Return whether B0 is 0."""
    return m.b[0] == 0


RELATIONS = (has_b0, scoreboard.comes_to_an_end)


def power_on(m: State) -> None:
    """Fill the tables; the whole storage belongs to the program."""
    m.fl = M18
    m.integer_multiply = 1
    m.stack_high = -1
    scoreboard.power_on(m)
    unified.power_on(m)


# ---------------------------------------------------------------- storage


@out_of_line
def watch(m: State, absolute: int, word: int, write: int) -> None:
    """Stop at an access to a watched address."""
    catch(m, absolute, word, write)
    if m.stop == Stop.NONE:
        m.stop = Stop.WATCH_WRITE if write else Stop.WATCH_READ


@out_of_line
def special_access(m: State, absolute: int, word: int, write: int) -> None:
    """Note an access to an address with something special about it."""
    kind = m.special[absolute]
    if kind & TRACE:
        log(m, absolute, word, write)
    if write and kind & REQUEST and word:
        m.request = 1
        m.horizon = 0
    if kind & (WATCH_WRITE if write else WATCH_READ):
        watch(m, absolute, word, write)


def absolute_address(m: State, address: int) -> int:
    """Return the absolute address of a relative one."""
    return add18(m.ra, address) & MEMORY_MASK


def couple(m: State, i: int, address: int, noted: bool) -> int:
    """Access storage as setting an A register does: A1-A5 load their X register, A6 and A7 store theirs.

    Return the absolute address, -1 where storage is not accessed.
    """
    m.a[i] = address
    if i == 0:
        return -1
    if address >= m.fl:
        out_of_range(m, i)
        if noted:
            lookup.note_no_access(m)
        return -1
    absolute = absolute_address(m, address)
    if noted:
        lookup.note_access(m, absolute)
    if i <= 5:
        word = m.memory[absolute]
        m.x[i] = word
        if m.special[absolute] & SPECIAL_READ:
            special_access(m, absolute, word, 0)
    else:
        word = m.x[i]
        m.memory[absolute] = word
        if m.special[absolute] & SPECIAL_WRITE:
            special_access(m, absolute, word, 1)
    return absolute


@out_of_line
def out_of_range(m: State, i: int) -> None:
    """Meet the condition of a data address that does not exist: nothing is stored, word 0 of storage is loaded."""
    if i <= 5:
        m.x[i] = m.memory[0]
    meet(m, ADDRESS)


# ---------------------------------------------------------------- stops
# What `step` itself calls is pasted in, rare as it is: a call that might be made costs stores in every instruction.


def halt(m: State, cause: int) -> None:
    """Stop the processor."""
    m.running = 0
    m.cause = cause
    m.stop = Stop.ILLEGAL_INSTRUCTION if cause == Cause.OPERATION else Stop.HALT
    m.horizon = 0


@out_of_line
def meet(m: State, condition: int) -> None:
    """Note exit conditions; stop if EM selects one: its mark and place go to word 0 of the program."""
    m.conditions |= condition
    if m.em >> EM_SHIFT & m.conditions:
        leave(m, add18(m.location, 1))


def leave(m: State, address: int) -> None:
    """Do an error exit: conditions and place go to word 0 of the program."""
    m.memory[absolute_address(m, 0)] = m.conditions << 48 | address << 30
    m.behind = m.parcel
    m.p = m.parcel = 0
    halt(m, Cause.ERROR_EXIT)


def refuse(m: State) -> None:
    """Stop on a code that the processor does not have; it leaves an error exit's mark, without conditions."""
    m.memory[absolute_address(m, 0)] = m.conditions << 48 | add18(m.location, 1) << 30
    m.p = m.location
    halt(m, Cause.OPERATION)


def leave_range(m: State, address: int) -> None:
    """Stop because of an instruction that does not exist: at or beyond FL."""
    m.conditions |= ADDRESS
    if m.em >> EM_SHIFT & ADDRESS:
        leave(m, address)
        return
    m.p = address
    m.behind, m.parcel = m.parcel, 0
    halt(m, Cause.ADDRESS)


def go_to(m: State, address: int, parcel: int) -> None:
    """Continue at a parcel of a word, with an empty instruction stack."""
    m.p = m.location = address
    m.parcel = parcel
    m.word = m.memory[add18(m.ra, address) & MEMORY_MASK]
    empty_stack(m)


def exchange_jump(m: State, absolute: int) -> None:
    """Exchange all registers for those of a package of 16 words; go on at parcel 0 of the new P, the stack empty.

    To be called between two words of instructions (parcel 0). The fields of extended storage and of the monitor
    address, which this machine does not have, stay in the package as they are.

        word   53-36   35-18   17-0
        0      P       A0      -
        1      RA      A1      B1
        2      FL      A2      B2
        3      EM      A3      B3
        4-7    -       A4-A7   B4-B7
        8-15   X0 - X7
    """
    frame = [int(m.p), int(m.ra), int(m.fl), int(m.em)]
    banks = [[int(each) for each in bank] for bank in (m.a, m.b, m.x)]
    words = [int(m.memory[(absolute + place) & MEMORY_MASK]) for place in range(PACKAGE_WORDS)]
    m.p, m.ra, m.fl, m.em = (word >> 36 & M18 for word in words[:4])
    for number in range(8):
        m.a[number] = words[number] >> 18 & M18
        set_b(m, number, words[number] & M18)
        m.x[number] = words[8 + number]
        upper = frame[number] if number < 4 else words[number] >> 36
        package = upper << 36 | banks[0][number] << 18 | banks[1][number]
        m.memory[(absolute + number) & MEMORY_MASK] = package
        m.memory[(absolute + 8 + number) & MEMORY_MASK] = banks[2][number]
    go_to(m, int(m.p), 0)


# ---------------------------------------------------------------- jumps and the instruction stack


def empty_stack(m: State) -> None:
    """Forget all words of the instruction stack."""
    m.stack_low, m.stack_high = 0, -1


def fetch(m: State, exact: bool, noted: bool) -> bool:
    """Get the word at P, from the instruction stack or from storage; return False if there is none."""
    p = m.p
    in_sequence = p == m.location + 1
    if m.stack_low <= p <= m.stack_high and not m.unified:
        m.word = m.stack[p & 7]
        if exact:
            scoreboard.word_comes(m, in_sequence, 0)
        if noted:
            lookup.note_word(m, in_sequence, 0)
        m.location = p
        return True
    found = fetch_from_storage(m, p, exact)
    if noted:
        lookup.note_word(m, in_sequence, 1)
    return found


@out_of_line
def fetch_from_storage(m: State, p: int, exact: bool) -> bool:
    """Get the word at P from storage into the instruction stack."""
    if p >= m.fl:
        leave_range(m, p)
        return False
    absolute = absolute_address(m, p)
    word = m.memory[absolute]
    if p == m.stack_high + 1:
        m.stack_high = p
        m.stack_low = max(m.stack_low, p - STACK_WORDS + 1)
    else:
        m.stack_low = m.stack_high = p
    m.stack[p & 7] = word
    m.word = word
    if exact:
        scoreboard.word_comes(m, p == m.location + 1, 1)
    m.location = p
    if m.special[absolute] & SPECIAL_READ:
        special_access(m, absolute, word, 0)
    return True


def jump(m: State, address: int) -> int:
    """Go on at parcel 0 of a word, or stop; return the parcel."""
    if address >= m.fl:
        leave_range(m, address)
    else:
        m.p = address
        m.parcel = 0
    return 0


def return_jump(m: State, address: int, back: int) -> int:
    """Put a jump back into the word at an address, and go on after it (RJ); return the parcel."""
    if address >= m.fl:
        m.p = add18(m.location, 1)
        leave_range(m, m.p)
        return 0
    absolute = absolute_address(m, address)
    word = JUMP << 48 | back << 30
    m.memory[absolute] = word
    if m.special[absolute] & SPECIAL_WRITE:
        special_access(m, absolute, word, 1)
    empty_stack(m)
    return jump(m, add18(address, 1))


# ---------------------------------------------------------------- one instruction


def set_b(m: State, number: int, value: int) -> None:
    """Set a B register; B0 stays 0."""
    m.b[number] = value if number else 0


def check_operand(m: State, x: int) -> None:
    """Meet the condition of an infinite or indefinite operand."""
    found = arithmetic.conditions(x)
    if found:
        meet(m, found)


def check_all(m: State, xj: int, xk: int, result: int) -> None:
    """Meet the conditions of operands and result."""
    if arithmetic.is_odd(xj) or arithmetic.is_odd(xk) or arithmetic.is_odd(result):
        meet(m, arithmetic.conditions(xj) | arithmetic.conditions(xk) | arithmetic.conditions(result))


def step(m: State, exact: bool, parcel: int, noted: bool = False) -> tuple[int, int]:
    """Execute the instruction at a parcel, that of the record; return its 15 bits, or NOTHING, and the next parcel.

    `exact`: its time is that of the scoreboard, or of the unified unit. `noted`: its word's time will be looked up. The
    parcel is handed on as a number of its own, since the next instruction would have to wait for it to come back from
    the record.
    """
    if parcel == 0 and not fetch(m, exact, noted):
        return NOTHING, 0
    p = m.location
    shift = 45 - 15 * parcel
    instruction = m.word >> shift & 0o77777
    code, i, j, k = instruction >> 9, instruction >> 6 & 7, instruction >> 3 & 7, instruction & 7
    long = LONG >> code & 1
    constant = 0
    if long:
        if parcel == 3:
            refuse(m)
            return NOTHING, parcel
        constant = m.word >> (shift - 15) & M18
    after = (parcel + 1 + long) & 3
    m.parcel = after
    if after == 0:
        m.p = p + 1
    absolute, taken = -1, 0

    if code == 0o50:
        absolute = couple(m, i, add18(m.a[j], constant), noted)
    elif code == 0o51:
        absolute = couple(m, i, add18(m.b[j], constant), noted)
    elif code == 0o52:
        absolute = couple(m, i, add18(m.x[j] & M18, constant), noted)
    elif code == 0o53:
        absolute = couple(m, i, add18(m.x[j] & M18, m.b[k]), noted)
    elif code == 0o54:
        absolute = couple(m, i, add18(m.a[j], m.b[k]), noted)
    elif code == 0o55:
        absolute = couple(m, i, subtract18(m.a[j], m.b[k]), noted)
    elif code == 0o56:
        absolute = couple(m, i, add18(m.b[j], m.b[k]), noted)
    elif code == 0o57:
        absolute = couple(m, i, subtract18(m.b[j], m.b[k]), noted)
    elif code == 0o60:
        set_b(m, i, add18(m.a[j], constant))
    elif code == 0o61:
        set_b(m, i, add18(m.b[j], constant))
    elif code == 0o62:
        set_b(m, i, add18(m.x[j] & M18, constant))
    elif code == 0o63:
        set_b(m, i, add18(m.x[j] & M18, m.b[k]))
    elif code == 0o64:
        set_b(m, i, add18(m.a[j], m.b[k]))
    elif code == 0o65:
        set_b(m, i, subtract18(m.a[j], m.b[k]))
    elif code == 0o66:
        set_b(m, i, add18(m.b[j], m.b[k]))
    elif code == 0o67:
        set_b(m, i, subtract18(m.b[j], m.b[k]))
    elif code == 0o70:
        m.x[i] = extend(add18(m.a[j], constant))
    elif code == 0o71:
        m.x[i] = extend(add18(m.b[j], constant))
    elif code == 0o72:
        m.x[i] = extend(add18(m.x[j] & M18, constant))
    elif code == 0o73:
        m.x[i] = extend(add18(m.x[j] & M18, m.b[k]))
    elif code == 0o74:
        m.x[i] = extend(add18(m.a[j], m.b[k]))
    elif code == 0o75:
        m.x[i] = extend(subtract18(m.a[j], m.b[k]))
    elif code == 0o76:
        m.x[i] = extend(add18(m.b[j], m.b[k]))
    elif code == 0o77:
        m.x[i] = extend(subtract18(m.b[j], m.b[k]))
    elif code == 0o10:
        m.x[i] = m.x[j]
    elif code == 0o11:
        m.x[i] = m.x[j] & m.x[k]
    elif code == 0o12:
        m.x[i] = m.x[j] | m.x[k]
    elif code == 0o13:
        m.x[i] = m.x[j] ^ m.x[k]
    elif code == 0o14:
        m.x[i] = m.x[k] ^ M60
    elif code == 0o15:
        m.x[i] = m.x[j] & (m.x[k] ^ M60)
    elif code == 0o16:
        m.x[i] = m.x[j] | m.x[k] ^ M60
    elif code == 0o17:
        m.x[i] = m.x[j] ^ m.x[k] ^ M60
    elif code == 0o20:
        m.x[i] = arithmetic.rotate_left(m.x[i], instruction & 0o77)
    elif code == 0o21:
        m.x[i] = arithmetic.shift_right(m.x[i], instruction & 0o77)
    elif code == 0o22:
        m.x[i] = arithmetic.nominal_left(m.x[k], m.b[j])
    elif code == 0o23:
        m.x[i] = arithmetic.nominal_right(m.x[k], m.b[j])
    elif code == 0o24 or code == 0o25:
        operand = m.x[k]
        m.x[i], shifts = arithmetic.normalize(operand, code & 1)
        set_b(m, j, shifts)
        check_operand(m, operand)
    elif code == 0o26:
        m.x[i], exponent = arithmetic.unpack(m.x[k])
        set_b(m, j, exponent)
    elif code == 0o27:
        m.x[i] = arithmetic.pack(m.x[k], m.b[j])
    elif code == 0o30 or code == 0o31 or code == 0o32 or code == 0o33 or code == 0o34 or code == 0o35:
        xj, xk = m.x[j], m.x[k]
        result = arithmetic.add(xj, xk ^ M60 if code & 1 else xk, code & 2, code & 4)
        m.x[i] = result
        check_all(m, xj, xk, result)
    elif code == 0o36:
        m.x[i] = arithmetic.add60(m.x[j], m.x[k])
    elif code == 0o37:
        m.x[i] = arithmetic.subtract60(m.x[j], m.x[k])
    elif code == 0o40 or code == 0o41 or code == 0o42:
        xj, xk = m.x[j], m.x[k]
        result = arithmetic.multiply(xj, xk, code & 2, code & 1, m.integer_multiply)
        m.x[i] = result
        check_all(m, xj, xk, result)
    elif code == 0o43:
        m.x[i] = arithmetic.mask(instruction & 0o77)
    elif code == 0o44 or code == 0o45:
        xj, xk = m.x[j], m.x[k]
        result = arithmetic.divide(xj, xk, code & 1)
        m.x[i] = result
        check_all(m, xj, xk, result)
    elif code == 0o46:
        pass
    elif code == 0o47:
        m.x[i] = arithmetic.count(m.x[k])
    elif code == 0o04:
        taken = m.b[i] == m.b[j]
        if noted:
            note_jump(m, taken, constant)
        if taken:
            after = jump(m, constant)
    elif code == 0o05:
        taken = m.b[i] != m.b[j]
        if noted:
            note_jump(m, taken, constant)
        if taken:
            after = jump(m, constant)
    elif code == 0o06:
        taken = not arithmetic.is_less18(m.b[i], m.b[j])
        if noted:
            note_jump(m, taken, constant)
        if taken:
            after = jump(m, constant)
    elif code == 0o07:
        taken = arithmetic.is_less18(m.b[i], m.b[j])
        if noted:
            note_jump(m, taken, constant)
        if taken:
            after = jump(m, constant)
    elif code == 0o03:
        taken = branches(m.x[j], i)
        if noted:
            note_jump(m, taken, constant)
        if taken:
            after = jump(m, constant)
    elif code == 0o02:
        empty_stack(m)
        after = jump(m, add18(m.b[i], constant))
    elif code == 0o01 and i == 0:
        after = return_jump(m, constant, add18(p, 1))
    elif code == 0o00:
        m.p, m.parcel, after = p, parcel, parcel
        halt(m, Cause.PROGRAM_STOP)
    else:
        m.parcel = parcel
        refuse(m)
        return NOTHING, parcel
    if exact:
        if m.unified:
            unified.advance(m, p, parcel, instruction, taken)
        elif 0 < code < 8:
            scoreboard.advance_jump(m, p, parcel, instruction, taken, is_in_stack(m, constant))
        else:
            scoreboard.advance(m, p, parcel, instruction, long, absolute)
    return instruction, after


def is_in_stack(m: State, address: int) -> bool:
    """Return whether the target of a jump is in the instruction stack."""
    return m.stack_low <= address <= m.stack_high


def note_jump(m: State, taken: int, address: int) -> None:
    """Note a conditional jump for the word's time."""
    lookup.note_jump(m, taken, is_in_stack(m, address))


def branches(x: int, test: int) -> bool:
    """Return whether one of the eight tests of an X register holds: ZR NZ PL NG IR OR DF ID."""
    field = x >> 48
    if test <= 1:
        taken = x == 0 or x == M60
    elif test <= 3:
        taken = x & SIGN_60 == 0
    elif test <= 5:
        taken = field != 0o3777 and field != 0o4000
    else:
        taken = field != 0o1777 and field != 0o6000
    return taken != bool(test & 1)


# ---------------------------------------------------------------- the loop


def note_start(m: State) -> None:
    """Begin a row of the trace: the registers before the instruction that follows."""
    row = m.trace_length * TRACE_COLUMNS
    m.trace_rows[row] = m.cycles
    m.trace_rows[row + 2] = m.p
    m.trace_rows[row + 3] = m.parcel
    for number in range(8):
        m.trace_rows[row + 4 + number] = m.a[number]
        m.trace_rows[row + 12 + number] = m.b[number]
        m.trace_rows[row + 20 + number] = m.x[number]
    m.trace_rows[row + 28] = m.ra
    m.trace_rows[row + 29] = m.fl
    m.trace_rows[row + 30] = m.em


def has_call(word: int) -> bool:
    """Return whether a RJ begins in one of the first three parcels of a word."""
    return word >> 51 == RETURN_JUMP or word >> 36 & 0o777 == RETURN_JUMP or word >> 21 & 0o777 == RETURN_JUMP


def is_direct(word: int, back: int) -> bool:
    """Return whether a word puts an address into B5 and jumps: a call that leaves the way back there."""
    return word >> 48 == SET_B5 and word >> 30 & M18 == back and word >> 18 & 0o7777 == JUMP


def note_end(m: State, instruction: int) -> None:
    """Complete the row of the instruction just executed.

    A subroutine is called by RJ, which leaves in its entry word a jump back with zeros after it; executing such a word
    is its return. An assembler puts passes after a jump. A subroutine that is called again before it has returned keeps
    the way back elsewhere, and goes back by JP: to the word after a RJ. Compiled code calls by a jump, too, with the
    address of the next word in B5 (is_direct).
    """
    row, flow = m.trace_length * TRACE_COLUMNS, 0
    if instruction >> 6 == RETURN_JUMP or (instruction >> 3 == JUMP and is_direct(m.word, m.trace_rows[row + 2] + 1)):
        flow = FLOW_CALL
    elif m.word >> 48 == JUMP and m.word & M30 == 0:
        flow = FLOW_RETURN
    elif instruction >> 9 == COMPUTED_JUMP and m.p > 0:
        before = m.memory[absolute_address(m, m.p - 1)]
        if has_call(before) or is_direct(before, m.p):
            flow = FLOW_RETURN
    m.trace_rows[row + 1] = flow
    m.trace_length += 1


def look_ahead(m: State) -> None:
    """Set the cycle up to which instructions can run one after the other with nothing else to look at."""
    m.horizon = 0 if m.tracing or m.timing else m.deadline
    if m.tracing:
        note_start(m)


@out_of_line
def settle(m: State, instruction: int) -> bool:
    """Handle everything due between two instructions; return whether to continue."""
    if m.tracing and instruction != NOTHING:
        note_end(m, instruction)
        if m.trace_length == TRACE_ROWS:
            return False
    if m.stop != Stop.NONE or m.request or m.cycles >= m.deadline or m.timing_length >= FULL_TIMING:
        return False
    look_ahead(m)
    return True


def goes_on(m: State, instruction: int) -> bool:
    """Return whether to execute another instruction."""
    going = m.cycles < m.horizon or settle(m, instruction)
    if m.breakpoints and m.stop == Stop.NONE and m.special[absolute_address(m, m.p)] & BREAKPOINTS[m.parcel]:
        m.stop = Stop.BREAKPOINT
        return False
    return going


def has_breakpoint(m: State) -> bool:
    """Return whether there is a breakpoint in the word that is executed next."""
    return m.breakpoints > 0 and m.special[absolute_address(m, m.p)] & EVERY_BREAKPOINT != 0


@out_of_line
def stride(m: State) -> int:
    """Execute words with times that are looked up, as long as nothing else has to be; return the last instruction."""
    row, count, parcel, instruction = lookup.begin(m), 0, 0, NOTHING
    going = m.lookup[row + lookup.NEW_STATE] != lookup.NO_STATE
    while going:
        instruction, parcel = step(m, False, parcel, True)
        count += instruction != NOTHING
        going = m.horizon > 0
        if parcel == 0 and going:
            last, row = row, m.lookup[row + lookup.FOLLOWING + (m.lookup_key >> 1 & 1)]
            key = m.lookup[last + lookup.NEW_STATE] << lookup.STATE_SHIFT | m.lookup_key
            if m.lookup[row + lookup.WORD] != m.word or m.lookup[row + lookup.KEY] != key:
                row = lookup.find(m, last, count)
                going = m.lookup[row + lookup.NEW_STATE] != lookup.NO_STATE
            m.cycles += m.lookup[row + lookup.CYCLES]
            m.lookup_mask = m.lookup[row + lookup.MASK]
            m.instructions += count
            count = 0
            going = going and m.cycles + lookup.MARGIN < m.horizon and not has_breakpoint(m)
    m.instructions += count
    lookup.end(m, row, count)
    return instruction


def walk(m: State) -> None:
    """Run with an eye on every instruction, or word: its time, its row of the trace, the breakpoint after it."""
    going = True
    while going:
        if lookup.may_begin(m) and not has_breakpoint(m):
            instruction = stride(m)
        else:
            instruction, _ = step(m, m.exact, m.parcel)
        if not m.exact and instruction != NOTHING:
            m.cycles += 1
        going = goes_on(m, instruction)


def hurry(m: State) -> None:
    """Run with nothing to look at but what ends the run: an instruction that does that puts the horizon to 0."""
    budget = m.deadline - m.cycles
    count = 0
    parcel = m.parcel
    going = True
    while going:
        instruction, parcel = step(m, False, parcel)
        count += 1
        going = count < budget and m.horizon > 0
    m.cycles += count - (instruction == NOTHING)


@out_of_line
def run_to(m: State, deadline: int) -> None:
    """Run to a cycle, until something stops the processor, or a request is made; at least one instruction."""
    m.stop = Stop.NONE
    m.cause = Cause.NONE
    m.running = 1
    m.watched = 0
    m.deadline = deadline
    look_ahead(m)
    start = m.cycles
    if m.exact or m.tracing or m.breakpoints:
        walk(m)
        if m.exact and not m.running:
            scoreboard.finish(m)
        if m.exact and not m.timing and not m.unified:
            relative.normalise(m)
    else:
        hurry(m)
    if not m.exact:
        m.instructions += m.cycles - start
