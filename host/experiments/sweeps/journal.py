"""The journal of a sweep, an SQLite database of the items done: a sweep that goes on does only the others.

    sweep   one row: workload, parameters (JSON), items, made_by (JSON)
    items   a row for each item done: key, and a result (JSON) or an error

Every item is a transaction of its own. The process that writes holds the right to write all the time, one transaction
following the other; others may read at the same time, for the file has a write-ahead log while it is written.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from host.experiments.sweeps.workload import Result
from host.formats import storage, strict
from host.formats.faults import refuse_empty

APPLICATION = int.from_bytes(b"Iron")  # marks the file as a journal
FORM = 2  # of the tables; 1 was a text file
READER_SECONDS = 10.0  # to wait while a writer begins or ends; for a writer, until readers have ended
WRITER_SECONDS = 0.5  # for a writer to wait for another one: it goes on as long as its sweep
OLD = b'{"ironboard-sweep":'  # the beginning of such a text file
TROUBLE = {
    sqlite3.SQLITE_BUSY: "is being written by another process",
    sqlite3.SQLITE_NOTADB: "is not the journal of a sweep",
}
TABLES = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORM};
CREATE TABLE sweep (workload TEXT, parameters TEXT, items INTEGER, made_by TEXT);
CREATE TABLE items (key TEXT PRIMARY KEY, result TEXT, error TEXT);
"""


class JournalError(IronboardError):
    """A file that cannot be this sweep's journal, or cannot be read or written now."""


class Header(NamedTuple):
    """The sweep to which a journal belongs."""

    workload: str
    parameters: Mapping[str, Any]
    items: int
    made_by: Mapping[str, str]  # the version, and the programs: others would give other results


class Contents(NamedTuple):
    """The contents of a journal."""

    header: Header
    results: dict[str, Result]  # in the order in which the items ended
    errors: dict[str, str]  # of the items that have no result


# ---------------------------------------------------------------- reading


@contextlib.contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about a journal into JournalErrors."""
    try:
        yield
    except sqlite3.Error as error:
        what = TROUBLE.get(getattr(error, "sqlite_errorcode", 0), f"cannot be used: {error}")
        raise JournalError(f"{path} {what}") from error


def opened(path: Path, seconds: float) -> sqlite3.Connection:
    """Open an existing journal, waiting for others; raises JournalError for a text file, which stays as it is."""
    head = storage.read_head(path)
    if head.startswith(OLD):
        raise JournalError(f"{path} is a journal of an older Ironboard, a text file: begin another one")
    return sqlite3.connect(path.absolute().as_uri() + "?mode=rw", timeout=seconds, isolation_level=None, uri=True)


def contents_of(database: sqlite3.Connection, path: Path) -> Contents:
    """Return the contents of an open journal; raises JournalError, or sqlite3.Error."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (form,) = database.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        refuse_empty(storage.read_head(path), str(path), "the journal of a sweep")
        raise JournalError(f"{path} is not the journal of a sweep")
    if form != FORM:
        raise JournalError(f"{path} has the form {form} of a journal: this version reads and writes {FORM}")
    try:
        return _contents(database)
    except ValueError as error:
        raise JournalError(f"{path} is damaged: {error}") from None


def _contents(database: sqlite3.Connection) -> Contents:
    """Return the content of the tables; raises ValueError for content that no sweep has written."""
    for name, kind in database.execute("SELECT name, type FROM sqlite_master WHERE type IN ('view', 'trigger')"):
        raise ValueError(f"it has the {kind} {strict.shown(name)}")  # which may have no end
    rows = database.execute("SELECT workload, parameters, items, made_by FROM sweep LIMIT 2").fetchall()
    if len(rows) != 1:
        raise ValueError("expected one row in its table sweep")
    workload, parameters, items, made_by = rows[0]
    header = Header(
        strict.text(workload, "workload"),
        strict.an_object(strict.value(strict.text(parameters, "parameters"))),
        strict.whole(items, "items"),
        strict.an_object(strict.value(strict.text(made_by, "made_by"))),
    )
    results: dict[str, Result] = {}
    errors: dict[str, str] = {}
    for key, result, error in database.execute("SELECT key, result, error FROM items ORDER BY rowid"):
        name = strict.text(key, "key")
        if result is None:
            errors[name] = strict.text(error, "error")
        else:
            results[name] = strict.value(strict.text(result, "result"))
    return Contents(header, results, errors)


