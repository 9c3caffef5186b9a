"""The state while a SAP source is read: locations, symbols, literals, and the parts of the deck."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from emulators.errors import Place
from emulators.ibm704 import bcd
from emulators.ibm704.disassembler import octal_fields
from emulators.ibm704.isa import MOST_WORDS, WORD_BITS
from emulators.image import Cards
from host.assemblers.columns import Field, define_all, known_by_now
from host.assemblers.expressions import Expression, Kind, Literal, Reference, Scope, Symbol
from host.assemblers.feed import LibraryFeed, is_empty
from host.assemblers.program import Program, Span, Target
from host.assemblers.sap.fields import (
    LONGEST_SYMBOL,
    OrZero,
    Relative,
    Statement,
    check_name,
    expression,
    literal,
    signed,
)
from host.assemblers.sap.words import OPERATIONS, Operation
from host.assemblers.sections import Section
from host.formats.deck.relocatable import ADDED, SUBTRACTED
from host.languages.assembly import AssemblyError, Expansion, Line

# ---------------------------------------------------------------- UA SAP's symbol table

# UA SAP's symbol table, which decides between several definitions of a symbol.
#
# In the first pass the table is searched from its beginning, so that the first one counts for ORG, BSS, EQU and their
# like. At its end the table is sorted, entries that are equal being exchanged at every pass over them, and the second
# pass finds one of them by halving. Both are done here step by step as UA SAP did them: the choice depends on it.


SIGN = 1 << 35
NOTHING = "0"  # no symbol, and a word of zeros


class Entry(NamedTuple):
    """A definition."""

    symbol: Symbol
    expression: Expression
    relative: bool
    place: Place

    @property
    def order(self) -> int:
        """The symbol as a number: its characters at the right end of a word, its heading, if any, at the left one."""
        heading, dollar, name = self.symbol.name.rpartition("$")
        codes = bcd.codes(name)
        codes = [*(bcd.codes(heading) if dollar else ()), *[0] * (5 - len(codes)), *codes]
        word = sum(code << 6 * place for place, code in enumerate(reversed(codes)))
        return SIGN - word if word & SIGN else word


def nothing(place: Place) -> Entry:
    """Return the entry that an empty table has: the first symbol takes its place, but AST puts a table after it."""
    return Entry(Symbol(NOTHING, Scope("")), Literal(0, place), False, place)


def ordered(entries: Sequence[Entry]) -> list[Entry]:
    """Return a table as it is after sorting: upwards and downwards in turn, over the part not yet in order."""
    table = [(each.order, each) for each in entries]

    def exchange(place: int) -> bool:
        """Put an entry and the one before it in order; also exchange those that are equal."""
        if table[place - 1][0] < table[place][0]:
            return False
        table[place - 1], table[place] = table[place], table[place - 1]
        return True

    first, end = 1, len(table)
    while len(table) > 1:
        exchanged = [place for place in range(first, max(end, first + 1)) if exchange(place)]
        last = exchanged[-1] if exchanged else first
        if last == first:
            break
        downwards = [place for place in range(last, first, -1) if exchange(place - 1)]
        first, end = downwards[-1] if downwards else first, last
    return [each for _, each in table]


def found(table: Sequence[Entry], order: int) -> int | None:
    """Return the place at which halving finds a symbol in a sorted table; None if it does not."""
    keys = [each.order for each in table]
    if not table or order <= keys[0]:
        return 0 if table and order == keys[0] else None
    place, step = 0, 1 << (2 * len(table) - 1).bit_length() >> 1
    upwards = True
    while step > 1:
        place += step // 2 if upwards else -step // 2
        step //= 2
        inside = 0 < place < len(table)
        if inside and keys[place] == order:
            return place
        upwards = inside and keys[place] < order
    return None


def doubles(table: Sequence[Entry]) -> Iterator[tuple[Entry, list[Entry]]]:
    """Yield, of each symbol with several definitions, the one that counts, and all of them in the table's order."""
    by_symbol: dict[Symbol, list[Entry]] = {}
    for entry in table:
        by_symbol.setdefault(entry.symbol, []).append(entry)
    several = [entries for entries in by_symbol.values() if len(entries) > 1]
    in_order = ordered(table) if several else []
    for entries in several:
        place = found(in_order, entries[0].order)
        yield entries[0] if place is None else in_order[place], entries


NO_HEADING = "0"
SPLIT_FIELD = re.compile(r"[,+\-/] \S|\S [,+\-/]")  # one blank beside a comma or an operator
DEEPEST = {"file": (16, "library members"), "repetition": (16, "library members")}


