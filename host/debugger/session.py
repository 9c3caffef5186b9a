"""A debugging session without a user interface: run, step, stop, look, and go back in time.

    session = Session(machine, sources)
    session.stops.add(Kind.EXECUTE, 0x0200)
    halt = session.cont()             # Halt(Reason.BREAKPOINT, ...)
    session.over()
    session.step_back()

A run is begun (`begin`, with a goal or without), then advanced until it halts. `finish` does that in one go;
a view that has other things to do calls `advance` from its timer, towards the cycle that the clock demands.
Nothing here knows anything of the machine but its protocol.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.inputs import NEVER, check
from emulators.machine import BusCycle, Machine, Stop, Trace, Value
from host.debugger.expressions import Expression, Parser, register_named
from host.debugger.goals import Goal, Instructions, Lines, Out, Over, counter_column
from host.debugger.history import BUDGET, NEW_LIFE, Entry, History
from host.debugger.recording import Recording, digest
from host.debugger.stops import FINAL, Breakpoint, Halt, Kind, Reason, Stops, Wanted
from host.debugger.travel import FAR, Writing, last_change, last_of, last_stop, last_write, line_before
from host.languages.running import Activation, Language, Passage, Spot
from host.languages.sources import Sources

LINE = re.compile(r"(.*?[^:\s])\s*:\s*(\d+)(?::(\d+))?\s*", re.ASCII)  # file:line, file:line:column
NOWHERE = "the program is not in its own code"
FIRST_PIECE, LONGEST_PIECE = 200, 50_000  # cycles of a traced run between two looks at the goal
KEY_SECONDS = 0.05  # how long a key is held down, and how long nothing is pressed after it


class Interrupted(Exception):
    """The user interrupted a journey."""


class Location(NamedTuple):
    """The target of an assignment: A, a register; P.Z, a bit of one; [BOARD+3], a word of memory."""

    bits: int
    register: str = ""  # none: the word at the address
    shift: int | None = None  # of a bit, from the right
    address: int | None = None

    def assign(self, session: Session, value: int) -> None:
        """Assign a value; raises IronboardError if it is too wide."""
        if self.address is not None:
            session.write(self.address, value)
            return
        if self.shift is not None:
            if value not in (0, 1):
                raise IronboardError(f"{value} does not fit into a bit: 0 or 1")
            others = session.machine.read_register(self.register) & ~(1 << self.shift)
            value = others | value << self.shift
        session.write_register(self.register, value)


class Session:
    """A machine being debugged; its past begins when the session does.

    `on_log` is told the messages of log points, `observers` of every instruction executed (rows of a trace, and the
    address of the instruction after them) as long as there are any: that costs speed. They are not told of journeys
    through time; `on_travel` is, after each of them. `on_way` is called every few milliseconds of a journey, so that
    `pause` can be called where there are no threads. `budget`: bytes for snapshots. `language` knows statements, calls
    and names of a program that a compiler has made; `frame` is the activation in which its names are looked up.

    >>> from ironboard import StopKind, Target, open_session
    >>> session = open_session(Target("wally")).session
    >>> session.stops.add(StopKind.EXECUTE, session.value("COUNT"), condition="X == $88").number
    1
    >>> session.press("0", "9", "GO")
    >>> session.run_for(1_000_000).reason.value
    'time'
    >>> session
    <Session: <Kim1 wally: 1,417,091 cycles, compiled core>, at CONVD@light, time>
    >>> session.last_write(0x00FB)
    Writing(cycle=322097, address=635, before=9, after=0)
    """

    def __init__(
        self,
        machine: Machine,
        sources: Sources | None = None,
        *,
        budget: int = BUDGET,
        language: Language | None = None,
    ) -> None:
        self.machine = machine
        self.top = (1 << machine.address_bits) - 1  # the last address
        self.sources = sources or Sources(radix=machine.radix, address_bits=machine.address_bits)
        self.language = language
        self.frame = 0
        self.parser = Parser(machine, self.sources)
        self.parser.language = language
        self.stops = Stops(machine, self.parser)
        self.history = History(machine, budget)
        self.on_log: Callable[[str], None] = lambda text: None
        self.observers: list[Callable[[Trace, int], None]] = []
        self.on_travel: list[Callable[[], None]] = []
        self.on_way: Callable[[], object] = lambda: None
        self.halt = Halt(Reason.START, self.address, machine.cycles)
        self.running = False
        self.replaying: Recording | None = None
        self._goal: Goal | None = None
        self._until = NEVER
        self._piece = FIRST_PIECE
        self._paused = threading.Event()

    def __repr__(self) -> str:
        return f"<Session: {self.machine!r}, at {self.sources.near(self.address)}, {self.halt.reason}>"

    # ------------------------------------------------------------ looking

    @property
    def cycles(self) -> int:
        """Clock cycles since power-on."""
        return self.machine.cycles

    @property
    def clock(self) -> int:
        """Hz of the original."""
        return self.machine.clock

    @property
    def has_goal(self) -> bool:
        """Whether the run under way is a step of some kind, rather than one to wherever it halts."""
        return self.running and self._goal is not None

    @property
    def in_the_past(self) -> bool:
        """Whether the session knows a later time."""
        return self.cycles < self.history.end

    def activations(self) -> list[Activation]:
        """Return the open calls, the innermost first: those of the program's language, else the machine's."""
        if self.spoken:
            return self.spoken.activations()
        calls = [
            (self.address, ""),
            *((each.call, " (interrupted)" * each.interrupt) for each in self.machine.frames()),
        ]
        return [Activation(f"{self.sources.near(call)}{how}", "", Spot(call), None, True) for call, how in calls]

    def value(self, text: str) -> int:
        """Return the value of an expression; raises ExpressionError."""
        return self.parser.value(text)

    def in_language(self, text: str) -> Language | None:
        """Return the program's language if an expression belongs to it, None if it is about the machine."""
        language = self.language
        return language if language is not None and language.condition(text) is not None else None

    def expression(self, text: str) -> Expression:
        """Return an expression that can be computed repeatedly; raises ExpressionError."""
        return self.parser.parse(text)

    def location(self, text: str) -> Location | None:
        """Return the target that an expression names, None if it is not assignable; raises IronboardError."""
        machine, text = self.machine, text.strip()
        base, dot, bit = text.upper().partition(".")
        register = next((each for each in machine.registers if each.upper() == base), None)
        if register and not dot:
            return Location(machine.registers[register], register)
        if register:
            self.value(text)  # raises for an unknown bit
            names = machine.flags[register].upper()
            return Location(1, register, len(names) - 1 - names.index(bit))
        if text.startswith("[") and text.endswith("]"):
            depths = [text.count("[", 0, end) - text.count("]", 0, end) for end in range(1, len(text))]
            if 0 not in depths:  # the last bracket closes the first
                return Location(machine.word_bits, address=self.value(text[1:-1]) & self.top)
        return None

    def bus(self) -> list[BusCycle]:
        """Return the next instruction's bus cycles, without changing the state."""
        snapshot = self.machine.snapshot()
        with self.stops.asleep():
            cycles = self.machine.step_on_bus()
        self.machine.restore(snapshot)
        return cycles

    @property
    def address(self) -> int:
        """The address of the next instruction."""
        return self.machine.read_register(self.machine.program_counter)

    # ------------------------------------------------------------ places

    def places(self, text: str) -> tuple[str, list[int]]:
        """Return the name of a place, and its addresses: `wally.s:120`, a label, or an address.

        Raises IronboardError. A line without code stands for the next line with code.
        """
        name, spots = self.spots(text)
        return name, [each.address for each in spots]

    def spots(self, text: str) -> tuple[str, list[Spot]]:
        """Return the name of a place and its instructions, as `places` does.

        Where the program's language is known, `file:line:column` is a statement, and procedures are places,
        too.
        """
        match = LINE.fullmatch(text)
        if match:
            return self._of_line(match[1].strip(), int(match[2]), int(match[3] or 1))
        if named := self.named(text):
            return named
        address = self.parser.value(text)
        if not 0 <= address <= self.top:
            raise IronboardError(f"'{text}' is {address:#x}: there is no such address")
        return text.strip(), [Spot(address)]

    def named(self, text: str) -> tuple[str, list[Spot]] | None:
        """Return the same for a procedure or a label, also one with the name of a register; None for other texts."""
        if self.language and (named := self.language.place(text)) is not None:
            return named
        address = self.sources.address_of(text)
        return None if address is None else (text, [Spot(address)])

    def _of_line(self, file: str, line: int, column: int) -> tuple[str, list[Spot]]:
        found = self.language.line(self.sources.file(file), line, column) if self.language else None
        if found is not None:
            line, column, spots = found
            assert self.language
            columns = self.language.columns(self.sources.file(file), line, line)
            second = any(each < column for _, each in columns)  # statements begin before it on the line
            return f"{file}:{line}" + (f":{column}" if second else ""), spots
        line, addresses = self.sources.breakable(file, line)
        return f"{file}:{line}", [Spot(address) for address in addresses]

    # ------------------------------------------------------------ the program's own language

    @property
    def spot(self) -> Spot:
        """The next instruction."""
        machine = self.machine
        return Spot(self.address, machine.read_register(machine.part_counter) if machine.part_counter else 0)

    @property
    def spoken(self) -> Language | None:
        """The language, if it knows the position: in the program's code, or in code called from it."""
        return self.language if self.language and self.language.activations(1) else None

    def passage(self, frame: int | None = None) -> Passage | None:
        """Return the current statement of the selected frame; None outside any."""
        if self.language is None:
            return None
        number = self.frame if frame is None else frame
        found = self.language.activations(number + 1)
        return found[-1].passage if len(found) > number else None

    def line_here(self, frame: int | None = None) -> tuple[str, int] | None:
        """Return file and line of the next code, in the selected frame if the language knows it."""
        passage = self.passage(frame)
        if passage is not None:
            return passage.file, passage.line
        line = self.sources.line_at(self.address)
        return (line.file, line.line) if line else None

    @property
    def breakpoints(self) -> list[Breakpoint]:
        """Those of the user, wherever they were set, by number; not the session's own, at the end of a run."""
        return [each for each in self.stops if each.owner is not self]

    def stops_on(self, file: str, line: int) -> list[Breakpoint]:
        """Return the breakpoints, enabled or not, on the instructions of a line, or the statements that begin there."""
        known, language = self.sources.file(file), self.language
        columns = language.columns(known, line, line) if language else []
        if language is None or not columns:
            return [each for address in self.sources.addresses(file, line) for each in self.stops.at(address)]
        found = [language.line(known, line, column) for _, column in columns]
        spots = sorted({spot for each in found if each for spot in each[2]})
        return [each for address, part in spots for each in self.stops.at(address) if each.part == part]

    def choose_frame(self, number: int) -> Activation:
        """Select an activation; its names are used up to the next run. Raises IronboardError."""
        if self.language is None:
            raise IronboardError("the program has no known source language: frames shows the calls")
        found = self.language.activations(number + 1)
        if not 0 <= number < len(found):
            raise IronboardError(f"there is no frame {number}: there are 0 to {len(found) - 1}" if found else NOWHERE)
        self.frame = number
        return found[number]

    def assign(self, text: str, value: str, frame: int | None = None) -> int:
        """Give a variable of the language the value of an expression; return its address. Raises IronboardError.

        Both are seen from an activation: the one that is looked at, if nothing else is said.
        """
        if self.language is None:
            raise IronboardError("the program has no known source language: > puts words into memory")
        change = self.language.change(text, value, self.frame if frame is None else frame)
        for address, word in ((change.address, change.word), *change.more):
            self.write(address, word)
        for register in change.registers:
            self.write_register(register, change.word)
        return change.address

    def step_goal(self, *, over: bool, lines: bool = True) -> Goal:
        """Return the goal of a step.

        To the next statement, where the language knows; else to the next line; without `lines`, an instruction.
        """
        if not lines:
            return Over(self.machine) if over else Instructions(1)
        if self.spoken:
            return self.spoken.step(over=over)
        return Lines(self.machine, self.sources.line_at, over=over)

    def out_goal(self) -> Goal:
        """Return the goal of a run to the current call's place."""
        return self.spoken.out() if self.spoken else Out(self.machine)

    # ------------------------------------------------------------ running

    def begin(self, goal: Goal | None = None, until: int = NEVER) -> None:
        """Begin a run: to a goal, to a cycle, or to whatever stops it."""
        self._goal, self._until, self.frame = goal, until, 0
        self._piece = FIRST_PIECE
        self._paused.clear()
        self.running = True
        self.stops.look()

    def advance(self, cycle: int) -> Halt | None:
        """Continue the run up to a cycle of the machine; return the halt, None if there was none."""
        while self.running and self.cycles < cycle:
            if self._paused.is_set():
                return self._halted(Reason.PAUSE)
            ends = min(self._until, NEVER if self.history.expected_end is None else self.history.expected_end)
            if self.cycles >= self._until:
                return self._halted(Reason.TIME)
            if self.cycles >= ends:
                self.history.expected_end = None  # from here on, the input is the user's
                assert self.replaying
                same = self.cycles == self.replaying.end and digest(self.machine) == self.replaying.digest
                return self._halted(Reason.RECORDING_ENDS if same else Reason.RECORDING_DIFFERS)
            halt = self._run_piece(min(cycle, ends))
            if halt:
                return halt
        return None

    def finish(self) -> Halt:
        """Continue the run until it halts."""
        while self.running:
            self.advance(NEVER)
        return self.halt

    def pause(self) -> None:
        """Halt the run soon, or interrupt a journey; may be called from another thread or a signal handler."""
        self._paused.set()

    @property
    def pausing(self) -> bool:
        """Whether `pause` waits to be heard."""
        return self._paused.is_set()

    def run_to(self, cycle: int) -> Stop:
        """Advance the run (for a `Pacer`, to which a session is a machine); Stop.HALT when it is stopped."""
        if not self.running:
            return Stop.HALT
        return Stop.HALT if self.advance(cycle) else Stop.NONE

    def _halted(
        self, reason: Reason, breakpoints: tuple[Breakpoint, ...] = (), accesses: tuple[BusCycle, ...] = ()
    ) -> Halt:
        self.running = False
        arrived = bool(breakpoints) and all(each.owner is self for each in breakpoints)  # at the end of begin_until
        reason = Reason.GOAL if arrived else reason
        words = self.machine.reason if reason in (*FINAL.values(), Reason.PAUSE, Reason.TIME) else ""
        self.halt = Halt(reason, self.address, self.cycles, () if arrived else breakpoints, accesses, words)
        self.stops.remove(*(each.number for each in breakpoints if each.temporary and each.owner is not self))
        self.stops.clear(owner=self)
        if reason in FINAL.values() and self.language is not None and self.language.astray():
            self._look_back(self.language)
        return self.halt

    def _look_back(self, language: Language) -> None:
        """Tell the language where the program was before code of others stopped the machine."""
        now = self.history.here()
        with self.stops.asleep():
            if last_of(self.machine, self.history, language.ran):
                language.left(now.cycle)
                self.history.restore(now)
                began = line_before(self.machine, self.history, self.sources.line_at, language.back(), FAR)
                if began is not None:
                    self.history.go(began)
                    language.began()
        self.history.restore(now)

    def _run_piece(self, target: int) -> Halt | None:
        if not (self._goal or self.observers or self.stops.watched_registers()):
            # Short enough for `pause` to be heard; it is the history that knows the host's speed.
            return self._judge(self.history.run_to(min(target, self.cycles + self.history.interval)))
        here, known = self.history.here(), self.history.end
        target = min(target, self.cycles + self._piece)
        self._piece = min(2 * self._piece, LONGEST_PIECE)
        stop, rows = self.history.traced(target, through=False)
        count, halting = self._first_of_interest(rows)
        if count < len(rows):  # back to where the goal was reached, or a watched register changed
            self.history.restore(here)
            self._shorten(rows[count].cycle, known)
            stop, rows = Stop.NONE, rows[:count]
        for observer in self.observers:
            observer(rows, self.address)
        return self._judge(stop, *halting)

    def _first_of_interest(self, rows: Trace) -> tuple[int, tuple[bool, tuple[Breakpoint, ...]]]:
        """Return how many rows count, whether the goal is reached after them, and which registers changed there."""
        count = len(rows)
        met: tuple[Breakpoint, ...] = ()
        for each in self.stops.watched_registers():
            after = self._change(rows[:count], each)
            if after is not None:
                met = (*met, each) if after == count else (each,)
                count = after
        following = rows[count][counter_column(self.machine)] if count < len(rows) else self.address
        goal = self._goal.reached(rows[:count], following) if self._goal else None
        if goal is not None and goal < count:
            count, met = goal, ()
        return count, (goal is not None, met)

    def _change(self, rows: Trace, each: Breakpoint) -> int | None:
        """Return the number of rows up to the first change of a register that can make its condition true."""
        now = [self.cycles, 0, *map(self.machine.read_register, self.machine.registers)]
        for change in self.stops.changes(each.register, rows):
            if each.condition is None or each.condition.reads_memory:
                return change
            if self.parser.true_at(each.condition, rows[change] if change < len(rows) else now):
                return change
        return None

    def _shorten(self, cycle: int, known: int) -> None:
        """Run only to the place where a run should have ended, and discard everything after it."""
        with self.stops.asleep():
            self.history.run_to(cycle, through=True)
        self._piece = FIRST_PIECE
        self.history.end = max(known, cycle)

    def stops_here(self) -> bool:
        """Return whether a breakpoint stops the machine before the very instruction at which it is.

        A run does not ask: it has to get away from where it was stopped. At the start of a program, it matters.
        """
        return self._judge(Stop.BREAKPOINT) is not None

    def _judge(self, stop: Stop, goal: bool = False, registers: tuple[Breakpoint, ...] = ()) -> Halt | None:
        """Handle a stop of the machine: count, print, halt or continue."""
        watched = stop in (Stop.WATCH_READ, Stop.WATCH_WRITE)
        accesses = tuple(self.machine.watched) if watched else ()
        arrived = [*self.stops.arrived(watched), *registers] if watched or goal or registers or stop else []
        reached = [each for each in arrived if each.reached()]
        for each in reached:
            if each.message:
                self.on_log(self.stops.text(each.message))
        halting = tuple(each for each in reached if not each.message)
        if halting:
            return self._halted(Reason.BREAKPOINT, halting, accesses)
        if stop in FINAL:
            return self._halted(FINAL[stop])
        return self._halted(Reason.GOAL) if goal else None

    # ------------------------------------------------------------ steps and runs, all in one

    def run(self, goal: Goal | None = None, until: int = NEVER) -> Halt:
        """Run to a goal, to a cycle, or to whatever stops the machine."""
        self.begin(goal, until)
        return self.finish()

    def step(self, count: int = 1) -> Halt:
        """Execute instructions."""
        return self.run(Instructions(count))

    def over(self) -> Halt:
        """Execute an instruction, and everything that it calls."""
        return self.run(Over(self.machine))

    def out(self) -> Halt:
        """Run to the end of the subroutine."""
        return self.run(self.out_goal())

    def step_line(self, *, over: bool = False) -> Halt:
        """Run to the next line of the source, or statement; with `over`, calls are not followed."""
        return self.run(self.step_goal(over=over))

    def cont(self) -> Halt:
        """Run until something halts the machine."""
        return self.run()

    def run_for(self, cycles: int) -> Halt:
        """Run for `cycles`; the last instruction is completed."""
        return self.run(until=self.cycles + cycles)

    def run_until(self, address: int) -> Halt:
        self.begin_until(Spot(address))
        return self.finish()

    def begin_until(self, *spots: Spot) -> None:
        """Begin a run to the first reached of these instructions, with temporary breakpoints."""
        for address, part in spots:
            place = self.sources.near(address)
            self.stops.add(Kind.EXECUTE, address, part=part, temporary=True, place=place, owner=self)
        self.begin()

    def unnoticed(self, wanted: Wanted) -> str:
        """Return the accesses that a watchpoint misses, as optimised code makes them in registers; empty if none."""
        if self.language is None or wanted.kind == Kind.EXECUTE or wanted.register:
            return ""
        reads = wanted.kind in (Kind.READ, Kind.ACCESS)
        lines = sorted({
            line for first, last, _ in wanted.ranges for line in self.language.unnoticed(first, last, reads=reads)
        })  # fmt: skip
        where = f"line{'s' * (len(lines) > 1)} {', '.join(map(str, lines))}"
        what = "reads and changes" if reads else "changes"
        return f"not noticed: {what} in registers, {where}: compile with -O0" if lines else ""

    # ------------------------------------------------------------ giving

    def give(self, kind: str, value: Value) -> None:
        """Apply an input to the machine now; in the past, that discards the known future.

        Raises IronboardError for an unknown input.
        """
        if kind not in self.machine.inputs:
            raise IronboardError(f"the machine has no input '{kind}': it has {', '.join(self.machine.inputs)}")
        try:
            self.machine.give(kind, value)
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise IronboardError(f"{kind} {value!r}: {error}; expected {self.machine.inputs[kind]}") from None

    def press(self, *keys: str) -> Halt | None:
        """Press keys one by one while the machine runs; return the halt meanwhile, or None."""
        self.begin_press(*keys)
        halt = self.finish()
        return None if halt.reason == Reason.TIME else halt

    def begin_press(self, *keys: str) -> None:
        """Begin a run in which keys are pressed one by one: scheduled inputs, whatever halts the run."""
        hold, start = round(KEY_SECONDS * self.clock), self.cycles
        inputs = [[kind, key] for key in keys for kind in ("key_down", "key_up")]
        for number, each in enumerate(inputs):
            self.give("at", [start + number * hold, *each])
        self.begin(until=start + len(inputs) * hold)

    def write(self, address: int, word: int) -> None:
        """Store a word in memory; raises IronboardError if it does not fit."""
        try:
            self.machine.poke(address, word)
        except ValueError as error:
            raise IronboardError(str(error)) from None

    def write_register(self, name: str, value: int) -> None:
        """Set a register; raises IronboardError for an unknown one, or if the value is too wide."""
        try:
            self.machine.write_register(register_named(self.machine, name), value)
        except ValueError as error:
            raise IronboardError(str(error)) from None

    # ------------------------------------------------------------ recordings

    def replay(self, recording: Recording) -> None:
        """Go to the start of a recording; from there on, the machine is given its inputs again.

        Whatever else it is given ends that. Raises IronboardError for a recording of another machine, StateError for
        one of another version.
        """
        recording.begin(self.machine)
        self.history.begin()
        self.history.expect(recording.log, recording.end)
        self.replaying = recording
        self._halted(Reason.START)

    def load_state(self, data: bytes) -> Halt:
        """Go to a saved state; the history begins anew there. Raises StateError, with nothing changed."""
        self.machine.load_state(data)
        return self._arrived(Reason.START)

    def recording(self) -> Recording:
        """Return a recording from the beginning of the session to the last known time."""
        here = self.history.here()
        with self.stops.asleep():
            self.history.go(self.history.end)
        log = tuple(self.history.log[: self.history.given])
        made = Recording(self.machine.title, self.history.state_at_start(), log, self.cycles, digest(self.machine))
        self.history.restore(here)
        return made

    # ------------------------------------------------------------ time travel

    # A journey that `pause` interrupts ends where it began.

    def step_back(self, count: int = 1) -> Halt:
        """Go back by `count` instructions, or as many as there are."""
        return self._travel(lambda: Reason.GOAL if self.history.back(count) == count else Reason.BEGINNING)

    def line_back(self) -> Halt:
        """Go back to the beginning of the source line before, over its calls; without source, by an instruction."""

        def go() -> Reason:
            back = self.spoken.back() if self.spoken else None
            cycle = line_before(self.machine, self.history, self.sources.line_at, back)
            self.history.go(self.history.start if cycle is None else cycle)
            return Reason.BEGINNING if cycle is None else Reason.GOAL

        return self._travel(go)

    def go(self, cycle: int) -> Halt:
        """Go to the time at a cycle, or the first one after it."""

        def go() -> Reason:
            self.history.go(cycle)
            return Reason.GOAL if self.cycles >= cycle else Reason.HALT

        return self._travel(go)

    def reverse(self) -> Halt:
        """Go back to the last place where the machine would have stopped."""
        with self._journey():
            met = last_stop(self.machine, self.history, self.stops)
            return self._arrived(Reason.BREAKPOINT if met else Reason.BEGINNING, met)
        return self._halted(Reason.PAUSE)

    def _travel(self, go: Callable[[], Reason]) -> Halt:
        """Move in time, through all breakpoints."""
        with self._journey(), self.stops.asleep():
            return self._arrived(go())
        return self._halted(Reason.PAUSE)

    @contextmanager
    def _journey(self) -> Iterator[None]:
        """Allow `pause` to interrupt the work in this context: then the machine returns to its old state."""
        here = self.history.here()
        self._paused.clear()
        self.history.on_piece = self._interrupt
        try:
            yield
        except Interrupted:
            self.history.restore(here)
        finally:
            self.history.on_piece = lambda: None

    def _interrupt(self) -> None:
        self.on_way()
        if self._paused.is_set():
            raise Interrupted

    def _arrived(self, reason: Reason, breakpoints: tuple[Breakpoint, ...] = ()) -> Halt:
        self.frame = 0
        for tell in self.on_travel:
            tell()
        return self._halted(reason, breakpoints)

    def live_again(self, count: int, look: Callable[[], None], after: Callable[[], None] = lambda: None) -> None:
        """Re-execute the last instructions, `count` at most, ending where it began.

        `look` is called before each of them, `after` once all have been executed. Raises IronboardError when
        `pause` interrupts it.
        """
        here = self.history.here()
        with self._journey():
            try:
                with self.stops.asleep():
                    self.history.back(count)
                    while self.cycles < here.cycle:
                        look()
                        self.history.step()
                    after()
            finally:
                self.history.restore(here)
            return
        raise IronboardError("interrupted")

    def watch_again(self, first: int, begin: Callable[[], None], see: Callable[[Trace, int], None]) -> None:
        """Live again from a cycle to now, and end there; `begin` is called there, `see` is given as `observers` are.

        Raises IronboardError when `pause` interrupts it.
        """
        here = self.history.here()
        with self._journey():
            try:
                with self.stops.asleep():
                    self.history.go(first)
                    begin()
                    while self.cycles < here.cycle:
                        stop, rows = self.history.traced(min(here.cycle, self.cycles + LONGEST_PIECE))
                        see(rows, self.address)
                        if stop != Stop.NONE:
                            break
            finally:
                self.history.restore(here)
            return
        raise IronboardError("interrupted")

    def live(self, log: Sequence[Entry], end: int) -> None:
        """Live inputs from the beginning of the history to a cycle: they are its past then, and the old one is gone.

        Raises IronboardError for inputs that no machine takes, with nothing changed: the history is as before.
        """
        history, times = self.history, [self.history.start, *(each.cycle for each in log), end]
        for before, after in pairwise(times):
            if after < before:
                raise IronboardError(f"the inputs go back in time, from cycle {before:,} to {after:,}")
        for each in log:
            try:
                if each.kind == NEW_LIFE:
                    raise ValueError("a state cannot be loaded on the way")
                check(self.machine.INPUTS, each.kind, each.value)
            except ValueError as error:
                raise IronboardError(f"the input at cycle {each.cycle:,} cannot be: {error}") from None
        here, known, ended = history.here(), list(history.log), history.end
        history.go(history.start)
        history.forget_future()
        history.log[history.given :] = log
        history.end = end
        try:
            halt = self.go(end)
            if self.cycles < end or halt.reason == Reason.PAUSE:
                raise IronboardError(f"the inputs lead only to cycle {self.cycles:,}, not to {end:,}")
        except (IronboardError, ValueError, ArithmeticError, LookupError, TypeError) as error:
            history.log, history.end = known, ended
            history.restore(here)
            raise IronboardError(str(error)) from None

    def last_change(self, register: str) -> Writing | None:
        """Return the last change of a register by an instruction, None if there is none.

        Raises IronboardError for an unknown register, and when `pause` interrupts the search.
        """
        name = register_named(self.machine, register)
        with self._journey():
            return last_change(self.machine, self.history, self.stops, name)
        raise IronboardError("the search for the last change was interrupted")

    def last_write(self, address: int) -> Writing | None:
        """Return the last write to the word at an address, None if it never changed.

        Raises IronboardError when `pause` interrupts the search.
        """
        with self._journey():
            return last_write(self.machine, self.history, self.stops, address)
        raise IronboardError("the search for the last write was interrupted")
