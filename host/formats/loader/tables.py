"""Modules as the tables of Control Data's loader: words of 60 bits, and the texts that hold them in files.

    header     59 table 54 | 0 48 | 47 words after it 36 | ... | 26 base 18 | 17 address 0 |
    PREFIX 77  name, date, time, system, assembler, ...; the last seven words a comment
    PIDL   34  name 42 | length 18 of the program; the same of each common block, blank common has seven blanks
    ENTR   36  name 42 | 0, then base 26-18 | address 17-0
    TEXT   40  a word of relocation, four bits for each of up to 15 words; base and address in the header
    FILL   42  bytes of 30 bits: a base to add, then fields: 1 | position 2 | base 9 | address 18
    LINK   44  name 42 | 0 17 | weak 1, then fields as in FILL
    REPL   43  at once 1 | 0 2 | base 9 | address 18 | words 15 | times 15, then 0 15 | step 18 | base 9 | address 18
    XFILL  41  sign 1 | what 9 | base 9 | lowest bit 6 | bits 6 | 0 11 | address 18
    XLINK  45  name 42 | 0 17 | weak 1, then 1 | sign 1 | base 9 | lowest bit 6 | bits 6 | 0 19 | address 18
    XFER   46  name 42 | 0

Positions: 2 is the upper address (47-30), 1 the middle one, 0 the lower one. The four bits of TEXT: 10xx upper, 11xx
the same subtracted, 1x10 and 0010 lower, 1x11 and 0011 the same subtracted, 010x middle, 011x subtracted, 000x none.

docs/cdc6600/loader.md says how much of this is certain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from emulators.cdc6600 import display_code
from emulators.cdc6600.display_code import BLANK
from emulators.errors import ImageError
from host.formats.faults import damaged, refuse_empty, shown, text_lines
from host.formats.loader import (
    ADDRESS_BITS,
    BLANK_COMMON,
    COMMON,
    NAME_CODES,
    NEGATIVE,
    POSITIONS,
    PROGRAM,
    WORD_BITS,
    Address,
    Change,
    Copy,
    Module,
    Text,
    name_bits,
)

PREFIX, PIDL, ENTR, TEXT, XFILL, FILL, REPL, LINK, XLINK, XFER = (
    0o77, 0o34, 0o36, 0o40, 0o41, 0o42, 0o43, 0o44, 0o45, 0o46,
)  # fmt: skip
TABLES = {
    PREFIX: "PREFIX", PIDL: "PIDL", ENTR: "ENTR", TEXT: "TEXT", XFILL: "XFILL", FILL: "FILL", REPL: "REPL",
    LINK: "LINK", XLINK: "XLINK", XFER: "XFER",
}  # fmt: skip
PREFIX_WORDS, COMMENT_WORD, COMMENT_CODES = 14, 7, 70
MADE_BY = ("IRONBOARD", "COMPASS")
TEXT_WORDS, MOST_WORDS = 15, 0o7700
LOWER, MIDDLE, UPPER = range(3)
M18, M30 = (1 << ADDRESS_BITS) - 1, (1 << 30) - 1
BLANKS = display_code.number([BLANK] * NAME_CODES)
MARK = 1 << 29  # of a byte that names a field
PER_LINE = 3
WORD = re.compile(r"[0-7]{20}")

# ---------------------------------------------------------------- to words


def words_of(module: Module) -> list[int]:
    """Return the tables of a module."""
    return [word for table in tables_of(module) for word in table]


def tables_of(module: Module) -> Iterator[list[int]]:
    """Yield the tables of a module; raises ImageError for names that no table can hold."""
    said: set[int] = set()  # the changes that words of relocation say, by their place among all
    yield _table(PREFIX, _prefix(module))
    blocks = [name_bits(module.name) << ADDRESS_BITS | module.length]
    for name, length in module.commons:
        blocks.append((BLANKS if name == BLANK_COMMON else name_bits(name)) << ADDRESS_BITS | length)
    yield _table(PIDL, blocks)
    if module.entries:
        pairs = [(name_bits(name) << ADDRESS_BITS, _address(at)) for name, at in module.entries.items()]
        yield from _tables(ENTR, pairs)
    yield from _texts(module, said)
    left = [each for number, each in enumerate(module.changes) if number not in said]
    yield from _fills(left)
    yield from _links(module, left)
    yield from _tables(REPL, [_copy(each) for each in module.copies])
    if module.transfer:
        yield _table(XFER, [name_bits(module.transfer) << ADDRESS_BITS])


def _table(kind: int, words: Sequence[int], at: int = 0) -> list[int]:
    return [kind << 54 | len(words) << 36 | at, *words]


def _tables(kind: int, groups: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield groups of words in as few tables as hold them."""
    words: list[int] = []
    for group in groups:
        if words and len(words) + len(group) > MOST_WORDS:
            yield _table(kind, words)
            words = []
        words += group
    if words:
        yield _table(kind, words)


