"""The file that a sweep writes: what is done is in it, and what is in it is not done again.

    {"ironboard-sweep": 1, "workload": "wally-random", "parameters": {...}, "items": 1000, "made-by": {...}}
    {"key": "2", "result": {...}}
    {"key": "1", "error": "..."}

The first line says which sweep it is; then there is a line for every item that came to an end, in the order in which
they did. Lines are only ever added, each in one piece. A computer that fails in the middle of a line leaves a torn one
at the end: it is cut off. Whatever else is not as it should be is an error, and the file stays as it is.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from emulators.errors import IronboardError, Place, SourceError
from host.formats import storage
from host.sweep.workload import Result

SCHEMA = 1
MARK = "ironboard-sweep"
MAGIC = f'{{"{MARK}":'.encode()
HEADER_FIELDS = {MARK: int, "workload": str, "parameters": dict, "items": int, "made-by": dict}
LINE_START = b'{"key": "'
TORN = re.compile(rb"([ -~]*)\x00*")  # printable, then perhaps what a file system fills up with
LONGEST = 1 << 24  # bytes of a line
SHOWN = 100  # bytes of a damaged line
FSYNC_SECONDS = 5.0  # between two orders to put everything on the disk: a power failure costs no more than that


class JournalError(IronboardError):
    """A file that cannot be this sweep's journal, or cannot be written now."""


class Header(NamedTuple):
    """Which sweep a journal belongs to."""

    workload: str
    parameters: Mapping[str, Any]
    items: int
    made_by: Mapping[str, str]  # the version, and the programs: with others the results would be others

    def line(self) -> bytes:
        """Return the first line of the file."""
        made_by = dict(self.made_by)
        content = {MARK: SCHEMA, **self._asdict(), "made-by": made_by}
        del content["made_by"]
        return as_line(content)


class Contents(NamedTuple):
    """What is in a journal."""

    header: Header
    results: dict[str, Result]  # in the order of the lines
    errors: dict[str, str]  # of the items that have no result
    end: int  # bytes of the whole lines
    torn: int  # bytes of a torn line after them


def as_line(content: Mapping[str, Any]) -> bytes:
    """Return a line of the file."""
    return json.dumps(content).encode("ascii") + b"\n"


# ---------------------------------------------------------------- reading


def read(path: Path) -> Contents:
    """Return what a journal holds; raises JournalError, or SourceError for a damaged line."""
    with storage.reported(path, "read"), open(path, "rb") as handle:
        check_magic(handle.read(len(MAGIC)), path)
        handle.seek(0)
        line = handle.readline(LONGEST)
        contents = Contents(header_of(line, path), {}, {}, len(line), 0)
        for number in itertools.count(2):
            line = handle.readline(LONGEST)
            place = Place(str(path), number, 1, text=printable(line[:SHOWN]))
            if line.endswith(b"\n"):
                take(line, contents, place)
                contents = contents._replace(end=contents.end + len(line))
            elif is_torn(line) and not handle.read(1):
                return contents._replace(torn=len(line))
            else:
                raise SourceError(place, "the line has no end, and is not the beginning of one that a sweep writes")
    raise AssertionError("a file has an end")


def printable(line: bytes) -> str:
    """Return a line as it can be shown."""
    return re.sub(r"[^ -~]", "?", line.rstrip().decode("latin-1"))


def check_magic(head: bytes, path: Path) -> None:
    """Raise JournalError unless a file that begins like this may be a journal."""
    if not head.startswith(MAGIC):
        raise JournalError(f"{path} is not the journal of a sweep: it does not begin with {MAGIC.decode()}")


def is_torn(line: bytes) -> bool:
    """Return whether this may be the beginning of a line whose end was lost."""
    match = TORN.fullmatch(line)
    return match is not None and match[1][: len(LINE_START)] == LINE_START[: len(match[1])]


def header_of(line: bytes, path: Path) -> Header:
    """Return what the first line says; raises JournalError."""
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or {name: type(each) for name, each in content.items()} != HEADER_FIELDS:
        raise JournalError(f"{path}: the first line is damaged: expected {', '.join(HEADER_FIELDS)}")
    if content[MARK] != SCHEMA:
        raise JournalError(f"{path} has the form {content[MARK]} of a journal: this version reads and writes {SCHEMA}")
    return Header(content["workload"], content["parameters"], content["items"], content["made-by"])


