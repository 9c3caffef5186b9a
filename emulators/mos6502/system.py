"""A computer round a 6502: its bus, its fields and its inputs in, a whole machine out.

A computer is a module for its kernel, and a subclass of `System`. The module says

    FIELDS        of the record: `system.FIELDS` and those of its devices
    BUS           core.Bus(read, write, fetch): the answers at addresses without plain memory
    BOARD         Board(execute, deliver, next_cycle, catch_up): what happens besides instructions
    ENTRY_POINTS  run, peek, poke, and whatever else the subclass calls

and `run` there is `system.run(m, BOARD, deadline)`. The same module runs as a kernel, as plain Python, and with py65 as
the processor. Addresses are plain memory, RAM or ROM, or belong to the bus, as `install` is told. Where devices act
only when they are read and written, the BOARD is Board(execute, run_on, never, no_devices).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, Literal, overload

from emulators import processor
from emulators.errors import ImageError
from emulators.image import Image
from emulators.kernels import Functions
from emulators.machine import BusCycle, Decoded, Frame, Machine, Stop
from emulators.mos6502 import core
from emulators.mos6502.arithmetic import ALWAYS, BREAK
from emulators.mos6502.isa import BRANCHES, disassemble, frames
from emulators.record import FLAG, TRACE_ROWS, Fields, State, fill

if TYPE_CHECKING:
    from emulators.mos6502.reference import Reference

Core = Literal["compiled", "python", "py65"]
CORES: tuple[Core, ...] = ("compiled", "python", "py65")
SIZE = 0x10000  # bytes that the processor addresses

FIELDS: Fields = {
    "reset_held": FLAG,  # 1: RES is low
    **core.FIELDS,
}


# ---------------------------------------------------------------- compiled


class Board(Functions):
    """The work of a computer besides instructions: four functions.

    execute(m, cycle): run to a cycle with nothing coming from outside; `core.run_to` with the computer's bus.
    deliver(m): do everything due; return whether to run on, False when the host has something to do first.
    next_cycle(m): return up to which cycle nothing comes from outside.
    catch_up(m): bring devices that keep their own time up to now.
    """

    names = ("execute", "deliver", "next_cycle", "catch_up")
    execute: Callable[..., None]
    deliver: Callable[..., bool]
    next_cycle: Callable[..., int]
    catch_up: Callable[..., None]


def run(m: State, board: Board, deadline: int) -> None:
    """Run to the cycle `deadline`, or until something stops it or the host has something to do.

    At least one instruction is executed, but none while the host has something to do. With RES low only time passes.
    """
    m.stop = Stop.NONE
    going = board.deliver(m)
    while going:
        cycle = max(min(deadline, board.next_cycle(m)), m.cycles + 1)
        if m.reset_held:
            m.cycles = max(m.cycles, cycle)
            m.stop = Stop.NONE  # RES clears a jam, too
        else:
            board.execute(m, cycle)
        board.catch_up(m)
        going = board.deliver(m) and m.stop == Stop.NONE and m.cycles < deadline


# ---------------------------------------------------------------- for computers in which nothing else happens


def no_fetch(m: State) -> bool:
    """Do nothing between two instructions."""
    return False


def run_on(m: State) -> bool:
    """Do nothing; the host is wanted only when a trace is full."""
    return m.trace_length < TRACE_ROWS


def never(m: State) -> int:
    """Return that nothing comes from outside."""
    return core.NEVER


def no_devices(m: State) -> None:
    """Catch up with nothing."""


# ---------------------------------------------------------------- the machine


def install(m: State, ram: Iterable[range], rom: Mapping[int, bytes]) -> None:
    """Switch the power on: RAM is plain memory, ROM plain to read, everything else a matter of the bus."""
    core.power_on(m)
    marks = bytearray([core.READ_DEVICE | core.WRITE_DEVICE]) * SIZE
    for stretch in ram:
        marks[stretch.start : stretch.stop] = bytes(len(stretch))
    for address, content in rom.items():
        marks[address : address + len(content)] = bytes([core.WRITE_DEVICE]) * len(content)
        fill(m.memory, content, address)
    fill(m.special, marks)


class Processor(processor.Processor):
    """A computer's state and the core that runs it.

    `compiled`: our core's kernel. `python`: our core as plain Python, for coverage and for a debugger. `py65`: the
    reference core, which replaces a missing kernel: it keeps pace with the machine's own clock.
    """

    cores = CORES
    stand_in = "py65"

    def __init__(self, functions: ModuleType, which: str = "compiled") -> None:
        super().__init__(functions, which)
        self._reference: Reference | None = None
        if self.running_on == "py65":
            from emulators.mos6502.reference import Reference

            self._reference = Reference(self.m, functions.BUS)

    def run(self, deadline: int) -> None:
        """Execute at least one instruction, and go on until the cycle `deadline` or until something stops it."""
        if not self._reference:
            super().run(deadline)
            return
        board, reference = self.module.BOARD, self._reference
        with_py65 = Board(lambda m, cycle: reference.run(cycle), board.deliver, board.next_cycle, board.catch_up)
        run(self.m, with_py65, deadline)

    @contextmanager
    def own_core(self) -> Iterator[None]:
        """Execute the instructions in between on our own core: py65 does not make all of the chip's bus cycles."""
        waiting, self._reference = self._reference, None
        try:
            yield
        finally:
            self._reference = waiting


