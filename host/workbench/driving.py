"""The debugger drives the machine of a panel: one session, one pace, one pause for both.

The panel's controller looks at the machine and gives it inputs, which the session's history notes. Whoever runs it,
breakpoints stop it, lamps are sampled, and steps of the panel that wait for a cycle are done at it:

    Conversation.turn -> Runner -> PanelPacer -> Controller.run_to -> SessionDriver.run_to -> Hands -> Session
"""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

from emulators import record
from emulators.errors import IronboardError
from emulators.machine import Machine, Stop
from host.debugger.dap.conversation import Conversation
from host.debugger.dap.debuggee import Debuggee
from host.debugger.goals import Instructions
from host.debugger.pace import SessionPacer
from host.ui import operating
from host.ui.controller import Controller, Driver
from host.ui.parts import View

MOST_VIEWS = 600  # kept of the past
ELSEWHERE = {"reason": "goto", "description": "Elsewhere"}


class PanelPacer(SessionPacer):
    """The pacer of a session with a panel, which is told of errors and stops."""

    def __init__(self, controller: Controller, debuggee: Debuggee, now: Callable[[], float]) -> None:
        self._controller = controller
        super().__init__(controller, debuggee.session, debuggee.launch.speed, now)

    def advance(self) -> None:
        """Run the machine to where it should be now; an error of a step is the panel's."""
        try:
            super().advance()
        except (IronboardError, ValueError) as error:
            self._controller.steps.clear()
            self._controller.error = str(error)
            self.pause()

    def halted(self) -> None:
        """Note a halt; tell of one that the machine has made by itself."""
        super().halted()
        if self.stop != Stop.NONE:
            self._controller.stopped(self.stop)


class SessionDriver(Driver):
    """Runs a controller's machine by a debugger's session."""

    def __init__(self, controller: Controller, conversation: Conversation, debuggee: Debuggee) -> None:
        super().__init__(controller.machine)
        self._controller, self._conversation, self._debuggee = controller, conversation, debuggee
        self.session = debuggee.session
        self.has_travelled = False
        self.views = Views()
        self.session.on_travel.append(self._travelled)
        self.session.history.on_new_future.append(lambda: self.views.forget_after(self.session.cycles))

    def run_to(self, cycle: int) -> Stop:
        """Run the session to a cycle, pressing the keys that the debugger's console has been told of."""
        return self._debuggee.runner.hands.run_to(cycle)

    def step(self, controller: Controller, count: int) -> None:
        """Begin a run of some instructions."""
        if not self.session.running:
            self._debuggee.runner.begin(Instructions(count))
            self._conversation.tell_start()
        else:
            controller.pacer.pause()

    def go_to(self, state: bytes, cycle: int) -> None:
        """Go to a state: back in the history if it has been lived there; then its future is forgotten.

        The machine runs on if it ran before.
        """
        session, went_on = self.session, not self._controller.pacer.paused
        history, here = session.history, session.history.here()
        if history.start <= cycle <= history.end:
            session.go(cycle)
        if session.cycles == cycle and lasting(self.machine) == lasting(self.machine, state):
            history.forget_future()
        else:
            history.restore(here)
            session.load_state(state)
        self._conversation.tell_stop(dict(ELSEWHERE))
        self.settle()
        if went_on:
            self._controller.pacer.resume()

    def follow(self) -> None:
        """Begin the run that the user's hands want: START, a typed line or GO ON lets a machine run again."""
        pacer = self._controller.pacer
        if not (self.session.running or pacer.paused or operating.stands_still(self._controller)):
            self._debuggee.runner.begin()
            self._conversation.tell_start()

    def _travelled(self) -> None:
        self.has_travelled = True

    def settle(self) -> None:
        """After a journey, show the machine there: a still picture, with the panel's knowledge of then."""
        if not self.has_travelled:
            return
        self.has_travelled = False
        controller = self._controller
        assert isinstance(controller.pacer, SessionPacer)
        controller.pacer.hold()
        if (ui := self.views.at(self.session.cycles)) is not None:
            controller.look_from(ui)
        controller.time_has_jumped()

    def note_view(self) -> None:
        """Keep the panel's knowledge of now, for journeys back to here."""
        self.views.note(self.session.cycles, self._controller.ui)


def lasting(machine: Machine, state: bytes = b"") -> dict[str, Any]:
    """Return a saved state, that of now if none is given, without marks and buffers: the part that a snapshot has."""
    saved = state or machine.save_state()
    found = record.unpacked(saved[saved.index(b"\n") + 1 :])
    return {**{name: found["fields"][name] for name in machine.KEPT}, "extra": found["extra"]}


class Views:
    """The `ui` of a panel's view functions at moments of the past: their notes of a game, for example."""

    def __init__(self) -> None:
        self._cycles: list[int] = []
        self._views: list[View] = []

    def note(self, cycle: int, ui: View) -> None:
        """Keep a view; of one cycle, the last."""
        place = bisect_right(self._cycles, cycle)
        if place and self._cycles[place - 1] == cycle:
            self._views[place - 1] = copy.deepcopy(ui)
            return
        self._cycles.insert(place, cycle)
        self._views.insert(place, copy.deepcopy(ui))
        if len(self._cycles) > MOST_VIEWS:  # every second one of the older half
            del self._cycles[1 : MOST_VIEWS // 2 : 2], self._views[1 : MOST_VIEWS // 2 : 2]

    def at(self, cycle: int) -> View | None:
        """Return the last view at or before a cycle, None if there is none."""
        place = bisect_right(self._cycles, cycle)
        return self._views[place - 1] if place else None

    def forget_after(self, cycle: int) -> None:
        """Forget the views of a future that will never be."""
        place = bisect_right(self._cycles, cycle)
        del self._cycles[place:], self._views[place:]
