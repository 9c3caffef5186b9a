"""The view's control of its session: running at a pace, moving in time, remembering earlier values.

Independent of widgets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from emulators.errors import IronboardError
from emulators.pacing import BUDGET
from host.debugger.goals import Goal
from host.debugger.hands import Hands
from host.debugger.pace import SessionPacer
from host.debugger.session import Session
from host.debugger.stops import Halt
from host.languages.running import Spot


class Control:
    """A session, its pace, and the changes since it last stopped.

    `now` is the wall clock, in seconds.
    """

    def __init__(self, session: Session, speed: float = 1.0, now: Callable[[], float] = time.perf_counter) -> None:
        self.session = session
        self.now = now
        self.hands = Hands(session)
        self.pacer = SessionPacer(self.hands, session, speed, now)
        self._shown: dict[object, tuple[int, ...]] = {}  # pane -> the addresses that it shows
        self._registers: dict[str, int] = {}
        self._words: dict[int, int] = {}
        self.remember()

    # ------------------------------------------------------------ what has changed

    def look_at(self, pane: object, addresses: Iterable[int]) -> None:
        """Register the words that a pane shows: only their changes are tracked."""
        self._shown[pane] = tuple(addresses)
        for address in self._shown[pane]:
            self._words.setdefault(address, self.session.machine.peek(address))

    def remember(self) -> None:
        """Track changes from now on."""
        machine = self.session.machine
        self._registers = {name: machine.read_register(name) for name in machine.registers}
        self._words = {address: machine.peek(address) for each in self._shown.values() for address in each}

    def register_changed(self, name: str) -> bool:
        """Return whether a register has changed since the machine last stopped."""
        return self.session.machine.read_register(name) != self._registers[name]

    def word_changed(self, address: int, word: int) -> bool:
        """Return whether a word has changed since the machine last stopped."""
        return self._words.get(address, word) != word

    # ------------------------------------------------------------ running

    @property
    def running(self) -> bool:
        return self.session.running

    def run(self, goal: Goal | None = None) -> None:
        """Run to a goal, or until something halts the machine."""
        self.remember()
        self.session.begin(goal)
        self.pacer.resume()

    def run_until(self, spots: Iterable[Spot]) -> None:
        """Run to the first of these instructions."""
        self.remember()
        self.session.begin_until(*spots)
        self.pacer.resume()

    def tick(self, next_run: Callable[[], None] = lambda: None) -> Halt | None:
        """Run the machine up to the clock; return the halt of the run.

        `next_run` is called after every halt, and may begin another run; a frame may contain several short
        ones.
        """
        ends = self.now() + BUDGET
        while self.running:
            self.pacer.advance()
            if self.running:
                return None
            next_run()
            if not self.running:
                return self.session.halt
            self.pacer.resume()
            if self.now() >= ends:
                return None
        return None

    def pause(self) -> Halt | None:
        """Halt the run; return the halt."""
        if not self.running:
            return None
        self.session.pause()
        self.session.advance(self.session.cycles + 1)
        return self.session.halt

    def set_speed(self, faster: bool) -> None:
        """Go to the next speed up or down."""
        (self.pacer.faster if faster else self.pacer.slower)()

    # ------------------------------------------------------------ going elsewhere

    def travel(self, journey: Callable[[], Halt]) -> Halt:
        """Move in time."""
        self.pause()
        self.remember()
        return journey()

    def go(self, cycle: int) -> Halt:
        """Go to the time at a cycle; raises IronboardError for one before the history."""
        start = self.session.history.start
        if cycle < start:
            raise IronboardError(f"the history begins at cycle {start:,}: cycle {cycle:,} is out of reach")
        return self.travel(lambda: self.session.go(cycle))

    @property
    def end(self) -> int:
        """The last known cycle, also from a recording."""
        history = self.session.history
        return max(history.end, history.expected_end or 0, self.session.cycles)

    @property
    def future(self) -> int:
        """Number of known cycles after now; a change would discard them."""
        return self.end - self.session.cycles
