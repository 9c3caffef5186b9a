"""What executes a machine's program: the kernel of its core, or the same functions as plain Python."""

from __future__ import annotations

import ctypes
from types import ModuleType
from typing import Any, Literal

from emulators import record
from emulators.kernels import library

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
            raise ValueError(f"there is no core '{core}': expected one of {', '.join(self.cores)}")
        kernel = library.load(functions) if core == "compiled" else None
        if core == "compiled" and not kernel:
            core = self.stand_in
            library.say_missing(functions.__name__, core)
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
