"""Coverage: the lines, branches and labels of sources that were executed, and the sums of several runs.

It is written as a report, as lcov's tracefile, as Cobertura's XML, or as a page.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from host.debugger.profile.counts import line_executions
from host.debugger.profile.listing import COMMENT, instructions
from host.debugger.profile.report import ranges, share, short_names, table, times
from host.formats import storage

if TYPE_CHECKING:
    from host.debugger.profile.profile import Measurement


class Branch(NamedTuple):
    """A conditional instruction, with counts for both directions. `text` is its source, or the disassembled one."""

    text: str
    line: int
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

    name: str
    line: int  # of its first instruction
    executions: int = 0  # of its first instruction
    instructions: int = 0
    executed: int = 0


@dataclass
class FileCoverage:
    """The coverage of a file. `lines`: line with code -> executions of its most frequent instruction.

    `path` is where the file was found, or else its name.
    """

    file: str
    path: str
    lines: dict[int, int] = field(default_factory=dict)
    instructions: int = 0
    executed: int = 0
    branches: list[Branch] = field(default_factory=list)
    labels: dict[str, LabelCoverage] = field(default_factory=dict)  # by address and name

    @property
    def lines_executed(self) -> int:
        """How many lines were executed."""
        return sum(executions > 0 for executions in self.lines.values())

    @property
    def both_ways(self) -> int:
        """How many branches went both ways."""
        return sum(branch.both_ways for branch in self.branches)

    @property
    def ways(self) -> int:
        """How many of the two directions of all branches were taken."""
        return sum(bool(each.jumped) + bool(each.went_on) for each in self.branches)

    @property
    def never(self) -> set[int]:
        """The lines that were not executed."""
        return {line for line, executions in self.lines.items() if not executions}


def coverage(profile: Measurement, files: Container[str] | None = None) -> list[FileCoverage]:
    """Return the coverage of these files, by default of all known ones."""
    found: dict[str, FileCoverage] = {}
    counts, places, sources = profile.counts, profile.places(), profile.sources
    covered = [each for each in instructions(profile) if files is None or each.line.file in files]
    for each in covered:
        file, line = each.line.file, each.line.line
        if file not in found:
            path = sources.path(file)
            found[file] = FileCoverage(file, str(path.resolve()) if path else file)
        part = found[file]
        part.instructions += 1
        part.executed += each.executions > 0
        if each.found.conditional:
            steps = counts.steps_from(each.slot)
            went_on = steps.get(counts.slot(each.found.address, each.found.part), 0)
            texts = sources.text(file)
            text = " ".join(texts[line - 1].partition(COMMENT)[0].split()) if texts else each.found.text
            part.branches.append(Branch(text, line, each.executions, sum(steps.values()) - went_on, went_on))
        address, parcel = counts.place(each.slot)
        if place := places.label(address):
            label = part.labels.setdefault(f"{place.address} {place.name}", LabelCoverage(place.name, line))
            label.instructions += 1
            label.executed += each.executions > 0
            if (address, parcel) == (place.address, 0):
                label.line, label.executions = line, each.executions
    for (file, line), executions in line_executions((each.line, each.executions) for each in covered).items():
        found[file].lines[line] = executions
    return [found[file] for file in sorted(found)]


# ---------------------------------------------------------------- the sum of several runs


def total(parts: Iterable[FileCoverage]) -> list[FileCoverage]:
    """Return the sums over parts with the same path: executions of lines, branches and labels.

    A branch is known by its line and by its number there, a label by its line and name: the programs may be at other
    addresses, or assembled with other symbols.
    """
    by_path: defaultdict[str, list[FileCoverage]] = defaultdict(list)
    for part in parts:
        by_path[part.path].append(part)
    return [_sum(every) for _, every in sorted(by_path.items())]


def _sum(parts: list[FileCoverage]) -> FileCoverage:
    found = FileCoverage(parts[0].file, parts[0].path)
    lines: Counter[int] = Counter()
    branches: dict[tuple[int, int], Branch] = {}
    labels: dict[tuple[int, str], LabelCoverage] = {}
    for part in parts:
        lines.update(part.lines)
        numbers: Counter[int] = Counter()
        for branch in part.branches:
            key = branch.line, numbers[branch.line]
            numbers[branch.line] += 1
            known = branches.get(key, Branch(branch.text, branch.line, 0, 0, 0))
            branches[key] = Branch(*known[:2], *(a + b for a, b in zip(known[2:], branch[2:], strict=True)))
        for label in part.labels.values():
            same = labels.setdefault((label.line, label.name), LabelCoverage(label.name, label.line))
            same.executions += label.executions
            same.instructions = max(same.instructions, label.instructions)
            same.executed = max(same.executed, label.executed)
        found.instructions = max(found.instructions, part.instructions)
        found.executed = max(found.executed, part.executed)
    found.lines = dict(sorted(lines.items()))
    found.branches = [branches[key] for key in sorted(branches)]
    found.labels = {f"{line} {name}": labels[line, name] for line, name in sorted(labels)}
    return found


def rate(parts: Iterable[FileCoverage]) -> float:
    """Return the share of lines executed and of directions taken by branches, in per cent; 100 without any."""
    every = list(parts)
    possible = sum(len(part.lines) + 2 * len(part.branches) for part in every)
    return 100 * sum(part.lines_executed + part.ways for part in every) / possible if possible else 100.0


# ---------------------------------------------------------------- as text


def coverage_text(profile: Measurement, files: Container[str] | None = None) -> str:
    """Return a report: the share of every file, the missing parts, and branches that went one way only."""
    return text(coverage(profile, files))


def text(parts: list[FileCoverage]) -> str:
    """Return the report."""
    if not parts:
        return "no source lines are known, so there is no coverage to report\n"
    names = short_names(part.file for part in parts)
    sections = [table(("file", "lines", "", "instructions", "", "branches both ways", ""), map(_row, parts))]
    for part in parts:
        sections.append(_missing(part, names[part.file]))
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def _row(part: FileCoverage) -> list[str]:
    pairs = (
        (part.lines_executed, len(part.lines)),
        (part.executed, part.instructions),
        (part.both_ways, len(part.branches)),
    )
    name = short_names([part.file])[part.file]
    return [name, *(cell for some, every in pairs for cell in (f"{some:,} of {every:,}", share(some, every)))]


def _missing(part: FileCoverage, name: str) -> list[str]:
    if not part.executed:
        return [f"{name}: nothing was executed"]
    rows = [f"{name}: lines never executed: {ranges(part.never, part.lines)}"] if part.never else []
    unreached = [each.name for each in part.labels.values() if not each.executed]
    rows += [f"{name}: labels never reached: {', '.join(unreached)}"] if unreached else []
    rows += [
        f"{name}:{each.line}: {each.name}: {each.executed} of {each.instructions} instructions"
        for each in part.labels.values()
        if 0 < each.executed < each.instructions
    ]
    rows += [f"{name}:{each.line}: {each.text}: {way(each)}" for each in part.branches if is_half(each)]
    return rows


def is_half(branch: Branch) -> bool:
    """Return whether a branch was executed, but did not go both ways."""
    return bool(branch.executions) and not branch.both_ways


def way(branch: Branch) -> str:
    """Return where a branch went that did not go both ways."""
    if branch.jumped:
        return f"jumped {times(branch.jumped)}, never went on"
    if branch.went_on:
        return f"went on {times(branch.went_on)}, never jumped"
    return f"executed {times(branch.executions)}, interrupted every time"


# ---------------------------------------------------------------- as files


def write_coverage(
    profile: Measurement, path: str | os.PathLike[str], files: Container[str] | None = None, *, overwrite: bool = False
) -> None:
    """Write the coverage in the format that the ending says: .info, .xml, .html; any other is the report."""
    write(coverage(profile, files), path, overwrite=overwrite)


def write(parts: list[FileCoverage], path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
    """Write coverage in the format that the ending says."""
    target = Path(path)
    storage.write_text(target, FORMATS.get(target.suffix.lower(), text)(parts), overwrite)


def lcov(parts: Iterable[FileCoverage]) -> str:
    """Return the coverage in the format of genhtml and editors: the tracefile of geninfo(1)."""
    rows = ["TN:"]
    for part in parts:
        labels = list(part.labels.values())
        rows.append(f"SF:{part.path}")
        rows += [f"FN:{each.line},{each.name}" for each in labels]
        rows += [f"FNDA:{each.executions},{each.name}" for each in labels]
        rows += [f"FNF:{len(labels)}", f"FNH:{sum(each.executions > 0 for each in labels)}"]
        for block, each in enumerate(part.branches):
            for direction, taken in enumerate((each.jumped, each.went_on)):
                rows.append(f"BRDA:{each.line},{block},{direction},{taken if each.executions else '-'}")
        rows += [f"BRF:{2 * len(part.branches)}", f"BRH:{part.ways}"]
        rows += [f"DA:{line},{executions}" for line, executions in sorted(part.lines.items())]
        rows += [f"LF:{len(part.lines)}", f"LH:{part.lines_executed}", "end_of_record"]
    return "\n".join(rows) + "\n"


def cobertura(parts: list[FileCoverage]) -> str:
    """Return the coverage as Cobertura's XML, which forges read (coverage-04.dtd)."""
    from xml.etree import ElementTree  # not for every profile

    root = ElementTree.Element("coverage", _rates(parts), version="1", timestamp="0", complexity="0")
    package = ElementTree.SubElement(
        ElementTree.SubElement(root, "packages"), "package", {**_short_rates(parts), "name": "", "complexity": "0"}
    )
    classes = ElementTree.SubElement(package, "classes")
    for part in parts:
        about = {"name": Path(part.path).name, "filename": Path(part.path).as_posix(), "complexity": "0"}
        each = ElementTree.SubElement(classes, "class", {**about, **_short_rates([part])})
        ElementTree.SubElement(each, "methods")
        lines = ElementTree.SubElement(each, "lines")
        for number, executions in sorted(part.lines.items()):
            line = ElementTree.SubElement(lines, "line", number=str(number), hits=str(executions))
            ways = [way for branch in part.branches if branch.line == number for way in branch[3:]]
            if ways:
                taken = sum(map(bool, ways))
                covered = f"{100 * taken // len(ways)}% ({taken}/{len(ways)})"
                line.attrib.update({"branch": "true", "condition-coverage": covered})
    ElementTree.indent(root)
    return f'<?xml version="1.0" ?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _rates(parts: list[FileCoverage]) -> dict[str, str]:
    return {
        **_short_rates(parts),
        "lines-covered": str(sum(part.lines_executed for part in parts)),
        "lines-valid": str(sum(len(part.lines) for part in parts)),
        "branches-covered": str(sum(part.ways for part in parts)),
        "branches-valid": str(sum(2 * len(part.branches) for part in parts)),
    }


