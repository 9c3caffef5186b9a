"""How does a bare processor come on the test bench? With its state and functions, compiled or as plain Python."""

from __future__ import annotations

from types import ModuleType

from emulators.processor import Bare


def wired(core: ModuleType, flat: ModuleType, which: str) -> Bare:
    """Return a bare processor with power on, `compiled` or `python`, every address wired to the bus log."""
    processor = Bare(flat, core, which)
    processor.log()
    return processor
