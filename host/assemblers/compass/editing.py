"""Analysis of COMPASS sources for editors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from emulators.errors import Place
from host.assemblers.editing import (
    EVERYWHERE,
    MOST_STATEMENTS,
    NOWHERE,
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
from host.languages.analysis import Analysis, Explained, Name, Word
from host.languages.assembly import Editing, Line, read_lines

TAKEN_BY_XTEXT = re.compile(r"(?im)^(?![*])(?:\S*\s+XTEXT\s+(?P<name>[^\s,]+))")


def analyse(path: str, texts: Mapping[str, str], options: Mapping[str, Any]) -> Analysis:
    """Analyse a COMPASS source for editors."""
    from host.assemblers.compass.assembler import assembler

    def read(path: str, opened: Editing) -> Reading:
        lines = read_lines(Path(path), path)
        reading = Reading(path, made(assembler, options), opened)
        reading.assembler.feed.most = MOST_STATEMENTS
        reading.run(lines)
        if reading.assembler.origin_later is None or reading.problems:
            return reading
        again = Reading(path, assembler(**options, origin=reading.assembler.found_origin()), opened)
        again.run(lines, again.assembler.check_origin)
        return again

    reading = read_as_part(path, texts, read, TAKEN_BY_XTEXT)
    asm = reading.assembler

    def statement(line: str) -> Any:
        from host.assemblers.compass.operands import split

        return split(Line(path, 1, line), asm.is_operation)

    def bare(line: str) -> str:
        found = quietly(statement, line)
        return line[: found.rest.column - 1] + found.rest.text.split(" ")[0] if found else ""

    def spot(symbol: Symbol) -> Spot:
        from host.assemblers.compass.state import LOCAL_MARK

        return Spot(symbol.name, NOWHERE if symbol.name.startswith(LOCAL_MARK) else EVERYWHERE)

    def names() -> Iterable[Name]:
        return [*reading.names(spot), *reading.macros(asm.macros, caseless=True)]

    def operands(before: str) -> bool:
        return after_operation(before, asm.is_operation)

    return Analysis(
        reading.problems, reading.editing.lines,
        partial(certain, names, reading, TAKEN_BY_XTEXT, texts), partial(_explain_compass, reading, statement),
        partial(_compass_words, reading), operands, reading.links(), bare, columns=True,
    )  # fmt: skip


def _explain_compass(reading: Reading, statement: Callable[[str], Any], at: Place) -> Explained | None:
    from host.assemblers.compass.instructions import OPERANDS, OPERATION, is_instruction
    from host.assemblers.compass.pseudo import UNSUPPORTED
    from host.assemblers.compass.state import PSEUDO_OPERATIONS

    line = Line(at.file, at.line, reading.raw(at.file, at.line))
    found = quietly(statement, line.text)
    if not found or not found.operation.column <= at.column <= found.operation.column + len(found.name):
        return None
    name, here = found.name, partial(explained, line, found.operation.column, len(found.name))
    if name in PSEUDO_OPERATIONS or name in UNSUPPORTED:
        text = documented(PSEUDO_OPERATIONS[name]) if name in PSEUDO_OPERATIONS else UNSUPPORTED[name][0]
        return here(f"**{name}**\n\n{text or RELATIONS}")
    if not is_instruction(name):
        return None
    if assembled := reading.assembled(at):
        return here(_instruction_6600(reading, name, *assembled))
    match = OPERATION.fullmatch(name)
    letters = name if name in OPERANDS else match["letters"] if match else name
    forms = "\n".join(f"- `{name} {each}`".replace(" `", "`") for each in OPERANDS.get(letters, ()))
    return here(f"**{name}**\n\n{forms}")


RELATIONS = "assemble the lines up to ELSE or ENDIF, or a number of lines, if two values are in this relation"


def _instruction_6600(reading: Reading, name: str, record: Record, words: list[int], more: str) -> str:
    from emulators.cdc6600.isa import PARCEL_BITS, WORD_BITS, Unit, decode

    span = record.spans[0]
    word, offset = span.chunk.words[span.start], span.offset
    instruction = decode(word >> WORD_BITS - PARCEL_BITS - offset & (1 << PARCEL_BITS) - 1)
    if instruction is None:
        return f"**{name}**"
    bits = 2 * PARCEL_BITS if instruction.long else PARCEL_BITS
    code = word >> WORD_BITS - bits - offset & (1 << bits) - 1
    unit = "no unit" if instruction.unit is Unit.NONE else f"{instruction.unit.name.lower().replace('_', ' ')} unit"
    time = (
        f"{instruction.time} minor cycles ({instruction.time * 100} ns)" if instruction.time else "no time of its own"
    )
    return (
        f"**{name}** {instruction.name}\n\n`{code:0{bits // 3}o}` in parcel {offset // PARCEL_BITS} of word "
        f"{span.chunk.address + span.start:06o}\n\n{unit}, {time}{more}"
    )


def _compass_words(reading: Reading) -> Sequence[Word]:
    from emulators.cdc6600.isa import INSTRUCTIONS
    from host.assemblers.compass.state import PSEUDO_OPERATIONS

    names: dict[str, list[str]] = {}
    for each in INSTRUCTIONS:
        operation = each.syntax.split()[0]
        for key in [operation.replace("i", str(i)) for i in range(8)] if operation.endswith("i") else [operation]:
            names.setdefault(key, []).append(each.name)
    return [
        *(Word(each, "operation", ", ".join(dict.fromkeys(about))) for each, about in names.items()),
        *(Word(each, "operation", documented(handler) or RELATIONS) for each, handler in PSEUDO_OPERATIONS.items()),
    ]
