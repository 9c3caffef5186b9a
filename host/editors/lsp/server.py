"""The Language Server Protocol on standard input and output, by pygls: requests about open texts are answered here."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from cattrs import Converter
from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter

from emulators import distributions
from emulators.errors import ImageError, IronboardError, Place, SourceError
from host.assemblers.formatting import formatted
from host.editors.lsp.documents import PAUSE, Document, Documents, lines_of
from host.editors.lsp.edits import cures
from host.editors.lsp.tokens import Token, encoded, tokens
from host.languages.analysis import INLAYS, Analysis, Name

SOURCE = "ironboard"
MOST_TRIED = 10  # changes that are tried for one request: each takes an analysis
CONTENT_MODIFIED = -32801  # of the protocol: the text is no longer the one that the request was about
REQUEST_FAILED = -32803  # of the protocol: the request cannot be served, and the message says why
WORD_BEFORE, WORD_AFTER = re.compile(r"(?<![@\w])[@\w]*$"), re.compile(r"\w*")


def strict_converter() -> Converter:
    """Return pygls' converter of messages; a number is no text, and a text no number."""

    def as_it_is(kind: type) -> Callable[[Any, Any], Any]:
        def structure(value: Any, _: Any) -> Any:
            if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
                raise TypeError(f"expected {kind.__name__}, not {type(value).__name__}")
            return value

        return structure

    converter: Converter = default_converter()  # type: ignore[no-untyped-call]  # pygls has no types for it
    for each in (str, int, bool):
        converter.register_structure_hook(each, as_it_is(each))
    return converter


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

    def __init__(self, pause: float = PAUSE) -> None:
        super().__init__(
            "ironboard", distributions.version(), lsp.TextDocumentSyncKind.Full, protocol_cls=Protocol,
            converter_factory=strict_converter,
        )  # fmt: skip
        self.documents = Documents(self.publish, self.log, pause)
        self.ended = False
        self.inlays: frozenset[str] = frozenset()  # the kinds that the editor wants

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

    def publish(self, where: Document | str, problems: Sequence[SourceError]) -> None:
        """Send the errors of a document, or of a file that is not open."""
        told = [self.diagnostic(each) for each in problems]
        uri, version = (self.uri(where), None) if isinstance(where, str) else (where.uri, where.version)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, told, version))

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

    def in_columns(self, uri: str, where: lsp.Range | None = None) -> list[lsp.TextEdit]:
        """Return the changes that put the fields of a text, or of some of its lines, into columns."""
        document = self.documents.open_.get(uri)
        if document is None:
            return []
        dialect = document.language.dialect
        try:
            if dialect is None:
                raise ImageError(f"{document.language.title} has no columns")
            options = self.documents.settings(document.language)
            text = formatted(Path(document.path), dialect, self.documents.texts(document), **options)
        except IronboardError as error:
            raise JsonRpcException(str(error), REQUEST_FAILED) from None
        pairs = enumerate(zip(lines_of(document.text), lines_of(text), strict=False))
        return [
            lsp.TextEdit(lsp.Range(lsp.Position(at, 0), lsp.Position(at, self.units(old))), new)
            for at, (old, new) in pairs
            if old != new and (where is None or where.start.line <= at <= where.end.line)
        ]

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

    # -------------------------------------------------------------- tokens and cures

    async def tokens(self, uri: str) -> tuple[list[Token], str, list[int]] | None:
        """Return the tokens of a text as it is now, a name for them, and the numbers that stand for them."""
        analysis = await self.documents.analysis(uri)
        document = self.documents.open_.get(uri)
        if analysis is None or document is None:
            return None
        lines = lines_of(document.text)
        found = tokens(analysis, document.name(analysis))
        if not found and document.good and document.good.analysis is not analysis:  # nothing is known of it for now
            good, now = document.good, document.good.lines_now(lines)
            then = ((each, now(each.line + 1) - 1) for each in tokens(good.analysis, document.name(good.analysis)))
            found = [each._replace(line=at) for each, at in then
                     if at < len(lines) and lines[at] == good.lines[each.line]]  # fmt: skip
        data = encoded(found, lines, self.units)
        number = str(int(document.encoded[0]) + 1) if document.encoded else "1"
        document.encoded = number, data
        return found, number, data

    async def cures(self, uri: str, where: lsp.Range) -> AsyncIterator[lsp.CodeAction]:
        """Yield the changes that cure the errors of a part of a text; each has been tried."""
        analysis = await self.documents.analysis(uri)
        document = self.documents.open_.get(uri)
        if analysis is None or document is None:
            return
        file, texts, left = document.name(analysis), self.documents.texts(document), MOST_TRIED
        for problem in analysis.problems:
            if problem.place.file != file or problem.cure is None:
                continue
            shown = [self.range(each, each.text) for each in (problem.place, problem.cure[0])]
            if all(each.end < where.start or where.end < each.start for each in shown):
                continue
            if problem not in document.cures:
                if document.analysis is not analysis or not left:
                    return
                left -= 1
                document.cures[problem] = await cures(
                    analysis, problem, texts, lambda texts: self.documents.tried(document, texts)
                )
                if document.text != texts[document.real]:
                    return  # it has been typed on
            if not document.cures.get(problem):
                continue
            place, new = problem.cure
            old = place.text[place.column - 1 : place.column - 1 + place.length]
            title = f"{problem.hint[:1].upper()}{problem.hint[1:]}" if "\n" in new else f"Write '{new}', not '{old}'"
            edit = lsp.TextEdit(self.range(place, line_of(analysis, place)), new)
            yield lsp.CodeAction(
                title, lsp.CodeActionKind.QuickFix, [self.diagnostic(problem)], is_preferred=True,
                edit=lsp.WorkspaceEdit(changes={self.uri(place.file): [edit]}),
            )  # fmt: skip


def kinds_of_inlays(wanted: object) -> frozenset[str]:
    """Return the kinds of facts within lines that an option names: true for all, or a list, or a table."""
    if isinstance(wanted, dict):
        wanted = [each for each, on in wanted.items() if on]
    chosen = wanted if isinstance(wanted, list) else INLAYS if wanted is True else ()
    return frozenset(INLAYS) & frozenset(map(str, chosen))


def line_of(analysis: Analysis, place: Place) -> str:
    """Return the line of a place."""
    lines = analysis.files.get(place.file, ())
    return lines[place.line - 1] if 0 < place.line <= len(lines) else place.text
