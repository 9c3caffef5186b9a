"""What every machine offers: all that a panel, a debugger or a benchmark may rely on."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol, runtime_checkable


class Stop(IntEnum):
    """Why a machine returned from `run` or `step`."""

    NONE = 0  # the cycles asked for have passed
    BREAKPOINT = 1  # the next instruction has a breakpoint
    WATCH_READ = 2  # the last instruction read a watched address
    WATCH_WRITE = 3  # the last instruction wrote a watched address
    ILLEGAL_INSTRUCTION = 4  # PC stays on it
    HALT = 5  # the program stopped the machine
    INPUT = 6  # the program waits for input that nobody has given


@runtime_checkable
class Machine(Protocol):
    """A computer as seen from the desk. Machines know nothing of windows, clocks or files.

    Addresses and words are plain integers; time is counted in cycles of the machine's own clock.
    """

    title: str
    word_bits: int
    address_bits: int
    radix: int  # 8 or 16: how the manual prints words
    clock: int  # Hz of the original
    registers: dict[str, int]  # name -> width in bits: a panel draws that many lamps

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

    def set_breakpoint(self, address: int, on: bool = True) -> None:
        """Stop before the instruction at `address` (or no longer)."""
        ...

    def set_watchpoint(self, address: int, read: bool = False, write: bool = True, on: bool = True) -> None:
        """Stop behind an instruction that reads or writes `address` (or no longer)."""
        ...
