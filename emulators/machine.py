"""The machine: all that a panel, a debugger, a test or a benchmark may rely on; each computer is a subclass with hooks.

    machine = Kim1()                          # or Ibm704(), Cdc6600(), ...
    machine.load(Image.of(0x0200, program))
    machine.write_register("PC", 0x0200)
    machine.run(seconds=1.0)

Machines know nothing of windows, clocks or files. Addresses and words are plain integers; time is counted in cycles of
the machine's own clock. A machine is deterministic: the same state, given the same inputs at the same cycles, becomes
the same state, bit for bit, whatever pieces it is run in.
"""

from __future__ import annotations

import base64
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Never, Self, TypeVar

from emulators import inputs, record
from emulators.errors import ImageError, IronboardError, StateError, shown
from emulators.inputs import Event, Inputs, Schedule
from emulators.inputs import Value as Value
from emulators.record import Field, Fields, Relations, append, copy_of, fill, put_back, put_in, size_of
from emulators.trace import CYCLE, FLOW, TRACE_CYCLE, TRACE_FLOW, TRACE_REGISTERS, Flow, Row, Trace

if TYPE_CHECKING:
    from emulators.image import Image
    from emulators.processor import Processor

__all__ = [
    "TRACE_CYCLE", "TRACE_FLOW", "TRACE_REGISTERS", "BusCycle", "Decoded", "Flow", "Frame", "Machine", "Reading", "Row",
    "Snapshot", "Stop", "Trace", "Value",
]  # fmt: skip

T = TypeVar("T")
EVENT_SIZE = 100  # bytes of an input to come, about


class Stop(IntEnum):
    """Why a machine returned from `run` or `step`.

    >>> from ironboard import Kim1, Stop
    >>> kim = Kim1()
    >>> kim.poke(0x0200, 0x02)  # no instruction
    >>> kim.write_register("PC", 0x0200)
    >>> kim.run(1000) == Stop.ILLEGAL_INSTRUCTION
    True
    """

    NONE = 0  # the cycles asked for have passed
    BREAKPOINT = 1  # the next instruction has a breakpoint
    WATCH_READ = 2  # the last instruction read a watched address
    WATCH_WRITE = 3  # the last instruction wrote a watched address
    ILLEGAL_INSTRUCTION = 4  # PC stays on it
    HALT = 5  # the program stopped the machine
    INPUT = 6  # the program waits for input that has not been given


class Decoded(NamedTuple):
    """An instruction in memory.

    `address` and `part` are those of the instruction after it; `mnemonics` the names that assemblers have for its
    operation. `conditional`: it jumps or skips on a condition, and not just to the instruction after it.
    """

    text: str
    address: int
    part: int
    mnemonics: tuple[str, ...]
    conditional: bool


class Frame(NamedTuple):
    """A call that has not returned yet."""

    call: int  # the address of the instruction that called, or that was interrupted
    back: int  # the address to which it will return
    interrupt: bool = False


class BusCycle(NamedTuple):
    """The traffic on the bus in one cycle of the clock."""

    address: int
    value: int
    write: bool


@dataclass(frozen=True)
class Snapshot:
    """A machine's whole state at one moment, for `restore` of the same machine. It does not change any more."""

    cycle: int  # when it was taken
    record: dict[str, Any]  # fields of the record
    events: tuple[int, tuple[Event, ...]]  # inputs to come
    outside: Any  # the machine's state outside its record
    size: int  # bytes of the host's memory, roughly; unchanged parts are shared with the snapshots around
    program: str = field(default="", compare=False)  # its name, which is no part of the state

    def __repr__(self) -> str:
        return f"<Snapshot{self.program and f' {self.program}'}: cycle {self.cycle:,}>"


class Reading(Generic[T]):
    """A field of a machine's record, to be read as an attribute of the machine."""

    def __init__(self, field: str, kind: Callable[[Any], T]) -> None:
        self._field, self._kind = field, kind

    def __get__(self, machine: Machine, owner: type) -> T:
        return self._kind(getattr(machine.m, self._field))

    def __set__(self, machine: Machine, value: Never) -> None:
        raise AttributeError(f"{self._field} can only be read")


