"""The executed part of a program: the listing with every line's cost; coverage as a report and for lcov.

A line is an instruction if its words disassemble to one instruction of the same length with the mnemonic
written in the line. An executed line is one in any case. So data is not code, and neither is, as long as it has
not been executed, the line of a language that makes several instructions of a statement.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from emulators.image import SourceLine
from emulators.machine import Decoded
from host.debugger.profile.counts import Label, line_executions, lines_that_count
from host.debugger.profile.report import ranges, share, short_names, table, times
from host.formats import storage

if TYPE_CHECKING:
    from host.debugger.profile.profile import Measurement

WORD = re.compile(r"\w+")
COMMENT = ";"
BAR = 10  # characters of the hottest line's bar
NEVER = "never"
WIDTH = 45  # columns before the source
FOLD = 6  # instructions in a row that were never executed; more of them become one line
HEAD = f"{'executed':>10} {'cycles':>14} {'share':>7} {'':{BAR}}"
LCOV = ".info"  # the ending of lcov's tracefiles


class Instruction(NamedTuple):
    """An instruction of a program."""

    slot: int
    found: Decoded
    line: SourceLine
    executions: int


def instructions(profile: Measurement) -> Iterator[Instruction]:
    """Yield the instructions of all known sources, in the order of their addresses."""
    for line in lines_that_count(profile.sources):
        if profile.line_at(profile.slots(line).start) == line:
            for slot in _starts(profile, line):
                yield Instruction(slot, decoded(profile, slot), line, int(profile.counts.executions[slot]))


def decoded(profile: Measurement, slot: int) -> Decoded:
    """Return the instruction in a slot, from the current memory."""
    return profile.machine.decoded(*profile.counts.place(slot))


def _starts(profile: Measurement, line: SourceLine) -> list[int]:
    """Return the slots of the instructions of a line."""
    counts, slots = profile.counts, profile.slots(line)
    executed = np.flatnonzero(counts.executions[slots.start : slots.stop]) + slots.start
    found = [slot for slot in executed.tolist() if profile.line_at(slot) == line]
    if found or slots.start >= len(counts.executions):
        return found
    texts = profile.sources.text(line.file)
    written = WORD.findall(texts[line.line - 1].partition(COMMENT)[0].upper()) if texts else []
    first = decoded(profile, slots.start)
    length = (counts.slot(first.address, first.part) - slots.start) % len(counts.executions)
    # The rest of a shared word is filled up.
    fits = length <= len(slots) < length + (1 << counts.part_bits)
    return [slots.start] if fits and any(name.upper() in written for name in first.mnemonics) else []


# ---------------------------------------------------------------- the listing


def heat(profile: Measurement, what: str | range) -> str:
    """Return a source with the cost of every line, or a range of addresses, disassembled.

    Raises UnknownFileError.
    """
    return heat_of_file(profile, what) if isinstance(what, str) else heat_of_range(profile, what.start, what.stop - 1)


def heat_of_file(profile: Measurement, file: str) -> str:
    """Return the lines of a source; a line that calls a macro includes the macro's cost."""
    name = profile.sources.file(file)
    executions, cycles = _by_line(profile, name)
    code = {each.line.line for each in instructions(profile) if each.line.file == name}
    texts = profile.sources.text(name)
    numbers = range(1, len(texts) + 1) if texts is not None else sorted({*cycles, *code})
    hottest = max(cycles.values(), default=0)
    rows = [short_names([name])[name] + ("" if texts is not None else " (source not found)"), HEAD.rstrip()]
    for number in numbers:
        text = texts[number - 1] if texts is not None else ""
        known = number in code or cycles.get(number)
        cost = _cost(profile, executions.get(number, 0), cycles.get(number, 0), hottest) if known else ""
        rows.append(f"{cost:{WIDTH}} {number:5}  {text}".rstrip())
    return "\n".join(rows) + "\n"


def _by_line(profile: Measurement, file: str) -> tuple[dict[int, int], dict[int, int]]:
    """Return executions and cycles of the lines of a file, macros included in the lines that call them."""
    stretches: defaultdict[int, list[range]] = defaultdict(list)
    for line in lines_that_count(profile.sources):
        if line.file == file and (slots := profile.slots(line)):
            stretches[line.line].append(slots)
    counts = profile.counts
    sums = np.concatenate([[0], np.cumsum(counts.cycles)])
    executions, cycles = {}, {}
    for number, every in stretches.items():
        separate: list[range] = []  # those that are not part of another one
        for slots in sorted(every, key=lambda each: (each.start, -each.stop)):
            if not separate or slots.start >= separate[-1].stop:
                separate.append(slots)
        cycles[number] = sum(int(sums[slots.stop] - sums[slots.start]) for slots in separate)
        executions[number] = sum(int(counts.executions[slots.start : slots.stop].max()) for slots in separate)
    return executions, cycles


