"""The teletype lines: bits on PA7 (in) and PB0 (out) of the 6530-002, seen by a terminal with its own clock.

    mark (1) ----+       +---+---+-- ... --+---+-------     8 data bits, low first, no parity
                 | start | 0 | 1 |         | 7 | stop
    space (0)    +-------+---+---+-- ... --+---+

The terminal knows only the line: it waits for a start bit and samples the middle of each bit by its own
baud rate. Ten bits of space are no character but a break: it then waits for mark, as UARTs do. Programs hold PB0 at
0 while they wait for a key, so that nothing is echoed. Its characters are echoed onto the output line by hardware while
PB5 is 0. A byte sent begins at a given cycle; levels are computed from that time when they are looked at.

A typist, or a paper tape reader, sends. A patient typist waits until nothing has been printed for two characters' time;
a reader does not. The typist looks up on a grid of cycles, so that it does not matter in what pieces the machine is
run. The next characters are in a ring in the record, which the host fills.

Sources: KIM-1 User Manual, schematic (teletype interface); a break: National Semiconductor, PC16550D data sheet, line
status register, bit 4.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any

from emulators.mos6502.core import NEVER
from emulators.record import COUNT, FLAG, LAST, MOMENT, MOMENT_OR_NEVER, Field, Fields, State, octets, unsigned

CLOCK = 1_000_000  # Hz
FASTEST = 115_200  # baud
BAUD = 9600  # the terminal's speed, unless told otherwise
LONG_AGO = -(10**12)  # cycles
LAG = CLOCK  # cycles: a reset takes eight, and RS is never pressed that often while nothing runs
FRAME = 10  # bits: start, 8 data, stop
BUFFER = 4096  # bytes received and not yet fetched
TYPED = 256  # characters at hand

FIELDS: Fields = {
    "baud": Field(1, FASTEST),
    "sent_byte": unsigned(8),  # the character that the terminal sends ...
    "sent_at": Field(LONG_AGO, LAST),  # ... and the cycle at which its start bit began
    "out_level": FLAG,  # PB0
    "echo": FLAG,  # 1: PB5 lets the input through to the output line
    "seen_to": MOMENT,  # the cycle up to which the receiver has watched the line
    "start_at": MOMENT_OR_NEVER,  # the cycle at which the start bit of the byte being received began, or NEVER
    "sampled": Field(0, FRAME),  # its bits sampled so far
    "shift": unsigned(FRAME),  # their values, first bit lowest
    "last_mark": MOMENT,  # the cycle at which the last byte was complete
    "framing_errors": COUNT,
    "received_count": COUNT,  # bytes since power-on; the last BUFFER of them are in `received`
    "fetched_count": COUNT,  # how many of them have been fetched
    "received": octets(BUFFER),
}

TYPIST_FIELDS: Fields = {
    "typed": octets(TYPED),
    "typed_count": Field(0, TYPED),  # characters in `typed`; the next one is at place `typed_sent`, modulo TYPED
    "typed_sent": COUNT,  # how many have been sent
    "typed_more": FLAG,  # 1: the host has more characters to put after them
    "patient": FLAG,  # 1: a typist who waits until nothing has been printed for a while
    "look_at": MOMENT_OR_NEVER,  # the cycle of the next look
}


def bit_start(m: State, start: int, half_bits: int) -> int:
    """Return the cycle `half_bits` half bit times after `start`."""
    return start + half_bits * CLOCK // (2 * m.baud)


def sent_level(m: State, cycle: int) -> int:
    """Return the line from the terminal (PA7): 1 is mark."""
    elapsed = cycle - m.sent_at
    if not 0 <= elapsed < FRAME * CLOCK:  # longer than a character takes at any speed
        return 1
    bit = elapsed * m.baud // CLOCK
    if bit >= FRAME - 1:
        return 1
    return 0 if bit == 0 else m.sent_byte >> (bit - 1) & 1


def line_level(m: State, cycle: int) -> int:
    """Return the line to the terminal: PB0, pulled down by the echo of the characters sent."""
    return m.out_level & (sent_level(m, cycle) if m.echo else 1)


def first_at(m: State, level: int, cycle: int, end: int) -> int:
    """Return the first cycle in cycle <= c < end at which the line has a level, else `end`. PB0, PB5 do not change."""
    while cycle < end and line_level(m, cycle) != level:
        if m.out_level == 0 or not m.echo or cycle >= bit_start(m, m.sent_at, 2 * FRAME):
            return end
        bit = (cycle - m.sent_at) * m.baud // CLOCK
        edge = m.sent_at + -(-(bit + 1) * CLOCK // m.baud)  # rounded up: the first cycle of the next bit
        cycle = m.sent_at if cycle < m.sent_at else edge
    return min(cycle, end)


def in_break(m: State) -> bool:
    """Return whether the last ten bits were space, and the line has not been seen to go back to mark since then."""
    return m.start_at == NEVER and m.sampled == FRAME and m.shift == 0


def watch(m: State, end: int) -> None:
    """Make the terminal's receiver watch the line up to the cycle `end`."""
    while m.seen_to < end:
        if in_break(m):
            m.seen_to = first_at(m, 1, m.seen_to, end)
            if m.seen_to < end:
                m.sampled = 0
            continue
        if m.start_at == NEVER:
            m.seen_to = first_at(m, 0, m.seen_to, end)
            if m.seen_to < end:
                m.start_at, m.sampled, m.shift = m.seen_to, 0, 0
            continue
        sample_at = bit_start(m, m.start_at, 2 * m.sampled + 1)
        if sample_at >= end:
            m.seen_to = end
            return
        m.seen_to = max(m.seen_to, sample_at)
        m.shift |= line_level(m, sample_at) << m.sampled
        m.sampled += 1
        if m.shift & 1:  # high in the middle of a start bit: only a glitch
            m.start_at = NEVER
        elif m.sampled == FRAME:
            receive(m, sample_at)


