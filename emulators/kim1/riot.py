"""The two MOS 6530s of the KIM-1: ports, data directions, interval timers.

    offset    read                              write
    0  1      port A pins   direction A         port A latch   direction A     (1 = output)
    2  3      port B pins   direction B         port B latch   direction B
    4  6      timer value                       timer, divided by 1 (4), 64 (6)
    5  7      flag in bit 7                     timer, divided by 8 (5), 1024 (7)
    8 .. B    as 0 .. 3
    C .. F    as 4 .. 7, with the timer's interrupt output enabled (A3 = 1) instead of disabled

The timer is not ticked: it is the cycle at which it passes from 00 to FF, and everything else follows.
Written with N at cycle w it reads N - 1 beginning at w + 1, and expires at w + 1 + N * divider; from there it
counts down once a cycle from FF. Reading it (not in the very cycle of expiry) or writing it clears the
flag; after such a read it counts with the divider again.

Sources: MOS Technology 6530 data sheet; KIM-1 User Manual, chapter 3; docs/kim1/hardware.md says which facts are
certain and which are not.
"""

from __future__ import annotations

from emulators.mos6502.core import NEVER
from emulators.record import FLAG, MOMENT, Field, Fields, State, as_many, unsigned

USER, SYSTEM = 0, 1  # the 6530-003 at 1700-173F and the 6530-002 at 1740-177F
PORT_A, PORT_B = 0, 1
MOST_SHIFT = 10  # log2 of the largest divider
NO_WIRE, TO_IRQ, TO_NMI = 0, 1, 2  # where PB7 of the 6530-003 is wired on the connector

# Ports are indexed 2 * chip + port, timers by chip.
FIELDS: Fields = {
    "latch": unsigned(8, 4),
    "direction": unsigned(8, 4),
    "user_pins": unsigned(8, 2),  # the levels that the outside drives on ports A and B of the 6530-003
    "timer_expiry": as_many(2, MOMENT),  # cycle of the passage from 00 to FF
    "timer_shift": Field(0, MOST_SHIFT, 2),  # log2 of the divider
    "timer_interrupt": as_many(2, FLAG),  # 1: the interrupt output is enabled
    "pb7_wire": Field(NO_WIRE, TO_NMI),  # NO_WIRE, TO_IRQ or TO_NMI
}


def pins(m: State, index: int, outside: int) -> int:
    """Return a port's pins: the latch where it drives them, else the outside level."""
    return m.latch[index] & m.direction[index] | outside & ~m.direction[index] & 0xFF


def timer_flag(m: State, chip: int, cycle: int) -> bool:
    """Return whether the timer has expired and has not been read since (a read moves the expiry on)."""
    return cycle >= m.timer_expiry[chip]


def timer_value(m: State, chip: int, cycle: int) -> int:
    """Return the counter."""
    left = m.timer_expiry[chip] - 1 - cycle
    return (left >> m.timer_shift[chip] if left >= 0 else left) & 0xFF


def write_timer(m: State, chip: int, offset: int, value: int, cycle: int) -> None:
    """Start the timer: offset bits 1-0 choose the divider 1, 8, 64 or 1024, bit 3 the interrupt output."""
    select = offset & 3
    m.timer_shift[chip] = 3 * select + (1 if select == 3 else 0)
    m.timer_expiry[chip] = cycle + 1 + (value << m.timer_shift[chip])
    enable_interrupt(m, chip, offset, cycle)


def read_timer(m: State, chip: int, offset: int, cycle: int) -> int:
    """Return the counter; clear the flag: the timer goes on with its divider to the next passage from 00."""
    value = timer_value(m, chip, cycle)
    if cycle > m.timer_expiry[chip]:
        shift = m.timer_shift[chip]
        m.timer_expiry[chip] += (((cycle - m.timer_expiry[chip]) >> shift) + 1 + value) << shift
    enable_interrupt(m, chip, offset, cycle)
    return value


def enable_interrupt(m: State, chip: int, offset: int, cycle: int) -> None:
    """Switch the timer's interrupt output by address bit 3."""
    m.timer_interrupt[chip] = offset >> 3 & 1
    if chip == USER:
        release_wire(m, cycle)


def pb7_low_from(m: State) -> int:
    """Return from which cycle on the timer of the 6530-003 pulls its PB7 low, or NEVER."""
    if m.timer_interrupt[USER] and not m.direction[2 * USER + PORT_B] & 0x80:
        return m.timer_expiry[USER]
    return NEVER


def release_wire(m: State, cycle: int) -> None:
    """Release the IRQ line if PB7 no longer pulls it; `drive_wire` does the rest after this instruction."""
    m.horizon = 0
    if m.pb7_wire == TO_IRQ and m.irq_from <= cycle < m.irq_to and pb7_low_from(m) > cycle:
        m.irq_to = cycle


def drive_wire(m: State) -> None:
    """Tell the processor, between two instructions, when the line that PB7 is wired to will fall."""
    falls = pb7_low_from(m)
    if m.pb7_wire == TO_IRQ:
        if not m.irq_from <= m.cycles < m.irq_to:
            m.irq_from, m.irq_to = falls, NEVER
    elif m.pb7_wire == TO_NMI and m.nmi_edge > m.cycles:  # an edge not served yet stays
        m.nmi_edge, m.nmi_to = (falls if falls >= m.cycles else NEVER), NEVER


def reset_ports(m: State, cycle: int) -> None:
    """Clear latches, directions and the interrupt enables, as RES does; the timers run on."""
    for index in range(4):
        m.latch[index] = 0
        m.direction[index] = 0
    m.timer_interrupt[USER] = 0
    m.timer_interrupt[SYSTEM] = 0
    release_wire(m, cycle)
