"""A bare 704 without units, for test vectors and CPU benchmarks."""

from __future__ import annotations

from emulators.ibm704 import core
from emulators.record import State

FIELDS = core.FIELDS


def no_select(m: State, unit: int, writing: int) -> None:
    """Select nothing: there is no unit."""


def no_copy(m: State, address: int) -> int:
    """Stop: nothing is selected."""
    m.read_write_check = 1
    core.halt(m, core.Cause.READ_WRITE_CHECK)
    return 0


def no_control(m: State, op: int, address: int) -> int:
    """Do nothing: there is no unit."""
    return 0


UNITS = core.Units(no_select, no_copy, no_control)


def run(m: State, deadline: int) -> None:
    """Run the machine `m` to the cycle `deadline`; at least one instruction."""
    core.run_to(m, UNITS, deadline)


ENTRY_POINTS = (run,)
