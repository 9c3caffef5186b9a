"""Options that several verbs have."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from host.options import IN, OUT, Option, add, given
from host.registry import Model, languages, models

if TYPE_CHECKING:
    from host.languages.analysis import Dialect

Action = Callable[[Namespace], int | None]  # what a verb does; the exit status, None for success

FORCE = Option("--force", "replace existing files", name="overwrite")
STATE = Option("--state FILE", "continue from a saved state", IN)
RECORD = Option("--record FILE", "record all input, for `ironboard debug --replay`", OUT)


def core(cores: Iterable[str] = ("compiled", "python")) -> Option:
    """Return the option that chooses the core; the default is the first of `cores`."""
    names = tuple(cores)
    return Option("--core NAME", f"what executes the program: {', '.join(names)}", str, names[0], choices=names)


def all_cores(models: Iterable[Model]) -> Option:
    """Return the option that chooses the core for a program that may be for any of these machines."""
    names = [*dict.fromkeys(name for model in models for name in model.cores)]
    about = f"what executes the program: {', '.join(names)} (default: the first that the machine has)"
    return Option("--core NAME", about, str, choices=names)


def of_machines() -> dict[str, Option]:
    """Return the options of all machines by name; an option of several machines lists its meaning on each."""
    found: dict[str, Option] = {}
    for model in models().values():
        for name, option in model.options.items():
            said = f"{model.title}: {option.help}"
            known = found.get(name, option)
            found[name] = known._replace(help=said if name not in found else f"{known.help}; {said}", many=False)
    return found


def compiling(model: Model | None = None) -> list[Option]:
    """Return the options of the compilers of a machine, or of all."""
    known = languages().values() if model is None else model.languages()
    return [*dict.fromkeys(option for each in known if each.inspected for option in each.options)]


def add_compiling(parser: Any, model: Model | None = None) -> None:
    """Add the options of the compilers of a machine, or of all, a group for each."""
    known = languages().values() if model is None else model.languages()
    add_languages(parser, [each for each in known if each.inspected])


def add_languages(parser: Any, known: Iterable[Dialect]) -> None:
    """Add the options of some languages: a group for each, and one before them for what several have."""
    having: dict[Option, list[str]] = {}
    for each in known:
        for option in each.options:
            having.setdefault(option, []).append(f"{each.title} ({', '.join(each.suffixes)})")
    groups: dict[str, list[Option]] = {}
    for option, titles in sorted(having.items(), key=lambda each: -len(each[1])):
        groups.setdefault(" and ".join(titles), []).append(option)
    for title, options in groups.items():
        add(parser.add_argument_group(f"programs in {title}"), *options)


def given_to_compilers(options: Namespace, model: Model | None = None) -> dict[str, Any]:
    """Return the values of the options that `add_compiling` added."""
    return given(options, compiling(model))
