"""The MOS Technology KIM-1: `Kim1` is the machine; its parts are in the modules beside it."""

from emulators.kim1.machine import Kim1

__all__ = ["Kim1"]
