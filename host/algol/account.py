"""Where does the time of an ALGOL program go? Minor cycles by line and by procedure.

What the library takes is charged to the line that called it, and shown apart: to the line that ran last, so that what
follows the code of a parameter by name is charged to this. A line is done as often as its first instruction is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from emulators.cdc6600.isa import MOST_WORDS, PARCEL_BITS, PARCELS
from emulators.cdc6600.scoreboard import Column
from host.algol.compiler import Compiled
from host.algol.trace import Trace
from host.desk.cdc6600.account import Account

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from emulators.machine import Trace as Rows

    Numbers = npt.NDArray[np.int64]

TOP = 12  # lines, and procedures, that are shown
MAIN, PARAMETERS = "the program outside of procedures", "parameters by name"


class Share(NamedTuple):
    """Minor cycles of a line or a procedure, those of the library among them, and how often it was done."""

    cycles: int
    library: int
    times: int
    name: str


class Sums:
    """Minor cycles and times by line, or by procedure: number 0 is for what belongs to none."""

    def __init__(self, names: Sequence[str], owners: Numbers, firsts: Sequence[int]) -> None:
        self.names, self._owners = names, owners
        self._beginning = np.zeros_like(owners)  # by place: whose first instruction is there
        for owner, place in enumerate(firsts):
            self._beginning[place] = owner
        self.cycles, self.library, self.times = (np.zeros(len(names), np.int64) for _ in range(3))

    def add(self, places: Numbers, charged: Numbers, own: npt.NDArray[np.bool_], spent: Numbers) -> None:
        """Add what instructions at these places spent, and the places of the program that it is charged to."""
        size, owners = len(self.names), self._owners[charged]
        self.cycles += np.bincount(owners, spent, size).astype(np.int64)
        self.library += np.bincount(owners[~own], spent[~own], size).astype(np.int64)
        self.times += np.bincount(self._beginning[places[own]], minlength=size)
        self.times[0] = 0

    def shares(self) -> list[Share]:
        """Return what took any time, the longest first."""
        rows = zip(self.cycles.tolist(), self.library.tolist(), self.times.tolist(), self.names, strict=True)
        return sorted((Share(*row) for row in rows if row[0]), key=lambda each: -each.cycles)


class AlgolAccount(Account):
    """An account of the time that knows the program's lines and procedures."""

    def __init__(self, compiled: Compiled) -> None:
        super().__init__()
        trace = Trace(compiled)
        self._own = range(trace.start * PARCELS, trace.end * PARCELS)
        self._last = 0  # the place of the program's instruction that ran last
        self.lines = _lines(compiled, trace)
        self.procedures = _procedures(trace)

    def add(self, rows: Rows) -> None:
        """Count the instructions of these rows."""
        super().add(rows)
        if not len(rows):
            return
        places = rows[:, Column.LOCATION] * PARCELS + rows[:, Column.PARCEL]
        own = (places >= self._own.start) & (places < self._own.stop)
        order = np.maximum.accumulate(np.where(own, np.arange(len(rows)), -1))
        charged = np.where(order >= 0, places[order], self._last)
        spent = self.spent(rows)
        self._last = int(charged[-1])
        for each in (self.lines, self.procedures):
            each.add(places, charged, own, spent)

    def report(self) -> Iterator[str]:
        """Yield the table of procedures, and that of lines."""
        for title, sums in (("procedure", self.procedures), ("line", self.lines)):
            yield ""
            yield f"{'cycles':>14}  {'share':>6}  {'library':>7}  {'times':>11}  {title}"
            for each in sums.shares()[:TOP]:
                share, library = (number / (self.total or 1) for number in (each.cycles, each.library))
                times = f"{each.times:,}" if each.times else ""
                yield f"{each.cycles:>14,}  {share:6.1%}  {library:7.1%}  {times:>11}  {each.name}"


def _lines(compiled: Compiled, trace: Trace) -> Sums:
    """Return sums for each line of the program's text."""
    text = compiled.program.at.source.text.split("\n")
    owners = np.zeros(MOST_WORDS * PARCELS, np.int64)
    firsts = [0] * (len(text) + 1)
    code = [each for each in compiled.image.lines if each.file == compiled.lines_file and each.address < trace.end]
    for each in sorted(code, key=lambda line: (line.address, line.offset)):
        place = each.address * PARCELS + each.offset // PARCEL_BITS
        owners[place : (each.address + each.length) * PARCELS] = each.line
        firsts[each.line] = firsts[each.line] or place
    name = Path(compiled.lines_file).name
    names = ["", *(f"{name}:{number}  {line.strip()}" for number, line in enumerate(text, 1))]
    return Sums(names, owners, firsts)


def _procedures(trace: Trace) -> Sums:
    """Return sums for each procedure, one of them for the codes of all parameters."""
    names = [MAIN, PARAMETERS]
    owners = np.zeros(MOST_WORDS * PARCELS, np.int64)
    firsts = [0, 0]
    ends = [*(each.start for each in trace.regions[1:]), trace.end]
    for region, end in zip(trace.regions, ends, strict=True):
        owner = 0
        if region.procedure:
            owner = len(names)
            names.append(region.procedure.spelling)
            firsts.append((region.start + 1) * PARCELS)  # the call puts the way back in front of it
        elif region.symbol != "START":
            owner = 1
        owners[region.start * PARCELS : end * PARCELS] = owner
    return Sums(names, owners, firsts)
