"""Which languages do editors learn of? Those of the registry that have a grammar, and that of rules of games."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from host import registry
from host.editors.grammar import Grammar
from host.editors.grammars import pitrat

FILES = Path(__file__).parent / "files"  # what is the same for all languages


class Language(NamedTuple):
    """A language as editors see it."""

    id: str
    title: str
    suffixes: tuple[str, ...]
    grammar: Grammar
    debugged: bool = True  # `ironboard dap` runs its programs


def languages() -> list[Language]:
    """Return all languages, with their grammars."""
    rows = [
        Language(each.id or each.name, each.title, each.suffixes, each.grammar())
        for each in registry.languages().values()
        if each.grammar
    ]
    return [*rows, Language("pitrat", "Pitrat's rules of games", (".rules",), pitrat(), debugged=False)]


def resource(name: str) -> str:
    """Return the text of a file that is the same for all languages."""
    return (FILES / name).read_text(encoding="utf-8")
