"""How is a subroutine called on a machine, and how does it return? One class for each kind of machine.

The rest of this folder knows only the machine protocol. A new machine needs a row in CONVENTIONS, no more.
"""

from __future__ import annotations

from typing import Protocol

from emulators.machine import TRACE_FLOW, TRACE_REGISTERS, Flow, Machine, Trace
from emulators.mos6502.frames import STACK, STACK_END
from host.debugger.goals import calls_of, counter_column

SHOWN = 16  # bytes of a stack


class Conventions(Protocol):
    """What has to be known of a machine to call its subroutines.

    `back` is the address to which they return: a place where no program has instructions. `suffix` is that of a source
    for its assembler.
    """

    back: int
    suffix: str

    def enter(self, machine: Machine, address: int) -> int:
        """Set the machine up as if the subroutine had just been called; return the stack's level before (or 0)."""
        ...

    def imbalance(self, machine: Machine, level: int) -> str:
        """Return what is wrong with the stack behind the return; nothing if nothing is."""
        ...

    def free(self, level: int) -> range:
        """Return the memory that every subroutine may write to: its stack."""
        ...

    def remarks(self, machine: Machine, rows: Trace, following: int, level: int) -> list[str]:
        """Return what is suspicious about a subroutine that did not return, from the trace of what it did."""
        ...

    def stack(self, machine: Machine) -> str:
        """Return what is on the stack, in a line."""
        ...


class Kim1:
    """The 6502 in a KIM-1: JSR leaves the address before the next instruction on the stack, in page 1."""

    back = 0xFFFA  # the NMI vector; RTS reads the byte before it, which does no harm
    suffix = ".s"

    def enter(self, machine: Machine, address: int) -> int:
        """Push a return address; go to the subroutine."""
        level = machine.read_register("S")
        for offset, byte in enumerate(((self.back - 1) >> 8, (self.back - 1) & 0xFF)):
            machine.poke(STACK + (level - offset) % 0x100, byte)
        machine.write_register("S", (level - 2) % 0x100)
        machine.write_register("PC", address)
        return level

    def imbalance(self, machine: Machine, level: int) -> str:
        """Compare the stack pointer with the one before the call."""
        now = machine.read_register("S")
        return "" if now == level else f"the stack pointer is {now:02X} instead of {level:02X}"

    def free(self, level: int) -> range:
        """Return page 1 up to the return address."""
        return range(STACK, STACK + level + 1)

    def remarks(self, machine: Machine, rows: Trace, following: int, level: int) -> list[str]:
        """Return the first return to where nobody waits, or the first interrupt without a vector: all else follows."""
        column, pointer = counter_column(machine), TRACE_REGISTERS + list(machine.registers).index("S")
        addresses = [*rows[:, column].tolist(), following]
        followed = calls_of(machine, [])
        for index in (rows[:, TRACE_FLOW] != 0).nonzero()[0].tolist():
            flow, depth = int(rows[index, TRACE_FLOW]), followed.depth
            address, target = addresses[index : index + 2]
            followed.note(flow, address, target, int(rows[index, pointer]))
            if flow & Flow.INTERRUPT and 0 in addresses[index + 1 : index + 3]:  # the monitor's handler is JMP (vector)
                return [f"an interrupt behind {address:04X} went to 0000: nobody has set its vector"]
            if flow & Flow.RETURN and not flow & Flow.INTERRUPT and followed.depth == depth:
                return [_lost_return(address, target, int(rows[index, pointer]) + 2 - level)]
        return []

    def stack(self, machine: Machine) -> str:
        """Return the bytes above the stack pointer, the last one pushed first."""
        first = STACK + machine.read_register("S") + 1
        shown = " ".join(f"{machine.peek(address):02X}" for address in range(first, min(first + SHOWN, STACK_END)))
        more = STACK_END - first - SHOWN
        return f"{shown} and {more} more" if more > 0 else shown or "empty"


def _lost_return(address: int, target: int, excess: int) -> str:
    text = f"the RTS at {address:04X} went to {target:04X}, where no call had come from"
    if excess < 0:
        return f"{text}: {-excess} byte{'s' * (excess < -1)} more on the stack than at the start"
    return f"{text}: {excess} byte{'s' * (excess > 1)} fewer on the stack than at the start" if excess else text


class Ibm704:
    """The 704: TSX SUB,4 leaves the complement of its address in index register C, TRA 1,4 goes back behind it.

    A subroutine that takes parameters from behind its TSX, and returns behind them, cannot be called like this.
    """

    back = 0o27  # programs begin behind it: the words before are the loader's
    suffix = ".sap"

    def enter(self, machine: Machine, address: int) -> int:
        """Set index register C as TSX does; go to the subroutine."""
        machine.write_register("XC", 1 - self.back & (1 << machine.address_bits) - 1)
        machine.write_register("IC", address)
        return 0

    def imbalance(self, machine: Machine, level: int) -> str:
        """Return nothing: there is no stack."""
        return ""

    def free(self, level: int) -> range:
        """Return no memory: there is no stack."""
        return range(0)

    def remarks(self, machine: Machine, rows: Trace, following: int, level: int) -> list[str]:
        """Return nothing: there is no stack that could show what went wrong."""
        return []

    def stack(self, machine: Machine) -> str:
        """Return the calls that index registers point back to."""
        return " ".join(f"{frame.call:05o}" for frame in machine.frames()) or "no calls in index registers"


class Cdc6600(Ibm704):
    """The 6600: RJ SUB leaves a jump back in the word at SUB and goes on behind it, EQ SUB returns.

    It has no stack either, and its marks are in its record, as the 704's.
    """

    back = 0o77  # the last word that belongs to the system
    suffix = ".compass"

    def enter(self, machine: Machine, address: int) -> int:
        """Leave the jump back in the entry word, go on behind it."""
        from emulators.cdc6600.core import JUMP

        machine.poke(address, JUMP << 48 | self.back << 30)
        machine.write_register("P", address + 1)
        return 0

    def stack(self, machine: Machine) -> str:
        """Return the calls that entry words point back to."""
        return " ".join(f"{frame.call:06o}" for frame in machine.frames()) or "no calls in entry words"


CONVENTIONS: dict[str, Conventions] = {"kim1": Kim1(), "704": Ibm704(), "6600": Cdc6600()}
