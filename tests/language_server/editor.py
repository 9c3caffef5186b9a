"""An editor in front of the language server: pytest-lsp's client, with a file open."""

import asyncio
import sys

import pytest
from lsprotocol import types as lsp

from tests.language_server.sources import position

COMMAND = [sys.executable, "-m", "ironboard", "lsp"]
PATIENCE = 60  # seconds, on a host that is busy
MARKDOWN = [lsp.MarkupKind.Markdown]
CAPABILITIES = lsp.ClientCapabilities(
    text_document=lsp.TextDocumentClientCapabilities(
        rename=lsp.RenameClientCapabilities(prepare_support=True),
        hover=lsp.HoverClientCapabilities(content_format=MARKDOWN),
        document_symbol=lsp.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True),
        completion=lsp.CompletionClientCapabilities(
            completion_item=lsp.ClientCompletionItemOptions(documentation_format=MARKDOWN)
        ),
    )
)


class Editor:
    """An editor with a file open."""

    def __init__(self, client, path, id):
        self.client, self.path, self.uri, self.id, self.version = client, path, path.as_uri(), id, 0
        self.text = ""
        self.document = lsp.TextDocumentIdentifier(self.uri)

    async def open(self, text):
        """Open it; return what is wrong with it."""
        self.text = text
        self.client.diagnostics.pop(self.uri, None)
        item = lsp.TextDocumentItem(self.uri, self.id, self.version, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.told()

    async def type(self, text):
        """Change it; return what is wrong then."""
        self.text, self.version = text, self.version + 1
        self.client.diagnostics.pop(self.uri, None)
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        return await self.told()

    async def told(self, uri=None):
        """Return the next errors of a file."""
        async with asyncio.timeout(PATIENCE):
            while (uri or self.uri) not in self.client.diagnostics:
                await self.client.protocol.wait_for_notification_async(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
            return [*self.client.diagnostics.pop(uri or self.uri)]

    def at(self, word, occurrence=1):
        return lsp.Position(*position(self.text, word, occurrence))

    async def hover(self, word, occurrence=1):
        found = await self.client.text_document_hover_async(lsp.HoverParams(self.document, self.at(word, occurrence)))
        return found.contents.value if found else None

    async def definition(self, word, occurrence=1):
        params = lsp.DefinitionParams(self.document, self.at(word, occurrence))
        return await self.client.text_document_definition_async(params)

    async def references(self, word, occurrence=1):
        params = lsp.ReferenceParams(lsp.ReferenceContext(True), self.document, self.at(word, occurrence))
        return await self.client.text_document_references_async(params)

    async def outline(self):
        params = lsp.DocumentSymbolParams(self.document)
        return await self.client.text_document_document_symbol_async(params)

    async def offered(self, position):
        found = await self.client.text_document_completion_async(lsp.CompletionParams(self.document, position))
        return {each.label: each for each in found.items}

    async def rename(self, word, occurrence, new):
        """Rename; return the text afterwards."""
        params = lsp.RenameParams(self.document, self.at(word, occurrence), new)
        edit = await self.client.text_document_rename_async(params)
        return edited(self.text, edit.changes[self.uri])


def edited(text, edits):
    lines = text.split("\n")
    for each in sorted(edits, key=lambda edit: (edit.range.start.line, -edit.range.start.character)):
        row = each.range.start.line
        line = lines[row].encode("utf-16-le")
        start, end = each.range.start.character * 2, each.range.end.character * 2
        lines[row] = (line[:start] + each.new_text.encode("utf-16-le") + line[end:]).decode("utf-16-le")
    return "\n".join(lines)


asynchronous = pytest.mark.asyncio(loop_scope="module")
