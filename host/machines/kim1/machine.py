"""A KIM-1 on the desk: the machine of `emulators.kim1` with files, tapes, and hands to operate it.

    with Kim1() as kim:
        kim.load("program.ptp")
        kim.start(0x0200)
        kim.run(seconds=1)
        print(kim.display)

Everything here is done the way one did it: through keys, switches, the terminal's line and the tape.
Only `load` puts a program straight into memory, as a very fast tape would.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import partial
from pathlib import Path

from emulators import kim1
from emulators.errors import ImageError
from emulators.image import Image
from emulators.kim1 import bus
from emulators.kim1.machine import PRESS_SECONDS
from emulators.roms import manifest
from host import formats
from host.formats import cassette, storage
from host.formats.table import WAV_LIMIT
from host.machines import programs
from host.registry import InNotebook

RUBOUT = "\x7f"  # the character by which the monitor measures the terminal's speed
PROMPT_SECONDS = 10  # within which the monitor has answered, at 110 baud too
READY_SECONDS = 0.02  # after RS until the monitor looks at the terminal
ROM_NAMES = {
    "4fa2b5fab0e27b6015e2475fb9b483f10e81c2df4524f1d5b74945dcd6a38723": "the KIM-1 monitor of MOS Technology, 1975",
}  # SHA-256 of an image -> its name


find_program = partial(programs.find_program, "kim1")


class Kim1(InNotebook, kim1.Kim1):
    """The machine, with files. The parameters are those of `emulators.kim1.Kim1`.

    >>> from ironboard import Kim1
    >>> kim = Kim1()
    >>> kim.memory[0x0200:0x0206] = bytes.fromhex("E8 8E 80 17 D0 FA")  # INX, STX 1780, BNE 0200
    >>> kim.press("AD", "0", "2", "0", "0")
    >>> kim.display
    '0200E8'
    >>> kim.press("GO")
    >>> kim.run(seconds=0.1)
    <Stop.NONE: 0>
    >>> kim.memory[0x1780]
    0
    >>> kim.boot("wally")
    <Image wally: 991 bytes in 5 segments, entry 0200>
    >>> kim.display
    '00bb00'
    """

    def load(
        self, program: Image | str | os.PathLike[str], *, format: str | None = None, origin: int | None = None
    ) -> None:
        """Put an image, a program of the manifest (by name) or an image file into RAM, whole or not at all."""
        super().load(program if isinstance(program, Image) else find_program(program, format=format, origin=origin))

    def save(
        self, path: str | os.PathLike[str], first: int, last: int, *, format: str | None = None, overwrite: bool = False
    ) -> None:
        """Write the memory from `first` to `last` (inclusive) to an image file."""
        formats.write(Image.of(first, self.memory[first : last + 1]), path, format, overwrite=overwrite)

    def insert_tape(self, path: str | os.PathLike[str]) -> float:
        """Play a tape recording (WAV) from now on; return its length in seconds."""
        edges = cassette.read_edges(storage.read_all(Path(path), WAV_LIMIT, "a WAV file"), str(path))
        self.play_tape(edges)
        return edges[-1] / self.clock if edges else 0.0

    def save_tape(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the recorder's tape as a WAV file."""
        first = self.recorded[0] - self.clock // 10 if self.recorded else 0
        data = cassette.write_edges([edge - first for edge in self.recorded])
        storage.write_all(Path(path), data, overwrite)

    def log_on(self) -> None:
        """Make the terminal known to the monitor: strap, RS, RUBOUT.

        The monitor measures the start bit of the RUBOUT and keeps the terminal's speed. It listens to the
        terminal until the strap goes back to the keypad.
        """
        self.connect_terminal(True)
        self.press("RS", seconds=READY_SECONDS)
        self.type(RUBOUT)
        self.run_until(lambda kim: not kim.typing and kim.idle and "KIM" in kim.transcript, seconds=PROMPT_SECONDS)

    def go_to_keypad(self) -> None:
        """Put the strap back: the monitor turns to the keypad."""
        self.connect_terminal(False)
        self.run(seconds=READY_SECONDS)

    def start(self, address: int) -> None:
        """Start a program on the keypad: AD, four digits, GO."""
        self.press("AD", *f"{address:04X}", "GO")

    def start_from_terminal(self, address: int) -> None:
        """Start a program on the terminal: its address, a space, G."""
        self.type(f"{address:04X} G")
        self.run_until(lambda kim: not kim.typing and kim.idle, seconds=PROMPT_SECONDS)
        self.run(seconds=PRESS_SECONDS)

    def boot(
        self,
        program: str | os.PathLike[str],
        *,
        format: str | None = None,
        origin: int | None = None,
        entry: int | None = None,
        terminal: bool | None = None,
    ) -> Image:
        """Log the terminal on, load a program and start it at `entry`, else at its own, or its first address.

        Return its image.

        `terminal`: start it from there and leave the strap on, as a program that prints expects; None: as the
        manifest says of the program, else from the keypad.
        """
        image = find_program(program, format=format, origin=origin)
        entry = image.beginning() if entry is None else entry
        assert entry is not None  # it is not empty
        if terminal is None:
            terminal = bool(manifest().get(str(program), {}).get("terminal"))
        self.log_on()
        if terminal:
            self.load(image)
            self.start_from_terminal(entry)
        else:
            self.go_to_keypad()
            self.load(image)
            self.start(entry)
        return image


def read_rom(path: Path) -> bytes:
    """Read a monitor ROM from a raw file; errors name known ROMs."""
    data = storage.read_filled(path, 0x10000, "a ROM image")
    if len(data) != bus.ROM_SIZE:
        hint = "; join two files of 1,024 bytes with the one for 1800 (6530-003) first" if len(data) == 1024 else ""
        raise ImageError(f"{path}: a ROM of {len(data):,} bytes: expected {bus.ROM_SIZE:,}, for 1800-1FFF, raw{hint}")
    name = ROM_NAMES.get(hashlib.sha256(data).hexdigest())
    if name:
        print(f"{path}: {name}", file=sys.stderr)
    return data
