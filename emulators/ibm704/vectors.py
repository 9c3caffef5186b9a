"""Test vectors of the IBM 704: their form, and the comparison of a core with them.

    {"id": "CLA-8-001", "op": "CLA", "mem": 8192, "ic": 7974, "w": "050000216064",
     "i": {"ac": "0177777777777", "mq": "252525252525", "x": [8123, 5663, 28], "sl": 12, "sw": 29, "tm": 0,
           "aov": 0, "mov": 0, "dc": 0},
     "m": [[1557, "757777777777"], [7974, "050000216064"]],
     "f": {"ac": "2357777777777", "mq": "252525252525", "ic": 7975, "x": [8123, 5663, 28], "sl": 12, "tm": 0,
           "aov": 0, "mov": 0, "dc": 0, "halt": 0, "m": []},
     "cyc": 2}

`mem` is the number of words of core storage, `i` the state before, `m` the words that matter, `f` the state after and
the words that have changed. AC is 13 octal digits (38 bits), words are 12. `cyc` is the time in cycles of 12
microseconds, null where the instruction stops the machine; `ign` names the fields that are not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from emulators.ibm704 import core, flat
from emulators.ibm704.isa import CORE_SIZES, MNEMONICS
from emulators.machine import Stop
from emulators.vectors import content_difference, counted, number, octal, stop_difference, stray_write, wired

# A key of a state -> the field of the record, the width in bits, the words of a report.
STATE = {
    "ac": ("ac", 38, "AC"), "mq": ("mq", 36, "MQ"), "sl": ("sense_lights", 4, "sense lights"),
    "tm": ("trap", 1, "trapping mode"), "aov": ("ac_overflow", 1, "AC overflow"),
    "mov": ("mq_overflow", 1, "MQ overflow"), "dc": ("divide_check", 1, "divide check"),
}  # fmt: skip
INDEX_REGISTERS = ("xa", "xb", "xc")
OCTAL = {"ac", "mq"}  # written as octal digits
TABLE_COLUMNS = 6


class Vector(NamedTuple):
    """One instruction: the state before and the state after."""

    name: str
    kind: str  # the mnemonic
    size: int  # words of core storage
    before: dict[str, int]  # fields of the record
    after: dict[str, int]
    words_before: dict[int, int]
    words_after: dict[int, int]
    stops: bool
    cycles: int | None
    ignored: frozenset[str]  # fields


def parse(value: dict[str, Any]) -> Vector:
    """Return a vector from its JSON; raises ValueError, KeyError or TypeError."""
    kind, size = str(value["op"]), value["mem"]
    if size not in CORE_SIZES:
        raise ValueError(f"mem is {size!r}: expected {', '.join(map(str, CORE_SIZES))}")
    cycles = None if value["cyc"] is None else number(value["cyc"], 16)
    before = state(value["i"]) | {"ic": number(value["ic"], 15), "sense_switches": number(value["i"]["sw"], 6)}
    after = state(value["f"]) | {"ic": number(value["f"]["ic"], 15)}
    words_before = words(value["m"]) | {before["ic"]: octal(value["w"], 36)}
    stops = bool(number(value["f"]["halt"], 1))
    ignored = frozenset(STATE[key][0] for key in value.get("ign", ()))
    words_after = words_before | words(value["f"]["m"])
    return Vector(str(value["id"]), kind, size, before, after, words_before, words_after, stops, cycles, ignored)


def state(value: dict[str, Any]) -> dict[str, int]:
    """Return the fields of one side of a vector, the location counter apart."""
    fields = {
        field: octal(value[key], bits) if key in OCTAL else number(value[key], bits)
        for key, (field, bits, _) in STATE.items()
    }
    return fields | {name: number(each, 15) for name, each in zip(INDEX_REGISTERS, value["x"], strict=True)}


def words(value: list[Any]) -> dict[int, int]:
    """Return words of core storage by address."""
    return {number(address, 15): octal(word, 36) for address, word in value}


class Bench:
    """A bare 704 on the test bench."""

    def __init__(self, which: str) -> None:
        self._processor = wired(core, flat, which)

    def difference(self, vector: Vector) -> str:
        """Execute a vector; return its first difference in words, or nothing if there is none."""
        processor = self._processor
        processor.forget()
        processor.set(core_mask=vector.size - 1, **vector.before)
        for address, word in vector.words_before.items():
            processor.memory[address] = word
        processor.run(1)
        return self._compare(vector)

    def _compare(self, vector: Vector) -> str:
        processor = self._processor
        for name, expected in vector.after.items():
            was = processor.get(name)
            if was != expected and name not in vector.ignored:
                return f"{LABELS[name]} is {shown(name, was)} instead of {shown(name, expected)}"
        after = vector.words_after
        if wrong := content_difference(processor, after, "05o", "012o") or stray_write(processor, after, "05o"):
            return wrong
        if wrong := stop_difference(processor.stop == Stop.HALT, vector.stops):
            return wrong
        if vector.cycles not in (None, processor.cycles):
            return f"{processor.cycles} cycles instead of {vector.cycles}"
        return ""


LABELS = {field: label for field, _, label in STATE.values()} | {
    name: name.upper() for name in ("ic", "xa", "xb", "xc")
}
DIGITS = {"ac": 13, "mq": 12, "ic": 5, "xa": 5, "xb": 5, "xc": 5}


def shown(name: str, value: int) -> str:
    """Return the content of a field in octal."""
    return f"{value:0{DIGITS.get(name, 1)}o}"


def described(mnemonic: str) -> str:
    """Return an instruction as a report names it."""
    return mnemonic


def table(passed: Counter[str], failed: Counter[str]) -> Iterator[str]:
    """Return the table of instructions: how many vectors of each passed, `!` where some failed."""
    names = sorted({*passed, *failed}, key=lambda name: (MNEMONICS.index(name) if name in MNEMONICS else 999, name))
    return counted(names, 4, TABLE_COLUMNS, passed, failed)
