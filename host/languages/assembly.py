"""The lines of a program: files, the expansions between their lines, and errors and warnings at their places."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

from emulators.errors import ImageError, Place, SourceError, SourceErrors
from emulators.roms import ROOTS
from host.formats import storage

LARGEST = 64 << 20  # bytes of a source
LIBRARY = tuple(root / "asm" / "cdc6600" for root in ROOTS)  # of COMPASS: where XTEXT looks last
LIBRARY_704 = tuple(root / "asm" / "ibm704" for root in ROOTS)  # of SAP: where LIB looks last


class Line(NamedTuple):
    """One line of a file, unchanged."""

    file: str
    number: int  # from 1
    text: str  # without its line end

    @property
    def line(self) -> Line:
        """The line itself: a statement of its own, where a language has no other."""
        return self

    def place(self, column: int = 1, length: int = 1) -> Place:
        """Return the place of `length` characters from `column` (from 1)."""
        return Place(self.file, self.number, column, length, self.text)

    def whole(self) -> Place:
        """Return the place of everything but the blanks around it."""
        stripped = self.text.strip()
        return self.place(len(self.text) - len(self.text.lstrip()) + 1, max(1, len(stripped)))


@dataclass(frozen=True)
class Expansion:
    """The reason why lines are assembled out of file order: the call, and its place."""

    kind: str  # "file", "macro", "repetition"
    name: str
    place: Place  # of the call
    line: tuple[str, int]  # file and number of the statement that called; a macro's name may have come from elsewhere
    outer: Expansion | None
    depth: int = 1

    def chain(self) -> Iterator[Expansion]:
        """Yield this expansion and those around it, innermost first."""
        here: Expansion | None = self
        while here:
            yield here
            here = here.outer


def calls_around(expansion: Expansion | None) -> int:
    """Return how many macros and repetitions are around that: depth without the files."""
    return sum(each.kind != "file" for each in expansion.chain()) if expansion else 0


# ---------------------------------------------------------------- files

Files = dict[str, str | None]  # path -> fingerprint; None where there was no file
_noting: ContextVar[Files | None] = ContextVar("_noting", default=None)


@contextmanager
def noting_files() -> Iterator[Files]:
    """Collect the files read, and those looked for in vain, while the context is open."""
    files: Files = {}
    token = _noting.set(files)
    try:
        yield files
    finally:
        _noting.reset(token)


@dataclass
class Editing:
    """Texts open in an editor, by their real paths, and the lines of all sources read."""

    texts: Mapping[str, str]
    lines: dict[str, list[str]] = field(default_factory=dict)  # by the names that places have

    def text(self, path: str | os.PathLike[str]) -> str | None:
        """Return the text of a file that is open."""
        return self.texts.get(os.path.realpath(path)) if self.texts else None


_editing: ContextVar[Editing | None] = ContextVar("_editing", default=None)


@contextmanager
def editing(texts: Mapping[str, str]) -> Iterator[Editing]:
    """Read these texts in place of the files while the context is open; yield the files read."""
    found = Editing(texts)
    token = _editing.set(found)
    try:
        yield found
    finally:
        _editing.reset(token)


def fingerprint(path: str | os.PathLike[str], content: bytes) -> str:
    """Return a hash of a file's content and real path."""
    return hashlib.sha256(os.fsencode(os.path.realpath(path)) + b"\0" + content).hexdigest()


def find_file(folders: Iterable[Path], name: str) -> Path | None:
    """Return the first file of this name in the folders; raises OSError or ValueError for impossible names."""
    files, editing = _noting.get(), _editing.get()
    for folder in folders:
        if (folder / name).is_file() or (editing and editing.text(folder / name) is not None):
            return folder / name
        if files is not None:
            files[str(folder / name)] = None
    return None


def read_bytes(path: Path, limit: int = -1) -> bytes:
    """Return the content of a file, or at most its first `limit` bytes; raises OSError."""
    if (editing := _editing.get()) and (text := editing.text(path)) is not None:
        return text.encode("utf-8", "replace")[: limit if limit >= 0 else None]
    content = storage.beginning(path, limit)
    if (files := _noting.get()) is not None:
        files[str(path)] = fingerprint(path, content)
    return content


