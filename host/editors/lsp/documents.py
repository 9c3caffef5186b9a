"""The texts that are open in an editor, each analysed when it has changed: after a pause, in a thread of its own.

    documents = Documents(published, logged)
    documents.open(uri, path, text, language)
    analysis = await documents.analysis(uri)  # of the text as it is now; None where it cannot be had

A text is analysed anew, too, when a file that it takes in has changed.
"""

from __future__ import annotations

import asyncio
import gc
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emulators.errors import IronboardError, Place, SourceError
from host.editors.lsp.languages import Language
from host.languages.analysis import Analysis

PAUSE = 0.04  # seconds after a key before a text is analysed
IDLE = 0.5  # seconds without a key after which there is time for more
LONGEST = 20_000  # characters of a line: no source has such lines, and some analyses take the square of their length
LARGEST = 4_000_000  # characters of a text: 100,000 lines, which take some seconds
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
        return self._moved(now, self.lines)(number)

    def lines_now(self, now: list[str]) -> Callable[[int], int]:
        """Return the function from a line to the line of the text now."""
        return self._moved(self.lines, now)

    @staticmethod
    def _moved(before: list[str], after: list[str]) -> Callable[[int], int]:
        least = min(len(before), len(after))
        start = next((i for i in range(least) if before[i] != after[i]), least)
        end = next((i for i in range(least - start) if before[-1 - i] != after[-1 - i]), least - start)

        def moved(number: int) -> int:
            if number <= start:
                return number
            return number + len(after) - len(before) if number > len(before) - end else min(number, len(after))

        return moved


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
    encoded: tuple[str, list[int]] | None = None  # the semantic tokens that the editor has, and their name
    cures: dict[SourceError, bool] = field(default_factory=dict)  # whether the change that a hint names helps
    look: asyncio.Task[None] | None = None
    later: asyncio.Task[None] | None = None

    @property
    def real(self) -> str:
        """The real path."""
        return os.path.realpath(self.path)

    def name(self, analysis: Analysis) -> str:
        """Return the name of the document in the places of an analysis."""
        return next((each for each in analysis.files if os.path.realpath(each) == self.real), self.path)


Published = Callable[[Document | str, Sequence[SourceError]], None]  # or a real path; all that is wrong in that file


