"""`ironboard profile`: run a program from its first instruction, press keys, say where the time went."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from emulators.errors import IronboardError
from emulators.machine import Machine, Stop
from host.debugger.opening import Opened, Target, open_session
from host.debugger.profile.profile import Profile
from host.desk.kim1 import headless
from host.formats import storage
from host.kim1 import Kim1

FAILURE = 1
TOP = 15


@dataclass(frozen=True)
class Errand:
    """What shall be executed, and what is wanted of it."""

    cycles: int | None = None
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
    """A machine of which everything that it executes is counted: `run` is where time passes."""

    def __init__(self, machine: Machine, profile: Profile) -> None:
        self._machine = machine
        self._profile = profile

    def __getattr__(self, name: str) -> Any:
        return getattr(self._machine, name)

    def run(self, cycles: int = 0, *, seconds: float = 0.0) -> Stop:
        """Run for so many cycles, or seconds of the machine's own time."""
        machine = self._machine
        return self._profile.run_to(machine.cycles + cycles + round(seconds * machine.clock))


def profile(wish: Target, errand: Errand) -> int:
    """Profile a program; return the exit status: 1 when the machine stopped by itself."""
    actions, characters = headless.parse_keys(errand.keys), headless.parse_typed(errand.typed)
    for path in filter(None, (errand.output, errand.listing, errand.coverage)):
        if not errand.overwrite:
            storage.refuse_existing(path)
    opened = open_session(wish)
    for warning in opened.warnings:
        print(f"ironboard: warning: {warning}", file=sys.stderr)
    found = Profile(opened.session.machine, opened.session.sources)
    status = _execute(found, errand, actions, characters)
    print(found.text(errand.top), end="")
    if errand.tree:
        print(f"\n{found.call_tree()}", end="")
    _write(found, opened, errand)
    return status


def _execute(found: Profile, errand: Errand, actions: Iterable[headless.Action], characters: str) -> int:
    if isinstance(found.machine, Kim1):
        return _execute_on_kim1(found, errand, actions, characters)
    if errand.keys or characters:
        raise IronboardError(f"--keys and --type are for the KIM-1: the {found.machine.title} has neither")
    return _execute_alone(found, errand)


def _execute_alone(found: Profile, errand: Errand) -> int:
    """Run a machine that is given nothing; where a program ends by stopping it, that is its end."""
    machine = found.machine
    stop = found.run_to(machine.cycles + _cycles(errand, machine))
    if stop != Stop.NONE:
        place, words = machine.read_register(machine.program_counter), machine.reason
        name = stop.name.lower().replace("_", " ")
        at = f"{place:0{-(-machine.address_bits // 3)}o}" if machine.radix == 8 else f"{place:04X}"
        print(f"the machine stopped: {words or name} ({machine.program_counter} {at})", file=sys.stderr)
    return FAILURE if stop == Stop.ILLEGAL_INSTRUCTION else 0


def _cycles(errand: Errand, machine: Machine) -> int:
    """Return how long it shall run."""
    if errand.seconds is not None:
        return round(errand.seconds * machine.clock)
    return headless.CYCLES if errand.cycles is None else errand.cycles


def _execute_on_kim1(found: Profile, errand: Errand, actions: Iterable[headless.Action], characters: str) -> int:
    machine = found.machine
    kim = cast("Kim1", Watched(machine, found))
    try:
        for action in actions:
            headless.act(kim, action)
        if characters:
            headless.type_all(kim, characters)
        headless.checked(kim.run(_cycles(errand, machine)))
    except headless.Halted as halted:
        print(f"the machine stopped: {headless.reason(kim, halted.stop)}", file=sys.stderr)
        return FAILURE
    return 0


def _write(found: Profile, opened: Opened, errand: Errand) -> None:
    own = {line.file for info in opened.program.infos for line in info.lines} if opened.program else None
    if errand.output:
        found.write(errand.output, overwrite=errand.overwrite)
    if errand.coverage:
        found.write_coverage(errand.coverage, own, overwrite=errand.overwrite)
    if errand.listing:
        storage.write_all(errand.listing, _listing(found, opened).encode(), errand.overwrite)


def _listing(found: Profile, opened: Opened) -> str:
    """Return the program's sources, or where there are none its memory, with what was executed of them."""
    own = [part.file for part in found.coverage() if opened.program is None or _knows(opened, part.file)]
    if own:
        return "\n".join(found.heat(file) for file in own)
    stretches = opened.program.image.merged() if opened.program else []
    return "\n".join(found.heat(range(each.address, each.end)) for each in stretches)


def _knows(opened: Opened, file: str) -> bool:
    assert opened.program
    return any(line.file == file for info in opened.program.infos for line in info.lines)
