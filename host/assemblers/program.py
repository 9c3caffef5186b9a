"""The program being assembled: every dialect writes to it, and its end produces an Assembly."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple, Protocol

from emulators.errors import ImageError, Place, SourceError
from emulators.image import Image, SourceLine
from host.assemblers.expressions import (
    Evaluation,
    Expression,
    Kind,
    Literal,
    Relative,
    Scope,
    Symbol,
    UnresolvedError,
    define,
    known,
    undefined,
)
from host.assemblers.sections import Chunk, Deferred, Encode, Section, lay_out, loaded, overlaps, to_segments
from host.languages.assembly import (
    AssemblyError,
    Context,
    Diagnostics,
    Expansion,
    Line,
    TooManyErrorsError,
    calls_around,
)

# From a machine with the program to its inspector for a debugger (host.languages.running).
Inspect = Callable[[Any], Any]


@dataclass
class Assembly:
    """An image with its sources, symbols and listing.

    `procedures` and `variables` are addresses by names of the source, where a compiler has other symbols for them.
    """

    image: Image
    program: Program
    warnings: tuple[SourceError, ...] = ()
    messages: list[str] = field(default_factory=list)  # lines that the source printed
    inspect: Inspect | None = None  # the compiler's inspector of its program while that runs
    procedures: dict[str, int] = field(default_factory=dict)
    variables: dict[str, int] = field(default_factory=dict)  # those of the main program that have addresses

    @property
    def symbols(self) -> dict[str, int]:
        """Every symbol with its value, scoped names as `outer::inner`."""
        return self.image.symbols

    @cached_property
    def listing(self) -> str:
        """The listing with all its parts."""
        return listing(self.program)


MOST_OVERRUNS = 100  # statements beyond the last address that are looked at
TOO_DEEP = "expressions are nested too deeply here"


def digits(number: int, bits: int, radix: int) -> str:
    """Return a number with as many digits as `bits` bits need."""
    width = -(-bits // (4 if radix == 16 else 3))
    return f"{number:0{width}X}" if radix == 16 else f"{number:0{width}o}"


class Target(NamedTuple):
    """The memory of the target machine."""

    address_bits: int
    word_bits: int
    radix: int  # 8 or 16: how addresses and words are printed
    fields: Callable[[int], str] | None = None  # how a listing prints a word, where not as one number

    @property
    def size(self) -> int:
        """Words of the address space."""
        return 1 << self.address_bits

    def shown(self, address: int) -> str:
        """Return an address in the form used by messages."""
        return f"${address:04X}" if self.radix == 16 else f"{address:0{-(-self.address_bits // 3)}o}"

    def word(self, word: int) -> str:
        """Return a word in the form used by listings."""
        return self.fields(word) if self.fields else digits(word, self.word_bits, self.radix)


class Span(NamedTuple):
    """Words that a line of source produced."""

    chunk: Chunk
    start: int
    length: int
    offset: int = 0  # bits of the first word that other lines have filled


class Piece(Protocol):
    """A part of a word."""

    def shown(self) -> tuple[int | None, str]:
        """Return the address, if it is to be shown, and the part as text."""


@dataclass(eq=False, slots=True)
class Record(Context):
    """One statement: its line, the reason for its assembly, and its words."""

    line: Line
    spans: list[Span] = field(default_factory=list)
    start: Expression | None = None  # the location that its label or origin names
    value: Expression | None = None  # of the symbol it defined
    note: str = ""  # a column of the dialect's own: clock cycles
    skipped: bool = False  # by an IF
    pieces: list[Piece] = field(default_factory=list)  # the pieces for the listing, where not whole words

    @property
    def here(self) -> Expression | None:
        """The location where it began, when it produced words or names one."""
        first = self.spans[0] if self.spans else None
        return first.chunk.location(first.start) if first and self.start is None else self.start


Doubt = tuple[Place, str, str]  # its place, message and hint


@dataclass
class Check:
    """A check to run when everything is defined: `act` gets the values, raises or returns a warning."""

    expressions: tuple[Expression, ...]
    act: Callable[..., Doubt | None]
    context: Context


class Program:
    """Sections, symbols, records and errors of one program."""

    def __init__(self, target: Target) -> None:
        self.target, self.size = target, target.size
        self.diagnostics = Diagnostics()
        self.sections: dict[str, Section] = {}
        self.root = Scope("")
        self.hidden: list[Scope] = []  # scopes outside the tree: local labels
        self.records: list[Record] = []
        self.record = Record(0, None, Line("", 0, ""))  # of the statement being assembled
        self.deferred: list[Deferred] = []
        self.checks: list[Check] = []
        self.entry: Expression | None = None
        self.boundaries: list[int] = []  # areas from which words may lie on those of the areas before
        self.may_overlap = False  # a warning is enough: the later words win
        self.origin: int | None = None  # the absolute location, None while the section decides
        self._area = 0
        self._overruns = 0
        self._references: list[tuple[Symbol, Place, Context]] = []
        self.section = Section("")

    # --- statements -------------------------------------------------------------------------------------

    def begin(self, line: Line, expansion: Expansion | None) -> None:
        """Begin the record of the next statement."""
        self.record = Record(len(self.records) + 1, expansion, line)
        self.records.append(self.record)

    def warn(self, place: Place, message: str, hint: str = "") -> None:
        """Warn about this statement."""
        self.diagnostics.warn(place, message, hint, self.record)

    def attempt(self, act: Callable[[], None], context: Context | None = None) -> None:
        """Call `act`; an error is recorded under the current statement, or, at the end, under another."""
        at = context or self.record
        try:
            act()
        except SourceError as error:
            if context is None or not isinstance(error, UnresolvedError):  # those are reported with the references
                self.diagnostics.report(error, at)
        except RecursionError:
            line = at.line or self.record.line
            self.diagnostics.report(AssemblyError(line.whole(), TOO_DEEP), at)

    # --- location ---------------------------------------------------------------------------------------

    def use(self, section: Section) -> None:
        """Make a section the current one."""
        self.section = self.sections.setdefault(section.name, section)

    def set_origin(self, origin: int | None) -> None:
        """Continue at an absolute address, or, with None, where the section continues by itself."""
        self.origin = origin
        self._area += 1

    def here(self, place: Place) -> Expression:
        """Return the current location."""
        if self.origin is not None:
            return Literal(self.origin, place)
        return Relative(self.section, self.section.length, place)

    # --- words ------------------------------------------------------------------------------------------

    def emit(self, words: Sequence[int], place: Place) -> Span:
        """Store words at the current location and advance it."""
        return self._append(words, place, reserved=False)

    def pad(self, length: int, place: Place) -> None:
        """Store zeros; a configuration may choose another word."""
        span = self.emit([0] * length, place)
        span.chunk.fills.append((span.start, length))

    def reserve(self, length: int, place: Place) -> None:
        """Reserve room without content: zeros where the image needs content."""
        if length:
            self._check_room(length, place)
            self._append([0] * length, place, reserved=True)

    def defer(
        self,
        length: int,
        expressions: Sequence[Expression],
        encode: Encode,
        place: Place,
        field: tuple[int, int] | None = None,
    ) -> None:
        """Store words that `encode` makes from the values of the expressions at the end; `field`: see `Deferred`."""
        words = _at_once(expressions, encode)
        span = self._append(words or [0] * length, place, reserved=False)
        if words:
            return
        self.deferred.append(Deferred(span.chunk, span.start, tuple(expressions), encode, self.record, field))

    def share(self, chunk: Chunk, index: int, offset: int) -> None:
        """Note that a word already stored is this statement's, too, beginning at a bit of it."""
        spans = self.record.spans
        if not spans or all(chunk is not each.chunk or index != each.start for each in spans):
            spans.append(Span(chunk, index, 1, offset))

    def fill_in(
        self, chunk: Chunk, index: int, expression: Expression, encode: Encode, field: tuple[int, int] | None = None
    ) -> None:
        """Replace a word already stored, at the end, by the result of `encode` for the value of an expression."""
        self.deferred.append(Deferred(chunk, index, (expression,), encode, self.record, field))

    def check(self, expressions: Sequence[Expression], act: Callable[..., Doubt | None]) -> None:
        """Have `act` called with the values of the expressions at the end; it raises or returns a warning."""
        self.checks.append(Check(tuple(expressions), act, self.record))

    def _append(self, words: Sequence[int], place: Place, reserved: bool) -> Span:
        self._check_room(len(words), place)
        chunk = self.section.room(self.origin, reserved, self._area, place, self.record)
        span = Span(chunk, len(chunk.words), len(words))
        chunk.words.extend(words)
        self.section.length += len(words)
        if self.origin is not None:
            self.origin += len(words)
        self.record.spans.append(span)
        return span

    def _check_room(self, length: int, place: Place) -> None:
        location = self.section.length if self.origin is None else self.origin
        if location + length > self.size:
            last = self.target.shown(self.target.size - 1)
            self._overruns += 1
            if self._overruns > MOST_OVERRUNS:
                raise TooManyErrorsError
            raise AssemblyError(place, f"this reaches beyond the last address {last}", "set another origin")

    # --- symbols ----------------------------------------------------------------------------------------

    def refer(self, symbol: Symbol, place: Place) -> None:
        """Record a use of a symbol."""
        symbol.used.append(place)
        self._references.append((symbol, place, self.record))

    def define(self, symbol: Symbol, expression: Expression, kind: Kind, place: Place) -> None:
        """Define a symbol and show its value in the listing."""
        value = known(expression)
        if value and not value.bases:
            expression = Literal(value.number, expression.place)
        if symbol.weak:
            symbol.expression, symbol.weak = None, False
        define(symbol, expression, kind, place)
        symbol.context = self.record
        self.record.value = expression

    # --- the end ----------------------------------------------------------------------------------------

    def finish(self, addresses: dict[str, int]) -> Assembly:
        """Evaluate all open expressions and return the result; raises SourceErrors."""
        try:
            self.resolve_aliases()
            end = Context(len(self.records), None, None)
            self.attempt(partial(lay_out, self.sections.values(), addresses, self.target.size), end)
            for symbol in self.defined():
                self.attempt(partial(settle, symbol), symbol.context)
            for item in self.deferred:
                self.attempt(partial(_fill, item), item.context)
            for check in self.checks:
                self.attempt(partial(self._call, check), check.context)
            self._check_overlaps()
        except TooManyErrorsError:
            pass
        for done in (self.deferred, self.checks, self._references):
            done.clear()  # the assembly keeps the program, for its listing
        self.diagnostics.raise_errors()
        return self._assembly()

    def symbols(self) -> Iterator[Symbol]:
        """Yield the symbols of all trees of scopes."""
        for root in (self.root, *self.hidden):
            yield from root.all_symbols()

    def defined(self) -> list[Symbol]:
        """Return those that are defined."""
        return [each for each in self.symbols() if each.expression is not None]

    def resolve_aliases(self) -> None:
        """Give undefined symbols those of enclosing scopes; report the others that are used."""
        for symbol in self.symbols():
            if symbol.expression is None:
                symbol.alias = symbol.scope.enclosing(symbol.name)
        for symbol, place, context in self._references:
            if symbol.alias:
                symbol.alias.used.append(place)
            elif symbol.expression is None:
                self.diagnostics.report(undefined(symbol, place), context)

    def _call(self, check: Check) -> None:
        if found := check.act(*[Evaluation().number(expression) for expression in check.expressions]):
            self.diagnostics.warn(*found, check.context)

    def _check_overlaps(self) -> None:
        parts: dict[int, list[Chunk]] = {}
        for chunk in loaded(self.sections.values()):
            parts.setdefault(self.part(chunk), []).append(chunk)
        for later, earlier in (pair for chunks in parts.values() for pair in overlaps(chunks)):
            at = earlier.place
            begin = self.target.shown(earlier.load_address)
            first = self.target.shown(max(later.load_address, earlier.load_address))
            message = f"the words from {first} overlap those from {begin}"
            hint = f"those were assembled by {at.file}:{at.line}"
            if self.may_overlap:
                self.diagnostics.warn(later.place, message, hint, later.context)
            else:
                self.diagnostics.report(AssemblyError(later.place, message, hint), later.context)

    def new_area(self) -> None:
        """Begin a new stretch of words at the same location."""
        self._area += 1

    def new_part(self) -> None:
        """Allow following words to overlap earlier ones."""
        self.new_area()
        self.boundaries.append(self._area)

    def part(self, chunk: Chunk) -> int:
        """Return how many boundaries are before a chunk."""
        return bisect_right(self.boundaries, chunk.area)

    def _assembly(self) -> Assembly:
        chunks = loaded(self.sections.values())
        if any(section.load is not None for section in self.sections.values()):
            chunks.sort(key=lambda chunk: chunk.load_address)  # fillings of gaps are beside their neighbours
        public = [each for each in self.root.all_symbols() if each.expression is not None and not each.private]
        image = Image(
            to_segments(chunks, self.target.word_bits),
            symbols={each.full_name: _value(each) for each in public},
            constants=frozenset(each.full_name for each in public if each.kind != Kind.LABEL),
            word_bits=self.target.word_bits,
        )
        image.later(partial(self._source_lines, chunks))
        image.local_symbols = self._local_symbols(image.symbols)
        if self.entry is not None:
            image.entry = Evaluation().number(self.entry)
        return Assembly(image, self, self.diagnostics.warnings)

    def _local_symbols(self, taken: Mapping[str, int]) -> dict[str, int]:
        """Return the labels that the dialect can show to a debugger though no other program can use them."""
        found: dict[str, int] = {}
        for symbol in self.defined():
            name = symbol.local_name
            if name is not None and symbol.kind == Kind.LABEL:
                value = _value(symbol)
                while taken.get(name, value) != value or found.setdefault(name, value) != value:
                    name = f"{name}@{value:04X}"
        return found

    def _source_lines(self, chunks: Iterable[Chunk]) -> list[SourceLine]:
        """Return the lines that made the image, and those that called them out of macros and repetitions."""
        addresses = {id(chunk): chunk.address for chunk in chunks}
        made = [(each.line.file, each.line.number, each.expansion, each.spans) for each in self.records if each.spans]
        lines: list[SourceLine] = []
        for file, line, expansion, spans in [*made, *_calls(self.records)]:
            depth = calls_around(expansion)
            for group in _runs(spans):
                first, last = group[0], group[-1]
                address = addresses.get(id(first.chunk))
                if address is not None and any(each.length for each in group):
                    length = last.start + last.length - first.start
                    lines.append(SourceLine(address + first.start, length, file, line, depth, first.offset))
        return sorted(lines, key=lambda each: (each.address, -each.length, each.depth))