class Feed(LibraryFeed):
    """The cards that are still to come, and the heading in force."""

    def __init__(self, program: Program, folders: Iterable[Path]) -> None:
        super().__init__(program, DEEPEST, folders, ".sap")
        self.heading = ""
        self._headings: list[str] = []  # in force where each frame began

    @property
    def repeating(self) -> bool:
        """True among cards that are taken again."""
        return self.expansion is not None and self.expansion.kind == "repetition"

    def push(self, items: Sequence[Line], expansion: Expansion | None = None) -> None:
        """Put lines before all others still to be read; a heading that they put in force is their own matter."""
        self._headings.append(self.heading)
        super().push(items, expansion)

    def leave(self) -> None:
        """Leave a library member, or the source."""
        super().leave()
        self.heading = self._headings.pop()

    def repeat_cards(self, cards: int, times: int, field: Field, place: Place) -> None:
        """Go on with the cards before this one; `field` says how many, `place` is that of the operation."""
        if self.repeating:
            raise AssemblyError(place, "REP cannot be among the repeated cards")
        frame = self.frames[-1]
        before = [line for line in frame.items[: frame.position - 1] if not is_empty(line)]
        if cards > len(before):
            raise field.error(f"there are only {len(before)} cards before this one")
        self.repeat([before[-cards:]], times, "REP", place, field.place())


