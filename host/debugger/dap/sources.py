"""Where in the sources is an address? Files, lines and texts as the editor knows them.

Code without a source of its own is shown in a listing: a disassembly that the editor fetches by its reference, as if
it were a file. A listing is made around an address at which the machine stands. It stays as it is, so that its lines
can be pointed at; when memory has changed since, or the address is in none, another one is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from host.debugger.dap.client import Client
from host.debugger.dap.messages import Arguments, Body, Refusal
from host.debugger.disassembler import Disassembler, Instruction
from host.languages.running import Language, Passage, Spot
from host.languages.sources import Sources, UnknownFileError

BEFORE, AFTER = 24, 104  # instructions of a listing around its address
MOST = 100  # listings that are kept; of more, the oldest are forgotten
LISTING = "listing "


class Listing(NamedTuple):
    """A disassembly; line n holds the n-th instruction."""

    reference: int
    name: str
    instructions: Sequence[Instruction]

    def line(self, address: int) -> int | None:
        """Return the line of an address, None if no instruction begins there."""
        return next((line for line, each in enumerate(self.instructions, 1) if each.address == address), None)


class Places:
    """The lines of a program, in one editor's numbering.

    A source is identified by its key: the file, or the reference of a listing.
    """

    def __init__(self, client: Client, sources: Sources, disassembler: Disassembler, language: Language | None) -> None:
        self._client = client
        self._sources = sources
        self._disassembler = disassembler
        self._language = language
        self._listings: dict[int, Listing] = {}  # by their references, the oldest first
        self._made = 0

    # ------------------------------------------------------------ for the editor

    def source(self, file: str) -> Body | None:
        """Return a file in the protocol's form, None if its text cannot be found."""
        path = self._sources.path(file)
        return {"name": Path(path).name, "path": self._client.path(path)} if path else None

    def files(self) -> list[Body]:
        """Return the files of the program whose texts can be found."""
        return [source for file in self._sources.files if (source := self.source(file))]

    def of_file(self, address: int) -> Body:
        """Return source and line of an address; nothing where no file produced it."""
        line = self._sources.line_at(address)
        source = self.source(line.file) if line else None
        return {"source": source, "line": self._client.line(line.line)} if line and source else {}

    def of_frame(self, address: int) -> Body:
        """Return source, line and column of an address, in a listing where no file produced it."""
        place = self.of_file(address)
        if not place:
            listing, line = self._listing_at(address)
            source = {"name": listing.name, "path": listing.name, "sourceReference": listing.reference}
            place = {"source": source, "line": self._client.line(line)}
        return {**place, "column": self._client.first_column}

    def of_passage(self, passage: Passage) -> Body:
        """Return source, line and column of a passage; nothing where its text cannot be found."""
        source = self.source(passage.file) if passage.file in self._sources.files else None
        if source is None:
            return {}
        return {
            "source": source,
            "line": self._client.line(passage.line),
            "column": self._client.column(passage.column),
            "endLine": self._client.line(passage.end_line),
            "endColumn": self._client.column(passage.end_column),
        }

    # ------------------------------------------------------------ from the editor

    def key(self, source: Arguments) -> str:
        """Return the key of a source."""
        number = source.number("sourceReference", 0)
        if number:
            return f"{LISTING}{number}"
        path = self._client.our_path(source.text("path")) if "path" in source else source.text("name")
        try:
            return self._sources.file(path)
        except UnknownFileError:
            return path

    def text(self, key: str) -> str:
        """Return the text of a source; raises IronboardError."""
        if key.startswith(LISTING):
            return "".join(f"{self._row(each)}\n" for each in self._listing(key).instructions)
        lines = self._sources.text(key)
        if lines is None:
            raise Refusal(f"the text of {key} cannot be found")
        return "\n".join([*lines, ""])

    def breakable(self, key: str, line: int) -> tuple[int, list[int]]:
        """Return the first line with code from this one on, and its addresses; raises IronboardError."""
        ours = self._client.our_line(line)
        if not key.startswith(LISTING):
            found, addresses = self._sources.breakable(key, ours)
            return self._client.line(found), addresses
        instructions = self._listing(key).instructions
        if not 1 <= ours <= len(instructions):
            raise Refusal(f"the disassembly has no line {ours}: it has {len(instructions)}")
        return line, [instructions[ours - 1].address]

    def lines_with_code(self, key: str, first: int, last: int) -> list[int]:
        """Return the lines of a range on which breakpoints can be set."""
        found: list[int] = []
        line = first
        with suppress(IronboardError):
            while (line := self.breakable(key, line)[0]) <= last:
                found.append(line)
                line += 1
        return found

    def statement(self, key: str, line: int, column: int | None) -> tuple[Body, list[Spot]] | None:
        """Return the first statement of the language at or after a place, None where it knows none."""
        if self._language is None or key.startswith(LISTING):
            return None
        ours = 1 if column is None else column + 1 - self._client.first_column
        found = self._language.line(key, self._client.our_line(line), ours)
        if found is None:
            return None
        return {"line": self._client.line(found[0]), "column": self._client.column(found[1])}, found[2]

    def statements(self, key: str, first: int, last: int) -> list[Body]:
        """Return the positions of statements on some lines."""
        if self._language is None or key.startswith(LISTING):
            return []
        found = self._language.columns(key, self._client.our_line(first), self._client.our_line(last))
        return [{"line": self._client.line(line), "column": self._client.column(column)} for line, column in found]

    # ------------------------------------------------------------ listings

    def _listing(self, key: str) -> Listing:
        reference = int(key.removeprefix(LISTING))
        if reference not in self._listings:
            raise Refusal(f"there is no disassembly {reference}, or it was discarded")
        return self._listings[reference]

    def _listing_at(self, address: int) -> tuple[Listing, int]:
        """Return an up-to-date listing that contains an address, and the line."""
        for listing in reversed(self._listings.values()):
            line = listing.line(address)
            valid = [each for each in listing.instructions if each.valid] if line is not None else []
            if line is not None and all(self._disassembler.after(each.address, 1) == [each] for each in valid):
                return listing, line
        around = self._disassembler.instructions(address, -BEFORE, BEFORE + AFTER)
        there = [each for each in around if each.text]
        first, last = (self._sources.number(each.address) for each in (there[0], there[-1]))
        self._made += 1
        listing = self._listings[self._made] = Listing(self._made, f"{first}-{last}.disassembly", there)
        if len(self._listings) > MOST:
            del self._listings[min(self._listings)]
        return listing, listing.line(address) or 1

    def _row(self, each: Instruction) -> str:
        name = self._sources.name_of(each.address) or ""
        return f"{self._sources.number(each.address)}  {name:<12} {each.text}".rstrip()
