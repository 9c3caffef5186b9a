"""Assembler sources in editors, beside their names: folds, skipped lines, facts within lines, the call being typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from host.assemblers.program import Record
from host.languages.analysis import Call, Fold, Inlay, Rows

if TYPE_CHECKING:
    from host.assemblers.editing import Reading

Mark = tuple[str, str]  # the word of a line that opens or closes something, and the name that both of these have
LITERAL = re.compile(r"[#=\s]*[-+]?[$%@&]?[0-9][0-9A-Fa-f]*[BDHOdhbo]?")  # a number shows its value itself


def folds(file: str, lines: Sequence[str], mark: Callable[[str], Mark | None], pairs: Mapping[str, str],
          between: Iterable[str] = ()) -> Iterator[Fold]:  # fmt: skip
    """Yield the lines that each word of `pairs` opens, up to the one that closes it; words `between` do both."""
    closing, between = {*pairs.values()}, {*between}
    opened: list[tuple[str, str, int]] = []  # the closing word, the name, the line
    for number, line in enumerate(lines, 1):
        found = mark(line)
        if found is None:
            continue
        word, name = found
        if word in closing or word in between:
            at = next((i for i in reversed(range(len(opened))) if word in between or opened[i][:2] == (word, name)), -1)
            if at >= 0:
                end, named, first = opened[at]
                del opened[at:]
                yield Fold(Rows(file, first, number - 1 if word in between else number))
                if word in between:
                    opened.append((end, named, number))
        if word in pairs:
            opened.append((pairs[word], name, number))


def inactive(reading: Reading, file: str) -> Iterator[Rows]:
    """Yield the lines of a file that were skipped whenever they were reached."""
    states: dict[int, bool] = {}
    for each in reading.program.records:
        if each.line.file == file:
            states[each.line.number] = each.skipped and states.get(each.line.number, True)
    first = 0
    for number in (*range(1, len(reading.editing.lines.get(file, ())) + 1), 0):
        if states.get(number):
            first = first or number
        elif first:
            yield Rows(file, first, (number or len(reading.editing.lines[file]) + 1) - 1)
            first = 0


Time = Callable[[Record, Sequence[int]], tuple[str, str] | None]  # of an instruction: short, long
Operand = Callable[[Record, Sequence[int]], int | None]  # the value of an expression that is its operand


def inlays(
    reading: Reading,
    rows: Rows,
    statement: Callable[[str], tuple[str, str]],
    time: Time,
    operand: Operand,
    size: Callable[[Record, Sequence[int]], str] | None = None,
) -> Iterator[Inlay]:
    """Yield the facts about the statements of some lines.

    `statement` gives the part of a line without its remark, and the operand in it.
    """

    def words_of(record: Record, words: Sequence[int]) -> str:
        unit = "byte" if reading.program.target.word_bits == 8 else "word"
        return f"{len(words):,} {unit}{'s' * (len(words) != 1)}"

    for number in range(rows.first, rows.last + 1):
        found = [each for each in reading.records.get((rows.file, number), ()) if not each.skipped]
        if not found or (rows.file, number) in reading.wrong:
            continue
        record, line = found[0], reading.raw(rows.file, number)
        whole, written = statement(line)
        place = record.line.place(len(whole.rstrip()) + 1, 0)
        symbolic = bool(written.strip()) and not LITERAL.fullmatch(written.strip())
        if record.spans:
            words = reading.words(record)
            if symbolic and (value := operand(record, words)) is not None:
                yield Inlay(place, "value", f"= {reading.number(value)}", reading.shown(value))
            if shown := time(record, words):
                yield Inlay(place, "time", *shown)
            yield Inlay(place, "size", (size or words_of)(record, words))
        elif record.here is None and symbolic and (value := reading.value(record.value)) is not None:
            yield Inlay(place, "value", f"= {reading.number(value)}", reading.shown(value))


def in_operand(text: str, operation: Callable[[str], tuple[int, str, str] | None]) -> Call | None:
    """Return the operation of the last line of a text, and which operand is typed at its end.

    `operation` gives for a line the column of its operation (from 0), the operation, and all that follows it.
    """
    start = text.rfind("\n") + 1
    found = operation(text[start:])
    if found is None or not found[2][:1].isspace():
        return None
    column, word, rest = found
    return Call(start + column, word, commas(rest))


def commas(text: str) -> int:
    """Return how many commas there are outside strings and brackets."""
    count = depth = 0
    for each in re.findall(r'"[^"]*"?|.', text):
        depth += (each in "({[") - (each in ")}]") if len(each) == 1 else 0
        count += each == "," and depth <= 0
    return count
