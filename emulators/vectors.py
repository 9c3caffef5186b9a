"""Test vectors of any processor: reading their numbers, comparing a bare processor with them, counting them by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

from emulators.processor import Bare


def number(value: Any, bits: int) -> int:
    """Return an integer of `bits` bits."""
    if type(value) is not int or value < 0 or value >> bits:
        raise ValueError(f"{value!r} should be a number of {bits} bits")
    return value


def octal(value: Any, bits: int) -> int:
    """Return a number of `bits` bits from its octal digits."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} should be octal digits")
    return number(int(value, 8), bits)


def wired(core: ModuleType, flat: ModuleType, which: str) -> Bare:
    """Return a bare processor with power on, `compiled` or `python`, every address wired to the bus log."""
    processor = Bare(flat, core, which)
    processor.log()
    return processor


def content_difference(processor: Bare, expected: Mapping[int, int], place: str, word: str) -> str:
    """Return the first word that differs; `place` and `word` are formats of an address and of a word."""
    for address, content in expected.items():
        if (was := processor.memory[address]) != content:
            return f"{address:{place}} holds {was:{word}} instead of {content:{word}}"
    return ""


def stray_write(processor: Bare, expected: Mapping[int, int], place: str) -> str:
    """Return the first write to a word that should not be written."""
    wrong = (address for address, _, write in processor.accesses if write and address not in expected)
    return next((f"{address:{place}} is written to, and should not be touched" for address in wrong), "")


def stop_difference(stops: bool, expected: bool) -> str:
    """Describe a machine that stops, or does not, contrary to expectation."""
    if stops == expected:
        return ""
    return "the machine goes on instead of stopping" if expected else "the machine stops instead of going on"


def counted(
    kinds: Iterable[str], width: int, columns: int, passed: Counter[str], failed: Counter[str]
) -> Iterator[str]:
    """Return a table of kinds: how many vectors of each passed, `!` where some failed."""
    cells = [f"{kind:<{width}}{passed[kind]:>5}{'!' if failed[kind] else ' '}" for kind in kinds]
    yield "passed"
    for start in range(0, len(cells), columns):
        yield "  " + "  ".join(cells[start : start + columns]).rstrip()
