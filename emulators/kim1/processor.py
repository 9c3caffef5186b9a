"""Which 6502 executes the KIM-1's program: the kernel, our core as plain Python, or py65."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from emulators import processor
from emulators.kim1 import bus
from emulators.machine import Stop

if TYPE_CHECKING:
    from emulators.mos6502.reference import Reference

Core = Literal["compiled", "python", "py65"]
CORES: tuple[Core, ...] = ("compiled", "python", "py65")


class Processor(processor.Processor):
    """The machine's state and what runs it.

    `compiled`: our core's kernel. `python`: our core as plain Python, for coverage and for a debugger. `py65`: the
    reference core, which stands in where there is no kernel: it keeps pace with the machine's own clock.
    """

    cores = CORES
    stand_in = "py65"

    def __init__(self, core: Core = "compiled") -> None:
        super().__init__(bus, core)
        self._reference: Reference | None = None
        if self.running_on == "py65":
            from emulators.mos6502.reference import Reference

            self._reference = Reference(self.m, bus.BUS)

    def run(self, deadline: int) -> None:
        """Execute at least one instruction, and go on until the cycle `deadline` or until something stops it."""
        if not self._reference:
            super().run(deadline)
            return
        m = self.m
        m.stop = Stop.NONE
        bus.deliver(m)
        going = not bus.waits_for_host(m)
        while going:
            stop_at = bus.next_stop(m, deadline)
            if m.reset_held:
                bus.advance(m, stop_at)
            else:
                self._reference.run(stop_at)
                bus.catch_up(m)
            going = bus.goes_on(m, deadline)

    @contextmanager
    def own_core(self) -> Iterator[None]:
        """Let our own core execute what runs meanwhile: py65 does not make all of the chip's bus cycles."""
        waiting, self._reference = self._reference, None
        try:
            yield
        finally:
            self._reference = waiting
