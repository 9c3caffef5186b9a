"""All lessons: those that come with Ironboard, those of a folder, those of a sheet.

Those that come with Ironboard are in host/lessons/tasks, in a file for each language. A teacher's lesson is a Python
file with LESSON in it, in any folder, the name of the file being the lesson's; or one of a sheet, a JSON file.
"""

from __future__ import annotations

import runpy
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from emulators.errors import IronboardError, did_you_mean
from host import registry
from host.lessons import written
from host.lessons.lesson import Lesson

OWN = f"{__package__}.tasks"  # modules with LESSONS


def lessons(folder: Path | None = None) -> dict[str, Lesson]:
    """Return all lessons by name: Ironboard's, or those of a folder or of a sheet; in the order to learn in.

    Raises IronboardError for a folder or a file that is not of lessons.
    """
    found = own() if folder is None else _written(folder) or {name: read(path) for name, path in files(folder).items()}
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


def _written(file: Path) -> dict[str, Lesson]:
    """Return the lessons of a sheet by name; none if it is another file, or a folder."""
    return {} if file.suffix.lower() != ".json" or file.is_dir() else written.read(file)


def files(folder: Path) -> dict[str, Path]:
    """Return the files of a folder's lessons by name; raises IronboardError if there are none."""
    if not folder.is_dir():
        raise IronboardError(f"{folder} is neither a folder with a Python file for each lesson nor a sheet (.json)")
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
    known: Mapping[str, Lesson | Path] = own() if folder is None else _written(folder) or files(folder)
    if name not in known:
        hint = did_you_mean(name, known)
        raise IronboardError(f"there is no lesson '{name}'{f'; {hint}' if hint else ': `ironboard learn` lists them'}")
    found = known[name]
    return read(found) if isinstance(found, Path) else found
