"""Places in the sources: files, lines and texts as the editor knows them; the editor's breakpoints.

Code without a source of its own is shown in a listing: a disassembly that the editor fetches by its reference, as if
it were a file. A listing is made around an address where the machine has stopped. It stays as it is, so that its lines
can be pointed at; when memory has changed since, or the address is in none, another one is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from host.debugger.dap.messages import Arguments, Body, Client, Refusal, explained
from host.debugger.layout import Disassembler, Instruction
from host.debugger.session import Location, Session
from host.debugger.stops import Breakpoint, Kind, Wanted
from host.languages.running import Language, Passage, Spot
from host.languages.sources import Sources, UnknownFileError

BEFORE, AFTER = 24, 104  # instructions of a listing around its address
MOST = 100  # listings that are kept; of more, the oldest are forgotten
LISTING = "listing "


class Listing(NamedTuple):
    """A disassembly; line n holds the n-th instruction."""

    reference: int
    name: str
    instructions: Sequence[Instruction]

    def line(self, address: int) -> int | None:
        """Return the line of an address, None if no instruction begins there."""
        return next((line for line, each in enumerate(self.instructions, 1) if each.address == address), None)


class Places:
    """The lines of a program, in one editor's numbering.

    A source is identified by its key: the file, or the reference of a listing.
    """

    def __init__(self, client: Client, sources: Sources, disassembler: Disassembler, language: Language | None) -> None:
        self._client = client
        self._sources = sources
        self._disassembler = disassembler
        self._language = language
        self._listings: dict[int, Listing] = {}  # by their references, the oldest first
        self._made = 0

    # ------------------------------------------------------------ for the editor

    def source(self, file: str) -> Body | None:
        """Return a file in the protocol's form, None if its text cannot be found."""
        path = self._sources.path(file)
        return {"name": Path(path).name, "path": self._client.path(path)} if path else None

    def files(self) -> list[Body]:
        """Return the files of the program with texts that can be found."""
        return [source for file in self._sources.files if (source := self.source(file))]

    def of_file(self, address: int) -> Body:
        """Return source and line of an address; nothing where no file produced it."""
        line = self._sources.line_at(address)
        source = self.source(line.file) if line else None
        return {"source": source, "line": self._client.line(line.line)} if line and source else {}

    def of_frame(self, address: int) -> Body:
        """Return source, line and column of an address, in a listing where no file produced it."""
        place = self.of_file(address)
        if not place:
            listing, line = self._listing_at(address)
            source = {"name": listing.name, "path": listing.name, "sourceReference": listing.reference}
            place = {"source": source, "line": self._client.line(line)}
        return {**place, "column": self._client.first_column}

    def of_passage(self, passage: Passage) -> Body:
        """Return source, line and column of a passage; nothing where its text cannot be found."""
        source = self.source(passage.file) if passage.file in self._sources.files else None
        if source is None:
            return {}
        return {
            "source": source,
            "line": self._client.line(passage.line),
            "column": self._client.column(passage.column),
            "endLine": self._client.line(passage.end_line),
            "endColumn": self._client.column(passage.end_column),
        }

    # ------------------------------------------------------------ from the editor

    def key(self, source: Arguments) -> str:
        """Return the key of a source."""
        number = source.number("sourceReference", 0)
        if number:
            return f"{LISTING}{number}"
        path = self._client.our_path(source.text("path")) if "path" in source else source.text("name")
        try:
            return self._sources.file(path)
        except UnknownFileError:
            return path

    def text(self, key: str) -> str:
        """Return the text of a source; raises IronboardError."""
        if key.startswith(LISTING):
            return "".join(f"{self._row(each)}\n" for each in self._listing(key).instructions)
        lines = self._sources.text(key)
        if lines is None:
            raise Refusal(f"the text of {key} cannot be found")
        return "\n".join([*lines, ""])

    def breakable(self, key: str, line: int) -> tuple[int, list[int]]:
        """Return the first line with code at or after this one, and its addresses; raises IronboardError."""
        ours = self._client.our_line(line)
        if not key.startswith(LISTING):
            found, addresses = self._sources.breakable(key, ours)
            return self._client.line(found), addresses
        instructions = self._listing(key).instructions
        if not 1 <= ours <= len(instructions):
            raise Refusal(f"the disassembly has no line {ours}: it has {len(instructions)}")
        return line, [instructions[ours - 1].address]

    def lines_with_code(self, key: str, first: int, last: int) -> list[int]:
        """Return the lines of a range on which breakpoints can be set."""
        found: list[int] = []
        line = first
        with suppress(IronboardError):
            while (line := self.breakable(key, line)[0]) <= last:
                found.append(line)
                line += 1
        return found

    def statement(self, key: str, line: int, column: int | None) -> tuple[Body, list[Spot]] | None:
        """Return the first statement of the language at or after a place, None where it knows none."""
        if self._language is None or key.startswith(LISTING):
            return None
        ours = 1 if column is None else column + 1 - self._client.first_column
        found = self._language.line(key, self._client.our_line(line), ours)
        if found is None:
            return None
        return {"line": self._client.line(found[0]), "column": self._client.column(found[1])}, found[2]

    def statements(self, key: str, first: int, last: int) -> list[Body]:
        """Return the positions of statements on some lines."""
        if self._language is None or key.startswith(LISTING):
            return []
        found = self._language.columns(key, self._client.our_line(first), self._client.our_line(last))
        return [{"line": self._client.line(line), "column": self._client.column(column)} for line, column in found]

    # ------------------------------------------------------------ listings

    def _listing(self, key: str) -> Listing:
        reference = int(key.removeprefix(LISTING))
        if reference not in self._listings:
            raise Refusal(f"there is no disassembly {reference}, or it was discarded")
        return self._listings[reference]

    def _listing_at(self, address: int) -> tuple[Listing, int]:
        """Return an up-to-date listing that contains an address, and the line."""
        for listing in reversed(self._listings.values()):
            line = listing.line(address)
            valid = [each for each in listing.instructions if each.valid] if line is not None else []
            if line is not None and all(self._disassembler.after(each.address, 1) == [each] for each in valid):
                return listing, line
        around = self._disassembler.instructions(address, -BEFORE, BEFORE + AFTER)
        there = [each for each in around if each.text]
        first, last = (self._sources.number(each.address) for each in (there[0], there[-1]))
        self._made += 1
        listing = self._listings[self._made] = Listing(self._made, f"{first}-{last}.disassembly", there)
        if len(self._listings) > MOST:
            del self._listings[min(self._listings)]
        return listing, listing.line(address) or 1

    def _row(self, each: Instruction) -> str:
        name = self._sources.name_of(each.address) or ""
        return f"{self._sources.number(each.address)}  {name:<12} {each.text}".rstrip()


