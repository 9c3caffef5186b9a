"""What is known to run: an entry for each program, found by walking the files beside this one."""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError, did_you_mean

FOLDER = "IRONBOARD_SOFTWARE"


class Outcome(NamedTuple):
    """What came of running a program: the same every time, so that a test compares it."""

    result: str  # in a few words: "189 cards, equal to those of another simulator"
    cycles: int | None = None  # of the emulated machine; None if nothing ran on it


Say = Callable[[str], None]  # tells the user what is being done


@dataclass(frozen=True)
class Software:
    """A program that nobody here wrote.

    `source` is a public repository, as OWNER/NAME; in the user's folder it is the folder NAME. `needs` are the files
    in there that `run` uses. `run` and `play` get that folder, and raise IronboardError where the program cannot be
    run at all.
    """

    name: str  # on the command line
    title: str
    machine: str
    year: int
    source: str
    licence: str
    needs: Sequence[str]
    done: str  # what is done with it: "assembled; run until it stops"
    known: Outcome  # what comes of it
    run: Callable[[Path, Say], Outcome]
    play: Callable[[Path], int] | None = None  # opens the machine with it; returns the exit status

    @property
    def repository(self) -> str:
        """The address of `source`."""
        return f"https://github.com/{self.source}"

    def folder(self, root: Path) -> Path:
        """Return where its files are below the user's folder."""
        return root / self.source.rpartition("/")[2]

    def missing(self, root: Path) -> list[str]:
        """Return the files that are not there, relative to the user's folder."""
        folder = self.folder(root)
        return [f"{folder.name}/{each}" for each in self.needs if not (folder / each).exists()]


def programs() -> dict[str, Software]:
    """Return all entries by name, by machine and year."""
    found: list[Software] = []
    for module in pkgutil.iter_modules([str(Path(__file__).parent)], f"{__package__}."):
        found += getattr(importlib.import_module(module.name), "PROGRAMS", ())
    names = [each.name for each in found]
    assert len({*names}) == len(names), "two programs of one name"
    return {each.name: each for each in sorted(found, key=lambda each: (each.machine, each.year, each.name))}


def find(name: str) -> Software:
    """Return an entry; raises IronboardError."""
    known = programs()
    if name not in known:
        hint = did_you_mean(name, known, "`ironboard software` lists what is known")
        raise IronboardError(f"there is no program '{name}': {hint}")
    return known[name]


def given_folder(folder: Path | None) -> Path | None:
    """Return the user's folder, None if none is given; raises IronboardError if it is not there."""
    named = folder or (Path(os.environ[FOLDER]) if os.environ.get(FOLDER) else None)
    if named is not None and not named.is_dir():
        raise IronboardError(f"{named} is not a folder: {FOLDER}, or --from, names the one that holds the repositories")
    return named
