"""A 704 as the command line describes it: built, brought to where the user takes over, and run."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host import registry
from host.debugger.recorded import recorded
from host.formats import deck, states, storage, tapes
from host.machines.ibm704 import programs
from host.machines.ibm704.machine import Ibm704
from host.panels.ibm704 import headless
from host.panels.ibm704.desk import Desk704
from host.ui import showing

FIRST = "checkers"  # what it runs if nothing is said
DEMONSTRATION = [
    "NEW",
    "DEPTH 2",
    "PRUNE ON",
    "PRINT",
    *["PLAY"] * 120,
]  # cards for it then: the machine plays against itself


@dataclass(frozen=True)
class Setup:
    """A machine, its program, and the contents of its units."""

    program: str | None = None  # a name of the manifest or a file
    empty: bool = False  # without a program; else, if none is named, the machine demonstrates what it can
    cards: tuple[Path, ...] = ()  # decks after the program
    slow: bool = False  # the program's deck is read at the reader's speed
    tapes: tuple[tuple[int, str], ...] = ()  # unit and file; an empty name is a new tape
    no_ring: tuple[int, ...] = ()  # units whose tapes cannot be written
    sense: tuple[int, ...] = ()  # sense switches that are down from the beginning
    options: Mapping[str, Any] = field(default_factory=dict)  # of the machine
    compiling: Mapping[str, Any] = field(default_factory=dict)  # options of the compiler of the program
    state: Path | None = None
    record: Path | None = None  # where everything that is done to the machine shall be kept
    overwrite: bool = False  # files that exist


@dataclass(frozen=True)
class HeadlessRun:
    """Options of a run without a view, as `run_headless` takes them."""

    seconds: float | None = None  # of the machine's time
    cycles: int | None = None
    keys: str = ""
    screenshot: Path | None = None
    paper: Path | None = None
    punch: Path | None = None
    save_tapes: tuple[tuple[int, Path], ...] = ()  # units, and the files for what is on them at the end


def run_in_view(setup: Setup, view: showing.View | None = None, speed: float | None = None) -> int:
    """Show the machine until the user quits; return the exit status."""
    chosen = showing.choose(view)  # before the machine starts: a view that cannot be had is known at once
    found = Desk704(registry.find("704").build(setup.options), slow=setup.slow, speed=speed)
    with recorded(found.machine, setup.record, setup.overwrite):
        prepare(found, setup)
        return showing.show(found, chosen)


def run_headless(setup: Setup, task: HeadlessRun) -> int:
    """Run the machine without a view; return the exit status."""
    saved = [path for _, path in task.save_tapes]
    for path in saved:
        tapes.FORMATS.meant(str(path), None, "tape")  # a name that does not say the format is refused before the run
    if not setup.overwrite:
        storage.refuse_existing(task.screenshot, task.paper, task.punch, *saved)
    found = Desk704(registry.find("704").build(setup.options), slow=True)
    with recorded(found.machine, setup.record, setup.overwrite):
        for unit in {unit for unit, _ in task.save_tapes} - {unit for unit, _ in setup.tapes}:
            found.machine.insert_tape(unit)
        prepare(found, setup)
        return headless.run_headless(found, **vars(task))


def desk(setup: Setup, speed: float | None = None) -> Desk704:
    found = Desk704(registry.find("704").build(setup.options), slow=setup.slow, speed=speed)
    prepare(found, setup)
    return found


def prepare(desk: Desk704, setup: Setup) -> None:
    """Load the hopper and the program, ready for the user."""
    machine = desk.machine
    for unit, tape in setup.tapes:
        if damage := machine.insert_tape(unit, tape or None, ring=unit not in setup.no_ring):
            print(f"warning: {damage}", file=sys.stderr)
    throw(machine, setup.sense)
    if setup.state:
        states.check(setup.state, desk.machine.title)
        desk.open(str(setup.state))
        throw(machine, setup.sense)
        if setup.program:
            desk.take(setup.program, programs.find(setup.program, setup.compiling).symbols)
    elif setup.program:
        desk.boot(setup.program, setup.cards, compiling=setup.compiling)
        return
    elif not setup.empty and FIRST in programs.names():
        desk.boot(FIRST, setup.cards, () if setup.cards else [deck.of_text(text) for text in DEMONSTRATION])
        return
    machine.read_cards(*setup.cards)


def throw(machine: Ibm704, switches: Iterable[int]) -> None:
    """Put sense switches down."""
    for number in switches:
        machine.set_sense_switch(number)
