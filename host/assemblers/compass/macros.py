"""What is a macro, and what does calling it put into the program? Lines, with parameters replaced by their arguments.

NAME     MACRO  P,Q               or         MACRO  NAME,P,Q    P is what stands in the location field of the call
         LOCAL  L
L        SA1    P                 L is another symbol in each call
         SX_Q   B1                _ joins what stands beside it
NAME     ENDM
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from host.assemblers.compass.feed import MOST_STATEMENTS
from host.assemblers.compass.line import Field, Statement, capitals, is_empty, split
from host.assemblers.compass.operands import check_name
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.source import Line

if TYPE_CHECKING:
    from host.assemblers.compass.assembler import Assembler

WORD = re.compile("[A-Z0-9]+", re.ASCII)
JOIN = "_"
LOCAL_MARK = "::"  # begins the names that LOCAL makes


@dataclass
class Macro:
    """A macro: its parameters, the one that is the location field of the call, its lines."""

    name: str
    parameters: list[str]
    location: str | None
    lines: list[Line]


class Macros:
    """The macros defined so far."""

    def __init__(self, asm: Assembler) -> None:
        self.asm = asm
        self.defined: dict[str, Macro] = {}
        self._locals = 0

    def define(self, statement: Statement) -> None:
        """Take the lines up to ENDM for a macro."""
        parameters = [check_name(each) if each.text else "" for each in arguments(statement.rest)]
        name, location = statement.location.text, None
        if not name:
            if not parameters or not parameters[0]:
                raise AssemblyError(statement.operation.place(), "MACRO needs a name in the location field")
            name, location, parameters = parameters[0], "".join(parameters[1:2]) or None, parameters[2:]
        lines = self._body(statement, "MACRO", "ENDM", name)
        self.defined[name] = Macro(name, parameters, location, lines)

    def call(self, statement: Statement) -> None:
        """Go on with the lines of a macro."""
        macro = self.defined[statement.name]
        given = [each.text for each in arguments(statement.rest)]
        if len(given) > len(macro.parameters):
            extra = list(arguments(statement.rest))[len(macro.parameters)]
            takes = f"{macro.name} takes {len(macro.parameters)}" if macro.parameters else f"{macro.name} takes none"
            raise AssemblyError(extra.place(), "there are too many arguments", takes)
        values = dict(zip(macro.parameters, [*given, *[""] * len(macro.parameters)], strict=False))
        if macro.location is not None:
            values[macro.location] = statement.location.text
        else:
            self.asm.upper_or_label(statement)
        lines = list(self._filled(macro, values))
        self.asm.feed.expand(lines, "macro", macro.name, statement.operation.place())

    def _filled(self, macro: Macro, values: dict[str, str]) -> Iterator[Line]:
        for line in macro.lines:
            statement = None if is_empty(line) else self._read(line)
            if statement is not None and statement.name == "LOCAL":
                for each in arguments(statement.rest):
                    self._locals += 1
                    values[check_name(each)] = f"{LOCAL_MARK}{self._locals:06}"
            elif statement is not None:
                yield line._replace(text=replaced(capitals(line.text), values))

    def repeat(self, statement: Statement) -> None:
        """Take the lines up to ENDD, or so many, as often as DUP says."""
        reader = self.asm.reader(statement.rest)
        times = reader.constant()
        count = reader.constant() if reader.more() else None
        reader.end()
        if times < 0 or (count is not None and count < 0):
            raise AssemblyError(statement.rest.place(), "lines cannot be repeated less than no times")
        if count is None:
            lines = self._body(statement, "DUP", "ENDD", statement.location.text)
        else:
            lines = list(islice(self.asm.feed.in_frame(), count))
        if times * len(lines) > MOST_STATEMENTS:
            self.asm.feed.give_up(statement.rest.place(), f"the program grows beyond {MOST_STATEMENTS} lines")
        self.asm.feed.expand(lines * times, "repetition", "DUP", statement.operation.place())

    def _body(self, opening: Statement, begin: str, end: str, name: str) -> list[Line]:
        """Return the lines up to the end that belongs to this beginning."""
        lines: list[Line] = []
        inner = 0
        for line in self.asm.feed.in_frame():
            statement = None if is_empty(line) else self._read(line)
            operation = statement.name if statement else ""
            if operation == end and (not inner or (statement and name and statement.location.text == name)):
                return lines
            inner += (operation == begin and not _counted(statement)) - (operation == end)
            lines.append(line)
        raise AssemblyError(
            opening.operation.place(), f"{begin} has no {end}", f"write {name} {end}".replace("  ", " ")
        )

    def _read(self, line: Line) -> Statement | None:
        try:
            return split(line, self.asm.is_operation)
        except AssemblyError:
            return None


def _counted(statement: Statement | None) -> bool:
    """Return whether that is a DUP that says how many lines it is for."""
    return statement is not None and statement.name == "DUP" and "," in statement.rest.text.split(" ")[0]


def arguments(field: Field) -> Iterator[Field]:
    """Yield what stands between commas, up to the first blank; in parentheses commas and blanks are part of it."""
    start = depth = 0
    text = field.text + " "
    if not field.text:
        return
    for index, each in enumerate(text):
        depth += (each == "(") - (each == ")")
        if depth < 0 or (depth and index == len(text) - 1):
            raise AssemblyError(field.place(min(index, len(field.text) - 1), 1), "the parentheses do not match")
        if not depth and (each == "," or each.isspace()):
            yield _bare(field.part(start, index))
            start = index + 1
        if not depth and each.isspace():
            return


def _bare(field: Field) -> Field:
    """Return an argument without the parentheses around it."""
    return field.part(1, len(field.text) - 1) if field.text[:1] == "(" and field.text[-1:] == ")" else field


def replaced(text: str, values: dict[str, str]) -> str:
    """Return a line with the words that are parameters replaced, and what the joining mark stands between joined."""
    return WORD.sub(lambda match: values.get(match[0], match[0]), text).replace(JOIN, "")


def macro(asm: Assembler, statement: Statement) -> None:
    """MACRO: what follows, up to ENDM, is a macro."""
    asm.macros.define(statement)


def dup(asm: Assembler, statement: Statement) -> None:
    """DUP n: what follows, up to ENDD, n times; DUP n,m: the m lines that follow."""
    asm.macros.repeat(statement)


def misplaced(asm: Assembler, statement: Statement) -> None:
    """ENDM, ENDD and LOCAL where they have nothing to end, or are not in a macro."""
    belongs = {"ENDM": "ends no MACRO", "ENDD": "ends no DUP", "LOCAL": "stands in no macro"}
    raise AssemblyError(statement.operation.place(), f"{statement.name} {belongs[statement.name]}")


PSEUDO_OPERATIONS = {"MACRO": macro, "DUP": dup, "ENDM": misplaced, "ENDD": misplaced, "LOCAL": misplaced}
