"""Do two cores do the same? A KIM-1 on each, side by side; the first difference with what led to it.

Both machines run a chunk of time, then registers, cycles and memory are compared. When they differ, both go back
to the start of the chunk and take it instruction by instruction.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from emulators.errors import IronboardError
from emulators.kim1.keypad import KEYS
from emulators.machine import Stop
from emulators.mos6502.system import Core
from host.desk.kim1.finger import Finger
from host.desk.kim1.headless import WAIT, parse_keys
from host.kim1 import Kim1, find_program

CHUNK = 50_000  # cycles between two comparisons
HISTORY = 15  # instructions reported before a difference
SETTLED = 300_000  # cycles after power-on at which the first key is pressed


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
    """Two machines that get the same program and the same keys; `make` builds a machine on a core."""

    def __init__(self, first: Core, second: Core, make: Callable[[Core], Kim1] | None = None) -> None:
        make = make or (lambda core: Kim1(core=core))
        self.names = (first, second)
        self.machines = (make(first), make(second))
        for kim in self.machines:
            kim.run_to(SETTLED)

    def start(self, program: str, keys: Iterable[str] = ()) -> None:
        """Load a program into both and let its address and GO be typed, then other keys."""
        keys = tuple(keys)
        for key in keys:
            if key not in KEYS:
                raise IronboardError(f"the KIM-1 has no key '{key}': its keys are {' '.join(KEYS)}")
        image = find_program(program)
        entry = image.entry if image.entry is not None else image.segments[0].address
        for kim in self.machines:
            kim.load(image)
            Finger(kim).press("AD", *f"{entry:04X}", "GO", *keys)

    def run(self, cycles: int) -> Divergence | None:
        """Run both for so many cycles; return the first difference, None if there is none."""
        end = self.machines[0].cycles + cycles
        while self.machines[0].cycles < end:
            before = [kim.save_state() for kim in self.machines]
            target = min(end, self.machines[0].cycles + CHUNK)
            stops = [kim.run_to(target) for kim in self.machines]
            if self.differences() or stops[0] != stops[1]:
                for kim, state in zip(self.machines, before, strict=True):
                    kim.load_state(state)
                return self._find(target)
            if stops[0] != Stop.NONE:
                break
        return None

    def _find(self, end: int) -> Divergence | None:
        """Go on instruction by instruction to the first difference."""
        first, second = self.machines
        trace: deque[str] = deque(maxlen=HISTORY)
        while first.cycles < end:
            trace.append(line(first))
            start = first.cycles
            stops = (first.step(), second.step())
            found = self.differences()
            if stops[0] != stops[1]:
                found.append(f"stop: {self._both(stops[0].name, stops[1].name)}")
            if found:
                return Divergence(start, tuple(found), tuple(trace))
        raise IronboardError("the machines differ after a run, but not when they take it instruction by instruction")

    def differences(self) -> list[str]:
        """Return what differs now, in words."""
        first, second = self.machines
        found = []
        for name, bits in first.registers.items():
            values = (first.read_register(name), second.read_register(name))
            if values[0] != values[1]:
                found.append(f"{name}: {self._both(*(f'{each:0{bits // 4}X}' for each in values))}")
        if first.cycles != second.cycles:
            found.append(f"cycles: {self._both(f'{first.cycles:,}', f'{second.cycles:,}')}")
        memories = (first.stored, second.stored)
        if memories[0] != memories[1]:
            places = (place for place in range(0x10000) if memories[0][place] != memories[1][place])
            for place in list(places)[:8]:
                values_there = self._both(*(f"{memory[place]:02X}" for memory in memories))
                found.append(f"memory {place:04X}: {values_there}")
        return found

    def _both(self, first: Any, second: Any) -> str:
        return f"{first} on {self.names[0]}, {second} on {self.names[1]}"


def line(kim: Kim1) -> str:
    """Return the next instruction with the registers before it."""
    text, _ = kim.disassemble(kim.read_register("PC"))
    registers = " ".join(f"{name}={kim.read_register(name):02X}" for name in ("A", "X", "Y", "S", "P"))
    return f"  {kim.cycles:>12,}  {kim.read_register('PC'):04X}  {text:<16} {registers}"


def lockstep(program: str, cycles: int, keys: str = "", cores: tuple[Core, Core] = ("compiled", "py65")) -> int:
    """Run a program on two cores and print what came of it; return the exit status: 0 if they did the same."""
    pair = Pair(*cores)
    pair.start(program, [each.key or WAIT for each in parse_keys(keys)])
    found = pair.run(cycles)
    if found:
        print(found)
        return 1
    kim = pair.machines[0]
    print(
        f"{cores[0]} and {cores[1]} did the same for {cycles:,} cycles,",
        f"up to cycle {kim.cycles:,}; display: {kim.display}",
    )
    return 0
