"""The cycles of every routine that tests call, kept in a file: a test that takes more of them fails.

    {"test_multiply.py::test_zero": {"MULTIPLY": {"cycles": 145, "lines": {"multiply.s": ["3 STX FACTOR", ...]}}}}

Lines have their cycles and their text, so that they are found again when the source has changed around them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emulators.errors import IronboardError
from host.debugger.profile.counts import line_costs
from host.formats import storage, strict
from host.testing.calling import Failure
from host.testing.timing import Line

if TYPE_CHECKING:
    from host.testing.rig import Rig

LINES = 5  # of a routine that a failure names
LIMIT = 1 << 28  # bytes of a file
ROW = re.compile(r"[0-9]{1,19} .*")  # of a source: cycles and the line's text
Entry = dict[str, Any]  # of a routine: "cycles", "lines"


class Baseline:
    """The file: test -> routine -> its cycles. Raises IronboardError for a file that is none."""

    def __init__(self, path: Path, must_exist: bool = True) -> None:
        self.path = path
        self.tests: dict[str, dict[str, Entry]] = {}
        if not path.exists():
            if must_exist:
                raise IronboardError(f"{path} does not exist: --cycles-baseline-update writes it")
            return
        try:
            text = storage.text_of(storage.read_all(path, LIMIT, "a file of cycles"), path)
            for test, routines in strict.an_object(strict.value(text)).items():
                entries = strict.an_object(routines).items()
                self.tests[test] = {name: _checked(entry, name) for name, entry in entries}
        except ValueError as error:
            raise IronboardError(
                f"{path} is no file of cycles: {error}; expected what --cycles-baseline-update writes"
            ) from None

    def write(self, measured: Mapping[str, dict[str, Entry]], stale: set[str]) -> tuple[int, int]:
        """Put the tests that were measured into the file, take stale ones out; return how many changed, and went."""
        changed = sum(self.tests.get(test) != routines for test, routines in measured.items())
        gone = stale & self.tests.keys() - measured.keys()
        kept = {test: routines for test, routines in self.tests.items() if test not in gone}
        text = json.dumps(kept | dict(measured), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
        storage.write_text(self.path, text, overwrite=True)
        return changed, len(gone)

    def check(self, test: str, rig: Rig) -> list[str]:
        """Compare a test with the file; return remarks. Raises Failure for a routine that takes more."""
        known, remarks = self.tests.get(test, {}), []
        worse: list[tuple[str, int, Entry]] = []
        for name, cycles in rig.spent().items():
            if name not in known:
                remarks.append(f"{test}: {name} is not in {self.path.name}")
            elif cycles > known[name]["cycles"]:
                worse.append((name, cycles, known[name]))
            elif cycles < known[name]["cycles"]:
                remarks.append(f"{test}: {name} takes {cycles:,} cycles, {known[name]['cycles'] - cycles:,} fewer")
        remarks += [f"{test}: {name} is not called any more" for name in sorted(known.keys() - rig.spent().keys())]
        if worse:
            raise self._failure(worse, rig)
        return remarks

    def _failure(self, worse: list[tuple[str, int, Entry]], rig: Rig) -> Failure:
        costs, rows, place = measured(rig), [], None
        for name, cycles, entry in worse:
            before = entry["cycles"]
            rows.append(
                f"{name} takes {cycles:,} cycles, {cycles - before:,} more than the {before:,} in {self.path.name}"
            )
            dearer = more_expensive(_lines(entry), costs.get(name, []))
            for line, old in dearer[:LINES]:
                number = f":{line.place[1]}" if line.place else ""
                rows.append(
                    f"  {line.file}{number}  {line.text}: {line.cycles:,} cycles, not {old:,} (+{line.cycles - old:,})"
                )
            if dearer and not place:
                place = dearer[0][0].place
            rows += [f"  ... and {len(dearer) - LINES:,} more lines"] if len(dearer) > LINES else []
        return Failure("\n".join(rows), place=place)


def _checked(entry: Any, name: str) -> Entry:
    """Return the entry of a routine; raises ValueError for anything else."""
    found = strict.an_object(entry, "cycles", "lines")
    for file, every in strict.an_object(found["lines"]).items():
        for row in strict.a_list(every, file):
            if not ROW.fullmatch(strict.text(row, file)):
                raise ValueError(f"{strict.shown(row)} in '{file}' is no line with its cycles")
    return {"cycles": strict.whole(found["cycles"], name), "lines": found["lines"]}


def _lines(entry: Entry) -> list[Line]:
    rows = [(file, row.partition(" ")) for file, every in entry["lines"].items() for row in every]
    return [Line(file, text, int(cycles)) for file, (cycles, _, text) in rows]


def measured(rig: Rig) -> dict[str, list[Line]]:
    """Return the lines of each routine that the test has called, with their cycles; nothing if that cannot be told."""
    last = lines_of(rig)
    if not rig.earlier:
        return last
    found: dict[str, dict[tuple[str, int] | None, Line]] = {}
    for part in (*rig.earlier, last):
        for name, lines in part.items():
            sums = found.setdefault(name, {})
            for line in lines:
                before = sums[line.place].cycles if line.place in sums else 0
                sums[line.place] = line._replace(cycles=before + line.cycles)
    return {name: sorted(sums.values(), key=lambda line: line.place or ("", 0)) for name, sums in found.items()}


def lines_of(rig: Rig) -> dict[str, list[Line]]:
    """Return the same of the calls since a procedure has restarted the machine.

    Where a compiler made the program, the lines of its run-time library are left out.
    """
    compiled = {program.found.path for program in rig.programs if program.found.inspect}
    found: dict[str, list[Line]] = {}
    sources = rig.sources
    for name, counted in rig.past.costs(sources).items():
        for (file, number), cost in sorted(line_costs(counted.counts, counted.line_at).items()):
            texts = sources.text(file)
            text = " ".join(texts[number - 1].split()) if texts else f"line {number}"
            path = sources.path(file)
            if compiled and path not in compiled:
                continue
            found.setdefault(name, []).append(Line(Path(file).name, text, cost.cycles, (str(path or file), number)))
    return found


def entries(rig: Rig) -> dict[str, Entry]:
    """Return the entries of the file for a test."""
    lines = measured(rig)
    found: dict[str, Entry] = {}
    for name, cycles in rig.spent().items():
        by_file: dict[str, list[str]] = {}
        for line in lines.get(name, []):
            by_file.setdefault(line.file, []).append(str(line))
        found[name] = {"cycles": cycles, "lines": by_file}
    return found


def more_expensive(before: list[Line], now: list[Line]) -> list[tuple[Line, int]]:
    """Return the lines that take more cycles than before, with the cycles then, the greatest difference first."""
    texts = [(line.file, line.text) for line in now]
    same = SequenceMatcher(None, [(line.file, line.text) for line in before], texts, autojunk=False)
    old = dict.fromkeys(range(len(now)), 0)
    for a, b, size in same.get_matching_blocks():
        old |= {b + offset: before[a + offset].cycles for offset in range(size)}
    dearer = [(line, old[index]) for index, line in enumerate(now) if line.cycles > old[index]]
    return sorted(dearer, key=lambda each: each[1] - each[0].cycles)