def take(line: bytes, contents: Contents, place: Place) -> None:
    """Take a line into the contents; raises SourceError."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        spot = Place(place.file, place.line, getattr(error, "colno", 1), 1, place.text)
        raise SourceError(spot, f"the line is damaged: {getattr(error, 'msg', error)}") from None
    if not isinstance(entry, dict) or not isinstance(entry.get("key"), str):
        raise SourceError(place, "the line has no key")
    key = entry["key"]
    if key in contents.results:
        raise SourceError(place, f"there is a result for '{key}' already: it has been done twice")
    if set(entry) == {"key", "result"} and isinstance(entry["result"], dict):
        contents.results[key] = entry["result"]
        contents.errors.pop(key, None)
    elif set(entry) == {"key", "error"} and isinstance(entry["error"], str):
        contents.errors[key] = entry["error"]
    else:
        raise SourceError(place, "the line has neither a result nor an error, or more than that")


# ---------------------------------------------------------------- the same sweep?


def compare(path: Path, there: Header, here: Header) -> None:
    """Raise JournalError, with all differences, unless the journal belongs to this sweep."""
    differences = []
    if there.workload != here.workload:
        differences = [f"it is of {there.workload}, not of {here.workload}"]
    else:
        for name in dict.fromkeys([*there.parameters, *here.parameters]):
            then, now = there.parameters.get(name), here.parameters.get(name)
            if then != now:
                differences.append(f"{name} is {json.dumps(then)} there, {json.dumps(now)} here")
        for name in dict.fromkeys([*there.made_by, *here.made_by]):
            then, now = there.made_by.get(name), here.made_by.get(name)
            if then != now:
                differences.append(f"it was made by {name} {then}, this is {now}")
    if differences or there.items != here.items:
        differences = differences or [f"it has {there.items} items, not {here.items}"]
        raise JournalError(f"{path} is the journal of another sweep: {'; '.join(differences)}")


# ---------------------------------------------------------------- writing


class Journal:
    """A journal that is open for writing, by this process alone.

    `results` and `errors` are what it holds. `cut` is the bytes of a torn line that had to be cut off.
    """

    def __init__(self, path: Path, header: Header, keys: Collection[str]) -> None:
        """Open the journal of a sweep, or begin it; raises JournalError or SourceError with the file untouched."""
        from filelock import FileLock, Timeout

        self.path = path
        real = Path(os.path.realpath(path))
        if real.exists():
            check_magic(storage.read_head(real), path)  # nothing is put beside a foreign file
        self._lock = FileLock(f"{real}.lock")
        with storage.reported(path, "write"):
            try:
                self._lock.acquire(timeout=0)
            except Timeout:  # an OSError
                raise JournalError(f"{path} is being written by another process") from None
        try:
            self._open(real, header, keys)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, real: Path, header: Header, keys: Collection[str]) -> None:
        if not real.exists():
            storage.write_all(real, header.line(), overwrite=False)
        contents = read(self.path)
        compare(self.path, contents.header, header)
        for key in [*contents.results, *contents.errors]:
            if key not in keys:
                raise JournalError(f"{self.path} has the item '{key}', which this sweep has not")
        self.results, self.errors, self.cut = contents.results, contents.errors, contents.torn
        with storage.reported(self.path, "write"):
            self._file = open(real, "r+b", buffering=0)  # noqa: SIM115  (closed by `close`)
            self._file.truncate(contents.end)
            self._file.seek(contents.end)
        self._end, self._fsync_at = contents.end, time.monotonic() + FSYNC_SECONDS

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, key: str, result: Result | None, error: str | None = None) -> None:
        """Write down how an item came out: its result, or an error."""
        assert key not in self.results, f"'{key}' has been done twice"
        self._write(as_line({"key": key, "result": result} if result is not None else {"key": key, "error": error}))
        if result is not None:
            self.results[key] = result
            self.errors.pop(key, None)
        else:
            self.errors[key] = str(error)

    def _write(self, line: bytes) -> None:
        """Add a line; if that fails, leave nothing of it."""
        with storage.reported(self.path, "write"):
            try:
                rest = memoryview(line)
                while rest:
                    rest = rest[self._file.write(rest) :]
            except OSError:
                self._file.truncate(self._end)
                self._file.seek(self._end)
                raise
            self._end += len(line)
            if time.monotonic() >= self._fsync_at:
                self._sync()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._fsync_at = time.monotonic() + FSYNC_SECONDS

    def close(self) -> None:
        """Put everything on the disk, and let others have the file."""
        try:
            with storage.reported(self.path, "write"), self._file:
                self._sync()
        finally:
            self._lock.release()
