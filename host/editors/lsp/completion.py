"""The words that can follow while one types, and the forms of the call that is typed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lsprotocol import types as lsp

from emulators.errors import Place
from host.editors.lsp.documents import Document, lines_of
from host.editors.lsp.server import Server
from host.languages.analysis import Analysis, Call, Kind, Name, Signature

ITEMS = {
    Kind.LABEL: lsp.CompletionItemKind.Function,
    Kind.CONSTANT: lsp.CompletionItemKind.Constant,
    Kind.PROCEDURE: lsp.CompletionItemKind.Method,
    Kind.SCOPE: lsp.CompletionItemKind.Module,
    Kind.STRUCTURE: lsp.CompletionItemKind.Struct,
    Kind.ENUMERATION: lsp.CompletionItemKind.Enum,
    Kind.MEMBER: lsp.CompletionItemKind.Field,
    Kind.MACRO: lsp.CompletionItemKind.Operator,
    Kind.OPERATION: lsp.CompletionItemKind.Operator,
}
OPERATIONS = (Kind.MACRO, Kind.PROCEDURE, Kind.OPERATION)  # these can begin a statement
PREFIX = re.compile(r"""(?:["'.@]|(?<![\w:$]))[\w:$]*$""")  # the typed part of a word
LOOKED_AT = 200  # lines that tell whether small letters are usual
CALL_LINES = 40  # before the cursor that a call may have begun in


def completions(
    server: Server, document: Document, analysis: Analysis, at: Place, there: Place
) -> Iterable[lsp.CompletionItem]:
    """Yield the possible words at a place: operations where a statement begins, operands after them.

    `there` is the same place in the text of the analysis.
    """
    before = at.text[: at.column - 1]
    match = PREFIX.search(before)
    prefix = match[0] if match else ""
    edited = server.range(Place(at.file, at.line, at.column - len(prefix), len(prefix)), at.text)
    operands = analysis.operands(before[: len(before) - len(prefix)]) if analysis.operands else None
    small = prefix.islower() or (not any(map(str.isalpha, prefix)) and _is_small(analysis, document))

    def item(text: str, kind: lsp.CompletionItemKind, rank: int, detail: str, about: str) -> lsp.CompletionItem:
        told = server.markup(about, "completion", "completion_item", "documentation_format") if about else None
        return lsp.CompletionItem(
            text, kind=kind, detail=detail or None, documentation=told,
            sort_text=f"{rank}{text.lower()}", filter_text=text, text_edit=lsp.TextEdit(edited, text),
        )  # fmt: skip

    scope, colons, _ = prefix.rpartition("::")
    visible = members(analysis, there, scope) if colons else analysis.visible(there)
    for text, name in visible.items():
        if operands is False and name.kind not in OPERATIONS:
            continue
        written = text.lower() if small and analysis.caseless and text.isupper() else text
        yield item(written, ITEMS.get(name.kind, lsp.CompletionItemKind.Variable), 0, name.detail(), "")
    for word in analysis.words() if not colons else ():
        if operands is None or word.kind in ("any", "operand" if operands else "operation"):
            yield item(word.text.lower() if small else word.text, lsp.CompletionItemKind.Keyword, 1, "", word.about)


def members(analysis: Analysis, at: Place, scope: str) -> dict[str, Name]:
    """Return the names in a scope or structure, with its name as it is written at a place."""
    inside: dict[str, dict[str, Name]] = {}  # full name of a scope -> the names in it
    for name in analysis.names:
        outer, colons, own = name.text.rpartition("::")
        if "@" not in own:
            inside.setdefault(outer if colons else "", {})[own] = name
    around = {
        each.text: each.rows.last - each.rows.first
        for each in analysis.names
        if each.rows and each.rows.hold(at) and each.kind in (Kind.SCOPE, Kind.PROCEDURE)
    }
    written = scope.removeprefix("::")
    places = [] if scope.startswith("::") or not scope else sorted(around, key=lambda each: around[each])
    found = next((full for each in (*places, "") if (full := f"{each}::{written}".removeprefix("::")) in inside), None)
    return {f"{scope}::{own}": name for own, name in inside.get(found or "", {}).items()} if found is not None else {}


def _is_small(analysis: Analysis, document: Document) -> bool:
    """Return whether the text is written in small letters, for the most part."""
    lines = analysis.files.get(document.name(analysis), ())[:LOOKED_AT]
    text = "".join(map(analysis.bare, lines)) or document.text[:4000]
    return sum(map(str.islower, text)) > sum(map(str.isupper, text))


# ---------------------------------------------------------------- signatures


def signatures(server: Server, document: Document, at: Place) -> lsp.SignatureHelp | None:
    """Return the forms of the call that a place is in, by the last analysis and the last one without errors."""
    lines = lines_of(document.text)
    before = "\n".join([*lines[max(0, at.line - 1 - CALL_LINES) : at.line - 1], at.text[: at.column - 1]])
    for analysis in filter(None, (document.analysis, document.good.analysis if document.good else None)):
        call = analysis.called(before) if analysis.called else None
        found = call and [*_forms(analysis, call, at)]
        if call and found:
            return lsp.SignatureHelp(
                [_shown(server, each) for each in found],
                next((i for i, each in enumerate(found) if call.argument < max(1, len(each.parameters))), 0),
                call.argument,
            )
    return None


def _forms(analysis: Analysis, call: Call, at: Place) -> Iterable[Signature]:
    visible = analysis.visible(at)
    words = (call.word, call.word.upper(), call.word.lower()) if analysis.caseless else (call.word,)
    name = next((visible[each] for each in words if each in visible), None)
    if name is not None and (found := name.signatures()):
        return found
    return analysis.forms(call.word) if analysis.forms else ()


def _shown(server: Server, form: Signature) -> lsp.SignatureInformation:
    """Return a form; each parameter is a part of the label, in the editor's units."""
    parameters, start = [], form.label.find("(") + 1 or len(form.label.split(" ")[0])
    for each in form.parameters:
        start = form.label.index(each, start)
        first = server.units(form.label[:start])
        parameters.append(lsp.ParameterInformation((first, first + server.units(each))))
        start += len(each)
    about = server.markup(form.about, "signature_help", "signature_information", "documentation_format")
    return lsp.SignatureInformation(form.label, about if form.about else None, parameters)
