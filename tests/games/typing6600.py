"""Programs of the 6600 at the console, without a view: each line is typed when they wait for one."""

from __future__ import annotations

from collections.abc import Iterable

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.system import INPUT
from host.machines.cdc6600.machine import Cdc6600

PIECE, PATIENCE = 10_000, 100_000_000  # cycles


def typed(program: str, lines: Iterable[str]) -> Cdc6600:
    """Return the machine when the program waits for a line after these, or has ended."""
    machine = Cdc6600(core="compiled")
    machine.load(program)
    machine.attach("OUTPUT")
    machine.give("connect", INPUT)
    wait(machine)
    for line in lines:
        assert INPUT in machine.system.waiting_for, machine.reason
        machine.give("line", [INPUT, display_code.line(line)])
        wait(machine)
    return machine


def wait(machine: Cdc6600) -> None:
    """Run until the program waits for a line, or has ended."""
    limit = machine.cycles + PATIENCE
    while INPUT not in machine.system.waiting_for and machine.m.cause == Cause.NONE and machine.cycles < limit:
        machine.run(PIECE)
