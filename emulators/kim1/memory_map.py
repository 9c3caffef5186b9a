"""Where things lie in the KIM-1's address space, with and without memory expansion.

    0000-03FF  RAM                         1740-177F  6530-002: keypad, display, teletype, tape
    0400-13FF  free (4 K expansion)        1780-17BF  6530-003: 64 bytes of RAM
    1400-16FF  free                        17C0-17FF  6530-002: 64 bytes of RAM
    1700-173F  6530-003: user port         1800-1FFF  ROM

The bare board decodes A0-A12 only: these 8 K appear eight times, and so the processor finds its vectors.
A board with RAM from 2000 up decodes all lines; then the top 1 K still reaches the ROM at 1C00.
A read where nothing answers gives the high byte of the address, the last thing that was on the data bus.
"""

from __future__ import annotations

from emulators.mos6502.core import READ_DEVICE, WRITE_DEVICE
from emulators.record import Fields, State, fill

ROM, ROM_SIZE = 0x1800, 0x0800
PORTS, PORTS_END = 0x1700, 0x1780
RIOT_RAM = range(0x1780, 0x1800)
STOCK_RAM = range(0x0400)
LOW_EXPANSION = range(0x0400, 0x1400)
HIGH_EXPANSION = range(0x2000, 0xFC00)  # at most
TOP = 0xFC00  # mirrors the ROM on a board that decodes all lines

FIELDS: Fields = {
    "full_decoding": ("int", 1),  # 1: A13-A15 are decoded (there is RAM from 2000 up)
}


def decode(m: State, address: int) -> int:
    """Return the address inside the 8 K block that `address` reaches, or the address itself outside it."""
    if m.full_decoding:
        return address & 0x1FFF if address >= TOP else address
    return address & 0x1FFF


def ram_ranges(low_expansion: bool, high_expansion: int) -> list[range]:
    """Return where there is RAM; `high_expansion` is in bytes from 2000 up."""
    ranges = [STOCK_RAM, RIOT_RAM]
    if low_expansion:
        ranges.append(LOW_EXPANSION)
    if high_expansion:
        ranges.append(HIGH_EXPANSION[:high_expansion])
    return ranges


def install(m: State, ram: list[range], high_expansion: bool) -> None:
    """Mark every address: RAM plain, ROM plain to read, everything else a matter of the board."""
    m.full_decoding = int(high_expansion)
    marks = bytearray([READ_DEVICE | WRITE_DEVICE]) * 0x10000
    for stretch in ram:
        marks[stretch.start : stretch.stop] = bytes(len(stretch))
    marks[ROM : ROM + ROM_SIZE] = bytes([WRITE_DEVICE]) * ROM_SIZE
    fill(m.special, marks)
