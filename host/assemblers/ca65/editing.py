"""Analysis of 6502 sources in ca65's dialect for editors."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from emulators.errors import Place, SourceError
from host.assemblers.editing import (
    LAST_LINE,
    MOST_STATEMENTS,
    NOWHERE,
    Reading,
    Spot,
    certain,
    documented,
    explained,
    made,
    read_as_part,
)
from host.assemblers.expressions import Scope, Symbol
from host.languages.analysis import Analysis, Explained, Kind, Name, Rows, Word
from host.languages.assembly import Editing, Line, read_lines

OPERAND_OF_CA65 = re.compile(r"\s*(?:@?\w+:)?\s*(?:[.\w]+\s+|[\w@]+\s*:?=)")
INCLUDES = re.compile(r'(?im)^[^;\n]*\.include\s+"(?P<name>[^"\n]+)"')
CA65_COMMENT = re.compile(r""""[^"]*"|'[^']'|(?P<remark>;.*)""")
WITHOUT_FUNCTION = {  # directives with functions that others make
    ".addr": "numbers of two bytes, the low one first",
    ".word": "numbers of two bytes, the low one first",
    ".dbyt": "numbers of two bytes, the high one first",
    ".faraddr": "numbers of three bytes, the lowest first",
    ".dword": "numbers of four bytes, the lowest first",
    ".lobytes": "the low bytes of numbers",
    ".hibytes": "the high bytes of numbers",
    ".bankbytes": "the third bytes of numbers",
    **{f".{each.lower()}": f"switch to the segment {each}" for each in "BSS CODE DATA RODATA ZEROPAGE".split()},
    **dict.fromkeys((".endmac", ".endmacro"), "the end of a macro"),
    **dict.fromkeys((".endrep", ".endrepeat"), "the end of a repetition"),
    ".p02": "the documented instructions of the 6502 only",
    ".bankbyte": "the third byte of a number",
    ".hibyte": "the high byte of a number",
    ".lobyte": "the low byte of a number",
    ".hiword": "the high 16 bits of a number",
    ".loword": "the low 16 bits of a number",
    ".max": "the larger of two numbers",
    ".min": "the smaller of two numbers",
    ".match": "1 if two lists of tokens are of the same kinds",
    ".xmatch": "1 if two lists of tokens are the same",
}


def analyse(path: str, texts: Mapping[str, str], options: Mapping[str, Any]) -> Analysis:
    """Analyse a 6502 source for editors."""
    from host.assemblers import mos6502

    def read(path: str, opened: Editing) -> Reading:
        reading = Reading(path, made(mos6502.assembler, options), opened)
        reading.assembler.input.most = MOST_STATEMENTS
        reading.run(read_lines(Path(path), path))
        return reading

    reading = read_as_part(path, texts, read, INCLUDES)
    return Analysis(
        reading.problems, reading.editing.lines,
        partial(certain, partial(_ca65_names, reading), reading, INCLUDES, texts), partial(_explain_ca65, reading),
        partial(_ca65_words, reading), lambda before: OPERAND_OF_CA65.match(before) is not None, reading.links(),
        lambda line: CA65_COMMENT.sub(lambda match: "" if match["remark"] else match[0], line), caseless=False,
    )  # fmt: skip


def _ca65_names(reading: Reading) -> Iterator[Name]:
    asm = reading.assembler
    scopes = {id(scope): name for name, scope in _scopes(asm.program.root)}
    owners = {id(scope): label for label, scope in asm.cheap_scopes.items()}
    marks: dict[str, list[int]] = {}  # lines of labels: a name with @ is seen from one to the next
    for symbol in asm.program.symbols():
        if symbol.place and symbol.name[:1] not in "@:":
            marks.setdefault(symbol.place.file, []).append(symbol.place.line)
    for lines in marks.values():
        lines.sort()

    def spot(symbol: Symbol) -> Spot:
        from host.assemblers.ca65.parser import MACRO_LOCAL

        if symbol.name.startswith(":"):
            return Spot(":", NOWHERE, changeable=False)
        if owner := owners.get(id(symbol.scope)):
            at = owner.place
            if at is None:
                return Spot(symbol.name, NOWHERE)
            after = marks.get(at.file, [])
            following = after[bisect_right(after, at.line) :]
            return Spot(symbol.name, Rows(at.file, at.line, following[0] - 1 if following else LAST_LINE))
        short, rows = symbol.name.partition(MACRO_LOCAL)[0], _stretch(symbol.scope, symbol.place)
        inner = symbol.scope.scopes.get(symbol.name)
        if inner and symbol.name in scopes.values() and inner.stretches:
            opened, closed = inner.stretches[0]
            return Spot(short, rows, Kind.PROCEDURE, Rows(opened.file, opened.line, closed.line))
        return Spot(short, rows, changeable=short == symbol.name)

    procedures = {}
    for name in reading.names(spot):
        if name.kind is Kind.PROCEDURE:
            procedures[name.text] = name
        yield name
    for text, scope in _scopes(asm.program.root):
        if text in procedures:
            procedures[text].uses += scope.used
        elif scope.stretches:
            opened, closed = scope.stretches[0]
            at = opened.text.find(scope.name, opened.column + opened.length - 1)
            place = Place(opened.file, opened.line, at + 1, len(scope.name), opened.text) if at >= 0 else None
            if place:
                about = partial(str, f"**{text}** {opened.text.split()[0].lower()}\n\n{reading.defined(place)}")
                rows = Rows(opened.file, opened.line, closed.line)
                seen = _stretch(scope.parent, place)
                yield Name(text, Kind.SCOPE, place, scope.used, about, rows=rows, seen=seen, short=scope.name)
    yield from reading.macros(asm.macros, caseless=False)


