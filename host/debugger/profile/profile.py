"""Where the time goes: exact cycles and executions, from the traces of a machine.

    profile = Profile(session.machine, session.sources)
    profile.attach(session)
    session.run_for(1_000_000)
    print(profile.text())

Instructions executed while the profile is attached count, to the cycle: the cycles of all routines together are those
that have passed. Every moment counts once. Journeys through time do not count, and the time lived again after them
does not count again, unless something else happens than before: then what happens now counts, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from emulators.image import SourceLine
from emulators.machine import Machine, Stop, Trace
from host.debugger.goals import counter_column
from host.debugger.profile.calltree import CallTree, Origins
from host.debugger.profile.counts import Counts, Places
from host.debugger.session import Session
from host.languages.sources import Sources

PIECE = 1_000_000  # cycles of a traced run; about 30 MB of trace
T = TypeVar("T")


class Measurement:
    """The instructions executed since `begin` (or `attach`); `Profile` adds the reports.

    `counts` has executions and cycles of every instruction, `tree` the routines and who called them. `idle` are cycles
    that passed before the first instruction; later, time without instructions counts for the one before.
    """

    def __init__(self, machine: Machine, sources: Sources | None = None) -> None:
        self.machine = machine
        self.sources = sources or Sources(radix=machine.radix, address_bits=machine.address_bits)
        self._column = counter_column(machine)
        self._part_column = self._column
        self._part_bits = 0
        if machine.part_counter:
            self._part_column += list(machine.registers).index(machine.part_counter)
            self._part_column -= list(machine.registers).index(machine.program_counter)
            self._part_bits = machine.registers[machine.part_counter]
        self._session: Session | None = None
        self.clear()

    # ------------------------------------------------------------ counting

    def clear(self) -> None:
        """Reset the counts; instructions executed from now on count, even on a replay."""
        self.counts = Counts(self.machine.address_bits, self._part_bits)
        self.tree = CallTree(self.machine, Origins(self.sources, self.machine.address_bits))
        self.idle = 0
        self.begin()

    def begin(self, entry: int | None = None) -> None:
        """Start counting at the machine's current position; earlier counts stay.

        With `entry`, the machine is at the first instruction of a routine called from outside.
        """
        self._upto = self.machine.cycles  # up to here, everything has been counted
        self._last: int | None = None  # the slot of the last instruction
        self._halted: int | None = None  # the cycle at which one has stopped the machine: it counts once
        address = self.machine.read_register(self.machine.program_counter)
        if entry is None:
            self.tree.begin(address, self.machine.frames(), Places(self.sources).owner)
        else:
            self.tree.enter(entry)

    def feed(self, rows: Trace, following: int) -> None:
        """Count a stretch of a trace; the machine is after it, at the instruction `following`."""
        end = self.machine.cycles
        rows = rows.since(self._upto)
        if len(rows) and rows[-1].cycle == end:  # it took no time: it has stopped the machine
            rows, self._halted = rows if self._halted != end else rows[:-1], end
        if end >= self._upto:
            self._pass_time(rows[0].cycle if len(rows) else end)
        if len(rows):
            self._count(rows, following, end)

    def _count(self, rows: Trace, following: int, end: int) -> None:
        self._last = self.add(rows, following, end)
        self.tree.record(rows, following, end)
        self._upto = end

    def add(self, rows: Trace, following: int, end: int) -> int:
        """Count the instructions of a trace, without calls; return the slot of the last one."""
        machine, last = self.machine, rows[-1]
        part = machine.read_register(machine.part_counter) if self._part_bits else 0
        self.counts.add(rows, self._column, self._part_column, self.counts.slot(following, part), end)
        return self.counts.slot(last[self._column], last[self._part_column] if self._part_bits else 0)

    def _pass_time(self, cycle: int) -> None:
        """Count time that passed without instructions."""
        passed, self._upto = cycle - self._upto, cycle
        if self._last is None:
            self.idle += passed
        else:
            self.counts.add_time(self._last, passed)
            self.tree.add_time(passed)

    # ------------------------------------------------------------ with a session, or with a machine alone

    def attach(self, session: Session) -> None:
        """Count the session's instructions from now on."""
        self.detach()
        self._session = session
        session.observers.append(self.feed)
        session.on_travel.append(self._travelled)
        session.history.on_new_future.append(self.begin)
        self.begin()

    def detach(self) -> None:
        """Stop counting; the counts stay."""
        session, self._session = self._session, None
        if session:
            session.observers.remove(self.feed)
            session.on_travel.remove(self._travelled)
            session.history.on_new_future.remove(self.begin)

    @property
    def attached(self) -> bool:
        """Whether it counts a session's instructions."""
        return self._session is not None

    def _travelled(self) -> None:
        if self.machine.cycles > self._upto:  # farther than anything that has been counted
            self.begin()

    def watch(self, run: Callable[[], T]) -> T:
        """Count the instructions executed by a function; return its result. The trace has to fit into memory."""
        self.machine.trace(True)
        try:
            return run()
        finally:
            self.feed(self.machine.traced(), self.machine.read_register(self.machine.program_counter))
            self.machine.trace(False)

    def run_to(self, cycle: int) -> Stop:
        """Run the machine to a cycle, and count; return why it stopped."""
        stop = Stop.NONE
        while self.machine.cycles < cycle and stop == Stop.NONE:
            target = min(cycle, self.machine.cycles + PIECE)
            stop = self.watch(partial(self.machine.run_to, target))
        return stop

    # ------------------------------------------------------------ results

    @property
    def cycles(self) -> int:
        """The cycles counted."""
        return self.idle + self.counts.all_cycles

    @property
    def instructions(self) -> int:
        """The instructions counted."""
        return self.counts.all_executions

    def offset(self, part: int) -> int:
        """Return the number of bits of a word before one of its parts."""
        return part * (self.machine.word_bits >> self._part_bits)

    def line_at(self, slot: int) -> SourceLine | None:
        """Return the innermost source line that made the instruction in a slot."""
        address, part = self.counts.place(slot)
        return self.sources.line_at(address, self.offset(part))

    def slots(self, line: SourceLine) -> range:
        """Return the slots that a source line filled, including its calls."""
        first = self.counts.slot(line.address, line.offset // self.offset(1)) if self._part_bits else line.address
        return range(first, self.counts.slot(line.address + line.length) - self._cut(line))

    def _cut(self, line: SourceLine) -> int:
        """Return how many parts of a line's last word belong to lines after it."""
        if not self._part_bits:
            return 0
        last = line.address + line.length - 1
        begun = line.offset if line.length == 1 else 0
        others = (each for each in self.sources.sharing(last) if each.depth <= line.depth and each.offset > begun)
        offset = min((each.offset for each in others), default=self.machine.word_bits)
        return (1 << self._part_bits) - offset // self.offset(1)

    def places(self) -> Places:
        """Return the owners of the addresses."""
        entries = (node.routine.entry for node in self.tree.nodes())
        return Places(self.sources, (entry for entry in entries if entry is not None))
