"""The Language Server Protocol on standard input and output, by pygls: requests about open texts are answered here."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from emulators.errors import IronboardError, Place, SourceError
from host import interruption
from host.editors.lsp.documents import Document, Documents, check_renaming, lines_of, renamed
from host.editors.lsp.languages import language_of
from host.languages.analysis import Analysis, Kind, Name

SOURCE = "ironboard"
REQUEST_FAILED = -32803  # of the protocol: the request cannot be served, and the message says why
SYMBOLS = {
    Kind.LABEL: lsp.SymbolKind.Function,
    Kind.CONSTANT: lsp.SymbolKind.Constant,
    Kind.VARIABLE: lsp.SymbolKind.Variable,
    Kind.ARRAY: lsp.SymbolKind.Array,
    Kind.PARAMETER: lsp.SymbolKind.Variable,
    Kind.PROCEDURE: lsp.SymbolKind.Method,
    Kind.SCOPE: lsp.SymbolKind.Namespace,
    Kind.BLOCK: lsp.SymbolKind.Namespace,
    Kind.MACRO: lsp.SymbolKind.Operator,
}
ITEMS = {
    Kind.LABEL: lsp.CompletionItemKind.Function,
    Kind.CONSTANT: lsp.CompletionItemKind.Constant,
    Kind.PROCEDURE: lsp.CompletionItemKind.Method,
    Kind.SCOPE: lsp.CompletionItemKind.Module,
    Kind.MACRO: lsp.CompletionItemKind.Operator,
}
PREFIX = re.compile(r"""["'.@]?[\w:$]*$""")  # the typed part of a word
WORD_BEFORE, WORD_AFTER = re.compile(r"[@\w]*$"), re.compile(r"\w*")
LOOKED_AT = 200  # lines that tell whether small letters are usual