# ---------------------------------------------------------------- the editor's breakpoints

# The editor's breakpoints: each has one or more breakpoints in the session.
#
# The editor sends all breakpoints of a group (a source, the functions, ...) again whenever one of them changes.
# Unchanged ones stay set and keep their hits.


WRITES, CHANGES = "write", "change"  # modes of data breakpoints


# ---------------------------------------------------------------- what can be watched


def watchable(session: Session, text: str) -> Location:
    """Return the target of a data breakpoint on an expression; a number or a label stands for the word there.

    Raises IronboardError.
    """
    found = session.location(text)
    if found is not None and found.shift is not None:
        raise Refusal(f"bits cannot be watched: watch {found.register}, with the condition {text.strip()} == 1")
    if found is not None:
        return found
    address = session.value(text)
    if not 0 <= address < 1 << session.machine.address_bits:
        raise IronboardError(f"'{text}' is {address:#x}: there is no such address")
    return Location(session.machine.word_bits, address=address)


def data_id(mode: str, words: int, text: str) -> str:
    """Return the data id of a target, as the editor stores it."""
    return f"{mode}:{words}:{text}"


def read_data_id(name: str) -> tuple[int, str]:
    """Return the number of words and the expression of a data id; raises IronboardError for an invalid one."""
    mode, _, rest = name.partition(":")
    words, _, text = rest.partition(":")
    if mode not in (WRITES, CHANGES) or not (words.isascii() and words.isdecimal()) or not text:
        raise IronboardError(f"'{name}' is not a data id returned by dataBreakpointInfo")
    return max(1, int(words[:9])), text