def read(path: Path) -> Contents:
    """Return the contents of a journal; raises JournalError."""
    with reported(path), contextlib.closing(opened(path, READER_SECONDS)) as database:
        database.execute("BEGIN")  # header and items are of one moment
        return contents_of(database, path)


def differences(there: Header, here: Header) -> Iterator[str]:
    """Yield the differences of two sweeps, in words."""
    if there.workload != here.workload:
        yield f"it is of {there.workload}, not of {here.workload}"
        return
    for name in dict.fromkeys([*there.parameters, *here.parameters]):
        then, now = there.parameters.get(name), here.parameters.get(name)
        if then != now:
            yield f"{name} is {json.dumps(then)} there, {json.dumps(now)} here"
    for name in dict.fromkeys([*there.made_by, *here.made_by]):
        if there.made_by.get(name) != here.made_by.get(name):
            yield f"it was made by {name} {there.made_by.get(name)}, this is {here.made_by.get(name)}"
    if there.items != here.items:
        yield f"it has {there.items} items, not {here.items}"


# ---------------------------------------------------------------- writing


class Journal:
    """A journal that is open for writing, by this process alone. `results` and `errors` are its contents."""

    def __init__(self, path: Path, header: Header, keys: Collection[str]) -> None:
        """Open the journal of a sweep, or create it; raises JournalError with the file untouched."""
        self.path = path
        new = not path.exists() or not path.stat().st_size
        if new:
            with storage.reported(path, "write"):
                path.touch()
        with reported(path):
            self._database = opened(path, WRITER_SECONDS)
            try:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.execute(f"PRAGMA busy_timeout = {READER_SECONDS * 1000:.0f}")
                if new:
                    for statement in filter(str.strip, TABLES.split(";")):
                        self._database.execute(statement)
                    row = (header.workload, json.dumps(header.parameters), header.items, json.dumps(header.made_by))
                    self._database.execute("INSERT INTO sweep VALUES (?, ?, ?, ?)", row)
                there, self.results, self.errors = contents_of(self._database, path)
                if different := "; ".join(differences(there, header)):
                    raise JournalError(f"{path} is the journal of another sweep: {different}")
                if strange := next((key for key in [*self.results, *self.errors] if key not in keys), None):
                    raise JournalError(f"{path} has the item '{strange}', which this sweep has not")
                self._database.execute("COMMIT")
                self._database.execute("PRAGMA journal_mode = WAL")
                self._database.execute("BEGIN IMMEDIATE")
            except BaseException:
                self._database.close()
                raise

    def add(self, key: str, result: Result | None, error: str | None = None) -> None:
        """Record the outcome of an item: its result, or an error."""
        assert key not in self.results, f"'{key}' has been done twice"
        row = (key, None if result is None else json.dumps(result), error if result is None else None)
        with reported(self.path):
            self._database.execute("INSERT OR REPLACE INTO items VALUES (?, ?, ?)", row)
            self._database.execute("COMMIT")
            self._database.execute("BEGIN IMMEDIATE")  # takes the lock at once: only this process may write
        self.errors.pop(key, None)
        if result is None:
            self.errors[key] = str(error)
        else:
            self.results[key] = result

    def close(self) -> None:
        """Release the file; its log is merged into it unless the file is being read just then."""
        self._database.rollback()
        with contextlib.suppress(sqlite3.OperationalError):
            self._database.execute("PRAGMA journal_mode = DELETE")
        self._database.close()
