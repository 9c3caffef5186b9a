"""Which languages do editors get colours for? Those that the language server knows, where they have a grammar."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from host.editors.grammars import GRAMMARS, Grammar
from host.editors.lsp import languages as known

FILES = Path(__file__).parent / "files"  # the same for all languages


class Language(NamedTuple):
    """A language as editors see it."""

    id: str
    suffixes: tuple[str, ...]
    grammar: Grammar
    debugged: bool  # `ironboard dap` runs its programs

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.grammar.title


def languages() -> list[Language]:
    """Return all languages, with their grammars."""
    rows = [(each, GRAMMARS.get(each.id) or each.grammar) for each in known.languages().values()]
    return [Language(each.id, each.suffixes, grammar(), each.debugged) for each, grammar in rows if grammar]


def resource(name: str) -> str:
    """Return the text of a file that is the same for all languages."""
    return (FILES / name).read_text(encoding="utf-8")