def settle(symbol: Symbol) -> None:
    """Replace the definition of a symbol by its value."""
    assert symbol.expression is not None
    number = Evaluation(active=[symbol]).number(symbol.expression)
    symbol.expression = Literal(number, symbol.expression.place)


def _fill(item: Deferred) -> None:
    words = item.encode(*[Evaluation().number(expression) for expression in item.expressions])
    item.chunk.words[item.start : item.start + len(words)] = words


def _value(symbol: Symbol) -> int:
    assert symbol.expression is not None
    return Evaluation().number(symbol.expression)


def _calls(records: Iterable[Record]) -> Iterator[tuple[str, int, Expansion | None, list[Span]]]:
    """Yield the lines that called macros and repetitions, with all results of each call."""
    spans: dict[int, list[Span]] = {}
    calls: dict[int, Expansion] = {}
    for record in records:
        for expansion in record.expansion.chain() if record.expansion else ():
            if expansion.kind != "file":
                calls[id(expansion)] = expansion
                spans.setdefault(id(expansion), []).extend(record.spans)
    for key, call in calls.items():
        yield *call.line, call.outer, spans[key]


def _at_once(expressions: Sequence[Expression], encode: Encode) -> Sequence[int] | None:
    """Return the words of plain numbers; None where they must wait or are wrong."""
    numbers = [each.number for each in expressions if isinstance(each, Literal)]
    if len(numbers) < len(expressions):
        return None
    try:
        return encode(*numbers)
    except SourceError:
        return None


