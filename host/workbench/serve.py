"""The workbench's folder on this computer: a server on the loopback address only, and the browser that opens it."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError
from host.formats import storage

LOOPBACK = "127.0.0.1"
TYPES = {  # some systems have others in their tables; browsers refuse modules of any other type
    **dict.fromkeys((".js", ".mjs"), "text/javascript"),
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".tgz": "application/octet-stream",
    ".wasm": "application/wasm",
}


class Handler(SimpleHTTPRequestHandler):
    """Answers with the files of a folder."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012 - as the base class has it

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # asks whether it has changed: a new build is seen at once
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


PORT = 6502  # always the same one, if it is free: a browser keeps a user's programs by the address


class Server(ThreadingHTTPServer):
    """A server that is silent about browsers that no longer want what they have asked for."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int = 0) -> Server:
    """Return a server of a folder, on a free port if none is named. Raises OSError if the port is taken."""
    return Server((LOOPBACK, port), partial(Handler, directory=str(folder)))


def serve(folder: Path, page: str, port: int | None, show: bool, tell: Callable[[str], None]) -> None:
    """Serve a folder until the process is interrupted; open a page of it in the browser with `show`.

    Without a port it is PORT, or a free one where that is taken. Raises IronboardError for one that is taken.
    """
    try:
        running = server(folder, PORT if port is None else port)
    except OSError as error:
        if port is not None:
            raise IronboardError(f"port {port} cannot be used: {storage.reason(error)}") from error
        tell(f"port {PORT} is taken: at another one a browser has other programs of yours")
        running = server(folder)
    with running:
        address = f"http://{LOOPBACK}:{running.server_address[1]}/{page}"
        tell(f"the workbench is at {address}; Ctrl-C ends it")
        if show and not webbrowser.open(address):
            tell("no browser was found here: open that address in one")
        running.serve_forever()
