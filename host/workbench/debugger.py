"""The debugger of a worker: a conversation in the Debug Adapter Protocol, about a machine with a panel."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from emulators.errors import IronboardError
from emulators.machine import Machine
from host import registry
from host.debugger.activity import Activity
from host.debugger.dap.conversation import Conversation, Request, When
from host.debugger.dap.debuggee import Debuggee
from host.debugger.dap.messages import Arguments, Message
from host.debugger.dap.requests import REQUESTS, reverse
from host.debugger.opening import Opened, Target, open_session, started
from host.debugger.session import Session
from host.languages.sources import Program
from host.registry import Model
from host.workbench.page import Page
from host.workbench.panel import PanelChannel

if TYPE_CHECKING:
    from collections.abc import Sequence


STOPPED = ("breakpoint", "data breakpoint", "function breakpoint", "instruction breakpoint", "exception", "pause")


LONG = 1.0  # seconds


class LongWay(IronboardError):
    """A journey that takes long and cannot be interrupted, and has not been confirmed."""


class Debugger:
    """The debugger, and the panel of its machine."""

    def __init__(self, page: Page) -> None:
        self.page = page
        own = {"reverseContinue": Request(self._reverse, When.STOPPED)}
        self.conversation = Conversation(self._tell, opened, page.fault, {**REQUESTS, **own})
        self.conversation.on_open = self._equip
        self.conversation.watches_runs = True
        self.panel: PanelChannel | None = None
        self.stops: list[int] = []  # cycles at which the machine has been stopped
        self._activity: Activity | None = None
        self.known_marks: list[int] = []  # of the map, as the page has it
        self.known_looks = 0

    def activity_of(self, session: Session) -> Activity:
        """Return the accesses to the memory of a session's machine."""
        if self._activity is None:
            self._activity, self.known_marks = Activity(session), []
        return self._activity

    @property
    def interruptible(self) -> bool:
        """Whether `pause` can end a journey."""
        return bool(self.page.breath and self.page.breath())

    def refuse_long(self, seconds: float) -> None:
        """Raise LongWay for a journey that takes long if nothing can end it."""
        if seconds > LONG and not self.interruptible:
            raise LongWay(f"this takes about {seconds:.0f} s, and nothing can interrupt it in this browser")

    def _reverse(self, conversation: Conversation, arguments: Arguments) -> None:
        """Go back to where the machine would have stopped last, if that does not take too long, or one is sure."""
        history = conversation.session.history
        if not arguments.flag("sure"):
            self.refuse_long(history.seconds(history.past))
        reverse(conversation, arguments)

    def stand(self) -> None:
        """Pause the machine now, if it runs."""
        _stand(self.conversation.session)

    def stir(self) -> None:
        """Note that the machine has been changed, or has gone elsewhere in time."""
        if self.panel:
            self.panel.stir()

    def request(self, message: Message) -> None:
        """Answer a message of the protocol."""
        self.conversation.hear(message)
        self.conversation.answer()
        self.stir()

    def hand(self, given: Sequence[Any]) -> None:
        """Do a hand at the panel, where there is one."""
        if self.panel:
            self.panel.hand(given)

    def turn(self) -> float | None:
        """Run the machine for a slice, show it; return the seconds until the next turn, or None."""
        wait = self.conversation.turn()
        return self.panel.turn(wait) if self.panel else wait

    def _tell(self, message: Message) -> None:
        if message.get("event") == "stopped" and message["body"]["reason"] in STOPPED:
            self.stops.append(self.conversation.session.cycles)
        if message.get("event") == "terminated" and self.panel:
            _stand(self.panel.debuggee.session)
            self.panel.frame(still=True)  # the last one
            self.panel = None
        self.page.post({"channel": "dap", "message": message})

    def _equip(self, debuggee: Debuggee, found: Opened) -> None:
        """Give the machine of a new session its panel."""
        if breath := self.page.breath:
            debuggee.session.on_way = breath
        self.panel, self._activity, self.stops = None, None, []
        if not found.kind.front:
            self.page.post({"channel": "panel", "front": None})
            return
        controller = found.kind.runner().attach(found.session.machine, found.program, now=self.page.now)
        self.panel = PanelChannel(self.page, self.conversation, controller, debuggee)


def _stand(session: Session) -> None:
    if session.running:
        session.pause()
        session.advance(session.cycles + 1)


def opened(target: Target) -> Opened:
    """Open a session for a panel: a program of the bundle may be named as the panels name it, sources included."""
    kind = registry.find(target.machine or registry.meant(target.program))
    options = kind.runner().bare if kind.front else {}
    return open_session(replace(target, options={**options, **target.options}), start=_start)


def _start(kind: Model, machine: Machine, program: Program | None) -> str:
    said: str = kind.runner().start(machine, program) if kind.front else started(kind, machine, program)
    return said
