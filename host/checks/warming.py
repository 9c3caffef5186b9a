"""Compiling ahead: so that the first start finds everything in the cache."""

from __future__ import annotations

import time

from emulators import compiled
from emulators import warm as machines
from emulators.errors import IronboardError


def warm() -> None:
    """Compile what is not in the cache yet, and say how long it took."""
    print(f"compiling into {compiled.cache_folder()} ...", flush=True)
    start = time.perf_counter()
    if machines.main([]):
        raise IronboardError("compiling failed: see above")
    print(f"ready after {time.perf_counter() - start:.1f} seconds")
