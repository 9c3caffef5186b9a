"""The modules that a page needs, loaded before it does.

A build sees which ones the first program loads, and compiles these (within.py). After the first visit a second worker
loads all, and keeps its memory for the next ones (web/worker.js).
"""

from __future__ import annotations

import os
from importlib import import_module, util
from pathlib import Path

from host import registry
from host.workbench.worker import TOPICS

SOURCE = "        .org $0200\n        lda #1\n        brk\n"


def first(folder: Path) -> None:
    """Assemble a first program, in a folder."""
    from host.assemblers.dialects import assemble

    source = folder / "rehearsal.s"
    source.write_text(SOURCE, encoding="utf-8")
    assemble(source)
    source.unlink()


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
