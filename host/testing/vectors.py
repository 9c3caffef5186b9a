"""Does a core do what the machine does? Runs test vectors, instruction by instruction, and reports per kind of them.

Files of vectors hold JSON objects, one after the other (one a line) or in one array, plain or gzipped. The module
that the machine's model names defines a vector, and how a core is compared with it.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, TypedDict, TypeVar

from emulators.errors import IronboardError
from host import registry
from host.formats import results, storage
from host.interruption import doing

GZIP = b"\x1f\x8b"
LIMIT = 256 << 20  # bytes of a file, and of the contents of a packed one
T = TypeVar("T")


class VectorError(IronboardError):
    """An unreadable vector file; the message begins with the file and the line."""


def read_vectors(path: Path, parse: Callable[[dict[str, Any]], T]) -> Iterator[T]:
    """Return the results of `parse` for the objects of a file; raises VectorError at the first invalid one.

    `parse` raises ValueError, KeyError or TypeError for an object that is not a test vector.
    """
    text = read_text(path)
    found = False
    for start, value in json_values(text, path):
        try:
            if not isinstance(value, dict):
                raise TypeError("an object {...} is expected")
            vector = parse(value)
        except (ValueError, KeyError, TypeError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise VectorError(f"{place(path, text, start)}: not a test vector: {reason}") from error
        found = True
        yield vector
    if not found:
        raise VectorError(f"{path}:1: there is no test vector in this file")


def read_text(path: Path) -> str:
    """Return the text of a file, plain or gzipped."""
    data = storage.read_filled(path, LIMIT, "a file of vectors")
    try:
        if data.startswith(GZIP):
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(LIMIT + 1)
            if len(data) > LIMIT:
                raise VectorError(f"{path}: the file is too large: unpacked it has more than {LIMIT:,} bytes")
        return data.decode("utf-8")
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise VectorError(f"{path}:1: damaged gzip file: {error}") from error
    except UnicodeDecodeError as error:
        raise VectorError(f"{path}:1: this is neither text nor gzipped text: {error.reason}") from error


def json_values(text: str, path: Path) -> Iterator[tuple[int, Any]]:
    """Return position and value of each JSON value: of an array's elements, or of values on lines of their own."""
    decode = json.JSONDecoder().raw_decode
    start = skip_space(text, 0)
    in_array = text.startswith("[", start)
    if in_array:
        start = skip_space(text, start + 1)
    closed = in_array and text.startswith("]", start)
    if closed:
        start = skip_space(text, start + 1)
    while start < len(text) and not closed:
        try:
            value, end = decode(text, start)
        except (ValueError, RecursionError) as error:  # a ValueError alone: a number of thousands of digits
            where = error.pos if isinstance(error, json.JSONDecodeError) else start
            where = max(start, len(text[:where].rstrip()) - 1)  # a value cut short is an error where it ends
            raise VectorError(f"{place(path, text, where)}: not JSON: {error}") from error
        yield start, value
        end = skip_space(text, end)
        if in_array:
            closed = text.startswith("]", end)
            if not closed and not text.startswith(",", end):
                raise VectorError(f"{place(path, text, end)}: not JSON: ',' or ']' expected after an element")
            end = skip_space(text, end + 1)
        start = end
    if in_array and (not closed or start < len(text)):
        raise VectorError(f"{place(path, text, start)}: not JSON: the array should end here, and the file with it")


def skip_space(text: str, start: int) -> int:
    """Return the place of the next character that is not white space."""
    while start < len(text) and text[start] in " \t\r\n":
        start += 1
    return start


def place(path: Path, text: str, position: int) -> str:
    """Return file:line of a position in the text."""
    return f"{path}:{text.count(chr(10), 0, position) + 1}"


# ---------------------------------------------------------------- running them


class Report:
    """The results of the vectors, per kind of instruction."""

    def __init__(self, checks: Any) -> None:
        self.module = checks  # parse, Bench, described, table
        self.passed: Counter[Any] = Counter()
        self.failed: Counter[Any] = Counter()
        self.first: dict[Any, str] = {}  # kind -> the first difference

    def add(self, vector: Any, difference: str) -> None:
        """Count one vector."""
        if difference:
            self.failed[vector.kind] += 1
            self.first.setdefault(vector.kind, f"vector '{vector.name}': {difference}")
        else:
            self.passed[vector.kind] += 1

    def lines(self) -> Iterator[str]:
        """Return the report: a table, the failures, the sum."""
        yield from self.module.table(self.passed, self.failed)
        if self.failed:
            yield "failed"
        for kind in sorted(self.failed):
            count = f"{self.failed[kind]} of {self.failed[kind] + self.passed[kind]}"
            yield f"  {self.module.described(kind)}: {count}; {self.first[kind]}"
        yield f"{self.passed.total()} passed, {self.failed.total()} failed"


def model_of(processor: str) -> registry.Model:
    """Return the first machine with this processor."""
    return next(each for each in registry.models().values() if each.processor == processor)


def run_vectors(processor: str, files: Iterable[Path], core: str = "compiled") -> Report:
    """Run every vector of the files on a core."""
    model = model_of(processor)
    if core not in model.cores:
        raise IronboardError(f"there is no core '{core}' of the {processor}: there are {', '.join(model.cores)}")
    checks = import_module(model.vectors)
    bench, report = checks.Bench(core), Report(checks)
    for file in files:
        with doing(lambda: f"{report.passed.total() + report.failed.total():,} vectors"):
            for vector in read_vectors(file, checks.parse):
                report.add(vector, bench.difference(vector))
    return report


class Kind(TypedDict):
    """The vectors of a kind of instruction."""

    kind: str
    passed: int
    failed: int
    first: Annotated[str | None, "the first difference"]


class Verification(TypedDict):
    """The vectors that a core has run."""

    processor: str
    core: str
    passed: int
    failed: int
    kinds: list[Kind]


def verify(processor: str, files: Iterable[Path], core: str = "compiled", as_json: bool = False) -> int:
    """Run the vectors and print the report; return the exit status: 0 if all of them passed."""
    report = run_vectors(processor, files, core)
    if as_json:
        kinds = sorted({*report.passed, *report.failed})
        rows = [
            Kind(kind=report.module.described(each), passed=report.passed[each], failed=report.failed[each],
                 first=report.first.get(each))
            for each in kinds
        ]  # fmt: skip
        passed, failed = report.passed.total(), report.failed.total()
        results.show(Verification(processor=processor, core=core, passed=passed, failed=failed, kinds=rows))
    else:
        print("\n".join(report.lines()))
    return 1 if report.failed else 0
