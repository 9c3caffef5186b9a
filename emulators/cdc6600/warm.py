"""Compiling the 6600 ahead."""

from __future__ import annotations

from emulators.cdc6600 import core, flat
from emulators.processor import Processor


def warm(*names: str) -> None:
    """Compile entry points of flat.py, or load them from the cache."""
    processor = Processor(flat, core.FIELDS, "6600", "compiled")
    core.power_on(processor.m)
    for name in names:
        processor.call(name, *flat.ENTRY_POINTS[name])
