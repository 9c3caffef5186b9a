"""Compiling the 704 ahead."""

from __future__ import annotations

from emulators.ibm704 import units
from emulators.ibm704.isa import MOST_WORDS
from emulators.processor import Processor


def warm(*names: str) -> None:
    """Compile entry points of units.py, or load them from the cache."""
    processor = Processor(units, units.FIELDS, "704", "compiled")
    units.power_on(processor.m, MOST_WORDS)
    for name in names:
        processor.call(name, *units.ENTRY_POINTS[name])
