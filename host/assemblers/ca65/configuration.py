"""The places of a program's segments: the part of an ld65 configuration that describes one image.

    MEMORY {
        ZP:  start = $0000, size = $00EF, file = "";      # laid out, not part of the image
        ROM: start = $2000, size = $2000, fill = yes, fillval = $FF, file = %O;
    }
    SEGMENTS {
        ZEROPAGE: load = ZP,  type = zp;
        CODE:     load = ROM, type = ro, align = $100;
        DATA:     load = ROM, run = RAM, type = rw, define = yes;  # __DATA_LOAD__ __DATA_RUN__ __DATA_SIZE__
    }

Source: ld65 Users Guide, "Configuration files".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from emulators.errors import Place, did_you_mean
from host.assemblers.expressions import NOWHERE, Kind, Literal
from host.assemblers.program import Program
from host.assemblers.sections import Section
from host.languages.assembly import AssemblyError, Line, read_lines

TOKEN = re.compile(
    r'(?P<blank>\s+|\#.*)|(?P<number>\$[0-9A-Fa-f]+|[0-9]+)|(?P<string>"[^"]*")|(?P<file>%[OS])'
    r"|(?P<name>[A-Za-z_@][A-Za-z0-9_@.]*)|(?P<operator>[{}:;,=+\-*/()])"
)
OUTPUT, START = "%O", "%S"
NO_FILES = 'the image is the only file: %O, or "" for areas outside it'
UNPLACED = ("zp", "bss")  # types of segments of which nothing is loaded
MEMORY = ("start", "size", "type", "file", "fill", "fillval", "define")
SEGMENT = ("load", "run", "type", "align", "align_load", "start", "offset", "fillval", "define", "optional")
CONDES = ("type", "label", "count", "segment", "import", "order")  # of tables that a source here never fills
ATTRIBUTES = {
    "MEMORY": MEMORY, "SEGMENTS": SEGMENT, "SYMBOLS": ("type", "value", "weak"), "FEATURES": ("default", *CONDES),
    "FILES": ("format",), "FORMATS": (),
}  # fmt: skip
CHOICES = {
    "fill": ("yes", "no"), "define": ("yes", "no"), "optional": ("yes", "no"), "weak": ("yes", "no"),
    "format": ("bin", "binary"),
}  # fmt: skip
TYPES = {"MEMORY": ("ro", "rw"), "SEGMENTS": ("ro", "rw", "bss", "zp"), "SYMBOLS": ("export", "import", "weak")}
WITHOUT_LINKER = {
    "bank": "the 6502 has no banks", "overwrite": "no two bytes can have one address",
    "o65": "a file without addresses: name -o",
}  # fmt: skip
SPACE = 1 << 16  # addresses


class Token(NamedTuple):
    """A token of a configuration."""

    kind: str
    text: str
    place: Place

    def error(self, message: str, hint: str = "") -> AssemblyError:
        """Return an error at this token."""
        return AssemblyError(self.place, message, hint)


@dataclass
class Entry:
    """`name: attribute = value, ...;`, the values as tokens."""

    name: Token
    values: dict[str, list[Token]] = field(default_factory=dict)

    def word(self, attribute: str, otherwise: str = "") -> str:
        """Return the value of an attribute that is one word."""
        return self.values[attribute][0].text.lower() if attribute in self.values else otherwise

    def says(self, attribute: str) -> bool:
        """Return whether an attribute is `yes`."""
        return self.word(attribute) == "yes"


@dataclass
class Area:
    """A memory area while segments are put into it."""

    entry: Entry
    start: int
    size: int
    free: int  # the first address without a segment
    fill: int
    filled: list[tuple[int, int]] = field(default_factory=list)  # gaps before segments: from, to

    @property
    def written(self) -> bool:
        """Whether this area is part of the image."""
        return "file" not in self.entry.values or self.entry.values["file"][0].text != '""'


class Configuration:
    """A parsed configuration: `place` assigns addresses to the segments of a program."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.parts: dict[str, dict[str, Entry]] = {name: {} for name in ATTRIBUTES}
        self.values: dict[str, int] = {START: 0x0200}
        parse(lines, self.parts)
        if not self.parts["MEMORY"] or not self.parts["SEGMENTS"]:
            line = next(iter(lines), Line("", 1, ""))
            raise AssemblyError(Place(line.file, 1, 1, 1, line.text), "expected MEMORY { ... } and SEGMENTS { ... }")

    @property
    def has_tables(self) -> bool:
        """Whether tables of constructors and the like are asked for."""
        return any(name.upper() == "CONDES" for name in self.parts["FEATURES"])

    def place(self, program: Program) -> None:
        """Assign an address to every section, and define the symbols of the configuration."""
        self._symbols(program)
        areas = {name: self._area(entry) for name, entry in self.parts["MEMORY"].items()}
        for name, section in program.sections.items():
            if name not in self.parts["SEGMENTS"] and section.length:
                hint = did_you_mean(name, self.parts["SEGMENTS"], "it must be in SEGMENTS { ... }")
                raise AssemblyError(section.chunks[0].place, f"the configuration has no segment '{name}'", hint)
        for area in areas.values():
            for entry in self.parts["SEGMENTS"].values():
                self._fit(entry, area, areas, program)
            if area.entry.says("define"):
                name, place = area.entry.name.text, area.entry.name.place
                for what, value in (("START", area.start), ("SIZE", area.size), ("LAST", area.free)):
                    self._define(program, f"__{name}_{what}__", value, place)
        for section in program.sections.values():
            if section.address is None:
                section.address = section.load = 0
            self._look_at_origin(section, program)
        for area in areas.values():
            self._fill(area, program)

    # --- symbols ----------------------------------------------------------------------------------------

    def _symbols(self, program: Program) -> None:
        for name, entry in self.parts["SYMBOLS"].items():
            kind = entry.word("type", "weak" if entry.says("weak") else "export")
            known = program.root.symbol(name)
            defined = known.expression is not None
            if kind == "import":
                if not defined:
                    raise entry.name.error(f"the source does not define '{name}'")
            elif kind == "export" or not defined:
                self._define(program, name, self._number(entry, "value"), entry.name.place)
            if defined and isinstance(known.expression, Literal):
                self.values[name] = known.expression.number
        start = self.parts["FEATURES"].get("STARTADDRESS")
        if start:
            self.values[START] = self._number(start, "default")

    def _define(self, program: Program, name: str, value: int, place: Place) -> None:
        self.values[name] = value
        program.define(program.root.symbol(name), Literal(value, place), Kind.LABEL, place)

    # --- areas and segments -----------------------------------------------------------------------------

    def _area(self, entry: Entry) -> Area:
        start, size = self._number(entry, "start"), self._number(entry, "size")
        if not 0 <= start < SPACE or size < 0:
            message = f"a memory area cannot begin at ${start:04X} and have {size} bytes: addresses are $0000 to $FFFF"
            raise entry.name.error(message)
        return Area(entry, start, size, start, self._byte(entry, 0))

    def _fit(self, entry: Entry, area: Area, areas: Mapping[str, Area], program: Program) -> None:
        """Put a segment into an area, if that is where it is loaded or where it runs."""
        load = self._area_of(entry, "load", areas)
        run = self._area_of(entry, "run", areas) if "run" in entry.values else load
        section = program.sections.get(entry.name.text)
        if area not in (load, run):
            return
        if section is None:
            if not entry.says("optional") and area is load:
                program.warn(entry.name.place, f"the source has no segment '{entry.name.text}'", "write optional = yes")
            section = Section(entry.name.text)
        kind = entry.word("type", "rw")
        if kind in UNPLACED and load is not run:
            raise entry.name.error(f"a segment of type {kind} is not loaded: it cannot have 'run'")
        if area is run:
            address = self._start(entry, area, section)
            section.address = address
        else:
            address = _aligned(area.free, self._number(entry, "align_load", 1))
        if area is load:
            section.load, section.loads = address, area.written and kind not in UNPLACED
            section.fill(self._byte(entry, area.fill))
        gap = address - area.free
        if gap > 0 and ((section.loads and area is load) or area.entry.says("fill")):
            area.filled.append((area.free, address))
        if section.length and not (section.loads and area is load) and area.entry.says("fill"):
            area.filled.append((address, address + section.length))
        area.free = address + section.length
        if area.free > min(area.start + area.size, SPACE):
            over = area.free - min(area.start + area.size, SPACE)
            message = f"segment '{section.name}' overflows the memory area '{area.entry.name.text}' by {over} bytes"
            raise entry.name.error(message)
        if entry.says("define"):
            known = {"LOAD": address} if area is load else {}
            known |= {"RUN": address, "SIZE": section.length} if area is run else {}
            for what, value in known.items():
                self._define(program, f"__{entry.name.text}_{what}__", value, entry.name.place)

    def _start(self, entry: Entry, area: Area, section: Section) -> int:
        """Return where a segment begins in the area it runs in."""
        if "align" in entry.values:
            return _aligned(area.free, self._number(entry, "align"))
        for attribute, base in (("start", 0), ("offset", area.start)):
            if attribute in entry.values:
                address = base + self._number(entry, attribute)
                if address < area.free:
                    message = (
                        f"segment '{section.name}' begins at ${address:04X}, which is taken up to ${area.free:04X}"
                    )
                    raise entry.values[attribute][0].error(message)
                return address
        return area.free

    @staticmethod
    def _area_of(entry: Entry, attribute: str, areas: Mapping[str, Area]) -> Area:
        if attribute not in entry.values:
            raise entry.name.error(f"segment '{entry.name.text}' needs 'load': its memory area")
        token = entry.values[attribute][0]
        if token.text not in areas:
            hint = did_you_mean(token.text, areas, f"there are: {' '.join(areas)}")
            raise token.error(f"there is no memory area '{token.text}'", hint)
        return areas[token.text]

    @staticmethod
    def _fill(area: Area, program: Program) -> None:
        """Put the bytes between the segments, and, with fill = yes, after them."""
        rest = [(area.free, min(area.start + area.size, SPACE))] if area.entry.says("fill") else []
        for start, end in [*area.filled, *rest] if area.written else ():
            if start < end:
                section = program.sections.setdefault(f"fill of {area.entry.name.text}", Section("", address=0))
                chunk = section.room(start, False, len(section.chunks) + 1, area.entry.name.place, NOWHERE)
                chunk.words.extend([area.fill] * (end - start))

    @staticmethod
    def _look_at_origin(section: Section, program: Program) -> None:
        """Warn of a segment that begins with an .org of its own: its bytes are where the configuration says."""
        first = next((chunk for chunk in section.chunks if chunk.words), None)
        if first and section.loads and first.origin not in (None, first.load_address):
            message = f"segment '{section.name}' is at ${first.load_address:04X} in the image, its labels are not"
            program.diagnostics.warn(first.place, message, "leave .org or the configuration out", first.context)

    # --- values -----------------------------------------------------------------------------------------

    def _byte(self, entry: Entry, otherwise: int) -> int:
        value = self._number(entry, "fillval", otherwise)
        if not 0 <= value <= 0xFF:
            raise entry.values["fillval"][0].error(f"{value} does not fit into a byte: $00 to $FF")
        return value

    def _number(self, entry: Entry, attribute: str, otherwise: int | None = None) -> int:
        if attribute not in entry.values:
            if otherwise is None:
                raise entry.name.error(f"'{entry.name.text}' needs '{attribute}'")
            return otherwise
        tokens = Tokens(entry.values[attribute])
        value = self._sum(tokens)
        if tokens.left:
            raise tokens.token.error(f"unexpected '{tokens.token.text}' in a number")
        return value

    def _sum(self, tokens: Tokens) -> int:
        value = self._product(tokens)
        while tokens.left and tokens.token.text in "+-":
            sign = 1 if tokens.take().text == "+" else -1
            value += sign * self._product(tokens)
        return value

    def _product(self, tokens: Tokens) -> int:
        value = self._term(tokens)
        while tokens.left and tokens.token.text in "*/":
            operator = tokens.take()
            right = self._term(tokens)
            if operator.text == "/" and right == 0:
                raise operator.error("division by zero")
            value = value * right if operator.text == "*" else value // right
        return value

    def _term(self, tokens: Tokens) -> int:
        token = tokens.take()
        if token.text == "-":
            return -self._term(tokens)
        if token.text == "(":
            value = self._sum(tokens)
            tokens.expect(")")
            return value
        if token.kind == "number":
            return int(token.text[1:], 16) if token.text[0] == "$" else int(token.text)
        if token.text in self.values:
            return self.values[token.text]
        if token.kind == "name":
            raise token.error(f"'{token.text}' has no value here", "define the symbol before this line")
        raise token.error(f"expected a number, found '{token.text}'")


