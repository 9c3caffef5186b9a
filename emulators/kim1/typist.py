"""What the terminal still has to send, and when its typist (or its paper tape reader) sends the next character.

A patient typist waits until nothing has been printed for two characters' time; a reader does not. He looks up on a grid
of cycles of his own, so that it does not matter in what pieces the machine is run. The next characters are in a ring in
the record, which the host fills.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Any

from emulators.kim1 import teletype
from emulators.mos6502.core import NEVER
from emulators.record import Fields, State

if TYPE_CHECKING:
    from emulators.kim1.board import Kim1

TYPED = 256  # characters at hand

FIELDS: Fields = {
    "typed": ("byte", TYPED),
    "typed_count": ("int", 1),  # characters in `typed`; the next one is at place `typed_sent`, modulo TYPED
    "typed_sent": ("int", 1),  # how many have been sent
    "typed_more": ("int", 1),  # 1: the host has more characters to put behind them
    "patient": ("int", 1),  # 1: a typist who waits until nothing has been printed for a while
    "look_at": ("int", 1),  # the cycle at which he looks up next
}


def character_time(m: State) -> int:
    """Return how long a character takes, in cycles."""
    return teletype.FRAME * teletype.CLOCK // m.baud


def next_look(m: State) -> int:
    """Return the next cycle of the grid."""
    grid = max(1, character_time(m) // 4)
    return (m.cycles // grid + 1) * grid


def begin(m: State, patient: int) -> None:
    """Begin to send what is in the ring."""
    m.patient = patient
    m.look_at = next_look(m)


def next_cycle(m: State) -> int:
    """Return the cycle at which he looks up next, or NEVER if he has nothing to send."""
    return m.look_at if m.typed_count or m.typed_more else NEVER


def is_idle(m: State) -> bool:
    """Return whether the terminal has neither sent nor received anything for two characters' time."""
    character = character_time(m)
    quiet = m.cycles - max(m.last_mark, m.sent_at + character)
    return m.start_at == NEVER and quiet >= 2 * character


def may_send(m: State) -> bool:
    """Return whether the line is free, and quiet enough for him."""
    character = character_time(m)
    free = m.cycles >= m.sent_at + character + character // teletype.FRAME
    return free and (not m.patient or is_idle(m))


def look_up(m: State) -> None:
    """Send the next character, if its time has come."""
    if not m.typed_count or m.cycles < m.look_at:
        return
    m.look_at = next_look(m)
    if may_send(m):
        teletype.send(m, m.typed[m.typed_sent % TYPED], m.cycles)
        m.typed_sent += 1
        m.typed_count -= 1


class Typist:
    """What there is to send, all of it; the record has the beginning."""

    def __init__(self, kim: Kim1) -> None:
        self._kim = kim
        self.waiting: deque[int] = deque()
        self._shown = 0  # characters in the ring when it was filled last

    def take(self, data: bytes, patient: bool) -> None:
        """Take more characters to send."""
        self.waiting.extend(data)
        self._kim.processor.call("begin_typing", int(patient))
        self.exchange()

    def exchange(self) -> None:
        """Forget what has been sent, and let the record have what comes next."""
        if not self.waiting:
            return
        m = self._kim.m
        there = int(m.typed_count)
        for _ in range(self._shown - there):
            self.waiting.popleft()
        wanted = min(len(self.waiting), TYPED)
        for place, character in enumerate(islice(self.waiting, there, wanted), int(m.typed_sent) + there):
            m.typed[place % TYPED] = character
        self._shown = m.typed_count = wanted
        m.typed_more = int(len(self.waiting) > wanted)

    @property
    def idle(self) -> bool:
        """Whether the terminal has neither sent nor received anything for two characters' time."""
        return bool(is_idle(self._kim.m))

    @property
    def state(self) -> tuple[Any, ...]:
        """Everything there is to know of him, for a snapshot."""
        m = self._kim.m
        return tuple(self.waiting), bool(m.patient), int(m.look_at)

    @state.setter
    def state(self, state: tuple[Any, ...]) -> None:
        m = self._kim.m
        waiting, patient, m.look_at = state
        m.patient = int(patient)
        self.waiting = deque(waiting)
        self._shown = m.typed_count = m.typed_more = 0
        self.exchange()
