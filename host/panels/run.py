"""A machine as the options of its verb describe it: brought to where the user takes over, in a view or without one.

    registry.find("kim1").runner().run_headless({"program": "wally"}, {"keys": "04 GO wait:lit"})

Without a view the same command gives the same output: everything happens at cycles of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, NamedTuple, TypedDict, TypeVar

from emulators.errors import IronboardError
from emulators.machine import Machine, Stop
from host import interruption
from host.debugger.recording import recorded
from host.formats import results, states
from host.interruption import doing
from host.ui import showing
from host.ui.controller import Controller

if TYPE_CHECKING:
    from host.languages.sources import Program
    from host.registry import Model

Options = Mapping[str, Any]

CYCLES = 1_000_000  # of a run without a view, unless told otherwise


class Result(TypedDict):
    """The state of a machine that was run without a view."""

    cycles: int
    seconds: Annotated[float, "the same in seconds of the machine's time"]
    registers: Annotated[dict[str, int], "their words, by name"]


class Unseen(NamedTuple):
    """A machine that is run without a controller."""

    machine: Any


Operated = TypeVar("Operated", bound=Controller | Unseen)


class Runner(Generic[Operated]):
    """Brings a machine to where the user takes over, and runs it. A machine's own panel overrides the hooks.

    Options are by their names in the program: `given` and `setup` those of the machine and its verb, the latter as
    `Model.setup` returns them; `task` the `headless_options`, None for a view.
    """

    called = "machine"  # in "1.5 s of the machine's time"

    def __init__(self, model: Model) -> None:
        self.model = model

    def controller(self, given: Options, speed: float | None = None) -> Operated:
        """Return the machine with its panel, brought to where the user takes over."""
        setup = self.model.setup(given)
        controller: Operated = self.put_together(setup, None, speed)
        self.prepare(controller, setup)
        return controller

    def run_in_view(self, given: Options, view: showing.View | None = None, speed: float | None = None) -> int:
        """Show the machine until the user quits; return the exit status."""
        setup = self.model.setup(given)
        chosen = showing.choose(view)  # before the machine starts: a view that cannot be had is known at once
        controller = self.put_together(setup, None, speed)
        with self.prepared(controller, setup):
            return showing.show(controller, chosen)

    def run_headless(self, given: Options, task: Options, speed: float = 1.0) -> int:
        """Run the machine without a view; return the exit status. `speed`: on a line, where time is the user's."""
        setup = self.model.setup(given)
        controller = self.put_together(setup, task)
        with self.prepared(controller, setup, task):
            return self.headless(controller, task, speed)

    def headless(self, controller: Operated, task: Options, speed: float = 1.0) -> int:
        """Perform a task, write its files, print the results; return the exit status."""
        machine, screenshot = controller.machine, task.get("screenshot")
        if screenshot:
            showing.drawer(screenshot)  # known before the machine runs
        status = 0
        with interruption.early() as interrupt, doing(lambda: f"{machine.seconds:.1f} s of the {self.called}'s time"):
            status = self.operate(controller, task, speed)
        if screenshot:
            showing.screenshot(self.still(controller), screenshot)
        self.save(controller, task)
        if task.get("as_json"):
            results.show(self.result(controller))
        else:
            print(self.report(controller), end="")
        interrupt.end(interruption.STOOD.format(machine.cycles))
        return status

    # -------------------------------------------------------------- the machine of a debugger

    bare: ClassVar[Options] = {}  # options of `build` for a machine that `start` gets ready

    def start(self, machine: Machine, program: Program | None) -> str:
        """Bring a new machine to a program's first instruction, or to where its user takes over; return a warning.

        A debugger's session begins then; `attach` gives its machine a panel.
        """
        return self.model.start(machine, program) if program else ""

    def attach(self, machine: Machine, program: Program | None, **options: Any) -> Controller:
        """Return the panel of a machine that has been started; `options` are those of its controller."""
        found: Controller = import_module(self.model.front).controller(
            machine, program.name if program else None, **options
        )
        return found

    # -------------------------------------------------------------- hooks

    def put_together(self, setup: Options, task: Options | None, speed: float | None = None) -> Any:
        """Return the machine with its panel, or unseen; inputs made here are not recorded."""
        machine = self.build(setup)
        seen = task is None  # to build a panel takes time
        return self.panel_of(machine, setup.get("program"), speed) if seen else Unseen(machine)

    def build(self, setup: Options) -> Machine:
        """Return the machine, in a saved state if there is one."""
        machine = self.model.build(setup["options"])
        if state := setup.get("state"):
            states.load(machine, Path(state))
        return machine

    def panel_of(self, machine: Machine, program: str | None = None, speed: float | None = None) -> Controller:
        """Return a machine with its panel; raises IronboardError if it has none."""
        if not self.model.front:
            raise IronboardError(
                f"the {self.model.title} has no panel: run it with --headless, or in `ironboard debug`"
            )
        found: Controller = import_module(self.model.front).controller(machine, program, speed=speed)
        return found

    @contextmanager
    def prepared(self, controller: Operated, setup: Options, task: Options | None = None) -> Iterator[None]:
        """Record the machine's input, if that is wanted; bring the machine to where the user takes over."""
        with recorded(controller.machine, setup.get("record"), setup.get("overwrite", False)):
            self.prepare(controller, setup, task)
            yield

    def prepare(self, controller: Operated, setup: Options, task: Options | None = None) -> None:
        """Bring the machine to where the user takes over."""

    def operate(self, controller: Operated, task: Options, speed: float) -> int:
        """Do a task, and run the machine; return the exit status: 1 after an abnormal stop."""
        machine = controller.machine
        if typed := task.get("typed"):
            machine.type(typed)
        machine.run(cycles_of(task, machine, CYCLES))
        return int(machine.last_stop == Stop.ILLEGAL_INSTRUCTION)

    def still(self, controller: Operated) -> Controller:
        """Return the controller as a picture shows it."""
        if isinstance(controller, Unseen):
            return self.panel_of(controller.machine)
        controller.refresh(still=True)
        return controller

    def save(self, controller: Operated, task: Options) -> None:
        """Write the files that the task names, its screenshot excepted."""

    def report(self, controller: Operated) -> str:
        """Return the results: the printed text, and the state of the machine."""
        machine, stop = controller.machine, controller.machine.last_stop
        place = self.model.address_form.format(machine.read_register(machine.program_counter))
        state = f"{stop.name.lower() if stop else 'running'} at {place} after {machine.cycles:,} cycles"
        return f"{machine.printed.decode('latin-1')}{state}\n"

    def result(self, controller: Operated) -> Result:
        """Return the same for programs."""
        machine = controller.machine
        registers = {name: machine.read_register(name) for name in machine.registers}
        return {"cycles": machine.cycles, "seconds": machine.seconds, "registers": registers}


def cycles_of(task: Options, machine: Machine, otherwise: int) -> int:
    """Return the length of a run in cycles."""
    if "seconds" in task:
        return machine.cycles_in(task["seconds"])
    return int(task.get("cycles", otherwise))
