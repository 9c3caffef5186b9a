"""The program being debugged: a session with its pace, its console, and the editor's references into it."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from typing import NamedTuple

from emulators.errors import IronboardError
from host.debugger.cli import Monitor
from host.debugger.commands.command import Command, find
from host.debugger.dap.messages import Body, Client, Error, Launch, Refusal
from host.debugger.dap.sources import Marks, Places
from host.debugger.goals import Goal
from host.debugger.hands import Hands
from host.debugger.layout import Disassembler
from host.debugger.opening import Opened
from host.debugger.pace import SessionPacer
from host.debugger.session import Session
from host.debugger.stops import FINAL, Halt, Reason, word_text
from host.registry import Model

TICK = 0.005  # seconds to wait for the editor when the machine is ahead of the clock
WORD = re.compile(r"\s*(\w[\w-]*|\S)")
SEPARATOR = re.compile(r"[\s,]+")  # between keys
FIRST = 1000  # the first reference of a group of variables that the language, or a device, has


class Holder(NamedTuple):
    """An object with variables: a scope or an array of the language in an activation, or a device."""

    frame: int = 0
    scope: int = 0
    array: str = ""  # the expression for an array
    device: str = ""


class Runner:
    """Runs a session in slices, between which requests are answered.

    `speed`: multiples of the original clock rate, infinity for as fast as the host can run. `now` is the wall
    clock, in seconds.
    """

    def __init__(self, session: Session, speed: float, now: Callable[[], float] = time.perf_counter) -> None:
        self._session = session
        self._now = now
        self._due = -math.inf  # when the run should go on
        self.tick = TICK
        self.hands = Hands(session)
        self.pacer = SessionPacer(self.hands, session, speed, now)

    @property
    def patience(self) -> float:
        """How long to wait for a request before the run should continue, in seconds."""
        if self._session.pausing:
            return 0.0
        return max(0.0, self._due - self._now())

    def paced_by(self, pacer: SessionPacer, tick: float, now: Callable[[], float]) -> None:
        """Keep the pace of another pacer, and run a slice every `tick` seconds."""
        self.pacer, self.tick, self._now = pacer, tick, now

    def begin(self, goal: Goal | None = None) -> None:
        """Begin a run."""
        self._session.begin(goal)
        self.pacer.resume()
        self._due = -math.inf

    def advance(self) -> Halt | None:
        """Continue for a few milliseconds; return the halt that ended the run, or None."""
        self.pacer.advance()
        late = self.pacer.due - self._session.cycles > self.tick * self._session.clock
        self._due = -math.inf if self.pacer.never_waits or late else self._now() + self.tick
        return None if self._session.running else self._session.halt


class Console:
    """The debug console: the monitor's commands, and expressions.

    An expression that begins with the name of a register, in capitals, is that (`X`, `P.Z`); then follow the monitor's
    commands (`x` runs the machine); all else is an expression. A run that a command begins goes on in
    the runner, like all others, and the monitor reports on it.

    `say` is given the report of a run when it has halted, `press` the keys to be pressed while the machine runs.
    """

    def __init__(
        self,
        session: Session,
        kind: Model,
        runner: Runner,
        say: Callable[[str], None],
        press: Callable[[list[str]], None],
    ) -> None:
        self._session = session
        self._runner = runner
        self._say = say
        self._press = press
        self._said: list[str] | None = None  # while a command is being executed
        self._reports = False  # on the run that is going on
        self.monitor = Monitor(session, self._write, run=self._begun, kind=kind)

    def is_command(self, line: str) -> bool:
        """Return whether a line is a command rather than an expression."""
        if self.monitor.assembling is not None or not line.strip():
            return True
        if self._command(line) is None:
            return False
        match = WORD.match(line)
        if match is not None and match[1] in self._session.machine.registers:
            try:
                self._session.expression(line)
                return False
            except IronboardError:
                pass
        return True

    def execute(self, line: str) -> str:
        """Execute a line; return its output. Raises IronboardError."""
        command = self._command(line)
        if command and command.name == "limit":
            raise Refusal("here a run has no limit: pause ends it")
        if self._session.running:
            if command and command.name == "press":
                self._press(SEPARATOR.split(line.strip().upper())[1:])
                return ""
            if not line.strip() or (command and command.moves):
                raise Refusal("the machine is running: pause it first", Error.WRONG_MOMENT)
        self._said = []
        try:
            self.monitor.execute(line)
            return "\n".join(self._said)
        finally:
            self._said = None

    def halted(self) -> None:
        """Make the monitor report or continue if the halted run was its own."""
        if self._reports:
            self._reports = False
            self.monitor.halted()
            if self._session.running:
                self._begun()

    def _command(self, line: str) -> Command | None:
        match = WORD.match(line)
        try:
            return find(match[1], self.monitor.commands) if match else None
        except IronboardError:
            return None

    def _begun(self) -> None:
        self._reports = True
        self._runner.pacer.resume()

    def _write(self, text: str) -> None:
        if self._said is None:
            self._say(text)
        else:
            self._said.append(text)


class Debuggee:
    """A session, opened as `launch` wants it."""

    def __init__(self, launch: Launch, opened: Opened, client: Client, *, asleep: bool) -> None:
        self.launch = launch
        self.session = session = opened.session
        machine = session.machine
        self.bytes = -(-machine.word_bits // 8)  # that a word takes in readMemory and writeMemory
        self.disassembler = Disassembler(machine, session.sources)
        self.places = Places(client, session.sources, self.disassembler, session.language)
        self.runner = Runner(session, launch.speed)
        self.log: list[str] = []  # messages for the user, not shown yet
        session.on_log = self.log.append
        self.console = Console(session, opened.kind, self.runner, self.log.append, self.press)
        self.marks = Marks(session, self.places, asleep=asleep)
        self._keys = set(opened.kind.keys().values())
        self._printed = len(machine.printed)
        self._holders: list[Holder] = []

    def press(self, keys: list[str]) -> None:
        """Press keys while the machine runs; raises Refusal for an unknown key."""
        machine = self.session.machine
        if keys and "key_down" not in machine.inputs:
            raise Refusal(f"the {machine.title} has no keys")
        for key in keys:
            if self._keys and key not in self._keys:
                raise Refusal(f"there is no key '{key}': there are {' '.join(sorted(self._keys))}")
        self.runner.hands.press(*keys)

    def printed(self) -> str:
        """Return the output since the last call, without control characters except line feeds."""
        paper, start = self.session.machine.printed, self._printed
        self._printed = len(paper)  # less than before, where a journey has taken paper back
        return "".join(each for each in bytes(paper[start:]).decode("latin-1") if each == "\n" or each.isprintable())

    # ------------------------------------------------------------ numbers

    def word(self, value: int, bits: int | None = None, hexadecimal: bool = False) -> str:
        """Format a value in the machine's radix, as the user types it; by default with the width of a word."""
        machine = self.session.machine
        bits = machine.word_bits if bits is None else bits
        if not hexadecimal or machine.radix == 16:
            return word_text(value, machine.radix, bits)
        return f"{'-' * (value < 0)}0x{word_text(abs(value), 16, bits)}"

    # ------------------------------------------------------------ references to variables

    def reference(self, holder: Holder) -> int:
        """Return the reference of an object with variables; it stays the same."""
        if holder not in self._holders:
            self._holders.append(holder)
        return FIRST + self._holders.index(holder)

    def holder(self, number: int) -> Holder | None:
        """Return the object of a reference, None if there is none."""
        return self._holders[number - FIRST] if 0 <= number - FIRST < len(self._holders) else None