def receive(m: State, cycle: int) -> None:
    """Take the byte completed by the stop bit sampled just now."""
    m.start_at = NEVER
    m.last_mark = cycle
    if m.shift >> (FRAME - 1) == 0:
        m.framing_errors += 1
        return
    m.received[m.received_count % BUFFER] = m.shift >> 1 & 0xFF
    m.received_count += 1
    if m.received_count % (BUFFER // 2) == 0:  # time to fetch them
        m.deadline, m.horizon = 0, 0


def is_full(m: State) -> bool:
    """Return whether it is time for the host to fetch bytes."""
    return m.received_count - m.fetched_count >= BUFFER // 2


def are_fetched(m: State) -> bool:
    """Return whether the host has fetched all bytes but those that are at hand."""
    return 0 <= m.received_count - m.fetched_count <= BUFFER


def has_watched(m: State) -> bool:
    """Return whether the line has been watched up to about now, and characters under way began before that."""
    now = m.cycles - LAG <= m.seen_to <= m.cycles + LAG
    return now and m.sent_at <= m.seen_to and (m.start_at == NEVER or (m.start_at <= m.seen_to and m.sampled < FRAME))


def drive(m: State, level: int, echo: int, cycle: int) -> None:
    """PB0 and PB5 change at `cycle`."""
    if level != m.out_level or echo != m.echo:
        watch(m, cycle)
        m.out_level = level
        m.echo = echo


def send(m: State, byte: int, cycle: int) -> None:
    """Make the terminal begin to send a byte."""
    watch(m, cycle)
    m.sent_byte = byte
    m.sent_at = cycle


# ---------------------------------------------------------------- the typist


def character_time(m: State) -> int:
    """Return how long a character takes, in cycles."""
    return FRAME * CLOCK // m.baud


def next_look(m: State) -> int:
    """Return the next cycle of the grid."""
    grid = max(1, character_time(m) // 4)
    return (m.cycles // grid + 1) * grid


def begin_typing(m: State, patient: int) -> None:
    """Begin to send the characters in the ring."""
    m.patient = patient
    m.look_at = next_look(m)


def next_look_up(m: State) -> int:
    """Return the cycle at which the typist looks up next, or NEVER if there is nothing to send."""
    return m.look_at if m.typed_count or m.typed_more else NEVER


def is_idle(m: State) -> bool:
    """Return whether the terminal has neither sent nor received anything for two characters' time."""
    character = character_time(m)
    quiet = m.cycles - max(m.last_mark, m.sent_at + character)
    return m.start_at == NEVER and quiet >= 2 * character


def may_send(m: State) -> bool:
    """Return whether the line is free, and quiet enough for the typist."""
    character = character_time(m)
    free = m.cycles >= m.sent_at + character + character // FRAME
    return free and (not m.patient or is_idle(m))


def look_up(m: State) -> None:
    """Send the next character, if it is due."""
    if not m.typed_count or m.cycles < m.look_at:
        return
    m.look_at = next_look(m)
    if may_send(m):
        send(m, m.typed[m.typed_sent % TYPED], m.cycles)
        m.typed_sent += 1
        m.typed_count -= 1


class Typist:
    """Everything still to be sent; the record holds its beginning."""

    def __init__(self, m: State) -> None:
        self._m = m
        self.waiting: deque[int] = deque()
        self._shown = 0  # characters in the ring when it was filled last

    def exchange(self) -> None:
        """Forget sent characters, and put the next ones into the record."""
        if not self.waiting:
            return
        m = self._m
        there = int(m.typed_count)
        for _ in range(self._shown - there):
            self.waiting.popleft()
        wanted = min(len(self.waiting), TYPED)
        for place, character in enumerate(islice(self.waiting, there, wanted), int(m.typed_sent) + there):
            m.typed[place % TYPED] = character
        self._shown = m.typed_count = wanted
        m.typed_more = int(len(self.waiting) > wanted)

    @property
    def state(self) -> tuple[Any, ...]:
        """All of it, for a snapshot."""
        m = self._m
        return tuple(self.waiting), bool(m.patient), int(m.look_at)

    @state.setter
    def state(self, state: tuple[Any, ...]) -> None:
        m = self._m
        waiting, patient, m.look_at = state
        m.patient = int(patient)
        self.waiting = deque(waiting)
        self._shown = m.typed_count = m.typed_more = 0
        self.exchange()
