"""A deck of cards as a text: control cards, then the records of INPUT.

    SUMS,T100,CM60000.        the job card: name, seconds of CP time, words of storage, both octal
    COMPASS.                  control cards
    LGO.
    ~eor                      end of a record: a card with 7, 8 and 9 punched in column 1
              IDENT  SUMS     the first record of INPUT
    ...
    ~eof                      end of a file: 6, 7, 8 and 9 in column 1

Lines that begin with ~* are remarks. Source of the marks: the jobs that come with DtCyber.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.files import Mark
from emulators.errors import Place, SourceError, SourceErrors
from host.languages.assembly import Line
from host.machines.cdc6600.machine import read_lines

END_OF_RECORD, END_OF_FILE, REMARK, MARK = "~eor", "~eof", "~*", "~"
CARD = re.compile(r"\s*\$?(?P<name>[A-Z][A-Z0-9]{0,6})(?P<rest>[,(/=+-][^.)]*)?[.)]", re.IGNORECASE)
PARAMETER = re.compile(r"[,(/=+-]|[^,(/=+-]+")
OCTAL = re.compile("[0-7]+")


class Parameter(NamedTuple):
    """The text between two separators of a control card, and the one after it; nothing after the last one."""

    text: str
    after: str


@dataclass(frozen=True)
class Card:
    """A control card."""

    place: Place  # all of it
    name: str  # nothing if it has not the form of one
    parameters: tuple[Parameter, ...] = ()

    @property
    def text(self) -> str:
        """The card's text."""
        return self.place.text.strip().upper()

    @property
    def values(self) -> list[str]:
        """The parameters, one after the other."""
        return [each.text for each in self.parameters]

    @property
    def named(self) -> dict[str, str]:
        """NAME=VALUE, and NAME alone with nothing."""
        found, texts = {}, list(self.parameters)
        while texts:
            name = texts.pop(0)
            found[name.text] = texts.pop(0).text if name.after == "=" and texts else ""
        return found


class Record(NamedTuple):
    """A record of INPUT, and whether it ends a file."""

    lines: list[Line]
    ends_file: bool

    @property
    def words(self) -> list[int]:
        """Its words, and the marks after them."""
        words = [word for line in self.lines for word in display_code.line(line.text)]
        return [*words, Mark.END_OF_RECORD, *([Mark.END_OF_FILE] if self.ends_file else [])]


class Deck(NamedTuple):
    """A job."""

    name: str
    seconds: int | None  # of CP time
    words: int | None  # of storage
    cards: list[Card]
    records: list[Record]


def read(path: Path) -> Deck:
    """Read a deck; raises SourceErrors for a job card that is none, and characters that cards do not have."""
    lines = [Line(str(path), number, text) for number, text in enumerate(read_lines(path, MARK), 1)]
    records = list(in_records([line for line in lines if not line.text.startswith(REMARK)]))
    first, *control = [line for line in records[0].lines if line.text.strip()] or [Line(str(path), 1, "")]
    job, cards = card(first), [card(line) for line in control]
    limits = {}
    for each in job.parameters if job.name else ():
        kind = next((kind for kind in ("CM", "T", "P") if each.text.startswith(kind)), "")
        if not kind or not OCTAL.fullmatch(each.text.removeprefix(kind)):
            raise wrong(
                job, f"'{each.text}' is not a parameter of a job card", "T and CM with octal numbers: T100,CM60000"
            )
        limits[kind] = int(each.text.removeprefix(kind), 8)
    if not job.name:
        raise wrong(job, "this is not a job card", "a name, limits and a period: SUMS,T100,CM60000.")
    return Deck(job.name, limits.get("T"), limits.get("CM"), cards, records[1:])


def wrong(card: Card, text: str, hint: str) -> SourceErrors:
    """Return the error of a card."""
    return SourceErrors([SourceError(card.place, text, hint)])


def in_records(lines: Sequence[Line]) -> Iterator[Record]:
    """Yield the records: the control cards first."""
    held: list[Line] = []
    for line in lines:
        mark = line.text.strip().lower()
        if mark.startswith((END_OF_RECORD, END_OF_FILE)):
            yield Record(held, mark.startswith(END_OF_FILE))
            held = []
        else:
            held.append(line)
    if held or not lines:
        yield Record(held, ends_file=False)


def card(line: Line) -> Card:
    """Return a line as a control card."""
    place = line.whole()
    found = CARD.match(line.text)
    if found is None:
        return Card(place, "")
    texts = PARAMETER.findall(found["rest"] or "")[1:]  # the name itself is no parameter
    parameters, text = [], ""
    for each in [*texts, ""] if texts else []:
        if len(each) == 1 and each in ",(/=+-":
            parameters.append(Parameter(text.strip().upper(), each))
            text = ""
        elif each:
            text = each
    if texts:
        parameters.append(Parameter(text.strip().upper(), ""))
    return Card(place, found["name"].upper(), tuple(parameters))
