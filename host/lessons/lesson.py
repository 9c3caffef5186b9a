"""A lesson: a task, cases with inputs and results, mistakes that are recognised; and the list of all.

Those that come with Ironboard are in host/lessons/tasks, in a file for each language. A teacher's lesson is a Python
file with LESSON in it, in any folder; the name of the file is the lesson's.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from emulators.errors import IronboardError, did_you_mean
from host import registry

OWN = f"{__package__}.tasks"  # modules with LESSONS
Place = int | str  # an address, or a label
Words = int | Sequence[int]  # a word, or words one after the other
Writable = int | str | range | tuple[Place, int]  # a word, a stretch, a stretch by its length
LIMIT = 1_000_000  # cycles, where a lesson sets no limit


@dataclass(frozen=True)
class Case:
    """A test case: its inputs and the results wanted.

    `memory` and `registers` are set before (registers and flags by their names); `wanted` is the contents of memory,
    `results` those of registers afterwards, `shown` the text that the machine must show.
    """

    title: str
    of: tuple[Any, ...] = ()  # its subject: the arguments of `Lesson.prepare` and of mistakes
    memory: Mapping[Place, Words] = field(default_factory=dict)
    registers: Mapping[str, int] = field(default_factory=dict)
    wanted: Mapping[Place, Words] = field(default_factory=dict)
    results: Mapping[str, int] = field(default_factory=dict)
    shown: str | None = None


@dataclass(frozen=True)
class Mistake:
    """A common mistake: the results of a program that makes it, for the subject of a case, and the hint to give.

    `leaves` returns memory by place, registers by name, or the text that is shown; of a case in which the mistake makes
    no difference, the right ones. It is recognised when every case that ends has these results.
    """

    hint: str
    leaves: Callable[..., Mapping[Place, Words] | str]


@dataclass(frozen=True)
class Lesson:
    """A task, and how an answer is checked.

    With `routine`, the label of a subroutine, that is called for every case and must return; without, the whole program
    is run from its start until it stops, or, if it is `endless`, for `cycles`. `machine` and `suffix` are those of
    `ironboard debug` and of the source.
    """

    title: str
    machine: str
    number: int  # its place among the lessons of its machine
    suffix: str
    task: str
    begin: str  # the source to begin with: it assembles, and is wrong
    cases: Sequence[Case]
    routine: str = ""
    writes: Sequence[Writable] | None = None  # where the routine may write besides its stack; None: anywhere
    cycles: int | None = None  # within which each case must be done
    endless: bool = False  # the program need not stop: after `cycles`, its results are looked at
    words: int | None = None  # that the program may take up
    hints: Sequence[str] = ()  # for mistakes that are not recognised: the next one after every attempt
    mistakes: Sequence[Mistake] = ()
    prepare: Callable[..., object] | None = None  # called with the machine and the subject of a case, before it runs
    shows: Callable[[Any], str] | None = None  # the machine -> its text, to be compared with `Case.shown`
    decimal: Callable[[int], int] | None = None  # a word -> the number that it is, where that helps


def lessons(folder: Path | None = None) -> dict[str, Lesson]:
    """Return all lessons by name: those that come with Ironboard, or those in a folder; in the order to learn in.

    Raises IronboardError for a folder or a file that is not of lessons.
    """
    found = own() if folder is None else {name: read(path) for name, path in files(folder).items()}
    machines = [*registry.models()]
    languages = [suffix for model in registry.models().values() for suffix in registry.source_suffixes(model)]

    def place(name: str) -> tuple[int, int, int]:
        lesson = found[name]
        return machines.index(lesson.machine), languages.index(lesson.suffix), lesson.number

    return {name: found[name] for name in sorted(found, key=place)}


def own() -> dict[str, Lesson]:
    """Return the lessons that come with Ironboard, by name."""
    modules = (import_module(each.name) for each in iter_modules(import_module(OWN).__path__, f"{OWN}."))
    return {name: lesson for module in modules for name, lesson in module.LESSONS.items()}


def files(folder: Path) -> dict[str, Path]:
    """Return the files of a folder's lessons by name; raises IronboardError if there are none."""
    if not folder.is_dir():
        raise IronboardError(f"{folder} is not a folder: --lessons names one with a Python file for each lesson")
    found = {path.stem: path for path in sorted(folder.glob("[!_]*.py"))}
    if not found:
        raise IronboardError(f"{folder} has no lessons: each is a Python file with LESSON in it")
    return found


def read(path: Path) -> Lesson:
    """Return the lesson in a file; raises IronboardError, naming the file, for one that is wrong."""
    try:
        lesson = runpy.run_path(str(path)).get("LESSON")
    except Exception as error:  # whatever the file's own code raises
        raise IronboardError(f"{path} is not a lesson: {type(error).__name__}: {error}") from error
    if not isinstance(lesson, Lesson):
        raise IronboardError(f"{path} is not a lesson: it has no LESSON = Lesson(...)")
    try:
        suffixes = registry.source_suffixes(registry.find(lesson.machine))
    except IronboardError as error:
        raise IronboardError(f"{path}: {error}") from None
    if lesson.suffix not in suffixes:
        raise IronboardError(f"{path}: suffix '{lesson.suffix}': the {lesson.machine} has {', '.join(suffixes)}")
    if not lesson.cases:
        raise IronboardError(f"{path}: a lesson needs cases")
    return lesson


def find(name: str, folder: Path | None = None) -> Lesson:
    """Return a lesson by name; raises IronboardError for an unknown one."""
    known = own() if folder is None else files(folder)
    if name not in known:
        hint = did_you_mean(name, known)
        raise IronboardError(f"there is no lesson '{name}'{f'; {hint}' if hint else ': `ironboard learn` lists them'}")
    found = known[name]
    return read(found) if isinstance(found, Path) else found