def _address(at: Address) -> int:
    return at.base << ADDRESS_BITS | at.offset


def _prefix(module: Module) -> list[int]:
    texts = [module.name, "", "", *MADE_BY]
    words = [*(_text(each) for each in texts), *[0] * (COMMENT_WORD - len(texts))]
    comment = f"{module.comment:<{COMMENT_CODES}}"[:COMMENT_CODES]
    return [*words, *display_code.words_of_codes(display_code.codes(comment))]


def _text(text: str) -> int:
    return display_code.words_of_codes(display_code.codes(f"{text:<10}"))[0]


def _texts(module: Module, said: set[int]) -> Iterator[list[int]]:
    """Yield texts; `said`: to this the changes are added that their words of relocation say."""
    by_word: dict[Address, list[tuple[int, Change]]] = {}
    for number, each in enumerate(module.changes):
        if each.what == PROGRAM and each.bits == ADDRESS_BITS and each.low in POSITIONS:
            by_word.setdefault(each.at, []).append((number, each))
    for text in module.texts:
        for start in range(0, len(text.words), TEXT_WORDS):
            words = text.words[start : start + TEXT_WORDS]
            at = Address(text.at.base, text.at.offset + start)
            relocation = 0
            for place in range(len(words)):
                byte = 0
                for number, each in by_word.get(Address(at.base, at.offset + place), ()):
                    if (more := _byte(byte, each)) is not None:
                        byte = more
                        said.add(number)
                relocation |= byte << WORD_BITS - 4 * (place + 1)
            yield _table(TEXT, [relocation, *words], _address(at))


def _byte(byte: int, change: Change) -> int | None:
    """Return the four bits of a word with a change more, None if they have no room for it."""
    negative = change.sign < 0
    position = POSITIONS.index(change.low)
    if position == MIDDLE:
        return None if byte else 0b0100 | negative << 1
    if position == UPPER:
        return None if byte & 0b1100 else byte | 0b1000 | negative << 2
    return None if byte & 0b0010 or byte & 0b1100 == 0b0100 else byte | 0b0010 | negative


def _field(change: Change) -> int:
    """Return the byte of a field."""
    return MARK | POSITIONS.index(change.low) << 27 | _address(change.at)


def _is_byte(change: Change) -> bool:
    """Return whether FILL or LINK can say a change."""
    plain = change.bits == ADDRESS_BITS and change.low in POSITIONS
    return plain and (change.sign > 0 or change.what == PROGRAM)


def _pairs(bytes_: Iterable[int]) -> list[int]:
    """Return bytes of 30 bits as words."""
    every = [*bytes_]
    every += [0] * (len(every) % 2)
    return [left << 30 | right for left, right in zip(every[::2], every[1::2], strict=True)]


def _fills(changes: Sequence[Change]) -> Iterator[list[int]]:
    own = [each for each in changes if isinstance(each.what, int)]
    for fields in _groups([each for each in own if _is_byte(each)], _added):
        yield _table(FILL, _pairs([_added(fields[0]), *map(_field, fields)]))
    words = [
        (each.sign < 0) << 59 | int(each.what) << 50 | each.at.base << 41 | _bits(each) << 29 | each.at.offset
        for each in own
        if not _is_byte(each)
    ]
    yield from _tables(XFILL, [[each] for each in words])


def _added(change: Change) -> int:
    assert isinstance(change.what, int)
    return NEGATIVE if change.sign < 0 else change.what


def _bits(change: Change) -> int:
    return change.low << 6 | change.bits


def _groups(changes: list[Change], key: Callable[[Change], int | str]) -> Iterator[list[Change]]:
    """Yield the changes with equal keys, no more at once than a table can hold."""
    places: dict[int | str, int] = {}
    for each in changes:
        places.setdefault(key(each), len(places))
    for _, group in groupby(sorted(changes, key=lambda each: places[key(each)]), key):
        found = [*group]
        for start in range(0, len(found), MOST_WORDS):
            yield found[start : start + MOST_WORDS]


