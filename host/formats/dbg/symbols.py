"""The symbols of a debug information file of ld65, with names that tell them apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from host.formats.dbg.records import Record, Records
from host.formats.faults import damaged

NAMELESS = "$anon-"  # begins the names of scopes without one
MACRO_LOCAL = "LOCAL-MACRO_SYMBOL-"  # begins the names of symbols that belong to one call of a macro
WORD = 1 << 32  # values have 32 bits, in two's complement
DEEPEST = 256  # scopes in scopes and labels of labels: a circle has no end


class Symbol(NamedTuple):
    """A symbol as the file knows it."""

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
    """Return the symbols under names of their own.

    When several modules have different ones of one name, those that are not exported carry that of their module,
    main::loop. What has no name of its own even then carries its address: loop@0203.
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
