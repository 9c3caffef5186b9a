"""What does a listing look like? Address, words, line number and source of every line, then the symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from host.assemblers.expressions import Evaluation, Expression
from host.assemblers.program import Program, Record, Span, Target, digits
from host.assemblers.source import Expansion
from host.assemblers.symbols import Symbol

WORDS_PER_LINE = {8: 4}  # by bits of a word; one where it is not named
MOST_LINES = {8: 4}  # of words for one statement; the rest is a matter for the image; all where it is not named
SYMBOL_COLUMN = 24


def listing(program: Program, *, notes: bool = True, symbols: bool = True) -> str:
    """Return the listing; `notes` adds the dialect's column (cycles), `symbols` the cross reference."""
    rows = [row for record in program.records for row in _rows(program.target, record, notes)]
    if symbols:
        rows += ["", *cross_reference(program)]
    return "\n".join(row.rstrip() for row in rows) + "\n"


def _rows(target: Target, record: Record, notes: bool) -> Iterator[str]:
    address = _number(record.here)
    words = [word for span in record.spans for word in _words(target, span)]
    per_line = WORDS_PER_LINE.get(target.word_bits, 1)
    most = MOST_LINES.get(target.word_bits, len(words))
    word_width = len(target.word(0)) + 1
    texts = [target.word(word) for word in words]
    groups = [" ".join(texts[i : i + per_line]) for i in range(0, len(words), per_line)][:most] or [""]
    rows = [(None if address is None else address + index * per_line, group) for index, group in enumerate(groups)]
    for index, (here, group) in enumerate([each() for each in record.pieces] or rows):
        at = "" if here is None else digits(here, target.address_bits, target.radix)
        shown = group
        if not group and record.here is None and record.value is not None:
            shown = "= " + digits(_number(record.value) or 0, target.address_bits, target.radix)
        more = "+" if index == most - 1 and len(words) > most * per_line else " "
        note = f"{record.note if index == 0 else '':<5}" if notes else ""
        column = f"{shown:<{per_line * word_width}}{more}{note}"
        source = f"{record.line.number:5} {_mark(record.expansion)} {record.line.text}" if index == 0 else ""
        yield f"{at:<{len(digits(0, target.address_bits, target.radix))}}  {column}{source}"


def _words(target: Target, span: Span) -> list[int]:
    """Return the words of a span: none of room that is not loaded, where everything else is listed in full."""
    if span.chunk.reserved and not span.chunk.section.loads and target.word_bits not in MOST_LINES:
        return []
    return span.chunk.words[span.start : span.start + span.length]


def _mark(expansion: Expansion | None) -> str:
    """Return the column that says how deep in includes (digit) or macros and repetitions (+) a line is."""
    if expansion is None:
        return "  "
    files = sum(each.kind == "file" for each in expansion.chain())
    return f"{min(files, 9) if files else ' '}{'+' if any(e.kind != 'file' for e in expansion.chain()) else ' '}"


def _number(expression: Expression | None) -> int | None:
    return None if expression is None else Evaluation().number(expression)


def cross_reference(program: Program) -> Iterator[str]:
    """Yield the table of symbols: name, value, where it is defined, and the lines that use it."""
    yield f"{'symbol':<{SYMBOL_COLUMN}} {'value':<8} defined, used"
    for symbol in sorted(_defined(program), key=lambda each: each.full_name.lower()):
        at = symbol.place
        where = f"{at.file}:{at.line}" if at else "command line"
        lines = sorted({(place.file, place.line) for place in symbol.used})
        home = at.file if at else ""
        used = " ".join(f"{line}" if file == home else f"{file}:{line}" for file, line in lines)
        target = program.target
        value = digits((_number(symbol.expression) or 0) % (1 << 64), target.address_bits, target.radix)
        yield f"{symbol.full_name:<{SYMBOL_COLUMN}} {value:<8} {where}  {used or '(never used)'}"


def _defined(program: Program) -> Iterable[Symbol]:
    return (each for root in program.scopes() for each in root.all_symbols() if each.expression is not None)
