"""Test vectors of the CDC 6600: their form, and the comparison of a core with them.

    {"n": "36-00001", "op": "36", "ins": "36612", "P": "000100", "p": 2, "RA": "001000", "FL": "010000", "EM": "000000",
     "A": "000000 ...", "B": "000000 ...", "X": "00000000000000000000 ...", "M": {"001100": "46000460003661246000"},
     "f": {"P": "000100", "p": 3, "stop": 0, "ec": 0, "X": {"6": "00000000000000000003"}}, "t": ["neg0"]}

All numbers are octal, those of `p`, `stop` and `ec` apart: P is the address of the instruction word relative to RA,
`p` the parcel, `A`, `B`, `X` eight registers, `M` words of storage by absolute address. `f` is the state after: what
has changed, and with `ec` the exit conditions met (1 address, 2 infinite, 4 indefinite). Where the machine stops, P is
not compared. `t` are tags; one of them, PASSES, means that a 6600 does something else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from emulators.cdc6600 import core, flat
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS, decode
from emulators.machine import Stop
from emulators.vectors import content_difference, counted, number, octal, stop_difference, stray_write, wired

BANKS = {"a": ("A", ADDRESS_BITS), "b": ("B", ADDRESS_BITS), "x": ("X", WORD_BITS)}
PASSES = "pass46"  # a pass with digits i from 4 on: a stop without the compare and move unit, a pass on a 6600
COLUMNS = 8


class Vector(NamedTuple):
    """One instruction: the state before and the state after."""

    name: str
    kind: str  # its code: two digits, for 01 and 03 three
    location: tuple[int, int]  # P and parcel
    frame: tuple[int, int, int]  # RA, FL, EM
    before: dict[str, list[int]]
    after: dict[str, list[int]]
    words_before: dict[int, int]
    words_after: dict[int, int]
    next: tuple[int, int]
    stops: bool
    conditions: int


def parse(value: dict[str, Any]) -> Vector:
    """Return a vector from its JSON; raises ValueError, KeyError or TypeError."""
    final, tags = value["f"], value.get("t", [])
    location = (octal(value["P"], ADDRESS_BITS), number(value["p"], 2))
    ra, fl, em = (octal(value[name], ADDRESS_BITS) for name in ("RA", "FL", "EM"))
    before = {bank: [octal(each, bits) for each in str(value[name]).split()] for bank, (name, bits) in BANKS.items()}
    if any(len(registers) != COLUMNS for registers in before.values()):
        raise ValueError("eight registers A, B and X are expected")
    after = {bank: list(registers) for bank, registers in before.items()}
    for bank, (name, bits) in BANKS.items():
        for register, content in final.get(name, {}).items():
            after[bank][number(int(register), 3)] = octal(content, bits)
    words_before = words(value["M"])
    words_after = words_before | words(final.get("M", {}))
    following = (octal(final["P"], ADDRESS_BITS), number(final["p"], 3))
    stops = bool(number(final["stop"], 1))
    if PASSES in tags:
        stops, words_after = False, words_before
        following = (location[0], location[1] + 1) if location[1] < 3 else (location[0] + 1, 0)
    conditions = number(final["ec"], 3)
    name, kind, frame = str(value["n"]), str(value["op"]), (ra, fl, em)
    return Vector(name, kind, location, frame, before, after, words_before, words_after, following, stops, conditions)


def words(value: dict[str, Any]) -> dict[int, int]:
    """Return words of storage by absolute address."""
    return {octal(address, ADDRESS_BITS): octal(word, WORD_BITS) for address, word in value.items()}


class Bench:
    """A bare 6600 on the test bench."""

    def __init__(self, which: str) -> None:
        self._processor = wired(core, flat, which)

    def difference(self, vector: Vector) -> str:
        """Execute a vector; return its first difference in words, or nothing if there is none."""
        processor = self._processor
        ra, fl, em = vector.frame
        for bank, registers in vector.before.items():
            processor.bank(bank)[:] = registers
        for address, word in vector.words_before.items():
            processor.memory[address] = word
        processor.forget()
        processor.set(ra=ra, fl=fl, em=em, conditions=0)
        processor.go_to(*vector.location)
        processor.run(processor.cycles)
        difference = self._compare(vector)
        for address in {*vector.words_after, ra}:
            processor.memory[address] = 0
        return difference

    def _compare(self, vector: Vector) -> str:
        processor = self._processor
        for bank, (name, bits) in BANKS.items():
            for register, expected in enumerate(vector.after[bank]):
                was = processor.bank(bank)[register]
                if was != expected:
                    return f"{name}{register} is {was:0{bits // 3}o} instead of {expected:0{bits // 3}o}"
        after = vector.words_after
        if wrong := content_difference(processor, after, "06o", "020o") or stray_write(processor, after, "06o"):
            return wrong
        if wrong := stop_difference(processor.stop != Stop.NONE, vector.stops):
            return wrong
        conditions, at = processor.get("conditions"), (processor.get("p"), processor.get("parcel"))
        if conditions != vector.conditions:
            return f"exit conditions {conditions} instead of {vector.conditions}"
        if not vector.stops and at != vector.next:
            return f"P is {place(*at)} instead of {place(*vector.next)}"
        return ""


def place(address: int, parcel: int) -> str:
    """Return P and parcel in words."""
    return f"{address:06o}, parcel {parcel}"


def described(code: str) -> str:
    """Return a code as a report names it."""
    instruction = decode(int(f"{code:0<5}", 8))
    return f"{code} {instruction.syntax}" if instruction else code


def table(passed: Counter[str], failed: Counter[str]) -> Iterator[str]:
    """Return the table of codes: how many vectors of each passed, `!` where some failed."""
    return counted(sorted({*passed, *failed}), 3, COLUMNS, passed, failed)