def _aligned(address: int, multiple: int) -> int:
    return address + -address % max(1, multiple)


# ---------------------------------------------------------------- reading


class Tokens:
    """A stream of tokens; the last one is kept for messages about the end."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = [*tokens]
        self._position = 0

    @property
    def left(self) -> bool:
        return self._position < len(self._tokens)

    @property
    def token(self) -> Token:
        """The next one."""
        return self._tokens[min(self._position, len(self._tokens) - 1)]

    def take(self) -> Token:
        """Return the next token and advance."""
        if not self.left:
            place = self._tokens[-1].place
            raise AssemblyError(place, "the configuration ends unexpectedly")
        self._position += 1
        return self._tokens[self._position - 1]

    def expect(self, *texts: str) -> Token:
        """Take one of these."""
        found = self.take()
        if found.text not in texts:
            raise found.error(f"expected {' or '.join(texts)}, found '{found.text}'")
        return found

    def accept(self, text: str) -> bool:
        """Take that one if it is next."""
        if self.left and self.token.text == text:
            self._position += 1
            return True
        return False


def read_configuration(path: Path) -> Configuration:
    """Return the configuration in a file; raises ImageError or SourceError."""
    return Configuration(read_lines(path, str(path)))


def tokenize(lines: Iterable[Line]) -> Iterator[Token]:
    """Yield the tokens of a configuration."""
    for line in lines:
        position = 0
        while position < len(line.text):
            match = TOKEN.match(line.text, position)
            if not match:
                raise AssemblyError(line.place(position + 1), f"{line.text[position]!r} has no meaning here")
            if match.lastgroup != "blank":
                yield Token(match.lastgroup or "", match.group(), line.place(position + 1, len(match.group())))
            position = match.end()


def parse(lines: Iterable[Line], parts: dict[str, dict[str, Entry]]) -> None:
    """Read `PART { name: attributes; ... }`, one after the other."""
    tokens = Tokens(tokenize(lines))
    while tokens.left:
        part = tokens.take()
        name = part.text.upper()
        if name not in parts:
            raise part.error(f"unknown part '{part.text}'", did_you_mean(name, parts, f"there are: {' '.join(parts)}"))
        tokens.expect("{")
        while not tokens.accept("}"):
            entry = _entry(tokens, name)
            if entry.name.text in parts[name] and entry.name.text.upper() != "CONDES":
                raise entry.name.error(f"'{entry.name.text}' is described twice")
            parts[name][entry.name.text] = entry


def _entry(tokens: Tokens, part: str) -> Entry:
    entry = Entry(tokens.take())
    if part == "FORMATS" or (part == "FEATURES" and entry.name.text.upper() not in ("STARTADDRESS", "CONDES")):
        raise unsupported(entry.name)
    if part == "FILES" and entry.name.text != OUTPUT:
        raise entry.name.error(f"the file {entry.name.text} is not supported", NO_FILES)
    tokens.expect(":")
    while not tokens.accept(";"):
        attribute = tokens.take()
        known = ATTRIBUTES[part]
        if attribute.text.lower() not in known:
            raise unsupported(attribute, known)
        tokens.accept("=")
        values = [tokens.take()]
        if values[0].text in (",", ";", "}"):
            raise values[0].error(f"expected a value for '{attribute.text}', found '{values[0].text}'")
        while tokens.left and tokens.token.text not in (",", ";", "}"):
            if values[-1].kind != "operator" and tokens.token.text.lower() in known:
                break  # the next attribute: the commas may be left out
            values.append(tokens.take())
        _check(part, attribute, values[0])
        entry.values[attribute.text.lower()] = values
        tokens.accept(",")
    return entry


def _check(part: str, attribute: Token, value: Token) -> None:
    name = attribute.text.lower()
    choices = TYPES.get(part, ()) if name == "type" else CHOICES.get(name, ())
    if choices and value.text.lower() not in choices:
        raise unsupported(value, choices)
    if name == "file" and value.text not in (OUTPUT, f'"{OUTPUT}"', '""'):
        raise value.error(f"the file {value.text} is not supported", NO_FILES)


def unsupported(token: Token, known: Iterable[str] = ()) -> AssemblyError:
    """Return the error for an unknown word."""
    names = [*known]
    otherwise = f"supported are: {' '.join(names)}" if names else "leave it out"
    hint = WITHOUT_LINKER.get(token.text.lower()) or did_you_mean(token.text, names, otherwise)
    return token.error(f"'{token.text}' is not supported", hint)
