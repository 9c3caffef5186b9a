"""An editor for tests: a client library talks, the official schema of the protocol looks at every message.

The client is `dap` (dap-python): it frames requests, takes answers apart and keeps account of what is still open. Its
models check those answers that they describe as the protocol does; for the others (see UNTYPED) the schema is enough.
The schema is the one that Microsoft's `debugpy` carries, with every object closed: a misspelt member is an error.
"""

import json
import queue
import socket
import subprocess
import sys
import threading
from collections import deque
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import dap
import dap.handler
import jsonschema

from host.debugger.dap.server import Log, Server

PATIENCE = 60  # seconds after which a test gives up
SCHEMA = "_vendored/pydevd/_pydevd_bundle/_debug_adapter/debugProtocol.json"
NEWER = {  # what the specification has, but not the schema in debugpy yet
    "Capabilities": {
        "supportsDataBreakpointBytes": {"type": "boolean"},
        "breakpointModes": {"type": "array", "items": {"type": "object", "required": ["mode", "label", "appliesTo"]}},
    },
}

# Answers that dap-python 0.5 does not take apart as the specification describes them: without a body, or another one.
UNTYPED = {
    "initialize", "launch", "configurationDone", "restart", "attach", "terminate", "disconnect", "next", "stepIn",
    "stepOut", "stepBack", "reverseContinue", "pause", "goto", "gotoTargets", "setFunctionBreakpoints",
    "setExceptionBreakpoints", "exceptionInfo",
}  # fmt: skip
UNTYPED_EVENTS = {"initialized", "terminated", "stopped"}


# ---------------------------------------------------------------- the schema


@cache
def definitions():
    (folder,) = find_spec("debugpy").submodule_search_locations
    found = json.loads((Path(folder) / SCHEMA).read_text(encoding="utf-8"))["definitions"]
    for name, properties in NEWER.items():
        found[name]["properties"] |= properties
    for name, definition in found.items():
        if name != "ProtocolMessage":  # what all others are part of
            close(definition)
    return found


def close(schema):
    """Let objects have no other members than those described; the parts of `allOf` describe one object together."""
    if "allOf" in schema:
        for part in schema["allOf"]:
            for each in part.get("properties", {}).values():
                close(each)
        return
    for each in schema.get("properties", {}).values():
        close(each)
    if isinstance(schema.get("items"), dict):
        close(schema["items"])
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)


@cache
def validator(name):
    return jsonschema.Draft4Validator({"$ref": f"#/definitions/{name}", "definitions": definitions()})


def schema_name(message):
    if message["type"] == "event":
        return f"{capital(message['event'])}Event"
    if not message["success"]:
        return "ErrorResponse"
    name = f"{capital(message['command'])}Response"
    return name if name in definitions() else "Response"


def capital(name):
    return name[0].upper() + name[1:]


def check(message):
    """Raise an error for a message that is not as the protocol wants it."""
    validator(schema_name(message)).validate(message)


# ---------------------------------------------------------------- the client


class Handler(dap.handler.Handler):
    """Gives answers and events as they came, having had the library look at them."""

    def handle_response(self, response):
        check(response.model_dump(exclude_unset=True))
        if response.success and response.command not in UNTYPED:
            super().handle_response(response)
        else:
            request = self.client._pending_requests.pop(response.request_seq)
            assert request.command == response.command
        return response

    def handle_event(self, event):
        check(event.model_dump(exclude_unset=True))
        if event.event not in UNTYPED_EVENTS:
            super().handle_event(event)
        return event


class Refused(Exception):
    """An answer that says no."""


