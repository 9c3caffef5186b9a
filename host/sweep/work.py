"""What a worker does: a batch of items, one after the other. It may be another process, on another computer."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from importlib import metadata
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.roms import manifest
from host.sweep.workload import Item, Parameters, Result

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
