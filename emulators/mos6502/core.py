"""The NMOS 6502: every cycle of every opcode, as the chip does it.

A machine is one record `m`; FIELDS below are those this file uses, the board adds its own. Every clock cycle
of the chip is one call of `read`, `write` or `touch` (a read with an unused value): the cycle count is the
number of those calls, and devices see the accesses in the chip's order. `t` is the number of cycles since the
instruction began, so `m.cycles + t` is now. (`touch` leaves out the reads that no device can see.)

Interrupts are polled from times, not from ticking devices: a device says from which cycle on a line is
low, and `settle` finds, at the ends of instructions near such a time, the result of the chip's poll.

Sources: MOS Technology MCS6500 Programming and Hardware Manuals; cycle-by-cycle behaviour as the
transistor netlist of the chip shows it (docs/mos6502.md lists the measurements).
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any, cast

from emulators.kernels import Functions, out_of_line
from emulators.machine import Flow, Stop
from emulators.mos6502.arithmetic import (
    ALWAYS,
    BREAK,
    CARRY,
    DECIMAL,
    INTERRUPT,
    OVERFLOW,
    ZERO,
    add,
    and_rotate,
    compare,
    nz,
    shift_left,
    shift_right,
    subtract,
    with_flag,
)
from emulators.mos6502.isa import BRANCHES, INSTRUCTIONS, MNEMONICS, Access, Instruction, Mode
from emulators.record import (
    MOMENT,
    MOMENT_OR_NEVER,
    TRACE_ROWS,
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

NMI_VECTOR, RESET_VECTOR, IRQ_VECTOR = 0xFFFA, 0xFFFC, 0xFFFE
STACK = 0x0100
NEVER = 1 << 62  # a cycle that is never reached

# One operation per mnemonic; the eight conditional branches are one, the accumulator forms are operations of their
# own. (Type checkers cannot know the members.)
Op = cast(
    "Any",
    IntEnum("Op", [*sorted(set(MNEMONICS) - set(BRANCHES)), "BRANCH", "ASL_A", "LSR_A", "ROL_A", "ROR_A"], start=0),
)
BRANCH_FLAG = (7, 6, 0, 1)  # bits 7-6 of a branch's opcode select the flag N, V, C or Z; bit 5 is its value


class Special(IntFlag):
    """The special uses of an address; zero means plain memory. One byte per address in `m.special`."""

    READ_DEVICE = 1  # reads go to the board
    WRITE_DEVICE = 2  # writes go to the board (ROM too: the board ignores them)
    WATCH_READ = 4  # stop after an instruction that reads here
    WATCH_WRITE = 8  # stop after an instruction that writes here
    BREAKPOINT = 16  # stop before the instruction that starts here
    TRACE = 32  # note every access in the bus log


READ_DEVICE, WRITE_DEVICE, WATCH_READ, WATCH_WRITE, BREAKPOINT, TRACE = (int(each) for each in Special)
FLOW_CALL, FLOW_RETURN, FLOW_INTERRUPT, FLOW_RESUME = (int(each) for each in Flow)
SPECIAL_READ = READ_DEVICE | WATCH_READ | TRACE
SPECIAL_WRITE = WRITE_DEVICE | WATCH_WRITE | TRACE
TRACE_COLUMNS = 8  # cycle, Flow, and the registers in the order of REGISTERS

REGISTERS = {"pc": 16, "a": 8, "x": 8, "y": 8, "s": 8, "p": 8}  # name -> width in bits
FIELDS: Fields = {
    **{name: unsigned(bits) for name, bits in REGISTERS.items()},
    "cycles": MOMENT,  # clock cycles since power-on
    **debugging_fields(TRACE_COLUMNS),
    "irq_from": MOMENT_OR_NEVER,  # the IRQ line is low in the cycles irq_from <= c < irq_to
    "irq_to": MOMENT_OR_NEVER,
    "nmi_edge": MOMENT_OR_NEVER,  # the cycle of a falling edge of NMI not served yet, or NEVER
    "nmi_to": MOMENT_OR_NEVER,  # the cycle at which NMI went high again, or NEVER
    "memory": octets(0x10000),
    "special": octets(0x10000),
    "mode": octets(256),  # Mode, per opcode
    "op": octets(256),  # Op, per opcode
    "late": octets(256),  # 1: the indexed address always takes the extra cycle, page crossed or not
}
CONSTANT_FIELDS = frozenset({"special", "mode", "op", "late"})  # as the board was built, but for marks in `special`
PASSING_FIELDS = frozenset(debugging_fields(TRACE_COLUMNS))  # how it is run and looked at


def operation(instruction: Instruction) -> int:
    """Return the Op of an instruction."""
    if instruction.mnemonic in BRANCHES:
        return int(Op.BRANCH)
    return int(Op[instruction.mnemonic + ("_A" if instruction.mode == Mode.ACCUMULATOR else "")])


def power_on(m: State) -> None:
    """Fill the decode tables and set the registers that power-on does not leave to chance."""
    for each in INSTRUCTIONS:
        m.mode[each.opcode] = each.mode
        m.op[each.opcode] = operation(each)
        m.late[each.opcode] = each.access != Access.READ
    m.mode[0x20] = Mode.IMMEDIATE  # JSR reads its operand bytes before and after the pushes
    m.s, m.p = 0xC0, ALWAYS | INTERRUPT
    m.irq_from = m.irq_to = m.nmi_edge = m.nmi_to = NEVER


class Bus(Functions):
    """The functions that a board gives the processor, three of them.

    read(m, address, cycle): return the byte at an address marked READ_DEVICE.
    write(m, address, byte, cycle): write to an address marked WRITE_DEVICE.
    fetch(m): called between two instructions, wherever an interrupt might be due; return whether it must be
    called before the next instruction, too.
    """

    names = ("read", "write", "fetch")
    read: Callable[..., int]
    write: Callable[..., None]
    fetch: Callable[..., bool]


# ---------------------------------------------------------------- the bus


@out_of_line
def special_read(m: State, bus: Bus, address: int, cycle: int) -> int:
    """Return the byte at an address with something special about it."""
    kind = m.special[address]
    value = bus.read(m, address, cycle) if kind & READ_DEVICE else m.memory[address]
    if kind & TRACE:
        log(m, address, value, 0)
    if kind & WATCH_READ:
        watch(m, address, value, 0)
    return value


@out_of_line
def special_write(m: State, bus: Bus, address: int, value: int, cycle: int) -> None:
    """Write a byte to an address with something special about it."""
    kind = m.special[address]
    if kind & WRITE_DEVICE:
        bus.write(m, address, value, cycle)
    else:
        m.memory[address] = value
    if kind & TRACE:
        log(m, address, value, 1)
    if kind & WATCH_WRITE:
        watch(m, address, value, 1)


def watch(m: State, address: int, value: int, write: int) -> None:
    """Stop after this instruction, because of this access."""
    catch(m, address, value, write)
    m.stop = Stop.WATCH_WRITE if write else Stop.WATCH_READ


def read(m: State, bus: Bus, address: int, t: int) -> int:
    """Return the byte at `address`, as a 64-bit integer."""
    if m.special[address] & SPECIAL_READ:
        return special_read(m, bus, address, m.cycles + t)
    return m.memory[address]


def touch(m: State, bus: Bus, address: int, t: int, alert: int) -> None:
    """Read an address because the chip does, though it has no use for the value.

    Such reads at PC, in page zero and on the stack are left out unless the bus is looked at or the program
    runs inside a device: `alert` says so.
    """
    if alert:
        read(m, bus, address, t)


def write(m: State, bus: Bus, address: int, value: int, t: int) -> None:
    """Write a byte."""
    if m.special[address] & SPECIAL_WRITE:
        special_write(m, bus, address, value, m.cycles + t)
    else:
        m.memory[address] = value


def push(m: State, bus: Bus, value: int, t: int) -> None:
    """Write a byte to the stack; S goes down."""
    write(m, bus, STACK + m.s, value, t)
    m.s = (m.s - 1) & 0xFF


def pull(m: State, bus: Bus, t: int) -> int:
    """Return the byte on top of the stack; S goes up."""
    m.s = (m.s + 1) & 0xFF
    return read(m, bus, STACK + m.s, t)


def read_vector(m: State, bus: Bus, address: int, t: int) -> int:
    """Return the 16-bit word at `address`, low byte first."""
    low = read(m, bus, address, t)
    return low | read(m, bus, address + 1, t + 1) << 8


# ---------------------------------------------------------------- one instruction


def indexed(m: State, bus: Bus, base: int, index: int, late: int, t: int) -> tuple[int, int]:
    """Return (base + index, t). The chip first reads without the carry into the high byte, unless it need not wait."""
    address = (base + index) & 0xFFFF
    if late or (address ^ base) & 0xFF00:
        read(m, bus, base & 0xFF00 | address & 0xFF, t)
        t += 1
    return address, t


def operand_address(m: State, bus: Bus, mode: int, late: int, alert: int) -> tuple[int, int]:
    """Return (address, t): where the operand lies, and the cycles used to find out. PC moves past the operand."""
    pc = m.pc
    if mode <= Mode.ACCUMULATOR:
        touch(m, bus, pc, 1, alert)
        return pc, 2
    m.pc = (pc + 1) & 0xFFFF
    if mode == Mode.IMMEDIATE or mode == Mode.RELATIVE:
        return pc, 1
    low = read(m, bus, pc, 1)
    if mode == Mode.ZERO_PAGE:
        return low, 2
    if mode == Mode.ZERO_PAGE_X:
        touch(m, bus, low, 2, alert)
        return (low + m.x) & 0xFF, 3
    if mode == Mode.ZERO_PAGE_Y:
        touch(m, bus, low, 2, alert)
        return (low + m.y) & 0xFF, 3
    if mode == Mode.INDIRECT_X:
        touch(m, bus, low, 2, alert)
        pointer = (low + m.x) & 0xFF
        low = read(m, bus, pointer, 3)
        return low | read(m, bus, (pointer + 1) & 0xFF, 4) << 8, 5
    if mode == Mode.INDIRECT_Y:
        base = read(m, bus, low, 2) | read(m, bus, (low + 1) & 0xFF, 3) << 8
        return indexed(m, bus, base, m.y, late, 4)
    base = low | read(m, bus, m.pc, 2) << 8
    m.pc = (m.pc + 1) & 0xFFFF
    if mode == Mode.ABSOLUTE_X:
        return indexed(m, bus, base, m.x, late, 3)
    if mode == Mode.ABSOLUTE_Y:
        return indexed(m, bus, base, m.y, late, 3)
    if mode == Mode.INDIRECT:  # the pointer does not leave its page
        low = read(m, bus, base, 3)
        return low | read(m, bus, base & 0xFF00 | (base + 1) & 0xFF, 4) << 8, 5
    return base, 3


def branch(m: State, bus: Bus, offset: int, opcode: int, alert: int) -> int:
    """Add a signed offset to PC if the branch is taken; return the cycles of the whole instruction."""
    flag = m.p >> BRANCH_FLAG[opcode >> 6] & 1
    if flag != opcode >> 5 & 1:
        return 2
    pc = m.pc
    touch(m, bus, pc, 2, alert)
    m.pc = (pc + (offset ^ 0x80) - 0x80) & 0xFFFF
    if (m.pc ^ pc) & 0xFF00 == 0:
        return 3
    read(m, bus, pc & 0xFF00 | m.pc & 0xFF, 3)  # the wrong page may be a device's
    return 4


@out_of_line
def modify(m: State, bus: Bus, address: int, old: int, new: int, t: int) -> int:
    """Write the old value back, then the new one, as the chip does; return the cycles."""
    write(m, bus, address, old, t + 1)
    write(m, bus, address, new, t + 2)
    return t + 3


def store_high(m: State, bus: Bus, register: int, address: int, index: int, t: int) -> int:
    """Store register AND (high byte of the unindexed address + 1): SHA, SHX, SHY, TAS; return the cycles.

    When the index carries into the next page, the stored value replaces the high byte of the address.
    """
    base = (address - index) & 0xFFFF
    value = register & ((base >> 8) + 1)
    if (address ^ base) & 0xFF00:
        address = value << 8 | address & 0xFF
    write(m, bus, address, value, t)
    return t + 1


def look_at_irq(m: State) -> None:
    """I may have been cleared: look at the IRQ line after this instruction, if it is used."""
    if m.irq_from != NEVER:
        m.horizon = 0


@out_of_line
def interrupt(m: State, bus: Bus, pushed: int, t: int) -> None:
    """Push PC and a status byte and go through the IRQ vector, or NMI's if its edge came in time.

    Cycles t .. t + 4 of the sequence. An edge later than its third is seen when the sequence is over,
    if the line is still low then.
    """
    vector = IRQ_VECTOR
    if m.nmi_edge <= m.cycles + t + 1:
        vector = NMI_VECTOR
        m.nmi_edge = NEVER
    push(m, bus, m.pc >> 8, t)
    push(m, bus, m.pc & 0xFF, t + 1)
    push(m, bus, pushed, t + 2)
    m.p |= INTERRUPT
    m.pc = read_vector(m, bus, vector, t + 3)
    if m.nmi_to <= m.cycles + t + 4:
        m.nmi_edge = NEVER


@out_of_line
def undocumented(m: State, bus: Bus, op: int, mode: int, address: int, t: int) -> int:
    """Execute one of the instructions that are in no manual; return the cycles."""
    if op == Op.NOP:
        if mode != Mode.IMPLIED:
            read(m, bus, address, t)
            t += 1

    elif op == Op.LAX:
        value = read(m, bus, address, t)
        m.a = value if mode != Mode.IMMEDIATE else m.a & value  # immediate: unstable
        m.x = m.a
        m.p = nz(m.p, m.a)
        t += 1
    elif op == Op.SAX:
        write(m, bus, address, m.a & m.x, t)
        t += 1
    elif op == Op.SLO:
        value = read(m, bus, address, t)
        result, m.p = shift_left(value, 0, m.p)
        m.a |= result
        m.p = nz(m.p, m.a)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.RLA:
        value = read(m, bus, address, t)
        result, m.p = shift_left(value, m.p & CARRY, m.p)
        m.a &= result
        m.p = nz(m.p, m.a)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.SRE:
        value = read(m, bus, address, t)
        result, m.p = shift_right(value, 0, m.p)
        m.a ^= result
        m.p = nz(m.p, m.a)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.RRA:
        value = read(m, bus, address, t)
        result, m.p = shift_right(value, m.p & CARRY, m.p)
        m.a, m.p = add(m.a, result, m.p)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.DCP:
        value = read(m, bus, address, t)
        result = (value - 1) & 0xFF
        m.p = compare(m.a, result, m.p)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.ISC:
        value = read(m, bus, address, t)
        result = (value + 1) & 0xFF
        m.a, m.p = subtract(m.a, result, m.p)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.ANC:
        m.a &= read(m, bus, address, t)
        m.p = with_flag(nz(m.p, m.a), CARRY, m.a & 0x80)
        t += 1
    elif op == Op.ALR:
        m.a, m.p = shift_right(m.a & read(m, bus, address, t), 0, m.p)
        t += 1
    elif op == Op.ARR:
        m.a, m.p = and_rotate(m.a, read(m, bus, address, t), m.p)
        t += 1
    elif op == Op.AXS:
        value = read(m, bus, address, t)
        m.p = compare(m.a & m.x, value, m.p)
        m.x = ((m.a & m.x) - value) & 0xFF
        t += 1
    elif op == Op.ANE:  # unstable: here the chip's own constant is 00
        m.a &= m.x & read(m, bus, address, t)
        m.p = nz(m.p, m.a)
        t += 1
    elif op == Op.LAS:
        m.s &= read(m, bus, address, t)
        m.a = m.x = m.s
        m.p = nz(m.p, m.a)
        t += 1
    elif op == Op.SHA:
        t = store_high(m, bus, m.a & m.x, address, m.y, t)
    elif op == Op.SHX:
        t = store_high(m, bus, m.x, address, m.y, t)
    elif op == Op.SHY:
        t = store_high(m, bus, m.y, address, m.x, t)
    elif op == Op.TAS:
        m.s = m.a & m.x
        t = store_high(m, bus, m.s, address, m.y, t)
    else:  # JAM: the chip never fetches again
        m.pc = (m.pc - 1) & 0xFFFF
        m.stop, m.horizon = Stop.ILLEGAL_INSTRUCTION, 0
        t = 0
    return t


def step(m: State, bus: Bus) -> int:
    """Execute one instruction: fetch, decode by table, act."""
    alert = m.special[m.pc] & (TRACE | READ_DEVICE)
    opcode = read(m, bus, m.pc, 0)
    m.pc = (m.pc + 1) & 0xFFFF
    op = m.op[opcode]
    address, t = operand_address(m, bus, m.mode[opcode], m.late[opcode], alert)

    if op == Op.LDA:
        m.a = read(m, bus, address, t)
        m.p = nz(m.p, m.a)
        t += 1
    elif op == Op.LDX:
        m.x = read(m, bus, address, t)
        m.p = nz(m.p, m.x)
        t += 1
    elif op == Op.LDY:
        m.y = read(m, bus, address, t)
        m.p = nz(m.p, m.y)
        t += 1
    elif op == Op.STA:
        write(m, bus, address, m.a, t)
        t += 1
    elif op == Op.STX:
        write(m, bus, address, m.x, t)
        t += 1
    elif op == Op.STY:
        write(m, bus, address, m.y, t)
        t += 1

    elif op == Op.ADC:
        m.a, m.p = add(m.a, read(m, bus, address, t), m.p)
        t += 1
    elif op == Op.SBC:
        m.a, m.p = subtract(m.a, read(m, bus, address, t), m.p)
        t += 1
    elif op == Op.CMP:
        m.p = compare(m.a, read(m, bus, address, t), m.p)
        t += 1
    elif op == Op.CPX:
        m.p = compare(m.x, read(m, bus, address, t), m.p)
        t += 1
    elif op == Op.CPY:
        m.p = compare(m.y, read(m, bus, address, t), m.p)
        t += 1
    elif op == Op.AND:
        m.a &= read(m, bus, address, t)
        m.p = nz(m.p, m.a)
        t += 1
    elif op == Op.ORA:
        m.a |= read(m, bus, address, t)
        m.p = nz(m.p, m.a)
        t += 1
    elif op == Op.EOR:
        m.a ^= read(m, bus, address, t)
        m.p = nz(m.p, m.a)
        t += 1
    elif op == Op.BIT:
        value = read(m, bus, address, t)
        m.p = with_flag(m.p & 0x3F | value & 0xC0, ZERO, m.a & value == 0)
        t += 1

    elif op == Op.BRANCH:
        t = branch(m, bus, read(m, bus, address, 1), opcode, alert)

    elif op == Op.INX:
        m.x = (m.x + 1) & 0xFF
        m.p = nz(m.p, m.x)
    elif op == Op.INY:
        m.y = (m.y + 1) & 0xFF
        m.p = nz(m.p, m.y)
    elif op == Op.DEX:
        m.x = (m.x - 1) & 0xFF
        m.p = nz(m.p, m.x)
    elif op == Op.DEY:
        m.y = (m.y - 1) & 0xFF
        m.p = nz(m.p, m.y)
    elif op == Op.TAX:
        m.x = m.a
        m.p = nz(m.p, m.x)
    elif op == Op.TAY:
        m.y = m.a
        m.p = nz(m.p, m.y)
    elif op == Op.TXA:
        m.a = m.x
        m.p = nz(m.p, m.a)
    elif op == Op.TYA:
        m.a = m.y
        m.p = nz(m.p, m.a)
    elif op == Op.TSX:
        m.x = m.s
        m.p = nz(m.p, m.x)
    elif op == Op.TXS:
        m.s = m.x

    elif op == Op.CLC:
        m.p &= ~CARRY
    elif op == Op.SEC:
        m.p |= CARRY
    elif op == Op.CLD:
        m.p &= ~DECIMAL
    elif op == Op.SED:
        m.p |= DECIMAL
    elif op == Op.CLV:
        m.p &= ~OVERFLOW
    elif op == Op.CLI:
        m.p &= ~INTERRUPT
        look_at_irq(m)
    elif op == Op.SEI:
        m.p |= INTERRUPT

    elif op == Op.ASL:
        value = read(m, bus, address, t)
        result, m.p = shift_left(value, 0, m.p)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.ROL:
        value = read(m, bus, address, t)
        result, m.p = shift_left(value, m.p & CARRY, m.p)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.LSR:
        value = read(m, bus, address, t)
        result, m.p = shift_right(value, 0, m.p)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.ROR:
        value = read(m, bus, address, t)
        result, m.p = shift_right(value, m.p & CARRY, m.p)
        t = modify(m, bus, address, value, result, t)
    elif op == Op.INC:
        value = read(m, bus, address, t)
        m.p = nz(m.p, (value + 1) & 0xFF)
        t = modify(m, bus, address, value, (value + 1) & 0xFF, t)
    elif op == Op.DEC:
        value = read(m, bus, address, t)
        m.p = nz(m.p, (value - 1) & 0xFF)
        t = modify(m, bus, address, value, (value - 1) & 0xFF, t)
    elif op == Op.ASL_A:
        m.a, m.p = shift_left(m.a, 0, m.p)
    elif op == Op.ROL_A:
        m.a, m.p = shift_left(m.a, m.p & CARRY, m.p)
    elif op == Op.LSR_A:
        m.a, m.p = shift_right(m.a, 0, m.p)
    elif op == Op.ROR_A:
        m.a, m.p = shift_right(m.a, m.p & CARRY, m.p)

    elif op == Op.PHA:
        push(m, bus, m.a, t)
        t += 1
    elif op == Op.PHP:
        push(m, bus, m.p | BREAK, t)
        t += 1
    elif op == Op.PLA:
        touch(m, bus, STACK + m.s, t, alert)
        m.a = pull(m, bus, t + 1)
        m.p = nz(m.p, m.a)
        t += 2
    elif op == Op.PLP:
        touch(m, bus, STACK + m.s, t, alert)
        m.p = pull(m, bus, t + 1) & ~BREAK | ALWAYS
        look_at_irq(m)
        t += 2
    elif op == Op.JMP:
        m.pc = address
    elif op == Op.JSR:
        low = read(m, bus, address, t)
        touch(m, bus, STACK + m.s, t + 1, alert)
        push(m, bus, m.pc >> 8, t + 2)
        push(m, bus, m.pc & 0xFF, t + 3)
        m.pc = low | read(m, bus, m.pc, t + 4) << 8
        t += 5
    elif op == Op.RTS:
        touch(m, bus, STACK + m.s, t, alert)
        low = pull(m, bus, t + 1)
        pc = low | pull(m, bus, t + 2) << 8
        read(m, bus, pc, t + 3)
        m.pc = (pc + 1) & 0xFFFF
        t += 4
    elif op == Op.RTI:
        touch(m, bus, STACK + m.s, t, alert)
        m.p = pull(m, bus, t + 1) & ~BREAK | ALWAYS
        low = pull(m, bus, t + 2)
        m.pc = low | pull(m, bus, t + 3) << 8
        look_at_irq(m)
        t += 4
    elif op == Op.BRK:
        m.pc = (m.pc + 1) & 0xFFFF
        interrupt(m, bus, m.p | BREAK, t)
        t += 5
    elif op != Op.NOP or m.mode[opcode] != Mode.IMPLIED:
        t = undocumented(m, bus, op, m.mode[opcode], address, t)
    m.cycles += t
    return opcode


# ---------------------------------------------------------------- the loop


def low_at(m: State, cycle: int) -> bool:
    """Return whether the IRQ line is low in `cycle`."""
    return m.irq_from <= cycle < m.irq_to


def poll(m: State, bus: Bus, start: int, opcode: int, before: int) -> bool:
    """Enter an interrupt if the poll of the instruction just executed saw one; return whether it did.

    The chip looks in the last cycle but one; a taken branch in its first cycle, and in its third when it
    crosses a page. CLI, SEI and PLP change I after the poll, RTI before it. A handler's first instruction
    always runs. `start`: cycle of the fetch; `before`: status before the instruction.
    """
    if opcode == 0x00:  # BRK
        return False
    masked = (m.p if opcode == 0x40 else before) & INTERRUPT  # RTI
    taken = opcode & 0x1F == 0x10 and m.cycles > start + 2
    last = start if taken and m.cycles == start + 3 else m.cycles - 2
    nmi = m.nmi_edge <= last
    irq = low_at(m, last) or (taken and low_at(m, start))
    if nmi or (irq and not masked):
        read(m, bus, m.pc, 0)
        read(m, bus, m.pc, 1)
        interrupt(m, bus, m.p, 2)
        m.cycles += 7
        return True
    return False


def note_start(m: State) -> None:
    """Begin a row of the trace: the registers before the instruction that follows."""
    row = m.trace_length * TRACE_COLUMNS
    m.trace_rows[row] = m.cycles
    m.trace_rows[row + 2] = m.pc
    m.trace_rows[row + 3] = m.a
    m.trace_rows[row + 4] = m.x
    m.trace_rows[row + 5] = m.y
    m.trace_rows[row + 6] = m.s
    m.trace_rows[row + 7] = m.p


def note_end(m: State, opcode: int, interrupted: bool) -> None:
    """Complete the row of the instruction just executed."""
    flow = 0
    if opcode == 0x20:  # JSR
        flow = FLOW_CALL
    elif opcode == 0x60:  # RTS
        flow = FLOW_RETURN
    elif opcode == 0x40:  # RTI
        flow = FLOW_RESUME
    if interrupted or opcode == 0x00:  # BRK
        flow |= FLOW_INTERRUPT
    m.trace_rows[m.trace_length * TRACE_COLUMNS + 1] = flow
    m.trace_length += 1


def look_ahead(m: State, bus: Bus) -> None:
    """Set the cycle up to which instructions can run one after the other with nothing else to look at."""
    every_time = bus.fetch(m)
    quiet = m.nmi_edge
    if not m.p & INTERRUPT and m.cycles < m.irq_to and m.irq_from < quiet:
        quiet = m.irq_from
    m.horizon = 0 if every_time or m.tracing else min(m.deadline, quiet - 8)  # an instruction takes at most 8 cycles
    if m.tracing:
        note_start(m)


@out_of_line
def settle(m: State, bus: Bus, start: int, opcode: int, before: int) -> bool:
    """Handle everything due between two instructions; return whether to continue."""
    interrupted = poll(m, bus, start, opcode, before)
    if m.tracing:
        note_end(m, opcode, interrupted)
        if m.trace_length == TRACE_ROWS:
            return False
    if m.stop != Stop.NONE or m.cycles >= m.deadline:
        return False
    look_ahead(m, bus)
    return True


def begin(m: State, bus: Bus, deadline: int) -> None:
    """Prepare to run to the cycle `deadline`."""
    m.stop = Stop.NONE
    m.watched = 0
    m.deadline = deadline
    look_ahead(m, bus)


def goes_on(m: State, bus: Bus, start: int, opcode: int, before: int) -> bool:
    """Return whether to execute another instruction after the one just executed.

    `start`: cycle of its fetch; `before`: status before it.
    """
    going = m.cycles < m.horizon or settle(m, bus, start, opcode, before)
    if m.special[m.pc] & BREAKPOINT and m.stop == Stop.NONE:
        m.stop = Stop.BREAKPOINT
        return False
    return going


def run_to(m: State, bus: Bus, deadline: int) -> None:
    """Run to the cycle `deadline`, or until something stops the machine; at least one instruction."""
    begin(m, bus, deadline)
    going = True
    while going:
        start = m.cycles
        before = m.p
        opcode = step(m, bus)
        going = goes_on(m, bus, start, opcode, before)


def reset(m: State, bus: Bus) -> None:
    """Do the eight cycles that follow the release of RES: three stack reads, I set, PC from the vector."""
    read(m, bus, m.pc, 0)
    read(m, bus, m.pc, 1)
    read(m, bus, m.pc, 2)
    for t in range(3, 6):
        read(m, bus, STACK + m.s, t)
        m.s = (m.s - 1) & 0xFF
    m.p |= INTERRUPT
    m.pc = read_vector(m, bus, RESET_VECTOR, 6)
    m.nmi_edge = NEVER
    m.cycles += 8