class State:
    """The state of the assembly. Addresses are those that the source says; relocatable cards count them from 0."""

    def __init__(
        self,
        core: int = MOST_WORDS,
        include_dirs: Iterable[Path] = (),
        defines: Mapping[str, int] | None = None,
        tables: Path | None = None,
        uasap: bool = False,
    ) -> None:
        self.program = Program(Target(core.bit_length() - 1, WORD_BITS, 8, octal_fields))
        self.program.use(Section("", loads=False))  # room that is reserved reaches no card
        self.program.set_origin(0)
        self.program.may_overlap = True
        self.uasap = uasap  # errors that UA SAP only flagged are warnings
        self.referred: list[Symbol] = []  # in the field that is read
        self.undefined: set[Symbol] = set()  # known at the end, with those that are defined by others of them
        self.cards = Cards.ABSOLUTE  # the kind of cards punched
        self.punching: list[tuple[Cards, Expression | None]] = []  # of each part so far: its cards, its transfer card
        self.part_areas: list[int] = []  # where the parts after the first begin
        self.tables = tables  # the folder of WST and RST
        self.tables_to_write: list[tuple[Path, list[Entry]]] = []
        self.entries: list[Entry] = []  # all definitions in their order; UA SAP only flagged a second one of a symbol
        self.relative: set[Symbol] = set()  # addresses that change with the place of a relocatable deck
        self.relative_here = True  # so does this location; not if a number in the location field has set it
        self.relative_words: list[tuple[Span, Sequence[Expression]]] = []  # and their fields, on relocatable cards
        self.displacement = 0  # LOC: from where words are loaded to where they will be
        self.feed = Feed(self.program, include_dirs)
        self.radix = 10
        self.literals = Scope("literals")
        self.program.hidden.append(self.literals)
        self.literal_words: dict[int, Symbol] = {}
        self.definitions: tuple[int, Field] | None = None  # DEF: where undefined symbols lie
        self.operations = dict(OPERATIONS)  # with those of the source (OPD)
        self.own_operations: dict[str, Place] = {}  # those, and where they are defined
        self.known: set[str] = set()  # names of operations of all kinds
        define_all(self.program.root, (defines or {}).items())

    # --- the deck ---------------------------------------------------------------------------------------

    def punch(self, cards: Cards, transfer: Expression | None = None) -> None:
        """Begin a part of the deck on these cards; `transfer` ends the one before."""
        if cards == self.cards and transfer is None:
            self.program.new_area()  # a new card in any case
            return
        self.punching.append((self.cards, transfer))
        self.cards = cards
        self.program.new_part()
        self.part_areas.append(self.program.boundaries[-1])

    def relative_fields(self, fields: Sequence[Expression]) -> int:
        """Return how a word with these fields changes with the place, as `Part.relative` has it."""
        address, decrement = ([*map(self._relative, fields), 0, 0, 0][place] for place in (0, 2))
        return 4 * decrement + address

    def _relative(self, expression: Expression) -> int:
        """Return how a field changes: a sum of addresses does if it holds one of them more than it takes away."""
        total = 0
        for each, sign in signed(expression):
            relative = each.symbol in self.relative if isinstance(each, Reference) else isinstance(each, Relative)
            total += sign * relative
        return {1: ADDED, -1: SUBTRACTED}.get(total, 0)

    # --- values -----------------------------------------------------------------------------------------

    def value(self, field: Field) -> Expression:
        """Return the value of a field: an expression, of which UA SAP took 0 where a symbol in it was undefined."""
        self.referred = []
        whole = expression(field, self)
        return OrZero(whole, self.referred, self.undefined, whole.place) if self.uasap and self.referred else whole

    # --- locations and symbols --------------------------------------------------------------------------

    def label(self, statement: Statement) -> None:
        """Define the symbol in the location field, if there is one, as this location."""
        if symbol := self.location(statement):
            place = statement.location.place()
            self.define(symbol, self.here(place), Kind.LABEL, place, self.relative_here)

    def define(self, symbol: Symbol, value: Expression, kind: Kind, place: Place, relative: bool) -> None:
        """Define a symbol; `relative`: its value changes with the place of a relocatable deck."""
        self.entries.append(Entry(symbol, value, relative, place))
        if self.uasap and symbol.expression is not None:
            return
        self.program.define(symbol, value, kind, place)
        if relative:
            self.relative.add(symbol)

    def location(self, statement: Statement) -> Symbol | None:
        """Return the symbol in the location field, None when there is none to define. Blanks inside do not count.

        A number there is where to go on, as in ORG.
        """
        field = statement.location
        squeezed = "".join(field.text.split())
        if not squeezed or self.feed.repeating:
            return None
        if squeezed.isdecimal() and squeezed.isascii():
            self.go_to(int(squeezed), field)
            self.relative_here = False
            return None
        heading, dollar, _ = squeezed.rpartition("$")
        if dollar:
            message = "a symbol is defined under the heading in force"
            raise field.error(message, f"HED {heading}".rstrip() + " puts another one in force")
        start = len(field.text) - len(field.text.lstrip())
        return self._symbol(check_name(field.part(start)._replace(text=squeezed)), self.feed.heading)

    def _symbol(self, name: str, heading: str) -> Symbol:
        """Return the symbol of that name under a heading; one of six characters has none."""
        full = f"{heading}${name}" if heading not in ("", NO_HEADING) and len(name) < LONGEST_SYMBOL else name
        return self.program.root.symbol(full)

    def refer(self, name: str, heading: str | None, field: Field) -> Expression:
        """Return the value of a symbol; `heading`: None for the one in force."""
        symbol = self._symbol(name, self.feed.heading if heading is None else heading)
        if len(field.text) > LONGEST_SYMBOL:
            self.program.warn(field.place(), f"of '{field.text}', UA SAP kept the last {LONGEST_SYMBOL} characters")
        self.program.refer(symbol, field.place())
        self.referred.append(symbol)
        return Reference(symbol, field.place())

    def literal(self, field: Field) -> Expression:
        """Return the address of a literal; equal ones are one word."""
        word = literal(field)
        if word not in self.literal_words:
            symbol = self.literals.symbol(f"={field.text}")
            symbol.private = True
            symbol.place = field.place()
            self.literal_words[word] = symbol
        symbol = self.literal_words[word]
        self.program.refer(symbol, field.place())
        return Reference(symbol, field.place())

    def variable(self, statement: Statement) -> Field:
        """Return the variable field; warns of text that looks like part of it, but is after a blank."""
        field, remark = statement.variable, statement.remark.text
        if field.text and SPLIT_FIELD.match(field.text[-1] + remark):
            hint = "the rest is a remark; omit the blank if it belongs to the field"
            self.program.warn(statement.remark.place(0, 1), "the variable field ends at this blank", hint)
        return field

    def constant(self, field: Field) -> int:
        """Return the value of an expression that must be known by now."""
        return known_by_now(expression(field, self), field.place(), "its symbols must be defined before this line")

    def go_to(self, address: int, field: Field) -> None:
        self._check_core(address, field)
        self.program.set_origin(address)
        self.displacement, self.relative_here = 0, True

    def displace(self, address: int, field: Field) -> None:
        """Go on where the words are loaded, but take this for the address."""
        self._check_core(address, field)
        self.displacement = address - (self.program.origin or 0)

    def _check_core(self, address: int, field: Field) -> None:
        if not 0 <= address < self.program.target.size:
            last = self.program.target.size - 1
            raise field.error(f"the address {address} is outside the core", f"its last word is {last}")

    def here(self, place: Place) -> Expression:
        """Return the location of this card."""
        where = (self.program.origin or 0) + self.displacement
        return Relative(where, place) if self.relative_here else Literal(where, place)

    def define_operation(self, name: str, word: int, place: Place) -> None:
        """Make a name an operation with this word."""
        self.operations[name] = Operation(name, word)
        self.own_operations[name] = place
        self.known.add(name)