def _cost(profile: Measurement, executions: int, cycles: int, hottest: int) -> str:
    if not executions:
        return f"{NEVER:>10}"
    bar = "#" * round(BAR * cycles / hottest) if hottest else ""
    return f"{executions:10,} {cycles:14,} {share(cycles, profile.cycles):>7} {bar:{BAR}}"


# ---------------------------------------------------------------- without a source


def heat_of_range(profile: Measurement, first: int, last: int) -> str:
    """Return the instructions from one address to another, disassembled from the current memory."""
    counts, sources = profile.counts, profile.sources
    slot, end = counts.slot(first), counts.slot(last + 1)
    hottest = int(counts.cycles[slot:end].max())
    rows = [HEAD.rstrip()]
    never: list[tuple[int, str]] = []
    while slot < end:
        found, executions = decoded(profile, slot), int(counts.executions[slot])
        text, following = found.text, counts.slot(found.address, found.part)
        if following <= slot or (not executions and counts.executions[slot + 1 : following].any()):
            text, following = "", slot + 1  # something inside it was executed
        address, part = counts.place(slot)
        label = None if part else sources.name_of(address)
        if label or executions:
            rows += _folded(profile, never)
            never = []
        rows += [f"{'':{WIDTH}} {label}:"] if label else []
        if executions:
            cost = _cost(profile, executions, int(counts.cycles[slot]), hottest)
            rows.append(f"{cost:{WIDTH}} {_number(profile, slot)}  {text}".rstrip())
        else:
            never.append((slot, text))
        slot = following
    return "\n".join(rows + _folded(profile, never)) + "\n"


def _number(profile: Measurement, slot: int) -> str:
    """Return where an instruction begins: the address, and the part of the word where it has several."""
    address, part = profile.counts.place(slot)
    number = profile.sources.number(address)
    return f"{number}.{part}" if profile.counts.part_bits else number


def _folded(profile: Measurement, never: list[tuple[int, str]]) -> list[str]:
    if len(never) > FOLD:
        return [f"{NEVER:>10}{'':{WIDTH - 10}} {_number(profile, never[0][0])}-{_number(profile, never[-1][0])}"]
    return [f"{NEVER:>10}{'':{WIDTH - 10}} {_number(profile, slot)}  {text}".rstrip() for slot, text in never]


# ---------------------------------------------------------------- coverage


class Branch(NamedTuple):
    """A conditional instruction, with counts for both directions."""

    text: str
    line: SourceLine
    executions: int
    jumped: int
    went_on: int  # an instruction followed by an interrupt is in neither

    @property
    def both_ways(self) -> bool:
        """Whether it went both ways."""
        return bool(self.jumped and self.went_on)


@dataclass
class LabelCoverage:
    """The instructions from a label to the next one."""

    label: Label
    line: int  # of its first instruction
    executions: int = 0  # of its first instruction
    instructions: int = 0
    executed: int = 0


@dataclass
class FileCoverage:
    """The coverage of a file. `lines`: line with code -> executions of its most frequent instruction."""

    file: str
    lines: dict[int, int] = field(default_factory=dict)
    instructions: int = 0
    executed: int = 0
    branches: list[Branch] = field(default_factory=list)
    labels: dict[Label, LabelCoverage] = field(default_factory=dict)

    @property
    def lines_executed(self) -> int:
        """How many lines were executed."""
        return sum(executions > 0 for executions in self.lines.values())

    @property
    def both_ways(self) -> int:
        """How many branches went both ways."""
        return sum(branch.both_ways for branch in self.branches)


