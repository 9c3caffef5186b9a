"""A running program on the 6600 for the debugger: variables in registers, and whether it has failed."""

from __future__ import annotations

from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS
from emulators.cdc6600.machine import Cdc6600
from host.compilers.backends.cdc6600.compiled import of_integer, signed
from host.compilers.debuginfo import inspector
from host.compilers.debuginfo.code import N, R

REGISTERS = {name: name for name in (f"{kind}{number}" for kind in "ABX" for number in range(8))}


class Inspector(inspector.Inspector[R, N]):
    register_names = REGISTERS

    def peek(self, address: int) -> int:
        """Return a word of storage, 60 bits; of a variable that a loop has in a register, that register's."""
        register = self.registers().get(address)
        if register is None:
            return self.machine.peek(address)
        word = self.register(register)
        return word if register.startswith("X") else of_integer(signed(word, ADDRESS_BITS))

    @property
    def failed(self) -> bool:
        """Whether the machine has stopped, and not at the program's end."""
        assert isinstance(self.machine, Cdc6600)
        return self.machine.cause not in (Cause.NONE, Cause.PROGRAM_STOP, Cause.END)
