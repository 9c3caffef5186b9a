"""The compiled entry point of the 6600 for the machine, test vectors and CPU benchmarks."""

from __future__ import annotations

from emulators.cdc6600 import core
from emulators.record import State

FIELDS = core.FIELDS


def run(m: State, deadline: int) -> None:
    """Run the machine `m` to the cycle `deadline`; at least one instruction."""
    core.run_to(m, deadline)


ENTRY_POINTS = (run,)
