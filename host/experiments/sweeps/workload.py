"""What a workload is: where its items come from, how one is done, and what all results together say."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Hashable, Mapping
from importlib import metadata
from typing import Any, NamedTuple, TypeVar

from emulators.errors import IronboardError
from emulators.roms import manifest
from host.experiments.sweeps.report import Report, Sample

# ---------------------------------------------------------------- workload
Parameters = Mapping[str, Any]  # plain JSON: what decides which items there are, and how each comes out
Result = dict[str, Any]  # plain JSON
Results = Mapping[str, Result]  # key -> result, in the order of the keys
Kept = TypeVar("Kept")
Shape = Any  # a type, None, [of each element], {field: of its value}, or a tuple of which one must fit


class WrongUse(IronboardError):
    """Something asked for on the command line that makes no sense."""


class Item(NamedTuple):
    """One piece of the work."""

    key: str  # names it among the items of its sweep, always the same
    work: Any  # plain JSON


class Plan(NamedTuple):
    """A sweep, ready to be done."""

    parameters: Parameters
    items: list[Item]


class Workload(NamedTuple):
    """A kind of long work. All functions are at the top level of a module, so that other processes find them."""

    name: str
    title: str
    things: str  # what its items are called
    key: str  # what the key of one says
    defaults: Mapping[str, Any]  # of the options it understands
    planned: Callable[[dict[str, Any]], Plan]  # from all options; raises WrongUse
    do: Callable[[Parameters, Item], Result]  # the same item gives the same result in every process
    shape: Shape  # of a result
    worst: Callable[[str, Result], Sample]  # of an item: what is shown while the sweep runs
    report: Callable[[Parameters, Results], Report]
    spoilt: Callable[[Result], str] = lambda result: ""  # what went wrong in an item that is done all the same
    record: Callable[[Parameters, str, Result], tuple[str, bytes]] | None = None  # a file of an item: name, content
    records: str = ""  # of a match: the option that writes each game into a folder
    probe: Callable[[Parameters], None] = lambda parameters: None  # starts the other programs; raises WrongUse

    def plan(self, options: Mapping[str, Any]) -> Plan:
        """Return the sweep that the options given mean; raises WrongUse."""
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
PROGRAMS = ("wally", "kim1-monitor")  # by which results are decided
DIGITS = 16  # of a program's SHA-256: enough to tell one from the other


class ForeignWorker(IronboardError):
    """A worker has another version of Ironboard, or of its programs: its results would be others."""


class Outcome(NamedTuple):
    """How an item came out: with a result or an error."""

    key: str
    result: Result | None
    error: str | None = None


class Task(NamedTuple):
    """What is to be done with each item; whatever goes wrong in one is its own error."""

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
    """Raise ForeignWorker unless a worker has the version, or the program, that is expected."""
    if here != expected:
        raise ForeignWorker(f"a worker has another {what}: {here}, expected {expected}")


@functools.cache
def made_by() -> dict[str, str]:
    """Return what the results of this installation depend on."""
    programs = manifest()
    hashes = {name: programs[name]["sha256"][:DIGITS] for name in PROGRAMS}
    return {"ironboard": metadata.version("ironboard"), **hashes}


_kept = threading.local()  # a Dask worker may have several threads
_making = threading.Lock()  # kernels are not loaded by two at once


def kept(key: Hashable, make: Callable[[], Kept]) -> Kept:
    """Return what this thread has made under a key; make it if there is nothing yet."""
    found: dict[Hashable, Kept] = _kept.__dict__.setdefault("found", {})
    if key not in found:
        with _making:
            found[key] = make()
    return found[key]
