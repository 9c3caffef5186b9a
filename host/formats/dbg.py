"""Debug information as the linker ld65 writes it (--dbgfile) for programs of ca65 -g and cc65 -g.

    file  id=0,name="main.s",size=425,mtime=0x6B00C6EC,mod=0
    line  id=7,file=1,line=6,type=2,count=1,span=4        type: 1 C, 2 in a macro, else assembler; count: how deep
    seg   id=0,name="CODE",start=0x000200,size=0x0044,addrsize=absolute,type=ro,oname="m.bin",ooffs=0
    span  id=4,seg=0,start=2,size=4                       `start` in the segment
    scope id=1,name="p",mod=0,type=scope,size=4,parent=0,sym=3,span=31
    sym   id=2,name="@l",addrsize=absolute,size=2,parent=3,def=12,ref=12,val=0x21D,seg=0,type=lab

A record a line: its kind, a tab, attributes. Lists are joined by +. For ca65, the caller of a repetition is the line
with its .endrepeat.

Source: files of ld65 2.19; src/dbginfo of cc65, the format's reference reader, for the meaning of the attributes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cmp_to_key
from pathlib import PurePosixPath
from typing import NamedTuple

from emulators.image import Image, SourceLine
from host.formats.faults import damaged, refuse_empty, shown, split_lines
from host.formats.memory import SPACE

# ---------------------------------------------------------------- records
# The records of a debug information file of ld65: read, counted, and found by their numbers.


VERSION = 2  # the major one; minor ones add records and attributes, which are skipped
RECORD = re.compile(r"(?P<kind>[a-z]+)\t(?P<attributes>.*)")
ATTRIBUTE = re.compile(r'(?P<name>[a-z]+)=(?P<value>"[^"]*"|[^",]+)(?:,|$)')
KINDS = ("file", "line", "mod", "scope", "seg", "span", "sym")  # those used here; `info` counts others, too
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
        """Return an attribute that is a list of numbers, empty when missing."""
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
        for number, row in enumerate(split_lines(data), 1):
            if not row.strip():
                continue
            kind, record = self._record(row, f"line {number}")
            if not seen:
                if kind != "version":
                    raise damaged(file, record.where, "the first record is not 'version major=2,...'")
                if (major := record.number("major")) != VERSION:
                    raise damaged(file, record.where, f"this is version {major} of the format, expected {VERSION}")
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

    def _check_counts(self, counts: Record | None, seen: dict[str, int]) -> None:
        if counts is None:
            raise damaged(self.file, "", "the record 'info', which counts all others, is missing")
        for kind in counts.values:
            stated, found = counts.number(kind), seen.get(kind, 0)
            if found > stated or (found < stated and kind != "file"):  # files that no module needs are only counted
                raise damaged(self.file, counts.where, f"promises {stated} records '{kind}', but there are {found}")


# ---------------------------------------------------------------- symbols
# The symbols of a debug information file of ld65, with names that tell them apart.


NAMELESS = "$anon-"  # begins the names of scopes without one
MACRO_LOCAL = "LOCAL-MACRO_SYMBOL-"  # begins the names of symbols that belong to one call of a macro
WORD = 1 << 32  # values have 32 bits, in two's complement
DEEPEST = 256  # scopes in scopes and labels of labels: a circle has no end


class Symbol(NamedTuple):
    """A symbol of the file."""

    name: str  # with its scopes, but the nameless ones
    value: int
    label: bool  # an address, not just a number
    local: bool  # no other program can use the name
    module: str
    exported: bool


def symbols(records: Records) -> Iterator[Symbol]:
    """Yield the symbols in the order of their definition, without those that belong to calls of macros."""
    exported = {record.number("exp") for record in records.all("sym").values() if "exp" in record.values}
    for number, record in sorted(records.all("sym").items(), reverse=True):  # ld65 begins with the last one
        if record.values.get("type") == "imp":
            continue
        scopes, name = _path(records, record)
        if MACRO_LOCAL in name:
            continue
        local = "parent" in record.values or any(_nameless(scope) for scope in scopes)
        names = [scope.name for scope in scopes[1:] if not _nameless(scope)]
        label = record.values.get("type") == "lab"
        yield Symbol(
            "::".join([*names, name]), value(record), label, local, _module(records, scopes[0]), number in exported
        )


def value(symbol: Record) -> int:
    """Return the value of a symbol."""
    number = symbol.number("val")
    return number - WORD if number >= WORD // 2 else number


def _path(records: Records, symbol: Record) -> tuple[list[Record], str]:
    """Return the scopes of a symbol, the outermost first, and its name: that of a cheap label with its label's."""
    name, where = "", symbol
    for _ in range(DEEPEST):
        name = where.name + name
        if "parent" not in where.values:
            return _scopes(records, records.one("scope", where)), name
        where = records.one("sym", where, "parent")
    raise damaged(records.file, symbol.where, "the labels that this one belongs to form a circle")


