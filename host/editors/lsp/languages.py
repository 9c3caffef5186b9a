"""The languages that can be edited: those of the registry with a function for analysis, and that of rules of games.

    for language in languages().values():
        language.id, language.title, language.suffixes

An `id` is the name of a language in editors. A new language of a machine is a row there (`Dialect`), and nothing here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from emulators.distributions import installed
from host import registry
from host.languages.analysis import Analyse


class Language(NamedTuple):
    """A language as editors see it."""

    id: str
    title: str
    suffixes: tuple[str, ...]
    analyse: Analyse
    grammar: Callable[[], Any] | None = None  # its colours, where `host.editors.grammars` has none
    debugged: bool = True  # `ironboard dap` runs its programs


RULES = "host.games.pitrat.editing"  # where games are installed
PITRAT = Language(
    "pitrat",
    "Pitrat's rules of games",
    (".rules",),
    registry.lazy(RULES, "analyse"),
    debugged=False,
)


def languages() -> dict[str, Language]:
    """Return the languages by their ids."""
    rows = [
        Language(each.id or each.name, each.title, each.suffixes, each.analyse, each.grammar)
        for each in registry.languages().values()
        if each.analyse
    ]
    return {each.id: each for each in (*rows, *[PITRAT] * installed(RULES))}


def language_of(path: str, id: str | None = None) -> Language | None:
    """Return the language that an editor names, else that of a file's ending; None for other files."""
    known = languages()
    suffix = Path(path).suffix.lower()
    return known.get(id or "") or next((each for each in known.values() if suffix in each.suffixes), None)
