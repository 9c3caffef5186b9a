"""The modules that a page needs, loaded before it does.

A build looks which ones the first program loads, and compiles these (within.py). After the first visit a second worker
loads all, and keeps its memory for the next ones (web/worker.js).
"""

from __future__ import annotations

from importlib import import_module, util
from pathlib import Path

from host import registry

SOURCE = "        .org $0200\n        lda #1\n        brk\n"
WANTED = "debugger panel learning looking tools".split()  # of the workbench
LIBRARIES = ("pygls.lsp.server", "host.editors.lsp.requests", "host.workbench.language")


def first(folder: Path) -> None:
    """Assemble a first program, in a folder."""
    from host.assemblers.dialects import assemble

    source = folder / "rehearsal.s"
    source.write_text(SOURCE, encoding="utf-8")
    assemble(source)
    source.unlink()


def every(folder: Path) -> None:
    """Load all modules for the machines, languages and tools. No kernel is loaded: a memory with one cannot be kept."""
    first(folder)
    package = __name__.rpartition(".")[0]
    for name in (f"{package}.{each}" for each in WANTED):
        if util.find_spec(name):
            import_module(name)
    for model in registry.models().values():
        if model.front:
            import_module(model.front)
    for language in registry.languages().values():
        language.load()
