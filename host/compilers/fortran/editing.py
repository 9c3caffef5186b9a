"""A FORTRAN program for editors: symbols and hints from its tree, which has holes where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from emulators.errors import Place
from host.compilers.editing import check, errors_of_code, words_of_code
from host.compilers.fortran import syntax
from host.compilers.fortran.cards import LAST
from host.compilers.fortran.compiler import WHAT, compile_text, examine
from host.compilers.fortran.dialect import OPTIONS
from host.compilers.fortran.front import DIALECTS
from host.compilers.fortran.intrinsics import INTRINSICS, SUBROUTINES
from host.compilers.fortran.parser.statements import OPERATORS, SPECIFICATIONS, STATEMENTS
from host.compilers.fortran.syntax import Kind, Sort, Symbol, walk
from host.languages import analysis
from host.languages.analysis import (
    Analysis,
    Explained,
    Fold,
    Name,
    Rows,
    Signature,
    Word,
    call_in_parentheses,
)
from host.languages.assembly import editing
from host.languages.source import Span, read_text
from host.options import Option

LONGEST = 200  # characters that are shown of a statement
MACHINE = Option("--machine NAME", "the machine that the program is for", choices=tuple(DIALECTS))
KINDS = {
    Kind.VARIABLE: analysis.Kind.VARIABLE,
    Kind.ARRAY: analysis.Kind.ARRAY,
    Kind.FUNCTION: analysis.Kind.PROCEDURE,
    Kind.SUBROUTINE: analysis.Kind.PROCEDURE,
    Kind.STATEMENT_FUNCTION: analysis.Kind.PROCEDURE,
    Kind.INTRINSIC: analysis.Kind.PROCEDURE,
}


def analyse(path: str, texts: Mapping[str, str], options: Mapping[str, Any]) -> Analysis:
    """Return the analysis of a program; errors that only code generation finds (it is too large) follow in `later`."""
    check("FORTRAN", path, options, (*OPTIONS, MACHINE))
    with editing(texts) as opened:
        text = opened.text(path)
    text = read_text(Path(path), WHAT) if text is None else text
    program, diagnostics = examine(text, path, options.get("version"), options.get("machine"))

    compiled = partial(compile_text, text, path, **options)
    return Analysis(
        diagnostics.everything, {path: text.replace("\r\n", "\n").replace("\r", "\n").split("\n")},
        partial(_names, program) if program else list, explain, words, bare=lambda line: "", columns=True, width=LAST,
        later=None if diagnostics.found else partial(errors_of_code, compiled),
        outcome=partial(words_of_code, compiled), called=call_in_parentheses, folds=partial(_folds, program),
        remark=lambda line: line[:1] in ("C", "c", "*"),
    )  # fmt: skip


def explain(at: Place) -> Explained | None:
    """Return nothing: the words of statements explain themselves, and everything else is a name."""
    return None


def words() -> Sequence[Word]:
    """Return the words that statements begin with, and operators."""
    declared = [each for each in SPECIFICATIONS if not each.startswith("DOUBLE")] + ["DOUBLE PRECISION"]
    return [
        *(Word(each, "any", "statement") for each in (*STATEMENTS, *declared)),
        *(Word(each, "any", "operator") for each in OPERATORS),
    ]


# ---------------------------------------------------------------- names


def _names(program: syntax.Program) -> Iterator[Name]:
    """Yield units, the names and statement numbers in them, and the functions of the language."""
    subprograms = {unit: _unit(unit) for unit in program.units if unit.at.end > unit.at.start}
    standard: dict[str, Name] = {}
    yield from subprograms.values()
    for unit in program.units:
        names: dict[Symbol, Name] = {}
        seen = _rows(unit)
        own = subprograms.get(unit)
        if unit.result is not None and own is not None:
            names[unit.result] = own
        for node in _nodes(unit):
            symbol = node.symbol if isinstance(node, syntax.Name | syntax.Element | syntax.Call) else None
            if isinstance(node, syntax.CallStatement):
                symbol = node.symbol
            if symbol is None:
                continue
            at = _name_of(node)
            if symbol.unit is not None and symbol.unit in subprograms:
                found = subprograms[symbol.unit]
            elif symbol.kind is Kind.INTRINSIC or (symbol.unit is None and symbol.name in SUBROUTINES
                                                   and symbol.kind is Kind.SUBROUTINE):  # fmt: skip
                found = standard.setdefault(symbol.name, _standard(symbol.name))
            else:
                found = names.setdefault(symbol, _variable(symbol, unit, seen))
            _use(found, at)
        for symbol in unit.symbols.values():
            if symbol.dummy is not None:
                names.setdefault(symbol, _variable(symbol, unit, seen))
        yield from (each for each in names.values() if each is not own)
        yield from _labels(unit, seen)
    yield from _common(program)
    yield from ({each: _standard(each) for each in (*INTRINSICS, *SUBROUTINES)} | standard).values()


BLOCK = re.compile(r"/[ \t]*([A-Za-z][A-Za-z0-9]*)[ \t]*/")


def _common(program: syntax.Program) -> Iterator[Name]:
    """Yield the COMMON blocks that have names."""
    found: dict[str, Name] = {}
    for unit in program.units:
        for each in unit.statements:
            if not isinstance(each, syntax.Specification) or each.keyword != "COMMON":
                continue
            last = each.at.source.line(max(each.at.start, each.at.end - 1))
            for match in BLOCK.finditer(each.at.text):
                start = each.at.start + match.start(1)
                at, name = Span(each.at.source, start, start + len(match[1])).place, match[1].upper()
                if name in found:
                    found[name].uses.append(at)
                    continue
                found[name] = Name(
                    name, analysis.Kind.COMMON, at, about=partial(_about_common, program, name),
                    detail=partial(str, f"COMMON /{name}/"), short=name, rows=Rows(at.file, at.line, last),
                    seen=Rows(at.file, 0, 0),
                )  # fmt: skip
    yield from found.values()


def _about_common(program: syntax.Program, name: str) -> str:
    """Return the layout of a COMMON block in each unit that has it."""
    rows = []
    for unit in program.units:
        area = {id(each.area) for each in unit.symbols.values() if each.area and each.area.unit is None
                and each.area.name == name}  # fmt: skip
        inside = [each for each in unit.symbols.values() if id(each.area) in area]
        for each in sorted(inside, key=lambda each: each.offset):
            rows.append(f"- {_called(unit)}, word {each.offset + 1}: `{_declaration(each)}`")
    sizes = [each.size for each in program.areas or () if each.unit is None and each.name == name]
    size = f", {sizes[0]:,} word{'s' * (sizes[0] != 1)}" if sizes else ""
    return "\n".join([f"**COMMON /{name}/**{size}", "", *rows])


def _folds(program: syntax.Program | None, file: str) -> Iterator[Fold]:
    """Yield the ranges of DO statements."""
    for unit in program.units if program else ():
        for each in walk(*unit.statements):
            if isinstance(each, syntax.Do) and isinstance(each.end, syntax.Statement):
                yield Fold(Rows(file, each.at.line, each.end.at.line))


def _nodes(unit: syntax.Unit) -> Iterator[syntax.Node]:
    """Yield the nodes of a unit, those of dimensions too."""
    for each in walk(*unit.statements):
        yield each
        if isinstance(each, syntax.StatementFunction):
            name = syntax.Name(each.at, each.name)
            name.symbol = each.symbol
            yield name
    for symbol in unit.symbols.values():
        yield from walk(*symbol.dimensions)


def _name_of(node: Any) -> Span | None:
    """Return the place of the name of a node: blanks may be in it; None if it continues on another card."""
    start = node.at.start
    if isinstance(node, syntax.CallStatement):
        found = _letters(node.at.source.text, start, "CALL")
        if found is None:
            return None
        start = found
        while node.at.source.text[start : start + 1].isspace():
            start += 1
    end = _letters(node.at.source.text, start, node.name)
    return None if end is None else Span(node.at.source, start, end)


def _letters(text: str, start: int, name: str) -> int | None:
    """Return where a name ends that begins at a place of a text; None if it is not all on one line."""
    at = start
    for each in name:
        while text[at : at + 1] in (" ", "\t"):
            at += 1
        if text[at : at + 1].upper() != each:
            return None
        at += 1
    return at


def _use(name: Name, at: Span | None) -> None:
    if at is None:
        name.changeable = False
    elif at.place not in (name.place, *name.uses[-1:]):
        name.uses.append(at.place)
        name.changeable &= " " not in at.text


def _rows(unit: syntax.Unit) -> Rows:
    last = unit.end or (unit.statements[-1].at if unit.statements else unit.at)
    return Rows(unit.at.file, unit.at.line, last.source.line(max(last.start, last.end - 1)))


def _unit(unit: syntax.Unit) -> Name:
    headed = unit.name != "?" and re.match(r"(?i)program|subroutine|block|.*function", _squeezed(unit.at.text))
    at: Span | None = None
    if headed:
        found = re.search(rf"(?i)\b{re.escape(unit.name)}\b", unit.at.text)
        if found:
            at = Span(unit.at.source, unit.at.start + found.start(), unit.at.start + found.end())
    place = at.place if at is not None else Span(unit.at.source, unit.at.start, unit.at.start + 1).place
    kind = analysis.Kind.PROCEDURE if unit.sort in (Sort.SUBROUTINE, Sort.FUNCTION) else analysis.Kind.SCOPE
    return Name(
        unit.name, kind, place, about=partial(_about_unit, unit), detail=partial(_heading, unit), short=unit.name,
        rows=_rows(unit), changeable=at is not None,
        nature=unit.result.type.value if unit.result is not None and unit.result.type is not None else "",
        signatures=partial(_signatures, unit),
    )  # fmt: skip


def _signatures(unit: syntax.Unit) -> Sequence[Signature]:
    if unit.sort not in (Sort.FUNCTION, Sort.SUBROUTINE):
        return []
    known = [unit.symbols.get(each.name, each) for each in unit.dummies]
    given = tuple(_declaration(each) for each in known)
    kind = f"{unit.result.type.value} " if unit.result is not None and unit.result.type is not None else ""
    return [Signature(f"{kind}{unit.sort.value.upper()} {unit.name}({', '.join(given)})", given)]


def _variable(symbol: Symbol, unit: syntax.Unit, seen: Rows) -> Name:
    at = _name_of(symbol) if symbol.at.end > symbol.at.start else None
    kind = analysis.Kind.PARAMETER if symbol.dummy is not None else KINDS[symbol.kind]
    return Name(
        symbol.name, kind, at.place if at is not None else None, about=partial(_about, symbol, unit),
        detail=partial(_declaration, symbol), short=symbol.name, seen=seen,
        changeable=at is not None and " " not in at.text, nature=symbol.type.value if symbol.type is not None else "",
        signatures=partial(_statement_function, symbol),
    )  # fmt: skip


def _statement_function(symbol: Symbol) -> Sequence[Signature]:
    found = symbol.statement_function
    if found is None:
        return []
    given = tuple(_declaration(each) for each in found.dummies)
    return [Signature(f"{symbol.type.value if symbol.type else ''} FUNCTION {symbol.name}({', '.join(given)})", given)]


def _form(name: str) -> Sequence[Signature]:
    given = tuple(each.value for each in INTRINSICS[name].arguments) if name in INTRINSICS else ()
    return [Signature(_function(name), given)]


def _standard(name: str) -> Name:
    return Name(
        name, analysis.Kind.PROCEDURE, about=partial(_about_standard, name), detail=partial(_function, name),
        short=name, changeable=False, signatures=partial(_form, name),
    )  # fmt: skip


def _labels(unit: syntax.Unit, seen: Rows) -> Iterator[Name]:
    found: dict[syntax.Statement, Name] = {}
    for number, statement in unit.labels.items():
        assert statement.label is not None
        found[statement] = Name(
            str(number), analysis.Kind.LABEL, statement.label.at.place, about=partial(_about_label, statement, unit),
            detail=partial(_text, statement.at), short=str(number), seen=seen,
            changeable=statement.label.at.text.strip() == str(number),
        )  # fmt: skip
    for each in walk(*unit.statements):
        if isinstance(each, syntax.Label) and each.statement in found and each is not each.statement.label:
            found[each.statement].uses.append(each.at.place)
            found[each.statement].changeable &= each.at.text == str(each.number)
    yield from found.values()


# ---------------------------------------------------------------- what is told of them


def _about(symbol: Symbol, unit: syntax.Unit) -> str:
    where = [f"line {symbol.at.line}", f"in {_called(unit)}"]
    if symbol.dummy is not None:
        where.append(f"dummy {symbol.dummy + 1}")
    if symbol.area is not None and symbol.area.unit is None:
        block = f"/{symbol.area.name}/" if symbol.area.name else "without a name"
        where.append(f"word {symbol.offset + 1} of COMMON {block}")
    others = [
        each.name
        for each in unit.symbols.values()
        if each is not symbol and symbol.area is not None and each.area is symbol.area and _meets(each, symbol)
    ]
    if others:
        where.append(f"the same words as {', '.join(others)}")
    if symbol.kind in (Kind.VARIABLE, Kind.ARRAY) and symbol.type is not None:
        words = "" if symbol.sizes is None else f"{symbol.elements * symbol.type.words:,} word"
        where.append(f"{words}{'s' * (words not in ('', '1 word'))}" if words else "adjustable")
    return f"```fortran\n{_declaration(symbol)}\n```\n{', '.join(where)}"


def _meets(one: Symbol, other: Symbol) -> bool:
    """Whether two names of an area have words in common."""
    first, last = sorted((one, other), key=lambda each: each.offset)
    kind = first.type or syntax.Type.REAL
    return first.sizes is not None and last.offset < first.offset + first.elements * kind.words


def _declaration(symbol: Symbol) -> str:
    """Return the declaration of a name, written out."""
    kind = symbol.type.value if symbol.type is not None else ""
    match symbol.kind:
        case Kind.VARIABLE:
            return f"{kind} {symbol.name}"
        case Kind.ARRAY:
            return f"{kind} {symbol.name}({','.join(_text(each.at) for each in symbol.dimensions)})"
        case Kind.STATEMENT_FUNCTION if symbol.statement_function is not None:
            return f"{kind} statement function {_text(symbol.statement_function.at)}"
        case Kind.SUBROUTINE:
            return f"SUBROUTINE {symbol.name}"
    return f"{kind} FUNCTION {symbol.name}".strip()


def _called(unit: syntax.Unit) -> str:
    return "the main program" if unit.sort is Sort.MAIN else f"{unit.sort.value} {unit.name}"


def _about_unit(unit: syntax.Unit) -> str:
    rows = _rows(unit)
    return f"```fortran\n{_heading(unit)}\n```\n{unit.sort.value} of lines {rows.first} to {rows.last}"


def _heading(unit: syntax.Unit) -> str:
    """Return the header of a unit, with the type of a function."""
    if unit.sort is Sort.MAIN:
        return f"PROGRAM {unit.name}"
    if unit.sort is Sort.BLOCK_DATA:
        return "BLOCK DATA"
    kind = f"{unit.result.type.value} " if unit.result is not None and unit.result.type is not None else ""
    dummies = f"({', '.join(each.name for each in unit.dummies)})" if unit.dummies else ""
    return f"{kind}{unit.sort.value.upper()} {unit.name}{dummies}"


def _about_standard(name: str) -> str:
    what = "a function of the language" if name in INTRINSICS else "a subroutine of the library"
    return f"```fortran\n{_function(name)}\n```\n{what}"


def _function(name: str) -> str:
    if name not in INTRINSICS:
        return f"SUBROUTINE {name}"
    found = INTRINSICS[name]
    arguments = ", ".join(each.value for each in found.arguments) + (", ..." if found.more else "")
    return f"{found.result.value} FUNCTION {name}({arguments})"


def _about_label(statement: syntax.Statement, unit: syntax.Unit) -> str:
    assert statement.label is not None
    return f"```fortran\n{statement.label.number} {_text(statement.at)}\n```\nstatement number of {_called(unit)}"


def _text(at: Span) -> str:
    return re.sub(r"\s+", " ", at.text)[:LONGEST]


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)
