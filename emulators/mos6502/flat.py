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
def no_fetch(m: State) -> bool:
    """Do nothing between two instructions."""
    return False


BUS = core.Bus(no_read, no_write, no_fetch)


@njit(cache=True)
def run(state: Sequence[State], deadline: int) -> None:
    """Run the machine `state[0]` to the cycle `deadline`; at least one instruction."""
    m = state[0]
    core.begin(m, BUS, deadline)
    going = True
    while going:
        start = m.cycles
        before = m.p
        opcode = core.step(m, BUS)
        going = core.goes_on(m, BUS, start, opcode, before)


@njit(cache=True)
def reset(state: Sequence[State]) -> None:
    """Let go of RES."""
    core.reset(state[0], BUS)
