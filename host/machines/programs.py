"""The program that a user means: by its name, from a source, or from an image file. One way for all machines."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from emulators.errors import ImageError
from emulators.image import Image
from emulators.roms import installed, manifest, no_program
from host import formats, registry
from host.assemblers import cached
from host.assemblers.dialects import dialect_of

Name = str | os.PathLike[str]


def names(machine: str) -> list[str]:
    """Return the names of the programs for a machine that come with Ironboard."""
    model = registry.find(machine)
    return [*model.programs(), *model.sources()]


def file_of(machine: str, program: Name) -> Path:
    """Return the file of a program; raises ImageError for a name that no program has, or one for another machine."""
    if entry := manifest().get(os.fspath(program)):
        if entry.get("machine", machine) != machine:
            known = ", ".join(names(machine)) or "none"
            raise ImageError(f"'{program}' is not a program for the {machine}: there are {known}")
        found = installed(program)
        assert found is not None
        return found
    path, model = Path(program), registry.find(machine)
    if path.suffix or path.exists():
        return path
    source = model.sources().get(os.fspath(program))
    if source is None:
        raise no_program(str(program), names(machine), "" if model.default else machine)
    return source


def find_program(
    machine: str, program: Name, *, format: str | None = None, origin: int | None = None, **compiling: Any
) -> Image:
    """Return the image of a program for a machine of the registry. A name goes before a file: `./wally` is a file.

    `format` and `origin` are those of image files, `compiling` the options of the assembler or compiler. Raises
    ImageError, also for a file that holds labels or source lines only, and for options that the program does not need;
    SourceErrors.
    """
    path, model = file_of(machine, program), registry.find(machine)
    suffix, own = path.suffix.lower(), registry.source_suffixes(model)
    if suffix in model.decks:
        raise ImageError(f"{program}: this is {model.decks[suffix]}: `ironboard run {machine}` does its job")
    if format is None and suffix in own:
        if origin is not None:
            raise ImageError(f"{program}: a source says where it belongs, by .org or ORG: leave the origin out")
        image = cached.assembled(path, dialect=dialect_of(path, machine=machine).name, **compiling).image
    elif any(compiling.values()):
        raise ImageError(f"{program}: this is not a source: there is nothing to be compiled with these options")
    elif os.fspath(program) in manifest():
        image = formats.read_installed(os.fspath(program))
    elif format is None and (
        others := [name for name, each in registry.languages().items() if suffix in each.suffixes]
    ):
        other = registry.of_language(others[0]).processor
        raise ImageError(f"{program}: this is a source for the {other}; the {machine}'s end in {' or '.join(own)}")
    else:
        image = formats.read(path, format, origin=origin)
    try:
        image.expect(model.word_bits, f"the {model.title}")
    except ImageError as error:
        raise ImageError(f"{program}: {error}") from None
    if not image.size:
        held = "symbols or lines, not a program" if image.symbols or image.lines else "no program"
        raise ImageError(f"{program}: this file holds {held}")
    return image
