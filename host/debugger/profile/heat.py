"""The listing of a program with what every line cost: executions, cycles, share, and a bar."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from host.debugger.profile.code import decoded, instructions
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
    code = {each.line.line for each in instructions(profile) if each.line.file == name}
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
    stretches: defaultdict[int, list[range]] = defaultdict(list)
    for line in lines_that_count(profile.sources):
        if line.file == file and (slots := profile.slots(line)):
            stretches[line.line].append(slots)
    counts = profile.counts
    sums = np.concatenate([[0], np.cumsum(counts.cycles)])
    executions, cycles = {}, {}
    for number, every in stretches.items():
        separate = _outermost(every)
        cycles[number] = sum(int(sums[slots.stop] - sums[slots.start]) for slots in separate)
        executions[number] = sum(int(counts.executions[slots.start : slots.stop].max()) for slots in separate)
    return executions, cycles


def _outermost(stretches: list[range]) -> list[range]:
    """Return the stretches of a line that are not part of another one."""
    kept: list[range] = []
    for slots in sorted(stretches, key=lambda each: (each.start, -each.stop)):
        if not kept or slots.start >= kept[-1].stop:
            kept.append(slots)
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
    slot, end = counts.slot(first), counts.slot(last + 1)
    hottest = int(counts.cycles[slot:end].max())
    rows = [HEAD.rstrip()]
    never: list[tuple[int, str]] = []
    while slot < end:
        text, following = _instruction(profile, slot)
        address, part = counts.place(slot)
        label = None if part else sources.name_of(address)
        executions = int(counts.executions[slot])
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


def _number(profile: Profile, slot: int) -> str:
    """Return where an instruction begins: the address, and the part of the word where it has several."""
    address, part = profile.counts.place(slot)
    number = profile.sources.number(address)
    return f"{number}.{part}" if profile.counts.part_bits else number


def _instruction(profile: Profile, slot: int) -> tuple[str, int]:
    """Return an instruction and the slot behind it; only one slot where something inside was executed."""
    found, executions = decoded(profile, slot), profile.counts.executions
    following = profile.counts.slot(found.address, found.part)
    inside = following > slot and not executions[slot] and executions[slot + 1 : following].any()
    return ("", slot + 1) if inside or following <= slot else (found.text, following)


def _folded(profile: Profile, never: list[tuple[int, str]]) -> list[str]:
    if len(never) > FOLD:
        return [f"{NEVER:>10}{'':{WIDTH - 10}} {_number(profile, never[0][0])}-{_number(profile, never[-1][0])}"]
    return [f"{NEVER:>10}{'':{WIDTH - 10}} {_number(profile, slot)}  {text}".rstrip() for slot, text in never]
