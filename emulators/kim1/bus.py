"""The devices that the 6502 of a KIM-1 finds at addresses without plain memory, and the compiled entry points.

    0000-03FF  RAM                         1740-177F  6530-002: keypad, display, teletype, tape
    0400-13FF  free (4 K expansion)        1780-17BF  6530-003: 64 bytes of RAM
    1400-16FF  free                        17C0-17FF  6530-002: 64 bytes of RAM
    1700-173F  6530-003: user port         1800-1FFF  ROM

The bare board decodes A0-A12 only: these 8 K appear eight times, and so the processor finds its vectors.
A board with RAM from 2000 up decodes all lines; then the top 1 K still reaches the ROM at 1C00.
A read where nothing answers gives the high byte of the address, the last thing that was on the data bus.
"""

from __future__ import annotations

from typing import Any

from emulators.kim1 import cassette, display, keypad, riot, teletype
from emulators.kim1.keypad import ARGUMENT_BITS, RESET_KEY, STOP_KEY, Action
from emulators.kim1.riot import PORT_A, PORT_B, SYSTEM, USER
from emulators.mos6502 import core, system
from emulators.record import FLAG, TRACE_ROWS, Fields, State

ROM, ROM_SIZE = 0x1800, 0x0800
PORTS, PORTS_END = 0x1700, 0x1780
RIOT_RAM = range(0x1780, 0x1800)
STOCK_RAM = range(0x0400)
LOW_EXPANSION = range(0x0400, 0x1400)
HIGH_EXPANSION = range(0x2000, 0xFC00)  # at most
TOP = 0xFC00  # mirrors the ROM on a board that decodes all lines

FIELDS: Fields = {
    "full_decoding": FLAG,  # 1: A13-A15 are decoded (there is RAM from 2000 up)
    **riot.FIELDS,
    **keypad.FIELDS,
    **display.FIELDS,
    **teletype.FIELDS,
    **cassette.FIELDS,
    **keypad.EVENT_FIELDS,
    **teletype.TYPIST_FIELDS,
    **system.FIELDS,
}
RELATIONS = (display.is_counted, teletype.are_fetched, teletype.has_watched, cassette.are_fetched)

SYSTEM_A, SYSTEM_B, USER_A, USER_B = 2 * SYSTEM + PORT_A, 2 * SYSTEM + PORT_B, 2 * USER + PORT_A, 2 * USER + PORT_B
WINDOWS = frozenset({**keypad.EVENT_FIELDS, **teletype.TYPIST_FIELDS})  # on the host's lists: schedule and typist


# ---------------------------------------------------------------- the memory map


def decode(m: State, address: int) -> int:
    """Return the address inside the 8 K block that `address` reaches, or the address itself outside it."""
    if m.full_decoding:
        return address & 0x1FFF if address >= TOP else address
    return address & 0x1FFF


def ram_ranges(low_expansion: bool, high_expansion: int) -> list[range]:
    """Return where there is RAM; `high_expansion` is in bytes from 2000 up."""
    ranges = [STOCK_RAM, RIOT_RAM]
    if low_expansion:
        ranges.append(LOW_EXPANSION)
    if high_expansion:
        ranges.append(HIGH_EXPANSION[:high_expansion])
    return ranges


# ---------------------------------------------------------------- ports


def selected(m: State) -> int:
    """Return the active output of the 74145 (0-9; above, none): PB4-PB1, an input pin counts as 1."""
    return riot.pins(m, SYSTEM_B, 0xFF) >> 1 & 0x0F


def port_pins(m: State, index: int, cycle: int) -> int:
    """Return the pins of a port."""
    outside = 0xFF
    if index == SYSTEM_A:
        outside = keypad.columns(m, selected(m)) & (teletype.sent_level(m, cycle) << 7 | 0x7F)
    elif index == SYSTEM_B:
        tape_in = m.tape_level if riot.pins(m, SYSTEM_B, 0xFF) & 0x20 == 0 else 1
        outside = tape_in << 7 | 0x7F
    elif index == USER_A:
        outside = m.user_pins[0]
    else:
        outside = m.user_pins[1] & (0x7F if riot.pb7_low_from(m) <= cycle else 0xFF)
    return riot.pins(m, index, outside)