class Protocol(LanguageServerProtocol):
    """pygls' protocol, which leaves a request without an answer if its parameters have wrong types."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return a message as an object; answer a request that cannot be one with an error."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "id" in data and "method" in data:
                wrong = JsonRpcInvalidParams(f"the parameters of {data['method']} are not those of the protocol")
                self._send_response(data["id"], error=wrong.to_response_error())
            raise


class Server(LanguageServer):
    """pygls' server with our documents. Whole texts are sent: pygls and we differ about the ends of lines."""

    def __init__(self) -> None:
        from importlib.metadata import version

        super().__init__("ironboard", version("ironboard"), lsp.TextDocumentSyncKind.Full, protocol_cls=Protocol)
        self.documents = Documents(self.publish, self.log)
        self.ended = False

    # -------------------------------------------------------------- columns and lines

    def units(self, text: str) -> int:
        """Return the length of a text as the editor counts it: in units of UTF-16, if it has no other wish."""
        return int(self.workspace.position_codec.client_num_units(text))

    def range(self, place: Place, line: str) -> lsp.Range:
        """Return a place of a line as a range."""
        start = min(place.column - 1, len(line))
        end = min(start + max(place.length, 0), len(line))
        row = place.line - 1
        return lsp.Range(lsp.Position(row, self.units(line[:start])), lsp.Position(row, max(self.units(line[:end]), 0)))

    def location(self, analysis: Analysis, place: Place) -> lsp.Location:
        """Return where a place is."""
        return lsp.Location(self.uri(place.file), self.range(place, line_of(analysis, place)))

    def uri(self, path: str) -> str:
        """Return the URI of a file: that of the editor, if it is open."""
        document = self.documents.of_path(path)
        return document.uri if document else str(uris.from_fs_path(os.path.abspath(path)))

    def place(self, document: Document, analysis: Analysis, position: lsp.Position) -> Place:
        """Return the character at a position of the text as it is now."""
        lines = lines_of(document.text)
        line = lines[position.line] if position.line < len(lines) else ""
        column = units = 0
        while column < len(line) and units < position.character:
            units += self.units(line[column])
            column += 1
        return Place(document.name(analysis), position.line + 1, column + 1, 1, line)

    # -------------------------------------------------------------- what goes to the editor unasked

    def publish(self, path: str, problems: Sequence[SourceError]) -> None:
        """Send the errors of a file."""
        document = self.documents.of_path(path)
        told = [self.diagnostic(each) for each in problems]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(self.uri(path), told, document.version if document else None)
        )

    def diagnostic(self, error: SourceError) -> lsp.Diagnostic:
        """Return an error or a warning as the protocol has it: the hint in the message, calls beside it."""
        place = error.place
        related: list[lsp.DiagnosticRelatedInformation] = []
        expansion = getattr(error, "expansion", None)
        while expansion and len(related) < 8:
            what = "included" if expansion.kind == "file" else f"in {expansion.kind} '{expansion.name}', called"
            at = expansion.place
            where = lsp.Location(self.uri(at.file), self.range(at, at.text))
            related.append(lsp.DiagnosticRelatedInformation(where, f"{what} here"))
            expansion = expansion.outer
        warning = error.severity == "warning"
        return lsp.Diagnostic(
            self.range(place, place.text),
            f"{error.message}\n{error.hint}" if error.hint else error.message,
            severity=lsp.DiagnosticSeverity.Warning if warning else lsp.DiagnosticSeverity.Error,
            source=SOURCE,
            related_information=related or None,
        )

    def markup(self, text: str, *path: str) -> lsp.MarkupContent:
        """Return a text as Markdown, if the editor takes that there: by the path of its capability."""
        found: Any = self.client_capabilities.text_document
        for each in path:
            found = getattr(found, each, None)
        if found is None or lsp.MarkupKind.Markdown in found:
            return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
        return lsp.MarkupContent(lsp.MarkupKind.PlainText, re.sub(r"```\w*\n?|[*`]{1,2}", "", text))

    def hover(self, text: str, place: Place | None = None, line: str = "") -> lsp.Hover:
        """Return the meaning of a word, and its place."""
        content = self.markup(text, "hover", "content_format")
        return lsp.Hover(content, self.range(place, line) if place else None)

    def log(self, message: str, error: BaseException | None) -> None:
        """Write an error into the log, and a line of it into the editor's."""
        logging.getLogger(__name__).warning("%s", message, exc_info=error)
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Warning, message))

    # -------------------------------------------------------------- names

    async def found(self, params: Any) -> tuple[Document, Analysis, Place] | None:
        """Return document, analysis and character that a request is about."""
        analysis = await self.documents.analysis(params.text_document.uri)
        document = self.documents.open_.get(params.text_document.uri)
        if analysis is None or document is None:
            return None
        return document, analysis, self.place(document, analysis, params.position)

    def name_before(self, document: Document, at: Place) -> tuple[Name, Analysis] | None:
        """Return the name of a word as the last analysis without errors knew it."""
        good, now = document.good, lines_of(document.text)
        if good is None or good.analysis is document.analysis:
            return None
        then = at._replace(file=document.name(good.analysis), line=good.line_then(now, at.line))
        if then.line <= len(good.lines) and good.lines[then.line - 1] == at.text:
            found = good.analysis.name_at(then)
            return (found[0], good.analysis) if found else None
        start = WORD_BEFORE.search(at.text[: at.column - 1])
        end = WORD_AFTER.match(at.text[at.column - 1 :])
        word = (start[0] if start else "") + (end[0] if end else "")
        visible = good.analysis.visible(then)
        name = visible.get(word) or (visible.get(word.upper()) if good.analysis.caseless else None)
        return (name, good.analysis) if name else None

    async def named(self, params: Any) -> tuple[Document, Analysis, Name, Place] | None:
        """Return document, analysis and name of a request, and the place of the name."""
        found = await self.found(params)
        name = found[1].name_at(found[2]) if found else None
        return (found[0], found[1], *name) if found and name else None


def line_of(analysis: Analysis, place: Place) -> str:
    """Return the line of a place."""
    lines = analysis.files.get(place.file, ())
    return lines[place.line - 1] if 0 < place.line <= len(lines) else place.text


# ---------------------------------------------------------------- outline


