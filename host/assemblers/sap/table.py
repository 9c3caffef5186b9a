"""UA SAP's symbol table, which says what definition of a symbol counts if there are several.

In the first pass the table is searched from its beginning, so that the first one counts for ORG, BSS, EQU and their
like. At its end the table is sorted, entries that are equal being exchanged at every pass over them, and the second
pass finds one of them by halving. Both are done here step by step as UA SAP did them: the choice depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from emulators.errors import Place
from emulators.ibm704 import bcd
from host.assemblers.expressions import Expression, Literal, Scope, Symbol

SIGN = 1 << 35
NOTHING = "0"  # no symbol, and a word of zeros


class Entry(NamedTuple):
    """A definition."""

    symbol: Symbol
    expression: Expression
    relative: bool
    place: Place

    @property
    def order(self) -> int:
        """The symbol as a number: its characters at the right end of a word, its heading, if any, at the left one."""
        heading, dollar, name = self.symbol.name.rpartition("$")
        codes = bcd.codes(name)
        codes = [*(bcd.codes(heading) if dollar else ()), *[0] * (5 - len(codes)), *codes]
        word = sum(code << 6 * place for place, code in enumerate(reversed(codes)))
        return SIGN - word if word & SIGN else word


def nothing(place: Place) -> Entry:
    """Return the entry that an empty table has: the first symbol takes its place, but AST puts a table after it."""
    return Entry(Symbol(NOTHING, Scope("")), Literal(0, place), False, place)


def ordered(entries: Sequence[Entry]) -> list[Entry]:
    """Return a table as it is after sorting: upwards and downwards in turn, over what is not yet in order."""
    table = [(each.order, each) for each in entries]

    def exchange(place: int) -> bool:
        """Put an entry and the one before it in order; also exchange those that are equal."""
        if table[place - 1][0] < table[place][0]:
            return False
        table[place - 1], table[place] = table[place], table[place - 1]
        return True

    first, end = 1, len(table)
    while len(table) > 1:
        exchanged = [place for place in range(first, max(end, first + 1)) if exchange(place)]
        last = exchanged[-1] if exchanged else first
        if last == first:
            break
        downwards = [place for place in range(last, first, -1) if exchange(place - 1)]
        first, end = downwards[-1] if downwards else first, last
    return [each for _, each in table]


def found(table: Sequence[Entry], order: int) -> int | None:
    """Return the place at which halving finds a symbol in a sorted table; None if it does not."""
    keys = [each.order for each in table]
    if not table or order <= keys[0]:
        return 0 if table and order == keys[0] else None
    place, step = 0, 1 << (2 * len(table) - 1).bit_length() >> 1
    upwards = True
    while step > 1:
        place += step // 2 if upwards else -step // 2
        step //= 2
        inside = 0 < place < len(table)
        if inside and keys[place] == order:
            return place
        upwards = inside and keys[place] < order
    return None


def doubles(table: Sequence[Entry]) -> Iterator[tuple[Entry, list[Entry]]]:
    """Yield, of each symbol with several definitions, the one that counts, and all of them in the table's order."""
    by_symbol: dict[Symbol, list[Entry]] = {}
    for entry in table:
        by_symbol.setdefault(entry.symbol, []).append(entry)
    several = [entries for entries in by_symbol.values() if len(entries) > 1]
    in_order = ordered(table) if several else []
    for entries in several:
        place = found(in_order, entries[0].order)
        yield entries[0] if place is None else in_order[place], entries
