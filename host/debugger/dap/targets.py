"""What can be assigned to, and watched: a register, a bit of one, a word of memory.

A        a register          P.Z    a bit          [BOARD+3]    a word of memory
"""

from __future__ import annotations

from dataclasses import dataclass

from emulators.errors import IronboardError
from host.debugger.dap.arguments import Refusal
from host.debugger.session import Session


@dataclass(frozen=True)
class Register:
    """A register."""

    name: str

    def assign(self, session: Session, value: int) -> None:
        """Set it; raises IronboardError if the value is too wide."""
        session.write_register(self.name, value)

    def bits(self, session: Session) -> int:
        """Return its width."""
        return session.machine.registers[self.name]


@dataclass(frozen=True)
class Bit:
    """A bit of a register, with its place from the right."""

    register: str
    shift: int

    def assign(self, session: Session, value: int) -> None:
        """Set or clear it."""
        if value not in (0, 1):
            raise Refusal(f"{value} does not fit into a bit: 0 or 1")
        others = session.machine.read_register(self.register) & ~(1 << self.shift)
        session.write_register(self.register, others | value << self.shift)

    def bits(self, session: Session) -> int:
        """Return its width."""
        return 1


@dataclass(frozen=True)
class Word:
    """A word of memory."""

    address: int

    def assign(self, session: Session, value: int) -> None:
        """Write it; raises IronboardError if the value is too wide."""
        session.write(self.address, value)

    def bits(self, session: Session) -> int:
        """Return its width."""
        return session.machine.word_bits


Target = Register | Bit | Word


def target(session: Session, text: str) -> Target | None:
    """Return what an expression names, None if it names nothing that can be assigned to; raises IronboardError."""
    text = text.strip()
    base, dot, bit = text.upper().partition(".")
    register = next((each for each in session.machine.registers if each.upper() == base), None)
    if register and not dot:
        return Register(register)
    if register:
        session.value(text)  # an unknown bit is told of
        names = session.machine.flags[register].upper()
        return Bit(register, len(names) - 1 - names.index(bit))
    if text.startswith("[") and is_one_bracket(text):
        return Word(session.value(text[1:-1]) & (1 << session.machine.address_bits) - 1)
    return None


def is_one_bracket(text: str) -> bool:
    """Return whether the first bracket is closed by the last character."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "[") - (character == "]")
        if depth == 0:
            return index == len(text) - 1
    return False


def watchable(session: Session, text: str) -> Register | Word:
    """Return what a data breakpoint on an expression watches; a number or a label means the word there.

    Raises IronboardError.
    """
    found = target(session, text)
    if isinstance(found, Bit):
        raise Refusal(f"bits cannot be watched: watch {found.register}, with the condition {text.strip()} == 1")
    if found is not None:
        return found
    address = session.value(text)
    if not 0 <= address < 1 << session.machine.address_bits:
        raise IronboardError(f"'{text}' is {address:#x}: there is no such address")
    return Word(address)
