"""A bare 6502 with 64 K of plain memory: what test vectors and CPU benchmarks run on."""

from __future__ import annotations

from collections.abc import Sequence

from emulators.compiled import njit
from emulators.mos6502 import core
from emulators.record import State


@njit()
def no_read(m: State, address: int, cycle: int) -> int:
    """Return the plain memory: there is no device."""
    return 0 | m.memory[address]


@njit()
def no_write(m: State, address: int, value: int, cycle: int) -> None:
    """Write plain memory: there is no device."""
    m.memory[address] = value


@njit()
def no_fetch(m: State) -> None:
    """Do nothing at an instruction fetch."""


BUS = core.Bus(no_read, no_write, no_fetch)


@njit(cache=True)
def run(state: Sequence[State], deadline: int) -> None:
    """Run the machine `state[0]` to the cycle `deadline`; at least one instruction."""
    core.run(state[0], BUS, deadline)


@njit(cache=True)
def reset(state: Sequence[State]) -> None:
    """Let go of RES."""
    core.reset(state[0], BUS)