class Documents:
    """All of them."""

    def __init__(
        self, published: Published, logged: Callable[[str, BaseException | None], None], pause: float = PAUSE
    ) -> None:
        self.published, self.logged, self.pause = published, logged, pause
        self.open_: dict[str, Document] = {}
        self._options: Mapping[str, Any] = {}  # by the id of a language
        self.folder = Path()  # that files named by options are relative to
        self._since_collected = 0
        self._told: dict[str, dict[str, list[SourceError]]] = {}  # uri -> real path -> the errors found there
        threading.stack_size(STACK)
        self._pool = ThreadPoolExecutor(1, "analysis")  # one: recursion limits are those of the whole process

    def texts(self, own: Document | None = None) -> dict[str, str]:
        """Return the texts by their real paths; that of a document itself if its file is open under two names."""
        return {each.real: each.text for each in (*self.open_.values(), *[own] * bool(own)) if each}

    def of_path(self, path: str) -> Document | None:
        """Return the document of a file, if it is open."""
        return next(self._all_of_path(path), None)

    def _all_of_path(self, path: str) -> Iterator[Document]:
        """Yield the documents of a file: links and spellings of URIs give it several names."""
        real = os.path.realpath(path)
        return (each for each in self.open_.values() if each.real == real)

    # -------------------------------------------------------------- what the editor does

    def configure(self, options: Mapping[str, Any]) -> None:
        """Take the options of languages by their ids; look at everything anew if they differ."""
        if options != self._options:
            self._options = options
            self.files_changed()

    def settings(self, language: Language) -> dict[str, Any]:
        """Return the options of a language; raises ImageError for wrong ones."""
        given = self._options.get(language.id)
        return language.settings(given if isinstance(given, Mapping) else {}, self.folder)

    def open(self, uri: str, path: str, text: str, language: Language, version: int | None = None) -> None:
        """Take a text that has been opened."""
        self.open_[uri] = Document(uri, path, language, text, version)
        self._look(self.open_[uri], 0, thorough=True)
        self._look_at_those_that_take_in(self.open_[uri], missed=True)

    def change(self, uri: str, text: str, version: int | None = None) -> None:
        """Take a new text of a document."""
        if document := self.open_.get(uri):
            document.text, document.version = text, version
            self._look(document, self.pause)
            self._look_at_those_that_take_in(document)

    def files_changed(self, saved: str = "") -> None:
        """Look at everything anew: files have changed that may be part of it; look longer at the text of this URI."""
        for uri, each in self.open_.items():
            self._look(each, self.pause, thorough=uri == saved)

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

    def _look_at_those_that_take_in(self, document: Document, missed: bool = False) -> None:
        """Look at the other texts that read a file, and at those with errors if it may have been missed there."""
        for each in self.open_.values():
            if each is document:
                continue
            if each.analysis is None:
                if _is_under_way(each.look):  # it may have missed the text, or read the one before
                    self._look(each, self.pause, thorough=missed)
                continue
            read = document.real in map(os.path.realpath, each.analysis.files)
            if read or (missed and not _is_good(each.analysis)):
                self._look(each, self.pause)

    # -------------------------------------------------------------- analyses

    async def analysis(self, uri: str) -> Analysis | None:
        """Return the analysis of a text as it is now; None where there is none."""
        document = self.open_.get(uri)
        while document and document.look and not document.look.done():
            await asyncio.wait([document.look])  # a newer text may cancel it
        return document.analysis if document else None

    async def analyse(self, document: Document, texts: Mapping[str, str]) -> Analysis | None:
        """Analyse a document with these texts; an error in doing so is logged, and None returned."""
        if wrong := _unreadable(document):
            self._tell(document.uri, {document.real: [wrong]})
            return None
        try:
            return await self._run(document, texts)
        except IronboardError as error:
            self.logged(str(error), None)
            self._tell(document.uri, {document.real: [_about_all(document, str(error))]})
        except Exception as error:  # an editor keeps its server, whatever is in a text
            self.logged(f"{document.path}: the analysis failed", error)
        return None

    async def tried(self, document: Document, texts: Mapping[str, str]) -> Analysis | None:
        """Analyse a document with texts that the editor does not have (yet); None if that cannot be done."""
        try:
            return await self._run(document, texts)
        except IronboardError:
            return None
        except Exception as error:
            self.logged(f"{document.path}: the analysis failed", error)
            return None

    async def _run(self, document: Document, texts: Mapping[str, str]) -> Analysis:
        loop, language = asyncio.get_running_loop(), document.language
        options = self.settings(language)
        return await loop.run_in_executor(self._pool, language.analyse, document.path, texts, options)

    def _look(self, document: Document, pause: float, thorough: bool = False) -> None:
        _cancel(document.look, document.later)
        document.look = asyncio.ensure_future(self._analyse_soon(document, pause, thorough))

    async def _analyse_soon(self, document: Document, pause: float, thorough: bool) -> None:
        await asyncio.sleep(pause)
        text = document.text
        analysis = await self.analyse(document, self.texts(document))
        document.analysis = analysis  # an earlier one would have other places
        if analysis is None:
            return
        document.cures.clear()
        if _is_good(analysis):
            document.good = Good(analysis, lines_of(text))
        self._publish(document, analysis.problems)
        self._since_collected += 1
        if self._since_collected == MOST_UNCOLLECTED:
            await self._collect()
        document.later = asyncio.ensure_future(self._go_on(document, analysis, thorough))

    async def _collect(self) -> None:
        """Free the objects of earlier analyses: they refer to each other."""
        if not self._since_collected:
            return
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
            here: list[Document | None] = [*self._all_of_path(path)]
            is_known = path in before and path in found and [*map(_shown, before[path])] == [*map(_shown, found[path])]
            if is_known and not any(each and each.uri == uri for each in here):
                continue  # members of a program all tell of all its errors
            for document in here or [None]:
                others = {each.uri for each in here if each and each is not document}
                together = {
                    (each.place.line, each.place.column, each.message): each
                    for teller, told in self._told.items()
                    if teller not in others
                    for each in told.get(path, ())
                }
                self.published(document or path, [*together.values()])


def _shown(error: SourceError) -> tuple[object, ...]:
    """Return what an editor is told of an error."""
    return error.place, error.message, error.hint


def _is_good(analysis: Analysis) -> bool:
    return not any(each.severity == "error" for each in analysis.problems)


def _about_all(document: Document, message: str) -> SourceError:
    """Return an error that has no place in the text."""
    return SourceError(Place(document.path, 1, 1, 1, document.text.partition("\n")[0]), message)


def _unreadable(document: Document) -> SourceError | None:
    """Return the error of a text that is not analysed: too much of it, a line that is too long, no text at all."""
    if len(document.text) > LARGEST:
        return _about_all(document, f"this text has {len(document.text):,} characters: up to {LARGEST:,} are read")
    rest = document.text
    if len(rest) <= LONGEST and "\0" not in rest:
        return None
    for number, line in enumerate(lines_of(rest), 1):
        if "\0" in line:
            place = Place(document.path, number, line.index("\0") + 1, 1, line[: LONGEST + 1])
            return SourceError(place, "this is not text: a NUL byte")
        if len(line) > LONGEST:
            place = Place(document.path, number, LONGEST + 1, 1, line[: LONGEST + 1])
            return SourceError(place, f"this line has {len(line):,} characters: up to {LONGEST:,} are read")
    return None


def _is_under_way(task: asyncio.Task[None] | None) -> bool:
    return task is not None and not task.done()


def _cancel(*tasks: asyncio.Task[None] | None) -> None:
    for each in tasks:
        if each and not each.done():
            each.cancel()
