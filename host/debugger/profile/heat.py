"""The listing of a program with what every line cost: executions, cycles, share, and a bar."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from emulators.image import SourceLine
from host.debugger.profile.code import instructions
from host.debugger.profile.naming import share, short_names
from host.debugger.profile.places import lines_that_count

if TYPE_CHECKING:
    from host.debugger.profile.profile import Profile

BAR = 10  # characters of the hottest line's bar
NEVER = "never"
WIDTH = 45  # columns before the source
FOLD = 6  # instructions in a row that were never executed; more of them become one line
HEAD = f"{'executed':>10} {'cycles':>14} {'share':>7} {'':{BAR}}"


def heat_of_file(profile: Profile, file: str) -> str:
    """Return the lines of a source; a line that calls a macro shows what the macro cost."""
    name = profile.sources.file(file)
    executions, cycles = _by_line(profile, name)
    code = {each.line.line for each in instructions(profile.machine, profile.sources, profile.counts)
            if each.line.file == name}  # fmt: skip
    texts = profile.sources.text(name)
    numbers = range(1, len(texts) + 1) if texts is not None else sorted({*cycles, *code})
    hottest = max(cycles.values(), default=0)
    rows = [short_names([name])[name] + ("" if texts is not None else " (its text has not been found)"), HEAD.rstrip()]
    for number in numbers:
        text = texts[number - 1] if texts is not None else ""
        known = number in code or cycles.get(number)
        cost = _cost(profile, executions.get(number, 0), cycles.get(number, 0), hottest) if known else ""
        rows.append(f"{cost:{WIDTH}} {number:5}  {text}".rstrip())
    return "\n".join(rows) + "\n"


def _by_line(profile: Profile, file: str) -> tuple[dict[int, int], dict[int, int]]:
    """Return executions and cycles of the lines of a file, those of macros included in what calls them."""
    stretches: defaultdict[int, list[SourceLine]] = defaultdict(list)
    for line in lines_that_count(profile.sources):
        if line.file == file:
            stretches[line.line].append(line)
    counts = profile.counts
    sums = np.concatenate([[0], np.cumsum(counts.cycles)])
    executions, cycles = {}, {}
    for number, lines in stretches.items():
        separate = _outermost(lines)
        cycles[number] = sum(int(sums[line.address + line.length] - sums[line.address]) for line in separate)
        executions[number] = sum(int(counts.executions[line.address :][: line.length].max()) for line in separate)
    return executions, cycles


def _outermost(lines: list[SourceLine]) -> list[SourceLine]:
    """Return the stretches of a line that are not part of another one."""
    kept: list[SourceLine] = []
    for line in sorted(lines, key=lambda each: (each.address, -each.length)):
        if not kept or line.address >= kept[-1].address + kept[-1].length:
            kept.append(line)
    return kept


def _cost(profile: Profile, executions: int, cycles: int, hottest: int) -> str:
    if not executions:
        return f"{NEVER:>10}"
    bar = "#" * round(BAR * cycles / hottest) if hottest else ""
    return f"{executions:10,} {cycles:14,} {share(cycles, profile.cycles):>7} {bar:{BAR}}"


# ---------------------------------------------------------------- without a source


def heat_of_range(profile: Profile, first: int, last: int) -> str:
    """Return the instructions from one address to another, disassembled; memory is what it is now."""
    counts, sources = profile.counts, profile.sources
    hottest = int(counts.cycles[first : last + 1].max())
    rows = [HEAD.rstrip()]
    never: list[tuple[int, str]] = []
    address = first
    while address <= last:
        text, following = _instruction(profile, address)
        label = sources.name_of(address)
        executions = int(counts.executions[address])
        if label or executions:
            rows += _folded(profile, never)
            never = []
        rows += [f"{'':{WIDTH}} {label}:"] if label else []
        if executions:
            cost = _cost(profile, executions, int(counts.cycles[address]), hottest)
            rows.append(f"{cost:{WIDTH}} {sources.number(address)}  {text}".rstrip())
        else:
            never.append((address, text))
        address = following
    return "\n".join(rows + _folded(profile, never)) + "\n"


def _instruction(profile: Profile, address: int) -> tuple[str, int]:
    """Return an instruction and the address behind it; only one word where something inside was executed."""
    text, following = profile.machine.disassemble(address)
    executions = profile.counts.executions
    inside = following > address and not executions[address] and executions[address + 1 : following].any()
    return ("", address + 1) if inside or following <= address else (text, following)


def _folded(profile: Profile, never: list[tuple[int, str]]) -> list[str]:
    number = profile.sources.number
    if len(never) > FOLD:
        return [f"{NEVER:>10}{'':{WIDTH - 10}} {number(never[0][0])}-{number(never[-1][0])}"]
    return [f"{NEVER:>10}{'':{WIDTH - 10}} {number(address)}  {text}".rstrip() for address, text in never]
