"""The CDC 6600: its central processor, storage, the system that serves requests, and the clock they share."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, MutableSequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from emulators import state
from emulators.cdc6600 import core, display_code, inputs, scoreboard, system
from emulators.cdc6600.core import Cause
from emulators.cdc6600.devices import devices, reason
from emulators.cdc6600.disassembler import decoded, disassemble, split
from emulators.cdc6600.frames import frames
from emulators.cdc6600.isa import ADDRESS_BITS, MOST_WORDS, PARCELS, WORD_BITS
from emulators.cdc6600.peripheral import State as SystemState
from emulators.cdc6600.peripheral import System
from emulators.cdc6600.system import OUTPUT, REQUEST_WORD
from emulators.errors import ImageError, StateError
from emulators.image import Image
from emulators.inputs import NEVER
from emulators.machine import BusCycle, Decoded, Frame, Stop, Trace, Value
from emulators.processor import Core, Processor
from emulators.record import copy_of, fill, image, numbers, put_back
from emulators.record_machine import RecordMachine
from emulators.schedule import Event, Schedule

if TYPE_CHECKING:
    from emulators.machine import Snapshot as AnySnapshot

EVERY_BREAKPOINT = sum(core.BREAKPOINTS)
SIZES = (MOST_WORDS // 4, MOST_WORDS // 2, MOST_WORDS)  # words of storage
ALL_EXITS = 0o070000  # EM: every exit condition stops the program
SAVED = {name: field for name, field in core.FIELDS.items() if name not in core.PASSING_FIELDS}
KEPT = [name for name in SAVED if name not in core.CONSTANT_FIELDS]  # what a snapshot holds
WAITING = [name for name in scoreboard.FIELDS if name in KEPT]  # what the model of time goes on with
RECORD_SIZE = sum(count * (8 if kind == "int" else 1) for kind, count in map(SAVED.__getitem__, KEPT))  # bytes, about


@dataclass(frozen=True)
class Snapshot:
    """A 6600 at one moment."""

    cycle: int
    record: dict[str, Any]  # fields of the record
    schedule: tuple[int, tuple[Event, ...]]
    system: SystemState

    @property
    def size(self) -> int:
        """Bytes of the host's memory, roughly."""
        files = sum(len(content) for content, *_ in self.system.files.values())
        return RECORD_SIZE + 8 * files + 100 * len(self.schedule[1])


