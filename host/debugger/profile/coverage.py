"""Which instructions and lines were executed, which branches went both ways? As a report, and for lcov."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emulators.image import SourceLine
from host.debugger.profile.code import COMMENT, Instruction, instructions
from host.debugger.profile.naming import ranges, share, short_names, table, times
from host.debugger.profile.places import Label

if TYPE_CHECKING:
    from host.debugger.profile.profile import Profile


@dataclass(frozen=True)
class Branch:
    """A conditional instruction, and how often it went which way."""

    text: str
    line: SourceLine
    executions: int
    jumped: int
    went_on: int  # what an interrupt followed is in neither

    @property
    def one_way(self) -> bool:
        """Whether it was executed, but never seen to go one of its ways."""
        return self.executions > 0 and not (self.jumped and self.went_on)


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
    """What was executed of a file. `lines`: line with code -> how often, of its most frequent instruction."""

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
        return sum(bool(branch.jumped and branch.went_on) for branch in self.branches)


def coverage(profile: Profile, files: Container[str] | None = None) -> list[FileCoverage]:
    """Return what was executed of these files (of all that are known)."""
    found: dict[str, FileCoverage] = {}
    places = profile.places()
    stretches: defaultdict[tuple[str, int, int, int], int] = defaultdict(int)
    for each in instructions(profile):
        line = each.line
        if files is None or line.file in files:
            part = found.setdefault(line.file, FileCoverage(line.file))
            part.instructions += 1
            part.executed += each.executions > 0
            stretch = line.file, line.line, line.address, line.offset
            stretches[stretch] = max(stretches[stretch], each.executions)
            if each.conditional:
                part.branches.append(_branch(profile, each))
            address, parcel = profile.counts.place(each.slot)
            _add_to_label(part, places.label(address), each, (address, parcel))
    for (file, number, *_), executions in stretches.items():
        lines = found[file].lines
        lines[number] = lines.get(number, 0) + executions
    return [found[file] for file in sorted(found)]


def _branch(profile: Profile, each: Instruction) -> Branch:
    steps = profile.counts.steps_from(each.slot)
    went_on = steps.get(each.following, 0)
    jumped = sum(steps.values()) - went_on
    return Branch(each.text, each.line, each.executions, jumped, went_on)


def _add_to_label(part: FileCoverage, label: Label | None, each: Instruction, place: tuple[int, int]) -> None:
    if label is None:
        return
    covered = part.labels.setdefault(label, LabelCoverage(label, each.line.line))
    covered.instructions += 1
    covered.executed += each.executions > 0
    if place == (label.address, 0):
        covered.line, covered.executions = each.line.line, each.executions


# ---------------------------------------------------------------- as text


def coverage_text(profile: Profile, parts: Iterable[FileCoverage]) -> str:
    """Return a report: how much of every file, what is missing, and which branches went one way only."""
    parts = list(parts)
    if not parts:
        return "no source lines are known: there is nothing to compare what was executed with\n"
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


def _missing(profile: Profile, part: FileCoverage, name: str) -> list[str]:
    never = {line for line, executions in part.lines.items() if not executions}
    rows = []
    if not part.executed:
        return [f"{name}: nothing was executed"]
    if never:
        rows.append(f"{name}: lines never executed: {ranges(never, part.lines)}")
    unreached = [each.label.name for each in part.labels.values() if not each.executed]
    if unreached:
        rows.append(f"{name}: labels never reached: {', '.join(unreached)}")
    rows += [_partly(name, each) for each in part.labels.values() if 0 < each.executed < each.instructions]
    rows += [
        f"{name}:{each.line.line}: {_source(profile, each)}: {_way(each)}" for each in part.branches if each.one_way
    ]
    return rows


def _partly(name: str, each: LabelCoverage) -> str:
    return f"{name}:{each.line}: {each.label.name}: {each.executed} of {each.instructions} instructions"


def _source(profile: Profile, each: Branch) -> str:
    texts = profile.sources.text(each.line.file)
    return " ".join(texts[each.line.line - 1].partition(COMMENT)[0].split()) if texts else each.text


def _way(each: Branch) -> str:
    if not each.jumped and not each.went_on:
        return f"executed {times(each.executions)}, interrupted every time"
    return (
        f"jumped {times(each.jumped)}, never went on" if each.jumped else f"went on {times(each.went_on)}, never jumped"
    )


# ---------------------------------------------------------------- as lcov's tracefile


def lcov(profile: Profile, parts: Iterable[FileCoverage]) -> str:
    """Return the coverage as genhtml and editors read it: the tracefile of geninfo(1)."""
    lines = ["TN:"]
    for part in parts:
        path = profile.sources.path(part.file)
        lines += [f"SF:{path.resolve() if path else part.file}", *_functions(part), *_branches(part)]
        lines += [f"DA:{line},{executions}" for line, executions in sorted(part.lines.items())]
        lines += [f"LF:{len(part.lines)}", f"LH:{part.lines_executed}", "end_of_record"]
    return "\n".join(lines) + "\n"


def _functions(part: FileCoverage) -> list[str]:
    labels = list(part.labels.values())
    rows = [f"FN:{each.line},{each.label.name}" for each in labels]
    rows += [f"FNDA:{each.executions},{each.label.name}" for each in labels]
    return [*rows, f"FNF:{len(labels)}", f"FNH:{sum(each.executions > 0 for each in labels)}"]


def _branches(part: FileCoverage) -> list[str]:
    rows = []
    for block, each in enumerate(part.branches):
        for way, taken in enumerate((each.jumped, each.went_on)):
            rows.append(f"BRDA:{each.line.line},{block},{way},{taken if each.executions else '-'}")
    ways = sum(bool(each.jumped) + bool(each.went_on) for each in part.branches)
    return [*rows, f"BRF:{2 * len(part.branches)}", f"BRH:{ways}"]
