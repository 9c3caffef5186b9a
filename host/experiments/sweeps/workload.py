"""Workloads: the source of the items, the work on one of them, and the summary of all results."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple, TypeVar

from emulators import distributions
from emulators.errors import IronboardError
from emulators.roms import manifest
from host.experiments.sweeps.report import Report, Sample

# ---------------------------------------------------------------- workload
Parameters = Mapping[str, Any]  # plain JSON: determines the items and their results
Result = dict[str, Any]  # plain JSON
Results = Mapping[str, Result]  # key -> result, in the order of the keys
Kept = TypeVar("Kept")
Shape = Any  # a type, None, [of each element], {field: of its value}, or a tuple of which one must fit


class WrongUse(IronboardError):
    """A request on the command line that makes no sense."""


class Item(NamedTuple):
    """One piece of the work."""

    key: str  # names it among the items of its sweep, the same in every run
    work: Any  # plain JSON


class Plan(NamedTuple):
    """A sweep, ready to be done."""

    parameters: Parameters
    items: list[Item]


class Workload(NamedTuple):
    """A kind of long work. All functions are at the top level of a module, so that other processes find them."""

    name: str
    title: str
    things: str  # the word for its items, plural
    key: str  # the meaning of an item's key
    defaults: Mapping[str, Any]  # of the options it understands
    planned: Callable[[dict[str, Any]], Plan]  # from all options; raises WrongUse
    do: Callable[[Parameters, Item], Result]  # the same item gives the same result in every process
    shape: Shape  # of a result
    worst: Callable[[str, Result], Sample]  # the figure of an item of which the sweep shows the greatest
    report: Callable[[Parameters, Results], Report]
    spoilt: Callable[[Result], str] = lambda result: ""  # the error in an item that counts as done all the same
    record: Callable[[Parameters, str, Result], tuple[str, bytes]] | None = None  # a file of an item: name, content
    records: str = ""  # of a match: the option that writes each game into a folder
    probe: Callable[[Parameters], None] = lambda parameters: None  # starts the other programs; raises WrongUse

    def plan(self, options: Mapping[str, Any]) -> Plan:
        """Return the sweep with these options; raises WrongUse."""
        return self.planned({**self.defaults, **options})


def fits(value: Any, shape: Shape) -> bool:
    """Return whether a value read from a file has the shape it must have."""
    match shape:
        case tuple():
            return any(fits(value, each) for each in shape)
        case list():
            return isinstance(value, list) and all(fits(each, shape[0]) for each in value)
        case dict():
            same = isinstance(value, dict) and value.keys() == shape.keys()
            return same and all(fits(value[name], each) for name, each in shape.items())
        case None:
            return value is None
    return type(value) is shape  # not isinstance: True is not a number


# ---------------------------------------------------------------- work
PROGRAMS = ("wally", "kim1-monitor")  # programs that determine results
DIGITS = 16  # of a program's SHA-256: enough to tell one from the other


class ForeignWorker(IronboardError):
    """A worker has another version of Ironboard, or of its programs: its results would differ."""


class Outcome(NamedTuple):
    """The outcome of an item: a result or an error."""

    key: str
    result: Result | None
    error: str | None = None


class Task(NamedTuple):
    """The work on each item; an exception in one becomes its error and leaves the others alone."""

    do: Callable[[Parameters, Item], Result]
    parameters: Parameters
    made_by: Mapping[str, str]

    def outcome(self, item: Item) -> Outcome:
        """Do an item; raises ForeignWorker."""
        check_same("version", self.made_by, made_by())
        try:
            return Outcome(item.key, self.do(self.parameters, item))
        except ForeignWorker:
            raise
        except Exception as error:
            kind = "" if isinstance(error, IronboardError) else f"{type(error).__name__}: "
            return Outcome(item.key, None, f"{kind}{error}")


def check_same(what: str, expected: object, here: object) -> None:
    """Raise ForeignWorker unless a worker has the expected version or program."""
    if here != expected:
        raise ForeignWorker(f"a worker has another {what}: {here}, expected {expected}")


@functools.cache
def made_by() -> dict[str, str]:
    """Return the versions on which the results of this installation depend."""
    programs = manifest()
    hashes = {name: programs[name]["sha256"][:DIGITS] for name in PROGRAMS}
    return {"ironboard": distributions.version(), **hashes}


_kept = threading.local()  # a Dask worker may have several threads
_making = threading.Lock()  # kernels are not loaded by two at once


def kept(key: Hashable, make: Callable[[], Kept]) -> Kept:
    """Return the object that this thread keeps under a key, made at the first call."""
    found: dict[Hashable, Kept] = _kept.__dict__.setdefault("found", {})
    if key not in found:
        with _making:
            found[key] = make()
    return found[key]