def outline(server: Server, document: Document, analysis: Analysis) -> list[lsp.DocumentSymbol]:
    """Return the names of a document, each within the one round it."""
    file = document.name(analysis)
    top: list[lsp.DocumentSymbol] = []
    around: list[tuple[int, lsp.DocumentSymbol]] = []  # open ones, with their last lines
    names = [each for each in analysis.names if each.place and each.place.file == file and each.place.length]
    for name in sorted(names, key=lambda each: _order(each)):
        if name.kind is Kind.PARAMETER:
            continue
        assert name.place
        chosen = server.range(name.place, line_of(analysis, name.place))
        rows = name.rows if name.rows and name.rows.file == file else None
        symbol = lsp.DocumentSymbol(
            name.short or name.text, SYMBOLS[name.kind], _whole(server, analysis, name), chosen,
            detail=name.detail() or None, children=[],
        )  # fmt: skip
        first = rows.first if rows else name.place.line
        while around and around[-1][0] < first:
            around.pop()
        (around[-1][1].children if around else top).append(symbol)  # type: ignore[union-attr]
        if rows and rows.last > name.place.line:
            around.append((rows.last, symbol))
    return top


def _order(name: Name) -> tuple[int, int, int]:
    """Return the key of names for sorting: lines, the wider ones first where they begin on one line."""
    assert name.place
    first = min(name.rows.first, name.place.line) if name.rows else name.place.line
    return first, -(name.rows.last if name.rows else 0), name.place.column


def _whole(server: Server, analysis: Analysis, name: Name) -> lsp.Range:
    """Return the lines that belong to a name."""
    assert name.place
    lines = analysis.files.get(name.place.file, ())
    first, last = (name.rows.first, name.rows.last) if name.rows else (name.place.line, name.place.line)
    first, last = min(first, name.place.line), min(max(last, name.place.line), len(lines))
    return lsp.Range(lsp.Position(first - 1, 0), lsp.Position(last - 1, server.units(lines[last - 1])))


# ---------------------------------------------------------------- completion


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

    for text, name in analysis.visible(there).items():
        if operands is False and name.kind not in (Kind.MACRO, Kind.PROCEDURE):
            continue
        written = text.lower() if small and analysis.caseless and text.isupper() else text
        yield item(written, ITEMS.get(name.kind, lsp.CompletionItemKind.Variable), 0, name.detail(), "")
    for word in analysis.words():
        if operands is None or word.kind in ("any", "operand" if operands else "operation"):
            yield item(word.text.lower() if small else word.text, lsp.CompletionItemKind.Keyword, 1, "", word.about)


def _is_small(analysis: Analysis, document: Document) -> bool:
    """Return whether the text is written in small letters, for the most part."""
    lines = analysis.files.get(document.name(analysis), ())[:LOOKED_AT]
    text = "".join(map(analysis.bare, lines)) or document.text[:4000]
    return sum(map(str.islower, text)) > sum(map(str.isupper, text))


# ---------------------------------------------------------------- requests