def drive_outputs(m: State, cycle: int) -> None:
    """Pass the outputs of the 6530-002 on to display, teletype and tape."""
    port_b = riot.pins(m, SYSTEM_B, 0xFF)
    digit = selected(m) - display.FIRST_DIGIT
    lit = m.latch[SYSTEM_A] & m.direction[SYSTEM_A] & 0x7F
    display.drive(m, digit if 0 <= digit < display.DIGITS else -1, lit, cycle)
    teletype.drive(m, port_b & 1, 1 - (port_b >> 5 & 1), cycle)
    if m.direction[SYSTEM_B] & 0x80:
        cassette.drive(m, port_b >> 7, cycle)


# ---------------------------------------------------------------- the bus


def read_device(m: State, address: int, cycle: int) -> int:
    """Return the answer to a read at an address without plain memory."""
    place = decode(m, address)
    if not PORTS <= place < PORTS_END:
        return m.memory[place] if not m.special[place] & core.READ_DEVICE else address >> 8
    chip, offset = place >> 6 & 1, place & 0x0F
    if offset & 4 == 0:
        index = 2 * chip + (offset >> 1 & 1)
        return m.direction[index] if offset & 1 else port_pins(m, index, cycle)
    if offset & 1:
        return 0x80 if riot.timer_flag(m, chip, cycle) else 0x00
    return riot.read_timer(m, chip, offset, cycle)


def write_device(m: State, address: int, value: int, cycle: int) -> None:
    """Write to an address that is not plain memory; ROM and empty places ignore it."""
    place = decode(m, address)
    if not PORTS <= place < PORTS_END:
        if not m.special[place] & core.WRITE_DEVICE:
            m.memory[place] = value
        return
    chip, offset = place >> 6 & 1, place & 0x0F
    if offset & 4:
        riot.write_timer(m, chip, offset, value, cycle)
        return
    index = 2 * chip + (offset >> 1 & 1)
    if offset & 1:
        m.direction[index] = value
    else:
        m.latch[index] = value
    if chip == SYSTEM:
        drive_outputs(m, cycle + 1)
    elif index == USER_B:
        riot.release_wire(m, cycle)


def fetch(m: State) -> bool:
    """Between two instructions: the wire from PB7, and the single-step switch.

    While the switch is on, every opcode fetch outside the monitor's 1 K pulls NMI low.
    """
    if m.pb7_wire:
        riot.drive_wire(m)
    if m.sst and decode(m, m.pc) & 0xFC00 != 0x1C00:
        m.nmi_edge = m.cycles
        m.nmi_to = m.cycles + 1
    return m.sst != 0


BUS = core.Bus(read_device, write_device, fetch)


def execute(m: State, cycle: int) -> None:
    """Run the processor to a cycle."""
    core.run_to(m, BUS, cycle)


# ---------------------------------------------------------------- what Python calls


def power_on(m: State, ram: list[range], full_decoding: bool, rom: bytes) -> None:
    """Set the state in which the machine is when the power comes on; RES is still low, RAM holds zeros."""
    system.install(m, ram, {ROM: rom})
    m.full_decoding = int(full_decoding)
    m.user_pins[0] = m.user_pins[1] = 0xFF
    m.out_level = m.tape_level = m.tape_out = 1
    m.digit = -1
    m.baud = teletype.BAUD
    m.reset_held = 1
    m.sent_at, m.start_at = teletype.LONG_AGO, core.NEVER
    m.host_at = core.NEVER
    m.patient = 1


def catch_up(m: State) -> None:
    """Count the display's time and watch the teletype line up to now."""
    display.count(m, m.cycles)
    teletype.watch(m, m.cycles)


def reset(m: State, held: int) -> None:
    """Pull RES low (the ports let go of everything) or let it go (the processor starts at its vector)."""
    if held:
        riot.reset_ports(m, m.cycles)
        drive_outputs(m, m.cycles)
        m.nmi_edge = core.NEVER
    elif m.reset_held:
        core.reset(m, BUS)
    m.reset_held = held


