"""A KIM-1 as the command line describes it: built, brought to where the user takes over, and run."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from emulators.errors import ImageError, IronboardError
from emulators.kim1 import bus
from emulators.kim1.teletype import BAUD
from emulators.mos6502.system import Core
from host.desk.kim1 import headless
from host.desk.kim1.line import Line, serve
from host.desk.recorded import recorded
from host.faces import showing
from host.faces.kim1 import media
from host.faces.kim1.desk import KimDesk
from host.formats import storage
from host.kim1 import READY_SECONDS, Kim1
from host.lines import End, PseudoTerminal, SerialPort

ROM_NAMES = {
    "4fa2b5fab0e27b6015e2475fb9b483f10e81c2df4524f1d5b74945dcd6a38723": "the KIM-1 monitor of MOS Technology, 1975",
}  # SHA-256 of an image -> what it is


@dataclass(frozen=True)
class Setup:
    """A machine with its expansions, its program, and its connections."""

    program: str | None = "wally"  # a name of the manifest or a file; None is the bare monitor
    format: str | None = None
    origin: int | None = None
    go: int | None = None  # where the program begins, if not at its entry
    rom: Path | None = None
    core: Core = "compiled"
    expand_low: bool = False
    expand_high: int = 0
    tty: bool = False
    baud: int = BAUD
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
    end: End = SerialPort(setup.serial, setup.baud) if setup.serial else PseudoTerminal(setup.baud, link)
    follows = "" if setup.serial else " until the program there sets another speed"
    print(f"the Teletype is at {end.name}: {setup.baud} baud{follows}", flush=True)
    try:
        yield Line(kim, end)
    finally:
        end.close()


def build(setup: Setup) -> Kim1:
    """Build the machine, and bring it to where the user takes over."""
    kim = put_together(setup)
    if setup.state:
        media.open_file(kim, setup.state)
    elif setup.program:
        terminal = setup.tty or None
        kim.boot(setup.program, format=setup.format, origin=setup.origin, entry=setup.go, terminal=terminal)
    elif setup.pty or setup.serial:
        kim.run(seconds=READY_SECONDS)  # the monitor waits for the first character on the line
    else:
        kim.log_on()
        if not setup.tty:
            kim.go_to_keypad()
    if setup.tape:
        kim.insert_tape(setup.tape)
    return kim


def put_together(setup: Setup) -> Kim1:
    """Return the machine with its expansions, switched on; nothing has run yet."""
    if not 0 <= setup.expand_high <= len(bus.HIGH_EXPANSION):
        most = len(bus.HIGH_EXPANSION)
        raise IronboardError(f"--expand-high {setup.expand_high}: there is room for {most} bytes (2000-FBFF)")
    return Kim1(
        rom=read_rom(setup.rom) if setup.rom else None,
        core=setup.core,
        low_expansion=setup.expand_low,
        high_expansion=setup.expand_high,
        terminal=setup.tty,
        baud=setup.baud,
    )


def read_rom(path: Path) -> bytes:
    """Read a monitor ROM from a raw file; errors name known ROMs."""
    data = storage.read_all(path, 0x10000, "a ROM image")
    if len(data) != bus.ROM_SIZE:
        hint = "; join two files of 1,024 bytes with the one for 1800 (6530-003) first" if len(data) == 1024 else ""
        raise ImageError(f"{path}: a ROM of {len(data):,} bytes: expected {bus.ROM_SIZE:,}, for 1800-1FFF, raw{hint}")
    name = ROM_NAMES.get(hashlib.sha256(data).hexdigest())
    if name:
        print(f"{path}: {name}", file=sys.stderr)
    return data
