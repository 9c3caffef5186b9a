"""A machine without a desk of its own: its front in a face, or headless, from power-on or a saved state."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emulators.errors import IronboardError
from emulators.machine import Machine, Stop
from host import interruption
from host.debugger.recorded import recorded
from host.formats import states
from host.ui import desk as faces
from host.ui import showing
from host.waiting import doing

if TYPE_CHECKING:
    from host.registry import Model

CYCLES = 1_000_000


@dataclass(frozen=True)
class Task:
    """Options of a run without a view, as `run_headless` takes them."""

    cycles: int | None = None
    seconds: float | None = None  # the same in the machine's time
    typed: str = ""


class Desk:
    """The object that the verb of a machine runs; a Setup is its options as given."""

    Setup, HeadlessRun = dict, Task

    def __init__(self, model: Model) -> None:
        self.model = model

    def run_in_view(
        self, setup: Mapping[str, Any], view: showing.View | None = None, speed: float | None = None
    ) -> int:
        """Show the machine until the user quits; return the exit status."""
        chosen = showing.choose(view)  # before the machine starts: a view that cannot be had is known at once
        desk = self.desk(setup, speed)
        with self._recorded(desk.machine, setup):
            return showing.show(desk, chosen)

    def desk(self, setup: Mapping[str, Any], speed: float | None = None) -> faces.Desk:
        if not self.model.front:
            raise IronboardError(
                f"the {self.model.title} has no panel: run it with --headless, or in `ironboard debug`"
            )
        found: faces.Desk = import_module(self.model.front).desk(self._machine(setup), None, speed=speed)
        return found

    def _machine(self, setup: Mapping[str, Any]) -> Machine:
        machine: Machine = self.model.build(setup["options"])
        if state := setup.get("state"):
            machine.load_state(states.read(Path(state), machine.title))
        return machine

    def _recorded(self, machine: Machine, setup: Mapping[str, Any]) -> AbstractContextManager[None]:
        return recorded(machine, setup.get("record"), setup.get("overwrite", False))

    def run_headless(self, setup: Mapping[str, Any], task: Task) -> int:
        """Run the machine; print its output and position. Return the exit status: 1 after an abnormal stop."""
        machine = self._machine(setup)
        with self._recorded(machine, setup):
            if task.typed:
                machine.type(task.typed)
            cycles = CYCLES if task.cycles is None else task.cycles
            with interruption.early() as interrupt, doing(lambda: f"{machine.seconds:.1f} s of the machine's time"):
                machine.run(cycles if task.seconds is None else machine.cycles_in(task.seconds))
            stop = machine.last_stop
        print(machine.printed.decode("latin-1"), end="")
        place = self.model.address_form.format(machine.read_register(machine.program_counter))
        print(f"{stop.name.lower() if stop else 'running'} at {place} after {machine.cycles:,} cycles")
        interrupt.end(interruption.STOOD.format(machine.cycles))
        return int(stop == Stop.ILLEGAL_INSTRUCTION)
