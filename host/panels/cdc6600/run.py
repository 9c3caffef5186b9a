"""A 6600 at its console as the command line describes it: built, brought to the start of the job, and run."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emulators.cdc6600.system import INPUT, OUTPUT
from host.debugger.recorded import recorded
from host.formats import states, storage
from host.machines.cdc6600.job import keep, without_files
from host.machines.cdc6600.machine import names
from host.panels.cdc6600 import headless
from host.panels.cdc6600.desk import Desk6600
from host.ui import showing

FIRST = "mates"  # the default program
DEMONSTRATION = (
    "* MORPHY 1856",
    "WHITE KC8 PB6 RA1",
    "BLACK KA8 BB8 PA7 PB7 SOLVE",
    "* TAVERNER 1889",
    "WHITE NC7 BH7 QH5 PF3 PE2 KG2 RH2 NC1 RF1 BG1",
    "BLACK BD8 RE8 RF8 BG8 PC5 PC4 KF4 SOLVE",
)  # lines for it then; it waits for more


@dataclass(frozen=True)
class Setup:
    """A machine, its job, and the job's input and output files."""

    program: str | None = None  # a name of the manifest or a file
    format: str | None = None
    empty: bool = False  # without a job
    library: bool = False  # the program is a file, too, under its name: it can load itself anew
    options: Mapping[str, Any] = field(default_factory=dict)  # of the machine
    input: Path | None = None  # if there is none, INPUT is the keyboard
    output: Path | None = None
    files: Mapping[str, Path] = field(default_factory=dict)
    saves: Mapping[str, Path] = field(default_factory=dict)
    overwrite: bool = False
    state: Path | None = None
    record: Path | None = None
    compiling: Mapping[str, Any] = field(default_factory=dict)  # options of the compiler of the program

    @property
    def results(self) -> Mapping[str, Path]:
        """The files of the machine to save, and their paths."""
        return {**({OUTPUT: self.output} if self.output else {}), **self.saves}


@dataclass(frozen=True)
class HeadlessRun:
    """Options of a run without a view, as `run_headless` takes them."""

    seconds: float | None = None  # of the machine's time
    cycles: int | None = None
    lines: tuple[str, ...] = ()  # typed one after the other, when the job waits for a line
    keys: str = ""  # pressed when a display driver takes them
    screenshot: Path | None = None


def run_in_view(setup: Setup, view: showing.View | None = None, speed: float | None = None) -> int:
    """Show the console until the user quits; save the job's files; return the exit status."""
    chosen = showing.choose(view)  # before the machine starts: a view that cannot be had is known at once
    refuse_existing(setup)
    desk = Desk6600(without_files(setup.options), speed=speed)
    with recorded(desk.machine, setup.record, setup.overwrite):
        prepare(desk, setup)
        status = showing.show(desk, chosen)
    keep(desk.machine, setup.results, setup.overwrite, sys.stderr)
    return status


def desk(setup: Setup, speed: float | None = None) -> Desk6600:
    """Return the console with its job started."""
    found = Desk6600(without_files(setup.options), speed=speed)
    prepare(found, setup)
    return found


def run_headless(setup: Setup, task: HeadlessRun) -> int:
    """Run the job without a view; return the exit status."""
    refuse_existing(setup, task)
    desk = Desk6600(without_files(setup.options))
    with recorded(desk.machine, setup.record, setup.overwrite):
        prepare(desk, setup)
        status = headless.run_headless(desk, **vars(task))
    keep(desk.machine, setup.results, setup.overwrite, sys.stderr)
    return status


def prepare(desk: Desk6600, setup: Setup) -> None:
    """Bring the machine to the start of the job: program in storage, files in place."""
    desk.files = {**setup.files, **({INPUT: setup.input} if setup.input else {})}
    desk.kept = [*setup.saves]
    desk.library = setup.library
    if setup.state:
        states.check(setup.state, desk.machine.title)
        desk.open(str(setup.state))
    elif setup.program:
        desk.begin(setup.program, setup.format, compiling=setup.compiling)
    elif not setup.empty and FIRST in names():
        desk.begin(FIRST, lines=() if setup.input else DEMONSTRATION)
    else:
        desk.pacer.pause()
        desk.refresh()


def refuse_existing(setup: Setup, task: HeadlessRun | None = None) -> None:
    """Raise an error for result files that exist, before anything runs."""
    if not setup.overwrite:
        storage.refuse_existing(*setup.results.values(), task.screenshot if task else None)
