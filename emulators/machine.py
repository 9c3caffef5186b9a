"""What every machine offers: all that a panel, a debugger or a benchmark may rely on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from emulators.image import Image

    Trace = NDArray[np.int64]
else:
    Trace = Any  # a machine is there before NumPy is

Value = int | str | list[Any]  # of an input: plain JSON, so that it can be written down


class Stop(IntEnum):
    """Why a machine returned from `run` or `step`."""

    NONE = 0  # the cycles asked for have passed
    BREAKPOINT = 1  # the next instruction has a breakpoint
    WATCH_READ = 2  # the last instruction read a watched address
    WATCH_WRITE = 3  # the last instruction wrote a watched address
    ILLEGAL_INSTRUCTION = 4  # PC stays on it
    HALT = 5  # the program stopped the machine
    INPUT = 6  # the program waits for input that nobody has given


class Flow(IntFlag):
    """What an instruction did to the flow of control, beyond going on or jumping."""

    CALL = 1  # it left a return address behind
    RETURN = 2  # it went to an address that something had left behind
    INTERRUPT = 4  # an interrupt was entered by it or behind it
    RESUME = 8  # it went back to what an interrupt had interrupted


class Decoded(NamedTuple):
    """An instruction as it stands in memory.

    `address` and `part` are those of the instruction after it; `mnemonics` what assemblers may call its operation.
    `conditional`: it jumps or skips on a condition, and not just to the instruction after it.
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
    """What was on the bus in one cycle of the clock."""

    address: int
    value: int
    write: bool


class Snapshot(Protocol):
    """A machine's whole state at one moment, for `restore` of the same machine. It does not change any more."""

    @property
    def cycle(self) -> int:
        """When it was taken."""
        ...

    @property
    def size(self) -> int:
        """Bytes of the host's memory that it takes."""
        ...


TRACE_CYCLE, TRACE_FLOW, TRACE_REGISTERS = 0, 1, 2  # columns of a trace; the registers follow in their order


@runtime_checkable
class Machine(Protocol):
    """A computer as seen from the desk. Machines know nothing of windows, clocks or files.

    Addresses and words are plain integers; time is counted in cycles of the machine's own clock. A machine is
    deterministic: the same state, given the same things at the same cycles, becomes the same state, bit for bit,
    whatever pieces it is run in.
    """

    title: str
    word_bits: int
    address_bits: int
    radix: int  # 8 or 16: how the manual prints words
    clock: int  # Hz of the original
    registers: dict[str, int]  # name -> width in bits: a panel draws that many lamps
    program_counter: str  # the register that holds the address of the next instruction
    part_counter: str  # where words hold several instructions: the register that says at which part of its word it is
    stack_pointer: str  # the register that calls count down, returns count up; empty: there is no such stack
    flags: dict[str, str]  # register -> the names of its bits from the left, "-" where there is none
    inputs: Mapping[str, str]  # what can be given from outside: kind -> what its value is
    on_give: Callable[[int, str, Value], None] | None  # told of everything given: its cycle, kind, value

    @property
    def reason(self) -> str:
        """Why the machine stands still, in the words of its manual; empty when its last Stop says all there is."""
        ...

    @property
    def cycles(self) -> int:
        """Clock cycles since power-on."""
        ...

    def reset(self) -> None:
        """Do what the machine's reset key does."""
        ...

    def step(self) -> Stop:
        """Execute one instruction (and enter the interrupt that follows it, if one is due)."""
        ...

    def run(self, cycles: int) -> Stop:
        """Run until `cycles` have passed or something stops the machine; the last instruction is finished."""
        ...

    def run_to(self, cycle: int) -> Stop:
        """Run until `cycle` since power-on or until something stops the machine; the last instruction is finished."""
        ...

    def peek(self, address: int) -> int:
        """Return a word without side effects, device registers included."""
        ...

    def poke(self, address: int, word: int) -> None:
        """Put a word into memory, read-only memory included; device registers are written like by a program."""
        ...

    def read_register(self, name: str) -> int:
        """Return a register; raises KeyError for an unknown name."""
        ...

    def write_register(self, name: str, value: int) -> None:
        """Set a register; raises KeyError for an unknown name, ValueError if the value is too wide."""
        ...

    def disassemble(self, address: int) -> tuple[str, int]:
        """Return the instruction at `address` as text, and the address of the next one."""
        ...

    def decoded(self, address: int, part: int = 0) -> Decoded:
        """Return the instruction at `address`: the one that begins at a part of the word."""
        ...

    def set_breakpoint(self, address: int, on: bool = True, part: int = 0) -> None:
        """Stop before the instruction at `address` (or no longer): the one that begins at a part of the word."""
        ...

    def set_watchpoint(self, address: int, read: bool = False, write: bool = True, on: bool = True) -> None:
        """Stop behind an instruction that reads or writes `address` (or no longer)."""
        ...

    def without_marks(self) -> AbstractContextManager[None]:
        """Take all breakpoints and watchpoints away for a while."""
        ...

    def watching(self, except_at: Collection[int] = (), *, reads: bool = False) -> AbstractContextManager[None]:
        """Watch writes, and reads if wanted, at all addresses but some for a while."""
        ...

    def load(self, image: Image) -> None:
        """Put an image into memory, whole or not at all; raises ImageError when it does not fit."""
        ...

    @property
    def printed(self) -> bytes | bytearray:
        """Everything that a printer or a terminal has received, as ASCII; nothing where there is none."""
        ...

    @property
    def watched(self) -> list[BusCycle]:
        """The accesses to watched addresses that made the last run or step stop, in their order."""
        ...

    def give(self, kind: str, value: Value) -> None:
        """Let something happen from outside, now: a key, a switch, a word put into memory.

        Everything that changes the machine but its own running goes through here, `poke` and `load` included.
        Raises ValueError for an unknown kind or value. Where a machine has them, keys are the kinds key_down and
        key_up, and typed text is the kind type.
        """
        ...

    def snapshot(self) -> Snapshot:
        """Return the whole state, what is given but has not happened yet included; breakpoints are not part of it."""
        ...

    def restore(self, snapshot: Snapshot) -> None:
        """Go back (or forth) to a snapshot of this machine."""
        ...

    def save_state(self) -> bytes:
        """Return the whole state in a form that can be kept in a file."""
        ...

    def load_state(self, data: bytes) -> None:
        """Go to a saved state; raises StateError, with nothing changed, for anything that is not one."""
        ...

    def trace(self, on: bool = True) -> None:
        """Note every instruction executed from now on, or no longer; what has been noted is forgotten."""
        ...

    def traced(self) -> Trace:
        """Return, and forget, what has been noted: a row for each instruction, in order.

        Columns: the cycle of its fetch; a Flow; the registers before it. Shape (n, 2 + registers), 64 bits.
        """
        ...

    def step_on_bus(self) -> list[BusCycle]:
        """Execute one instruction like `step`; return what was on the bus, cycle by cycle."""
        ...

    def frames(self) -> list[Frame]:
        """Return the calls that the state itself shows, the innermost first; what it cannot know, it leaves out."""
        ...

    def devices(self) -> dict[str, dict[str, str]]:
        """Return what there is to see: device -> name -> text, perhaps of several lines. Nothing is disturbed."""
        ...
