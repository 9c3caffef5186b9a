"""What there is to see of a 6600, as text: the job, its dayfile, its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.cdc6600.core import Cause
from emulators.cdc6600.floating import ADDRESS, INDEFINITE, INFINITE
from emulators.cdc6600.isa import PARCEL_BITS, WORD_BITS
from emulators.cdc6600.system import OUTPUT

if TYPE_CHECKING:
    from emulators.cdc6600.machine import Cdc6600

CONDITIONS = {ADDRESS: "an address out of range", INFINITE: "an infinite operand", INDEFINITE: "an indefinite operand"}
LINES = 50  # of the paper


def reason(machine: Cdc6600) -> str:
    """Return why the machine stands still."""
    m = machine.m
    at = f"{int(m.location):06o}"
    if m.running or m.cause == Cause.NONE:
        return ""
    if m.cause == Cause.PROGRAM_STOP:
        return f"program stop (PS) at {at}"
    if m.cause == Cause.ERROR_EXIT:
        met = [text for condition, text in CONDITIONS.items() if int(m.conditions) & condition]
        return f"error exit at {at}: {', '.join(met)}"
    if m.cause == Cause.ADDRESS:
        return f"address out of range: {int(m.p):06o} is not below the field length {int(m.fl):06o} (from {at})"
    if m.cause == Cause.OPERATION:
        parcel = machine.peek(int(m.location)) >> WORD_BITS - PARCEL_BITS * (int(m.parcel) + 1) & 0o77777
        return f"no instruction at {at}, parcel {int(m.parcel)}: {parcel:05o}"
    if m.cause == Cause.END:
        return "the program has ended"
    return f"aborted: {machine.system.trouble}"


def devices(machine: Cdc6600) -> dict[str, dict[str, str]]:
    """Return device -> name -> text."""
    system = machine.system
    files = {name: f"{len(file.words):,} words, at {file.position:,}" for name, file in sorted(system.files.items())}
    shown = {
        "job": {"state": state_of(machine), "time": time_of(machine)},
        "dayfile": {"lines": "\n".join(machine.dayfile[-LINES:])},
        "files": files,
        "console": {"picture": "\n".join(system.picture)},
        OUTPUT: {"paper": "\n".join(machine.text(OUTPUT).splitlines()[-LINES:])},
    }
    return {name: rows for name, rows in shown.items() if any(rows.values())}


def state_of(machine: Cdc6600) -> str:
    """Return what the job is doing."""
    if not machine.running:
        return machine.reason or "not started"
    waiting = ", ".join(machine.system.waiting_for)
    return f"waiting for a line of {waiting}" if waiting else "running"


def time_of(machine: Cdc6600) -> str:
    """Return the CP time in words."""
    if not machine.exact:
        return f"{int(machine.m.instructions):,} instructions"
    return f"{machine.cycles:,} minor cycles, {machine.seconds:.6f} s"
