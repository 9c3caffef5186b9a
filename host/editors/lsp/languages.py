"""The languages that can be edited: those of the registry with a function for analysis, and that of rules of games.

    for language in languages().values():
        language.id, language.title, language.suffixes

An `id` is the name of a language in editors. A new language of a machine is a row there (`Dialect`), and nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from emulators.distributions import installed
from emulators.errors import ImageError, shown
from host import registry
from host.assemblers.dialects import settings
from host.languages.analysis import Analyse, Dialect


class Language(NamedTuple):
    """A language as editors see it."""

    id: str
    title: str
    suffixes: tuple[str, ...]
    analyse: Analyse
    grammar: Callable[[], Any] | None = None  # its colours, where `host.editors.grammars` has none
    dialect: Dialect | None = None  # with its options; None: it has none
    machines: tuple[str, ...] = ()  # that have programs in it

    @property
    def debugged(self) -> bool:
        """Whether `ironboard dap` runs its programs."""
        return self.dialect is not None

    def settings(self, given: Mapping[str, Any], folder: Path) -> dict[str, Any]:
        """Convert options to those of `analyse`, among them the machine, where several have the language.

        Files are relative to `folder`. Raises ImageError.
        """
        if self.dialect is None:
            return dict(given)
        own = {name: value for name, value in given.items() if name != MACHINE}
        wanted = given.get(MACHINE, self.machines[0])
        if wanted not in self.machines:
            raise ImageError(
                f"{self.title} is no language of '{shown(wanted)}': {MACHINE} is {' or '.join(self.machines)}"
            )
        machine = {MACHINE: wanted} if len(self.machines) > 1 and MACHINE in given else {}
        return {**settings(self.dialect, own, folder), **machine}


MACHINE = "machine"
RULES = "host.games.pitrat.editing"  # where games are installed
PITRAT = Language(
    "pitrat",
    "Pitrat's rules of games",
    (".rules",),
    registry.lazy(RULES, "analyse"),
)


def languages() -> dict[str, Language]:
    """Return the languages by their ids."""
    rows: dict[str, Language] = {}
    for model in registry.models().values():
        for each in model.languages():
            id = each.id or each.name
            before = rows[id].machines if id in rows else ()
            if each.analyse:
                machines = (*before, model.name)
                rows[id] = Language(id, each.title, each.suffixes, each.analyse, each.grammar, each, machines)
    return rows | {PITRAT.id: PITRAT} if installed(RULES) else rows


def language_of(path: str, id: str | None = None) -> Language | None:
    """Return the language that an editor names, else that of a file's ending; None for other files."""
    known = languages()
    suffix = Path(path).suffix.lower()
    return known.get(id or "") or next((each for each in known.values() if suffix in each.suffixes), None)
