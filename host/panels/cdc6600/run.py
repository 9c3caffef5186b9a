"""A 6600 brought to the start of a job; without a view: lines typed when the job waits, its results printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from emulators.cdc6600.displays import KEYS, TYPING
from emulators.cdc6600.machine import time_of
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.errors import IronboardError
from emulators.machine import Machine, Stop
from host.machines.cdc6600.job import keep
from host.machines.cdc6600.machine import BAD_ENDS, MODEL, Cdc6600
from host.machines.programs import file_of, names
from host.options import time_in
from host.panels import run
from host.panels.cdc6600.controller import Controller6600, give_files, job_name
from host.panels.run import Options, cycles_of
from host.streams import failed

if TYPE_CHECKING:
    from host.languages.sources import Program

FIRST = "mates"  # the default program
DEMONSTRATION = (
    "* MORPHY 1856",
    "WHITE KC8 PB6 RA1",
    "BLACK KA8 BB8 PA7 PB7 SOLVE",
    "* TAVERNER 1889",
    "WHITE NC7 BH7 QH5 PF3 PE2 KG2 RH2 NC1 RF1 BG1",
    "BLACK BD8 RE8 RF8 BG8 PC5 PC4 KF4 SOLVE",
)  # lines for it then; it waits for more
SECONDS = 100.0  # of machine time, by default
PIECE = 25_000  # cycles between two looks whether the job waits
NAMED = {"CR": "\r", "BKSP": "\b", "SPACE": " ", "LEFT": "[", "RIGHT": "]"}  # keys; LEFT and RIGHT blank
WAIT = "wait:"


class Result(run.Result):
    """A job on a 6600 that was run without a view."""

    output: Annotated[list[str], "the lines of OUTPUT, with those that were typed"]
    dayfile: list[str]
    state: Annotated[str, "of the job"]
    instructions: Annotated[int | None, "null with --fast"]


class Runner(run.Runner[Controller6600]):
    """A 6600 at its console, with a job and its files."""

    called = "6600"
    library = False  # whether the program is a file, too, under its name: it can load itself anew

    bare: ClassVar[Options] = {"input": None}  # without files

    def start(self, machine: Machine, program: Program | None) -> str:
        """Load a program, and give it its files; INPUT is the keyboard."""
        assert isinstance(machine, Cdc6600)
        said = super().start(machine, program)
        if program:
            give_files(machine, file_of(MODEL, program.name), {})
        return said

    def attach(self, machine: Machine, program: Program | None, **options: Any) -> Controller6600:
        """Return the console, with the program as the job."""
        assert isinstance(machine, Cdc6600)
        controller = Controller6600(machine, **options)
        if program:
            controller.take(job_name(program.name), program.known, Path(program.name).stem)
        return controller

    def put_together(self, setup: Options, task: Options | None, speed: float | None = None) -> Controller6600:
        """Return the machine without a job and without files."""
        machine = self.model.build({**setup["options"], "input": None})
        assert isinstance(machine, Cdc6600)
        return Controller6600(machine, speed=speed)

    @contextmanager
    def prepared(self, controller: Controller6600, setup: Options, task: Options | None = None) -> Iterator[None]:
        """Begin the job; save its files at the end."""
        with super().prepared(controller, setup, task):
            yield
        output = {OUTPUT: setup["output"]} if setup.get("output") else {}
        keep(controller.machine, {**output, **setup.get("saves", {})}, setup.get("overwrite", False), sys.stderr)

    def prepare(self, controller: Controller6600, setup: Options, task: Options | None = None) -> None:
        """Bring the machine to the start of the job: program in storage, files in place."""
        lines, program = setup.get("input"), setup.get("program")  # without the file, INPUT is the keyboard
        controller.files = {**setup.get("files", {}), **({INPUT: lines} if lines else {})}
        controller.kept = [*setup.get("saves", {})]
        controller.library = self.library
        if state := setup.get("state"):
            controller.open_state(Path(state))
        elif program:
            controller.begin(program, setup.get("format"), compiling=setup.get("compiling"))
        elif not setup.get("empty") and FIRST in names(MODEL):
            controller.begin(FIRST, lines=() if lines else DEMONSTRATION)
        else:
            controller.pacer.pause()
            controller.refresh()

    def operate(self, controller: Controller6600, task: Options, speed: float) -> int:
        """Run the job until it ends, waits with nothing left to type, or its time is up.

        `lines`: commands, and lines for the program, each typed when the job waits for one, or is over. `keys`:
        pressed then, when a display driver takes them: characters, names in NAMED, `wait:SECONDS`, with blanks
        between. `seconds` or `cycles`: how long it may run in all. Returns 1 when the job was stopped by an error or
        aborted.
        """
        machine, presses = controller.machine, [*pressed(task.get("keys", ""))]
        limit = machine.cycles + cycles_of(task, machine, machine.cycles_in(SECONDS))
        for line in task.get("lines", ()):
            run_until_asked(controller, limit)
            controller.enter(line)
        for press in presses:
            run_until_driven(controller, limit)
            press(controller, limit)
        run_until_asked(controller, limit)
        bad = machine.cause in BAD_ENDS
        if bad:
            failed(f"the job stopped: {controller.reason}")
        return int(bad)

    def report(self, controller: Controller6600) -> str:
        """Return OUTPUT with the typed lines, the dayfile, and the state of the job."""
        machine = controller.machine
        speed = f", {machine.instructions:,} instructions" if machine.exact else ""
        return "".join(
            f"{line}\n"
            for line in (
                *machine.transcript,
                *(f"dayfile{line}" for line in machine.dayfile),
                f"state    {machine.reason or controller.state.lower()}",
                f"CP time  {time_of(machine)}{speed}",
            )
        )

    def result(self, controller: Controller6600) -> Result:
        """Return the same for programs."""
        machine = controller.machine
        return {
            **super().result(controller),
            "output": [*machine.transcript],
            "dayfile": [*machine.dayfile],
            "state": machine.reason or controller.state.lower(),
            "instructions": machine.instructions if machine.exact else None,
        }


def run_until_asked(controller: Controller6600, limit: int) -> None:
    """Run until the job waits for a line, stops, or its time is up."""
    machine = controller.machine
    stop = Stop.NONE
    while stop == Stop.NONE and not (controller.asked or controller.held) and machine.cycles < limit:
        stop = machine.run_to(min(limit, machine.cycles + PIECE))


def run_until_driven(controller: Controller6600, limit: int) -> None:
    """Run until a display driver takes keys; raises IronboardError if none does within the time."""
    machine = controller.machine
    while machine.cycles < limit and not machine.system.driven and machine.run_to(machine.cycles + PIECE) == Stop.NONE:
        pass
    if not machine.system.driven:
        raise IronboardError("--keys: the program has no display driver that takes keys")


def pressed(keys: str) -> Iterator[Callable[[Controller6600, int], object]]:
    """Yield a function for each key or wait of a text; raises IronboardError for anything else."""
    for each in keys.split():
        if each.startswith(WAIT):
            yield wait(each)
            continue
        for key in (NAMED[each],) if each in NAMED else each.upper():
            if KEYS.find(key) < 1:
                names = ", ".join(NAMED)
                raise IronboardError(f"--keys: the console has no key '{key}' (in '{each}'): {names} and {WAIT}SECONDS")
            yield partial(press, key)


def press(key: str, controller: Controller6600, limit: int) -> None:
    """Press a key, and give the program time for it."""
    controller.machine.give("key", KEYS.index(key))
    go_on(TYPING, controller, limit)


def wait(text: str) -> Callable[[Controller6600, int], object]:
    """Return a function that runs the machine for a time."""
    seconds = time_in(text.removeprefix(WAIT))
    if seconds is None:
        raise IronboardError(f"--keys: '{text}': {WAIT} is followed by seconds, as {WAIT}1.5")
    return partial(go_on, round(seconds * Cdc6600.clock))


def go_on(cycles: int, controller: Controller6600, limit: int) -> None:
    """Run the machine for a number of cycles, up to `limit`."""
    controller.machine.run_to(min(limit, controller.machine.cycles + cycles))