def _short_rates(parts: list[FileCoverage]) -> dict[str, str]:
    lines, branches = sum(len(part.lines) for part in parts), sum(2 * len(part.branches) for part in parts)
    return {
        "line-rate": f"{sum(part.lines_executed for part in parts) / lines if lines else 1:.4f}",
        "branch-rate": f"{sum(part.ways for part in parts) / branches if branches else 1:.4f}",
    }


STYLE = """body{font:14px sans-serif;margin:2em} table,pre{font:13px monospace} td{padding:0 1em 0 0;white-space:pre}
tr.never{background:#fdd} tr.half{background:#ffc} tr.done{background:#dfd} td.n{color:#666;text-align:right}"""


def page(parts: list[FileCoverage]) -> str:
    """Return the coverage as a page: the report, and every source with its lines coloured."""
    names = short_names(part.path for part in parts)
    rows = [f"<!doctype html><meta charset=utf-8><title>Coverage</title><style>{STYLE}</style>",
            f"<h1>Coverage: {rate(parts):.0f} %</h1><pre>{escape(text(parts))}</pre>"]  # fmt: skip
    for part in parts:
        rows.append(f"<h2>{escape(names[part.path])}</h2><table>")
        half = {each.line: way(each) for each in part.branches if is_half(each)}
        path = Path(part.path)
        source = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
        for number, line in enumerate(source, 1):
            executions = part.lines.get(number)
            kind = "" if executions is None else "never" if not executions else "half" if number in half else "done"
            count = "" if executions is None else f"{executions:,}"
            rows.append(f"<tr class='{kind}' title='{escape(half.get(number, ''))}'><td class=n>{number}"
                        f"<td class=n>{count}<td>{escape(line)}")  # fmt: skip
        rows.append("</table>")
    return "\n".join(rows) + "\n"


FORMATS: dict[str, Callable[[list[FileCoverage]], str]] = {".info": lcov, ".xml": cobertura, ".html": page}
