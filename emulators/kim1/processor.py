"""Which 6502 executes the KIM-1's program: the compiled one, py65, or py65 until the compiled one is ready."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from emulators import processor
from emulators.kim1 import bus
from emulators.mos6502.reference import Reference

Core = Literal["auto", "compiled", "py65", "python"]
CORES: tuple[Core, ...] = ("auto", "compiled", "py65", "python")


class Processor(processor.Processor):
    """The machine's state and what runs it.

    `compiled`: our core, compiled by Numba (the first time takes some seconds). `py65`: the reference core.
    `auto`: py65 at once, the compiled core from the moment it is ready; the state is carried over exactly.
    `python`: our core as plain Python, for coverage and for a debugger.
    """

    cores = CORES

    def __init__(self, core: Core = "auto") -> None:
        self._reference: Reference | None = None
        super().__init__(bus, bus.FIELDS, "kim1", core)
        if core in ("auto", "py65"):
            self._reference = Reference(self._state[0], bus.BUS)

    @property
    def running_on(self) -> str:
        """The core at work now: `compiled`, `py65` or `python`."""
        return "py65" if self._reference else super().running_on

    def run(self, deadline: int) -> None:
        """Execute at least one instruction, and go on until the cycle `deadline` or until something stops it."""
        self._look()
        if self._reference and not self.m.reset_held:
            self._reference.run(deadline)
            bus.catch_up(self.m)
        else:
            self._functions.run(self._state, deadline)

    @contextmanager
    def own_core(self) -> Iterator[None]:
        """Let our own core execute what runs meanwhile: py65 does not make all of the chip's bus cycles."""
        waiting, self._reference, self._warm_up = (self._reference, self._warm_up), None, None
        try:
            yield
        finally:
            self._reference, self._warm_up = waiting

    def _compile(self) -> None:
        """Move to the compiled core."""
        super()._compile()
        self._reference = None


def warm(*names: str) -> None:
    """Compile entry points of bus.py, or load them from the cache."""
    processor = Processor("compiled")
    bus.power_on(processor.m, [], False, b"")
    for name in names:
        processor.call(name, *bus.ENTRY_POINTS[name])
