"""Analysis of SAP sources for editors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from emulators.errors import Place
from emulators.ibm704 import isa
from host.assemblers import facts
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
from host.assemblers.program import Record
from host.assemblers.sap.words import Operation
from host.languages.analysis import Analysis, Call, Explained, Inlay, Kind, Name, Rows, Word
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

    reading = read_as_part(path, texts, read, TAKEN_BY_LIB, options)

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

    def fields(line: str) -> tuple[str, str]:
        found = quietly(statement, line)
        return (line[: found.remark.column - 1], found.variable.text) if found else (line, "")

    def operation(line: str) -> tuple[int, str, str] | None:
        found = quietly(statement, line)
        if not found or found.operation.column > len(line):
            return None
        start = found.operation.column - 1
        return start, found.operation.text, line[start + len(found.operation.text) :]

    def called(text: str) -> Call | None:
        return facts.in_operand(text, operation)

    def inlays(rows: Rows) -> Iterator[Inlay]:
        def operation_of(record: Record) -> Operation | None:
            found = quietly(statement, record.line.text)
            return reading.assembler.operations.get(found.operation.text) if found else None

        def time(record: Record, words: Sequence[int]) -> tuple[str, str] | None:
            found = operation_of(record)
            return (
                (f"{found.instruction.cycles} cycles", _time(found.instruction))
                if found and found.instruction
                else None
            )

        def address(record: Record, words: Sequence[int]) -> int | None:
            return words[0] & isa.FIELD if operation_of(record) and len(words) == 1 else None

        return facts.inlays(reading, rows, fields, time, address)

    def names() -> Iterator[Name]:
        yield from reading.names(spot)
        yield from _own_operations(reading, statement)

    return Analysis(
        reading.problems, reading.editing.lines,
        partial(certain, names, reading, TAKEN_BY_LIB, texts),
        partial(_explain_sap, reading, statement), partial(_sap_words, reading), operands, reading.links, bare,
        columns=True, called=called, remark=lambda line: line[:1] == "*", inlays=inlays, outcome=reading.outcome,
    )  # fmt: skip


def _own_operations(reading: Reading, statement: Callable[[str], Any]) -> Iterator[Name]:
    """Yield the operations that the program defines (OPD)."""
    own = reading.assembler.own_operations
    uses: dict[str, list[Place]] = {each: [] for each in own}
    for record in reading.program.records if own else ():
        found = quietly(statement, record.line.text)
        if found and found.operation.text in own:
            uses[found.operation.text].append(record.line.place(found.operation.column, len(found.operation.text)))
    for name, place in own.items():
        word = reading.program.target.word(reading.assembler.operations[name].word)
        about = f"**{name}** operation {word.strip()}\n\n{reading.defined(place)}"
        yield Name(name, Kind.OPERATION, place, list(dict.fromkeys(uses[name])), partial(str, about),
                   partial(str, word.strip()), short=name, changeable=False)  # fmt: skip


class Unwritten(list[Path]):
    """Discards output files: nothing is written while a source is only analysed."""

    def append(self, path: Path) -> None:
        """Discard it."""


def _explain_sap(reading: Reading, statement: Callable[[str], Any], at: Place) -> Explained | None:
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
        lines.append(f"operation {each.written}, {_time(each)}")
    return here("\n\n".join(lines))


def _time(instruction: isa.Instruction) -> str:
    least = instruction.traits & isa.Trait.UNIT or instruction.cycles > 2
    more = " at least: operands and units add some" if least else ""
    return f"{instruction.cycles} cycles of {isa.CYCLE_MICROSECONDS} µs{more}"


def _sap_words(reading: Reading) -> Sequence[Word]:
    from host.assemblers.sap.pseudo import PSEUDO_OPERATIONS

    operations = reading.assembler.operations.items()
    return [
        *(Word(each, "operation", op.instruction.name if op.instruction else "") for each, op in operations if each),
        *(Word(each, "operation", documented(handler)) for each, handler in PSEUDO_OPERATIONS.items()),
    ]
