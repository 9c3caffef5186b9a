"""Where variables live: at addresses of their own, or in the frame of a procedure that may be active more than once.

    frame      word 0 the return jump, 1 the frame around it, 2 the frame of the caller, then formals, variables, ...

B6 is the frame of the innermost procedure, of those around the code that runs, that may be active more than once; all
other procedures, the main program and own variables have addresses. B7 is the first word of the stack that is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from host.algol.syntax import Procedure

RETURN, AROUND, CALLER, FORMALS = 0, 1, 2, 3  # words of a frame


@dataclass(frozen=True)
class Fixed:
    """A word at an address."""

    symbol: str


@dataclass(frozen=True)
class InFrame:
    """A word of the frame of a procedure."""

    procedure: Procedure
    offset: int


Home = Fixed | InFrame


def offset_from(register: str, offset: int) -> str:
    """Return the address field for a word behind the address in a register."""
    return register if offset == 0 else f"{register}+B1" if offset == 1 else f"{register}+{offset}"


def frames_around(procedure: Procedure | None) -> Iterator[Procedure]:
    """Yield the procedures that have frames: the innermost first, a procedure itself included."""
    while procedure is not None:
        if procedure.recursive:
            yield procedure
        procedure = procedure.owner


@dataclass
class Room:
    """The words of a procedure, or of the main program."""

    procedure: Procedure | None
    words: list[tuple[str, int]] = field(default_factory=list)  # symbol and size of those that have addresses
    size: int = FORMALS  # of the frame

    @property
    def framed(self) -> bool:
        """Whether the words stand in a frame."""
        return self.procedure is not None and self.procedure.recursive

    def reserve(self, symbol: str, size: int = 1) -> Home:
        """Return a place for so many words; the symbol is theirs where they have an address."""
        if self.framed:
            assert self.procedure is not None
            home = InFrame(self.procedure, self.size)
            self.size += size
            return home
        self.words.append((symbol, size))
        return Fixed(symbol)