def read_lines(path: Path, name: str) -> list[Line]:
    """Return the lines of a text file, under the name used in its errors.

    Raises ImageError when it is not text or cannot be read. A byte order mark is skipped.
    """
    try:
        content = read_bytes(path, LARGEST + 1)
    except OSError as error:
        raise ImageError(f"cannot read {name}: {storage.reason(error)}") from None
    except ValueError as error:  # a name that no file can have, such as one with a NUL
        raise ImageError(f"cannot read {name!r}: {error}") from None
    if len(content) > LARGEST:
        raise ImageError(f"{name}: the file is too large: a source has at most {LARGEST:,} bytes")
    rows = storage.text_of(content, name).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if rows and not rows[-1]:
        rows.pop()
    if editing := _editing.get():
        editing.lines[name] = rows
    return [Line(name, number, row) for number, row in enumerate(rows, 1)]


# Errors and warnings of a program, collected so that one run reports them all.


MOST_CALLS = 6  # shown of an error inside of expansions
MOST_ERRORS = 200  # more are the consequences of the first ones


@dataclass(eq=False)
class AssemblyError(SourceError):
    """An error in a program; in an expansion it also holds the calling lines."""

    expansion: Expansion | None = None
    line: Line | None = None  # being assembled, where the place is in an argument from another line

    def __str__(self) -> str:
        calls = [*self._assembled(), *(_called(each) for each in _calls(self.expansion))]
        if len(calls) > MOST_CALLS:
            calls[MOST_CALLS - 1 : -1] = [f"       note: and {len(calls) - MOST_CALLS} calls more"]
        return "\n".join([super().__str__(), *calls])

    def _assembled(self) -> Iterable[str]:
        if self.line and (self.line.file, self.line.number) != (self.place.file, self.place.line):
            yield _note(self.line.whole(), "in this line")


class AssemblyWarning(AssemblyError):
    """A legal but suspicious statement."""

    severity = "warning"


def _calls(expansion: Expansion | None) -> Iterable[Expansion]:
    return expansion.chain() if expansion else ()


def _called(expansion: Expansion) -> str:
    what = "included" if expansion.kind == "file" else f"in {expansion.kind} '{expansion.name}', called"
    return _note(expansion.place, f"{what} here")


def _note(at: Place, text: str) -> str:
    return f"{at.file}:{at.line}:{at.column}: note: {text}\n{at.line:5} | {at.excerpt()[0]}"


@dataclass(eq=False, slots=True)
class Context:
    """The statement of a diagnostic: its number in the order of assembly, its expansion and its line."""

    sequence: int
    expansion: Expansion | None
    line: Line | None


class TooManyErrorsError(Exception):
    """Raised inside the assembler when going on is pointless."""


class Diagnostics:
    """The errors and warnings so far."""

    def __init__(self) -> None:
        self._errors: list[tuple[int, AssemblyError]] = []
        self._warnings: list[tuple[int, AssemblyWarning]] = []
        self._seen: set[tuple[Place, str]] = set()

    def report(self, error: SourceError, context: Context) -> None:
        """Record an error; the same message at the same place counts once."""
        if (error.place, error.message) in self._seen:
            return
        self._seen.add((error.place, error.message))
        complete = AssemblyError(error.place, error.message, error.hint, context.expansion, context.line)
        self._errors.append((context.sequence, complete))
        if len(self._errors) >= MOST_ERRORS:
            raise TooManyErrorsError

    def warn(self, place: Place, message: str, hint: str, context: Context) -> None:
        warning = AssemblyWarning(place, message, hint, context.expansion, context.line)
        self._warnings.append((context.sequence, warning))

    @property
    def warnings(self) -> tuple[AssemblyWarning, ...]:
        """The warnings in the order of the program."""
        return tuple(warning for _, warning in sorted(self._warnings, key=lambda pair: pair[0]))

    def raise_errors(self) -> None:
        """Raise SourceErrors with all errors in the order of the program, if there are any."""
        if self._errors:
            ordered = sorted(self._errors, key=lambda pair: (pair[0], pair[1].place.column))
            raise SourceErrors(error for _, error in ordered)


Handler = TypeVar("Handler", bound=Callable[..., object])


def entering(table: dict[str, Handler]) -> Callable[..., Callable[[Handler], Handler]]:
    """Return a decorator that enters a function into a table, under the given names."""

    def named(*names: str) -> Callable[[Handler], Handler]:
        def enter(handler: Handler) -> Handler:
            table.update(dict.fromkeys(names, handler))
            return handler

        return enter

    return named
