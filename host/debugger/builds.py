"""Is what a file says about a program true of the bytes that are there? Warnings when it is of another build."""

from __future__ import annotations

from pathlib import Path

from emulators.image import Image
from host.debugger.sources import Sources
from host.formats import listing, storage
from host.formats.table import named

SLACK = 1.0  # seconds between files that one run of a linker writes


def listing_faults(file: Path, image: Image) -> list[str]:
    """Compare the bytes that a listing shows with those of the program."""
    shown = listing.memory(storage.read_all(file, named("listing").limit, "a listing"), str(file))
    memory = dict(image)
    known = sorted(address for address in shown if address in memory)
    if not known:
        return [f"{file} is of another program: none of its bytes is where this one has some"]
    wrong = [address for address in known if shown[address] != memory[address]]
    if not wrong:
        return []
    first = wrong[0]
    difference = f"the first at {first:04X} ({shown[first]:02X}, the program has {memory[first]:02X})"
    return [f"{file} is of another build: {len(wrong)} of {len(known)} bytes differ, {difference}"]


def line_faults(file: Path, info: Image, image: Image) -> list[str]:
    """Compare the places of source lines with those of the program's bytes.

    A stretch of lines that the program has nothing of may be meant to be copied there; one of which the program has a
    part is of another build.
    """
    memory = {address for address, _ in image}
    inside = [line for line in info.lines if line.address in memory]
    if info.lines and not inside:
        return [f"{file} is of another program: none of its lines is where this one has bytes"]
    for line in inside:
        end = line.address + line.length
        if end - 1 not in memory:
            return [f"{file} is of another build: {line.file}:{line.line} ends at {end - 1:04X}, behind the program"]
    return []


def newer_sources(file: Path, info: Image, sources: Sources) -> list[str]:
    """Warn of sources that have been changed since the file was made."""
    made = file.stat().st_mtime + SLACK
    paths = [(name, sources.path(name)) for name in sources.files]
    newer = [name for name, path in paths if path is not None and path.stat().st_mtime > made]
    return [f"{name} is newer than {file}: its lines may have moved" for name in newer]
