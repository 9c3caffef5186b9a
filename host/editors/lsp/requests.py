"""The requests and notifications of the Language Server Protocol, answered about open texts; the server's process."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import sys
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException

from emulators.errors import IronboardError, Place
from host import interruption
from host.editors.lsp.completion import completions, signatures
from host.editors.lsp.documents import PAUSE, lines_of
from host.editors.lsp.edits import check_renaming, renamed
from host.editors.lsp.languages import language_of
from host.editors.lsp.outline import folds, named, outline
from host.editors.lsp.server import CONTENT_MODIFIED, REQUEST_FAILED, SOURCE, Server, kinds_of_inlays, line_of
from host.editors.lsp.tokens import MODIFIERS, TYPES, between, change, encoded
from host.languages.analysis import Rows


def make(pause: float = PAUSE) -> Server:
    """Return a server that knows how to answer; `pause`: seconds after a key before a text is analysed."""
    server = Server(pause)
    documents = server.documents

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        folders = [each.uri for each in params.workspace_folders or ()]
        if root := next((each for each in (*folders, params.root_uri) if each and each.startswith("file:")), None):
            documents.folder = Path(uris.to_fs_path(root) or "")
        configure(params.initialization_options)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: lsp.DidChangeConfigurationParams) -> None:
        given = params.settings
        configure(given.get(SOURCE, given) if isinstance(given, dict) else given)

    def configure(given: Any) -> None:
        if isinstance(given, dict):
            documents.configure(given)
            server.inlays = kinds_of_inlays(given.get("inlay_hints"))

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        given = params.text_document
        path = uris.to_fs_path(given.uri) if given.uri.startswith("file:") else given.uri
        if "\0" in (path or ""):
            server.log(f"{given.uri}: no file has such a name", None)
            return
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
                place = place._replace(line=document.good.lines_now(lines_of(document.text))(place.line))
            return server.location(before[1], place)
        for place, file in analysis.links:
            if (place.file, place.line) == (at.file, at.line) and 0 <= at.column - place.column <= place.length:
                return server.location(analysis, Place(file, 1, 1, 0))
        return None

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def format(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return server.in_columns(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def format_range(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        return server.in_columns(params.text_document.uri, params.range)

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
        texts = documents.texts(document)
        try:
            edits = await renamed(
                analysis, name, params.new_name, texts, lambda texts: documents.tried(document, texts)
            )
        except IronboardError as error:
            raise JsonRpcException(str(error), REQUEST_FAILED) from None
        if texts != documents.texts(document):
            raise JsonRpcException("the text has been changed meanwhile", CONTENT_MODIFIED)
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

    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def all_symbols(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        found = [await documents.analysis(each) for each in [*documents.open_]]
        return named(server, params.query, filter(None, found))

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def fold(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        analysis = await documents.analysis(params.text_document.uri)
        document = documents.open_.get(params.text_document.uri)
        return folds(document, analysis) if document and analysis else []

    legend = lsp.SemanticTokensLegend([*TYPES], [*MODIFIERS])

    @server.feature(
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        lsp.SemanticTokensRegistrationOptions(legend, full=lsp.SemanticTokensFullDelta(delta=True), range=True),
    )
    async def all_tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        found = await server.tokens(params.text_document.uri)
        return lsp.SemanticTokens(found[2], found[1]) if found else None

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    async def new_tokens(
        params: lsp.SemanticTokensDeltaParams,
    ) -> lsp.SemanticTokens | lsp.SemanticTokensDelta | None:
        document = documents.open_.get(params.text_document.uri)
        before = document.encoded if document else None
        found = await server.tokens(params.text_document.uri)
        if found is None or before is None or before[0] != params.previous_result_id:
            return lsp.SemanticTokens(found[2], found[1]) if found else None
        edit = change(before[1], found[2])
        return lsp.SemanticTokensDelta([lsp.SemanticTokensEdit(*edit)] if edit else [], found[1])

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
    async def some_tokens(params: lsp.SemanticTokensRangeParams) -> lsp.SemanticTokens | None:
        found = await server.tokens(params.text_document.uri)
        if found is None:
            return None
        document = documents.open_[params.text_document.uri]
        some = between(found[0], params.range.start.line, params.range.end.line)
        return lsp.SemanticTokens(encoded(some, lines_of(document.text), server.units))

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        analysis = await documents.analysis(params.text_document.uri)
        document = documents.open_.get(params.text_document.uri)
        if not document or not analysis or not analysis.inlays or not server.inlays:
            return []
        file = document.name(analysis)
        last = min(params.range.end.line + 1, len(analysis.files.get(file, ())))
        return [
            lsp.InlayHint(
                server.range(each.place, line_of(analysis, each.place)).start, each.text,
                tooltip=each.about or None, padding_left=True,
            )
            for each in analysis.inlays(Rows(file, params.range.start.line + 1, last))
            if each.kind in server.inlays
        ]  # fmt: skip

    kinds = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, kinds)
    async def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        only = params.context.only
        if only and not any(lsp.CodeActionKind.QuickFix.value.startswith(each) for each in only):
            return []
        return [each async for each in server.cures(params.text_document.uri, params.range)]

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(["(", ",", " "]))
    def signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        document = documents.open_.get(params.text_document.uri)
        if document is None or document.analysis is None:  # the last analysis will do, as for completion
            return None
        return signatures(server, document, server.place(document, document.analysis, params.position))

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "@", ":"]))
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


def _is_no_answer(record: logging.LogRecord) -> bool:
    """Whether a line of the log is no request that was refused: the editor has the reason already."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcException))


def serve(log: Path | None) -> int:
    """Serve an editor on standard input and output; return the exit status, 1 if it ended without saying so before."""
    logging.basicConfig(filename=log, level=logging.INFO if log else logging.ERROR, format="%(asctime)s %(message)s")
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_no_answer)
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
