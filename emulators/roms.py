"""The ROM images that machines boot from: built from `asm/` into `roms/`, found beside the packages or in the wheel."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from emulators.errors import ImageError, did_you_mean

ROOTS = (Path(__file__).parent.parent,)  # the checkout, or the package of a wheel
FOLDERS = tuple(root / "roms" for root in ROOTS)
MANIFEST = "manifest.toml"


def folder() -> Path:
    """Return the folder with the manifest; raises ImageError when there is none."""
    for each in FOLDERS:
        if (each / MANIFEST).is_file():
            return each
    raise ImageError(f"no {MANIFEST} in {' or '.join(map(str, FOLDERS))}: `ironboard rom build` makes it from asm/")


def manifest() -> dict[str, dict[str, Any]]:
    """Return name -> description (file, source, origin, size, sha256, ...): the same object until the file changes."""
    path = folder() / MANIFEST
    try:
        status = path.stat()
        return _read(path, status.st_mtime_ns, status.st_size)
    except (OSError, ValueError, RecursionError) as error:
        raise ImageError(f"{path}: damaged: {error}") from error


@lru_cache(maxsize=1)  # every machine looks for its ROM in it
def _read(path: Path, time: int, size: int) -> dict[str, dict[str, Any]]:
    import tomllib

    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    for name, entry in entries.items():
        if not isinstance(entry, dict) or not all(isinstance(entry.get(each), str) for each in ("file", "sha256")):
            raise ImageError(f"{path}: entry '{name}' must have 'file' and 'sha256'")
    return entries


def installed(program: str | os.PathLike[str]) -> Path | None:
    """Return the image file of a program of the manifest, None for any other name."""
    entry = manifest().get(os.fspath(program))
    return folder() / entry["file"] if entry else None


def no_program(name: str, known: Iterable[str], machine: str = "") -> ImageError:
    """Return the error for a name that is neither a file nor one of these programs, with the nearest one."""
    names = [*known]
    hint = did_you_mean(name, names, f"there are {', '.join(names) or 'none'}")
    return ImageError(
        f"there is no file '{name}', and no program of this name{machine and f' for the {machine}'}; {hint}"
    )


def source(name: str) -> Path | None:
    """Return the source that an image of the manifest is made from, None where the sources are not installed."""
    path = manifest().get(name, {}).get("source")
    places = [root / path for root in ROOTS] if isinstance(path, str) else []
    return next((place for place in places if place.is_file()), None)


def rom_bytes(name: str) -> bytes:
    """Return the content of an image file of the manifest; raises ImageError when it is unknown or damaged."""
    entries = manifest()
    if name not in entries:
        raise ImageError(f"there is no ROM '{name}': the manifest has {', '.join(entries)}")
    path = folder() / entries[name]["file"]
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{path}: {error.strerror}") from error
    if hashlib.sha256(data).hexdigest() != entries[name]["sha256"]:
        raise ImageError(f"{path}: damaged (its SHA-256 is not the manifest's): `ironboard rom build` rebuilds it")
    return data
