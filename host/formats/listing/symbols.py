"""The symbols of a listing: out of its source, or, in our own ones, out of the table at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from emulators.image import Image
from host.formats.listing.labels import Definition, definition, is_local
from host.formats.listing.row import Row

OPENS = re.compile(r"\s*(?:[\w.$@]+:?\s+)?[.!]?(?:macro|mac|repeat|rept)\b", re.IGNORECASE)
CLOSES = re.compile(r"\s*(?:[.!]?(?:endmacro|endmac|endm|endrepeat|endrep|endr|eom)\b|<<<|\}\s*$)", re.IGNORECASE)
SCOPE = re.compile(r"\s*\.(?P<kind>proc|scope)\s+(?P<name>\w+)", re.IGNORECASE)
SCOPE_END = re.compile(r"\s*\.end(?:proc|scope)\b", re.IGNORECASE)

TITLE = re.compile(r"symbol +value +defined, used")
ENTRY = re.compile(r"(?P<name>\S+) +(?P<value>[0-9A-F]{4,16}) +\S.*")
EQUATE_LINE = re.compile(r" {4}  = [0-9A-F]+ +\d+ .{3}\s*(?P<name>[\w@.$]+)\s*(?P<sign>:=)?")
NAMELESS = re.compile(r"\((\d+)\)")
NAMELESS_SCOPE = re.compile(r"\(\d+\)::")
CALL = "·"  # in the names of symbols that belong to one call of a macro
LIMIT = 1 << 64  # the table shows negative numbers in two's complement


class Labels:
    """The symbols found so far, with names that tell them apart."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self._constants: set[str] = set()
        self._last = ""  # label that is not local
        self._scopes: list[str] = []

    def open(self, name: str) -> None:
        """Enter a scope."""
        self._scopes.append(name)

    def close(self) -> None:
        """Leave a scope."""
        if self._scopes:
            self._scopes.pop()

    def label(self, name: str, address: int) -> None:
        """Note a label."""
        if is_local(name):
            add(self._image.local_symbols, self._last + name, address, self._image.symbols)
        else:
            self._last = add(self._image.symbols, "::".join([*self._scopes, name]), address, {})

    def equate(self, found: Definition) -> None:
        """Note an equate with a plain number."""
        if found.value is not None:
            name = add(self._image.symbols, "::".join([*self._scopes, found.name]), found.value, {})
            if not found.address:
                self._constants.add(name)
                self._image.constants = frozenset(self._constants)


def add_labels(image: Image, rows: Sequence[Row], columns: bool) -> None:
    """Add the symbols that the source of a listing defines. `columns`: its labels begin where the source does."""
    labels = Labels(image)
    first = min((row.column for row in rows if row.address is not None and row.source.strip()), default=0)
    waiting: list[str] = []  # labels on lines without an address
    for row in _assembled(rows):
        at_label = row.source[:1].strip() != "" if columns else row.column == first
        found = definition(row.source.lstrip(), at_label, bool(row.words), loose=not columns)
        if found and found.equate:
            labels.equate(found)
        elif row.address is None:
            if found and found.alone:
                waiting.append(found.name)
            elif row.source.partition(";")[0].strip():
                waiting.clear()
        else:
            for name in [*waiting, *([found.name] if found and (row.words or not found.operation) else [])]:
                labels.label(name, row.address)
            waiting.clear()
            _scopes(row, labels)


def _assembled(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows without those that define macros and repetitions."""
    depth = 0
    for row in rows:
        if OPENS.match(row.source):
            depth += 1
        elif CLOSES.match(row.source):
            depth = max(0, depth - 1)
        elif not depth:
            yield row


def _scopes(row: Row, labels: Labels) -> None:
    match = SCOPE.match(row.source)
    if match and row.address is not None:
        if match["kind"].lower() == "proc":
            labels.label(match["name"], row.address)
        labels.open(match["name"])
    elif SCOPE_END.match(row.source):
        labels.close()


def add_cross_reference(image: Image, texts: Sequence[str]) -> bool:
    """Add the symbols of the table at the end of one of our own listings; False when there is no table."""
    title = next((number for number, text in enumerate(texts) if TITLE.match(text)), None)
    if title is None:
        return False
    equates = {match["name"] for text in texts[:title] if (match := EQUATE_LINE.match(text)) and not match["sign"]}
    entries = [(match["name"], int(match["value"], 16)) for match in map(ENTRY.match, texts[title + 1 :]) if match]
    for name, value in sorted(entries, key=lambda entry: [int(number) for number in NAMELESS.findall(entry[0])]):
        signed = value - LIMIT if value >= LIMIT // 2 else value
        named = NAMELESS_SCOPE.sub("", name)
        if CALL in name or name.startswith(":"):
            continue  # of one call of a macro; unnamed
        if "@" in named or named != name:
            add(image.local_symbols, named, signed, image.symbols)
        else:
            image.symbols[named] = signed
    image.constants = frozenset(name for name in image.symbols if name.rpartition("::")[2] in equates)
    return True


def add(symbols: dict[str, int], name: str, value: int, taken: Mapping[str, int]) -> str:
    """Add a symbol, with its address if another value has its name already; return the name it got."""
    while taken.get(name, value) != value or symbols.setdefault(name, value) != value:
        name = f"{name}@{value:04X}"
    return name
