"""The programs known to run: an entry for each, found by walking the files beside this one.

`ironboard software`: lists the programs of the time that are known to run, and runs them.

A run prints its steps and its outcome, and says if that is not the known one.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple, TypedDict

from emulators.errors import IronboardError, did_you_mean
from host.formats import results

FOLDER = "IRONBOARD_SOFTWARE"


class Outcome(NamedTuple):
    """The outcome of a run: the same every time, so that a test can compare it."""

    result: str  # in a few words: "189 cards, equal to those of another simulator"
    cycles: int | None = None  # of the emulated machine; None if nothing ran on it


Say = Callable[[str], None]  # tells the user the current step


@dataclass(frozen=True)
class Software:
    """A program of others.

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
    done: str  # a summary of the run: "assembled; run until it stops"
    known: Outcome
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


# ---------------------------------------------------------------- what the command does


class SoftwareRow(TypedDict):
    """A program of the time."""

    name: str
    title: str
    machine: str
    year: int
    repository: Annotated[str, "where it is to be had"]
    licence: str
    done: Annotated[str, "what a run does"]
    known: Annotated[str, "the result of a run"]
    known_cycles: Annotated[int | None, "of the emulated machine; null: nothing runs on it"]
    there: Annotated[bool | None, "whether its files are in the folder; null: no folder is named"]


class SoftwareList(TypedDict):
    """The programs of the time."""

    programs: list[SoftwareRow]


class SoftwareRun(TypedDict):
    """A program that has run."""

    name: str
    result: str
    cycles: int | None
    same: Annotated[bool, "whether this is the known result"]


class SoftwareRuns(TypedDict):
    """The programs that have run."""

    runs: list[SoftwareRun]


def software(names: Sequence[str], folder: Path | None, play: bool = False, as_json: bool = False) -> int:
    """List all programs, or run those that are named, or open the machine with one; return the exit status."""
    root = given_folder(folder)
    if not names:
        if as_json:
            results.show(SoftwareList(programs=[row(each, root) for each in programs().values()]))
            return 0
        for line in listing(root):
            print(line)
        return 0
    chosen = [find(name) for name in names]
    if root is None:
        raise IronboardError(f"the programs are not part of Ironboard: {how_to_get(chosen)}")
    if play:
        return opened(chosen, root)
    if as_json:
        runs = [ran(each, root) for each in chosen]
        results.show(SoftwareRuns(runs=runs))
        return int(not all(each["same"] for each in runs))
    return max([run(each, root) for each in chosen])


def row(each: Software, root: Path | None) -> SoftwareRow:
    """Return a program for the list."""
    result, cycles = each.known
    there = None if root is None else not each.missing(root)
    return SoftwareRow(
        name=each.name, title=each.title, machine=each.machine, year=each.year, repository=each.repository,
        licence=each.licence, done=each.done, known=result, known_cycles=cycles, there=there,
    )  # fmt: skip


def ran(each: Software, root: Path) -> SoftwareRun:
    """Run a program in silence; return the result."""
    refuse_missing(each, root)
    outcome = each.run(each.folder(root), lambda text: None)
    return SoftwareRun(name=each.name, result=outcome.result, cycles=outcome.cycles, same=outcome == each.known)


def opened(chosen: Sequence[Software], root: Path) -> int:
    """Open the machine with a program, for the user to play; return the exit status."""
    if len(chosen) > 1 or (game := chosen[0]).play is None:
        games = ", ".join(each.name for each in programs().values() if each.play)
        raise IronboardError(f"--play opens one of {games}")
    refuse_missing(game, root)
    return game.play(game.folder(root))


def refuse_missing(each: Software, root: Path) -> None:
    """Raise an error that says how to get the files of a program that are not there."""
    if missing := each.missing(root):
        raise IronboardError(f"{each.name}: there is no {root / missing[0]}: {how_to_get([each])}")


def listing(root: Path | None) -> Iterator[str]:
    """Return all programs by machine, each with its repository and whether its files are in the user's folder."""
    machine = ""
    for each in programs().values():
        if each.machine != machine:
            machine = each.machine
            yield f"{machine}:"
        there = "" if root is None else "  (there)" if not each.missing(root) else "  (not there)"
        yield f"  {each.name:<20} {each.title}, {each.year}{there}"
        yield f"  {'':<20} {each.repository}: {each.licence}"
        yield f"  {'':<20} {each.done}: {shown(each.known)}"
    yield f"Fetch repositories into one folder, and name it in {FOLDER} or after --from; then: ironboard software NAME"


def how_to_get(chosen: Sequence[Software]) -> str:
    """Return the commands that bring the files of some programs."""
    commands = dict.fromkeys(f"git clone {each.repository}" for each in chosen)
    return f"in a folder of yours, {'; '.join(commands)}; then name the folder in {FOLDER} or after --from"


def run(each: Software, root: Path) -> int:
    """Run a program; return the exit status."""
    refuse_missing(each, root)
    print(f"{each.title} ({each.machine}, {each.year})")
    outcome = each.run(each.folder(root), lambda text: print(f"  {text}", flush=True))
    print(f"result   {shown(outcome)}")
    if outcome == each.known:
        return 0
    print(f"known    {shown(each.known)}: not the same")
    return 1


def shown(outcome: Outcome) -> str:
    """Return an outcome as a text."""
    return outcome.result if outcome.cycles is None else f"{outcome.result}, {outcome.cycles:,} cycles"


def table() -> Iterator[str]:
    """Return all programs as a table in Markdown."""
    yield "| program | machine | source | licence | what is done | result | cycles |"
    yield "|---|---|---|---|---|---|---:|"
    for each in programs().values():
        source = f"[{each.source}]({each.repository})"
        cycles = "" if each.known.cycles is None else f"{each.known.cycles:,}"
        cells = (f"`{each.name}`: {each.title}, {each.year}", each.machine, source, each.licence, each.done,
                 each.known.result, cycles)  # fmt: skip
        yield f"| {' | '.join(cells)} |"
