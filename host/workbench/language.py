"""The language server without streams: a message is a text, answered when the event loop has its turn."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pygls.exceptions import JsonRpcException

from host.editors.lsp.requests import make
from host.editors.lsp.server import Server
from host.languages.analysis import Analysis


class Language:
    """The server of one page; `post` takes its messages. It needs a running event loop, as a browser has."""

    def __init__(self, post: Callable[[dict[str, Any]], None]) -> None:
        self._post = post
        self.server: Server = make(pause=0.0)  # the page waits before it sends a text
        self.server.protocol.set_writer(self, include_headers=False)

    def hear(self, text: str) -> None:
        """Take a message; one that is not of the protocol is answered by the server itself, or dropped."""
        protocol = self.server.protocol
        with suppress(ValueError, JsonRpcException):  # no JSON, or answered by `structure_message`
            protocol.handle_message(json.loads(text, object_hook=protocol.structure_message))

    def analysis(self, path: str) -> Analysis | None:
        """Return the last analysis of an open file, None if there is none yet."""
        document = self.server.documents.of_path(path)
        return document.analysis if document else None

    def write(self, data: bytes) -> None:
        """Send a message: pygls takes this for a stream."""
        self._post({"channel": "lsp", "text": data.decode("utf-8")})

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
