"""A CDC 6600 with files: the machine of `emulators.cdc6600`, its programs from sources, its data from texts.

machine = Cdc6600()
machine.load("problem.compass")
machine.attach_file("INPUT", "problem.txt")
machine.run(seconds=10)
print(machine.printed.decode())
"""

from __future__ import annotations

import os
from pathlib import Path

from emulators.cdc6600 import display_code, machine
from emulators.cdc6600.isa import WORD_BITS
from emulators.errors import ImageError, Place, SourceError, SourceErrors
from emulators.image import Image
from emulators.machine import Machine, Stop
from emulators.roms import folder, manifest, no_program
from host import formats
from host.assemblers import dialects
from host.formats import storage

Name = str | os.PathLike[str]
OTHER_SOURCES = {".s": dialects.CA65.machine, **dict.fromkeys(dialects.SAP.suffixes, dialects.SAP.machine)}
TEXT_LIMIT = 16 << 20  # bytes of a file of data
PIECE = 20_000_000  # cycles, a fraction of a second of the host's time


class Cdc6600(machine.Cdc6600):
    """The machine, with files. The parameters are those of `emulators.cdc6600.machine.Cdc6600`."""

    def load(self, program: Image | Name, *, format: str | None = None) -> None:
        """Put an image, a program of the manifest (by name), a source or an image file into storage; go to its entry.

        Raises ImageError, with nothing changed, for what is no program or does not fit.
        """
        image = program if isinstance(program, Image) else find_program(program, format=format)
        super().load(image)
        if image.entry is not None:
            self.write_register("P", image.entry)

    def attach_file(self, name: str, path: Name) -> None:
        """Let the lines of a text be a file; raises SourceErrors for characters that display code does not have."""
        self.attach(name, read_lines(path))

    def save_file(self, name: str, path: Name, *, overwrite: bool = False) -> None:
        """Write the lines of a file into a text; raises ImageError when there is no such file."""
        if name not in self.system.files:
            raise ImageError(f"{path}: the program has no file {name}")
        storage.write_all(Path(path), self.text(name).encode("ascii"), overwrite)


def run_in_pieces(machine: Machine, cycle: int) -> Stop:
    """Run until `cycle` since power-on or until something stops the machine. Between the pieces Ctrl-C is heard."""
    stop = Stop.NONE
    while stop == Stop.NONE and machine.cycles < cycle:
        stop = machine.run_to(min(cycle, machine.cycles + PIECE))
    return stop


def names() -> list[str]:
    """Return the names of the programs for the 6600 that come with Ironboard."""
    return [name for name, entry in manifest().items() if entry.get("machine") == dialects.COMPASS.machine]


def find_program(program: Name, *, format: str | None = None) -> Image:
    """Return an image of 60-bit words by its name in the manifest, from a source or from an image file."""
    path = file_of(program)
    suffix = path.suffix.lower()
    if format is None and suffix in (*dialects.COMPASS.suffixes, *dialects.ALGOL.suffixes):
        image = dialects.assemble(path).image
    elif format is None and suffix in OTHER_SOURCES:
        raise ImageError(
            f"{program}: this is a source for the {OTHER_SOURCES[suffix]}; the 6600's end in .compass or .alg"
        )
    else:
        image = formats.read(path, format)
    try:
        image.expect(WORD_BITS, "the CDC 6600")
    except ImageError as error:
        raise ImageError(f"{program}: {error}") from None
    if not image.size:
        raise ImageError(f"{program}: this file holds no program")
    return image


def file_of(program: Name) -> Path:
    """Return the file of a program; raises ImageError for what is neither a name of the manifest nor a file."""
    entry = manifest().get(os.fspath(program))
    if entry is not None:
        return folder() / str(entry["file"])
    path = Path(program)
    if not path.exists() and not path.suffix:
        raise no_program(str(program), names(), dialects.COMPASS.machine)
    return path


def read_lines(path: Name) -> list[str]:
    """Return the lines of a text in display code; raises SourceErrors for characters that it does not have."""
    data = storage.read_all(Path(path), TEXT_LIMIT, "a text")
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ImageError(f"{path}: this is no text: byte {error.start} is not UTF-8") from None
    errors = []
    for number, line in enumerate(lines, 1):
        try:
            display_code.codes(line)
        except display_code.CodeError as error:
            place = Place(os.fspath(path), number, error.index + 1, 1, line)
            errors.append(SourceError(place, str(error)))
    if errors:
        raise SourceErrors(errors)
    return lines
