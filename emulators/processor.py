"""The processors that execute a machine's program: the kernel of its core, or the same functions as plain Python."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, Literal, TypeVar

from emulators import record
from emulators.errors import OptionError, shown
from emulators.kernels import building

Core = Literal["compiled", "python"]
CORES: tuple[Core, ...] = ("compiled", "python")
PIECE_SECONDS = 0.05  # of the host: how long a kernel is left alone; between two pieces Python hears Ctrl-C
SHORTEST_PIECE, FIRST_PIECE, LONGEST_PIECE = 1_000, 1_000_000, 20_000_000  # cycles; those of a pause cost nothing

T = TypeVar("T")


class Processor:
    """A machine's state and the code that runs it.

    `functions` is the module with the ENTRY_POINTS and FIELDS. `compiled`: its kernel; where there is none, plain
    Python replaces it and a line on standard error says so. `python`: plain Python, for coverage and for a debugger.
    """

    cores: tuple[str, ...] = CORES
    stand_in = "python"  # the core that runs where there is no kernel

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
        self._scratch: dict[str, int] = getattr(functions, "SCRATCH", {})
        for name, words in self._scratch.items():
            record.grow(self.m, name, words)
            setattr(self.m, f"{name}_size", words)
        self._handle = ctypes.addressof(self.m) if kernel else self.m
        self._run = self._functions.run
        self.piece = FIRST_PIECE  # cycles that take about PIECE_SECONDS

    def image(self) -> bytes:
        """Return the record as the bytes that the kernel works on, without scratch arrays."""
        return record.image(self.m, self.module.FIELDS, self._scratch)

    def run(self, deadline: int) -> None:
        """Execute at least one instruction, and go on until the cycle `deadline` or until something stops it."""
        self._run(self._handle, deadline)

    def run_piece(self, deadline: int, run: Callable[[int], T]) -> T:
        """Make `run` go to the cycle `deadline`, or only as far as it gets in about PIECE_SECONDS.

        Where a run is cut makes no difference to its course, only to when the host can do something else.
        """
        first, start, piece = self.m.cycles, time.perf_counter(), self.piece
        try:
            return run(min(deadline, first + piece))
        finally:
            if self.m.cycles - first >= piece:
                fitting = round(piece * PIECE_SECONDS / max(time.perf_counter() - start, 1e-6))
                self.piece = max(SHORTEST_PIECE, min(LONGEST_PIECE, 2 * piece, fitting))

    def call(self, function: str, *arguments: int) -> Any:
        """Call one of the other entry points."""
        return getattr(self._functions, function)(self._handle, *arguments)
