"""The executed part of a program: its instructions, and the listing with every line's cost.

A line is an instruction if its words disassemble to one instruction of the same length with the mnemonic
written in the line. An executed line is one in any case. So data is not code, and neither is, as long as it has
not been executed, the line of a language that makes several instructions of a statement.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate, compress
from typing import TYPE_CHECKING, NamedTuple

from emulators.image import SourceLine
from emulators.machine import Decoded
from host.debugger.profile.counts import lines_that_count
from host.debugger.profile.report import share, short_names

if TYPE_CHECKING:
    from host.debugger.profile.profile import Measurement

WORD = re.compile(r"\w+")
COMMENT = ";"
BAR = 10  # characters of the hottest line's bar
NEVER = "never"
WIDTH = 45  # columns before the source
FOLD = 6  # instructions in a row that were never executed; more of them become one line
HEAD = f"{'executed':>10} {'cycles':>14} {'share':>7} {'':{BAR}}"


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
                yield Instruction(slot, decoded(profile, slot), line, profile.counts.executions[slot])


def decoded(profile: Measurement, slot: int) -> Decoded:
    """Return the instruction in a slot, from the current memory."""
    return profile.machine.decoded(*profile.counts.place(slot))


def _starts(profile: Measurement, line: SourceLine) -> list[int]:
    """Return the slots of the instructions of a line."""
    counts, slots = profile.counts, profile.slots(line)
    executed = compress(slots, counts.executions[slots.start : slots.stop])
    found = [slot for slot in executed if profile.line_at(slot) == line]
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
    sums = list(accumulate(counts.cycles, initial=0))
    executions, cycles = {}, {}
    for number, every in stretches.items():
        separate: list[range] = []  # those that are not part of another one
        for slots in sorted(every, key=lambda each: (each.start, -each.stop)):
            if not separate or slots.start >= separate[-1].stop:
                separate.append(slots)
        cycles[number] = sum(sums[slots.stop] - sums[slots.start] for slots in separate)
        executions[number] = sum(max(counts.executions[slots.start : slots.stop]) for slots in separate)
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
    hottest = max(counts.cycles[slot:end])
    rows = [HEAD.rstrip()]
    never: list[tuple[int, str]] = []
    while slot < end:
        found, executions = decoded(profile, slot), counts.executions[slot]
        text, following = found.text, counts.slot(found.address, found.part)
        if following <= slot or (not executions and any(counts.executions[slot + 1 : following])):
            text, following = "", slot + 1  # something inside it was executed
        address, part = counts.place(slot)
        label = None if part else sources.name_of(address)
        if label or executions:
            rows += _folded(profile, never)
            never = []
        rows += [f"{'':{WIDTH}} {label}:"] if label else []
        if executions:
            cost = _cost(profile, executions, counts.cycles[slot], hottest)
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