def make() -> Server:
    """Return a server that knows how to answer."""
    server = Server()
    documents = server.documents

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        given = params.initialization_options
        if isinstance(given, dict):
            documents.options = {str(key): value for key, value in given.items() if isinstance(value, dict)}

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        given = params.text_document
        path = uris.to_fs_path(given.uri) if given.uri.startswith("file:") else given.uri
        language = language_of(path or given.uri, given.language_id)
        if language is None:
            server.log(f"{given.uri}: there is no language '{given.language_id}' here", None)
            return
        documents.open(given.uri, path or given.uri, given.text, language, given.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        documents.change(uri, server.workspace.get_text_document(uri).source, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        documents.files_changed(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        documents.files_changed()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        documents.close(params.text_document.uri)

    @server.feature(lsp.SHUTDOWN)
    def ended(*given: Any) -> None:
        server.ended = True
        documents.end()

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        found = await server.found(params)
        if found is None:
            return None
        document, analysis, at = found
        if named := analysis.name_at(at):
            name, place = named
            return server.hover(name.about(), place, at.text)
        if explained := analysis.explain(at):
            return server.hover(explained.text, explained.place, at.text)
        before = server.name_before(document, at)
        return server.hover(before[0].about()) if before else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        found = await server.found(params)
        if found is None:
            return None
        document, analysis, at = found
        if named := analysis.name_at(at):
            return server.location(analysis, named[0].place) if named[0].place else None
        if (before := server.name_before(document, at)) and (place := before[0].place):
            own = document.name(before[1])
            assert document.good
            if place.file == own:
                place = place._replace(line=document.good.line_now(lines_of(document.text), place.line))
            return server.location(before[1], place)
        for place, file in analysis.links:
            if (place.file, place.line) == (at.file, at.line) and 0 <= at.column - place.column <= place.length:
                return server.location(analysis, Place(file, 1, 1, 0))
        return None

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = await server.named(params)
        if found is None:
            return []
        _, analysis, name, _ = found
        own = params.context.include_declaration
        return [server.location(analysis, each) for each in name.places if own or each != name.place]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        found = await server.named(params)
        if found is None:
            return []
        document, analysis, name, _ = found
        file = document.name(analysis)
        return [
            lsp.DocumentHighlight(server.range(each, line_of(analysis, each)))
            for each in name.places
            if each.file == file and each.length
        ]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        found = await server.named(params)
        if found is None:
            return None
        _, analysis, name, place = found
        try:
            check_renaming(analysis, name)
        except IronboardError as error:
            raise JsonRpcException(str(error), REQUEST_FAILED) from None
        line = line_of(analysis, place)
        written = line[place.column - 1 : place.column - 1 + place.length]
        return lsp.PrepareRenamePlaceholder(server.range(place, line), written)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        found = await server.named(params)
        if found is None:
            return None
        document, analysis, name, _ = found
        try:
            edits = await renamed(
                analysis, name, params.new_name, documents.texts(), lambda texts: documents.analyse(document, texts)
            )
        except IronboardError as error:
            raise JsonRpcException(str(error), REQUEST_FAILED) from None
        changes: dict[str, list[lsp.TextEdit]] = {}
        for place, text in edits:
            edit = lsp.TextEdit(server.range(place, line_of(analysis, place)), text)
            changes.setdefault(server.uri(place.file), []).append(edit)
        return lsp.WorkspaceEdit(changes=changes)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        analysis = await documents.analysis(params.text_document.uri)
        document = documents.open_.get(params.text_document.uri)
        if document is None or analysis is None:
            return []
        return outline(server, document, analysis) or (
            outline(server, document, document.good.analysis) if document.good else []
        )

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def links(params: lsp.DocumentLinkParams) -> list[lsp.DocumentLink]:
        analysis = await documents.analysis(params.text_document.uri)
        document = documents.open_.get(params.text_document.uri)
        if not document or not analysis:
            return []
        file = document.name(analysis)
        return [
            lsp.DocumentLink(server.range(place, line_of(analysis, place)), target=server.uri(target))
            for place, target in analysis.links
            if place.file == file
        ]

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "@"]))
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        document = documents.open_.get(params.text_document.uri)
        if document is None or document.analysis is None:  # the last analysis will do: it is wanted while one types
            return lsp.CompletionList(True, [])
        at = server.place(document, document.analysis, params.position)
        items = {each.label: each for each in completions(server, document, document.analysis, at, at)}
        if document.good and document.good.analysis is not document.analysis:
            there = at._replace(line=document.good.line_then(lines_of(document.text), at.line))
            for each in completions(server, document, document.good.analysis, at, there):
                items.setdefault(each.label, each)
        return lsp.CompletionList(False, [*items.values()])

    return server


def serve(log: Path | None) -> int:
    """Serve an editor on standard input and output; return the exit status, 1 if it ended without saying so before."""
    logging.basicConfig(filename=log, level=logging.INFO if log else logging.ERROR, format="%(asctime)s %(message)s")
    server = make()
    gc.freeze()
    gc.disable()  # an analysis makes many objects, and hardly any garbage: it is collected between them
    interruption.at_once("the editor starts it again")
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")  # pygls closes it
    with (
        interruption.silence(),
        contextlib.redirect_stdout(sys.stderr),
    ):  # nothing but the protocol goes to standard output
        server.start_io(sys.stdin.buffer, out)
    return 0 if server.ended else 1
