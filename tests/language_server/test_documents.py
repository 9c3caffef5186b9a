"""Open texts and their analyses, without an editor: what happens while an analysis runs."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.workspace import Workspace

from emulators.errors import ImageError
from host.editors.lsp.documents import Documents, Good
from host.editors.lsp.languages import languages
from host.editors.lsp.requests import make
from host.editors.lsp.server import CONTENT_MODIFIED
from tests.language_server.test_analysis import analysed

LANGUAGE = languages()["ca65"]


def documents():
    return Documents(lambda where, problems: None, lambda message, error: None)


def test_a_request_that_is_cancelled_does_not_wait_for_the_analysis():
    begun, on = threading.Event(), threading.Event()

    def slow(path, texts, options):
        begun.set()
        on.wait(60)
        return LANGUAGE.analyse(path, texts, options)

    async def ask():
        those = documents()
        those.open("file:///a.s", "/a.s", " nop\n", LANGUAGE._replace(analyse=slow))
        request, other = (asyncio.ensure_future(those.analysis("file:///a.s")) for _ in range(2))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        on.set()
        assert await other is not None  # the analysis goes on
        those.end()

    asyncio.run(ask())


def test_where_a_text_cannot_be_analysed_the_places_of_an_earlier_one_are_not_used():
    def analyse(path, texts, options):
        if "nop" not in texts[path]:
            raise ImageError("no")
        return LANGUAGE.analyse(path, texts, options)

    async def ask():
        those = documents()
        those.open("file:///a.s", "/a.s", " nop\n", LANGUAGE._replace(analyse=analyse))
        assert await those.analysis("file:///a.s") is not None
        those.change("file:///a.s", "\n")
        assert await those.analysis("file:///a.s") is None
        those.end()

    asyncio.run(ask())


def test_a_renaming_is_refused_if_the_text_has_changed_meanwhile():
    async def ask(typed):
        server = make()
        server.protocol._workspace = Workspace(None)
        those, uri = server.documents, "file:///a.s"
        server.publish = those.published = lambda where, problems: None
        those.open(uri, "/a.s", "A1: jmp A1\n", LANGUAGE)
        tried = those.tried

        async def while_it_is_tried(document, texts):
            document.text = typed
            return await tried(document, texts)

        those.tried = while_it_is_tried
        rename = server.protocol.fm.features[lsp.TEXT_DOCUMENT_RENAME]
        try:
            return await rename(lsp.RenameParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, 0), "B1"))
        finally:
            those.end()

    assert len(asyncio.run(ask("A1: jmp A1\n")).changes["file:///a.s"]) == 2
    with pytest.raises(JsonRpcException) as refused:
        asyncio.run(ask("\nA1: jmp A1\n"))
    assert refused.value.code == CONTENT_MODIFIED


def test_a_name_that_no_file_can_have_is_not_opened():
    server = make()
    logged = []
    server.log = lambda message, error: logged.append(message)
    item = lsp.TextDocumentItem("file:///a%00.s", "ca65", 0, " nop\n")
    server.protocol.fm.features[lsp.TEXT_DOCUMENT_DID_OPEN](lsp.DidOpenTextDocumentParams(item))
    assert (server.documents.open_, logged) == ({}, ["file:///a%00.s: no file has such a name"])


def test_lines_are_found_again_before_and_after_a_change():
    good = Good(SimpleNamespace(), ["a", "b", "c", "d"])
    now = ["a", "x", "y", "z", "c", "d"]
    assert [*map(good.lines_now(now), range(1, 5))] == [1, 2, 5, 6]
    assert [good.line_then(now, each) for each in range(1, 7)] == [1, 2, 3, 4, 3, 4]


@pytest.mark.parametrize(
    ("text", "word", "argument"),
    [
        (" lda .lobyte(", ".lobyte", 0),
        (" lda A1.lobyte(", ".lobyte", 0),
        (" .byte max(1, ", "max", 1),
        (" lda" + "A" * 19_000 + ".hibyte((1), ", ".hibyte", 1),
    ],
)
def test_the_call_round_a_cursor(text, word, argument):
    call = analysed("ca65", "").called(text)
    assert (call.word, call.argument, text[call.start :].startswith(word)) == (word, argument, True)
