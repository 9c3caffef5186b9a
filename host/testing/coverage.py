"""The coverage of the sources that tests run: every instruction that their machines execute is counted.

    recorder = Recorder()
    recorder.begin(rig)              # before anything runs
    parts = recorder.parts()         # at the end: a FileCoverage for each source

Programs that were loaded together share their counts over all tests; sources are looked at once, at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from fnmatch import fnmatch
from glob import escape
from os.path import join, normpath
from pathlib import Path
from typing import Any, Protocol, cast

from emulators.machine import Machine, Trace
from host.debugger.profile.coverage import Branch, FileCoverage, LabelCoverage, coverage, total
from host.debugger.profile.profile import Measurement
from host.languages.sources import Program as Found
from host.languages.sources import Sources
from host.registry import Model
from host.testing.loading import Program

Loaded = tuple[Program, ...]  # the last one first


class Running(Protocol):
    """The parts of a rig that coverage needs."""

    machine: Machine
    model: Model
    programs: list[Program]

    @property
    def sources(self) -> Sources:
        """The symbols and lines of its programs."""


class Recorder:
    """Counts the instructions of all tests. Files below `scratch`, the texts within tests, do not count."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch.resolve()
        self._counted: dict[tuple[str, Loaded], tuple[Callable[[], Machine], Measurement]] = {}

    def begin(self, rig: Running, fresh: Callable[[], Machine]) -> None:
        """Count the instructions of a rig; `fresh` returns its machine without a program."""
        machine = rig.machine

        def count(rows: Trace) -> None:
            key = rig.model.name, tuple(rig.programs)
            if not rig.programs:
                return
            if key not in self._counted:
                self._counted[key] = fresh, Measurement(machine, rig.sources)
            following = machine.read_register(machine.program_counter)
            self._counted[key][1].add(rows, following, machine.cycles)

        machine.look_on(count)

    def parts(self) -> list[FileCoverage]:
        """Return the coverage of every source of the programs that tests have loaded."""
        found: list[FileCoverage] = []
        for (_, programs), (fresh, counted) in self._counted.items():
            machine = fresh()
            for program in reversed(programs):
                machine.load(program.image)
            counted.machine = machine
            compiled = [program.found for program in programs if program.found.inspect]
            others = (program.found for program in programs if not program.found.inspect)
            found += coverage(counted, {line.file for each in others for info in each.infos for line in info.lines})
            found += [_statements(each, counted) for each in compiled]
        return total(part for part in found if not Path(part.path).is_relative_to(self._scratch))


def _statements(found: Found, counted: Measurement) -> FileCoverage:
    """Return the coverage of a compiled program by its statements; neither the library counts nor what was added."""
    assert found.inspect is not None
    code = cast("Any", found.inspect(counted.machine)).code
    file, counts = code.source.file, counted.counts
    last = max((line.line for info in found.infos for line in info.lines if line.file == file), default=0)
    executions: Counter[tuple[int, int]] = Counter()  # by line and column; a statement may have several copies
    for each in code.statements:
        if each.node.at.line <= last:
            executions[each.node.at.line, each.node.at.column] += counts.executions[counts.slot(*each.place)]
    lines: dict[int, int] = {}
    for (line, _), often in executions.items():
        lines[line] = max(often, lines.get(line, 0))
    return FileCoverage(
        file, str(Path(found.path or file).resolve()), lines, len(executions), sum(map(bool, executions.values()))
    )


def chosen(parts: Iterable[FileCoverage], names: Sequence[str], folder: Path) -> tuple[list[FileCoverage], list[str]]:
    """Return the parts that names are about, all without names, and the names of which no test has loaded a file.

    A name is a file, a folder, or a pattern as `src/*.s`, seen from `folder`.
    """
    every = list(parts)
    if not names:
        return every, []
    meant = {name: [part for part in every if _is_meant(part, name, folder)] for name in names}
    found = {part.path: part for some in meant.values() for part in some}
    return [found[path] for path in sorted(found)], [name for name, some in meant.items() if not some]


def _is_meant(part: FileCoverage, name: str, folder: Path) -> bool:
    path, wanted = Path(part.path), (folder / name).resolve()
    pattern = normpath(join(escape(str(folder.resolve())), name))
    return path == wanted or wanted in path.parents or fnmatch(part.path, pattern) or path.name == name


def plain(parts: Iterable[FileCoverage]) -> list[dict[str, Any]]:
    """Return coverage as lists, dictionaries, numbers and texts, for another process."""
    return [
        {**asdict(part), "lines": [*map(list, part.lines.items())], "branches": [*map(list, part.branches)]}
        for part in parts
    ]


def of_plain(rows: Iterable[Mapping[str, Any]]) -> list[FileCoverage]:
    """Return the coverage of `plain`."""
    return [
        FileCoverage(
            **{
                **row,
                "lines": dict(row["lines"]),
                "branches": [Branch(*each) for each in row["branches"]],
                "labels": {name: LabelCoverage(**each) for name, each in row["labels"].items()},
            }
        )
        for row in rows
    ]


def table_of(parts: Sequence[FileCoverage], folder: Path, missing: bool) -> list[str]:
    """Return the report for a terminal, a line for each file; with `missing` the lines and branches that are."""
    from host.debugger.profile.coverage import is_half, rate, way
    from host.debugger.profile.report import ranges, table

    def row(name: str, some: Sequence[FileCoverage]) -> list[str]:
        lines, branches = sum(len(each.lines) for each in some), sum(len(each.branches) for each in some)
        never, half = lines - sum(each.lines_executed for each in some), branches - sum(each.both_ways for each in some)
        return [name, f"{lines:,}", f"{never:,}", f"{branches:,}", f"{half:,}", f"{rate(some):.0f} %"]

    names = [_shown(Path(part.path), folder) for part in parts]
    rows = [row(name, [part]) for name, part in zip(names, parts, strict=True)]
    rows += [row("all", parts)] if len(parts) > 1 else []
    found = table(("source", "lines", "never", "branches", "not both ways", "coverage"), rows)
    if missing:
        for name, part in zip(names, parts, strict=True):
            found += [f"{name}: lines never executed: {ranges(part.never, part.lines)}"] if part.never else []
            found += [f"{name}:{each.line}: {each.text}: {way(each)}" for each in part.branches if is_half(each)]
    return found


def _shown(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)
