"""How does a bare processor come on the test bench? With its state and functions, compiled or as plain Python."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from emulators import record


def wired(core: ModuleType, flat: ModuleType, compiled: bool) -> tuple[Any, Any]:
    """Return a processor's state with power on, as an array of one record, and the functions that run it.

    Every address is wired to the bus log.
    """
    state: Any = [record.plain(core.FIELDS)]
    functions: Any = flat
    if compiled:
        from emulators import compiled as twins

        state, functions = record.compiled(core.FIELDS), twins.twin(flat)
    m = state[0]
    core.power_on(m)
    m.special[:] = core.TRACE if compiled else bytes([core.TRACE]) * len(m.special)
    return state, functions