class System(Machine):
    """A computer round a 6502. A subclass says `title`, `clock`, MODULE, INPUTS, and how it is built and reset."""

    MODULE: ModuleType
    word_bits = 8
    address_bits = 16
    radix = 16
    registers = {name.upper(): bits for name, bits in core.REGISTERS.items()}  # noqa: RUF012  (some machines set their own)
    program_counter = "PC"
    stack_pointer = "S"
    flags: ClassVar = {"P": "NV-BDIZC"}
    PASSING, CONSTANT, OWN = core.PASSING_FIELDS, core.CONSTANT_FIELDS, core.CONSTANT_FIELDS - {"special"}
    WATCH_READ, WATCH_WRITE = core.WATCH_READ, core.WATCH_WRITE
    BREAKPOINT, TRACE = core.BREAKPOINT, core.TRACE
    OWN_MARKS = core.READ_DEVICE | core.WRITE_DEVICE

    processor: Processor

    def __init__(self, which: str = "compiled") -> None:
        super().__init__(Processor(self.MODULE, which))
        self.memory = Memory(self)

    def peek(self, address: int) -> int:
        """Return the byte a read would give, without side effects, device registers included."""
        return int(self.processor.call("peek", address & 0xFFFF))

    def put(self, address: int, word: int) -> None:
        """Do the input poke."""
        self.processor.call("poke", address, word)

    def set_register(self, name: str, value: int) -> None:
        """Do the input register."""
        super().set_register(name, value & ~BREAK | ALWAYS if name == "P" else value)

    @property
    def stored(self) -> bytes:
        """The contents of RAM and ROM, at all 65,536 addresses; 0 where there is neither."""
        return bytes(self.m.memory)

    def check_room(self, image: Image) -> None:
        """Raise ImageError if a byte of an image has no RAM to go to, and is not `stored` there already.

        So the zeros that a `.res` puts between two parts of a program need no RAM.
        """
        for address, byte in image:
            kind = int(self.m.special[address]) & self.OWN_MARKS
            if kind and self.m.memory[address] != byte:
                what = "ROM" if kind == core.WRITE_DEVICE else "no RAM"
                hint = self.more_room(address)
                said = f"the image does not fit this machine: there is {what} at {address:04X}"
                raise ImageError(f"{said} ({hint})" if hint else said)

    def more_room(self, address: int) -> str:
        """Return how a machine gets RAM at an address, an empty text if it cannot."""
        return ""

    def disassemble(self, address: int) -> tuple[str, int]:
        """Return the instruction at `address` as text, and the address of the next one."""
        return disassemble(self.peek, address)

    def decoded(self, address: int, part: int = 0) -> Decoded:
        """Return the instruction at `address`."""
        text, following = self.disassemble(address)
        mnemonic = text.partition(" ")[0]
        conditional = mnemonic in BRANCHES and self.peek(address + 1 & 0xFFFF) != 0
        return Decoded(text, following, 0, (mnemonic,), conditional)

    def frames(self) -> list[Frame]:
        """Return the calls that are open, the innermost first, by the return addresses on the stack."""
        return frames(self.peek, self.read_register("S"))

    def step_on_bus(self) -> list[BusCycle]:
        """Execute one instruction; return every cycle of the chip, an interrupt's after it included."""
        with self.processor.own_core():
            return super().step_on_bus()


class Memory:
    """The address space as a sequence of 65,536 bytes: reads have no side effects, writes reach ROM too."""

    def __init__(self, system: System) -> None:
        self._system = system

    def __len__(self) -> int:
        return SIZE

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> bytes: ...
    def __getitem__(self, place: int | slice) -> int | bytes:
        if isinstance(place, slice):
            return bytes(self._system.peek(address) for address in range(*place.indices(SIZE)))
        return self._system.peek(place)

    def __setitem__(self, place: int | slice, value: int | Iterable[int]) -> None:
        if isinstance(place, slice):
            addresses = range(*place.indices(SIZE))
            values = bytes(value) if not isinstance(value, int) else bytes([value])
            if len(values) != len(addresses):
                raise ValueError(f"{len(values)} bytes do not fit into {len(addresses)} places")
            for address, byte in zip(addresses, values, strict=True):
                self._system.poke(address, byte)
        else:
            assert isinstance(value, int)
            self._system.poke(place, value)

    def __iter__(self) -> Iterator[int]:
        return (self._system.peek(address) for address in range(SIZE))
