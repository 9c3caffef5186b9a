"""The modules that a page needs, loaded before it does.

A build sees which ones a first visit loads, and compiles these (within.py). After the first visit a second worker loads
all, and keeps its memory for the next ones (web/worker.js).
"""

from __future__ import annotations

import os
from importlib import import_module, util
from pathlib import Path

from emulators.errors import IronboardError
from host import registry
from host.workbench.page import Message
from host.workbench.worker import TOPICS, Worker

NAME, SOURCE = "rehearsal.s", "        .org $0200\n        lda #1\n        brk\n"
CALLS = (("files.write", NAME, SOURCE), ("tools.machines",), ("tools.listing", NAME))


def visit(folder: Path) -> None:
    """Do as a page does on a first visit: a program is assembled, then debugged. Raises IronboardError."""
    worker = first(folder)
    requests: dict[str, Message] = {
        "initialize": {"adapterID": "ironboard"},
        "launch": {"program": str(folder / NAME), "stopOnEntry": True},
        "configurationDone": {},
    }
    for number, (command, arguments) in enumerate(requests.items(), 1):
        message = {"seq": number, "type": "request", "command": command, "arguments": arguments}
        worker.hear({"channel": "dap", "message": message})
        worker.turn()
    assert worker.language


def first(folder: Path) -> Worker:
    """Assemble a first program, in a folder; return the worker that has done it. Raises IronboardError."""
    worker = Worker(_heard, folder=folder)
    for number, (name, *given) in enumerate(CALLS):
        worker.hear({"channel": "call", "id": number, "name": name, "args": given})
    worker.turn()
    return worker


def _heard(message: Message) -> None:
    """Raise IronboardError for a message that something has failed."""
    failed = "error" in message or message["channel"] == "fault" or message.get("message", {}).get("success") is False
    if failed:
        raise IronboardError(f"the rehearsal failed: {message}")


def every(folder: Path) -> None:
    """Load the modules for all machines, languages and tools. No machine is made: a memory with a kernel fails."""
    from host.editors.lsp.languages import languages

    first(folder)
    package = __name__.rpartition(".")[0]
    for name in (*TOPICS.values(), *(f"{package}.{each}" for each in ("debugger", "language"))):
        if util.find_spec(name):
            import_module(name)
    for model in registry.models().values():
        import_module(model.front)
    for language in (each for each in languages().values() if each.debugged):  # Pitrat's rules are checked by a machine
        path = os.path.realpath(folder / f"rehearsal{language.suffixes[0]}")
        language.analyse(path, {path: "\n"}, {})
