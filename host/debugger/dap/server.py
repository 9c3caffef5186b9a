"""The server: sessions on standard input and output, or on a port of localhost."""

from __future__ import annotations

import os
import socketserver
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from host.debugger.dap.conversation import Conversation, Item, Open
from host.debugger.dap.messages import FramingError, Message, MessageError, Reader, framed
from host.debugger.dap.requests import REQUESTS
from host.debugger.opening import open_session

HOST = "127.0.0.1"  # only programs of this computer may connect


def serve(port: int | None, once: bool, log: Path | None) -> int:
    """Serve editors on a port, or one on standard input and output; return the exit status."""
    if port is None:
        return serve_standard_streams(Log(log))
    serve_port(port, once, Log(log))
    return 0


class Log:
    """An optional log file of all messages and internal errors; new lines are appended."""

    def __init__(self, path: Path | None = None) -> None:
        self._file: TextIO | None = path.open("a", encoding="utf-8", errors="backslashreplace") if path else None
        self._lock = threading.Lock()

    def note(self, mark: str, text: object) -> None:
        if self._file:
            with self._lock:
                print(f"{time.strftime('%H:%M:%S')} {mark} {text}", file=self._file, flush=True)


def converse(receive: Callable[[int], bytes], send: Callable[[bytes], object], open: Open, log: Log) -> int:
    """Serve one session over two byte streams; return the exit status."""

    def tell(message: Message) -> None:
        log.note("<--", message)
        send(framed(message))

    conversation = Conversation(tell, open, lambda text: log.note("***", text), REQUESTS)
    threading.Thread(target=listen, args=(receive, conversation.hear, log), daemon=True).start()
    conversation.converse()
    return conversation.status


def listen(receive: Callable[[int], bytes], hear: Callable[[Item], None], log: Log) -> None:
    """Read messages from a stream to its end."""
    reader = Reader(receive)
    while True:
        try:
            item = reader.message()
        except MessageError as error:
            hear(error)
            continue
        except FramingError as error:
            hear(error)
            return
        except OSError:
            item = None
        log.note("-->", item)
        hear(item)
        if item is None:
            return


# ---------------------------------------------------------------- standard input and output


def serve_standard_streams(log: Log, open: Open = open_session) -> int:
    """Serve one session on standard input and output; return the exit status."""
    with private_output() as output:
        return converse(lambda count: os.read(0, count), lambda data: write_all(output, data), open, log)


@contextmanager
def private_output() -> Iterator[int]:
    """Reserve standard output for the protocol: other output goes to standard error."""
    sys.stdout.flush()
    output = os.dup(1)
    os.dup2(2, 1)
    try:
        yield output
    finally:
        sys.stdout.flush()
        os.dup2(output, 1)
        os.close(output)


def write_all(output: int, data: bytes) -> None:
    """Write to a file descriptor."""
    view = memoryview(data)
    while view:
        view = view[os.write(output, view) :]


# ---------------------------------------------------------------- a port


def serve_port(port: int, once: bool, log: Log, open: Open = open_session) -> None:
    """Serve sessions on a port, each with its own machine; only one with `once`. Port 0 is any free port."""
    with Server(port, log, open) as server:
        print(f"ironboard dap: waiting on {HOST}:{server.port}", file=sys.stderr, flush=True)
        if once:
            server.handle_request()
        else:
            server.serve_forever()


class Server(socketserver.ThreadingTCPServer):
    """Listens on a port; every connection has a thread."""

    allow_reuse_address = True
    daemon_threads = False  # closing the server waits for the conversations

    def __init__(self, port: int, log: Log, open: Open) -> None:
        self.log, self.open = log, open
        super().__init__((HOST, port), Connection)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])


class Connection(socketserver.BaseRequestHandler):
    """One session."""

    server: Server

    def handle(self) -> None:
        converse(self.request.recv, self.request.sendall, self.server.open, self.server.log)
