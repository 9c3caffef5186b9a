"""Which 6502 executes the KIM-1's program: the compiled one, py65, or py65 until the compiled one is ready."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from emulators import compiled, record
from emulators.kim1 import bus
from emulators.mos6502.reference import Reference

Core = Literal["auto", "compiled", "py65", "python"]
CORES: tuple[Core, ...] = ("auto", "compiled", "py65", "python")


class Processor:
    """The machine's state and what runs it.

    `compiled`: our core, compiled by Numba (the first time takes some seconds). `py65`: the reference core.
    `auto`: py65 at once, the compiled core from the moment it is ready; the state is carried over exactly.
    `python`: our core as plain Python, for coverage and for a debugger.
    """

    def __init__(self, core: Core = "auto") -> None:
        if core not in CORES:
            raise ValueError(f"there is no core '{core}': expected one of {', '.join(CORES)}")
        self.core = core
        self._warm_up = compiled.WarmUp() if core == "auto" else None
        self._functions: Any = bus  # the module, or its compiled twin
        self._state: Any = [record.plain(bus.FIELDS)]
        self._reference = Reference(self._state[0], bus.BUS) if core in ("auto", "py65") else None
        if core == "compiled":
            self._compile()

    @property
    def m(self) -> Any:
        """The machine's record."""
        return self._state[0]

    @property
    def running_on(self) -> str:
        """The core at work now: `compiled`, `py65` or `python`."""
        return "py65" if self._reference else "python" if self._functions is bus else "compiled"

    def run(self, deadline: int) -> None:
        """Execute at least one instruction, and go on until the cycle `deadline` or until something stops it."""
        if self._warm_up and self._warm_up.ready():
            self._compile()
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

    def call(self, function: str, *arguments: int) -> Any:
        """Call one of the other entry points of bus.py."""
        return getattr(self._functions, function)(self._state, *arguments)

    def wait(self) -> None:
        """With `auto`: return when the compiled core is at work."""
        if self._warm_up:
            self._warm_up.wait()
            self._compile()

    def _compile(self) -> None:
        """Move to the compiled core."""
        plain = self._state[0]
        self._functions = compiled.twin(bus)
        self._state = record.compiled(bus.FIELDS)
        record.copy_fields(plain, self._state[0], bus.FIELDS)
        self._reference = self._warm_up = None


def warm(*names: str) -> None:
    """Compile entry points of bus.py, or load them from the cache."""
    processor = Processor("compiled")
    bus.power_on(processor.m, [], False, b"")
    for name in names:
        processor.call(name, *bus.ENTRY_POINTS[name])
