"""The records of a debug information file of ld65: read, counted, and found by their numbers."""

from __future__ import annotations

import re
from typing import NamedTuple

from host.formats.faults import damaged, refuse_empty, shown
from host.formats.text import split

VERSION = 2  # the major one; minor ones add records and attributes, which are skipped
RECORD = re.compile(r"(?P<kind>[a-z]+)\t(?P<attributes>.*)")
ATTRIBUTE = re.compile(r'(?P<name>[a-z]+)=(?P<value>"[^"]*"|[^",]+)(?:,|$)')
KINDS = ("file", "line", "mod", "scope", "seg", "span", "sym")  # what is used here; `info` counts others, too
NUMBER = re.compile(r"0x[0-9A-Fa-f]{1,8}|[0-9]{1,10}")
NUMBERS = re.compile(r"[0-9]{1,10}(\+[0-9]{1,10})*")


class Record(NamedTuple):
    """One line of the file."""

    file: str
    where: str
    values: dict[str, str]

    def number(self, name: str, default: int | None = None) -> int:
        """Return an attribute that is a number; one without a default must be there."""
        text = self.values.get(name)
        if text is None and default is not None:
            return default
        if text is None or not NUMBER.fullmatch(text):
            problem = "is missing" if text is None else f"is {shown(text)}"
            raise damaged(self.file, self.where, f"the attribute '{name}' {problem}: expected a number")
        return int(text, 16 if text.startswith("0x") else 10)

    def numbers(self, name: str) -> list[int]:
        """Return an attribute that is a list of numbers, an empty one when it is not there."""
        text = self.values.get(name)
        if text is None:
            return []
        if not NUMBERS.fullmatch(text):
            raise damaged(self.file, self.where, f"the attribute '{name}' is {shown(text)}: expected numbers like 3+4")
        return [int(each) for each in text.split("+")]

    @property
    def name(self) -> str:
        """The name, which every record but lines and spans must have."""
        text = self.values.get("name", "")
        if not text.startswith('"'):
            raise damaged(self.file, self.where, "the attribute 'name' is missing: expected 'name=\"...\"'")
        return text[1:-1]


class Records:
    """All records, as kind -> number -> record. Raises ImageError for anything that is damaged."""

    def __init__(self, data: bytes, file: str) -> None:
        refuse_empty(data, file, "debug information: 'version major=2,...'")
        self.file = file
        self._tables: dict[str, dict[int, Record]] = {kind: {} for kind in KINDS}
        seen: dict[str, int] = {}
        counts: Record | None = None
        for number, row in enumerate(split(data), 1):
            if not row.strip():
                continue
            kind, record = self._record(row, f"line {number}")
            if not seen:
                self._check_version(kind, record)
            seen[kind] = seen.get(kind, 0) + 1
            if kind == "info":
                counts = record
            elif kind in self._tables:
                self._add(kind, record)
        self._check_counts(counts, seen)

    def all(self, kind: str) -> dict[int, Record]:
        """Return the records of a kind by their numbers."""
        return self._tables[kind]

    def one(self, kind: str, user: Record, attribute: str = "") -> Record:
        """Return the record that another one names, in the attribute of that name or another one."""
        return self._get(kind, user.number(attribute or kind), user)

    def many(self, kind: str, user: Record, attribute: str = "") -> list[Record]:
        """Return the records that another one names in a list."""
        return [self._get(kind, number, user) for number in user.numbers(attribute or kind)]

    def _get(self, kind: str, number: int, user: Record) -> Record:
        record = self._tables[kind].get(number)
        if record is None:
            raise damaged(self.file, user.where, f"there is no record '{kind}' with the id {number}")
        return record

    def _record(self, row: str, where: str) -> tuple[str, Record]:
        match = RECORD.fullmatch(row)
        if not match:
            message = f"{shown(row)} is not a record: expected a kind, a tab and attributes such as 'id=0,size=2'"
            raise damaged(self.file, where, message)
        values: dict[str, str] = {}
        text, at = match["attributes"].rstrip(), 0
        while at < len(text):
            attribute = ATTRIBUTE.match(text, at)
            if not attribute:
                raise damaged(self.file, where, f"{shown(text[at:])} is not an attribute: expected 'name=value'")
            values[attribute["name"]] = attribute["value"]
            at = attribute.end()
        return match["kind"], Record(self.file, where, values)

    def _add(self, kind: str, record: Record) -> None:
        number = record.number("id")
        if number in self._tables[kind]:
            raise damaged(self.file, record.where, f"there is a record '{kind}' with the id {number} already")
        self._tables[kind][number] = record

    def _check_version(self, kind: str, record: Record) -> None:
        if kind != "version":
            raise damaged(self.file, record.where, "the first record is not 'version major=2,...'")
        major = record.number("major")
        if major != VERSION:
            raise damaged(self.file, record.where, f"this is version {major} of the format, expected {VERSION}")

    def _check_counts(self, counts: Record | None, seen: dict[str, int]) -> None:
        if counts is None:
            raise damaged(self.file, "", "the record 'info', which counts all others, is missing")
        for kind in counts.values:
            stated, found = counts.number(kind), seen.get(kind, 0)
            if found > stated or (found < stated and kind != "file"):  # files that no module needs are only counted
                message = f"promises {stated} records '{kind}', but there are {found}"
                raise damaged(self.file, counts.where, message)
