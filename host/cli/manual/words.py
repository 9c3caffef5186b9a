"""The commands as data: verbs, and words after them, with their options and possible values."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from emulators.distributions import installed
from emulators.roms import manifest
from host import registry
from host.cli.main import ABOUT, GROUPS, Verb, parser, verbs
from host.cli.parser import Parser, kinds
from host.formats import FORMATS
from host.options import File
from host.registry import Model

ENDING = re.compile(r"(?<![\w.])\.[a-z]\w*")  # of files, in the help of an option
IMAGES, NAMED = re.compile(r"\b(?:image|deck)"), re.compile(r"\bname\b|comes with Ironboard")


class Value(NamedTuple):
    """The value of an option, or an argument."""

    metavar: str
    names: tuple[str, ...] = ()  # that it can have: choices, names of programs
    files: bool = False
    endings: tuple[str, ...] = ()  # of the files, such as ".s"; (): files of any kind
    folders: bool = False  # nothing but folders
    optional: bool = False


class Word(NamedTuple):
    """An option, or an argument, which has no names."""

    names: tuple[str, ...]
    help: str
    value: Value | None  # None: a switch
    many: bool = False  # it may be given several times
    group: str = ""  # the title of its group of options


class Command(NamedTuple):
    """A verb, or a verb and one of its words; without any, the command itself."""

    path: tuple[str, ...]
    title: str
    options: tuple[Word, ...]
    arguments: tuple[Word, ...]
    inner: dict[str, str]  # the words that can follow -> their titles
    verb: Verb | None


def commands() -> Iterator[Command]:
    """Yield what is installed, each command before those of its words: the whole one first, then verbs by group."""
    here = [verb for verb in verbs() if installed(verb.module)]
    known = sorted(here, key=lambda verb: GROUPS.index(verb.group))
    options = tuple(_word(action, "", ()) for action in parser("")._actions if action.option_strings)
    yield Command((), ABOUT, options, (), {verb.name: verb.title for verb in known}, None)
    for verb in known:
        each = Parser(f"ironboard {verb.name}")
        verb.describe(each)
        yield from _below(each, (verb.name,), verb.title, verb)


def _below(parser: argparse.ArgumentParser, path: tuple[str, ...], title: str, verb: Verb) -> Iterator[Command]:
    found: list[tuple[argparse.Action, Word]] = []
    inner: dict[str, argparse.ArgumentParser] = {}
    for group in parser._action_groups:
        for action in group._group_actions:
            if isinstance(action, argparse._SubParsersAction):
                inner = action.choices
            else:
                found.append((action, _word(action, group.title or "", path)))
    options = tuple(word for action, word in found if action.option_strings)
    arguments = tuple(word for action, word in found if not action.option_strings)
    yield Command(path, title, options, arguments, {name: each.description or "" for name, each in inner.items()}, verb)
    for name, each in inner.items():
        yield from _below(each, (*path, name), each.description or "", verb)


def _word(action: argparse.Action, group: str, path: tuple[str, ...]) -> Word:
    """Return an action of a parser."""
    many = isinstance(action, argparse._AppendAction) or action.nargs in ("*", "+")
    plain = group in ("options", "optional arguments", "positional arguments")
    value = None if action.nargs == 0 else _value(action, path or ("",))
    return Word((*action.option_strings,), action.help or "", value, many, "" if plain else group)


def _value(action: argparse.Action, path: tuple[str, ...]) -> Value:
    """Return the possible values of an option or an argument."""
    about, metavar = action.help or "", str(action.metavar or action.dest.upper())
    offered = OFFERED.get(f"{path[0]} {action.dest}") or OFFERED.get(action.dest, tuple[str, ...])
    names = tuple(map(str, action.choices or offered()))
    optional, said = action.nargs in ("?", "*"), (*dict.fromkeys(ENDING.findall(about)),)
    if not isinstance(action.type, File):
        files = action.type is str and bool(said)
        return Value(metavar, names, files, said * files, action.type is Path, optional)
    if action.type.written:
        return Value(metavar, names, True, optional=optional)
    program = not action.option_strings or action.dest == "program"
    model = next((each for name, each in registry.models().items() if name in path), None)
    if program and NAMED.search(about):
        names = tuple(name for name, each in manifest().items() if model in (None, registry.find(each["machine"])))
    return Value(metavar, names, True, said or (*_sources(path, model, about),) * program, optional=optional)


def _sources(path: tuple[str, ...], model: Model | None, about: str) -> Iterator[str]:
    """Yield the endings of the programs that a verb takes."""
    verbs = {path[0], " ".join(path)}
    yield from dict.fromkeys(each.suffix for each in kinds() if verbs & {*each.verbs})
    if IMAGES.search(about):
        having = [each for each in FORMATS if each.word_bits and model in (None, *_machines(each.word_bits))]
        yield from (ending for each in having for ending in each.extensions)


def _machines(word_bits: int) -> list[Model]:
    return [each for each in registry.models().values() if each.word_bits == word_bits]


def _lessons() -> Iterable[str]:
    from host.lessons.collection import lessons

    return lessons()


def _editors() -> Iterable[str]:
    from host.editors.command import EDITORS

    return EDITORS


def _software() -> Iterable[str]:
    from host.software.catalogue import programs

    return programs()


def _rules() -> Iterable[str]:
    from host.games.pitrat.rules import names

    return names()


def _benchmarks() -> Iterable[str]:
    from host.experiments.bench import BENCHMARKS

    return [each.name for each in BENCHMARKS]


def _passes() -> Iterable[str]:
    from host.compilers.passes import PASSES

    return dict.fromkeys(each.name for each in PASSES)


OFFERED: dict[str, Callable[[], Iterable[str]]] = {  # names that are checked later than by the parser, by attribute
    "machine": registry.models,
    "format": lambda: [each.name for each in FORMATS if each.word_bits],
    "without": _passes,
    "lesson": _lessons,
    "editor": _editors,
    "rules": _rules,
    "software names": _software,
    "bench names": _benchmarks,
}
