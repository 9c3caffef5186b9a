"""Listings of assemblers: the text in which people step through a program for which there is nothing better.

    0200  A9 00        2        3    start:  lda #0

A listing is its own source: the lines are those of the listing. Its labels become symbols where they are sure to be
labels. `FAMILIES` has the forms that are known; which one a file has, shows by most of its bytes standing
where the ones before them end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from emulators.errors import ImageError
from emulators.image import Image, SourceLine
from emulators.mos6502.isa import MNEMONICS
from host.formats.faults import damaged, refuse_empty, split_lines
from host.formats.memory import SPACE

# ---------------------------------------------------------------- row
# The contents of one line of a listing, whatever assembler wrote it.


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
        """The address after the bytes that are shown."""
        return (self.address or 0) + len(self.words)

    @property
    def placed(self) -> bool:
        """Whether it shows bytes at an address."""
        return self.address is not None and bool(self.words)


# ---------------------------------------------------------------- families
# What do the listings of assemblers look like? A row each for those that are read here.
#
# The patterns meet lines with their tabs expanded and blanks added: they may count columns. What they leave out are
# titles, page heads, and lines without an address. Groups: `address`; `bytes` as pairs of digits (rr and xx: not known
# yet); `more`, when bytes are left out; `source`; `unplaced`, when the address is not the final one.


WIDTH = 120  # columns that a line has at least when it meets the patterns
PAIRS = r"(?:[0-9A-Fa-f]{2} ){0,15}[0-9A-Fa-f]{2}(?= )"
AT = r"\$?(?P<address>[0-9A-Fa-f]{4})(?:[:-] *| +)"
TASS = r"(?:[\d:]* +)?"  # 64tass: with --line-numbers


class Family(NamedTuple):
    """The listings of one assembler, or of several that look alike."""

    name: str
    patterns: tuple[re.Pattern[str], ...]
    columns: bool  # the source begins in one column, labels in its first
    hides_after: int | None  # bytes of a line; further ones are left out without a mark


def family(name: str, *patterns: str, columns: bool = True, hides_after: int | None = None) -> Family:
    """Return a family with its patterns compiled."""
    return Family(name, tuple(re.compile(pattern) for pattern in patterns), columns, hides_after)


FAMILIES = (
    # 0202  BD 0F 02     4+       8    @loop:  lda table,x
    family("ironboard",
           r"(?P<address>[0-9A-F]{4})  (?P<bytes>(?:[0-9A-F]{2} | {3}){4})(?P<more>[+ ])[\d+ ]{5} *\d+ "
           r"[\d ][+ ] (?P<source>.*)",
           r"(?P<address>[0-9A-F]{4})  (?P<bytes>(?:[0-9A-F]{2} | {3}){4})(?P<more>[+ ])(?P<source> *)"),
    # 000202  1  BD 0F 02     lda table,x
    family("ca65",
           r"(?P<address>[0-9A-F]{6})(?P<unplaced>[r ]) (?:\d {2}|\d\d )"
           r"(?P<bytes>(?:(?:[0-9A-F]{2}|rr|xx| {2}) ){4}) (?P<source>.*)", hides_after=12),
    # .0202   bd 0f 02        lda $020f,x     loop    lda table,x
    # >020f   01 02                           table   .byte 1, 2
    family("64tass",
           TASS + r"\.(?P<address>[0-9a-f]{4}) {3}(?P<bytes>[0-9a-f ]{16}).{16}(?P<source>.*)",
           TASS + r">(?P<address>[0-9a-f]{4}) {3}(?P<bytes>[0-9a-f ]{31} )(?P<source>.*)",
           TASS + r">(?P<address>[0-9a-f]{4}) {3}(?P<bytes>[0-9a-f ]+)(?P<source>)",
           TASS + r"=\S+ {5,}(?P<source>.*)"),
    #     8  0202 bd0f02             @loop   lda table,x
    family("acme",
           r" *\d+  (?P<address>[0-9a-f]{4}) (?P<bytes>[0-9a-f ]{16})(?P<more>\.{3}| {3})(?P<source>.*)",
           r" *\d+ {26}(?P<source>.*)"),
    #      8  0202                     bd 0f 02    loop       lda     table,x
    family("dasm",
           r" *\d+ [ U](?P<address>[0-9a-f]{4,5})(?P<unplaced> \?{4})?.*?(?<=^.{31})"
           r"(?P<bytes>(?:[0-9a-f]{2} | {3}){3}[0-9a-f ]{2})(?P<more>[* ])(?P<source>.*)"),
    #        8/     202 : BD 0F 02            loop:   lda table,x
    family("as",
           r"(?:\(\d+\))? *\d+/ *(?P<address>[0-9A-F]{1,8}) : (?P<bytes>.{20})(?P<source>.*)",
           r" {12,}(?:(?P<address>[0-9A-F]{1,8}) : )?(?P<bytes>(?:[0-9A-F]{2} )+)(?P<source> *)"),
    # 00:0202 BD0F02                       8: loop:   lda table,x
    family("vasm",
           r"[0-9A-F]{2}:(?P<address>[0-9A-F]{4,16}) (?P<bytes>[0-9A-F]*) +\d+: ?(?P<source>.*)",
           r"[0-9A-F]{2}:(?P<address>[0-9A-F]{4,16}) (?P<bytes>[0-9A-F]+)(?P<source> *)",
           r" +\d+: ?(?P<source>.*)"),
    # F00:0008 loop:   lda table,x
    #                S01:00000202:  BD 0F 02
    family("vasm-old",
           r" +S\d{2}:(?P<address>[0-9A-F]{4,16}): *(?P<bytes>[0-9A-F ]+)(?P<source> *)",
           r"F\d{2}:\d{4} (?P<source>.*)"),
    # 0202: BD 0F 02    8 LOOP LDA TABLE,X     0202-BD 0F 02  8 LOOP LDA TABLE,X     0202 BD 0F 02 LOOP LDA TABLE,X
    family("address first",
           rf" *{AT}(?P<bytes>{PAIRS})?(?: +\d+(?= ))?(?P<source> .*)", r" {6,}\d+(?P<source> .*)", columns=False),
    #    8  0202  BD 0F 02  LOOP LDA TABLE,X
    family("number first", rf" *\d+\+* +{AT}(?P<bytes>{PAIRS})?(?P<source> .*)", columns=False),
    # 0202  BD0F02    8  LOOP LDA TABLE,X          8  0202  BD0F02  LOOP LDA TABLE,X
    family("bytes in one",
           rf" *(?:\d+\+* +)?{AT}(?P<bytes>(?:[0-9A-F]{{2}}){{1,8}}(?= ))?(?: +\d+(?= ))?(?P<source> .*)",
           columns=False),
)  # fmt: skip


# ---------------------------------------------------------------- labels
# Which name does a line of assembly source define? Told only where no assembler would see it otherwise.


NAME = r"[A-Za-z_.@][A-Za-z0-9_.$@]*"
LITERAL = r"\$[0-9A-Fa-f]+|0[xX][0-9A-Fa-f]+|%[01]+|[0-9][0-9A-Fa-f]*[hH]|[0-9]+"
OPERATION = rf"(?:{'|'.join(sorted(MNEMONICS))})"
EQUATE = re.compile(
    rf"\s*(?!{OPERATION}\s)(?P<name>{NAME})(?:\s*(?P<sign>:?=)|\s+\.?(?:equ|set)\b(?=\s*[^\s#;,]))", re.IGNORECASE
)
VALUE = re.compile(rf"\s*(?P<value>{LITERAL})\s*(?:;.*)?", re.IGNORECASE)
WITH_COLON = re.compile(rf"\s*(?P<name>{NAME})\s?:(?![:=])")
BARE = re.compile(rf"(?P<name>{NAME})(?:\s+(?P<next>[^\s;]+)|\s*(?:;.*)?$)")
SIGNS = ".!+#"  # begin directives, and calls of macros
DIRECTIVES = frozenset(
    """ASC BLK BYT BYTE DA DB DC DCB DDB DEND DFB DFS DS DSECT DW DUMMY ELSE END ENDIF ENDM EQU ERR FCB FCC FDB HEX
    ICL IF INCBIN INCLUDE INS LST MAC MACRO ORG PROCESSOR RES RMB SEG SET SUBROUTINE TEXT TXT WORD""".split()
)


class Definition(NamedTuple):
    """The definition in a line: a label, or with a value an equate (None: not a plain number)."""

    name: str
    equate: bool = False
    value: int | None = None
    address: bool = False  # an equate that counts as an address (:=)
    alone: bool = False  # a label with nothing after it but perhaps a comment
    operation: bool = False  # a label with an instruction after it


def definition(source: str, at_label: bool, has_bytes: bool, loose: bool = False) -> Definition | None:
    """Return the name that a line of source defines, None if it surely defines none.

    `at_label`: the text begins in the label field; only there may one lack its colon, and only before an instruction
    of the 6502, before a directive, or on a line of its own that made nothing. `loose`: the columns of this listing
    are not to be trusted, and a word before an instruction is a label in any column.
    """
    if match := EQUATE.match(source):
        value = VALUE.fullmatch(source, match.end())
        return Definition(match["name"], True, _number(value["value"]) if value else None, match["sign"] == ":=")
    if match := WITH_COLON.match(source):
        return _label(match["name"], source[match.end() :])
    match = BARE.match(source)
    if not match or match["name"].upper() in MNEMONICS:
        return None
    found = _label(match["name"], source[match.end("name") :])
    if found.operation:
        sure = at_label or loose
    elif match["name"].startswith("."):
        sure = False  # a directive
    elif match["next"] is None:
        sure = at_label and not has_bytes and match["name"].upper() not in DIRECTIVES
    else:
        sure = at_label and (match["next"][0] in SIGNS or _operation(match["next"]) in DIRECTIVES)
    return found if sure else None


def _label(name: str, rest: str) -> Definition:
    words = rest.partition(";")[0].split()
    return Definition(name, alone=not words, operation=bool(words) and _operation(words[0]) in MNEMONICS)


def _operation(word: str) -> str:
    """Return an operation without its size: lda.b, byte.w."""
    return word.partition(".")[0].upper()


def _number(text: str) -> int:
    if text[0] in "$%":
        return int(text[1:], 16 if text[0] == "$" else 2)
    if text[-1] in "hH":
        return int(text[:-1], 16)
    return int(text, 16) if text[:2].lower() == "0x" else int(text)


# ---------------------------------------------------------------- reading
# Which lines of a text are those of a listing, and which assembler wrote it? Every family is tried.


UNPLACED = re.compile(r"[0-9A-F]{6}r \d")
DIGITS = re.compile(r"(?:(?:[0-9A-Fa-f]{2}|rr|xx) *)+")
PAIR = re.compile(r"[0-9A-Fa-f]{2}|rr|xx")
SURE = 2  # lines in order that make a listing of a text without columns


def read(data: bytes, file: str) -> tuple[Family, list[Row]]:
    """Return the family of a listing and its rows; raises ImageError if it belongs to none."""
    refuse_empty(data, file, "a listing with lines like '0200  A9 00  start: lda #0'")
    texts = [] if b"\0" in data else [text.expandtabs(8).rstrip().ljust(WIDTH) for text in split_lines(data)]
    best: tuple[int, Family, list[Row]] | None = None
    for family in FAMILIES:
        rows = list(_joined(_rows(texts, family)))
        if not family.columns:
            rows = [_cut(row, following) for row, following in zip(rows, following_addresses(rows), strict=True)]
        score = _in_order(rows, family) * (2 if family.columns else 1)  # columns are the better sign
        if score and (best is None or score > best[0]):
            best = score, family, rows
    if best:
        return best[1], best[2]
    if any(UNPLACED.match(text) for text in texts):
        message = "its addresses are relocatable (000000r): only lines after an .org have the final ones"
        raise damaged(file, "", f"{message}; let the linker write them: ca65 -g, ld65 --dbgfile")
    raise damaged(file, "", "this is not a listing of a known kind: expected lines like '0200  A9 00  start: lda #0'")


def _rows(texts: Iterable[str], family: Family) -> Iterator[Row]:
    for number, text in enumerate(texts, 1):
        match = next(filter(None, (pattern.fullmatch(text) for pattern in family.patterns)), None)
        if not match:
            continue
        groups = match.groupdict()
        unplaced = (groups.get("unplaced") or "").strip()
        address = _address(groups["address"]) if groups.get("address") and not unplaced else None
        digits = (groups.get("bytes") or "").strip()
        pairs = PAIR.findall(digits) if DIGITS.fullmatch(digits) else ()
        words = tuple(int(pair, 16) if pair[0] not in "rx" else None for pair in pairs)
        source = groups["source"].rstrip()
        if EQUATE.match(source):
            words = ()  # the value is there
        column = match.start("source") + len(source) - len(source.lstrip())
        yield Row(number, address, () if unplaced else words, bool((groups.get("more") or "").strip()), source, column)


def _address(digits: str) -> int | None:
    """Return an address, None for one beyond 64 K; vasm extends the sign."""
    address = int(digits[-4:] if digits.startswith("FFFFFFFF") else digits, 16)
    return address if address < SPACE else None


def _joined(rows: Iterable[Row]) -> Iterator[Row]:
    """Join lines without a source to the ones that they continue."""
    last: Row | None = None
    for row in rows:
        if last is None:
            last = row
        elif row.words and not row.source and last.source and last.address is None and last.line == row.line - 1:
            last = last._replace(address=row.address, words=row.words, more=row.more)
        elif row.words and not row.source and last.words and row.address in (None, last.end):
            last = last._replace(words=last.words + row.words, more=row.more)
        else:
            yield last
            last = row
    if last:
        yield last


def _cut(row: Row, following: int | None) -> Row:
    if row.address is None or following is None or not 0 <= following - row.address < len(row.words):
        return row
    count = following - row.address
    taken = "".join(f" {word:02X}" for word in row.words[count:] if word is not None)
    if taken.replace(" ", "").isdigit():
        return row._replace(words=row.words[:count])  # the number of a line
    return row._replace(words=row.words[:count], source=taken + row.source, column=row.column - len(taken))


def following_addresses(rows: Sequence[Row]) -> list[int | None]:
    """Return for each row the next address in the listing."""
    following: list[int | None] = []
    address: int | None = None
    for row in reversed(rows):
        following.append(address)
        address = address if row.address is None else row.address
    return following[::-1]


def _in_order(rows: Sequence[Row], family: Family) -> int:
    """Return how many lines with bytes end where the next line begins; 0 if they are too few for a listing."""
    filled = [(row, following) for row, following in zip(rows, following_addresses(rows), strict=True) if row.placed]
    right = sum(
        following is None or following == row.end or (hides(row, family) and following > row.end)
        for row, following in filled
    )
    enough = right >= (1 if family.columns else SURE) and 2 * right >= len(filled)
    return right if enough and any(row.source for row, _ in filled) else 0


def hides(row: Row, family: Family) -> bool:
    """Return whether a line may have more bytes than it shows."""
    return row.more or (family.hides_after is not None and len(row.words) >= family.hides_after)


# ---------------------------------------------------------------- symbols
# The symbols of a listing: out of its source, or, in our own ones, out of the table at the end.


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
    """The symbols found so far, under unique names."""

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
        if name.startswith(("@", ".")):  # it belongs to the label before it
            add(self._image.local_symbols, self._last + name, address, self._image.symbols)
        else:
            self._last = add(self._image.symbols, "::".join([*self._scopes, name]), address, {})

    def equate(self, found: Definition) -> None:
        """Record an equate with a plain number."""
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


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return an image without memory: the lines of the listing, and the labels that are sure to be some."""
    family, rows = read(data, file)
    image = Image(lines=_lines(rows, family, file))
    if not (family.name == "ironboard" and add_cross_reference(image, split_lines(data))):
        add_labels(image, rows, family.columns)
    return image


def memory(data: bytes, file: str = "<data>") -> dict[int, int]:
    """Return the bytes that a listing shows, by their addresses."""
    _, rows = read(data, file)
    return {
        row.address + index: word
        for row in rows
        if row.address is not None
        for index, word in enumerate(row.words)
        if word is not None and row.address + index < SPACE
    }


def recognises(head: bytes) -> bool:
    """Return whether the beginning of a file looks like a listing."""
    try:
        read(head, "")
    except ImageError:
        return False
    return True


def _lines(rows: Sequence[Row], family: Family, file: str) -> list[SourceLine]:
    """Return the lines with bytes, those that are not shown included."""
    lines = []
    for row, following in zip(rows, following_addresses(rows), strict=True):
        if row.address is not None and row.placed:
            end = following if following is not None and following > row.end and hides(row, family) else row.end
            if end > SPACE:
                raise damaged(file, f"line {row.line}", f"{len(row.words)} bytes reach beyond address FFFF")
            lines.append(SourceLine(row.address, end - row.address, file, row.line))
    return sorted(lines)
