"""A KIM-1 as the command line describes it: built, brought to where the user takes over, and run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host import registry
from host.debugger.recorded import recorded
from host.formats import states, storage
from host.formats.faults import warn
from host.machines.kim1.line import Line, serve
from host.machines.kim1.machine import READY_SECONDS, Kim1
from host.machines.lines import End, PseudoTerminal, SerialPort
from host.panels.kim1 import headless, media
from host.panels.kim1.desk import KimDesk
from host.ui import showing


@dataclass(frozen=True)
class Setup:
    """A machine with its expansions, its program, and its connections."""

    program: str | None = "wally"  # a name of the manifest or a file; None is the bare monitor
    format: str | None = None
    origin: int | None = None
    go: int | None = None  # where the program begins, if not at its entry
    options: Mapping[str, Any] = field(default_factory=dict)  # of the machine
    state: Path | None = None
    tape: Path | None = None
    record: Path | None = None  # where everything that is done to the machine shall be kept
    overwrite: bool = False  # files that exist
    pty: Path | bool | None = None  # the Teletype on a pseudo-terminal, and a link to it
    serial: str | None = None  # or on a serial port


@dataclass(frozen=True)
class HeadlessRun:
    """Options of a run without a view, as `run_headless` takes them."""

    cycles: int | None = None
    seconds: float | None = None  # the same in the machine's time
    keys: str = ""
    typed: str = ""
    screenshot: Path | None = None
    transcript: Path | None = None


def run_in_view(setup: Setup, view: showing.View | None = None, speed: float | None = None) -> int:
    """Show the machine until the user quits; return the exit status."""
    chosen = showing.choose(view)  # before the machine starts: a view that cannot be had is known at once
    found = desk(setup, speed)
    with recorded(found.machine, setup.record, setup.overwrite), connected(found.machine, setup) as found.line:
        if found.line:
            found.tell(f"the Teletype is at {found.line.end.name}")
        return showing.show(found, chosen)


def desk(setup: Setup, speed: float | None = None) -> KimDesk:
    """Return the machine with its front, brought to where the user takes over."""
    return KimDesk(build(setup), setup.program, speed=speed)


def run_headless(setup: Setup, task: HeadlessRun, speed: float = 1.0) -> int:
    """Run the machine without a view; return the exit status."""
    if not setup.overwrite:
        storage.refuse_existing(task.screenshot, task.transcript)
    kim = build(setup)
    cycles = task.cycles if task.seconds is None else round(task.seconds * kim.clock)
    inputs = {name: getattr(task, name) for name in ("keys", "typed", "screenshot", "transcript")}
    with recorded(kim, setup.record, setup.overwrite), connected(kim, setup) as line:
        if line:
            return headless.run_headless(kim, run=lambda: serve(line, speed, cycles), **inputs)
        return headless.run_headless(kim, cycles=headless.CYCLES if cycles is None else cycles, **inputs)


@contextmanager
def connected(kim: Kim1, setup: Setup) -> Iterator[Line | None]:
    """Connect the Teletype to a line, if one is wanted, and say so."""
    if not (setup.pty or setup.serial):
        yield None
        return
    link = setup.pty if isinstance(setup.pty, Path) else None
    end: End = SerialPort(setup.serial, kim.baud) if setup.serial else PseudoTerminal(kim.baud, link)
    follows = "" if setup.serial else " until the program there sets another speed"
    print(f"the Teletype is at {end.name}: {kim.baud} baud{follows}", flush=True)
    try:
        yield Line(kim, end)
    finally:
        end.close()


def build(setup: Setup) -> Kim1:
    """Build the machine, and bring it to where the user takes over."""
    kim: Kim1 = registry.find("kim1").build(setup.options)
    if setup.state:
        states.check(setup.state, kim.title)
        media.open_file(kim, setup.state)
    elif setup.program:
        terminal = kim.strapped or None
        image = kim.boot(setup.program, format=setup.format, origin=setup.origin, entry=setup.go, terminal=terminal)
        warn(image)
    elif setup.pty or setup.serial:
        kim.run(seconds=READY_SECONDS)  # the monitor waits for the first character on the line
    else:
        strapped = kim.strapped  # `log_on` changes it
        kim.log_on()
        if not strapped:
            kim.go_to_keypad()
    if setup.tape:
        kim.insert_tape(setup.tape)
    return kim
