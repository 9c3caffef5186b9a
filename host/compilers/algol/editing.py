"""An ALGOL 60 program for editors: symbols and hints from its tree, which has holes where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from emulators.errors import Place
from host.compilers.algol import syntax, systems
from host.compilers.algol.compiler import compile_text, examine
from host.compilers.algol.dialect import OPTIONS
from host.compilers.algol.front import representation_of
from host.compilers.algol.standard import standard_procedures
from host.compilers.algol.syntax import walk
from host.compilers.editing import check, errors_of_code, words_of_code
from host.languages.analysis import (
    Analysis,
    Explained,
    Fold,
    Kind,
    Name,
    Rows,
    Signature,
    Word,
    call_in_parentheses,
)
from host.languages.assembly import editing
from host.languages.source import Span, read_text

LONGEST_HEADING = 800  # characters that are shown of a procedure
KINDS: dict[type, Kind] = {
    syntax.Variable: Kind.VARIABLE,
    syntax.Array: Kind.ARRAY,
    syntax.Switch: Kind.ARRAY,
    syntax.Label: Kind.LABEL,
    syntax.Procedure: Kind.PROCEDURE,
    syntax.Formal: Kind.PARAMETER,
}


def analyse(path: str, texts: Mapping[str, str], options: Mapping[str, Any]) -> Analysis:
    """Return the analysis of a program; errors that only code generation finds (it is too large) follow in `later`."""
    check("ALGOL", path, options, OPTIONS)
    with editing(texts) as opened:
        text = opened.text(path)
    text = read_text(Path(path), "an ALGOL program") if text is None else text
    representation = options.get("representation")
    system = options.get("system")
    program, diagnostics = examine(text, path, representation, bool(options.get("strict_power")), system)

    compiled = partial(compile_text, text, path, **options)
    return Analysis(
        diagnostics.everything, {path: text.replace("\r\n", "\n").replace("\r", "\n").split("\n")},
        partial(_names, program) if program else list, explain, partial(_words, text, representation, system),
        bare=lambda line: "", later=None if diagnostics.found else partial(errors_of_code, compiled),
        outcome=partial(words_of_code, compiled), called=call_in_parentheses,
        folds=partial(_folds, text, program),
    )  # fmt: skip


def explain(at: Place) -> Explained | None:
    """Return nothing: delimiters explain themselves, and everything else is a name."""
    return None


def _words(text: str, representation: str | None, system: str | None) -> Sequence[Word]:
    chosen = representation_of(text, representation, systems.by_name(system) if system else None)
    if chosen.underlined:
        return ()
    words = [each.upper() if chosen.quote else symbol for each, symbol in chosen.words.items() if symbol.isalpha()]
    return [Word(f"{chosen.quote}{each}{chosen.quote}", "any", "delimiter") for each in dict.fromkeys(words)]


def _names(program: syntax.Program) -> Iterator[Name]:
    """Yield everything that is declared, the standard procedures too, and the blocks with declarations."""
    file = program.at.file
    found: dict[syntax.Declared, Name] = {}

    def name(declared: syntax.Declared) -> Name:
        if declared not in found:
            written = declared.at.end > declared.at.start and declared.at.file == file
            seen = _rows((declared.block or declared.owner or program).at)
            if isinstance(declared.owner, syntax.Procedure) and declared.block is None and declared.owner.body:
                seen = _rows(declared.owner.at.to(declared.owner.body.at))
            found[declared] = Name(
                declared.spelling, KINDS[type(declared)], declared.at.place if written else None,
                about=partial(_about, declared), detail=partial(_declaration, declared), short=declared.spelling,
                seen=seen if written else None, changeable=written and "\n" not in declared.at.text,
            )  # fmt: skip
            if isinstance(declared, syntax.Procedure):
                found[declared].signatures = partial(_signatures, declared)
                if declared.body and written:
                    found[declared].rows = _rows(declared.at.to(declared.body.at))
            if getattr(declared, "own", False):
                found[declared].traits = ("static",)
        return found[declared]

    for each in standard_procedures().values():
        name(each)
    for node in walk(program):
        match node:
            case syntax.Procedure(name="?"):
                continue
            case syntax.Declared():
                new = name(node)
                if isinstance(node, syntax.Formal):
                    new.uses += [each.place for each in node.named]
            case (
                syntax.Name(declared=syntax.Declared() as declared)
                | syntax.Integer(declared=syntax.Declared() as declared)
            ):
                if declared.at.file != file:  # a copy for this program: it is the same one by its name
                    declared = next((each for each in found if each.name == declared.name), declared)
                use = name(declared)
                use.uses.append(node.at.place)
                use.changeable &= "\n" not in node.at.text
            case syntax.Block():
                yield _block(node)
    yield from found.values()


COMMENT = re.compile(r"(?i)\bcomment\b[^;]*;?")
FOLDED = (syntax.Compound, syntax.For, syntax.If)


def _folds(text: str, program: syntax.Program | None, file: str) -> Iterator[Fold]:
    """Yield statements and comments of several lines."""
    for match in COMMENT.finditer(text):
        if "\n" in match[0]:
            first = text.count("\n", 0, match.start()) + 1
            yield Fold(Rows(file, first, first + match[0].rstrip().count("\n")), "comment")
    for node in walk(program) if program else ():
        if isinstance(node, FOLDED) and node.at.file == file and (rows := _rows(node.at)).last > rows.first:
            yield Fold(rows)


def _rows(at: Span) -> Rows:
    return Rows(at.file, at.line, at.source.line(max(at.start, at.end - 1)))


def _block(block: syntax.Block) -> Name:
    at, count = block.at, len(block.local or ())
    place = Place(at.file, at.line, at.column, len("begin"), at.place.text)
    where = f" in procedure {block.owner.spelling}" if block.owner else ""
    about = f"block of lines {at.line} to {_rows(at).last}{where}: {count} name{'s' * (count != 1)} declared"
    nowhere = Rows(at.file, 0, 0)
    return Name("begin", Kind.BLOCK, place, about=partial(str, about), rows=_rows(at), seen=nowhere, changeable=False)


# ---------------------------------------------------------------- what a declaration says


def _about(declared: syntax.Declared) -> str:
    if isinstance(declared, syntax.Procedure) and declared.standard:
        return f"```algol60\n{declared.at.source.text}\n```\nstandard procedure"
    where = [f"line {declared.at.line}"]
    if declared.block:
        where.append(f"local to the block of line {declared.block.at.line}")
    if declared.owner:
        where.append(f"in procedure {declared.owner.spelling}")
    return f"```algol60\n{_declaration(declared)}\n```\n{', '.join(where)}"


def _declaration(declared: syntax.Declared) -> str:
    """Return the declaration, written out."""
    name = declared.spelling
    match declared:
        case syntax.Variable():
            return f"{'own ' * declared.own}{declared.type.value} {name}"
        case syntax.Array():
            bounds = ", ".join(_text(each.at) for each in declared.segment.bounds) if declared.segment else ""
            return f"{'own ' * declared.own}{declared.type.value} array {name}[{bounds}]"
        case syntax.Switch():
            return f"switch {name} := {', '.join(_text(each.at) for each in declared.elements)}"
        case syntax.Label():
            return f"label {name}"
        case syntax.Procedure():
            return _heading(declared)
        case syntax.Formal():
            return f"{_specified(declared)} {name}, parameter by {'value' if declared.by_value else 'name'}"
    return name


def _specified(formal: syntax.Formal) -> str:
    if formal.specification is None:
        return "unspecified"
    kind, type_ = formal.kind.value, formal.type.value
    if formal.kind is syntax.Kind.EXPRESSION:
        return type_
    return kind if formal.type in (syntax.Type.NONE, syntax.Type.LABEL, syntax.Type.STRING) else f"{type_} {kind}"


def _heading(procedure: syntax.Procedure) -> str:
    kind = "" if procedure.type is syntax.Type.NONE else f"{procedure.type.value} "
    at, body = procedure.at, procedure.body
    if body is None:
        return at.source.text
    start = min([body.at.start, *(label.at.start for label in body.labels)])
    text = re.sub(r"\s+", " ", at.source.text[at.start : start]).strip()[:LONGEST_HEADING]
    return f"{kind}procedure {text}"


def _signatures(procedure: syntax.Procedure) -> Sequence[Signature]:
    """Return the form of a call: the types of the parameters, and which are called by value."""
    kind = "" if procedure.type is syntax.Type.NONE else f"{procedure.type.value} "
    given = [f"{'value ' * each.by_value}{_specified(each)} {each.spelling}" for each in procedure.formals]
    form = f"{kind}procedure {procedure.spelling}({', '.join([*given, *['...'] * procedure.rest])})"
    return [Signature(form, tuple(given))] if given or procedure.rest else []


def _text(at: Span) -> str:
    return re.sub(r"\s+", " ", at.text)
