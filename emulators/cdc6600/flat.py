"""The compiled entry point of the 6600: what machine, test vectors and CPU benchmarks run on."""

from __future__ import annotations

from collections.abc import Sequence

from emulators.cdc6600 import core
from emulators.compiled import njit
from emulators.record import State


@njit(cache=True)
def run(state: Sequence[State], deadline: int) -> None:
    """Run the machine `state[0]` to the cycle `deadline`; at least one instruction."""
    core.run_to(state[0], deadline)


ENTRY_POINTS = {"run": (1,)}  # name -> arguments for a call without consequences