def coverage(profile: Measurement, files: Container[str] | None = None) -> list[FileCoverage]:
    """Return the coverage of these files, by default of all known ones."""
    found: dict[str, FileCoverage] = {}
    counts, places = profile.counts, profile.places()
    covered = [each for each in instructions(profile) if files is None or each.line.file in files]
    for each in covered:
        part = found.setdefault(each.line.file, FileCoverage(each.line.file))
        part.instructions += 1
        part.executed += each.executions > 0
        if each.found.conditional:
            steps = counts.steps_from(each.slot)
            went_on = steps.get(counts.slot(each.found.address, each.found.part), 0)
            jumped = sum(steps.values()) - went_on
            part.branches.append(Branch(each.found.text, each.line, each.executions, jumped, went_on))
        address, parcel = counts.place(each.slot)
        place = places.label(address)
        if place:
            label = part.labels.setdefault(place, LabelCoverage(place, each.line.line))
            label.instructions += 1
            label.executed += each.executions > 0
            if (address, parcel) == (place.address, 0):
                label.line, label.executions = each.line.line, each.executions
    for (file, line), executions in line_executions((each.line, each.executions) for each in covered).items():
        found[file].lines[line] = executions
    return [found[file] for file in sorted(found)]


# ---------------------------------------------------------------- as text


def coverage_text(profile: Measurement, files: Container[str] | None = None) -> str:
    """Return a report: the share of every file, the missing parts, and branches that went one way only."""
    parts = coverage(profile, files)
    if not parts:
        return "no source lines are known, so there is no coverage to report\n"
    names = short_names(part.file for part in parts)
    sections = [table(("file", "lines", "", "instructions", "", "branches both ways", ""), map(_row, parts))]
    for part in parts:
        sections.append(_missing(profile, part, names[part.file]))
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def _row(part: FileCoverage) -> list[str]:
    pairs = (
        (part.lines_executed, len(part.lines)),
        (part.executed, part.instructions),
        (part.both_ways, len(part.branches)),
    )
    name = short_names([part.file])[part.file]
    return [name, *(cell for some, every in pairs for cell in (f"{some:,} of {every:,}", share(some, every)))]


def _missing(profile: Measurement, part: FileCoverage, name: str) -> list[str]:
    if not part.executed:
        return [f"{name}: nothing was executed"]
    never = {line for line, executions in part.lines.items() if not executions}
    rows = [f"{name}: lines never executed: {ranges(never, part.lines)}"] if never else []
    unreached = [each.label.name for each in part.labels.values() if not each.executed]
    rows += [f"{name}: labels never reached: {', '.join(unreached)}"] if unreached else []
    rows += [
        f"{name}:{each.line}: {each.label.name}: {each.executed} of {each.instructions} instructions"
        for each in part.labels.values()
        if 0 < each.executed < each.instructions
    ]
    for each in part.branches:
        if each.executions and not each.both_ways:
            texts = profile.sources.text(each.line.file)
            text = " ".join(texts[each.line.line - 1].partition(COMMENT)[0].split()) if texts else each.text
            rows.append(f"{name}:{each.line.line}: {text}: {_way(each)}")
    return rows


def _way(each: Branch) -> str:
    if each.jumped:
        return f"jumped {times(each.jumped)}, never went on"
    if each.went_on:
        return f"went on {times(each.went_on)}, never jumped"
    return f"executed {times(each.executions)}, interrupted every time"


def write_coverage(
    profile: Measurement, path: str | os.PathLike[str], files: Container[str] | None = None, *, overwrite: bool = False
) -> None:
    """Write the coverage: lcov's tracefile (.info), or the report."""
    target = Path(path)
    as_lcov = target.suffix.lower() == LCOV
    text = lcov(profile, coverage(profile, files)) if as_lcov else coverage_text(profile, files)
    storage.write_text(target, text, overwrite)


def lcov(profile: Measurement, parts: Iterable[FileCoverage]) -> str:
    """Return the coverage in the format of genhtml and editors: the tracefile of geninfo(1)."""
    rows = ["TN:"]
    for part in parts:
        path, labels = profile.sources.path(part.file), list(part.labels.values())
        rows.append(f"SF:{path.resolve() if path else part.file}")
        rows += [f"FN:{each.line},{each.label.name}" for each in labels]
        rows += [f"FNDA:{each.executions},{each.label.name}" for each in labels]
        rows += [f"FNF:{len(labels)}", f"FNH:{sum(each.executions > 0 for each in labels)}"]
        for block, each in enumerate(part.branches):
            for way, taken in enumerate((each.jumped, each.went_on)):
                rows.append(f"BRDA:{each.line.line},{block},{way},{taken if each.executions else '-'}")
        ways = sum(bool(each.jumped) + bool(each.went_on) for each in part.branches)
        rows += [f"BRF:{2 * len(part.branches)}", f"BRH:{ways}"]
        rows += [f"DA:{line},{executions}" for line, executions in sorted(part.lines.items())]
        rows += [f"LF:{len(part.lines)}", f"LH:{part.lines_executed}", "end_of_record"]
    return "\n".join(rows) + "\n"