def _links(module: Module, changes: Sequence[Change]) -> Iterator[list[int]]:
    others = [each for each in changes if isinstance(each.what, str)]

    def head(name: str) -> int:
        return name_bits(name) << ADDRESS_BITS | (name in module.weak)

    for fields in _groups([each for each in others if _is_byte(each)], lambda each: each.what):
        yield _table(LINK, [head(str(fields[0].what)), *_pairs(map(_field, fields))])
    for fields in _groups([each for each in others if not _is_byte(each)], lambda each: each.what):
        words = [
            1 << 59 | (each.sign < 0) << 58 | each.at.base << 49 | _bits(each) << 37 | each.at.offset for each in fields
        ]
        yield _table(XLINK, [head(str(fields[0].what)), *words])


def _copy(copy: Copy) -> list[int]:
    counts = copy.length << 15 | copy.times
    return [copy.at_once << 59 | _address(copy.source) << 30 | counts, copy.step << 27 | _address(copy.target)]


# ---------------------------------------------------------------- from words


class Words:
    """The words of a file, read one after the other; messages name the line of the last one."""

    def __init__(self, words: Sequence[int], places: Sequence[str], file: str) -> None:
        self.words, self.places, self.file = words, places, file
        self.position = 0

    def next(self) -> int:
        """Return the next word; raises ImageError at the end of the file."""
        if self.position == len(self.words):
            raise damaged(self.file, self.places[-1], "the file ends within a table")
        self.position += 1
        return self.words[self.position - 1]

    def wrong(self, message: str) -> ImageError:
        """Return the error for the last word."""
        return damaged(self.file, self.places[self.position - 1], message)


def modules_of(source: Words) -> list[Module]:
    """Return the modules of some tables; raises ImageError for impossible ones."""
    found: list[Module] = []
    comment = ""
    while source.position < len(source.words):
        header = source.next()
        kind, count, at = header >> 54, header >> 36 & 0o7777, _at(header)
        if kind not in TABLES:
            raise source.wrong(f"{header:020o} is not the header of a table: {kind:02o} is not one of the loader's")
        words = [source.next() for _ in range(count)]
        if kind == PREFIX:
            comment = "".join(display_code.text_of(word, 10).ljust(10) for word in words[COMMENT_WORD:]).strip()
        elif kind == PIDL:
            if not words:
                raise source.wrong("a PIDL table without a program")
            (name, length), *commons = [(_name(word), word & M18) for word in words]
            found.append(Module(name, length, commons, comment=comment, file=source.file))
            comment = ""
        elif not found:
            raise source.wrong(f"a table {TABLES[kind]} before the PIDL table that names its program")
        else:
            _read(found[-1], kind, at, words, source)
    return found


def _at(word: int) -> Address:
    return Address(word >> ADDRESS_BITS & 0o777, word & M18)


def _name(word: int) -> str:
    return "" if word >> ADDRESS_BITS == BLANKS else display_code.text_of(word >> ADDRESS_BITS, NAME_CODES)


def _read(module: Module, kind: int, at: Address, words: list[int], source: Words) -> None:
    """Add the contents of a table to a module."""

    def place(address: Address) -> Address:
        if address.base == NEGATIVE or address.base >= COMMON + len(module.commons):
            raise source.wrong(f"{TABLES[kind]}: {module.name} has no base {address.base}")
        return address

    def odd(what: bool) -> None:
        if what:
            raise source.wrong(f"a table {TABLES[kind]} of {len(words)} words")

    if kind == ENTR:
        odd(len(words) % 2 > 0)
        for head, address in zip(words[::2], words[1::2], strict=True):
            module.entries[_name(head)] = place(_at(address))
    elif kind == TEXT:
        odd(not 1 <= len(words) <= TEXT_WORDS + 1)
        module.texts.append(Text(place(at), tuple(words[1:])))
        for number in range(len(words) - 1):
            byte = words[0] >> WORD_BITS - 4 * (number + 1) & 0o17
            module.changes += _of_byte(byte, Address(at.base, at.offset + number))
    elif kind == FILL:
        base = 0
        for byte in _bytes(words):
            if byte & MARK:
                position = byte >> 27 & 3
                if position == 3 or not base:
                    raise source.wrong(f"FILL: {byte:010o} names no field")
                sign = -1 if base == NEGATIVE else 1
                what = PROGRAM if base == NEGATIVE else place(Address(base, 0)).base
                module.changes.append(Change(place(_at(byte)), POSITIONS[position], ADDRESS_BITS, what, sign))
            else:
                base = byte & 0o777
    elif kind == XFILL:
        for word in words:
            low, bits = word >> 35 & 0o77, word >> 29 & 0o77
            field = Change(place(Address(word >> 41 & 0o777, word & M18)), low, bits, place(_at(word >> 32)).base)
            module.changes.append(_checked(field._replace(what=word >> 50 & 0o777, sign=1 - 2 * (word >> 59)), source))
    elif kind in (LINK, XLINK):
        _read_links(module, kind, words, source, place)
    elif kind == REPL:
        odd(len(words) % 2 > 0)
        for first, second in zip(words[::2], words[1::2], strict=True):
            addresses = place(_at(first >> 30)), place(_at(second))
            counts = first >> 15 & 0o77777, first & 0o77777, second >> 27 & M18
            module.copies.append(Copy(*addresses, *counts, bool(first >> 59)))
    elif kind == XFER:
        odd(len(words) != 1)
        module.transfer = _name(words[0])


