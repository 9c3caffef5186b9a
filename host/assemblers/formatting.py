"""Sources of SAP and COMPASS in columns: each field begins where the language customarily has it.

Comments, texts, continuations, columns 73 to 80 and every line with fields that are not certain stay as they are. The
result is assembled, too: it has the words, symbols and warnings of the source, or there is an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from operator import add
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from emulators.errors import ImageError, SourceError, SourceErrors
from host.languages.analysis import Dialect
from host.languages.assembly import AssemblyError, Line, TooManyErrorsError, editing, read_bytes, read_lines

UNCLEAR = re.compile(r"unknown operation|the operation is missing|a card has|columns 73 to 80")  # errors about fields
IDENTIFICATION = re.compile(r"[A-Z0-9. ]{0,7}[0-9]")
NO_TEXTS: Mapping[str, str] = MappingProxyType({})
LAST_COLUMN = 72  # of a card; what follows is its identification


class Columns(NamedTuple):
    """Where fields begin, from 1; `bare`: the first column for a remark where there is no variable field."""

    operation: int
    variable: int
    remark: int
    bare: int


class Fields(NamedTuple):
    """The fields of a line as they are written."""

    location: str
    operation: str
    variable: str
    remark: str


Split = Callable[[Line], Fields | None]  # None: the line stays as it is

# COMPASS: a blank may belong to a text (10HA B, 1R , "MICRO") of a field that is not as simple as this one
SIMPLE = re.compile(r"(?!.*\d[ACHLRZ])[^=\"'$]*", re.IGNORECASE)
SIMPLE_OPERATIONS = frozenset({"BSS", "BSSZ", "EQU", "ORG", "SET", "USE", "ENTRY", "EXT"})


def formatted(path: Path, dialect: Dialect, texts: Mapping[str, str] = NO_TEXTS, **options: Any) -> str:
    """Return the text of a source with its fields in columns; `texts` are read in place of files, by real paths.

    Raises SourceErrors for a source with unknown operations, or with a line that does not fit into columns 1 to 72;
    ImageError for a language that has no columns.
    """
    if dialect.name not in READERS:
        raise ImageError(f"{path}: {dialect.title} has no columns: SAP and COMPASS are formatted")
    columns, reader = READERS[dialect.name]
    with editing(texts):
        before = _outcome(path, dialect, options)
        lines, written = read_lines(path, str(path)), read_bytes(path).decode()
        split = reader(lines, options)
    errors: list[SourceError] = []
    rows = []
    for line in lines:
        try:
            rows.append(_line(line, columns, split))
        except SourceError as error:
            errors.append(error)
    if errors:
        raise SourceErrors(errors)
    text = _as_it_ended(written, rows)
    with editing({**texts, os.path.realpath(path): text}):
        after = _outcome(path, dialect, options)
    if before != after:
        raise ImageError(f"{path}: in columns this source would assemble to other words: it stays as it is")
    return text


def _as_it_ended(written: str, rows: Sequence[str]) -> str:
    """Return the text of these lines, with the byte order mark and the line ends of the source."""
    mark = written[: written.startswith("\ufeff")]
    return mark + "".join(map(add, rows, [*re.findall(r"\r\n|\r|\n", written), ""]))


def difference(path: Path, text: str) -> list[str]:
    """Return the lines in which a source and its formatted text differ, as a unified diff; none if they are equal."""
    import difflib

    before = [line.text for line in read_lines(path, str(path))]
    with editing({os.path.realpath(path): text}):
        after = [line.text for line in read_lines(path, str(path))]
    return [*difflib.unified_diff(before, after, str(path), f"{path} in columns", lineterm="")]


def _outcome(path: Path, dialect: Dialect, options: Mapping[str, Any]) -> object:
    """Return what must be the same before and after: words, symbols, lines of words, warnings; or the errors.

    A member of a library has errors of its own, undefined symbols; raises SourceErrors for those of operations.
    """
    try:
        assembly = dialect.assemble(path, **options)
    except SourceErrors as errors:
        if unclear := [each for each in errors.errors if UNCLEAR.match(each.message)]:
            raise SourceErrors(unclear) from None
        return {(each.place.file, each.place.line, each.message) for each in errors.errors}
    except ImageError as error:  # no words at all
        return str(error)
    image = assembly.image
    warnings = [(each.place.line, each.message) for each in assembly.warnings]
    segments = [(each.address, list(each.words)) for each in image.segments]
    return segments, image.symbols, image.entry, image.lines, warnings, assembly.messages


def _line(line: Line, columns: Columns, split: Split) -> str:
    """Return a line in columns, or as it is where that would change its fields."""
    fields = split(line)
    if fields is None:
        return line.text
    identification = _identification(line.text)
    text = _laid_out(fields, columns, LAST_COLUMN - bool(identification))
    long = len(line.text.rstrip()) > LAST_COLUMN and not identification
    if len(text) > LAST_COLUMN and (long or not fields.remark):
        return line.text
    if len(text) > LAST_COLUMN:
        message = f"in columns this line would end in column {len(text)}: a card has {LAST_COLUMN}"
        raise AssemblyError(line.whole(), message, "shorten the remark, or put it on a line of its own")
    found = None
    with suppress(SourceError):
        found = split(line._replace(text=text))
    if found != fields:
        return line.text
    return f"{text:<{LAST_COLUMN}}{identification}" if identification else text


def _identification(text: str) -> str:
    """Return columns 73 to 80 of a card, if what is there looks like a number or a name with one, and is apart."""
    last = text[LAST_COLUMN:].rstrip()
    apart = " " in text[LAST_COLUMN - 1 : LAST_COLUMN + 1]
    return last if "\t" not in text and apart and IDENTIFICATION.fullmatch(last.upper()) else ""


def _laid_out(fields: Fields, columns: Columns, last: int) -> str:
    text = fields.location
    for column, field in ((columns.operation, fields.operation), (columns.variable, fields.variable)):
        if field:
            text = f"{text + ' ' if text else '':<{column - 1}}{field}"
    if not fields.remark:
        return text
    first = max(len(text) + 2, 0 if fields.variable else columns.bare)
    latest = last + 1 - len(fields.remark)
    at = max(first, min(columns.remark, latest))
    return f"{text:<{at - 1}}{fields.remark}"


# ---------------------------------------------------------------- the fields of the languages


def _sap(lines: Sequence[Line], options: dict[str, Any]) -> Split:
    from host.assemblers.sap.assembler import NO_REMARK, assembler
    from host.assemblers.sap.fields import TEXTS, split
    from host.assemblers.sap.words import OPERATIONS

    asm = assembler(**options)
    with suppress(SourceErrors, ImageError):
        asm.assemble_lines(lines[0].file if lines else "", [*lines])
    kept = TEXTS | {"REM", "SKP", "SPC", "HED", ""}

    def fields(line: Line) -> Fields | None:
        found = split(line, asm.known, columns=asm.uasap)
        if found is None or found.runs_on or found.operation.text in kept or found.operation.text not in asm.known:
            return None
        written, variable, remark = line.text, found.variable, found.remark
        operation = OPERATIONS.get(found.operation.text)
        if operation and operation.last == 0 and not asm.uasap and not NO_REMARK.match(variable.text):
            variable, remark = variable.part(0, 0), found.rest

        def part(column: int, text: str) -> str:
            return written[column - 1 : column - 1 + len(text)].strip()

        return Fields(
            part(found.location.column, found.location.text), part(found.operation.column, found.operation.text),
            part(variable.column, variable.text), part(remark.column, remark.text),
        )  # fmt: skip

    return fields


def _compass(lines: Sequence[Line], options: dict[str, Any]) -> Split:
    from host.assemblers.compass.assembler import assembler
    from host.assemblers.compass.instructions import is_instruction
    from host.assemblers.compass.operands import CONTINUES, split

    asm = assembler(**options)
    with suppress(SourceErrors, ImageError, TooManyErrorsError):
        asm.assemble_lines(lines[0].file if lines else "", [*lines])
    following = {line.number: after.text for line, after in pairwise(lines)}

    def fields(line: Line) -> Fields | None:
        text = line.text.removesuffix(_identification(line.text)).rstrip()
        if text[:1] == CONTINUES or following.get(line.number, "")[:1] == CONTINUES:
            return None
        found = split(line._replace(text=text), asm.is_operation)
        if found is None or not asm.is_operation(found.name):
            return None
        end = found.operation.column - 1 + len(found.operation.text)
        start = found.rest.column - 1 if found.rest.text else end
        location = text[found.location.column - 1 :][: len(found.location.text)]
        variable, remark = text[start:].strip(), ""
        simple = is_instruction(found.name) or found.name in SIMPLE_OPERATIONS
        if not found.rest.text:
            variable, remark = "", variable
        elif simple and SIMPLE.fullmatch(first := variable.split(None, 1)[0]):
            variable, remark = first, variable[len(first) :].strip()
        return Fields(location, text[found.operation.column - 1 : end], variable, remark)

    return fields


READERS: dict[str, tuple[Columns, Callable[[Sequence[Line], dict[str, Any]], Split]]] = {
    "sap": (Columns(8, 12, 29, 17), _sap),
    "compass": (Columns(11, 18, 36, 30), _compass),
}
