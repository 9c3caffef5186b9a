"""Where in the sources is an address? Files, lines and texts as the editor knows them.

Code without a source of its own is shown in a listing (`listings.py`), which the editor fetches by its reference.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.debugger.dap.arguments import Arguments, Body, Refusal
from host.debugger.dap.client import Client
from host.debugger.dap.listings import Listings
from host.debugger.language import Language, Passage, Spot
from host.debugger.sources import Sources, UnknownFileError

LISTING = "listing "


class Places:
    """The lines of a program, for one editor."""

    def __init__(self, client: Client, sources: Sources, machine: Machine, language: Language | None = None) -> None:
        self._client = client
        self._language = language
        self._sources = sources
        self._listings = Listings(machine, sources)

    # ------------------------------------------------------------ for the editor

    def source(self, file: str) -> Body | None:
        """Return a file as the protocol describes sources, None if its text cannot be found."""
        path = self._sources.path(file)
        return {"name": Path(path).name, "path": self._client.path(path)} if path else None

    def of_file(self, address: int) -> Body:
        """Return source and line of an address; nothing where no file has produced it."""
        line = self._sources.line_at(address)
        source = self.source(line.file) if line else None
        return {"source": source, "line": self._client.line(line.line)} if line and source else {}

    def of_frame(self, address: int) -> Body:
        """Return source, line and column of an address; where no file has produced it, those in a listing."""
        place = self.of_file(address)
        if not place:
            listing, line = self._listings.at(address)
            source = {"name": listing.name, "path": listing.name, "sourceReference": listing.reference}
            place = {"source": source, "line": self._client.line(line)}
        return {**place, "column": self._client.first_column}

    def of_passage(self, passage: Passage) -> Body:
        """Return source, line and column of a stretch of a source; nothing where its text cannot be found."""
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

    def files(self) -> list[Body]:
        """Return the files of the program whose texts can be found."""
        return [source for file in self._sources.files if (source := self.source(file))]

    # ------------------------------------------------------------ from the editor

    def key(self, source: Arguments) -> str:
        """Return what tells a source apart from all others: the file, or the reference of a listing."""
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
            return self._listings.text(listing_number(key))
        lines = self._sources.text(key)
        if lines is None:
            raise Refusal(f"the text of {key} cannot be found")
        return "\n".join([*lines, ""])

    def breakable(self, key: str, line: int) -> tuple[int, list[int]]:
        """Return the first line of a source from this one on that has code, and its addresses.

        Lines are the editor's. Raises IronboardError.
        """
        ours = self._client.our_line(line)
        if key.startswith(LISTING):
            return line, [self._listings.address(listing_number(key), ours)]
        found, addresses = self._sources.breakable(key, ours)
        return self._client.line(found), addresses

    def statement(self, key: str, line: int, column: int | None) -> tuple[Body, list[Spot]] | None:
        """Return where the first statement of the language begins at or behind a place, None where it knows none.

        Lines and columns are the editor's.
        """
        if self._language is None or key.startswith(LISTING):
            return None
        ours = 1 if column is None else column + 1 - self._client.first_column
        found = self._language.line(key, self._client.our_line(line), ours)
        if found is None:
            return None
        return {"line": self._client.line(found[0]), "column": self._client.column(found[1])}, found[2]

    def statements(self, key: str, first: int, last: int) -> list[Body]:
        """Return where statements of the language begin on some lines, as the editor counts them."""
        if self._language is None or key.startswith(LISTING):
            return []
        found = self._language.columns(key, self._client.our_line(first), self._client.our_line(last))
        return [{"line": self._client.line(line), "column": self._client.column(column)} for line, column in found]

    def lines_with_code(self, key: str, first: int, last: int) -> list[int]:
        """Return the lines of a range, as the editor counts them, on which breakpoints can be set."""
        found: list[int] = []
        line = first
        with suppress(IronboardError):
            while (line := self.breakable(key, line)[0]) <= last:
                found.append(line)
                line += 1
        return found


def listing_number(key: str) -> int:
    """Return the reference of a listing from what tells it apart."""
    return int(key.removeprefix(LISTING))
