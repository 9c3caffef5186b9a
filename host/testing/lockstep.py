"""Do two cores do the same? A machine on each, side by side; the first difference with the steps that led to it.

Both machines run a chunk of time, then registers, cycles and memory are compared. When they differ, both go back
to the start of the chunk and take it instruction by instruction.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from emulators.errors import IronboardError
from emulators.machine import Machine, Stop
from host import registry
from host.debugger import opening
from host.formats import results
from host.registry import Model

CHUNK = 50_000  # cycles between two comparisons
HISTORY = 15  # instructions reported before a difference
SHOWN = 8  # words of memory that differ


@dataclass(frozen=True)
class Divergence:
    """The first difference between two machines."""

    cycle: int  # at which the instruction began
    differences: tuple[str, ...]
    trace: tuple[str, ...]  # the last instructions, that one included

    def __str__(self) -> str:
        heading = f"the machines differ after the instruction at cycle {self.cycle:,}"
        return "\n".join([heading, *(f"  {each}" for each in self.differences), "the last instructions:", *self.trace])


class Pair:
    """Two machines of a model that get the same program and the same keys; `make` builds one on a core."""

    def __init__(self, model: Model, first: str, second: str, make: Callable[[str], Machine] | None = None) -> None:
        make = make or (lambda core: model.build({"core": core}))
        self.model = model
        self.names = (first, second)
        self.machines = (make(first), make(second))

    def start(self, program: str, keys: str = "") -> None:
        """Load a program into both, run to its entry, and press keys from there on."""
        found, feed = opening.find(program), self.model.feeder(keys, "")
        for machine in self.machines:
            if warning := self.model.start(machine, found):
                raise IronboardError(warning)
        for cycle, kind, value in self._inputs(feed):
            for machine in self.machines:
                machine.at(cycle, kind, value)

    def _inputs(self, feed: Callable[[Machine], Stop]) -> list[tuple[int, str, Any]]:
        """Return the inputs of a machine while keys are pressed: cycle, kind, value."""
        machine = self.machines[0]
        here, given = machine.snapshot(), list[tuple[int, str, Any]]()
        machine.run_to(machine.cycles + machine.clock // 10)  # the key that has started the program goes up
        machine.on_give = lambda cycle, kind, value: given.append((cycle, kind, value))
        feed(machine)
        machine.on_give = None
        machine.restore(here)
        return given

    def run(self, cycles: int) -> Divergence | None:
        """Run both for n cycles; return the first difference or None."""
        end = self.machines[0].cycles + cycles
        while self.machines[0].cycles < end:
            before = [machine.save_state() for machine in self.machines]
            target = min(end, self.machines[0].cycles + CHUNK)
            stops = [machine.run_to(target) for machine in self.machines]
            if self.differences() or stops[0] != stops[1]:
                for machine, state in zip(self.machines, before, strict=True):
                    machine.load_state(state)
                return self._find(target)
            if stops[0] != Stop.NONE:
                break
        return None

    def _find(self, end: int) -> Divergence | None:
        """Go on instruction by instruction to the first difference."""
        first, second = self.machines
        trace: deque[str] = deque(maxlen=HISTORY)
        while first.cycles < end:
            trace.append(self._line(first))
            start = first.cycles
            stops = (first.step(), second.step())
            found = self.differences()
            if stops[0] != stops[1]:
                found.append(f"stop: {self._both(stops[0].name, stops[1].name)}")
            if found:
                return Divergence(start, tuple(found), tuple(trace))
        raise IronboardError("the machines differ after a run, but not when they take it instruction by instruction")

    def differences(self) -> list[str]:
        """Return the current differences in words."""
        first, second = self.machines
        found = []
        for name, bits in first.registers.items():
            values = (first.read_register(name), second.read_register(name))
            if values[0] != values[1]:
                found.append(f"{name}: {self._both(*(self._word(each, bits) for each in values))}")
        if first.cycles != second.cycles:
            found.append(f"cycles: {self._both(f'{first.cycles:,}', f'{second.cycles:,}')}")
        words = [machine.contents() for machine in self.machines]
        if words[0] != words[1]:
            places = [place for place, (a, b) in enumerate(zip(*words, strict=True)) if a != b]
            for place in places[:SHOWN]:
                there = self._both(*(self._word(each[place], first.word_bits) for each in words))
                found.append(f"memory {self.model.address_form[2:].format(place)}: {there}")
        return found

    def _both(self, first: str, second: str) -> str:
        return f"{first} on {self.names[0]}, {second} on {self.names[1]}"

    def _word(self, value: int, bits: int) -> str:
        return f"{value:0{-(-bits // 3)}o}" if self.model.radix == 8 else f"{value:0{bits // 4}X}"

    def _line(self, machine: Machine) -> str:
        """Return the next instruction with the registers before it."""
        counter = machine.program_counter
        place = machine.read_register(counter)
        text, _ = machine.disassemble(place)
        registers = " ".join(
            f"{name}={self._word(machine.read_register(name), bits)}"
            for name, bits in machine.registers.items()
            if name != counter
        )
        return f"  {machine.cycles:>12,}  {self.model.address_form[2:].format(place)}  {text:<16} {registers}"


class Agreement(TypedDict):
    """Two cores, side by side."""

    cores: list[str]
    cycle: Annotated[int, "up to which they agree; or that of the instruction after which they differ"]
    same: bool
    differences: list[str]
    trace: Annotated[list[str], "the last instructions, that one included"]


def lockstep(
    program: str, cycles: int, keys: str = "", cores: tuple[str, str] = ("compiled", "py65"), as_json: bool = False
) -> int:
    """Run a program on two cores and print the result; return the exit status: 0 if they agreed."""
    model = registry.find(registry.meant(program))
    pair = Pair(model, *cores)
    pair.start(program, keys)
    found = pair.run(cycles)
    machine = pair.machines[0]
    if as_json:
        cycle = found.cycle if found else machine.cycles
        differences, trace = (found.differences, found.trace) if found else ((), ())
        same = found is None
        results.show(Agreement(cores=[*cores], cycle=cycle, same=same, differences=[*differences], trace=[*trace]))
        return 0 if same else 1
    if found:
        print(found)
        return 1
    print(f"{cores[0]} and {cores[1]} did the same for {cycles:,} cycles, up to cycle {machine.cycles:,}")
    shown = machine.devices()
    for device, name in model.screen[:1]:
        print(f"{device}: {shown.get(device, {}).get(name, '')}")
    return 0
