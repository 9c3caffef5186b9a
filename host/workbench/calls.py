"""The calls that a page can make of the worker, by their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from host.workbench.worker import Call, Worker


def write(worker: Worker, name: str, text: str) -> None:
    """Write a file."""
    Path(name).write_text(text, encoding="utf-8")


def assemble(worker: Worker, name: str) -> dict[str, Any]:
    """Assemble a file."""
    from host.assemblers.dialects import assemble as assembled

    return {"size": getattr(assembled(name), "size", 0)}


CALLS: dict[str, Call] = {"files.write": write, "assemble": assemble}
