"""Kinds of files that people give to a verb which does not take them, and the verb that does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from emulators.errors import ImageError
from host import registry
from host.registry import Model

ANY = (
    "asm",
    "learn",
    "load",
    "web",
    "debug",
    "profile",
    "lockstep",
    "cards",
    "board",
)  # they take sources in any language


class Kind(NamedTuple):
    """Files with a suffix: their title, a command line that does something with one, and the verbs that take them."""

    suffix: str
    title: str
    command: str
    verbs: tuple[str, ...]


def kinds() -> Iterator[Kind]:
    """Yield the kinds that a suffix tells."""
    yield Kind(".pdn", "a file of checkers games", "checkers --book", ("checkers",))
    yield Kind(".sgf", "a game of Go", "influence", ("influence",))
    for model in registry.models().values():
        for suffix, title in model.decks.items():
            yield Kind(suffix, title, f"run {model.name}", (f"run {model.name}",))
    for name, language in registry.languages().items():
        having = [each for each in registry.models().values() if any(name == it.name for it in each.languages())]
        verb = name.partition("-")[0] if language.inspected else ""  # compilers have one of their own
        verbs = (*ANY, *filter(None, [verb]), *(form.format(each.name) for each in having for form in ("{}", "run {}")))
        for suffix in language.suffixes:
            title = f"a source for {language.title}" if verb else f"a source for the {having[0].processor}"
            yield Kind(suffix, title, verb or running(having[0]), verbs)


def running(model: Model) -> str:
    """Return the command that runs a program on a machine, without the program."""
    option = next((each.names[0] for each in model.run_options if each.dest == "program" and each.names), "")
    return f"{model.name} {option}".strip()


def check(verb: str, path: Path) -> None:
    """Raise ImageError for a file that a verb does not take; the message names the verb that does."""
    found = [each for each in kinds() if each.suffix == path.suffix.lower()]
    if found and path.is_file() and not any({verb, verb.partition(" ")[0]} & {*each.verbs} for each in found):
        last = found[-1]  # of several FORTRANs the one that the verb is named after
        raise ImageError(f"{path}: this is {last.title}: `ironboard {last.command} {path}` takes it")