def _scopes(records: Records, innermost: Record) -> list[Record]:
    scopes = [innermost]
    while "parent" in scopes[0].values and len(scopes) < DEEPEST:
        scopes.insert(0, records.one("scope", scopes[0], "parent"))
    if len(scopes) == DEEPEST:
        raise damaged(records.file, innermost.where, "the scopes around this one form a circle")
    return scopes


def _module(records: Records, scope: Record) -> str:
    """Return the name of the source that the outermost scope belongs to, without its folder and its ending."""
    source = records.one("file", records.one("mod", scope))
    return PurePosixPath(source.name.replace("\\", "/")).stem


def _nameless(scope: Record) -> bool:
    return scope.name.startswith(NAMELESS)


def told_apart(found: Iterable[Symbol], taken: Mapping[str, Symbol]) -> dict[str, Symbol]:
    """Return the symbols under unique names.

    When several modules have different ones of one name, those that are not exported carry that of their module,
    main::loop. Symbols that are still ambiguous carry their address.
    """
    groups: defaultdict[str, list[Symbol]] = defaultdict(list)
    for symbol in found:
        groups[symbol.name].append(symbol)
    named: dict[str, Symbol] = {}
    for name, group in groups.items():
        rivals = [*group, taken.get(name, group[0])]
        several = len({each.value for each in rivals}) > 1 and len({each.module for each in rivals}) > 1
        for symbol in sorted(group, key=lambda each: not each.exported):
            own = f"{symbol.module}::{name}" if several and not symbol.exported else name
            while any(table.get(own, symbol).value != symbol.value for table in (taken, named)):
                own = f"{own}@{symbol.value:04X}"
            named.setdefault(own, symbol)
    return named


# ---------------------------------------------------------------- origins
# Where do words after an .org belong? ld65's file places them where the linker put them.
#
# ca65 does not pass .org on to ld65: the labels after it have the addresses that were asked for, the words
# follow one another in the segment as if nothing had been said. The distance between the two shows at every label.
# Where it changes from one label to the next, .org is at one of the places between them where the source has
# a line that made nothing: the last of these.


Part = tuple[int, int]  # a segment, and where the part of a module begins in it


class Distances:
    """The displacement of the words in one part of a segment from where the linker put them.

    `labels` are (offset, distance) pairs; of two for one offset the later one counts. `gaps` are the offsets of
    words that may start another distance.
    """

    def __init__(self, labels: Iterable[tuple[int, int]], gaps: Iterable[int]) -> None:
        places = sorted(gaps)
        self._starts: list[int] = []
        self._distances: list[int] = []
        last = 0  # the label before
        for offset, distance in sorted(dict(labels).items()):
            if not self._starts:
                self._begin(0, distance)
            elif distance != self._distances[-1]:
                gap = places[bisect_right(places, offset) - 1] if places else offset
                self._begin(gap if last < gap <= offset else offset, distance)
            last = offset

    def _begin(self, offset: int, distance: int) -> None:
        self._starts.append(offset)
        self._distances.append(distance)

    def at(self, offset: int) -> int:
        """Return the distance for the words at an offset."""
        return self._distances[bisect_right(self._starts, offset) - 1] if self._starts else 0


