"""A bare 6502 with 64 K of plain memory, for test vectors and CPU benchmarks."""

from __future__ import annotations

from emulators.mos6502 import core
from emulators.record import State

FIELDS = core.FIELDS


def no_read(m: State, address: int, cycle: int) -> int:
    """Return the plain memory: there is no device."""
    return m.memory[address]


def no_write(m: State, address: int, value: int, cycle: int) -> None:
    """Write plain memory: there is no device."""
    m.memory[address] = value


def no_fetch(m: State) -> bool:
    """Do nothing between two instructions."""
    return False


BUS = core.Bus(no_read, no_write, no_fetch)


def run(m: State, deadline: int) -> None:
    """Run the machine `m` to the cycle `deadline`; at least one instruction."""
    core.run_to(m, BUS, deadline)


def reset(m: State) -> None:
    """Release RES."""
    core.reset(m, BUS)


ENTRY_POINTS = (run, reset)
