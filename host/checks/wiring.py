"""How does a bare processor come on the test bench? With its state and functions, compiled or as plain Python."""

from __future__ import annotations

from types import ModuleType

from emulators.processor import Processor
from emulators.record import fill


def wired(core: ModuleType, flat: ModuleType, which: str) -> Processor:
    """Return a bare processor with power on, `compiled` or `python`, every address wired to the bus log."""
    processor = Processor(flat, which)
    core.power_on(processor.m)
    fill(processor.m.special, bytes([core.TRACE]) * len(processor.m.special))
    return processor