class Machine:
    """A computer as seen from the desk: its description, then its operations.

    A subclass describes itself by the class attributes, and is built round a Processor. Its kernel marks addresses by
    bits of `special` and notes instructions and accesses in the fields of `record.debugging_fields`. Hooks, all of them
    below: `run_to`, `put`, `set_register`, `disassemble`, `decoded`, and, where a machine keeps something outside its
    record, those called `outside`.

    >>> from ironboard import Kim1
    >>> kim = Kim1()
    >>> kim.memory[0x0200:0x0205] = bytes.fromhex("E6 10 4C 00 02")  # INC $10, JMP 0200
    >>> kim.write_register("PC", 0x0200)
    >>> kim.set_breakpoint(0x0200)
    >>> kim.run(1000), kim.peek(0x10), kim.read_register("PC")
    (<Stop.BREAKPOINT: 1>, 1, 512)
    >>> kim.disassemble(0x0200)
    ('INC $10', 514)
    """

    title: str
    word_bits: int
    address_bits: int
    radix: int  # 8 or 16: how the manual prints words
    address_digits = 0  # as the manual prints addresses; 0: as many as the largest has
    clock: int  # Hz of the original
    registers: dict[str, int]  # name -> width in bits, in the order of a trace: a panel draws that many lamps
    program_counter: str  # the register that holds the address of the next instruction
    part_counter = ""  # where words hold several instructions: the register that says at which part of its word it is
    stack_pointer = ""  # the register that calls count down, returns count up; empty: there is no such stack
    flags: ClassVar[dict[str, str]] = {}  # register -> the names of its bits from the left, "-" for none
    press_seconds = 0.0  # how long `press` holds a key down, and waits after it

    FIELDS: Fields  # of the record
    RELATIONS: Relations = ()  # that hold between them whenever the machine does not run
    PASSING: frozenset[str]  # fields that are no part of the state: how it is run and looked at
    CONSTANT: frozenset[str]  # fields that do not change while it runs: no part of a snapshot
    OWN: frozenset[str] = frozenset()  # of these, those that a saved state has but does not bring: decode tables
    INPUTS: Inputs  # the kinds of inputs from outside
    WATCH_READ, WATCH_WRITE, BREAKPOINT, TRACE = 1, 2, 4, 8  # bits of `special`
    OWN_MARKS = 0  # bits of `special` that are part of the machine, not marks for a debugger

    inputs: Mapping[str, str]  # kind of input -> the meaning of its value
    SAVED: Fields  # the fields of a saved state
    KEPT: Fields  # the fields of a snapshot

    def __init_subclass__(cls) -> None:
        """Derive the rest from the tables."""
        if bare := [name for name, each in getattr(cls, "FIELDS", {}).items() if not isinstance(each, Field)]:
            raise TypeError(f"the field '{bare[0]}' has no range: expected record.Field(least, most, ...)")
        if "INPUTS" in cls.__dict__:
            cls.inputs = {kind: each.meaning for kind, each in cls.INPUTS.items()}
            cls.SAVED = {name: field for name, field in cls.FIELDS.items() if name not in cls.PASSING}
            cls.KEPT = {name: field for name, field in cls.SAVED.items() if name not in cls.CONSTANT}

    _built: tuple[tuple[Any, ...], dict[str, Any]]  # the arguments that it was built with

    def __new__(cls, *given: Any, **named: Any) -> Self:
        """Keep the arguments: a copy is built of the same ones."""
        machine = super().__new__(cls)
        machine._built = given, named
        return machine

    def __init__(self, processor: Processor) -> None:
        self.processor = processor
        self.program = ""  # the name of the one that was loaded last, if it has one
        self.on_give: Callable[[int, str, Value], None] | None = None  # told of every input: its cycle, kind, value
        self.schedule = Schedule()
        self._traced = array("q")  # cells of the trace
        self._keeps_trace = False
        self._onlooker: Callable[[Trace], None] | None = None
        self._printed = bytearray()
        self._read: tuple[bytes, Any] = b"", None  # the saved state that was read last, and its content

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing needs closing; `with` marks the scope in which the machine is used."""

    def __repr__(self) -> str:
        program = self.program and f" {self.program}"
        return f"<{type(self).__name__}{program}: {self.cycles:,} cycles, {self.processor.running_on} core>"

    # ------------------------------------------------------------ copies

    def __eq__(self, other: object) -> bool:
        """Return whether the other machine is of the same kind, and its saved state the same; cores may differ."""
        if not isinstance(other, Machine):
            return NotImplemented
        return self is other or (self.cycles == other.cycles and self.save_state() == other.save_state())

    __hash__ = None  # type: ignore[assignment]  # equal machines may differ after the next instruction

    def __reduce__(self) -> tuple[Any, ...]:
        """Describe the machine for `copy` and `pickle`: how it was built, and its saved state."""
        return again, (type(self), *self._built, self.save_state(), self.program)

    @property
    def m(self) -> Any:
        """The record that holds the whole state: for the modules of the machine alone."""
        return self.processor.m

    # ------------------------------------------------------------ time

    @property
    def cycles(self) -> int:
        """Clock cycles since power-on."""
        return int(self.m.cycles)

    @property
    def seconds(self) -> float:
        """The machine's time since power-on."""
        return self.cycles / self.clock

    def cycles_in(self, seconds: float) -> int:
        """Return how many cycles pass in some seconds of the machine's own time."""
        return round(seconds * self.clock)

    @property
    def last_stop(self) -> Stop:
        """Why the last `run` or `step` returned."""
        return Stop(int(self.m.stop))

    @property
    def reason(self) -> str:
        """Why it has stopped or makes no progress, in the words of its manual; empty when its last Stop says it all."""
        return ""

    def reset(self) -> None:
        """Act as the machine's reset key."""
        raise NotImplementedError

    def run_to(self, cycle: int) -> Stop:
        """Run until `cycle` since power-on, or until something stops the machine; the last instruction is finished."""
        stop = Stop.NONE
        while self.cycles < cycle and stop == Stop.NONE:
            self.deliver()
            self.run_piece(self.next_pause(cycle), self.processor.run)
            stop = self.last_stop
        self.deliver()
        return stop

    def run_piece(self, cycle: int, run: Callable[[int], T]) -> T:
        """Have the processor `run` to `cycle` or for a piece of time, and collect the results, interrupted or not."""
        try:
            return self.processor.run_piece(cycle, run)
        finally:
            self.collect()

    def next_pause(self, cycle: int) -> int:
        """Return up to which cycle the processor runs by itself, on its way to `cycle`."""
        return min(cycle, self.schedule.next_cycle or cycle)

    def deliver(self) -> bool:
        """Apply the due inputs; return whether there were any."""
        any_due = False
        while due := self.schedule.take_due(self.cycles):
            any_due = True
            try:
                self.accept(*due)
            except ValueError as error:
                self.miss(*due, error)
        return any_due

    def miss(self, kind: str, value: Value, error: ValueError) -> None:
        """Handle an input that cannot be done although its cycle is reached."""
        raise StateError(f"the input '{kind}' at cycle {self.cycles:,} cannot be done: {error}") from None

    def collect(self) -> None:
        """Fetch the record's notes for the host; there is room for a limited number of rows of a trace."""
        if count := int(self.m.trace_length):
            known = len(self._traced)
            append(self._traced, self.m.trace_rows, count * (TRACE_REGISTERS + len(self.registers)))
            self.m.trace_length = 0
            if self._onlooker:
                self._onlooker(self._trace_of(self._traced[known:]))
            if not self._keeps_trace:
                self._traced = array("q")

    def pass_time(self, cycles: int) -> None:
        """Do the input idle: the clock goes on, and no instruction is executed."""
        self.m.cycles += cycles

    def run(self, cycles: int = 0, *, seconds: float = 0.0) -> Stop:
        """Run for some cycles (or seconds of the machine's own time), or until something stops it.

        The last instruction is finished, so a few cycles more may pass.
        """
        return self.run_to(self.cycles + cycles + self.cycles_in(seconds))

    def step(self) -> Stop:
        """Execute one instruction, and enter the interrupt after it if one is due."""
        return self.run_to(self.cycles + 1)

    def run_until(self, condition: Callable[[Self], object], *, seconds: float = 10.0, interval: float = 0.01) -> bool:
        """Run until `condition(machine)` is true; return False if it never was in `seconds`.

        `seconds` and `interval` are seconds of the machine's own time. The condition is looked at now, then once in
        `interval` and when something stops the machine; if it is false even then, the answer is False. So the machine
        may have run on by up to `interval` since the condition became true: a shorter one finds the moment more
        closely, and costs the host more (0.1 to 0.2 ms a look).

        >>> from ironboard import Kim1
        >>> kim = Kim1()
        >>> kim.run_until(lambda kim: kim.display.strip(), seconds=1)
        True
        """
        limit = self.cycles + self.cycles_in(seconds)
        step = max(1, self.cycles_in(interval))
        stop = Stop.NONE
        while not condition(self):
            if stop != Stop.NONE or self.cycles >= limit:
                return False
            stop = self.run_to(min(self.cycles + step, limit))
        return True

    # ------------------------------------------------------------ inputs

    def give(self, kind: str, value: Value) -> None:
        """Apply an input from outside now: a key, a switch, a word put into memory; `inputs` has the kinds.

        Everything that changes the machine but its own running goes through here. Raises ValueError, with nothing
        changed, for an unknown kind or a value that makes no sense.
        """
        cycle = self.cycles  # some inputs let time pass
        self.accept(kind, value)
        if self.on_give:
            self.on_give(cycle, kind, value)

    def accept(self, kind: str, value: Value) -> None:
        """Check an input and do it, without telling anybody."""
        inputs.check(self.INPUTS, kind, value)
        self.INPUTS[kind].act(self, value)

    def at(self, cycle: int, kind: str, value: Value) -> None:
        """Apply an input at a cycle to come."""
        self.give("at", [cycle, kind, value])

    def key_down(self, key: str) -> None:
        """Put a finger on a key, where the machine has the input key_down."""
        self.give("key_down", str(key))

    def key_up(self, key: str) -> None:
        """Take the finger off a key."""
        self.give("key_up", str(key))

    def press(self, *keys: str, seconds: float | None = None) -> None:
        """Press keys one after the other, each held and each followed by a pause of some seconds."""
        pause = self.press_seconds if seconds is None else seconds
        for key in keys:
            self.key_down(key)
            if pause:
                self.run(seconds=pause)
            self.key_up(key)
            if pause:
                self.run(seconds=pause)

    def type(self, text: str) -> None:
        """Make a terminal send characters, where the machine has the input type."""
        self.give("type", text)

    # ------------------------------------------------------------ memory and registers

    @property
    def words(self) -> int:
        """The words of memory that a program can be loaded into."""
        return 1 << self.address_bits

    def peek(self, address: int) -> int:
        """Return a word without side effects, device registers included."""
        return int(self.m.memory[address % self.words])

    def contents(self) -> list[int]:
        """Return all words of memory as they are stored, to be compared with another machine's."""
        return list(self.m.memory)

    def poke(self, address: int, word: int) -> None:
        """Put a word into memory, read-only memory included; device registers are written as by a program."""
        if not 0 <= word < 1 << self.word_bits:
            raise ValueError(f"{word} does not fit into the {self.word_bits} bits of a word")
        self.give("poke", [self.place(address), word])

    def place(self, address: int) -> int:
        """Return an address as inputs have it: between 0 and the end of memory."""
        return address % self.words

    def put(self, address: int, word: int) -> None:
        """Do the input poke."""
        self.m.memory[address % self.words] = word

    def read_register(self, name: str) -> int:
        """Return a register; raises KeyError for an unknown name."""
        self.registers[name]
        return int(getattr(self.m, name.lower()))

    def write_register(self, name: str, value: int) -> None:
        """Set a register; raises KeyError for an unknown name, ValueError if the value is too wide."""
        if value < 0 or value >> self.registers[name]:
            raise ValueError(f"{value} does not fit into the {self.registers[name]} bits of {name}")
        self.give("register", [name, value])

    def set_register(self, name: str, value: int) -> None:
        """Do the input register."""
        setattr(self.m, name.lower(), value)

    def load(self, image: Image) -> None:
        """Put an image into memory, whole or not at all; raises ImageError when it does not fit."""
        image.expect(self.word_bits, f"the {self.title}")
        self.check_room(image)
        self.program = image.name
        self.give(
            "load",
            [
                [segment.address, bytes(segment.words).hex() if self.word_bits == 8 else list(segment.words)]
                for segment in image.segments
            ],
        )

    def check_room(self, image: Image) -> None:
        """Raise ImageError if an image does not fit into memory."""
        for segment in image.segments:
            if not 0 <= segment.address <= segment.end <= self.words:
                last, end = self.digits(segment.end - 1), self.digits(self.words - 1)
                raise ImageError(f"the image does not fit this machine: it reaches to {last}, memory to {end}")

    def digits(self, address: int) -> str:
        """Return an address as the manual prints it."""
        bits, kind = (4, "X") if self.radix == 16 else (3, "o")
        return f"{address:0{self.address_digits or -(-self.address_bits // bits)}{kind}}"

    def put_program(self, segments: Iterable[tuple[int, Sequence[int]]]) -> None:
        """Do the input load: nothing of it if it does not fit."""
        segments = list(segments)
        for address, words in segments:
            if address + len(words) > self.words:
                raise ValueError(f"memory does not have {len(words)} words starting at {self.digits(address)}")
        for address, words in segments:
            fill(self.m.memory, words if isinstance(words, bytes) else array("q", words), address)

    def disassemble(self, address: int) -> tuple[str, int]:
        """Return the instruction at `address` as text, and the address of the next one."""
        raise NotImplementedError

    def decoded(self, address: int, part: int = 0) -> Decoded:
        """Return the instruction at `address`: the one that begins at a part of the word."""
        raise NotImplementedError

    # ------------------------------------------------------------ marks

    def mark(self, address: int, bits: int, on: bool) -> None:
        """Set marks on an address, or take them away."""
        special = self.m.special
        marks = int(special[address])
        special[address] = marks | bits if on else marks & ~bits

    def set_breakpoint(self, address: int, on: bool = True, part: int = 0) -> None:
        """Stop before the instruction at `address` (or no longer): the one that begins at a part of the word."""
        self.mark(address, self.BREAKPOINT, on)

    def set_watchpoint(self, address: int, read: bool = False, write: bool = True, on: bool = True) -> None:
        """Stop after an instruction that reads or writes `address` (or no longer).

        >>> from ironboard import Kim1
        >>> kim = Kim1()
        >>> kim.memory[0x0200:0x0202] = bytes.fromhex("E6 10")  # INC $10
        >>> kim.write_register("PC", 0x0200)
        >>> kim.set_watchpoint(0x10)
        >>> kim.run(1000)
        <Stop.WATCH_WRITE: 3>
        >>> kim.watched[-1]
        BusCycle(address=16, value=1, write=True)
        """
        self.mark(address, self.WATCH_READ * read | self.WATCH_WRITE * write, on)

    @contextmanager
    def marked(self, marks: bytes | bytearray) -> Iterator[None]:
        """Use other marks for a while."""
        before = bytes(self.m.special)
        fill(self.m.special, marks)
        try:
            yield
        finally:
            fill(self.m.special, before)

    @contextmanager
    def without_marks(self) -> Iterator[None]:
        """Take all breakpoints and watchpoints away for a while."""
        with self.marked(bytes(self.m.special).translate(bytes(each & self.OWN_MARKS for each in range(256)))):
            yield

    @contextmanager
    def watching(self, except_at: Collection[int] = (), *, reads: bool = False) -> Iterator[None]:
        """Watch writes, and reads if wanted, at all addresses but some for a while."""
        before, watched = bytes(self.m.special), self.WATCH_WRITE | self.WATCH_READ * reads
        marks = bytearray(before.translate(bytes(each | watched for each in range(256))))
        for address in except_at:
            marks[address] = before[address]
        with self.marked(marks):
            yield

    @contextmanager
    def watching_at(self, spans: Iterable[tuple[range, bool]]) -> Iterator[None]:
        """Watch writes to stretches of addresses for a while, and reads where the flag says so."""
        marks = bytearray(self.m.special)
        for span, reads in spans:
            watched = self.WATCH_WRITE | self.WATCH_READ * reads
            table = bytes(each | watched for each in range(256))
            marks[span.start : span.stop] = marks[span.start : span.stop].translate(table)
        with self.marked(marks):
            yield

    @property
    def watched(self) -> list[BusCycle]:
        """The accesses to watched addresses that made the last run or step stop, in their order."""
        m = self.m
        columns = zip(m.watched_address, m.watched_value, m.watched_write, strict=True)
        return [BusCycle(int(a), int(v), bool(w)) for a, v, w in list(columns)[: int(m.watched)]]

    # ------------------------------------------------------------ looking on

    def trace(self, on: bool = True) -> None:
        """Record every instruction executed from now on, or stop; the earlier record is discarded."""
        self._keeps_trace = on
        self.m.tracing, self.m.trace_length = int(on or self._onlooker is not None), 0
        self._traced = array("q")

    def look_on(self, onlooker: Callable[[Trace], None] | None) -> None:
        """Give every stretch of a trace to a function from now on, whether or not one is recorded; None ends that.

        The machine is after the stretch then.
        """
        self._onlooker = onlooker
        self.m.tracing = int(self._keeps_trace or onlooker is not None)

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Tell no onlooker of the instructions of a while."""
        onlooker = self._onlooker
        self.look_on(None)
        try:
            yield
        finally:
            self.look_on(onlooker)

    @property
    def tracing(self) -> bool:
        """Whether every instruction is noted."""
        return self._keeps_trace

    def traced(self) -> Trace:
        """Return, and forget, the recorded trace: a row for each instruction, in order.

        Columns: "cycle", that of its fetch; "flow", a Flow; the registers before it, by their names.
        """
        cells, self._traced = self._traced, array("q")
        return self._trace_of(cells)

    def _trace_of(self, cells: array[int]) -> Trace:
        return Trace((CYCLE, FLOW, *self.registers), cells)

    def step_on_bus(self) -> list[BusCycle]:
        """Execute one instruction like `step`; return the traffic on the bus, cycle by cycle.

        >>> from ironboard import Kim1
        >>> kim = Kim1()
        >>> kim.memory[0x0200:0x0202] = bytes.fromhex("A5 10")  # LDA $10
        >>> kim.write_register("PC", 0x0200)
        >>> [(f"{each.address:04X}", each.value) for each in kim.step_on_bus()]
        [('0200', 165), ('0201', 16), ('0010', 0)]
        """
        m, marks = self.m, bytes(self.m.special)
        m.log_length = 0
        with self.marked(marks.translate(bytes(each | self.TRACE for each in range(256)))):
            self.step()
        columns = zip(m.log_address, m.log_value, m.log_write, strict=True)
        return [BusCycle(int(a), int(v), bool(w)) for a, v, w in list(columns)[: int(m.log_length)]]

    def frames(self) -> list[Frame]:
        """Return the calls that the state itself shows, the innermost first; those that it cannot know are missing."""
        return []

    def devices(self) -> dict[str, dict[str, str]]:
        """Return the state of the devices: device -> name -> text, perhaps of several lines. Nothing is disturbed."""
        return {}

    @property
    def printed(self) -> bytes | bytearray:
        """Everything that a printer or a terminal has received, as ASCII; nothing where there is none."""
        return self._printed

    # ------------------------------------------------------------ snapshots and saved states

    @property
    def outside(self) -> Any:
        """The machine's state outside its record, for a snapshot: nothing in it may change later."""
        return None

    @outside.setter
    def outside(self, state: Any) -> None:
        """Go back to that."""

    def outside_size(self, state: Any) -> int:
        """Return how many bytes of `outside` a snapshot does not share with others, roughly."""
        return 0

    def outside_as_json(self) -> dict[str, Any]:
        """Return the same for a saved state."""
        return {}

    def outside_of_json(self, saved: dict[str, Any]) -> Any:
        """Return `outside` as a saved state has it, which may be anything.

        Raises StateError, ValueError, TypeError or LookupError for values that no machine has.
        """
        return None

    def words_in(self, m: Any, extra: dict[str, Any]) -> Any:
        """Return how many words of memory the machine of a saved state has, by its record `m` and its extra.

        A saved state contains everything else that differs when machines are built.
        """
        return self.words

    def fits(self, m: Any, outside: Any) -> bool:
        """Return whether the part of a saved state outside the record agrees with its record `m`."""
        return True

    def snapshot(self) -> Snapshot:
        """Return the whole state, inputs to come included; breakpoints and traces are not part of it.

        >>> from ironboard import Kim1
        >>> kim = Kim1()
        >>> before = kim.snapshot()
        >>> kim.run(100_000)
        <Stop.NONE: 0>
        >>> kim.restore(before)
        >>> kim.cycles
        8
        """
        events, outside = self.schedule.state, self.outside
        size = size_of(self.KEPT) + EVENT_SIZE * len(events[1]) + self.outside_size(outside)
        values = copy_of(self.m, self.KEPT, self.FIELDS)
        return Snapshot(self.cycles, values, events, outside, size, self.program)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back (or forth) to a snapshot of this machine; breakpoints and watchpoints stay as they are."""
        put_back(self.m, snapshot.record)
        self.schedule.state, self.outside = snapshot.events, snapshot.outside
        self.program = snapshot.program
        self.forget()

    def save_state(self) -> bytes:
        """Return the whole state in a form that can be kept in a file; breakpoints and traces are not part of it.

        >>> from ironboard import Kim1
        >>> kim, other = Kim1(), Kim1(core="python")
        >>> kim.poke(0x10, 42)
        >>> other.load_state(kim.save_state())
        >>> other.peek(0x10), other == kim
        (42, True)
        """
        extra = {"events": self.schedule.plain, **self.outside_as_json()}
        with self.without_marks():
            return record.dump(self.title, self.m, self.SAVED, extra)

    def load_state(self, data: bytes) -> None:
        """Go to a saved state; raises StateError, with nothing changed, for anything that is not one.

        Breakpoints and watchpoints stay as they are.
        """
        self._read = data, self._content(data)
        try:
            self.give("state", base64.b64encode(data).decode("ascii"))
        finally:
            self._read = b"", None

    def _content(self, data: bytes) -> tuple[Any, Any, list[Any]]:
        """Return the content of a saved state: the record, the part outside it, and the inputs to come.

        Whatever is from outside passes through here. Raises StateError.
        """
        m, extra = record.checked(self.title, data, self.SAVED, self.RELATIONS)
        if (words := self.words_in(m, extra)) != self.words:
            has = f"{words:,}" if type(words) is int else shown(words)
            raise StateError(f"the saved state is of a machine with {has} words of memory: this one has {self.words:,}")
        try:
            events = inputs.a_list(extra["events"])
            for each in events:
                inputs.check(self.INPUTS, "at", each)
            outside = self.outside_of_json(extra)
        except StateError:
            raise
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
            raise StateError(f"no machine can be in the saved state: {error!r}") from None
        except IronboardError as error:
            raise StateError(f"no machine can be in the saved state: {error}") from None
        if not self.fits(m, outside):
            raise StateError("no machine can be in the saved state: its record and its devices do not agree")
        return m, outside, events

    def go_to_state(self, data: bytes) -> None:
        """Do the input state."""
        try:
            values, outside, events = self._read[1] if self._read[0] == data else self._content(data)
        except StateError as error:
            raise ValueError(str(error)) from None
        own = self.OWN_MARKS
        if own:
            saved, marks = (
                int.from_bytes(marks.translate(bytes(each & kept for each in range(256))), "little")
                for marks, kept in ((values.special, own), (bytes(self.m.special), ~own))
            )
            values.special = (saved | marks).to_bytes(len(values.special), "little")
        put_in(self.m, self.SAVED.keys() - self.OWN - ({"special"} if not own else set()), values)
        self.schedule.plain = events
        self.outside = outside
        self.program = ""
        self.forget()

    def forget(self) -> None:
        """Forget records of a past that is no longer this machine's."""
        self.m.trace_length, self._traced = 0, array("q")


def again(kind: type[Machine], given: tuple[Any, ...], named: dict[str, Any], state: bytes, program: str) -> Machine:
    """Return a machine built of these arguments, in a saved state."""
    machine = kind(*given, **named)
    machine.load_state(state)
    machine.program = program
    return machine


if TYPE_CHECKING:
    from typing_extensions import TypeVar as WithDefault  # type checkers have it

    Operated = WithDefault("Operated", bound=Machine, default=Machine, covariant=True)
else:
    Operated = TypeVar("Operated")  # the machine of whoever operates one: a panel, a test
