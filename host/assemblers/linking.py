"""Loading relocatable binaries from files into an image file: what `ironboard load` does."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from emulators.errors import ImageError
from host import formats
from host.assemblers.compass import relocatable
from host.assemblers.dialects import COMPASS
from host.formats import storage
from host.formats.loader import Module, loading, tables
from host.options import STANDARD


def load_files(
    files: Sequence[Path],
    *,
    libraries: Iterable[Path] | None = None,
    system: bool = True,
    origin: int | None = None,
    entry: str | None = None,
    map: Path | None = None,
    output: Path | None = None,
    overwrite: bool = False,
) -> None:
    """Load binaries and sources, with what they want of libraries, into an image file, and say what came of it.

    Raises ImageError for files that cannot be read and for externals that nothing satisfies.
    """
    target = output or files[0].with_suffix(COMPASS.output)
    results = [each for each in (target, map) if each and each != STANDARD]
    if any(each.resolve() in {file.resolve() for file in (*files, *(libraries or ()))} for each in results):
        raise ImageError(f"{target}: this is an input; name another file")
    if not overwrite:
        storage.refuse_existing(*results)
    found = [module for file in files for module in modules_of(file)]
    first = loading.FIRST_WORD if origin is None else origin
    own = [modules_of(each) for each in libraries or ()]
    finder = relocatable.SystemLibrary().find if system else None
    loaded = loading.load(found, own, first, entry or "", finder)
    for warning in loaded.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    formats.write(loaded.image, target, overwrite=overwrite)
    if map:
        storage.write_all(map, loading.load_map(loaded, first).encode("ascii"), overwrite)
    start = loaded.image.entry
    said = f"{target}: {loaded.image.size} words" + (f", entry {start:06o}" if start is not None else "")
    print(said, file=sys.stderr if STANDARD in (target, map) else sys.stdout)


def modules_of(file: Path) -> list[Module]:
    """Return the modules of a file of binaries, or of a source."""
    if file.suffix.lower() in COMPASS.suffixes:
        return relocatable.assemble(file).modules
    return tables.loads(storage.read_all(file, tables.LIMIT, "a file of relocatable binaries"), str(file))