class Cdc6600(RecordMachine):
    """A CDC 6600 with its storage zero, and one program in it, for which the system works.

    `core`: see `Processor`. `words`: of storage, 0o100000, 0o200000 or 0o400000; all belongs to the program (FL).
    `exact`: time is that of the scoreboard's model; else an instruction takes a cycle. `integer_multiply`: DX
    multiplies plain integers. `em`: the exit conditions that stop the program, all if nothing is said.

    Addresses are those of the program, relative to RA, which is 0 unless something else is said. Every input is an
    event at a cycle; the same events at the same cycles give the same machine, bit for bit.
    """

    title = "CDC 6600"
    word_bits = WORD_BITS
    address_bits = ADDRESS_BITS
    radix = 8
    clock = 10_000_000  # Hz: minor cycles of 100 ns
    program_counter, part_counter = "P", "PARCEL"
    stack_pointer = ""
    flags: dict[str, str] = {}  # noqa: RUF012  (the protocol's type; the machine has none)
    registers = inputs.REGISTERS
    inputs: Mapping[str, str] = inputs.MEANINGS
    BREAKPOINT, WATCH_READ, WATCH_WRITE, TRACE = core.BREAKPOINT, core.WATCH_READ, core.WATCH_WRITE, core.TRACE
    TRACE_COLUMNS, OWN_MARKS = core.TRACE_COLUMNS, core.REQUEST

    def __init__(
        self,
        *,
        core: Core = "compiled",
        words: int = MOST_WORDS,
        exact: bool = True,
        integer_multiply: bool = True,
        em: int = ALL_EXITS,
    ) -> None:
        if words not in SIZES:
            raise ValueError(f"a storage of {words} words: expected {', '.join(map(str, SIZES))}")
        super().__init__()
        self.words = words
        self.processor = Processor(system, core)
        self.system = System(lambda: self.processor.m)
        self._timed: list[Trace] = []
        self._requests_at = 0
        power_on(self.m)
        self.m.fl, self.m.em = words, em
        self.m.exact, self.m.integer_multiply = int(exact), int(integer_multiply)
        self.look_at_requests()

    # ------------------------------------------------------------ the machine protocol

    @property
    def m(self) -> Any:
        """The record that holds the whole state."""
        return self.processor.m

    @property
    def exact(self) -> bool:
        """Whether cycles are those of the scoreboard's model."""
        return bool(self.m.exact)

    @property
    def seconds(self) -> float:
        """The machine's time since power-on."""
        return self.cycles / self.clock

    @property
    def running(self) -> bool:
        """Whether the processor runs: from its first instruction to a stop."""
        return bool(self.m.running)

    @property
    def reason(self) -> str:
        """Why the machine stands still; nothing while it runs."""
        return reason(self)

    @property
    def cause(self) -> Cause:
        """What has stopped the processor; NONE while it runs, or before it has."""
        return Cause(int(self.m.cause))

    @property
    def conditions(self) -> int:
        """The exit conditions met: 1 address, 2 infinite, 4 indefinite."""
        return int(self.m.conditions)

    @property
    def location(self) -> int:
        """The address of the word whose instructions have been executed last."""
        return int(self.m.location)

    @property
    def parcel(self) -> int:
        """Where in the word at P the next instruction begins: 0 to 3."""
        return int(self.m.parcel)

    @property
    def p(self) -> int:
        """P: the address of the word that is executed next, or just now."""
        return int(self.m.p)

    @property
    def fl(self) -> int:
        """FL: the program's words of storage."""
        return int(self.m.fl)

    @property
    def ra(self) -> int:
        """RA: the absolute address of the program's word 0."""
        return int(self.m.ra)

    @property
    def em(self) -> int:
        """EM: the exit conditions that stop the program, in bits 12 to 14."""
        return int(self.m.em)

    @property
    def instructions(self) -> int:
        """Instructions executed since power-on."""
        return int(self.m.instructions)

    @property
    def memory(self) -> MutableSequence[int]:
        """All of storage, by absolute addresses."""
        words: MutableSequence[int] = self.m.memory
        return words

    @property
    def noting_times(self) -> bool:
        """Whether `timing` is on."""
        return bool(self.m.timing)

    @property
    def stopped_at(self) -> tuple[int, int]:
        """Address and parcel of the instruction that has stopped the processor; of the next one if it runs."""
        m = self.m
        if self.cause in (Cause.ERROR_EXIT, Cause.ADDRESS):
            end = int(m.behind) or PARCELS
            last = (each.first for each in split(int(m.word)) if each.first + each.size == end)
            return self.location, next(last, 0)
        return (self.location if self.cause == Cause.OPERATION else self.p), self.parcel

    def reset(self) -> None:
        """Dead start, for the processor alone: registers are cleared, P is 0; storage and files stay."""
        for name in self.registers:
            if name not in ("FL", "EM"):
                self.give("register", [name, 0])

    def step(self) -> Stop:
        """Execute one instruction."""
        return self._advance(self.cycles + 1)

    def run(self, cycles: int = 0, *, seconds: float = 0.0) -> Stop:
        """Run for so many cycles (or seconds of the machine's own time), or until something stops it."""
        return self._advance(self.cycles + cycles + round(seconds * self.clock))

    def run_to(self, cycle: int) -> Stop:
        """Run until `cycle` since power-on: for views that keep pace with a clock without drifting."""
        return self._advance(cycle)

    def absolute(self, address: int) -> int:
        """Return the absolute address of one of the program's."""
        return int(core.absolute_address(self.m, address & (1 << ADDRESS_BITS) - 1))

    def peek(self, address: int) -> int:
        """Return a word of storage."""
        return int(self.m.memory[self.absolute(address)])

    def poke(self, address: int, word: int) -> None:
        """Put a word into storage. The processor may still have the old one in its instruction stack."""
        if not 0 <= word < 1 << WORD_BITS:
            raise ValueError(f"{word} does not fit into a word of {WORD_BITS} bits")
        self.give("poke", [self.absolute(address) - int(self.m.ra) & MOST_WORDS - 1, word])

    def read_register(self, name: str) -> int:
        """Return a register; raises KeyError for an unknown name."""
        if name not in self.registers:
            raise KeyError(name)
        if name[0] in "ABX":
            return int(getattr(self.m, name[0].lower())[int(name[1])])
        return int(getattr(self.m, name.lower()))

    def write_register(self, name: str, value: int) -> None:
        """Set a register; raises KeyError for an unknown name, ValueError if the value is too wide. B0 stays 0."""
        if value < 0 or value >> self.registers[name]:
            raise ValueError(f"{value} does not fit into the {self.registers[name]} bits of {name}")
        self.give("register", [name, value])

    def disassemble(self, address: int) -> tuple[str, int]:
        """Return the instructions of the word at `address` as text, and the address of the next one."""
        return disassemble(self.peek(address)), address + 1 & (1 << ADDRESS_BITS) - 1

    def decoded(self, address: int, part: int = 0) -> Decoded:
        """Return the instruction that begins at a parcel of the word at `address`."""
        return decoded(self.peek(address), address, part)

    def frames(self) -> list[Frame]:
        """Return the calls that entry words point back to, the innermost first."""
        return frames(self)

    def devices(self) -> dict[str, dict[str, str]]:
        """Return the job, its dayfile and its files."""
        return devices(self)

    def step_on_bus(self) -> list[BusCycle]:
        """Execute one instruction; return its accesses to storage, the fetch of its word first if there was one."""
        return [each._replace(address=self.relative(each.address)) for each in self._logged(self.step)]

    # ------------------------------------------------------------ marks

    def relative(self, absolute: int) -> int:
        """Return the program's address of an absolute one."""
        return absolute - int(self.m.ra) & (1 << ADDRESS_BITS) - 1

    def _mark(self, address: int, bits: int, on: bool) -> None:
        place = self.absolute(address)
        had = (int(self.m.special[place]) & EVERY_BREAKPOINT).bit_count()
        super()._mark(place, bits, on)
        self.m.breakpoints += (int(self.m.special[place]) & EVERY_BREAKPOINT).bit_count() - had

    def set_breakpoint(self, address: int, on: bool = True, part: int = 0) -> None:
        """Stop before the instruction at a parcel of a word (or no longer)."""
        self._mark(address, core.BREAKPOINTS[part], on)

    @property
    def watched(self) -> list[BusCycle]:
        """The accesses that watchpoints caught in the instruction that stopped the last run."""
        return [each._replace(address=self.relative(each.address)) for each in super().watched]

    def look_at_requests(self) -> None:
        """Let what is stored into word 1 of the program be noted."""
        super()._mark(self._requests_at, core.REQUEST, False)
        self._requests_at = self.absolute(REQUEST_WORD)
        super()._mark(self._requests_at, core.REQUEST, True)

    # ------------------------------------------------------------ time

    def _advance(self, target: int) -> Stop:
        """Run to the cycle `target`, with inputs and the system's work at their cycles."""
        m = self.m
        self._deliver()
        m.stop = Stop.NONE
        while self.processor.call("advance", target, self.schedule.next_cycle or NEVER):
            self._collect()
            stop = m.stop
            self._deliver()
            m.stop = stop or m.stop  # an input may let the processor finish its word
        self._collect()
        return Stop(int(m.stop))

    def _collect(self) -> None:
        """Notice a request, and fetch what has been noted."""
        m = self.m
        if m.request:
            m.request = 0
            self.system.ask()
        self.system.attend()
        self._collect_trace()
        self._collect_timing()

    def _deliver(self) -> None:
        """Let the inputs happen whose cycle has come."""
        while due := self.schedule.take_due(self.cycles):
            self.accept(*due)

    def finish_word(self) -> None:
        """Execute the rest of the word that has been begun."""
        while self.m.parcel and self.processor.m.cause == Cause.NONE:
            self.processor.run(self.cycles + 1)
            self._collect()

    # ------------------------------------------------------------ looking on

    def timing(self, on: bool = True) -> None:
        """Note the units and times of every instruction from now on, or no longer; needs `exact`."""
        self.m.timing, self.m.timing_length = int(on), 0
        self.m.timing_from = self.m.slot
        self._timed = []

    def timed(self, *, last: bool = False) -> Trace:
        """Return, and forget, a row for each instruction, in order; its columns are those of `scoreboard.Column`.

        Some of the last instructions may still wait for storage, and what comes after them decides how long: they come
        the next time. With `last` they come now, with the times that they have if nothing else comes.
        """
        import numpy as np

        m = self.m
        first = int(min(m.waiting[scoreboard.Entry.ISSUE : m.waiting_length : scoreboard.ENTRY], default=m.slot))
        if last and m.waiting_length:
            before = copy_of(m, WAITING, CORE_FIELDS)
            scoreboard.finish(m)
            self._collect_timing()
            put_back(m, before)
            first = int(m.slot)
        rows = np.concatenate([np.empty((0, scoreboard.COLUMNS), np.int64), *self._timed])
        rows = rows[np.argsort(rows[:, scoreboard.Column.ISSUE])]
        end = np.searchsorted(rows[:, scoreboard.Column.ISSUE], first)
        self._timed = [rows[end:]]
        return rows[:end]

    def _collect_timing(self) -> None:
        count = int(self.m.timing_length)
        if count:
            rows = numbers(self.m.timing_rows, 0, count * scoreboard.COLUMNS)
            self._timed.append(rows.reshape(count, scoreboard.COLUMNS))
            self.m.timing_length = 0

    # ------------------------------------------------------------ inputs and outputs

    def accept(self, kind: str, value: Value) -> None:
        """Let an input happen; inputs.py has the kinds."""
        inputs.apply(self, kind, value)

    def attach(self, name: str, lines: Iterable[str] = ()) -> None:
        """Let a file of these lines be there. Raises CodeError for a character that display code does not have."""
        self.give("file", [name, [word for line in lines for word in display_code.line(line)]])

    def exchange(self, package: int) -> None:
        """Let a peripheral processor do an exchange jump with the package at an absolute address."""
        self.give("exchange", package)

    def text(self, name: str) -> str:
        """Return the lines of a file."""
        return self.system.text(name)

    @property
    def printed(self) -> bytes:
        """The lines of the file OUTPUT, as ASCII."""
        return self.text(OUTPUT).encode("ascii")

    @property
    def dayfile(self) -> list[str]:
        """The lines of the dayfile, each with the CP time in seconds before it."""
        return [f"{cycle / self.clock:10.4f}  {line}" for cycle, line in self.system.dayfile]

    # ------------------------------------------------------------ programs and states

    def load(self, image: Image) -> None:
        """Put an image into storage, whole or not at all (ImageError)."""
        image.expect(WORD_BITS, f"the {self.title}")
        for segment in image.segments:
            if not 0 <= segment.address <= segment.end <= self.words:
                last = f"{self.words - 1:06o}"
                raise ImageError(
                    f"the image does not fit this machine: it reaches to {segment.end - 1:06o}, storage to {last}"
                )
        self.give("load", [[segment.address, list(segment.words)] for segment in image.segments])

    def snapshot(self) -> Snapshot:
        """Return the whole state but for breakpoints and what has been noted."""
        return Snapshot(self.cycles, copy_of(self.m, KEPT, CORE_FIELDS), self.schedule.state, self.system.state)

    def restore(self, snapshot: AnySnapshot) -> None:
        """Go back (or forth) to a snapshot; breakpoints and watchpoints stay as they are."""
        assert isinstance(snapshot, Snapshot)
        put_back(self.m, snapshot.record)
        self.schedule.state, self.system.state = snapshot.schedule, snapshot.system
        self._forget()

    def record(self, room: int = 0) -> bytes:
        """Return the machine as the bytes that its kernel goes on with by itself, wherever they are put.

        `room`: words of the arena that files, dayfile and transfers lie in, 8 bytes each; no fewer than there are now.
        Inputs to come are not part of it, breakpoints and watchpoints are.
        """
        self.system.make_arena(room)
        self.m.stop = Stop.NONE
        return image(self.m, system.FIELDS)

    def save_state(self) -> bytes:
        """Return the whole machine as bytes."""
        extra = {"events": self.schedule.in_order(), "system": self.system.state.plain}
        return state.dump(self.title, self.m, SAVED, extra)

    def load_state(self, data: bytes) -> None:
        """Go back to a saved state; raises StateError, with nothing changed, for anything that is not one.

        Breakpoints and watchpoints stay as they are.
        """
        self.give("state", base64.b64encode(state.checked(self.title, data, SAVED)).decode("ascii"))

    def restore_state(self, data: bytes) -> None:
        """Do what `load_state` does, for the input "state"."""
        m = self.m
        try:
            system = SystemState(*state.content(self.title, data, SAVED)[1]["system"])
        except TypeError:
            raise StateError("the saved state is of another version of Ironboard") from None
        marks, breakpoints = bytes(m.special), int(m.breakpoints)
        extra = state.load(self.title, data, m, SAVED)
        fill(m.special, marks)
        m.breakpoints = breakpoints
        self.schedule = Schedule()
        for cycle, kind, value in extra["events"]:
            self.schedule.add(cycle, kind, value)
        self.system.state = system
        self._forget()

    def _forget(self) -> None:
        """Forget what has been noted of a past that is no longer this machine's."""
        self.m.trace_length = self.m.timing_length = 0
        self._traced, self._timed = [], []
        self.look_at_requests()


CORE_FIELDS, power_on = core.FIELDS, core.power_on