def _runs(spans: list[Span]) -> list[list[Span]]:
    """Group spans that follow one another in memory, in the same word or in the next one."""
    if len(spans) < 2:
        return [spans] if spans else []
    runs: list[list[Span]] = []
    for span in spans:
        last = runs[-1][-1] if runs else None
        if last and last.chunk is span.chunk and last.start + last.length == span.start + (span.offset > 0):
            runs[-1].append(span)
        else:
            runs.append([span])
    return runs


# ---------------------------------------------------------------- listing
# What does a listing look like? Address, words, line number and source of every line, then the symbols.


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
    for index, (here, group) in enumerate([each.shown() for each in record.pieces] or rows):
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
    for symbol in sorted(program.defined(), key=lambda each: each.full_name.lower()):
        at = symbol.place
        where = f"{at.file}:{at.line}" if at else "command line"
        lines = sorted({(place.file, place.line) for place in symbol.used})
        home = at.file if at else ""
        used = " ".join(f"{line}" if file == home else f"{file}:{line}" for file, line in lines)
        target = program.target
        value = digits((_number(symbol.expression) or 0) % (1 << 64), target.address_bits, target.radix)
        yield f"{symbol.full_name:<{SYMBOL_COLUMN}} {value:<8} {where}  {used or '(never used)'}"


# ---------------------------------------------------------------- typed lines


class ReadsLines(Protocol):
    """An assembler of any language, as typed lines need it."""

    program: Program

    def assemble_lines(self, name: str, lines: list[Line]) -> Assembly:
        """Assemble the lines of a text; messages call the text `name`."""


def words_at(
    address: int, text: str, assembler: ReadsLines, lines: list[Line], has_literals: Callable[[], bool] = lambda: False
) -> tuple[int, ...]:
    """Return the words of lines typed for an address; raises ImageError if any are missing."""
    target = assembler.program.target
    at = digits(address, target.address_bits, target.radix)
    wrong = ImageError(f"'{text.strip()}' puts nothing, or something elsewhere, at {at}")
    if not 0 <= address < target.size:
        raise wrong
    try:
        assembly = assembler.assemble_lines("line", lines)
    except ImageError:
        raise wrong from None
    if has_literals():
        raise ImageError(f"'{text.strip()}': a literal is not possible here; put it into a separate word")
    segments = assembly.image.merged()
    if [segment.address for segment in segments] != [address]:
        raise wrong
    return tuple(segments[0].words)
