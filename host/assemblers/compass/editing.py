"""Analysis of COMPASS sources for editors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from emulators.errors import Place
from host.assemblers import facts
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
from host.languages.analysis import Analysis, Call, Explained, Fold, Inlay, Kind, Name, Rows, Signature, Word
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

    reading = read_as_part(path, texts, read, TAKEN_BY_XTEXT, options)
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

    def names() -> Iterator[Name]:
        yield from reading.names(spot)
        yield from reading.macros(asm.macros, _macro_words)
        yield from _programs(reading, statement)

    def operation(line: str) -> tuple[int, str, str] | None:
        found = quietly(statement, line)
        if not found or not found.name:
            return None
        start = found.operation.column - 1
        return start, found.name, line[start + len(found.name) :]

    def called(text: str) -> Call | None:
        return facts.in_operand(text, operation)

    def mark(line: str) -> facts.Mark | None:
        found = quietly(statement, line) if MARKED.search(line) else None
        if not found or found.name not in MARKS:
            return None
        if found.name in IFS and len(found.rest.text.split(" ")[0].split(",")) > 2 and found.name != "IFC":
            return None  # it counts its lines
        return MARKS[found.name], found.location.text if MARKS[found.name] in ("IF", "ELSE", "ENDIF") else ""

    def folds(file: str) -> Iterator[Fold]:
        yield from facts.folds(file, reading.editing.lines.get(file, ()), mark, PAIRS, ("ELSE",))

    def fields(line: str) -> tuple[str, str]:
        found = quietly(statement, line)
        return (bare(line), found.rest.text.split(" ")[0]) if found else (line, "")

    def operands(before: str) -> bool:
        return after_operation(before, asm.is_operation)

    return Analysis(
        reading.problems, reading.editing.lines,
        partial(certain, names, reading, TAKEN_BY_XTEXT, texts), partial(_explain_compass, reading, statement),
        partial(_compass_words, reading), operands, reading.links, bare, columns=True,
        called=called, forms=_forms, remark=lambda line: line[:1] == "*", folds=folds,
        inactive=partial(facts.inactive, reading), inlays=partial(_inlays, reading, fields),
        outcome=reading.outcome,
    )  # fmt: skip


IFS = frozenset({"IF", "IFC", "IFMI", "IFPL", "IFCP", "IFCP6", "IFCP7", "IFPP", "IFPP6", "IFPP7",
                 *(f"IF{each}" for each in ("EQ", "NE", "GT", "GE", "LT", "LE"))})  # fmt: skip
PAIRS = {"IF": "ENDIF", "MACRO": "ENDM", "DUP": "ENDD", "IDENT": "END"}
MARKS = {
    **dict.fromkeys((*IFS, "SKIP"), "IF"), **dict.fromkeys(("MACRO", "MACROE", "OPDEF"), "MACRO"),
    **dict.fromkeys(("DUP", "ECHO"), "DUP"), "ELSE": "ELSE", "ENDIF": "ENDIF", "ENDM": "ENDM", "ENDD": "ENDD",
    "IDENT": "IDENT", "END": "END",
}  # fmt: skip
MARKED = re.compile(r"(?i)\b(?:IF|ELSE|END|SKIP|MACRO|OPDEF|DUP|ECHO|IDENT)")
MACRO_WORD = re.compile("[A-Z0-9]+")


def _macro_words(macro: Any) -> Iterator[tuple[Place, str]]:
    """Yield the words after the name of a macro, and those of its body."""
    at = macro.place
    head = Line(at.file, at.line, at.text)
    for line in (head, *macro.lines):
        start = at.column - 1 + at.length if line is head else 0
        for match in MACRO_WORD.finditer(line.text.upper(), start):
            yield line.place(match.start() + 1, len(match[0])), match[0]


def _programs(reading: Reading, statement: Callable[[str], Any]) -> Iterator[Name]:
    """Yield the programs, from IDENT to END."""
    for file, lines in [(reading.path, reading.editing.lines.get(reading.path, []))]:
        marked = [number for number, line in enumerate(lines, 1) if "IDENT" in line.upper() or "END" in line.upper()]
        found = [(number, quietly(statement, lines[number - 1])) for number in marked]
        marks = [(number, each) for number, each in found if each and each.name in ("IDENT", "END")]
        ends = [*(number for number, _ in marks[1:]), len(lines)]
        for (number, each), last in zip(marks, ends, strict=False):
            name = each.rest.text.split(" ")[0].split(",")[0]
            if each.name == "IDENT" and name:
                place = each.rest.part(0, len(name)).place()._replace(file=file, line=number)
                yield Name(name, Kind.SCOPE, place, [], partial(str, f"**{name}** program"), partial(str, "program"),
                           Rows(file, number, last), NOWHERE, name, changeable=False)  # fmt: skip


def _forms(word: str) -> Sequence[Signature]:
    """Return the forms of an instruction."""
    from host.assemblers.compass.instructions import OPERANDS, OPERATION

    match = OPERATION.fullmatch(word)
    letters = word if word in OPERANDS else match["letters"] if match else word
    return [
        Signature(f"{word} {each}".rstrip(), tuple(each.split(",")) if each else ())
        for each in OPERANDS.get(letters, ())
    ]


def _inlays(reading: Reading, fields: Callable[[str], tuple[str, str]], rows: Rows) -> Iterator[Inlay]:
    def time(record: Record, words: Sequence[int]) -> tuple[str, str] | None:
        if (found := _decoded(record)) is None:
            return None
        time, unit = f"{found[0].time} cycle{'s' * (found[0].time != 1)}", _unit(found[0])
        return (time, f"{unit}, {_time(found[0])}") if found[0].time else None

    def operand(record: Record, words: Sequence[int]) -> int | None:
        found = _decoded(record)
        return found[1] & LONG_FIELD if found and found[0].long else None

    def size(record: Record, words: Sequence[int]) -> str:
        found = _decoded(record)
        if found is None:
            return f"{len(words):,} word{'s' * (len(words) != 1)}"
        return "2 parcels" if found[0].long else "1 parcel"

    yield from facts.inlays(reading, rows, fields, time, operand, size)


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
    from emulators.cdc6600.isa import PARCEL_BITS

    span, found = record.spans[0], _decoded(record)
    if found is None:
        return f"**{name}**"
    instruction, code = found
    return (
        f"**{name}** {instruction.name}\n\n`{code:0{10 if instruction.long else 5}o}` in parcel "
        f"{span.offset // PARCEL_BITS} of word {span.chunk.address + span.start:06o}\n\n"
        f"{_unit(instruction)}, {_time(instruction)}{more}"
    )


LONG_FIELD = (1 << 18) - 1  # K of an instruction of two parcels


def _decoded(record: Record) -> tuple[Any, int] | None:
    """Return the instruction of a record, and its one or two parcels."""
    from emulators.cdc6600.isa import PARCEL_BITS, WORD_BITS, decode
    from host.assemblers.compass.instructions import is_instruction

    if not record.spans or not any(map(is_instruction, record.line.text.upper().split()[:2])):
        return None
    span = record.spans[0]
    word = span.chunk.words[span.start]
    instruction = decode(word >> WORD_BITS - PARCEL_BITS - span.offset & (1 << PARCEL_BITS) - 1)
    if instruction is None:
        return None
    bits = 2 * PARCEL_BITS if instruction.long else PARCEL_BITS
    return instruction, word >> WORD_BITS - bits - span.offset & (1 << bits) - 1


def _unit(instruction: Any) -> str:
    from emulators.cdc6600.isa import Unit

    name = instruction.unit.name.lower().replace("_", " ")
    return "no unit" if instruction.unit is Unit.NONE else f"{name} unit"


def _time(instruction: Any) -> str:
    time = instruction.time
    return f"{time} minor cycles ({time * 100} ns)" if time else "no time of its own"


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
