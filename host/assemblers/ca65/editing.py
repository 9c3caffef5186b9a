"""Analysis of 6502 sources in ca65's dialect for editors."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from emulators.errors import Place, SourceError
from host.assemblers import facts
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
from host.assemblers.expressions import Kind as SymbolKind
from host.assemblers.expressions import Scope, Symbol
from host.assemblers.program import Record
from host.languages.analysis import (
    Analysis,
    Call,
    Explained,
    Fold,
    Inlay,
    Kind,
    Name,
    Rows,
    Signature,
    Word,
)
from host.languages.assembly import Editing, Line, read_lines

OPERAND_OF_CA65 = re.compile(r"\s*(?:@?\w+:)?\s*(?:[.\w]+\s+|[\w@]+\s*:?=)")
INCLUDES = re.compile(r'(?im)^[^;\n]*\.include\s+"(?P<name>[^"\n]+)"')
PAIRS = {
    **dict.fromkeys((".if", ".ifblank", ".ifconst", ".ifdef", ".ifnblank", ".ifndef", ".ifnref", ".ifp02", ".ifp4510",
                     ".ifp816", ".ifpc02", ".ifpsc02", ".ifref"), ".endif"),
    ".macro": ".endmacro", ".mac": ".endmacro", ".repeat": ".endrepeat", ".struct": ".endstruct",
    ".union": ".endunion", ".enum": ".endenum", ".proc": ".endproc", ".scope": ".endscope",
}  # fmt: skip
SPELT = {".endmac": ".endmacro", ".endrep": ".endrepeat"}
OPENINGS = {".struct": Kind.STRUCTURE, ".union": Kind.STRUCTURE, ".enum": Kind.ENUMERATION}
OPERATION = re.compile(r"(\s*(?:@?\w+:(?!=)|:(?![-+:]))?\s*)([.\w]+)(.*)", re.DOTALL)
FUNCTION = re.compile(r"(\.\w+|(?<!\w)\w+)\(")
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

    reading = read_as_part(path, texts, read, INCLUDES, options)
    return Analysis(
        reading.problems, reading.editing.lines,
        partial(certain, partial(_ca65_names, reading), reading, INCLUDES, texts), partial(_explain_ca65, reading),
        partial(_ca65_words, reading), lambda before: OPERAND_OF_CA65.match(before) is not None, reading.links,
        _bare, caseless=False,
        called=_called, forms=partial(_forms, reading), remark=lambda line: line.lstrip()[:1] == ";",
        folds=partial(_folds, reading), inactive=partial(facts.inactive, reading),
        inlays=partial(_inlays, reading), outcome=reading.outcome,
    )  # fmt: skip


def _bare(line: str) -> str:
    return CA65_COMMENT.sub(lambda match: "" if match["remark"] else match[0], line)


def _ca65_names(reading: Reading) -> Iterator[Name]:
    from host.assemblers.ca65.parser import MACRO_LOCAL, NAMELESS, ZERO_PAGE

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
        if _opening(symbol.scope) in OPENINGS and NAMELESS not in symbol.scope.prefix:
            return Spot(short, rows, Kind.MEMBER)
        inner = symbol.scope.scopes.get(symbol.name)
        if inner and symbol.name in scopes.values() and inner.stretches:
            opened, closed = inner.stretches[0]
            return Spot(short, rows, Kind.PROCEDURE, Rows(opened.file, opened.line, closed.line))
        traits = ("zeroPage",) if symbol.kind is SymbolKind.LABEL and symbol.address_size == ZERO_PAGE else ()
        own = asm.cheap_scopes.get(symbol)
        last = max((each.place.line for each in own.symbols.values() if each.place), default=0) if own else 0
        whole = Rows(symbol.place.file, symbol.place.line, last) if symbol.place and last else None
        return Spot(short, rows, rows=whole, changeable=short == symbol.name, traits=traits)

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
                kind = OPENINGS.get(_opening(scope), Kind.SCOPE)
                uses = [each for each in scope.used if reading.stands(each, scope.name)]
                yield Name(
                    text, kind, place, uses, partial(_about_scope, reading, scope, text, place),
                    partial(_opening, scope), Rows(opened.file, opened.line, closed.line),
                    _stretch(scope.parent, place), scope.name, len(uses) == len(scope.used),
                )  # fmt: skip
    yield from reading.macros(asm.macros, _macro_words)
    for name, definition in asm.defines.items():
        uses = [each for each in dict.fromkeys(definition.used) if reading.stands(each, name)]
        form = Signature(f"{name}({', '.join(definition.parameters)})", tuple(definition.parameters))
        yield Name(
            name, Kind.MACRO, definition.place, uses,
            partial(str, f"**{name}** .define\n\n{reading.defined(definition.place)}"), partial(str, ".define"),
            short=name, changeable=False, signatures=partial(list, [form] if definition.parameters else []),
        )  # fmt: skip


def _macro_words(macro: Any) -> Iterator[tuple[Place, str]]:
    """Yield the names in the head and in the body of a macro."""
    from host.assemblers.ca65.tokens import Kind as Token
    from host.assemblers.ca65.tokens import tokenize

    at = macro.place
    head = tokenize(Line(at.file, at.line, at.text), frozenset())
    for token in (*head, *(token for each in macro.body for token in each.tokens or ())):
        if token.kind is Token.NAME and (token.line.number, token.column) != (at.line, at.column):
            yield token.place, token.text


def _opening(scope: Scope) -> str:
    """Return the directive that opened a scope."""
    if not scope.stretches:
        return ""
    at = scope.stretches[0][0]
    return at.text[at.column - 1 : at.column - 1 + at.length].lower()


def _about_scope(reading: Reading, scope: Scope, text: str, place: Place) -> str:
    members, opening = "", _opening(scope)
    if opening in OPENINGS:
        rows = [
            f"- {reading.value(each.expression)}: {each.name}"
            + (f", {each.length} bytes" if each.length is not None else "")
            for each in scope.symbols.values()
        ]
        size = f", {scope.length} bytes" if scope.length is not None else ""
        members, opening = "\n\n" + "\n".join(rows), opening + size
    return f"**{text}** {opening}{members}\n\n{reading.defined(place)}"


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


def _called(text: str) -> Call | None:
    """Return the function with open parentheses at the end of a text, else the operation before an operand there."""
    start = text.rfind("\n") + 1
    line = text[start:]
    if len(_bare(line)) < len(line):
        return None  # a remark
    for match in reversed([*FUNCTION.finditer(line)]):
        inside = line[match.end() :]
        if inside.count(")") <= inside.count("("):
            return Call(start + match.start(), match[1], facts.commas(inside))

    def operation(line: str) -> tuple[int, str, str] | None:
        match = OPERATION.match(line)
        return (match.end(1), match[2], match[3]) if match else None

    return facts.in_operand(text, operation)


def _forms(reading: Reading, word: str) -> Sequence[Signature]:
    from emulators.mos6502.isa import INSTRUCTIONS

    if word.upper() in reading.assembler.processor.mnemonics:
        return [
            Signature(_form(each.mnemonic, each.mode), about=f"{each.length} bytes, {_cycles(each)}")
            for each in sorted(INSTRUCTIONS, key=lambda each: each.mode)
            if each.mnemonic == word.upper() and (each.documented or reading.assembler.processor.undocumented)
        ]
    about = next((each.about for each in _ca65_words(reading) if each.text == word.lower()), "")
    return [Signature(word.lower(), about=about)] if about else []


def _folds(reading: Reading, file: str) -> Iterator[Fold]:
    def mark(line: str) -> facts.Mark | None:
        if "." not in line:
            return None
        match = OPERATION.match(line)
        return (SPELT.get(match[2].lower(), match[2].lower()), "") if match else None

    yield from facts.folds(file, reading.editing.lines.get(file, ()), mark, PAIRS, (".else", ".elseif"))


def _inlays(reading: Reading, rows: Rows) -> Iterator[Inlay]:
    from emulators.mos6502.isa import INSTRUCTIONS, Mode

    def statement(line: str) -> tuple[str, str]:
        bare = _bare(line)
        match = OPERATION.match(bare)
        return bare, match[3].strip().lstrip("#=") if match else ""

    def time(record: Record, words: Sequence[int]) -> tuple[str, str] | None:
        if not record.note or len(words) > 3:
            return None
        return f"{record.note} cycle{'s' * (record.note != '1')}", _cycles(INSTRUCTIONS[words[0]])

    def operand(record: Record, words: Sequence[int]) -> int | None:
        if not record.note or len(words) not in (2, 3):
            return None
        if INSTRUCTIONS[words[0]].mode is not Mode.RELATIVE:
            return sum(word << 8 * place for place, word in enumerate(words[1:]))
        here = reading.value(record.here)
        return None if here is None else here + 2 + (words[1] ^ 0x80) - 0x80

    return facts.inlays(reading, rows, statement, time, operand)


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
