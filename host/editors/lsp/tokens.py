"""Semantic tokens: the natures of names that a grammar cannot see, and the lines that are not assembled."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from host.languages.analysis import Analysis, Kind

TYPES = ("label", "variable", "parameter", "function", "namespace", "macro", "struct", "enum", "property", "comment")
MODIFIERS = ("definition", "readonly", "defaultLibrary", "static", "zeroPage")
TYPE = {
    Kind.LABEL: "label",
    Kind.CONSTANT: "variable",
    Kind.VARIABLE: "variable",
    Kind.ARRAY: "variable",
    Kind.PARAMETER: "parameter",
    Kind.PROCEDURE: "function",
    Kind.SCOPE: "namespace",
    Kind.STRUCTURE: "struct",
    Kind.ENUMERATION: "enum",
    Kind.MEMBER: "property",
    Kind.COMMON: "namespace",
    Kind.MACRO: "macro",
    Kind.OPERATION: "macro",
}
NUMBER = {name: number for number, name in enumerate(TYPES)}
BIT = {name: 1 << number for number, name in enumerate(MODIFIERS)}


class Token(NamedTuple):
    """A token, in characters: line and column from 0."""

    line: int
    column: int
    length: int
    type: int
    modifiers: int


def tokens(analysis: Analysis, file: str) -> list[Token]:
    """Return the tokens of a file in the order of the text; none lies over another one."""
    lines = analysis.files.get(file, ())
    dark: set[int] = set()
    found: list[Token] = []
    for rows in analysis.inactive(file) if analysis.inactive else ():
        for number in range(rows.first - 1, min(rows.last, len(lines))):
            text = lines[number]
            start = len(text) - len(text.lstrip())
            if text.strip():
                dark.add(number)
                found.append(Token(number, start, len(text.rstrip()) - start, NUMBER["comment"], 0))
    for name in analysis.names:
        if name.kind not in TYPE:
            continue
        type_, bits = NUMBER[TYPE[name.kind]], sum(BIT[each] for each in name.traits)
        bits |= BIT["readonly"] * (name.kind is Kind.CONSTANT)
        bits |= BIT["defaultLibrary"] * (name.place is None)
        for place in name.places:
            if place.file == file and place.length > 0 and place.line - 1 not in dark and place.line <= len(lines):
                more = BIT["definition"] * (place is name.place)
                found.append(Token(place.line - 1, place.column - 1, place.length, type_, bits | more))
    found.sort()
    return [*_apart(found)]


def _apart(found: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens that begin after the one before has ended."""
    line = end = -1
    for each in found:
        if each.line != line or each.column >= end:
            yield each
            line, end = each.line, each.column + each.length


def encoded(found: Sequence[Token], lines: Sequence[str], units: Callable[[str], int]) -> list[int]:
    """Return tokens as the protocol has them, each by its distance from the one before."""
    data: list[int] = []
    line = start = 0
    for each in found:
        text = lines[each.line]
        first, last = each.column, min(each.column + each.length, len(text))
        if not text.isascii():
            first, last = units(text[:first]), units(text[:last])
        if last <= first:
            continue
        data += [each.line - line, first - start * (each.line == line), last - first, each.type, each.modifiers]
        line, start = each.line, first
    return data


def between(found: Sequence[Token], first: int, last: int) -> Sequence[Token]:
    """Return the tokens of the lines from `first` to `last`."""
    return found[bisect_left(found, (first,)) : bisect_left(found, (last + 1,))]


def change(before: Sequence[int], after: Sequence[int]) -> tuple[int, int, Sequence[int]] | None:
    """Return the one replacement that makes `after` of `before`: where, how many numbers go, which ones come."""
    if before == after:
        return None
    least = min(len(before), len(after))
    start = next((at for at in range(least) if before[at] != after[at]), least)
    end = next((at for at in range(least - start) if before[-1 - at] != after[-1 - at]), least - start)
    return start, len(before) - start - end, after[start : len(after) - end]
