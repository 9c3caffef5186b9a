"""A conversation with an editor: requests in, answers and events out, and a machine that runs in between.

Everything happens in one thread: a message is answered between two pieces of a run, so that whatever is asked for finds
with the machine between two instructions. Only `hear` is called from another one, which reads the input; where there
are no threads, `hear` and `turn` are called in turn.
"""

from __future__ import annotations

import queue
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from typing import NamedTuple

from emulators.errors import IronboardError
from host.debugger.dap.debuggee import STOPS, Debuggee, stopped
from host.debugger.dap.messages import (
    Arguments,
    Body,
    Client,
    Error,
    FramingError,
    Message,
    MessageError,
    Refusal,
    explained,
    shown,
)  # fmt: skip
from host.debugger.dap.sources import reference
from host.debugger.opening import Opened, Target
from host.debugger.session import Session
from host.debugger.stops import FINAL, Halt

Item = Message | MessageError | FramingError | None  # None: the input has ended
Open = Callable[[Target], Opened]

WAITING = 1000  # messages that may wait to be answered; then the editor has to wait
SLACK = 0.001  # seconds that a timer may be early
NOT_STOPPED = "notStopped"  # the protocol's own word for a request that has to wait
URGENT = ("pause", "terminate", "disconnect")  # these do not wait for the end of a journey through time
THREAD = 1  # a machine has one
LOUD = ("launch", "restart", "attach")  # when these fail, the user must be told


class When(Enum):
    """The state that a request requires."""

    AT_FIRST = "nothing yet"
    INITIALIZED = "initialize"
    LAUNCHED = "launch"
    STOPPED = "launch, and the machine is stopped"


class Request(NamedTuple):
    """A row of the table of requests."""

    answer: Callable[[Conversation, Arguments], Body | None]  # returns the body; raises IronboardError
    when: When = When.LAUNCHED


class Moment(NamedTuple):
    """The machine's position, or that it is running."""

    running: bool
    halt: Halt
    cycle: int
    address: int


