"""Analysis of SAP sources for editors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from emulators.errors import Place
from host.assemblers.editing import (
    MOST_STATEMENTS,
    Reading,
    Spot,
    after_operation,
    certain,
    documented,
    explained,
    made,
    quietly,
    read_as_part,
)
from host.assemblers.expressions import Symbol
from host.languages.analysis import Analysis, Explained, Word
from host.languages.assembly import Editing, Line, read_lines

TAKEN_BY_LIB = re.compile(r"(?im)^(?![*])(?:\S*\s+LIB\s+(?P<name>\S+))")


def analyse(path: str, texts: Mapping[str, str], options: Mapping[str, Any]) -> Analysis:
    """Analyse a SAP source for editors; WST writes nothing."""
    from host.assemblers.sap.assembler import assembler

    def read(path: str, opened: Editing) -> Reading:
        reading = Reading(path, made(assembler, options), opened)
        reading.assembler.feed.most = MOST_STATEMENTS
        reading.assembler.tables_to_write = Unwritten()
        reading.run(read_lines(Path(path), path))
        return reading

    reading = read_as_part(path, texts, read, TAKEN_BY_LIB)

    def statement(line: str) -> Any:
        from host.assemblers.sap.fields import split

        return split(Line(path, 1, line), reading.assembler.known, columns=reading.assembler.uasap)

    def bare(line: str) -> str:
        found = quietly(statement, line)
        return line[: found.remark.column - 1] if found else ""

    def spot(symbol: Symbol) -> Spot:
        return Spot(symbol.name.rpartition("$")[2])

    def operands(before: str) -> bool:
        return after_operation(before, reading.assembler.known.__contains__)

    return Analysis(
        reading.problems, reading.editing.lines,
        partial(certain, partial(reading.names, spot), reading, TAKEN_BY_LIB, texts),
        partial(_explain_sap, reading, statement), partial(_sap_words, reading), operands, reading.links(), bare,
        columns=True,
    )  # fmt: skip


class Unwritten(list[Path]):
    """Discards output files: nothing is written while a source is only analysed."""

    def append(self, path: Path) -> None:
        """Discard it."""


def _explain_sap(reading: Reading, statement: Callable[[str], Any], at: Place) -> Explained | None:
    from emulators.ibm704 import isa
    from host.assemblers.sap.pseudo import PSEUDO_OPERATIONS, UNSUPPORTED

    line = Line(at.file, at.line, reading.raw(at.file, at.line))
    found = quietly(statement, line.text)
    if not found or not found.operation.column <= at.column <= found.operation.column + len(found.operation.text):
        return None
    name, here = found.operation.text, partial(explained, line, found.operation.column, len(found.operation.text))
    operation = reading.assembler.operations.get(name)
    if operation is None:
        handler = PSEUDO_OPERATIONS.get(name)
        text = documented(handler) if handler else UNSUPPORTED.get(name, ("",))[0]
        return here(f"**{name}**\n\n{text}") if text else None
    lines = [f"**{name}** {operation.instruction.name}" if operation.instruction else f"**{name}**"]
    if assembled := reading.assembled(at):
        record, words, more = assembled
        address = reading.value(record.here)
        lines.append(f"`{reading.program.target.word(words[0]).strip()}` at {address or 0:05o}{more}")
    if each := operation.instruction:
        time = f"{each.cycles} cycles of {isa.CYCLE_MICROSECONDS} µs"
        least = " at least: operands and units add some" if each.traits & isa.Trait.UNIT or each.cycles > 2 else ""
        lines.append(f"operation {each.written}, {time}{least}")
    return here("\n\n".join(lines))


def _sap_words(reading: Reading) -> Sequence[Word]:
    from host.assemblers.sap.pseudo import PSEUDO_OPERATIONS

    operations = reading.assembler.operations.items()
    return [
        *(Word(each, "operation", op.instruction.name if op.instruction else "") for each, op in operations if each),
        *(Word(each, "operation", documented(handler)) for each, handler in PSEUDO_OPERATIONS.items()),
    ]
