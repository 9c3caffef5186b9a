"""The common part of the rows of all computers round a 6502: cores, assembler, calls.

class EchoModel(Mos6502Model):
name, title = "echo", "Echo-1"
"""

from __future__ import annotations

from itertools import compress, count
from typing import TYPE_CHECKING

from host.registry import Model, execute

if TYPE_CHECKING:
    from emulators.machine import Machine, Trace
    from host.languages.analysis import Dialect
    from host.languages.sources import Sources

SHOWN = 16  # bytes of a stack
RTS = 0x60
INTERRUPT, BREAK = 0x04, 0x10  # flags


class Mos6502Model(Model):
    """A computer with a 6502: JSR leaves the address before the next instruction on the stack, in page 1."""

    processor, vectors = "6502", "emulators.mos6502.vectors"
    cores = ("compiled", "py65", "python")
    memory = ("0", "100+S")

    def assemble(self, text: str, address: int, sources: Sources) -> bytes:
        """Return the bytes of an instruction."""
        from host.assemblers.mos6502 import assemble_typed

        return assemble_typed(text, address, sources.address_of)

    def languages(self) -> tuple[Dialect, ...]:
        """Return the 6502's."""
        from host.assemblers.dialects import CA65

        return (CA65,)

    # -------------------------------------------------------------- calling a subroutine

    back = 0xFFFA  # the NMI vector; RTS reads the byte before it, which does no harm
    source_suffix = ".s"

    def enter(self, machine: Machine, address: int) -> int:
        """Push a return address; go to the subroutine."""
        return self._push(machine, address, (self.back - 1) >> 8, (self.back - 1) & 0xFF)

    def interrupt(self, machine: Machine, address: int) -> int:
        """Push a return address and the flags as an IRQ does; go to the handler, with I set."""
        flags = machine.read_register("P")
        level = self._push(machine, address, self.back >> 8, self.back & 0xFF, flags & ~BREAK)
        machine.write_register("P", flags | INTERRUPT)
        return level

    def _push(self, machine: Machine, address: int, *content: int) -> int:
        """Push bytes and go to an address; return the stack pointer before."""
        from emulators.mos6502.isa import STACK

        level = machine.read_register("S")
        for offset, byte in enumerate(content):
            machine.poke(STACK + (level - offset) % 0x100, byte)
        machine.write_register("S", (level - len(content)) % 0x100)
        machine.write_register("PC", address)
        return level

    def returns_to(self, machine: Machine, entry: int) -> int:
        """Return the address after the JSR, from the stack."""
        from emulators.mos6502.isa import STACK

        level = machine.read_register("S")
        low, high = (machine.peek(STACK + (level + offset) % 0x100) for offset in (1, 2))
        return (high << 8 | low) + 1 & 0xFFFF

    def leave(self, machine: Machine, entry: int, skip: int = 0) -> None:
        """Execute an RTS: at the entry, or at 0000 where that is not memory."""
        from emulators.mos6502.isa import STACK

        if skip:
            back = self.returns_to(machine, entry) - 1 + skip & 0xFFFF
            level = machine.read_register("S")
            for offset, byte in ((1, back & 0xFF), (2, back >> 8)):
                machine.poke(STACK + (level + offset) % 0x100, byte)
        execute(machine, entry, RTS)

    def imbalance(self, machine: Machine, level: int) -> str:
        """Compare the stack pointer with the one before the call."""
        now = machine.read_register("S")
        return "" if now == level else f"the stack pointer is {now:02X} instead of {level:02X}"

    def stack_beyond(self, level: int, words: int) -> range:
        """Return the bytes of page 1 below the return address and `words` more."""
        from emulators.mos6502.isa import STACK

        return range(STACK, max(STACK, STACK + level - 1 - words))

    def free(self, level: int) -> range:
        """Return page 1 up to the return address."""
        from emulators.mos6502.isa import STACK

        return range(STACK, STACK + level + 1)

    def remarks(self, machine: Machine, rows: Trace, following: int, level: int) -> list[str]:
        """Return the first return without a call, or the first interrupt without a vector: all else follows from it."""
        from emulators.machine import TRACE_FLOW, TRACE_REGISTERS, Flow
        from host.debugger.goals import calls_of, counter_column

        column, pointer = counter_column(machine), TRACE_REGISTERS + list(machine.registers).index("S")
        addresses = [*rows.column(column), following]
        followed = calls_of(machine, [])
        for index in compress(count(), rows.column(TRACE_FLOW)):
            flow, depth, level_now = rows[index][TRACE_FLOW], followed.depth, rows[index][pointer]
            address, target = addresses[index : index + 2]
            followed.note(flow, address, target, level_now)
            if flow & Flow.INTERRUPT and 0 in addresses[index + 1 : index + 3]:  # the monitor's handler is JMP (vector)
                return [f"an interrupt after {address:04X} went to 0000: its vector has not been set"]
            if flow & Flow.RETURN and not flow & Flow.INTERRUPT and followed.depth == depth:
                return [_lost_return(address, target, level_now + 2 - level)]
        return []

    def stack(self, machine: Machine) -> str:
        """Return the bytes above the stack pointer, the last one pushed first."""
        from emulators.mos6502.isa import STACK, STACK_END

        first = STACK + machine.read_register("S") + 1
        shown = " ".join(f"{machine.peek(address):02X}" for address in range(first, min(first + SHOWN, STACK_END)))
        more = STACK_END - first - SHOWN
        return f"{shown} and {more} more" if more > 0 else shown or "empty"


def _lost_return(address: int, target: int, excess: int) -> str:
    text = f"the RTS at {address:04X} went to {target:04X}, where no call had come from"
    if excess < 0:
        return f"{text}: {-excess} byte{'s' * (excess < -1)} more on the stack than at the start"
    return f"{text}: {excess} byte{'s' * (excess > 1)} fewer on the stack than at the start" if excess else text
