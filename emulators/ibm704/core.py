"""The central processor of the 704: every instruction to the last bit, timed in cycles of 12 microseconds.

    word     S | 1 ........................ 35            sign and magnitude
    AC       S | Q | P | 1 ................ 35   38 bits; carries go to P and Q; CAL and SLW move P,1-35 as a word
    MQ       S | 1 ........................ 35
    SR       S | 1 ........................ 35            every word from or to storage passes through it
    XA XB XC                       21 ..... 35            subtracted from the address; tags 1, 2, 4
    IC                             21 ..... 35            the next instruction

A machine is one record `m`; FIELDS below are those this file uses, the units add their own. Time passes in whole
instructions: two cycles for most of them, one of which fetched it, and more where arithmetic, shifts or a unit take
longer. The machine has no interrupts: nothing happens between two instructions that the program has not asked for.

Storage is addressed modulo the core size, and so is all arithmetic on index registers. A tag with several bits
names several index registers: they are read as the OR of all, and written all alike.

Source: IBM 704 manual of operation; cycles and corners as a gate-level model of the machine shows them
(docs/ibm704/cpu.md lists the decisions where sources disagree).
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any, cast

from emulators.ibm704 import arithmetic, floating
from emulators.ibm704.arithmetic import AC_SIGN, M35, M36, M37, SIGN
from emulators.ibm704.isa import CORE_SIZES, FIELD, INSTRUCTIONS, MNEMONICS, MOST_WORDS, OPERATION_SHIFT, Form, Trait
from emulators.kernels import Functions, out_of_line
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

if TYPE_CHECKING:
    from collections.abc import Callable

# One operation per mnemonic of the table; ILLEGAL is 0, and every operation code that has no instruction.
Op = cast("Any", IntEnum("Op", ["ILLEGAL", *(name for name in MNEMONICS if name != "IOD")], start=0))


class Cause(IntEnum):
    """Why the machine stopped by itself."""

    NONE = 0
    HTR = 1
    HPR = 2
    DIVIDE_CHECK = 3
    READ_WRITE_CHECK = 4
    OPERATION = 5  # an operation, or a sense instruction, that the 704 does not have
    MANUAL = 6  # the switch was put to MANUAL


class Special(IntFlag):
    """The special uses of an address; one byte per address in `m.special`."""

    WATCH_READ = 1  # stop after an instruction that reads here
    WATCH_WRITE = 2  # stop after an instruction that writes here
    BREAKPOINT = 4  # stop before the instruction that starts here
    TRACE = 8  # note every access in the storage log


WATCH_READ, WATCH_WRITE, BREAKPOINT, TRACE = (int(each) for each in Special)
SPECIAL_READ, SPECIAL_WRITE = WATCH_READ | TRACE, WATCH_WRITE | TRACE
FLOW_CALL, FLOW_RETURN = int(Flow.CALL), int(Flow.RETURN)
PREFIX_PART, DECREMENT_PART, ADDRESS_PART = 7 << 33, FIELD << 18, FIELD
LEFT_HALF = 0o777777 << 18

REGISTERS = {"ic": 15, "ac": 38, "mq": 36, "sr": 36, "xa": 15, "xb": 15, "xc": 15}  # name -> width in bits
TRACE_COLUMNS = 2 + len(REGISTERS) + 4  # cycle, Flow, the registers; keys, sense lights, switches, indicators
INDICATORS = ("ac_overflow", "mq_overflow", "divide_check", "tape_check", "tape_indicator", "read_write_check", "trap")

FIELDS: Fields = {
    **{name: unsigned(bits) for name, bits in REGISTERS.items()},
    **dict.fromkeys(INDICATORS, FLAG),
    "instruction": unsigned(36),  # the word being executed
    "sense_lights": unsigned(4),  # bit 0 is light 1
    "sense_switches": unsigned(6),  # bit 0 is switch 1, 1: down
    "keys": unsigned(36),  # the panel entry keys, a word
    "automatic": FLAG,  # the switch AUTOMATIC - MANUAL
    "running": FLAG,  # from START to a stop
    "core_mask": Field(CORE_SIZES[0] - 1, MOST_WORDS - 1),  # words of core storage, less one
    "unit": Field(0, FIELD),  # the address of the unit selected, 0: none
    "unit_writing": FLAG,  # 1: selected by WRS
    "cycles": MOMENT,  # of 12 microseconds, since power-on
    "waited": COUNT,  # how many of them passed waiting for units
    "cause": Field(0, max(Cause)),  # a Cause
    **debugging_fields(TRACE_COLUMNS),
    "memory": unsigned(36, MOST_WORDS),
    "special": octets(MOST_WORDS),
    "op": Field(0, len(Op) - 1, 1 << 12, "byte"),  # Op, by positions S, 1-11
    "sense": Field(0, len(Op) - 1, 1 << 10, "byte"),  # Op of a sense instruction, by sign and nine bits of address
    "traits": octets(len(Op)),  # Trait, by Op: TRAPPED is looked up here
}
CONSTANT_FIELDS = frozenset({"special", "op", "sense", "traits"})
PASSING_FIELDS = frozenset(debugging_fields(TRACE_COLUMNS))  # how it is run and looked at


def power_on(m: State, core_size: int = MOST_WORDS) -> None:
    """Fill the decode tables; give the machine its core storage."""
    m.core_mask = core_size - 1
    m.automatic = 1
    for each in INSTRUCTIONS:
        if each.form == Form.UNIT:
            continue
        op = int(Op[each.mnemonic])
        m.traits[op] = int(each.traits & Trait.TRAPPED)
        if each.form == Form.TYPE_A:
            for operation in range(each.operation, each.operation + 0o1000):  # the decrement follows the prefix
                m.op[operation] = op
        elif each.address is None:
            m.op[each.operation] = op
        else:
            for address in range(each.address, (each.last or each.address) + 1):
                m.sense[(each.code >> 35) << 9 | address] = op


class Units(Functions):
    """The functions that the units of a machine give the processor, three of them.

    select(m, unit, writing): RDS and WRS of the unit with an address.
    copy(m, address): CPY: move a word through MQ; return how many instructions are skipped.
    control(m, op, address): LDA BST WEF REW CFF SPU SPT SPR; return how many instructions are skipped.
    """

    names = ("select", "copy", "control")
    select: Callable[..., None]
    copy: Callable[..., int]
    control: Callable[..., int]


# ---------------------------------------------------------------- storage


@out_of_line
def special_access(m: State, address: int, word: int, write: int) -> None:
    """Note an access to an address with something special about it; stop after this instruction if it is watched."""
    kind = m.special[address]
    if kind & TRACE:
        log(m, address, word, write)
    if kind & (WATCH_WRITE if write else WATCH_READ):
        catch(m, address, word, write)
        if m.stop == Stop.NONE:
            m.stop = Stop.WATCH_WRITE if write else Stop.WATCH_READ


def load(m: State, address: int) -> int:
    """Return the word at an address, through the storage register."""
    word = m.memory[address]
    m.sr = word
    if m.special[address] & SPECIAL_READ:
        special_access(m, address, word, 0)
    return word


def store(m: State, address: int, word: int) -> None:
    """Store a word, through the storage register."""
    m.sr = word
    m.memory[address] = word
    if m.special[address] & SPECIAL_WRITE:
        special_access(m, address, word, 1)


def replace(m: State, address: int, part: int, word: int) -> None:
    """Store the positions `part` of a word; the others stay."""
    store(m, address, load(m, address) & ~part | word & part)


# ---------------------------------------------------------------- index registers


def index(m: State, tag: int) -> int:
    """Return the OR of the index registers that a tag names; 0 for none."""
    return m.xa & -(tag & 1) | m.xb & -(tag >> 1 & 1) | m.xc & -(tag >> 2)


def set_index(m: State, tag: int, value: int) -> None:
    """Put a value into all index registers that a tag names, as wide as an address."""
    value &= m.core_mask
    if tag & 1:
        m.xa = value
    if tag & 2:
        m.xb = value
    if tag & 4:
        m.xc = value


# ---------------------------------------------------------------- stops and transfers


def halt(m: State, cause: int) -> None:
    """Stop the machine after this instruction."""
    m.running = 0
    m.cause = cause
    m.stop = Stop.HALT
    m.horizon = 0


@out_of_line
def refuse(m: State, location: int) -> None:
    """Stop on an instruction that the 704 does not have."""
    m.ic = location
    m.running = 0
    m.cause = Cause.OPERATION
    m.stop = Stop.ILLEGAL_INSTRUCTION
    m.horizon = 0


@out_of_line
def trap(m: State, location: int, transfers: int) -> None:
    """Note a transfer instruction in word 0, in trapping mode; if it transfers, go to word 1 instead."""
    replace(m, 0, ADDRESS_PART, location)
    m.cycles += 1
    if transfers:
        m.ic = 1


# ---------------------------------------------------------------- one instruction


def step(m: State, units: Units) -> int:
    """Execute the instruction at IC; return its Op."""
    location = m.ic
    word = m.memory[location]
    if m.special[location] & SPECIAL_READ:
        special_access(m, location, word, 0)
    return execute(m, units, location, word)


def execute(m: State, units: Units, location: int, word: int) -> int:
    """Execute an instruction as if it came from a location; return its Op."""
    m.instruction = word
    m.ic = (location + 1) & m.core_mask
    op = m.op[word >> OPERATION_SHIFT]
    tag = word >> 15 & 7
    address = word & m.core_mask  # of type A, and where the tag names a register
    y = address if tag == 0 else (address - index(m, tag)) & m.core_mask
    if op == Op.PSE or op == Op.MSE:
        op = m.sense[(word >> 35) << 9 | y] if y < 0o1000 else 0
    cycles = 2
    transfers = False

    if op == Op.CLA:
        word = load(m, y)
        m.ac = (word & SIGN) << 2 | word & M35
    elif op == Op.CAL:
        m.ac = load(m, y)
    elif op == Op.STO:
        store(m, y, m.ac >> 2 & SIGN | m.ac & M35)
    elif op == Op.SLW:
        store(m, y, m.ac & M36)
    elif op == Op.TRA or op == Op.TTR:
        m.ic = y
        transfers = True
    elif op == Op.TIX:
        decrement = word >> 18 & m.core_mask
        value = index(m, tag)
        transfers = value > decrement
        if transfers:
            set_index(m, tag, value - decrement)
            m.ic = address
    elif op == Op.TNX:
        decrement = word >> 18 & m.core_mask
        value = index(m, tag)
        transfers = value <= decrement
        if transfers:
            m.ic = address
        else:
            set_index(m, tag, value - decrement)
    elif op == Op.TXI:
        set_index(m, tag, index(m, tag) + (word >> 18))
        m.ic = address
        transfers = True
    elif op == Op.TXH:
        transfers = index(m, tag) > word >> 18 & m.core_mask
        m.ic = address if transfers else m.ic
    elif op == Op.TXL:
        transfers = index(m, tag) <= word >> 18 & m.core_mask
        m.ic = address if transfers else m.ic
    elif op == Op.TSX:
        set_index(m, tag, -location)
        m.ic = address
        transfers = True
    elif op == Op.TZE:
        transfers = m.ac & M37 == 0
        m.ic = y if transfers else m.ic
    elif op == Op.TNZ:
        transfers = m.ac & M37 != 0
        m.ic = y if transfers else m.ic
    elif op == Op.TPL:
        transfers = m.ac >> 37 == 0
        m.ic = y if transfers else m.ic
    elif op == Op.TMI:
        transfers = m.ac >> 37 == 1
        m.ic = y if transfers else m.ic
    elif op == Op.TOV:
        transfers = m.ac_overflow == 1
        m.ac_overflow = 0
        m.ic = y if transfers else m.ic
    elif op == Op.TNO:
        transfers = m.ac_overflow == 0
        m.ac_overflow = 0
        m.ic = y if transfers else m.ic
    elif op == Op.TQP:
        transfers = m.mq >> 35 == 0
        m.ic = y if transfers else m.ic
    elif op == Op.TQO:
        transfers = m.mq_overflow == 1
        m.mq_overflow = 0
        m.ic = y if transfers else m.ic
    elif op == Op.TLQ:
        transfers = not (arithmetic.is_less(m.ac, m.mq) or arithmetic.equals(m.ac, m.mq))
        m.ic = y if transfers else m.ic

    elif op == Op.ANA:
        m.ac = m.ac & load(m, y)
        cycles = 3
    elif op == Op.ORA:
        m.ac |= load(m, y)
    elif op == Op.ANS:
        store(m, y, load(m, y) & m.ac)
        cycles = 4
    elif op == Op.ORS:
        store(m, y, load(m, y) | m.ac & M36)
    elif op == Op.ACL:
        m.ac = arithmetic.add_logical(m.ac, load(m, y))
    elif op == Op.COM:
        m.ac ^= M37
    elif op == Op.ALS:
        m.ac, overflow = arithmetic.accumulator_left(m.ac, y & 0o377)
        m.ac_overflow |= overflow
        cycles = shift_cycles(y)
    elif op == Op.ARS:
        m.ac = arithmetic.accumulator_right(m.ac, y & 0o377)
        cycles = shift_cycles(y)
    elif op == Op.LLS:
        m.ac, m.mq, overflow = arithmetic.long_left(m.ac, m.mq, y & 0o377)
        m.ac_overflow |= overflow
        cycles = shift_cycles(y)
    elif op == Op.LRS:
        m.ac, m.mq = arithmetic.long_right(m.ac, m.mq, y & 0o377)
        cycles = shift_cycles(y)
    elif op == Op.LGL:
        m.ac, m.mq, overflow = arithmetic.logical_left(m.ac, m.mq, y & 0o377)
        m.ac_overflow |= overflow
        cycles = shift_cycles(y)
    elif op == Op.RQL:
        m.mq = arithmetic.rotated(m.mq, y & 0o377)
        cycles = shift_cycles(y)

    elif op == Op.ADD:
        m.ac, overflow = arithmetic.add(m.ac, load(m, y))
        m.ac_overflow |= overflow
    elif op == Op.SUB:
        m.ac, overflow = arithmetic.add(m.ac, load(m, y) ^ SIGN)
        m.ac_overflow |= overflow
    elif op == Op.ADM:
        m.ac, overflow = arithmetic.add(m.ac, load(m, y) & M35)
        m.ac_overflow |= overflow
    elif op == Op.SBM:
        m.ac, overflow = arithmetic.add(m.ac, load(m, y) | SIGN)
        m.ac_overflow |= overflow
    elif op == Op.CLS:
        word = load(m, y) ^ SIGN
        m.ac = (word & SIGN) << 2 | word & M35
    elif op == Op.CAS:
        word = load(m, y)
        cycles = 3
        if arithmetic.is_less(m.ac, word):
            m.ic = (location + 3) & m.core_mask
        elif arithmetic.equals(m.ac, word):
            m.ic = (location + 2) & m.core_mask

    elif op == Op.LDQ:
        m.mq = load(m, y)
    elif op == Op.STQ:
        store(m, y, m.mq)
    elif op == Op.SLQ:
        replace(m, y, LEFT_HALF, m.mq)
    elif op == Op.STZ:
        store(m, y, 0)
    elif op == Op.STP:
        replace(m, y, PREFIX_PART, m.ac)
    elif op == Op.STD:
        replace(m, y, DECREMENT_PART, m.ac)
    elif op == Op.STA:
        replace(m, y, ADDRESS_PART, m.ac)
    elif op == Op.LXA:
        set_index(m, tag, load(m, address))
    elif op == Op.LXD:
        set_index(m, tag, load(m, address) >> 18)
    elif op == Op.SXD:
        value = index(m, tag)
        set_index(m, tag, value)
        replace(m, address, DECREMENT_PART, value << 18)
    elif op == Op.PAX:
        set_index(m, tag, m.ac)
    elif op == Op.PDX:
        set_index(m, tag, m.ac >> 18)
    elif op == Op.PXD:
        value = index(m, tag)
        set_index(m, tag, value)
        m.ac = value << 18

    elif op == Op.CLM:
        m.ac &= AC_SIGN
    elif op == Op.CHS:
        m.ac ^= AC_SIGN
    elif op == Op.SSP:
        m.ac &= M37
    elif op == Op.SSM:
        m.ac |= AC_SIGN
    elif op == Op.LBT:
        m.ic = (m.ic + (m.ac & 1)) & m.core_mask
    elif op == Op.PBT:
        m.ic = (m.ic + (m.ac >> 35 & 1)) & m.core_mask
    elif op == Op.NOP:
        pass

    elif op == Op.MPY:
        m.ac, m.mq = arithmetic.multiply(m.mq, load(m, y))
        cycles = 20
    elif op == Op.MPR:
        m.ac, m.mq = arithmetic.multiply(m.mq, load(m, y))
        m.ac, overflow = arithmetic.round_up(m.ac, m.mq)
        cycles = 20
    elif op == Op.RND:
        m.ac, overflow = arithmetic.round_up(m.ac, m.mq)
        m.ac_overflow |= overflow
    elif op == Op.DVP or op == Op.DVH:
        m.ac, m.mq, check = arithmetic.divide(m.ac, m.mq, load(m, y))
        cycles = 20
        if check:
            cycles = divide_check(m, op == Op.DVH)
    elif op == Op.FAD:
        cycles = float_add(m, load(m, y), 1)
    elif op == Op.FSB:
        cycles = float_add(m, load(m, y) ^ SIGN, 1)
    elif op == Op.UFA:
        cycles = float_add(m, load(m, y), 0)
    elif op == Op.UFS:
        cycles = float_add(m, load(m, y) ^ SIGN, 0)
    elif op == Op.FMP:
        cycles = float_multiply(m, load(m, y), 1)
    elif op == Op.UFM:
        cycles = float_multiply(m, load(m, y), 0)
    elif op == Op.FDP or op == Op.FDH:
        m.ac, m.mq, ac_overflow, mq_overflow, check, cycles = floating.divide(m.ac, load(m, y))
        m.ac_overflow |= ac_overflow
        m.mq_overflow |= mq_overflow
        if check:
            cycles = divide_check(m, op == Op.FDH)

    elif op == Op.HTR:
        m.ic = y
        transfers = True
        halt(m, Cause.HTR)
    elif op == Op.HPR:
        halt(m, Cause.HPR)
    elif op == Op.DCT:
        m.ic = (m.ic + 1 - m.divide_check) & m.core_mask
        m.divide_check = 0
    elif op == Op.ETM:
        m.trap = 1
    elif op == Op.LTM:
        m.trap = 0
    elif op == Op.SLF:
        m.sense_lights = 0
    elif op == Op.SLN:
        m.sense_lights |= 1 << (y - 0o141)
    elif op == Op.SLT:
        light = 1 << (y - 0o141)
        if m.sense_lights & light:
            m.sense_lights &= ~light
            m.ic = (m.ic + 1) & m.core_mask
    elif op == Op.SWT:
        m.ic = (m.ic + (m.sense_switches >> (y - 0o161) & 1)) & m.core_mask

    elif op == Op.RDS:
        units.select(m, y, 0)
    elif op == Op.WRS:
        units.select(m, y, 1)
    elif op == Op.CPY:
        m.ic = (m.ic + units.copy(m, y)) & m.core_mask
    elif op == Op.CAD:
        skip = units.copy(m, y)
        m.ic = (m.ic + skip) & m.core_mask
        if skip == 0 and m.stop == Stop.NONE:
            m.ac = arithmetic.add_logical(m.ac, m.mq)
    elif op == Op.RTT:
        m.ic = (m.ic + 1 - m.tape_check) & m.core_mask
        m.tape_check = 0
    elif op == Op.ETT:
        m.ic = (m.ic + 1 - m.tape_indicator) & m.core_mask
        m.tape_indicator = 0
    elif op == Op.ILLEGAL:
        refuse(m, location)
        return op
    else:
        m.ic = (m.ic + units.control(m, op, y)) & m.core_mask

    m.cycles += cycles
    if m.trap and m.traits[op]:
        trap(m, location, transfers)
    return op


def shift_cycles(y: int) -> int:
    """Return the cycles of a shift: one microsecond for each place."""
    return 2 + ((y & 0o377) + 2) // 12


def divide_check(m: State, halts: bool) -> int:
    """Turn on the divide check, stop if the instruction is one that halts; return its cycles."""
    m.divide_check = 1
    if halts:
        halt(m, Cause.DIVIDE_CHECK)
    return 3


def float_add(m: State, word: int, normalize: int) -> int:
    """Add a floating-point word to AC; return the cycles."""
    m.ac, m.mq, ac_overflow, mq_overflow, cycles = floating.add(m.ac, word, normalize)
    m.ac_overflow |= ac_overflow
    m.mq_overflow |= mq_overflow
    return cycles


def float_multiply(m: State, word: int, normalize: int) -> int:
    """Multiply MQ by a floating-point word; return the cycles."""
    m.ac, m.mq, ac_overflow, mq_overflow, cycles = floating.multiply(m.mq, word, normalize)
    m.ac_overflow |= ac_overflow
    m.mq_overflow |= mq_overflow
    return cycles


# ---------------------------------------------------------------- the loop


def indicators(m: State) -> int:
    """Return the indicators as bits, in the order of INDICATORS, the first one leftmost."""
    bits = m.ac_overflow << 6 | m.mq_overflow << 5 | m.divide_check << 4 | m.tape_check << 3
    return bits | m.tape_indicator << 2 | m.read_write_check << 1 | m.trap


def note_start(m: State) -> None:
    """Begin a row of the trace: the registers before the instruction that follows."""
    row = m.trace_length * TRACE_COLUMNS
    m.trace_rows[row] = m.cycles
    m.trace_rows[row + 2] = m.ic
    m.trace_rows[row + 3] = m.ac
    m.trace_rows[row + 4] = m.mq
    m.trace_rows[row + 5] = m.sr
    m.trace_rows[row + 6] = m.xa
    m.trace_rows[row + 7] = m.xb
    m.trace_rows[row + 8] = m.xc
    m.trace_rows[row + 9] = m.keys
    m.trace_rows[row + 10] = m.sense_lights
    m.trace_rows[row + 11] = m.sense_switches
    m.trace_rows[row + 12] = indicators(m)


def note_end(m: State, op: int) -> None:
    """Complete the row of the instruction just executed.

    A subroutine is called by TSX, and returns by a TRA that counts from the index register TSX has set.
    """
    flow = 0
    if op == Op.TSX:
        flow = FLOW_CALL
    elif op == Op.TRA and m.instruction >> 15 & 7:
        flow = FLOW_RETURN
    m.trace_rows[m.trace_length * TRACE_COLUMNS + 1] = flow
    m.trace_length += 1


def look_ahead(m: State) -> None:
    """Set the cycle up to which instructions can run one after the other with nothing else to look at."""
    m.horizon = 0 if m.tracing else m.deadline
    if m.tracing:
        note_start(m)


@out_of_line
def settle(m: State, op: int) -> bool:
    """Handle everything due between two instructions; return whether to continue."""
    if m.tracing and op != Op.ILLEGAL:
        note_end(m, op)
        if m.trace_length == TRACE_ROWS:
            return False
    if m.stop != Stop.NONE or m.cycles >= m.deadline:
        return False
    look_ahead(m)
    return True


def begin(m: State, deadline: int) -> None:
    """Press START: prepare to run to the cycle `deadline`."""
    m.stop = Stop.NONE
    m.cause = Cause.NONE
    m.running = 1
    m.watched = 0
    m.deadline = deadline
    look_ahead(m)


def goes_on(m: State, op: int) -> bool:
    """Return whether to execute another instruction after the one just executed."""
    going = m.cycles < m.horizon or settle(m, op)
    if m.special[m.ic] & BREAKPOINT and m.stop == Stop.NONE:
        m.stop = Stop.BREAKPOINT
        return False
    return going


def run_to(m: State, units: Units, deadline: int) -> None:
    """Run to the cycle `deadline`, or until something stops the machine; at least one instruction."""
    begin(m, deadline)
    going = True
    while going:
        op = step(m, units)
        going = goes_on(m, op)


def reset(m: State) -> None:
    """Press RESET: registers and indicators are cleared, core storage is not."""
    m.ic = m.ac = m.mq = m.sr = m.xa = m.xb = m.xc = m.instruction = 0
    m.ac_overflow = m.mq_overflow = m.divide_check = m.tape_check = m.tape_indicator = 0
    m.read_write_check = m.trap = m.sense_lights = 0
    m.running = m.unit = m.unit_writing = 0
    m.cause = Cause.NONE
