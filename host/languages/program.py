"""A program with what is known about it: its memory, symbols and source lines, what its compiler knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from emulators.image import Image
from host.languages.running import Inspect
from host.languages.sources import Sources


@dataclass
class Program:
    """A program to be debugged.

    `image` is its memory; its `entry` is None only when there is no memory. `infos` are the images with symbols and
    source lines, the most reliable first. `warnings` are for the user.
    """

    name: str  # as the user typed it
    image: Image
    path: Path | None = None  # the file that was read
    infos: list[Image] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)  # where the texts of sources may be
    warnings: list[str] = field(default_factory=list)
    terminal: bool = False  # it is started from the machine's terminal
    inspect: Inspect | None = None  # what the compiler of its language knows of it while it runs

    def sources(self, *others: Program, radix: int = 16, address_bits: int = 16) -> Sources:
        """Return the sources of this program, followed by others, such as the monitor ROM."""
        programs = (self, *others)
        images = [info for program in programs for info in program.infos]
        folders = [folder for program in programs for folder in program.folders]
        return Sources(images, folders, radix=radix, address_bits=address_bits)