def move_key(m: State, key: int, down: int) -> None:
    """Put a finger on a key of keypad.KEYS, or take it off."""
    if key == RESET_KEY:
        reset(m, down)
    elif key == STOP_KEY:
        m.stop_held = down
        m.nmi_to = core.NEVER if down else m.cycles
        if down:
            m.nmi_edge = m.cycles
    else:
        row, bit = key // keypad.COLUMNS, 1 << keypad.COLUMNS - 1 - key % keypad.COLUMNS
        m.keys[row] = m.keys[row] | bit if down else m.keys[row] & ~bit


def act(m: State, code: int) -> None:
    """Make an event happen now; `code` is that of events.py."""
    action, argument = code >> ARGUMENT_BITS, code & (1 << ARGUMENT_BITS) - 1
    if action <= Action.KEY_DOWN:
        move_key(m, argument, action)
    elif action == Action.SST:
        m.sst = argument
    elif action == Action.TERMINAL:
        m.keys[keypad.STRAP_ROW] = argument
    elif action == Action.TAPE_LEVEL:
        m.tape_level = argument


# ---------------------------------------------------------------- what happens besides instructions


def deliver(m: State) -> bool:
    """Make the due events happen, then let the typist look up, unless an input of the host is earlier.

    Return False if the host has something to do before the next instruction: an input, or a ring.
    """
    while m.event_next < m.event_count and m.event_cycle[m.event_next] <= m.cycles:
        m.event_next += 1
        act(m, m.event_code[m.event_next - 1])
    if m.cycles < m.host_at:
        teletype.look_up(m)
    given = m.host_at <= m.cycles or (m.typed_more and not m.typed_count and m.look_at <= m.cycles)
    return not (given or m.trace_length == TRACE_ROWS or teletype.is_full(m) or cassette.is_full(m))


def next_cycle(m: State) -> int:
    """Return up to which cycle nothing comes from outside."""
    return min(keypad.next_cycle(m), teletype.next_look_up(m))


BOARD = system.Board(execute, deliver, next_cycle, catch_up)


def run(m: State, deadline: int) -> None:
    """Run to the cycle `deadline`, or until something stops it or the host has something to do."""
    system.run(m, BOARD, deadline)


def begin_typing(m: State, patient: int) -> None:
    """Make the terminal send the characters in the ring `typed`, from now on."""
    teletype.begin_typing(m, patient)


def send(m: State, byte: int, cycle: int) -> None:
    """Make the terminal begin to send a byte at `cycle`."""
    teletype.send(m, byte, cycle)


def peek(m: State, address: int) -> int:
    """Return the result of a read, without its side effects (only a timer has any)."""
    place = decode(m, address)
    if PORTS <= place < PORTS_END and place & 5 == 4:
        return riot.timer_value(m, place >> 6 & 1, m.cycles)
    return read_device(m, address, m.cycles)


def poke(m: State, address: int, value: int) -> None:
    """Write a byte where a program could, and into ROM."""
    place = decode(m, address)
    if ROM <= place < 0x2000:
        m.memory[place] = value
    else:
        write_device(m, address, value, m.cycles)


ENTRY_POINTS = (run, act, deliver, begin_typing, send, peek, poke)


# Where interrupts go: 17FA, 17FB for NMI (the key ST, single steps), 17FE, 17FF for IRQ and BRK.
#
# The ROM's vectors lead to jumps through these words of RAM, which nothing sets after power-on. A program that ends
# with BRK then goes to 0000, which holds 00, another BRK. Plain functions: pages have them, too.


NMI, IRQ = 0x17FA, 0x17FE  # in RAM
ROM_IRQ = 0x1FFE  # the processor's own vector: to the jump through IRQ


def vector(m: Any, address: int) -> int:
    """Return the address that two bytes of memory hold."""
    return int(m.memory[address] + 256 * m.memory[address + 1])


def breaks(m: Any) -> bool:
    """Return whether the processor runs from BRK to BRK: IRQ leads to one, and it is there or in the jump before."""
    target = vector(m, IRQ)
    return bool(m.memory[target] == 0 and (m.pc == target or m.pc == vector(m, ROM_IRQ)))
