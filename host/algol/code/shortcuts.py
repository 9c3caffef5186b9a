"""Jumps that are not needed: to jumps, to what comes next, behind what never ends; and labels that nobody uses.

A label begins a word, and nothing is known of the registers there: without it instructions share a word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from host.algol.code.emit import Line, written
from host.algol.syntax import Goto

JUMPS = frozenset({"EQ", "NG", "PL", "ZR", "NZ"})
LABEL = re.compile(r"L\.\.\d+")  # of this piece of code alone
NOTHING = ("BSS", "0")


class Fields(NamedTuple):
    """A line in its fields; a remark has none."""

    location: str
    operation: str
    variable: str

    @property
    def leaves(self) -> bool:
        """Whether what follows is not reached from here."""
        return self.operation == "JP" or (self.operation == "EQ" and "," not in self.variable)


def shortened(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a piece of code without jumps and labels that are not needed."""
    before: list[Line] = []
    now = list(lines)
    while now != before:
        before, now = now, _reached(_used(_straight(now)))
    return now


def _fields(line: Line) -> Fields:
    if line.text.startswith("*"):
        return Fields("", "", "")
    operation, _, variable = line.text[9:].partition(" ")
    return Fields(line.text[:9].strip(), operation, variable.strip())


def _rewritten(line: Line, fields: Fields) -> Line:
    return line._replace(text=written(*fields))


def _straight(lines: list[Line]) -> list[Line]:
    """Let jumps go where a jump that they lead to goes, unless a statement begins with that: debuggers stop there."""
    fields = [_fields(each) for each in lines]
    goes: dict[str, str] = {}
    ahead, stops = Fields("", "", ""), False  # the next instruction
    for line, each in zip(reversed(lines), reversed(fields), strict=True):
        if each.operation and (each.operation, each.variable) != NOTHING:
            ahead, stops = each, line.begins and not isinstance(line.node, Goto)
        if each.location and ahead.operation == "EQ" and ahead.leaves and not stops:
            goes[each.location] = ahead.variable
    return [_straightened(line, each, goes) for line, each in zip(lines, fields, strict=True)]


def _straightened(line: Line, fields: Fields, goes: dict[str, str]) -> Line:
    if fields.operation not in JUMPS:
        return line
    condition, comma, target = fields.variable.rpartition(",")
    seen = {target}
    while target in goes and goes[target] not in seen:
        target = goes[target]
        seen.add(target)
    variable = f"{condition}{comma}{target}"
    return line if variable == fields.variable else _rewritten(line, fields._replace(variable=variable))


def _used(lines: list[Line]) -> list[Line]:
    """Leave labels out that nothing leads to."""
    fields = [_fields(each) for each in lines]
    used = {name for each in fields for name in LABEL.findall(each.variable)}
    kept = []
    for line, each in zip(lines, fields, strict=True):
        if not LABEL.fullmatch(each.location) or each.location in used:
            kept.append(line)
        elif (each.operation, each.variable) != NOTHING:
            kept.append(_rewritten(line, each._replace(location="")))
    return kept


def _reached(lines: list[Line]) -> list[Line]:
    """Leave instructions out that are not reached, and jumps to what comes next."""
    fields = [_fields(each) for each in lines]
    kept: list[Line] = []
    reached = True
    for number, (line, each) in enumerate(zip(lines, fields, strict=True)):
        reached = reached or bool(each.location)
        if not each.operation:
            kept.append(line)
            continue
        if reached and not _idle(line, fields, number):
            kept.append(line)
        reached = reached and not each.leaves
    return kept


def _idle(line: Line, fields: list[Fields], number: int) -> bool:
    """Whether a line is a jump to what comes next, and no statement that somebody wants to see."""
    jump = fields[number]
    return jump.leaves and not jump.location and not line.begins and jump.variable in _next(fields, number)


def _next(fields: list[Fields], number: int) -> set[str]:
    """Return the labels of the next instruction."""
    found = set()
    for each in fields[number + 1 :]:
        if each.location:
            found.add(each.location)
        if each.operation and (each.operation, each.variable) != NOTHING:
            break
    return found
