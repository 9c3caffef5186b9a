"""What one line of a listing says, whatever assembler wrote it."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A line of a listing, with those that continue it."""

    line: int  # from 1
    address: int | None
    words: tuple[int | None, ...]  # the bytes; None: not known yet
    more: bool  # some bytes are left out
    source: str
    column: int  # where the source begins

    @property
    def end(self) -> int:
        """The address behind the bytes that are shown."""
        return (self.address or 0) + len(self.words)

    @property
    def placed(self) -> bool:
        """Whether it shows bytes at an address."""
        return self.address is not None and bool(self.words)
