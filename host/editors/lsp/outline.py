"""The parts of a text: its outline, the names of all open texts, and the lines that can be hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from host.editors.lsp.documents import Document
from host.editors.lsp.server import Server
from host.languages.analysis import Analysis, Fold, Kind, Name, Rows

SYMBOLS = {
    Kind.LABEL: lsp.SymbolKind.Function,
    Kind.CONSTANT: lsp.SymbolKind.Constant,
    Kind.VARIABLE: lsp.SymbolKind.Variable,
    Kind.ARRAY: lsp.SymbolKind.Array,
    Kind.PARAMETER: lsp.SymbolKind.Variable,
    Kind.PROCEDURE: lsp.SymbolKind.Method,
    Kind.SCOPE: lsp.SymbolKind.Namespace,
    Kind.BLOCK: lsp.SymbolKind.Namespace,
    Kind.STRUCTURE: lsp.SymbolKind.Struct,
    Kind.ENUMERATION: lsp.SymbolKind.Enum,
    Kind.MEMBER: lsp.SymbolKind.Field,
    Kind.COMMON: lsp.SymbolKind.Struct,
    Kind.MACRO: lsp.SymbolKind.Operator,
    Kind.OPERATION: lsp.SymbolKind.Operator,
}
FOLDED = frozenset({Kind.PROCEDURE, Kind.SCOPE, Kind.BLOCK, Kind.MACRO})
MOST_SYMBOLS = 1000  # of all texts together: more are no answer to a question


def outline(server: Server, document: Document, analysis: Analysis) -> list[lsp.DocumentSymbol]:
    """Return the names of a document, each within the one round it."""
    file = document.name(analysis)
    lines = analysis.files.get(file, ())
    top: list[lsp.DocumentSymbol] = []
    around: list[tuple[Kind, int, lsp.DocumentSymbol]] = []  # open ones, with their last lines
    names = [each for each in analysis.names if each.place and each.place.file == file and each.place.length]
    for name in sorted(names, key=_order):
        if name.kind not in SYMBOLS or name.kind is Kind.PARAMETER:
            continue
        assert name.place
        rows = _rows(name, len(lines))
        while around and (around[-1][1] < rows.first or around[-1][0] is name.kind is Kind.COMMON):
            around.pop()
        rows = rows._replace(last=min([rows.last, *(each[1] for each in around[-1:])]))
        whole = lsp.Range(
            lsp.Position(rows.first - 1, 0), lsp.Position(rows.last - 1, server.units(lines[rows.last - 1]))
        )
        symbol = lsp.DocumentSymbol(
            name.short or name.text, SYMBOLS[name.kind], whole, server.range(name.place, lines[name.place.line - 1]),
            detail=name.detail() or None, children=[],
        )  # fmt: skip
        (around[-1][2].children if around else top).append(symbol)  # type: ignore[union-attr]
        if rows.last > name.place.line or name.kind is Kind.COMMON:
            around.append((name.kind, rows.last, symbol))
    return top


def _order(name: Name) -> tuple[int, int, int]:
    """Return the key of names for sorting: lines, the wider ones first where they begin on one line."""
    rows = _rows(name, 1 << 60)
    assert name.place
    wide = rows.last if name.kind is not Kind.COMMON else 0
    return rows.first, -wide if wide > name.place.line else 0, name.place.column


def _rows(name: Name, length: int) -> Rows:
    """Return the lines that belong to a name, in a file of that many."""
    at = name.place
    assert at
    if name.rows is None or name.rows.file != at.file:
        return Rows(at.file, at.line, min(at.line, length))
    return Rows(at.file, min(name.rows.first, at.line), min(max(name.rows.last, at.line), length))


def named(server: Server, query: str, analyses: Iterable[Analysis]) -> list[lsp.WorkspaceSymbol]:
    """Return the names that have the letters of a query in them, in their order."""
    found: dict[tuple[str, int, int], lsp.WorkspaceSymbol] = {}
    for analysis in analyses:
        for name in analysis.names:
            at, text = name.place, name.text
            if at is None or name.kind not in SYMBOLS or not at.length or not _has(text.lower(), query.lower()):
                continue
            around = text.rpartition("::")[0]
            found[at.file, at.line, at.column] = lsp.WorkspaceSymbol(
                location=server.location(analysis, at), name=name.short or text, kind=SYMBOLS[name.kind],
                container_name=around or None,
            )  # fmt: skip
            if len(found) >= MOST_SYMBOLS:
                return [*found.values()]
    return [*found.values()]


def _has(text: str, letters: str) -> bool:
    rest = iter(text)
    return all(each in rest for each in letters)


def folds(document: Document, analysis: Analysis) -> list[lsp.FoldingRange]:
    """Return the lines that can be hidden: parts with names, blocks of the language, comments of several lines."""
    file = document.name(analysis)
    lines = analysis.files.get(file, ())
    largest: dict[int, Fold] = {}
    named = (Fold(each.rows) for each in analysis.names if each.rows and each.kind in FOLDED)
    own = analysis.folds(file) if analysis.folds else ()
    for fold in (*_comments(analysis, file), *own, *named):
        first, last = max(fold.rows.first, 1), min(fold.rows.last, len(lines))
        known = largest.get(first)
        if fold.rows.file == file and last > first and (known is None or known.rows.last < last):
            largest[first] = Fold(Rows(file, first, last), fold.kind)
    return [
        lsp.FoldingRange(each.rows.first - 1, each.rows.last - 1, kind=lsp.FoldingRangeKind(each.kind))
        for _, each in sorted(largest.items())
    ]


def _comments(analysis: Analysis, file: str) -> Iterator[Fold]:
    """Yield the comments of several lines."""
    if analysis.remark is None:
        return
    first = 0
    for number, line in enumerate([*analysis.files.get(file, ()), ""], 1):
        if line and analysis.remark(line):
            first = first or number
        elif first:
            yield Fold(Rows(file, first, number - 1), "comment")
            first = 0
