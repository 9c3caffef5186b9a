"""`ironboard profile`: run a program from its first instruction, press keys, report where the time went."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from emulators.machine import Machine, Stop
from host import interruption
from host.debugger.opening import Opened, Target, open_session
from host.debugger.profile.profile import Profile
from host.formats import storage
from host.streams import failed
from host.waiting import doing

FAILURE = 1
TOP = 15
CYCLES = 1_000_000  # run after the last key if nothing is said


@dataclass(frozen=True)
class Task:
    """The program to profile, and the reports to make."""

    cycles: int = CYCLES
    seconds: float | None = None  # the same in the machine's time
    keys: str = ""
    typed: str = ""
    output: Path | None = None  # stacks for a flame-graph viewer
    listing: Path | None = None  # the sources with what every line cost
    coverage: Path | None = None
    top: int = TOP  # rows of each table
    tree: bool = False
    overwrite: bool = False


class Watched:
    """A machine whose every instruction is counted; time passes only in `run`."""

    def __init__(self, machine: Machine, profile: Profile) -> None:
        self._machine = machine
        self._profile = profile

    def __getattr__(self, name: str) -> Any:
        return getattr(self._machine, name)

    def run(self, cycles: int = 0, *, seconds: float = 0.0) -> Stop:
        """Run for cycles, or seconds of the machine's own time."""
        machine = self._machine
        return self._profile.run_to(machine.cycles + cycles + round(seconds * machine.clock))


def profile(target: Target, task: Task) -> int:
    """Profile a program; return the exit status: 1 when the machine stopped at an illegal instruction."""
    if not task.overwrite:
        storage.refuse_existing(task.output, task.listing, task.coverage)
    opened = open_session(target, debugging=False)
    feed = opened.kind.feeder(task.keys, task.typed)
    for warning in opened.warnings:
        print(f"ironboard: warning: {warning}", file=sys.stderr)
    machine, sources = opened.session.machine, opened.session.sources
    found = Profile(machine, sources)
    stop = Stop.NONE
    with interruption.early() as interrupt, doing(lambda: f"{machine.cycles:,} cycles"):
        stop = feed(cast("Machine", Watched(machine, found)))
        if stop == Stop.NONE:
            length = task.cycles if task.seconds is None else round(task.seconds * machine.clock)
            stop = found.run_to(machine.cycles + length)
    if stop != Stop.NONE:
        place, why = machine.read_register(machine.program_counter), stop.name.lower().replace("_", " ")
        at = f"{sources.number(place)} ({machine.disassemble(place)[0]})"
        failed(f"the machine stopped: {machine.reason or why} at {at}")
    print(found.text(task.top), end="")
    if task.tree:
        print(f"\n{found.call_tree()}", end="")
    own = {line.file for info in opened.program.infos for line in info.lines} if opened.program else None
    if task.output:
        found.write(task.output, overwrite=task.overwrite)
    if task.coverage:
        found.write_coverage(task.coverage, own, overwrite=task.overwrite)
    if task.listing:
        storage.write_text(task.listing, _listing(found, opened, own), task.overwrite)
    interrupt.end(f"that is the profile of {found.cycles:,} cycles; the same command begins anew")
    return FAILURE if stop == Stop.ILLEGAL_INSTRUCTION else 0


def _listing(found: Profile, opened: Opened, own: set[str] | None) -> str:
    """Return the program's sources, or without any its memory, annotated with executions."""
    files = [part.file for part in found.coverage(own)]
    if files:
        return "\n".join(found.heat(file) for file in files)
    stretches = opened.program.image.merged() if opened.program else []
    return "\n".join(found.heat(range(each.address, each.end)) for each in stretches)
