"""What the terminal still has to send, and when its typist (or its paper tape reader) sends the next character."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from emulators.kim1 import teletype
from emulators.mos6502.core import NEVER

if TYPE_CHECKING:
    from emulators.kim1.board import Kim1


class Typist:
    """Sends characters one after the other.

    A patient typist waits until nothing has been printed for two characters' time; a reader does not. He looks up
    on a grid of cycles of his own, so that it does not matter in what pieces the machine is run.
    """

    def __init__(self, kim: Kim1) -> None:
        self._kim = kim
        self.waiting: deque[int] = deque()
        self.patient = True
        self.look_at = 0  # the cycle at which he looks up next

    def take(self, data: bytes, patient: bool) -> None:
        """Take more characters to send."""
        self.waiting.extend(data)
        self.patient = patient
        self.look_at = self._next_look()

    def next_character(self) -> int | None:
        """Return the character whose time has come, None if there is none."""
        if not self.waiting or self._kim.cycles < self.look_at:
            return None
        self.look_at = self._next_look()
        return self.waiting.popleft() if self._may_send() else None

    @property
    def idle(self) -> bool:
        """Whether the terminal has neither sent nor received anything for two characters' time."""
        m, character = self._kim.m, self._character_time()
        quiet = self._kim.cycles - max(int(m.last_mark), int(m.sent_at) + character)
        return m.start_at == NEVER and quiet >= 2 * character

    @property
    def state(self) -> tuple[Any, ...]:
        """Everything there is to know of him, for a snapshot."""
        return tuple(self.waiting), self.patient, self.look_at

    @state.setter
    def state(self, state: tuple[Any, ...]) -> None:
        waiting, self.patient, self.look_at = state
        self.waiting = deque(waiting)

    def _character_time(self) -> int:
        return teletype.FRAME * teletype.CLOCK // int(self._kim.m.baud)

    def _next_look(self) -> int:
        grid = max(1, self._character_time() // 4)
        return (self._kim.cycles // grid + 1) * grid

    def _may_send(self) -> bool:
        character = self._character_time()
        free = self._kim.cycles >= self._kim.m.sent_at + character + character // teletype.FRAME
        return free and (self.idle or not self.patient)
