"""What the tests of the monitor ROM share: calling its routines, watching its ports, the format of its tapes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from emulators.kim1.machine import Kim1
from emulators.machine import Stop

DUMP = os.environ.get("IRONBOARD_KIM1_ROM")  # a dump of the original ROM: the same tests, run on that

START, SAD, SADD, SBD, SBDD, TIMER_1 = 0x1C4F, 0x1740, 0x1741, 0x1742, 0x1743, 0x1744
INL, INH, POINTL, POINTH = 0xF8, 0xF9, 0xFA, 0xFB
CALLER = 0x0200  # JSR routine; JMP *


def board(**options) -> Kim1:
    """Return a KIM-1 with the ROM under test: ours, or the dump."""
    return Kim1(rom=Path(DUMP).read_bytes() if DUMP else None, core="compiled", **options)


class Result(NamedTuple):
    """What a routine left behind, and the cycles from its first instruction to the end of its RTS."""

    a: int
    x: int
    y: int
    s: int
    zero: bool
    cycles: int


def call(kim: Kim1, address: int, a: int = 0, x: int = 0, y: int = 0, *, limit: int = 2_000_000) -> Result:
    """Run a subroutine to its RTS, binary mode, interrupts off."""
    aim(kim, address, a, x, y)
    before = kim.cycles
    assert kim.run(limit) == Stop.BREAKPOINT, f"{address:04X} did not return"
    return result(kim, kim.cycles - before)


def aim(kim: Kim1, address: int, a: int = 0, x: int = 0, y: int = 0) -> None:
    """Set PC to a JSR to a routine, with a breakpoint behind it."""
    kim.memory[CALLER : CALLER + 6] = bytes([0x20, address & 0xFF, address >> 8, 0x4C, CALLER + 3 & 0xFF, CALLER >> 8])
    for name, value in (("PC", CALLER), ("A", a), ("X", x), ("Y", y), ("S", 0xF0), ("P", 0x34)):
        kim.write_register(name, value)
    kim.set_breakpoint(CALLER + 3)


def result(kim: Kim1, cycles: int) -> Result:
    """Return the registers after a call that took so many cycles, its JSR included."""
    a, x, y, s, p = (kim.read_register(name) for name in "AXYSP")
    return Result(a, x, y, s, bool(p & 2), cycles - 6)


def writes(kim: Kim1, address: int, limit: int = 2_000_000) -> list[tuple[int, int, int]]:
    """Run to the next breakpoint; return (cycle, value of port A, value of port B) after each write to `address`."""
    kim.set_watchpoint(address)
    seen = []
    while (stop := kim.run(limit)) == Stop.WATCH_WRITE:
        seen.append((kim.cycles, kim.peek(SAD), kim.peek(SBD)))
    kim.set_watchpoint(address, on=False)
    assert stop == Stop.BREAKPOINT
    return seen


def set_word(kim: Kim1, low: int, word: int) -> None:
    """Store a 16-bit word, low byte first."""
    kim.memory[low : low + 2] = word.to_bytes(2, "little")


def word(kim: Kim1, low: int) -> int:
    """Return the 16-bit word whose low byte is at `low`."""
    return int.from_bytes(kim.memory[low : low + 2], "little")


def hexes(data: Iterable[int]) -> str:
    """Return bytes as hex digits without spaces."""
    return bytes(data).hex().upper()


# ---------------------------------------------------------------- tapes


def paper_record(address: int, data: bytes) -> str:
    """Return a record of a paper tape; its checksum is the sum of count, address and data."""
    body = bytes([len(data), address >> 8, address & 0xFF]) + data
    return f";{hexes(body)}{sum(body):04X}"


def paper_tape(address: int, data: bytes, size: int = 24) -> str:
    """Return a whole paper tape."""
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    lines = [paper_record(address + size * index, chunk) for index, chunk in enumerate(chunks)]
    count = len(chunks)
    return "\r\n".join([*lines, f";00{count:04X}{(count >> 8) + (count & 0xFF):04X}"]) + "\r\n"


def cassette_text(address: int, data: bytes, ident: int, *, leader: int = 100, error: int = 0) -> bytes:
    """Return the characters of a cassette record; `error` is added to the checksum."""
    body = address.to_bytes(2, "little") + data
    checksum = (sum(body) + error).to_bytes(2, "little")
    return b"\x16" * leader + f"*{hexes([ident])}{hexes(body)}/{hexes(checksum)}\x04\x04".encode("ascii")


def bits(text: bytes) -> list[int]:
    """Return the bits of characters as they follow each other on a cassette: the lowest first."""
    return [character >> bit & 1 for character in text for bit in range(8)]


def play(kim: Kim1, text: bytes, slot: int = 2480) -> None:
    """Let a tone decoder hear `text` from now on: a bit is three slots, the tone high, high or low, low."""
    cycle = kim.cycles + 20_000
    for bit in bits(text):
        kim.at(cycle, "tape_level", 0)
        kim.at(cycle + slot * (1 if bit else 2), "tape_level", 1)
        cycle += 3 * slot
    kim.at(cycle, "tape_level", 0)


def tone_bursts(edges: Sequence[int]) -> list[tuple[str, int]]:
    """Return [(H or L, half waves), ...] of a recording: H is shorter than the 166.5 us between the two tones."""
    bursts: list[tuple[str, int]] = []
    for before, after in pairwise(edges):
        tone = "H" if after - before < 166.5 else "L"
        if bursts and bursts[-1][0] == tone:
            bursts[-1] = (tone, bursts[-1][1] + 1)
        else:
            bursts.append((tone, 1))
    return bursts
