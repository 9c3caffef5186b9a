"""The texts that are open in an editor, each analysed when it has changed: after a pause, in a thread of its own.

    documents = Documents(published, logged)
    documents.open(uri, path, text, language)
    analysis = await documents.analysis(uri)  # of the text as it is now; the last good one where it cannot be had

A text is analysed anew, too, when a file that it takes in has changed.
"""

from __future__ import annotations

import asyncio
import gc
import os
import re
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from emulators.errors import IronboardError, Place, SourceError
from host.editors.lsp.languages import Language
from host.languages.analysis import Analysis, Name

PAUSE = 0.04  # seconds after a key before a text is analysed
IDLE = 0.5  # seconds without a key after which there is time for more
LONGEST = 20_000  # characters of a line: no source has such lines, and some analyses take the square of their length
MOST_UNCOLLECTED = 8  # analyses; each may leave some megabytes
STACK = 64 << 20  # bytes: sources may be nested deeply


def lines_of(text: str) -> list[str]:
    """Return lines as the protocol and our languages have them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@dataclass
class Good:
    """An analysis of an earlier text: while one types there are errors, and few names are left."""

    analysis: Analysis
    lines: list[str]  # of the text then

    def line_then(self, now: list[str], number: int) -> int:
        """Return the earlier line of a line of the text now; for a line just typed, the one in its place."""
        return self._moved(now, self.lines, number)

    def line_now(self, now: list[str], number: int) -> int:
        """Return which line of the text now a line is."""
        return self._moved(self.lines, now, number)

    @staticmethod
    def _moved(before: list[str], after: list[str], number: int) -> int:
        least = min(len(before), len(after))
        start = next((i for i in range(least) if before[i] != after[i]), least)
        if number <= start:
            return number
        end = next((i for i in range(least - start) if before[-1 - i] != after[-1 - i]), least - start)
        return number + len(after) - len(before) if number > len(before) - end else min(number, len(after))


@dataclass(eq=False)
class Document:
    """A text that is open."""

    uri: str
    path: str
    language: Language
    text: str
    version: int | None = None  # as the editor counts
    analysis: Analysis | None = None
    good: Good | None = None  # the last analysis without errors
    look: asyncio.Task[None] | None = None
    later: asyncio.Task[None] | None = None

    @property
    def real(self) -> str:
        """The real path."""
        return os.path.realpath(self.path)

    def name(self, analysis: Analysis) -> str:
        """Return the name of the document in the places of an analysis."""
        return next((each for each in analysis.files if os.path.realpath(each) == self.real), self.path)


Published = Callable[[str, Sequence[SourceError]], None]  # real path, all that is wrong in that file


class Documents:
    """All of them."""

    def __init__(self, published: Published, logged: Callable[[str, BaseException | None], None]) -> None:
        self.published, self.logged = published, logged
        self.open_: dict[str, Document] = {}
        self.options: Mapping[str, Mapping[str, Any]] = {}  # by the id of a language
        self._since_collected = 0
        self._told: dict[str, dict[str, list[SourceError]]] = {}  # uri -> real path -> the errors found there
        threading.stack_size(STACK)
        self._pool = ThreadPoolExecutor(1, "analysis")  # one: recursion limits are those of the whole process

    def texts(self) -> dict[str, str]:
        """Return the texts by their real paths."""
        return {each.real: each.text for each in self.open_.values()}

    def of_path(self, path: str) -> Document | None:
        """Return the document of a file, if it is open."""
        real = os.path.realpath(path)
        return next((each for each in self.open_.values() if each.real == real), None)

    # -------------------------------------------------------------- what the editor does

    def open(self, uri: str, path: str, text: str, language: Language, version: int | None = None) -> None:
        """Take a text that has been opened."""
        self.open_[uri] = Document(uri, path, language, text, version)
        self._look(self.open_[uri], 0, thorough=True)
        self._look_at_those_that_take_in(self.open_[uri])

    def change(self, uri: str, text: str, version: int | None = None) -> None:
        """Take a new text of a document."""
        if document := self.open_.get(uri):
            document.text, document.version = text, version
            self._look(document, PAUSE)
            self._look_at_those_that_take_in(document)

    def files_changed(self, saved: str = "") -> None:
        """Look at everything anew: files have changed that may be part of it; look longer at the text of this URI."""
        for uri, each in self.open_.items():
            self._look(each, PAUSE, thorough=uri == saved)

    def close(self, uri: str) -> None:
        """Forget a text; from now on the file counts."""
        document = self.open_.pop(uri, None)
        if document:
            _cancel(document.look, document.later)
            self._tell(uri, {})
            self._look_at_those_that_take_in(document)

    def end(self) -> None:
        """Drop all work."""
        for each in self.open_.values():
            _cancel(each.look, each.later)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _look_at_those_that_take_in(self, document: Document) -> None:
        for each in self.open_.values():
            if each is not document and each.analysis and document.real in map(os.path.realpath, each.analysis.files):
                self._look(each, PAUSE)

    # -------------------------------------------------------------- analyses

    async def analysis(self, uri: str) -> Analysis | None:
        """Return the analysis of a text as it is now; where there is none, the last one."""
        document = self.open_.get(uri)
        while document and document.look and not document.look.done():
            with suppress(asyncio.CancelledError):  # by a newer text
                await asyncio.shield(document.look)
        return document.analysis if document else None

    async def analyse(self, document: Document, texts: Mapping[str, str]) -> Analysis | None:
        """Analyse a document with these texts; an error in doing so is logged, and None returned."""
        loop, language = asyncio.get_running_loop(), document.language
        if wrong := _too_long(document):
            document.analysis = None  # nothing is looked for in such a line
            self._tell(document.uri, {document.real: [wrong]})
            return None
        options = dict(self.options.get(language.id, {}))
        try:
            return await loop.run_in_executor(self._pool, language.analyse, document.path, texts, options)
        except IronboardError as error:
            self.logged(str(error), None)
            self._tell(document.uri, {document.real: [_about_all(document, str(error))]})
        except Exception as error:  # an editor keeps its server, whatever is in a text
            self.logged(f"{document.path}: the analysis failed", error)
        return None

    def _look(self, document: Document, pause: float, thorough: bool = False) -> None:
        _cancel(document.look, document.later)
        document.look = asyncio.ensure_future(self._analyse_soon(document, pause, thorough))

    async def _analyse_soon(self, document: Document, pause: float, thorough: bool) -> None:
        await asyncio.sleep(pause)
        text = document.text
        analysis = await self.analyse(document, self.texts())
        if analysis is None:
            return
        document.analysis = analysis
        if not any(each.severity == "error" for each in analysis.problems):
            document.good = Good(analysis, lines_of(text))
        self._publish(document, analysis.problems)
        self._since_collected += 1
        if self._since_collected == MOST_UNCOLLECTED:
            await self._collect()
        document.later = asyncio.ensure_future(self._go_on(document, analysis, thorough))

    async def _collect(self) -> None:
        """Free the objects of earlier analyses: they refer to each other."""
        self._since_collected = 0
        await asyncio.get_running_loop().run_in_executor(self._pool, gc.collect)

    async def _go_on(self, document: Document, analysis: Analysis, thorough: bool) -> None:
        """Do longer work, while nothing is typed."""
        await asyncio.sleep(IDLE)
        await self._collect()
        if not thorough or analysis.later is None:
            return
        try:
            more = await asyncio.get_running_loop().run_in_executor(self._pool, analysis.later)
        except Exception as error:
            self.logged(f"{document.path}: the program was not compiled", error)
            return
        if more and document.analysis is analysis:
            self._publish(document, [*analysis.problems, *more])

    # -------------------------------------------------------------- what is wrong

    def _publish(self, document: Document, problems: Sequence[SourceError]) -> None:
        found: dict[str, list[SourceError]] = {document.real: []}
        for each in problems:
            known = os.path.exists(each.place.file) or self.of_path(each.place.file)
            path = os.path.realpath(each.place.file) if known else document.real
            found.setdefault(path, []).append(each if known else _about_all(document, f"{each.message}"))
        self._tell(document.uri, found)

    def _tell(self, uri: str, found: dict[str, list[SourceError]]) -> None:
        """Note the results of an analysis; publish all files for which that changes something."""
        before = self._told.pop(uri, {})
        if found:
            self._told[uri] = found
        for path in {**before, **found}:
            together = {
                (each.place.line, each.place.column, each.message): each
                for told in self._told.values()
                for each in told.get(path, ())
            }
            self.published(path, [*together.values()])


def _about_all(document: Document, message: str) -> SourceError:
    """Return an error that has no place in the text."""
    return SourceError(Place(document.path, 1, 1, 1, document.text.partition("\n")[0]), message)


def _too_long(document: Document) -> SourceError | None:
    """Return the error of the first line that is too long, if there is one."""
    for number, line in enumerate(lines_of(document.text), 1):
        if len(line) > LONGEST:
            place = Place(document.path, number, LONGEST + 1, 1, line[: LONGEST + 1])
            return SourceError(place, f"this line has {len(line):,} characters: up to {LONGEST:,} are read")
    return None


def _cancel(*tasks: asyncio.Task[None] | None) -> None:
    for each in tasks:
        if each and not each.done():
            each.cancel()


# A name is changed everywhere, or not at all: where all its places are certain and the program stays the same.


Analyse = Callable[[Mapping[str, str]], Awaitable[Analysis | None]]  # with these texts, by real path
Edits = list[tuple[Place, str]]


def check_renaming(analysis: Analysis, name: Name) -> None:
    """Raise IronboardError if a name cannot be changed."""
    if any(each.severity == "error" for each in analysis.problems):
        raise IronboardError("put the errors right first: where they are, names are not known")
    if not name.changeable or name.place is None:
        raise IronboardError(f"not all places of '{name.short or name.text}' are known: it cannot be renamed")
    for file in {each.file for each in name.places}:
        if not os.access(file, os.W_OK) and os.path.exists(file):
            raise IronboardError(f"{file} cannot be changed")
    if at := elsewhere(analysis, name):
        where = f"{os.path.basename(at.file)}:{at.line}:{at.column}"
        raise IronboardError(
            f"'{name.short or name.text}' is in {where}, too, and its meaning there is not known: it cannot be renamed"
        )


def elsewhere(analysis: Analysis, name: Name) -> Place | None:
    """Return a place where the word is no known name: in a part that is not assembled, in a macro."""
    word = name.short or name.text
    pattern = re.compile(rf"(?<![\w@.]){re.escape(word)}(?!\w)", re.IGNORECASE if analysis.caseless else 0)
    for file in {each.file for each in name.places}:
        for number, line in enumerate(analysis.files.get(file, ()), 1):
            for match in pattern.finditer(analysis.bare(line)):
                at = Place(file, number, match.start() + 1, len(word), line)
                if analysis.name_at(at) is None:
                    return at
    return None


async def renamed(analysis: Analysis, name: Name, new: str, texts: Mapping[str, str], analyse: Analyse) -> Edits:
    """Return the edits of a renaming; raises IronboardError if the program would not be the same with it."""
    check_renaming(analysis, name)
    if not new.strip() or not new.isprintable():
        raise IronboardError(f"{new!r} is no name: expected one")
    if any(word.kind != "operand" and word.text.upper() == new.upper() for word in analysis.words()):
        raise IronboardError(f"'{new}' is a word of the language: it cannot be a name")
    edits = [(place, new) for place in name.places]
    if analysis.columns:
        edits = [_in_columns(analysis, place, new) for place, new in edits]
    changed = _changed(analysis, edits, texts)
    if analysis.width and any(_grown(analysis, place, edits) for place, _ in edits):
        raise IronboardError(f"with '{new}' a line would be longer than {analysis.width} columns")
    after = await analyse({**texts, **changed})
    if after is None:
        raise IronboardError(f"'{new}' cannot be a name here")
    if wrong := next((each for each in after.problems if each.severity == "error"), None):
        raise IronboardError(f"'{new}' would be an error: {wrong.message}")
    assert name.place is not None
    found = after.name_at(name.place)
    same = len(after.names) == len(analysis.names) and found is not None
    if not same or len([*found[0].places]) != len([*name.places]):  # type: ignore[index]
        raise IronboardError(f"'{new}' means something else already")
    if found is not None and found[0].nature != name.nature:
        raise IronboardError(f"'{new}' would be {found[0].nature}, not {name.nature}")
    return edits


def _in_columns(analysis: Analysis, place: Place, new: str) -> tuple[Place, str]:
    """Return an edit that takes or leaves blanks, so that the rest of the line stays in its columns, if it can."""
    line = analysis.files[place.file][place.line - 1]
    end = place.column - 1 + place.length
    blanks = len(line[end:]) - len(line[end:].lstrip(" "))
    longer = len(new) - place.length
    if not line[end:].strip() or not blanks or longer >= blanks:
        return place, new
    return Place(place.file, place.line, place.column, place.length + max(0, longer), line), new + " " * max(0, -longer)


def _grown(analysis: Analysis, place: Place, edits: Edits) -> bool:
    """Whether a line grows beyond the columns that are read."""
    line = analysis.files[place.file][place.line - 1].rstrip()
    here = [each for each in edits if (each[0].file, each[0].line) == (place.file, place.line)]
    longer = sum(len(new) - at.length for at, new in here)
    return longer > 0 and len(line) + longer > analysis.width


def _changed(analysis: Analysis, edits: Edits, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of the files with the edits, by their real paths."""
    lines = {place.file: [*analysis.files[place.file]] for place, _ in edits}
    for place, new in sorted(edits, key=lambda each: (each[0].line, -each[0].column)):
        line = lines[place.file][place.line - 1]
        start = place.column - 1
        lines[place.file][place.line - 1] = line[:start] + new + line[start + place.length :]
    return {os.path.realpath(file): "\n".join(rows) + "\n" for file, rows in lines.items()}