def _read_links(
    module: Module, kind: int, words: list[int], source: Words, place: Callable[[Address], Address]
) -> None:
    name = ""
    for word in words:
        if not word >> 59:
            name = _name(word)
            if not name:
                raise source.wrong(f"{TABLES[kind]}: {word:020o} is not a name")
            if word & 1:
                module.weak.add(name)
        elif not name:
            raise source.wrong(f"{TABLES[kind]}: a field before the name")
        elif kind == XLINK:
            at = place(Address(word >> 49 & 0o777, word & M18))
            field = Change(at, word >> 43 & 0o77, word >> 37 & 0o77, name, 1 - 2 * (word >> 58 & 1))
            module.changes.append(_checked(field, source))
        else:
            for byte in filter(None, _bytes([word])):
                if not byte & MARK or byte >> 27 & 3 == 3:
                    raise source.wrong(f"LINK: {byte:010o} names no field")
                module.changes.append(Change(place(_at(byte)), POSITIONS[byte >> 27 & 3], ADDRESS_BITS, name))


def _checked(change: Change, source: Words) -> Change:
    if not change.bits or change.low + change.bits > WORD_BITS:
        raise source.wrong(f"a field of {change.bits} bits from bit {change.low} on")
    return change


def _bytes(words: Iterable[int]) -> Iterator[int]:
    for word in words:
        yield from (word >> 30, word & M30)


def _of_byte(byte: int, at: Address) -> Iterator[Change]:
    """Yield the changes that the four bits of a word mean."""

    def change(position: int, negative: int) -> Change:
        return Change(at, POSITIONS[position], ADDRESS_BITS, PROGRAM, -1 if negative else 1)

    if byte & 0b1100 == 0b0100:
        yield change(MIDDLE, byte & 0b0010)
        return
    if byte & 0b1000:
        yield change(UPPER, byte & 0b0100)
    if byte & 0b0010:
        yield change(LOWER, byte & 0b0001)


# ---------------------------------------------------------------- files


def dumps(modules: Iterable[Module]) -> bytes:
    """Return modules as a text: 20 octal digits a word, each table on lines of its own."""
    lines = []
    for module in modules:
        lines.append(f"; {module.name}\n")
        for table in tables_of(module):
            texts = [f"{word:020o}" for word in table]
            lines += [f"{' '.join(texts[at : at + PER_LINE])}\n" for at in range(0, len(texts), PER_LINE)]
    return "".join(lines).encode("ascii")


def loads(data: bytes, file: str = "<data>") -> list[Module]:
    """Return the modules of such a text; raises ImageError with the line of any other text."""
    refuse_empty(data, file, "the tables of relocatable programs, in octal")
    words, places = [], []
    for where, line in text_lines(data, file):
        for text in line.partition(";")[0].split():
            if not WORD.fullmatch(text):
                raise damaged(file, where, f"{shown(text)} is not a word: expected 20 octal digits")
            words.append(int(text, 8))
            places.append(where)
    if not words:
        raise ImageError(f"{file}: there are no tables in this file")
    return modules_of(Words(words, places, file))


def recognises(head: bytes) -> bool:
    """Return whether the beginning of a file looks like such a text."""
    return bool(re.match(r"(?:\s*;[^\n]*\n)*\s*(7700|3400)[0-7]{16}\s", head.decode("latin-1")))
