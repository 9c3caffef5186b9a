"""How words, registers and addresses are written for the editor.

Values are written as the user types them, in the machine's radix, so that a value that is shown can be edited. Memory
references are hexadecimal numbers, as the protocol wants them.
"""

from __future__ import annotations

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.debugger.dap.arguments import Refusal, explained
from host.debugger.session import Session
from host.debugger.stops import word_text


class Numbers:
    """The words of a machine as text."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.top = (1 << machine.address_bits) - 1  # the last address
        self.bytes = -(-machine.word_bits // 8)  # that a word takes in readMemory and writeMemory

    def word(self, value: int, bits: int | None = None, hexadecimal: bool = False) -> str:
        """Return a value of so many bits, those of a word if nothing is said; in hexadecimal if the editor says so."""
        bits = self._machine.word_bits if bits is None else bits
        if not hexadecimal or self._machine.radix == 16:
            return word_text(value, self._machine.radix, bits)
        return f"{'-' * (value < 0)}0x{word_text(abs(value), 16, bits)}"

    def result(self, value: int, hexadecimal: bool = False) -> str:
        """Return the value of an expression, with the digits of a word if it fits, else with those of an address."""
        fits = abs(value) < 1 << self._machine.word_bits
        return self.word(value, self._machine.word_bits if fits else self._machine.address_bits, hexadecimal)

    def word_bytes(self, value: int) -> bytes:
        """Return a word as bytes, the most significant one first."""
        return value.to_bytes(self.bytes, "big")

    def is_address(self, value: int) -> bool:
        """Return whether there is such an address."""
        return 0 <= value <= self.top


def reference(address: int) -> str:
    """Return a memory reference."""
    return f"0x{address:04X}" if address >= 0 else "0x0"


def address_of(session: Session, text: str) -> int:
    """Return the address that a memory reference means, or an expression in its place; raises Refusal."""
    try:
        return session.value(text)
    except IronboardError as error:
        raise Refusal(f"'{text}' is no address: {explained(error)}") from None
