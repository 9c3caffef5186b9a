"""py65's processor on the compiled core: `ironboard.py65`, for suites of tests that were written for py65.

`MPU` is py65's class: its registers, flags, tables and helpers, and everything that its disassembler, assembler and
monitor use. Instructions are executed by the compiled core of the NMOS 6502, `run_until` and `call` many of them at
once. Instructions that touch an observed address are left to py65, so that callbacks are called as py65 calls them.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from typing import TYPE_CHECKING, Any

import py65.devices.mpu6502
import py65.memory

from emulators.machine import Stop
from emulators.mos6502 import core, flat
from emulators.mos6502.arithmetic import ALWAYS, BREAK
from emulators.record import fill
from emulators.vectors import Bare

if TYPE_CHECKING:
    # py65 has no types: the names of its classes, as type checkers have to know them.

    class TheirMemory:
        _subject: Any

        def __init__(self, subject: Any = None, addrWidth: int = 16) -> None: ...  # noqa: N803
        def __getitem__(self, address: int | slice) -> Any: ...
        def __setitem__(self, address: int | slice, value: Any) -> None: ...
        def subscribe_to_read(self, address_range: Iterable[int], callback: Callable[[int], int | None]) -> None: ...
        def subscribe_to_write(
            self, address_range: Iterable[int], callback: Callable[[int, int], int | None]
        ) -> None: ...
        def write(self, start_address: int, bytes: Iterable[int]) -> None: ...

    class TheirMPU:
        RESET: int
        NMI: int
        IRQ: int
        NEGATIVE: int
        OVERFLOW: int
        UNUSED: int
        BREAK: int
        DECIMAL: int
        INTERRUPT: int
        ZERO: int
        CARRY: int
        BYTE_WIDTH: int
        BYTE_FORMAT: str
        ADDR_WIDTH: int
        ADDR_FORMAT: str
        name: str
        byteMask: int  # noqa: N815
        addrMask: int  # noqa: N815
        addrHighMask: int  # noqa: N815
        spBase: int  # noqa: N815
        excycles: int
        addcycles: bool
        instruct: list[Any]
        cycletime: list[int]
        extracycles: list[int]
        disassemble: list[tuple[str, str]]

        def __init__(self, memory: Any = None, pc: int | None = 0x0000) -> None: ...
        def reset(self) -> None: ...
        def step(self) -> MPU: ...
        def irq(self) -> None: ...
        def nmi(self) -> None: ...
        def ByteAt(self, addr: int) -> int: ...  # noqa: N802
        def WordAt(self, addr: int) -> int: ...  # noqa: N802
        def WrapAt(self, addr: int) -> int: ...  # noqa: N802
        def ProgramCounter(self) -> int: ...  # noqa: N802
        def stPush(self, z: int) -> None: ...  # noqa: N802
        def stPop(self) -> int: ...  # noqa: N802
        def stPushWord(self, z: int) -> None: ...  # noqa: N802
        def stPopWord(self) -> int: ...  # noqa: N802
        def FlagsNZ(self, value: int) -> None: ...  # noqa: N802
else:
    TheirMPU, TheirMemory = py65.devices.mpu6502.MPU, py65.memory.ObservableMemory

SIZE = 0x10000
LIMIT = 100_000_000  # cycles within which `run_until` gets there
PIECE = 20_000_000  # cycles between two chances for Ctrl-C
STACK = range(0x100, 0x200)
BACK = 0xFFFA  # where subroutines return to: the vectors, where no program has instructions


class Memory(ctypes.c_uint8 * SIZE):  # type: ignore[misc]  # an array type that is made here
    """65,536 bytes that a compiled processor works on: a list for all that tests do with one, values cut to 8 bits."""

    processor: Bare
    owner: Callable[[], MPU | None]  # the MPU that runs on it; others work on a copy

    @classmethod
    def of(cls, processor: Bare) -> Memory:
        """Return the memory of a compiled processor."""
        memory: Memory = cls.from_buffer(processor.m, type(processor.m).memory.offset)
        memory.processor, memory.owner = processor, lambda: None
        return memory

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list | bytes | bytearray | Memory):
            return NotImplemented
        return bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<65,536 bytes, {SIZE - bytes(self).count(0):,} of them not 0>"


def new_memory() -> Any:
    """Return 64 K of zeros: the memory of a compiled processor, or a list where there is no kernel."""
    processor = Bare(flat, core)
    return Memory.of(processor) if processor.running_on == "compiled" else [0] * SIZE


class ObservableMemory(TheirMemory):
    """py65's memory with callbacks, for full speed over memory of the compiled core."""

    def __init__(self, subject: Any = None, addrWidth: int = 16) -> None:  # noqa: N803  (py65's name)
        super().__init__(new_memory() if subject is None and addrWidth == 16 else subject, addrWidth)
        self.subscriptions = 0  # so far

    def __len__(self) -> int:
        return len(self._subject)

    def subscribe_to_read(self, address_range: Iterable[int], callback: Callable[[int], int | None]) -> None:
        """Have `callback(address)` called before a read; its result, if not None, is read."""
        super().subscribe_to_read(address_range, callback)
        self.subscriptions += 1

    def subscribe_to_write(self, address_range: Iterable[int], callback: Callable[[int, int], int | None]) -> None:
        """Have `callback(address, byte)` called before a write; its result, if not None, is written."""
        super().subscribe_to_write(address_range, callback)
        self.subscriptions += 1


