"""What an operator brings to a 6600 and takes away: jobs, files for them, saved states, OUTPUT and the dayfile."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.errors import IronboardError
from emulators.record import magic
from emulators.roms import manifest
from host.cdc6600 import find_program
from host.desk.cdc6600.console import Console
from host.formats import storage

STATE, TEXT, DAYFILE = ".state", ".txt", ".dayfile"
STATE_LIMIT = 64 << 20  # bytes
JOB_NAME = 7  # characters
NAMED = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9]{0,6})=(?P<path>.+)")


def begin(
    console: Console,
    program: str,
    format: str | None = None,
    lines: Sequence[str] = (),
    compiling: Mapping[str, Any] | None = None,
) -> str:
    """Let a program be the job, with its files as they are on the disk now; return what happened, as a sentence.

    `lines` are typed before it begins; then more can be. `compiling`: options of the program's compiler.
    """
    machine = console.machine
    image = find_program(program, format=format, **(compiling or {}))
    console.empty()
    machine.load(image)
    if image.entry is None:
        machine.write_register("P", image.segments[0].address)
    for name, path in console.files.items():
        attach(console, name, path)
    for name in console.kept:
        machine.name_file(name)
    if INPUT not in console.files:
        machine.give("connect", INPUT)
    for line in lines:
        console.say(line)
    machine.attach(OUTPUT)
    console.take(job_name(program), image)
    return f"{Path(program).name} is the job"


def attach(console: Console, name: str, path: Path) -> None:
    """Let the lines of a text be a file."""
    try:
        console.machine.attach_file(name, path)
    except ValueError as error:
        raise IronboardError(str(error)) from None


def job_name(program: str) -> str:
    """Return what a program is called on the screens."""
    return re.sub("[^A-Z0-9]", "", Path(program).stem.upper())[:JOB_NAME] or "JOB"


def go_back(console: Console, path: Path) -> str:
    """Go to a saved state; return what happened."""
    console.machine.load_state(storage.read_all(path, STATE_LIMIT, "a saved state"))
    console.take(job_name(path.name))
    return f"{path.name}: back at cycle {console.machine.cycles:,}"


def open_file(console: Console, text: str) -> str:
    """Do with a file, or a program's name, what one does with such a thing; return what happened, as a sentence.

    `TAPE1=games.txt` is a file for the job that runs. A saved state is gone back to, everything else is a job.
    """
    if (named := NAMED.fullmatch(text.strip())) and not Path(text.strip()).exists():
        path = Path(named["path"].strip("\"'")).expanduser()
        attach(console, named["name"].upper(), path)
        return f"{path.name} is the file {named['name'].upper()}"
    line = text.strip().strip("\"'")
    path = Path(line).expanduser()
    if path.is_file() and storage.read_head(path).startswith(magic(console.machine.title)):
        return go_back(console, path)
    return begin(console, line if line in manifest() else str(path))


def save_file(console: Console, text: str, *, overwrite: bool = False) -> str:
    """Save OUTPUT (.txt), the dayfile, the state (.state) or a file (`TAPE1=games.txt`); return what happened."""
    machine = console.machine
    if named := NAMED.fullmatch(text.strip()):
        path, name = Path(named["path"].strip("\"'")).expanduser(), named["name"].upper()
        machine.save_file(name, path, overwrite=overwrite)
        return f"{path.name}: file {name} saved"
    path = Path(text.strip().strip("\"'")).expanduser()
    suffix = path.suffix.lower()
    if suffix == STATE:
        storage.write_all(path, machine.save_state(), overwrite)
        return f"{path.name}: state saved"
    if suffix == DAYFILE:
        storage.write_all(path, "".join(f"{line}\n" for line in machine.dayfile).encode("ascii"), overwrite)
        return f"{path.name}: dayfile saved"
    if suffix == TEXT:
        machine.save_file(OUTPUT, path, overwrite=overwrite)
        return f"{path.name}: OUTPUT saved"
    raise IronboardError(f"OUTPUT is saved as {TEXT}, the dayfile as {DAYFILE}, the state as {STATE}")