# ---------------------------------------------------------------- breakpoints


class Group(StrEnum):
    """Kinds of breakpoints; the values are the reasons in `stopped`."""

    SOURCE = "breakpoint"
    FUNCTION = "function breakpoint"
    INSTRUCTION = "instruction breakpoint"
    DATA = "data breakpoint"


class Asked(NamedTuple):
    """A breakpoint as the editor requests it: on a line, an expression, or a data id."""

    group: Group
    wanted: Wanted
    source: str = ""  # the key of the source it is in


@dataclass(eq=False)
class Mark:
    """A breakpoint of the editor; it owns those in the session."""

    id: int
    asked: Asked
    numbers: list[int] = field(default_factory=list)  # of the session's breakpoints
    body: Body = field(default_factory=dict)  # as the editor has been told


class Marks:
    """All breakpoints of the editor. `asleep`: they are stored but do not stop the machine."""

    def __init__(self, session: Session, places: Places, *, asleep: bool = False) -> None:
        self._session = session
        self._places = places
        self._asleep = asleep
        self._marks: list[Mark] = []
        self._count = 0

    def replace(self, group: Group, source: str, asked: Iterable[Asked]) -> list[Body]:
        """Replace the breakpoints of a group; return their state for the editor."""
        old = [each for each in self._marks if (each.asked.group, each.asked.source) == (group, source)]
        new: list[Mark] = []
        for each in asked:
            mark = next((mark for mark in old if mark.asked == each and mark.numbers), None)
            if mark:
                old.remove(mark)
            else:
                self._count += 1
                mark = Mark(self._count, each)
                self._marks.append(mark)
                self._set(mark)
            new.append(mark)
        for mark in old:
            self._session.stops.clear(mark)
            self._marks.remove(mark)
        return [mark.body for mark in new]

    def take_over(self, before: Marks) -> list[Body]:
        """Set another session's breakpoints in this one, the console's too; return those with a changed state."""
        self._marks, self._count = before._marks, before._count
        self._take_typed([each for each in before._session.stops if each.owner is None and not each.temporary])
        bodies = [mark.body for mark in self._marks]
        for mark in self._marks:
            enabled = [each.enabled for each in before._session.stops if each.owner is mark]
            self._set(mark, enabled=before._asleep or not enabled or any(enabled))
        return [mark.body for mark, body in zip(self._marks, bodies, strict=True) if mark.body != body]

    def _take_typed(self, typed: Iterable[Breakpoint]) -> None:
        """Set breakpoints of the console that are on no line: where their names are in a program that has changed."""
        known: set[tuple[str, Spot]] = set()  # a name may have several instructions, each with a breakpoint
        for each in typed:
            spots = [Spot(each.first, each.part)]
            if each.place and not each.register:
                with suppress(IronboardError):  # a range of addresses, or a name that has gone
                    spots = self._session.spots(each.place)[1]
            new = [spot for spot in spots if (each.place, spot) not in known]
            known.update((each.place, spot) for spot in new)
            ranges = tuple((spot.address, spot.address + each.last - each.first, spot.part) for spot in new)
            condition = each.condition.text if each.condition else ""
            wanted = Wanted(
                each.kind, each.place, each.register, ranges, condition, hits=each.hits_wanted, message=each.message
            )
            with suppress(IronboardError):  # its condition names something that has gone
                for number in [made.number for made in self._session.stops.put(wanted)]:
                    self._session.stops.enable(number, each.enabled and not self._asleep)

    def follow(self) -> list[tuple[str, Body]]:
        """Take over the breakpoints of lines that the console has set; drop those that it has removed.

        Return the changes: the protocol's reason, `new` or `removed`, and the breakpoint.
        """
        there = {each.number for each in self._session.stops}
        gone = [mark for mark in self._marks if mark.numbers and not there & {*mark.numbers}]
        self._marks = [mark for mark in self._marks if mark not in gone]
        new = []
        for each in self._session.stops:
            if each.owner is not None or each.kind is not Kind.EXECUTE or each.temporary:
                continue
            line = self._session.sources.line_at(each.first)
            asked = self._asked_at(line.file, each) if line else None
            if asked is None:
                continue
            mark = next((known for known in self._marks if known.asked == asked), None)
            if mark is None:
                self._count += 1
                mark = Mark(self._count, asked)
                self._marks.append(mark)
                new.append(mark)
            each.owner = mark
            mark.numbers.append(each.number)
        for mark in new:
            wanted = mark.asked.wanted
            more = {"condition": wanted.condition, "hitCondition": wanted.hits, "logMessage": wanted.message}
            body, _ = self._line(mark.asked.source, wanted.place)
            source = {"source": self._places.source(mark.asked.source)}
            mark.body = {"id": mark.id, "verified": True, **body, **source, **{k: v for k, v in more.items() if v}}
        return [("removed", mark.body) for mark in gone] + [("new", mark.body) for mark in new]

    def _asked_at(self, source: str, found: Breakpoint) -> Asked | None:
        """Return the request of an editor that a breakpoint of the console is like; None if no line is its place."""
        line = self._places.of_file(found.first).get("line")
        if line is None:
            return None
        with suppress(IronboardError):
            if found.first in [each.address for each in self._line(source, str(line))[1]]:
                condition = found.condition.text if found.condition else ""
                wanted = Wanted(
                    Kind.EXECUTE, str(line), condition=condition, hits=found.hits_wanted, message=found.message
                )
                return Asked(Group.SOURCE, wanted, source)
        return None

    def of(self, breakpoints: Iterable[Breakpoint]) -> list[Mark]:
        """Return the marks that own these breakpoints of the session."""
        owners = [each.owner for each in breakpoints]
        return [mark for mark in self._marks if any(owner is mark for owner in owners)]

    def _set(self, mark: Mark, *, enabled: bool = True) -> None:
        """Set it in the session, or record why that is impossible."""
        mark.numbers = []
        try:
            wanted, body = self._find(mark.asked)
            mark.numbers = [each.number for each in self._session.stops.put(wanted, mark)]
            for number in mark.numbers:
                self._session.stops.enable(number, enabled and not self._asleep)
        except IronboardError as error:
            self._session.stops.clear(mark)
            mark.body = {"id": mark.id, "verified": False, "message": explained(error), "reason": "failed"}
            return
        mark.body = {"id": mark.id, "verified": not self._asleep, **body}
        if self._asleep:
            mark.body |= {"message": "the program runs without being debugged", "reason": "pending"}

    # ------------------------------------------------------------ what a breakpoint is about

    def _find(self, asked: Asked) -> tuple[Wanted, Body]:
        """Return the target of a breakpoint, and its description for the editor; raises IronboardError."""
        wanted = asked.wanted
        if asked.group == Group.DATA:
            wanted = self._data(wanted)
            missed = self._session.unnoticed(wanted)
            return wanted, {"message": missed} if missed else {}
        if asked.group == Group.SOURCE:
            body, spots = self._line(asked.source, wanted.place)
            body["instructionReference"] = reference(spots[0].address)
        else:
            spots = self._session.spots(wanted.place)[1]
            body = {"instructionReference": reference(spots[0].address), **self._places.of_file(spots[0].address)}
        return wanted._replace(ranges=tuple((address, address, part) for address, part in spots)), body

    def _line(self, source: str, place: str) -> tuple[Body, list[Spot]]:
        line, _, column = place.partition(":")
        found = self._places.statement(source, int(line), int(column) if column else None)
        if found is None:
            first, addresses = self._places.breakable(source, int(line))
            found = {"line": first}, [Spot(address) for address in addresses]
        return found

    def _data(self, wanted: Wanted) -> Wanted:
        words, text = read_data_id(wanted.place)
        watched = watchable(self._session, text)
        if watched.address is not None:
            return wanted._replace(ranges=((watched.address, watched.address + words - 1, 0),))
        if wanted.kind not in (Kind.WRITE, Kind.CHANGE):
            raise Refusal(f"a register can be watched only for changes, not for reads: {watched.register}")
        return wanted._replace(register=watched.register)


def reference(address: int) -> str:
    """Return a memory reference: hexadecimal, as the protocol requires."""
    return f"0x{address:04X}" if address >= 0 else "0x0"