class Conversation:
    """Serves one editor. `send` takes messages, `open` makes a session, `note` logs internal errors."""

    def __init__(
        self, send: Callable[[Message], None], open: Open, note: Callable[[str], None], requests: Mapping[str, Request]
    ) -> None:
        self._send = send
        self._requests = requests
        self._note = note
        self.open = open
        self.client = Client()
        self.introduced = False  # `initialize` has been asked for
        self.opened: Debuggee | None = None  # the debugged program
        self._sequence = 0
        self._afterwards: deque[Callable[[], object]] = deque()
        self._inbox: queue.Queue[Item] = queue.Queue(WAITING)
        self.on_open: Callable[[Debuggee, Opened], None] = lambda debuggee, opened: None  # before it runs
        self.watches_runs = False  # a program that is run without debugging stops at breakpoints, and stays at its end
        self._journey: Session | None = None  # that is going elsewhere in time
        self._ended = False
        self.status = 0  # to exit with: 1 after input that is not the protocol

    # ------------------------------------------------------------ listening

    def hear(self, item: Item) -> None:
        """Queue an incoming message. May be called from any thread."""
        self.interrupt(item)
        self._inbox.put(item)

    def interrupt(self, item: Item) -> None:
        """End a journey if a message that is on its way is urgent. May be called from any thread."""
        journey = self._journey
        if journey and (item is None or (isinstance(item, dict) and item.get("command") in URGENT)):
            journey.pause()

    def turn(self) -> float | None:
        """Answer all messages, then run the machine for a slice if it is time.

        Return the seconds until the next turn; None: when there is a message.
        """
        self.answer()
        if self._goes_on and self.debuggee.runner.patience < SLACK:
            self._guarded(self._run)
        return self.debuggee.runner.patience if self._goes_on else None

    def answer(self) -> None:
        """Answer all messages."""
        while not (self._ended or self._inbox.empty()):
            self._take(self._inbox.get())

    @property
    def _goes_on(self) -> bool:
        """Whether a machine runs."""
        return self.opened is not None and not self._ended and self.session.running

    def converse(self) -> None:
        """Answer messages, and run the machine between them, until the session ends."""
        while not self._ended:
            wait = self.turn()
            if not self._ended:
                with suppress(queue.Empty):
                    self._take(self._inbox.get(timeout=wait))
        self.end_program(tell=False)

    def _take(self, item: Item) -> None:
        if item is None:
            self.end()
        elif isinstance(item, FramingError):
            self.say(f"{item}\nThe session ends here.", "important")
            self.status = 1
            self.end()
        elif isinstance(item, MessageError):
            self.say(str(item), "important")
        elif item.get("type") == "request" and type(item.get("seq")) is int and isinstance(item.get("command"), str):
            self._answer(item)
        else:
            self.say(f"a message that is not a request: {shown(item)}", "important")

    # ------------------------------------------------------------ answering

    def _answer(self, request: Message) -> None:
        command = request["command"]
        answer: Message = {"type": "response", "request_seq": request["seq"], "command": command}
        try:
            body = self._do(command, request.get("arguments"))
            answer |= {"success": True} if body is None else {"success": True, "body": body}
        except Exception as error:
            self._afterwards.clear()
            answer |= self._failure(command, error)
        self._tell(answer)
        while self._afterwards:
            self._guarded(self._afterwards.popleft())
        self._flush()

    def _do(self, command: str, arguments: object) -> Body | None:
        row = self._requests.get(command)
        if row is None:
            raise Refusal(f"there is no request '{command}'", Error.UNKNOWN_REQUEST)
        if row.when != When.AT_FIRST and not self.introduced:
            raise Refusal(f"{command}: send initialize first", Error.WRONG_MOMENT)
        if row.when in (When.LAUNCHED, When.STOPPED) and self.opened is None:
            raise Refusal(f"{command}: no program is loaded: send launch first", Error.WRONG_MOMENT)
        if row.when == When.STOPPED and self.session.running:
            raise Refusal(NOT_STOPPED, Error.WRONG_MOMENT)
        return row.answer(self, Arguments(arguments, command))

    def _failure(self, command: str, error: Exception) -> Message:
        """Return the error part of an answer."""
        if isinstance(error, IronboardError):
            number, text = error.number if isinstance(error, Refusal) else Error.REFUSED, explained(error)
        else:
            number, text = Error.INTERNAL, self._own_fault(error)
        details = {"id": int(number), "format": text, "showUser": command in LOUD or number == Error.INTERNAL}
        return {"success": False, "message": text, "body": {"error": details}}

    def _own_fault(self, error: Exception) -> str:
        self._note("".join(traceback.format_exception(error)))
        return f"an internal error of Ironboard: {error!r}"

    def afterwards(self, action: Callable[[], object]) -> None:
        """Call a function as soon as the request has been answered; a refused request drops it."""
        self._afterwards.append(action)

    def _guarded(self, action: Callable[[], object]) -> None:
        """Call a function after the answer; report its errors to the user."""
        try:
            action()
        except IronboardError as error:
            self.say(str(error), "important")
        except Exception as error:
            self.say(self._own_fault(error), "important")

    # ------------------------------------------------------------ what is being debugged

    @property
    def debuggee(self) -> Debuggee:
        """The program being debugged; before there is one, requests that need it are refused."""
        assert self.opened is not None
        return self.opened

    @property
    def session(self) -> Session:
        """The debuggee's session."""
        return self.debuggee.session

    def _run(self) -> None:
        debuggee = self.debuggee
        try:
            halt = debuggee.runner.advance()
        except Exception:
            debuggee.session.pause()  # a fault would be repeated again and again
            raise
        self._flush()
        if halt:
            debuggee.console.halted()
        if not debuggee.session.running:
            self.tell_stop()

    @contextmanager
    def journey(self) -> Iterator[None]:
        """Allow urgent requests to interrupt the work in this context."""
        self._journey = self.session
        try:
            yield
        finally:
            self._journey = None

    def end_program(self, tell: bool = True) -> None:
        """End the program; optionally keep its breakpoints and settings."""
        if self.opened is None:
            return
        self._flush()
        debuggee, self.opened = self.opened, None
        record = debuggee.launch.record
        if record:
            self._guarded(lambda: debuggee.session.recording().write(record))
        if tell:
            self.event("exited", {"exitCode": debuggee.console.monitor.status or 0})
            self.event("terminated")

    def end(self) -> None:
        self._ended = True

    # ------------------------------------------------------------ telling

    def can(self, ability: str) -> bool:
        return ability in self.client.abilities

    def event(self, name: str, body: Body | None = None) -> None:
        event: Message = {"type": "event", "event": name}
        self._tell(event if body is None else {**event, "body": body})

    def say(self, text: str, category: str = "console") -> None:
        """Print to the user's console, on separate lines."""
        self.event("output", {"category": category, "output": f"{text}\n"})

    def tell_stop(self, why: Body | None = None) -> None:
        """Report that the machine has stopped, and why: by default, the session's reason."""
        debuggee = self.debuggee
        self._flush()
        if not self.watches_runs and debuggee.launch.no_debug and debuggee.session.halt.reason in FINAL.values():
            self.say(STOPS[debuggee.session.halt.reason].description)
            self.end_program()
            return
        body = stopped(debuggee) if why is None else why
        self.event("stopped", {**body, "threadId": THREAD, "allThreadsStopped": True})

    def tell_start(self) -> None:
        """Report a run that the editor did not request."""
        self.event("continued", {"threadId": THREAD, "allThreadsContinued": True})

    def moment(self) -> Moment:
        """Return the machine's position."""
        session = self.session
        return Moment(session.running, session.halt, session.cycles, session.address)

    def tell_changes(self, before: Moment) -> None:
        """Report the effects of console commands: a run, a jump in time, or a change."""
        now = self.moment()
        for reason, mark in self.debuggee.marks.follow():
            self.event("breakpoint", {"reason": reason, "breakpoint": mark})
        if self.debuggee.console.monitor.status is not None:
            self.end_program()
        elif now.running:
            if not before.running:
                self.tell_start()
        elif now == before:
            self.invalidate()
        else:
            self.tell_start()  # some editors do not expect a second stop after the first
            self.tell_stop(None if now.halt is not before.halt else {"reason": "goto", "description": "Elsewhere"})

    def invalidate(self) -> None:
        """Ask the editor to refresh everything."""
        if self.can("supportsInvalidatedEvent"):
            self.event("invalidated", {"areas": ["all"]})

    def memory_changed(self, address: int, words: int) -> None:
        """Report that words from an address on have changed."""
        if self.can("supportsMemoryEvent"):
            count = words * self.debuggee.bytes
            self.event("memory", {"memoryReference": reference(address), "offset": 0, "count": count})

    def _flush(self) -> None:
        """Send the output of log points and of the machine."""
        if self.opened is None:
            return
        log, printed = self.opened.log, self.opened.printed()
        if log:
            self.say("\n".join(log))
            log.clear()
        if printed:
            self.event("output", {"category": "stdout", "output": printed})

    def _tell(self, message: Message) -> None:
        self._sequence += 1
        try:
            self._send({"seq": self._sequence, **message})
        except OSError:  # the editor has gone
            self.end()