def register(name: str, mask: int) -> Any:
    """Return a register of the compiled core as an attribute."""

    def read(self: MPU) -> int:
        value: int = getattr(self._m, name)
        return value

    def write(self: MPU, value: int) -> None:
        setattr(self._m, name, value & mask)

    return property(read, write)


class MPU(TheirMPU):
    """py65's NMOS 6502, executed by the compiled core.

    `memory`: none, or an ObservableMemory of this module, for full speed; a list or a bytearray of 65,536 bytes, or
    py65's own ObservableMemory, is copied for each run (a millisecond); with any other object py65 executes everything.
    `pc`: where it begins; None takes the address in the reset vector.

    Registers are cut to their width: a, x, y, sp, p 8 bits, pc 16. `processorCycles` counts the chip's cycles.
    """

    memory: Any
    start_pc: int | None
    if TYPE_CHECKING:
        a: int
        x: int
        y: int
        sp: int
        pc: int
        processorCycles: int  # noqa: N815  (py65's name)
    else:
        a, x, y, sp, pc = (register(name, mask) for name, mask in (*((each, 0xFF) for each in "axys"), ("pc", 0xFFFF)))
        processorCycles = register("cycles", -1)  # noqa: N815

    def __init__(self, memory: Any = None, pc: int | None = 0x0000) -> None:
        self._unused = BREAK | ALWAYS  # bits of p that the chip does not have
        self._goals: tuple[Collection[int], Collection[int]] = ((), ())  # of the run that is going on
        self._attach(new_memory() if memory is None else memory)
        super().__init__(self.memory, pc)

    def reset(self) -> None:
        """Go to the state after a reset."""
        first = self.start_pc
        self.start_pc = self.WordAt(self.RESET) if first is None else first
        super().reset()
        self.start_pc = first

    @property
    def p(self) -> int:
        """The flags; the two bits that are no flags are set by every instruction, as PHP pushes them."""
        flags: int = self._m.p
        return flags & ~(BREAK | ALWAYS) | self._unused

    @p.setter
    def p(self, value: int) -> None:
        self._unused = value & (BREAK | ALWAYS)
        self._m.p = value & 0xFF & ~BREAK | ALWAYS

    def _attach(self, memory: Any) -> None:
        """Take a memory, and find out how the compiled core can work on it."""
        subject = memory._subject if isinstance(memory, py65.memory.ObservableMemory) else memory
        native = isinstance(subject, Memory) and subject.owner() in (None, self)
        before = getattr(self, "_m", None)
        self._processor = subject.processor if native else Bare(flat, core)
        self._m = self._processor.m
        if native:
            subject.owner = weakref.ref(self)
        for name in core.REGISTERS if before else ():
            setattr(self._m, name, getattr(before, name))
        self.memory = self._attached = memory
        self._copied = not native and type(subject) in (list, bytearray, Memory) and len(subject) == SIZE
        self._observed = memory if memory is not subject else None
        self._marked_for: int | None = None  # subscriptions that are marked
        self._stack_observed = False
        own = type(self).step is MPU.step and type(self).instruct is py65.devices.mpu6502.MPU.instruct
        self._fast = own and (native or self._copied) and self._processor.running_on == "compiled"
        self._plain = self._fast and native and self._observed is None

    def _ready(self) -> bool:
        """Prepare for a run; return whether the compiled core can do it."""
        if self.memory is not self._attached:
            self._attach(self.memory)
        if self._observed is not None and self._fast:
            self._mark(self._observed)
        return self._fast and not self._stack_observed

    def _mark(self, memory: Any) -> None:
        """Mark the addresses that are observed."""
        count = getattr(memory, "subscriptions", None)
        if count is not None and count == self._marked_for:
            return
        self._marked_for = count
        marks = bytearray(SIZE)
        for subscribers in (memory._read_subscribers, memory._write_subscribers):
            for address, callbacks in subscribers.items():
                if callbacks:
                    marks[address] = core.READ_DEVICE
        fill(self._m.special, marks)
        self._m.careful = any(marks)
        self._stack_observed = any(marks[STACK.start : STACK.stop])

    # ------------------------------------------------------------ execution

    def step(self) -> MPU:
        """Execute one instruction; return the processor."""
        if (self._plain and self.memory is self._attached) or (self._ready() and not self._copied):
            self._processor._run(self._processor._handle, 0)
            self._unused = BREAK | ALWAYS
            if self._m.stop != Stop.INPUT:
                return self
        super().step()
        return self

    def run_until(self, pc: int | Iterable[int] = (), *, opcodes: Iterable[int] = (), cycles: int = LIMIT) -> bool:
        """Run until the next instruction is at an address in `pc`, or has one of these opcodes.

        At least one instruction is executed. Returns whether it got there: False if it did not within `cycles`, or if
        the chip has jammed.
        """
        places, codes = (pc,) if isinstance(pc, int) else {*pc}, {*opcodes}
        for each, end in (*((place, SIZE) for place in places), *((code, 0x100) for code in codes)):
            if not 0 <= each < end:
                raise ValueError(f"{each:#x} is beyond {end - 1:#x}: expected an address in pc, an opcode in opcodes")
        deadline = self.processorCycles + cycles
        if self._ready():
            with self._working() if self._copied else nullcontext():
                return self._compiled_until(places, codes, deadline)
        while self.processorCycles < deadline:
            self.step()
            if self.pc in places or (codes and self.memory[self.pc] in codes):
                return True
        return False

    def _compiled_until(self, places: Collection[int], codes: Collection[int], deadline: int) -> bool:
        m, processor, around = self._m, self._processor, self._goals
        self._mark_goals(around, False)  # of a run in which an observer has called this one
        self._goals = places, codes
        self._mark_goals(self._goals, True)
        careful, m.careful = m.careful, m.careful or bool(codes)
        try:
            while m.cycles < deadline:
                processor._run(processor._handle, min(deadline, m.cycles + PIECE))
                self._unused = BREAK | ALWAYS
                if m.stop == Stop.INPUT:
                    super().step()
                    m.stop = Stop.BREAKPOINT if m.pc in places or m.memory[m.pc] in codes else Stop.NONE
                if m.stop:
                    return bool(m.stop == Stop.BREAKPOINT)
            return False
        finally:
            m.careful = careful
            self._mark_goals(self._goals, False)
            self._goals = around
            self._mark_goals(around, True)

    def _mark_goals(self, goals: tuple[Collection[int], Collection[int]], on: bool) -> None:
        m = self._m
        for address in goals[0]:
            m.special[address] = m.special[address] & ~core.BREAKPOINT | core.BREAKPOINT * on
        for code in goals[1]:
            m.stop_on[code] = on

    def call(self, address: int, *, cycles: int = LIMIT) -> int:
        """Call a subroutine as JSR does; return its cycles, its RTS included.

        Raises AssertionError if it does not return within `cycles`, or returns with another stack.
        """
        if not 0 <= address < SIZE:
            raise ValueError(f"there is no address {address:#x}: the last one is {SIZE - 1:#x}")
        self._ready()
        self.stPushWord(BACK - 1)
        start, sp = self.processorCycles, self.sp + 2 & 0xFF
        self.pc = address
        if not self.run_until(BACK, cycles=cycles):
            where = f"it is at {self.pc:04X} after {self.processorCycles - start:,} cycles"
            raise AssertionError(f"the subroutine at {address:04X} has not returned: {where}")
        if self.sp != sp:
            wrong = f"left S at {self.sp:02X} instead of {sp:02X}"
            raise AssertionError(f"the subroutine at {address:04X} {wrong}")
        spent: int = self.processorCycles - start
        return spent

    @contextmanager
    def _working(self) -> Iterator[None]:
        """Bring a memory that is not the compiled core's there for a while."""
        observed = self._observed
        subject = self.memory if observed is None else observed._subject
        fill(self._m.memory, bytes(subject))
        if observed is not None:  # callbacks that look at the memory see what the program has written
            observed._subject = Memory.of(self._processor)
        try:
            yield
        finally:
            subject[:] = bytes(self._m.memory)
            if observed is not None:
                observed._subject = subject


def replace() -> None:
    """Make `MPU` and `ObservableMemory` of this module those of py65, for whatever imports them afterwards.

    py65's other processors stay as they are.
    """
    for made_of_py65s in ("py65.devices.mpu65c02", "py65.devices.mpu65org16", "emulators.mos6502.reference"):
        import_module(made_of_py65s)
    py65.devices.mpu6502.MPU = MPU
    py65.memory.ObservableMemory = ObservableMemory
