"""A KIM-1 brought to where the user takes over; without a view: keys pressed, characters typed, the display printed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from emulators.inputs import NEVER
from emulators.machine import Machine, Stop
from host.formats import states, storage
from host.formats.faults import warn
from host.machines.kim1.line import Line, serve
from host.machines.kim1.machine import READY_SECONDS, Kim1
from host.machines.kim1.operate import Halted, act, checked, parse_keys, parse_typed, type_all
from host.machines.lines import End, PseudoTerminal, SerialPort
from host.panels import run
from host.panels.kim1.controller import KimController
from host.panels.run import Options, Unseen, cycles_of
from host.streams import failed

if TYPE_CHECKING:
    from host.languages.sources import Program


class Result(run.Result):
    """A KIM-1 that was run without a view."""

    display: Annotated[str, "the six digits"]
    terminal: Annotated[str, "what the Teletype has printed"]


class Runner(run.Runner[KimController | Unseen]):
    """A KIM-1 with its Teletype, which may be on a line."""

    called = "KIM-1"
    line: Line | None = None

    def build(self, setup: Options) -> Kim1:
        """Return the machine with its program started, a state or the monitor gone on with."""
        kim = self.model.build(setup["options"])
        assert isinstance(kim, Kim1)
        if state := setup.get("state"):
            states.load(kim, Path(state))
        elif program := setup.get("program"):
            place = {"origin": setup.get("origin"), "entry": setup.get("go")}
            warn(kim.boot(program, format=setup.get("format"), terminal=kim.strapped or None, **place))
        elif wants_line(setup):
            kim.run(seconds=READY_SECONDS)  # the monitor waits for the first character on the line
        else:
            to_monitor(kim)
        if tape := setup.get("tape"):
            kim.insert_tape(tape)
        return kim

    def start(self, machine: Machine, program: Program | None) -> str:
        """Start a program, or the monitor."""
        if program:
            return super().start(machine, program)
        assert isinstance(machine, Kim1)
        to_monitor(machine)
        return ""

    @contextmanager
    def prepared(
        self, controller: KimController | Unseen, setup: Options, task: Options | None = None
    ) -> Iterator[None]:
        """Record the machine's input; connect the Teletype to a line, if one is wanted."""
        with super().prepared(controller, setup, task), connected(controller.machine, setup) as self.line:
            if self.line and isinstance(controller, KimController):
                controller.line = self.line
                controller.tell(f"the Teletype is at {self.line.end.name}")
            yield

    def operate(self, controller: KimController | Unseen, task: Options, speed: float) -> int:
        r"""Press `keys`, type `typed`, run on; return 1 when the machine stopped by itself, else 0.

        `keys`: names of keys, SST, groups of digits, `wait:SECONDS`, and `wait:lit` (until the display is lit).
        `typed` may contain \r, \n (both Return), \xNN.
        """
        kim, line = controller.machine, self.line
        actions, characters = parse_keys(task.get("keys", "")), parse_typed(task.get("typed", ""))
        try:
            for action in actions:
                act(kim, action)
            type_all(kim, characters)
            cycles = cycles_of(task, kim, NEVER if line else run.CYCLES)
            checked(serve(line, speed, cycles) if line else kim.run(cycles))
        except Halted as halted:
            failed(f"the machine stopped: {reason(kim, halted.stop)}")
            return 1
        return 0

    def save(self, controller: KimController | Unseen, task: Options) -> None:
        """Write the terminal's output to the file `transcript`."""
        if transcript := task.get("transcript"):
            storage.write_text(Path(transcript), controller.machine.transcript, True)

    def report(self, controller: KimController | Unseen) -> str:
        """Return the final display and any terminal output."""
        kim, display = controller.machine, controller.machine.display
        lines = [f"cycles   {kim.cycles:,}", f"display  {display[:4]} {display[4:]}".rstrip()]
        if kim.transcript:
            lines += ["terminal", kim.transcript.strip("\n")]
        return "\n".join(lines) + "\n"

    def result(self, controller: KimController | Unseen) -> Result:
        """Return the same for programs."""
        kim = controller.machine
        return {**super().result(controller), "display": kim.display, "terminal": kim.transcript}


def to_monitor(kim: Kim1) -> None:
    """Start the monitor, at the keypad unless the terminal is strapped."""
    strapped = kim.strapped  # `log_on` changes it
    kim.log_on()
    if not strapped:
        kim.go_to_keypad()


def wants_line(setup: Options) -> bool:
    """Return whether the Teletype shall be on a line."""
    return bool(setup.get("pty") or setup.get("serial"))


@contextmanager
def connected(kim: Kim1, setup: Options) -> Iterator[Line | None]:
    """Connect the Teletype to a line, if one is wanted, and say so."""
    if not wants_line(setup):
        yield None
        return
    port, link = setup.get("serial"), setup.get("pty")
    end: End = SerialPort(port, kim.baud) if port else PseudoTerminal(kim.baud, link if link is not True else None)
    follows = "" if port else " until the program there sets another speed"
    print(f"the Teletype is at {end.name}: {kim.baud} baud{follows}", flush=True)
    try:
        yield Line(kim, end)
    finally:
        end.close()


def reason(kim: Kim1, stop: Stop) -> str:
    """Return why and where it stopped."""
    place = kim.read_register("PC")
    return f"{stop.name.lower().replace('_', ' ')} at {place:04X} ({kim.disassemble(place)[0]})"
