"""Which lines are assembled, and how often? IF and its relatives, MACRO and DUP.

IF skips lines, up to ELSE or ENDIF, or a number of them; a name in the location field says which ENDIF belongs to it:

    .1       IFGT   N,10
             CON    1
    .1       ELSE
             CON    2
    .1       ENDIF

A macro is lines, with parameters replaced by the arguments of the call:

    NAME     MACRO  P,Q               or         MACRO  NAME,P,Q    P is what stands in the location field of the call
             LOCAL  L
    L        SA1    P                 L is another symbol in each call
             SX_Q   B1                _ joins what stands beside it
    NAME     ENDM
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from emulators.errors import SourceError
from host.assemblers.columns import Field, capitals
from host.assemblers.compass.numbers import encoded
from host.assemblers.compass.operands import Reader, Statement, check_name, split
from host.assemblers.compass.state import LOCAL_MARK, PSEUDO_OPERATIONS, Handler, Macro, Open, Skip, State, operation
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.feed import is_empty
from host.assemblers.source import Line

# ---------------------------------------------------------------- conditions

Compare = Callable[[Any, Any], bool]  # of two numbers, or two lists of codes
RELATIONS: dict[str, Compare] = {
    "EQ": operator.eq,
    "NE": operator.ne,
    "GT": operator.gt,
    "GE": operator.ge,
    "LT": operator.lt,
    "LE": operator.le,
}
BEFORE_COUNT = {"IFPL": 1, "IFMI": 1, "SKIP": 0}  # expressions before the count; two of the others


def skips(asm: State, line: Line) -> bool:
    """Return whether a line is skipped; the ELSE or ENDIF that ends this is skipped, too."""
    skip = asm.skip
    if skip is None:
        return False
    if asm.feed.depth < skip.open.depth:
        _end_skipping(asm, skip)
        message = "the skipped lines do not end in the same text"
        asm.program.diagnostics.report(AssemblyError(skip.open.place, message), asm.program.context)
        return False
    if is_empty(line):
        return True
    if skip.count is None:
        _look(asm, skip, line)
    else:
        skip.count -= 1
        if not skip.count:
            asm.skip = None
    return True


def _look(asm: State, skip: Skip, line: Line) -> None:
    """End the skipping if this is the line for it."""
    try:
        statement = split(line, asm.is_operation)
    except SourceError:
        return
    if statement is None or statement.location.text != skip.open.name:
        return
    if statement.name in IFS and not _has_count(statement):
        skip.inner += 1
    elif statement.name == "ENDIF" and skip.inner:
        skip.inner -= 1
    elif statement.name == "ENDIF":
        _end_skipping(asm, skip)
    elif statement.name == "ELSE" and skip.to_else and not skip.inner:
        asm.skip = None


def _end_skipping(asm: State, skip: Skip) -> None:
    asm.skip = None
    if skip.open in asm.open:
        asm.open.remove(skip.open)


def _has_count(statement: Statement) -> bool:
    """Return whether an IF that is skipped says how many lines it is for: then it has no ENDIF."""
    parts = len(statement.rest.text.split(None, 1)[0].split(",")) if statement.rest.text else 0
    return statement.name != "IFC" and parts > BEFORE_COUNT.get(statement.name, 2)


def _begin(asm: State, statement: Statement, holds: bool, reader: Reader) -> None:
    """Assemble what follows, or skip it: the number of lines that the reader finds, or up to ELSE or ENDIF."""
    start, count = reader.position, None
    if reader.more():
        start = reader.position
        count = reader.constant()
        reader.end()
        if count < 0:
            raise AssemblyError(reader.field.place(start), f"{count} lines cannot be skipped")
    _begin_counted(asm, statement, holds, count)


def _begin_counted(asm: State, statement: Statement, holds: bool, count: int | None, to_else: bool = True) -> None:
    this = Open(statement.location.text, statement.operation.place(), asm.feed.depth)
    if count is None:
        asm.open.append(this)
    if not holds and count != 0:
        asm.skip = Skip(this, count, to_else)


def _innermost(asm: State, statement: Statement) -> Open:
    name = statement.location.text
    found = next((each for each in reversed(asm.open) if each.name == name), None)
    if found is None:
        called = f" with the name '{name}'" if name else " without a name"
        raise statement.operation.error(f"{statement.name} belongs to no IF{called}")
    return found


def report_open(asm: State) -> None:
    """Report the IFs that are still open at the end of the source."""
    for each in asm.open:
        hint = f"write {each.name} ENDIF" if each.name else "write ENDIF after the conditional lines"
        asm.program.diagnostics.report(AssemblyError(each.place, "this has no ENDIF", hint), asm.program.context)


def _compare(relation: Compare, expressions: int = 2) -> Handler:
    """Return what compares expressions; one alone is compared with zero."""

    def handler(asm: State, statement: Statement) -> None:
        reader = asm.reader(statement.rest)
        left, right = reader.constant(), 0
        if expressions > 1:
            if not reader.more():
                raise reader.unexpected("a comma and what to compare with")
            right = reader.constant()
        _begin(asm, statement, relation(left, right), reader)

    return handler


for _name, _relation in RELATIONS.items():
    operation(f"IF{_name}")(_compare(_relation))
operation("IFMI")(_compare(RELATIONS["LT"], 1))
operation("IFPL")(_compare(RELATIONS["GE"], 1))


@operation("IF")
def if_(asm: State, statement: Statement) -> None:
    """IF DEF,symbol and IF -DEF,symbol: test whether the symbol is defined before this line."""
    reader = asm.reader(statement.rest)
    negative = reader.skip("-")
    if not reader.skip("DEF,"):
        raise AssemblyError(reader.field.place(reader.position), "IF knows DEF and -DEF alone", "IF DEF,SYMBOL")
    known = asm.scope.visible(check_name(reader.name())) is not None
    _begin(asm, statement, known != negative, reader)


@operation("IFC")
def ifc(asm: State, statement: Statement) -> None:
    """IFC EQ,*text*text*: compare characters, by their codes."""
    reader = asm.reader(statement.rest)
    negative = reader.skip("-")
    relation = reader.take(2)
    if relation.text not in RELATIONS or not reader.skip(","):
        hint = f"it begins with {', '.join(RELATIONS)}, as IFC EQ,*ONE*TWO*"
        raise relation.error("IFC does not know how to compare", hint)
    mark = reader.next()
    parts = reader.field.text[reader.position + 1 :].split(mark) if mark else []
    if len(parts) <= 2:
        raise AssemblyError(reader.field.place(reader.position), "expected two texts, as in *ONE*TWO*")
    reader.take(1)
    texts = []
    for part in parts[:2]:
        texts.append(encoded(reader.take(len(part)), part))
        reader.take(1)
    _begin(asm, statement, RELATIONS[relation.text](*texts) != negative, reader)


@operation("SKIP")
def skip(asm: State, statement: Statement) -> None:
    """SKIP n: skip n lines; without a number up to ENDIF."""
    reader = asm.reader(statement.rest)
    count = None if not reader.next() else reader.constant()
    reader.end()
    _begin_counted(asm, statement, False, count, to_else=False)


IFS = frozenset(PSEUDO_OPERATIONS)


@operation("ELSE")
def else_(asm: State, statement: Statement) -> None:
    """ELSE: what follows is for the other case; reached only after lines that were assembled."""
    asm.skip = Skip(_innermost(asm, statement))


@operation("ENDIF")
def endif(asm: State, statement: Statement) -> None:
    """ENDIF: what follows is for both cases."""
    asm.open.remove(_innermost(asm, statement))


# ---------------------------------------------------------------- macros and repetitions

WORD = re.compile("[A-Z0-9]+", re.ASCII)
JOIN = "_"


@operation("MACRO")
def macro(asm: State, statement: Statement) -> None:
    """MACRO: the lines up to ENDM are a macro."""
    parameters = [check_name(each) if each.text else "" for each in arguments(statement.rest)]
    name, location = statement.location.text, None
    if not name:
        if not parameters or not parameters[0]:
            raise statement.operation.error("MACRO needs a name in the location field")
        name, location, parameters = parameters[0], "".join(parameters[1:2]) or None, parameters[2:]
    place = (statement.location if statement.location.text else statement.rest.part(0, len(name))).place()
    asm.macros[name] = Macro(name, parameters, location, _body(asm, statement, "MACRO", "ENDM", name), place)


def call(asm: State, statement: Statement) -> None:
    """Continue with the lines of a macro."""
    macro = asm.macros[statement.name]
    given = list(arguments(statement.rest))
    if len(given) > len(macro.parameters):
        takes = f"{macro.name} takes {len(macro.parameters) or 'none'}"
        raise AssemblyError(given[len(macro.parameters)].place(), "there are too many arguments", takes)
    values = dict.fromkeys(macro.parameters, "")
    values |= {name: field.text for name, field in zip(macro.parameters, given, strict=False)}
    if macro.location is not None:
        values[macro.location] = statement.location.text
    else:
        asm.upper_or_label(statement)
    asm.feed.expand(list(_filled(asm, macro, values)), "macro", macro.name, statement.operation.place())


def _filled(asm: State, macro: Macro, values: dict[str, str]) -> Iterator[Line]:
    """Yield the lines of a macro, parameters and local names replaced, what stands beside the joining mark joined."""
    for line in macro.lines:
        statement = None if is_empty(line) else _read(asm, line)
        if statement is not None and statement.name == "LOCAL":
            for each in arguments(statement.rest):
                asm.local_count += 1
                values[check_name(each)] = f"{LOCAL_MARK}{asm.local_count:06}"
        elif statement is not None:
            text = WORD.sub(lambda match: values.get(match[0], match[0]), capitals(line.text))
            yield line._replace(text=text.replace(JOIN, ""))


@operation("DUP")
def dup(asm: State, statement: Statement) -> None:
    """DUP n: the lines up to ENDD, n times; DUP n,m: the next m lines."""
    reader = asm.reader(statement.rest)
    times = reader.constant()
    count = reader.constant() if reader.more() else None
    reader.end()
    if times < 0 or (count is not None and count < 0):
        raise statement.rest.error("the repeat count cannot be negative")
    if count is None:
        lines = _body(asm, statement, "DUP", "ENDD", statement.location.text)
    else:
        lines = list(islice(asm.feed.in_frame(), count))
    asm.feed.repeat(lines, times, "DUP", statement.operation.place(), statement.rest.place())


def _body(asm: State, opening: Statement, begin: str, end: str, name: str) -> list[Line]:
    """Return the lines up to the end that belongs to this beginning."""
    lines: list[Line] = []
    inner = 0
    for line in asm.feed.in_frame():
        statement = None if is_empty(line) else _read(asm, line)
        operation = statement.name if statement else ""
        if operation == end and (not inner or (statement and name and statement.location.text == name)):
            return lines
        counted = operation == "DUP" and statement and "," in statement.rest.text.split(" ")[0]  # it has no ENDD
        inner += (operation == begin and not counted) - (operation == end)
        lines.append(line)
    hint = f"write {name} {end}" if name else f"write {end}"
    raise opening.operation.error(f"{begin} has no {end}", hint)


def _read(asm: State, line: Line) -> Statement | None:
    try:
        return split(line, asm.is_operation)
    except AssemblyError:
        return None


def arguments(field: Field) -> Iterator[Field]:
    """Yield the texts between commas, up to the first blank; in parentheses commas and blanks are part of a text."""
    start = depth = 0
    text = field.text + " "
    if not field.text:
        return
    for index, each in enumerate(text):
        depth += (each == "(") - (each == ")")
        if depth < 0 or (depth and index == len(text) - 1):
            raise AssemblyError(field.place(min(index, len(field.text) - 1), 1), "the parentheses do not match")
        if not depth and (each == "," or each.isspace()):
            found = field.part(start, index)
            bare = found.text[:1] == "(" and found.text[-1:] == ")"
            yield found.part(1, len(found.text) - 1) if bare else found
            start = index + 1
        if not depth and each.isspace():
            return


@operation("ENDM", "ENDD", "LOCAL")
def misplaced(asm: State, statement: Statement) -> None:
    """ENDM, ENDD and LOCAL without the operation they belong to."""
    belongs = {"ENDM": "ends no MACRO", "ENDD": "ends no DUP", "LOCAL": "stands in no macro"}
    raise statement.operation.error(f"{statement.name} {belongs[statement.name]}")
