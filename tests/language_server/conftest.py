"""A language server for each file of tests, and editors in front of it."""

import pytest
import pytest_asyncio
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.language_server.editor import CAPABILITIES, COMMAND, Editor
from tests.language_server.sources import SOURCES


@pytest_lsp.fixture(config=ClientServerConfig(server_command=COMMAND), scope="module")
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=CAPABILITIES))
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def editor(client, tmp_path):
    opened = []

    def make(source_or_id, name):
        (tmp_path / name).touch()
        opened.append(Editor(client, tmp_path / name, source_or_id))
        return opened[-1]

    yield make
    for each in opened:
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(each.document))


@pytest.fixture(params=SOURCES, ids=lambda each: each.id)
def source(request):
    return request.param


@pytest_asyncio.fixture(loop_scope="module")
async def file(editor, source):
    """An editor with a source open."""
    file = editor(source.id, f"a{source.suffix}")
    assert await file.open(source.text) == []
    return file
