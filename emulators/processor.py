"""What executes a machine's program: the kernel of its core, or the same functions as plain Python."""

from __future__ import annotations

import ctypes
from collections.abc import MutableSequence
from types import ModuleType
from typing import Any, Literal

from emulators import record
from emulators.errors import OptionError, shown
from emulators.kernels import building
from emulators.machine import Stop
from emulators.record import fill

Core = Literal["compiled", "python"]
CORES: tuple[Core, ...] = ("compiled", "python")


class Processor:
    """A machine's state and what runs it.

    `functions` is the module with the ENTRY_POINTS and FIELDS. `compiled`: its kernel; where there is none, plain
    Python stands in and a line on standard error says so. `python`: plain Python, for coverage and for a debugger.
    """

    cores: tuple[str, ...] = CORES
    stand_in = "python"  # what runs where there is no kernel

    def __init__(self, functions: ModuleType, core: str = "compiled") -> None:
        if core not in self.cores:
            raise OptionError(f"there is no core '{shown(core)}': expected one of {', '.join(self.cores)}")
        kernel = building.load(functions) if core == "compiled" else None
        if core == "compiled" and not kernel:
            core = self.stand_in
            building.say_missing(functions.__name__, core)
        self.running_on = core
        self.module = functions
        self._functions: Any = kernel or functions
        self.m: Any = record.structure(functions.FIELDS) if kernel else record.plain(functions.FIELDS)
        self._handle = ctypes.addressof(self.m) if kernel else self.m
        self._run = self._functions.run

    def run(self, deadline: int) -> None:
        """Execute at least one instruction, and go on until the cycle `deadline` or until something stops it."""
        self._run(self._handle, deadline)

    def call(self, function: str, *arguments: int) -> Any:
        """Call one of the other entry points."""
        return getattr(self._functions, function)(self._handle, *arguments)


class Bare(Processor):
    """A processor with nothing but storage: what test vectors, benchmarks and single routines run on.

    `functions` is the module of its kernel, `core` the one that knows its registers. Registers and indicators go by the
    names of the record's fields.
    """

    def __init__(self, functions: ModuleType, core: ModuleType, which: str = "compiled") -> None:
        super().__init__(functions, which)
        self._core = core
        core.power_on(self.m)

    @property
    def memory(self) -> MutableSequence[int]:
        """The storage."""
        words: MutableSequence[int] = self.m.memory
        return words

    @property
    def cycles(self) -> int:
        """Clock cycles since they were set to 0."""
        return int(self.m.cycles)

    @property
    def stop(self) -> Stop:
        """Why `run` returned."""
        return Stop(int(self.m.stop))

    def get(self, field: str) -> int:
        """Return a register."""
        return int(getattr(self.m, field))

    def set(self, **fields: int) -> None:
        """Set registers."""
        for name, value in fields.items():
            setattr(self.m, name, value)

    def bank(self, field: str) -> MutableSequence[int]:
        """Return registers that have numbers."""
        registers: MutableSequence[int] = getattr(self.m, field)
        return registers

    def go_to(self, *place: int) -> None:
        """Let the next instruction be the one at a place; only for cores for which that is more than a register."""
        self._core.go_to(self.m, *place)

    def set_breakpoint(self, address: int) -> None:
        """Stop before the instruction at an address."""
        self.m.special[address] = self._core.BREAKPOINT

    def log(self) -> None:
        """Note the accesses of each instruction from now on."""
        fill(self.m.special, bytes([self._core.TRACE]) * len(self.m.special))

    @property
    def accesses(self) -> list[tuple[int, int, int]]:
        """What has been noted since `forget`: address, value, 1 for a write."""
        m, length = self.m, int(self.m.log_length)
        return list(zip(*(map(int, each[:length]) for each in (m.log_address, m.log_value, m.log_write)), strict=True))

    def forget(self) -> None:
        """Forget accesses and cycles; whatever was about to happen does not."""
        self.m.log_length = self.m.cycles = self.m.horizon = 0

    def run_counting(self, cycles: int) -> int:
        """Run until something stops it, or for more than some cycles; return how many instructions were executed."""
        m, count, going = self.m, 0, True
        m.tracing = 1
        while going:
            m.trace_length = 0
            self.run(int(m.cycles) + cycles)
            count += int(m.trace_length)
            going = m.stop == Stop.NONE and m.trace_length == self._core.TRACE_ROWS
        m.tracing = 0
        return count
