"""Text for code that has no source: a disassembly that the editor shows as if it were a file.

A listing is made around an address at which the machine stands. It stays as it is, so that its lines can be pointed at;
when memory has changed since, or the address is in none, another one is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from emulators.machine import Machine
from host.debugger.dap.arguments import Refusal
from host.debugger.dap.disassembler import Disassembler, Instruction
from host.debugger.sources import Sources

BEFORE, BEHIND = 24, 104  # instructions
MOST = 100  # listings that are kept; of more, the oldest are forgotten


class Listing(NamedTuple):
    """A disassembly; line n holds the n-th instruction."""

    reference: int
    name: str
    instructions: Sequence[Instruction]

    def line(self, address: int) -> int | None:
        """Return the line of an address, None if no instruction begins there."""
        found = (line for line, each in enumerate(self.instructions, 1) if each.address == address)
        return next(found, None)


class Listings:
    """The listings made up to now."""

    def __init__(self, machine: Machine, sources: Sources) -> None:
        self._sources = sources
        self._disassembler = Disassembler(machine, sources)
        self._listings: dict[int, Listing] = {}  # by their references, the oldest first
        self._count = 0

    def at(self, address: int) -> tuple[Listing, int]:
        """Return a listing with an address, and the line."""
        for listing in reversed(self._listings.values()):
            line = listing.line(address)
            if line is not None and self._up_to_date(listing):
                return listing, line
        listing = self._make(address)
        self._listings[listing.reference] = listing
        if len(self._listings) > MOST:
            del self._listings[min(self._listings)]
        return listing, listing.line(address) or 1

    def text(self, reference: int) -> str:
        """Return the text of a listing; raises Refusal for an unknown one."""
        return "".join(f"{self._row(each)}\n" for each in self._listing(reference).instructions)

    def address(self, reference: int, line: int) -> int:
        """Return the address of a line of a listing; raises Refusal."""
        instructions = self._listing(reference).instructions
        if not 1 <= line <= len(instructions):
            raise Refusal(f"the disassembly has no line {line}: it has {len(instructions)}")
        return instructions[line - 1].address

    def _listing(self, reference: int) -> Listing:
        if reference not in self._listings:
            raise Refusal(f"there is no disassembly {reference}, or no longer")
        return self._listings[reference]

    def _make(self, address: int) -> Listing:
        around = self._disassembler.instructions(address, -BEFORE, BEFORE + BEHIND)
        there = [each for each in around if each.text]
        first, last = (self._sources.number(each.address) for each in (there[0], there[-1]))
        self._count += 1
        return Listing(self._count, f"{first}-{last}.disassembly", there)

    def _up_to_date(self, listing: Listing) -> bool:
        valid = [each for each in listing.instructions if each.valid]
        return all(self._disassembler.behind(each.address, 1) == [each] for each in valid)

    def _row(self, each: Instruction) -> str:
        name = self._sources.name_of(each.address) or ""
        return f"{self._sources.number(each.address)}  {name:<12} {each.text}".rstrip()