# ---------------------------------------------------------------- why the machine stands still


class Stop(NamedTuple):
    """How to report a stop: one of the protocol's words, and a text for the user."""

    reason: str
    description: str


STOPS = {
    Reason.START: Stop("entry", "The program has not started"),
    Reason.GOAL: Stop("step", "Arrived"),
    Reason.TIME: Stop("step", "The time limit is reached"),
    Reason.BREAKPOINT: Stop("breakpoint", "Breakpoint"),
    Reason.PAUSE: Stop("pause", "Paused"),
    Reason.ILLEGAL: Stop("exception", "Illegal instruction"),
    Reason.HALT: Stop("pause", "The program has stopped the machine"),
    Reason.INPUT: Stop("pause", "The program waits for input"),
    Reason.BEGINNING: Stop("pause", "The beginning of the history"),
    Reason.RECORDING_ENDS: Stop("pause", "The recording ends here"),
    Reason.RECORDING_DIFFERS: Stop(
        "pause", "The recording ends here, but the machine's state differs from the recorded one"
    ),
}


def stopped(debuggee: Debuggee) -> Body:
    """Return the body of the event `stopped`."""
    halt = debuggee.session.halt
    stop = STOPS[halt.reason]
    body: Body = {"reason": stop.reason, "description": stop.description}
    marks = debuggee.marks.of(halt.breakpoints)
    if marks:
        body |= {"reason": str(marks[0].asked.group), "hitBreakpointIds": [mark.id for mark in marks]}
    text = details(debuggee, halt)
    return {**body, "text": text} if text else body


def details(debuggee: Debuggee, halt: Halt) -> str:
    """Return watched reads and writes, changed registers, or the illegal instruction."""
    session = debuggee.session
    language, sources, machine = session.language, session.sources, session.machine
    if halt.reason == Reason.ILLEGAL:
        number, word = sources.number(halt.address), debuggee.word(machine.peek(halt.address))
        return f"{word} at {number} is not an instruction of the {machine.title}; {machine.program_counter} stays on it"
    complaint = language.complaint() if language and halt.reason in FINAL.values() else ""
    if complaint or halt.words:
        return complaint or halt.words
    innermost = language.activations(1) if language else []
    if innermost and innermost[0].parameter and not halt.breakpoints:
        return f"{innermost[0].name}: {innermost[0].note}"
    lines = [
        f"{'write' if each.write else 'read'} {debuggee.word(each.value)} at {sources.near(each.address)}"
        for each in halt.accesses
        if any(breakpoint.holds(each.address) for breakpoint in halt.breakpoints)
    ]
    for each in halt.breakpoints:
        if each.register:
            value = debuggee.word(machine.read_register(each.register), machine.registers[each.register])
            lines.append(f"{each.register} is {value}")
    return ", ".join(dict.fromkeys(lines))
