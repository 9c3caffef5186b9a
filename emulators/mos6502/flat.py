"""A bare 6502 with 64 K of plain memory: what test vectors and CPU benchmarks run on."""

from __future__ import annotations

from emulators.compiled import njit
from emulators.mos6502 import core


@njit()
def no_read(m, address, cycle):
    """Return the plain memory: there is no device."""
    return 0 | m.memory[address]


@njit()
def no_write(m, address, value, cycle):
    """Write plain memory: there is no device."""
    m.memory[address] = value


@njit()
def no_fetch(m):
    """Do nothing at an instruction fetch."""


BUS = core.Bus(no_read, no_write, no_fetch)


@njit(cache=True)
def run(state, deadline):
    """Run the machine `state[0]` to the cycle `deadline`; at least one instruction."""
    core.run(state[0], BUS, deadline)


@njit(cache=True)
def reset(state):
    """Let go of RES."""
    core.reset(state[0], BUS)
