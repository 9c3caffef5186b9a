"""What a workload is: where its items come from, how one is done, and what all results together say."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from emulators.roms import manifest
from host.sweep.report import Report, Sample

# ---------------------------------------------------------------- workload
Parameters = Mapping[str, Any]  # plain JSON: what decides which items there are, and how each comes out
Result = dict[str, Any]  # plain JSON
Results = Mapping[str, Result]  # key -> result, in the order of the keys
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


def nothing() -> None:
    """Prepare nothing: what is needed is known by the first items."""


class Workload(NamedTuple):
    """A kind of long work. All functions are at the top level of a module, so that other processes find them."""

    name: str
    title: str
    things: str  # what its items are called
    key: str  # what the key of one says
    options: tuple[str, ...]  # those it understands
    plan: Callable[[Mapping[str, Any]], Plan]  # from the options given; raises WrongUse
    do: Callable[[Parameters, Item], Result]  # the same item gives the same result, whoever does it
    shape: Shape  # of a result
    worst: Callable[[str, Result], Sample]  # of an item: what is shown while the sweep runs
    report: Callable[[Parameters, Results], Report]
    prepare: Callable[[], None] = nothing  # what takes long in the first process of a computer, not in others
    batch: int = 1  # items to hand out at once
    spoilt: Callable[[Result], str] = lambda result: ""  # what went wrong in an item that is done all the same
    record: Callable[[Parameters, str, Result], tuple[str, bytes]] | None = None  # a file of an item: name, content


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


def table(workloads: Iterable[Workload]) -> dict[str, Workload]:
    """Return workloads by their names."""
    return {workload.name: workload for workload in workloads}


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


class Batch(NamedTuple):
    """Items to do, and all that is needed for it."""

    do: Callable[[Parameters, Item], Result]
    parameters: Parameters
    items: list[Item]
    made_by: Mapping[str, str]


@functools.cache
def made_by() -> dict[str, str]:
    """Return what the results of this installation depend on."""
    programs = manifest()
    hashes = {name: programs[name]["sha256"][:DIGITS] for name in PROGRAMS}
    return {"ironboard": metadata.version("ironboard"), **hashes}


def do_batch(batch: Batch) -> list[Outcome]:
    """Do the items of a batch; an item that fails does not keep the others from being done."""
    if made_by() != batch.made_by:
        raise ForeignWorker(f"a worker has {made_by()}: expected {dict(batch.made_by)}")
    return [do_item(batch, item) for item in batch.items]


def do_item(batch: Batch, item: Item) -> Outcome:
    """Do an item. Whatever goes wrong in it is its own error."""
    try:
        return Outcome(item.key, batch.do(batch.parameters, item))
    except Exception as error:
        kind = "" if isinstance(error, IronboardError) else f"{type(error).__name__}: "
        return Outcome(item.key, None, f"{kind}{error}")
