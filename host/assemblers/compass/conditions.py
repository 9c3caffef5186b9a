"""Which lines are assembled? IF and its relatives skip lines, up to ELSE or ENDIF, or a number of them.

A name in the location field says which ENDIF belongs to which IF:

    .1       IFGT   N,10
             CON    1
    .1       ELSE
             CON    2
    .1       ENDIF
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emulators.errors import Place, SourceError
from host.assemblers.compass.line import Statement, is_empty, split
from host.assemblers.compass.operands import Reader, check_name
from host.assemblers.compass.texts import encoded
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.source import Line, depth_of

if TYPE_CHECKING:
    from host.assemblers.compass.assembler import Assembler

Compare = Callable[[object, object], bool]
RELATIONS: dict[str, Compare] = {
    "EQ": operator.eq,
    "NE": operator.ne,
    "GT": operator.gt,  # type: ignore[dict-item]  # of two numbers, or two lists of codes
    "GE": operator.ge,  # type: ignore[dict-item]
    "LT": operator.lt,  # type: ignore[dict-item]
    "LE": operator.le,  # type: ignore[dict-item]
}


@dataclass
class Open:
    """An IF whose ENDIF has not come: its name, where it is, and how deep in texts and macros."""

    name: str
    place: Place
    depth: int


@dataclass
class Skip:
    """Lines being skipped: to the ENDIF (or ELSE) of an IF, or so many of them."""

    open: Open
    count: int | None = None
    to_else: bool = False
    inner: int = 0  # IFs of the same name inside


class Conditions:
    """The IFs that are open, and what is being skipped."""

    def __init__(self, asm: Assembler) -> None:
        self.asm = asm
        self.open: list[Open] = []
        self.skip: Skip | None = None

    def skips(self, line: Line) -> bool:
        """Return whether a line is skipped; the ELSE or ENDIF that ends this is skipped, too."""
        skip = self.skip
        if skip is None:
            return False
        if depth_of(self.asm.feed.expansion) < skip.open.depth:
            self.skip = None
            self._forget(skip.open)
            message = "the lines that this skips do not end where it stands"
            self.asm.program.diagnostics.report(AssemblyError(skip.open.place, message, ""), self.asm.program.context)
            return False
        if is_empty(line):
            return True
        if skip.count is not None:
            skip.count -= 1
            if not skip.count:
                self.skip = None
            return True
        self._look(skip, line)
        return True

    def _look(self, skip: Skip, line: Line) -> None:
        """End the skipping if this is the line for it."""
        try:
            statement = split(line, self.asm.is_operation)
        except SourceError:
            return
        if statement is None or statement.location.text != skip.open.name:
            return
        if statement.name in IFS and not _counts(statement):
            skip.inner += 1
        elif statement.name == "ENDIF" and skip.inner:
            skip.inner -= 1
        elif statement.name == "ENDIF":
            self._forget(skip.open)
            self.skip = None
        elif statement.name == "ELSE" and skip.to_else and not skip.inner:
            self.skip = None

    def _forget(self, which: Open) -> None:
        if which in self.open:
            self.open.remove(which)

    def begin(self, statement: Statement, holds: bool, count: int | None) -> None:
        """Assemble what follows, or skip it."""
        this = Open(statement.location.text, statement.operation.place(), depth_of(self.asm.feed.expansion))
        if count is None:
            self.open.append(this)
        if not holds and count != 0:
            self.skip = Skip(this, count, to_else=True)

    def otherwise(self, statement: Statement) -> None:
        """Skip what follows an ELSE that is reached."""
        self.skip = Skip(self._innermost(statement))

    def end(self, statement: Statement) -> None:
        """Close the IF that this ENDIF belongs to."""
        self.open.remove(self._innermost(statement))

    def _innermost(self, statement: Statement) -> Open:
        name = statement.location.text
        found = next((each for each in reversed(self.open) if each.name == name), None)
        if found is None:
            called = f" with the name '{name}'" if name else " without a name"
            raise AssemblyError(statement.operation.place(), f"{statement.name} belongs to no IF{called}")
        return found

    def finish(self) -> None:
        """Report the IFs that are still open at the end of the source."""
        for each in self.open:
            hint = f"write {each.name} ENDIF" if each.name else "write ENDIF behind the lines it is for"
            error = AssemblyError(each.place, "this has no ENDIF", hint)
            self.asm.program.diagnostics.report(error, self.asm.program.context)


def _counts(statement: Statement) -> bool:
    """Return whether an IF that is skipped says how many lines it is for: then it has no ENDIF."""
    parts = len(statement.rest.text.split(None, 1)[0].split(",")) if statement.rest.text else 0
    return statement.name != "IFC" and parts > EXPRESSIONS.get(statement.name, 2)


EXPRESSIONS = {"IFPL": 1, "IFMI": 1, "SKIP": 0}  # before the count; two of the others


def _count(reader: Reader) -> int | None:
    """Read the number of lines, if there is one."""
    if not reader.more():
        return None
    start = reader.position
    count = reader.constant()
    reader.end()
    if count < 0:
        raise AssemblyError(reader.field.place(start), f"{count} lines cannot be skipped")
    return count


def compare(relation: Compare, expressions: int = 2) -> Callable[[Assembler, Statement], None]:
    """Return what compares expressions; one alone is compared with zero."""

    def handler(asm: Assembler, statement: Statement) -> None:
        reader = asm.reader(statement.rest)
        left, right = reader.constant(), 0
        if expressions > 1:
            if not reader.more():
                raise reader.unexpected("a comma and what to compare with")
            right = reader.constant()
        asm.conditions.begin(statement, relation(left, right), _count(reader))

    return handler


def if_(asm: Assembler, statement: Statement) -> None:
    """IF DEF,symbol and IF -DEF,symbol: look whether the symbol is defined further up."""
    reader = asm.reader(statement.rest)
    negative = reader.skip("-")
    if not reader.skip("DEF,"):
        raise AssemblyError(reader.field.place(reader.position), "IF knows DEF and -DEF alone", "IF DEF,SYMBOL")
    name = reader.name()
    known = asm.scope.visible(check_name(name)) is not None
    asm.conditions.begin(statement, known != negative, _count(reader))


def ifc(asm: Assembler, statement: Statement) -> None:
    """IFC EQ,*text*text*: compare characters, by their codes."""
    reader = asm.reader(statement.rest)
    negative = reader.skip("-")
    relation = reader.take(2)
    if relation.text not in RELATIONS or not reader.skip(","):
        hint = f"it begins with {', '.join(RELATIONS)}, as IFC EQ,*ONE*TWO*"
        raise AssemblyError(relation.place(), "IFC does not know how to compare", hint)
    mark = reader.next()
    parts = reader.field.text[reader.position + 1 :].split(mark) if mark else []
    if len(parts) <= 2:
        raise AssemblyError(reader.field.place(reader.position), "expected two texts, as in *ONE*TWO*")
    reader.take(1)
    texts = []
    for part in parts[:2]:
        texts.append(encoded(reader.take(len(part)), part))
        reader.take(1)
    holds = RELATIONS[relation.text](*texts)
    asm.conditions.begin(statement, holds != negative, _count(reader))


def skip(asm: Assembler, statement: Statement) -> None:
    """SKIP n: skip n lines; without a number up to ENDIF."""
    reader = asm.reader(statement.rest)
    count = None if not reader.next() else reader.constant()
    reader.end()
    asm.conditions.begin(statement, False, count)
    if asm.conditions.skip:
        asm.conditions.skip.to_else = False


def else_(asm: Assembler, statement: Statement) -> None:
    """ELSE: what follows is for the other case."""
    asm.conditions.otherwise(statement)


def endif(asm: Assembler, statement: Statement) -> None:
    """ENDIF: what follows is for both cases."""
    asm.conditions.end(statement)


IFS: dict[str, Callable[[Assembler, Statement], None]] = {
    **{f"IF{name}": compare(relation) for name, relation in RELATIONS.items()},
    "IF": if_,
    "IFC": ifc,
    "IFMI": compare(RELATIONS["LT"], 1),
    "IFPL": compare(RELATIONS["GE"], 1),
    "SKIP": skip,
}
PSEUDO_OPERATIONS = {**IFS, "ELSE": else_, "ENDIF": endif}