class Editor:
    """A debugging session from the editor's side. `receive` returns bytes, none at the end; `send` takes some."""

    def __init__(self, receive, send):
        self.client = dap.Client("ironboard", client_id="test", lines_start_at1=True, columns_start_at1=True)
        self.client.handler = Handler(self.client)
        self._send = send
        self._chunks = queue.Queue()
        self._answers = {}
        self.events = deque()  # not waited for yet
        self.output = {}  # category -> text
        self.last = 0  # the number of the last message
        threading.Thread(target=self._listen, args=(receive,), daemon=True).start()

    def _listen(self, receive):
        while chunk := receive():
            self._chunks.put(chunk)
        self._chunks.put(b"")

    def _next(self):
        """Take in more; return whether there was any."""
        chunk = self._chunks.get(timeout=PATIENCE)
        for message in self.client.receive(chunk):
            assert message.seq == self.last + 1
            self.last = message.seq
            if isinstance(message, dap.base.Response):
                self._answers[message.request_seq] = message
            elif message.event == "output":
                category = message.body["category"]
                self.output[category] = self.output.get(category, "") + message.body["output"]
            else:
                self.events.append(message)
        return bool(chunk)

    def write(self, data):
        self._send(data)

    def start(self, command, **arguments):
        """Send a request; return its number."""
        number = self.client.send_request(command, arguments)
        self._send(bytes(self.client.send()))
        return number

    def answer(self, number):
        """Wait for the answer to a request; return its body. Raises Refused."""
        while number not in self._answers:
            assert self._next(), "the server has ended the conversation"
        answer = self._answers.pop(number)
        if not answer.success:
            raise Refused(answer.message)
        return answer.body or {}

    def request(self, command, **arguments):
        return self.answer(self.start(command, **arguments))

    def refusal(self, command, **arguments):
        """Send a request that is refused; return the message."""
        try:
            self.request(command, **arguments)
        except Refused as refused:
            return str(refused)
        raise AssertionError(f"{command} was not refused")

    def wait(self, name):
        """Wait for an event; return its body. Others before it are dropped."""
        while True:
            while self.events:
                event = self.events.popleft()
                if event.event == name:
                    return event.body or {}
            assert self._next(), "the server has ended the conversation"

    def wait_for_output(self, text, category="console"):
        while text not in self.output.get(category, ""):
            assert self._next(), "the server has ended the conversation"

    def wait_for_end(self):
        while self._next():
            pass

    # ------------------------------------------------------------ in several requests

    def initialize(self):
        """Introduce the client, as the library does by itself with its first bytes."""
        self._send(bytes(self.client.send()))
        return self.answer(1)

    def launch(self, **arguments):
        self.initialize()
        self.request("launch", **arguments)
        self.wait("initialized")

    def begin(self):
        """End the configuration; return why the machine stands still."""
        self.request("configurationDone")
        return self.wait("stopped")

    def go(self, command, **arguments):
        """Send a request that lets time pass; return why the machine stands still afterwards."""
        self.events.clear()
        self.request(command, threadId=1, **arguments)
        return self.wait("stopped")

    def frames(self):
        return self.request("stackTrace", threadId=1)["stackFrames"]

    def where(self):
        return self.frames()[0]["name"]

    def line(self):
        return self.frames()[0]["line"]

    def scope(self, name):
        scopes = self.request("scopes", frameId=1)["scopes"]
        return next(each["variablesReference"] for each in scopes if each["name"] == name)

    def values(self, name, **arguments):
        rows = self.request("variables", variablesReference=self.scope(name), **arguments)["variables"]
        return {row["name"]: row["value"] for row in rows}

    def evaluate(self, expression, context="watch", **arguments):
        return self.request("evaluate", expression=expression, context=context, **arguments)["result"]


# ---------------------------------------------------------------- the server


@contextmanager
def over_a_port(open):
    """A server in this process; what is yielded makes editors that are connected with it."""
    sockets = []

    def connect():
        connection = socket.create_connection(("127.0.0.1", server.port))
        sockets.append(connection)
        return Editor(lambda: quietly(connection.recv, 1 << 16), connection.sendall)

    with Server(0, Log(), open) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield connect
        finally:
            for each in sockets:
                quietly(each.shutdown, socket.SHUT_RDWR)
                each.close()
            server.shutdown()
            thread.join(PATIENCE)


def quietly(act, argument):
    try:
        return act(argument)
    except OSError:
        return b""


@contextmanager
def over_standard_streams(*options, cwd=None):
    """`ironboard dap` as editors start it; yields the editor and the process."""
    command = [sys.executable, "-m", "ironboard", "dap", *map(str, options)]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **streams, cwd=cwd or Path(__file__).parents[2]) as process:

        def send(data):
            process.stdin.write(data)
            process.stdin.flush()

        try:
            yield Editor(lambda: process.stdout.read1(1 << 16), send), process
        finally:
            process.kill()