class Addresses:
    """The addresses of spans."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._parts: defaultdict[int, list[int]] = defaultdict(list)  # of each segment, where modules begin
        for scope in records.all("scope").values():
            for span in records.many("span", scope) if "parent" not in scope.values else ():
                self._parts[span.number("seg")].append(span.number("start"))
        for starts in self._parts.values():
            starts.sort()
        labels: defaultdict[Part, list[tuple[int, int]]] = defaultdict(list)
        for symbol, span in _labels(records):
            labels[self._part(span)].append((span.number("start"), value(symbol) - self._linked(span)))
        gaps: defaultdict[Part, list[int]] = defaultdict(list)
        for span in _after_gaps(records):
            gaps[self._part(span)].append(span.number("start"))
        self._distances = {part: Distances(labels[part], gaps[part]) for part in labels}

    def of(self, span: Record) -> int:
        """Return the address of the first word of a span."""
        distances = self._distances.get(self._part(span))
        return self._linked(span) + (distances.at(span.number("start")) if distances else 0)

    def start(self, segment: int) -> int:
        """Return the address of the first word of a segment."""
        starts = self._parts[segment]
        distances = self._distances.get((segment, starts[0] if starts else 0))
        return self._records.all("seg")[segment].number("start") + (distances.at(0) if distances else 0)

    def _linked(self, span: Record) -> int:
        return self._records.one("seg", span).number("start") + span.number("start")

    def _part(self, span: Record) -> Part:
        segment, starts = span.number("seg"), self._parts[span.number("seg")]
        index = bisect_right(starts, span.number("start")) - 1
        return segment, starts[index] if index >= 0 else 0


def _labels(records: Records) -> Iterator[tuple[Record, Record]]:
    """Yield labels with their words: those on lines of their own first, the others are surer."""
    below = _lines_below(records)
    beside: list[tuple[Record, Record]] = []
    for symbol in records.all("sym").values():
        lines = records.many("line", symbol, "def") if symbol.values.get("type") == "lab" else []
        if len(lines) != 1:
            continue  # no label, or one in a macro
        alone = "span" not in lines[0].values
        spans = records.many("span", below.get(_place(lines[0]), lines[0]) if alone else lines[0])
        if len(spans) != 1:
            continue  # in a repetition, or name := value
        if alone:
            yield symbol, spans[0]
        else:
            beside.append((symbol, spans[0]))
    yield from beside


def _after_gaps(records: Records) -> Iterator[Record]:
    """Yield the spans of lines before which the file does not speak of a line: it may have been an .org."""
    present = {_place(line) for line in records.all("line").values()}
    for line in records.all("line").values():
        file, number = _place(line)
        called = "count" in line.values  # in a macro or a repetition
        if not called and (file, number - 1) not in present:
            yield from records.many("span", line)


def _lines_below(records: Records) -> dict[tuple[int, int], Record]:
    """Return for every line without words the one with words below it, if only such lines are between them.

    A label is right above its words. The definitions of addresses (name := value), which the file calls labels
    as well, do not as a rule.
    """
    found: dict[tuple[int, int], Record] = {}
    for line in sorted(records.all("line").values(), key=_place, reverse=True):
        file, number = _place(line)
        if "span" in line.values:
            found[file, number] = line
        elif (file, number + 1) in found:
            found[file, number] = found[file, number + 1]
    return found


def _place(line: Record) -> tuple[int, int]:
    return line.number("file"), line.number("line")


# ---------------------------------------------------------------- lines
# The source lines of a debug information file of ld65, and which of them is inside which.


C_LINE, MACRO_LINE = 1, 2  # types of lines; others are those of plain assembler


class Stretch(NamedTuple):
    """Words that a line made."""

    address: int
    length: int
    file: str
    line: int
    kind: int
    level: int  # `count` in the file


def source_lines(records: Records) -> list[SourceLine]:
    """Return the source lines, with their depth in calls."""
    found: list[SourceLine] = []
    ends: list[int] = []  # of the lines around the next one
    for each in sorted(_without_compiled(list(_stretches(records))), key=cmp_to_key(_outside_in)):
        while ends and ends[-1] <= each.address:
            ends.pop()
        found.append(SourceLine(each.address, each.length, each.file, each.line, len(ends)))
        ends.append(each.address + each.length)
    return found


def _without_compiled(stretches: list[Stretch]) -> list[Stretch]:
    """Leave out the assembler lines that the C compiler wrote."""
    in_c = bytearray(SPACE)
    for each in stretches:
        if each.kind == C_LINE:
            in_c[each.address : each.address + each.length] = bytes([True]) * each.length
    return [each for each in stretches if each.kind == C_LINE or not in_c[each.address]]


def _outside_in(one: Stretch, other: Stretch) -> int:
    """Compare two stretches: by address, then the one around before the one inside."""
    if (one.address, one.length) != (other.address, other.length):
        return -1 if (one.address, -one.length) < (other.address, -other.length) else 1
    if (one.kind == MACRO_LINE) == (other.kind == MACRO_LINE):
        return one.level - other.level
    return -1 if _around(one, other) else 1


def _around(one: Stretch, other: Stretch) -> bool:
    """Tell whether the first of a line in a macro and one outside of it, with the same words, is around the other.

    A macro is called below its definition. A line of a macro that is called further up, by a line with a count, is
    the .endrepeat of a repetition in the macro.
    """
    macro, plain = (one, other) if one.kind == MACRO_LINE else (other, one)
    repetition = plain.level > 0 and macro.file == plain.file and macro.line > plain.line
    return (one is macro) == repetition


def _stretches(records: Records) -> Iterator[Stretch]:
    """Yield the part of the linker's output that each line made."""
    addresses = Addresses(records)
    for line in records.all("line").values():
        name, number = records.one("file", line).name, line.number("line")
        for span in records.many("span", line):
            segment = records.one("seg", span)
            address, size = addresses.of(span), span.number("size")
            if not 0 <= address <= address + size <= SPACE:
                raise damaged(records.file, span.where, f"{size} bytes from {address:04X} on are not within 0000-FFFF")
            if size and "oname" in segment.values:
                yield Stretch(address, size, name, number, line.number("type", 0), line.number("count", 0))


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return an image without memory: the symbols, and the lines of the linker's output.

    When modules have different symbols of one name, those that are not exported carry their module's: main::loop.
    The lines of a C program are those of the C sources.
    """
    records = Records(data, file)
    found = list(symbols(records))
    public = told_apart((each for each in found if not each.local), {})
    image = Image(symbols={name: symbol.value for name, symbol in public.items()})
    image.constants = frozenset(name for name, symbol in public.items() if not symbol.label)
    local = told_apart((each for each in found if each.local and each.label), public)
    image.local_symbols = {name: symbol.value for name, symbol in local.items()}
    image.lines = source_lines(records)
    if not image.symbols and not image.lines:
        raise damaged(file, "", "there are neither symbols nor lines in the file")
    return image


def origin(data: bytes, file: str = "<data>") -> int | None:
    """Return the address of the linker's first byte of output, None for several files."""
    records = Records(data, file)
    segments = {number: each for number, each in records.all("seg").items() if "oname" in each.values}
    loaded = {number: each for number, each in segments.items() if each.number("size")}
    if len({each.values["oname"] for each in loaded.values()}) != 1:
        return None
    first = min(loaded, key=lambda number: loaded[number].number("ooffs", 0))
    return Addresses(records).start(first)


def recognises(head: bytes) -> bool:
    """Return whether the beginning of a file looks like debug information."""
    return head.startswith(b"version\tmajor=")