def _scopes(root: Scope) -> Iterator[tuple[str, Scope]]:
    for scope in root.scopes.values():
        yield scope.prefix.removesuffix("::"), scope
        yield from _scopes(scope)


def _stretch(scope: Scope | None, place: Place | None) -> Rows | None:
    """Return the lines of a scope: those round a place, if it was opened several times."""
    stretches = scope.stretches if scope else []
    for opened, closed in stretches:
        rows = Rows(opened.file, opened.line, closed.line)
        if place is None or rows.hold(place):
            return rows
    return None


def _explain_ca65(reading: Reading, at: Place) -> Explained | None:
    from host.assemblers.ca65.macros import TEXT_FUNCTIONS
    from host.assemblers.ca65.parser import FUNCTIONS
    from host.assemblers.ca65.state import DIRECTIVES
    from host.assemblers.ca65.tokens import Kind as Token
    from host.assemblers.ca65.tokens import tokenize

    line = Line(at.file, at.line, reading.raw(at.file, at.line))
    try:
        tokens = tokenize(line, reading.assembler.features)
    except SourceError:
        return None
    for token in tokens:
        if not token.column <= at.column <= token.column + token.length:
            continue
        if token.kind is Token.NAME and token.text.upper() in reading.assembler.processor.mnemonics:
            return explained(line, token.column, token.length, _instruction_6502(reading, at, token.text.upper()))
        if token.kind is Token.DIRECTIVE:
            handler: Any = {**DIRECTIVES, **FUNCTIONS, **TEXT_FUNCTIONS}.get(token.text)
            text = WITHOUT_FUNCTION.get(token.text) or (documented(handler) if handler else "")
            return explained(line, token.column, token.length, f"**{token.text}**\n\n{text}") if text else None
    return None


def _instruction_6502(reading: Reading, at: Place, mnemonic: str) -> str:
    from emulators.mos6502.isa import INSTRUCTIONS, NAMES

    title = f"**{mnemonic}** {NAMES[mnemonic]}"
    if found := reading.assembled(at):
        record, words, more = found
        instruction = INSTRUCTIONS[words[0]]
        if instruction.mnemonic == mnemonic and len(words) == instruction.length:
            address = reading.value(record.here)
            here = f" at ${address:04X}" if address is not None else ""
            code = " ".join(f"{word:02X}" for word in words)
            return f"{title}\n\n`{code}`{here}, {_form(mnemonic, instruction.mode)}, {_cycles(instruction)}{more}"
    rows = [
        f"- `{_form(mnemonic, each.mode)}` {each.opcode:02X}, {each.length} byte{'s' * (each.length > 1)}, "
        + _cycles(each)
        for each in sorted(INSTRUCTIONS, key=lambda each: each.mode)
        if each.mnemonic == mnemonic and (each.documented or reading.assembler.processor.undocumented)
    ]
    return "\n".join([title, "", *rows])


def _form(mnemonic: str, mode: Any) -> str:
    from emulators.mos6502.isa import Mode
    from host.assemblers.mos6502 import MODE_NAMES

    return mnemonic if mode == Mode.IMPLIED else f"{mnemonic} {MODE_NAMES[mode]}"


def _cycles(instruction: Any) -> str:
    """Return the clock cycles of a 6502 instruction in words."""
    from emulators.mos6502.isa import Mode

    text = f"{instruction.cycles} cycles"
    if instruction.mode == Mode.RELATIVE:
        return f"{text}, {instruction.cycles + 1} if it branches, {instruction.cycles + 2} into another page"
    return f"{text}, {instruction.cycles + 1} if the index crosses a page" if instruction.page_penalty else text


def _ca65_words(reading: Reading) -> Sequence[Word]:
    from emulators.mos6502.isa import NAMES
    from host.assemblers.ca65.macros import TEXT_FUNCTIONS
    from host.assemblers.ca65.parser import FUNCTIONS, VALUES
    from host.assemblers.ca65.state import DIRECTIVES

    known = reading.assembler.processor.mnemonics
    return [
        *(Word(each, "operation", NAMES[each]) for each in sorted(known)),
        *(Word(each, "operation", WITHOUT_FUNCTION.get(each) or documented(h)) for each, h in DIRECTIVES.items()),
        *(Word(each, "operand", WITHOUT_FUNCTION.get(each) or documented(h)) for each, h in FUNCTIONS.items()),
        *(Word(each, "operand", documented(function)) for each, function in TEXT_FUNCTIONS.items()),
        *(Word(each, "operand") for each in VALUES),
    ]
